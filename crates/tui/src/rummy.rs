//! The screen of rummy.

mod draw;
mod layout;
mod review;
mod tile;

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;
use session::texts::{LineText, Screen as Text};
use session::{Choices, Event, RummyView, Seat, TaskError, TileChoices, Tiles, View};

use self::layout::{Handle, Layout, Piece, Shown};
use self::review::RummyReview;
use crate::canvas::Canvas;
use crate::command::{Binding, Command, key};
use crate::context::Context;
use crate::direction::{Direction, cycle};
use crate::game_screen::{self, GameScreen};
use crate::jobs::{Found, Kind};
use crate::running::{Running, in_words, refusal};
use crate::screen::{Back, Next, Screen};

const KEYS: &[Binding] = &[
    key(' ', Command::Mark),
    key('n', Command::Lay),
    key('f', Command::Done),
    key('d', Command::Draw),
    key('u', Command::Undo),
    key('t', Command::Hint),
    key('?', Command::Help),
    key('q', Command::Back),
    key('p', Command::Take),
    key('x', Command::Discard),
    key('r', Command::Redo),
    key('R', Command::Restart),
    key('o', Command::Sort),
    key('v', Command::Review),
    key('Y', Command::Letters),
    key('M', Command::Mouse),
    key(':', Command::Type),
];

/// The time between the turns of two machines, so that people can follow.
const BETWEEN_TURNS: Duration = Duration::from_millis(600);
/// How many lines of what happened are remembered.
const MOST_LINES: usize = 100;

/// The screen of rummy.
pub(crate) struct RummyScreen {
    running: Running,
    /// The names of the tiles.
    tiles: Tiles,
    /// The seat of the person who looks.
    seat: Seat,
    view: RummyView,
    choices: TileChoices,
    /// The hand as it is sorted.
    hand: Vec<String>,
    cursor: Option<Handle>,
    marked: Vec<Handle>,
    /// Nobody's hand is shown until the next person is alone.
    covered: bool,
    log: Vec<String>,
    /// Why the turn cannot end here, in one sentence.
    unfinished: Option<String>,
    /// When the next machine may begin.
    machine_at: Option<Duration>,
    /// When the person who looks was first shown the table in this turn.
    turn_began: Option<Duration>,
}

impl RummyScreen {
    pub(crate) fn new(running: Running, cx: &mut Context) -> Self {
        let View::Rummy(view) = running.session.view(None) else { unreachable!("this is a game of rummy") };
        let seat = first_person(&view, running.session.to_move());
        let mut screen = Self {
            tiles: view.tiles(cx.language),
            running,
            seat,
            view,
            choices: TileChoices::default(),
            hand: Vec::new(),
            cursor: None,
            marked: Vec::new(),
            covered: false,
            log: Vec::new(),
            unfinished: None,
            machine_at: None,
            turn_began: None,
        };
        screen.refresh(cx);
        screen.covered = screen.people() > 1 && screen.view.ending.is_none();
        screen
    }

    fn people(&self) -> usize {
        self.view.players.iter().filter(|player| player.machine.is_none()).count()
    }

    fn is_own_turn(&self) -> bool {
        self.running.session.to_move() == Some(self.seat) && !self.view.deal_over
    }

    /// Looks at the game again after it changed.
    fn refresh(&mut self, cx: &mut Context) {
        if let View::Rummy(view) = self.running.session.view(Some(self.seat)) {
            self.view = view;
        }
        if let Choices::Tiles(choices) = self.running.session.choices(self.seat) {
            self.choices = choices;
        }
        let hand = self.view.draft.as_ref().map_or(&self.view.hand, |draft| &draft.hand);
        self.hand.clone_from(hand);
        self.tiles.sort(cx.settings.sorting.into(), &mut self.hand);
        (self.marked, self.running.hint) = (Vec::new(), None);
        self.unfinished = self.why_not_done(cx);
        self.fit_cursor(cx.area);
    }

    /// Why the turn cannot end as it is.
    fn why_not_done(&self, cx: &Context) -> Option<String> {
        if !self.is_own_turn() {
            return None;
        }
        let mut copy = self.running.session.boxed();
        copy.act(self.seat, "done").err().map(|why| refusal(&why, cx))
    }

    /// The combinations of the player's table as they are now.
    fn melds(&self) -> Vec<Vec<String>> {
        match &self.view.draft {
            Some(draft) => draft.table.clone(),
            None => self.view.tables.get(self.side()).cloned().unwrap_or_default(),
        }
    }

    /// Is anything changed in this turn?
    fn is_touched(&self) -> bool {
        let draft = self.view.draft.as_ref();
        draft.is_some_and(|draft| Some(&draft.table) != self.view.tables.get(self.side()))
    }

    /// Which table is shown in full: the player's own, or the one of all.
    fn side(&self) -> usize {
        self.seat.0 % self.view.tables.len().max(1)
    }

    /// The tiles lifted off the table that lie in no combination.
    fn loose(&self) -> &[String] {
        self.view.draft.as_ref().map_or(&[], |draft| &draft.loose)
    }

    fn layout(&self, area: Rect) -> Layout {
        let top = area.y + 2 + self.view.players.len() as u16;
        let (tiles, loose, hand) = (self.tiles, self.loose(), &self.hand[..]);
        Layout::new(area, top, Shown { tiles, melds: &self.melds(), loose, hand })
    }

    fn fit_cursor(&mut self, area: Rect) {
        let layout = self.layout(area);
        if self.cursor.is_none_or(|cursor| layout.place(cursor).is_none()) {
            let last = self.hand.len().checked_sub(1);
            let was = if let Some(Handle::Hand(at)) = self.cursor { at } else { 0 };
            self.cursor = Some(last.map_or(Handle::New, |last| Handle::Hand(was.min(last))));
        }
    }

    /// Moves the cursor by an arrow, Tab or Shift-Tab.
    fn steer(&mut self, code: KeyCode, cx: &Context) {
        let layout = self.layout(cx.area);
        let handles: Vec<Handle> = layout.pieces.iter().map(|piece| piece.handle).collect();
        let from = self.cursor.and_then(|cursor| layout.place(cursor));
        let next = match (code, Direction::of(code), from) {
            (_, Some(direction), Some(from)) => direction.nearest(&layout.places(), from),
            (KeyCode::Tab, ..) => cycle(&handles, self.cursor, true),
            (KeyCode::BackTab, ..) => cycle(&handles, self.cursor, false),
            _ => None,
        };
        self.cursor = next.or(self.cursor);
    }

    fn is_marked(&self, handle: Handle) -> bool {
        self.marked.contains(&handle)
    }

    /// Did the tile come from the stock in this turn?
    fn is_fresh(&self, piece: &Piece) -> bool {
        matches!(piece.handle, Handle::Hand(_))
            && piece.tile.as_ref().is_some_and(|tile| self.view.fresh.contains(tile))
    }

    fn mark(&mut self, handle: Handle) {
        match self.marked.iter().position(|&other| other == handle) {
            Some(at) => drop(self.marked.remove(at)),
            // A tile of the table is moved alone.
            None if matches!(handle, Handle::Hand(_)) => {
                self.marked.retain(|other| matches!(other, Handle::Hand(_)));
                self.marked.push(handle);
            }
            None => self.marked = vec![handle],
        }
    }

    fn tile(&self, handle: Handle) -> Option<String> {
        match handle {
            Handle::Hand(at) => self.hand.get(at).cloned(),
            Handle::Tile(meld, at) => self.melds().get(meld)?.get(at).cloned(),
            Handle::Loose(at) => self.loose().get(at).cloned(),
            Handle::End(_) | Handle::New => None,
        }
    }

    /// Enter or a click on something: marks a tile, or puts the marked ones there.
    fn choose(&mut self, handle: Handle, cx: &mut Context) {
        match (handle, self.marked.is_empty()) {
            (Handle::New, _) => self.lay(cx),
            (Handle::End(meld) | Handle::Tile(meld, _), false) if !self.is_marked(handle) => {
                self.put(meld + 1, cx);
            }
            (Handle::End(_), _) => {}
            (tile, _) => self.mark(tile),
        }
    }

    /// Lays the marked tiles as a new combination.
    fn lay(&mut self, cx: &mut Context) {
        let inputs = match self.marked.as_slice() {
            [] => {
                cx.say(cx.text(Text::MarkFirst));
                return;
            }
            [Handle::Tile(meld, _)] => {
                let tile = self.tile(self.marked[0]).unwrap_or_default();
                vec![format!("move {tile} {} new", meld + 1)]
            }
            marked => {
                let tiles: Vec<String> = marked.iter().filter_map(|&handle| self.tile(handle)).collect();
                vec![format!("+ ({})", tiles.join(" "))]
            }
        };
        self.enter_all(&inputs, cx);
    }

    /// Puts the marked tiles into a combination.
    fn put(&mut self, number: usize, cx: &mut Context) {
        let input = |handle: &Handle| {
            let tile = self.tile(*handle)?;
            Some(match handle {
                Handle::Tile(from, _) => format!("move {tile} {} {number}", from + 1),
                _ => format!("put {tile} {number}"),
            })
        };
        let inputs: Vec<String> = self.marked.iter().filter_map(input).collect();
        if inputs.is_empty() {
            cx.say(cx.text(Text::MarkFirst));
        } else {
            self.enter_all(&inputs, cx);
        }
    }

    fn enter_all(&mut self, inputs: &[String], cx: &mut Context) {
        for input in inputs {
            let Some(events) = self.running.act(self.seat, input, cx) else { break };
            self.hear(&events, cx);
        }
        self.after(cx);
    }

    /// Notes what happened. Where several people look, nobody's drawn tiles are in it.
    fn hear(&mut self, events: &[Event], cx: &Context) {
        let draws = events.iter().any(|event| matches!(event, Event::Drew { .. }));
        let is_logged = |event: &&Event| match event {
            Event::Arranged { .. } | Event::TookBack => false,
            // The line about the tile that was drawn says it already.
            Event::Played { took: "stock", placed, discard: None, .. } => !(draws && placed.is_empty()),
            _ => true,
        };
        for event in events.iter().filter(is_logged) {
            let seen = event.seen_by((self.people() == 1).then_some(self.seat));
            self.log.extend(in_words(&[seen], cx).lines().map(str::to_owned));
        }
        let surplus = self.log.len().saturating_sub(MOST_LINES);
        self.log.drain(..surplus);
    }

    /// Goes on after a step: the next deal, the next machine, the next person.
    fn after(&mut self, cx: &mut Context) {
        self.refresh(cx);
        if self.view.deal_over {
            let seat = self.running.session.to_move().unwrap_or(self.seat);
            if let Some(events) = self.running.act(seat, "deal", cx) {
                self.hear(&events, cx);
            }
            self.refresh(cx);
        }
        if self.view.ending.is_some() {
            cx.say(self.log.last().cloned().unwrap_or_default());
            return;
        }
        let Some(mover) = self.running.session.to_move() else { return };
        if self.view.players[mover.0].machine.is_some() {
            self.machine_at.get_or_insert(cx.now);
        } else if mover != self.seat {
            (self.seat, self.covered) = (mover, true);
            self.refresh(cx);
        }
    }

    /// The time that is left of the turn of the person who looks, if the rules limit it.
    fn time_left(&self, now: Duration) -> Option<Duration> {
        let spent = now.saturating_sub(self.turn_began?);
        self.running.session.turn_time().map(|time| time.saturating_sub(spent))
    }

    fn end_late_turn(&mut self, cx: &mut Context) {
        if self.covered || self.running.session.to_move() != Some(self.seat) {
            self.turn_began = None;
            return;
        }
        self.turn_began.get_or_insert(cx.now);
        if self.time_left(cx.now) != Some(Duration::ZERO) {
            return;
        }
        let time = self.running.session.turn_time().unwrap_or_default().as_secs();
        if let Some(events) = self.running.session.time_over(self.seat) {
            let name = self.view.players[self.seat.0].name.clone();
            self.turn_began = None;
            self.marked.clear();
            self.running.hint = None;
            self.running.changed(cx);
            self.hear(&events, cx);
            self.after(cx);
            cx.say(cx.language.fill(LineText::TimeOver, &[&name, &time]));
        }
    }

    fn start_machine(&mut self, cx: &mut Context) {
        let job = cx.jobs.machine(self.running.session.as_ref());
        cx.start(job);
    }

    /// Ends the turn: done, or a pass where nothing else is possible.
    fn finish_turn(&mut self, cx: &mut Context) {
        let passes = self.choices.commands.iter().any(|command| command == "pass");
        self.enter_all(&[if passes { "pass" } else { "done" }.to_owned()], cx);
    }

    fn discard(&mut self, cx: &mut Context) {
        match self.marked.as_slice() {
            [handle] => {
                let tile = self.tile(*handle).unwrap_or_default();
                self.enter_all(&[format!("discard {tile}")], cx);
            }
            _ => cx.say(cx.text(Text::MarkOne)),
        }
    }
}

/// The person who is to move, or the first one.
fn first_person(view: &RummyView, mover: Option<Seat>) -> Seat {
    let is_person = |seat: &Seat| view.players.get(seat.0).is_some_and(|player| player.machine.is_none());
    let first = view.players.iter().position(|player| player.machine.is_none());
    mover.filter(is_person).unwrap_or(Seat(first.unwrap_or(0)))
}

impl GameScreen for RummyScreen {
    fn running(&self) -> &Running {
        &self.running
    }

    fn running_mut(&mut self) -> &mut Running {
        &mut self.running
    }

    fn look_again(&mut self, cx: &mut Context) {
        self.after(cx);
    }

    fn seat(&self) -> Seat {
        self.seat
    }

    fn words_of(&self, inputs: &[String], _: &Context) -> Vec<String> {
        inputs.iter().map(|input| self.tiles.line(input)).collect()
    }
}

impl Screen for RummyScreen {
    fn bindings(&self) -> Vec<Binding> {
        KEYS.to_vec()
    }

    fn about(&self, cx: &Context) -> Vec<String> {
        [Text::HelpRummyMark, Text::HelpRummyPut, Text::HelpRummySigns]
            .map(|text| cx.text(text).to_owned())
            .into()
    }

    fn enter(&mut self, cx: &mut Context) -> Next {
        self.after(cx);
        Next::Stay
    }

    fn command(&mut self, command: Command, cx: &mut Context) -> Next {
        if self.covered && !matches!(command, Command::Back | Command::Help) {
            return Next::Stay;
        }
        match command {
            Command::Mark => {
                if let Some(cursor) = self.cursor.filter(|&cursor| self.tile(cursor).is_some()) {
                    self.mark(cursor);
                }
            }
            Command::Lay => self.lay(cx),
            Command::Done => self.finish_turn(cx),
            Command::Draw => self.enter_all(&["draw".to_owned()], cx),
            Command::Take => self.enter_all(&["take".to_owned()], cx),
            Command::Discard => self.discard(cx),
            Command::Review => {
                // It says what a strong machine would do, in the turn at hand too.
                self.running.help.hints += u32::from(self.view.ending.is_none());
                self.running.keep(cx);
                let copy = self.running.session.boxed();
                return Next::Push(Box::new(RummyReview::new(copy, self.tiles, self.seat)));
            }
            Command::Sort => {
                cx.set(|settings| settings.sorting = settings.sorting.other());
                self.refresh(cx);
            }
            other => return game_screen::command(self, other, cx),
        }
        Next::Stay
    }

    fn key(&mut self, pressed: KeyEvent, cx: &mut Context) -> Next {
        if self.covered {
            if pressed.code == KeyCode::Enter {
                (self.covered, cx.message) = (false, None);
                self.refresh(cx);
            }
            return Next::Stay;
        }
        match pressed.code {
            KeyCode::Enter => match (self.running.hint.take(), self.cursor) {
                (Some(inputs), _) => self.enter_all(&inputs, cx),
                (None, Some(cursor)) => self.choose(cursor, cx),
                (None, None) => {}
            },
            KeyCode::Char(digit @ '1'..='9') => self.put(digit as usize - '0' as usize, cx),
            KeyCode::Esc if self.marked.is_empty() && self.running.hint.is_none() => {
                return game_screen::commands(self, cx);
            }
            KeyCode::Esc => (self.marked, self.running.hint, cx.message) = (Vec::new(), None, None),
            other => self.steer(other, cx),
        }
        Next::Stay
    }

    fn mouse(&mut self, mouse: MouseEvent, cx: &mut Context) -> Next {
        if self.covered {
            return Next::Stay;
        }
        let Some(handle) = self.layout(cx.area).at(mouse.column, mouse.row) else { return Next::Stay };
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                self.cursor = Some(handle);
                self.choose(handle, cx);
            }
            // A drag ends somewhere else than it began.
            MouseEventKind::Up(MouseButton::Left) if self.cursor != Some(handle) => {
                if let Handle::New | Handle::End(_) | Handle::Tile(..) = handle {
                    self.choose(handle, cx);
                }
            }
            _ => {}
        }
        Next::Stay
    }

    fn back(&mut self, back: Back, cx: &mut Context) -> Next {
        match back {
            Back::Typed(_, line) => self.enter_all(&[line], cx),
            other => return game_screen::back(self, other, cx),
        }
        Next::Stay
    }

    fn answer(&mut self, kind: Kind, found: Result<Found, TaskError>, cx: &mut Context) -> Next {
        match found {
            Ok(Found::Machine(session, events)) => {
                self.running.session = session;
                self.running.changed(cx);
                self.hear(&events, cx);
                self.machine_at = Some(cx.now + BETWEEN_TURNS);
                self.after(cx);
                let mover = self.running.session.to_move();
                let is_person = mover.is_none_or(|mover| self.view.players[mover.0].machine.is_none());
                if is_person {
                    self.machine_at = None;
                }
                Next::Stay
            }
            found => game_screen::answer(self, kind, found, cx),
        }
    }

    fn tick(&mut self, cx: &mut Context) -> Next {
        if self.machine_at.is_some_and(|at| cx.now >= at) && !cx.jobs.has(Kind::Machine) {
            self.machine_at = None;
            self.start_machine(cx);
        }
        self.end_late_turn(cx);
        Next::Stay
    }

    fn is_finished(&self) -> Option<bool> {
        Some(self.view.ending.is_some())
    }

    fn keep(&mut self, cx: &mut Context) {
        self.running.keep(cx);
    }

    fn draw(&self, canvas: &mut Canvas<'_>, cx: &Context) {
        if self.covered {
            self.draw_cover(canvas, cx);
        } else {
            self.draw_table(canvas, cx);
        }
        game_screen::draw_foot(canvas, KEYS, cx);
    }
}

//! The screen of rummy.

mod draw;
mod edit;
mod layout;
mod log;
mod opponents;
mod review;
mod screen;
mod seen;
mod steps;
mod tile;

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use session::texts::{LineText, Screen as Text, in_english};
use session::{RummyView, Seat, TaskError, View};

use self::layout::Handle;
use self::opponents::Repeated;
use self::review::RummyReview;
use self::seen::Seen;
use crate::canvas::Canvas;
use crate::command::{Binding, Command, key, named};
use crate::context::Context;
use crate::game_screen::{self, GameScreen};
use crate::jobs::{Found, Kind};
use crate::kept::HelpUsed;
use crate::options::{Options, RummyOptions};
use crate::running::{Running, refusal};
use crate::screen::{Back, Next, Purpose, Screen};
use crate::settings::{Sorting, Turns};

const KEYS: &[Binding] = &[
    key(' ', Command::Mark),
    key('n', Command::Lay),
    key('x', Command::Discard),
    key('f', Command::Done),
    key('d', Command::Draw),
    key('p', Command::Take),
    key('u', Command::Undo),
    key('t', Command::Hint),
    key('?', Command::Help),
    key('q', Command::Back),
    key('r', Command::Redo),
    key('R', Command::ResetTurn),
    key('o', Command::Sort),
    key('v', Command::Review),
    key('N', Command::NewGame),
    key('w', Command::Steps),
    key('Y', Command::Letters),
    key('M', Command::Mouse),
    key(':', Command::Type),
];

/// The keys when the game is over.
const OVER: &[Binding] = &[
    key('v', Command::Review),
    key('N', Command::NewGame),
    key('u', Command::Undo),
    key('R', Command::Restart),
    key('?', Command::Help),
    key('q', Command::Back),
    key('o', Command::Sort),
    key('Y', Command::Letters),
    key('M', Command::Mouse),
    key(':', Command::Type),
];

/// The keys while nobody's hand is shown.
const COVERED: &[Binding] =
    &[named(KeyCode::Enter, Command::Uncover), key('?', Command::Help), key('q', Command::Back)];

/// The keys between two deals.
const BETWEEN_DEALS: &[Binding] =
    &[named(KeyCode::Enter, Command::NextDeal), key('?', Command::Help), key('q', Command::Back)];

/// The screen of rummy.
pub(crate) struct RummyScreen {
    running: Running,
    seen: Seen,
    cursor: Option<Handle>,
    marked: Vec<Handle>,
    /// The cell of the screen where the mouse button went down.
    pressed: Option<(u16, u16)>,
    /// Nobody's hand is shown until the next person is alone.
    covered: bool,
    log: Vec<String>,
    /// Why the turn cannot end here, in one sentence.
    unfinished: Option<String>,
    /// When the next machine may begin.
    machine_at: Option<Duration>,
    /// The turn of a machine that is being shown.
    repeated: Option<Repeated>,
    /// When the person who looks was first shown the table in this turn.
    turn_began: Option<Duration>,
    /// When time was last heard of.
    heard: Duration,
    /// Was there a pile in this game? Then there are discards.
    has_pile: bool,
}

impl RummyScreen {
    pub(crate) fn new(running: Running, cx: &mut Context) -> Self {
        let View::Rummy(view) = running.session.view(None) else { unreachable!("this is a game of rummy") };
        let seat = first_person(&view, running.session.to_move());
        let mut screen = Self {
            seen: Seen::new(running.session.as_ref(), seat, cx),
            running,
            cursor: None,
            marked: Vec::new(),
            pressed: None,
            covered: false,
            log: Vec::new(),
            unfinished: None,
            machine_at: None,
            repeated: None,
            turn_began: None,
            heard: cx.now,
            has_pile: false,
        };
        screen.read_log(cx);
        screen.refresh(cx);
        screen.covered = screen.seen.people() > 1 && screen.seen.view.ending.is_none();
        screen
    }

    fn is_own_turn(&self) -> bool {
        self.running.session.to_move() == Some(self.seen.seat) && !self.seen.view.deal_over
    }

    /// Looks at the game again after it changed.
    fn refresh(&mut self, cx: &mut Context) {
        self.seen = Seen::new(self.running.session.as_ref(), self.seen.seat, cx);
        self.has_pile |= !self.seen.view.pile.is_empty();
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
        copy.act(self.seen.seat, "done").err().map(|why| refusal(&why, cx))
    }

    fn enter_all(&mut self, inputs: &[String], cx: &mut Context) {
        for input in inputs {
            let Some(events) = self.running.act(self.seen.seat, input, cx) else { break };
            self.hear(&events, cx);
        }
        self.after(cx);
    }

    /// Is a deal over that another one follows? Its scores are shown until somebody deals again.
    fn is_between_deals(&self) -> bool {
        self.seen.view.deal_over && self.repeated.is_none()
    }

    fn deal_again(&mut self, cx: &mut Context) {
        let seat = self.running.session.to_move().unwrap_or(self.seen.seat);
        if let Some(events) = self.running.act(seat, "deal", cx) {
            self.hear(&events, cx);
        }
        self.after(cx);
        self.covered |= self.seen.people() > 1;
    }

    /// Goes on after a step: the scores of a deal, the next machine, the next person.
    fn after(&mut self, cx: &mut Context) {
        self.refresh(cx);
        if self.is_between_deals() {
            self.machine_at = None;
            return;
        }
        if self.seen.view.ending.is_some() {
            cx.say(self.log.last().cloned().unwrap_or_default());
            return;
        }
        let Some(mover) = self.running.session.to_move() else { return };
        if self.seen.is_machine(mover) {
            self.machine_at.get_or_insert(cx.now);
        } else if mover != self.seen.seat {
            (self.seen.seat, self.covered) = (mover, true);
            self.refresh(cx);
        }
    }

    /// The time that is left of the turn of the person who looks, if the rules limit it.
    fn time_left(&self, now: Duration) -> Option<Duration> {
        let spent = now.saturating_sub(self.turn_began?);
        self.running.session.turn_time().map(|time| time.saturating_sub(spent))
    }

    fn end_late_turn(&mut self, cx: &mut Context) {
        let is_waiting = self.covered || self.is_between_deals() || self.repeated.is_some();
        if is_waiting || self.running.session.to_move() != Some(self.seen.seat) {
            self.turn_began = None;
            return;
        }
        self.turn_began.get_or_insert(cx.now);
        if self.time_left(cx.now) != Some(Duration::ZERO) {
            return;
        }
        let time = self.running.session.turn_time().unwrap_or_default().as_secs();
        if let Some(events) = self.running.session.time_over(self.seen.seat) {
            let name = self.seen.name(self.seen.seat).to_owned();
            self.turn_began = None;
            self.running.changed(cx);
            self.hear(&events, cx);
            self.after(cx);
            cx.say(cx.language.fill(LineText::TimeOver, &[&name, &time]));
        }
    }

    /// Looks back on the game. It shows the turn of a strong machine, in the turn at hand too.
    fn review(&mut self, cx: &mut Context) -> Next {
        self.running.note_help(HelpUsed::add_hint, cx);
        // A machine that thinks begins again afterwards.
        cx.jobs.cancel(Kind::Machine);
        Next::Push(Box::new(RummyReview::new(self.running.session.boxed(), self.seen.seat, cx)))
    }

    /// Leaves the game for the choices of another one of the same rules.
    fn new_game(&mut self, cx: &mut Context) -> Next {
        let rules = self.seen.view.rules.parse().expect("a view names its rule set");
        let options = Options::new(RummyOptions(rules), cx).in_place_of(self.running.name());
        game_screen::leave(&mut self.running, Next::Replace(Box::new(options)), cx)
    }

    /// Sorts the hand by `sort colour` or `sort number`; `false` for any other line.
    fn sort_as_typed(&mut self, line: &str, cx: &mut Context) -> bool {
        match &*in_english(line) {
            "sort colour" => cx.set(|settings| settings.sorting = Sorting::Colour),
            "sort number" => cx.set(|settings| settings.sorting = Sorting::Number),
            "sort" => cx.say(cx.text(LineText::SortHow)),
            _ => return false,
        }
        self.refresh(cx);
        true
    }

    fn uncover(&mut self, cx: &mut Context) {
        (self.covered, cx.message) = (false, None);
        self.refresh(cx);
    }
}

/// Shows the turns of machines step by step, or at once.
fn switch_steps(cx: &mut Context) {
    cx.set(|settings| settings.turns = settings.turns.other());
    let is_on = cx.settings.turns == Turns::Steps;
    cx.say(cx.text(if is_on { Text::StepsOn } else { Text::StepsOff }));
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
        self.read_log(cx);
        self.after(cx);
    }

    fn seat(&self) -> Seat {
        self.seen.seat
    }

    fn shown(&self, input: &str, _: &Context) -> String {
        self.seen.tiles.line(input)
    }

    fn words_of(&self, inputs: &[String], _: &Context) -> Vec<String> {
        inputs.iter().map(|input| self.seen.tiles.line(input)).collect()
    }
}

impl Screen for RummyScreen {
    fn bindings(&self) -> Vec<Binding> {
        if self.is_between_deals() {
            return BETWEEN_DEALS.to_vec();
        }
        if self.covered {
            return COVERED.to_vec();
        }
        if self.seen.view.ending.is_some() && self.repeated.is_none() {
            return OVER.to_vec();
        }
        let is_of_pile = |binding: &&Binding| matches!(binding.command, Command::Take | Command::Discard);
        KEYS.iter().filter(|binding| self.has_pile || !is_of_pile(binding)).copied().collect()
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
        let is_of_cover = matches!(
            command,
            Command::Uncover | Command::NextDeal | Command::Back | Command::LeaveAnyway | Command::Help
        );
        let is_hidden = (self.covered || self.is_between_deals()) && !is_of_cover;
        if self.skip_repeated(cx) || is_hidden {
            return Next::Stay;
        }
        match command {
            Command::Uncover => self.uncover(cx),
            Command::NextDeal => self.deal_again(cx),
            Command::Mark => self.mark_under_cursor(),
            Command::Lay => self.lay(cx),
            Command::Done => self.finish_turn(cx),
            Command::Draw => self.enter_all(&["draw".to_owned()], cx),
            Command::Take => self.enter_all(&["take".to_owned()], cx),
            Command::Discard => self.discard(cx),
            Command::Review => return self.review(cx),
            Command::NewGame => return self.new_game(cx),
            Command::Steps => switch_steps(cx),
            Command::ResetTurn => return game_screen::command(self, Command::Restart, cx),
            Command::Sort => {
                cx.set(|settings| settings.sorting = settings.sorting.other());
                self.refresh(cx);
            }
            other => return game_screen::command(self, other, cx),
        }
        Next::Stay
    }

    fn key(&mut self, pressed: KeyEvent, cx: &mut Context) -> Next {
        if self.skip_repeated(cx) {
            return Next::Stay;
        }
        match pressed.code {
            _ if self.covered || self.is_between_deals() => {}
            KeyCode::Enter => match (self.running.hint.take(), self.cursor) {
                (Some(inputs), _) => self.enter_all(&inputs, cx),
                (None, Some(cursor)) => self.choose(cursor, cx),
                (None, None) => {}
            },
            KeyCode::Char(digit @ '1'..='9') => self.put(digit as usize - '0' as usize, cx),
            KeyCode::Backspace => self.take_back(cx),
            KeyCode::Esc if self.marked.is_empty() && self.running.hint.is_none() => {
                return game_screen::commands(self, cx);
            }
            KeyCode::Esc => (self.marked, self.running.hint, cx.message) = (Vec::new(), None, None),
            KeyCode::Char(letter) => cx.say(cx.language.fill(Text::UnknownKey, &[&letter])),
            other => self.steer(other, cx),
        }
        Next::Stay
    }

    fn mouse(&mut self, mouse: MouseEvent, cx: &mut Context) -> Next {
        let is_down = mouse.kind == MouseEventKind::Down(MouseButton::Left);
        if self.covered || self.is_between_deals() || self.repeated.is_some() {
            if is_down {
                self.skip_repeated(cx);
            }
            return Next::Stay;
        }
        let place = (mouse.column, mouse.row);
        let Some(handle) = self.seen.layout(cx.area).at(place.0, place.1) else { return Next::Stay };
        let is_place = matches!(handle, Handle::New | Handle::End(_) | Handle::Tile(..));
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                (self.cursor, self.pressed) = (Some(handle), Some(place));
                self.choose(handle, cx);
            }
            // A drag ends somewhere else than it began.
            MouseEventKind::Up(MouseButton::Left) if is_place && self.pressed.take() != Some(place) => {
                self.choose(handle, cx);
            }
            _ => {}
        }
        Next::Stay
    }

    fn back(&mut self, back: Back, cx: &mut Context) -> Next {
        match back {
            Back::Typed(_, line) if self.covered || !self.sort_as_typed(&line, cx) => {
                game_screen::back(self, Back::Typed(Purpose::Act, line), cx)
            }
            Back::Typed(..) => Next::Stay,
            other => game_screen::back(self, other, cx),
        }
    }

    fn answer(&mut self, kind: Kind, found: Result<Found, TaskError>, cx: &mut Context) -> Next {
        match found {
            Ok(Found::Machine(session, events)) => {
                self.hear_machine(session, events, cx);
                Next::Stay
            }
            found => game_screen::answer(self, kind, found, cx),
        }
    }

    fn tick(&mut self, cx: &mut Context) -> Next {
        self.heard = cx.now;
        self.show_next_step(cx);
        self.start_machine(cx);
        self.end_late_turn(cx);
        Next::Stay
    }

    /// The time of the turn stands still while the table is hidden.
    fn wait(&mut self, cx: &mut Context) {
        let passed = cx.now.saturating_sub(self.heard);
        self.turn_began = self.turn_began.map(|began| began + passed);
        self.heard = cx.now;
    }

    fn is_moving(&self) -> bool {
        self.machine_at.is_some() || self.repeated.is_some()
    }

    fn is_finished(&self) -> Option<bool> {
        Some(self.seen.view.ending.is_some())
    }

    fn keep(&mut self, cx: &mut Context) {
        self.running.keep(cx);
    }

    fn keep_time(&mut self, cx: &mut Context) {
        self.running.keep_time(cx);
    }

    fn leave(&mut self, cx: &mut Context) {
        self.running.leave(cx);
    }

    fn draw(&self, canvas: &mut Canvas<'_>, cx: &Context) {
        if self.is_between_deals() {
            self.draw_scores(canvas, cx);
        } else if self.covered {
            self.draw_cover(canvas, cx);
        } else {
            self.draw_table(canvas, cx);
        }
        game_screen::draw_foot(canvas, &self.bindings(), cx);
    }
}

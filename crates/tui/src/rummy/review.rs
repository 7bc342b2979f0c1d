//! Looking back on a game of rummy: every turn, and next to the player's own the one of a strong machine.

use crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;
use ratatui::style::Style;
use session::texts::{Screen as Text, Thing};
use session::{PlayedTurn, Seat, Session, TaskError, TurnReview};

use super::draw::Signs;
use super::log::logged;
use super::seen::Seen;
use super::tile::commands;
use crate::canvas::{BOLD, Canvas, DIM, GOOD, PLAIN, wrap_to};
use crate::command::{Binding, Command, key, named};
use crate::context::Context;
use crate::game_screen::{self, draw_foot};
use crate::jobs::{Found, Kind};
use crate::screen::{Back, Next, Screen};
use crate::strip::Strip;

const KEYS: &[Binding] = &[
    named(KeyCode::Left, Command::Backward),
    named(KeyCode::Right, Command::Forward),
    key('f', Command::Differs),
    named(KeyCode::Enter, Command::PlayOn),
    named(KeyCode::Esc, Command::Back),
    key('?', Command::Help),
    named(KeyCode::Home, Command::First),
    named(KeyCode::End, Command::Last),
];

/// A look back on a game of rummy. Each turn is shown at its beginning.
pub(crate) struct RummyReview {
    /// The whole game.
    session: Box<dyn Session>,
    turns: Vec<PlayedTurn>,
    /// The table at the beginning of the turn that is shown.
    seen: Seen,
    /// The turn that is shown; after the last one the table as it is now.
    at: usize,
    /// The decisions of the player that are known, in order.
    decisions: Vec<TurnReview>,
    is_whole: bool,
}

/// How a turn compares with the one of a strong machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Compared {
    Same,
    Differs,
    /// It is not known yet.
    Open,
    /// It is another player's turn, or a new deal.
    NotOwn,
}

impl Compared {
    fn sign(self) -> (&'static str, Style) {
        match self {
            Self::Same => ("✓", GOOD),
            Self::Differs => ("≠", BOLD),
            Self::Open => ("?", DIM),
            Self::NotOwn => ("·", DIM),
        }
    }
}

impl RummyReview {
    pub(crate) fn new(session: Box<dyn Session>, seat: Seat, cx: &Context) -> Self {
        let turns = session.turns();
        let seen = Seen::new(session.as_ref(), seat, cx);
        let at = turns.len();
        Self { session, turns, seen, at, decisions: Vec::new(), is_whole: false }
    }

    /// Asks about the next decision.
    fn ask(&self, cx: &mut Context) {
        let from = self.decisions.last().map_or(0, |decision| decision.at + 1);
        if let Some(task) = self.session.turn_review(self.seen.seat, from) {
            let job = cx.jobs.task(Kind::Review, u64::MAX, task, |turn| Found::Turn(turn.map(Box::new)));
            cx.start(job);
        }
    }

    /// The number of commands before the turn that is shown.
    fn commands_before(&self) -> usize {
        let last = self.turns.last().map_or(0, |turn| turn.commands.end);
        self.turns.get(self.at).map_or(last, |turn| turn.commands.start)
    }

    fn go(&mut self, at: usize, cx: &Context) {
        self.at = at.min(self.turns.len());
        if let Some(earlier) = self.session.earlier(self.commands_before()) {
            self.seen = Seen::new(earlier.as_ref(), self.seen.seat, cx);
        }
    }

    /// The decisions of the player in a turn.
    fn decisions_in(&self, turn: &PlayedTurn) -> impl Iterator<Item = &TurnReview> {
        let commands = turn.commands.clone();
        self.decisions.iter().filter(move |decision| commands.contains(&decision.at))
    }

    fn compared(&self, at: usize) -> Compared {
        let own = self.turns.get(at).filter(|turn| turn.seat == Some(self.seen.seat));
        let Some(turn) = own else { return Compared::NotOwn };
        let known = self.decisions_in(turn).count();
        match self.decisions_in(turn).all(|decision| decision.is_best) {
            false => Compared::Differs,
            true if known > 0 => Compared::Same,
            true => Compared::Open,
        }
    }

    /// The next turn of the player that differs from the one of a strong machine; after the last comes the first.
    fn go_to_difference(&mut self, cx: &mut Context) {
        let count = self.turns.len();
        let later = (self.at + 1..count).chain(0..count);
        match later.into_iter().find(|&at| self.compared(at) == Compared::Differs) {
            Some(at) => self.go(at, cx),
            None => cx.say(cx.text(Text::NoDifference)),
        }
    }

    fn strip(&self, area: Rect) -> Strip {
        Strip {
            area,
            row: area.bottom().saturating_sub(below(area) + 1),
            at: self.at,
            last: self.turns.len(),
        }
    }

    fn draw_title(&self, canvas: &mut Canvas<'_>, cx: &Context) {
        let (x, y) = (canvas.area.x + 1, canvas.area.y);
        let (number, last) = (self.at + 1, self.turns.len());
        let place = match self.turns.get(self.at) {
            Some(_) => cx.language.fill(Text::RummyReviewPlace, &[&number, &last]),
            None => cx.language.fill(Text::RummyReviewEnd, &[&cx.language.counted(last, Thing::Turn)]),
        };
        let end = canvas.text(x, y, &place, BOLD);
        let (facts, pile) = self.seen.facts(cx);
        let end = canvas.text(end + 2, y, &facts, DIM);
        canvas.text(end + 2, y, &pile, DIM);
        if !self.is_whole {
            canvas.right(y, cx.text(Text::Thinking), DIM);
        }
    }

    /// The turn in words; below the player's own the commands, and those of a strong machine.
    fn words(&self, cx: &Context) -> Vec<(String, Style)> {
        let Some(turn) = self.turns.get(self.at) else { return Vec::new() };
        let seat = self.seen.seat;
        let mut words = vec![(logged(&turn.events, Some(seat), cx).join("; "), PLAIN)];
        let list = |part: fn(&TurnReview) -> &Vec<String>| {
            let lists = self.decisions_in(turn).map(|decision| commands(self.seen.tiles, part(decision)));
            lists.collect::<Vec<_>>().join(", ")
        };
        if self.decisions_in(turn).next().is_some() {
            let (sign, style) = self.compared(self.at).sign();
            let played = cx.language.fill(Text::TurnPlayed, &[&list(|decision| &decision.played)]);
            let best = cx.language.fill(Text::TurnBest, &[&list(|decision| &decision.best)]);
            words.extend([(format!("  {played}"), PLAIN), (format!("{sign} {best}"), style)]);
        }
        words
    }

    fn draw_words(&self, canvas: &mut Canvas<'_>, cx: &Context) {
        let mut y = self.strip(canvas.area).row + 2;
        let mut free = usize::from(below(canvas.area) - 2);
        let words = self.words(cx);
        for (number, (text, style)) in words.iter().enumerate() {
            // Each text has the lines that are left, but for one line of each text that follows.
            let most = free.saturating_sub(words.len() - number - 1).max(1);
            let lines = wrap_to(text, canvas.area.width.saturating_sub(2), most);
            free = free.saturating_sub(lines.len());
            for line in lines {
                canvas.text(canvas.area.x + 1, y, &line, *style);
                y += 1;
            }
        }
    }
}

/// Lines for the strip and the words below the table; on a higher screen the words have two lines each.
fn below(area: Rect) -> u16 {
    if area.height < 24 { 5 } else { 8 }
}

impl Screen for RummyReview {
    fn bindings(&self) -> Vec<Binding> {
        KEYS.to_vec()
    }

    fn about(&self, cx: &Context) -> Vec<String> {
        [Text::HelpRummyReview, Text::HelpReviewLearn, Text::HelpRummyBranch]
            .map(|text| cx.text(text).to_owned())
            .into()
    }

    fn enter(&mut self, cx: &mut Context) -> Next {
        cx.message = None;
        self.ask(cx);
        Next::Stay
    }

    fn command(&mut self, command: Command, cx: &mut Context) -> Next {
        cx.message = None;
        match command {
            Command::Help => return game_screen::commands(self, cx),
            Command::Forward => self.go(self.at + 1, cx),
            Command::Backward => self.go(self.at.saturating_sub(1), cx),
            Command::First => self.go(0, cx),
            Command::Last => self.go(self.turns.len(), cx),
            Command::Differs => self.go_to_difference(cx),
            Command::PlayOn => {
                cx.jobs.cancel(Kind::Review);
                return Next::PopWith(Back::GoTo(self.commands_before()));
            }
            _ => {
                cx.jobs.cancel(Kind::Review);
                return Next::Pop;
            }
        }
        Next::Stay
    }

    fn key(&mut self, key: KeyEvent, cx: &mut Context) -> Next {
        if let KeyCode::Char(digit @ '1'..='9') = key.code {
            self.go(self.turns.len() * (digit as usize - '0' as usize) / 10, cx);
        }
        Next::Stay
    }

    fn mouse(&mut self, mouse: MouseEvent, cx: &mut Context) -> Next {
        let is_down = mouse.kind == MouseEventKind::Down(MouseButton::Left);
        if let Some(at) = self.strip(cx.area).pointed(mouse.column, mouse.row).filter(|_| is_down) {
            self.go(at, cx);
        }
        Next::Stay
    }

    fn answer(&mut self, kind: Kind, found: Result<Found, TaskError>, cx: &mut Context) -> Next {
        match found {
            Ok(Found::Turn(Some(turn))) => {
                self.decisions.push(*turn);
                self.ask(cx);
            }
            Ok(_) => self.is_whole |= kind == Kind::Review,
            Err(error) => cx.no_answer(&error),
        }
        Next::Stay
    }

    fn draw(&self, canvas: &mut Canvas<'_>, cx: &Context) {
        let whole = canvas.area;
        canvas.area.height -= below(whole) - 1;
        self.seen.draw(canvas, &self.seen.layout(canvas.area), Signs::default(), cx);
        canvas.area = whole;
        self.draw_title(canvas, cx);
        self.strip(whole).draw(canvas, |at| self.compared(at).sign());
        self.draw_words(canvas, cx);
        draw_foot(canvas, KEYS, cx);
    }
}

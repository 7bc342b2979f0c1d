//! Looking back on a game: every position marked winnable, lost or unknown, the move that lost it, and what would have won.

use crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;
use ratatui::style::Style;
use session::texts::{Screen as Text, Thing, Word};
use session::{Hint, Seat, Session, TaskError};

use crate::canvas::{BAD, BOLD, Canvas, DIM, GOOD, PLAIN};
use crate::command::{Binding, Command, key, named};
use crate::context::Context;
use crate::game_screen::{commands, draw_foot};
use crate::jobs::{Found, Kind};
use crate::light::{Mark, Marks};
use crate::running::{Running, go_to, in_words};
use crate::screen::{Back, Next, Screen};
use crate::show::show;
use crate::strip::Strip;

const KEYS: &[Binding] = &[
    named(KeyCode::Left, Command::Backward),
    named(KeyCode::Right, Command::Forward),
    key('f', Command::Fault),
    named(KeyCode::Enter, Command::PlayOn),
    key('l', Command::Learn),
    named(KeyCode::Esc, Command::Back),
    key('?', Command::Help),
    named(KeyCode::Home, Command::First),
    named(KeyCode::End, Command::Last),
];

/// The positions that the question about one position may cost.
const NODES: u64 = 1_000_000;
/// Lines for the strip and the words below the table.
const STRIP: u16 = 3;

/// A look back on a game.
pub(crate) struct Review {
    /// A copy of the game, at the position that is shown.
    session: Box<dyn Session>,
    words: Vec<String>,
    marks: Marks,
    /// The positions that were asked about.
    asked: Vec<usize>,
    /// The position that is shown: after how many moves.
    at: usize,
    last: usize,
    /// The move that would have kept the win, in words.
    better: Option<String>,
    /// Was that move shown?
    has_helped: bool,
}

impl Review {
    pub(crate) fn new(running: &Running) -> Self {
        let last = running.moves();
        let mut marks = running.marks.clone();
        marks.fit(last);
        let (session, words) = (running.session.boxed(), running.words().to_vec());
        Self { session, words, marks, asked: Vec::new(), at: last, last, better: None, has_helped: false }
    }

    /// Asks about the next position, or, when all is known, for the move that would have won.
    fn ask(&mut self, cx: &mut Context) {
        let mut copy = self.session.boxed();
        if let Some(after) = self.marks.next_question(&self.asked) {
            self.asked.push(after);
            go_to(copy.as_mut(), after);
            if let Some(task) = copy.truth() {
                let job = cx.jobs.task(Kind::Review, NODES, task, Found::Truth);
                cx.start(job);
            }
            return;
        }
        if let Some(number) = self.marks.losing_move().filter(|_| self.better.is_none()) {
            go_to(copy.as_mut(), number - 1);
            if let Ok(task) = copy.hint(Seat(0)) {
                let job = cx.jobs.task(Kind::Hint, NODES, task, Found::Hint);
                cx.start(job);
            }
        }
    }

    fn hear_hint(&mut self, hint: &Hint, cx: &Context) {
        let (Hint::Enter { inputs, left, .. }, Some(number)) = (hint, self.marks.losing_move()) else {
            return;
        };
        let mut copy = self.session.boxed();
        go_to(copy.as_mut(), number - 1);
        let Some(Ok(events)) = inputs.first().map(|input| copy.act(Seat(0), input)) else { return };
        let moves = cx.language.counted(left.unwrap_or(0), Thing::Move);
        self.better = Some(cx.language.fill(Text::WouldHaveWon, &[&in_words(&events, cx), &moves]));
    }

    fn go(&mut self, at: usize) {
        self.at = at.min(self.last);
        go_to(self.session.as_mut(), self.at);
    }

    /// The game hears once that the move that would have kept the win is shown.
    fn stay(&mut self) -> Next {
        let is_shown = self.better.is_some() && self.marks.losing_move() == Some(self.at);
        if is_shown && !self.has_helped {
            self.has_helped = true;
            return Next::Tell(Back::Helped);
        }
        Next::Stay
    }

    fn strip(&self, area: Rect) -> Strip {
        Strip { area, row: area.bottom().saturating_sub(STRIP + 2), at: self.at, last: self.last }
    }

    /// The position that is shown, in words.
    fn facts(&self, cx: &Context) -> (String, Style) {
        let (sign, style) = match self.marks.get(self.at) {
            Mark::Winnable(Some(0)) => (format!("✓ {}", cx.text(Text::ListWon)), GOOD),
            Mark::Winnable(Some(moves)) => {
                let moves = cx.language.counted(moves, Thing::Move);
                (format!("✓ {}", cx.language.fill(Word::WinnableIn, &[&moves])), GOOD)
            }
            Mark::Winnable(None) => (format!("✓ {}", cx.text(Text::Winnable)), GOOD),
            Mark::Lost => (format!("✗ {}", cx.text(Word::ProvenLost)), BAD),
            Mark::Unknown if cx.jobs.has(Kind::Review) => (format!("? {}", cx.text(Text::Searching)), DIM),
            Mark::Unknown => (format!("? {}", cx.text(Word::Unknown)), DIM),
        };
        (sign, style)
    }

    fn draw_title(&self, canvas: &mut Canvas<'_>, cx: &Context) {
        let (x, y) = (canvas.area.x + 1, canvas.area.y);
        let place = cx.language.fill(Text::ReviewPlace, &[&self.at, &self.last]);
        canvas.text(x, y, &place, BOLD);
        let (facts, style) = self.facts(cx);
        canvas.right(y, &facts, style);
    }

    /// The move that led here; at the move that lost, what would have won.
    fn draw_words(&self, canvas: &mut Canvas<'_>, cx: &Context) {
        let (x, y) = (canvas.area.x + 1, self.strip(canvas.area).row + 2);
        let word = self.at.checked_sub(1).and_then(|last| self.words.get(last));
        let is_fault = self.marks.losing_move() == Some(self.at);
        if let Some(word) = word {
            let sign = if is_fault { format!("  ✗ {}", cx.text(Text::LosesTheWin)) } else { String::new() };
            let text = format!("{}  {word}{sign}", self.at);
            canvas.text(x, y, &text, if is_fault { BAD } else { PLAIN });
        }
        if let Some(better) = self.better.as_ref().filter(|_| is_fault) {
            canvas.text(x, y + 1, better, GOOD);
        }
    }
}

/// The bar of a position: its height says what its colour says.
fn bar(mark: Mark) -> (&'static str, Style) {
    match mark {
        Mark::Winnable(_) => ("▆", GOOD),
        Mark::Unknown => ("▃", DIM),
        Mark::Lost => ("▁", BAD),
    }
}

impl Screen for Review {
    fn bindings(&self) -> Vec<Binding> {
        KEYS.to_vec()
    }

    fn about(&self, cx: &Context) -> Vec<String> {
        [Text::HelpReviewStrip, Text::HelpReviewLearn].map(|text| cx.text(text).to_owned()).into()
    }

    fn enter(&mut self, cx: &mut Context) -> Next {
        cx.message = None;
        self.ask(cx);
        Next::Stay
    }

    fn command(&mut self, command: Command, cx: &mut Context) -> Next {
        cx.message = None;
        match command {
            Command::Help => return commands(self, cx),
            Command::Back => return Next::Pop,
            Command::PlayOn => return Next::PopWith(Back::GoTo(self.at)),
            Command::Learn => match self.marks.losing_move() {
                Some(number) => return Next::PopWith(Back::Learn(number - 1)),
                None => cx.say(cx.text(Text::NothingToLearn)),
            },
            Command::Fault => match self.marks.losing_move() {
                Some(number) => self.go(number),
                None => cx.say(cx.text(Text::NothingToLearn)),
            },
            Command::Forward => self.go(self.at + 1),
            Command::Backward => self.go(self.at.saturating_sub(1)),
            Command::First => self.go(0),
            Command::Last => self.go(self.last),
            _ => {}
        }
        self.stay()
    }

    fn key(&mut self, key: KeyEvent, _: &mut Context) -> Next {
        if let KeyCode::Char(digit @ '1'..='9') = key.code {
            self.go(self.last * (digit as usize - '0' as usize) / 10);
        }
        self.stay()
    }

    fn mouse(&mut self, mouse: MouseEvent, cx: &mut Context) -> Next {
        let is_down = mouse.kind == MouseEventKind::Down(MouseButton::Left);
        if let Some(at) = self.strip(cx.area).pointed(mouse.column, mouse.row).filter(|_| is_down) {
            self.go(at);
        }
        self.stay()
    }

    fn answer(&mut self, kind: Kind, found: Result<Found, TaskError>, cx: &mut Context) -> Next {
        match (kind, found) {
            (Kind::Review, Ok(Found::Truth(truth))) => {
                let after = self.asked.last().copied().unwrap_or(self.last);
                self.marks.note(after, truth);
                self.ask(cx);
            }
            (Kind::Review, Err(TaskError::Limit(_))) => self.ask(cx),
            (Kind::Hint, Ok(Found::Hint(hint))) => self.hear_hint(&hint, cx),
            (_, Err(error @ TaskError::Internal(_))) => cx.no_answer(&error),
            _ => {}
        }
        self.stay()
    }

    fn draw(&self, canvas: &mut Canvas<'_>, cx: &Context) {
        let whole = canvas.area;
        canvas.area.height -= STRIP;
        show(canvas, self.session.as_ref(), cx);
        canvas.area = whole;
        self.draw_title(canvas, cx);
        self.strip(whole).draw(canvas, |at| bar(self.marks.get(at)));
        self.draw_words(canvas, cx);
        draw_foot(canvas, KEYS, cx);
    }
}

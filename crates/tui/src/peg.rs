//! The screen of peg solitaire.

pub(crate) mod layout;

use crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use peg::{Board, Grid, Hole, Place, Position, Setup};
use ratatui::style::Style;
use session::texts::{Screen as Text, Thing};
use session::{Choices, Ending, JumpChoice, Seat, Session, TaskError, View};

use self::layout::Layout;
use crate::canvas::{BAD, BOLD, CURSOR, Canvas, DIM, GOOD, PLAIN, SELECTED};
use crate::command::{Binding, Command, key};
use crate::context::Context;
use crate::direction::{Direction, cycle};
use crate::game_screen::{self, GameScreen};
use crate::jobs::{Found, Kind};
use crate::names;
use crate::options::{Options, PegOptions};
use crate::running::Running;
use crate::screen::{Back, Next, Screen};

const KEYS: &[Binding] = &[
    key('u', Command::Undo),
    key('t', Command::Hint),
    key('s', Command::Solution),
    key('l', Command::LastWinnable),
    key('n', Command::NewGame),
    key('?', Command::Help),
    key('q', Command::Back),
    key('r', Command::Redo),
    key('R', Command::Restart),
    key('o', Command::Review),
    key('w', Command::Light),
    key('Y', Command::Letters),
    key('M', Command::Mouse),
    key(':', Command::Type),
];

/// The screen of peg solitaire.
pub(crate) struct PegScreen {
    running: Running,
    board: Board,
    position: Position,
    jumps: Vec<JumpChoice>,
    ending: Option<Ending>,
    /// The hole of the last peg, if the game names one.
    goal: Option<String>,
    cursor: Option<Place>,
    selected: Option<Place>,
}

impl PegScreen {
    pub(crate) fn new(running: Running) -> Self {
        let Setup { board, position, .. } = setup(running.session.as_ref());
        let (jumps, ending, cursor, selected) = (Vec::new(), None, None, None);
        let goal = running.session.save().rules.remove("goal");
        let goal = goal.filter(|goal| peg::Notation::Standard.parse_hole(&board, goal).is_ok());
        let mut screen = Self { running, board, position, jumps, ending, goal, cursor, selected };
        screen.refresh();
        screen
    }

    fn refresh(&mut self) {
        self.position = setup(self.running.session.as_ref()).position;
        self.ending = self.running.session.ending();
        (self.selected, self.running.hint) = (None, None);
        self.look_at_jumps();
        self.fit_cursor();
    }

    /// Jumps may become known as winning or losing while nobody plays.
    fn look_at_jumps(&mut self) {
        if let Choices::Jumps(jumps) = self.running.session.choices(Seat(0)) {
            self.jumps = jumps;
        }
    }

    /// The pegs that can jump, or, once one is selected, the holes where it lands.
    fn handles(&self) -> Vec<Place> {
        let mut handles: Vec<Place> = match self.selected {
            None => self.jumps.iter().map(|jump| jump.from).collect(),
            Some(from) => self.jumps_from(from).map(|jump| jump.to).collect(),
        };
        handles.dedup();
        handles
    }

    fn jumps_from(&self, from: Place) -> impl Iterator<Item = &JumpChoice> {
        self.jumps.iter().filter(move |jump| jump.from == from)
    }

    fn fit_cursor(&mut self) {
        let handles = self.handles();
        if !self.cursor.is_some_and(|cursor| handles.contains(&cursor)) {
            self.cursor = handles.first().copied();
        }
    }

    fn steer(&mut self, direction: Direction, cx: &Context) {
        let layout = Layout::new(cx.area, &self.board);
        let places: Vec<_> = self.handles().into_iter().map(|place| (place, layout.hole(place))).collect();
        let from = self.cursor.map(|cursor| layout.hole(cursor));
        let next = from.and_then(|from| direction.nearest(&places, from));
        self.cursor = next.or(self.cursor);
    }

    /// Picks a peg, or jumps into a hole.
    fn pick(&mut self, place: Place, cx: &mut Context) {
        cx.message = None;
        if let Some(from) = self.selected {
            let input = self.jumps_from(from).find(|jump| jump.to == place).map(|jump| jump.input.clone());
            if let Some(input) = input {
                self.running.act(Seat(0), &input, cx);
                self.after(cx);
                return;
            }
            self.selected = None;
            if from == place {
                return;
            }
        }
        if self.jumps_from(place).next().is_some() {
            self.selected = Some(place);
            self.cursor = None;
            self.fit_cursor();
        } else {
            cx.say(cx.text(Text::PegCannotJump));
        }
    }

    fn after(&mut self, cx: &mut Context) {
        self.refresh();
        match self.ending {
            Some(Ending::Won) => cx.say(cx.text(Text::WonPeg)),
            Some(_) => cx.say(cx.text(Text::StuckPeg)),
            None => {}
        }
    }

    /// The facts about the place under the cursor: the best jump of a peg, or the jump into a hole.
    fn known(&self, place: Place) -> Option<Known> {
        match self.selected {
            Some(from) => self.jumps_from(from).find(|jump| jump.to == place).map(Known::of),
            None => self.jumps_from(place).map(Known::of).min(),
        }
    }

    /// Are jumps marked by whether they keep the win?
    fn shows_truth(&self, cx: &Context) -> bool {
        cx.settings.light && !self.running.is_learning()
    }

    /// The sign at a hole.
    fn sign(&self, place: Place, cx: &Context) -> Option<(char, Style)> {
        let known = self.known(place)?;
        Some(if self.shows_truth(cx) { known.sign() } else { ('∙', DIM) })
    }

    fn draw_hole(&self, canvas: &mut Canvas<'_>, layout: &Layout, place: Place, cx: &Context) {
        let (x, y) = layout.hole(place);
        let hole = self.board.hole_at(place).expect("the place is a hole of the board");
        let has_peg = self.position.has(hole);
        let is_cursor = self.cursor == Some(place) && self.ending.is_none();
        let style = match self.selected == Some(place) {
            true => SELECTED,
            false if has_peg => BOLD,
            false => DIM,
        };
        let style = if is_cursor { style.patch(CURSOR) } else { style };
        canvas.text(x, y, if has_peg { "●" } else { "○" }, style);
        if let Some((sign, style)) = self.sign(place, cx) {
            canvas.text(x.saturating_sub(1), y, &sign.to_string(), style);
        }
        if self.selected == Some(place) {
            canvas.text(x.saturating_sub(1), y, "[", SELECTED);
            canvas.text(x + 1, y, if layout.is_wide() { "]" } else { "" }, SELECTED);
        } else if is_cursor && layout.is_wide() {
            canvas.text(x + 1, y, "‹", BOLD);
        }
    }

    /// The facts about the place under the cursor, in words.
    fn facts(&self, cx: &Context) -> Option<(String, Style)> {
        let cursor = self.cursor.filter(|_| self.ending.is_none())?;
        let hole = self.board.hole_at(cursor)?;
        let name = peg::Notation::Standard.hole(&self.board, hole);
        if !self.shows_truth(cx) {
            return Some((name, DIM));
        }
        let known = self.known(cursor)?;
        let (sign, style) = known.sign();
        let is_lost = known == Known::Loses && self.running.mark() == crate::light::Mark::Lost;
        let text = if is_lost { cx.text(session::texts::Word::ProvenLost) } else { cx.text(known.text()) };
        Some((format!("{name}  {sign} {text}"), style))
    }
}

/// The value of a jump, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Known {
    Keeps,
    Unknown,
    Loses,
}

impl Known {
    fn of(jump: &JumpChoice) -> Self {
        match jump.solvable {
            Some(true) => Self::Keeps,
            Some(false) => Self::Loses,
            None => Self::Unknown,
        }
    }

    fn sign(self) -> (char, Style) {
        match self {
            Self::Keeps => ('✓', GOOD),
            Self::Loses => ('✗', BAD),
            Self::Unknown => ('?', DIM),
        }
    }

    fn text(self) -> Text {
        match self {
            Self::Keeps => Text::KeepsTheWin,
            Self::Loses => Text::LosesTheWin,
            Self::Unknown => Text::NobodyKnows,
        }
    }
}

fn setup(session: &dyn Session) -> Setup {
    let View::Peg(view) = session.view(None) else { unreachable!("this is a game of peg solitaire") };
    Setup::parse(&view.text).expect("a view has a board")
}

/// The letters of the columns and the numbers of the rows. The columns of a triangle lean to the right, so that their
/// letters stand below them. Each row of a hexagon begins with `a`, so that its columns have no letters.
fn draw_labels(canvas: &mut Canvas<'_>, board: &Board, layout: &Layout) {
    let (rows, columns) = board.span();
    for row in 0..rows {
        let (x, y) = layout.number(row);
        canvas.text(x, y, &format!("{:>2}", row + 1), DIM);
    }
    for column in 0..columns {
        let mut holes = board.holes().filter(|&hole| board.place(hole).column == column);
        let Some(first) = holes.next() else { continue };
        let letters = letters(board, first);
        let Some(lowest) =
            holes.try_fold(first, |_, hole| (self::letters(board, hole) == letters).then_some(hole))
        else {
            continue;
        };
        let at = match board.grid() {
            Grid::Square => Some(layout.above(column)),
            Grid::Triangular => layout.below(board.place(lowest)),
        };
        if let Some((x, y)) = at {
            canvas.text(x, y, &letters, DIM);
        }
    }
}

/// The letters in the name of a hole.
fn letters(board: &Board, hole: Hole) -> String {
    peg::Notation::Standard.hole(board, hole).trim_end_matches(|c: char| c.is_ascii_digit()).to_owned()
}

impl GameScreen for PegScreen {
    fn running(&self) -> &Running {
        &self.running
    }

    fn running_mut(&mut self) -> &mut Running {
        &mut self.running
    }

    fn look_again(&mut self, cx: &mut Context) {
        self.after(cx);
    }
}

impl Screen for PegScreen {
    fn bindings(&self) -> Vec<Binding> {
        KEYS.to_vec()
    }

    fn about(&self, cx: &Context) -> Vec<String> {
        [Text::HelpPegArrows, Text::HelpPegSigns, Text::HelpPegType]
            .map(|text| cx.text(text).to_owned())
            .into()
    }

    fn enter(&mut self, cx: &mut Context) -> Next {
        self.look_at_jumps();
        self.running.ask(cx);
        Next::Stay
    }

    fn command(&mut self, command: Command, cx: &mut Context) -> Next {
        if command == Command::NewGame {
            let board = peg::name_of(&self.board).unwrap_or_else(|| "english".to_owned());
            let options = Options::new(PegOptions { board }, cx).in_place_of(self.running.name());
            return game_screen::leave(&mut self.running, Next::Replace(Box::new(options)), cx);
        }
        game_screen::command(self, command, cx)
    }

    fn key(&mut self, pressed: KeyEvent, cx: &mut Context) -> Next {
        if let Some(direction) = Direction::of(pressed.code) {
            self.steer(direction, cx);
            return Next::Stay;
        }
        match (pressed.code, self.cursor) {
            (KeyCode::Enter | KeyCode::Char(' '), cursor) => match (self.running.hint.take(), cursor) {
                (Some(inputs), _) => {
                    self.running.act_all(&inputs, cx);
                    self.after(cx);
                }
                (None, Some(cursor)) => self.pick(cursor, cx),
                (None, None) => {}
            },
            (KeyCode::Tab, _) => self.cursor = cycle(&self.handles(), self.cursor, true),
            (KeyCode::BackTab, _) => self.cursor = cycle(&self.handles(), self.cursor, false),
            (KeyCode::Esc, _) if self.selected.is_none() && self.running.hint.is_none() => {
                return game_screen::commands(self, cx);
            }
            (KeyCode::Esc, _) => {
                self.cursor = self.selected.or(self.cursor);
                (self.selected, self.running.hint, cx.message) = (None, None, None);
            }
            (KeyCode::Char(letter), _) => cx.say(cx.language.fill(Text::UnknownKey, &[&letter])),
            _ => {}
        }
        Next::Stay
    }

    fn mouse(&mut self, mouse: MouseEvent, cx: &mut Context) -> Next {
        let layout = Layout::new(cx.area, &self.board);
        let Some(place) = layout.at(mouse.column, mouse.row, &self.board) else { return Next::Stay };
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => self.pick(place, cx),
            MouseEventKind::Up(MouseButton::Left) if self.selected.is_some_and(|from| from != place) => {
                self.pick(place, cx);
            }
            _ => {}
        }
        Next::Stay
    }

    fn back(&mut self, back: Back, cx: &mut Context) -> Next {
        game_screen::back(self, back, cx)
    }

    fn answer(&mut self, kind: Kind, found: Result<Found, TaskError>, cx: &mut Context) -> Next {
        if kind == Kind::Table {
            self.look_at_jumps();
            self.running.ask(cx);
        }
        game_screen::answer(self, kind, found, cx)
    }

    fn is_finished(&self) -> Option<bool> {
        Some(self.ending == Some(Ending::Won))
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
        let pegs = cx.language.counted(self.position.pegs() as usize, Thing::Peg);
        let goal = self.goal.as_ref().map_or(String::new(), |goal| format!(" → {goal}"));
        let board =
            peg::name_of(&self.board).map_or(String::new(), |name| names::board(&name, cx.language) + "  ");
        game_screen::draw_title(canvas, &format!("{board}{pegs}{goal}"), &self.running, cx);
        let layout = Layout::new(canvas.area, &self.board);
        draw_labels(canvas, &self.board, &layout);
        for hole in self.board.holes() {
            self.draw_hole(canvas, &layout, self.board.place(hole), cx);
        }
        if let Some((facts, style)) = self.facts(cx) {
            canvas.text(canvas.area.x + 1, canvas.area.bottom().saturating_sub(3), &facts, style);
        }
        game_screen::draw_foot(canvas, KEYS, cx);
    }
}

/// A session that is a game of peg solitaire shows its board, nothing else.
pub(crate) fn draw_view(canvas: &mut Canvas<'_>, session: &dyn Session, _: &Context) {
    let Setup { board, position, .. } = setup(session);
    let layout = Layout::new(canvas.area, &board);
    draw_labels(canvas, &board, &layout);
    for hole in board.holes() {
        let (x, y) = layout.hole(board.place(hole));
        let has_peg = position.has(hole);
        canvas.text(x, y, if has_peg { "●" } else { "○" }, if has_peg { PLAIN } else { DIM });
    }
}

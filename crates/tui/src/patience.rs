//! The screen of a patience.

pub(crate) mod draw;
pub(crate) mod layout;

use crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use session::texts::Screen as Text;
use session::{CardChoices, Choices, Ending, PatienceView, Seat, Session, Spot, TaskError, View, carry};

use self::draw::{Drawing, Sign};
use self::layout::{Layout, Pointed};
use crate::canvas::Canvas;
use crate::command::{Binding, Command, key};
use crate::context::Context;
use crate::direction::{Direction, cycle};
use crate::game_screen::{self, GameScreen};
use crate::jobs::{Found, Kind};
use crate::new_game;
use crate::running::Running;
use crate::screen::{Back, Next, Purpose, Screen};

const KEYS: &[Binding] = &[
    key('u', Command::Undo),
    key('t', Command::Hint),
    key('n', Command::New),
    key('s', Command::Solution),
    key('l', Command::LastWinnable),
    key('?', Command::Help),
    key('q', Command::Back),
    key('r', Command::Redo),
    key('R', Command::Restart),
    key('x', Command::Finish),
    key('o', Command::Review),
    key('w', Command::Light),
    key('y', Command::Colours),
    key('Y', Command::Letters),
    key('M', Command::Mouse),
    key(':', Command::Type),
];

/// The screen of a patience.
pub(crate) struct PatienceScreen {
    running: Running,
    view: PatienceView,
    choices: CardChoices,
    /// A handle among those that can be touched.
    cursor: Option<Pointed>,
    /// The cards that are about to go; of a place that was typed, as many as can.
    selected: Option<Pointed>,
    /// Where the mouse button went down.
    pressed: Option<Pointed>,
}

/// As many cards as can.
const ANY: usize = 0;

impl PatienceScreen {
    pub(crate) fn new(running: Running) -> Self {
        let View::Patience(view) = running.session.view(None) else { unreachable!("this is a patience") };
        let (cursor, selected, pressed) = (None, None, None);
        let mut screen = Self { running, view, choices: CardChoices::default(), cursor, selected, pressed };
        screen.refresh();
        screen
    }

    /// Looks at the game again after it changed.
    fn refresh(&mut self) {
        if let View::Patience(view) = self.running.session.view(None) {
            self.view = view;
        }
        if let Choices::Cards(choices) = self.running.session.choices(Seat(0)) {
            self.choices = choices;
        }
        (self.selected, self.pressed, self.running.hint) = (None, None, None);
        self.fit_cursor();
    }

    /// The cards that can be touched, or, once some are selected, the places that they may go to.
    fn handles(&self) -> Vec<Pointed> {
        let mut handles = Vec::new();
        for choice in &self.choices.moves {
            let handle = match self.selected {
                None => Pointed { spot: choice.from, cards: choice.cards },
                Some(from) if goes(from, choice.from, choice.cards) => {
                    Pointed { spot: choice.to, cards: ANY }
                }
                Some(_) => continue,
            };
            if !handles.contains(&handle) {
                handles.push(handle);
            }
        }
        handles
    }

    fn fit_cursor(&mut self) {
        let handles = self.handles();
        if !self.cursor.is_some_and(|cursor| handles.contains(&cursor)) {
            let near = |handle: &&Pointed| self.cursor.is_some_and(|cursor| cursor.spot == handle.spot);
            self.cursor = handles.iter().find(near).or(handles.first()).copied();
        }
    }

    fn place(&self, handle: Pointed, layout: &Layout) -> (u16, u16) {
        match handle.spot {
            Spot::Cell(at) => layout.cell(at),
            Spot::Foundation(suit) => layout.foundation(suit as usize),
            Spot::Column(column) => {
                let count = self.view.columns[column].len();
                layout.card(column, count, count - handle.cards.max(1).min(count))
            }
        }
    }

    fn steer(&mut self, direction: Direction, cx: &Context) {
        let layout = Layout::new(cx.area, &self.view);
        let places: Vec<_> =
            self.handles().into_iter().map(|handle| (handle, self.place(handle, &layout))).collect();
        let Some(cursor) = self.cursor else { return };
        if let Some(next) = direction.nearest(&places, self.place(cursor, &layout)) {
            self.cursor = Some(next);
        }
    }

    fn select(&mut self, handle: Pointed, cx: &mut Context) {
        self.selected = Some(handle);
        cx.message = None;
        self.fit_cursor();
    }

    /// Takes the selected cards to a place, or says why not.
    fn carry_to(&mut self, to: Spot, cx: &mut Context) {
        let Some(from) = self.selected.take() else { return };
        let is_home = matches!(to, Spot::Foundation(_));
        let leads = |choice_to: Spot| choice_to == to || is_home && matches!(choice_to, Spot::Foundation(_));
        let moves = &self.choices.moves;
        let choice = moves.iter().find(|choice| goes(from, choice.from, choice.cards) && leads(choice.to));
        let input = choice.map_or_else(|| carry(from.spot, to), |choice| choice.input.clone());
        self.running.act(Seat(0), &input, cx);
        self.after(cx);
    }

    /// Looks at the game after a move, and says how it ended.
    fn after(&mut self, cx: &mut Context) {
        self.refresh();
        match self.view.ending {
            Some(Ending::Won) => cx.say(cx.text(Text::WonPatience)),
            Some(_) => cx.say(cx.text(Text::StuckPatience)),
            None => {}
        }
    }

    /// The place of a letter or digit, if the game has it.
    fn spot_of(&self, letter: char) -> Option<Spot> {
        let column = letter.to_digit(10).and_then(|digit| (digit as usize).checked_sub(1));
        let column = column.filter(|&column| column < self.view.columns.len()).map(Spot::Column);
        let cells = (0..self.view.cells.len()).map(Spot::Cell);
        let suits = patience::Suit::ALL.map(Spot::Foundation);
        let named = cells.chain(suits).find(|spot| spot.to_string() == letter.to_string());
        let home = (letter == 'h').then_some(Spot::Foundation(patience::Suit::Clubs));
        column.or(named).or(home)
    }

    /// One half of a move: where from, or where to.
    fn type_place(&mut self, letter: char, cx: &mut Context) {
        match (self.spot_of(letter), self.selected) {
            (None, _) if letter.is_ascii_digit() => {
                cx.say(cx.language.fill(Text::NoColumn, &[&self.view.columns.len(), &letter]));
            }
            (None, _) => cx.say(cx.language.fill(Text::UnknownKey, &[&letter])),
            (Some(_), None) if letter == 'h' => cx.say(cx.text(Text::HomeIsATarget)),
            (Some(spot), None) => self.select(Pointed { spot, cards: ANY }, cx),
            (Some(spot), Some(_)) => self.carry_to(spot, cx),
        }
    }

    /// Enter: the hint, the cards under the cursor, or the place that they go to.
    fn enter_key(&mut self, cx: &mut Context) {
        if let Some(inputs) = self.running.hint.take() {
            self.running.act_all(&inputs, cx);
            self.after(cx);
            return;
        }
        match (self.cursor, self.selected) {
            (Some(cursor), Some(_)) => self.carry_to(cursor.spot, cx),
            (Some(cursor), None) => self.select(cursor, cx),
            (None, _) => self.selected = None,
        }
    }

    /// A click: on a place that the selected cards may go to, or on cards.
    fn press_mouse(&mut self, at: Pointed, cx: &mut Context) {
        (self.pressed, cx.message) = (Some(at), None);
        let is_target = |handle: &Pointed| handle.spot == at.spot;
        if self.selected.is_some() && self.handles().iter().any(is_target) {
            self.carry_to(at.spot, cx);
            return;
        }
        if self.selected.is_some_and(|from| from.spot == at.spot) {
            self.selected = None;
            return;
        }
        if self.selected.is_some() {
            self.carry_to(at.spot, cx);
        }
        self.selected = None;
        let of_spot = |handle: &&Pointed| handle.spot == at.spot;
        let handles = self.handles();
        let exact = handles.iter().find(|handle| of_spot(handle) && handle.cards == at.cards);
        let top = || handles.iter().filter(|_| at.cards <= 1).find(of_spot);
        if let Some(&handle) = exact.or_else(top) {
            (self.cursor, self.pressed) = (Some(handle), Some(handle));
            self.selected = Some(handle);
        } else if cx.message.is_none() {
            let why = if at.cards > 1 { Text::CardsDoNotMove } else { Text::NoCardMoves };
            cx.say(cx.text(why));
        }
    }

    /// The end of a drag.
    fn release_mouse(&mut self, at: Pointed, cx: &mut Context) {
        if self.selected.is_some() && self.pressed.take().is_some_and(|from| from.spot != at.spot) {
            self.carry_to(at.spot, cx);
        }
    }

    /// Puts up everything that can go up, one card after another, as one action.
    fn finish(&mut self, cx: &mut Context) {
        let mut copy = self.running.session.boxed();
        let mut inputs = Vec::new();
        while let Choices::Cards(choices) = copy.choices(Seat(0))
            && let Some(up) = choices.moves.iter().find(|choice| matches!(choice.to, Spot::Foundation(_)))
            && copy.act(Seat(0), &up.input).is_ok()
        {
            inputs.push(up.input.clone());
        }
        if inputs.is_empty() {
            cx.say(cx.text(Text::NothingGoesUp));
        } else {
            self.running.act_all(&inputs, cx);
            self.after(cx);
        }
    }

    fn sign(&self, spot: Spot, cards: usize) -> Sign {
        let here = Pointed { spot, cards };
        let is_single = !matches!(spot, Spot::Column(_));
        let is_selected = self.selected.is_some_and(|selected| {
            let is_top = selected.cards == ANY && cards == 1;
            selected.spot == spot && (is_top || (1..=selected.cards).contains(&cards))
        });
        if is_selected {
            return Sign::Selected;
        }
        if self.selected.is_some() {
            let target = Pointed { spot, cards: ANY };
            let is_place = cards == ANY || is_single;
            return match is_place && self.handles().contains(&target) {
                true if self.cursor == Some(target) => Sign::Aim,
                true => Sign::Target,
                false => Sign::None,
            };
        }
        if self.cursor == Some(here) { Sign::Cursor } else { Sign::None }
    }
}

/// Are these the cards that are selected? Those of a place that was typed are any.
fn goes(selected: Pointed, from: Spot, cards: usize) -> bool {
    selected.spot == from && (selected.cards == ANY || selected.cards == cards)
}

impl GameScreen for PatienceScreen {
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

impl Screen for PatienceScreen {
    /// The letters of cells are places first.
    fn bindings(&self) -> Vec<Binding> {
        let is_place = |binding: &Binding| match binding.key {
            KeyCode::Char(letter) => self.spot_of(letter).is_some_and(|spot| matches!(spot, Spot::Cell(_))),
            _ => false,
        };
        KEYS.iter().filter(|binding| !is_place(binding)).copied().collect()
    }

    fn about(&self, cx: &Context) -> Vec<String> {
        [Text::HelpPatienceMove, Text::HelpPatienceColumns, Text::HelpPatienceArrows, Text::HelpPatienceMouse]
            .map(|text| cx.text(text).to_owned())
            .into()
    }

    fn enter(&mut self, cx: &mut Context) -> Next {
        self.running.ask(cx);
        Next::Stay
    }

    fn command(&mut self, command: Command, cx: &mut Context) -> Next {
        match command {
            Command::Finish => self.finish(cx),
            Command::Colours => cx.set(|settings| settings.four_colours = !settings.four_colours),
            other => return game_screen::command(self, other, cx),
        }
        Next::Stay
    }

    fn key(&mut self, pressed: KeyEvent, cx: &mut Context) -> Next {
        if let Some(direction) = Direction::of(pressed.code) {
            self.steer(direction, cx);
            return Next::Stay;
        }
        match pressed.code {
            KeyCode::Enter => self.enter_key(cx),
            KeyCode::Tab => self.cursor = cycle(&self.handles(), self.cursor, true),
            KeyCode::BackTab => self.cursor = cycle(&self.handles(), self.cursor, false),
            KeyCode::Esc if self.selected.is_none() && self.running.hint.is_none() => {
                return game_screen::commands(self, cx);
            }
            KeyCode::Esc => {
                (self.selected, self.running.hint, cx.message) = (None, None, None);
                self.fit_cursor();
            }
            KeyCode::Char(' ') => {}
            KeyCode::Char(letter) => self.type_place(letter, cx),
            _ => {}
        }
        Next::Stay
    }

    fn mouse(&mut self, mouse: MouseEvent, cx: &mut Context) -> Next {
        let layout = Layout::new(cx.area, &self.view);
        let Some(at) = layout.at(mouse.column, mouse.row, &self.view) else { return Next::Stay };
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => self.press_mouse(at, cx),
            MouseEventKind::Up(MouseButton::Left) => self.release_mouse(at, cx),
            _ => {}
        }
        Next::Stay
    }

    fn back(&mut self, back: Back, cx: &mut Context) -> Next {
        match back {
            Back::Typed(Purpose::NewDeal, line) => new_game::typed_deal(&mut self.running, &line, cx),
            other => game_screen::back(self, other, cx),
        }
    }

    fn answer(&mut self, kind: Kind, found: Result<Found, TaskError>, cx: &mut Context) -> Next {
        game_screen::answer(self, kind, found, cx)
    }

    fn is_finished(&self) -> Option<bool> {
        Some(self.view.ending == Some(Ending::Won))
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
        let layout = Layout::new(canvas.area, &self.view);
        game_screen::draw_title(canvas, &self.view.deal, &self.running, cx);
        let signs = |spot: Spot, cards: usize| self.sign(spot, cards);
        Drawing { view: &self.view, layout, signs: &signs }.draw(canvas, cx);
        if let Some(list) = layout.list() {
            game_screen::draw_moves(canvas, list, &self.running, cx);
        }
        game_screen::draw_foot(canvas, &self.bindings(), cx);
    }
}

/// A session that is a patience shows its table, nothing else.
pub(crate) fn draw_view(canvas: &mut Canvas<'_>, session: &dyn Session, cx: &Context) {
    if let View::Patience(view) = session.view(None) {
        let layout = Layout::new(canvas.area, &view);
        Drawing { view: &view, layout, signs: &|_, _| Sign::None }.draw(canvas, cx);
    }
}

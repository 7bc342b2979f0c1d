//! A patience, drawn.

use ratatui::style::{Color, Style};
use session::{PatienceView, Spot};

use super::layout::Layout;
use crate::canvas::{BOLD, CURSOR, Canvas, DIM, GOOD, PLAIN, SELECTED};
use crate::context::Context;

/// A sign on a card or a place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Sign {
    #[default]
    None,
    Cursor,
    Selected,
    /// The selected cards may go there.
    Target,
    /// They may go there, and the cursor stands there.
    Aim,
}

impl Sign {
    fn brackets(self) -> (&'static str, &'static str) {
        match self {
            Self::None => (" ", " "),
            Self::Cursor => ("▸", " "),
            Self::Selected => ("[", "]"),
            Self::Target => ("‹", "›"),
            Self::Aim => ("»", "«"),
        }
    }

    fn style(self) -> Style {
        match self {
            Self::None => DIM,
            Self::Cursor => BOLD,
            Self::Selected => SELECTED,
            Self::Target => GOOD,
            Self::Aim => GOOD.patch(BOLD),
        }
    }

    fn on(self, style: Style) -> Style {
        match self {
            Self::None => style,
            Self::Cursor | Self::Aim => style.patch(CURSOR),
            Self::Selected => style.patch(SELECTED),
            Self::Target => style.patch(BOLD),
        }
    }
}

/// The signs of cards and places; of a column for the card with this many cards from it to the top, 0 for the place
/// for one more.
pub(crate) type Signs<'s> = dyn Fn(Spot, usize) -> Sign + 's;

/// A table that is drawn.
pub(crate) struct Drawing<'d> {
    pub(crate) view: &'d PatienceView,
    pub(crate) layout: Layout,
    pub(crate) signs: &'d Signs<'d>,
}

impl Drawing<'_> {
    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>, cx: &Context) {
        self.draw_top(canvas, cx);
        canvas.rule(self.layout.top() + 1);
        for (at, column) in self.view.columns.iter().enumerate() {
            let number = format!("{:>width$}", at + 1, width = usize::from(self.layout.step.min(4)) - 1);
            canvas.text(self.layout.column(at), self.layout.numbers(), &number, DIM);
            self.draw_column(canvas, at, column, cx);
        }
    }

    fn draw_top(&self, canvas: &mut Canvas<'_>, cx: &Context) {
        for (at, card) in self.view.cells.iter().enumerate() {
            let spot = Spot::Cell(at);
            let place = self.layout.cell(at);
            self.place(canvas, place, &spot.to_string(), card.as_deref(), (self.signs)(spot, 1), cx);
        }
        for (at, card) in self.view.foundations.iter().enumerate() {
            let suit = patience::Suit::ALL[at];
            let sign = (self.signs)(Spot::Foundation(suit), 1);
            let empty = format!("─{}", suit.sign());
            let card = card.as_deref().or(Some(&empty));
            self.place(canvas, self.layout.foundation(at), " ", card, sign, cx);
        }
    }

    /// A cell or a foundation: its letter, or the sign on it, and its card.
    fn place(
        &self,
        canvas: &mut Canvas<'_>,
        (x, y): (u16, u16),
        letter: &str,
        card: Option<&str>,
        sign: Sign,
        cx: &Context,
    ) {
        let (left, right) = sign.brackets();
        let text = card.map_or("──".to_owned(), |card| self.face(card, cx));
        let style = card.map_or(DIM, |card| suit_style(card, cx));
        // The letter stays; where there is no room for both brackets, the style of the card is the sign.
        let mut after = canvas.text(x, y, letter, DIM);
        if self.layout.cell_step > 5 {
            after = canvas.text(after, y, left, sign.style());
        }
        let end = canvas.text(after, y, &text, sign.on(style));
        if end < x + self.layout.cell_step {
            canvas.text(end, y, right, sign.style());
        }
    }

    fn draw_column(&self, canvas: &mut Canvas<'_>, column: usize, cards: &[String], cx: &Context) {
        let count = cards.len();
        let hidden = self.layout.hidden(count);
        for (at, card) in cards.iter().enumerate().skip(hidden) {
            let place = self.layout.card(column, count, at);
            if hidden > 0 && at == hidden {
                canvas.text(place.0, place.1, &format!(" +{}", hidden + 1), DIM);
                continue;
            }
            let mut sign = (self.signs)(Spot::Column(column), count - at);
            if at + 1 == count && sign == Sign::None {
                sign = (self.signs)(Spot::Column(column), 0);
            }
            self.card(canvas, place, card, sign, at + 1 == count, cx);
        }
        if count == 0 {
            let (x, y) = self.layout.card(column, 0, 0);
            let sign = (self.signs)(Spot::Column(column), 0);
            let (left, right) = sign.brackets();
            let end = canvas.text(x, y, left, sign.style());
            let end = canvas.text(end, y, "──", sign.on(DIM));
            canvas.text(end, y, if self.layout.step > 4 { right } else { "" }, sign.style());
        }
    }

    fn card(
        &self,
        canvas: &mut Canvas<'_>,
        (x, y): (u16, u16),
        card: &str,
        sign: Sign,
        is_top: bool,
        cx: &Context,
    ) {
        let (style, face) = (suit_style(card, cx), self.face(card, cx));
        if self.layout.framed {
            self.framed_card(canvas, (x, y), &face, style, sign, is_top);
            return;
        }
        let (left, right) = sign.brackets();
        let after = canvas.text(x, y, left, sign.style());
        let end = canvas.text(after, y, &face, sign.on(style));
        if self.layout.step > 4 {
            canvas.text(end, y, right, sign.style());
        }
    }

    /// A card with a frame, of which the card on it leaves the first lines visible.
    fn framed_card(
        &self,
        canvas: &mut Canvas<'_>,
        (x, y): (u16, u16),
        face: &str,
        style: Style,
        sign: Sign,
        is_top: bool,
    ) {
        let (mut left, mut right) = sign.brackets();
        if sign == Sign::None {
            left = "╭";
        }
        if right == " " {
            right = "╮";
        }
        let end = canvas.text(x, y, left, sign.style());
        let end = canvas.text(end, y, face, sign.on(style));
        let line = "─".repeat(usize::from((x + 5).saturating_sub(end)));
        let end = canvas.text(end, y, &line, DIM);
        canvas.text(end, y, right, sign.style());
        let height = self.layout.height(is_top);
        for row in 1..height {
            let line = if is_top && row + 1 == height { "╰────╯" } else { "│    │" };
            canvas.text(x, y + row, line, DIM);
        }
    }

    /// A card as there is room for it.
    fn face(&self, card: &str, cx: &Context) -> String {
        match card.strip_prefix("10") {
            Some(suit) if self.layout.is_narrow() => format!("T{suit}"),
            _ => cx.language.card(card),
        }
    }
}

/// The colour of a card's suit.
pub(crate) fn suit_style(card: &str, cx: &Context) -> Style {
    let colour = match card.chars().next_back() {
        Some('♦') if cx.settings.four_colours => Color::LightBlue,
        Some('♥' | '♦') => Color::Red,
        Some('♣') if cx.settings.four_colours => Color::Green,
        _ => return PLAIN,
    };
    Style::new().fg(colour)
}

//! Drawing text on the screen, and what poor terminals get of it.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier, Style};
use unicode_width::UnicodeWidthStr;

use crate::settings::Abilities;

/// The part of the screen that is drawn on.
pub(crate) struct Canvas<'b> {
    buffer: &'b mut Buffer,
    pub(crate) area: Rect,
}

impl<'b> Canvas<'b> {
    pub(crate) fn new(buffer: &'b mut Buffer) -> Self {
        Self { area: buffer.area, buffer }
    }

    /// Writes a text, cut at the right edge; says where it ends.
    pub(crate) fn text(&mut self, x: u16, y: u16, text: &str, style: Style) -> u16 {
        if !self.area.contains(Position { x, y }) {
            return x;
        }
        let room = usize::from(self.area.right() - x);
        self.buffer.set_stringn(x, y, text, room, style).0
    }

    /// Writes a text that may take several lines, the last one at `bottom`.
    pub(crate) fn wrapped(&mut self, bottom: u16, text: &str, style: Style) {
        let lines = wrap(text, self.area.width.saturating_sub(2));
        let count = lines.len() as u16;
        for (row, line) in lines.iter().enumerate() {
            let y = (bottom + 1 + row as u16).saturating_sub(count);
            self.text(self.area.x, y, &" ".repeat(self.area.width.into()), PLAIN);
            self.text(self.area.x + 1, y, line, style);
        }
    }

    /// Writes a text that ends at the right edge.
    pub(crate) fn right(&mut self, y: u16, text: &str, style: Style) {
        let x = self.area.right().saturating_sub(width(text) + 1);
        self.text(x, y, text, style);
    }

    /// Says at the right edge that a list goes on, if it does.
    pub(crate) fn more(&mut self, y: u16, goes_on: bool, sign: &str) {
        if goes_on {
            self.right(y, sign, BOLD);
        }
    }

    /// Writes a text in the middle of the line.
    pub(crate) fn centred(&mut self, y: u16, text: &str, style: Style) {
        let x = self.area.x + self.area.width.saturating_sub(width(text)) / 2;
        self.text(x, y, text, style);
    }

    /// Draws a line from edge to edge.
    pub(crate) fn rule(&mut self, y: u16) {
        let line = "─".repeat(self.area.width.saturating_sub(2).into());
        self.text(self.area.x + 1, y, &line, DIM);
    }

    /// Wipes a rectangle and frames it.
    pub(crate) fn frame(&mut self, area: Rect) {
        let inside = usize::from(area.width.saturating_sub(2));
        for y in area.top()..area.bottom() {
            let line = match y {
                y if y == area.top() => format!("╭{}╮", "─".repeat(inside)),
                y if y + 1 == area.bottom() => format!("╰{}╯", "─".repeat(inside)),
                _ => format!("│{}│", " ".repeat(inside)),
            };
            self.text(area.x, y, &line, Style::reset());
        }
    }

    /// Takes off what the terminal cannot show.
    pub(crate) fn fit(&mut self, abilities: Abilities) {
        for cell in &mut self.buffer.content {
            if !abilities.unicode && !cell.symbol().is_ascii() {
                let plain = cell.symbol().chars().next().map_or('?', plain);
                cell.set_char(plain);
            }
            if !abilities.colour {
                (cell.fg, cell.bg) = (Color::Reset, Color::Reset);
            }
        }
    }
}

/// A text in at most this number of lines; one that is longer ends with an ellipsis.
pub(crate) fn wrap_to(text: &str, most: u16, lines: usize) -> Vec<String> {
    let mut wrapped = wrap(text, most);
    if wrapped.len() > lines {
        wrapped.truncate(lines.max(1));
        let last = wrapped.last_mut().expect("one line is left");
        while width(last) + 2 > most && last.pop().is_some() {}
        last.push_str(" …");
    }
    wrapped
}

/// A text in lines that are not wider than this, broken at blanks.
pub(crate) fn wrap(text: &str, most: u16) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is a line from the start");
        if line.is_empty() {
            line.push_str(word);
        } else if width(line) + 1 + width(word) <= most {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

/// The number of cells that a text takes.
pub(crate) fn width(text: &str) -> u16 {
    text.width() as u16
}

/// Characters of ASCII, each for those that a poor terminal does not show.
const PLAIN_SIGNS: [(char, &str); 33] = [
    ('C', "♣Ç"),
    ('S', "♠"),
    ('H', "♥"),
    ('D', "♦"),
    ('-', "─—–"),
    ('|', "│‖"),
    ('+', "╭╮╰╯┼✓"),
    ('>', "→›▸»"),
    ('<', "←‹«"),
    ('^', "↑"),
    ('/', "≠"),
    ('v', "↓"),
    ('x', "✗×"),
    ('o', "●ôöœ"),
    ('*', "◆"),
    ('#', "█▆"),
    ('=', "▄▃"),
    ('_', "▁"),
    ('.', "·…○∙⋮"),
    ('\'', "’‘"),
    ('a', "àâä"),
    ('c', "ç"),
    ('e', "éèêë"),
    ('i', "îï"),
    ('u', "ùûü"),
    ('A', "ÀÂÄ"),
    ('E', "ÉÈÊË"),
    ('I', "ÎÏ"),
    ('O', "ÔÖŒ"),
    ('U', "ÙÛÜ"),
    (' ', "\u{a0}\u{202f}"),
    ('y', "ÿ"),
    ('Y', "Ÿ"),
];

/// A character of ASCII for one that a poor terminal does not show.
fn plain(sign: char) -> char {
    let known = PLAIN_SIGNS.iter().find(|(_, signs)| signs.contains(sign));
    known.map_or('?', |(letter, _)| *letter)
}

pub(crate) const PLAIN: Style = Style::new();
pub(crate) const DIM: Style = Style::new().add_modifier(Modifier::DIM);
pub(crate) const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);
/// The thing under the cursor.
pub(crate) const CURSOR: Style = Style::new().add_modifier(Modifier::REVERSED);
/// The thing that is selected.
pub(crate) const SELECTED: Style = Style::new().fg(Color::Yellow).add_modifier(Modifier::BOLD);
/// A place where the selected thing may go, and everything that keeps a win.
pub(crate) const GOOD: Style = Style::new().fg(Color::Green);
/// Lost.
pub(crate) const BAD: Style = Style::new().fg(Color::Red);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_sentences_are_broken_at_blanks() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("", 7), [""]);
        assert_eq!(wrap("incomprehensible", 7), ["incomprehensible"]);
        assert_eq!(wrap_to("one two three", 7, 1), ["one t …"]);
        assert_eq!(wrap_to("one two", 7, 1), ["one two"]);
    }

    #[test]
    fn every_sign_has_a_plain_one() {
        for sign in "♣♠♥♦─│╭╮╰╯→›▸»←‹«↑↓✓✗●◆▆▃▁·…○∙×‖≠’éèêëàâçîïôùûœÀÉ".chars()
        {
            assert_ne!(plain(sign), '?', "{sign}");
        }
    }
}

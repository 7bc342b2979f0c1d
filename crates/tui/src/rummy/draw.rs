//! A table of rummy, drawn.

use ratatui::style::Style;
use session::PlayerView;
use session::texts::{Screen as Text, Thing};

use super::layout::{Handle, Layout, Piece};
use super::seen::Seen;
use super::tile::face;
use crate::canvas::{BAD, BOLD, CURSOR, Canvas, DIM, PLAIN, SELECTED};
use crate::context::Context;
use crate::names;

/// The cursor and the marked tiles of a table.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Signs<'s> {
    pub(super) cursor: Option<Handle>,
    pub(super) marked: &'s [Handle],
}

impl Seen {
    /// Draws the players, the combinations and the hand.
    pub(super) fn draw(&self, canvas: &mut Canvas<'_>, layout: &Layout, signs: Signs<'_>, cx: &Context) {
        self.draw_players(canvas, cx);
        for (number, &(x, y)) in layout.numbers.iter().enumerate() {
            let is_broken = self.choices.broken.contains(&(number + 1));
            let sign = if is_broken { format!("✗{}", number + 1) } else { format!("{:>2}", number + 1) };
            canvas.text(x, y, &sign, if is_broken { BAD } else { DIM });
        }
        canvas.rule(layout.hand_line);
        canvas.text(canvas.area.x + 3, layout.hand_line, &format!(" {} ", self.name(self.seat)), BOLD);
        for piece in &layout.pieces {
            self.draw_piece(canvas, piece, signs);
        }
    }

    /// The game, the deal, the stock and the pile; says where the line ends.
    pub(super) fn draw_title(&self, canvas: &mut Canvas<'_>, cx: &Context) -> u16 {
        let (x, y) = (canvas.area.x + 1, canvas.area.y);
        let end = canvas.text(x, y, &names::game(&self.view.rules, cx.language), BOLD);
        let (facts, pile) = self.facts(cx);
        let end = canvas.text(end + 2, y, &facts, DIM);
        if pile.is_empty() { end } else { canvas.text(end + 2, y, &pile, PLAIN) }
    }

    /// The players, one per line.
    fn draw_players(&self, canvas: &mut Canvas<'_>, cx: &Context) {
        for (at, player) in self.view.players.iter().enumerate() {
            let (x, y) = (canvas.area.x + 1, canvas.area.y + 1 + at as u16);
            let is_mover = at == self.view.turn && self.view.ending.is_none();
            let sign = if is_mover { "▸" } else { " " };
            let text = format!("{sign} {}{}", self.player_facts(player, cx), self.other_table(at));
            canvas.text(x, y, &text, if is_mover { BOLD } else { PLAIN });
        }
    }

    /// The combinations of a player who has a table of their own, in one line.
    fn other_table(&self, player: usize) -> String {
        let sides = self.view.tables.len();
        // Partners share a table, which stands with the first of them.
        if player >= sides || player == self.side() || sides == 1 {
            return String::new();
        }
        let meld = |meld: &Vec<String>| format!(" ({})", self.tiles.names(meld));
        let melds: String = self.view.tables[player].iter().map(meld).collect();
        format!(" {melds}")
    }

    fn draw_piece(&self, canvas: &mut Canvas<'_>, piece: &Piece, signs: Signs<'_>) {
        let (x, y) = piece.at;
        let is_cursor = signs.cursor == Some(piece.handle);
        let is_marked = signs.marked.contains(&piece.handle);
        let Some(tile) = &piece.tile else {
            let text = if piece.handle == Handle::New { "(+)" } else { "·" };
            canvas.text(x, y, text, if is_cursor { CURSOR } else { DIM });
            return;
        };
        let (text, style) = face(self.tiles, tile);
        let (left, right) = match (is_marked, is_cursor, self.is_fresh(piece)) {
            (true, ..) => ("[", "]"),
            (false, true, true) => ("▸", "+"),
            (false, true, false) => ("▸", " "),
            (false, false, true) => ("+", " "),
            _ => (" ", " "),
        };
        let sign = if is_marked { SELECTED } else { BOLD };
        let end = canvas.text(x, y, left, sign);
        let end = canvas.text(end, y, &text, self.tile_style(piece.handle, style, is_cursor));
        canvas.text(end, y, right, sign);
    }

    fn tile_style(&self, handle: Handle, style: Style, is_cursor: bool) -> Style {
        let is_broken = matches!(handle, Handle::Tile(meld, _) if self.choices.broken.contains(&(meld + 1)));
        let style = if is_broken { style.patch(BAD) } else { style };
        if is_cursor { style.patch(CURSOR) } else { style }
    }

    /// A player in words: name, points, tiles.
    fn player_facts(&self, player: &PlayerView, cx: &Context) -> String {
        let points = cx.language.counted_signed(player.score, Thing::Point);
        let tiles = self.tiles.counted(player.tiles);
        let opened = if player.placed { "" } else { cx.text(Text::NotOpened) };
        format!("{}  {points}, {tiles}{opened}", player.name)
    }
}

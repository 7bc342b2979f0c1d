//! A game of rummy, drawn.

use ratatui::style::Style;
use session::texts::{Screen as Text, Thing};

use super::RummyScreen;
use super::layout::{Handle, Layout, Piece};
use super::tile::face;
use crate::canvas::{BAD, BOLD, CURSOR, Canvas, DIM, GOOD, PLAIN, SELECTED};
use crate::context::Context;
use crate::running::clock;

/// The most lines of the log that are shown.
const MOST_LINES: usize = 8;

impl RummyScreen {
    pub(super) fn draw_table(&self, canvas: &mut Canvas<'_>, cx: &Context) {
        self.draw_title(canvas, cx);
        self.draw_players(canvas, cx);
        let layout = self.layout(canvas.area);
        for (number, &(x, y)) in layout.numbers.iter().enumerate() {
            let is_broken = self.choices.broken.contains(&(number + 1));
            let sign = if is_broken { format!("✗{}", number + 1) } else { format!("{:>2}", number + 1) };
            canvas.text(x, y, &sign, if is_broken { BAD } else { DIM });
        }
        for piece in &layout.pieces {
            self.draw_piece(canvas, piece);
        }
        self.draw_log(canvas, &layout);
        self.draw_hand_line(canvas, &layout, cx);
    }

    fn draw_title(&self, canvas: &mut Canvas<'_>, cx: &Context) {
        let (x, y) = (canvas.area.x + 1, canvas.area.y);
        let end = canvas.text(x, y, &self.view.rules, BOLD);
        let stock = cx.language.counted(self.view.stock, Thing::Tile);
        let facts = cx.language.fill(Text::RummyFacts, &[&self.view.deal, &stock]);
        let end = canvas.text(end + 2, y, &facts, DIM);
        let pile: Vec<String> =
            self.view.pile.iter().rev().take(3).map(|tile| self.tiles.name(tile)).collect();
        if !pile.is_empty() {
            canvas.text(end + 2, y, &cx.language.fill(Text::RummyPile, &[&pile.join(" ")]), PLAIN);
        }
        let time = clock(self.running.time(cx.now));
        match self.time_left(cx.now) {
            Some(left) => canvas.right(y, &format!("{} s  {time}", left.as_millis().div_ceil(1000)), BOLD),
            None => canvas.right(y, &time, DIM),
        }
    }

    /// The players, one per line.
    fn draw_players(&self, canvas: &mut Canvas<'_>, cx: &Context) {
        for (at, player) in self.view.players.iter().enumerate() {
            let (x, y) = (canvas.area.x + 1, canvas.area.y + 1 + at as u16);
            let is_mover = at == self.view.turn && self.view.ending.is_none();
            let points = cx.language.counted(player.score.unsigned_abs() as usize, Thing::Point);
            let minus = if player.score < 0 { "-" } else { "" };
            let tiles = cx.language.counted(player.tiles, Thing::Tile);
            let opened = if player.placed { "" } else { cx.text(Text::NotOpened) };
            let name = &player.name;
            let sign = if is_mover { "▸" } else { " " };
            let text = format!("{sign} {name}  {minus}{points}, {tiles}{opened}{}", self.other_table(at));
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

    fn draw_piece(&self, canvas: &mut Canvas<'_>, piece: &Piece) {
        let (x, y) = piece.at;
        let is_cursor = self.cursor == Some(piece.handle);
        let is_marked = self.is_marked(piece.handle);
        let Some(tile) = &piece.tile else {
            let text = if piece.handle == Handle::New { "(+)" } else { "·" };
            canvas.text(x, y, text, if is_cursor { CURSOR } else { DIM });
            return;
        };
        let (text, style) = face(self.tiles, tile);
        let (left, right) = match (is_marked, is_cursor, self.is_fresh(piece)) {
            (true, ..) => ("[", "]"),
            (false, true, _) => ("▸", " "),
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

    /// The line above the hand: whose it is, and whether the turn could end here.
    fn draw_hand_line(&self, canvas: &mut Canvas<'_>, layout: &Layout, cx: &Context) {
        let y = layout.hand_line;
        canvas.rule(y);
        let name = self.view.players.get(self.seat.0).map_or("", |player| player.name.as_str());
        let end = canvas.text(canvas.area.x + 3, y, &format!(" {name} "), BOLD);
        match &self.unfinished {
            _ if !self.is_own_turn() || !self.is_touched() => {}
            None => drop(canvas.text(end + 1, y, &format!(" ✓ {} ", cx.text(Text::TurnIsGood)), GOOD)),
            Some(why) => canvas.wrapped(y - 1, &format!("✗ {why}"), BAD),
        }
    }

    /// The last turns of everybody, as many as there is room for below the combinations.
    fn draw_log(&self, canvas: &mut Canvas<'_>, layout: &Layout) {
        let room = usize::from(layout.hand_line.saturating_sub(layout.table_end + 1)).min(MOST_LINES);
        let shown = &self.log[self.log.len().saturating_sub(room)..];
        let first = layout.hand_line.saturating_sub(shown.len() as u16);
        for (row, line) in shown.iter().enumerate() {
            canvas.text(canvas.area.x + 1, first + row as u16, line, DIM);
        }
    }

    /// The screen between two people's turns: nobody's hand is on it.
    pub(super) fn draw_cover(&self, canvas: &mut Canvas<'_>, cx: &Context) {
        let name = self.view.players.get(self.seat.0).map_or("", |player| player.name.as_str());
        let middle = canvas.area.y + canvas.area.height / 2;
        canvas.centred(middle, &cx.language.fill(Text::HandOver, &[&name]), BOLD);
        let lines = self.log.iter().rev().take(6).rev();
        for (row, line) in lines.enumerate() {
            canvas.text(canvas.area.x + 1, canvas.area.y + 1 + row as u16, line, DIM);
        }
    }
}

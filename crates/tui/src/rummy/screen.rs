//! The screen of rummy, drawn: the table, the time, the log, the judgement of the turn.

use session::texts::{Screen as Text, Thing};

use super::RummyScreen;
use super::draw::Signs;
use super::layout::Layout;
use crate::canvas::{BAD, BOLD, Canvas, DIM, GOOD, PLAIN, wrap};
use crate::context::Context;
use crate::running::clock;

/// The most lines of the log that are shown.
const SHOWN_LINES: usize = 8;

impl RummyScreen {
    pub(super) fn draw_table(&self, canvas: &mut Canvas<'_>, cx: &Context) {
        let layout = self.seen.layout(canvas.area);
        self.seen.draw_title(canvas, cx);
        self.draw_time(canvas, cx);
        let cursor = self.cursor.filter(|_| self.repeated.is_none());
        self.seen.draw(canvas, &layout, Signs { cursor, marked: &self.marked }, cx);
        self.draw_log(canvas, &layout);
        self.draw_judgement(canvas, &layout, cx);
    }

    fn draw_time(&self, canvas: &mut Canvas<'_>, cx: &Context) {
        let (y, time) = (canvas.area.y, clock(self.running.time(cx.now)));
        match self.time_left(cx.now) {
            Some(left) => canvas.right(y, &format!("{} s  {time}", left.as_millis().div_ceil(1000)), BOLD),
            None => canvas.right(y, &time, DIM),
        }
    }

    /// Whether the turn could end here, on the line above the hand, or why not.
    fn draw_judgement(&self, canvas: &mut Canvas<'_>, layout: &Layout, cx: &Context) {
        let y = layout.hand_line;
        match &self.unfinished {
            _ if !self.is_own_turn() || !self.seen.is_touched() => {}
            None => canvas.right(y, &format!(" ✓ {} ", cx.text(Text::TurnIsGood)), GOOD),
            Some(why) => canvas.wrapped(y - 1, &format!("✗ {why}"), BAD),
        }
    }

    /// The last turns of everybody, as many as there is room for below the combinations.
    fn draw_log(&self, canvas: &mut Canvas<'_>, layout: &Layout) {
        let room = usize::from(layout.hand_line.saturating_sub(layout.table_end + 1)).min(SHOWN_LINES);
        let lines: Vec<String> =
            self.log.iter().flat_map(|line| wrap(line, canvas.area.width.saturating_sub(2))).collect();
        let shown = &lines[lines.len().saturating_sub(room)..];
        let first = layout.hand_line.saturating_sub(shown.len() as u16);
        for (row, line) in shown.iter().enumerate() {
            canvas.text(canvas.area.x + 1, first + row as u16, line, DIM);
        }
    }

    /// The screen between two deals: how the deal ended, and the scores.
    pub(super) fn draw_scores(&self, canvas: &mut Canvas<'_>, cx: &Context) {
        let (x, y) = (canvas.area.x + 1, canvas.area.y);
        canvas.text(x, y, &cx.language.fill(Text::DealIsOver, &[&self.seen.view.deal]), BOLD);
        for (row, line) in self.log.iter().rev().take(6).rev().enumerate() {
            canvas.text(x, y + 2 + row as u16, line, DIM);
        }
        let middle = y + 10;
        for (row, player) in self.seen.view.players.iter().enumerate() {
            let points = cx.language.counted_signed(player.score, Thing::Point);
            canvas.text(x + 2, middle + row as u16, &format!("{:<20} {points:>12}", player.name), BOLD);
        }
        let low = self.running.session.low_score_wins();
        let rule = if low { Text::FewPointsWin } else { Text::ManyPointsWin };
        canvas.text(x, middle + 1 + self.seen.view.players.len() as u16, cx.text(rule), PLAIN);
    }

    /// The screen between two people's turns: nobody's hand is on it.
    pub(super) fn draw_cover(&self, canvas: &mut Canvas<'_>, cx: &Context) {
        let name = self.seen.name(self.seen.seat);
        let middle = canvas.area.y + canvas.area.height / 2;
        canvas.centred(middle, &cx.language.fill(Text::HandOver, &[&name]), BOLD);
        let lines = self.log.iter().rev().take(6).rev();
        for (row, line) in lines.enumerate() {
            canvas.text(canvas.area.x + 1, canvas.area.y + 1 + row as u16, line, DIM);
        }
    }
}

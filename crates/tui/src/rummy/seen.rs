//! A table of rummy as one person sees it.

use ratatui::layout::Rect;
use session::texts::Screen as Text;
use session::{Choices, RummyView, Seat, Session, TileChoices, Tiles, View};

use super::layout::{Handle, Layout, Piece, Shown};
use crate::context::Context;

/// A table of rummy as one person sees it.
pub(crate) struct Seen {
    /// The names of the tiles.
    pub(crate) tiles: Tiles,
    /// The seat of the person who looks.
    pub(crate) seat: Seat,
    pub(crate) view: RummyView,
    pub(crate) choices: TileChoices,
    /// The hand as it is sorted.
    pub(crate) hand: Vec<String>,
}

impl Seen {
    pub(crate) fn new(session: &dyn Session, seat: Seat, cx: &Context) -> Self {
        let view = rummy_view(session, seat);
        let choices = match session.choices(seat) {
            Choices::Tiles(choices) => choices,
            Choices::Cards(_) | Choices::Jumps(_) => TileChoices::default(),
        };
        let tiles = view.tiles(cx.language);
        let mut hand = view.draft.as_ref().map_or(&view.hand, |draft| &draft.hand).clone();
        tiles.sort(cx.settings.sorting.into(), &mut hand);
        Self { tiles, seat, view, choices, hand }
    }

    /// The number of people at the table.
    pub(crate) fn people(&self) -> usize {
        self.view.players.iter().filter(|player| player.machine.is_none()).count()
    }

    pub(crate) fn is_machine(&self, seat: Seat) -> bool {
        self.view.players[seat.0].machine.is_some()
    }

    pub(crate) fn name(&self, seat: Seat) -> &str {
        self.view.players.get(seat.0).map_or("", |player| player.name.as_str())
    }

    /// The combinations of the player's table as they are now.
    pub(crate) fn melds(&self) -> Vec<Vec<String>> {
        match &self.view.draft {
            Some(draft) => draft.table.clone(),
            None => self.view.tables.get(self.side()).cloned().unwrap_or_default(),
        }
    }

    /// Is anything changed in this turn?
    pub(crate) fn is_touched(&self) -> bool {
        let draft = self.view.draft.as_ref();
        draft.is_some_and(|draft| Some(&draft.table) != self.view.tables.get(self.side()))
    }

    /// The table that is shown in full: the player's own, or the one of all.
    pub(crate) fn side(&self) -> usize {
        self.side_of(self.seat)
    }

    pub(crate) fn side_of(&self, seat: Seat) -> usize {
        seat.0 % self.view.tables.len().max(1)
    }

    /// The tiles lifted off the table that lie in no combination.
    pub(crate) fn loose(&self) -> &[String] {
        self.view.draft.as_ref().map_or(&[], |draft| &draft.loose)
    }

    pub(crate) fn tile(&self, handle: Handle) -> Option<String> {
        match handle {
            Handle::Hand(at) => self.hand.get(at).cloned(),
            Handle::Tile(meld, at) => self.melds().get(meld)?.get(at).cloned(),
            Handle::Loose(at) => self.loose().get(at).cloned(),
            Handle::End(_) | Handle::New => None,
        }
    }

    /// Did the tile come from the stock in this turn? Of equal tiles, as many are marked as were drawn.
    pub(crate) fn is_fresh(&self, piece: &Piece) -> bool {
        let (Handle::Hand(at), Some(tile)) = (piece.handle, &piece.tile) else { return false };
        let count = |tiles: &[String]| tiles.iter().filter(|other| *other == tile).count();
        count(&self.hand[..at]) < count(&self.view.fresh)
    }

    /// The deal, the stock and the pile, in words.
    pub(crate) fn facts(&self, cx: &Context) -> (String, String) {
        let stock = self.tiles.counted(self.view.stock);
        let facts = cx.language.fill(Text::RummyFacts, &[&self.view.deal, &stock]);
        let pile: Vec<String> =
            self.view.pile.iter().rev().take(3).map(|tile| self.tiles.name(tile)).collect();
        let pile = if pile.is_empty() {
            String::new()
        } else {
            cx.language.fill(Text::RummyPile, &[&pile.join(" ")])
        };
        (facts, pile)
    }

    pub(crate) fn layout(&self, area: Rect) -> Layout {
        let top = area.y + 2 + self.view.players.len() as u16;
        let (tiles, loose, hand) = (self.tiles, self.loose(), &self.hand[..]);
        Layout::new(area, top, Shown { tiles, melds: &self.melds(), loose, hand })
    }
}

fn rummy_view(session: &dyn Session, seat: Seat) -> RummyView {
    match session.view(Some(seat)) {
        View::Rummy(view) => view,
        View::Patience(_) | View::Peg(_) => unreachable!("this is a game of rummy"),
    }
}

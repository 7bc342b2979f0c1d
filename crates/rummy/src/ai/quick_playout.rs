//! Playouts where combinations may only be added to: quick turns with all tiles known.
//!
//! All players follow one policy: they take the pile if its top tile can be placed, lay combinations greedily, the most
//! valuable first, and discard the tile that is least worth keeping.

use std::cmp::Reverse;

use super::PlayoutResult;
use crate::apply::{Taken, apply};
use crate::best::cards::{Discard, Melding, Preference, discards};
use crate::judge::play;
use crate::meld::Meld;
use crate::multiset::Multiset;
use crate::position::Position;
use crate::rules::Winner;
use crate::rummy_match::end_of;
use crate::turn::{Take, Turn};

/// Looking at this many combinations is about as much work as the rest of a turn.
const MELDS_PER_TURN: usize = 8;
/// A playout that is not over after this many turns is valued as it stands.
const MOST_TURNS: usize = 60;

/// A game on its way to the end.
pub(super) struct QuickPlayout<'a, R: Melding> {
    rules: &'a R,
    position: Position<R::Tile>,
    /// The work so far.
    work: usize,
}

/// A table in the making, and what is left in the hand.
type Laid<T> = (Vec<Meld<T>>, Multiset<T>);

impl<'a, R: Melding> QuickPlayout<'a, R> {
    pub(super) fn new(rules: &'a R, position: Position<R::Tile>) -> Self {
        Self { rules, position, work: 0 }
    }

    /// Plays to the end. The value is that for player `me`.
    pub(super) fn play_out(mut self, me: usize) -> PlayoutResult {
        let mut turns = 0;
        while turns < MOST_TURNS && end_of(self.rules, &self.position).is_none() {
            self.play_turn();
            turns += 1;
        }
        PlayoutResult { value: self.standing(me), work: self.work }
    }

    /// The position after a quick turn that draws from the stock.
    pub(super) fn after_draw(mut self) -> Position<R::Tile> {
        self.play_drawn();
        self.position
    }

    fn play_turn(&mut self) {
        self.work += 1;
        if !self.place_after(Take::Pile) {
            self.play_drawn();
        }
    }

    /// Plays a turn that takes from the stock, if there is one.
    fn play_drawn(&mut self) {
        if self.place_after(Take::Stock) {
            return;
        }
        let taken = Taken::from_stock(self.rules, &self.position.stock, 1);
        let mut hand = self.position.mover().tiles();
        hand.extend(taken.tiles.iter().copied());
        let side = self.position.table_of(self.position.turn);
        let table = std::mem::take(&mut self.position.tables[side]);
        let discard = if taken.tiles.is_empty() { None } else { self.discard(&table, &hand) };
        // It is always legal to draw, place nothing and discard.
        let turn = Turn { take: Take::Stock, table, discard };
        apply(self.rules, &mut self.position, turn, taken, &Multiset::EMPTY, 0);
    }

    /// Takes, places and discards; false if nothing can be placed.
    fn place_after(&mut self, take: Take) -> bool {
        let Ok(taken) = Taken::of(self.rules, &self.position, take) else { return false };
        let mut hand = self.position.mover().tiles();
        if take == Take::Pile && !self.is_top_wanted(&hand) {
            return false;
        }
        hand.extend(taken.tiles);
        let (table, left) = self.lay(hand);
        if left == hand {
            return false;
        }
        let discard = self.discard(&table, &left);
        play(self.rules, &mut self.position, Turn { take, table, discard }).is_ok()
    }

    /// Can the top of the pile perhaps be placed? This spares most searches that would find nothing.
    fn is_top_wanted(&self, hand: &Multiset<R::Tile>) -> bool {
        let top = self.position.pile.last();
        top.is_some_and(|&top| self.rules.affinity(top, hand) >= 2 || !self.position.table().is_empty())
    }

    fn discard(&self, table: &[Meld<R::Tile>], left: &Multiset<R::Tile>) -> Option<R::Tile> {
        discards(self.rules, &self.position, table, left, Discard::LeastMissed).first().copied()
    }

    fn lay(&mut self, hand: Multiset<R::Tile>) -> Laid<R::Tile> {
        let mut laid = (self.position.table().to_vec(), hand);
        let preferred = Preference { required: None, own: hand };
        if self.position.mover().placed {
            self.enlarge(&mut laid, &preferred);
        }
        self.work += self.lay_new(&mut laid, &preferred) / MELDS_PER_TURN;
        laid
    }

    /// Adds to each combination the tiles that count most. Jokers are left where they lie.
    fn enlarge(&self, (table, left): &mut Laid<R::Tile>, preferred: &Preference<R::Tile>) {
        for at in 0..table.len() {
            let old = table[at].tiles();
            let fits = |way: &Meld<R::Tile>| {
                let still = (left.len() + old.len()).saturating_sub(way.len());
                old.is_subset(&way.tiles()) && self.rules.may_lay(way, still, table)
            };
            let ways = self.rules.enlarged(&table[at], left, preferred).into_iter().filter(|way| fits(way));
            if let Some(way) = ways.max_by_key(|way| self.worth(way)) {
                *left = left.difference(&way.tiles().difference(&old));
                table[at] = way;
            }
        }
    }

    /// Lays new combinations, the most valuable first. Returns how many were looked at.
    fn lay_new(&self, (table, left): &mut Laid<R::Tile>, preferred: &Preference<R::Tile>) -> usize {
        let mut melds = self.rules.new_melds(left, preferred);
        let count = melds.len();
        melds.sort_by_cached_key(|meld| Reverse(self.worth(meld)));
        for meld in melds {
            let tiles = meld.tiles();
            let is_legal = tiles.is_subset(left)
                && !self.rules.clashes(&meld, table)
                && self.rules.may_lay(&meld, left.len() - meld.len(), table);
            if is_legal {
                *left = left.difference(&tiles);
                table.push(meld);
            }
        }
        count
    }

    /// The gain of having a combination on the table instead of in the hand.
    fn worth(&self, meld: &[R::Tile]) -> i32 {
        meld.iter().map(|&tile| self.rules.cost(tile)).sum::<i32>() + self.rules.meld_points(meld)
    }

    /// The value of the position for a player: half of it for winning, half for the margin.
    fn standing(&self, me: usize) -> f64 {
        let last = self.rules.final_points(&self.position);
        let is_mine = |player: usize| self.position.table_of(player) == self.position.table_of(me);
        let is_shared = self.position.tables.len() == 1;
        let score = |player: usize| {
            let score = self.position.players[player].score.saturating_add(last[player]);
            f64::from(if self.rules.turn_rules().winner == Winner::Highest { score } else { -score })
        };
        let others = (0..last.len()).filter(|&player| player != me && (is_shared || !is_mine(player)));
        let lead = score(me) - others.map(score).fold(f64::NEG_INFINITY, f64::max);
        let wins = if lead == 0.0 { 0.5 } else { f64::from(u8::from(lead > 0.0)) };
        let margin = lead / (lead.abs() + f64::from(self.rules.large_lead()));
        0.5 * wins + 0.5 * (0.5 + 0.5 * margin)
    }
}

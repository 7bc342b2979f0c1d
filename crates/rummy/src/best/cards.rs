//! The best turn where combinations may only be added to: what to take, to lay down, to add and to discard.
//!
//! [`placement_search`], a branch and bound, tries every way to enlarge combinations of the table and to lay new ones,
//! as far as its nodes go. A rule set says by [`Melding`] what there is to try and what it is worth.

mod canasta;
mod mahjong;
mod placement_search;
mod rami;

use search::{Budget, Limit, Outcome, Run};

use self::placement_search::PlacementSearch;
pub(crate) use self::placement_search::discards;
use super::{Answer, BestError, BestTurn, Found, Objective, best_of, found};
use crate::apply::Taken;
use crate::meld::Meld;
use crate::multiset::Multiset;
use crate::position::Position;
use crate::rules::Rules;
use crate::tile::Tile;
use crate::turn::{Take, Turn};

/// The usual budget of a turn: half of it for turns that draw, half for those that take the pile.
const BUDGET: Budget = Budget { nodes: 40_000, memory: 1 << 20 };

/// The options of a search for a turn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlacingOptions {
    /// The objective of the placement.
    pub(crate) objective: Objective,
    /// Has the player taken the next tile of the stock and seen it?
    pub(crate) has_drawn: bool,
    /// The choice of the discard.
    pub(crate) discard: Discard,
}

/// The choice of the discard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Discard {
    /// The tile that would cost most at the end.
    Dearest,
    /// The tile with the lowest [`Melding::keep_value`].
    LeastMissed,
}

impl PlacingOptions {
    /// The usual options of a player who has not drawn yet.
    pub(crate) fn new(objective: Objective) -> Self {
        Self { objective, has_drawn: false, discard: Discard::LeastMissed }
    }
}

/// Which of several tiles that are worth the same are placed first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Preference<T: Tile> {
    /// The tile that has to be placed: the top of the pile, if the pile is taken.
    pub(crate) required: Option<T>,
    /// The tiles that a first placement may count: the hand, and the tile taken first.
    pub(crate) own: Multiset<T>,
}

/// A rule set in which combinations may only be added to, as the search for a turn sees it.
pub(crate) trait Melding: Rules {
    /// Every new combination that can be made out of `hand`. Where tiles are as good as each other, the preferred ones are
    /// taken.
    fn new_melds(
        &self,
        hand: &Multiset<Self::Tile>,
        preferred: &Preference<Self::Tile>,
    ) -> Vec<Meld<Self::Tile>>;

    /// Every way to enlarge a combination of the table out of `hand`, or to swap its joker. Where tiles are as good as each
    /// other, the preferred ones are taken.
    fn enlarged(
        &self,
        meld: &Meld<Self::Tile>,
        hand: &Multiset<Self::Tile>,
        preferred: &Preference<Self::Tile>,
    ) -> Vec<Meld<Self::Tile>>;

    /// The points of a combination on the own table when the deal ends.
    fn meld_points(&self, _meld: &[Self::Tile]) -> i32 {
        0
    }

    /// The cost of a tile left in the hand when the deal ends.
    fn cost(&self, tile: Self::Tile) -> i32;

    /// Is it a tile that is discarded only if there is no other?
    fn is_precious(&self, tile: Self::Tile) -> bool {
        tile.is_joker()
    }

    /// The points for going out, besides those for the empty hand.
    fn out_bonus(&self, _position: &Position<Self::Tile>) -> i32 {
        0
    }

    /// Do the rules forbid to lay this combination on a table with those?
    fn clashes(&self, _meld: &Meld<Self::Tile>, _table: &[Meld<Self::Tile>]) -> bool {
        false
    }

    /// The most points that these tiles can make when they are placed, besides what they cost in the hand.
    fn upper_bound(&self, _hand: &Multiset<Self::Tile>, _table: &[Meld<Self::Tile>]) -> i32 {
        0
    }

    /// The value of keeping a tile; the tile with the lowest value is discarded.
    fn keep_value(
        &self,
        tile: Self::Tile,
        left: &Multiset<Self::Tile>,
        position: &Position<Self::Tile>,
        table: &[Meld<Self::Tile>],
    ) -> i32;

    /// May this combination be laid, new or enlarged, when `left` tiles remain in the hand before the discard? The answer
    /// is good enough for quick play; the judge has the last word.
    fn may_lay(&self, meld: &[Self::Tile], left: usize, table: &[Meld<Self::Tile>]) -> bool;

    /// How well a tile goes with a hand: 2 or more for each tile that could be next to it in a combination, 1 for each that
    /// leaves a gap.
    fn affinity(&self, tile: Self::Tile, hand: &Multiset<Self::Tile>) -> i32;

    /// The points that make a large lead.
    fn large_lead(&self) -> i32;

    /// The best turn of a player who has not taken a tile yet, and does not know the next tile of the stock; or of a player
    /// who has drawn it, and can no longer take from the pile. Where both ways are open, each gets half of the nodes.
    fn best_placing(
        &self,
        position: &Position<Self::Tile>,
        options: PlacingOptions,
        run: &mut Run<'_>,
    ) -> Found<Self::Tile>
    where
        Self: Sized,
    {
        if options.has_drawn {
            return self.best_after(position, Take::Stock, options, run);
        }
        let half = Budget::UNLIMITED.with_nodes(run.nodes_left() / 2);
        let drawing = run.part(half, |run| self.best_after(position, Take::Stock, options, run));
        let taking = run.part(half, |run| self.best_after(position, Take::Pile, options, run));
        let limit = limit_of(&drawing).or(limit_of(&taking));
        let best = match (best_of(drawing), best_of(taking)) {
            (Some(one), Some(other)) => Some(if other.worth() > one.worth() { other } else { one }),
            (one, other) => one.or(other),
        };
        found(best, limit)
    }

    /// The best of the turns that begin with `take`.
    fn best_after(
        &self,
        position: &Position<Self::Tile>,
        take: Take,
        options: PlacingOptions,
        run: &mut Run<'_>,
    ) -> Found<Self::Tile>
    where
        Self: Sized,
    {
        let known = match Taken::of(self, position, take) {
            Ok(taken) if take == Take::Pile || options.has_drawn => taken.tiles,
            Err(_) if take == Take::Pile => return found(None, None),
            _ => Vec::new(),
        };
        PlacementSearch::new(self, position, take, &known, options, run).search()
    }

    /// The turn of a player who places nothing: takes the next tile and discards one.
    fn discard_only(&self, position: &Position<Self::Tile>, options: PlacingOptions) -> Turn<Self::Tile>
    where
        Self: Sized,
    {
        let table = position.table().to_vec();
        let Ok(taken) = Taken::of(self, position, Take::Stock) else {
            return Turn { take: Take::Nothing, table, discard: None };
        };
        if taken.tiles.is_empty() {
            // Only bonus tiles came, so there is no tile to discard.
            return Turn { take: Take::Stock, table, discard: None };
        }
        let mut hand = position.mover().tiles();
        if options.has_drawn || hand.is_empty() {
            hand.extend(taken.tiles.iter().copied());
        }
        let discard = discards(self, position, &table, &hand, options.discard).first().copied();
        Turn { take: Take::Stock, table, discard }
    }
}

impl<R: Melding> BestTurn for R {
    fn usual_budget(&self) -> Budget {
        BUDGET
    }

    fn best_turn(
        &self,
        position: &Position<Self::Tile>,
        objective: Objective,
        run: &mut Run<'_>,
    ) -> Result<Found<Self::Tile>, BestError> {
        Ok(self.best_placing(position, PlacingOptions::new(objective), run))
    }
}

/// The limit that kept a search from being exhaustive.
fn limit_of<T: Tile>(found: &Found<T>) -> Option<Limit> {
    match found {
        Outcome::Solved(Answer::Unproven(_, limit)) | Outcome::GaveUp(limit) => Some(*limit),
        Outcome::Solved(Answer::Proven(_)) | Outcome::Unsolvable(_) => None,
    }
}

#[cfg(test)]
mod tests;

//! Branch and bound over all ways to place, within a number of nodes.

use std::cmp::Reverse;

use search::{Limit, Run};

use super::{Discard, Melding, PlacingOptions, Preference};
use crate::best::{Found, Objective, found};
use crate::judge::Best;
use crate::meld::Meld;
use crate::multiset::Multiset;
use crate::position::Position;
use crate::refusal::Refusal;
use crate::tile::Tile;
use crate::turn::{Take, Turn};

/// Listing this many combinations costs about as much as a node.
const MELDS_PER_NODE: usize = 8;

/// A search for the best placement after taking some tiles.
pub(super) struct PlacementSearch<'a, 'w, R: Melding> {
    rules: &'a R,
    before: &'a Position<R::Tile>,
    take: Take,
    /// The hand, and what was taken.
    hand: Multiset<R::Tile>,
    preferred: Preference<R::Tile>,
    options: PlacingOptions,
    run: &'a mut Run<'w>,
    /// The limit that was reached last.
    limit: Option<Limit>,
    /// The best turn so far, and its worth.
    best: Option<(i32, Best<R::Tile>)>,
}

/// A new combination, and its tiles without order.
type New<T> = (Multiset<T>, Meld<T>);

/// A turn in the making.
struct Attempt<T: Tile> {
    table: Vec<Meld<T>>,
    /// The tiles left in the hand, and jokers that were swapped and must still be placed.
    left: Multiset<T>,
    worth: i32,
}

impl<'a, 'w, R: Melding> PlacementSearch<'a, 'w, R> {
    pub(super) fn new(
        rules: &'a R,
        before: &'a Position<R::Tile>,
        take: Take,
        taken: &[R::Tile],
        options: PlacingOptions,
        run: &'a mut Run<'w>,
    ) -> Self {
        let mut hand = before.mover().tiles();
        let top = taken.last().copied();
        let mut own = hand;
        own.extend(top);
        let preferred = Preference { required: top.filter(|_| take == Take::Pile), own };
        hand.extend(taken.iter().copied());
        Self { rules, before, take, hand, preferred, options, run, limit: None, best: None }
    }

    /// Tries everything, as far as the run goes.
    pub(super) fn search(mut self) -> Found<R::Tile> {
        let table = self.before.table().to_vec();
        let mut attempt = Attempt { table, left: self.hand, worth: 0 };
        if self.before.mover().placed {
            self.enlarge(0, &mut attempt);
        } else {
            self.lay_new(&mut attempt);
        }
        let limit = self.ended_by();
        found(self.best.map(|(_, best)| best), limit)
    }

    /// Counts nodes.
    fn spend(&mut self, nodes: usize) {
        if let Err(limit) = self.run.spend(nodes as u64) {
            self.limit = Some(limit);
        }
    }

    /// The limit that was reached, if one was.
    fn ended_by(&self) -> Option<Limit> {
        self.limit.or((self.run.nodes_left() == 0).then_some(Limit::Nodes))
    }

    /// Enlarges the combinations of the old table from number `at` on, each in every way or not at all, then lays new ones.
    /// It calls itself once for each combination of the table.
    fn enlarge(&mut self, at: usize, attempt: &mut Attempt<R::Tile>) {
        if self.ended_by().is_some() || self.is_reached(self.upper_bound(attempt)) {
            return;
        }
        if at == self.before.table().len() {
            self.lay_new(attempt);
            return;
        }
        let old = attempt.table[at].clone();
        for new in self.rules.enlarged(&old, &attempt.left, &self.preferred) {
            self.spend(1);
            let (left, worth) = (attempt.left, attempt.worth);
            let added = new.tiles().difference(&old.tiles());
            let freed = old.tiles().difference(&new.tiles());
            attempt.left = attempt.left.difference(&added).union(&freed);
            attempt.worth +=
                self.gain(&added) - self.gain(&freed) + self.meld_points(&new) - self.meld_points(&old);
            attempt.table[at] = new;
            self.enlarge(at + 1, attempt);
            (attempt.left, attempt.worth) = (left, worth);
        }
        attempt.table[at] = old;
        self.enlarge(at + 1, attempt);
    }

    /// Lays new combinations, the most valuable first.
    fn lay_new(&mut self, attempt: &mut Attempt<R::Tile>) {
        let mut melds = self.rules.new_melds(&attempt.left, &self.preferred);
        self.spend(melds.len() / MELDS_PER_NODE);
        melds.sort_by_key(|meld| Reverse(self.gain(&meld.tiles()) + self.meld_points(meld)));
        let melds: Vec<New<R::Tile>> = melds.into_iter().map(|meld| (meld.tiles(), meld)).collect();
        self.lay_from(&melds, attempt);
    }

    /// Lays some of these combinations. It calls itself once for each combination that it lays.
    fn lay_from(&mut self, melds: &[New<R::Tile>], attempt: &mut Attempt<R::Tile>) {
        self.finish(attempt);
        let upper_bound = self.upper_bound(attempt);
        for (at, (tiles, meld)) in melds.iter().enumerate() {
            if self.ended_by().is_some() || self.is_reached(upper_bound) {
                return;
            }
            if !tiles.is_subset(&attempt.left) || self.rules.clashes(meld, &attempt.table) {
                continue;
            }
            self.spend(1);
            let (left, worth) = (attempt.left, attempt.worth);
            attempt.left = left.difference(tiles);
            attempt.worth += self.gain(tiles) + self.meld_points(meld);
            attempt.table.push(meld.clone());
            self.lay_from(&melds[at..], attempt);
            attempt.table.pop();
            (attempt.left, attempt.worth) = (left, worth);
        }
    }

    /// Ends the turn here, if it is the best one so far and legal.
    fn finish(&mut self, attempt: &Attempt<R::Tile>) {
        let is_out = attempt.left.is_empty();
        let joker = R::Tile::JOKER;
        if attempt.left.count(joker) > self.hand.count(joker) || attempt.left == self.hand {
            return;
        }
        let out =
            if self.options.objective == Objective::Points { self.rules.out_bonus(self.before) } else { 0 };
        let worth = |left: usize| attempt.worth + if left == 0 { out } else { 0 };
        let most = worth(attempt.left.len().saturating_sub(1));
        if self.is_reached(most) {
            return;
        }
        let discards = discards(self.rules, self.before, &attempt.table, &attempt.left, self.options.discard);
        let mut ends: Vec<Option<R::Tile>> = discards.into_iter().map(Some).collect();
        if is_out {
            ends.push(None);
        }
        for discard in ends {
            let left = attempt.left.len() - usize::from(discard.is_some());
            // A tile of the stock that was not seen stays in the hand.
            let unseen = usize::from(self.take == Take::Stock && self.hand == self.before.mover().tiles());
            let worth = worth(left + unseen);
            if self.is_reached(worth) {
                return;
            }
            let turn = Turn { take: self.take, table: attempt.table.clone(), discard };
            self.spend(1);
            match Best::judged(self.rules, self.before, turn, |_| worth) {
                Ok(best) => {
                    self.best = Some((worth, best));
                    return;
                }
                // These refusals do not depend on the discard.
                Err(Refusal::Opening(_) | Refusal::Pile(_)) => return,
                Err(_) => {}
            }
        }
    }

    /// Has something been found that is worth this much?
    fn is_reached(&self, worth: i32) -> bool {
        self.best.as_ref().is_some_and(|(best, _)| *best >= worth)
    }

    /// An upper bound on the worth of all turns that complete an attempt.
    fn upper_bound(&self, attempt: &Attempt<R::Tile>) -> i32 {
        let more = match self.options.objective {
            Objective::Points => {
                self.rules.upper_bound(&attempt.left, &attempt.table) + self.rules.out_bonus(self.before)
            }
            Objective::Tiles | Objective::Value => 0,
        };
        attempt.worth + self.gain(&attempt.left) + more
    }

    /// The worth of placing these tiles, wherever they go.
    fn gain(&self, tiles: &Multiset<R::Tile>) -> i32 {
        match self.options.objective {
            Objective::Tiles => tiles.len() as i32,
            Objective::Value => tiles.iter().map(|tile| self.rules.tile_value(tile)).sum(),
            Objective::Points => tiles.iter().map(|tile| self.rules.cost(tile)).sum(),
        }
    }

    fn meld_points(&self, meld: &[R::Tile]) -> i32 {
        if self.options.objective == Objective::Points { self.rules.meld_points(meld) } else { 0 }
    }
}

/// The tiles that could be discarded, the best choice first.
pub(crate) fn discards<R: Melding>(
    rules: &R,
    position: &Position<R::Tile>,
    table: &[Meld<R::Tile>],
    left: &Multiset<R::Tile>,
    discard: Discard,
) -> Vec<R::Tile> {
    let mut tiles: Vec<R::Tile> = R::Tile::all().filter(|&tile| left.contains(tile)).collect();
    match discard {
        Discard::Dearest => tiles.sort_by_key(|&tile| (rules.is_precious(tile), Reverse(rules.cost(tile)))),
        Discard::LeastMissed => {
            tiles.sort_by_cached_key(|&tile| rules.keep_value(tile, left, position, table));
        }
    }
    tiles
}

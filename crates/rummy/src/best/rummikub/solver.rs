//! The solver, which puts the parts together: finds the best gain, then a turn of that gain with few changes.

use std::cmp::Reverse;

use search::{Limit, Run};

use super::fewest_changes::{Choice, Layout, fewest_changes, members};
use super::groups::JokerUse;
use super::lay_out::{lay_out, put_down};
use super::least_loss_first::{LeastLossFirst, Path, Unfinished};
use super::locks::{Variant, variants};
use super::number_dp::{NumberDp, TooManyStates};
use super::pool::{Pool, Weights};
use super::reading::Reading;
use super::transitions::Transitions;
use crate::best::BestError;
use crate::meld::{Meld, tiles_of};
use crate::multiset::Multiset;
use crate::rules::rummikub::Rummikub;
use crate::rules::{JokerRule, melds_beyond};
use crate::rummikub_tile::RummikubTile;
use crate::tile::{Ranked, Tile};

// The limits that choose between the two searches change the time, never the gain. They were tuned on the positions of
// tests/data/rummikub-best.txt, where the time hardly changes while one of them is halved or doubled, except as noted.

/// The most states that the dynamic programme lists without a bound on the loss. With a few thousand, it lists states in
/// vain where the bounded programme or the other search is faster.
const FEW_STATES: usize = 500;
/// The most states that the dynamic programme lists within a bound on the loss; with more, the least loss is searched
/// first. Twice as many take a third more time.
const MANY_STATES: usize = 800;
/// The most states that the dynamic programme lists when nothing may be lost.
const MOST_LOSSLESS_STATES: usize = 1 << 13;
/// The most nodes of a least-loss-first search, about 440 MB. No position of a real bag needs a fraction of it.
const MOST_NODES: usize = 1 << 23;
/// The nodes after which the first least-loss-first search is tried from the other end.
const FIRST_NODES: usize = 2000;
/// The most steps of the search for the turn with the fewest changes. If they do not suffice, any best turn is taken.
const FEWEST_CHANGES_STEPS: usize = 800;
/// The most nodes of a search that only looks for fewer changes. One search per chunk of combinations is made, so this
/// limit decides the time of the slowest positions.
const FEW_NODES: usize = 300;

/// Finds best turns of Rummikub; its work space serves turn after turn.
#[derive(Debug, Default)]
pub(crate) struct RummikubSolver {
    number_dp: NumberDp,
    least_loss_first: LeastLossFirst,
}

/// The answer of a search for the best placement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BestPlacement {
    /// The best placement found; none if there is none, or none was found.
    pub(crate) placement: Option<Placement>,
    /// The limit that ended the search; without one the answer is proven.
    pub(crate) limit: Option<Limit>,
}

/// A placement that the judge has not seen yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Placement {
    /// The sum of the weights of the hand tiles placed.
    pub(crate) gain: u32,
    /// The hand tiles placed.
    pub(crate) placed: Multiset<RummikubTile>,
    /// The table afterwards: first the combinations left alone, then the new ones.
    pub(crate) table: Vec<Meld<RummikubTile>>,
}

/// How the least loss was found.
enum Found {
    /// The dynamic programme has listed all best paths.
    Listed,
    Path(Box<Path>),
}

impl RummikubSolver {
    /// The placement of the highest weight for a player who has placed before.
    pub(crate) fn place(
        &mut self,
        table: &[Meld<RummikubTile>],
        hand: &Multiset<RummikubTile>,
        weights: &Weights,
        jokers: JokerRule,
        run: &mut Run<'_>,
    ) -> Result<BestPlacement, BestError> {
        let variants = match jokers {
            JokerRule::Free => vec![Variant::free(table, hand)],
            JokerRule::Strict => variants(table, hand)?,
        };
        let mut best = None;
        let limit = ended(self.best_of(&variants, table, weights, run, &mut best))?;
        Ok(BestPlacement { placement: best, limit })
    }

    /// The first placement of the highest weight that is worth `least` or more.
    pub(crate) fn open(
        &mut self,
        table: &[Meld<RummikubTile>],
        hand: &Multiset<RummikubTile>,
        weights: &Weights,
        least: u8,
        run: &mut Run<'_>,
    ) -> Result<BestPlacement, BestError> {
        let variant = Variant::closed(table, hand);
        let mut best = None;
        let solved = self.solve(&variant, table, weights, (JokerUse::Anywhere, least), run);
        let limit = ended(solved.map(|found| best = found))?;
        Ok(BestPlacement { placement: best, limit })
    }

    /// The tiles of a hand without jokers that fit into some combination of all these tiles.
    pub(crate) fn placeable(
        table: &Multiset<RummikubTile>,
        hand: &Multiset<RummikubTile>,
    ) -> Option<Multiset<RummikubTile>> {
        let pool = Pool::new(table, hand, &[1; RummikubTile::KINDS])?;
        let fits = |tile: &RummikubTile| {
            tile.rank().zip(tile.suit()).is_some_and(|(number, colour)| {
                pool.hand(usize::from(number) - 1).get(usize::from(colour)) > 0
            })
        };
        Some(hand.iter().filter(fits).collect())
    }

    /// Can the whole hand be placed when every tile of `table` may be moved freely? Jokers are assumed to find a place.
    /// None if a limit ended the search.
    pub(crate) fn fits_whole(
        &mut self,
        table: &Multiset<RummikubTile>,
        hand: &Multiset<RummikubTile>,
        run: &mut Run<'_>,
    ) -> Option<bool> {
        let pool = Pool::new(table, hand, &[1; RummikubTile::KINDS])?;
        if (pool.worth_of_hand() as usize) < hand.len() {
            return Some(false);
        }
        let transitions = Transitions::new(&pool, JokerUse::WhereNeeded, 0);
        self.number_dp.prepare(&transitions);
        let listed = self.number_dp.run(&transitions, 0, MOST_LOSSLESS_STATES);
        run.spend(self.number_dp.len() as u64).ok()?;
        listed.ok().map(|loss| loss.is_some())
    }

    /// The best of several ways to deal with locked jokers. The gain of a way when jokers need not be put down is an upper
    /// bound, so the ways with the highest bounds are searched first.
    fn best_of(
        &mut self,
        variants: &[Variant<'_>],
        table: &[Meld<RummikubTile>],
        weights: &Weights,
        run: &mut Run<'_>,
        best: &mut Option<Placement>,
    ) -> Result<(), Ended> {
        if let [variant] = variants {
            *best = self.solve_with_few_jokers(variant, table, weights, run)?;
            return Ok(());
        }
        let mut promising = Vec::new();
        for variant in variants {
            let pool = variant.pool(weights)?;
            let transitions = Transitions::new(&pool, JokerUse::WhereNeeded, 0);
            if let Some((loss, _)) = self.find(&transitions, run)? {
                promising.push((variant.freeing_worth(weights) + pool.worth_of_hand() - loss, variant));
            }
        }
        promising.sort_by_key(|&(bound, _)| Reverse(bound));
        let mut fewest = Reverse(usize::MAX);
        for (bound, variant) in promising {
            if best.as_ref().is_some_and(|best| best.gain > bound) {
                break;
            }
            if let Some(found) = self.solve_with_few_jokers(variant, table, weights, run)? {
                let changed = Reverse(melds_beyond(&Rummikub::default(), table, &found.table).len());
                if best.as_ref().is_none_or(|best| (found.gain, changed) > (best.gain, fewest)) {
                    fewest = changed;
                    *best = Some(found);
                }
            }
        }
        Ok(())
    }

    /// Searches first with jokers only where they are needed. If the others then find no place, which happens where little
    /// lies on the table, searches again with jokers anywhere.
    fn solve_with_few_jokers(
        &mut self,
        variant: &Variant<'_>,
        table: &[Meld<RummikubTile>],
        weights: &Weights,
        run: &mut Run<'_>,
    ) -> Result<Option<Placement>, Ended> {
        let found = match self.solve(variant, table, weights, (JokerUse::WhereNeeded, 0), run)? {
            None => self.solve(variant, table, weights, (JokerUse::Anywhere, 0), run)?,
            found => found,
        };
        Ok(found.filter(|placement| !placement.placed.is_empty()))
    }

    fn solve(
        &mut self,
        variant: &Variant<'_>,
        table: &[Meld<RummikubTile>],
        weights: &Weights,
        (jokers, opening): (JokerUse, u8),
        run: &mut Run<'_>,
    ) -> Result<Option<Placement>, Ended> {
        let pool = variant.pool(weights)?;
        let transitions = Transitions::new(&pool, jokers, opening);
        let Some((loss, found)) = self.find(&transitions, run)? else { return Ok(None) };
        let gain = variant.freeing_worth(weights) + pool.worth_of_hand() - loss;
        let (changed, layout) = match found {
            Found::Listed => self.with_fewest_changes(variant, &transitions),
            Found::Path(path) => self.with_few_changes(variant, &transitions, weights, (loss, &path), run)?,
        };
        let Some((table, placed)) = assemble(variant, &changed, &transitions, &layout, table) else {
            return Ok(None);
        };
        debug_assert_eq!(gain, placed.iter().map(|tile| weights[tile.index()]).sum::<u32>());
        Ok(Some(Placement { gain, placed, table }))
    }

    /// Finds the least loss. Where there are few states, all of them are listed. Otherwise the allowance grows until there
    /// is an end within it: whatever was left out loses more.
    fn find(
        &mut self,
        transitions: &Transitions<'_>,
        run: &mut Run<'_>,
    ) -> Result<Option<(u32, Found)>, Limit> {
        let whole = transitions.pool.worth_of_hand();
        self.number_dp.prepare(transitions);
        let listed = self.number_dp.run(transitions, whole, FEW_STATES);
        run.spend(self.number_dp.len() as u64)?;
        if let Ok(found) = listed {
            return Ok(found.map(|loss| (loss, Found::Listed)));
        }
        let mut step = (whole / 12).max(1);
        let mut allowance = 0;
        loop {
            let listed = self.number_dp.run(transitions, allowance, MANY_STATES);
            run.spend(self.number_dp.len() as u64)?;
            match listed {
                Ok(Some(loss)) => return Ok(Some((loss, Found::Listed))),
                Ok(None) if allowance >= whole => return Ok(None),
                Ok(None) => allowance = whole.min(allowance + step),
                Err(TooManyStates) => break,
            }
            step *= 2;
        }
        let found = self.search_from_both_ends(transitions, whole, run)?;
        Ok(found.map(|(loss, path)| (loss, Found::Path(Box::new(path)))))
    }

    /// A smaller loss often fails at a few neighbouring numbers, which a search meets soon from one end and late from the
    /// other. So both ends are tried in turn, with more and more nodes.
    fn search_from_both_ends(
        &mut self,
        transitions: &Transitions<'_>,
        allowance: u32,
        run: &mut Run<'_>,
    ) -> Result<Option<(u32, Path)>, Limit> {
        let mirrored = transitions.pool.mirrored();
        let from_above = Transitions::new(&mirrored, transitions.jokers, transitions.opening);
        let mut nodes = FIRST_NODES;
        while nodes <= MOST_NODES {
            match self.least_loss_first.search(transitions, allowance, nodes, run) {
                Ok(found) => return Ok(found),
                Err(Unfinished::Limit(limit)) => return Err(limit),
                Err(Unfinished::TooManyNodes) => {}
            }
            if transitions.opening == 0 {
                match self.least_loss_first.search(&from_above, allowance, nodes, run) {
                    Ok(found) => return Ok(found.map(from_the_other_end)),
                    Err(Unfinished::Limit(limit)) => return Err(limit),
                    Err(Unfinished::TooManyNodes) => {}
                }
            }
            nodes *= 4;
        }
        Err(Limit::Nodes)
    }

    /// The answer with the fewest changes among those that the dynamic programme has just listed.
    fn with_fewest_changes<'v>(
        &self,
        variant: &Variant<'v>,
        transitions: &Transitions<'_>,
    ) -> (Variant<'v>, Layout) {
        let readings: Vec<Reading> = variant.loose.iter().filter_map(|meld| Reading::of(meld)).collect();
        if let Some(layout) = fewest_changes(&self.number_dp, transitions, &readings, FEWEST_CHANGES_STEPS) {
            return (variant.clone(), layout);
        }
        let layout = fewest_changes(&self.number_dp, transitions, &[], usize::MAX);
        (variant.clone(), layout.expect("a best path of the dynamic programme can be laid out"))
    }

    /// Leaves combinations alone, many at a time, as long as nothing is lost by it and no limit is reached.
    fn with_few_changes<'v>(
        &mut self,
        variant: &Variant<'v>,
        transitions: &Transitions<'_>,
        weights: &Weights,
        (loss, path): (u32, &Path),
        run: &mut Run<'_>,
    ) -> Result<(Variant<'v>, Layout), BestError> {
        let mut layout = layout_of(path);
        let mut alone: Vec<usize> = Vec::new();
        let mut chunks = vec![(0..variant.loose.len()).collect::<Vec<usize>>()];
        while let Some(chunk) = chunks.pop() {
            let more: Vec<usize> = alone.iter().chain(&chunk).copied().collect();
            let pool = variant.leaving(&more).pool(weights)?;
            let smaller = Transitions::new(&pool, transitions.jokers, transitions.opening);
            // Tiles that now fit nowhere are lost too.
            let allowance = (loss + pool.worth_of_hand()).checked_sub(transitions.pool.worth_of_hand());
            let found =
                allowance.map(|allowance| self.least_loss_first.search(&smaller, allowance, FEW_NODES, run));
            if let Some(Ok(Some((_, path)))) = found {
                alone = more;
                layout = layout_of(&path);
            } else if let Some(Err(Unfinished::Limit(_))) = found {
                break;
            } else if chunk.len() > 1 {
                let (front, back) = chunk.split_at(chunk.len() / 2);
                chunks.extend([front.to_vec(), back.to_vec()]);
            }
        }
        Ok((variant.leaving(&alone), layout))
    }
}

/// The reason why a search ended without an answer.
enum Ended {
    Limit(Limit),
    Error(BestError),
}

impl From<Limit> for Ended {
    fn from(limit: Limit) -> Self {
        Self::Limit(limit)
    }
}

impl From<BestError> for Ended {
    fn from(error: BestError) -> Self {
        Self::Error(error)
    }
}

/// The limit that ended a search, if one did.
fn ended(result: Result<(), Ended>) -> Result<Option<Limit>, BestError> {
    match result {
        Ok(()) => Ok(None),
        Err(Ended::Limit(limit)) => Ok(Some(limit)),
        Err(Ended::Error(error)) => Err(error),
    }
}

/// A path with the numbers counted down, turned into one with the numbers counted up.
fn from_the_other_end((loss, mut path): (u32, Path)) -> (u32, Path) {
    path.reverse();
    (loss, path)
}

fn layout_of(path: &Path) -> Layout {
    path.map(|(assignment, run_jokers)| Choice {
        alone: 0,
        grouped: assignment.grouped,
        group_jokers: assignment.group_jokers,
        in_runs: assignment.in_runs,
        run_jokers,
    })
}

/// The new table and the tiles placed; none if there are jokers without a place. Of the combinations that
/// `changed` leaves alone, only those of `variant` are locked: the others may still get a joker.
fn assemble(
    variant: &Variant<'_>,
    changed: &Variant<'_>,
    transitions: &Transitions<'_>,
    layout: &Layout,
    old: &[Meld<RummikubTile>],
) -> Option<(Vec<Meld<RummikubTile>>, Multiset<RummikubTile>)> {
    let mut table = lay_out(layout, &transitions.groups);
    let alone = layout.iter().flat_map(|choice| members(choice.alone));
    table.extend(alone.map(|meld| changed.loose[meld].clone()));
    let (locked, left_alone) = changed.locked.split_at(variant.locked.len());
    table.extend(left_alone.iter().map(|&meld| meld.clone()));
    if transitions.uses_few_jokers() {
        let lying = tiles_of(&table).count(RummikubTile::JOKER) as u8;
        if put_down(variant.jokers() - lying, &mut table) > 0 {
            return None;
        }
    }
    table.extend(locked.iter().map(|&meld| meld.clone()));
    let placed = tiles_of(&table).difference(&tiles_of(old));
    Some((in_old_order(table, old), placed))
}

/// The combinations left alone in the order they had, then the new ones.
fn in_old_order(mut new: Vec<Meld<RummikubTile>>, old: &[Meld<RummikubTile>]) -> Vec<Meld<RummikubTile>> {
    let mut table = Vec::with_capacity(new.len());
    for meld in old {
        if let Some(place) = new.iter().position(|other| other == meld) {
            table.push(new.swap_remove(place));
        }
    }
    new.sort_unstable();
    table.extend(new);
    table
}

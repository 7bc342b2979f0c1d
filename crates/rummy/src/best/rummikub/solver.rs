//! Putting the parts together: which turn is best, and which of the best ones is laid out.

use std::cmp::Reverse;

use search::{Limit, Run};

use super::dive::{Broken, Dive, Path};
use super::groups::Jokers;
use super::lay::{lay, put_down};
use super::locks::{Variant, variants};
use super::plan::Plan;
use super::pool::{Pool, Weights};
use super::reading::Reading;
use super::sweep::{Sweep, TooMany};
use super::tidy::{Choice, Layout, members, tidiest};
use crate::best::BestError;
use crate::meld::{Meld, tiles_of};
use crate::multiset::Multiset;
use crate::piece::Piece;
use crate::rules::rummikub::Rummikub;
use crate::rules::{JokerRule, melds_beyond};
use crate::tile::{Ranked, Tile};

/// A sweep over so many states needs no bound on the loss.
const FEW_STATES: usize = 500;
/// A sweep with more states than this gives way to a dive.
const MANY_STATES: usize = 800;
/// A dive ends in an error after so many nodes. No position of a real bag comes near.
const MOST_NODES: usize = 1 << 23;
/// The first dive is broken off after so many nodes and tried from the other end.
const FIRST_NODES: usize = 2000;
/// So many steps are spent on finding the turn with the fewest changes.
const TIDY_STEPS: usize = 800;
/// A dive that only makes the answer tidier is broken off after so many nodes.
const FEW_NODES: usize = 300;

/// Finds best turns of Rummikub; its work space is used again from turn to turn.
///
/// ```
/// use rummy::{Colour, JokerRule, Multiset, Piece, RummikubSolver};
/// use search::{Budget, Run, Unwatched};
///
/// let run: Vec<Piece> = (4..7).filter_map(|number| Piece::new(number, Colour::Red)).collect();
/// let hand: Multiset<Piece> = Piece::new(7, Colour::Red).into_iter().collect();
/// let mut solver = RummikubSolver::default();
/// let mut watch = Unwatched;
/// let mut limits = Run::new(Budget::UNLIMITED, &mut watch);
/// let found = solver.place(&[run.into()], &hand, &[1; 53], JokerRule::Strict, &mut limits)?;
/// assert_eq!(found.placement.expect("the 7 fits").table[0].to_string(), "((4 rouge) (5 rouge) (6 rouge) (7 rouge))");
/// # Ok::<(), rummy::BestError>(())
/// ```
#[derive(Debug, Default)]
pub struct RummikubSolver {
    sweep: Sweep,
    dive: Dive,
}

/// The answer of a search for the best placement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestPlacement {
    /// The best placement found; none if there is none, or none was found.
    pub placement: Option<Placement>,
    /// The limit that ended the search; without one the answer is proven.
    pub limit: Option<Limit>,
}

/// A placement. The judge has still to be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The sum of the weights of the hand tiles placed.
    pub gain: u32,
    /// The hand tiles placed.
    pub placed: Multiset<Piece>,
    /// The table afterwards: first what was left alone, then what is new.
    pub table: Vec<Meld<Piece>>,
    /// Is it proven that no placement of the same gain changes fewer combinations?
    pub is_tidiest: bool,
}

/// How the least loss was found.
enum Found {
    /// The sweep holds all that is best.
    Swept,
    Dived(Box<Path>),
}

impl RummikubSolver {
    /// The placement of the highest weight for a player who has placed before.
    pub fn place(
        &mut self,
        table: &[Meld<Piece>],
        hand: &Multiset<Piece>,
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
    pub fn open(
        &mut self,
        table: &[Meld<Piece>],
        hand: &Multiset<Piece>,
        weights: &Weights,
        least: u8,
        run: &mut Run<'_>,
    ) -> Result<BestPlacement, BestError> {
        let variant = Variant::closed(table, hand);
        let mut best = None;
        let solved = self.solve(&variant, table, weights, (Jokers::Lavish, least), run);
        let limit = ended(solved.map(|found| best = found))?;
        Ok(BestPlacement { placement: best, limit })
    }

    /// Which hand tiles a best placement leaves in the hand when every tile of `table` may be moved freely,
    /// without saying how the table then looks. Jokers of the hand are taken to find a place. None if the
    /// tiles of the table cannot all stay, or the position is beyond what can be searched within the limits.
    pub fn left_over(
        &mut self,
        table: &Multiset<Piece>,
        hand: &Multiset<Piece>,
        weights: &Weights,
        least: u8,
        run: &mut Run<'_>,
    ) -> Option<Multiset<Piece>> {
        let pool = Pool::new(table, hand, weights)?;
        let jokers = if least > 0 { Jokers::Lavish } else { Jokers::Sparing };
        let plan = Plan::new(&pool, jokers, least);
        let kept = match self.find(&plan, run).ok()?? {
            (_, Found::Swept) => self.sweep.kept(),
            (_, Found::Dived(path)) => path.map(|(offer, _)| offer.kept),
        };
        let mut left = *hand;
        while left.remove(Piece::JOKER) {}
        for (index, kept) in kept.into_iter().enumerate() {
            for colour in 0..4 {
                let tile = Piece::at(index as u8 + 1, colour as u8);
                for _ in kept.get(colour)..pool.hand(index).get(colour) {
                    left.remove(tile);
                }
            }
        }
        Some(left)
    }

    /// The best of several ways to deal with locked jokers. What a way can gain when jokers are put
    /// down anywhere is a bound, so the ways that promise most are looked at first.
    fn best_of(
        &mut self,
        variants: &[Variant<'_>],
        table: &[Meld<Piece>],
        weights: &Weights,
        run: &mut Run<'_>,
        best: &mut Option<Placement>,
    ) -> Result<(), Ended> {
        if let [variant] = variants {
            *best = self.solve_sparing(variant, table, weights, run)?;
            return Ok(());
        }
        let mut promising = Vec::new();
        for variant in variants {
            let pool = variant.pool(weights)?;
            let plan = Plan::new(&pool, Jokers::Sparing, 0);
            if let Some((loss, _)) = self.find(&plan, run)? {
                promising.push((variant.freeing_worth(weights) + pool.worth_of_hand() - loss, variant));
            }
        }
        promising.sort_by_key(|&(bound, _)| Reverse(bound));
        let mut fewest = Reverse(usize::MAX);
        for (bound, variant) in promising {
            if best.as_ref().is_some_and(|best| best.gain > bound) {
                break;
            }
            if let Some(found) = self.solve_sparing(variant, table, weights, run)? {
                let changed = Reverse(melds_beyond(&Rummikub::default(), table, &found.table).len());
                if best.as_ref().is_none_or(|best| (found.gain, changed) > (best.gain, fewest)) {
                    fewest = changed;
                    *best = Some(found);
                }
            }
        }
        Ok(())
    }

    /// Jokers are first put only where something hangs on them. If the others then find no place, which
    /// happens where little lies on the table, it is done again with jokers put wherever they fit.
    fn solve_sparing(
        &mut self,
        variant: &Variant<'_>,
        table: &[Meld<Piece>],
        weights: &Weights,
        run: &mut Run<'_>,
    ) -> Result<Option<Placement>, Ended> {
        let sparing = self.solve(variant, table, weights, (Jokers::Sparing, 0), run)?;
        let found = match sparing {
            None => self.solve(variant, table, weights, (Jokers::Lavish, 0), run)?,
            found => found,
        };
        Ok(found.filter(|placement| !placement.placed.is_empty()))
    }

    fn solve(
        &mut self,
        variant: &Variant<'_>,
        table: &[Meld<Piece>],
        weights: &Weights,
        (jokers, opening): (Jokers, u8),
        run: &mut Run<'_>,
    ) -> Result<Option<Placement>, Ended> {
        let pool = variant.pool(weights)?;
        let plan = Plan::new(&pool, jokers, opening);
        let Some((loss, found)) = self.find(&plan, run)? else { return Ok(None) };
        let gain = variant.freeing_worth(weights) + pool.worth_of_hand() - loss;
        let (tidied, layout, is_tidiest) = match found {
            Found::Swept => self.tidy_up(variant, &plan),
            Found::Dived(path) => self.tidy_roughly(variant, &plan, weights, (loss, &path), run)?,
        };
        let Some((table, placed)) = assemble(variant, &tidied, &plan, &layout, table) else {
            return Ok(None);
        };
        debug_assert_eq!(gain, placed.iter().map(|tile| weights[tile.index()]).sum::<u32>());
        Ok(Some(Placement { gain, placed, table, is_tidiest }))
    }

    /// The least loss. Where there are few states, all are swept over. Else the allowance grows until there
    /// is an end within it: what was left out loses more.
    fn find(&mut self, plan: &Plan<'_>, run: &mut Run<'_>) -> Result<Option<(u32, Found)>, Limit> {
        let whole = plan.pool.worth_of_hand();
        self.sweep.prepare(plan);
        let swept = self.sweep.run(plan, whole, FEW_STATES);
        run.spend(self.sweep.len() as u64)?;
        if let Ok(found) = swept {
            return Ok(found.map(|loss| (loss, Found::Swept)));
        }
        let mut step = (whole / 12).max(1);
        let mut allowance = 0;
        loop {
            let swept = self.sweep.run(plan, allowance, MANY_STATES);
            run.spend(self.sweep.len() as u64)?;
            match swept {
                Ok(Some(loss)) => return Ok(Some((loss, Found::Swept))),
                Ok(None) if allowance >= whole => return Ok(None),
                Ok(None) => allowance = whole.min(allowance + step),
                Err(TooMany) => break,
            }
            step *= 2;
        }
        let found = self.dive_from_both_ends(plan, whole, run)?;
        Ok(found.map(|(loss, path)| (loss, Found::Dived(Box::new(path)))))
    }

    /// What stands in the way of a smaller loss is often a matter of a few neighbouring numbers, and is
    /// found out soon from one end and late from the other. So both are tried, with more and more nodes.
    fn dive_from_both_ends(
        &mut self,
        plan: &Plan<'_>,
        allowance: u32,
        run: &mut Run<'_>,
    ) -> Result<Option<(u32, Path)>, Limit> {
        let mirrored = plan.pool.mirrored();
        let from_above = Plan::new(&mirrored, plan.jokers, plan.opening);
        let mut nodes = FIRST_NODES;
        while nodes <= MOST_NODES {
            match self.dive.search(plan, allowance, nodes, run) {
                Ok(found) => return Ok(found),
                Err(Broken::Limit(limit)) => return Err(limit),
                Err(Broken::TooMany) => {}
            }
            if plan.opening == 0 {
                match self.dive.search(&from_above, allowance, nodes, run) {
                    Ok(found) => return Ok(found.map(from_the_other_end)),
                    Err(Broken::Limit(limit)) => return Err(limit),
                    Err(Broken::TooMany) => {}
                }
            }
            nodes *= 4;
        }
        Err(Limit::Nodes)
    }

    /// The tidiest answer of the sweep just made.
    fn tidy_up<'v>(&self, variant: &Variant<'v>, plan: &Plan<'_>) -> (Variant<'v>, Layout, bool) {
        let readings: Vec<Reading> = variant.loose.iter().filter_map(|meld| Reading::of(meld)).collect();
        if let Some(layout) = tidiest(&self.sweep, plan, &readings, TIDY_STEPS) {
            return (variant.clone(), layout, true);
        }
        let layout = tidiest(&self.sweep, plan, &[], usize::MAX);
        (variant.clone(), layout.expect("a best path of the sweep can be laid out"), false)
    }

    /// Leaves combinations alone, many at a time, as long as nothing is lost by it and the run goes on.
    fn tidy_roughly<'v>(
        &mut self,
        variant: &Variant<'v>,
        plan: &Plan<'_>,
        weights: &Weights,
        (loss, path): (u32, &Path),
        run: &mut Run<'_>,
    ) -> Result<(Variant<'v>, Layout, bool), BestError> {
        let mut layout = layout_of(path);
        let mut alone: Vec<usize> = Vec::new();
        let mut chunks = vec![(0..variant.loose.len()).collect::<Vec<usize>>()];
        while let Some(chunk) = chunks.pop() {
            let more: Vec<usize> = alone.iter().chain(&chunk).copied().collect();
            let pool = variant.leaving(&more).pool(weights)?;
            let smaller = Plan::new(&pool, plan.jokers, plan.opening);
            // Tiles that fit nowhere any more are lost too.
            let allowance = (loss + pool.worth_of_hand()).checked_sub(plan.pool.worth_of_hand());
            let found = allowance.map(|allowance| self.dive.search(&smaller, allowance, FEW_NODES, run));
            if let Some(Ok(Some((_, path)))) = found {
                alone = more;
                layout = layout_of(&path);
            } else if let Some(Err(Broken::Limit(_))) = found {
                break;
            } else if chunk.len() > 1 {
                let (front, back) = chunk.split_at(chunk.len() / 2);
                chunks.extend([front.to_vec(), back.to_vec()]);
            }
        }
        Ok((variant.leaving(&alone), layout, false))
    }
}

/// Why a search has no answer.
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

/// What was found with the numbers counted down, with the numbers counted up.
fn from_the_other_end((loss, mut path): (u32, Path)) -> (u32, Path) {
    path.reverse();
    (loss, path)
}

fn layout_of(path: &Path) -> Layout {
    path.map(|(offer, run_jokers)| Choice {
        alone: 0,
        grouped: offer.grouped,
        group_jokers: offer.group_jokers,
        in_runs: offer.in_runs,
        run_jokers,
    })
}

/// The new table and the tiles placed; none if there are jokers without a place. Of the combinations that
/// `tidied` leaves alone only those of `variant` are locked: the others may still get a joker.
fn assemble(
    variant: &Variant<'_>,
    tidied: &Variant<'_>,
    plan: &Plan<'_>,
    layout: &Layout,
    old: &[Meld<Piece>],
) -> Option<(Vec<Meld<Piece>>, Multiset<Piece>)> {
    let mut table = lay(layout, &plan.groups);
    let alone = layout.iter().flat_map(|choice| members(choice.alone));
    table.extend(alone.map(|meld| tidied.loose[meld].clone()));
    let (locked, left_alone) = tidied.locked.split_at(variant.locked.len());
    table.extend(left_alone.iter().map(|&meld| meld.clone()));
    if plan.is_sparing() {
        let lying = tiles_of(&table).count(Piece::JOKER) as u8;
        if put_down(variant.jokers() - lying, &mut table) > 0 {
            return None;
        }
    }
    table.extend(locked.iter().map(|&meld| meld.clone()));
    let placed = tiles_of(&table).difference(&tiles_of(old));
    Some((in_old_order(table, old), placed))
}

/// What was left alone in the order it had, then what is new.
fn in_old_order(mut new: Vec<Meld<Piece>>, old: &[Meld<Piece>]) -> Vec<Meld<Piece>> {
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

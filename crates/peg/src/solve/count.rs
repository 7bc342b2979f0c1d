//! Exact counts: positions reached, positions still winnable, dead ends, solutions.

use std::sync::atomic::{AtomicBool, Ordering};

use search::{Budget, Limit, Run};

use crate::internal_error::InternalError;
use crate::problem::Problem;
use crate::solve::both_ends::WinnableLevels;
use crate::solve::burnside::OrbitCounter;
use crate::solve::count_by_map;
use crate::solve::levels::{Direction, Edges, Level, LevelWork, Packing, Ranks};

/// The positions of a level of the game: those with equally many pegs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LevelCount {
    /// Pegs on the board.
    pub pegs: u32,
    /// The number of positions.
    pub positions: u64,
    /// The number of positions up to the symmetries of the board that keep the start (and the goal, if it matters).
    pub up_to_symmetry: u64,
    /// The number of positions that allow no jump.
    pub dead_ends: u64,
}

/// Why nothing was counted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CountError {
    /// The board has too many holes for levels of bits.
    #[error("tables hold boards of at most {} holes", crate::solve::levels::MOST_HOLES)]
    TooLarge,
    /// The goal has too many positions for a list of them.
    #[error("the goal has too many positions for a table")]
    WideGoal,
    /// A limit was met.
    #[error("{0}")]
    Limit(Limit),
    /// More memory is needed than is allowed.
    #[error("{}: at least {} MiB needed", Limit::Memory, needed.div_ceil(1 << 20))]
    Memory {
        /// The least that is needed, in bytes.
        needed: usize,
    },
    /// The number of solutions does not fit 128 bits.
    #[error("there are more solutions than 128 bits can count")]
    Overflow,
    /// The answer found is wrong.
    #[error(transparent)]
    Internal(#[from] InternalError),
}

impl From<Limit> for CountError {
    fn from(limit: Limit) -> Self {
        Self::Limit(limit)
    }
}

/// Counts all positions that can be reached from the start, level by level, down to one peg or until nothing
/// can jump. Levels that cannot be reached are left out. The goal plays no part.
///
/// Where the levels do not fit, positions are counted one by one, as far as memory allows.
pub fn reachable(problem: Problem<'_>, run: &mut Run<'_>) -> Result<Vec<LevelCount>, CountError> {
    let by_map = |problem: Problem<'_>, run: &mut Run<'_>| Ok(count_by_map::reachable(problem, run)?);
    or_by_map(reachable_by_levels, by_map, problem, run)
}

pub(super) fn reachable_by_levels(
    problem: Problem<'_>,
    run: &mut Run<'_>,
) -> Result<Vec<LevelCount>, CountError> {
    let packing = Packing::new(problem.board, run)?;
    let start = packing.pack(problem.start);
    let orbits = OrbitCounter::of_stabilizer(problem.board, &packing, &[&[problem.start]]);
    let mut work = LevelWork::new(&packing, packing.class(start), run);
    let pegs = problem.start.pegs();
    let widest = (1..=pegs).max_by_key(|&pegs| work.bytes(pegs..=pegs)).unwrap_or(pegs);
    work.hold(work.bytes([widest, widest].into_iter())).map_err(|limit| work.error(limit))?;
    let empty = || work.level(widest, &[]);
    let (mut level, mut spare) = (empty().reused(&packing, pegs, work.class), empty());
    level.insert(&packing, start);
    let mut counts = Vec::new();
    while level.count() > 0 {
        counts.push(LevelCount {
            pegs: level.plan.pegs,
            positions: level.count(),
            up_to_symmetry: orbits.count(&mut work, &level)?,
            dead_ends: work.dead_ends(&level)?,
        });
        if level.plan.pegs <= 1 {
            break;
        }
        let next = work.step_into(spare, &level, Direction::Forward)?;
        spare = std::mem::replace(&mut level, next);
    }
    Ok(counts)
}

/// Counts the winnable positions, level by level from the start: those that can be reached from the start and from
/// which the goal can still be reached. A game ends as soon as its goal is met, so positions with fewer pegs than
/// [`Goal::pegs`](crate::Goal::pegs) are not counted.
pub fn winnable(problem: Problem<'_>, run: &mut Run<'_>) -> Result<Vec<LevelCount>, CountError> {
    or_by_map(winnable_by_levels, count_by_map::winnable, problem, run)
}

pub(super) fn winnable_by_levels(
    problem: Problem<'_>,
    run: &mut Run<'_>,
) -> Result<Vec<LevelCount>, CountError> {
    let packing = Packing::new(problem.board, run)?;
    let class = packing.class(packing.pack(problem.start));
    if problem.start.pegs() < problem.goal.pegs() {
        return Ok(Vec::new());
    }
    let mut work = LevelWork::new(&packing, class, run);
    let levels = WinnableLevels::new(&mut work, problem).map_err(|limit| work.error(limit))?;
    let ends = [&[problem.start][..], &problem.goal.anchors()];
    let orbits = OrbitCounter::of_stabilizer(problem.board, &packing, &ends);
    let mut counts: Vec<LevelCount> = Vec::new();
    for pegs in levels.pegs() {
        let level = levels.level_or_complement(&packing, pegs);
        let dual = counts.iter().find(|count| count.pegs == level.plan.pegs);
        let up_to_symmetry = match dual {
            Some(dual) => dual.up_to_symmetry,
            None => orbits.count(&mut work, level)?,
        };
        counts.push(LevelCount { pegs, positions: level.count(), up_to_symmetry, dead_ends: 0 });
    }
    // Only won positions can be winnable and dead ends.
    if let Some(last) = counts.last_mut() {
        let won = levels.level(&mut work, last.pegs)?;
        last.dead_ends = work.dead_ends(&won)?;
    }
    counts.retain(|count| count.positions > 0);
    Ok(counts)
}

/// Counts the solutions: sequences of jumps from the start to the goal.
pub fn solutions(problem: Problem<'_>, run: &mut Run<'_>) -> Result<u128, CountError> {
    or_by_map(solutions_by_levels, count_by_map::solutions, problem, run)
}

/// Counts by a map of positions where they are few, then by levels, and where these do not fit, by a map of many.
pub(crate) fn or_by_map<T>(
    by_levels: impl FnOnce(Problem<'_>, &mut Run<'_>) -> Result<T, CountError>,
    by_map: impl Fn(Problem<'_>, &mut Run<'_>) -> Result<T, CountError>,
    problem: Problem<'_>,
    run: &mut Run<'_>,
) -> Result<T, CountError> {
    let problem = problem.with_one_number_of_pegs();
    let brief = Budget { nodes: FEW, ..run.budget() };
    match run.part(brief, |run| by_map(problem, run)) {
        Err(CountError::Limit(Limit::Nodes | Limit::Memory)) => {}
        counted => return counted,
    }
    let too_large = match by_levels(problem, run) {
        Err(error @ (CountError::TooLarge | CountError::Memory { .. })) => error,
        counted => return counted,
    };
    by_map(problem, run).map_err(|error| match (error, too_large) {
        // The memory of the levels is a better answer than that of the map, which grows until it meets the limit.
        (CountError::Limit(Limit::Memory), needs @ CountError::Memory { .. }) => needs,
        (error, _) => error,
    })
}

/// This many positions are counted sooner than the tables of a board are made.
const FEW: u64 = 1 << 12;

pub(super) fn solutions_by_levels(problem: Problem<'_>, run: &mut Run<'_>) -> Result<u128, CountError> {
    let packing = Packing::new(problem.board, run)?;
    let class = packing.class(packing.pack(problem.start));
    if problem.start.pegs() < problem.goal.pegs() {
        return Ok(0);
    }
    let mut work = LevelWork::new(&packing, class, run);
    let levels = WinnableLevels::new(&mut work, problem).map_err(|limit| work.error(limit))?;
    let levels = levels.canonical_only(&mut work, problem)?;
    let widest = levels.pegs().map(|pegs| levels.count(&packing, pegs)).max().unwrap_or(0) as usize;
    work.hold_more(2 * widest * size_of::<u128>()).map_err(|limit| work.error(limit))?;
    match total::<u64>(&mut work, &levels) {
        Err(CountError::Overflow) => total::<u128>(&mut work, &levels),
        counted => counted,
    }
}

/// The number of all lines of play. Where the problem is self-dual, lines from the start to the middle are lines from
/// the middle to the goal with pegs and holes exchanged and read backwards: half of the levels suffice.
fn total<T: Tally>(work: &mut LevelWork<'_, '_>, levels: &WinnableLevels) -> Result<u128, CountError> {
    let packing = work.packing;
    let holes = packing.holes() as u32;
    let Some(middle) = levels.is_self_dual().then(|| holes.div_ceil(2)) else {
        let (top, _) = lines::<T>(work, levels, levels.pegs().next().unwrap_or(0))?;
        return Ok(top.lines.first().map_or(0, |&lines| lines.into()));
    };
    let (upper, lower) = lines::<T>(work, levels, middle)?;
    let lower = if holes == 2 * middle { &upper } else { lower.as_ref().unwrap_or(&upper) };
    let everything = (1 << holes) - 1;
    let sums = work.run.share_out(upper.level.tasks(TASK), |(segments, numbers), _| {
        let positions = upper.level.positions_of(packing, segments).zip(&upper.lines[numbers]);
        let through = positions.map(|(position, &after)| {
            let dual = levels.canonical.form(everything ^ position);
            let bit = lower.level.place(packing, dual).1;
            let before = lower.lines[lower.ranks.of(&lower.level, bit)].into();
            let images = u128::from(levels.canonical.orbit_size(position));
            before.checked_mul(after.into()).and_then(|lines| lines.checked_mul(images))
        });
        add(through)
    })?;
    add(sums.into_iter()).ok_or(CountError::Overflow)
}

/// The sum, if it and all that is added fit.
fn add(mut numbers: impl Iterator<Item = Option<u128>>) -> Option<u128> {
    numbers.try_fold(0_u128, |sum, number| sum.checked_add(number?))
}

/// A level with the number of lines from each of its positions to the goal.
struct Counted<T> {
    level: Level,
    ranks: Ranks,
    lines: Vec<T>,
}

/// A number of lines of play: half the memory suffices for most games.
trait Tally: Copy + Default + Send + Sync + Into<u128> {
    const ONE: Self;
    fn plus(self, other: Self) -> (Self, bool);
}

impl Tally for u64 {
    const ONE: Self = 1;

    fn plus(self, other: Self) -> (Self, bool) {
        self.overflowing_add(other)
    }
}

impl Tally for u128 {
    const ONE: Self = 1;

    fn plus(self, other: Self) -> (Self, bool) {
        self.overflowing_add(other)
    }
}

/// The lines of play to the goal, added up level by level from the goal to `top` pegs: the last level and the one
/// before it.
fn lines<T: Tally>(
    work: &mut LevelWork<'_, '_>,
    levels: &WinnableLevels,
    top: u32,
) -> Result<(Counted<T>, Option<Counted<T>>), CountError> {
    let packing = work.packing;
    let goal = levels.pegs().next_back().unwrap_or(top);
    let level = levels.level(work, goal)?.into_owned();
    let lines = vec![T::ONE; level.count() as usize];
    let (mut last, mut before) = (Counted { ranks: Ranks::new(&level), level, lines }, None);
    for pegs in goal + 1..=top {
        let level = levels.level(work, pegs)?.into_owned();
        let ranks = Ranks::new(&level);
        let (to, to_ranks) = (&last.level, &last.ranks);
        let edges =
            Edges { packing, canonical: &levels.canonical, from: &level, from_ranks: &ranks, to, to_ranks };
        let lines = add_up(work, &edges, &last.lines)?;
        before = Some(std::mem::replace(&mut last, Counted { level, ranks, lines }));
    }
    Ok((last, before))
}

/// Lines from each position, from those of the positions one jump on.
fn add_up<T: Tally>(
    work: &mut LevelWork<'_, '_>,
    edges: &Edges<'_>,
    lines: &[T],
) -> Result<Vec<T>, CountError> {
    let overflow = AtomicBool::new(false);
    let sums = edges.accumulate(work.run, T::default(), |sum, edge| {
        let (total, over) = sum.plus(lines[edge.target]);
        *sum = total;
        if over {
            overflow.store(true, Ordering::Relaxed);
        }
    })?;
    if overflow.into_inner() { Err(CountError::Overflow) } else { Ok(sums) }
}

/// Positions that a thread takes at a time.
const TASK: usize = 1 << 11;

//! Exact counts by sets of positions: for boards that are too large for levels of bits, and where few positions can be
//! reached.

use search::{Limit, Run};

use crate::position::Position;
use crate::problem::Problem;
use crate::symmetry::Symmetry;

use super::count::{CountError, LevelCount};
use super::position_map::{PositionMap, PositionSet, bytes, bytes_to_add};
use super::progress::{Ticker, note_level};
use super::statistics::PlayStatistics;

/// Counts like [`reachable`](super::count::reachable).
pub(crate) fn reachable(problem: Problem<'_>, run: &mut Run<'_>) -> Result<Vec<LevelCount>, Limit> {
    let group = stabilizer(problem, false);
    let mut walk = Walk::new(problem, run);
    let mut level = PositionSet::from_iter([problem.start]);
    let mut counts = Vec::new();
    while let Some(pegs) = level.iter().next().map(|position| position.pegs()) {
        let is_dead_end = |position: &&Position| problem.board.legal_jumps(**position).next().is_none();
        let dead_ends = level.iter().filter(is_dead_end).count() as u64;
        counts.push(LevelCount { dead_ends, ..level_count(pegs, level.iter(), &group) });
        if pegs <= 1 {
            break;
        }
        level = walk.next_level(&level)?;
        walk.held = 0;
    }
    Ok(counts)
}

/// Counts like [`winnable`](super::count::winnable).
pub(crate) fn winnable(problem: Problem<'_>, run: &mut Run<'_>) -> Result<Vec<LevelCount>, CountError> {
    let group = stabilizer(problem, true);
    let mut counts = Vec::new();
    from_goal_to_start(problem, run, |level: &PositionMap<bool>| {
        if let Some(pegs) = level.keys().next().map(|position| position.pegs()) {
            let mut count = level_count(pegs, level.keys(), &group);
            if pegs == problem.goal.pegs() {
                let is_dead_end =
                    |position: &&Position| problem.board.legal_jumps(**position).next().is_none();
                count.dead_ends = level.keys().filter(is_dead_end).count() as u64;
            }
            counts.push(count);
        }
    })?;
    counts.reverse();
    Ok(counts)
}

/// Counts like [`solutions`](super::count::solutions).
pub(crate) fn solutions(problem: Problem<'_>, run: &mut Run<'_>) -> Result<u128, CountError> {
    let mut lines = 0;
    from_goal_to_start(problem, run, |level: &PositionMap<u128>| {
        lines = level.get(&problem.start).copied().unwrap_or(0);
    })?;
    Ok(lines)
}

/// Counts like [`play_statistics`](super::statistics::play_statistics).
pub(crate) fn play(problem: Problem<'_>, run: &mut Run<'_>) -> Result<PlayStatistics, CountError> {
    let mut walk = Walk::new(problem, run);
    let mut levels = vec![PositionSet::from_iter([problem.start])];
    while !levels[levels.len() - 1].is_empty() {
        levels.push(walk.next_level(&levels[levels.len() - 1])?);
    }
    let mut below: PositionMap<PlayStatistics> = PositionMap::default();
    for level in levels.into_iter().rev() {
        let mut own = PositionMap::default();
        for position in level {
            let entry = size_of::<(Position, PlayStatistics)>();
            let growing = bytes_to_add(own.len(), own.capacity(), 1, entry);
            walk.tick(bytes(below.capacity(), entry) + growing)?;
            own.insert(position, play_from(problem, position, &below).ok_or(CountError::Overflow)?);
        }
        below = own;
    }
    Ok(below[&problem.start])
}

/// The figures of a position, from those one jump on; `None` if there are too many games.
fn play_from(
    problem: Problem<'_>,
    position: Position,
    below: &PositionMap<PlayStatistics>,
) -> Option<PlayStatistics> {
    let (mut games, mut chance, mut jumps) = (0_u128, 0.0, 0);
    for jump in problem.board.legal_jumps(position) {
        let next = below[&position.play(jump)];
        games = games.checked_add(next.games)?;
        chance += next.chance;
        jumps += 1;
    }
    let chance = match jumps {
        _ if problem.goal.is_met(position) => 1.0,
        0 => 0.0,
        jumps => chance / f64::from(jumps),
    };
    Some(PlayStatistics { games: games.max(1), chance })
}

/// The figures of a winnable position, made from those of the positions one jump on.
trait Sum: Copy {
    const WON: Self;
    fn plus(self, other: Self) -> Option<Self>;
}

/// That the position is winnable is all there is to know.
impl Sum for bool {
    const WON: Self = true;

    fn plus(self, other: Self) -> Option<Self> {
        Some(self || other)
    }
}

impl Sum for u128 {
    const WON: Self = 1;

    fn plus(self, other: Self) -> Option<Self> {
        self.checked_add(other)
    }
}

/// Visits the winnable positions, level by level from the goal up to the start.
fn from_goal_to_start<T: Sum>(
    problem: Problem<'_>,
    run: &mut Run<'_>,
    mut visit: impl FnMut(&PositionMap<T>),
) -> Result<(), CountError> {
    if problem.start.pegs() < problem.goal.pegs() {
        return Ok(());
    }
    let mut walk = Walk::new(problem, run);
    let mut levels = walk.levels_to_goal()?;
    let won = levels.pop().unwrap_or_default();
    let won = won.into_iter().filter(|&position| problem.goal.is_met(position));
    let mut below: PositionMap<T> = won.map(|position| (position, T::WON)).collect();
    visit(&below);
    for level in levels.into_iter().rev() {
        below = walk.sums(&level, &below)?;
        visit(&below);
    }
    Ok(())
}

/// A walk through the positions of a problem, within limits.
pub(super) struct Walk<'a, 'w> {
    pub(super) problem: Problem<'a>,
    run: &'a mut Run<'w>,
    ticker: Ticker,
    /// The memory of the levels that are kept.
    pub(super) held: usize,
}

impl<'a, 'w> Walk<'a, 'w> {
    pub(super) fn new(problem: Problem<'a>, run: &'a mut Run<'w>) -> Self {
        Self { problem, run, ticker: Ticker::default(), held: 0 }
    }

    /// Asks the limits, with this much memory besides the levels that are kept.
    pub(super) fn tick(&mut self, more: usize) -> Result<(), Limit> {
        self.ticker.step(self.run)?;
        self.run.hold(self.held + more)
    }

    /// All positions that can be reached, level by level from the start to the number of pegs of the goal.
    pub(super) fn levels_to_goal(&mut self) -> Result<Vec<PositionSet>, Limit> {
        let mut levels = vec![PositionSet::from_iter([self.problem.start])];
        for _ in self.problem.goal.pegs()..self.problem.start.pegs() {
            let next = self.next_level(&levels[levels.len() - 1])?;
            levels.push(next);
        }
        Ok(levels)
    }

    /// All positions one jump on.
    fn next_level(&mut self, level: &PositionSet) -> Result<PositionSet, Limit> {
        let board = self.problem.board;
        let own = bytes(level.capacity(), size_of::<Position>());
        self.held += own;
        let mut next = PositionSet::default();
        for &position in level {
            let most = board.jumps().len();
            self.tick(bytes_to_add(next.len(), next.capacity(), most, size_of::<Position>()))?;
            next.extend(board.legal_jumps(position).map(|jump| position.play(jump)));
        }
        let pegs = level.iter().next().map_or(0, |position| position.pegs());
        note_level(self.run, level.len() as u64, next.len() as u64, board.len() as u32 - pegs)?;
        Ok(next)
    }

    /// The winnable positions of a level, from those one jump on.
    fn sums<T: Sum>(
        &mut self,
        level: &PositionSet,
        below: &PositionMap<T>,
    ) -> Result<PositionMap<T>, CountError> {
        let entry = size_of::<(Position, T)>();
        let mut sums = PositionMap::default();
        for &position in level {
            let growing = bytes_to_add(sums.len(), sums.capacity(), 1, entry);
            self.tick(bytes(below.capacity(), entry) + growing)?;
            let jumps = self.problem.board.legal_jumps(position);
            let mut after = jumps.filter_map(|jump| below.get(&position.play(jump)).copied());
            if let Some(first) = after.next() {
                let sum = after.try_fold(first, Sum::plus).ok_or(CountError::Overflow)?;
                sums.insert(position, sum);
            }
        }
        Ok(sums)
    }
}

/// The symmetries that keep the start, and the goal where it matters.
fn stabilizer(problem: Problem<'_>, with_goal: bool) -> Vec<&Symmetry> {
    let won = if with_goal { problem.goal.anchors() } else { Vec::new() };
    let keeps = |symmetry: &&Symmetry| symmetry.stabilizes(&[&[problem.start], &won]);
    problem.board.symmetries().iter().filter(keeps).collect()
}

/// A level that all symmetries of the group carry onto itself. The least position of each orbit stands for it.
fn level_count<'p>(
    pegs: u32,
    positions: impl Iterator<Item = &'p Position>,
    group: &[&Symmetry],
) -> LevelCount {
    let mut count = LevelCount { pegs, ..LevelCount::default() };
    for &position in positions {
        count.positions += 1;
        let is_least = group.iter().all(|symmetry| symmetry.position(position) >= position);
        count.up_to_symmetry += u64::from(is_least);
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::Goal;
    use crate::solve::sample_problems::from_hole_to_hole;
    use crate::solve::{count, statistics};

    #[test]
    fn maps_count_what_levels_count() {
        let mut counted = 0;
        from_hole_to_hole(|problem, run| {
            let pegs = problem.board.len() as u32 / 4;
            // Larger boards have too many positions for a test.
            let start = problem.start.holes().take(13).fold(Position::EMPTY, Position::with);
            for goal in [problem.goal, Goal::OnePeg, Goal::Pegs(pegs)] {
                let problem = Problem { start, goal, ..problem };
                assert_eq!(winnable(problem, run), count::winnable_by_levels(problem, run));
                assert_eq!(solutions(problem, run), count::solutions_by_levels(problem, run));
                counted += solutions(problem, run).unwrap();
            }
            let problem = Problem { start, ..problem };
            let by_levels = statistics::play_by_levels(problem, run).unwrap();
            let by_map = play(problem, run).unwrap();
            assert_eq!(by_map.games, by_levels.games);
            assert!((by_map.chance - by_levels.chance).abs() <= 1e-12 * by_map.chance, "{by_map:?}");
            assert_eq!(reachable(problem, run).unwrap(), count::reachable_by_levels(problem, run).unwrap());
        });
        assert!(counted > 10_000, "{counted}");
    }
}

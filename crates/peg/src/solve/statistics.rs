//! Exact figures about all lines of play from a position.

use search::{Limit, Run};

use crate::board::Jump;
use crate::position::Position;
use crate::problem::Problem;

use super::count::{CountError, or_by_map};
use super::count_by_map;
use super::fewest_by_map;
use super::levels::{Canonical, Direction, Edges, Level, LevelWork, Packing, Ranks};
use super::move_count::MoveCount;
use super::position_map::{PositionMap, bytes, bytes_to_add};
use super::progress::Ticker;

/// Figures about all games from a position, each played to a position where nothing can jump.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayStatistics {
    /// The number of games: sequences of jumps to a dead end.
    pub games: u128,
    /// The chance that the goal is met when each jump is chosen at random, all with equal chance. It is a sum of
    /// products of positive numbers, so that all but the last few of its 15 digits are exact.
    pub chance: f64,
}

/// Counts the games, and finds the chance of a win by random play. The game ends when the goal is met.
pub fn play_statistics(problem: Problem<'_>, run: &mut Run<'_>) -> Result<PlayStatistics, CountError> {
    or_by_map(play_by_levels, count_by_map::play, problem, run)
}

/// The figures, by levels of bits.
pub(crate) fn play_by_levels(problem: Problem<'_>, run: &mut Run<'_>) -> Result<PlayStatistics, CountError> {
    let packing = Packing::new(problem.board, run)?;
    let mut work = LevelWork::new(&packing, packing.class(packing.pack(problem.start)), run);
    let canonical =
        Canonical::of_stabilizer(problem.board, &packing, &[&[problem.start], &problem.goal.anchors()]);
    let mut levels = reachable_levels(problem, &mut work)?;
    for level in &mut levels {
        canonical.keep_forms(&mut work, level)?;
    }
    let widest = levels.iter().map(Level::count).max().unwrap_or(0) as usize;
    work.hold_more(2 * widest * size_of::<Games>()).map_err(|limit| work.error(limit))?;
    let mut below: Option<(&Level, Vec<Games>)> = None;
    for level in levels.iter().rev() {
        let games = games(&mut work, problem, &canonical, level, below)?;
        below = Some((level, games));
    }
    let start = below.and_then(|(_, games)| games.first().copied()).unwrap_or_default();
    if start.overflow {
        return Err(CountError::Overflow);
    }
    Ok(PlayStatistics { games: start.count, chance: start.chance })
}

/// What is known of the games from a position.
#[derive(Clone, Copy, Debug, Default)]
struct Games {
    count: u128,
    overflow: bool,
    /// The sum of the chances after each jump, then their mean.
    chance: f64,
    jumps: u32,
}

/// The games from each position of a level, from those of the level below.
fn games(
    work: &mut LevelWork<'_, '_>,
    problem: Problem<'_>,
    canonical: &Canonical,
    level: &Level,
    below: Option<(&Level, Vec<Games>)>,
) -> Result<Vec<Games>, CountError> {
    let packing = work.packing;
    let mut games = match below {
        Some((to, known)) => {
            let (from_ranks, to_ranks) = (Ranks::new(level), Ranks::new(to));
            let edges =
                Edges { packing, canonical, from: level, from_ranks: &from_ranks, to, to_ranks: &to_ranks };
            edges.accumulate(work.run, Games::default(), |own, edge| {
                let next = known[edge.target];
                let (sum, overflow) = own.count.overflowing_add(next.count);
                own.count = sum;
                own.overflow |= overflow || next.overflow;
                own.chance += next.chance;
                own.jumps += 1;
            })?
        }
        None => vec![Games::default(); level.count() as usize],
    };
    for (own, position) in games.iter_mut().zip(level.positions(packing)) {
        own.complete(problem.goal.is_met(packing.unpack(position)));
    }
    Ok(games)
}

impl Games {
    /// Makes the sums over all jumps the figures of the position.
    fn complete(&mut self, is_won: bool) {
        self.count += u128::from(self.jumps == 0);
        self.chance = match self.jumps {
            _ if is_won => 1.0,
            0 => 0.0,
            jumps => self.chance / f64::from(jumps),
        };
    }
}

/// The number of positions by the fewest moves that it takes to reach them, from none on.
pub fn positions_by_moves(problem: Problem<'_>, run: &mut Run<'_>) -> Result<Vec<u64>, CountError> {
    or_by_map(positions_by_moves_by_levels, fewest_by_map::positions_by_moves, problem, run)
}

/// The positions by moves, by levels of bits.
///
/// With pegs and holes exchanged, a jump taken back is the same jump made: the positions that the start reaches become
/// those that lead to the complement of the start, and each learns its moves from those one jump on.
pub(super) fn positions_by_moves_by_levels(
    problem: Problem<'_>,
    run: &mut Run<'_>,
) -> Result<Vec<u64>, CountError> {
    let packing = Packing::new(problem.board, run)?;
    let mut work = LevelWork::new(&packing, packing.class(packing.pack(problem.start)), run);
    let levels = reachable_levels(problem, &mut work)?;
    let widest = levels.iter().map(Level::count).max().unwrap_or(0) as usize;
    work.hold_more(2 * widest * size_of::<MoveCount>()).map_err(|limit| work.error(limit))?;
    let mut counts: Vec<u64> = Vec::new();
    let mut before: Option<(Level, Vec<MoveCount>)> = None;
    for level in levels {
        let from = work.complement(&level)?;
        let known = match &before {
            None => vec![MoveCount::ZERO; from.count() as usize],
            Some((to, known)) => moves_from_start(&mut work, &from, to, known)?,
        };
        for moves in known.iter().map(|known| known.moves() as usize) {
            counts.resize(counts.len().max(moves + 1), 0);
            counts[moves] += 1;
        }
        before = Some((from, known));
    }
    Ok(counts)
}

/// The fewest moves from the start to the complements of a level, and the holes where the last peg of a best line landed,
/// from those of the level before. Symmetry is not used: the holes of a jump would have to be known in both positions.
fn moves_from_start(
    work: &mut LevelWork<'_, '_>,
    from: &Level,
    to: &Level,
    before: &[MoveCount],
) -> Result<Vec<MoveCount>, Limit> {
    let (packing, canonical) = (work.packing, &Canonical::trivial());
    let (from_ranks, to_ranks) = (&Ranks::new(from), &Ranks::new(to));
    let edges = Edges { packing, canonical, from, from_ranks, to, to_ranks };
    edges.accumulate(work.run, MoveCount::UNKNOWN, |known, edge| {
        let moves = before[edge.target].moves_after_jump_from(edge.from);
        known.merge(MoveCount::new(moves, 1 << edge.to));
    })
}

/// All positions that can be reached, level by level from the start.
fn reachable_levels(problem: Problem<'_>, work: &mut LevelWork<'_, '_>) -> Result<Vec<Level>, CountError> {
    let pegs = problem.start.pegs();
    work.hold(work.bytes(1.min(pegs)..=pegs)).map_err(|limit| work.error(limit))?;
    let mut levels = vec![work.level(pegs, &[work.packing.pack(problem.start)])];
    while levels[levels.len() - 1].plan.pegs > 1 {
        let next = work.step(&levels[levels.len() - 1], Direction::Forward)?;
        if next.count() == 0 {
            break;
        }
        levels.push(next);
    }
    Ok(levels)
}

/// A shortest line of play to a position where nothing can jump.
pub fn shortest_dead_end(problem: Problem<'_>, run: &mut Run<'_>) -> Result<Vec<Jump>, Limit> {
    let Problem { board, start, .. } = problem;
    let mut levels: Vec<PositionMap<Option<Jump>>> = vec![PositionMap::from_iter([(start, None)])];
    let mut ticker = Ticker::default();
    let mut held = 0;
    loop {
        let last = &levels[levels.len() - 1];
        let dead = last.keys().filter(|&&position| board.legal_jumps(position).next().is_none()).min();
        if let Some(&dead) = dead {
            return Ok(line_back(&levels, dead));
        }
        let entry = size_of::<(Position, Option<Jump>)>();
        held += bytes(last.capacity(), entry);
        let mut next = PositionMap::default();
        for &position in last.keys() {
            ticker.step(run)?;
            run.hold(held + bytes_to_add(next.len(), next.capacity(), board.jumps().len(), entry))?;
            for jump in board.legal_jumps(position) {
                let first = next.entry(position.play(jump)).or_insert(Some(jump));
                // The least jump, whatever the order of the map.
                *first = (*first).min(Some(jump));
            }
        }
        run.spend(last.len() as u64)?;
        levels.push(next);
    }
}

/// The jumps that led to a position of the last level.
fn line_back(levels: &[PositionMap<Option<Jump>>], mut position: Position) -> Vec<Jump> {
    let mut line = Vec::new();
    for level in levels.iter().rev() {
        if let Some(Some(jump)) = level.get(&position) {
            line.push(*jump);
            // Playing a jump again takes it back.
            position = position.play(*jump);
        }
    }
    line.reverse();
    line
}

//! The fewest moves (sweeps), proven, by a map of all positions that can be reached: for boards that are too large for
//! the other searches.

use search::Run;

use crate::board::{Board, Jump};
use crate::hole::Hole;
use crate::pagoda::Pagoda;
use crate::position::Position;
use crate::problem::Problem;

use super::count::CountError;
use super::move_count::WideMoveCount;
use super::pagoda_lp;
use super::position_map::{PositionMap, bytes, bytes_to_add};
use super::progress::{Ticker, note_level};

/// The fewest moves to each position, and the holes on which the last peg of a best line can have landed.
///
/// A line that takes one move more but lands on another hole need not be kept: a best line can begin a new move there.
type Level = PositionMap<WideMoveCount>;

/// A solution with as few moves as possible, or `None` if the problem has none.
pub(crate) fn fewest_moves(problem: Problem<'_>, run: &mut Run<'_>) -> Result<Option<Vec<Jump>>, CountError> {
    let Problem { board, start, goal } = problem;
    let pruning = Pruning::new(problem);
    let mut levels = vec![Level::from_iter([(start, WideMoveCount::ZERO)])];
    let mut walk = MoveWalk { board, pruning: &pruning, run, held: 0, ticker: Ticker::default() };
    for _ in goal.pegs()..start.pegs() {
        let next = walk.next_level(&levels[levels.len() - 1])?;
        levels.push(next);
    }
    let last = &levels[levels.len() - 1];
    let won = last.iter().filter(|(position, _)| goal.is_met(**position));
    let best = won.min_by_key(|(position, known)| (known.moves, **position));
    Ok(best.map(|(&won, _)| line(problem, &levels, won)))
}

/// Counts like [`positions_by_moves`](super::statistics::positions_by_moves).
pub(crate) fn positions_by_moves(problem: Problem<'_>, run: &mut Run<'_>) -> Result<Vec<u64>, CountError> {
    let pruning = Pruning { pagoda: None };
    let mut walk =
        MoveWalk { board: problem.board, pruning: &pruning, run, held: 0, ticker: Ticker::default() };
    let mut level = Level::from_iter([(problem.start, WideMoveCount::ZERO)]);
    let mut counts: Vec<u64> = Vec::new();
    while !level.is_empty() {
        for moves in level.values().map(|known| known.moves as usize) {
            counts.resize(counts.len().max(moves + 1), 0);
            counts[moves] += 1;
        }
        level = walk.next_level(&level)?;
        walk.held = 0;
    }
    Ok(counts)
}

/// A walk through the positions that can be reached, within limits.
struct MoveWalk<'a, 'w> {
    board: &'a Board,
    pruning: &'a Pruning,
    run: &'a mut Run<'w>,
    /// The memory of the levels that are kept.
    held: usize,
    ticker: Ticker,
}

impl MoveWalk<'_, '_> {
    fn next_level(&mut self, last: &Level) -> Result<Level, CountError> {
        let entry = size_of::<(Position, WideMoveCount)>();
        self.held += bytes(last.capacity(), entry);
        let mut next = Level::default();
        for (&position, &known) in last {
            self.ticker.step(self.run)?;
            let most = self.board.jumps().len();
            self.run.hold(self.held + bytes_to_add(next.len(), next.capacity(), most, entry))?;
            for jump in self.board.legal_jumps(position) {
                let moves = known.moves_after_jump_from(jump.from);
                add(&mut next, position.play(jump), moves, jump.to, self.pruning);
            }
        }
        let pegs = last.keys().next().map_or(0, |position| position.pegs());
        note_level(self.run, last.len() as u64, next.len() as u64, self.board.len() as u32 - pegs)?;
        Ok(next)
    }
}

fn add(level: &mut Level, position: Position, moves: u32, landed: Hole, pruning: &Pruning) {
    let known = WideMoveCount { moves, holes: Position::single(landed) };
    if pruning.admits(position) {
        level.entry(position).and_modify(|own| own.merge(known)).or_insert(known);
    }
}

/// The jumps of a best line to a won position.
fn line(problem: Problem<'_>, levels: &[Level], won: Position) -> Vec<Jump> {
    let (mut position, mut landed) = (won, None);
    let mut jumps = Vec::new();
    for pair in levels.windows(2).rev() {
        let moves = pair[1][&position].moves;
        let last = problem.board.jumps().iter().find_map(|&jump| {
            // Playing a jump again takes it back.
            let before = position.play(jump);
            let known = pair[0].get(&before).filter(|_| before.allows(jump))?;
            let lands = landed.is_none_or(|hole| hole == jump.to);
            (lands && known.moves_after_jump_from(jump.from) == moves).then_some((jump, before, known))
        });
        let (jump, before, known) = last.expect("a best line led here");
        landed = known.holes.has(jump.from).then_some(jump.from);
        position = before;
        jumps.push(jump);
    }
    jumps.reverse();
    jumps
}

/// Leaves positions out that are worth less than the only won position, by one pagoda function.
struct Pruning {
    pagoda: Option<(Pagoda, i64)>,
}

impl Pruning {
    fn new(problem: Problem<'_>) -> Self {
        let pagoda = problem.goal.anchors().first().and_then(|&won| {
            let pagoda = pagoda_lp::tightest(problem.board, problem.start, won)?;
            let floor = pagoda.worth(won);
            Some((pagoda, floor))
        });
        Self { pagoda }
    }

    fn admits(&self, position: Position) -> bool {
        self.pagoda.as_ref().is_none_or(|(pagoda, floor)| pagoda.worth(position) >= *floor)
    }
}

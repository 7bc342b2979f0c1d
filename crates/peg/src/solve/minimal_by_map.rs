//! The fewest moves to the goal from every position on the way, in a map: for boards that are too large for levels of
//! bits, and where few positions can be reached.

use search::{Limit, Run};

use crate::board::Board;
use crate::position::Position;
use crate::problem::Problem;

use super::count_by_map::Walk;
use super::minimal::{MovesToGoal, Step};
use super::move_count::WideMoveCount;
use super::position_map::{PositionMap, PositionSet, bytes};

/// The fewest moves from each winnable position that the start reaches.
pub(super) struct MapDistances<'b> {
    board: &'b Board,
    moves: PositionMap<u8>,
}

impl<'b> MapDistances<'b> {
    /// The distances of a problem; `None` if the start is not winnable.
    pub(super) fn of(problem: Problem<'b>, run: &mut Run<'_>) -> Result<Option<Self>, Limit> {
        let mut walk = Walk::new(problem, run);
        let mut levels = walk.levels_to_goal()?;
        let won = levels.pop().unwrap_or_default();
        let won = won.into_iter().filter(|&position| problem.goal.is_met(position));
        let mut below: PositionMap<_> = won.map(|position| (position, WideMoveCount::ZERO)).collect();
        let mut moves = PositionMap::default();
        for level in levels.iter().rev() {
            let own = best_counts(&mut walk, level, &below)?;
            moves.extend(only_moves(&below));
            walk.held += bytes(below.len(), size_of::<(Position, u8)>());
            below = own;
        }
        moves.extend(only_moves(&below));
        Ok(moves.contains_key(&problem.start).then_some(Self { board: problem.board, moves }))
    }
}

/// A line has at most 127 jumps, and so at most 127 moves.
fn only_moves(level: &PositionMap<WideMoveCount>) -> impl Iterator<Item = (Position, u8)> {
    level.iter().map(|(&position, known)| (position, known.moves as u8))
}

/// The fewest moves from each position of a level, from those of the positions one jump on.
fn best_counts(
    walk: &mut Walk<'_, '_>,
    level: &PositionSet,
    below: &PositionMap<WideMoveCount>,
) -> Result<PositionMap<WideMoveCount>, Limit> {
    let mut own = PositionMap::default();
    for &position in level {
        for jump in walk.problem.board.legal_jumps(position) {
            let Some(after) = below.get(&position.play(jump)) else { continue };
            let moves = after.moves_if_landed(jump.to) + 1;
            let known = WideMoveCount { moves, holes: Position::single(jump.from) };
            own.entry(position).and_modify(|best: &mut WideMoveCount| best.merge(known)).or_insert(known);
        }
        let entry = size_of::<(Position, WideMoveCount)>();
        walk.tick(bytes(below.capacity() + own.capacity(), entry))?;
    }
    Ok(own)
}

impl MovesToGoal for MapDistances<'_> {
    type At = Position;

    fn moves(&self, at: Position) -> Option<u8> {
        self.moves.get(&at).copied()
    }

    fn jumps(&self, at: Position, landed: Option<u32>) -> impl Iterator<Item = Step<Position>> {
        let able = self.board.jumps().iter().enumerate().filter(move |(_, jump)| {
            at.allows(**jump) && landed.is_none_or(|landed| jump.from.index() == landed as usize)
        });
        able.map(move |(number, &jump)| Step { number, to: jump.to.index() as u32, after: at.play(jump) })
    }
}

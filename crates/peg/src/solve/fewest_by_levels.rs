//! The fewest moves (sweeps) from every winnable position: a dynamic programme over the levels, from the goal up.
//!
//! Let `D` be the fewest moves from a position to the goal. A peg that has just landed on `a` may continue in the same
//! move, which saves at most one: then the rest takes `D - 1` if some best line starts with the peg on `a`, else `D`.
//! So one number and one set of holes for each position are all there is to know.

use search::{Limit, Run};

use crate::board::Jump;
use crate::problem::Problem;

use super::both_ends::WinnableLevels;
use super::count::CountError;
use super::levels::{Edges, LevelWork, Packed, PackedJump, Packing, Ranks};
use super::move_count::MoveCount;

/// The jumps of a solution with as few moves as possible, or `None` if the problem has none.
pub(crate) fn fewest_moves(problem: Problem<'_>, run: &mut Run<'_>) -> Result<Option<Vec<Jump>>, CountError> {
    let packing = Packing::new(problem.board, run)?;
    let start = packing.pack(problem.start);
    let mut work = LevelWork::new(&packing, packing.class(start), run);
    let distances = Distances::of(problem, &mut work)?;
    Ok(distances.map(|distances| distances.line(start, problem.board.jumps())))
}

/// The fewest moves from every winnable position.
pub(super) struct Distances<'a> {
    pub(super) packing: &'a Packing,
    winnable: WinnableLevels,
    /// By number of pegs from the goal's up.
    moves: Vec<Vec<u8>>,
}

impl<'a> Distances<'a> {
    /// The fewest moves from every position on the way; `None` if the problem has none.
    pub(super) fn of(problem: Problem<'_>, work: &mut LevelWork<'a, '_>) -> Result<Option<Self>, CountError> {
        let winnable = WinnableLevels::new(work, problem).map_err(|limit| work.error(limit))?;
        if winnable.count(work.packing, problem.goal.pegs()) == 0 {
            return Ok(None);
        }
        let winnable = winnable.canonical_only(work, problem)?;
        Self::new(work, winnable).map(Some).map_err(|limit| work.error(limit))
    }

    fn new(work: &mut LevelWork<'a, '_>, winnable: WinnableLevels) -> Result<Self, Limit> {
        let packing = work.packing;
        work.hold(bytes(work, &winnable))?;
        let winnable = winnable.with_all_levels(work)?;
        let mut pegs = winnable.pegs().rev();
        let goal = winnable.stored(pegs.next().expect("a problem has a level for its goal"));
        let (mut to_ranks, mut known) = (Ranks::new(goal), vec![MoveCount::ZERO; goal.count() as usize]);
        let mut moves = vec![only_moves(&known)];
        for pegs in pegs {
            let (from, to) = (winnable.stored(pegs), winnable.stored(pegs - 1));
            let (canonical, from_ranks) = (&winnable.canonical, Ranks::new(from));
            let edges = Edges { packing, canonical, from, from_ranks: &from_ranks, to, to_ranks: &to_ranks };
            known = best_counts(work, &edges, &known)?;
            moves.push(only_moves(&known));
            to_ranks = from_ranks;
        }
        Ok(Self { packing, winnable, moves })
    }

    /// The fewest moves from a position, if it is winnable.
    pub(super) fn moves(&self, position: Packed) -> Option<u8> {
        let pegs = position.count_ones();
        let index = self.winnable.pegs().rev().position(|p| p == pegs)?;
        let level = self.winnable.stored(pegs);
        let number = level.number(self.packing, self.winnable.canonical.form(position))?;
        Some(self.moves[index][number])
    }

    /// The fewest moves from a position when the peg on `landed` may continue its move.
    fn moves_if_landed(&self, position: Packed, landed: u32) -> Option<u8> {
        let fresh = self.moves(position)?;
        let saves = self.best_jumps(position, fresh, Some(landed)).next().is_some();
        Some(fresh - u8::from(saves))
    }

    /// The jumps that a shortest solution can start with; with `landed`, only by that peg. (Each call of
    /// [`moves_if_landed`](Self::moves_if_landed) follows one peg: the recursion is no deeper than one peg can jump.)
    fn best_jumps(
        &self,
        position: Packed,
        moves: u8,
        landed: Option<u32>,
    ) -> impl Iterator<Item = &'a PackedJump> {
        let able =
            self.packing.jumps.iter().filter(move |jump| landed.is_none_or(|landed| jump.from == landed));
        able.filter(move |jump| {
            let after = position ^ jump.packed(self.packing);
            jump.starts(self.packing, position)
                && self.moves_if_landed(after, jump.to).is_some_and(|rest| rest + 1 == moves)
        })
    }

    fn line(&self, start: Packed, jumps: &[Jump]) -> Vec<Jump> {
        let mut line = Vec::new();
        let mut position = start;
        let mut landed = None;
        while position.count_ones() > self.winnable.pegs().next_back().unwrap_or(0) {
            let moves = self.moves(position).expect("the line stays winnable");
            // Continuing with the peg that has just landed saves a move.
            let continuing = landed.and_then(|_| self.best_jumps(position, moves, landed).next());
            let jump = continuing.or_else(|| self.best_jumps(position, moves, None).next());
            let jump = jump.expect("a winnable position has a best jump");
            line.push(jumps[jump.number]);
            position ^= jump.packed(self.packing);
            landed = Some(jump.to);
        }
        line
    }
}

/// The memory held: all levels, the moves of all positions, the ranks and the move counts of two levels.
fn bytes(work: &LevelWork<'_, '_>, winnable: &WinnableLevels) -> usize {
    let counts = || winnable.pegs().map(|pegs| winnable.count(work.packing, pegs) as usize);
    let widest = winnable.pegs().map(|pegs| work.bytes([pegs].into_iter())).max().unwrap_or(0);
    let known = 2 * size_of::<MoveCount>() * counts().max().unwrap_or(0);
    work.bytes(winnable.pegs()) + counts().sum::<usize>() + widest + known
}

fn only_moves(known: &[MoveCount]) -> Vec<u8> {
    known.iter().map(|known| known.moves() as u8).collect()
}

/// The fewest moves from each position, from those of the positions one jump on.
fn best_counts(
    work: &mut LevelWork<'_, '_>,
    edges: &Edges<'_>,
    below: &[MoveCount],
) -> Result<Vec<MoveCount>, Limit> {
    edges.accumulate(work.run, MoveCount::UNKNOWN, |known, edge| {
        let moves = below[edge.target].moves_if_landed(edge.to) + 1;
        known.merge(MoveCount::new(moves, 1 << edge.from));
    })
}

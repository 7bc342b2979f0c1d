//! The fewest moves (sweeps), proven.
//!
//! Let `D` be the fewest moves from a position to the goal. A peg that has just landed on `a` may go on in the
//! same move, which saves at most one: with that peg in landed the rest takes `D`, or `D - 1` if some best way
//! starts with the peg on `a`. So one number and one set of holes a position are all there is to know.

use search::{Budget, Limit, Run};

use crate::board::Jump;
use crate::internal_error::vouch;
use crate::problem::Problem;
use crate::referee::Solution;
use crate::solve::both_ends::{MeetInTheMiddle, WinnableLevels};
use crate::solve::count::CountError;
use crate::solve::fewest_by_slack;
use crate::solve::levels::{Edges, LevelWork, Packed, PackedJump, Packing, Ranks};
use crate::solve::move_count::MoveCount;

/// A solution with as few moves as possible, or `None` if there is no solution.
pub fn fewest_moves(problem: Problem<'_>, run: &mut Run<'_>) -> Result<Option<Solution>, CountError> {
    let Some(line) = shortest_line(problem, run)? else { return Ok(None) };
    Ok(Some(vouch(problem, &line)?))
}

fn shortest_line(problem: Problem<'_>, run: &mut Run<'_>) -> Result<Option<Vec<Jump>>, CountError> {
    if problem.start.pegs() < problem.goal.pegs() {
        return Ok(None);
    }
    let whole = run.budget();
    // Where there is room to lay everything out, that is quicker than a search by slack that grows large.
    let is_roomy = MeetInTheMiddle::bytes_of(problem).is_some_and(|bytes| bytes <= whole.memory / PART);
    if is_roomy {
        let part = Budget { memory: whole.memory / PART, ..whole };
        match run.part(part, |run| fewest_by_slack::fewest_moves(problem, run)) {
            Err(CountError::Limit(Limit::Memory)) => {}
            found => return found,
        }
        match everywhere(problem, run) {
            Err(CountError::Memory { .. } | CountError::TooLarge) => {}
            found => return found,
        }
    }
    match fewest_by_slack::fewest_moves(problem, run) {
        // What the layers need says nothing of the search by slack: only that this was too little is known.
        Err(CountError::Limit(Limit::Memory)) if !is_roomy => {
            everywhere(problem, run).map_err(|error| match error {
                CountError::Memory { .. } | CountError::TooLarge => {
                    CountError::Memory { needed: whole.memory.saturating_add(1) }
                }
                error => error,
            })
        }
        found => found,
    }
}

/// The share of the memory that the search by slack may take at first, and that positions as bits may take if there
/// is to be room for what is known of them.
const PART: usize = 4;

/// The same from the fewest moves of all positions on the way.
fn everywhere(problem: Problem<'_>, run: &mut Run<'_>) -> Result<Option<Vec<Jump>>, CountError> {
    let packing = Packing::new(problem.board, run)?;
    let start = packing.pack(problem.start);
    let mut work = LevelWork::new(&packing, packing.class(start), run);
    let winning = WinnableLevels::new(&mut work, problem).map_err(|limit| work.why(limit))?;
    if winning.count(&packing, problem.goal.pegs()) == 0 {
        return Ok(None);
    }
    let winning = winning.canonical_only(&mut work, problem)?;
    let distances = Distances::new(&mut work, winning).map_err(|limit| work.why(limit))?;
    Ok(Some(distances.line(start, problem.board.jumps())))
}

/// The fewest moves from every position on the way.
struct Distances<'a> {
    packing: &'a Packing,
    winning: WinnableLevels,
    /// By number of pegs from the goal's up.
    moves: Vec<Vec<u8>>,
}

impl<'a> Distances<'a> {
    fn new(work: &mut LevelWork<'a, '_>, winning: WinnableLevels) -> Result<Self, Limit> {
        let packing = work.packing;
        work.hold(bytes(work, &winning))?;
        let winning = winning.laid_out(work)?;
        let mut moves = Vec::new();
        let mut last: Option<(Ranks, Vec<MoveCount>)> = None;
        for pegs in winning.pegs().rev() {
            let level = winning.laid(pegs);
            let own = Ranks::new(level);
            let known = match last {
                Some((to_ranks, below)) => {
                    let to = winning.laid(pegs - 1);
                    let (from_ranks, to_ranks) = (&own, &to_ranks);
                    let edges = Edges {
                        packing,
                        canonical: &winning.canonical,
                        from: level,
                        from_ranks,
                        to,
                        to_ranks,
                    };
                    let known = best(work, &edges, &below)?;
                    moves.push(only_moves(&below));
                    known
                }
                None => vec![MoveCount::ZERO; level.count() as usize],
            };
            last = Some((own, known));
        }
        moves.extend(last.map(|(_, known)| only_moves(&known)));
        Ok(Self { packing, winning, moves })
    }

    /// The fewest moves from a position, if it is on the way at all.
    fn moves(&self, position: Packed) -> Option<u8> {
        let pegs = position.count_ones();
        let index = self.winning.pegs().rev().position(|p| p == pegs)?;
        let level = self.winning.laid(pegs);
        let number = level.number(self.packing, self.winning.canonical.form(position))?;
        Some(self.moves[index][number])
    }

    /// The fewest moves from a position when the peg on `landed` may go on in the same move.
    fn moves_if_landed(&self, position: Packed, landed: u32) -> Option<u8> {
        let fresh = self.moves(position)?;
        let saves = self.best_jumps(position, fresh, Some(landed)).next().is_some();
        Some(fresh - u8::from(saves))
    }

    /// The jumps that a shortest solution can start with; with `landed`, only by that peg: so this goes no deeper
    /// than one peg can jump.
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
        while position.count_ones() > self.winning.pegs().next_back().unwrap_or(0) {
            let moves = self.moves(position).expect("the line stays on the way");
            // Going on with the peg in landed saves a move where it is one of the best.
            let going_on = landed.and_then(|_| self.best_jumps(position, moves, landed).next());
            let jump = going_on.or_else(|| self.best_jumps(position, moves, None).next());
            let jump = jump.expect("a position on the way has a best jump");
            line.push(jumps[jump.number]);
            position ^= jump.packed(self.packing);
            landed = Some(jump.to);
        }
        line
    }
}

/// What is held: all levels, the moves of all positions, the ranks and what is known of two levels.
fn bytes(work: &LevelWork<'_, '_>, winning: &WinnableLevels) -> usize {
    let counts = || winning.pegs().map(|pegs| winning.count(work.packing, pegs) as usize);
    let widest = winning.pegs().map(|pegs| work.bytes([pegs].into_iter())).max().unwrap_or(0);
    let known = 2 * size_of::<MoveCount>() * counts().max().unwrap_or(0);
    work.bytes(winning.pegs()) + counts().sum::<usize>() + widest + known
}

fn only_moves(known: &[MoveCount]) -> Vec<u8> {
    known.iter().map(|known| known.moves() as u8).collect()
}

fn best(
    work: &mut LevelWork<'_, '_>,
    edges: &Edges<'_>,
    below: &[MoveCount],
) -> Result<Vec<MoveCount>, Limit> {
    let mut known = vec![MoveCount::UNKNOWN; edges.from.count() as usize];
    let mut rest = &mut known[..];
    let mut tasks = Vec::new();
    for (segments, numbers) in edges.from.tasks(TASK) {
        let (own, other) = rest.split_at_mut(numbers.len());
        rest = other;
        tasks.push((segments, numbers.start, own));
    }
    work.run.share_out(tasks, |(segments, first, own), _| {
        edges.visit(segments, |edge| {
            let moves = below[edge.target].moves_if_landed(edge.to) + 1;
            own[edge.source - first].merge(MoveCount::new(moves, 1 << edge.from));
        });
    })?;
    Ok(known)
}

/// Positions that a thread takes at a time.
const TASK: usize = 1 << 11;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line::moves;
    use crate::solve::sample_problems::from_hole_to_hole;

    #[test]
    fn both_ways_to_find_the_fewest_moves_agree() {
        let mut solved = 0;
        from_hole_to_hole(|problem, run| {
            let found = fewest_by_slack::fewest_moves(problem, run).unwrap().map(|line| moves(&line).len());
            let known = everywhere(problem, run).unwrap().map(|line| moves(&line).len());
            assert_eq!(found, known, "{problem:?}");
            solved += usize::from(found.is_some());
        });
        assert!(solved > 20);
    }
}

//! All solutions with the fewest moves, up to symmetry and the order of their moves.

use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

use search::Run;

use crate::board::Jump;
use crate::internal_error::replay_found;
use crate::line::{Move, moves};
use crate::problem::Problem;
use crate::referee::Solution;
use crate::symmetry::Symmetry;

use super::count::{CountError, or_by_map};
use super::fewest_by_levels::Distances;
use super::levels::{LevelWork, Packed, Packing};
use super::minimal_by_map::MapDistances;
use super::progress::Ticker;

/// The solutions with the fewest moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MinimalSolutions {
    /// The fewest moves.
    pub moves: usize,
    /// The number of sequences of that many moves.
    pub sequences: u128,
    /// One solution of each class: solutions that symmetries of the problem carry onto each other, or that make the same
    /// moves in another order, are of one class. `None` if the sequences are too many to be compared.
    pub classes: Option<Vec<Solution>>,
}

/// Counts and compares the solutions with the fewest moves; `None` if there are none. Sequences beyond `most` are
/// only counted.
pub fn minimal_solutions(
    asked: Problem<'_>,
    most: u128,
    run: &mut Run<'_>,
) -> Result<Option<MinimalSolutions>, CountError> {
    let by_levels = |problem: Problem<'_>, run: &mut Run<'_>| minimal_by_levels(asked, problem, most, run);
    let by_map = |problem: Problem<'_>, run: &mut Run<'_>| minimal_by_map(asked, problem, most, run);
    or_by_map(by_levels, by_map, asked, run)
}

fn minimal_by_levels(
    asked: Problem<'_>,
    problem: Problem<'_>,
    most: u128,
    run: &mut Run<'_>,
) -> Result<Option<MinimalSolutions>, CountError> {
    let packing = Packing::new(problem.board, run)?;
    if problem.start.pegs() < problem.goal.pegs() {
        return Ok(None);
    }
    let start = packing.pack(problem.start);
    let mut work = LevelWork::new(&packing, packing.class(start), run);
    let Some(distances) = Distances::of(problem, &mut work)? else { return Ok(None) };
    let mut graph = ShortestGraph { distances: &distances, run: work.run, ticker: Ticker::default() };
    graph.solutions(asked, start, most).map(Some)
}

fn minimal_by_map(
    asked: Problem<'_>,
    problem: Problem<'_>,
    most: u128,
    run: &mut Run<'_>,
) -> Result<Option<MinimalSolutions>, CountError> {
    if problem.start.pegs() < problem.goal.pegs() {
        return Ok(None);
    }
    let Some(distances) = MapDistances::of(problem, run)? else { return Ok(None) };
    let mut graph = ShortestGraph { distances: &distances, run, ticker: Ticker::default() };
    graph.solutions(asked, problem.start, most).map(Some)
}

/// The fewest moves from each position to the goal, and the jumps between positions.
pub(super) trait MovesToGoal {
    /// A position.
    type At: Copy + Eq + Hash;

    /// The fewest moves from a position, if it is winnable.
    fn moves(&self, at: Self::At) -> Option<u8>;

    /// The jumps from a position, with `landed` only by the peg on that hole.
    fn jumps(&self, at: Self::At, landed: Option<u32>) -> impl Iterator<Item = Step<Self::At>>;
}

/// Where a move leads, and its jumps by their numbers.
type MoveTo<At> = (At, Vec<usize>);

/// A jump, by its number among those of the board.
pub(super) struct Step<At> {
    pub(super) number: usize,
    /// The hole where it lands.
    pub(super) to: u32,
    pub(super) after: At,
}

impl MovesToGoal for Distances<'_> {
    type At = Packed;

    fn moves(&self, at: Packed) -> Option<u8> {
        self.moves(at)
    }

    fn jumps(&self, at: Packed, landed: Option<u32>) -> impl Iterator<Item = Step<Packed>> {
        let packing = self.packing;
        let able = packing.jumps.iter().filter(move |jump| landed.is_none_or(|landed| jump.from == landed));
        able.filter(move |jump| jump.starts(packing, at)).map(move |jump| Step {
            number: jump.number,
            to: jump.to,
            after: at ^ jump.packed(packing),
        })
    }
}

/// The moves of solutions with the fewest moves. After each the rest takes one move less: otherwise there would be a
/// shorter solution. Two such moves in a row are never of one peg, for they would be one.
struct ShortestGraph<'a, 'r, 'w, D> {
    distances: &'a D,
    run: &'r mut Run<'w>,
    ticker: Ticker,
}

impl<D: MovesToGoal> ShortestGraph<'_, '_, '_, D> {
    /// All solutions with the fewest moves; the start is winnable.
    fn solutions(
        &mut self,
        problem: Problem<'_>,
        start: D::At,
        most: u128,
    ) -> Result<MinimalSolutions, CountError> {
        let fewest = self.distances.moves(start).expect("the start is winnable");
        let sequences = self.count(start, fewest)?;
        let classes = if sequences <= most { Some(self.classes(problem, start, fewest)?) } else { None };
        Ok(MinimalSolutions { moves: fewest.into(), sequences, classes })
    }

    /// The number of sequences of moves.
    fn count(&mut self, start: D::At, fewest: u8) -> Result<u128, CountError> {
        let mut lines: HashMap<D::At, u128> = HashMap::from([(start, 1)]);
        for left in (0..fewest).rev() {
            let mut next: HashMap<D::At, u128> = HashMap::new();
            for (position, lines) in lines {
                for (after, _) in self.moves(position, left)? {
                    let sum = next.entry(after).or_default();
                    *sum = sum.checked_add(lines).ok_or(CountError::Overflow)?;
                }
            }
            lines = next;
        }
        lines.values().try_fold(0_u128, |sum, &lines| sum.checked_add(lines)).ok_or(CountError::Overflow)
    }

    /// One solution of each class, in a fixed order.
    fn classes(
        &mut self,
        problem: Problem<'_>,
        start: D::At,
        fewest: u8,
    ) -> Result<Vec<Solution>, CountError> {
        let group: Vec<_> = problem.board.symmetries().iter().filter(|s| keeps(problem, s)).collect();
        let mut classes: BTreeMap<Vec<Vec<usize>>, Vec<Jump>> = BTreeMap::new();
        let mut stack = vec![(start, fewest, Vec::new())];
        while let Some((position, left, line)) = stack.pop() {
            if left == 0 {
                classes.entry(class(&group, &moves(&line))).or_insert(line);
                continue;
            }
            for (after, jumps) in self.moves(position, left - 1)? {
                let jumps = jumps.into_iter().map(|number| problem.board.jumps()[number]);
                stack.push((after, left - 1, line.iter().copied().chain(jumps).collect()));
            }
        }
        let solutions = classes.values().map(|line| replay_found(problem, line));
        Ok(solutions.collect::<Result<_, _>>()?)
    }

    /// The moves from a position after which the rest takes `left` moves: where each leads, and its jumps by number.
    fn moves(&mut self, position: D::At, left: u8) -> Result<Vec<MoveTo<D::At>>, CountError> {
        let mut found = Vec::new();
        let mut stack: Vec<(D::At, Option<u32>, Vec<usize>)> = vec![(position, None, Vec::new())];
        while let Some((position, landed, jumps)) = stack.pop() {
            self.ticker.step(self.run)?;
            for Step { number, to, after } in self.distances.jumps(position, landed) {
                let Some(rest) = self.distances.moves(after) else { continue };
                let longer: Vec<_> = jumps.iter().copied().chain([number]).collect();
                if rest == left {
                    found.push((after, longer.clone()));
                }
                stack.push((after, Some(to), longer));
            }
        }
        Ok(found)
    }
}

/// Does the symmetry keep the start and the goal?
fn keeps(problem: Problem<'_>, symmetry: &Symmetry) -> bool {
    symmetry.stabilizes(&[&[problem.start], &problem.goal.anchors()])
}

/// The moves of a solution in ascending order, as the least of their images.
fn class(group: &[&Symmetry], line: &[Move]) -> Vec<Vec<usize>> {
    let image = |symmetry: &&Symmetry| {
        let image = |hole| symmetry.hole(hole).index();
        let holes = |made: &Move| {
            let hops = made.hops().flat_map(|hop| hop.over.into_iter().chain([hop.to]));
            std::iter::once(made.holes()[0]).chain(hops).map(image).collect()
        };
        let mut moves: Vec<Vec<usize>> = line.iter().map(holes).collect();
        moves.sort_unstable();
        moves
    };
    group.iter().map(image).min().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::Goal;
    use crate::position::Position;
    use crate::solve::sample_problems::from_hole_to_hole;
    use crate::solve::{fewest_by_map, statistics};

    #[test]
    fn maps_find_what_levels_find() {
        let mut found = 0;
        from_hole_to_hole(|problem, run| {
            // Larger boards have too many positions for a test.
            let start = problem.start.holes().take(12).fold(Position::EMPTY, Position::with);
            for goal in [problem.goal, Goal::OnePeg, Goal::Pegs(3)] {
                let problem = Problem { start, goal, ..problem };
                let by_levels = minimal_by_levels(problem, problem, 1000, run).unwrap();
                let by_map = minimal_by_map(problem, problem, 1000, run).unwrap();
                let figures = |found: &Option<MinimalSolutions>| {
                    let classes = |found: &MinimalSolutions| found.classes.as_ref().map(Vec::len);
                    found.as_ref().map(|found| (found.moves, found.sequences, classes(found)))
                };
                assert_eq!(figures(&by_map), figures(&by_levels));
                found += usize::from(by_map.is_some());
            }
            let problem = Problem { start, ..problem };
            let by_levels = statistics::positions_by_moves_by_levels(problem, run).unwrap();
            assert_eq!(fewest_by_map::positions_by_moves(problem, run).unwrap(), by_levels);
        });
        assert!(found > 10, "{found}");
    }
}

//! Pagoda functions that keep a side from positions that are of no use.
//!
//! From the start on, a position is of use only if the goal can be reached from it; from the goal back, only if it can
//! be reached from the start. By a pagoda function no position gains on the way, so one that is worth less than the
//! goal, or more than the start, is left out. Which functions exclude most is learned on the way: linear programming
//! looks for one that excludes a position that was found.

use search::{Limit, Run};

use crate::pagoda::Pagoda;
use crate::position::Position;
use crate::problem::Problem;
use crate::solve::pagoda_lp;

use super::half::End;

/// The pagoda functions of one side.
pub(crate) struct Guards<'a> {
    problem: Problem<'a>,
    won: Vec<Position>,
    end: End,
    groups: Vec<Group>,
}

/// What a position has to spare by each function of a group: it is excluded where that is negative.
type Spare = [i16; LANES];

/// As many functions as are worked on at once.
const LANES: usize = 16;
const MOST_GROUPS: usize = 3;
/// Weights are smaller, so that twice what all holes weigh can be counted.
const MOST_WEIGHT: i64 = 256;

/// Some functions side by side. Those that are not there yet exclude nothing.
struct Group {
    functions: usize,
    /// What an empty board has to spare, what the peg in each hole adds to it, and what each jump takes.
    empty: Spare,
    pegs: Vec<Spare>,
    losses: Vec<Spare>,
}

/// What a position has to spare, by groups.
pub(crate) struct Spares([Spare; MOST_GROUPS]);

impl<'a> Guards<'a> {
    /// No function yet. Of the won positions only those count that parities allow.
    pub(crate) fn new(problem: Problem<'a>, won: &[u64], end: End) -> Self {
        Self { problem, won: won.iter().copied().map(position).collect(), end, groups: Vec::new() }
    }

    /// What a position has to spare.
    #[inline]
    pub(crate) fn spares(&self, word: u64) -> Spares {
        let mut spares = [[0; LANES]; MOST_GROUPS];
        for (spare, group) in spares.iter_mut().zip(&self.groups) {
            *spare = group.empty;
            let mut pegs = word;
            while pegs != 0 {
                add(spare, &group.pegs[pegs.trailing_zeros() as usize]);
                pegs &= pegs - 1;
            }
        }
        Spares(spares)
    }

    /// May the position that this jump leads to, forwards or back, be of use?
    #[inline]
    pub(crate) fn admit(&self, spares: &Spares, jump: usize) -> bool {
        self.groups.iter().zip(&spares.0).all(|(group, spare)| covers(spare, &group.losses[jump]))
    }

    /// May the position be of use?
    pub(crate) fn admit_position(&self, word: u64) -> bool {
        let spares = self.spares(word);
        spares.0.iter().take(self.groups.len()).all(|spare| covers(spare, &[0; LANES]))
    }

    /// Looks for functions that exclude these positions; `true` if some were found.
    pub(crate) fn learn(&mut self, words: Vec<u64>, run: &mut Run<'_>) -> Result<bool, Limit> {
        let full =
            self.groups.len() == MOST_GROUPS && self.groups.iter().all(|group| group.functions == LANES);
        if full {
            return Ok(false);
        }
        let excluding = |word, _: &mut Run<'_>| self.excluding(position(word)).map(|pagoda| (word, pagoda));
        let mut found = run.share_out(words, excluding)?;
        // In an order that does not depend on where the positions were kept.
        found.sort_unstable_by_key(|found| found.as_ref().map(|found| found.0));
        let mut learned = false;
        for (word, pagoda) in found.into_iter().flatten() {
            if self.admit_position(word) {
                learned |= self.add(&pagoda);
            }
        }
        Ok(learned)
    }

    fn excluding(&self, position: Position) -> Option<Pagoda> {
        let Problem { board, start, .. } = self.problem;
        match self.end {
            End::Start => pagoda_lp::excluding(board, position, &self.won),
            End::Goal => pagoda_lp::excluding(board, start, &[position]),
        }
    }

    /// Adds a function, if there is room.
    fn add(&mut self, pagoda: &Pagoda) -> bool {
        let Problem { board, start, .. } = self.problem;
        if pagoda.weights().iter().any(|weight| weight.abs() >= MOST_WEIGHT) {
            return false;
        }
        if self.groups.last().is_none_or(|group| group.functions == LANES) {
            if self.groups.len() == MOST_GROUPS {
                return false;
            }
            self.groups.push(Group::new(board.len(), board.jumps().len()));
        }
        let group = self.groups.last_mut().expect("there is one with room");
        let lane = group.functions;
        group.functions += 1;
        let (empty, sign) = match self.end {
            End::Start => (-self.won.iter().map(|&won| pagoda.worth(won)).min().unwrap_or(0), 1),
            End::Goal => (pagoda.worth(start), -1),
        };
        group.empty[lane] = empty as i16;
        for (pegs, weight) in group.pegs.iter_mut().zip(pagoda.weights()) {
            pegs[lane] = (sign * weight) as i16;
        }
        for (losses, &jump) in group.losses.iter_mut().zip(board.jumps()) {
            losses[lane] = pagoda.loss(jump) as i16;
        }
        true
    }
}

impl Group {
    fn new(holes: usize, jumps: usize) -> Self {
        let nothing = [0; LANES];
        Self { functions: 0, empty: nothing, pegs: vec![nothing; holes], losses: vec![nothing; jumps] }
    }
}

#[inline]
fn add(sum: &mut Spare, more: &Spare) {
    for (sum, more) in sum.iter_mut().zip(more) {
        *sum += more;
    }
}

#[inline]
fn covers(spare: &Spare, loss: &Spare) -> bool {
    spare.iter().zip(loss).fold(0, |short: i16, (spare, loss)| short.min(spare - loss)) == 0
}

fn position(word: u64) -> Position {
    Position::from_bits(word.into())
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use search::{Budget, Unwatched};

    use super::*;
    use crate::board::{Board, Place};
    use crate::goal::Goal;
    use crate::grid::Grid;

    fn board() -> Board {
        let rows = [2..5, 2..5, 0..5, 0..5, 0..3];
        let places = rows.into_iter().enumerate();
        Board::new(
            Grid::Square,
            places.flat_map(|(row, columns)| columns.map(move |column| Place { row, column })),
        )
        .unwrap()
    }

    /// All positions that can be reached from this one.
    fn reachable(board: &Board, start: Position) -> BTreeSet<Position> {
        let (mut seen, mut stack) = (BTreeSet::from([start]), vec![start]);
        while let Some(position) = stack.pop() {
            for jump in board.legal_jumps(position) {
                let after = position.play(jump);
                if seen.insert(after) {
                    stack.push(after);
                }
            }
        }
        seen
    }

    /// Is the goal reached from here?
    fn leads_on(
        board: &Board,
        position: Position,
        won: Position,
        known: &mut BTreeMap<Position, bool>,
    ) -> bool {
        if position == won {
            return true;
        }
        if let Some(&known) = known.get(&position) {
            return known;
        }
        let jumps: Vec<_> = board.legal_jumps(position).collect();
        let leads = jumps.into_iter().any(|jump| leads_on(board, position.play(jump), won, known));
        known.insert(position, leads);
        leads
    }

    #[test]
    fn only_what_is_of_no_use_is_excluded() {
        let board = board();
        let start = board.full().without(board.holes().nth(9).unwrap());
        let positions = reachable(&board, start);
        let won = *positions.iter().min_by_key(|position| position.pegs()).unwrap();
        let problem = Problem { board: &board, start, goal: Goal::Exactly(won) };
        let won_word = [won.bits() as u64];
        let mut watch = Unwatched;
        let mut run = Run::new(Budget::default(), &mut watch).with_threads(2);

        let mut guards = Guards::new(problem, &won_word, End::Start);
        let sample = positions.iter().step_by(positions.len() / 200).map(|p| p.bits() as u64).collect();
        assert!(guards.learn(sample, &mut run).unwrap());
        let mut known = BTreeMap::new();
        let mut excluded = 0;
        for &position in &positions {
            let leads = leads_on(&board, position, won, &mut known);
            let admitted = guards.admit_position(position.bits() as u64);
            assert!(admitted || !leads, "{position:?}");
            excluded += usize::from(!admitted);
            let spares = guards.spares(position.bits() as u64);
            for (number, &jump) in
                board.jumps().iter().enumerate().filter(|(_, jump)| position.allows(**jump))
            {
                let after = guards.admit_position(position.play(jump).bits() as u64);
                assert_eq!(admitted && after, admitted && guards.admit(&spares, number));
            }
        }
        assert!(2 * excluded > positions.len(), "{excluded} of {}", positions.len());
    }

    #[test]
    fn what_the_start_reaches_is_never_excluded() {
        let board = board();
        let start = board.full().without(board.holes().nth(9).unwrap());
        let positions = reachable(&board, start);
        let problem = Problem { board: &board, start, goal: Goal::OnePeg };
        let mut watch = Unwatched;
        let mut run = Run::new(Budget::default(), &mut watch).with_threads(2);
        let mut guards = Guards::new(problem, &[], End::Goal);
        let mirrored = |position: &Position| board.full().bits() as u64 & !(position.bits() as u64);
        let others: Vec<u64> = positions.iter().map(mirrored).collect();
        let sample = others.iter().copied().step_by(others.len() / 200).collect();
        assert!(guards.learn(sample, &mut run).unwrap());
        assert!(positions.iter().all(|position| guards.admit_position(position.bits() as u64)));
        assert!(others.iter().any(|&word| !guards.admit_position(word)));
    }
}

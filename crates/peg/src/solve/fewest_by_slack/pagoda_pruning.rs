//! Pruning by pagoda functions.
//!
//! In the start's half a position matters only if the goal can be reached from it; in the goal's half, only if it can
//! be reached from the start. By a pagoda function no jump gains, so a position that is worth less than the goal, or
//! more than the start, is pruned. The functions are learned during the search: linear programming looks for one that
//! excludes a position that was found.

use search::{Limit, Run};

use crate::pagoda::Pagoda;
use crate::position::Position;
use crate::problem::Problem;
use crate::solve::levels::Direction;
use crate::solve::pagoda_lp;

/// The pagoda functions of one half.
pub(crate) struct PagodaPruning<'a> {
    problem: Problem<'a>,
    won: Vec<Position>,
    direction: Direction,
    groups: Vec<Group>,
    /// The number of times that no function was found since the last one was.
    failures: u32,
    /// Levels to pass over: linear programmes that fail again and again are not worth it.
    passes: u32,
    /// The positions that were searched and not yet used up by linear programmes.
    credit: usize,
}

/// The margin of a position by each function of a group: how much more it is worth than the goal, or less than the
/// start. A position with a negative margin is pruned.
type Margin = [i16; LANES];

/// Functions of a group: their margins fill a vector register of 256 bits.
const LANES: usize = 16;
/// The most groups: every position is tested by all functions, so that there must be few.
const MOST_GROUPS: usize = 3;
/// The positions that pay for a linear programme. One takes as long as some 3,000 positions do: so all programmes together
/// take less than a fifth of the search, and a small part of that where they fail again and again.
const POSITIONS_PER_PROGRAMME: usize = 1 << 14;
/// Levels of at least this many positions are worth a linear programme: functions found in smaller ones exclude little.
const WORTH_PRUNING: usize = 1 << 14;
/// The most linear programmes for a level.
const MOST_PROGRAMMES: usize = 8;
/// With more won positions than this, a function that excludes a position for all of them is hardly ever found.
const MOST_WON: usize = 64;
/// After more failures in a row than this, the number of passes stays.
const MOST_FAILURES: u32 = 3;
/// Weights are smaller than this: then twice the weight of all 56 holes fits 16 bits.
const MOST_WEIGHT: i64 = 256;

/// Functions that are evaluated together. The missing ones have weight 0 and exclude nothing.
struct Group {
    functions: usize,
    /// The margin of an empty board, the margin that a peg adds in each hole, and the margin that each jump takes.
    empty: Margin,
    pegs: Vec<Margin>,
    losses: Vec<Margin>,
}

/// The margins of a position, by groups.
pub(crate) struct Margins([Margin; MOST_GROUPS]);

impl<'a> PagodaPruning<'a> {
    /// Pruning without any function yet. `won` are the won positions that parities allow.
    pub(crate) fn new(problem: Problem<'a>, won: &[u64], direction: Direction) -> Self {
        let won = won.iter().copied().map(position).collect();
        Self { problem, won, direction, groups: Vec::new(), failures: 0, passes: 0, credit: 0 }
    }

    /// The margins of a position.
    #[inline]
    pub(crate) fn margins(&self, word: u64) -> Margins {
        let mut margins = [[0; LANES]; MOST_GROUPS];
        for (margin, group) in margins.iter_mut().zip(&self.groups) {
            *margin = group.empty;
            let mut pegs = word;
            while pegs != 0 {
                add(margin, &group.pegs[pegs.trailing_zeros() as usize]);
                pegs &= pegs - 1;
            }
        }
        Margins(margins)
    }

    /// Is the position after this jump kept? (Before the jump, in the goal's half.) The margins are those of the other
    /// position.
    #[inline]
    pub(crate) fn admits_jump(&self, margins: &Margins, jump: usize) -> bool {
        self.groups.iter().zip(&margins.0).all(|(group, margin)| never_negative(margin, &group.losses[jump]))
    }

    /// Is this position kept?
    pub(crate) fn admits(&self, word: u64) -> bool {
        let margins = self.margins(word);
        margins.0.iter().take(self.groups.len()).all(|margin| never_negative(margin, &[0; LANES]))
    }

    /// The number of linear programmes that a level of this many positions is worth.
    pub(crate) fn programmes_for(&mut self, positions: usize) -> usize {
        self.credit += positions;
        let full =
            self.groups.len() == MOST_GROUPS && self.groups.iter().all(|group| group.functions == LANES);
        let many_won = self.direction == Direction::Forward && self.won.len() > MOST_WON;
        if full || many_won {
            return 0;
        }
        if self.passes > 0 {
            self.passes -= 1;
            return 0;
        }
        if positions < WORTH_PRUNING {
            return 0;
        }
        let programmes = (self.credit / POSITIONS_PER_PROGRAMME).min(MOST_PROGRAMMES);
        self.credit -= programmes * POSITIONS_PER_PROGRAMME;
        programmes
    }

    /// Looks for functions that exclude these positions; `true` if there are new ones.
    pub(crate) fn learn(&mut self, words: Vec<u64>, run: &mut Run<'_>) -> Result<bool, Limit> {
        let excluding = |word, _: &mut Run<'_>| self.excluding(position(word)).map(|pagoda| (word, pagoda));
        let mut found = run.share_out(words, excluding)?;
        // The order must not depend on where the positions were stored.
        found.sort_unstable_by_key(|found| found.as_ref().map(|found| found.0));
        let mut learned = false;
        for (word, pagoda) in found.into_iter().flatten() {
            if self.admits(word) {
                learned |= self.add(&pagoda);
            }
        }
        self.failures = if learned { 0 } else { self.failures + 1 };
        self.passes = (1_u32 << self.failures.min(MOST_FAILURES)) - 1;
        Ok(learned)
    }

    fn excluding(&self, position: Position) -> Option<Pagoda> {
        let Problem { board, start, .. } = self.problem;
        match self.direction {
            Direction::Forward => pagoda_lp::excluding(board, position, &self.won),
            Direction::Backward => pagoda_lp::excluding(board, start, &[position]),
        }
    }

    /// Adds a function, if there is room for it and its weights are small.
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
        let (empty, sign) = match self.direction {
            Direction::Forward => (-self.won.iter().map(|&won| pagoda.worth(won)).min().unwrap_or(0), 1),
            Direction::Backward => (pagoda.worth(start), -1),
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
fn add(sum: &mut Margin, more: &Margin) {
    for (sum, more) in sum.iter_mut().zip(more) {
        *sum += more;
    }
}

#[inline]
fn never_negative(margin: &Margin, loss: &Margin) -> bool {
    margin.iter().zip(loss).fold(0, |short: i16, (margin, loss)| short.min(margin - loss)) == 0
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
    fn only_positions_that_cannot_be_won_are_excluded() {
        let board = board();
        let start = board.full().without(board.holes().nth(9).unwrap());
        let positions = reachable(&board, start);
        let won = *positions.iter().min_by_key(|position| position.pegs()).unwrap();
        let problem = Problem { board: &board, start, goal: Goal::Exactly(won) };
        let won_word = [won.bits() as u64];
        let mut watch = Unwatched;
        let mut run = Run::new(Budget::default(), &mut watch).with_threads(2);

        let mut pruning = PagodaPruning::new(problem, &won_word, Direction::Forward);
        let sample = positions.iter().step_by(positions.len() / 200).map(|p| p.bits() as u64).collect();
        assert!(pruning.learn(sample, &mut run).unwrap());
        let mut known = BTreeMap::new();
        let mut excluded = 0;
        for &position in &positions {
            let leads = leads_on(&board, position, won, &mut known);
            let admitted = pruning.admits(position.bits() as u64);
            assert!(admitted || !leads, "{position:?}");
            excluded += usize::from(!admitted);
            let margins = pruning.margins(position.bits() as u64);
            for (number, &jump) in
                board.jumps().iter().enumerate().filter(|(_, jump)| position.allows(**jump))
            {
                let after = pruning.admits(position.play(jump).bits() as u64);
                assert_eq!(admitted && after, admitted && pruning.admits_jump(&margins, number));
            }
        }
        assert!(2 * excluded > positions.len(), "{excluded} of {}", positions.len());
    }

    #[test]
    fn positions_that_the_start_reaches_are_never_excluded() {
        let board = board();
        let start = board.full().without(board.holes().nth(9).unwrap());
        let positions = reachable(&board, start);
        let problem = Problem { board: &board, start, goal: Goal::OnePeg };
        let mut watch = Unwatched;
        let mut run = Run::new(Budget::default(), &mut watch).with_threads(2);
        let mut pruning = PagodaPruning::new(problem, &[], Direction::Backward);
        let mirrored = |position: &Position| board.full().bits() as u64 & !(position.bits() as u64);
        let others: Vec<u64> = positions.iter().map(mirrored).collect();
        let sample = others.iter().copied().step_by(others.len() / 200).collect();
        assert!(pruning.learn(sample, &mut run).unwrap());
        assert!(positions.iter().all(|position| pruning.admits(position.bits() as u64)));
        assert!(others.iter().any(|&word| !pruning.admits(word)));
    }
}

//! The three usual ways to count the length of a solution.

use crate::action::Action;
use crate::card::Card;
use crate::game::{PlayedMove, player_moves};
use crate::solution::Solution;

/// The length of a solution, counted in three ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lengths {
    /// Moves of single cards, redeals and rotations; putting up is not counted.
    pub moves: usize,
    /// Every card that moves, those that go up included.
    pub cards: usize,
    /// Moves as a player makes them, a whole run at once; putting up is not counted.
    pub runs: usize,
}

/// Which of the lengths is meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Counting {
    /// Moves of single cards.
    #[default]
    Moves,
    /// Every card that moves, putting up included.
    Cards,
    /// Moves of whole runs.
    Runs,
}

impl Counting {
    /// The length that is counted this way.
    pub fn of(self, lengths: Lengths) -> usize {
        match self {
            Self::Moves => lengths.moves,
            Self::Cards => lengths.cards,
            Self::Runs => lengths.runs,
        }
    }
}

impl Lengths {
    /// The lengths of a solution.
    pub fn of(solution: &Solution) -> Self {
        Self::counted(solution, &player_moves(solution.start(), solution.actions()))
    }

    /// The lengths of a solution whose moves are known.
    pub fn counted(solution: &Solution, player_moves: &[PlayedMove]) -> Self {
        let actions = solution.actions();
        let moves = actions.iter().filter(|action| !action.puts_up()).count();
        let carried = actions.iter().filter(|action| matches!(action, Action::Move(_))).count();
        let by_hand = actions.len() - moves;
        let is_counted = |played: &&PlayedMove| !played.actions.iter().all(|action| action.puts_up());
        let returns = returns(solution);
        // Each card goes up once, and once more after each time that it comes back.
        let ups = Card::COUNT - up(solution) + returns;
        Self { moves, cards: carried - by_hand + ups, runs: player_moves.iter().filter(is_counted).count() }
    }
}

/// The cards that are on foundations before the first move.
fn up(solution: &Solution) -> usize {
    solution.start().foundations().iter().map(|&height| usize::from(height)).sum()
}

/// How many times a card comes back from a foundation.
fn returns(solution: &Solution) -> usize {
    let by_hand = solution.actions().iter().filter(|action| action.puts_up()).count();
    // With forced foundations nothing comes back; otherwise nothing goes up by itself.
    by_hand.saturating_sub(Card::COUNT - up(solution))
}

#[cfg(test)]
mod tests {
    use search::{Budget, Outcome, Run, Unwatched};

    use super::*;
    use crate::deal::Deal;
    use crate::rules::{Foundations, Rules};
    use crate::solve::Solver;

    fn solved(deal: &Deal) -> Solution {
        let mut watch = Unwatched;
        let report = Solver::new().solve(deal.table(), &mut Run::new(Budget::default(), &mut watch)).unwrap();
        let Outcome::Solved(solution) = report.outcome else { panic!("{deal} can be won") };
        solution
    }

    /// Forced putting-up is not in the file, free putting-up is: the three counts mean the same in both.
    #[test]
    fn the_counts_do_not_depend_on_what_the_file_says() {
        let free = Rules::freecell().with_foundations(Foundations::Free);
        for seed in ["1", "5", "123"] {
            let forced: Deal = format!("fc.{seed}").parse().unwrap();
            let solution = solved(&forced);
            let lengths = Lengths::of(&solution);
            assert_eq!((lengths.moves, lengths.cards), (solution.len(), solution.len() + 52));
            assert!(lengths.runs < lengths.moves && lengths.runs > 10);
            let free = solved(&Deal::numbered(free.clone(), free.seed(seed).unwrap()));
            let lengths = Lengths::of(&free);
            assert_eq!(lengths.cards, free.len());
            assert_eq!(lengths.moves, free.len() - 52);
        }
    }
}

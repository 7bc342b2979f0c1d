//! Reasons why there is no solution, in a form that anyone can check.

use crate::pagoda::Pagoda;
use crate::position::Position;
use crate::problem::Problem;

/// Why a problem has no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The goal has more pegs than the start, or as many in other holes. (Each jump takes one peg off.)
    TooFewPegs,
    /// An argument that can be checked by hand.
    Argument(Proof),
    /// Every line of play was tried.
    Exhausted,
}

/// A set of holes of which every jump changes an even number: whether the number of pegs in it is odd or even never
/// changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parity {
    /// The set of holes.
    pub holes: Position,
    /// Is the number of pegs in it odd at the start?
    pub odd: bool,
}

/// Parities and pagoda functions that together exclude every won position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proof {
    /// Won positions of other parity cannot be reached.
    pub parities: Vec<Parity>,
    /// Won positions worth more than the start cannot be reached.
    pub pagodas: Vec<Pagoda>,
}

impl Reason {
    /// Checks the reason against the problem, without any search. [`Reason::Exhausted`] cannot be checked this way and
    /// is believed.
    pub fn holds(&self, problem: Problem<'_>) -> bool {
        match self {
            Self::TooFewPegs => {
                problem.start.pegs() <= problem.goal.pegs() && !problem.goal.is_met(problem.start)
            }
            Self::Argument(proof) => proof.holds(problem),
            Self::Exhausted => true,
        }
    }
}

impl Proof {
    /// Is every won position excluded, by rules that are sound on this board?
    pub fn holds(&self, problem: Problem<'_>) -> bool {
        let board = problem.board;
        let meets_evenly = |parity: &Parity| {
            let met = |jump: &crate::Jump| (jump.holes().bits() & parity.holes.bits()).count_ones();
            board.jumps().iter().all(|jump| met(jump) % 2 == 0)
        };
        let fits = |parity: &Parity| problem.start.is_odd_in(parity.holes) == parity.odd;
        let never_gains = |pagoda: &Pagoda| Pagoda::new(board, pagoda.weights().to_vec()).is_some();
        self.parities.iter().all(|parity| meets_evenly(parity) && fits(parity))
            && self.pagodas.iter().all(never_gains)
            && !problem.goal.is_met(problem.start)
            && problem.goal.has_few_positions(board)
            && problem.goal.positions(board).into_iter().all(|won| self.excludes(problem.start, won))
    }

    /// Does a rule of this proof exclude that the one position leads to the other?
    pub fn excludes(&self, start: Position, won: Position) -> bool {
        self.parities.iter().any(|parity| won.is_odd_in(parity.holes) != parity.odd)
            || self.pagodas.iter().any(|pagoda| pagoda.worth(won) > pagoda.worth(start))
    }
}

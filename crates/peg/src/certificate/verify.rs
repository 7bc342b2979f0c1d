//! Verifying a certificate: by the shape of the board and plain sums, without any solver.

use search::{Limit, Run};

use crate::board::Jump;
use crate::pagoda::Pagoda;
use crate::position::Position;
use crate::problem::Problem;
use crate::proof::Reason;
use crate::symmetry::Symmetry;

use super::{Certificate, Closure, Grounds, Side, canonical, group};

/// The result of a certificate that proves its claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The positions of its closed set, each of which was checked.
    pub positions: usize,
}

/// Why a certificate was not verified.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotVerified {
    /// A limit was reached before the end.
    #[error("{0}")]
    Limit(Limit),
    /// The argument does not exclude the goal.
    #[error("the argument does not hold")]
    Argument,
    /// A function is not a pagoda function of the board.
    #[error("pagoda function {number}: some jump gains by it")]
    Pagoda {
        /// Counted from 1.
        number: usize,
    },
    /// The positions are not in ascending order.
    #[error("position {number} is not greater than the one before it")]
    Order {
        /// Counted from 1.
        number: usize,
    },
    /// The start, or a won position that is not excluded, is not in the set.
    #[error("the set does not have position {position:x}, with which it must begin")]
    Missing {
        /// Its bits.
        position: u128,
    },
    /// The other end is in the set.
    #[error("the set has the position {position:x} at its other end")]
    Reached {
        /// Its bits.
        position: u128,
    },
    /// A jump leads out of the set.
    #[error("a jump leads from position {from:x} to {to:x}, which is not in the set")]
    Open {
        /// The bits of a position of the set.
        from: u128,
        /// Those of the position that is missing.
        to: u128,
    },
    /// The goal has too many positions to begin with.
    #[error("the goal has too many positions to be checked one by one")]
    WideGoal,
}

impl From<Limit> for NotVerified {
    fn from(limit: Limit) -> Self {
        Self::Limit(limit)
    }
}

impl Certificate {
    /// Checks that the grounds prove the claim.
    pub fn verify(&self, run: &mut Run<'_>) -> Result<Verified, NotVerified> {
        let problem = self.problem();
        let holds = |reason: Reason| {
            if reason.holds(problem) { Ok(Verified { positions: 0 }) } else { Err(NotVerified::Argument) }
        };
        match &self.grounds {
            Grounds::TooFewPegs => holds(Reason::TooFewPegs),
            Grounds::Argument(proof) => holds(Reason::Argument(proof.clone())),
            Grounds::Closure(closure) => Check::new(problem, closure)?.verify(run),
        }
    }
}

/// A closed set to be checked.
struct Check<'a> {
    problem: Problem<'a>,
    closure: &'a Closure,
    group: Vec<&'a Symmetry>,
    /// The bound of each pagoda function: positions worth less than every won one, or more than the start, are
    /// excluded.
    bounds: Vec<i64>,
}

impl<'a> Check<'a> {
    fn new(problem: Problem<'a>, closure: &'a Closure) -> Result<Self, NotVerified> {
        if !problem.goal.has_few_positions(problem.board) {
            return Err(NotVerified::WideGoal);
        }
        // A goal of at most some number of pegs is met first with that number, unless it is met at the start.
        if problem.goal.is_met(problem.start) {
            return Err(NotVerified::Reached { position: problem.start.bits() });
        }
        let is_sound = |pagoda: &Pagoda| Pagoda::new(problem.board, pagoda.weights().to_vec()).is_some();
        if let Some(index) = closure.pagodas.iter().position(|pagoda| !is_sound(pagoda)) {
            return Err(NotVerified::Pagoda { number: index + 1 });
        }
        let won = problem.goal.positions(problem.board);
        let bound = |pagoda: &Pagoda| match closure.side {
            Side::Start => won.iter().map(|&won| pagoda.worth(won)).min().unwrap_or(i64::MAX),
            Side::Goal => pagoda.worth(problem.start),
        };
        let bounds = closure.pagodas.iter().map(bound).collect();
        Ok(Self { problem, closure, group: group(problem, closure.side), bounds })
    }

    fn verify(&self, run: &mut Run<'_>) -> Result<Verified, NotVerified> {
        let positions = &self.closure.positions;
        if let Some(index) = positions.windows(2).position(|pair| pair[0] >= pair[1]) {
            return Err(NotVerified::Order { number: index + 2 });
        }
        let roots = match self.closure.side {
            Side::Start => vec![self.problem.start],
            Side::Goal => self.problem.goal.positions(self.problem.board),
        };
        if let Some(root) = roots.into_iter().find(|&root| !self.is_settled(root)) {
            return Err(NotVerified::Missing { position: root.bits() });
        }
        for &position in positions {
            run.expand(|| (positions.len(), size_of_val(&positions[..])))?;
            self.check(position)?;
        }
        Ok(Verified { positions: positions.len() })
    }

    /// A position of the set is not the other end, and all its neighbours are settled.
    fn check(&self, position: Position) -> Result<(), NotVerified> {
        let is_other_end = match self.closure.side {
            Side::Start => self.problem.goal.is_met(position),
            Side::Goal => position == canonical(&self.group, self.problem.start),
        };
        if is_other_end {
            return Err(NotVerified::Reached { position: position.bits() });
        }
        let jumps = self.problem.board.jumps().iter();
        let mut neighbours = jumps.filter_map(|&jump| self.neighbour(position, jump));
        match neighbours.find(|&neighbour| !self.is_settled(neighbour)) {
            Some(to) => Err(NotVerified::Open { from: position.bits(), to: to.bits() }),
            None => Ok(()),
        }
    }

    /// The position after a jump, or before it, if the jump can be made or taken back. A position with fewer pegs than
    /// the goal, or more than the start, leads nowhere.
    fn neighbour(&self, position: Position, jump: Jump) -> Option<Position> {
        // Playing a jump again takes it back.
        let other = position.play(jump);
        match self.closure.side {
            Side::Start => position.allows(jump).then_some(other),
            Side::Goal => (other.allows(jump) && other.pegs() <= self.problem.start.pegs()).then_some(other),
        }
    }

    /// Is the canonical form of a position in the set, or excluded? An image of a position that matters matters too, so
    /// that excluding one image excludes all.
    fn is_settled(&self, position: Position) -> bool {
        let position = canonical(&self.group, position);
        let worth = self.closure.pagodas.iter().map(|pagoda| pagoda.worth(position));
        let mut bounded = worth.zip(&self.bounds);
        let is_excluded = match self.closure.side {
            Side::Start => {
                position.pegs() < self.problem.goal.pegs() || bounded.any(|(worth, bound)| worth < *bound)
            }
            Side::Goal => bounded.any(|(worth, bound)| worth > *bound),
        };
        is_excluded || self.closure.positions.binary_search(&position).is_ok()
    }
}

//! The goal of a game.

use crate::board::Board;
use crate::hole::Hole;
use crate::position::Position;

/// When a position is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// One peg is left, anywhere.
    OnePeg,
    /// The position is this one.
    Exactly(Position),
}

impl Goal {
    /// One peg is left, in this hole.
    pub fn hole(hole: Hole) -> Self {
        Self::Exactly(Position::single(hole))
    }

    /// Is this position won?
    pub fn is_met(self, position: Position) -> bool {
        match self {
            Self::OnePeg => position.pegs() == 1,
            Self::Exactly(goal) => position == goal,
        }
    }

    /// The number of pegs of a won position.
    pub fn pegs(self) -> u32 {
        match self {
            Self::OnePeg => 1,
            Self::Exactly(goal) => goal.pegs(),
        }
    }

    /// All won positions.
    pub fn positions(self, board: &Board) -> Vec<Position> {
        match self {
            Self::OnePeg => board.holes().map(Position::single).collect(),
            Self::Exactly(goal) => vec![goal],
        }
    }
}

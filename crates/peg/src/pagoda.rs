//! Pagoda functions: weights of the holes by which no jump ever gains.

use crate::board::{Board, Jump};
use crate::goal::Goal;
use crate::position::Position;

/// Weights of the holes such that every jump `from` over `over` into `to` has
/// `weight(from) + weight(over) >= weight(to)`: the weight of all pegs together never grows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pagoda {
    weights: Vec<i64>,
}

impl Pagoda {
    /// The pagoda function with these weights, one per hole; `None` if some jump would gain by it.
    pub fn new(board: &Board, weights: Vec<i64>) -> Option<Self> {
        let small = weights.iter().all(|w| w.unsigned_abs() < MOST_WEIGHT);
        let pagoda = Self { weights };
        let sound = small
            && pagoda.weights.len() == board.len()
            && board.jumps().iter().all(|&jump| pagoda.loss(jump) >= 0);
        sound.then_some(pagoda)
    }

    /// The weight of each hole.
    pub fn weights(&self) -> &[i64] {
        &self.weights
    }

    /// The weight of all pegs together.
    pub fn worth(&self, position: Position) -> i64 {
        position.holes().map(|hole| self.weights[hole.index()]).sum()
    }

    /// The loss of a jump: the weight of its pegs before it less that after it.
    pub(crate) fn loss(&self, jump: Jump) -> i64 {
        let weight = |hole: crate::hole::Hole| self.weights[hole.index()];
        weight(jump.from) + weight(jump.over) - weight(jump.to)
    }

    /// The worth of the least won position.
    pub(crate) fn least(&self, board: &Board, goal: Goal) -> i64 {
        goal.positions(board).into_iter().map(|won| self.worth(won)).min().unwrap_or(i64::MIN)
    }
}

/// Weights are smaller than this, so that the sum over 128 holes fits 64 bits.
const MOST_WEIGHT: u64 = 1 << 40;

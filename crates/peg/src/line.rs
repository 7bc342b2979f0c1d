//! A line of play: jumps one after another, and the moves (sweeps) they make up.

use crate::board::Jump;
use crate::hole::Hole;

/// A move, or sweep: one peg jumping once or more. It has at least two holes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    holes: Vec<Hole>,
}

impl Move {
    /// The move through these holes; at least two.
    pub fn new(holes: Vec<Hole>) -> Option<Self> {
        (holes.len() >= 2).then_some(Self { holes })
    }

    /// The holes that the peg stands on, from first to last.
    pub fn holes(&self) -> &[Hole] {
        &self.holes
    }

    /// Joins moves by the same peg in a row.
    pub(crate) fn joined(line: Vec<Self>) -> Vec<Self> {
        let mut moves: Vec<Self> = Vec::new();
        for made in line {
            match moves.last_mut() {
                Some(last) if last.holes.last() == made.holes.first() => last.holes.extend(&made.holes[1..]),
                _ => moves.push(made),
            }
        }
        moves
    }

    /// The holes of each jump: from and to.
    pub fn hops(&self) -> impl Iterator<Item = (Hole, Hole)> {
        self.holes.windows(2).map(|pair| (pair[0], pair[1]))
    }
}

impl From<Jump> for Move {
    fn from(jump: Jump) -> Self {
        Self { holes: vec![jump.from, jump.to] }
    }
}

/// Joins jumps by the same peg in a row into moves.
pub fn moves(jumps: &[Jump]) -> Vec<Move> {
    Move::joined(jumps.iter().copied().map(Move::from).collect())
}

//! A line of play: jumps one after another, and the moves (sweeps) they make up.

use crate::board::Jump;
use crate::hole::Hole;

/// A move, or sweep: one peg jumping once or more. It has at least two holes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    holes: Vec<Hole>,
    /// The hole that each jump goes over, where it is known; one less than the holes.
    over: Vec<Option<Hole>>,
}

/// One jump of a move, as it is written: the hole that it goes over is found by the referee unless it is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hop {
    /// The hole where the peg stands.
    pub from: Hole,
    /// The hole where the peg lands.
    pub to: Hole,
    /// The hole of the peg that is taken off, if it is given.
    pub over: Option<Hole>,
}

impl Move {
    /// The move through these holes; at least two.
    pub fn new(holes: Vec<Hole>) -> Option<Self> {
        let over = vec![None; holes.len().checked_sub(1)?];
        (!over.is_empty()).then_some(Self { holes, over })
    }

    /// The move from a hole to others, each with the hole that the jump goes over where it is given; at least one.
    pub(crate) fn over(from: Hole, jumps: impl IntoIterator<Item = (Hole, Option<Hole>)>) -> Option<Self> {
        let (mut holes, mut over) = (vec![from], Vec::new());
        for (to, between) in jumps {
            holes.push(to);
            over.push(between);
        }
        (!over.is_empty()).then_some(Self { holes, over })
    }

    /// The move of these jumps by one peg; at least one.
    fn of_one_peg(jumps: &[Jump]) -> Self {
        let holes = std::iter::once(jumps[0].from).chain(jumps.iter().map(|jump| jump.to));
        Self { holes: holes.collect(), over: jumps.iter().map(|jump| Some(jump.over)).collect() }
    }

    /// The holes that the peg stands on, from first to last.
    pub fn holes(&self) -> &[Hole] {
        &self.holes
    }

    /// Does the peg of the other move go on from here?
    pub(crate) fn is_continued_by(&self, next: &Self) -> bool {
        self.holes.last() == next.holes.first()
    }

    /// Joins moves by the same peg in a row.
    pub(crate) fn joined(line: Vec<Self>) -> Vec<Self> {
        let mut moves: Vec<Self> = Vec::new();
        for made in line {
            match moves.last_mut() {
                Some(last) if last.is_continued_by(&made) => {
                    last.holes.extend(&made.holes[1..]);
                    last.over.extend(made.over);
                }
                _ => moves.push(made),
            }
        }
        moves
    }

    /// Its jumps.
    pub fn hops(&self) -> impl ExactSizeIterator<Item = Hop> {
        let pairs = self.holes.windows(2).zip(&self.over);
        pairs.map(|(pair, &over)| Hop { from: pair[0], to: pair[1], over })
    }
}

impl From<Jump> for Move {
    fn from(jump: Jump) -> Self {
        Self::of_one_peg(&[jump])
    }
}

/// Joins jumps by the same peg in a row into moves.
pub fn moves(jumps: &[Jump]) -> Vec<Move> {
    let by_one_peg = jumps.chunk_by(|jump, next| jump.to == next.from);
    by_one_peg.map(Move::of_one_peg).collect()
}

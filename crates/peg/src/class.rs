//! Position classes: parities that no jump changes.

use crate::board::Board;
use crate::position::Position;
use crate::proof::Parity;

/// The parity rules of a board. Each is a set of holes of which every jump changes an even number: whether the number of
/// pegs in it is odd or even never changes. Positions with equal parities form a *class*.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classes {
    rules: Vec<Position>,
}

/// The class of a position: one bit per rule, set if the number of pegs is odd.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Class(u128);

impl Classes {
    /// All independent parity rules of a board: the sets orthogonal, over the field of two elements, to
    /// the three holes of every jump.
    pub fn of(board: &Board) -> Self {
        let rows = reduced(board.jumps().iter().map(|jump| jump.holes().bits()));
        let pivots: u128 = rows.iter().map(|row| pivot(*row)).fold(0, |all, p| all | p);
        let free = board.holes().filter(|hole| pivots >> hole.index() & 1 == 0);
        let rules = free.map(|hole| {
            let own = 1_u128 << hole.index();
            rows.iter().filter(|row| **row & own != 0).fold(own, |rule, row| rule | pivot(*row))
        });
        Self { rules: rules.map(Position::from_bits).collect() }
    }

    /// The sets of holes whose parity never changes.
    pub fn rules(&self) -> &[Position] {
        &self.rules
    }

    /// The class of a position.
    pub fn class(&self, position: Position) -> Class {
        let bits = self.rules.iter().enumerate().filter(|(_, rule)| position.is_odd_in(**rule));
        Class(bits.fold(0, |class, (i, _)| class | 1 << i))
    }

    /// Parities of the start by which as many as possible of these won positions are excluded: few and small
    /// sets of holes. Each is a sum of rules.
    pub(crate) fn parities(&self, start: Position, won: &[Position]) -> Vec<Parity> {
        let candidates = self.sums().into_iter().map(|holes| Parity { holes, odd: start.is_odd_in(holes) });
        let mut candidates: Vec<_> = candidates.collect();
        candidates.sort_by_key(|parity| (parity.holes.pegs(), parity.holes));
        let mut left: Vec<_> = won.to_vec();
        let mut chosen = Vec::new();
        loop {
            let excluded = |p: &Parity| left.iter().filter(|&&won| won.is_odd_in(p.holes) != p.odd).count();
            // The first of the best: the smallest set.
            let best = candidates.iter().rev().max_by_key(|p| excluded(p)).copied();
            let Some(best) = best.filter(|p| excluded(p) > 0) else { return chosen };
            left.retain(|&won| won.is_odd_in(best.holes) == best.odd);
            chosen.push(best);
        }
    }

    /// Sums of rules over the field of two elements: all of them where they are few.
    fn sums(&self) -> Vec<Position> {
        if self.rules.len() > MOST_SUMMED {
            return self.rules.clone();
        }
        let sum = |choice: usize| {
            let chosen = self.rules.iter().enumerate().filter(|(i, _)| choice >> i & 1 == 1);
            Position::from_bits(chosen.fold(0, |sum, (_, rule)| sum ^ rule.bits()))
        };
        (1..1 << self.rules.len()).map(sum).collect()
    }
}

/// With more rules than this, only single ones are used: there would be more than 255 sums.
const MOST_SUMMED: usize = 8;

/// The reduced row echelon form over the field of two elements; the pivot of a row is its lowest bit.
fn reduced(vectors: impl Iterator<Item = u128>) -> Vec<u128> {
    let mut rows: Vec<u128> = Vec::new();
    for mut vector in vectors {
        for row in &rows {
            if vector & pivot(*row) != 0 {
                vector ^= row;
            }
        }
        if vector == 0 {
            continue;
        }
        for row in &mut rows {
            if *row & pivot(vector) != 0 {
                *row ^= vector;
            }
        }
        rows.push(vector);
    }
    rows
}

fn pivot(row: u128) -> u128 {
    row & row.wrapping_neg()
}

//! Position classes: parities that no jump changes.

use crate::board::Board;
use crate::hole::Hole;
use crate::position::Position;

/// The parity rules of a board. Each is a set of holes that every jump meets in an even number: how many
/// pegs stand in it, odd or even, never changes. Positions with equal parities form a *class*.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classes {
    rules: Vec<Position>,
}

/// The class of a position: one bit a rule, set when the number of pegs is odd.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Class(u128);

impl Class {
    /// One bit a rule; the first rule is the lowest.
    pub fn bits(self) -> u128 {
        self.0
    }
}

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
        let odd = |rule: &Position| (rule.bits() & position.bits()).count_ones() % 2 == 1;
        let bits = self.rules.iter().enumerate().filter(|(_, rule)| odd(rule));
        Class(bits.fold(0, |class, (i, _)| class | 1 << i))
    }

    /// A rule by which `from` can never become `to`, if there is one: the smallest set of holes with
    /// an odd number of pegs in the one and an even number in the other.
    pub fn difference(&self, from: Position, to: Position) -> Option<Position> {
        let differs = self.class(from).0 ^ self.class(to).0;
        let telling = self.rules.iter().enumerate().filter(|(i, _)| differs >> i & 1 == 1);
        let (telling, silent): (Vec<_>, Vec<_>) = (telling.map(|(_, r)| *r).collect(), self.silent(differs));
        telling.into_iter().map(|rule| shrink(rule, &silent)).min_by_key(|rule| rule.pegs())
    }

    fn silent(&self, differs: u128) -> Vec<Position> {
        let silent = self.rules.iter().enumerate().filter(|(i, _)| differs >> i & 1 == 0);
        silent.map(|(_, rule)| *rule).collect()
    }

    /// Does this single hole, filled, fall into the class?
    pub fn admits_single(&self, class: Class, hole: Hole) -> bool {
        self.class(Position::single(hole)) == class
    }
}

/// Adding rules on which both positions agree changes nothing but the size.
fn shrink(mut rule: Position, others: &[Position]) -> Position {
    for other in others {
        let sum = Position::from_bits(rule.bits() ^ other.bits());
        if sum.pegs() < rule.pegs() {
            rule = sum;
        }
    }
    rule
}

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

//! The goal of a game.

use crate::board::Board;
use crate::hole::Hole;
use crate::position::Position;

/// When a position is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// One peg is left, anywhere.
    OnePeg,
    /// This many pegs are left, anywhere.
    Pegs(u32),
    /// At most this many pegs are left, anywhere.
    AtMost(u32),
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
            Self::Pegs(pegs) => position.pegs() == pegs,
            Self::AtMost(pegs) => position.pegs() <= pegs,
            Self::Exactly(goal) => position == goal,
        }
    }

    /// The number of pegs of a won position; of several numbers, the greatest. Each jump takes one peg off, so a line of
    /// play that wins meets that number first.
    pub fn pegs(self) -> u32 {
        match self {
            Self::OnePeg => 1,
            Self::Pegs(pegs) | Self::AtMost(pegs) => pegs,
            Self::Exactly(goal) => goal.pegs(),
        }
    }

    /// Can the won positions be listed? Arguments against each of them, and tables of solvable positions, need that.
    pub fn has_few_positions(self, board: &Board) -> bool {
        self.len(board) <= MOST_LISTED
    }

    /// Does only the number of pegs matter, and is it not 1? Then there may be too many won positions for a list.
    pub(crate) fn is_by_number(self) -> bool {
        matches!(self, Self::Pegs(_) | Self::AtMost(_))
    }

    /// The number of won positions with [`pegs`](Self::pegs) pegs.
    fn len(self, board: &Board) -> u128 {
        match self {
            Self::Exactly(_) => 1,
            goal => binomial(board.len() as u128, goal.pegs().into()),
        }
    }

    /// All won positions with [`pegs`](Self::pegs) pegs.
    pub fn positions(self, board: &Board) -> Vec<Position> {
        match self {
            Self::OnePeg => board.holes().map(Position::single).collect(),
            Self::Pegs(pegs) | Self::AtMost(pegs) => combinations(board.len(), pegs),
            Self::Exactly(goal) => vec![goal],
        }
    }

    /// Positions that a symmetry carries onto each other if and only if it carries won positions to won ones.
    pub(crate) fn anchors(self) -> Vec<Position> {
        match self {
            Self::Exactly(goal) => vec![goal],
            Self::OnePeg | Self::Pegs(_) | Self::AtMost(_) => Vec::new(),
        }
    }
}

/// The most won positions that are listed: those with three pegs on the largest board are more.
const MOST_LISTED: u128 = 300_000;

/// The number of ways to choose `chosen` of `all` things, or more than any list holds.
fn binomial(all: u128, chosen: u128) -> u128 {
    if chosen > all {
        return 0;
    }
    // Each product is divided at once: what is left is a binomial coefficient again.
    (0..chosen.min(all - chosen)).fold(1, |ways: u128, i| ways.saturating_mul(all - i) / (i + 1))
}

/// All positions with this many pegs in the first `holes` holes, in ascending order.
fn combinations(holes: usize, pegs: u32) -> Vec<Position> {
    if pegs as usize > holes {
        return Vec::new();
    }
    let first = 1_u128.checked_shl(pegs).map_or(u128::MAX, |bit| bit - 1);
    let last = first.unbounded_shl(holes as u32 - pegs);
    let next = |&bits: &u128| (bits != last).then(|| next_with_equal_count(bits));
    std::iter::successors(Some(first), next).map(Position::from_bits).collect()
}

/// The next greater number with equally many bits set (Gosper's hack).
fn next_with_equal_count(bits: u128) -> u128 {
    let lowest = bits & bits.wrapping_neg();
    let carried = bits + lowest;
    carried | ((bits ^ carried) / lowest) >> 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtin::named;

    #[test]
    fn won_positions_are_all_that_have_the_number_of_pegs() {
        let board = named("triangle10").unwrap();
        for pegs in 0..12 {
            let goal = Goal::Pegs(pegs);
            let all = (0..1_u128 << 10).map(Position::from_bits).filter(|&p| goal.is_met(p));
            let all: Vec<_> = all.collect();
            assert_eq!(goal.positions(&board), all, "{pegs}");
            assert_eq!(goal.len(&board), all.len() as u128);
        }
        let largest = named("triangle120").unwrap();
        assert_eq!(Goal::Pegs(2).positions(&largest).len(), 120 * 119 / 2);
        assert_eq!(Goal::Pegs(120).positions(&largest), [largest.full()]);
    }

    #[test]
    fn at_most_is_met_by_fewer() {
        let two = Position::from_bits(0b11);
        assert!(Goal::AtMost(3).is_met(two) && !Goal::Pegs(3).is_met(two) && !Goal::AtMost(1).is_met(two));
    }
}

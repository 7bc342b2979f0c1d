//! Knowledge about each position of a game: winnable, lost or unknown.

use crate::task::Truth;

/// A position of the game, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// It can be won; in this many moves, if a way is known.
    Winnable(Option<usize>),
    /// It is lost: that is proven.
    Lost,
    /// Nobody knows.
    Unknown,
}

/// The marks of all positions of a game, from the start to the one now.
///
/// A position before one that can be won can be won, and a position after a lost one is lost: one answer may mark many.
#[derive(Clone, Debug, Default)]
pub struct Marks(Vec<Mark>);

impl Marks {
    /// The marks of a game with this many moves; those after it are forgotten.
    pub fn fit(&mut self, moves: usize) {
        let after_last = match self.0.last() {
            Some(Mark::Lost) => Mark::Lost,
            _ => Mark::Unknown,
        };
        self.0.resize(moves + 1, after_last);
    }

    /// Notes the answer for the position after some moves.
    pub fn note(&mut self, after: usize, truth: Truth) {
        match truth {
            Truth::Winnable { moves } => {
                self.0[after] = Mark::Winnable(Some(moves));
                let before = self.0[..after].iter_mut().filter(|mark| **mark == Mark::Unknown);
                before.for_each(|mark| *mark = Mark::Winnable(None));
            }
            Truth::Lost => self.0[after..].fill(Mark::Lost),
        }
    }

    /// The mark of the position after some moves.
    pub fn get(&self, after: usize) -> Mark {
        self.0.get(after).copied().unwrap_or(Mark::Unknown)
    }

    /// The move that lost the game, counted from 1, if it is known.
    pub fn losing_move(&self) -> Option<usize> {
        let lost = self.0.iter().position(|mark| *mark == Mark::Lost)?;
        (lost > 0 && matches!(self.0[lost - 1], Mark::Winnable(_))).then_some(lost)
    }

    /// The last position that can be won, after how many moves.
    pub fn last_winnable(&self) -> Option<usize> {
        self.0.iter().rposition(|mark| matches!(mark, Mark::Winnable(_)))
    }

    /// The position to ask about next so that the move that lost is found soonest: the last one, then the middle of
    /// those between the last winnable and the first lost one.
    pub fn next_question(&self, asked: &[usize]) -> Option<usize> {
        let last = self.0.len().checked_sub(1)?;
        let low = self.last_winnable().map_or(0, |at| at + 1);
        let high = self.0.iter().position(|mark| *mark == Mark::Lost).unwrap_or(last + 1);
        let is_open = |at: &usize| self.get(*at) == Mark::Unknown && !asked.contains(at);
        if high == last + 1 && is_open(&last) {
            return Some(last);
        }
        let middle = usize::midpoint(low, high);
        (low..high).filter(is_open).min_by_key(|at| at.abs_diff(middle))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Answers by a truth that changes at one move; how many questions that takes.
    fn questions(moves: usize, lost_after: usize) -> (Marks, usize) {
        let mut marks = Marks::default();
        marks.fit(moves);
        let mut asked = Vec::new();
        while let Some(at) = marks.next_question(&asked) {
            asked.push(at);
            let truth = if at >= lost_after { Truth::Lost } else { Truth::Winnable { moves: 9 } };
            marks.note(at, truth);
        }
        (marks, asked.len())
    }

    #[test]
    fn few_questions_find_the_move_that_lost() {
        for lost_after in 1..=100 {
            let (marks, asked) = questions(100, lost_after);
            assert_eq!(marks.losing_move(), Some(lost_after));
            assert_eq!(marks.last_winnable(), Some(lost_after - 1));
            assert!(asked <= 9, "{lost_after}: {asked}");
        }
        assert_eq!(questions(100, 101).1, 1, "the last position can be won, so all can");
        let (marks, _) = questions(100, 0);
        assert_eq!((marks.losing_move(), marks.last_winnable()), (None, None));
    }

    #[test]
    fn a_move_after_a_lost_position_is_lost() {
        let mut marks = Marks::default();
        marks.fit(1);
        marks.note(1, Truth::Lost);
        marks.fit(2);
        assert_eq!(marks.get(2), Mark::Lost);
        marks.fit(0);
        assert_eq!(marks.get(0), Mark::Unknown);
        marks.note(0, Truth::Winnable { moves: 3 });
        marks.fit(1);
        assert_eq!((marks.get(0), marks.get(1)), (Mark::Winnable(Some(3)), Mark::Unknown));
    }

    /// A position nobody can decide is asked about once, and no move is blamed.
    #[test]
    fn undecided_positions_leave_the_move_open() {
        let mut marks = Marks::default();
        marks.fit(4);
        marks.note(4, Truth::Lost);
        marks.note(1, Truth::Winnable { moves: 1 });
        assert_eq!(marks.next_question(&[2, 3]), None);
        assert_eq!((marks.losing_move(), marks.last_winnable()), (None, Some(1)));
    }
}

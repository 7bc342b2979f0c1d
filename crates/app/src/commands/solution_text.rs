//! A solution for a person: its length, and its moves in words.

use clap::ValueEnum;
use patience::{Action, Counting, Face, Lengths, NotWritten, Notation, Solution};

use crate::limits::counted;

/// The usual ways to count the length of a solution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Count {
    /// Moves of single cards, without putting up
    #[default]
    Moves,
    /// Every card that moves, with putting up
    Cards,
    /// Moves of whole runs, without putting up
    Runs,
}

impl From<Count> for Counting {
    fn from(count: Count) -> Self {
        match count {
            Count::Moves => Self::Moves,
            Count::Cards => Self::Cards,
            Count::Runs => Self::Runs,
        }
    }
}

impl Count {
    /// A length with the name of what is counted.
    pub(crate) fn length(self, lengths: Lengths) -> String {
        let counted = |count: usize, noun| counted(count as u64, noun);
        match self {
            Self::Moves => single_moves_of(lengths.moves),
            Self::Cards => format!("{} of cards (putting up counted)", counted(lengths.cards, "move")),
            Self::Runs => format!("{} of runs (putting up not counted)", counted(lengths.runs, "move")),
        }
    }

    /// A length with one word for what is counted.
    pub(crate) fn short_length(self, lengths: Lengths) -> String {
        let (count, noun) = match self {
            Self::Moves => (lengths.moves, "single move"),
            Self::Cards => (lengths.cards, "card move"),
            Self::Runs => (lengths.runs, "run move"),
        };
        counted(count as u64, noun)
    }
}

/// The length of a line of play, counted like [`Count::Moves`].
pub(crate) fn single_moves(line: &[Action]) -> String {
    single_moves_of(line.iter().filter(|action| !action.puts_up()).count())
}

fn single_moves_of(count: usize) -> String {
    format!("{} of single cards (putting up not counted)", counted(count as u64, "move"))
}

/// How many lines of the solution file are left.
pub(crate) fn moves_left(solution: &Solution) -> String {
    format!("{} (lines of the solution file)", counted(solution.len() as u64, "move"))
}

/// A solution in a notation.
pub(crate) fn written(solution: &Solution, notation: Notation, face: Face) -> Result<String, NotWritten> {
    notation.write(solution.start(), solution.actions(), face)
}

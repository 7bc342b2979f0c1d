//! A solution for a person: its length, and its moves in words.

use std::io::{self, Write};

use clap::ValueEnum;
use patience::{Card, Face, Lengths, PlayedMove, Rank, Solution, Suit, Table, player_moves};

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

impl Count {
    /// A length with the name of what is counted.
    pub(crate) fn length(self, lengths: Lengths) -> String {
        let counted = |count: usize, noun| counted(count as u64, noun);
        match self {
            Self::Moves => {
                format!("{} of single cards (putting up not counted)", counted(lengths.moves, "move"))
            }
            Self::Cards => format!("{} of cards (putting up counted)", counted(lengths.cards, "move")),
            Self::Runs => format!("{} of runs (putting up not counted)", counted(lengths.runs, "move")),
        }
    }

    /// A length with one word for what is counted.
    pub(crate) fn short_length(self, lengths: Lengths) -> String {
        let (count, noun) = match self {
            Self::Moves => (lengths.moves, "move"),
            Self::Cards => (lengths.cards, "card"),
            Self::Runs => (lengths.runs, "run"),
        };
        counted(count as u64, noun)
    }
}

/// A solution as a player would make it.
pub(crate) struct SolutionText<'s> {
    solution: &'s Solution,
    moves: Vec<PlayedMove>,
    face: Face,
}

impl<'s> SolutionText<'s> {
    pub(crate) fn new(solution: &'s Solution, ascii: bool) -> Self {
        let moves = player_moves(solution.start(), solution.actions());
        Self { solution, moves, face: if ascii { Face::Ascii } else { Face::Colour } }
    }

    pub(crate) fn lengths(&self) -> Lengths {
        Lengths::counted(self.solution, &self.moves)
    }

    /// The numbered moves, one per line.
    pub(crate) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let up = up_at_once(self.solution.start());
        if !up.is_empty() {
            writeln!(out, "up before the first move: {}", self.face.names(&up))?;
        }
        let width = self.moves.len().to_string().len();
        for (number, played) in (1..).zip(&self.moves) {
            writeln!(out, "{number:>width$}. {}", played.words(self.face))?;
        }
        Ok(())
    }
}

/// The cards that go up before the first move.
fn up_at_once(start: &Table) -> Vec<Card> {
    let mut table = start.clone();
    table.normalise();
    let heights = start.foundations().into_iter().zip(table.foundations());
    let suits = Suit::ALL.into_iter().zip(heights);
    let ranks = suits.flat_map(|(suit, (from, to))| (from + 1..=to).map(move |rank| (suit, rank)));
    ranks.filter_map(|(suit, rank)| Rank::new(rank).map(|rank| Card::new(rank, suit))).collect()
}

//! Replaying a line of play and judging it.

use std::fmt;

use crate::action::Action;
use crate::table::{Illegal, Table};

/// The verdict on a line of play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All moves are legal and the game is won.
    Won {
        /// How many moves there were.
        moves: usize,
    },
    /// All moves are legal and the game is not won.
    NotWon {
        /// How many moves there were.
        moves: usize,
    },
    /// A move is illegal.
    Illegal {
        /// Which one, counted from 1.
        at: usize,
        /// Why.
        why: Fault,
    },
}

/// A fault of a line of a solution file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The line is not a move at all.
    NotAMove(String),
    /// The move is illegal.
    Illegal(Illegal),
}

impl Fault {
    /// The fault of a line that is not a move.
    pub(crate) fn not_a_move(line: &[u8]) -> Self {
        Self::NotAMove(legible(line))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAMove(line) => write!(f, "`{line}` is not a move"),
            Self::Illegal(why) => why.fmt(f),
        }
    }
}

/// Replays the lines of a solution file from a table as dealt. `seen` is shown each state: the first
/// after the deal, with no move, then one after each move.
pub fn check<'l>(
    mut table: Table,
    lines: impl IntoIterator<Item = &'l [u8]>,
    mut seen: impl FnMut(Option<Action>, &Table),
) -> Verdict {
    table.normalise();
    seen(None, &table);
    let mut moves = 0;
    for line in lines {
        let illegal = |why| Verdict::Illegal { at: moves + 1, why };
        let Some(action) = Action::from_line(line) else {
            return illegal(Fault::not_a_move(line));
        };
        if let Err(why) = table.try_act(action) {
            return illegal(Fault::Illegal(why));
        }
        moves += 1;
        seen(Some(action), &table);
    }
    if table.is_won() { Verdict::Won { moves } } else { Verdict::NotWon { moves } }
}

/// The line for a message: short, and without characters that a terminal would obey.
fn legible(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(&line[..line.len().min(80)]);
    text.trim_end().chars().take(40).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

//! Replaying a line of play and judging it.

use std::fmt;

use crate::action::Action;
use crate::notation::{BadPart, Reading};
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
    /// A part of a text in another notation is not a legal move.
    InText {
        /// The line of the text, counted from 1.
        line: usize,
        /// The part.
        part: String,
        /// The fault.
        why: BadPart,
    },
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
            Self::InText { line, part, why } => write!(f, "line {line}, `{part}`: {why}"),
        }
    }
}

/// Replays the lines of a solution file from a table as dealt. `seen` is shown each state: the first
/// after the deal, with no move, then one after each move.
pub fn check<'l>(
    table: Table,
    lines: impl IntoIterator<Item = &'l [u8]>,
    seen: impl FnMut(Option<Action>, &Table),
) -> Verdict {
    let action = |line| Action::from_line(line).ok_or_else(|| Fault::not_a_move(line));
    judge(table, lines.into_iter().map(action), |_, why| Fault::Illegal(why), seen)
}

/// Replays a line of play that was read from a text in any notation, otherwise like [`check`].
pub fn check_read(table: Table, reading: &Reading, seen: impl FnMut(Option<Action>, &Table)) -> Verdict {
    let fault = reading.fault().cloned().map(Err);
    let actions = reading.actions().map(Ok).chain(fault);
    judge(table, actions, |at, why| reading.refused(at, why), seen)
}

fn judge(
    mut table: Table,
    actions: impl IntoIterator<Item = Result<Action, Fault>>,
    refused: impl Fn(usize, Illegal) -> Fault,
    mut seen: impl FnMut(Option<Action>, &Table),
) -> Verdict {
    table.normalise();
    seen(None, &table);
    let mut moves = 0;
    for action in actions {
        let played = action.and_then(|action| {
            table.try_act(action).map_err(|why| refused(moves, why))?;
            Ok(action)
        });
        match played {
            Ok(action) => seen(Some(action), &table),
            Err(why) => return Verdict::Illegal { at: moves + 1, why },
        }
        moves += 1;
    }
    if table.is_won() { Verdict::Won { moves } } else { Verdict::NotWon { moves } }
}

/// The line for a message: short, and without characters that a terminal would obey.
pub(crate) fn legible(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(&line[..line.len().min(80)]);
    text.trim_end().chars().take(40).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

//! Open one-deck patience: FreeCell, Seahaven, Midnight Oil, Baker's Dozen and their relatives.
//!
//! A game is data ([`Rules`]), built in or read from a rules file. A [`Deal`] is a game with its cards laid out: by its
//! number, as in `FreeCell.123`, or as on a board. Its [`Table`] is the referee, which plays [`Move`]s and says in a
//! player's words why one is illegal.
//!
//! ```
//! use patience::{Deal, Solver, Verdict, check, lines, write_lines};
//! use search::{Budget, Outcome, Run, Unwatched};
//!
//! let deal: Deal = "FreeCell.123".parse()?;
//! let mut watch = Unwatched;
//! let mut run = Run::new(Budget::default().with_nodes(10_000), &mut watch);
//! let Outcome::Solved(solution) = Solver::new().solve(deal.table(), &mut run)?.outcome else {
//!     panic!("this deal can be won");
//! };
//!
//! // A solution file has one line per move; anyone can check it.
//! let file = write_lines(solution.actions());
//! let verdict = check(deal.table().clone(), lines(file.as_bytes()), |_, _| {});
//! assert_eq!(verdict, Verdict::Won { moves: solution.len() });
//! # Ok::<(), patience::Error>(())
//! ```
//!
//! - [`Game`] is a game that is being played, with moves of whole runs, undo and redo.
//! - [`check`] replays a solution file; [`replay`] makes a [`Solution`] of a line of play that wins.
//! - [`Notation`] writes and reads lines of play in four ways: words, solution files, what players of FreeCell write, and
//!   what fc-solve prints.
//! - [`Solver`] wins a table, or proves that it cannot be won; it also looks for the fewest moves.
//! - [`review`] says whether a line of play can still be won, or which move lost it; a [`KnownLine`] is kept as long as the
//!   player follows it.
//! - [`decide`] and [`prove`] make certificates that a deal cannot be won, which [`verify`] checks with the referee alone.
//! - [`Rater`] measures how hard a deal is for a person.
//! - [`Save`] is a save file of the program xpat2.

mod split_mix;
mod wording;
#[cfg(test)]
mod dice;
mod card;
mod rules;
mod games;
mod rules_file;
mod shuffle;
mod deal;
mod moves;
mod action;
mod table;
mod board;
mod check;
mod solution;
mod picture;
mod game;
mod words;
mod notation;
mod lengths;
mod certificate;
mod error;
mod solve;
mod decide;
mod known_line;
mod review;
mod rate;
mod xpat2;

pub use action::Action;
pub use board::{BadBoard, BoardFault};
pub use card::{Card, Colour, NoCard, Rank, Suit};
pub use certificate::{Closure, NotVerified, Verified, claimed_deal, dump, prove, verify};
pub use check::{Fault, Verdict, check, check_read};
pub use deal::{Deal, DealRange, NoDeal, Seed};
pub use decide::decide;
pub use error::Error;
pub use game::{
    Acted, BadRecord, End, Game, PlayedMove, PlayerMove, Record, Refusal, Spot, Start, Step, player_moves,
};
pub use known_line::KnownLine;
pub use lengths::{Counting, Lengths};
pub use moves::{Move, Target, lines, write_lines};
pub use notation::{BadPart, NotWritten, Notation, Reading};
pub use picture::{Face, Picture};
pub use rate::{NotRated, PLAYOUTS, Playouts, Rater, Rating, Scale, Standing, YARDSTICK_NODES};
pub use review::{Loss, Review, Winnable, review};
pub use rules::{
    BadCounts, Build, Extras, Fill, Foundations, Layout, MAX_CELLS, MAX_COLUMNS, Order, Play, Rules,
};
pub use rules_file::{BadRules, RulesFault};
pub use shuffle::Shuffle;
pub use solution::{NotASolution, Solution, replay};
pub use solve::{Effort, InternalError, NotSupported, Report, Shortest, SolveError, Solver};
pub use table::{BadTable, Cells, Column, Illegal, Table};
pub use words::Words;
pub use xpat2::{BadSave, NoConversion, NoCounterpart, Save};

/// The weights and limits of guided searches, for programs that look for better ones. They may change with every
/// release.
pub mod tuning {
    pub use crate::solve::{
        Attempt, BestFirstAttempt, GuidedOptions, ProgressLimit, Steps, Weights, attempts_that_progress,
    };
}

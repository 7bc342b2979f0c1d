//! Open one-deck patience: FreeCell, Seahaven, Midnight Oil, Baker's Dozen and their relatives.
//!
//! A game is data ([`Rules`]); a deal has a number ([`Seed`]); a [`Table`] is the referee that plays
//! [`Move`]s and says in a player's words why one is illegal; [`check`] replays a whole line of play.
//!
//! ```
//! use patience::{DealName, Verdict, check, lines};
//!
//! let deal: DealName = "FreeCell.123".parse()?;
//! let verdict = check(deal.deal(), lines(b"1 2\n"), |_, _| {});
//! assert!(matches!(verdict, Verdict::Illegal { at: 1, .. }));
//! # Ok::<(), patience::Error>(())
//! ```

mod split_mix;
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
mod certificate;
mod error;
mod solve;
mod decide;
mod rate;
mod xpat2;

pub use action::Action;
pub use board::{BadBoard, BoardFault};
pub use card::{Card, Colour, NoCard, Rank, Suit};
pub use certificate::{Closure, Refused, Verified, claim, prove, verify};
pub use check::{Fault, Verdict, check};
pub use deal::{Deal, DealName, DealRange, NoDeal, Seed};
pub use decide::decide;
pub use error::Error;
pub use game::{Acted, BadRecord, End, Game, PlayerMove, Record, Refusal, Spot, Start, Step};
pub use moves::{Move, Target, lines, write_lines};
pub use picture::{Face, Picture};
pub use rate::{NotRated, PLAYOUTS, Playouts, Rater, Rating, Scale, Standing, YARDSTICK_NODES};
pub use rules::{
    BadCounts, Build, Extras, Fill, Foundations, Layout, MAX_CELLS, MAX_COLUMNS, Order, Play, Rules,
};
pub use rules_file::{BadRules, RulesFault};
pub use shuffle::Shuffle;
pub use solution::{NotASolution, Solution, replay};
pub use solve::{Effort, InternalError, NotSupported, Report, Shortest, SolveError, Solver};
pub use table::{BadTable, Cells, Column, Illegal, Table};
pub use xpat2::{BadSave, NoConversion, NoCounterpart, Save};

/// The weights and limits of guided searches, for programs that look for better ones. They may change with every
/// release.
pub mod tuning {
    pub use crate::solve::{Attempt, GuidedOptions, ProgressLimit, Weights};
}

//! Solvers: from a table to a line that wins it, or to the proof that there is none.

mod error;
mod detours;
mod report;
mod spell_out;
mod bucket_queue;
mod exact_set;
mod in_suit_state;
mod midnight_oil;
mod in_suit_moves;
mod midnight_oil_xpat2;
mod seahaven;
mod rule_masks;
mod packed;
mod zobrist_set;
mod chunked_vec;
mod deadlock;
mod relaxation;
mod loose;
mod state_space;
mod parking;
mod breadth_first;
mod weights;
mod open_states;
mod best_first;
mod run_move;
mod lossy_set;
mod column_store;
mod frontier;
mod expand;
mod free_foundations;
mod guided;
mod portfolio;
mod race;
mod lower_bound;
mod short;
mod shortest;
mod solver;
#[cfg(test)]
pub(crate) mod small_games;
#[cfg(test)]
mod in_suit_tests;

pub use best_first::BestFirstAttempt;
pub use error::{InternalError, NotSupported, SolveError};
pub use guided::{GuidedOptions, ProgressLimit, Steps};
pub use portfolio::{Attempt, attempts_that_progress};
pub use report::Report;
pub(crate) use report::vouch;
pub use shortest::Shortest;
pub use solver::{Effort, Solver};
pub use weights::Weights;

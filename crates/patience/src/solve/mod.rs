//! Solvers: from a table to a line that wins it, or to the proof that there is none.

mod error;
mod report;
mod line;
mod queue;
mod seen;
mod runs;
mod midnight_oil;
mod outlook;
mod in_full;
mod seahaven;
mod laws;
mod packed;
mod keyset;
mod shelves;
mod hopeless;
mod layers;
mod weights;
mod haul;
mod marks;
mod piles;
mod frontier;
mod expand;
mod free;
mod guided;
mod portfolio;
mod team;
mod shortest;
mod solver;
#[cfg(test)]
mod small_games;

pub use error::{InternalError, NotSupported, SolveError};
pub use guided::{Leash, Manner};
pub use in_full::FullSolver;
pub use midnight_oil::MidnightOilSolver;
pub use portfolio::Attempt;
pub use report::Report;
pub(crate) use report::vouch;
pub use seahaven::SeahavenSolver;
pub use shortest::Shortest;
pub use solver::{Effort, Solver};
pub use weights::Weights;

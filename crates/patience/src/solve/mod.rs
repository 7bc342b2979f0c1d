//! Solvers: from a table to a line that wins it, or to the proof that there is none.

mod report;
mod line;
mod meter;
mod queue;
mod seen;
mod runs;
mod midnight_oil;
mod seahaven;
mod laws;
mod packed;
mod keyset;
mod shelves;
mod layers;
#[cfg(test)]
mod small_games;

pub use midnight_oil::MidnightOilSolver;
pub use report::Report;
pub use seahaven::SeahavenSolver;

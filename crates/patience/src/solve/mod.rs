//! Solvers: from a table to a line that wins it, or to the proof that there is none.

mod line;
mod meter;
mod midnight_oil;
mod queue;
mod report;
mod runs;
mod seahaven;
mod seen;

pub use midnight_oil::MidnightOilSolver;
pub use report::Report;
pub use seahaven::SeahavenSolver;

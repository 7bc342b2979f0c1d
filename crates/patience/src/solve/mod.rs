//! Solvers: from a table to a line that wins it, or to the proof that there is none.

mod report;

pub use report::Report;

//! The command-line programs of Tapis: arguments in, one call into a library, text or JSON out.

mod cli;
mod commands;
mod exit;
mod interrupt;
mod limits;
mod output;

pub use cli::run_tapis;
pub use exit::{Exit, Fault};

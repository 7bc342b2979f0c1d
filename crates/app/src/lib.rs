//! The command-line programs of Tapis: arguments in, one call into a library, text or JSON out.

mod xpatsolver;
mod cli;
mod commands;
mod dictionary;
mod exit;
mod input;
mod interrupt;
mod ledger;
mod limits;
mod process_memory;
mod output;
mod play;
mod source;
mod deals;
mod atomic_file;

pub use cli::run_tapis;
pub use exit::{Exit, Fault};
pub use xpatsolver::run_xpatsolver;

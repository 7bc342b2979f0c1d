//! The command-line programs of Tapis: arguments in, one call into a library, text or JSON out.

mod classic;
mod cli;
mod commands;
mod dictionary;
mod exit;
mod input;
mod interrupt;
mod ledger;
mod limits;
mod output;
mod play;
mod source;
mod whole;

pub use classic::run_xpatsolver;
pub use cli::run_tapis;
pub use exit::{Exit, Fault};

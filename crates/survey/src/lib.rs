//! Work over ranges of deals that can be stopped at any moment, even by pulling the plug, and continued.
//!
//! A [`Ledger`] keeps what is done, line by line; a [`Hunt`] looks for deals that cannot be won.

mod ledger;
mod chunk;
mod hunt;

pub use chunk::{Chunk, Find, Verdict};
pub use hunt::{Hunt, HuntError, Tally};
pub use ledger::{Ledger, LedgerError};

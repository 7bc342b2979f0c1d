//! What every one-player search shares: how much it may spend, who watches it, how it ends.
//!
//! The crate knows no game. A search takes a [`Budget`], reports to a [`Watch`] every few thousand
//! nodes and ends in an [`Outcome`], which keeps "there is none" apart from "not found".

mod budget;
mod outcome;
mod watch;

pub use budget::Budget;
pub use outcome::{Limit, Outcome};
pub use watch::{Stats, Unwatched, Watch};

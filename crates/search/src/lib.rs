//! The base of every search: what it may spend, who watches it, how it ends, how it uses threads.
//!
//! The crate knows no game. A search is given a [`Run`], which counts nodes and memory against a [`Budget`] and asks a
//! [`Watch`] every few thousand nodes whether to go on. It ends in an [`Outcome`], which keeps "there is none" apart
//! from "not found", and names the [`Limit`] that ended it.

mod budget;
mod outcome;
mod watch;
mod run;
mod share;
mod kernel;

pub use budget::Budget;
pub use kernel::{Bits, Kernel, Portable, dispatch};
pub use outcome::{Limit, Outcome};
pub use run::Run;
pub use share::share_out;
pub use watch::{Cancel, Deadline, Stats, Stop, Unwatched, Watch};

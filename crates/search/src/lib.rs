//! The base of every search: what it may spend, who watches it, how it ends, how it uses threads and processors.
//!
//! The crate knows no game. A search is given a [`Run`], which counts nodes and memory against a [`Budget`] and asks a
//! [`Watch`] every few thousand nodes whether to go on. It ends in an [`Outcome`], which keeps "there is none" apart
//! from "not found", and names the [`Limit`] that ended it.
//!
//! ```
//! use search::{Budget, Limit, Outcome, Run, Unwatched};
//!
//! /// The least divisor above 1, by trial.
//! fn divisor(of: u64, run: &mut Run<'_>) -> Outcome<u64> {
//!     for candidate in (2..).take_while(|n| n * n <= of) {
//!         if let Err(limit) = run.expand(|| (0, 0)) {
//!             return Outcome::GaveUp(limit);
//!         }
//!         if of % candidate == 0 {
//!             return Outcome::Solved(candidate);
//!         }
//!     }
//!     Outcome::Unsolvable(())
//! }
//!
//! let mut watch = Unwatched;
//! let mut search = |of, nodes| divisor(of, &mut Run::new(Budget::default().with_nodes(nodes), &mut watch));
//! assert_eq!(search(91, 100), Outcome::Solved(7));
//! assert_eq!(search(97, 100), Outcome::Unsolvable(()));
//! assert_eq!(search(97, 5), Outcome::GaveUp(Limit::Nodes));
//! ```
//!
//! - [`Deadline`] and [`Cancel`] are watchers that stop a search; a closure is one too, and so are two in a pair.
//! - [`Run::share_out`] and [`Run::race`] do many searches on all threads of a run, with answers that do not depend on
//!   how many there are; [`share_out`] does short work that nobody needs to stop.
//! - [`dispatch`] runs an inner loop as it is compiled for this processor; [`prefetch`] asks for memory before it is
//!   needed; [`zeroed_table`] has the memory of large tables at hand.

mod budget;
mod outcome;
mod watch;
mod run;
mod share;
mod kernel;
mod prefetch;
mod table_memory;

pub use budget::Budget;
pub use kernel::{Bits, Kernel, Portable, dispatch};
pub use outcome::{Limit, Outcome};
pub use prefetch::prefetch;
pub use run::Run;
pub use share::share_out;
pub use table_memory::zeroed_table;
pub use watch::{Cancel, Deadline, Stats, Stop, Unwatched, Watch};

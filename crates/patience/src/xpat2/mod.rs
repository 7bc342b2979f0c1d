//! The save files of the X11 program xpat2, and the way from and to solution files.
//!
//! A save names a deal and lists words, one for each thing the player did. They name places, not
//! cards, so both ways replay the game on a [`flat::Flat`] table that is laid out as xpat2's, along with
//! the referee's [`Table`](crate::Table).

mod word;
mod save;
mod flat;
mod no_conversion;
mod from_solution;
mod to_solution;

pub use no_conversion::{NoConversion, NoCounterpart};
pub use save::{BadSave, Save};

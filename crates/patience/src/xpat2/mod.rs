//! The save files of the X11 program xpat2, and the way from and to solution files.
//!
//! A save names a deal and lists words, one for each thing the player did. They speak of places, not
//! of cards, so both ways replay the game on a [`flat::Flat`] table that stands as xpat2's does, beside
//! the referee's [`Table`](crate::Table).

mod word;
mod save;
mod flat;
mod no_conversion;
mod from_solution;
mod to_solution;

pub use no_conversion::{NoConversion, NoCounterpart};
pub use save::{BadSave, Save};

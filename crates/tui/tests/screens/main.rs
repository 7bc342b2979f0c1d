//! The screens as a player meets them, on a terminal that is only a buffer.

mod player;

mod french;
mod kept;
mod options;
mod patience;
mod peg;
mod pictures;
mod review;
mod rummy;

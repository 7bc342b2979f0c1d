//! Sets of positions as levels of bits, without hashing.
//!
//! At most 18 holes are *low*, the others *high*. Positions with equally many pegs and of one class form a [`Level`]: it
//! has one segment of bits for every high part, and in it one bit for each low part with the right number of pegs and
//! the right class, in ascending order. A jump among high holes is then a word-wise OR of two segments. Any other jump
//! keeps the order of the low parts, so it is a bit extract (of the positions that can make it) followed by a bit deposit
//! (where they land): no work per position, no table.

mod bit_moves;
mod canonical;
mod edges;
mod hole_order;
mod layout;
mod level;
mod level_work;
mod packing;
mod slices;
mod step;

pub(crate) use canonical::Canonical;
pub(crate) use edges::Edges;
pub(crate) use layout::{Layout, MOST_HOLES, Packed};
pub(crate) use level::{Level, Ranks, ones};
pub(crate) use level_work::LevelWork;
pub(crate) use packing::{PackedJump, Packing};
pub(crate) use step::Direction;

//! The light that says whether the game can still be won.

pub(crate) use session::{Mark, Marks};

//! The texts that people read while they play, in every language.
//!
//! Each part of the programs has its own list ([`Word`] is shared by all). A text stands beside its translation, so none can
//! be missing. Gaps are written `{}` and filled in order.

mod catalogue;
mod language;
mod screen;
mod words;

pub use self::catalogue::{Noun, Text};
pub use self::language::{Language, UnknownLanguage};
pub use self::screen::Screen;
pub use self::words::{Thing, Word};

//! The texts that people read while they play, in every language.
//!
//! Each part of the programs has its own list ([`Word`] is shared by all). A text stands next to its translation, so none can
//! be missing. Gaps are written `{}` and filled in order.

mod catalogue;
mod commands;
mod events;
mod language;
mod lines;
mod refusals;
mod rummy;
mod screen;
mod web;
mod words;

pub use self::catalogue::{Noun, Text};
pub use self::commands::in_english;
pub use self::events::{EventText, MoveText, YouText};
pub use self::language::{Language, UnknownLanguage};
pub use self::lines::{Help, LineText, TableText};
pub use self::refusals::{AnyRefusal, PatienceRefusal, PegRefusal};
pub use self::rummy::{ColourLetter, ColourWord, RummyRefusal, TurnRefusal};
pub use self::screen::Screen;
pub use self::web::{ServerText, Title};
pub use self::words::{Thing, Word};

#[cfg(test)]
mod tests {
    use super::catalogue::assert_complete;
    use super::*;

    /// Every list of the catalogue stands here.
    #[test]
    fn every_text_has_the_same_gaps_in_every_language() {
        assert_complete(Word::ALL);
        assert_complete(Screen::ALL);
        assert_complete(EventText::ALL);
        assert_complete(YouText::ALL);
        assert_complete(MoveText::ALL);
        assert_complete(AnyRefusal::ALL);
        assert_complete(Help::ALL);
        assert_complete(LineText::ALL);
        assert_complete(TableText::ALL);
        assert_complete(PatienceRefusal::ALL);
        assert_complete(PegRefusal::ALL);
        assert_complete(ColourWord::ALL);
        assert_complete(ColourLetter::ALL);
        assert_complete(RummyRefusal::ALL);
        assert_complete(TurnRefusal::ALL);
        assert_complete(ServerText::ALL);
        assert_complete(Title::ALL);
    }
}

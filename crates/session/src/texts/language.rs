//! The languages.

use std::fmt::Display;
use std::str::FromStr;

use thiserror::Error;

use super::{Noun, Text};

/// A language that games are played in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// French.
    French,
}

/// The name is of no language that games are played in.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a language of the games; choose en or fr")]
pub struct UnknownLanguage(String);

impl Language {
    /// All languages.
    pub const ALL: [Self; 2] = [Self::English, Self::French];

    /// The language of a locale such as `fr_CH.UTF-8`; English where there is no translation.
    #[must_use]
    pub fn of_locale(locale: &str) -> Self {
        let language = locale.split(['_', '-', '.', '@']).next().unwrap_or_default();
        language.parse().unwrap_or_default()
    }

    /// The two letters of the language: `en`.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::French => "fr",
        }
    }

    /// A text.
    #[must_use]
    pub fn text(self, text: impl Text) -> &'static str {
        match self {
            Self::English => text.english(),
            Self::French => text.french(),
        }
    }

    /// A text with its gaps filled in order.
    #[must_use]
    pub fn fill(self, text: impl Text, gaps: &[&dyn Display]) -> String {
        let mut parts = self.text(text).split("{}");
        let mut filled = parts.next().unwrap_or_default().to_owned();
        for (part, gap) in parts.zip(gaps) {
            filled.push_str(&gap.to_string());
            filled.push_str(part);
        }
        filled
    }

    /// A number of things: `1 move`, `2 moves`.
    #[must_use]
    pub fn counted(self, count: usize, noun: impl Noun) -> String {
        format!("{count} {}", self.noun(count, noun))
    }

    /// A number of things that may be negative: `-1 point`.
    #[must_use]
    pub fn counted_signed(self, count: i32, noun: impl Noun) -> String {
        format!("{count} {}", self.noun(count.unsigned_abs() as usize, noun))
    }

    /// The form of a noun after a number.
    #[must_use]
    pub fn noun(self, count: usize, noun: impl Noun) -> &'static str {
        let (one, many) = match self {
            Self::English => noun.english(),
            Self::French => noun.french(),
        };
        let is_one = count == 1 || (count == 0 && self == Self::French);
        if is_one { one } else { many }
    }
}

impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let lower = name.to_ascii_lowercase();
        let known = Self::ALL.into_iter().find(|language| language.code() == lower);
        known.ok_or_else(|| UnknownLanguage(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{Thing, Word};

    #[test]
    fn a_locale_names_its_language() {
        for (locale, language) in [
            ("fr", Language::French),
            ("fr_CH.UTF-8", Language::French),
            ("fr-FR", Language::French),
            ("en_GB.UTF-8", Language::English),
            ("C.UTF-8", Language::English),
            ("frr_DE", Language::English),
            ("", Language::English),
        ] {
            assert_eq!(Language::of_locale(locale), language, "{locale}");
        }
        assert_eq!("FR".parse(), Ok(Language::French));
        assert!("de".parse::<Language>().is_err());
    }

    #[test]
    fn numbers_agree_with_their_nouns() {
        assert_eq!(Language::English.counted(0, Thing::Move), "0 moves");
        assert_eq!(Language::English.counted(1, Thing::Move), "1 move");
        assert_eq!(Language::French.counted(0, Thing::Move), "0 coup");
        assert_eq!(Language::French.counted(2, Thing::Move), "2 coups");
    }

    #[test]
    fn gaps_are_filled_in_order() {
        assert_eq!(Language::English.fill(Word::WinnableIn, &[&"3 moves"]), "winnable in 3 moves");
    }
}

//! The language that a game is played in.

use std::env;

use search::Limit;
use session::texts::{Language, LineText};

use crate::exit::Exit;
use crate::interrupt;

/// The variables that name the language, the first one that is set decides.
const VARIABLES: [&str; 3] = ["LC_ALL", "LC_MESSAGES", "LANG"];

/// The language of a game.
#[derive(clap::Args)]
pub(crate) struct LanguageArgs {
    /// The language of the game, en or fr; commands of both are understood [default: that of `LC_ALL`, `LC_MESSAGES` or `LANG`]
    #[arg(long, value_name = "LANGUAGE")]
    lang: Option<Language>,
}

impl LanguageArgs {
    /// The language that is asked for, or else that of the environment.
    pub(crate) fn language(&self) -> Language {
        let set = || VARIABLES.iter().filter_map(|name| env::var(name).ok()).find(|value| !value.is_empty());
        self.lang
            .unwrap_or_else(|| set().map_or_else(Language::default, |locale| Language::of_locale(&locale)))
    }
}

/// The limit that ended thinking, in words.
pub(super) fn reason(language: Language, limit: Limit) -> &'static str {
    language.text(match limit {
        Limit::Nodes => LineText::NodeLimit,
        Limit::Memory => LineText::MemoryLimit,
        Limit::Time => LineText::TimeLimit,
        Limit::Incomplete => LineText::Incomplete,
        Limit::Cancelled => return stopped(language),
    })
}

/// The signal that stopped the game, in words.
pub(super) fn stopped(language: Language) -> &'static str {
    language.text(match interrupt::exit() {
        Some(Exit::Terminated) => LineText::StoppedBySignal,
        _ => LineText::StoppedByKeyboard,
    })
}

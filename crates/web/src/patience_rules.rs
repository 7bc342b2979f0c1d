//! The rules of a patience, as clients get them.

use patience::{Build, Fill, Rules};
use serde::Serialize;

/// The rules of a patience.
#[derive(Serialize)]
pub(crate) struct RulesView {
    game: String,
    build: &'static str,
    fill: &'static str,
    foundations: String,
    is_built_in: bool,
    toml: String,
}

impl RulesView {
    pub(crate) fn of(rules: &Rules) -> Self {
        let play = rules.play();
        Self {
            game: rules.name().to_owned(),
            build: build_word(play.build),
            fill: fill_word(play.fill),
            foundations: play.foundations.to_string(),
            is_built_in: Rules::named(rules.name()).is_some(),
            toml: rules.to_toml(),
        }
    }
}

pub(crate) fn build_word(build: Build) -> &'static str {
    match build {
        Build::AlternateColours => "alternate_colours",
        Build::SameSuit => "same_suit",
        Build::AnySuit => "any_suit",
    }
}

pub(crate) fn fill_word(fill: Fill) -> &'static str {
    match fill {
        Fill::AnyCard => "any_card",
        Fill::KingsOnly => "kings_only",
        Fill::Nothing => "nothing",
    }
}

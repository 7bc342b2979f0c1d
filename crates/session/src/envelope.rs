//! The one file format of games.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use ::rummy::Vocabulary;
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize};
use thiserror::Error;

use crate::patience::Patience;
use crate::peg::Peg;
use crate::rummy::Rummy;
use crate::session::Session;

/// The version of the format.
const VERSION: u32 = 1;
/// No game is larger.
pub const MOST_BYTES: usize = 16 << 20;

/// A game as it is kept in a file: how it began, and every move since. It is played again when it is loaded.
///
/// `{"tapis":1,"game":"FreeCell","rules":{},"seed":123,"moves":["37","3a"]}`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Envelope {
    #[serde(deserialize_with = "known_version")]
    tapis: u32,
    /// The game: a patience, `peg`, or a rule set of rummy.
    pub game: String,
    /// The options of its rules.
    #[serde(default)]
    pub rules: BTreeMap<String, String>,
    /// The number of the deal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// A board, a position or a classic save to begin with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// Who plays, where several do.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<Player>,
    /// The digest of the word list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// The moves since the start.
    pub moves: Vec<String>,
}

/// A player of a game for several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// The name.
    pub name: String,
    /// The level, if this is a machine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub machine: Option<String>,
}

impl Envelope {
    pub(crate) fn new(game: &str, moves: Vec<String>) -> Self {
        Self {
            tapis: VERSION,
            game: game.to_owned(),
            rules: BTreeMap::new(),
            seed: None,
            start: None,
            players: Vec::new(),
            words: None,
            moves,
        }
    }

    /// The text of the file.
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("strings and numbers can be written");
        text.push('\n');
        text
    }

    /// Reads the text of a file; nothing is said about whether it is a game.
    pub fn from_json(text: &str) -> Result<Self, LoadError> {
        if text.len() > MOST_BYTES {
            return Err(LoadError::TooLarge);
        }
        // The version is looked at first: other versions have other fields.
        match parse_json::<Version>(text)?.tapis {
            VERSION => parse_json(text),
            other => Err(LoadError::Version(other)),
        }
    }

    pub(crate) fn option(&self, key: &str) -> Option<&str> {
        self.rules.get(key).map(String::as_str)
    }

    /// Refuses fields that belong to other games.
    pub(crate) fn has_none_of(&self, fields: &[Field]) -> Result<(), LoadError> {
        let is_there = |field: &&Field| match field {
            Field::Seed => self.seed.is_some(),
            Field::Players => !self.players.is_empty(),
            Field::Words => self.words.is_some(),
        };
        match fields.iter().find(is_there) {
            Some(field) => Err(LoadError::Game(format!("{} has no {field}", clip(&self.game)))),
            None => Ok(()),
        }
    }

    /// Refuses options that the game does not have.
    pub(crate) fn only_options(&self, known: &[&str]) -> Result<(), LoadError> {
        match self.rules.keys().find(|key| !known.contains(&key.as_str())) {
            Some(key) => Err(LoadError::Game(format!("{} has no option `{}`", clip(&self.game), clip(key)))),
            None => Ok(()),
        }
    }
}

/// A field that only some games have.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Field {
    Seed,
    Players,
    Words,
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Seed => "`seed`",
            Self::Players => "`players`",
            Self::Words => "`words`",
        })
    }
}

#[derive(Deserialize)]
struct Version {
    tapis: u32,
}

fn known_version<'d, D: Deserializer<'d>>(json: D) -> Result<u32, D::Error> {
    match u32::deserialize(json)? {
        VERSION => Ok(VERSION),
        other => Err(D::Error::custom(LoadError::Version(other))),
    }
}

/// Reads a text in JSON; an error names the field that is wrong.
pub fn parse_json<T: DeserializeOwned>(text: &str) -> Result<T, LoadError> {
    let mut json = serde_json::Deserializer::from_str(text);
    let unreadable = |error: String| LoadError::Json(clip_to(200, &error));
    let value = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let field = error.path().to_string();
        unreadable(if field == "." {
            error.into_inner().to_string()
        } else {
            format!("`{field}`: {}", error.inner())
        })
    })?;
    json.end().map_err(|error| unreadable(error.to_string()))?;
    Ok(value)
}

/// Where the words of letter rummy come from.
pub trait WordLists {
    /// The words with this digest, or any that are at hand; an error in words if there are none.
    fn words(&self, digest: Option<&str>) -> Result<Arc<Vocabulary>, String>;
}

/// No words at all.
#[derive(Clone, Copy, Debug)]
pub struct NoWords;

impl WordLists for NoWords {
    fn words(&self, _: Option<&str>) -> Result<Arc<Vocabulary>, String> {
        Err("letters is played with a word list, and there is none".to_owned())
    }
}

/// Why a file is not a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LoadError {
    /// It is not what is expected, and where.
    #[error("not a saved game: {0}")]
    Json(String),
    /// It is of another version.
    #[error("this saved game has version {0}; only version {VERSION} is known{hint}", hint = newer(*.0))]
    Version(u32),
    /// It is too large.
    #[error("too large for a saved game: {} MiB at most", MOST_BYTES >> 20)]
    TooLarge,
    /// It is a game of another family.
    #[error("this is a saved game of {found}, not of {expected}")]
    OtherGame {
        /// The family that was asked for.
        expected: &'static str,
        /// The game in the file.
        found: String,
    },
    /// The game cannot be played again, and where that ends.
    #[error("{0}")]
    Game(String),
}

/// The program that can read a version, where it is not this one.
fn newer(version: u32) -> &'static str {
    if version > VERSION { "; a newer tapis wrote it" } else { "" }
}

impl LoadError {
    pub(crate) fn game(error: impl std::fmt::Display) -> Self {
        Self::Game(error.to_string())
    }
}

/// Loads a game of any kind and plays it again.
pub fn load(text: &str, words: &dyn WordLists) -> Result<Box<dyn Session>, LoadError> {
    let envelope = Envelope::from_json(text)?;
    if envelope.game == Peg::GAME {
        return Ok(Box::new(Peg::load(&envelope)?));
    }
    if let Ok(rules) = envelope.game.parse() {
        return Ok(Box::new(Rummy::load(&envelope, rules, words)?));
    }
    Ok(Box::new(Patience::load(&envelope)?))
}

/// The beginning of a text of any length, on one line.
pub(crate) fn clip(text: &str) -> String {
    clip_to(40, text)
}

fn clip_to(most: usize, text: &str) -> String {
    printable(text).chars().take(most).collect()
}

/// A text with a blank for each character that a terminal would obey or that turns the direction of writing.
pub fn printable(text: &str) -> String {
    text.chars().map(|c| if is_invisible(c) { ' ' } else { c }).collect()
}

/// Control characters, and those that turn the direction of writing.
pub(crate) fn is_invisible(c: char) -> bool {
    c.is_control() || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

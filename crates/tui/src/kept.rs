//! A game as it is kept in the state folder.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use session::texts::{Language, Screen as Text, Thing};
use session::{Envelope, LoadError, parse_json};

use crate::names;

/// The version of the files.
const VERSION: u32 = 1;

/// A game as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    state: u32,
    /// The game with all its moves.
    pub game: Envelope,
    /// The moves that were taken back and can be made again, in the order in which they are made.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub undone: Vec<String>,
    /// The turns that were played, in games of turns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turns: Option<usize>,
    /// The time spent on it, in milliseconds.
    pub millis: u64,
    /// The help that was used.
    #[serde(default)]
    pub help: HelpUsed,
    /// The move or turn of another game after which this one goes its own way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branched_after: Option<usize>,
    /// How it ended, if it is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over: Option<Over>,
    /// Where the words of a game of letters come from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<WordSource>,
}

/// The file of a word list, and the alphabet that it is read in, where one was named.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WordSource {
    /// The file.
    pub file: PathBuf,
    /// The alphabet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alphabet: Option<String>,
}

/// The help that a player used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct HelpUsed {
    /// Hints.
    pub hints: u32,
    /// Moves taken back.
    pub undos: u32,
    /// Looks at the solution.
    pub solutions: u32,
    /// Is it played on from a point of another game, whose turns were seen? Such a game has no result.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub branched: bool,
}

impl HelpUsed {
    /// Hints and looks at the solution together. A game that is won alone has none.
    pub fn answers(&self) -> u32 {
        self.hints.saturating_add(self.solutions)
    }

    pub(crate) fn add_hint(&mut self) {
        self.hints = self.hints.saturating_add(1);
    }

    pub(crate) fn add_undo(&mut self) {
        self.undos = self.undos.saturating_add(1);
    }

    pub(crate) fn add_solution(&mut self) {
        self.solutions = self.solutions.saturating_add(1);
    }
}

/// How a game that is over ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Over {
    /// It was won.
    Won,
    /// It was lost or given up.
    Lost,
}

/// The version of a file, which is looked at first.
#[derive(Deserialize)]
struct Version {
    state: Option<u32>,
}

impl Kept {
    pub(crate) fn new(game: Envelope, millis: u64, help: HelpUsed, over: Option<Over>) -> Self {
        let (undone, turns, branched_after, words) = (Vec::new(), None, None, None);
        Self { state: VERSION, game, undone, turns, millis, help, branched_after, over, words }
    }

    /// The game in a text; none if it is not a file of a store.
    pub fn read(text: &str) -> Result<Option<Self>, LoadError> {
        match parse_json::<Version>(text)?.state {
            Some(VERSION) => parse_json(text).map(Some),
            Some(other) => Err(LoadError::Version(other)),
            None => Ok(None),
        }
    }

    /// Its name for people, with the place where it left another game: `rummikub 7 (from turn 5)`.
    pub fn title(&self, language: Language) -> String {
        let name = self.game_title(language);
        match (self.branched_after, self.turns) {
            (None, _) => name,
            (Some(after), None) => language.fill(Text::FromMove, &[&name, &after]),
            (Some(after), Some(_)) => language.fill(Text::FromTurn, &[&name, &after]),
        }
    }

    /// The kind of game that it is counted with: `FreeCell`, `peg english`, `rummikub`.
    pub(crate) fn kind(&self) -> String {
        match self.game.rules.get("board").filter(|board| peg::named(board).is_some()) {
            Some(board) => format!("{} {board}", self.game.game),
            None => self.game.game.clone(),
        }
    }

    /// How far it was played: `12 moves`, `5 turns`.
    pub fn length(&self, language: Language) -> String {
        match self.turns {
            Some(turns) => language.counted(turns, Thing::Turn),
            None => language.counted(self.game.moves.len(), Thing::Move),
        }
    }

    /// The name of its game for people: `FreeCell.123456`, `peg english`, `rummikub 7`.
    fn game_title(&self, language: Language) -> String {
        let Envelope { game, seed, rules, .. } = &self.game;
        let name = names::game(game, language);
        let board = rules.get("board").filter(|board| peg::named(board).is_some());
        match (seed, board) {
            (Some(seed), _) if game.parse::<rummy::RuleSet>().is_ok() => format!("{name} {seed}"),
            (Some(seed), _) => format!("{name}.{seed}"),
            (None, Some(board)) => format!("{name} {}", names::board(board, language)),
            (None, None) => name,
        }
    }
}

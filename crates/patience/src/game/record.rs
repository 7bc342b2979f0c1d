//! A game as plain data, with everything that is needed to go on.

use thiserror::Error;

use super::{Game, Refusal};
use crate::board::BadBoard;
use crate::deal::{Deal, NoDeal};
use crate::rules::{Extras, Foundations, Rules};
use crate::rules_file::BadRules;

/// A game as plain data: what is played, from where, and what was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The name of the game.
    pub game: String,
    /// The text of its rules file, where it is not one of the built-in games.
    pub rules: Option<String>,
    /// How it is played, where that is not the usual way: `free-foundations`, `xpat2-rules`, or in single words
    /// `one-way-foundations`, `redeals=2`, `fan=3`, `rotations=1`.
    pub options: Vec<String>,
    /// The start of the game.
    pub start: Start,
    /// The moves of the player, each as [`Game::act`] takes it.
    pub moves: Vec<String>,
}

/// The start of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// The deal of this number.
    Seed(u64),
    /// The text of a board.
    Text(String),
}

/// A record that makes no game, and where it goes wrong.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadRecord {
    /// The game or its deal is not known.
    #[error(transparent)]
    Deal(#[from] NoDeal),
    /// The rules make no sense.
    #[error("rules: {0}")]
    Rules(#[from] BadRules),
    /// The rules are of another game.
    #[error("the rules are of {rules}, not of {game}")]
    OtherGame {
        /// The game of the rules.
        rules: String,
        /// The game of the record.
        game: String,
    },
    /// An option is not known.
    #[error("`{0}` is not an option of the game")]
    Option(String),
    /// The board makes no sense.
    #[error("board: {0}")]
    Board(#[from] BadBoard),
    /// A move is refused.
    #[error("move {at}: {why}")]
    Move {
        /// Which one, counted from 1.
        at: usize,
        /// Why.
        why: Refusal,
    },
}

impl Game {
    /// The game as plain data, without the moves that were taken back.
    pub fn record(&self) -> Record {
        let rules = self.deal().rules();
        let usual = rules.clone().with_foundations(Foundations::Forced).with_extras(Extras::NONE);
        let is_built_in = Rules::named(rules.name()).is_some_and(|known| known == usual);
        Record {
            game: rules.name().to_owned(),
            rules: (!is_built_in).then(|| usual.to_toml()),
            options: options(&usual, rules),
            start: match self.deal().seed() {
                Some(seed) => Start::Seed(seed.number()),
                None => Start::Text(self.start().to_board()),
            },
            moves: self.moves().map(|acted| acted.played.text.clone()).collect(),
        }
    }

    /// The game of a record, played again from its start.
    pub fn replay(record: &Record) -> Result<Self, BadRecord> {
        let rules = with_options(plain_rules(record)?, &record.options)?;
        let deal = match &record.start {
            Start::Seed(seed) => {
                let seed = rules.seed_of(*seed)?;
                Deal::numbered(rules, seed)
            }
            Start::Text(text) => Deal::from_board(rules, text)?,
        };
        let mut game = Self::new(deal);
        for (at, text) in (1..).zip(&record.moves) {
            game.act(text).map_err(|why| BadRecord::Move { at, why })?;
        }
        Ok(game)
    }
}

/// The rules without options.
fn plain_rules(record: &Record) -> Result<Rules, BadRecord> {
    let Some(text) = &record.rules else { return Ok(Rules::built_in(&record.game)?) };
    let rules = Rules::from_toml(text)?;
    if rules.name() == record.game {
        Ok(rules)
    } else {
        Err(BadRecord::OtherGame { rules: rules.name().to_owned(), game: record.game.clone() })
    }
}

const FREE: &str = "free-foundations";
const ONE_WAY: &str = "one-way-foundations";
const XPAT2: &str = "xpat2-rules";

/// The words that make these rules of the usual ones.
fn options(usual: &Rules, rules: &Rules) -> Vec<String> {
    if usual.xpat2_rules().as_ref() == Some(rules) {
        return vec![XPAT2.to_owned()];
    }
    let play = rules.play();
    let foundations = match play.foundations {
        Foundations::Forced => None,
        Foundations::Free => Some(FREE),
        Foundations::OneWay => Some(ONE_WAY),
    };
    let Extras { redeals, fan, rotations } = play.extras;
    let counts = [("redeals", redeals), ("fan", fan), ("rotations", rotations)];
    let counts =
        counts.into_iter().filter(|&(_, count)| count > 0).map(|(what, count)| format!("{what}={count}"));
    foundations.map(str::to_owned).into_iter().chain(counts).collect()
}

fn with_options(mut rules: Rules, options: &[String]) -> Result<Rules, BadRecord> {
    for option in options {
        let unknown = || BadRecord::Option(option.chars().take(40).collect());
        rules = match option.as_str() {
            FREE => rules.with_foundations(Foundations::Free),
            ONE_WAY => rules.with_foundations(Foundations::OneWay),
            XPAT2 => rules.xpat2_rules().ok_or_else(unknown)?,
            other => {
                let (what, count) = other.split_once('=').ok_or_else(unknown)?;
                let count = count.parse().map_err(|_| unknown())?;
                let mut extras = rules.play().extras;
                match what {
                    "redeals" => extras.redeals = count,
                    "fan" => extras.fan = count,
                    "rotations" => extras.rotations = count,
                    _ => return Err(unknown()),
                }
                rules.with_extras(extras)
            }
        };
    }
    Ok(rules)
}

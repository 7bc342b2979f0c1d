//! House rules: the numbers of a rule set that players may agree on, as data.
//!
//! ```toml
//! rules = "rummikub"
//! opening = 30         # the least value of a first placement, 0 to 200
//! hand_size = 14       # tiles dealt to each player, 1 to 30
//! joker_tiles = 2      # jokers in the bag, 0 to 4
//! copies = 2           # of each numbered tile, 1 to 4
//! scoring = "hands"    # or "official": the winner gets what the others lose
//! ```
//!
//! `rules` must be there; the other keys default to the usual rules. The other rule sets have no house rules yet.

use std::fmt::Write;
use std::ops::RangeInclusive;

use thiserror::Error;
use toml::de::{DeTable, DeValue};

use crate::game::RuleSet;

/// The most players of Rummikub; there must be a hand for each of them.
pub(crate) const MOST_PLAYERS: usize = 4;
/// Numbered tiles of a single copy.
const NUMBERED: usize = 52;

/// How a deal of Rummikub is scored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scoring {
    /// Each player scores the sum of the own hand; the lowest score wins.
    #[default]
    Hands,
    /// The others lose what their hands are worth more than the winner's, the winner gets it all; the highest score wins.
    Official,
}

impl Scoring {
    const WORDS: [(&'static str, Self); 2] = [("hands", Self::Hands), ("official", Self::Official)];

    fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, scoring)| *scoring == self).map_or("", |(word, _)| word)
    }
}

/// The house rules of Rummikub.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RummikubHouse {
    /// The least value of a first placement.
    pub opening: u8,
    /// How many tiles each player is dealt.
    pub hand_size: u8,
    /// How many jokers there are.
    pub joker_tiles: u8,
    /// How many copies there are of each numbered tile.
    pub copies: u8,
    /// How a deal is scored.
    pub scoring: Scoring,
}

impl RummikubHouse {
    /// The usual rules.
    pub const USUAL: Self =
        Self { opening: 30, hand_size: 14, joker_tiles: 2, copies: 2, scoring: Scoring::Hands };

    /// The settings by their keys, as texts.
    pub fn settings(&self) -> [(&'static str, String); 5] {
        [
            ("opening", self.opening.to_string()),
            ("hand_size", self.hand_size.to_string()),
            ("joker_tiles", self.joker_tiles.to_string()),
            ("copies", self.copies.to_string()),
            ("scoring", self.scoring.word().to_owned()),
        ]
    }

    /// The settings that are not the usual ones.
    pub fn changes(&self) -> impl Iterator<Item = (&'static str, String)> {
        let usual = Self::USUAL.settings();
        self.settings().into_iter().zip(usual).filter(|(mine, usual)| mine != usual).map(|(mine, _)| mine)
    }

    /// The rules with a setting changed.
    pub(crate) fn with(self, key: &str, value: &str) -> Result<Self, BadSetting> {
        Ok(match key {
            "opening" => Self { opening: number(value, 0..=200)?, ..self },
            "hand_size" => Self { hand_size: number(value, 1..=30)?, ..self },
            "joker_tiles" => Self { joker_tiles: number(value, 0..=4)?, ..self },
            "copies" => Self { copies: number(value, 1..=4)?, ..self },
            "scoring" => {
                let known = Scoring::WORDS.iter().find(|(word, _)| *word == value);
                let expected = || BadSetting::Value("\"hands\" or \"official\"".to_owned());
                Self { scoring: known.map(|&(_, scoring)| scoring).ok_or_else(expected)?, ..self }
            }
            _ => return Err(BadSetting::Key),
        })
    }

    /// Are there enough tiles for four hands?
    pub fn check(&self) -> Result<(), TooFewTiles> {
        let tiles = NUMBERED * usize::from(self.copies) + usize::from(self.joker_tiles);
        let hand = usize::from(self.hand_size);
        if MOST_PLAYERS * hand <= tiles { Ok(()) } else { Err(TooFewTiles { hand, tiles }) }
    }
}

impl Default for RummikubHouse {
    fn default() -> Self {
        Self::USUAL
    }
}

/// The reason why a setting cannot be changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum BadSetting {
    /// There is no such setting.
    Key,
    /// It must have another value.
    Value(String),
}

fn number(text: &str, range: RangeInclusive<u8>) -> Result<u8, BadSetting> {
    let expected = || BadSetting::Value(format!("a number from {} to {}", range.start(), range.end()));
    text.parse().ok().filter(|number| range.contains(number)).ok_or_else(expected)
}

/// The bag is too small for the hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("four hands of {hand} tiles need more than the {tiles} tiles of the bag")]
pub struct TooFewTiles {
    /// The size of a hand.
    pub hand: usize,
    /// The tiles of the bag.
    pub tiles: usize,
}

/// A rule set with its house rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HouseRules {
    /// The rule set.
    pub rules: RuleSet,
    /// The house rules, in Rummikub.
    pub rummikub: RummikubHouse,
}

/// A fault of a file of house rules, and where it is.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {why}")]
pub struct BadHouseRules {
    /// The line, counted from 1.
    pub line: usize,
    /// The fault.
    pub why: String,
}

impl HouseRules {
    /// The usual rules of a rule set.
    pub const fn usual(rules: RuleSet) -> Self {
        Self { rules, rummikub: RummikubHouse::USUAL }
    }

    /// The text of a file of house rules.
    ///
    /// ```
    /// use rummy::{HouseRules, RuleSet};
    ///
    /// let usual = HouseRules::usual(RuleSet::Rummikub);
    /// assert_eq!(HouseRules::from_toml(&usual.to_toml()), Ok(usual));
    /// let changed = HouseRules::from_toml("rules = \"rummikub\"\nopening = 50\n")?;
    /// assert_eq!((changed.rummikub.opening, changed.rummikub.hand_size), (50, 14));
    /// # Ok::<(), rummy::BadHouseRules>(())
    /// ```
    pub fn to_toml(&self) -> String {
        let mut text = format!("rules = \"{}\"\n", self.rules);
        if self.rules != RuleSet::Rummikub {
            text.push_str("# this rule set has no house rules\n");
            return text;
        }
        for (key, value) in self.rummikub.settings() {
            let value = if key == "scoring" { format!("{value:?}") } else { value };
            writeln!(text, "{:<20} # {}", format!("{key} = {value}"), meaning(key))
                .expect("writing to a string cannot fail");
        }
        text
    }

    /// Reads a file of house rules.
    pub fn from_toml(text: &str) -> Result<Self, BadHouseRules> {
        let at = |offset: usize, why: String| BadHouseRules { line: line_at(text, offset), why };
        let table = DeTable::parse(text)
            .map_err(|error| at(error.span().map_or(0, |span| span.start), error.message().to_owned()))?;
        let table = table.into_inner();
        let rules = table.iter().find(|(key, _)| key.get_ref() == "rules");
        let (key, rules) = rules.ok_or_else(|| at(0, "the key `rules` is missing".to_owned()))?;
        let rules: RuleSet = text_of(rules.get_ref())
            .parse()
            .map_err(|error: crate::NoRuleSet| at(key.span().start, error.to_string()))?;
        let mut house = Self::usual(rules);
        for (key, value) in table.iter().filter(|(key, _)| key.get_ref() != "rules") {
            let changed = house.with(key.get_ref(), &text_of(value.get_ref()));
            house = changed.map_err(|why| at(key.span().start, why))?;
        }
        house.rummikub.check().map_err(|error| at(0, error.to_string()))?;
        Ok(house)
    }

    fn with(self, key: &str, value: &str) -> Result<Self, String> {
        let changed = match self.rules {
            RuleSet::Rummikub => self.rummikub.with(key, value),
            _ => Err(BadSetting::Key),
        };
        match changed {
            Ok(rummikub) => Ok(Self { rummikub, ..self }),
            Err(BadSetting::Key) => {
                Err(format!("unknown key `{}`; {}", key.escape_debug(), self.known_keys()))
            }
            Err(BadSetting::Value(expected)) => Err(format!("`{key}` must be {expected}")),
        }
    }

    fn known_keys(self) -> String {
        match self.rules {
            RuleSet::Rummikub => {
                format!(
                    "the keys are rules, {}",
                    RummikubHouse::USUAL.settings().map(|(key, _)| key).join(", ")
                )
            }
            rules => format!("{rules} has no house rules"),
        }
    }
}

/// The meaning of a setting, for the file.
fn meaning(key: &str) -> &'static str {
    match key {
        "opening" => "the least value of a first placement, 0 to 200",
        "hand_size" => "tiles dealt to each player, 1 to 30",
        "joker_tiles" => "jokers in the bag, 0 to 4",
        "copies" => "of each numbered tile, 1 to 4",
        _ => "or \"official\": the winner gets what the others lose",
    }
}

/// The text of a number or of a string; empty for anything else.
fn text_of(value: &DeValue<'_>) -> String {
    let number =
        value.as_integer().filter(|number| number.radix() == 10).map(|number| number.as_str().to_owned());
    number.or_else(|| value.as_str().map(str::to_owned)).unwrap_or_default()
}

fn line_at(text: &str, offset: usize) -> usize {
    1 + text.bytes().take(offset).filter(|&byte| byte == b'\n').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read_as_they_are_written() {
        let changed = RummikubHouse {
            opening: 0,
            hand_size: 20,
            joker_tiles: 4,
            copies: 3,
            scoring: Scoring::Official,
        };
        for rummikub in [RummikubHouse::USUAL, changed] {
            let house = HouseRules { rules: RuleSet::Rummikub, rummikub };
            assert_eq!(HouseRules::from_toml(&house.to_toml()), Ok(house));
        }
        for rules in RuleSet::ALL {
            let usual = HouseRules::usual(rules);
            assert_eq!(HouseRules::from_toml(&usual.to_toml()), Ok(usual));
        }
        assert_eq!(changed.changes().count(), 5);
        assert_eq!(RummikubHouse::USUAL.changes().count(), 0);
    }

    #[test]
    fn every_fault_has_its_line() {
        for (text, why) in [
            ("", "line 1: the key `rules` is missing"),
            (
                "rules = \"whist\"",
                "line 1: `whist` is not a rule set; the rule sets are letters, rummikub, rami, canasta and mahjong",
            ),
            (
                "rules = \"rummikub\"\n\nopenning = 3",
                "line 3: unknown key `openning`; the keys are rules, opening, hand_size, joker_tiles, copies, scoring",
            ),
            ("rules = \"rami\"\nopening = 51", "line 2: unknown key `opening`; rami has no house rules"),
            ("rules = \"rummikub\"\nopening = 201", "line 2: `opening` must be a number from 0 to 200"),
            ("rules = \"rummikub\"\ncopies = []", "line 2: `copies` must be a number from 1 to 4"),
            (
                "rules = \"rummikub\"\nscoring = \"mine\"",
                "line 2: `scoring` must be \"hands\" or \"official\"",
            ),
            (
                "rules = \"rummikub\"\ncopies = 1",
                "line 1: four hands of 14 tiles need more than the 54 tiles of the bag",
            ),
        ] {
            assert_eq!(HouseRules::from_toml(text).unwrap_err().to_string(), why, "{text}");
        }
        assert!(
            HouseRules::from_toml("rules = \"rummikub\"\n[[")
                .unwrap_err()
                .to_string()
                .starts_with("line 2: ")
        );
    }
}

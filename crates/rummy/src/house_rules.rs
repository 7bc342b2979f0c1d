//! House rules: the numbers of a rule set that players may agree on, as data.
//!
//! ```toml
//! rules = "rummikub"
//! opening = 30         # the least value of a first placement, 0 to 200
//! hand_size = 14       # tiles dealt to each player, 1 to 30
//! joker_tiles = 2      # jokers in the bag, 0 to 4
//! copies = 2           # of each numbered tile, 1 to 4
//! joker_left = 30      # the cost of a joker left in the hand, 0 to 100
//! scoring = "hands"    # or "official": the winner gets what the others lose
//! turn_seconds = 0     # the time for a turn, 0 to 3600; 0 is without limit
//! ```
//!
//! `rules` must be there; the other keys default to the usual rules. `tapis rummy rules` prints the keys of a rule set.

mod settings;

use std::fmt::Write;

use thiserror::Error;
use toml::de::{DeTable, DeValue};

use self::settings::settings_of;
use crate::game::RuleSet;

/// The fewest players of a game.
const FEWEST_PLAYERS: usize = 2;
/// The most players of Rummikub.
pub(crate) const MOST_PLAYERS: usize = 4;
/// The most players of rami.
pub(crate) const MOST_RAMI_PLAYERS: usize = 5;
/// Numbered tiles of a single copy.
const NUMBERED: usize = 52;
/// Cards of two packs with their jokers.
const TWO_PACKS: usize = 108;

/// How a deal of Rummikub is scored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scoring {
    /// Each player scores the sum of the own hand; the lowest score wins.
    #[default]
    Hands,
    /// The others lose what their hands are worth more than the winner's, the winner gets it all; the highest score wins.
    Official,
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
    /// The cost of a joker left in the hand.
    pub joker_left: u8,
    /// How a deal is scored.
    pub scoring: Scoring,
}

/// The house rules of letter rummy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LettersHouse {
    /// The length of the shortest word of a first placement.
    pub opening: u8,
    /// How many tiles each player is dealt.
    pub hand_size: u8,
}

/// The house rules of rami.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RamiHouse {
    /// The least value of a first placement.
    pub opening: u8,
    /// Must a first placement have a run without a joker?
    pub pure_run: bool,
    /// How many cards each player is dealt.
    pub hand_size: u8,
    /// The cost of a joker left in the hand.
    pub joker_left: u8,
    /// The points of a player who never placed.
    pub never_placed: u16,
    /// The score that ends the game; with 0 no score ends it.
    pub target: u16,
}

/// The house rules of canasta.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CanastaHouse {
    /// The points for going out; twice as many where the side placed nothing before.
    pub going_out: u16,
    /// The score that ends the game; with 0 no score ends it.
    pub target: u16,
}

impl RummikubHouse {
    /// The usual rules.
    pub const USUAL: Self = Self {
        opening: 30,
        hand_size: 14,
        joker_tiles: 2,
        copies: 2,
        joker_left: 30,
        scoring: Scoring::Hands,
    };
}

impl LettersHouse {
    /// The usual rules.
    pub const USUAL: Self = Self { opening: 6, hand_size: 14 };
}

impl RamiHouse {
    /// The usual rules.
    pub const USUAL: Self =
        Self { opening: 51, pure_run: true, hand_size: 13, joker_left: 20, never_placed: 100, target: 1000 };
}

impl CanastaHouse {
    /// The usual rules.
    pub const USUAL: Self = Self { going_out: 100, target: 5000 };
}

impl Default for RummikubHouse {
    fn default() -> Self {
        Self::USUAL
    }
}

impl Default for LettersHouse {
    fn default() -> Self {
        Self::USUAL
    }
}

impl Default for RamiHouse {
    fn default() -> Self {
        Self::USUAL
    }
}

impl Default for CanastaHouse {
    fn default() -> Self {
        Self::USUAL
    }
}

/// The house rules of every rule set. Those of the one that is played count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct House {
    /// Those of letter rummy.
    pub letters: LettersHouse,
    /// Those of Rummikub.
    pub rummikub: RummikubHouse,
    /// Those of rami.
    pub rami: RamiHouse,
    /// Those of canasta.
    pub canasta: CanastaHouse,
    /// The seconds of a turn in any rule set; 0 is without limit.
    pub turn_seconds: u16,
}

impl House {
    /// The usual rules.
    pub const USUAL: Self = Self {
        letters: LettersHouse::USUAL,
        rummikub: RummikubHouse::USUAL,
        rami: RamiHouse::USUAL,
        canasta: CanastaHouse::USUAL,
        turn_seconds: 0,
    };

    /// The settings of a rule set that are not the usual ones.
    pub fn changes(&self, rules: RuleSet) -> impl Iterator<Item = (&'static str, String)> {
        settings_of(rules)
            .filter(|setting| setting.get(self) != setting.get(&Self::USUAL))
            .map(|setting| (setting.key, setting.get(self)))
    }

    /// The rules with a setting of a rule set changed.
    pub(crate) fn with(mut self, rules: RuleSet, key: &str, value: &str) -> Result<Self, BadSetting> {
        let setting = settings_of(rules).find(|setting| setting.key == key).ok_or(BadSetting::Key)?;
        setting.set(&mut self, value)?;
        Ok(self)
    }

    /// Are there enough tiles for the hands of this many players?
    pub fn check(&self, players: usize) -> Result<(), TooFewTiles> {
        let RummikubHouse { hand_size, joker_tiles, copies, .. } = self.rummikub;
        let tiles = NUMBERED * usize::from(copies) + usize::from(joker_tiles);
        enough(players.min(MOST_PLAYERS), hand_size, tiles)?;
        enough(players.min(MOST_RAMI_PLAYERS), self.rami.hand_size, TWO_PACKS - 1)
    }
}

fn enough(players: usize, hand: u8, tiles: usize) -> Result<(), TooFewTiles> {
    let hand = usize::from(hand);
    if players * hand <= tiles { Ok(()) } else { Err(TooFewTiles { players, hand, tiles }) }
}

/// The reason why a setting cannot be changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum BadSetting {
    /// There is no such setting.
    Key,
    /// It must have another value.
    Value(String),
}

/// The bag is too small for the hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{players} hands of {hand} tiles need more than the {tiles} tiles of the bag")]
pub struct TooFewTiles {
    /// The hands.
    pub players: usize,
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
    /// Its house rules.
    pub house: House,
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
        Self { rules, house: House::USUAL }
    }

    /// The text of a file of house rules.
    ///
    /// ```
    /// use rummy::{HouseRules, RuleSet};
    ///
    /// let usual = HouseRules::usual(RuleSet::Rummikub);
    /// assert_eq!(HouseRules::from_toml(&usual.to_toml()), Ok(usual));
    /// let changed = HouseRules::from_toml("rules = \"rami\"\nopening = 71\n")?;
    /// assert_eq!((changed.house.rami.opening, changed.house.rami.hand_size), (71, 13));
    /// # Ok::<(), rummy::BadHouseRules>(())
    /// ```
    pub fn to_toml(&self) -> String {
        let mut text = format!("rules = \"{}\"\n", self.rules);
        for setting in settings_of(self.rules) {
            let line = format!("{} = {}", setting.key, setting.toml(&self.house));
            writeln!(text, "{line:<20} # {}", setting.meaning).expect("writing to a string cannot fail");
        }
        text
    }

    /// Reads a file of house rules.
    pub fn from_toml(text: &str) -> Result<Self, BadHouseRules> {
        Self::read(text, None)
    }

    /// Reads a file of house rules, which need not name its rule set where that is known.
    ///
    /// ```
    /// use rummy::{HouseRules, RuleSet};
    ///
    /// let changed = HouseRules::from_toml_of(RuleSet::Rami, "opening = 71\n")?;
    /// assert_eq!((changed.rules, changed.house.rami.opening), (RuleSet::Rami, 71));
    /// # Ok::<(), rummy::BadHouseRules>(())
    /// ```
    pub fn from_toml_of(rules: RuleSet, text: &str) -> Result<Self, BadHouseRules> {
        Self::read(text, Some(rules))
    }

    fn read(text: &str, known: Option<RuleSet>) -> Result<Self, BadHouseRules> {
        let at = |offset: usize, why: String| BadHouseRules { line: line_at(text, offset), why };
        let table = DeTable::parse(text)
            .map_err(|error| at(error.span().map_or(0, |span| span.start), error.message().to_owned()))?;
        let table = table.into_inner();
        let rules = table.iter().find(|(key, _)| key.get_ref() == "rules");
        let named = rules.map(|(key, rules)| {
            let bad = |error: crate::NoRuleSet| at(key.span().start, error.to_string());
            text_of(rules.get_ref()).parse().map_err(bad)
        });
        let rules = named.transpose()?.or(known);
        let mut house = Self::usual(rules.ok_or_else(|| at(0, "the key `rules` is missing".to_owned()))?);
        for (key, value) in table.iter().filter(|(key, _)| key.get_ref() != "rules") {
            let changed = house.with(key.get_ref(), &text_of(value.get_ref()));
            house = changed.map_err(|why| at(key.span().start, why))?;
        }
        // The players are not known yet: the game checks again with those at its table.
        house.house.check(FEWEST_PLAYERS).map_err(|error| at(0, error.to_string()))?;
        Ok(house)
    }

    fn with(self, key: &str, value: &str) -> Result<Self, String> {
        match self.house.with(self.rules, key, value) {
            Ok(house) => Ok(Self { house, ..self }),
            Err(BadSetting::Key) => {
                let known: Vec<_> = settings_of(self.rules).map(|setting| setting.key).collect();
                let key = key.escape_debug();
                Err(format!(
                    "unknown key `{key}`; the keys of {} are rules, {}",
                    self.rules,
                    known.join(", ")
                ))
            }
            Err(BadSetting::Value(expected)) => Err(format!("`{key}` must be {expected}")),
        }
    }
}

/// The text of a number, of a string, or of a yes or no; empty for anything else.
fn text_of(value: &DeValue<'_>) -> String {
    let number =
        value.as_integer().filter(|number| number.radix() == 10).map(|number| number.as_str().to_owned());
    let yes_or_no = || value.as_bool().map(|yes| yes.to_string());
    number.or_else(yes_or_no).or_else(|| value.as_str().map(str::to_owned)).unwrap_or_default()
}

fn line_at(text: &str, offset: usize) -> usize {
    1 + text.bytes().take(offset).filter(|&byte| byte == b'\n').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHANGED: House = House {
        letters: LettersHouse { opening: 5, hand_size: 10 },
        rummikub: RummikubHouse {
            opening: 0,
            hand_size: 20,
            joker_tiles: 4,
            copies: 3,
            joker_left: 50,
            scoring: Scoring::Official,
        },
        rami: RamiHouse {
            opening: 71,
            pure_run: false,
            hand_size: 14,
            joker_left: 25,
            never_placed: 110,
            target: 500,
        },
        canasta: CanastaHouse { going_out: 200, target: 3000 },
        turn_seconds: 60,
    };

    #[test]
    fn rules_are_read_as_they_are_written() {
        for (rules, changes) in [
            (RuleSet::Letters, 3),
            (RuleSet::Rummikub, 7),
            (RuleSet::Rami, 7),
            (RuleSet::Canasta, 3),
            (RuleSet::Mahjong, 1),
        ] {
            assert_eq!(CHANGED.changes(rules).count(), changes);
            assert_eq!(House::USUAL.changes(rules).count(), 0);
            let usual = HouseRules::usual(rules);
            assert_eq!(HouseRules::from_toml(&usual.to_toml()), Ok(usual));
            let read = HouseRules::from_toml(&HouseRules { rules, house: CHANGED }.to_toml()).unwrap();
            assert!(read.house.changes(rules).eq(CHANGED.changes(rules)), "{rules}");
        }
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
                "line 3: unknown key `openning`; the keys of rummikub are rules, opening, hand_size, joker_tiles, copies, \
                 joker_left, scoring, turn_seconds",
            ),
            (
                "rules = \"mahjong\"\nopening = 51",
                "line 2: unknown key `opening`; the keys of mahjong are rules, turn_seconds",
            ),
            ("rules = \"rummikub\"\nopening = 201", "line 2: `opening` must be a number from 0 to 200"),
            ("rules = \"rummikub\"\ncopies = []", "line 2: `copies` must be a number from 1 to 4"),
            ("rules = \"rummikub\"\nscoring = \"mine\"", "line 2: `scoring` must be hands or official"),
            ("rules = \"rami\"\npure_run = 1", "line 2: `pure_run` must be false or true"),
            (
                "rules = \"rummikub\"\ncopies = 1\nhand_size = 30",
                "line 1: 2 hands of 30 tiles need more than the 54 tiles of the bag",
            ),
        ] {
            assert_eq!(HouseRules::from_toml(text).unwrap_err().to_string(), why, "{text}");
        }
        let small = HouseRules::from_toml("rules = \"rummikub\"\ncopies = 1").unwrap().house;
        assert_eq!(
            (small.check(2), small.check(3)),
            (Ok(()), Ok(())),
            "the hands of those at the table count"
        );
        assert_eq!(small.check(4).unwrap_err().players, 4);
        let cut = HouseRules::from_toml("rules = \"rummikub\"\n[[").unwrap_err();
        assert!(cut.to_string().starts_with("line 2: "));
    }
}

//! The settings of each rule set: their keys, values and meanings.

use super::{BadSetting, House, Scoring};
use crate::game::RuleSet;

/// A number, a word or a yes or no that house rules may change.
pub(super) struct Setting {
    /// The key in files and saved games.
    pub(super) key: &'static str,
    /// The meaning, for the file.
    pub(super) meaning: &'static str,
    values: Values,
    get: fn(&House) -> u16,
    set: fn(&mut House, u16),
}

/// The values that a setting may have; words are numbered from 0.
enum Values {
    UpTo { least: u16, most: u16 },
    Words(&'static [&'static str]),
}

impl Setting {
    /// The value as a text.
    pub(super) fn get(&self, house: &House) -> String {
        let number = (self.get)(house);
        match self.values {
            Values::UpTo { .. } => number.to_string(),
            Values::Words(words) => words[usize::from(number)].to_owned(),
        }
    }

    /// The value as it is written in a file.
    pub(super) fn toml(&self, house: &House) -> String {
        let text = self.get(house);
        match self.values {
            Values::Words(words) if words != YES_OR_NO => format!("{text:?}"),
            _ => text,
        }
    }

    /// Changes the setting.
    pub(super) fn set(&self, house: &mut House, text: &str) -> Result<(), BadSetting> {
        let number = match &self.values {
            Values::UpTo { least, most } => {
                text.parse().ok().filter(|number| (least..=most).contains(&number))
            }
            Values::Words(words) => {
                words.iter().position(|word| *word == text).and_then(|at| at.try_into().ok())
            }
        };
        (self.set)(house, number.ok_or_else(|| BadSetting::Value(self.expected()))?);
        Ok(())
    }

    fn expected(&self) -> String {
        match self.values {
            Values::UpTo { least, most } => format!("a number from {least} to {most}"),
            Values::Words(words) => words.join(" or "),
        }
    }
}

const YES_OR_NO: &[&str] = &["false", "true"];

/// A setting that is a number in a field.
macro_rules! number {
    ($key:literal, $least:literal ..= $most:literal, $($field:ident).+: $kind:ty, $meaning:literal) => {
        Setting {
            key: $key,
            meaning: $meaning,
            values: Values::UpTo { least: $least, most: $most },
            get: |house| u16::from(house.$($field).+),
            set: |house, number| house.$($field).+ = number as $kind,
        }
    };
}

const LETTERS: &[Setting] = &[
    number!("opening", 3..=14, letters.opening: u8, "letters of the shortest first word, 3 to 14"),
    number!("hand_size", 7..=16, letters.hand_size: u8, "tiles dealt to each player, 7 to 16"),
];

const RUMMIKUB: &[Setting] = &[
    number!("opening", 0..=200, rummikub.opening: u8, "the least value of a first placement, 0 to 200"),
    number!("hand_size", 1..=30, rummikub.hand_size: u8, "tiles dealt to each player, 1 to 30"),
    number!("joker_tiles", 0..=4, rummikub.joker_tiles: u8, "jokers in the bag, 0 to 4"),
    number!("copies", 1..=4, rummikub.copies: u8, "of each numbered tile, 1 to 4"),
    number!("joker_left", 0..=100, rummikub.joker_left: u8, "the cost of a joker left in the hand, 0 to 100"),
    Setting {
        key: "scoring",
        meaning: "or \"official\": the winner gets what the others lose",
        values: Values::Words(&["hands", "official"]),
        get: |house| u16::from(house.rummikub.scoring == Scoring::Official),
        set: |house, word| {
            house.rummikub.scoring = if word == 0 { Scoring::Hands } else { Scoring::Official };
        },
    },
];

const RAMI: &[Setting] = &[
    number!("opening", 0..=200, rami.opening: u8, "the least value of a first placement, 0 to 200"),
    Setting {
        key: "pure_run",
        meaning: "a first placement needs a run without a joker",
        values: Values::Words(YES_OR_NO),
        get: |house| u16::from(house.rami.pure_run),
        set: |house, yes| house.rami.pure_run = yes == 1,
    },
    number!("hand_size", 3..=15, rami.hand_size: u8, "cards dealt to each player, 3 to 15"),
    number!("joker_left", 0..=100, rami.joker_left: u8, "the cost of a joker left in the hand, 0 to 100"),
    number!("never_placed", 0..=500, rami.never_placed: u16, "the points of a player who never placed, 0 to 500"),
    number!("target", 0..=20000, rami.target: u16, "the score that ends the game, 0 to 20000; 0 for no target"),
];

const CANASTA: &[Setting] = &[
    number!("going_out", 0..=500, canasta.going_out: u16, "points for going out, 0 to 500; concealed twice as many"),
    number!("target", 0..=20000, canasta.target: u16, "the score that ends the game, 0 to 20000; 0 for no target"),
];

const ANY: &[Setting] = &[number!(
    "turn_seconds",
    0..=3600,
    turn_seconds: u16,
    "the time for a turn, 0 to 3600; 0 is without limit"
)];

/// The settings of a rule set.
pub(super) fn settings_of(rules: RuleSet) -> impl Iterator<Item = &'static Setting> {
    let own = match rules {
        RuleSet::Letters => LETTERS,
        RuleSet::Rummikub => RUMMIKUB,
        RuleSet::Rami => RAMI,
        RuleSet::Canasta => CANASTA,
        RuleSet::Mahjong => &[],
    };
    own.iter().chain(ANY)
}

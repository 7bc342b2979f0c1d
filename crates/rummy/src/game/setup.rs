//! The rules of a game, and its players.

use std::fmt;
use std::num::NonZero;
use std::str::FromStr;

use thiserror::Error;

use crate::ai::{Level, NoLevel, PolicyNotPlayed};
use crate::deal::DealError;
use crate::house_rules::{House, TooFewTiles};
use crate::letter_bag::LetterBag;
use crate::rules::JokerRule;
use crate::sexp::ReadError;

/// A rule set by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RuleSet {
    /// Words of a dictionary.
    Letters,
    /// Runs and groups of numbered tiles.
    Rummikub,
    /// French card rummy, opening with 51.
    Rami,
    /// Classic canasta.
    Canasta,
    /// A small mahjong in the manner of rummy.
    Mahjong,
}

impl RuleSet {
    /// Every rule set.
    pub const ALL: [Self; 5] = [Self::Letters, Self::Rummikub, Self::Rami, Self::Canasta, Self::Mahjong];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Letters => "letters",
            Self::Rummikub => "rummikub",
            Self::Rami => "rami",
            Self::Canasta => "canasta",
            Self::Mahjong => "mahjong",
        }
    }

    /// Does it leave the joker rule open?
    pub const fn has_joker_rule(self) -> bool {
        matches!(self, Self::Letters | Self::Rummikub)
    }
}

impl fmt::Display for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// There is no such rule set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a rule set; the rule sets are letters, rummikub, rami, canasta and mahjong")]
pub struct NoRuleSet(pub String);

impl FromStr for RuleSet {
    type Err = NoRuleSet;

    fn from_str(text: &str) -> Result<Self, NoRuleSet> {
        Self::ALL.into_iter().find(|set| set.name() == text).ok_or_else(|| NoRuleSet(text.to_owned()))
    }
}

/// The rules of a game with all their options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The rule set.
    pub rules: RuleSet,
    /// The joker rule, in rule sets that leave it open.
    pub jokers: JokerRule,
    /// How many deals are played, unless the target of the rules is reached before.
    pub deals: NonZero<u32>,
    /// The deal that is dealt first, counted from 0.
    pub first_deal: u32,
    /// Are the jokers taken out of the bag?
    pub no_jokers: bool,
    /// The house rules.
    pub house: House,
    /// The bag of letter rummy, if it is not the usual one of the words.
    pub bag: Option<LetterBag>,
}

impl Setup {
    /// One deal by the usual rules.
    pub const fn new(rules: RuleSet) -> Self {
        let deals = NonZero::<u32>::MIN;
        let (jokers, house) = (JokerRule::Strict, House::USUAL);
        Self { rules, jokers, deals, first_deal: 0, no_jokers: false, house, bag: None }
    }

    /// The options as keys and values: `deals`, and those of `jokers`, `deal`, `no-jokers`, `bag` and the house
    /// rules that are not the usual ones.
    pub fn options(&self) -> Vec<(String, String)> {
        let mut options = vec![("deals", self.deals.to_string())];
        if self.jokers == JokerRule::Free {
            options.push(("jokers", "free".to_owned()));
        }
        if self.first_deal > 0 {
            options.push(("deal", (u64::from(self.first_deal) + 1).to_string()));
        }
        if self.no_jokers {
            options.push(("no-jokers", "true".to_owned()));
        }
        options.extend(self.house.changes(self.rules));
        options.extend(self.bag.map(|bag| ("bag", bag.to_option())));
        options.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
    }

    /// The setup with an option changed; none if there is no such option or value.
    pub(super) fn with_option(self, key: &str, value: &str) -> Option<Self> {
        Some(match key {
            "deals" => Self { deals: value.parse().ok()?, ..self },
            "deal" => Self { first_deal: value.parse::<u32>().ok()?.checked_sub(1)?, ..self },
            "jokers" => Self { jokers: joker_rule(value)?, ..self },
            "no-jokers" => Self { no_jokers: value.parse().ok()?, ..self },
            "bag" if self.rules == RuleSet::Letters => {
                Self { bag: Some(LetterBag::from_option(value)?), ..self }
            }
            _ => Self { house: self.house.with(self.rules, key, value).ok()?, ..self },
        })
    }
}

fn joker_rule(name: &str) -> Option<JokerRule> {
    match name {
        "strict" => Some(JokerRule::Strict),
        "free" => Some(JokerRule::Free),
        _ => None,
    }
}

/// The kind of player on a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SeatKind {
    /// Somebody who enters commands.
    Person,
    /// A machine of this level.
    Machine(Level),
}

/// A player with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seated {
    /// The name, without blanks and parentheses.
    pub name: String,
    /// Person or machine.
    pub kind: SeatKind,
}

impl Seated {
    /// A player by name: `ai:strong`, or `ai:strong.2`, is a machine, any other name a person.
    pub fn from_name(name: &str) -> Result<Self, NoLevel> {
        let kind = match name.strip_prefix("ai:") {
            None => SeatKind::Person,
            Some(level) => SeatKind::Machine(level.split('.').next().unwrap_or(level).parse()?),
        };
        Ok(Self { name: name.to_owned(), kind })
    }

    /// Players by name. No two names of a game may be the same, so a second `ai:easy` becomes `ai:easy.2`.
    pub fn from_names(names: &[String]) -> Result<Vec<Self>, NoLevel> {
        let mut distinct: Vec<String> = Vec::new();
        for name in names {
            let times = distinct.iter().filter(|other| other.split('.').next() == Some(name)).count();
            let is_again = name.starts_with("ai:") && times > 0;
            distinct.push(if is_again { format!("{name}.{}", times + 1) } else { name.clone() });
        }
        distinct.iter().map(|name| Self::from_name(name)).collect()
    }
}

/// The reason why a game cannot start.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StartError {
    /// Letter rummy is played with a dictionary.
    #[error("letters needs a word list")]
    NoWords,
    /// The rule set has a joker rule of its own.
    #[error("{0} has a joker rule of its own, which cannot be changed")]
    JokerRule(RuleSet),
    /// The deal cannot be made.
    #[error(transparent)]
    Deal(#[from] DealError),
    /// The level of a machine is unknown.
    #[error(transparent)]
    Level(#[from] NoLevel),
    /// The rule set has no machine of this kind.
    #[error(transparent)]
    Policy(#[from] PolicyNotPlayed),
    /// The saved game cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The house rules do not add up.
    #[error(transparent)]
    House(#[from] TooFewTiles),
    /// The players of the saved game differ from those of the record.
    #[error("the players of the saved game are not those of the record")]
    OtherPlayers,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::house_rules::{RummikubHouse, Scoring};

    #[test]
    fn two_machines_of_a_level_get_two_names() {
        let names = ["ai:easy", "Ana", "ai:easy", "ai:strong"].map(str::to_owned);
        let seated = Seated::from_names(&names).unwrap();
        let names: Vec<&str> = seated.iter().map(|seated| seated.name.as_str()).collect();
        assert_eq!(names, ["ai:easy", "Ana", "ai:easy.2", "ai:strong"]);
        assert_eq!(seated[2].kind, SeatKind::Machine(Level::Easy));
        assert_eq!(seated[1].kind, SeatKind::Person);
        assert!(Seated::from_name("ai:hard").is_err());
    }

    #[test]
    fn options_are_read_as_they_are_written() {
        let deals = NonZero::new(3).unwrap();
        let all = Setup {
            jokers: JokerRule::Free,
            deals,
            first_deal: 2,
            no_jokers: true,
            house: House {
                rummikub: RummikubHouse {
                    opening: 50,
                    copies: 3,
                    scoring: Scoring::Official,
                    ..RummikubHouse::USUAL
                },
                turn_seconds: 90,
                ..House::USUAL
            },
            ..Setup::new(RuleSet::Rummikub)
        };
        let read = all
            .options()
            .iter()
            .try_fold(Setup::new(RuleSet::Rummikub), |setup, (key, value)| setup.with_option(key, value));
        assert_eq!(read, Some(all));
        for (key, value) in [
            ("deals", "0"),
            ("deal", "0"),
            ("jokers", "wild"),
            ("no-jokers", "no"),
            ("x", "1"),
            ("copies", "9"),
        ] {
            assert_eq!(all.with_option(key, value), None, "{key} {value}");
        }
        assert_eq!(Setup::new(RuleSet::Canasta).with_option("opening", "30"), None);
    }
}

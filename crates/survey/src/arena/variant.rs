//! The options in which variants of a rule set differ.

use rummy::{AiRules, Canasta, House, JokerRule, Letters, Mahjong, Rami, RuleSet, Rummikub, Vocabulary};

use crate::key::Key;

/// Rules that can say everything in which two variants of them differ.
pub trait Variant: AiRules + Sync {
    /// The key with all options of these rules.
    fn options(&self, key: Key) -> Key {
        key
    }
}

impl Variant for Rummikub {
    fn options(&self, key: Key) -> Key {
        let house = House { rummikub: self.house, ..House::USUAL };
        changed(key.with("jokers", word(self.jokers)), house, RuleSet::Rummikub)
    }
}

impl Variant for Rami {
    fn options(&self, key: Key) -> Key {
        changed(key, House { rami: self.house, ..House::USUAL }, RuleSet::Rami)
    }
}

impl Variant for Canasta {
    fn options(&self, key: Key) -> Key {
        changed(key, House { canasta: self.house, ..House::USUAL }, RuleSet::Canasta)
    }
}

impl Variant for Letters<&Vocabulary> {
    fn options(&self, key: Key) -> Key {
        let key = key.with("jokers", word(self.jokers)).with("dictionary", self.words.digest());
        let key = changed(key, House { letters: self.house, ..House::USUAL }, RuleSet::Letters);
        let Some(bag) = self.bag else { return key };
        key.with("bag", bag.to_text(self.words.words().alphabet()).replace('\n', " ").trim_end())
    }
}

impl Variant for Mahjong {}

/// The key with the house rules that are not the usual ones.
fn changed(key: Key, house: House, rules: RuleSet) -> Key {
    house.changes(rules).fold(key, |key, (setting, value)| key.with(setting, value))
}

fn word(jokers: JokerRule) -> &'static str {
    match jokers {
        JokerRule::Strict => "strict",
        JokerRule::Free => "free",
    }
}

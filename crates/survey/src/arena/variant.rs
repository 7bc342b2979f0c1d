//! The options in which variants of a rule set differ.

use rummy::{AiRules, Canasta, JokerRule, Letters, Mahjong, Rami, Rummikub, Vocabulary};

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
        let changes = self.house.changes();
        changes.fold(key.with("jokers", word(self.jokers)), |key, (setting, value)| key.with(setting, value))
    }
}

impl Variant for Letters<&Vocabulary> {
    fn options(&self, key: Key) -> Key {
        let key = key.with("jokers", word(self.jokers)).with("dictionary", self.words.digest());
        let Some(bag) = self.bag else { return key };
        key.with("bag", bag.to_text(self.words.words().alphabet()).replace('\n', " ").trim_end())
    }
}

impl Variant for Rami {}
impl Variant for Canasta {}
impl Variant for Mahjong {}

fn word(jokers: JokerRule) -> &'static str {
    match jokers {
        JokerRule::Strict => "strict",
        JokerRule::Free => "free",
    }
}

//! The rules of a patience as a part of a key.

use patience::{Extras, Rules};

use crate::key::Key;

/// The key with everything that makes a game different from others, but not its name.
pub(crate) fn of_rules(key: Key, rules: &Rules) -> Key {
    let text = rules.to_toml();
    let options =
        text.lines().filter_map(|line| line.split_once(" = ")).filter(|(option, _)| *option != "name");
    let key = options.fold(key, |key, (option, value)| key.with(option, value));
    let Extras { redeals, fan, rotations } = rules.play().extras;
    key.with("foundations", rules.play().foundations)
        .with("redeals", format!("{redeals} of {fan} cards a column"))
        .with("rotations", rotations)
}

#[cfg(test)]
mod tests {
    use patience::Foundations;

    use super::*;

    #[test]
    fn a_name_is_not_a_key_and_every_rule_is() {
        let key = |rules: &Rules| of_rules(Key::new("hunt"), rules);
        let named = |name| key(&Rules::named(name).unwrap());
        assert_eq!(named("fc"), named("fc4"), "FreeCell4 is FreeCell under another name");
        let games = ["fc", "st", "mo", "bd", "bg", "eo", "sr", "ms", "fc0", "fc1", "fc8"];
        for (at, one) in games.iter().enumerate() {
            for other in &games[at + 1..] {
                assert_ne!(named(one), named(other), "{one} {other}");
            }
        }
        let free = Rules::freecell().with_foundations(Foundations::Free);
        let difference = key(&free).difference(&named("fc")).unwrap();
        assert_eq!(difference, "`foundations` is free there and forced here");
        let midnight_oil = Rules::named("mo").unwrap();
        assert_ne!(key(&midnight_oil.xpat2_rules().unwrap()), key(&midnight_oil));
    }
}

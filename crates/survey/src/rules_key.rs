//! The rules of a patience as a part of a key.

use patience::{Extras, Play, Rules};

use crate::key::Key;

/// The key with everything that makes a game different from others, but not its name.
pub(crate) fn of_rules(key: Key, rules: &Rules) -> Key {
    options(rules).into_iter().fold(key, |key, (option, value)| key.with(&option, value))
}

/// The key with everything that makes a game of a list, counted from 1, different from others.
pub(crate) fn of_game(key: Key, number: usize, rules: &Rules) -> Key {
    let of_this = |option: String| format!("{option} of game {number}");
    options(rules).into_iter().fold(key, |key, (option, value)| key.with(&of_this(option), value))
}

/// Everything that makes a game different from others, but not its name.
fn options(rules: &Rules) -> Vec<(String, String)> {
    let text = rules.to_toml();
    let written = text.lines().filter_map(|line| line.split_once(" = "));
    let written = written.filter(|(option, _)| *option != "name");
    let Play { foundations, extras: Extras { redeals, fan, rotations }, .. } = rules.play();
    let played = [
        ("foundations", foundations.to_string()),
        ("redeals", format!("{redeals} of {fan} cards a column")),
        ("rotations", rotations.to_string()),
    ];
    let written = written.map(|(option, value)| (option.to_owned(), value.to_owned()));
    written.chain(played.map(|(option, value)| (option.to_owned(), value))).collect()
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

//! The names of games, boards and players, in each language.

use rummy::{Level, RuleSet, SeatKind, Seated};
use session::texts::{Language, Screen as Text};

/// The name of a rule set.
pub(crate) fn rule_set(rules: RuleSet, language: Language) -> &'static str {
    language.text(match rules {
        RuleSet::Letters => Text::NameLetters,
        RuleSet::Rummikub => Text::NameRummikub,
        RuleSet::Rami => Text::NameRami,
        RuleSet::Canasta => Text::NameCanasta,
        RuleSet::Mahjong => Text::NameMahjong,
    })
}

/// The name of a kind of game in saved files, as players read it: a patience has its own name in every language.
pub(crate) fn game(name: &str, language: Language) -> String {
    let of_board = name.strip_prefix(session::Peg::GAME).and_then(|rest| rest.strip_prefix(' '));
    match (name.parse(), of_board) {
        (Ok(rules), _) => rule_set(rules, language).to_owned(),
        (Err(_), Some(name)) => format!("{} {}", language.text(Text::NamePeg), board(name, language)),
        (Err(_), None) if name == session::Peg::GAME => language.text(Text::NamePeg).to_owned(),
        (Err(_), None) => session::printable(name),
    }
}

/// The name of a built-in board.
pub(crate) fn board(name: &str, language: Language) -> String {
    let text = match name {
        "english" => Text::BoardEnglish,
        "french" => Text::BoardFrench,
        "wiegleb" => Text::BoardWiegleb,
        "asymmetric" => Text::BoardAsymmetric,
        "diamond" => Text::BoardDiamond,
        other => {
            let holes = other.trim_start_matches(|c: char| !c.is_ascii_digit());
            let is_triangle = other.starts_with("triangle");
            let text = if is_triangle { Text::BoardTriangle } else { Text::BoardHexagon };
            return if holes.is_empty() { other.to_owned() } else { language.fill(text, &[&holes]) };
        }
    };
    language.text(text).to_owned()
}

/// The word for a level.
pub(crate) fn level(level: Level, language: Language) -> String {
    match level {
        Level::Easy => language.text(Text::LevelEasy).to_owned(),
        Level::Normal => language.text(Text::LevelNormal).to_owned(),
        Level::Strong => language.text(Text::LevelStrong).to_owned(),
        Level::Fixed(_) => level.to_string(),
    }
}

/// Some people, and machines of these levels after them, with names of a language: no two are the same.
pub fn seats(people: usize, levels: &[Level], language: Language) -> Vec<Seated> {
    let you = language.text(Text::You);
    let person = |number: usize| if people == 1 { you.to_owned() } else { format!("{you}{number}") };
    let mut seats: Vec<Seated> =
        (1..=people).map(|number| Seated { name: person(number), kind: SeatKind::Person }).collect();
    for &level in levels {
        let name = language.fill(Text::MachineName, &[&self::level(level, language)]);
        let others = seats.iter().filter(|seated| seated.kind == SeatKind::Machine(level)).count();
        let name = if others == 0 { name } else { format!("{name}.{}", others + 1) };
        seats.push(Seated { name, kind: SeatKind::Machine(level) });
    }
    seats
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machines_of_a_level_have_different_names() {
        let names = |language| {
            let seats = seats(2, &[Level::Easy, Level::Strong, Level::Easy], language);
            seats.into_iter().map(|seated| seated.name).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(names(Language::English), "Player1 Player2 ai:easy ai:strong ai:easy.2");
        assert_eq!(names(Language::French), "Joueur1 Joueur2 ia:facile ia:forte ia:facile.2");
    }

    #[test]
    fn every_board_and_rule_set_has_a_name() {
        for name in peg::names() {
            assert!(!board(&name, Language::French).is_empty());
        }
        assert_eq!(board("triangle15", Language::English), "triangle of 15");
        assert_eq!(game("letters", Language::French), "lettres");
        assert_eq!(game("FreeCell", Language::French), "FreeCell");
    }
}

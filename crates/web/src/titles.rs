//! The names of games, boards, rule sets and levels as people read them.

use patience::Rules;
use session::texts::{Language, Thing, Title};

/// The title of a game by its family and its name.
pub(crate) fn of(family: &str, name: &str, language: Language) -> String {
    match (family, name.rsplit_once('.')) {
        ("patience", Some((game, seed))) => {
            language.fill(Title::Numbered, &[&patience(game, language), &seed])
        }
        ("patience", None) => language.fill(Title::BoardOf, &[&patience(name, language)]),
        ("peg", _) if name.is_empty() => language.text(Title::OwnBoard).to_owned(),
        ("peg", _) => board(name, language),
        _ => name.parse().map_or_else(|_| name.to_owned(), |rules| rummy(rules, language).to_owned()),
    }
}

/// The title of a patience. A name without a title of its own is its title.
pub(crate) fn patience(name: &str, language: Language) -> String {
    let title = match name {
        "MidnightOil" => Title::MidnightOil,
        "BakersDozen" => Title::BakersDozen,
        "BakersGame" => Title::BakersGame,
        "EightOff" => Title::EightOff,
        "SeahavenRelaxed" => Title::SeahavenRelaxed,
        "MicrosoftFreeCell" => Title::MicrosoftFreeCell,
        _ => return numbered_free_cell(name, language).unwrap_or_else(|| name.to_owned()),
    };
    language.text(title).to_owned()
}

/// `FreeCell, 5 cells` of `FreeCell5`.
fn numbered_free_cell(name: &str, language: Language) -> Option<String> {
    let digits = name.strip_prefix("FreeCell").filter(|digits| !digits.is_empty())?;
    let rules = Rules::named(name).filter(|_| digits.bytes().all(|byte| byte.is_ascii_digit()))?;
    Some(language.fill(Title::FreeCells, &[&language.counted(rules.play().cells.into(), Thing::Cell)]))
}

/// The title of a peg board.
pub(crate) fn board(name: &str, language: Language) -> String {
    let title = match name {
        "english" => Title::English,
        "french" => Title::French,
        "asymmetric" => Title::Asymmetric,
        "diamond" => Title::Diamond,
        "wiegleb" => Title::Wiegleb,
        _ => return sized_board(name, language),
    };
    language.text(title).to_owned()
}

fn sized_board(name: &str, language: Language) -> String {
    let sizes = [("triangle", Title::Triangle), ("hexagon", Title::Hexagon)];
    let title = sizes.into_iter().find_map(|(family, title)| Some((title, name.strip_prefix(family)?)));
    title.map_or_else(|| name.to_owned(), |(title, holes)| language.fill(title, &[&holes]))
}

/// The title of a rule set of rummy.
pub(crate) fn rummy(rules: rummy::RuleSet, language: Language) -> &'static str {
    language.text(match rules {
        rummy::RuleSet::Letters => Title::Letters,
        rummy::RuleSet::Rummikub => Title::Rummikub,
        rummy::RuleSet::Rami => Title::Rami,
        rummy::RuleSet::Canasta => Title::Canasta,
        rummy::RuleSet::Mahjong => Title::Mahjong,
    })
}

/// The title of a level of machine players.
pub(crate) fn level(level: rummy::Level, language: Language) -> &'static str {
    match level {
        rummy::Level::Easy => language.text(Title::Easy),
        rummy::Level::Normal => language.text(Title::Normal),
        rummy::Level::Strong => language.text(Title::Strong),
        rummy::Level::Fixed(_) => level.name(),
    }
}

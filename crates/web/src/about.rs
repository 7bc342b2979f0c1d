//! Which games there are.

use std::sync::LazyLock;

use patience::{Rules, Scale};
use peg::Notation;
use rummy::{DealError, Level, RuleSet, Setup, StartError};
use serde::Serialize;
use session::texts::{Language, ServerText};

use crate::board::grid_word;
use crate::config::Config;
use crate::deals::Date;
use crate::new_game::usual_vacancy;
use crate::patience_rules::{build_word, fill_word};
use crate::titles;

/// Which games there are.
#[derive(Serialize)]
pub(crate) struct About {
    version: &'static str,
    languages: [&'static str; 2],
    patience: Vec<PatienceGame>,
    peg: Vec<PegBoard>,
    rummy: Vec<RummyRules>,
    levels: Vec<&'static str>,
    level_titles: Vec<LevelTitle>,
    today: String,
}

#[derive(Serialize)]
struct PatienceGame {
    name: &'static str,
    short: &'static str,
    title: String,
    columns: usize,
    cells: u8,
    last_deal: u64,
    has_difficulty: bool,
    build: &'static str,
    fill: &'static str,
    /// A rules file of this game, to change and paste.
    toml: String,
}

#[derive(Serialize)]
struct PegBoard {
    title: String,
    holes: usize,
    grid: &'static str,
    vacate: String,
    text: String,
    name: String,
}

#[derive(Serialize)]
struct RummyRules {
    name: &'static str,
    title: &'static str,
    least: usize,
    most: usize,
    available: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    /// The house rules as they are usual, to change and paste.
    house_rules: String,
}

#[derive(Serialize)]
struct LevelTitle {
    name: &'static str,
    title: &'static str,
}

impl About {
    pub(crate) fn of(config: &Config, language: Language) -> Self {
        Self {
            version: env!("CARGO_PKG_VERSION"),
            languages: Language::ALL.map(Language::code),
            patience: Rules::names().map(|(name, short)| patience_game(name, short, language)).collect(),
            peg: BOARDS.iter().cloned().map(|board| peg_board(board, language)).collect(),
            rummy: RuleSet::ALL.map(|rules| rummy_rules(rules, config, language)).into(),
            levels: Level::ALL.iter().map(|level| level.name()).collect(),
            level_titles: Level::ALL
                .iter()
                .map(|&level| LevelTitle { name: level.name(), title: titles::level(level, language) })
                .collect(),
            today: Date::today().to_string(),
        }
    }
}

fn patience_game(name: &'static str, short: &'static str, language: Language) -> PatienceGame {
    let rules = Rules::named(name).expect("a built-in game");
    PatienceGame {
        name,
        short,
        title: titles::patience(name, language),
        columns: rules.layout().columns.len(),
        cells: rules.play().cells,
        last_deal: rules.layout().shuffle.last_seed(),
        has_difficulty: Scale::of(&rules).is_some(),
        build: build_word(rules.play().build),
        fill: fill_word(rules.play().fill),
        toml: rules.to_toml(),
    }
}

/// The built-in boards, each with the hole that is usually empty. Finding these takes a while.
static BOARDS: LazyLock<Vec<(String, peg::Hole)>> = LazyLock::new(|| {
    let vacancy = |name: &str| usual_vacancy(&peg::named(name).expect("a built-in board"));
    peg::names().into_iter().map(|name| (name.clone(), vacancy(&name))).collect()
});

fn peg_board((name, vacant): (String, peg::Hole), language: Language) -> PegBoard {
    let board = peg::named(&name).expect("a built-in board");
    PegBoard {
        title: titles::board(&name, language),
        holes: board.len(),
        grid: grid_word(board.grid()),
        vacate: Notation::Standard.hole(&board, vacant),
        text: peg::to_text(&board, board.full().without(vacant)),
        name,
    }
}

fn rummy_rules(rules: RuleSet, config: &Config, language: Language) -> RummyRules {
    let players = players(rules, config);
    let available = rules != RuleSet::Letters || config.words.is_some();
    RummyRules {
        name: rules.name(),
        title: titles::rummy(rules, language),
        least: players.0,
        most: players.1,
        available,
        reason: (!available).then(|| language.text(ServerText::NoLetters)),
        house_rules: rummy::HouseRules::usual(rules).to_toml(),
    }
}

/// The least and the most players, as a deal for nobody is refused.
fn players(rules: RuleSet, config: &Config) -> (usize, usize) {
    match rummy::Game::deal(Setup::new(rules), config.words.clone(), Vec::new(), 1) {
        Err(StartError::Deal(DealError::Players { range, .. })) => (*range.start(), *range.end()),
        // Without words nobody plays letters.
        _ => (2, 2),
    }
}

//! Games from texts of any kind: solution files, boards, saves.

use patience::{Action, Deal, Notation, PlayedMove, Refusal, Save};
use rummy::{RuleSet, Setup};
use session::texts::{Language, ServerText};
use session::{Patience, Peg, Refused, Rummy, Seat, Session, WordLists};

use crate::any_game::AnyGame;
use crate::error::{ApiError, Kind};
use crate::new_game::{named_rules, parsed_deal};

/// Reads a text of any kind. `deal` is the deal of a solution file, the game of a board, or the rules of a save of rummy.
pub(crate) fn read(
    text: &[u8],
    deal: Option<&str>,
    words: &dyn WordLists,
    language: Language,
) -> Result<AnyGame, ApiError> {
    let start = text.trim_ascii_start();
    if start.starts_with(b"{") {
        let text = String::from_utf8_lossy(text);
        return AnyGame::load(&text, words).map_err(ApiError::bad_game(language));
    }
    if start.starts_with(b"(") {
        return classic(text, deal, words, language);
    }
    if let Some(bytes) = save_bytes(text) {
        return save(&bytes, language);
    }
    let lines = String::from_utf8_lossy(text);
    if is_card_board(&lines) {
        let rules = named_rules(deal.unwrap_or("FreeCell").split('.').next().unwrap_or_default(), language)?;
        let deal = Deal::from_board(rules, &lines).map_err(ApiError::bad_game(language))?;
        return Ok(AnyGame::Patience(Patience::deal(deal)));
    }
    if let Ok(setup) = peg::Setup::parse(&lines) {
        let game = peg::Game::new(setup.board, setup.position, peg::Goal::OnePeg);
        return game.map(|game| AnyGame::Peg(Peg::new(game))).map_err(ApiError::bad_game(language));
    }
    solution(text, deal, language)
}

/// The bytes of an xpat2 save: as they are, or in base64, because JSON holds text only.
fn save_bytes(text: &[u8]) -> Option<Vec<u8>> {
    use base64::Engine;
    if Save::is_likely(text) {
        return Some(text.to_vec());
    }
    let plain: Vec<u8> = text.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect();
    let bytes = base64::prelude::BASE64_STANDARD.decode(plain).ok()?;
    Save::is_likely(&bytes).then_some(bytes)
}

fn save(bytes: &[u8], language: Language) -> Result<AnyGame, ApiError> {
    let save = Save::from_bytes(bytes).map_err(ApiError::bad_game(language))?;
    let deal = save.deal();
    // A player of xpat2 may have waited with cards that go up: then they go up by choice here too.
    let forced = save.to_solution(deal.rules()).map(|line| (deal.clone(), line));
    let (deal, line) = forced.or_else(|why| {
        let free = deal.rules().clone().with_foundations(patience::Foundations::Free);
        let line = save.to_solution(&free).map_err(|_| ApiError::bad_game(language)(why))?;
        Ok::<_, ApiError>((Deal::numbered(free, save.seed()), line))
    })?;
    played(deal, &line, language)
}

/// A game in the classic format of rummy.
fn classic(
    text: &[u8],
    rules: Option<&str>,
    words: &dyn WordLists,
    language: Language,
) -> Result<AnyGame, ApiError> {
    let unknown = || ApiError::text(Kind::BadGame, language, ServerText::NothingToImport);
    let rules: RuleSet = rules.unwrap_or("rummikub").parse().map_err(|_| unknown())?;
    let words = match rules {
        RuleSet::Letters => Some(words.words(None).map_err(ApiError::bad_game(language))?),
        _ => None,
    };
    let (game, _) =
        rummy::Game::load(Setup::new(rules), words, text).map_err(ApiError::bad_game(language))?;
    Ok(AnyGame::Rummy(Box::new(Rummy::new(game))))
}

/// Does a line begin like one of a board of cards?
fn is_card_board(text: &str) -> bool {
    let is_one = |line: &str| {
        let line = line.trim_start().to_ascii_lowercase();
        ["foundations:", "founds:", "freecells:", ":"].iter().any(|start| line.starts_with(start))
    };
    text.lines().any(is_one)
}

fn solution(text: &[u8], deal: Option<&str>, language: Language) -> Result<AnyGame, ApiError> {
    let which = || ApiError::text(Kind::BadGame, language, ServerText::ImportDeal);
    let notation = Notation::of_text(text);
    let Some(name) = deal else {
        // A text without a single move is nothing at all.
        let any: Deal = "FreeCell.1".parse().expect("a deal of a built-in game");
        let is_line = notation.read(any.table(), text).actions().next().is_some();
        let unknown = ApiError::text(Kind::BadGame, language, ServerText::NothingToImport);
        return Err(if is_line { which() } else { unknown });
    };
    let deal = parsed_deal(name, language)?;
    let reading = notation.read(deal.table(), text);
    if let Some(fault) = reading.fault() {
        return Err(ApiError::bad_game(language)(fault));
    }
    let actions: Vec<Action> = reading.actions().collect();
    played(deal, &actions, language)
}

/// The game of a deal with a line of play, which the export writes again line by line.
fn played(deal: Deal, line: &[Action], language: Language) -> Result<AnyGame, ApiError> {
    // The referee says which move is not legal, before the line is put into moves of a player.
    let mut table = deal.table().clone();
    table.normalise();
    for (at, &action) in (1..).zip(line) {
        table.try_act(action).map_err(|why| {
            let why = Refused::Patience(Refusal::Illegal(why)).words(language);
            ApiError::new(Kind::BadGame, language.fill(ServerText::BadMove, &[&at, &why]))
        })?;
    }
    let moves = patience::player_moves(deal.table(), line);
    let mut game = Patience::deal(deal);
    for PlayedMove { played, actions, .. } in &moves {
        let mut together = game.clone();
        let is_same = together.act(Seat(0), &played.text).is_ok() && last_actions(&together) == *actions;
        game = if is_same { together } else { played_singly(game, actions, language)? };
    }
    Ok(AnyGame::Patience(game))
}

/// The single moves of the last move of a player.
fn last_actions(game: &Patience) -> Vec<Action> {
    game.game().moves().last().map(|acted| acted.actions.clone()).unwrap_or_default()
}

/// A run that the file moves in a way of its own: each single move is a move of the player.
fn played_singly(mut game: Patience, actions: &[Action], language: Language) -> Result<Patience, ApiError> {
    for &action in actions {
        for single in patience::player_moves(game.game().table(), &[action]) {
            let input = single.played.text;
            game.act(Seat(0), &input).map_err(|why| ApiError::internal(language, why))?;
        }
    }
    Ok(game)
}

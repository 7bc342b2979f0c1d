//! How a game begins: by the request of a client.

use std::num::NonZero;
use std::sync::Arc;

use patience::{Deal, Foundations, NoDeal, Rules};
use rummy::{HouseRules, RuleSet, SeatKind, Seated, Setup, StartError, Vocabulary};
use serde::Deserialize;
use serde_json::{Value, json};
use session::texts::{Language, ServerText};
use session::{Patience, Peg, PegTables, Rummy, WordLists};

use crate::any_game::AnyGame;
use crate::body::{invalid, missing};
use crate::client::{Address, random_number};
use crate::deals::{self, Difficulty, GradedDeal};
use crate::error::{ApiError, Kind, sentence};
use crate::playing::Remarks;
use crate::server::App;
use crate::{import, link};

/// Any deal is one of these, whose numbers people can say.
const USUAL_NUMBERS: u64 = 1_000_000;
/// The most deals of a match.
const MOST_DEALS: u32 = 100;

/// A request for a new game. One of the fields says how it begins, the others how it is played.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewGame {
    family: Option<Family>,
    deal: Option<String>,
    windows: Option<u64>,
    difficulty: Option<Difficulty>,
    today: Option<String>,
    rules: Option<String>,
    board: Option<String>,
    game: Option<String>,
    foundations: Option<String>,
    seed: Option<u64>,
    board_text: Option<String>,
    vacate: Option<String>,
    to: Option<String>,
    players: Option<Vec<String>>,
    deals: Option<u32>,
    house_rules: Option<String>,
    load: Option<Value>,
    import: Option<String>,
    link: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Family {
    Patience,
    Peg,
    Rummy,
}

/// The fields that belong to each way to begin.
const OF_PATIENCE: &[&str] =
    &["deal", "windows", "difficulty", "today", "rules", "board", "game", "foundations", "seed"];
const OF_PEG: &[&str] = &["board", "board_text", "vacate", "to"];
const OF_RUMMY: &[&str] = &["rules", "seed", "players", "deals", "house_rules"];
const OF_TEXTS: &[&str] = &["load", "import", "link", "deal"];

impl NewGame {
    /// The fields that are given, besides the family.
    fn given(&self) -> Vec<&'static str> {
        let fields = [
            ("deal", self.deal.is_some()),
            ("windows", self.windows.is_some()),
            ("difficulty", self.difficulty.is_some()),
            ("today", self.today.is_some()),
            ("rules", self.rules.is_some()),
            ("board", self.board.is_some()),
            ("game", self.game.is_some()),
            ("foundations", self.foundations.is_some()),
            ("seed", self.seed.is_some()),
            ("board_text", self.board_text.is_some()),
            ("vacate", self.vacate.is_some()),
            ("to", self.to.is_some()),
            ("players", self.players.is_some()),
            ("deals", self.deals.is_some()),
            ("house_rules", self.house_rules.is_some()),
            ("load", self.load.is_some()),
            ("import", self.import.is_some()),
            ("link", self.link.is_some()),
        ];
        fields.into_iter().filter(|(_, is_given)| *is_given).map(|(name, _)| name).collect()
    }

    /// A field that says nothing in this request: one of another family, or one whose companion is missing.
    fn stray(&self) -> Option<&'static str> {
        let own = match self.family {
            Some(Family::Patience) => OF_PATIENCE,
            Some(Family::Peg) => OF_PEG,
            Some(Family::Rummy) => OF_RUMMY,
            None => OF_TEXTS,
        };
        let is_lonely = |name: &str| match (self.family, name) {
            (Some(Family::Patience), "seed") => self.rules.is_none(),
            (Some(Family::Patience), "game") => self.board.is_none(),
            (None, "deal") => self.import.is_none(),
            _ => false,
        };
        self.given().into_iter().find(|name| !own.contains(name) || is_lonely(name))
    }

    /// The number of fields that name a way to begin a patience.
    fn ways_of_patience(&self) -> usize {
        let texts = [&self.deal, &self.today, &self.rules, &self.board];
        let texts = texts.into_iter().flatten().count();
        texts + usize::from(self.windows.is_some()) + usize::from(self.difficulty.is_some())
    }
}

/// A game that begins, with what is remarked about it.
pub(crate) struct Begun {
    pub(crate) game: AnyGame,
    pub(crate) remarks: Remarks,
}

impl Begun {
    fn new(game: AnyGame, new: Value) -> Self {
        Self { game, remarks: Remarks { new: Some(new), ..Remarks::default() } }
    }

    fn plain(game: AnyGame) -> Self {
        Self { game, remarks: Remarks::default() }
    }
}

/// Begins the game that a request asks for.
pub(crate) async fn begin(
    app: &App,
    request: NewGame,
    client: Address,
    language: Language,
) -> Result<Begun, ApiError> {
    if let Some(field) = request.stray() {
        return Err(ApiError::new(Kind::BadRequest, language.fill(ServerText::StrayField, &[&field])));
    }
    let opens_text = [request.load.is_some(), request.import.is_some(), request.link.is_some()];
    match (request.family, opens_text.iter().filter(|is| **is).count()) {
        (None, 1) => opened(app, request, language).await,
        (Some(Family::Patience), 0) => patience(app, request, client, language).await,
        (Some(Family::Peg), 0) => peg(&request, language),
        (Some(Family::Rummy), 0) => rummy(app, &request, language),
        _ => Err(one_way("family, load, import, link", language)),
    }
}

fn one_way(ways: &str, language: Language) -> ApiError {
    ApiError::new(Kind::BadRequest, language.fill(ServerText::OneWay, &[&ways]))
}

/// A game from a text, which may be long: it is played again on a thread that may wait.
async fn opened(app: &App, request: NewGame, language: Language) -> Result<Begun, ApiError> {
    let words = app.words();
    let most = app.config.limits.moves;
    let work = move || {
        let game = if let Some(envelope) = request.load {
            AnyGame::load(&envelope.to_string(), &words).map_err(ApiError::bad_game(language))
        } else if let Some(text) = &request.import {
            import::read(text.as_bytes(), request.deal.as_deref(), &words, language)
        } else {
            let text = request.link.as_deref().and_then(link::read);
            let text = text.ok_or_else(|| ApiError::text(Kind::BadGame, language, ServerText::BadLink))?;
            AnyGame::load(&text, &words).map_err(ApiError::bad_game(language))
        }?;
        check_size(&game, most, language).map(|()| Begun::plain(game))
    };
    tokio::task::spawn_blocking(work).await.map_err(|error| ApiError::internal(language, error))?
}

fn check_size(game: &AnyGame, most: usize, language: Language) -> Result<(), ApiError> {
    let is_small = game.save().moves.len() <= most;
    is_small.then_some(()).ok_or_else(|| ApiError::text(Kind::BadGame, language, ServerText::TooLarge))
}

async fn patience(
    app: &App,
    request: NewGame,
    client: Address,
    language: Language,
) -> Result<Begun, ApiError> {
    if request.ways_of_patience() != 1 {
        return Err(one_way("deal, windows, difficulty, today, rules, board", language));
    }
    let foundations = foundations(request.foundations.as_deref(), language)?;
    if let Some(day) = &request.today {
        let date = deals::requested_date(day, language)?;
        let deal = deals::daily(app, date, client, language).await?;
        let mut begun = graded(&deal, foundations, language)?;
        begun.remarks.today = Some(date.to_string());
        return Ok(begun);
    }
    if let Some(wanted) = &request.difficulty {
        let deal = deals::by_difficulty(app, wanted, client, language).await?;
        let mut begun = graded(&deal, foundations, language)?;
        begun.remarks.new = Some(json!({"family": "patience", "difficulty": wanted}));
        return Ok(begun);
    }
    patience_at_once(&request, foundations, language)
}

/// A deal whose difficulty is known.
fn graded(deal: &GradedDeal, foundations: Foundations, language: Language) -> Result<Begun, ApiError> {
    let mut begun = numbered(&deal.deal, foundations, language)?;
    begun.remarks.difficulty = Some(deal.difficulty);
    Ok(begun)
}

/// A patience that needs no search.
fn patience_at_once(
    request: &NewGame,
    foundations: Foundations,
    language: Language,
) -> Result<Begun, ApiError> {
    if let Some(number) = request.windows {
        return numbered(&format!("MicrosoftFreeCell.{number}"), foundations, language);
    }
    if let Some(text) = &request.rules {
        let rules =
            Rules::from_toml(text).map_err(ApiError::bad_game(language))?.with_foundations(foundations);
        let seed = request.seed.unwrap_or_else(any_number);
        let seed = rules.seed_of(seed).map_err(ApiError::bad_game(language))?;
        let new = json!({"family": "patience", "rules": rules.to_toml()});
        let game = AnyGame::Patience(Patience::deal(Deal::numbered(rules, seed)));
        return Ok(Begun::new(game, new));
    }
    if let Some(board) = &request.board {
        let name = request.game.as_deref().unwrap_or("FreeCell");
        let rules = named_rules(name, language)?.with_foundations(foundations);
        let deal = Deal::from_board(rules, board).map_err(ApiError::bad_game(language))?;
        return Ok(Begun::plain(AnyGame::Patience(Patience::deal(deal))));
    }
    let name = request.deal.as_deref().ok_or_else(|| missing("deal", language))?;
    if name.contains('.') {
        return numbered(name, foundations, language);
    }
    let rules = named_rules(name, language)?;
    numbered(&format!("{}.{}", rules.name(), any_number()), foundations, language)
}

fn any_number() -> u64 {
    random_number() % USUAL_NUMBERS + 1
}

/// A number that cannot be found out by trying all of them, for games with hidden tiles. JavaScript reads it exactly.
fn hidden_number() -> u64 {
    random_number() >> 11
}

/// The built-in game of a name.
pub(crate) fn named_rules(name: &str, language: Language) -> Result<Rules, ApiError> {
    // The name of a deal says which game was meant.
    let deal = || parsed_deal(&format!("{name}.1"), language);
    Rules::named(name).map_or_else(|| deal().map(|deal| deal.rules().clone()), Ok)
}

/// The deal of a name; the language is that of the refusal.
pub(crate) fn parsed_deal(name: &str, language: Language) -> Result<Deal, ApiError> {
    name.parse().map_err(|why: NoDeal| match (language, &why) {
        (Language::English, why) => ApiError::bad_game(language)(why),
        (Language::French, why) => ApiError::new(Kind::BadGame, deal_words(why, name, language)),
    })
}

/// The fault of the name of a deal.
fn deal_words(why: &NoDeal, name: &str, language: Language) -> String {
    match why {
        NoDeal::Game { game, .. } => language.fill(ServerText::NoSuchGame, &[&clip(game)]),
        NoDeal::NotANumber(seed) => language.fill(ServerText::BadSeed, &[&clip(seed)]),
        NoDeal::OutOfRange { game, seed, last } => {
            language.fill(ServerText::SeedRange, &[&clip(seed), game, last])
        }
        _ => language.fill(ServerText::NotADeal, &[&clip(name)]),
    }
}

fn numbered(name: &str, foundations: Foundations, language: Language) -> Result<Begun, ApiError> {
    let deal = parsed_deal(name, language)?;
    let seed = deal.seed().expect("a deal read from text has a number");
    let game = deal.rules().name().to_owned();
    let deal = Deal::numbered(deal.rules().clone().with_foundations(foundations), seed);
    let mut new = json!({"family": "patience", "deal": game});
    if foundations != Foundations::default() {
        new["foundations"] = foundations.to_string().into();
    }
    Ok(Begun::new(AnyGame::Patience(Patience::deal(deal)), new))
}

fn foundations(word: Option<&str>, language: Language) -> Result<Foundations, ApiError> {
    let Some(word) = word else { return Ok(Foundations::default()) };
    let known = Foundations::WORDS.into_iter().find(|(known, _)| *known == word);
    known.map(|(_, kind)| kind).ok_or_else(|| invalid(ServerText::BadFoundations, language))
}

fn peg(request: &NewGame, language: Language) -> Result<Begun, ApiError> {
    let notation = peg::Notation::Standard;
    let (board, mut start) = match (&request.board, &request.board_text) {
        (Some(name), None) => {
            let known = || language.fill(ServerText::NoSuchBoard, &[&clip(name), &peg::names().join(", ")]);
            let board = peg::named(name).ok_or_else(|| ApiError::new(Kind::BadGame, known()))?;
            let start = board.full().without(usual_vacancy(&board));
            (board, start)
        }
        (None, Some(text)) => {
            let setup = peg::Setup::parse(text).map_err(ApiError::bad_game(language))?;
            (setup.board, setup.position)
        }
        _ => return Err(one_way("board, board_text", language)),
    };
    let not_a_hole = |why| ApiError::new(Kind::BadGame, hole_words(why, language));
    let hole = |name: &String| notation.parse_hole(&board, name).map_err(not_a_hole);
    if let Some(name) = &request.vacate {
        start = board.full().without(hole(name)?);
    }
    let goal = request.to.as_ref().map(hole).transpose()?.map_or(peg::Goal::OnePeg, peg::Goal::hole);
    let text = request.board_text.as_ref().map(|_| peg::to_text(&board, start));
    let new = json!({"family": "peg", "board": request.board, "board_text": text, "vacate": request.vacate,
                     "to": request.to});
    let game = peg::Game::new(board, start, goal).map_err(ApiError::bad_game(language))?;
    Ok(Begun::new(AnyGame::Peg(Peg::new(game)), new))
}

/// The fault of the name of a hole.
fn hole_words(why: peg::NotationError, language: Language) -> String {
    sentence(&session::Refused::Peg(peg::Refused::Notation(why)).words(language))
}

/// The hole that is empty at the start: the customary one, or the next one to the middle from which the game may be won, as on
/// the French board.
pub(crate) fn usual_vacancy(board: &peg::Board) -> peg::Hole {
    let customary = board.customary_vacancy();
    let middle = board.place(customary);
    let distance = |hole: &peg::Hole| {
        let place = board.place(*hole);
        let (down, right) = (place.row.abs_diff(middle.row), place.column.abs_diff(middle.column));
        (down * down + right * right, place)
    };
    let may_be_won =
        |hole: &peg::Hole| PegTables::may_be_won(board, peg::Goal::OnePeg, board.full().without(*hole));
    board.holes().filter(may_be_won).min_by_key(distance).unwrap_or(customary)
}

fn clip(text: &str) -> String {
    text.chars().take(40).collect()
}

fn rummy(app: &App, request: &NewGame, language: Language) -> Result<Begun, ApiError> {
    let name = request.rules.as_deref().ok_or_else(|| missing("rules", language))?;
    let unknown = |_| ApiError::new(Kind::BadGame, language.fill(ServerText::NoRuleSet, &[&clip(name)]));
    let rules: RuleSet = name.parse().map_err(unknown)?;
    let players = request.players.clone().unwrap_or_else(|| vec!["human".to_owned(), "ai:normal".to_owned()]);
    let seats = seats(&players, language)?;
    let setup = setup(request, rules, language)?;
    let words = needed_words(app.config.words.as_ref(), rules, language)?;
    let seed = request.seed.unwrap_or_else(hidden_number);
    let not_dealt = |why: StartError| match why {
        StartError::Deal(why) => {
            let why = session::Refused::Rummy { rules, why: why.into() };
            ApiError::new(Kind::BadGame, sentence(&why.words(language)))
        }
        why => ApiError::bad_game(language)(why),
    };
    let game = rummy::Game::deal(setup, words, seats, seed).map_err(not_dealt)?;
    let house = HouseRules { rules, house: setup.house }.to_toml();
    let house = request.house_rules.as_ref().map(|_| house);
    let new = json!({"family": "rummy", "rules": name, "players": players, "deals": setup.deals,
                     "house_rules": house});
    Ok(Begun::new(AnyGame::Rummy(Box::new(Rummy::new(game))), new))
}

fn setup(request: &NewGame, rules: RuleSet, language: Language) -> Result<Setup, ApiError> {
    let deals = request.deals.unwrap_or(1);
    let deals = NonZero::new(deals).filter(|deals| deals.get() <= MOST_DEALS);
    let deals = deals.ok_or_else(|| invalid(ServerText::BadDeals, language))?;
    let mut setup = Setup { deals, ..Setup::new(rules) };
    if let Some(text) = &request.house_rules {
        let house = HouseRules::from_toml(text).map_err(ApiError::bad_game(language))?;
        if house.rules != rules {
            let other = language.fill(ServerText::OtherHouse, &[&house.rules, &rules]);
            return Err(ApiError::new(Kind::BadGame, other));
        }
        setup.house = house.house;
    }
    Ok(setup)
}

/// The players: `human` is a person with the name of the language, other names are names.
fn seats(players: &[String], language: Language) -> Result<Vec<Seated>, ApiError> {
    let is_sound =
        |name: &String| (1..=30).contains(&name.chars().count()) && !name.chars().any(char::is_control);
    if players.len() > 8 || !players.iter().all(is_sound) {
        return Err(invalid(ServerText::BadPlayers, language));
    }
    let mut persons = 0;
    let name = |name: &String| {
        if name != "human" {
            return name.clone();
        }
        persons += 1;
        let name = language.text(ServerText::Player);
        if persons == 1 { name.to_owned() } else { format!("{name}{persons}") }
    };
    let names: Vec<String> = players.iter().map(name).collect();
    let seats = Seated::from_names(&names).map_err(ApiError::bad_game(language))?;
    let has_person = seats.iter().any(|seated| seated.kind == SeatKind::Person);
    has_person.then_some(seats).ok_or_else(|| ApiError::text(Kind::BadGame, language, ServerText::NotPlayers))
}

fn needed_words(
    words: Option<&Arc<Vocabulary>>,
    rules: RuleSet,
    language: Language,
) -> Result<Option<Arc<Vocabulary>>, ApiError> {
    match (rules, words) {
        (RuleSet::Letters, None) => Err(ApiError::text(Kind::NotAvailable, language, ServerText::NoLetters)),
        (RuleSet::Letters, Some(words)) => Ok(Some(Arc::clone(words))),
        _ => Ok(None),
    }
}

/// The words that the server was started with.
#[derive(Clone)]
pub(crate) struct ServerWords(pub(crate) Option<Arc<Vocabulary>>);

impl WordLists for ServerWords {
    fn words(&self, _: Option<&str>) -> Result<Arc<Vocabulary>, String> {
        self.0.clone().ok_or_else(|| Language::English.text(ServerText::NoLetters).to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_of_other_families_are_noticed() {
        let stray = |text: &str| serde_json::from_str::<NewGame>(text).unwrap().stray();
        for (text, field) in [
            (r#"{"family":"patience","deal":"FreeCell.1","foundations":"free"}"#, None),
            (r#"{"family":"patience","rules":"x","seed":7}"#, None),
            (r#"{"family":"patience","board":"x","game":"FreeCell"}"#, None),
            (r#"{"family":"peg","board":"english","vacate":"d4","to":null}"#, None),
            (
                r#"{"family":"rummy","rules":"rami","seed":7,"players":["a"],"deals":2,"house_rules":"x"}"#,
                None,
            ),
            (r#"{"import":"x","deal":"FreeCell.1"}"#, None),
            (r#"{"family":"patience","deal":"FreeCell.1","vacate":"d4"}"#, Some("vacate")),
            (r#"{"family":"patience","deal":"FreeCell.1","seed":7}"#, Some("seed")),
            (r#"{"family":"patience","deal":"FreeCell.1","game":"x"}"#, Some("game")),
            (r#"{"family":"peg","board":"english","players":["a"]}"#, Some("players")),
            (r#"{"family":"rummy","rules":"rami","windows":1}"#, Some("windows")),
            (r#"{"link":"x","deal":"FreeCell.1"}"#, Some("deal")),
            (r#"{"link":"x","deals":2}"#, Some("deals")),
        ] {
            assert_eq!(stray(text), field, "{text}");
        }
    }

    #[test]
    fn seeds_of_hidden_tiles_cannot_be_tried_out() {
        let numbers: Vec<u64> = (0..16).map(|_| hidden_number()).collect();
        assert!(numbers.iter().all(|&number| number < 1 << 53), "JavaScript reads them exactly");
        assert!(numbers.iter().filter(|&&number| number > 1 << 40).count() > 8);
    }
}

//! The checks that every game must pass: random play, undo as far as the game allows, redo to the end, save and load at every
//! step, and views that show nothing hidden.

use std::sync::Arc;

use lexicon::{Automaton, Reading, WordList};
use proptest::prelude::*;
use rummy::{RuleSet, Seated, Setup, Vocabulary};
use search::{Budget, Cancel, Run, Unwatched};
use serde_json::Value;
use session::{
    Hint, MachineTurn, Patience, Peg, Rummy, Seat, Session, TaskError, Truth, View, WordLists, load,
};

/// Steps after which a game is left.
const MOST_STEPS: usize = 60;

/// A plain generator: the same seed plays the same games.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

struct SomeWords;

impl WordLists for SomeWords {
    fn words(&self, _: Option<&str>) -> Result<Arc<Vocabulary>, String> {
        let text =
            "FACILE\nEXAMEN\nCANTON\nMAISON\nROUTES\nSOLIDE\nLES\nSEL\nTON\nNET\nTES\nRIT\nTIR\nAIR\nSUR\n";
        let (list, _) = WordList::read(text.as_bytes(), &Reading::default()).unwrap();
        Ok(Arc::new(Vocabulary::new(Automaton::from_list(&list).unwrap())))
    }
}

fn patience(deal: &str) -> Box<dyn Session> {
    Box::new(Patience::deal(deal.parse().unwrap()))
}

fn peg(board: &str) -> Box<dyn Session> {
    let board = peg::named(board).unwrap();
    let hole = board.holes().nth(board.len() / 2).unwrap();
    let start = board.full().without(hole);
    Box::new(Peg::new(peg::Game::new(board, start, peg::Goal::OnePeg).unwrap()))
}

fn rummy(rules: RuleSet, names: &[&str]) -> Box<dyn Session> {
    let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
    let words = (rules == RuleSet::Letters).then(|| SomeWords.words(None).unwrap());
    let game = rummy::Game::deal(Setup::new(rules), words, Seated::from_names(&names).unwrap(), 5);
    Box::new(Rummy::new(game.unwrap()))
}

fn sessions() -> Vec<Box<dyn Session>> {
    let mut all: Vec<Box<dyn Session>> =
        RuleSet::ALL.iter().map(|&rules| rummy(rules, &["Ana", "Ben"])).collect();
    all.extend(["fc.11", "st.3", "mo.4", "bd.7", "eo.1", "ms.617", "fc0.2"].map(patience));
    all.extend(["english", "triangle15", "french"].map(peg));
    all.push(rummy(RuleSet::Rummikub, &["Ana", "ai:normal", "Cleo"]));
    all
}

fn seats(session: &dyn Session) -> usize {
    match session.view(None) {
        View::Rummy(view) => view.players.len(),
        _ => 1,
    }
}

/// All that can be seen, from every seat.
fn views(session: &dyn Session) -> Vec<View> {
    (0..seats(session)).map(|seat| Some(Seat(seat))).chain([None]).map(|seat| session.view(seat)).collect()
}

/// Saving and loading changes nothing.
fn check_save(session: &dyn Session) {
    let envelope = session.save();
    let again = load(&envelope.to_json(), &SomeWords).unwrap_or_else(|error| panic!("{error}: {envelope:?}"));
    assert_eq!(views(&*again), views(session));
    assert_eq!(
        (again.to_move(), again.ending(), again.save()),
        (session.to_move(), session.ending(), envelope)
    );
    let (history, loaded) = (session.history(), again.history());
    assert_eq!((history.len(), history), (session.save().moves.len(), loaded));
}

/// The events of a move are in the history too.
#[test]
fn the_history_has_the_events_of_every_move() {
    for mut session in sessions() {
        let mut random = Random(9);
        let mut events = Vec::new();
        while let Some(seat) = session.to_move().filter(|_| events.len() < 12) {
            let legal = session.legal(seat);
            let Some(input) = legal.get(random.below(legal.len().max(1))) else { break };
            let before = session.save().moves.len();
            let Ok(happened) = session.act(seat, input) else { break };
            if session.save().moves.len() == before + 1 {
                events.push(happened);
            } else {
                break;
            }
            assert_eq!(session.history()[..events.len()], events[..]);
        }
        assert!(!events.is_empty());
    }
}

/// Takes back as much as can be, and does it all again.
fn check_undo(session: &mut dyn Session) -> usize {
    let before = views(session);
    let mut undone = 0;
    while session.undo() {
        undone += 1;
        assert!(undone < 10_000, "undo ends");
        check_save(session);
    }
    for _ in 0..undone {
        assert!(session.redo());
    }
    assert!(!session.redo());
    assert_eq!(views(session), before);
    undone
}

/// The texts in a JSON value.
fn texts(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) => found.push(text.clone()),
        Value::Array(values) => values.iter().for_each(|value| texts(value, found)),
        Value::Object(fields) => fields.values().for_each(|value| texts(value, found)),
        _ => {}
    }
}

/// Whoever is not to move sees the own hand, what lies open, and not one tile more.
fn check_hidden(session: &dyn Session) {
    for viewer in (0..seats(session)).map(|seat| Some(Seat(seat))).chain([None]) {
        let View::Rummy(view) = session.view(viewer) else { return };
        if viewer == Some(Seat(view.turn)) {
            continue;
        }
        let mut open: Vec<String> = view.tables.iter().flatten().flatten().cloned().collect();
        open.extend(view.pile.iter().cloned());
        open.extend(view.players.iter().flat_map(|player| player.bonus.clone()));
        let own = viewer.map_or(0, |seat| view.players[seat.0].tiles);
        let mut all = Vec::new();
        texts(&serde_json::to_value(session.view(viewer)).unwrap(), &mut all);
        let names =
            view.players.iter().map(|player| 1 + usize::from(player.machine.is_some())).sum::<usize>();
        // The family, the rule set, and where it is over how.
        let others = 2 + names + usize::from(view.ending.is_some());
        assert_eq!(all.len(), open.len() + own + others, "{all:?}");
        assert!(view.draft.is_none() && view.drawn.is_empty());
    }
}

/// Plays a step at random; whatever is said to be legal is accepted.
fn step(session: &mut dyn Session, random: &mut Random) -> bool {
    let mut watch = Unwatched;
    let mut run = Run::new(Budget::default().with_nodes(20_000), &mut watch);
    if let MachineTurn::Played(events) = session.machine_turn(&mut run).unwrap() {
        assert!(!events.is_empty());
        return true;
    }
    let Some(seat) = session.to_move() else { return false };
    let mut legal = session.legal(seat);
    // Taking back has its own checks.
    legal.retain(|input| !["undo", "reset", "redo"].contains(&input.as_str()));
    let hinted = if random.below(3) == 0 { hint(session, seat) } else { Vec::new() };
    let inputs = match legal.as_slice() {
        _ if !hinted.is_empty() => hinted,
        [] => return false,
        legal => vec![legal[random.below(legal.len())].clone()],
    };
    for input in inputs {
        let acted = session.act(seat, &input);
        acted.unwrap_or_else(|why| panic!("`{input}` was said to be possible: {why}"));
    }
    true
}

fn hint(session: &dyn Session, seat: Seat) -> Vec<String> {
    let mut watch = Unwatched;
    let mut run = Run::new(Budget::default().with_nodes(20_000), &mut watch);
    match session.hint(seat).map(|task| task.run(&mut run)) {
        Ok(Ok(Hint::Enter { inputs, .. })) => inputs,
        _ => Vec::new(),
    }
}

#[test]
fn every_game_plays_takes_back_and_is_kept() {
    for (place, mut session) in sessions().into_iter().enumerate() {
        let mut random = Random(place as u64);
        let mut undone = 0;
        for _ in 0..MOST_STEPS {
            check_save(&*session);
            check_hidden(&*session);
            if !step(&mut *session, &mut random) {
                break;
            }
            if random.below(4) == 0 {
                undone += check_undo(&mut *session);
            }
        }
        check_save(&*session);
        undone += check_undo(&mut *session);
        assert!(undone > 0 || matches!(session.view(None), View::Rummy(_)), "game {place}");
    }
}

/// A game for one person is taken back to its start.
#[test]
fn open_games_are_taken_back_to_the_start() {
    for mut session in [patience("fc.11"), patience("bd.3"), peg("english")] {
        let start = views(&*session);
        let mut random = Random(3);
        for _ in 0..20 {
            step(&mut *session, &mut random);
        }
        check_undo(&mut *session);
        while session.undo() {}
        assert_eq!(views(&*session), start);
    }
}

/// Nothing that showed hidden tiles is taken back.
#[test]
fn a_drawn_tile_stays_drawn() {
    let mut session = rummy(RuleSet::Rami, &["Ana", "Ben"]);
    let before = session.view(Some(Seat(0)));
    session.act(Seat(0), "draw").unwrap();
    assert!(!session.undo());
    assert_ne!(session.view(Some(Seat(0))), before);
    let again = load(&session.save().to_json(), &SomeWords).unwrap();
    assert!(matches!(again.view(Some(Seat(0))), View::Rummy(view) if view.has_drawn));
    let mut again = again;
    assert!(again.act(Seat(0), "take").is_err(), "whoever has drawn cannot take the pile instead");
}

#[test]
fn following_hints_wins_and_the_truth_is_told() {
    for deal in ["st.1", "eo.3", "fc.11"] {
        let mut session = patience(deal);
        let mut watch = Unwatched;
        for _ in 0..400 {
            if session.ending().is_some() {
                break;
            }
            let mut run = Run::new(Budget::default(), &mut watch);
            let truth = session.truth().unwrap().run(&mut run).unwrap();
            assert!(matches!(truth, Truth::Winnable { .. }), "{deal}: {truth:?}");
            let mut run = Run::new(Budget::default(), &mut watch);
            let hint = session.hint(Seat(0)).unwrap().run(&mut run).unwrap();
            let Hint::Enter { inputs, .. } = hint else { panic!("{deal}: {hint:?}") };
            session.act(Seat(0), &inputs[0]).unwrap();
            if session.save().moves.len() > 3 {
                break;
            }
        }
    }
    let mut watch = Unwatched;
    let truth = patience("mo.1").truth().unwrap().run(&mut Run::new(Budget::default(), &mut watch));
    assert_eq!(truth, Ok(Truth::Lost));
}

#[test]
fn a_task_can_be_cancelled_from_elsewhere() {
    let session = patience("bd.1649");
    let cancel = Cancel::default();
    let task = session.truth().unwrap();
    let mut watch = cancel.clone();
    let worker = std::thread::spawn(move || task.run(&mut Run::new(Budget::default(), &mut watch)));
    cancel.cancel();
    let answer = worker.join().unwrap();
    assert!(matches!(answer, Err(TaskError::Limit(_))), "{answer:?}");
}

#[test]
fn files_that_are_not_games_are_refused_with_their_place() {
    let envelope = patience("fc.11").save().to_json();
    for (text, why) in [
        ("", "not a saved game: EOF while parsing a value at line 1 column 0"),
        ("{}", "not a saved game: missing field `tapis` at line 1 column 2"),
        (
            r#"{"tapis":1,"game":"FreeCell","seed":"one","moves":[]}"#,
            "not a saved game: `seed`: invalid type: string \"one\", expected u64 at line 1 column 41",
        ),
        (
            r#"{"tapis":1,"game":"peg","moves":[7]}"#,
            "not a saved game: `moves[0]`: invalid type: integer `7`, expected a string at line 1 column 34",
        ),
        (r#"{"tapis":2}"#, "this saved game has version 2; only version 1 is known; a newer tapis wrote it"),
    ] {
        assert_eq!(load(text, &SomeWords).err().map(|error| error.to_string()).as_deref(), Some(why));
    }
    let bad_move = envelope.replace("\"moves\": []", "\"moves\": [\"99\"]");
    assert_ne!(bad_move, envelope);
    let refused = load(&bad_move, &SomeWords).err().unwrap().to_string();
    assert!(refused.contains("move 1"), "{refused}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn no_input_and_no_file_panics(which in 0..20_usize, input in "\\PC{0,40}", cut in 0..400_usize, byte in any::<char>()) {
        let mut all = sessions();
        let count = all.len();
        let session = &mut all[which % count];
        let before = views(&**session);
        if session.act(Seat(0), &input).is_err() {
            prop_assert_eq!(views(&**session), before);
        }
        let text = session.save().to_json();
        let at = text.char_indices().map(|(at, _)| at).nth(cut).unwrap_or(text.len());
        let broken = format!("{}{byte}{}", &text[..at], &text[at..]);
        if let Ok(loaded) = load(&broken, &SomeWords) {
            check_save(&*loaded);
        }
        let _ = load(&text[..at], &SomeWords);
    }
}

//! The readers of the other crates.

use lexicon::Automaton;
use peg::{Game, Notation, Record, Setup, to_text};
use rummy::{Canasta, Mahjong, Rami, Rules, Rummikub, Save};

/// A dictionary that loads, stores and loads back equal.
pub(crate) fn dictionary(bytes: &[u8]) {
    if let Ok(automaton) = Automaton::from_bytes(bytes) {
        let stored = automaton.to_bytes();
        assert!(Automaton::from_bytes(&stored).is_ok_and(|again| again.to_bytes() == stored));
    }
}

/// A board that reads, writes and reads back equal.
pub(crate) fn peg_board(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    if let Ok(setup) = Setup::parse(text) {
        let written = to_text(&setup.board, setup.position);
        assert_eq!(Setup::parse(&written), Ok(setup));
    }
}

/// A record of a game, its fields ended by `;`, replays to one that is recorded and replayed alike, or is refused.
pub(crate) fn peg_game(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let mut fields = text.split(';').map(str::to_owned);
    let mut field = || fields.next().unwrap_or_default();
    let rules = peg::Rules { board: field(), goal: field(), notation: field() };
    let record = Record { game: Record::GAME.to_owned(), rules, start: field(), moves: fields.collect() };
    let Ok(game) = Game::replay(&record) else { return };
    assert_eq!(game.moves().len(), record.moves.len());
    let written = game.record();
    assert_eq!(Game::replay(&written).map(|again| again.record()), Ok(written));
}

/// A line of play reads or is refused, in both notations.
pub(crate) fn peg_line(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let board = peg::named("english").expect("a built-in board");
    let _ = (Notation::Standard.parse_line(&board, text), Notation::Course.parse_line(&board, text));
}

/// A message of a window is read or refused, and a refusal is short.
pub(crate) fn web_message(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    if let Err(bad) = web::Message::parse(text) {
        let why = bad.to_string();
        assert!(why.chars().count() <= 200 && !why.contains('\n'));
    }
}

/// A link leads to an envelope or to nothing.
pub(crate) fn web_link(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    if let Some(envelope) = web::read_link(text) {
        let _ = session::Envelope::from_json(&envelope);
    }
}

/// A saved game that reads, writes and reads back equal.
pub(crate) fn rummy_save(bytes: &[u8]) {
    read_save(&Rummikub::default(), bytes);
    read_save(&Rami::default(), bytes);
    read_save(&Canasta::default(), bytes);
    read_save(&Mahjong, bytes);
}

fn read_save<R: Rules>(rules: &R, bytes: &[u8]) {
    if let Ok(loaded) = Save::read(rules, bytes) {
        assert_eq!(Save::read(rules, loaded.save.write(rules).as_bytes()).as_ref(), Ok(&loaded));
    }
}

//! Links that reproduce a game with its moves.
//!
//! A numbered deal of a built-in patience is written so that people can read it, `FreeCell.123~3a_3-7`; any other game as `~`
//! and its envelope in base64.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use session::{Envelope, Session};

use crate::any_game::AnyGame;

/// Between the deal and the moves.
const AFTER_DEAL: char = '~';
/// Between two moves.
const BETWEEN: char = '_';
/// In the place of a blank.
const BLANK: char = '.';

/// The link to a game; none where it would show hidden tiles.
pub(crate) fn of(game: &AnyGame) -> Option<String> {
    let hides = matches!(game, AnyGame::Rummy(_)) && game.ending().is_none();
    (!hides).then(|| write(&game.save()))
}

fn write(envelope: &Envelope) -> String {
    match (envelope.seed, envelope.rules.is_empty() && patience::Rules::named(&envelope.game).is_some()) {
        (Some(seed), true) if envelope.moves.iter().all(|text| is_plain(text)) => {
            let moves = envelope.moves.join(&BETWEEN.to_string()).replace(' ', &BLANK.to_string());
            format!("{}.{seed}{AFTER_DEAL}{moves}", envelope.game)
        }
        _ => {
            let json = serde_json::to_vec(envelope).expect("strings and numbers can be written");
            format!("{AFTER_DEAL}{}", BASE64_URL_SAFE_NO_PAD.encode(json))
        }
    }
}

fn is_plain(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == ' ')
}

/// The text of the envelope of a link; nothing is said about whether it is a game.
pub fn read(link: &str) -> Option<String> {
    let (deal, rest) = link.split_once(AFTER_DEAL).unwrap_or((link, ""));
    if deal.is_empty() {
        return String::from_utf8(BASE64_URL_SAFE_NO_PAD.decode(rest).ok()?).ok();
    }
    let deal: patience::Deal = deal.parse().ok()?;
    let mut envelope = session::Patience::deal(deal).save();
    let moves = rest.split(BETWEEN).filter(|text| !text.is_empty());
    envelope.moves = moves.map(|text| text.replace(BLANK, " ")).collect();
    Some(envelope.to_json())
}

#[cfg(test)]
mod tests {
    use session::{NoWords, Patience, Peg, Seat};

    use super::*;

    fn round_trip(game: &AnyGame) -> String {
        let link = of(game).unwrap();
        let again = AnyGame::load(&read(&link).unwrap(), &NoWords).unwrap();
        assert_eq!(again.save(), game.save(), "{link}");
        link
    }

    #[test]
    fn a_link_reproduces_deal_and_moves() {
        let mut game = AnyGame::Patience(Patience::deal("FreeCell.123".parse().unwrap()));
        assert_eq!(round_trip(&game), "FreeCell.123~");
        for input in ["1a", "2b"] {
            game.act(Seat(0), input).unwrap();
        }
        assert_eq!(round_trip(&game), "FreeCell.123~1a_2b");
        let rules = patience::Rules::from_toml("name = \"Mine\"\ncolumns = [7,7,7,7,6,6,6,6]\ncells = 5\nbuild = \"same-suit\"\nfill = \"any\"\n").unwrap();
        let seed = rules.seed_of(9).unwrap();
        let own = AnyGame::Patience(Patience::deal(patience::Deal::numbered(rules, seed)));
        assert!(round_trip(&own).starts_with('~'));
        let board = peg::named("triangle15").unwrap();
        let start = board.full().without(board.customary_vacancy());
        let peg = peg::Game::new(board, start, peg::Goal::OnePeg).unwrap();
        round_trip(&AnyGame::Peg(Peg::new(peg)));
    }

    /// Redeals have words with blanks.
    #[test]
    fn every_move_of_every_game_survives_a_link() {
        for (name, _) in patience::Rules::names() {
            let mut game = AnyGame::Patience(Patience::deal(format!("{name}.5").parse().unwrap()));
            for step in 0..20 {
                let legal = game.legal(Seat(0));
                let Some(input) = legal.get(step * 5 % legal.len().max(1)) else { break };
                game.act(Seat(0), input).unwrap();
            }
            round_trip(&game);
        }
    }

    #[test]
    fn nonsense_is_not_a_link() {
        for link in ["", "~", "~%%%", "nonsense", "Nowhere.1~", "FreeCell.x~1a", "~____"] {
            let game = read(link).map(|text| AnyGame::load(&text, &NoWords).is_ok());
            assert_ne!(game, Some(true), "{link}");
        }
    }
}

//! Refused moves as clients get them: the reason with the rule that it comes from, and the place of the table.

use patience::{Build, Illegal, Refusal, Rules};
use session::Refused;
use session::texts::ServerText;

use crate::any_game::AnyGame;
use crate::error::ApiError;
use crate::games::Viewer;
use crate::wording::Wording;

/// A refused move, with the rule that forbids it and the place that it should have led to.
pub(crate) fn refused(session: &AnyGame, why: &Refused, input: &str, viewer: Viewer) -> ApiError {
    let language = viewer.language;
    let why = Wording::of(session, viewer).refusal(why);
    let mut error = ApiError::refused(&why, language);
    if matches!(why, Refused::Patience(_) | Refused::Peg(_)) {
        error.place = target(input);
    }
    if let (AnyGame::Patience(game), Refused::Patience(why)) = (session, &why)
        && let Some(rule) = rule_of(why, game.game().deal().rules())
    {
        let reason = error.message.trim_end_matches('.').to_owned();
        error.message = language.fill(ServerText::ByRule, &[&reason, &language.text(rule)]);
    }
    error
}

/// The rule that a refusal comes from, where the refusal does not say it.
fn rule_of(why: &Refusal, rules: &Rules) -> Option<ServerText> {
    let is_about_building = matches!(why, Refusal::Illegal(Illegal::Build { .. }) | Refusal::NotARun(_));
    is_about_building.then(|| match rules.play().build {
        Build::AlternateColours => ServerText::BuildAlternate,
        Build::SameSuit => ServerText::BuildSuit,
        Build::AnySuit => ServerText::BuildAny,
    })
}
/// The place that an input from place to place leads to: `3-7`, `3a`, `d2-d4`.
fn target(input: &str) -> Option<String> {
    let input = input.trim().split('v').next().unwrap_or_default();
    let target = match input.rsplit_once(['-', ' ']) {
        Some((_, target)) => target,
        None => {
            input.char_indices().nth(1).filter(|_| input.chars().count() == 2).map(|(at, _)| &input[at..])?
        }
    };
    let is_place = target.len() <= 3 && target.chars().all(|c| c.is_ascii_alphanumeric());
    (is_place && !target.is_empty()).then(|| target.to_owned())
}

#[cfg(test)]
mod tests {
    use session::texts::Language;
    use session::{Patience, Seat};

    use super::*;

    fn refusal(deal: &str, input: &str, language: Language) -> ApiError {
        let mut game = AnyGame::Patience(Patience::deal(deal.parse().unwrap()));
        let why = game.act(Seat(0), input).unwrap_err();
        refused(&game, &why, input, Viewer { language, seat: Seat(0) })
    }

    #[test]
    fn a_refusal_names_the_target() {
        let target = |input| target(input).unwrap_or_default();
        assert_eq!([target("3-7"), target("3a"), target("12-3v2"), target("d2-d4")], ["7", "a", "3", "d4"]);
        assert_eq!([target("nonsense and more!"), target("é"), target(""), target("漢字")], [""; 4]);
        let error = refusal("fc.123", "1-2", Language::English);
        assert_eq!((error.code, error.place.as_deref()), ("illegal_move", Some("2")));
    }

    #[test]
    fn a_refusal_says_the_rule() {
        let message = |deal, language| refusal(deal, "1-2", language).message;
        let english = message("fc.123", Language::English);
        assert!(english.ends_with(": columns are built down in alternating colours."), "{english}");
        let french = message("fc.123", Language::French);
        assert!(french.ends_with(" : on construit en descendant, en alternant les couleurs."), "{french}");
        let suit = message("Seahaven.1", Language::English);
        assert!(suit.ends_with(": columns are built down in suit."), "{suit}");
        let cell = refusal("fc.123", "1g", Language::English).message;
        assert!(!cell.contains("built"), "{cell}");
    }
}

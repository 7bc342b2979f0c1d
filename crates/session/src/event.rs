//! Events of a game, as data and in words.

use std::fmt;

use ::rummy::{RuleSet, Seat, Take};
use serde::Serialize;

use crate::card_move::CardMove;
use crate::texts::{EventText, Language, Thing, YouText};
use crate::tiles::Tiles;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// Cards were moved.
    Moved {
        /// The move.
        #[serde(flatten)]
        card_move: CardMove,
        /// The cards that went up by themselves afterwards.
        went_up: Vec<String>,
    },
    /// A peg jumped.
    Jumped {
        /// The move, in the notation of the game.
        text: String,
        /// Pegs left.
        pegs: u32,
    },
    /// Somebody drew from the stock.
    Drew {
        /// The rule set of the tiles.
        #[serde(skip)]
        rules: RuleSet,
        /// Who.
        name: String,
        /// The seat, counted from 0.
        seat: usize,
        /// How many tiles came into the hand.
        count: usize,
        /// The tiles, for whoever may see them.
        #[serde(skip_serializing_if = "Option::is_none")]
        tiles: Option<Vec<String>>,
        /// Bonus tiles that turned up and are laid out.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        bonus: Vec<String>,
    },
    /// Somebody changed the turn in the making.
    Arranged {
        /// Who.
        name: String,
    },
    /// Something was taken back.
    TookBack,
    /// Somebody finished a turn.
    Played {
        /// The rule set of the tiles.
        #[serde(skip)]
        rules: RuleSet,
        /// Who.
        name: String,
        /// The seat, counted from 0.
        seat: usize,
        /// Where the first tile of the turn came from: `stock`, `pile` or `nothing`.
        took: &'static str,
        /// The hand tiles placed.
        placed: Vec<String>,
        /// The points of the turn.
        points: i32,
        /// The tile discarded.
        #[serde(skip_serializing_if = "Option::is_none")]
        discard: Option<String>,
    },
    /// A deal was dealt.
    Dealt {
        /// Its number, counted from 1.
        deal: u32,
    },
    /// A deal ended.
    DealOver {
        /// Who is out; none if nobody could or would place any more.
        #[serde(skip_serializing_if = "Option::is_none")]
        out: Option<String>,
        /// Everybody's score.
        scores: Vec<(String, i32)>,
    },
    /// The game ended.
    GameOver {
        /// Who won; none in a game for one person that is lost.
        winners: Vec<String>,
    },
}

impl Event {
    /// The event as it is seen from a seat, or by a spectator.
    #[must_use]
    pub fn seen_by(&self, viewer: Option<Seat>) -> Self {
        let mut seen = self.clone();
        if let Self::Drew { seat, tiles, .. } = &mut seen
            && viewer != Some(Seat(*seat))
        {
            *tiles = None;
        }
        seen
    }

    /// The event in few words, as a list of moves has room for.
    #[must_use]
    pub fn short(&self, language: Language) -> String {
        match self {
            Self::Moved { card_move, went_up } if went_up.is_empty() => card_move.short(language),
            Self::Moved { card_move, went_up } => {
                let cards: Vec<String> = went_up.iter().map(|card| language.card(card)).collect();
                language.fill(EventText::WentUp, &[&card_move.short(language), &cards.join(" ")])
            }
            other => other.words(language),
        }
    }

    /// The event in words.
    #[must_use]
    pub fn words(&self, language: Language) -> String {
        self.words_for(Reader { language, you: None })
    }

    /// The event in the words for a reader.
    #[must_use]
    pub fn words_for(&self, reader: Reader<'_>) -> String {
        use EventText as T;
        let language = reader.language;
        match self {
            Self::Moved { card_move, went_up } if went_up.is_empty() => card_move.words(language),
            Self::Moved { card_move, went_up } => {
                let cards: Vec<String> = went_up.iter().map(|card| language.card(card)).collect();
                language.fill(T::WentUp, &[&card_move.words(language), &cards.join(" ")])
            }
            Self::Jumped { text, pegs: 1 } => language.fill(T::OnePegLeft, &[text]),
            Self::Jumped { text, pegs } => language.fill(T::PegsLeft, &[text, pegs]),
            Self::Drew { .. } => self.drew(reader),
            Self::Arranged { name } => reader.about(name, T::Arranges, YouText::Arrange, &[]),
            Self::TookBack => language.text(T::TakenBack).to_owned(),
            Self::Played { .. } => self.played(reader),
            Self::Dealt { deal } => language.fill(T::Deal, &[deal]),
            Self::DealOver { out, scores } => deal_over(reader, out.as_deref(), scores),
            Self::GameOver { winners } if winners.is_empty() => language.text(T::GameOver).to_owned(),
            Self::GameOver { winners } => won_by(reader, winners),
        }
    }

    fn drew(&self, reader: Reader<'_>) -> String {
        let Self::Drew { rules, name, count, tiles, bonus, .. } = self else { return String::new() };
        let language = reader.language;
        let own = Tiles::new(*rules, language);
        let draws = |what: &str| reader.about(name, EventText::Draws, YouText::Draw, &[&what]);
        let drew = match (tiles, count) {
            (Some(tiles), _) => draws(&own.names(tiles)),
            (None, 1) => reader.about(name, EventText::DrawsOne, YouText::DrawOne, &[&own.one()]),
            (None, count) => draws(&own.counted(*count)),
        };
        if bonus.is_empty() { drew } else { language.fill(EventText::LaysOut, &[&drew, &own.names(bonus)]) }
    }

    fn played(&self, reader: Reader<'_>) -> String {
        let Self::Played { rules, name, took, placed, points, discard, .. } = self else {
            return String::new();
        };
        let language = reader.language;
        let own = Tiles::new(*rules, language);
        let (they, you) = if placed.is_empty() { took_only(took) } else { took_and_placed(took) };
        let mut played = reader.about(name, they, you, &[&own.names(placed)]);
        if *points != 0 {
            played = language
                .fill(EventText::ForPoints, &[&played, &language.counted_signed(*points, Thing::Point)]);
        }
        match discard {
            Some(tile) if reader.is(name) => language.fill(YouText::Discard, &[&played, &own.name(tile)]),
            Some(tile) => language.fill(EventText::Discards, &[&played, &own.name(tile)]),
            None => played,
        }
    }
}

/// The reader of an event.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    /// The language.
    pub language: Language,
    /// The name of the player who reads, and who is addressed: "you draw".
    pub you: Option<&'a str>,
}

impl Reader<'_> {
    fn is(self, name: &str) -> bool {
        self.you == Some(name)
    }

    /// A sentence about a player; the second text is for the reader alone. The texts about others begin with the name.
    fn about(self, name: &str, they: EventText, you: YouText, rest: &[&dyn fmt::Display]) -> String {
        if self.is(name) {
            return self.language.fill(you, rest);
        }
        let gaps: Vec<&dyn fmt::Display> =
            std::iter::once(&name as &dyn fmt::Display).chain(rest.iter().copied()).collect();
        self.language.fill(they, &gaps)
    }

    /// The name of a player, or the word for the reader.
    fn name(self, name: &str) -> &str {
        if self.is(name) { self.language.text(YouText::You) } else { name }
    }
}

/// The texts of a turn without a placement.
fn took_only(took: &str) -> (EventText, YouText) {
    match took {
        "stock" => (EventText::DrawsOnly, YouText::DrawOnly),
        "pile" => (EventText::TakesOnly, YouText::TakeOnly),
        _ => (EventText::PlacesNothing, YouText::PlaceNothing),
    }
}

/// The texts of a turn with a placement.
fn took_and_placed(took: &str) -> (EventText, YouText) {
    match took {
        "stock" => (EventText::DrawsAndPlaces, YouText::DrawAndPlace),
        "pile" => (EventText::TakesAndPlaces, YouText::TakeAndPlace),
        _ => (EventText::Places, YouText::Place),
    }
}

fn won_by(reader: Reader<'_>, winners: &[String]) -> String {
    let language = reader.language;
    match winners {
        [only] if reader.is(only) => language.text(YouText::HaveWon).to_owned(),
        winners => {
            let names: Vec<&str> = winners.iter().map(|name| reader.name(name)).collect();
            language.fill(EventText::WonBy, &[&names.join(language.text(EventText::And))])
        }
    }
}

/// The word for the place where tiles come from.
pub(crate) fn took(take: Take) -> &'static str {
    match take {
        Take::Stock => "stock",
        Take::Pile => "pile",
        Take::Nothing => "nothing",
    }
}

fn deal_over(reader: Reader<'_>, out: Option<&str>, scores: &[(String, i32)]) -> String {
    let language = reader.language;
    let end = match out {
        Some(name) => reader.about(name, EventText::IsOut, YouText::AreOut, &[]),
        None => language.text(EventText::Blocked).to_owned(),
    };
    let scores: Vec<String> =
        scores.iter().map(|(name, score)| format!("{} {score}", reader.name(name))).collect();
    format!("{end}\n{}", language.fill(EventText::Scores, &[&scores.join(", ")]))
}

/// In English.
impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words(Language::English))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drew(rules: RuleSet, tiles: Option<Vec<String>>) -> Event {
        Event::Drew { rules, name: "Ana".to_owned(), seat: 0, count: 1, tiles, bonus: Vec::new() }
    }

    /// An event of Ana as Ana and Ben read it.
    fn both(event: &Event, language: Language) -> [String; 2] {
        ["Ana", "Ben"].map(|you| event.words_for(Reader { language, you: Some(you) }))
    }

    #[test]
    fn the_reader_is_addressed() {
        let (english, french) = (Language::English, Language::French);
        let hidden = drew(RuleSet::Rami, None);
        assert_eq!(both(&hidden, english), ["you draw a card", "Ana draws a card"]);
        assert_eq!(both(&hidden, french), ["vous piochez une carte", "Ana pioche une carte"]);
        let tile = drew(RuleSet::Rummikub, Some(vec!["(9 bleu)".to_owned()]));
        assert_eq!(both(&tile, english), ["you draw 9b", "Ana draws 9b"]);
        let played = Event::Played {
            rules: RuleSet::Rami,
            name: "Ana".to_owned(),
            seat: 0,
            took: "pile",
            placed: vec!["QH".to_owned()],
            points: 0,
            discard: Some("2S".to_owned()),
        };
        assert_eq!(
            both(&played, english),
            [
                "you take from the pile, place Q♥, discard 2♠",
                "Ana takes from the pile, places Q♥, discards 2♠"
            ]
        );
        assert_eq!(both(&played, french)[0], "vous prenez la défausse, posez D♥, défaussez 2♠");
        assert_eq!(played.to_string(), both(&played, english)[1]);
    }

    #[test]
    fn ends_address_the_reader() {
        let over = Event::DealOver { out: Some("Ana".to_owned()), scores: vec![("Ana".to_owned(), 30)] };
        assert_eq!(
            both(&over, Language::English),
            ["You are out.\nScores: you 30", "Ana is out.\nScores: Ana 30"]
        );
        let won =
            |names: &[&str]| Event::GameOver { winners: names.iter().map(|&name| name.to_owned()).collect() };
        assert_eq!(both(&won(&["Ana"]), Language::French), ["Vous avez gagné.", "Gagné par Ana."]);
        assert_eq!(
            both(&won(&["Ana", "Ben"]), Language::English),
            ["Won by you and Ben.", "Won by Ana and you."]
        );
    }
}

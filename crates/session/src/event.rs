//! Events of a game, as data and in words.

use std::fmt;

use ::rummy::{RuleSet, Seat, Take};
use serde::Serialize;

use crate::card_move::CardMove;
use crate::texts::{EventText, Language, Thing};
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
        use EventText as T;
        match self {
            Self::Moved { card_move, went_up } if went_up.is_empty() => card_move.words(language),
            Self::Moved { card_move, went_up } => {
                let cards: Vec<String> = went_up.iter().map(|card| language.card(card)).collect();
                language.fill(T::WentUp, &[&card_move.words(language), &cards.join(" ")])
            }
            Self::Jumped { text, pegs: 1 } => language.fill(T::OnePegLeft, &[text]),
            Self::Jumped { text, pegs } => language.fill(T::PegsLeft, &[text, pegs]),
            Self::Drew { .. } => self.drew(language),
            Self::Arranged { name } => language.fill(T::Arranges, &[name]),
            Self::TookBack => language.text(T::TakenBack).to_owned(),
            Self::Played { .. } => self.played(language),
            Self::Dealt { deal } => language.fill(T::Deal, &[deal]),
            Self::DealOver { out, scores } => deal_over(language, out.as_deref(), scores),
            Self::GameOver { winners } if winners.is_empty() => language.text(T::GameOver).to_owned(),
            Self::GameOver { winners } => language.fill(T::WonBy, &[&winners.join(language.text(T::And))]),
        }
    }

    fn drew(&self, language: Language) -> String {
        let Self::Drew { rules, name, count, tiles, bonus, .. } = self else { return String::new() };
        let own = Tiles::new(*rules, language);
        let drew = match (tiles, count) {
            (Some(tiles), _) => language.fill(EventText::Draws, &[name, &own.names(tiles)]),
            (None, 1) => language.fill(EventText::DrawsOne, &[name]),
            (None, count) => language.fill(EventText::DrawsMany, &[name, count]),
        };
        if bonus.is_empty() { drew } else { language.fill(EventText::LaysOut, &[&drew, &own.names(bonus)]) }
    }

    fn played(&self, language: Language) -> String {
        let Self::Played { rules, name, took, placed, points, discard, .. } = self else {
            return String::new();
        };
        let own = Tiles::new(*rules, language);
        let mut played = if placed.is_empty() {
            let text = match *took {
                "stock" => EventText::DrawsOnly,
                "pile" => EventText::TakesOnly,
                _ => EventText::PlacesNothing,
            };
            language.fill(text, &[name])
        } else {
            let text = match *took {
                "stock" => EventText::DrawsAndPlaces,
                "pile" => EventText::TakesAndPlaces,
                _ => EventText::Places,
            };
            language.fill(text, &[name, &own.names(placed)])
        };
        if *points != 0 {
            played = language
                .fill(EventText::ForPoints, &[&played, &language.counted_signed(*points, Thing::Point)]);
        }
        match discard {
            Some(tile) => language.fill(EventText::Discards, &[&played, &own.name(tile)]),
            None => played,
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

fn deal_over(language: Language, out: Option<&str>, scores: &[(String, i32)]) -> String {
    let end = match out {
        Some(name) => language.fill(EventText::IsOut, &[&name]),
        None => language.text(EventText::Blocked).to_owned(),
    };
    let scores: Vec<String> = scores.iter().map(|(name, score)| format!("{name} {score}")).collect();
    format!("{end}\n{}", language.fill(EventText::Scores, &[&scores.join(", ")]))
}

/// In English.
impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words(Language::English))
    }
}

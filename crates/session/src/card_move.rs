//! A move of cards, as data and in words.

use ::patience::{Acted, Action, Face, Move, Spot, Target};
use serde::Serialize;

use crate::texts::{Language, MoveText};

/// A move of a player of patience.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "move", rename_all = "snake_case")]
pub enum CardMove {
    /// Cards went from place to place.
    Carried {
        /// The cards, the top one first.
        cards: Vec<String>,
        /// From where.
        from: CardPlace,
        /// To where.
        to: CardPlace,
        /// The card that they lie on now, if there is one.
        #[serde(skip)]
        onto: Option<String>,
        /// The single moves that it stands for.
        singles: usize,
    },
    /// The columns were dealt again.
    Redealt,
    /// A card went to the top of its column.
    ToTop {
        /// The card.
        card: String,
    },
    /// A card went down in its column.
    Down {
        /// The card.
        card: String,
        /// How many cards lie under it now.
        over: u8,
    },
}

/// A place of cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CardPlace {
    /// A column by its number, counted from 1.
    Column(usize),
    /// A cell.
    Cell,
    /// A foundation.
    Foundation,
}

impl CardMove {
    pub(crate) fn of(acted: &Acted) -> Self {
        let card = |card: ::patience::Card| Face::Plain.name(card);
        let first = acted.actions.first().copied();
        match (acted.played.places, first) {
            (None, Some(Action::Top(top))) => Self::ToTop { card: card(top) },
            (None, Some(Action::Down { card: down, place })) => Self::Down { card: card(down), over: place },
            (None, _) => Self::Redealt,
            (Some((from, to)), _) => Self::Carried {
                cards: acted.played.cards.iter().rev().map(|&carried| card(carried)).collect(),
                from: place(from),
                to: place(to),
                onto: onto(acted),
                singles: acted.actions.len(),
            },
        }
    }

    /// The move in few words, the lowest card first: `9♦ 8♠ → 10♠`, `Q♣ → cell`.
    #[must_use]
    pub fn short(&self, language: Language) -> String {
        let Self::Carried { cards, to, onto, .. } = self else { return self.words(language) };
        let names: Vec<String> = cards.iter().rev().map(|card| language.card(card)).collect();
        let target = onto.as_ref().map_or_else(|| to.words(language), |card| language.card(card));
        language.fill(MoveText::To, &[&names.join(" "), &target])
    }

    /// The move in words: `8♠ 9♦ (2 cards) column 3 → column 7`.
    #[must_use]
    pub fn words(&self, language: Language) -> String {
        match self {
            Self::Carried { cards, from, to, singles, .. } => carried(language, cards, *from, *to, *singles),
            Self::Redealt => language.text(MoveText::DealAgain).to_owned(),
            Self::ToTop { card } => language.fill(MoveText::ToTop, &[&language.card(card)]),
            Self::Down { card, over: 0 } => language.fill(MoveText::ToBottom, &[&language.card(card)]),
            Self::Down { card, over: 1 } => language.fill(MoveText::OverOne, &[&language.card(card)]),
            Self::Down { card, over } => language.fill(MoveText::OverMany, &[&language.card(card), over]),
        }
    }
}

/// The card that the lowest of the carried cards lies on now.
fn onto(acted: &Acted) -> Option<String> {
    let lowest = acted.played.cards.first()?;
    acted.actions.iter().rev().find_map(|action| match action {
        Action::Move(Move { card, to: Target::Onto(on) }) if card == lowest => Some(Face::Plain.name(*on)),
        _ => None,
    })
}

fn place(spot: Spot) -> CardPlace {
    match spot {
        Spot::Column(at) => CardPlace::Column(at + 1),
        Spot::Cell(_) => CardPlace::Cell,
        Spot::Foundation(_) => CardPlace::Foundation,
    }
}

fn carried(language: Language, cards: &[String], from: CardPlace, to: CardPlace, singles: usize) -> String {
    let names: Vec<String> = cards.iter().map(|card| language.card(card)).collect();
    let mut words = names.join(" ");
    if cards.len() > 1 {
        words = language.fill(MoveText::Cards, &[&words, &cards.len()]);
    }
    if to != CardPlace::Cell {
        words = language.fill(MoveText::From, &[&words, &from.words(language)]);
    }
    words = language.fill(MoveText::To, &[&words, &to.words(language)]);
    if singles == 1 { words } else { language.fill(MoveText::SingleMoves, &[&words, &singles]) }
}

impl CardPlace {
    fn words(self, language: Language) -> String {
        match self {
            Self::Column(number) => language.fill(MoveText::Column, &[&number]),
            Self::Cell => language.text(MoveText::Cell).to_owned(),
            Self::Foundation => language.text(MoveText::Foundation).to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use ::patience::Game;

    use super::*;

    /// Each move names the card that the carried ones lie on, or the place.
    #[test]
    fn short_words_name_the_card_below() {
        let mut game = Game::new("fc.123456".parse().unwrap());
        let mut short = |input: &str| CardMove::of(&game.act(input).unwrap()).short(Language::French);
        assert_eq!(short("1a"), "R♥ → cellule");
        assert_eq!(short("7-5"), "6♠ → 7♦");
    }

    /// In English a move has the words of the game itself.
    #[test]
    fn moves_have_the_words_of_the_game() {
        for deal in ["fc.11", "st.3", "mo.4", "bd.7", "fc.123"] {
            let mut game = Game::new(deal.parse().unwrap());
            for step in 0..40 {
                let legal = game.legal();
                let Some(played) = legal.get(step * 7 % legal.len().max(1)) else { break };
                let acted = game.act(&played.text).unwrap();
                let words = CardMove::of(&acted).words(Language::English);
                assert_eq!(words, acted.words(Face::Plain).to_string(), "{deal}");
            }
        }
    }
}

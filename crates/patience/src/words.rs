//! Moves in words: `8♠ 9♦ (2 cards) column 3 → column 7`.

use std::fmt;

use crate::action::Action;
use crate::card::Card;
use crate::game::{Acted, PlayedMove, PlayerMove, Spot};
use crate::picture::Face;
use crate::wording::counted;

/// A move in words, to be printed with `{}`.
#[derive(Clone, Copy, Debug)]
pub struct Words<'m> {
    played: &'m PlayerMove,
    actions: &'m [Action],
    went_up: &'m [Card],
    face: Face,
}

impl PlayedMove {
    /// The move in words, with the cards that went up by themselves.
    pub fn words(&self, face: Face) -> Words<'_> {
        Words { played: &self.played, actions: &self.actions, went_up: &self.went_up, face }
    }
}

impl Acted {
    /// The move in words, without the cards that went up by themselves.
    pub fn words(&self, face: Face) -> Words<'_> {
        Words { played: &self.played, actions: &self.actions, went_up: &[], face }
    }
}

impl Face {
    /// The names of cards, separated by blanks.
    pub fn names<'c>(self, cards: impl IntoIterator<Item = &'c Card>) -> String {
        cards.into_iter().map(|&card| self.name(card)).collect::<Vec<_>>().join(" ")
    }

    fn arrow(self) -> &'static str {
        match self {
            Self::Colour | Self::Plain => "→",
            Self::Ascii => "->",
        }
    }
}

impl fmt::Display for Words<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.played.places, self.actions.first()) {
            (Some((from, to)), _) => self.carried(f, from, to)?,
            (None, Some(&action)) => self.extra(f, action)?,
            (None, None) => {}
        }
        if self.went_up.is_empty() { Ok(()) } else { write!(f, "; up: {}", self.face.names(self.went_up)) }
    }
}

impl Words<'_> {
    /// Cards that go from place to place. The top card of a run comes first, as it does on the way.
    fn carried(&self, f: &mut fmt::Formatter<'_>, from: Spot, to: Spot) -> fmt::Result {
        let cards = &self.played.cards;
        f.write_str(&self.face.names(cards.iter().rev()))?;
        if cards.len() > 1 {
            write!(f, " ({} cards)", cards.len())?;
        }
        if !matches!(to, Spot::Cell(_)) {
            write!(f, " {}", place(from))?;
        }
        write!(f, " {} {}", self.face.arrow(), place(to))?;
        match self.actions.len() {
            1 => Ok(()),
            singles => write!(f, ", {}", counted(singles, "single move")),
        }
    }

    fn extra(&self, f: &mut fmt::Formatter<'_>, action: Action) -> fmt::Result {
        match action {
            Action::Move(played) => write!(f, "{played}"),
            Action::Redeal => f.write_str("deal the columns again"),
            Action::Top(card) => write!(f, "{} to the top of its column", self.face.name(card)),
            Action::Down { card, place: 0 } => {
                write!(f, "{} down to the bottom of its column", self.face.name(card))
            }
            Action::Down { card, place } => {
                let over = counted(place.into(), "card");
                write!(f, "{} down to over {over} of its column", self.face.name(card))
            }
        }
    }
}

fn place(spot: Spot) -> String {
    match spot {
        Spot::Column(_) => format!("column {spot}"),
        Spot::Cell(_) => "cell".to_owned(),
        Spot::Foundation(_) => "foundation".to_owned(),
    }
}

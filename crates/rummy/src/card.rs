//! The tiles of the card variants.

use std::fmt;

use crate::multiset::Multiset;
use crate::sexp::{Node, ReadError};
use crate::tile::{Ranked, Tile, numbered_kinds};

/// A playing card, written `9H`, `10S`, `KD`, `AC`, or the joker `*`. Its number is
/// `13 * suit + rank - 1`, the ace being rank 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

const RANKS: [&str; 13] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const SUITS: [char; 4] = ['S', 'H', 'D', 'C'];

impl Card {
    /// Reads `9H`, `10S` (or `TS`), `kd`, `*`.
    pub fn from_text(text: &str) -> Option<Self> {
        let upper = text.to_ascii_uppercase();
        if upper == "*" {
            return Some(Self::JOKER);
        }
        let suit = SUITS.iter().position(|&suit| upper.ends_with(suit))?;
        let rank = match &upper[..upper.len() - 1] {
            "T" => 10,
            word => RANKS.iter().position(|&rank| rank == word)? + 1,
        };
        Some(Self::at(rank as u8, suit as u8))
    }

    /// Two decks of 52 cards with two jokers each.
    pub(crate) fn two_decks() -> Multiset<Self> {
        let mut cards = Multiset::EMPTY;
        Self::all().for_each(|card| cards.insert_many(card, if card.is_joker() { 4 } else { 2 }));
        cards
    }

    /// Is it a heart or a diamond? The joker is neither red nor black.
    pub fn is_red(self) -> bool {
        matches!(self.suit(), Some(1 | 2))
    }
}

impl Tile for Card {
    numbered_kinds!(53);

    fn read(node: &Node) -> Result<Self, ReadError> {
        node.atom()
            .and_then(Self::from_text)
            .ok_or_else(|| node.error(format!("expected a card such as 9H, 10S, KD or *, found {node}")))
    }

    /// `10♠`, and with French letters `VP`, `D♥`, `RK`, `9T`. The letter `C` means clubs, as in saved games.
    fn typed(word: &str) -> Option<Vec<Self>> {
        let upper = word.to_uppercase();
        let (at, suit) = upper.char_indices().next_back()?;
        let suit = match suit {
            'S' | 'P' | '♠' => 0,
            'H' | '♥' => 1,
            'D' | 'K' | '♦' => 2,
            'C' | 'T' | '♣' => 3,
            _ => return None,
        };
        let rank = match &upper[..at] {
            "T" => 10,
            "V" => 11,
            "D" => 12,
            "R" => 13,
            rank => RANKS.iter().position(|&known| known == rank)? as u8 + 1,
        };
        Some(vec![Self::at(rank, suit)])
    }
}

impl Ranked for Card {
    const SUITS: u8 = 4;
    /// The ace may follow the king.
    const TOP: u8 = 14;

    fn at(rank: u8, suit: u8) -> Self {
        debug_assert!((1..=14).contains(&rank) && suit < 4);
        Self(13 * suit + (rank - 1) % 13)
    }

    fn rank(self) -> Option<u8> {
        (!self.is_joker()).then_some(self.0 % 13 + 1)
    }

    fn suit(self) -> Option<u8> {
        (!self.is_joker()).then_some(self.0 / 13)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.rank(), self.suit()) {
            (Some(rank), Some(suit)) => {
                write!(f, "{}{}", RANKS[usize::from(rank) - 1], SUITS[usize::from(suit)])
            }
            _ => f.write_str("*"),
        }
    }
}

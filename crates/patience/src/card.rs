//! Cards, their ranks, suits and colours.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A suit, in the order of the card numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Suit {
    /// ♣, black
    Clubs,
    /// ♠, black
    Spades,
    /// ♥, red
    Hearts,
    /// ♦, red
    Diamonds,
}

/// The colour of a suit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    /// Clubs and spades.
    Black,
    /// Hearts and diamonds.
    Red,
}

impl Suit {
    /// The four suits in the order of the card numbers.
    pub const ALL: [Self; 4] = [Self::Clubs, Self::Spades, Self::Hearts, Self::Diamonds];

    /// The colour of the suit.
    pub const fn colour(self) -> Colour {
        match self {
            Self::Clubs | Self::Spades => Colour::Black,
            Self::Hearts | Self::Diamonds => Colour::Red,
        }
    }

    /// The letter of the suit: `C S H D`.
    pub const fn letter(self) -> char {
        ['C', 'S', 'H', 'D'][self as usize]
    }

    /// The sign of the suit: `♣ ♠ ♥ ♦`.
    pub const fn sign(self) -> char {
        ['♣', '♠', '♥', '♦'][self as usize]
    }

    /// The suit of a letter, in either case.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter.to_ascii_uppercase() {
            'C' => Some(Self::Clubs),
            'S' => Some(Self::Spades),
            'H' => Some(Self::Hearts),
            'D' => Some(Self::Diamonds),
            _ => None,
        }
    }
}

/// A rank from 1 (ace) to 13 (king).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rank(u8);

impl Rank {
    /// The lowest rank.
    pub const ACE: Self = Self(1);
    /// The rank above the ace.
    pub(crate) const TWO: Self = Self(2);
    /// The highest rank.
    pub const KING: Self = Self(13);

    /// The rank of this number, if it is one of 1 to 13.
    pub const fn new(number: u8) -> Option<Self> {
        if matches!(number, 1..=13) { Some(Self(number)) } else { None }
    }

    /// The number of the rank, 1 to 13.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The letter of the rank: `A 2 … 9 T J Q K`.
    pub const fn letter(self) -> char {
        b"A23456789TJQK"[self.0 as usize - 1] as char
    }
}

/// One of the 52 cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Card(u8);

impl Card {
    /// How many cards there are.
    pub const COUNT: usize = 52;

    /// The card of this rank and suit.
    pub const fn new(rank: Rank, suit: Suit) -> Self {
        Self(4 * (rank.0 - 1) + suit as u8)
    }

    /// The card with this number, if it is one of 0 to 51.
    pub const fn from_number(number: u8) -> Option<Self> {
        if (number as usize) < Self::COUNT { Some(Self(number)) } else { None }
    }

    /// All cards by number.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..Self::COUNT as u8).map(Self)
    }

    /// The number of the card in every file: `4 * (rank - 1) + suit`.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The rank of the card.
    pub const fn rank(self) -> Rank {
        Rank(self.0 / 4 + 1)
    }

    /// The suit of the card.
    pub const fn suit(self) -> Suit {
        match self.0 % 4 {
            0 => Suit::Clubs,
            1 => Suit::Spades,
            2 => Suit::Hearts,
            _ => Suit::Diamonds,
        }
    }

    /// The colour of the card's suit.
    pub const fn colour(self) -> Colour {
        self.suit().colour()
    }

    /// The two letters of the card, as in `TS`.
    pub fn ascii(self) -> impl fmt::Display {
        Ascii(self)
    }
}

/// For people: `10♠`.
impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rank = self.rank();
        let sign = self.suit().sign();
        match rank.number() {
            10 => f.pad(&format!("10{sign}")),
            _ => f.pad(&format!("{}{sign}", rank.letter())),
        }
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.ascii(), f)
    }
}

struct Ascii(Card);

impl fmt::Display for Ascii {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}{}", self.0.rank().letter(), self.0.suit().letter()))
    }
}

/// A text that does not name a card.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a card; cards are written like AS, 10H or TD")]
pub struct NoCard(String);

/// Reads `TS`, `10s`, `10♠`.
impl FromStr for Card {
    type Err = NoCard;

    fn from_str(text: &str) -> Result<Self, NoCard> {
        let no_card = || NoCard(text.chars().take(12).collect());
        let suit_letter = text.chars().next_back().ok_or_else(no_card)?;
        let suit = Suit::from_letter(suit_letter)
            .or_else(|| Suit::ALL.into_iter().find(|suit| suit.sign() == suit_letter))
            .ok_or_else(no_card)?;
        let rank = match &text[..text.len() - suit_letter.len_utf8()] {
            "10" => Some(10),
            rank if rank.len() == 1 => {
                "A23456789TJQK".find(rank.to_ascii_uppercase().as_str()).map(|place| place as u8 + 1)
            }
            _ => None,
        };
        rank.and_then(Rank::new).map(|rank| Self::new(rank, suit)).ok_or_else(no_card)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_follow_rank_then_suit() {
        let card = Card::from_number(37).unwrap();
        assert_eq!((card.rank().number(), card.suit()), (10, Suit::Spades));
        assert_eq!((card.to_string(), card.ascii().to_string()), ("10♠".to_owned(), "TS".to_owned()));
        assert_eq!(Card::from_number(52), None);
    }

    #[test]
    fn every_spelling_reads_back() {
        for card in Card::all() {
            assert_eq!(card.to_string().parse(), Ok(card));
            assert_eq!(card.ascii().to_string().parse(), Ok(card));
            assert_eq!(card.ascii().to_string().to_lowercase().parse(), Ok(card));
            assert_eq!(Card::new(card.rank(), card.suit()), card);
        }
    }

    #[test]
    fn other_texts_are_not_cards() {
        for text in ["", "S", "1S", "11S", "AX", "é", "♠", "TTS", "10", "  AS"] {
            assert!(text.parse::<Card>().is_err(), "{text}");
        }
    }
}

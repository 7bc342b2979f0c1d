//! The rules of play as bit masks over the 52 cards.

use std::array;

use crate::card::{Card, Rank, Suit};
use crate::rules::{Build, Fill, Foundations, Play};
use crate::table::Table;

/// A set of cards: bit `n` stands for the card with number `n`.
pub(crate) type Cards = u64;

/// All cards.
pub(crate) const ALL: Cards = (1 << Card::COUNT) - 1;

/// The set of one card.
#[inline]
pub(crate) const fn bit(card: u8) -> Cards {
    1 << card
}

/// Which of the cards that can go up go up by themselves: all, where the rules force it; otherwise those
/// that lose nothing by it, whatever may come back.
///
/// Let f be the heights of the foundations. The card c of rank r, next on its foundation, is **safe**
/// - building in suit: always;
/// - building by alternate colours: if r ≤ f + 2 for both suits of the other colour, and r ≤ f + 3 for the
///   other suit of its own colour;
/// - building regardless of suit: if r ≤ f + 2 for all suits.
///
/// **Claim**: a position that can be won can still be won after a safe card went up. *Proof.* Take a winning
/// line, and follow it in a position in which a set U of cards is up that the line may have elsewhere: at
/// first c and all cards that are up and safe. We never bring a card of U back. Whenever the line takes a card
/// of U anywhere, do nothing. Whenever it puts a card x onto a card y of U, put x up instead and take it into
/// U. That can be done: if y of rank s is safe, x has rank s − 1, and its suit has height s − 2 or more, so x
/// is next or up. And x is safe: building by alternate colours, its other colour is that of y, whose suit has
/// height s or more and whose other suit has s − 3 or more, and the suits of x's colour have s − 2 or more;
/// the other two rules are alike. By the same count the cards up to all these heights are safe, hence in U, so
/// the heights never sink; and what is beneath a safe card in its suit is safe, so U is closed downwards.
/// All else we do as the line does. Our columns are its columns without the cards of U, which lie on top, as
/// whatever is put on them joins them; our cells hold no more than its cells. A card that is not in U goes up
/// as in the line, since what is beneath it in its suit is up in both, and comes back as in the line, since
/// nothing above it in its suit is in U. In the end all cards are up. Where cards stay up the line brings none
/// back, and neither do we. ∎
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AutoPlay {
    /// Every one.
    Every,
    /// Those that are safe building by alternate colours.
    SafeByColour,
    /// Those that are safe building regardless of suit.
    SafeByRank,
}

impl AutoPlay {
    fn of(play: Play) -> Self {
        match (play.foundations, play.build) {
            (Foundations::Forced, _) | (_, Build::SameSuit) => Self::Every,
            (_, Build::AlternateColours) => Self::SafeByColour,
            (_, Build::AnySuit) => Self::SafeByRank,
        }
    }

    /// The cards that go up by themselves when they are next, with this set of cards up.
    #[inline]
    pub(crate) fn safe(self, up: Cards) -> Cards {
        let height = |suit: u32| (up & CLUBS << suit).count_ones();
        let up_to = |suit: u32, rank: u32| CLUBS << suit & ((1 << (4 * rank.min(13))) - 1);
        match self {
            Self::Every => ALL,
            Self::SafeByColour => (0..4)
                .map(|suit| {
                    // Clubs and spades, hearts and diamonds: the other suit of a colour differs in the last bit.
                    let opposite = height(suit ^ 2).min(height(suit ^ 3)) + 2;
                    up_to(suit, opposite.min(height(suit ^ 1) + 3))
                })
                .sum(),
            Self::SafeByRank => {
                let lowest = (0..4).map(height).min().unwrap_or(0);
                (0..4).map(|suit| up_to(suit, lowest + 2)).sum()
            }
        }
    }
}

/// All clubs; the other suits are the next bits.
pub(crate) const CLUBS: Cards = 0x1_1111_1111_1111;

/// The rules as the searches use them.
#[derive(Clone, Debug)]
pub(crate) struct RuleMasks {
    /// For each card, those it may be put on.
    pub(crate) hosts: [Cards; Card::COUNT],
    /// For each card, those that may be put on it.
    pub(crate) guests: [Cards; Card::COUNT],
    /// The cards that an empty column takes.
    pub(crate) fillers: Cards,
    /// How many columns there are.
    pub(crate) columns: u32,
    /// How many cells there are.
    pub(crate) cells: u32,
    /// Which cards go up by themselves.
    pub(crate) auto_play: AutoPlay,
    /// Is putting up a move of its own?
    pub(crate) choice: bool,
    /// May cards come back from the foundations?
    pub(crate) returns: bool,
    /// Does an empty column take any card?
    pub(crate) spaces_are_free: bool,
}

impl RuleMasks {
    /// Does each card go onto one card at the most?
    pub(crate) fn builds_in_suit(&self) -> bool {
        self.hosts[0].is_power_of_two()
    }

    /// The masks of this table.
    pub(crate) fn of(table: &Table) -> Self {
        let play = table.rules();
        let partners = Suit::ALL.map(|suit| partners(play, suit));
        Self {
            // Card numbers run through the suits rank by rank: four further is the next rank.
            hosts: array::from_fn(|card| partners[card % 4] << (card / 4 * 4) << 4 & ALL),
            guests: array::from_fn(|card| partners[card % 4] << (card / 4 * 4) >> 4),
            fillers: set(|card| play.may_fill(card)),
            columns: table.columns().len() as u32,
            cells: play.cells.into(),
            auto_play: AutoPlay::of(play),
            choice: play.foundations != Foundations::Forced,
            returns: play.foundations == Foundations::Free,
            spaces_are_free: play.fill == Fill::AnyCard,
        }
    }
}

/// The suits that this suit builds on, and that build on it, as the aces of these suits. Building asks for the next
/// rank, whichever it is: an ace and the twos stand for all.
fn partners(play: Play, suit: Suit) -> Cards {
    let ace = Card::new(Rank::ACE, suit);
    let two = |suit| Card::new(Rank::TWO, suit);
    let partners = Suit::ALL.into_iter().filter(|&other| play.may_build(ace, two(other)));
    partners.map(|other| bit(other as u8)).sum()
}

fn set(holds: impl Fn(Card) -> bool) -> Cards {
    Card::all().filter(|&card| holds(card)).map(|card| bit(card.number())).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;

    #[test]
    fn the_masks_are_those_of_the_rules() {
        for game in ["fc", "st", "bd"] {
            let rules = Rules::named(game).unwrap();
            let table = rules.deal(rules.seed("1").unwrap());
            let (play, masks) = (table.rules(), RuleMasks::of(&table));
            for card in Card::all() {
                let at = usize::from(card.number());
                assert_eq!(masks.hosts[at], set(|on| play.may_build(card, on)), "{game} {card}");
                assert_eq!(masks.guests[at], set(|on| play.may_build(on, card)), "{game} {card}");
            }
        }
    }
}

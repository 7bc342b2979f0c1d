//! The rules of play as bit masks over the 52 cards.

use crate::card::Card;
use crate::rules::{Fill, Foundations, Play};
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

/// What the search needs to know of the rules.
#[derive(Clone, Debug)]
pub(crate) struct Laws {
    /// For each card, those it may be put on.
    pub(crate) hosts: [Cards; Card::COUNT],
    /// The cards that an empty column takes.
    pub(crate) fillers: Cards,
    /// How many columns there are.
    pub(crate) columns: u32,
    /// How many cells there are.
    pub(crate) cells: u32,
    /// Does every card that can go up go up at once?
    pub(crate) forced: bool,
    /// Does an empty column take any card?
    pub(crate) spaces_are_free: bool,
}

impl Laws {
    /// The laws of this table.
    pub(crate) fn of(table: &Table) -> Self {
        let play = table.rules();
        Self {
            hosts: hosts(play),
            fillers: set(|card| play.may_fill(card)),
            columns: table.columns().len() as u32,
            cells: play.cells.into(),
            forced: play.foundations == Foundations::Forced,
            spaces_are_free: play.fill == Fill::AnyCard,
        }
    }
}

fn hosts(play: Play) -> [Cards; Card::COUNT] {
    let mut hosts = [0; Card::COUNT];
    for card in Card::all() {
        hosts[usize::from(card.number())] = set(|on| play.may_build(card, on));
    }
    hosts
}

fn set(holds: impl Fn(Card) -> bool) -> Cards {
    Card::all().filter(|&card| holds(card)).map(|card| bit(card.number())).sum()
}

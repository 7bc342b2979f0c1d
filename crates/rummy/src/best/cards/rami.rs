//! The placements of rami.

use super::{Melding, Preference};
use crate::card::Card;
use crate::meld::Meld;
use crate::multiset::Multiset;
use crate::position::Position;
use crate::rules::rami::Rami;
use crate::tile::{Ranked, Tile};

/// The value of keeping a card next to its neighbour.
const NEIGHBOUR: i32 = 12;
/// The value of keeping a card that the next player could lay on the table.
const GIFT: i32 = 6;

/// A combination of the table, read as a run or as a group.
enum Reading {
    Run { first: u8, suit: u8 },
    Group { rank: u8 },
}

impl Melding for Rami {
    fn new_melds(&self, hand: &Multiset<Card>, _: &Preference<Card>) -> Vec<Meld<Card>> {
        let mut melds = Vec::new();
        let may_miss = usize::from(hand.contains(Card::JOKER));
        for suit in 0..Card::SUITS {
            for first in 1..=Card::TOP - 2 {
                push_runs(first, suit, hand, may_miss, &mut melds);
            }
        }
        for rank in 1..=13 {
            push_groups(rank, hand, may_miss, &mut melds);
        }
        melds.sort_unstable();
        melds.dedup();
        melds
    }

    fn enlarged(&self, meld: &Meld<Card>, hand: &Multiset<Card>, _: &Preference<Card>) -> Vec<Meld<Card>> {
        let mut ways = Vec::new();
        if !hand.contains(Card::JOKER) && !wanted(meld).any(|card| hand.contains(card)) {
            return ways;
        }
        for old in swapped(meld, hand) {
            let left = hand.difference(&old.tiles().difference(&meld.tiles()));
            let left = left.union(&meld.tiles().difference(&old.tiles()));
            match read(meld) {
                Reading::Run { first, suit } => lengthen(&old, first, suit, &left, &mut ways),
                Reading::Group { rank } => complete(&old, rank, &left, &mut ways),
            }
        }
        ways.retain(|way| way != meld);
        ways.sort_unstable();
        ways.dedup();
        ways
    }

    fn cost(&self, card: Card) -> i32 {
        self.left(&[card]) as i32
    }

    fn large_lead(&self) -> i32 {
        50
    }

    fn may_lay(&self, _meld: &[Card], left: usize, _table: &[Meld<Card>]) -> bool {
        left > 0
    }

    fn affinity(&self, card: Card, hand: &Multiset<Card>) -> i32 {
        let (Some(rank), Some(suit)) = (card.rank(), card.suit()) else { return 0 };
        let neighbours = |distance: u8| {
            let below = rank.checked_sub(distance).filter(|&rank| rank > 0);
            let above = Some(rank + distance).filter(|&rank| rank <= Card::TOP);
            let held = |rank: Option<u8>| rank.is_some_and(|rank| hand.contains(Card::at(rank, suit)));
            i32::from(held(below)) + i32::from(held(above))
        };
        let alike = (0..Card::SUITS).filter(|&other| other != suit && hand.contains(Card::at(rank, other)));
        2 * neighbours(1) + neighbours(2) + 2 * alike.count() as i32
    }

    /// Neighbours make a card worth keeping. Among cards without neighbours the dearest is discarded, but kept before the
    /// first placement.
    fn keep_value(
        &self,
        card: Card,
        left: &Multiset<Card>,
        position: &Position<Card>,
        table: &[Meld<Card>],
    ) -> i32 {
        if card.is_joker() {
            return i32::MAX;
        }
        let is_gift = table.iter().any(|meld| wanted(meld).any(|wanted| wanted == card));
        // Before the first placement high cards are needed, and every hand costs the same.
        let has_placed = position.mover().placed || table.len() > position.table().len();
        let saved = if has_placed { self.cost(card) } else { -self.cost(card) / 2 };
        NEIGHBOUR * self.affinity(card, left) / 2 + GIFT * i32::from(is_gift) - saved
    }
}

/// Adds the runs from this card on that `hand` has, if `may_miss` cards may be missing.
fn push_runs(first: u8, suit: u8, hand: &Multiset<Card>, may_miss: usize, melds: &mut Vec<Meld<Card>>) {
    let mut missing = 0;
    for end in first + 1..=Card::TOP + 1 {
        // A run from ace to ace needs two of them.
        let wanted = if first == 1 && end > Card::TOP { 2 } else { 1 };
        missing += usize::from(hand.count(Card::at(end - 1, suit)) < wanted);
        if missing > may_miss {
            break;
        }
        if end >= first + 3 {
            let cards: Vec<Card> = (first..end).map(|rank| Card::at(rank, suit)).collect();
            push_with_joker(&cards, hand, true, melds);
        }
    }
}

/// Adds the groups of this rank that `hand` has, if `may_miss` cards may be missing.
fn push_groups(rank: u8, hand: &Multiset<Card>, may_miss: usize, melds: &mut Vec<Meld<Card>>) {
    let held = (0..Card::SUITS).filter(|&suit| hand.contains(Card::at(rank, suit))).count();
    if held + may_miss < 3 {
        return;
    }
    for mask in 0_u8..1 << Card::SUITS {
        if mask.count_ones() >= 3 {
            let suits = (0..Card::SUITS).filter(|suit| mask >> suit & 1 == 1);
            let cards: Vec<Card> = suits.map(|suit| Card::at(rank, suit)).collect();
            push_with_joker(&cards, hand, true, melds);
        }
    }
}

/// Adds the combination of these cards, and those with a joker in the place of one card, if `hand` has them. False if
/// more than one card is missing, so that no longer one can be made either.
fn push_with_joker(cards: &[Card], hand: &Multiset<Card>, joker: bool, melds: &mut Vec<Meld<Card>>) -> bool {
    let wanted: Multiset<Card> = cards.iter().collect();
    let missing = wanted.difference(hand);
    if missing.is_empty() {
        melds.push(cards.to_vec().into());
    }
    if joker && hand.contains(Card::JOKER) && missing.len() <= 1 {
        for at in 0..cards.len() {
            if missing.is_empty() || missing.contains(cards[at]) {
                let mut with = cards.to_vec();
                with[at] = Card::JOKER;
                melds.push(with.into());
            }
        }
    }
    missing.len() <= 1
}

/// Reads a valid combination: cards of one suit are a run.
fn read(meld: &[Card]) -> Reading {
    let natural: Vec<(usize, Card)> =
        meld.iter().copied().enumerate().filter(|(_, card)| !card.is_joker()).collect();
    let of = |at: usize| natural.get(at).and_then(|(_, card)| Some((card.rank()?, card.suit()?)));
    let (Some((rank, suit)), Some((_, other))) = (of(0), of(1)) else { return Reading::Group { rank: 1 } };
    if suit != other {
        return Reading::Group { rank };
    }
    // An ace may be low or high, so the first card that is not an ace says where the run begins.
    let anchor = natural.iter().find_map(|&(at, card)| Some((at, card.rank().filter(|&rank| rank > 1)?)));
    let (at, rank) = anchor.unwrap_or((0, 1));
    Reading::Run { first: rank.saturating_sub(at as u8).max(1), suit }
}

/// The single cards that fit a combination: those that lengthen or complete it, and those that its joker stands for.
fn wanted(meld: &[Card]) -> impl Iterator<Item = Card> {
    let joker = meld.iter().position(|card| card.is_joker());
    let (ranks, suits, is_run) = match read(meld) {
        Reading::Run { first, suit } => {
            let swapped = joker.map(|at| first + at as u8);
            let end = Some(first + meld.len() as u8).filter(|&end| end <= Card::TOP);
            ([first.checked_sub(1).filter(|&rank| rank > 0), swapped, end], suit..suit + 1, true)
        }
        Reading::Group { rank } => ([None, None, Some(rank)], 0..Card::SUITS, false),
    };
    let cards = ranks.into_iter().flatten();
    let cards = cards.flat_map(move |rank| suits.clone().map(move |suit| Card::at(rank, suit)));
    cards.filter(move |card| is_run || !meld.contains(card))
}

/// The combination as it is, and with its joker swapped for a card of the hand.
fn swapped(meld: &Meld<Card>, hand: &Multiset<Card>) -> Vec<Meld<Card>> {
    let mut ways = vec![meld.clone()];
    let Some(at) = meld.iter().position(|card| card.is_joker()) else { return ways };
    let fitting: Vec<Card> = match read(meld) {
        Reading::Run { first, suit } => vec![Card::at(first + at as u8, suit)],
        Reading::Group { rank } => (0..Card::SUITS).map(|suit| Card::at(rank, suit)).collect(),
    };
    for card in fitting.into_iter().filter(|card| hand.contains(*card) && !meld.contains(card)) {
        let mut cards = meld.to_vec();
        cards[at] = card;
        ways.push(cards.into());
    }
    ways
}

/// A run made longer at both ends.
fn lengthen(old: &Meld<Card>, first: u8, suit: u8, hand: &Multiset<Card>, ways: &mut Vec<Meld<Card>>) {
    let end = first + old.len() as u8;
    let may_joker = !old.has_joker();
    for low in (1..=first).rev() {
        let before: Vec<Card> = (low..first).map(|rank| Card::at(rank, suit)).collect();
        for high in end..=Card::TOP + 1 {
            let added: Vec<Card> =
                before.iter().copied().chain((end..high).map(|rank| Card::at(rank, suit))).collect();
            let mut fillings = Vec::new();
            let goes_on = push_with_joker(&added, hand, may_joker, &mut fillings);
            for filling in fillings {
                let (head, tail) = filling.split_at(before.len());
                ways.push(head.iter().chain(old.iter()).chain(tail).copied().collect());
            }
            if !goes_on {
                break;
            }
        }
    }
}

/// A group with more of its suits.
fn complete(old: &Meld<Card>, rank: u8, hand: &Multiset<Card>, ways: &mut Vec<Meld<Card>>) {
    let room = usize::from(Card::SUITS).saturating_sub(old.len());
    let missing: Vec<Card> =
        (0..Card::SUITS).map(|suit| Card::at(rank, suit)).filter(|card| !old.contains(card)).collect();
    for mask in 0_u8..1 << missing.len() {
        if mask.count_ones() as usize <= room {
            let added: Vec<Card> =
                (0..missing.len()).filter(|at| mask >> at & 1 == 1).map(|at| missing[at]).collect();
            let mut fillings = Vec::new();
            push_with_joker(&added, hand, !old.has_joker(), &mut fillings);
            ways.extend(fillings.iter().map(|filling| old.iter().chain(filling.iter()).copied().collect()));
        }
    }
}

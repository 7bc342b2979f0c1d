//! The placements of canasta.

use super::{Melding, Preference};
use crate::card::Card;
use crate::meld::Meld;
use crate::multiset::Multiset;
use crate::position::Position;
use crate::rules::canasta::Canasta;
use crate::tile::{Ranked, Tile};

/// The most wild cards of a combination, and the fewest cards of a canasta. The judge has its own figures.
const MOST_WILD: usize = 3;
const CANASTA: usize = 7;
/// Cards of a rank that may be kept back: one to discard and one to keep. More would only shorten the combination.
const KEPT_BACK: usize = 2;

impl Melding for Canasta {
    fn new_melds(&self, hand: &Multiset<Card>, preferred: &Preference<Card>) -> Vec<Meld<Card>> {
        let mut melds = Vec::new();
        let ways = wilds(hand, preferred, MOST_WILD);
        for rank in 1..=13 {
            let cards = naturals(rank, hand, preferred);
            // The first way is to use no wild card.
            let (least, ways) = if rank == 3 { (3, &ways[..1]) } else { (2, &ways[..]) };
            for count in least.max(cards.len().saturating_sub(KEPT_BACK))..=cards.len() {
                for wild in ways.iter().filter(|wild| count + wild.len() >= 3) {
                    melds.push(cards[..count].iter().chain(wild).copied().collect());
                }
            }
        }
        melds
    }

    fn enlarged(
        &self,
        meld: &Meld<Card>,
        hand: &Multiset<Card>,
        preferred: &Preference<Card>,
    ) -> Vec<Meld<Card>> {
        let Some(rank) = Self::rank_of(meld) else { return Vec::new() };
        let cards = naturals(rank, hand, preferred);
        let has = meld.iter().filter(|&&card| Self::is_wild(card)).count();
        let most_wild = if rank == 3 { 0 } else { MOST_WILD.saturating_sub(has) };
        let mut ways = Vec::new();
        let counts = cards.len().saturating_sub(KEPT_BACK)..=cards.len();
        let wilds = wilds(hand, preferred, most_wild);
        for count in counts.chain((cards.len() > KEPT_BACK).then_some(0)).rev() {
            for wild in wilds.iter().filter(|wild| count + wild.len() > 0) {
                ways.push(meld.iter().chain(&cards[..count]).chain(wild).copied().collect());
            }
        }
        ways
    }

    fn meld_points(&self, meld: &[Card]) -> i32 {
        let bonus = match meld.len() >= CANASTA {
            true if meld.iter().any(|&card| Self::is_wild(card)) => 300,
            true => 500,
            false => 0,
        };
        bonus + meld.iter().map(|&card| Self::points_of(card)).sum::<i32>()
    }

    fn cost(&self, card: Card) -> i32 {
        Self::points_of(card)
    }

    fn is_precious(&self, card: Card) -> bool {
        Self::is_wild(card)
    }

    /// Twice as much where nothing was placed before.
    fn out_bonus(&self, position: &Position<Card>) -> i32 {
        let bonus = i32::from(self.house.going_out);
        if position.mover().placed { bonus } else { 2 * bonus }
    }

    /// A side has one combination of a rank.
    fn clashes(&self, meld: &Meld<Card>, table: &[Meld<Card>]) -> bool {
        table.iter().any(|other| Self::rank_of(other) == Self::rank_of(meld))
    }

    /// The points of the cards on the table, and a canasta for every rank that could become one.
    fn upper_bound(&self, hand: &Multiset<Card>, table: &[Meld<Card>]) -> i32 {
        let wild = hand.iter().filter(|&card| Self::is_wild(card)).count().min(MOST_WILD);
        let could_be = |rank: u8| {
            let lying = table.iter().filter(|meld| Self::rank_of(meld) == Some(rank)).map(|meld| meld.len());
            let lying: usize = lying.sum();
            lying < CANASTA && lying + count_naturals(rank, hand) + wild >= CANASTA
        };
        let canastas = (1..=13).filter(|&rank| could_be(rank)).count() as i32;
        500 * canastas + hand.iter().map(Self::points_of).sum::<i32>()
    }

    fn large_lead(&self) -> i32 {
        500
    }

    fn may_lay(&self, meld: &[Card], left: usize, table: &[Meld<Card>]) -> bool {
        let may_go_out = meld.len() >= CANASTA || table.iter().any(|meld| meld.len() >= CANASTA);
        may_go_out && left <= 1 || left > 1 && Self::rank_of(meld) != Some(3)
    }

    fn affinity(&self, card: Card, hand: &Multiset<Card>) -> i32 {
        let Some(rank) = card.rank().filter(|_| !Self::is_wild(card)) else { return 0 };
        2 * count_naturals(rank, hand) as i32
    }

    /// Wild cards are kept, and so are cards of which there are several. Cards that the others collect are not given to
    /// them. A black three blocks the pile.
    fn keep_value(
        &self,
        card: Card,
        left: &Multiset<Card>,
        position: &Position<Card>,
        _table: &[Meld<Card>],
    ) -> i32 {
        let Some(rank) = card.rank().filter(|_| !Self::is_wild(card)) else {
            return 1000 + Self::points_of(card);
        };
        if rank == 3 {
            return -100;
        }
        let mine = position.table_of(position.turn);
        let collects =
            |side: usize| position.tables[side].iter().any(|meld| Self::rank_of(meld) == Some(rank));
        let is_gift = (0..position.tables.len()).any(|side| side != mine && collects(side));
        let own = count_naturals(rank, left) as i32;
        let kept = if collects(mine) { 200 } else { 0 };
        kept + 60 * (own - 1) + if is_gift { 150 } else { 0 } + Self::points_of(card)
    }
}

/// The natural cards of a rank in the order in which they are placed. All count the same, so a combination that leaves
/// some back may leave the last ones: never the one that has to be placed, and those of the pile, which do not count for
/// a first placement and do not release a frozen pile, before those of the hand.
fn naturals(rank: u8, hand: &Multiset<Card>, preferred: &Preference<Card>) -> Vec<Card> {
    in_order(natural_kinds(rank), hand, preferred)
}

/// The cards of these kinds in a hand: the one that has to be placed, the own ones, then those of the pile.
fn in_order(
    kinds: impl Iterator<Item = Card>,
    hand: &Multiset<Card>,
    preferred: &Preference<Card>,
) -> Vec<Card> {
    let mut cards = Vec::new();
    for card in kinds {
        let own = preferred.own.count(card);
        cards.extend((0..hand.count(card)).map(|copy| {
            let is_required = copy == 0 && preferred.required == Some(card);
            (!is_required, copy >= own, card)
        }));
    }
    cards.sort_by_key(|&(is_optional, is_foreign, _)| (is_optional, is_foreign));
    cards.into_iter().map(|(_, _, card)| card).collect()
}

fn count_naturals(rank: u8, hand: &Multiset<Card>) -> usize {
    natural_kinds(rank).map(|card| hand.count(card)).sum()
}

/// The natural cards of a rank that can be in a combination: no twos, which are wild, and no red threes.
fn natural_kinds(rank: u8) -> impl Iterator<Item = Card> {
    let suits = if rank == 2 { 0..0 } else { 0..Card::SUITS };
    suits.map(move |suit| Card::at(rank, suit)).filter(move |card| rank != 3 || !card.is_red())
}

/// Every choice of up to `most` wild cards, twos being as good as each other but for where they come from.
fn wilds(hand: &Multiset<Card>, preferred: &Preference<Card>, most: usize) -> Vec<Vec<Card>> {
    let twos = in_order((0..Card::SUITS).map(|suit| Card::at(2, suit)), hand, preferred);
    let jokers = hand.count(Card::JOKER);
    let mut ways = Vec::new();
    for joker in 0..=jokers.min(most) {
        for two in 0..=twos.len().min(most - joker) {
            let mut way = vec![Card::JOKER; joker];
            way.extend(&twos[..two]);
            ways.push(way);
        }
    }
    ways
}

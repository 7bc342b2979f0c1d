//! Classic canasta, as described in docs/rummy/canasta.md.

use std::ops::RangeInclusive;

use super::{Change, FirstPlacement, Out, PileTake, Rules, TableRule, TurnRules, TurnShape, Winner};
use crate::card::Card;
use crate::house_rules::CanastaHouse;
use crate::meld::Meld;
use crate::multiset::Multiset;
use crate::position::Position;
use crate::refusal::{Flaw, Opening, OutBar, PileBar, Refusal, Together};
use crate::tile::{Ranked, Tile};
use crate::turn::Take;

/// A combination of this many cards is a canasta.
const CANASTA: usize = 7;

/// Canasta.
#[derive(Clone, Copy, Debug, Default)]
pub struct Canasta {
    /// The house rules.
    pub house: CanastaHouse,
}

impl Canasta {
    /// Is it a joker or a two?
    pub fn is_wild(card: Card) -> bool {
        card.is_joker() || card.rank() == Some(2)
    }

    /// The points of a card.
    pub fn points_of(card: Card) -> i32 {
        match card.rank() {
            None => 50,
            Some(1 | 2) => 20,
            Some(8..) => 10,
            Some(3) if card.is_red() => 100,
            Some(_) => 5,
        }
    }

    /// The least value of the first placement of a side with this score.
    pub fn opening(score: i32) -> i32 {
        match score {
            ..0 => 15,
            0..1500 => 50,
            1500..3000 => 90,
            3000.. => 120,
        }
    }

    /// The rank of a combination.
    pub fn rank_of(meld: &[Card]) -> Option<u8> {
        meld.iter().copied().find(|&card| !Self::is_wild(card)).and_then(Card::rank)
    }
}

fn is_black_three(card: Card) -> bool {
    card.rank() == Some(3) && !card.is_red()
}

fn is_red_three(card: Card) -> bool {
    card.rank() == Some(3) && card.is_red()
}

fn total<'a>(cards: impl IntoIterator<Item = &'a Card>) -> i32 {
    cards.into_iter().map(|&card| Canasta::points_of(card)).sum()
}

/// How many natural cards of this rank there are.
fn naturals(cards: &Multiset<Card>, rank: u8) -> usize {
    (0..Card::SUITS).map(|suit| cards.count(Card::at(rank, suit))).sum()
}

impl Rules for Canasta {
    type Tile = Card;

    fn name(&self) -> &'static str {
        "canasta"
    }

    fn bag(&self) -> Multiset<Card> {
        Card::two_decks()
    }

    fn players(&self) -> RangeInclusive<usize> {
        2..=4
    }

    fn dealt(&self, players: usize) -> usize {
        match players {
            ..=2 => 15,
            3 => 13,
            _ => 11,
        }
    }

    fn tables(&self, players: usize) -> usize {
        if players == 4 { 2 } else { players }
    }

    fn turn_rules(&self) -> TurnRules {
        TurnRules {
            shape: TurnShape::TakeAndDiscard { pile: PileTake::Whole, keep_one: false },
            table_rule: TableRule::AddOnly { swap_jokers: false },
            least_hand: 0,
            out: Out::EmptyHand,
            winner: Winner::Highest,
        }
    }

    fn check_meld(&self, cards: &[Card]) -> Result<(), Flaw> {
        let natural: Vec<Card> = cards.iter().copied().filter(|&card| !Self::is_wild(card)).collect();
        let wild = cards.len() - natural.len();
        let rank = Self::rank_of(cards);
        if cards.len() < 3 {
            Err(Flaw::FewCards)
        } else if natural.len() < 2 {
            Err(Flaw::FewNaturals)
        } else if natural.iter().any(|card| card.rank() != rank) {
            Err(Flaw::MixedRanks)
        } else if natural.iter().any(|&card| is_red_three(card)) {
            Err(Flaw::RedThree)
        } else if rank == Some(3) && wild > 0 {
            Err(Flaw::WildBlackThrees)
        } else if wild > 3 {
            Err(Flaw::ManyWild)
        } else {
            Ok(())
        }
    }

    /// Wild cards stay where they are.
    fn replacements(&self, _meld: &[Card], _from: &Multiset<Card>) -> Vec<Vec<Card>> {
        Vec::new()
    }

    fn is_ordered(&self, _meld: &[Card]) -> bool {
        false
    }

    fn check_table(&self, change: &Change<'_, Card>) -> Result<(), Refusal> {
        let mut seen = [false; 14];
        for meld in change.table {
            let rank = usize::from(Self::rank_of(meld).unwrap_or(0));
            if std::mem::replace(&mut seen[rank], true) {
                return Err(Refusal::Table(Together::SecondOfRank(self.meld_text(meld))));
            }
        }
        if seen[3] && !change.is_out() {
            return Err(Refusal::Table(Together::BlackThrees));
        }
        Ok(())
    }

    fn check_opening(&self, change: &Change<'_, Card>) -> Result<(), Refusal> {
        let least = Self::opening(change.before.mover().score);
        let mut usable = change.before.mover().tiles();
        let drawn = match change.take {
            Take::Pile => change.before.pile.last(),
            _ => change.taken.first(),
        };
        usable.extend(drawn.copied());
        let value = best_total(&change.formed, &usable);
        if value < least {
            return Err(Refusal::Opening(Opening::Worth { least: least.into(), value: value.into() }));
        }
        Ok(())
    }

    fn first_placement(&self, score: i32) -> FirstPlacement {
        FirstPlacement { worth: Self::opening(score), ..FirstPlacement::default() }
    }

    fn check_pile(&self, change: &Change<'_, Card>) -> Result<(), Refusal> {
        let refuse = |why| Err(Refusal::Pile(why));
        let pile = &change.before.pile;
        let Some((top, rank)) = pile.last().and_then(|&top| Some((top, top.rank()?))) else {
            return refuse(PileBar::WildTop);
        };
        if Self::is_wild(top) || is_black_three(top) {
            return refuse(PileBar::BlockedTop);
        }
        let hand = change.before.mover().tiles();
        let own = naturals(&hand, rank);
        if own >= 2 && naturals(&change.placed, rank) >= 3 {
            return Ok(());
        }
        let is_frozen = pile.iter().any(|&card| Self::is_wild(card) || is_red_three(card));
        if is_frozen || !change.before.mover().placed {
            return refuse(PileBar::Frozen);
        }
        if change.before.table().iter().any(|meld| Self::rank_of(meld) == Some(rank)) {
            return Ok(());
        }
        let with_wild = |meld: &&Meld<Card>| {
            Self::rank_of(meld) == Some(rank)
                && meld.iter().any(|&card| Self::is_wild(card) && hand.contains(card))
        };
        if own >= 1 && change.formed.iter().copied().any(|meld| with_wild(&meld)) {
            return Ok(());
        }
        refuse(PileBar::TwoMore)
    }

    fn check_out(&self, change: &Change<'_, Card>) -> Result<(), Refusal> {
        if change.table.iter().any(|meld| meld.len() >= CANASTA) {
            return Ok(());
        }
        Err(Refusal::Out(OutBar::NoCanasta))
    }

    fn is_bonus(&self, card: Card) -> bool {
        is_red_three(card)
    }

    fn starts_pile(&self, card: Card) -> bool {
        !Self::is_wild(card) && !is_red_three(card)
    }

    fn tile_value(&self, card: Card) -> i32 {
        Self::points_of(card)
    }

    /// Going out, and twice as much concealed.
    fn points(&self, change: &Change<'_, Card>) -> i32 {
        match (change.is_out(), change.before.mover().placed) {
            (false, _) => 0,
            (true, true) => i32::from(self.house.going_out),
            (true, false) => 2 * i32::from(self.house.going_out),
        }
    }

    fn final_points(&self, position: &Position<Card>) -> Vec<i32> {
        let side_points = |player: usize| {
            let table = &position.tables[position.table_of(player)];
            let side: Vec<usize> = position.side(player).collect();
            let left: i32 = side.iter().map(|&mate| total(&position.players[mate].hand)).sum();
            let threes: usize = side.iter().map(|&mate| position.players[mate].bonus.len()).sum();
            let bonus = threes as i32 * if threes == 4 { 200 } else { 100 };
            let sign = if table.is_empty() { -1 } else { 1 };
            table.iter().map(|meld| meld_points(meld)).sum::<i32>() - left + sign * bonus
        };
        (0..position.players.len()).map(side_points).collect()
    }

    fn target(&self) -> Option<i32> {
        Some(i32::from(self.house.target)).filter(|&target| target > 0)
    }
}

/// A combination at the end of the deal, with the bonus of a canasta.
fn meld_points(meld: &[Card]) -> i32 {
    let bonus = match meld.len() >= CANASTA {
        true if meld.iter().any(|&card| Canasta::is_wild(card)) => 300,
        true => 500,
        false => 0,
    };
    total(meld) + bonus
}

/// The most points of the cards of some combinations that are in `usable`; each combination must stay valid without the
/// other cards, or is left out. (The cards below the top of the pile do not count towards a first placement.)
fn best_total(melds: &[&Meld<Card>], usable: &Multiset<Card>) -> i32 {
    let Some((meld, rest)) = melds.split_first() else { return 0 };
    let own: Vec<Card> = meld.tiles().intersection(usable).iter().collect();
    let (wild, natural): (Vec<Card>, Vec<Card>) = own.into_iter().partition(|&card| Canasta::is_wild(card));
    let mut best = best_total(rest, usable);
    for mask in 0_u32..1 << wild.len().min(3) {
        let chosen = wild.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1).map(|(_, card)| card);
        let cards: Vec<Card> = natural.iter().chain(chosen).copied().collect();
        if Canasta::default().check_meld(&cards).is_ok() {
            let left = usable.difference(&cards.iter().collect());
            best = best.max(total(&cards) + best_total(rest, &left));
        }
    }
    best
}

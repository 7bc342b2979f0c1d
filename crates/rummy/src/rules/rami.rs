//! Rami, the French card rummy with an opening of 51 points, as described in docs/rummy/rami.md.

use std::ops::RangeInclusive;

use super::shape::{self, Shape, shapes};
use super::{Change, FirstPlacement, Out, PileTake, Rules, TableRule, TurnRules, TurnShape, Winner};
use crate::card::Card;
use crate::house_rules::{MOST_RAMI_PLAYERS, RamiHouse};
use crate::multiset::Multiset;
use crate::position::Position;
use crate::refusal::{Flaw, Opening, PileBar, Refusal};
use crate::tile::{Ranked, Tile};

/// Rami.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rami {
    /// The house rules.
    pub house: RamiHouse,
}

impl Rami {
    /// The value of a combination in a first placement, where a joker counts as the card it stands for. 0 if it is not a
    /// combination.
    pub fn value(cards: &[Card]) -> u32 {
        let worth = |shape: Shape| {
            let is_group = matches!(shape, Shape::Group { .. });
            let point = |rank| if is_group { group_points(rank) } else { run_points(rank) };
            shape.ranks(cards.len()).map(point).sum()
        };
        shapes(cards).map(worth).max().unwrap_or(0)
    }

    /// The cost of cards left in a hand.
    pub fn left(&self, cards: &[Card]) -> u32 {
        let joker = u32::from(self.house.joker_left);
        cards.iter().map(|card| card.rank().map_or(joker, group_points)).sum()
    }
}

/// Points by rank in a run, in which the ace is 1 or 14.
fn run_points(rank: u8) -> u32 {
    match rank {
        14 => 11,
        11..=13 => 10,
        rank => u32::from(rank),
    }
}

/// Points by rank elsewhere.
fn group_points(rank: u8) -> u32 {
    run_points(if rank == 1 { 14 } else { rank })
}

impl Rules for Rami {
    type Tile = Card;

    fn name(&self) -> &'static str {
        "rami"
    }

    fn bag(&self) -> Multiset<Card> {
        Card::two_decks()
    }

    fn players(&self) -> RangeInclusive<usize> {
        2..=MOST_RAMI_PLAYERS
    }

    fn dealt(&self, _players: usize) -> usize {
        usize::from(self.house.hand_size)
    }

    fn turn_rules(&self) -> TurnRules {
        TurnRules {
            shape: TurnShape::TakeAndDiscard { pile: PileTake::Top, keep_one: true },
            table_rule: TableRule::AddOnly { swap_jokers: true },
            least_hand: 0,
            out: Out::EmptyHand,
            winner: Winner::Lowest,
        }
    }

    fn check_meld(&self, cards: &[Card]) -> Result<(), Flaw> {
        if cards.len() < 3 {
            return Err(Flaw::FewCards);
        }
        if cards.iter().filter(|card| card.is_joker()).count() > 1 {
            return Err(Flaw::ManyJokers);
        }
        let no_shape = Flaw::NoCardShape;
        shapes(cards).next().map(|_| ()).ok_or(no_shape)
    }

    fn replacements(&self, meld: &[Card], from: &Multiset<Card>) -> Vec<Vec<Card>> {
        shape::replacements(meld, from)
    }

    fn is_ordered(&self, meld: &[Card]) -> bool {
        !shapes(meld).any(|shape| matches!(shape, Shape::Group { .. }))
    }

    fn check_opening(&self, change: &Change<'_, Card>) -> Result<(), Refusal> {
        let is_pure_run = |meld: &[Card]| !meld.contains(&Card::JOKER) && self.is_ordered(meld);
        if self.house.pure_run && !change.formed.iter().any(|meld| is_pure_run(meld)) {
            return Err(Refusal::Opening(Opening::PureRun));
        }
        let value: u32 = change.formed.iter().map(|meld| Self::value(meld)).sum();
        let least = u32::from(self.house.opening);
        if value < least {
            return Err(Refusal::Opening(Opening::Worth { least: least.into(), value: value.into() }));
        }
        Ok(())
    }

    fn first_placement(&self, _score: i32) -> FirstPlacement {
        let RamiHouse { opening, pure_run, .. } = self.house;
        FirstPlacement { worth: opening.into(), pure_run, letters: 0 }
    }

    fn check_pile(&self, change: &Change<'_, Card>) -> Result<(), Refusal> {
        if change.before.mover().hand.len() == 1 {
            return Err(Refusal::Pile(PileBar::SingleCard));
        }
        Ok(())
    }

    /// The points of the card in a hand.
    fn tile_value(&self, card: Card) -> i32 {
        self.left(&[card]) as i32
    }

    fn final_points(&self, position: &Position<Card>) -> Vec<i32> {
        let never_placed = i32::from(self.house.never_placed);
        let points = |placed, hand: &[Card]| if placed { self.left(hand) as i32 } else { never_placed };
        position.players.iter().map(|player| points(player.placed, &player.hand)).collect()
    }

    fn target(&self) -> Option<i32> {
        Some(i32::from(self.house.target)).filter(|&target| target > 0)
    }
}

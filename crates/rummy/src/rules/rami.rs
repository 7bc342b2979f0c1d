//! Rami, the French card rummy with an opening of 51 points, as described in docs/rummy/rami.md.

use std::ops::RangeInclusive;

use super::shape::{self, Shape, shapes};
use super::{Change, Out, PileTake, Rules, TableRule, TurnRules, TurnShape, Winner};
use crate::card::Card;
use crate::multiset::Multiset;
use crate::position::Position;
use crate::refusal::{Flaw, Opening, PileBar, Refusal};
use crate::tile::{Ranked, Tile};

/// The least value of a first placement.
const OPENING: u32 = 51;
/// The cost of a joker left in the hand.
const JOKER_LEFT: u32 = 20;
/// The points of a player who never placed.
const NEVER_PLACED: i32 = 100;
/// The score that ends the game.
const TARGET: i32 = 1000;

/// Rami.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rami;

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
    pub fn left(cards: &[Card]) -> u32 {
        cards.iter().map(|card| card.rank().map_or(JOKER_LEFT, group_points)).sum()
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
        2..=5
    }

    fn dealt(&self, _players: usize) -> usize {
        13
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
        if !change.formed.iter().any(|meld| is_pure_run(meld)) {
            return Err(Refusal::Opening(Opening::PureRun));
        }
        let value: u32 = change.formed.iter().map(|meld| Self::value(meld)).sum();
        if value < OPENING {
            return Err(Refusal::Opening(Opening::Worth { least: OPENING.into(), value: value.into() }));
        }
        Ok(())
    }

    fn check_pile(&self, change: &Change<'_, Card>) -> Result<(), Refusal> {
        if change.before.mover().hand.len() == 1 {
            return Err(Refusal::Pile(PileBar::SingleCard));
        }
        Ok(())
    }

    /// The points of the card in a hand.
    fn tile_value(&self, card: Card) -> i32 {
        Self::left(&[card]) as i32
    }

    fn final_points(&self, position: &Position<Card>) -> Vec<i32> {
        let points = |placed, hand: &[Card]| if placed { Self::left(hand) as i32 } else { NEVER_PLACED };
        position.players.iter().map(|player| points(player.placed, &player.hand)).collect()
    }

    fn target(&self) -> Option<i32> {
        Some(TARGET)
    }
}

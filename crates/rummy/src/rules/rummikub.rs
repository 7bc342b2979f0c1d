//! Rummikub: numbered tiles in four colours, runs and groups.

use std::ops::RangeInclusive;

use super::shape::{self, Shape, shapes};
use super::{Change, FirstPlacement, JokerRule, Out, Rules, TableRule, TurnRules, TurnShape, Winner};
use crate::house_rules::{MOST_PLAYERS, RummikubHouse, Scoring};
use crate::multiset::Multiset;
use crate::position::Position;
use crate::refusal::{Flaw, Opening, Refusal};
use crate::rummikub_tile::RummikubTile;
use crate::tile::Tile;

/// The cost of a joker left in the hand.
const JOKER_LEFT: u32 = 30;

/// Rummikub.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rummikub {
    /// The joker rule.
    pub jokers: JokerRule,
    /// The house rules.
    pub house: RummikubHouse,
}

impl Rummikub {
    /// The value of a combination in a first placement, where a joker counts as the number it stands for; of two readings
    /// the higher one counts. 0 if it is not a combination.
    pub fn value(tiles: &[RummikubTile]) -> u32 {
        shapes(tiles).map(|shape| shape.ranks(tiles.len()).map(u32::from).sum()).max().unwrap_or(0)
    }

    /// The value of tiles by themselves: their numbers, 30 for a joker.
    pub fn left(tiles: &[RummikubTile]) -> u32 {
        tiles.iter().map(|tile| tile.number().map_or(JOKER_LEFT, u32::from)).sum()
    }

    /// The cost of tiles left in a hand at the end of a deal.
    fn left_over(self, tiles: &[RummikubTile]) -> i32 {
        let joker = u32::from(self.house.joker_left);
        tiles.iter().map(|tile| tile.number().map_or(joker, u32::from)).sum::<u32>() as i32
    }
}

impl Rules for Rummikub {
    type Tile = RummikubTile;

    fn name(&self) -> &'static str {
        "rummikub"
    }

    fn bag(&self) -> Multiset<RummikubTile> {
        let mut bag = Multiset::EMPTY;
        let times =
            |tile: RummikubTile| if tile.is_joker() { self.house.joker_tiles } else { self.house.copies };
        RummikubTile::all().for_each(|tile| bag.insert_many(tile, times(tile)));
        bag
    }

    fn players(&self) -> RangeInclusive<usize> {
        2..=MOST_PLAYERS
    }

    fn dealt(&self, _players: usize) -> usize {
        usize::from(self.house.hand_size)
    }

    fn turn_rules(&self) -> TurnRules {
        TurnRules {
            shape: TurnShape::DrawOrPlace,
            table_rule: TableRule::Rearrange(self.jokers),
            least_hand: 0,
            out: Out::EmptyHand,
            winner: match self.house.scoring {
                Scoring::Hands => Winner::Lowest,
                Scoring::Official => Winner::Highest,
            },
        }
    }

    fn check_meld(&self, tiles: &[RummikubTile]) -> Result<(), Flaw> {
        if tiles.len() < 3 {
            return Err(Flaw::FewTiles);
        }
        if tiles.iter().all(|tile| tile.is_joker()) {
            return Err(Flaw::JokersAlone);
        }
        shapes(tiles).next().map(|_| ()).ok_or(Flaw::NoShape)
    }

    fn replacements(&self, meld: &[RummikubTile], from: &Multiset<RummikubTile>) -> Vec<Vec<RummikubTile>> {
        shape::replacements(meld, from)
    }

    fn is_ordered(&self, meld: &[RummikubTile]) -> bool {
        shapes(meld).any(|shape| matches!(shape, Shape::Run { .. }))
    }

    fn check_opening(&self, change: &Change<'_, RummikubTile>) -> Result<(), Refusal> {
        let value: u32 = change.formed.iter().map(|meld| Self::value(meld)).sum();
        let least = u32::from(self.house.opening);
        if value < least {
            return Err(Refusal::Opening(Opening::Worth { least: least.into(), value: value.into() }));
        }
        Ok(())
    }

    fn first_placement(&self, _score: i32) -> FirstPlacement {
        FirstPlacement { worth: self.house.opening.into(), ..FirstPlacement::default() }
    }

    /// The number, 30 for a joker.
    fn tile_value(&self, tile: RummikubTile) -> i32 {
        Self::left(&[tile]) as i32
    }

    fn final_points(&self, position: &Position<RummikubTile>) -> Vec<i32> {
        let left: Vec<i32> = position.players.iter().map(|player| self.left_over(&player.hand)).collect();
        match self.house.scoring {
            Scoring::Hands => left,
            Scoring::Official => official_points(&left),
        }
    }
}

/// The others lose what their hands are worth more than the lowest one, whose owner gets it all. Owners of equal lowest
/// hands share it, and a rest that cannot be shared goes to nobody.
fn official_points(left: &[i32]) -> Vec<i32> {
    let lowest = left.iter().copied().min().unwrap_or(0);
    let winners = left.iter().filter(|&&hand| hand == lowest).count() as i32;
    let lost: i32 = left.iter().map(|hand| hand - lowest).sum();
    left.iter().map(|&hand| if hand == lowest { lost / winners } else { lowest - hand }).collect()
}

//! What there is to place in the mahjong-style variant.

use super::Melding;
use crate::meld::Meld;
use crate::multiset::Multiset;
use crate::position::Position;
use crate::rules::mahjong::Mahjong;
use crate::stone::Stone;
use crate::tile::Tile;

/// What going out counts. The judge has its own figure.
const OUT: i32 = 20;

impl Melding for Mahjong {
    fn new_melds(&self, hand: &Multiset<Stone>, _rather: &Multiset<Stone>) -> Vec<Meld<Stone>> {
        let mut melds = Vec::new();
        for tile in Stone::all().filter(|&tile| hand.contains(tile) && !tile.is_flower()) {
            for count in 2..=hand.count(tile).min(3) {
                melds.push(vec![tile; count].into());
            }
            if let Some(next) = tile.next().filter(|&next| hand.contains(next))
                && let Some(last) = next.next().filter(|&last| hand.contains(last))
            {
                melds.push(vec![tile, next, last].into());
            }
        }
        melds
    }

    fn enlarged(&self, _meld: &Meld<Stone>, _hand: &Multiset<Stone>) -> Vec<Meld<Stone>> {
        Vec::new()
    }

    fn lying(&self, meld: &[Stone]) -> i32 {
        let is_end = matches!(meld[0].number(), None | Some(1 | 9));
        match meld.len() {
            2 => 2 * i32::from(meld[0].is_honour()),
            _ if meld[0] != meld[1] => 1,
            _ if is_end => 4,
            _ => 2,
        }
    }

    fn cost(&self, _tile: Stone) -> i32 {
        0
    }

    fn value(&self, _tile: Stone) -> i32 {
        1
    }

    fn out(&self, _position: &Position<Stone>) -> i32 {
        OUT
    }

    /// A pung of honours for every three tiles, and a pair.
    fn promise(&self, hand: &Multiset<Stone>, _table: &[Meld<Stone>]) -> i32 {
        4 * (hand.len() as i32 / 3) + 2
    }

    fn large_lead(&self) -> i32 {
        20
    }

    fn may_lay(&self, meld: &[Stone], left: usize, _table: &[Meld<Stone>]) -> bool {
        meld.len() == 3 || left == 0
    }

    fn bond(&self, tile: Stone, hand: &Multiset<Stone>) -> i32 {
        let alike = 4 * hand.count(tile) as i32;
        let Some(number) = tile.number() else { return alike };
        let held = |other: Option<Stone>| i32::from(other.is_some_and(|other| hand.contains(other)));
        let next = tile.next();
        let after = next.and_then(Stone::next);
        let before = |distance: usize| {
            let index = tile.index().checked_sub(distance).filter(|_| usize::from(number) > distance);
            index.and_then(Stone::from_index)
        };
        alike + 2 * held(next) + 2 * held(before(1)) + held(after) + held(before(2))
    }

    /// What has neighbours is kept.
    fn missed(
        &self,
        tile: Stone,
        left: &Multiset<Stone>,
        _position: &Position<Stone>,
        _table: &[Meld<Stone>],
    ) -> i32 {
        self.bond(tile, left) - 4 + i32::from(tile.number().is_some_and(|number| (3..=7).contains(&number)))
    }
}

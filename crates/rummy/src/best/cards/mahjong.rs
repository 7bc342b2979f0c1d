//! The placements of the mahjong-style variant.

use super::{Melding, Preference};
use crate::mahjong_tile::MahjongTile;
use crate::meld::Meld;
use crate::multiset::Multiset;
use crate::position::Position;
use crate::rules::mahjong::Mahjong;
use crate::tile::Tile;

/// The points for going out. The judge has its own figure.
const OUT: i32 = 20;

impl Melding for Mahjong {
    fn new_melds(&self, hand: &Multiset<MahjongTile>, _: &Preference<MahjongTile>) -> Vec<Meld<MahjongTile>> {
        let mut melds = Vec::new();
        for tile in MahjongTile::all().filter(|&tile| hand.contains(tile) && !tile.is_flower()) {
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

    fn enlarged(
        &self,
        _: &Meld<MahjongTile>,
        _: &Multiset<MahjongTile>,
        _: &Preference<MahjongTile>,
    ) -> Vec<Meld<MahjongTile>> {
        Vec::new()
    }

    fn meld_points(&self, meld: &[MahjongTile]) -> i32 {
        let is_end = matches!(meld[0].number(), None | Some(1 | 9));
        match meld.len() {
            2 => 2 * i32::from(meld[0].is_honour()),
            _ if meld[0] != meld[1] => 1,
            _ if is_end => 4,
            _ => 2,
        }
    }

    fn cost(&self, _tile: MahjongTile) -> i32 {
        0
    }

    fn out_bonus(&self, _position: &Position<MahjongTile>) -> i32 {
        OUT
    }

    /// A pung of honours for every three tiles, and a pair.
    fn upper_bound(&self, hand: &Multiset<MahjongTile>, _table: &[Meld<MahjongTile>]) -> i32 {
        4 * (hand.len() as i32 / 3) + 2
    }

    fn large_lead(&self) -> i32 {
        20
    }

    fn may_lay(&self, meld: &[MahjongTile], left: usize, _table: &[Meld<MahjongTile>]) -> bool {
        meld.len() == 3 || left == 0
    }

    fn affinity(&self, tile: MahjongTile, hand: &Multiset<MahjongTile>) -> i32 {
        let alike = 4 * hand.count(tile) as i32;
        let Some(number) = tile.number() else { return alike };
        let held = |other: Option<MahjongTile>| i32::from(other.is_some_and(|other| hand.contains(other)));
        let next = tile.next();
        let after = next.and_then(MahjongTile::next);
        let before = |distance: usize| {
            let index = tile.index().checked_sub(distance).filter(|_| usize::from(number) > distance);
            index.and_then(MahjongTile::from_index)
        };
        alike + 2 * held(next) + 2 * held(before(1)) + held(after) + held(before(2))
    }

    /// Tiles with neighbours are kept.
    fn keep_value(
        &self,
        tile: MahjongTile,
        left: &Multiset<MahjongTile>,
        _position: &Position<MahjongTile>,
        _table: &[Meld<MahjongTile>],
    ) -> i32 {
        self.affinity(tile, left) - 4
            + i32::from(tile.number().is_some_and(|number| (3..=7).contains(&number)))
    }
}

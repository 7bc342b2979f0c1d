//! A small mahjong in the manner of rummy, as described in docs/rummy/mahjong.md.

use std::ops::RangeInclusive;

use super::{Change, Out, PileTake, Rules, TableRule, TurnRules, TurnShape, Winner};
use crate::mahjong_tile::MahjongTile;
use crate::multiset::Multiset;
use crate::position::Position;
use crate::refusal::{Flaw, OutBar, Refusal, Together};
use crate::tile::Tile;

/// The points for going out.
const OUT: i32 = 20;
/// Combinations of three in a complete hand.
const TRIPLES: usize = 4;

/// The mahjong-style variant.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mahjong;

/// Three consecutive tiles of a suit, in order.
fn is_chow(tiles: &[MahjongTile]) -> bool {
    tiles.len() == 3 && tiles.windows(2).all(|pair| pair[0].next() == Some(pair[1]))
}

/// Equal tiles, neither flowers nor jokers.
fn is_alike(tiles: &[MahjongTile]) -> bool {
    tiles.iter().all(|&tile| tile == tiles[0] && !tile.is_flower() && !tile.is_joker())
}

/// The points of a combination at the end.
fn worth(tiles: &[MahjongTile]) -> i32 {
    let is_honour = tiles[0].is_honour();
    let is_end = matches!(tiles[0].number(), None | Some(1 | 9));
    match tiles.len() {
        2 => 2 * i32::from(is_honour),
        _ if is_chow(tiles) => 1,
        _ if is_end => 4,
        _ => 2,
    }
}

impl Rules for Mahjong {
    type Tile = MahjongTile;

    fn name(&self) -> &'static str {
        "mahjong"
    }

    fn bag(&self) -> Multiset<MahjongTile> {
        let mut bag = Multiset::EMPTY;
        let tiles = MahjongTile::all().filter(|tile| !tile.is_joker());
        tiles.for_each(|tile| bag.insert_many(tile, if tile.is_flower() { 1 } else { 4 }));
        bag
    }

    fn players(&self) -> RangeInclusive<usize> {
        2..=4
    }

    fn dealt(&self, _players: usize) -> usize {
        13
    }

    fn tables(&self, players: usize) -> usize {
        players
    }

    fn turn_rules(&self) -> TurnRules {
        TurnRules {
            shape: TurnShape::TakeAndDiscard { pile: PileTake::Top, keep_one: false },
            table_rule: TableRule::AddOnly { swap_jokers: false },
            least_hand: 0,
            out: Out::EmptyHand,
            winner: Winner::Highest,
        }
    }

    fn check_meld(&self, tiles: &[MahjongTile]) -> Result<(), Flaw> {
        let is_meld = matches!(tiles.len(), 2 | 3) && (is_alike(tiles) || is_chow(tiles));
        if is_meld { Ok(()) } else { Err(Flaw::NoMahjongShape) }
    }

    /// There are no jokers.
    fn replacements(&self, _meld: &[MahjongTile], _from: &Multiset<MahjongTile>) -> Vec<Vec<MahjongTile>> {
        Vec::new()
    }

    fn check_table(&self, change: &Change<'_, MahjongTile>) -> Result<(), Refusal> {
        if !change.is_out() && change.table.iter().any(|meld| meld.len() == 2) {
            return Err(Refusal::Table(Together::Pair));
        }
        Ok(())
    }

    fn check_opening(&self, _change: &Change<'_, MahjongTile>) -> Result<(), Refusal> {
        Ok(())
    }

    fn check_out(&self, change: &Change<'_, MahjongTile>) -> Result<(), Refusal> {
        let pairs = change.table.iter().filter(|meld| meld.len() == 2).count();
        if pairs == 1 && change.table.len() == TRIPLES + 1 && change.discard.is_none() {
            return Ok(());
        }
        Err(Refusal::Out(OutBar::NotComplete))
    }

    fn is_bonus(&self, tile: MahjongTile) -> bool {
        tile.is_flower()
    }

    fn starts_pile(&self, tile: MahjongTile) -> bool {
        !tile.is_flower()
    }

    fn points(&self, change: &Change<'_, MahjongTile>) -> i32 {
        if change.is_out() { OUT } else { 0 }
    }

    fn final_points(&self, position: &Position<MahjongTile>) -> Vec<i32> {
        let table_points = |player: usize| -> i32 {
            position.tables[position.table_of(player)].iter().map(|meld| worth(meld)).sum()
        };
        let players = position.players.iter().enumerate();
        players.map(|(i, player)| table_points(i) + player.bonus.len() as i32).collect()
    }
}

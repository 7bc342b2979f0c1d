//! Applies a legal turn to a position.

use crate::multiset::Multiset;
use crate::position::Position;
use crate::refusal::Refusal;
use crate::rules::{PileTake, Rules, TurnShape};
use crate::tile::Tile;
use crate::turn::{Take, Turn};

/// The tiles that come into a hand, and where they come from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Taken<T> {
    /// The tiles for the hand.
    pub tiles: Vec<T>,
    /// Bonus tiles that turned up and are laid out at once.
    pub bonus: Vec<T>,
    /// How many tiles leave the stock.
    pub from_stock: usize,
    /// How many tiles leave the pile.
    pub from_pile: usize,
}

impl<T: Tile> Taken<T> {
    /// The tiles that the player to move would take.
    pub fn of<R: Rules<Tile = T>>(rules: &R, before: &Position<T>, take: Take) -> Result<Self, Refusal> {
        match take {
            Take::Nothing => Ok(Self { tiles: Vec::new(), bonus: Vec::new(), from_stock: 0, from_pile: 0 }),
            Take::Stock if before.stock.is_empty() => Err(Refusal::Empty("stock")),
            Take::Stock => Ok(Self::from_stock(rules, &before.stock, 1)),
            Take::Pile => Self::from_pile(rules, &before.pile),
        }
    }

    /// The next `count` tiles of a stock, bonus tiles not counted, or fewer if it runs out.
    pub(crate) fn from_stock<R: Rules<Tile = T>>(rules: &R, stock: &[T], count: usize) -> Self {
        let mut taken = Self { tiles: Vec::new(), bonus: Vec::new(), from_stock: 0, from_pile: 0 };
        for &tile in stock {
            if taken.tiles.len() == count {
                break;
            }
            taken.from_stock += 1;
            if rules.is_bonus(tile) { &mut taken.bonus } else { &mut taken.tiles }.push(tile);
        }
        taken
    }

    /// The tiles that the mover would take from this pile.
    pub(crate) fn from_pile<R: Rules<Tile = T>>(rules: &R, pile: &[T]) -> Result<Self, Refusal> {
        let TurnShape::TakeAndDiscard { pile: how, .. } = rules.turn_rules().shape else {
            return Err(Refusal::NoPile);
        };
        let count = match how {
            _ if pile.is_empty() => return Err(Refusal::Empty("pile")),
            PileTake::Top => 1,
            PileTake::Whole => pile.len(),
        };
        let (bonus, tiles) = pile[pile.len() - count..].iter().partition(|&&tile| rules.is_bonus(tile));
        Ok(Self { tiles, bonus, from_stock: 0, from_pile: count })
    }
}

/// Applies a legal turn.
pub(crate) fn apply<R: Rules>(
    rules: &R,
    position: &mut Position<R::Tile>,
    turn: Turn<R::Tile>,
    taken: Taken<R::Tile>,
    placed: &Multiset<R::Tile>,
    points: i32,
) {
    let me = position.turn;
    let had_stock = !position.stock.is_empty();
    let my_table = position.table_of(me);
    position.tables[my_table] = turn.table;
    receive(position, me, taken);
    let mut gone = *placed;
    gone.extend(turn.discard);
    position.players[me].hand.retain(|&tile| !gone.remove(tile));
    position.pile.extend(turn.discard);
    for player in position.side(me) {
        let player = &mut position.players[player];
        player.score = player.score.saturating_add(points);
        player.placed |= !placed.is_empty();
    }
    let missing = rules.turn_rules().least_hand.saturating_sub(position.players[me].hand.len());
    let drawn = Taken::from_stock(rules, &position.stock, missing);
    receive(position, me, drawn);
    let is_idle = placed.is_empty() && !had_stock;
    position.passes = if is_idle { position.passes.saturating_add(1) } else { 0 };
    position.turn = (me + 1) % position.players.len();
}

/// Puts taken tiles where they belong.
pub(crate) fn receive<T: Tile>(position: &mut Position<T>, player: usize, taken: Taken<T>) {
    position.stock.drain(..taken.from_stock);
    position.pile.truncate(position.pile.len() - taken.from_pile);
    position.players[player].hand.extend(taken.tiles);
    position.players[player].bonus.extend(taken.bonus);
}

//! The things that a player has noticed of the others.

use crate::apply::Taken;
use crate::meld::tiles_of;
use crate::multiset::Multiset;
use crate::rules::Rules;
use crate::seat::SeatView;
use crate::tile::Tile;
use crate::turn::{Take, Turn};

/// The spurned tiles that are remembered of each player.
const SPURNED: usize = 8;

/// The things noticed of one player.
#[derive(Clone, Debug)]
pub struct Noticed<T: Tile> {
    /// The number of turns since the player last placed, the first placement being made.
    pub idle_turns: usize,
    /// Has the player placed nothing in this deal, the last turn included?
    pub is_waiting: bool,
    /// The tiles that came from the pile into the hand and have not been seen since.
    pub held: Multiset<T>,
    /// The tiles that the player lately discarded, or left on the pile after the first placement.
    pub spurned: Vec<T>,
}

/// The things noticed of all players in this deal.
#[derive(Clone, Debug)]
pub(super) struct Memory<T: Tile> {
    players: Vec<Noticed<T>>,
    /// The size of the stock last time: if it has grown since, there has been a new deal.
    stock: usize,
}

impl<T: Tile> Memory<T> {
    pub(super) fn new() -> Self {
        Self { players: Vec::new(), stock: 0 }
    }

    /// The things noticed of each player.
    pub(super) fn players(&self) -> &[Noticed<T>] {
        &self.players
    }

    /// Forgets the things noticed in an earlier deal.
    pub(super) fn look(&mut self, seen: &SeatView<T>) {
        if seen.stock > self.stock {
            self.players.clear();
        }
        self.stock = seen.stock;
        let nothing =
            Noticed { idle_turns: 0, is_waiting: false, held: Multiset::EMPTY, spurned: Vec::new() };
        self.players.resize(seen.players.len(), nothing);
    }

    /// Takes notice of a turn.
    pub(super) fn notice<R: Rules<Tile = T>>(&mut self, rules: &R, before: &SeatView<T>, turn: &Turn<T>) {
        self.look(before);
        let table = tiles_of(before.table());
        let placed = tiles_of(&turn.table).difference(&table);
        let had_placed = before.mover().placed;
        let noticed = &mut self.players[before.turn.0];
        noticed.is_waiting = placed.is_empty() && !had_placed;
        noticed.idle_turns = if placed.is_empty() && had_placed { noticed.idle_turns + 1 } else { 0 };
        match (turn.take, before.pile.last()) {
            (Take::Pile, _) => {
                let taken = Taken::from_pile(rules, &before.pile);
                noticed.held.extend(taken.map_or_else(|_| Vec::new(), |taken| taken.tiles));
            }
            (Take::Stock, Some(&top)) if had_placed => noticed.spurned.push(top),
            _ => {}
        }
        noticed.held = noticed.held.difference(&placed);
        if let Some(thrown) = turn.discard {
            noticed.held.remove(thrown);
            noticed.spurned.push(thrown);
        }
        let forgotten = noticed.spurned.len().saturating_sub(SPURNED);
        noticed.spurned.drain(..forgotten);
    }
}

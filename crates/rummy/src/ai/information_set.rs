//! The information set of a machine: everything it knows when it chooses a turn.

use super::memory::Noticed;
use super::rng::SeededRng;
use crate::multiset::Multiset;
use crate::position::{Player, Position};
use crate::rules::Rules;
use crate::seat::SeatView;
use crate::tile::Tile;

/// The position as the player to move sees it, and what this player remembers.
///
/// It is made from a [`SeatView`], which holds no hidden tile. Where the rules need a whole position, jokers stand in for
/// the hidden tiles, or a [sample](Self::sample) of them does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InformationSet<T> {
    /// The position with a joker in the place of every hidden tile.
    position: Position<T>,
    /// The number of tiles of the stock that have been seen.
    drawn: usize,
    /// The tiles that other players are known to hold.
    held: Vec<(usize, T)>,
}

impl<T: Tile> InformationSet<T> {
    /// The information set of the player to move, from what that seat sees.
    pub fn of(seen: &SeatView<T>) -> Self {
        let hand = |player: usize| {
            let is_mine = seen.seat.is_some_and(|seat| seat.0 == player);
            if is_mine { seen.hand.clone() } else { vec![T::JOKER; seen.players[player].tiles] }
        };
        let players = seen.players.iter().enumerate().map(|(at, player)| Player {
            name: player.name.clone(),
            score: player.score,
            placed: player.placed,
            hand: hand(at),
            bonus: player.bonus.clone(),
        });
        let hidden = seen.stock - seen.drawn.len();
        let position = Position {
            players: players.collect(),
            tables: seen.tables.clone(),
            stock: seen.drawn.iter().copied().chain(std::iter::repeat_n(T::JOKER, hidden)).collect(),
            pile: seen.pile.clone(),
            turn: seen.turn.0,
            passes: seen.passes,
        };
        Self { position, drawn: seen.drawn.len(), held: Vec::new() }
    }

    /// The information set of a player who remembers the tiles that others took from the pile.
    #[must_use]
    pub fn knowing(mut self, noticed: &[Noticed<T>]) -> Self {
        let me = self.me();
        let others = noticed.iter().enumerate().filter(|(player, _)| *player != me);
        self.held = others.flat_map(|(player, of)| of.held.iter().map(move |tile| (player, tile))).collect();
        self
    }

    /// Has the player to move drawn from the stock already?
    pub fn has_drawn(&self) -> bool {
        self.drawn > 0
    }

    /// The position; its hidden tiles mean nothing.
    pub fn position(&self) -> &Position<T> {
        &self.position
    }

    /// The player to move, whose information set it is.
    pub fn me(&self) -> usize {
        self.position.turn
    }

    /// The fewest tiles that another player holds.
    pub fn smallest_other_hand(&self) -> usize {
        let others = (0..self.position.players.len()).filter(|&player| player != self.me());
        others.map(|player| self.position.players[player].hand.len()).min().unwrap_or(0)
    }

    /// How many tiles are hidden from this player, in hands and in the stock.
    pub fn hidden(&self) -> usize {
        let others = self.position.players.iter().enumerate().filter(|(player, _)| *player != self.me());
        let hands: usize = others.map(|(_, player)| player.hand.len()).sum();
        hands + self.position.stock.len() - self.drawn
    }

    /// The tiles of the bag that this player has not seen.
    pub fn unseen<R: Rules<Tile = T>>(&self, rules: &R) -> Multiset<T> {
        let mut seen = self.position.mover().tiles();
        seen.extend(self.position.tables.iter().flatten().flat_map(|meld| meld.iter().copied()));
        seen.extend(self.position.pile.iter().chain(&self.position.stock[..self.drawn]).copied());
        seen.extend(self.position.players.iter().flat_map(|player| player.bonus.iter().copied()));
        rules.bag().difference(&seen)
    }

    /// A number that follows from what this player sees and from nothing else.
    pub fn digest(&self) -> u64 {
        // FNV-1a.
        let mix = |hash: u64, number: usize| (hash ^ number as u64).wrapping_mul(0x0100_0000_01b3);
        let position = &self.position;
        let melds = position.tables.iter().flatten();
        let tiles = melds.flat_map(|meld| meld.iter()).chain(&position.pile).chain(&position.mover().hand);
        let numbers = tiles.map(|tile| tile.index()).chain([position.turn, position.passes, self.drawn]);
        let sizes = position.players.iter().map(|player| player.hand.len()).chain([position.stock.len()]);
        numbers.chain(sizes).fold(0xcbf2_9ce4_8422_2325, mix)
    }

    /// A random position that looks like this to the player: the unseen tiles lie where they may lie. If fewer tiles are
    /// unseen than hidden, as in a position that does not add up to the bag, jokers stand in for the rest.
    pub fn sample<R: Rules<Tile = T>>(&self, rules: &R, rng: &mut SeededRng) -> Position<T> {
        let mut unseen = self.unseen(rules);
        let mut known: Vec<Vec<T>> = vec![Vec::new(); self.position.players.len()];
        for &(player, tile) in &self.held {
            if known[player].len() < self.position.players[player].hand.len() && unseen.remove(tile) {
                known[player].push(tile);
            }
        }
        let mut unseen: Vec<T> = unseen.iter().collect();
        rng.shuffle(&mut unseen);
        let mut position = self.position.clone();
        let me = self.me();
        let others = position.players.iter_mut().zip(known).enumerate().filter(|(player, _)| *player != me);
        for (_, (player, known)) in others {
            let hidden = player.hand.len() - known.len();
            player.hand[..hidden].fill_with(|| unseen.pop().unwrap_or(T::JOKER));
            player.hand[hidden..].copy_from_slice(&known);
        }
        position.stock[self.drawn..].fill_with(|| unseen.pop().unwrap_or(T::JOKER));
        position
    }
}

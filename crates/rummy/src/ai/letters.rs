//! How a strong player of letter rummy thinks.
//!
//! Almost every turn can place the whole hand, so the game is decided by who gets one turn more: the deal
//! ends when somebody empties the hand and the stock is empty. How many tiles go down decides how many are
//! drawn, and so who comes last. A strong player thinks the rest of the game through in numbers of tiles, the
//! others placing all they have, and keeps tiles back where that gains a turn.

use std::borrow::Borrow;
use std::ops::ControlFlow;

use rustc_hash::FxHashMap;
use search::{Budget, Stats, Watch};

use super::Machine;
use super::view::View;
use crate::best::letters::{LettersSolver, Vocabulary};
use crate::best::{Best, Objective};
use crate::letter::Letter;
use crate::position::Position;
use crate::rules::letters::Letters;
use crate::turn::Turn;
use crate::words::Words;

/// The letters that most words hold, the rarest first; others are rarer still.
const EASY: &[u8] = b"CMOULNTRAISE";
/// The minimum hand.
const LEAST: usize = 7;
/// What others are taken to open with.
const OPENING: usize = 9;
/// The longest word of a turn, where it is not known.
const LONGEST: i32 = 20;
/// With more players nobody thinks ahead.
const MOST_PLAYERS: usize = 8;
/// So many tiles are kept back at most.
const MOST_KEPT: usize = 6;

impl<W: Words + Borrow<Vocabulary> + Clone> Machine for Letters<W> {
    fn candidates(&self, view: &View<Letter>) -> Vec<Turn<Letter>> {
        let position = view.position();
        let mut spent = Spent(0);
        let Some(best) = best_within(self, position, &mut spent) else {
            return vec![self.idle_turn(position)];
        };
        let placed = best.placed.len();
        let wanted = wanted(position, &best);
        if wanted == placed {
            return vec![best.turn];
        }
        let other = if position.mover().placed {
            keeping(self, position, placed - wanted, &mut spent)
        } else {
            let solver = self.words.borrow().solver();
            solver.first_placement(self, position, wanted).ok().flatten().map(|best| best.turn)
        };
        vec![other.unwrap_or(best.turn)]
    }
}

/// The nodes that the searches of a turn have spent.
struct Spent(u64);

/// The turn that scores most, as far as can be found with what is left of the budget of a turn.
fn best_within<W: Words + Borrow<Vocabulary>>(
    rules: &Letters<W>,
    position: &Position<Letter>,
    spent: &mut Spent,
) -> Option<Best<Letter>> {
    let nodes = LettersSolver::BUDGET.nodes.checked_sub(spent.0).filter(|&nodes| nodes > 0)?;
    let mut now = Spent(0);
    let solver = rules.words.borrow().solver();
    let budget = Budget { nodes, ..LettersSolver::BUDGET };
    let best = solver.best_turn(rules, position, Objective::Points, budget, &mut now);
    spent.0 += now.0;
    best.ok().flatten()
}

impl Watch for Spent {
    fn tick(&mut self, stats: &Stats) -> ControlFlow<()> {
        self.0 = stats.nodes;
        ControlFlow::Continue(())
    }
}

/// The best turn that places all of the hand but so many tiles. Easy letters are kept, which words always
/// need; if the others alone cannot be placed, it is tried the other way round.
fn keeping<W: Words + Borrow<Vocabulary>>(
    rules: &Letters<W>,
    position: &Position<Letter>,
    kept: usize,
    spent: &mut Spent,
) -> Option<Turn<Letter>> {
    let mut hand = position.mover().hand.clone();
    hand.sort_by_key(|letter| EASY.iter().position(|&easy| easy == letter.ascii()));
    let last = hand.len() - kept;
    [&hand[..last], &hand[kept..]].into_iter().find_map(|rest| {
        let mut reduced = position.clone();
        reduced.players[position.turn].hand = rest.to_vec();
        let best = best_within(rules, &reduced, spent)?;
        (best.placed.len() == rest.len()).then_some(best.turn)
    })
}

/// How many tiles should go down, where `best` scores the most.
fn wanted(position: &Position<Letter>, best: &Best<Letter>) -> usize {
    let (placed, hand) = (best.placed.len(), position.mover().hand.len());
    let me = position.turn;
    let mut outlook = Outlook { known: FxHashMap::default() };
    let Some(start) = Tiles::of(position) else { return placed };
    let value = |outlook: &mut Outlook, placed: usize, points: i32| {
        let mut next = start;
        next.place(placed);
        points + outlook.value(&next, me)
    };
    let mut choice = (value(&mut outlook, placed, best.points), placed);
    let others: Vec<(usize, i32)> = if !position.mover().placed {
        (6..placed).map(|length| (length, 2 * length as i32)).collect()
    } else if placed == hand {
        let longest = best.points - 2 * placed as i32;
        (1..hand).rev().take(MOST_KEPT).map(|placed| (placed, placed as i32 + longest)).collect()
    } else {
        Vec::new()
    };
    for (placed, points) in others {
        let found = value(&mut outlook, placed, points);
        if found > choice.0 {
            choice = (found, placed);
        }
    }
    choice.1
}

/// A position in numbers of tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Tiles {
    stock: u8,
    hands: [u8; MOST_PLAYERS],
    /// A bit for each player who has placed.
    placed: u8,
    players: u8,
    turn: u8,
    is_over: bool,
}

impl Tiles {
    /// None where there are more players or tiles than can be counted here.
    fn of(position: &Position<Letter>) -> Option<Self> {
        let count = position.players.len();
        let mut tiles = Self {
            stock: u8::try_from(position.stock.len()).ok()?,
            hands: [0; MOST_PLAYERS],
            placed: 0,
            players: u8::try_from(count).ok().filter(|_| count <= MOST_PLAYERS)?,
            turn: position.turn as u8,
            is_over: false,
        };
        for (at, player) in position.players.iter().enumerate() {
            tiles.hands[at] = u8::try_from(player.hand.len()).ok()?;
            tiles.placed |= u8::from(player.placed) << at;
        }
        Some(tiles)
    }

    fn hand(&self) -> usize {
        usize::from(self.hands[usize::from(self.turn)])
    }

    fn has_placed(&self) -> bool {
        self.placed >> self.turn & 1 == 1
    }

    /// The player to move places so many tiles, draws, and passes the turn on.
    fn place(&mut self, tiles: usize) {
        let left = self.hand().saturating_sub(tiles);
        let drawn = LEAST.saturating_sub(left).min(usize::from(self.stock));
        self.stock -= drawn as u8;
        self.hands[usize::from(self.turn)] = (left + drawn) as u8;
        self.placed |= 1 << self.turn;
        self.is_over = left + drawn == 0;
        self.turn = (self.turn + 1) % self.players;
    }

    /// What placing so many tiles scores for the player to move.
    fn points(&self, tiles: usize) -> i32 {
        let all = tiles == self.hand();
        let longest = if self.has_placed() { LONGEST } else { tiles as i32 };
        tiles as i32 * if all { 2 } else { 1 } + longest
    }
}

/// What the rest of the game is worth.
struct Outlook {
    known: FxHashMap<Tiles, i32>,
}

impl Outlook {
    /// The points of `me` from here on, less those of the others on average. The depth is the number of
    /// turns until the stock is empty.
    fn value(&mut self, tiles: &Tiles, me: usize) -> i32 {
        if tiles.is_over {
            return 0;
        }
        if let Some(&value) = self.known.get(tiles) {
            return value;
        }
        let is_me = usize::from(tiles.turn) == me;
        let hand = tiles.hand();
        let most = if tiles.has_placed() { hand } else { OPENING.min(hand) };
        let least = if is_me && tiles.has_placed() { most.saturating_sub(MOST_KEPT).max(1) } else { most };
        let others = i32::from(tiles.players) - 1;
        let mut best = i32::MIN;
        for placed in (least..=most).rev() {
            let points = tiles.points(placed);
            let mut next = *tiles;
            next.place(placed);
            let gain = if is_me { points } else { -points / others };
            best = best.max(gain + self.value(&next, me));
        }
        self.known.insert(*tiles, best);
        best
    }
}

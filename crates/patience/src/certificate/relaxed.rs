//! The relaxed game: the second rule by which a position may be called lost without naming the positions that it leads
//! to. `docs/certificates.md` has its definition and its proof.
//!
//! It exists where cards only go onto cards, whatever their suits, and stay up. A position of it names the cards that
//! are *dealt*, those that never moved, and the cards that are up. All others are *built*: they lie on cards one rank
//! higher, and it is left open on which.

use arrayvec::ArrayVec;
use rustc_hash::FxHashSet;
use search::{Limit, Run};

use crate::card::{Card, Rank};
use crate::rules::{Build, Extras, Fill, Foundations};
use crate::table::{Column, Table};

/// Is the table lost in the relaxed game? Each position of the relaxed game counts as a node.
pub(crate) fn is_lost_when_relaxed(table: &Table, run: &mut Run<'_>) -> Result<bool, Limit> {
    if !has_relaxed_game(table) {
        return Ok(false);
    }
    let game = RelaxedGame { columns: table.columns() };
    let start = game.start(table);
    let mut seen = FxHashSet::from_iter([start.clone()]);
    let mut waiting = vec![start];
    while let Some(position) = waiting.pop() {
        if position.heights == [Rank::KING.number(); 4] {
            return Ok(false);
        }
        run.expand(|| (seen.len(), seen.capacity() * POSITION_BYTES))?;
        for next in game.successors(&position) {
            if seen.insert(next.clone()) {
                waiting.push(next);
            }
        }
    }
    Ok(true)
}

/// About the bytes that one position takes: twice its numbers, and its place in the set.
const POSITION_BYTES: usize = 128;

/// Does the relaxed game exist for this table?
fn has_relaxed_game(table: &Table) -> bool {
    let play = table.rules();
    play.cells == 0
        && play.build == Build::AnySuit
        && play.fill == Fill::Nothing
        && play.foundations != Foundations::Free
        && table.extras_in_reach() == Extras::NONE
}

/// The columns of the table that it starts from.
struct RelaxedGame<'t> {
    columns: &'t [Column],
}

/// A position of the relaxed game.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Relaxed {
    /// How many dealt cards each column has.
    dealt: Box<[u8]>,
    heights: [u8; 4],
}

/// The cards of a position that may have nothing on them, and what lies on which rank.
struct Exposure {
    /// The built cards, and the uppermost dealt one of each column.
    exposed: ArrayVec<Card, { Card::COUNT }>,
    /// How many of them have each rank.
    exposed_of: [u8; 14],
    /// How many cards of each rank are built.
    built_of: [u8; 14],
}

impl RelaxedGame<'_> {
    fn start(&self, table: &Table) -> Relaxed {
        let dealt = self.columns.iter().map(|column| column.len() as u8).collect();
        let mut start = Relaxed { dealt, heights: table.foundations() };
        self.settle(&mut start);
        start
    }

    /// All positions one move away.
    fn successors(&self, position: &Relaxed) -> Vec<Relaxed> {
        let exposure = self.exposure(position);
        let mut after = Vec::new();
        for (at, column) in self.columns.iter().enumerate() {
            if let [.., _, top] = column[..position.dealt[at].into()]
                && exposure.is_free(top.rank().number())
                && exposure.is_free(top.rank().number() + 1)
            {
                let mut next = position.clone();
                next.dealt[at] -= 1;
                after.push(next);
            }
        }
        for card in exposure.rising(position) {
            let mut next = position.clone();
            self.put_up(card, &mut next);
            after.push(next);
        }
        for next in &mut after {
            self.settle(next);
        }
        after
    }

    /// Counts dealt cards on cards one rank higher as built, and puts up safe cards, as long as there are any.
    fn settle(&self, position: &mut Relaxed) {
        loop {
            for (dealt, column) in position.dealt.iter_mut().zip(self.columns) {
                while let [.., on, top] = column[..usize::from(*dealt)]
                    && on.rank().number() == top.rank().number() + 1
                {
                    *dealt -= 1;
                }
            }
            let lowest = position.heights.into_iter().min().expect("there are four suits");
            let is_safe = |card: &Card| card.rank().number() <= lowest + 2;
            let safe = self.exposure(position).rising(position).find(is_safe);
            match safe {
                Some(card) => self.put_up(card, position),
                None => return,
            }
        }
    }

    fn put_up(&self, card: Card, position: &mut Relaxed) {
        position.heights[card.suit() as usize] += 1;
        for (dealt, column) in position.dealt.iter_mut().zip(self.columns) {
            if column[..usize::from(*dealt)].last() == Some(&card) {
                *dealt -= 1;
            }
        }
    }

    fn exposure(&self, position: &Relaxed) -> Exposure {
        let mut is_dealt = [false; Card::COUNT];
        let mut found = Exposure { exposed: ArrayVec::new(), exposed_of: [0; 14], built_of: [0; 14] };
        for (column, &dealt) in self.columns.iter().zip(&position.dealt) {
            column[..dealt.into()].iter().for_each(|card| is_dealt[usize::from(card.number())] = true);
            found.exposed.extend(column[..dealt.into()].last().copied());
        }
        for card in Card::all().filter(|card| !is_dealt[usize::from(card.number())]) {
            if card.rank().number() > position.heights[card.suit() as usize] {
                found.exposed.push(card);
                found.built_of[usize::from(card.rank().number())] += 1;
            }
        }
        for card in &found.exposed {
            found.exposed_of[usize::from(card.rank().number())] += 1;
        }
        found
    }
}

impl Exposure {
    /// Are more cards of the rank exposed than are built one rank lower?
    fn is_free(&self, rank: u8) -> bool {
        let rank = usize::from(rank);
        self.exposed_of.get(rank).is_some_and(|&exposed| exposed > self.built_of[rank - 1])
    }

    /// The exposed cards that are next on their foundations and whose rank is free.
    fn rising(&self, position: &Relaxed) -> impl Iterator<Item = Card> {
        let is_next = |card: &&Card| card.rank().number() == position.heights[card.suit() as usize] + 1;
        self.exposed.iter().filter(is_next).filter(|card| self.is_free(card.rank().number())).copied()
    }
}

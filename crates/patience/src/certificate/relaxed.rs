//! The relaxed game: the second rule by which a position may be called lost without naming the positions that it leads
//! to. `docs/certificates.md` has its definition and its proof.
//!
//! It exists where cards only go onto cards, whatever their suits, and stay up. A position of it names the cards that
//! are *dealt*, those that never moved, and the cards that are up. All others are *built*: they lie on cards one rank
//! higher, and it is left open on which.

use arrayvec::ArrayVec;
use search::{Limit, Run};

use super::fingerprints::Fingerprints;
use super::position::{LONGEST, fingerprint};
use crate::card::{Card, Rank};
use crate::rules::{Build, Extras, Fill, Foundations, MAX_COLUMNS};
use crate::table::{Column, Table};

/// The relaxed games of many tables. Positions of two games that have the same dealt cards, in the same order, and the
/// same cards up are one position: all that follows is the same. So each is looked at once.
#[derive(Default)]
pub(crate) struct RelaxedGames {
    lost: Fingerprints,
    winnable: Fingerprints,
}

/// A position on the way, with the positions after it that are still to be looked at.
struct Branch {
    key: u128,
    after: Vec<Relaxed>,
}

impl RelaxedGames {
    /// Is the table lost in the relaxed game? Each position of the relaxed game counts as a node. The caller holds
    /// `others` bytes.
    pub(crate) fn is_lost(&mut self, table: &Table, others: usize, run: &mut Run<'_>) -> Result<bool, Limit> {
        if !has_relaxed_game(table) {
            return Ok(false);
        }
        let dealt: ArrayVec<u8, MAX_COLUMNS> =
            table.columns().iter().map(|column| column.len() as u8).collect();
        self.is_lost_at(table.columns(), &dealt, table.foundations(), others, run)
    }

    /// Is a position of the relaxed game lost? `dealt` counts the dealt cards of each column. The relaxed game must exist.
    pub(super) fn is_lost_at(
        &mut self,
        columns: &[Column],
        dealt: &[u8],
        heights: [u8; 4],
        others: usize,
        run: &mut Run<'_>,
    ) -> Result<bool, Limit> {
        let game = RelaxedGame { columns };
        let mut start = Relaxed { dealt: dealt.into(), heights };
        game.settle(&mut start);
        // The start is looked at like the only position after another one, which has no key.
        let mut next = Some(start);
        let mut way: Vec<Branch> = Vec::new();
        loop {
            if let Some(position) = next.take() {
                let key = game.key(&position);
                if position.is_won() || self.winnable.contains(key) {
                    self.keep_winnable(&way, others, run)?;
                    return Ok(false);
                }
                if !self.lost.contains(key) {
                    run.expand(|| (self.len(), others + self.memory()))?;
                    way.push(Branch { key, after: game.successors(&position) });
                }
            }
            let Some(branch) = way.last_mut() else { return Ok(true) };
            next = branch.after.pop();
            if next.is_none() {
                run.hold(others + self.memory())?;
                self.lost.insert(branch.key);
                way.pop();
            }
        }
    }

    fn keep_winnable(&mut self, way: &[Branch], others: usize, run: &mut Run<'_>) -> Result<(), Limit> {
        for branch in way {
            run.hold(others + self.memory())?;
            self.winnable.insert(branch.key);
        }
        Ok(())
    }

    /// Bytes held after one more position.
    pub(super) fn memory(&self) -> usize {
        self.lost.memory_after_insert() + self.winnable.memory_after_insert()
    }

    fn len(&self) -> usize {
        (self.lost.len() + self.winnable.len()) as usize
    }
}

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
#[derive(Clone)]
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
    /// The fingerprint of a position: of its dealt cards by column, the columns in order, and of the foundations.
    fn key(&self, position: &Relaxed) -> u128 {
        let dealt = self.columns.iter().zip(&position.dealt).map(|(column, &dealt)| &column[..dealt.into()]);
        let mut columns: ArrayVec<&[Card], MAX_COLUMNS> = dealt.collect();
        columns.sort_unstable();
        let mut bytes: ArrayVec<u8, { LONGEST + 4 }> = ArrayVec::new();
        for column in columns {
            bytes.extend(column.iter().map(|card| card.number()));
            bytes.push(Card::COUNT as u8);
        }
        bytes.extend(position.heights);
        fingerprint(&bytes)
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

impl Relaxed {
    fn is_won(&self) -> bool {
        self.heights == [Rank::KING.number(); 4]
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

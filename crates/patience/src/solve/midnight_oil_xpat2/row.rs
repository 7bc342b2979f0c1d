//! A position of the game: all cards in one row, cut into columns.

use arrayvec::ArrayVec;

use crate::action::Action;
use crate::card::{Card, Rank};
use crate::moves::{Move, Target};
use crate::rules::{MAX_COLUMNS, Play};
use crate::shuffle::redeal;
use crate::table::{Cells, Column, Table};

/// A position in the middle of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// The cards column after column, each bottom first.
    cards: [u8; Card::COUNT],
    /// How many cards each column has.
    heights: [u8; MAX_COLUMNS],
    /// How many of them never moved since the row was laid.
    still: [u8; MAX_COLUMNS],
    columns: u8,
    up: [u8; 4],
}

/// A key that is different for different positions of one laid row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key {
    still: [u8; MAX_COLUMNS],
    up: [u8; 4],
}

/// How the cards lie: equal for equal positions, whatever led to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Layout {
    cards: [u8; Card::COUNT],
    heights: [u8; MAX_COLUMNS],
    up: [u8; 4],
}

/// A rotation: the card at one place of a column goes to another place of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rotation {
    pub(super) column: u8,
    from: u8,
    to: u8,
}

impl Row {
    /// The row that a table shows.
    pub(super) fn of(table: &Table) -> Self {
        let columns = table.columns();
        let mut row = Self::laid(columns.len() as u8, table.foundations());
        for (place, card) in columns.iter().flatten().enumerate() {
            row.cards[place] = card.number();
        }
        for (at, column) in columns.iter().enumerate() {
            row.heights[at] = column.len() as u8;
        }
        row.still = row.heights;
        row
    }

    fn laid(columns: u8, up: [u8; 4]) -> Self {
        let nothing = [0; MAX_COLUMNS];
        Self { cards: [0; Card::COUNT], heights: nothing, still: nothing, columns, up }
    }

    /// The table for a solver of the usual game.
    pub(super) fn table(&self, usual: Play) -> Table {
        let columns = (0..self.columns)
            .map(|at| self.column(at).iter().copied().filter_map(Card::from_number).collect::<Column>());
        Table::new(usual, columns.collect(), Cells::new(), self.up).expect("a row has each card once")
    }

    /// The key of the position. A card that has moved since the row was laid is up, which the heights of the
    /// foundations show, or lies on the next higher card of its suit: so the cards that never moved determine where
    /// all the others are.
    pub(super) fn key(&self) -> Key {
        Key { still: self.still, up: self.up }
    }

    /// How the cards lie.
    pub(super) fn layout(&self) -> Layout {
        let mut cards = self.cards;
        cards[self.cards_left() as usize..].fill(0);
        Layout { cards, heights: self.heights, up: self.up }
    }

    /// How many cards are not up.
    pub(super) fn cards_left(&self) -> u32 {
        self.count() as u32
    }

    /// How many cards lie over a lower one of their suit.
    pub(super) fn over_lower(&self) -> u32 {
        let over = |column: &[u8]| {
            let mut lowest = [u8::MAX; 4];
            let buries = |&&card: &&u8| {
                let lowest = &mut lowest[usize::from(card % 4)];
                std::mem::replace(lowest, card.min(*lowest)) < card
            };
            column.iter().filter(buries).count() as u32
        };
        (0..self.columns).map(|at| over(self.column(at))).sum()
    }

    pub(super) fn is_won(&self) -> bool {
        self.up == [Rank::KING.number(); 4]
    }

    /// How many columns there are.
    pub(super) fn columns(&self) -> u8 {
        self.columns
    }

    /// How many cards of a column never moved since the row was laid.
    pub(super) fn still(&self, at: u8) -> usize {
        self.still[usize::from(at)].into()
    }

    /// The cards of a column, bottom first.
    pub(super) fn column(&self, at: u8) -> &[u8] {
        let start = self.start(at);
        &self.cards[start..start + usize::from(self.heights[usize::from(at)])]
    }

    fn start(&self, at: u8) -> usize {
        self.heights[..usize::from(at)].iter().map(|&height| usize::from(height)).sum()
    }

    fn count(&self) -> usize {
        self.start(self.columns)
    }

    /// The top cards by number, with their columns.
    fn tops(&self) -> impl Iterator<Item = (u8, u8)> {
        let mut end = 0;
        (0..self.columns).filter_map(move |at| {
            let height = usize::from(self.heights[usize::from(at)]);
            end += height;
            (height > 0).then(|| (at, self.cards[end - 1]))
        })
    }

    fn is_next(&self, card: u8) -> bool {
        self.up[usize::from(card % 4)] == card / 4
    }

    /// The moves there are: to foundations first.
    pub(super) fn moves(&self) -> ArrayVec<Move, { 2 * MAX_COLUMNS }> {
        let mut top_of = [false; Card::COUNT + 4];
        self.tops().for_each(|(_, card)| top_of[usize::from(card)] = true);
        let card = |number: u8| Card::from_number(number).expect("a card of the row");
        let ups = self.tops().filter(|&(_, top)| self.is_next(top));
        let ups = ups.map(|(_, top)| Move { card: card(top), to: Target::Foundation });
        let builds = self.tops().filter(|&(_, top)| top_of[usize::from(top) + 4]);
        let builds = builds.map(|(_, top)| Move { card: card(top), to: Target::Onto(card(top + 4)) });
        ups.chain(builds).collect()
    }

    /// Plays one of the [`moves`](Self::moves).
    pub(super) fn play(&mut self, Move { card, to }: Move) {
        self.take(card.number());
        match to {
            Target::Onto(on) => self.put(card.number(), on.number()),
            _ => self.up[card.suit() as usize] += 1,
        }
    }

    fn take(&mut self, card: u8) {
        let (at, _) = self.tops().find(|&(_, top)| top == card).expect("the card is a top");
        let (end, count) = (self.start(at + 1), self.count());
        self.cards.copy_within(end..count, end - 1);
        let at = usize::from(at);
        self.heights[at] -= 1;
        self.still[at] = self.still[at].min(self.heights[at]);
    }

    fn put(&mut self, card: u8, on: u8) {
        let (at, _) = self.tops().find(|&(_, top)| top == on).expect("the target is a top");
        let (end, count) = (self.start(at + 1), self.count());
        self.cards.copy_within(end..count, end + 1);
        self.cards[end] = card;
        self.heights[usize::from(at)] += 1;
    }

    /// Puts up everything that can go, and adds it to the line.
    pub(super) fn put_up(&mut self, line: &mut Vec<Action>) {
        while let Some(card) = self.next_up() {
            let up = Move { card, to: Target::Foundation };
            self.play(up);
            line.push(up.into());
        }
    }

    fn next_up(&self) -> Option<Card> {
        self.tops().find(|&(_, top)| self.is_next(top)).and_then(|(_, top)| Card::from_number(top))
    }

    /// The row that a redeal lays.
    pub(super) fn redealt(&self, seed: u64, fan: u8) -> Self {
        let count = self.count();
        let mut cards: Column = self.cards[..count].iter().copied().filter_map(Card::from_number).collect();
        redeal(seed, &mut cards);
        let mut row = Self::laid(self.columns, self.up);
        let last = usize::from(self.columns) - 1;
        for (place, card) in cards.iter().enumerate() {
            row.cards[place] = card.number();
            row.heights[(place / usize::from(fan)).min(last)] += 1;
        }
        row.still = row.heights;
        row
    }

    /// Every rotation that changes something, each once.
    pub(super) fn rotations(&self) -> impl Iterator<Item = Rotation> {
        (0..self.columns).flat_map(|column| {
            let height = self.heights[usize::from(column)];
            let top = height.saturating_sub(1);
            let up = (0..top).map(move |from| Rotation { column, from, to: top });
            // Bringing up the second card and taking down the top one by one place are the same.
            let down = (0..top.saturating_sub(1)).map(move |to| Rotation { column, from: top, to });
            up.chain(down)
        })
    }

    /// The row after a rotation, and what was done.
    pub(super) fn rotated(&self, Rotation { column, from, to }: Rotation) -> (Self, Action) {
        let mut row = *self;
        let (start, from, to) = (self.start(column), usize::from(from), usize::from(to));
        let card = Card::from_number(self.cards[start + from]).expect("a card of the row");
        let action = if from < to {
            row.cards[start + from..=start + to].rotate_left(1);
            Action::Top(card)
        } else {
            row.cards[start + to..=start + from].rotate_right(1);
            Action::Down { card, place: to as u8 }
        };
        row.still = row.heights;
        (row, action)
    }

    /// Can the card that a rotation brought to the top of its column go somewhere, or a card go on it?
    pub(super) fn is_active(&self, Rotation { column, .. }: Rotation) -> bool {
        let Some((_, top)) = self.tops().find(|&(at, _)| at == column) else { return false };
        let meets = |(_, other): (u8, u8)| other == top + 4 || other + 4 == top;
        self.is_next(top) || self.tops().any(meets)
    }
}

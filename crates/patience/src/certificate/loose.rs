//! The game of loose cards: the third rule by which a position may be called lost without naming the positions that it
//! leads to. `docs/certificates.md` has its definition and its proof.
//!
//! It exists where cards only go onto cards, whatever their suits, and go up by themselves. Moves of built cards that
//! can be taken back are not looked at: a built card is either *stuck*, and then it is known on which cards it may lie,
//! or *loose*, and then it may lie anywhere.

use arrayvec::ArrayVec;
use search::{Limit, Run};

use super::card_set::{CardSet, Suits};
use super::fingerprints::Fingerprints;
use super::position::fingerprint;
use super::relaxed::RelaxedGames;
use crate::card::{Card, Rank, Suit};
use crate::rules::{Build, Extras, Fill, Foundations, MAX_COLUMNS};
use crate::table::{Column, Table};

/// Is the table lost in the game of loose cards? Each position of that game, and of the relaxed games that leave some of
/// them out, counts as a node. The caller holds `others` bytes.
pub(crate) fn is_lost(table: &Table, others: usize, run: &mut Run<'_>) -> Result<bool, Limit> {
    if !has_loose_game(table) {
        return Ok(false);
    }
    let mut start = table.clone();
    start.normalise();
    let mut search = Search { game: LooseGame { columns: start.columns() }, ..Search::default() };
    search.is_lost(start.foundations(), others, run)
}

/// Does the game of loose cards exist for this table?
fn has_loose_game(table: &Table) -> bool {
    let play = table.rules();
    play.cells == 0
        && play.build == Build::AnySuit
        && play.fill == Fill::Nothing
        && play.foundations == Foundations::Forced
        && table.extras_in_reach() == Extras::NONE
}

/// One search of all positions, depth first.
#[derive(Default)]
struct Search<'t> {
    game: LooseGame<'t>,
    seen: Fingerprints,
    relaxed: RelaxedGames,
    waiting: Vec<Loose>,
}

impl Search<'_> {
    fn is_lost(&mut self, heights: [u8; 4], others: usize, run: &mut Run<'_>) -> Result<bool, Limit> {
        let mut after = Vec::new();
        self.game.start(heights, &mut after);
        loop {
            for position in after.drain(..) {
                if position.heights == [Rank::KING.number(); 4] {
                    return Ok(false);
                }
                run.hold(others + self.memory())?;
                if self.seen.insert(position.key())
                    && !self.relaxed.is_lost_at(
                        self.game.columns,
                        &position.dealt,
                        position.heights,
                        others + self.seen.memory_after_insert() + self.memory_of_waiting(),
                        run,
                    )?
                {
                    self.waiting.push(position);
                }
            }
            let Some(position) = self.waiting.pop() else { return Ok(true) };
            run.expand(|| (self.seen.len() as usize, others + self.memory()))?;
            self.game.expand(&position, &mut after);
        }
    }

    /// Bytes held after one more position.
    fn memory(&self) -> usize {
        self.seen.memory_after_insert() + self.relaxed.memory() + self.memory_of_waiting()
    }

    fn memory_of_waiting(&self) -> usize {
        let full = self.waiting.len() == self.waiting.capacity();
        self.waiting.capacity() * size_of::<Loose>() * if full { 3 } else { 1 }
    }
}

/// The columns of the table that it starts from.
#[derive(Default)]
struct LooseGame<'t> {
    columns: &'t [Column],
}

/// Stuck cards of one rank, and as many cards of the next higher rank on which they lie; it is left open which lies on
/// which.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Group {
    /// The rank of the guests.
    rank: u8,
    guests: Suits,
    hosts: Suits,
}

/// No two groups share a guest or a host.
type Groups = ArrayVec<Group, { Card::COUNT - 4 }>;

/// A position of the game. After [`LooseGame::freeze`] no card is clear, and groups ascend.
#[derive(Clone)]
struct Loose {
    /// How many dealt cards each column has: its base and what is beneath it.
    dealt: ArrayVec<u8, MAX_COLUMNS>,
    heights: [u8; 4],
    /// The built cards and the bases.
    exposed: CardSet,
    /// The built cards. Those that are in no group are loose.
    built: CardSet,
    groups: Groups,
    /// Exposed cards that surely have nothing on them.
    clear: CardSet,
}

impl LooseGame<'_> {
    /// The position of the table, in which all that can go up is up.
    fn start(&self, heights: [u8; 4], after: &mut Vec<Loose>) {
        let mut start = Loose {
            dealt: self.columns.iter().map(|column| column.len() as u8).collect(),
            heights,
            exposed: CardSet::EMPTY,
            built: CardSet::EMPTY,
            groups: Groups::new(),
            clear: CardSet::EMPTY,
        };
        for column in 0..self.columns.len() {
            self.uncover(column, &mut start);
        }
        start.clear = CardSet::EMPTY;
        start.freeze(after);
    }

    /// All positions that a move leads to.
    fn expand(&self, position: &Loose, after: &mut Vec<Loose>) {
        let hosts = position.hosts_of_groups();
        for (column, &dealt) in position.dealt.iter().enumerate() {
            if let Some(&base) = self.columns[column][..dealt.into()].last()
                && !hosts.contains(base)
                && position.is_free(base.rank().number() + 1)
            {
                let mut next = position.clone();
                next.built.insert(base);
                next.clear.insert(base);
                next.dealt[column] -= 1;
                self.uncover(column, &mut next);
                self.cascade(next, after);
            }
        }
        for at in 0..position.groups.len() {
            self.leave_rising(position, at, after);
        }
    }

    /// Moves a guest of the group away from a host that then goes up.
    fn leave_rising(&self, position: &Loose, at: usize, after: &mut Vec<Loose>) {
        let Group { rank, guests, hosts } = position.groups[at];
        if !position.is_free(rank + 1) {
            return;
        }
        let laden = position.hosts_of_groups().of_rank(rank);
        for host in hosts.and(position.next_up(rank + 1)).suits() {
            for guest in guests.without(laden).suits() {
                let mut next = position.clone();
                next.take_from_group(at, guest, host);
                next.clear.insert(card(rank, guest));
                self.go_up(card(rank + 1, host), next, after);
            }
        }
    }

    /// Puts up what can go up after a move, in all ways, and then says what is stuck.
    fn cascade(&self, position: Loose, after: &mut Vec<Loose>) {
        let Some(rising) = position.rising() else { return position.freeze(after) };
        let rank = rising.rank().number();
        let loose = position.loose().of_rank(rank - 1);
        if position.clear.contains(rising) || loose.is_empty() {
            return self.go_up(rising, position, after);
        }
        if loose.len() < position.hosts_of_loose().of_rank(rank).len() {
            self.go_up(rising, position.clone(), after);
        }
        for guest in loose.suits() {
            let mut next = position.clone();
            let (guests, hosts) = (Suits::of(guest), Suits::of(rising.suit()));
            next.groups.push(Group { rank: rank - 1, guests, hosts });
            self.cascade(next, after);
        }
    }

    /// Puts up a card that has nothing on it, and then all that can go up.
    fn go_up(&self, rising: Card, mut position: Loose, after: &mut Vec<Loose>) {
        let (rank, suit) = (rising.rank().number(), rising.suit());
        position.heights[suit as usize] += 1;
        position.exposed.remove(rising);
        position.clear.remove(rising);
        if !position.built.contains(rising) {
            let is_base =
                |at: &usize| self.columns[*at][..position.dealt[*at].into()].last() == Some(&rising);
            let column =
                (0..self.columns.len()).find(is_base).expect("what is exposed and not built is a base");
            position.dealt[column] -= 1;
            self.uncover(column, &mut position);
            return self.cascade(position, after);
        }
        position.built.remove(rising);
        let is_its = |group: &Group| group.rank == rank && group.guests.contains(suit);
        let Some(at) = position.groups.iter().position(is_its) else { return self.cascade(position, after) };
        for host in position.groups[at].hosts.suits() {
            let mut next = position.clone();
            next.take_from_group(at, suit, host);
            next.clear.insert(card(rank + 1, host));
            self.cascade(next, after);
        }
    }

    /// Exposes the run that the uppermost dealt card of the column tops; it lies as it was dealt.
    fn uncover(&self, column: usize, position: &mut Loose) {
        let dealt = &mut position.dealt[column];
        let cards = &self.columns[column][..(*dealt).into()];
        let Some(&top) = cards.last() else { return };
        position.clear.insert(top);
        position.exposed.insert(top);
        for pair in cards.windows(2).rev() {
            let [host, guest] = [pair[0], pair[1]];
            let rank = guest.rank().number();
            if host.rank().number() != rank + 1 {
                return;
            }
            *dealt -= 1;
            position.built.insert(guest);
            position.exposed.insert(host);
            let (guests, hosts) = (Suits::of(guest.suit()), Suits::of(host.suit()));
            position.groups.push(Group { rank, guests, hosts });
        }
    }
}

fn card(rank: u8, suit: Suit) -> Card {
    Card::new(Rank::new(rank).expect("guests and hosts have ranks"), suit)
}

impl Loose {
    /// The fingerprint of a position between two moves; all else follows from the cards of the table that it starts
    /// from.
    fn key(&self) -> u128 {
        let mut bytes: ArrayVec<u8, { MAX_COLUMNS + Suit::ALL.len() + 2 * Card::COUNT }> = ArrayVec::new();
        bytes.extend(self.dealt.iter().copied());
        bytes.extend(self.heights);
        for group in &self.groups {
            bytes.extend([group.rank, group.guests.bits() << 4 | group.hosts.bits()]);
        }
        fingerprint(&bytes)
    }

    /// Are more cards of the rank exposed than are built one rank lower?
    fn is_free(&self, rank: u8) -> bool {
        self.exposed.of_rank(rank).len() > self.built.of_rank(rank - 1).len()
    }

    /// The cards of the rank that are next on their foundations.
    fn next_up(&self, rank: u8) -> Suits {
        let is_next = |suit: &Suit| self.heights[*suit as usize] + 1 == rank;
        Suit::ALL.into_iter().filter(is_next).fold(Suits::EMPTY, |next, suit| next.with(Suits::of(suit)))
    }

    fn hosts_of_groups(&self) -> CardSet {
        let hosts = self.groups.iter().map(|group| group.hosts.of_rank(group.rank + 1));
        hosts.fold(CardSet::EMPTY, CardSet::with)
    }

    /// Built cards that are in no group.
    fn loose(&self) -> CardSet {
        let guests = self.groups.iter().map(|group| group.guests.of_rank(group.rank));
        guests.fold(self.built, CardSet::without)
    }

    /// The cards on which the loose ones may lie.
    fn hosts_of_loose(&self) -> CardSet {
        self.exposed.without(self.hosts_of_groups()).without(self.clear)
    }

    /// An exposed card that is next on its foundation and on which no card of a group lies.
    fn rising(&self) -> Option<Card> {
        let hosts = self.hosts_of_groups();
        let next_of = |suit: Suit| Some(Card::new(Rank::new(self.heights[suit as usize] + 1)?, suit));
        let mut next = Suit::ALL.into_iter().filter_map(next_of);
        next.find(|&next| self.exposed.contains(next) && !hosts.contains(next))
    }

    /// One guest and one host of a group part.
    fn take_from_group(&mut self, at: usize, guest: Suit, host: Suit) {
        let group = &mut self.groups[at];
        group.guests = group.guests.without(Suits::of(guest));
        group.hosts = group.hosts.without(Suits::of(host));
        if group.guests.is_empty() {
            self.groups.swap_remove(at);
        }
    }

    /// Works out which cards are stuck now, in all ways in which they may lie.
    fn freeze(mut self, after: &mut Vec<Self>) {
        let (loose, hosts) = (self.loose(), self.hosts_of_loose());
        let mut parts = std::mem::take(&mut self.groups);
        for rank in 1..Rank::KING.number() {
            let guests = loose.of_rank(rank);
            if !guests.is_empty() {
                parts.push(Group { rank, guests, hosts: hosts.of_rank(rank + 1) });
            }
        }
        parts.sort_unstable();
        self.clear = CardSet::EMPTY;
        self.freeze_parts(&parts, after);
    }

    /// Freezes these parts, the lower ranks first. Each is a group, or the loose cards of a rank with all cards on which
    /// they may lie; none of the latter goes up next.
    fn freeze_parts(&mut self, parts: &[Group], after: &mut Vec<Self>) {
        let Some((&Group { rank, guests, hosts }, parts)) = parts.split_first() else {
            let mut frozen = self.clone();
            frozen.groups.sort_unstable();
            return after.push(frozen);
        };
        let laden = self.hosts_of_groups().of_rank(rank);
        let stuck = if self.is_free(rank + 1) { guests.and(laden) } else { guests };
        for under_stuck in hosts.subsets(stuck.len()) {
            let rising = hosts.without(under_stuck).and(self.next_up(rank + 1));
            for on_rising in guests.without(stuck).subsets(rising.len()) {
                let found = self.groups.len();
                for (guests, hosts) in [(stuck, under_stuck), (on_rising, rising)] {
                    if !guests.is_empty() {
                        self.groups.push(Group { rank, guests, hosts });
                    }
                }
                self.freeze_parts(parts, after);
                self.groups.truncate(found);
            }
        }
    }
}

//! States of the search over loose cards.

use crate::card::Card;
use crate::solve::packed::{FLOOR, Packed, UP, cards, next_up, place_key};
use crate::solve::rule_masks::{ALL, Cards, bit};
use crate::split_mix::split_mix;

/// A set of cards of one rank: bit `n` stands for the suit with number `n`.
pub(super) type Suits = u8;

/// How many ranks have built cards: all but the highest.
pub(super) const RANKS: usize = 12;
/// The place of built cards in keys: their groups say more.
const BUILT: u8 = 55;

/// Some stuck cards of one rank and their hosts, as many of these. Which lies on which is open: each way can be reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Group(u8);

impl Group {
    pub(super) fn new(guests: Suits, hosts: Suits) -> Self {
        debug_assert_eq!(guests.count_ones(), hosts.count_ones(), "as many hosts as guests");
        Self(hosts << 4 | guests)
    }

    pub(super) fn guests(self) -> Suits {
        self.0 & 0b1111
    }

    pub(super) fn hosts(self) -> Suits {
        self.0 >> 4
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// The groups of one rank, the empty ones first.
pub(super) type Groups = [Group; 4];

/// Tables that lead to each other by moves of loose cards, and by choices that were not made yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct LooseState {
    /// Cards with cards on them that are not their guests.
    pub(super) hidden: Cards,
    /// Exposed cards that lie on a card one rank higher.
    pub(super) built: Cards,
    pub(super) up: Cards,
    /// For each rank the groups of its stuck cards.
    pub(super) groups: [Groups; RANKS],
}

impl LooseState {
    pub(super) fn is_won(&self) -> bool {
        self.up == ALL
    }

    pub(super) fn exposed(&self) -> Cards {
        ALL & !self.hidden & !self.up
    }

    /// Exposed cards at their first places, on no card one rank higher.
    pub(super) fn bases(&self) -> Cards {
        self.exposed() & !self.built
    }

    /// Cards that are neither up nor built.
    pub(super) fn dealt(&self) -> Cards {
        ALL & !self.up & !self.built
    }

    /// The stuck cards of a rank.
    pub(super) fn stuck(&self, rank: usize) -> Suits {
        self.groups[rank].iter().fold(0, |all, group| all | group.guests())
    }

    /// The loose cards of a rank.
    pub(super) fn loose(&self, rank: usize) -> Suits {
        of_rank(self.built, rank) & !self.stuck(rank)
    }

    /// The cards of the next rank that stuck cards of this one lie on.
    pub(super) fn hosts_of(&self, rank: usize) -> Suits {
        self.groups[rank].iter().fold(0, |all, group| all | group.hosts())
    }

    /// All cards that stuck cards lie on.
    pub(super) fn covered(&self) -> Cards {
        (0..RANKS).fold(0, |all, rank| all | of_suits(self.hosts_of(rank), rank + 1))
    }

    /// The next card of each foundation.
    pub(super) fn next_up(&self) -> Cards {
        next_up(self.up)
    }

    /// The cards of all free ranks.
    pub(super) fn free(&self) -> Cards {
        let exposed = self.exposed();
        let is_free = |rank: usize| {
            let guests = if rank == 0 { 0 } else { of_rank(self.built, rank - 1) };
            of_rank(exposed, rank).count_ones() > guests.count_ones()
        };
        (0..=RANKS).filter(|&rank| is_free(rank)).fold(0, |all, rank| all | of_suits(0b1111, rank))
    }

    /// Adds a group, unless it is empty.
    pub(super) fn add(&mut self, rank: usize, group: Group) {
        if !group.is_empty() {
            let place = self.groups[rank].iter_mut().find(|place| place.is_empty());
            *place.expect("no more groups than cards of a rank") = group;
        }
    }

    /// Takes all groups of each rank for one.
    pub(super) fn join_groups(&mut self) {
        for groups in &mut self.groups {
            let joined = groups.iter().fold(0, |all, group| all | group.0);
            *groups = [Group::default(), Group::default(), Group::default(), Group(joined)];
        }
    }

    /// Takes a stuck card from its group, which leaves this host.
    pub(super) fn part(&mut self, rank: usize, guest: Suits, host: Suits) {
        let group = self.group_of_mut(rank, guest);
        *group = Group::new(group.guests() & !guest, group.hosts() & !host);
    }

    /// The group of a card.
    pub(super) fn group_of(&self, rank: usize, guest: Suits) -> Option<Group> {
        self.groups[rank].into_iter().find(|group| group.guests() & guest != 0)
    }

    fn group_of_mut(&mut self, rank: usize, guest: Suits) -> &mut Group {
        let group = self.groups[rank].iter_mut().find(|group| group.guests() & guest != 0);
        group.expect("the card is stuck")
    }

    /// Exposes the cards of a run with this top, whose cards lie as at first.
    pub(super) fn expose(&mut self, dealt: &Dealt, top: u8) {
        let mut card = top;
        self.hidden &= !bit(card);
        while let Some(host) = dealt.host(card) {
            self.built |= bit(card);
            self.add(rank_of(card), Group::new(suit_of(card), suit_of(host)));
            self.hidden &= !bit(host);
            card = host;
        }
    }

    /// A key of 128 bits: an exclusive or of independent random numbers.
    pub(super) fn key(&self) -> u128 {
        let place = |set, place| cards(set).fold(0, |key, card| key ^ place_key(card, place));
        let groups = self.groups.iter().enumerate().flat_map(|(rank, groups)| {
            let full = groups.iter().filter(|group| !group.is_empty());
            full.map(move |group| GROUP_KEYS[rank][usize::from(group.0)])
        });
        groups.fold(place(self.built, BUILT) ^ place(self.up, UP), |key, group| key ^ group)
            ^ place(self.bases(), FLOOR)
    }
}

/// The first table: the places of the cards that have not left them.
pub(super) struct Dealt {
    beneath: [u8; Card::COUNT],
}

impl Dealt {
    pub(super) fn of(start: &Packed) -> Self {
        Self { beneath: std::array::from_fn(|card| start.beneath(card as u8)) }
    }

    /// The card or the place beneath a card that has not left it.
    pub(super) fn beneath(&self, card: u8) -> u8 {
        self.beneath[usize::from(card)]
    }

    /// The card beneath, if it is one rank higher.
    pub(super) fn host(&self, card: u8) -> Option<u8> {
        let on = self.beneath(card);
        is_host(on, card).then_some(on)
    }
}

/// Is this place a card one rank higher?
pub(super) fn is_host(on: u8, card: u8) -> bool {
    on < FLOOR && on / 4 == card / 4 + 1
}

pub(super) fn rank_of(card: u8) -> usize {
    usize::from(card / 4)
}

pub(super) fn suit_of(card: u8) -> Suits {
    1 << (card % 4)
}

/// The suits of a set's cards of one rank.
pub(super) fn of_rank(set: Cards, rank: usize) -> Suits {
    (set >> (4 * rank)) as Suits & 0b1111
}

/// The cards of one rank with these suits.
pub(super) fn of_suits(suits: Suits, rank: usize) -> Cards {
    Cards::from(suits) << (4 * rank)
}

/// The Zobrist numbers of groups, by rank.
static GROUP_KEYS: [[u128; 256]; RANKS] = group_keys();

#[expect(clippy::large_stack_arrays, reason = "built by the compiler, never at run time")]
const fn group_keys() -> [[u128; 256]; RANKS] {
    let mut keys = [[0; 256]; RANKS];
    // Far from the numbers of the places of cards.
    let mut counter = 1 << 20;
    let mut rank = 0;
    while rank < RANKS {
        let mut group = 0;
        while group < 256 {
            keys[rank][group] = (split_mix(counter) as u128) << 64 | split_mix(counter + 1) as u128;
            counter += 2;
            group += 1;
        }
        rank += 1;
    }
    keys
}

//! The states that one state leads to.
//!
//! A move is followed by cards that go up by themselves. Which ones go up depends on where the loose cards lay before the
//! move, and this is chosen here as it matters. A card that is next and exposed, with no stuck guest, goes up if no loose
//! card was put on it; or one was. Some cards have no guest for sure: the one that moved, and those that were uncovered
//! after the move. All choices made leave enough hosts for the other loose cards: hosts without a guest for sure are not
//! counted among these.

use crate::solve::loose::state::{
    Dealt, Group, LooseState, RANKS, Suits, is_host, of_rank, of_suits, rank_of, suit_of,
};
use crate::solve::packed::{FLOOR, Packed, cards};
use crate::solve::rule_masks::{Cards, bit};

/// A state that another one leads to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Successor {
    pub(super) state: LooseState,
    /// The card that moved.
    pub(super) mover: u8,
    pub(super) which: Which,
}

/// Which one of the successors of a state it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Which {
    /// The number of what is hidden, built and up after the move, among all that were asked about.
    pub(super) outcome: u32,
    /// The number of the way in which cards are stuck then.
    pub(super) way: u32,
}

/// A state after a move, while cards go up.
#[derive(Clone, Copy)]
struct Rising {
    state: LooseState,
    /// Cards that have no guest for sure.
    clear: Cards,
}

/// The state on which it depends who is stuck after a move.
struct Frozen<'f> {
    before: &'f Rising,
    /// The cards of free ranks.
    free: Cards,
}

/// Lists the successors of states.
pub(super) struct Successors<'s> {
    dealt: &'s Dealt,
    /// Is an outcome wanted, by what is hidden, built and up in it, and by its number?
    wants: &'s mut dyn FnMut(&LooseState, u32) -> bool,
    found: &'s mut Vec<Successor>,
    mover: u8,
    outcomes: u32,
}

/// The state of a table on which no more cards go up by themselves.
pub(super) fn state_of(table: &Packed, dealt: &Dealt) -> LooseState {
    let mut state = LooseState { hidden: 0, built: 0, up: table.up(), groups: Default::default() };
    for top in cards(table.tops()) {
        let mut card = top;
        while is_host(table.beneath(card), card) {
            let host = table.beneath(card);
            state.built |= bit(card);
            state.add(rank_of(card), Group::new(suit_of(card), suit_of(host)));
            card = host;
        }
        let mut on = table.beneath(card);
        while on != FLOOR {
            state.hidden |= bit(on);
            on = table.beneath(on);
        }
    }
    let mut found = Vec::new();
    Successors::new(dealt, &mut |_, _| true, &mut found).freeze(&state, 0);
    found[0].state
}

impl<'s> Successors<'s> {
    pub(super) fn new(
        dealt: &'s Dealt,
        wants: &'s mut dyn FnMut(&LooseState, u32) -> bool,
        found: &'s mut Vec<Successor>,
    ) -> Self {
        Self { dealt, wants, found, mover: FLOOR, outcomes: 0 }
    }

    /// Lists all states that this one leads to.
    pub(super) fn list(&mut self, state: &LooseState) {
        let covered = state.covered();
        // The cards that have a host to go to, and those from which a guest can be taken.
        let free = state.free();
        for base in cards(state.bases() & !covered & free >> 4) {
            self.take_base(state, base);
        }
        for host in cards(state.exposed() & covered & state.next_up() & free) {
            self.take_guests_from(state, host);
        }
    }

    /// A base goes onto a host.
    fn take_base(&mut self, state: &LooseState, base: u8) {
        let mut rising = Rising { state: *state, clear: bit(base) };
        rising.state.built |= bit(base);
        self.uncover_beneath(&mut rising, base);
        self.mover = base;
        self.raise_all(&rising);
    }

    /// A stuck card without a guest leaves this host, which goes up.
    fn take_guests_from(&mut self, state: &LooseState, host: u8) {
        let rank = rank_of(host) - 1;
        let group = state.groups[rank].into_iter().find(|group| group.hosts() & suit_of(host) != 0);
        let guests = group.expect("the host is covered").guests();
        let covered = if rank == 0 { 0 } else { state.hosts_of(rank - 1) };
        for guest in cards(of_suits(guests & !covered, rank)) {
            let mut rising = Rising { state: *state, clear: bit(guest) };
            rising.state.part(rank, suit_of(guest), suit_of(host));
            self.mover = guest;
            self.raise(rising, host);
        }
    }

    /// Exposes the card beneath a base that leaves its place, and those of its run.
    fn uncover_beneath(&self, rising: &mut Rising, base: u8) {
        let on = self.dealt.beneath(base);
        if on != FLOOR {
            rising.clear |= bit(on);
            rising.state.expose(self.dealt, on);
        }
    }

    /// Puts up all cards that go up, in each way in which loose cards may lie. No deeper than there are cards.
    fn raise_all(&mut self, rising: &Rising) {
        let Rising { state, clear } = rising;
        let ready = state.next_up() & state.exposed() & !state.covered();
        let sure = ready & (clear | !hosts_of_loose(state));
        if sure != 0 {
            return self.raise(*rising, sure.trailing_zeros() as u8);
        }
        if ready == 0 {
            return self.end(rising);
        }
        let card = ready.trailing_zeros() as u8;
        let rank = rank_of(card);
        let loose = state.loose(rank - 1);
        let hosts = of_rank(open_hosts(rising), rank);
        if loose.count_ones() < hosts.count_ones() {
            self.raise(*rising, card);
        }
        for guest in cards(of_suits(loose, rank - 1)) {
            let mut held = *rising;
            held.state.add(rank - 1, Group::new(suit_of(guest), suit_of(card)));
            self.raise_all(&held);
        }
    }

    /// Puts up one card, and then all others that go up.
    fn raise(&mut self, mut rising: Rising, card: u8) {
        let Rising { state, clear } = &mut rising;
        state.up |= bit(card);
        *clear &= !bit(card);
        if state.built & bit(card) == 0 {
            self.uncover_beneath(&mut rising, card);
            return self.raise_all(&rising);
        }
        state.built &= !bit(card);
        let rank = rank_of(card);
        let Some(group) = (rank < RANKS).then(|| state.group_of(rank, suit_of(card))).flatten() else {
            return self.raise_all(&rising);
        };
        for host in cards(of_suits(group.hosts(), rank + 1)) {
            let mut left = rising;
            left.state.part(rank, suit_of(card), suit_of(host));
            left.clear |= bit(host);
            self.raise_all(&left);
        }
    }

    /// No more cards go up.
    fn end(&mut self, rising: &Rising) {
        let outcome = self.outcomes;
        self.outcomes += 1;
        if (self.wants)(&rising.state, outcome) {
            let before = self.found.len();
            self.freeze(&rising.state, rising.clear);
            for (way, found) in self.found[before..].iter_mut().enumerate() {
                found.which = Which { outcome, way: way as u32 };
            }
        }
    }

    /// Adds all ways in which cards may be stuck now, with these cards without a guest for sure.
    fn freeze(&mut self, state: &LooseState, clear: Cards) {
        let before = Rising { state: *state, clear };
        let way = LooseState { groups: Default::default(), ..*state };
        self.freeze_from(0, &Frozen { before: &before, free: state.free() }, way);
    }

    /// Adds all ways for this rank and those above it.
    fn freeze_from(&mut self, rank: usize, frozen: &Frozen<'_>, mut way: LooseState) {
        if rank == RANKS {
            way.groups.iter_mut().for_each(|groups| groups.sort_unstable());
            self.found.push(Successor { state: way, mover: self.mover, which: Which::default() });
        } else if of_rank(frozen.free, rank + 1) == 0 {
            // Nothing of this rank can go anywhere: the loose cards lie on all hosts that are left, in any way.
            let before = frozen.before;
            way.groups[rank] = before.state.groups[rank];
            way.add(rank, Group::new(before.state.loose(rank), of_rank(open_hosts(before), rank + 1)));
            self.freeze_from(rank + 1, frozen, way);
        } else {
            self.freeze_groups(rank, &frozen.before.state.groups[rank], frozen, way);
        }
    }

    /// Adds all ways for these groups of a free rank, for its loose cards, and for the ranks above it. Cards of that rank
    /// are stuck if they have a stuck guest or if their host is next.
    fn freeze_groups(&mut self, rank: usize, groups: &[Group], frozen: &Frozen<'_>, way: LooseState) {
        let with_stuck_guest = if rank == 0 { 0 } else { way.hosts_of(rank - 1) };
        let Some((group, rest)) = groups.split_first() else {
            return self.freeze_loose(rank, with_stuck_guest, frozen, way);
        };
        let by_guest = group.guests() & with_stuck_guest;
        if by_guest == group.guests() {
            return self.freeze_groups(rank, rest, frozen, with_group(way, rank, *group));
        }
        let next = of_rank(frozen.before.state.next_up(), rank + 1);
        for hosts in subsets(group.hosts(), by_guest.count_ones()) {
            let way = with_group(way, rank, Group::new(by_guest, hosts));
            let next = group.hosts() & next & !hosts;
            for by_host in subsets(group.guests() & !by_guest, next.count_ones()) {
                self.freeze_groups(rank, rest, frozen, with_group(way, rank, Group::new(by_host, next)));
            }
        }
    }

    /// Adds all ways for the loose cards of a free rank that are stuck now, and for the ranks above it.
    fn freeze_loose(&mut self, rank: usize, with_stuck_guest: Suits, frozen: &Frozen<'_>, way: LooseState) {
        let stuck = frozen.before.state.loose(rank) & with_stuck_guest;
        for hosts in subsets(of_rank(open_hosts(frozen.before), rank + 1), stuck.count_ones()) {
            self.freeze_from(rank + 1, frozen, with_group(way, rank, Group::new(stuck, hosts)));
        }
    }
}

/// All cards of ranks that loose cards may lie on.
fn hosts_of_loose(state: &LooseState) -> Cards {
    (0..RANKS).filter(|&rank| state.loose(rank) != 0).fold(0, |all, rank| all | of_suits(0b1111, rank + 1))
}

/// The hosts that loose cards may lie on.
fn open_hosts(Rising { state, clear }: &Rising) -> Cards {
    state.exposed() & !state.covered() & !clear
}

fn with_group(mut state: LooseState, rank: usize, group: Group) -> LooseState {
    state.add(rank, group);
    state
}

/// All sets of this many of these suits.
fn subsets(suits: Suits, count: u32) -> impl Iterator<Item = Suits> + Clone {
    (0..16).filter(move |set| set & !suits == 0 && set.count_ones() == count)
}

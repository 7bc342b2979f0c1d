//! From a path of states to the moves of single cards that it stands for.
//!
//! The groups of the last state are divided in any way. Going back, the groups of each state are divided as those of the
//! next one ask for: by claim 2 there is a way. Then the moves are made: before each one the loose cards are brought to
//! such hosts that it leads to the next state, by the proof of claim 1.

use crate::solve::loose::state::{
    Dealt, Group, LooseState, RANKS, Suits, is_host, of_rank, of_suits, rank_of, suit_of,
};
use crate::solve::loose::successors::{Successors, state_of};
use crate::solve::packed::{Packed, PackedMove, cards};
use crate::solve::rule_masks::{Cards, RuleMasks, bit};

/// A state with divided groups, and the card whose move leads to the next one.
struct Step {
    state: LooseState,
    mover: u8,
}

/// The moves from the first table along this path.
pub(super) fn of(start: &Packed, masks: &RuleMasks, dealt: &Dealt, path: &[LooseState]) -> Vec<PackedMove> {
    let (steps, last) = divided(dealt, path);
    let mut play = Play { table: *start, masks, line: Vec::new() };
    for (at, step) in steps.iter().enumerate() {
        let next = steps.get(at + 1).map_or(&last, |step| &step.state);
        play = play.to_next(dealt, step, next);
    }
    play.line
}

/// The states of a path with their groups divided, and the last state.
fn divided(dealt: &Dealt, path: &[LooseState]) -> (Vec<Step>, LooseState) {
    let (&last, before) = path.split_last().expect("a path has a first state");
    let mut steps = Vec::new();
    let mut next = last;
    for state in before.iter().rev() {
        let step = divided_for(state, &next, dealt);
        next = step.state;
        steps.push(step);
    }
    steps.reverse();
    (steps, last)
}

/// Divides the groups of a state so that it leads to the next one.
fn divided_for(state: &LooseState, next: &LooseState, dealt: &Dealt) -> Step {
    let mut found = Vec::new();
    let is_next = |outcome: &LooseState| {
        (outcome.hidden, outcome.built, outcome.up) == (next.hidden, next.built, next.up)
    };
    let step = ways_to_divide(state, next).into_iter().find_map(|state| {
        found.clear();
        Successors::new(dealt, &mut |outcome, _| is_next(outcome), &mut found).list(&state);
        let leads_on = found.iter().find(|successor| can_be_divided_into(&successor.state, next))?;
        Some(Step { state, mover: leads_on.mover })
    });
    step.expect("each way to divide the groups of a successor can be reached")
}

/// All ways to divide the groups of a state, in which cards that are stuck in the next one as well have the same hosts.
fn ways_to_divide(state: &LooseState, next: &LooseState) -> Vec<LooseState> {
    let mut ways = vec![LooseState { groups: Default::default(), ..*state }];
    for rank in 0..RANKS {
        for group in state.groups[rank] {
            let pairs = pairings(group, &next.groups[rank]);
            let with = |way: &LooseState, pairs: &[Group]| {
                let mut way = *way;
                for pair in pairs {
                    way.add(rank, *pair);
                }
                way
            };
            ways = ways.iter().flat_map(|way| pairs.iter().map(|pairs| with(way, pairs))).collect();
        }
    }
    for way in &mut ways {
        way.groups.iter_mut().for_each(|groups| groups.sort_unstable());
    }
    ways
}

/// All ways to give each guest of a group a host, those given there as there.
fn pairings(group: Group, given: &[Group]) -> Vec<Vec<Group>> {
    let Some(guest) = suits(group.guests()).next() else { return vec![Vec::new()] };
    let as_given = given.iter().find(|pair| pair.guests() == guest).map(|pair| pair.hosts() & group.hosts());
    let hosts = as_given.filter(|&hosts| hosts != 0).unwrap_or(group.hosts());
    let with = |host: Suits| {
        let rest = pairings(Group::new(group.guests() & !guest, group.hosts() & !host), given);
        rest.into_iter().map(move |mut pairs| {
            pairs.push(Group::new(guest, host));
            pairs
        })
    };
    suits(hosts).flat_map(with).collect()
}

/// Do the groups of `state` allow for the hosts of `divided`?
fn can_be_divided_into(state: &LooseState, divided: &LooseState) -> bool {
    (0..RANKS).all(|rank| {
        state.stuck(rank) == divided.stuck(rank)
            && divided.groups[rank].iter().all(|pair| {
                pair.is_empty()
                    || state
                        .group_of(rank, pair.guests())
                        .is_some_and(|group| group.hosts() & pair.hosts() != 0)
            })
    })
}

fn suits(set: Suits) -> impl Iterator<Item = Suits> {
    (0..4).map(|suit| 1 << suit).filter(move |suit| set & suit != 0)
}

/// The hosts of some cards, each with its guest.
type Hosts = Vec<PackedMove>;

/// A game that is played, with its moves.
#[derive(Clone)]
struct Play<'p> {
    table: Packed,
    masks: &'p RuleMasks,
    line: Vec<PackedMove>,
}

impl Play<'_> {
    /// Plays on to the next state.
    fn to_next(&self, dealt: &Dealt, step: &Step, next: &LooseState) -> Self {
        let after = Wanted::of(step, next, &self.table).find(&mut Hosts::new(), &|hosts| {
            let play = self.moved(step.mover, hosts);
            (state_of(&play.table, dealt) == *next).then_some(play)
        });
        after.expect("loose cards can be brought to any hosts")
    }

    /// The game after loose cards were brought to these hosts, and the mover to its own.
    fn moved(&self, mover: u8, hosts: &Hosts) -> Self {
        let mut play = self.clone();
        let mut loose: Vec<_> = hosts.iter().filter(|host| host.card != mover).collect();
        loose.sort_by_key(|host| std::cmp::Reverse(host.card));
        for host in loose {
            play.bring(*host);
        }
        let last = hosts.iter().find(|host| host.card == mover).expect("the mover has a host");
        play.play(*last);
        play
    }

    /// Brings a loose card to a host.
    fn bring(&mut self, step: PackedMove) {
        let PackedMove { card, to } = step;
        if self.table.beneath(card) != to {
            if let Some(guest) = self.guest(to) {
                self.take_away(guest, to);
            }
            self.clear(card);
            self.play(step);
        }
    }

    /// Takes the guest of a card away, if it has one.
    fn clear(&mut self, card: u8) {
        if let Some(guest) = self.guest(card) {
            self.take_away(guest, card);
        }
    }

    /// Takes a card from its host to any other one.
    fn take_away(&mut self, card: u8, host: u8) {
        self.clear(card);
        let hosts = self.masks.hosts[usize::from(card)] & self.table.tops() & !bit(host);
        let to = cards(hosts).next().expect("a loose card has another host to go to");
        self.play(PackedMove { card, to });
    }

    fn guest(&self, host: u8) -> Option<u8> {
        cards(self.masks.guests[usize::from(host)]).find(|&guest| self.table.beneath(guest) == host)
    }

    fn play(&mut self, step: PackedMove) {
        self.table.play(step, self.masks);
        self.line.push(step);
    }
}

/// For each loose card of a state, and for the card that moves, the hosts that it may have before the next state.
struct Wanted(Vec<(u8, Vec<u8>)>);

impl Wanted {
    /// The hosts with which a step leads to the next state, and some others.
    fn of(Step { state, mover }: &Step, next: &LooseState, table: &Packed) -> Self {
        let risen = next.up & !state.up;
        let open = state.exposed() & !state.covered() & !bit(*mover);
        let loose = (0..RANKS).fold(0, |all, rank| all | of_suits(state.loose(rank), rank));
        let mut wanted: Vec<_> = cards(loose | bit(*mover))
            .map(|card| (card, hosts_before(card, open, risen, next, table)))
            .collect();
        // What goes up comes last: its hosts matter most.
        wanted.sort_by_key(|(card, _)| (risen & bit(*card) != 0, std::cmp::Reverse(*card)));
        Self(wanted)
    }

    /// Tries all hosts, after these for the first cards, until some are right.
    fn find<T>(&self, hosts: &mut Hosts, are_right: &dyn Fn(&Hosts) -> Option<T>) -> Option<T> {
        let Some((card, choices)) = self.0.get(hosts.len()) else { return are_right(hosts) };
        choices.iter().find_map(|&to| {
            if hosts.iter().any(|taken| taken.to == to) {
                return None;
            }
            hosts.push(PackedMove { card: *card, to });
            let found = self.find(hosts, are_right);
            hosts.pop();
            found
        })
    }
}

/// The hosts that a card may have before cards go up, the likeliest first.
fn hosts_before(card: u8, open: Cards, risen: Cards, next: &LooseState, table: &Packed) -> Vec<u8> {
    let rank = rank_of(card);
    let all = of_suits(of_rank(open, rank + 1), rank + 1);
    if let Some(pair) = next.group_of(rank, suit_of(card)) {
        return cards(all & of_suits(pair.hosts(), rank + 1)).collect();
    }
    let now = table.beneath(card);
    let stays = if is_host(now, card) { bit(now) } else { 0 };
    let best = all & !risen;
    let last = if risen & bit(card) == 0 { 0 } else { all & risen };
    cards(best & stays).chain(cards(best & !stays)).chain(cards(last)).collect()
}

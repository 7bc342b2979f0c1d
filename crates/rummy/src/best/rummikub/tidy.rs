//! Among all best turns, the one that leaves most combinations of the table as they are.
//!
//! A uniform-cost search along the optimal paths of a sweep. At the number where a combination begins it
//! is either left alone, and then its tiles are spoken for, or broken up, which costs one. What is not
//! spoken for goes into runs and groups as in the sweep. Steps from which the sweep knows that the best
//! gain cannot be reached any more are never taken, so little is looked at beside the answer.

use rustc_hash::FxHashSet;

use super::lanes::Lanes;
use super::pool::NUMBERS;
use super::reading::{Reading, Share};
use super::runs::Runs;
use super::sweep::{Plan, State, Sweep};

/// The combinations that can be left alone are numbered by the bits of a word.
pub(super) const MOST_MELDS: usize = 64;
/// After so many steps the search is broken off: a person could not follow such a turn in any case.
const MOST_NODES: usize = 4000;

/// What happens to the tiles of one number that do not lie in combinations left alone.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Choice {
    /// The combinations beginning here that are left alone.
    pub(super) alone: u64,
    /// Natural tiles in new groups, and the jokers among them.
    pub(super) grouped: Lanes,
    pub(super) group_jokers: u8,
    /// Natural tiles and jokers in new runs.
    pub(super) in_runs: Lanes,
    pub(super) run_jokers: Lanes,
}

/// What becomes of each number.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) choices: [Choice; NUMBERS],
    /// Is it proven that no best turn leaves more combinations alone?
    pub(super) is_tidiest: bool,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    parent: u32,
    index: u8,
    broken: u8,
    /// The state of the sweep.
    state: u32,
    /// The new runs under way.
    runs: Runs,
    /// The runs under way that are left alone.
    alone: u64,
    choice: Choice,
}

/// Finds the layout with the fewest combinations broken up. `melds` are those that may be left alone.
pub(super) fn tidiest(sweep: &Sweep, plan: &Plan<'_>, melds: &[Reading]) -> Layout {
    let known = if melds.len() <= MOST_MELDS { melds } else { &[] };
    if let Some(choices) = Tidy::new(sweep, plan, known).search(MOST_NODES) {
        return Layout { choices, is_tidiest: known.len() == melds.len() };
    }
    let choices =
        Tidy::new(sweep, plan, &[]).search(usize::MAX).expect("a best path of the sweep can be laid out");
    Layout { choices, is_tidiest: false }
}

struct Tidy<'a> {
    sweep: &'a Sweep,
    plan: &'a Plan<'a>,
    melds: &'a [Reading],
    /// The combinations that begin at each number.
    starting: [u64; NUMBERS],
    nodes: Vec<Node>,
    /// Nodes to look at, by how many combinations are broken.
    queues: Vec<Vec<u32>>,
    /// The best steps of the sweep from the state at hand.
    steps: Vec<(usize, i32, State)>,
}

impl<'a> Tidy<'a> {
    fn new(sweep: &'a Sweep, plan: &'a Plan<'a>, melds: &'a [Reading]) -> Self {
        let mut starting = [0; NUMBERS];
        for (i, meld) in melds.iter().enumerate() {
            starting[meld.first()] |= 1 << i;
        }
        let queues = vec![Vec::new(); melds.len() + 1];
        Self { sweep, plan, melds, starting, nodes: Vec::new(), queues, steps: Vec::new() }
    }

    fn search(mut self, most: usize) -> Option<[Choice; NUMBERS]> {
        let root = Node {
            parent: 0,
            index: 0,
            broken: 0,
            state: 0,
            runs: Runs::default(),
            alone: 0,
            choice: Choice::default(),
        };
        self.push(root);
        let mut seen = FxHashSet::default();
        let mut looked_at = 0;
        while let Some(number) = self.queues.iter_mut().find_map(Vec::pop) {
            let node = self.nodes[number as usize];
            if usize::from(node.index) == NUMBERS {
                return Some(self.path_to(number));
            }
            if !seen.insert((node.state, node.runs.bits(), node.alone)) {
                continue;
            }
            looked_at += 1;
            if looked_at > most {
                return None;
            }
            self.expand(number, node);
        }
        None
    }

    fn push(&mut self, node: Node) {
        let number = self.nodes.len() as u32;
        self.nodes.push(node);
        self.queues[usize::from(node.broken)].push(number);
    }

    fn path_to(&self, mut number: u32) -> [Choice; NUMBERS] {
        let mut choices = [Choice::default(); NUMBERS];
        for choice in choices.iter_mut().rev() {
            let node = self.nodes[number as usize];
            *choice = node.choice;
            number = node.parent;
        }
        choices
    }

    fn expand(&mut self, number: u32, node: Node) {
        let sweep = self.sweep;
        let state = node.state as usize;
        let best = sweep.to_come(state);
        self.steps.clear();
        let good = sweep.steps(state).filter(|&(to, gain)| gain + sweep.to_come(to) == best);
        self.steps.extend(good.map(|(to, gain)| (to, gain, sweep.state(to))));
        let starting = self.starting[usize::from(node.index)];
        // Every subset, from all down to none.
        let mut alone = starting;
        loop {
            self.expand_beside(number, node, alone);
            if alone == 0 {
                return;
            }
            alone = (alone - 1) & starting;
        }
    }

    /// The steps that leave these combinations of the number alone.
    fn expand_beside(&mut self, parent: u32, node: Node, alone: u64) {
        let index = usize::from(node.index);
        let pool = self.plan.pool;
        let all_alone = node.alone | alone;
        let taken = self.share(all_alone, index);
        let jokers_spent =
            self.sweep.state(node.state as usize).jokers + taken.group_jokers + taken.run_jokers.sum();
        let Some(left) = pool.jokers().checked_sub(jokers_spent) else { return };
        let beside = pool.all(index) - taken.run - taken.group;
        let hand = pool.hand(index);
        let child = Node {
            parent,
            index: node.index + 1,
            broken: node.broken + (self.starting[index] & !alone).count_ones() as u8,
            alone: self.going_on(all_alone, index),
            ..node
        };
        for kept in hand.choices() {
            let gain = pool.worth(index, hand - kept);
            if !self.steps.iter().any(|&(_, other, _)| other == gain) {
                continue;
            }
            let free = beside - kept;
            for (grouped, group_jokers) in self.plan.groups.clone().within(free, left) {
                let choice = Choice {
                    alone,
                    grouped,
                    group_jokers,
                    in_runs: free - grouped,
                    run_jokers: Lanes::ZERO,
                };
                let tiles = (pool.all(index) - kept).sum();
                self.expand_runs(Node { choice, ..child }, gain, tiles, taken, left - group_jokers);
            }
        }
    }

    /// The steps with this choice of groups: jokers are given to runs where they are needed or have room.
    fn expand_runs(&mut self, child: Node, gain: i32, tiles: u8, taken: Share, left: u8) {
        let index = usize::from(child.index) - 1;
        let choice = child.choice;
        let filled = choice.in_runs.short_of(child.runs.wanting());
        let Some(left) = left.checked_sub(filled.sum()) else { return };
        let room = if left == 0 { Lanes::ZERO } else { self.plan.room(index, child.runs, filled, left) };
        for more in room.choices().filter(|more| more.sum() <= left) {
            let run_jokers = filled + more;
            let in_runs = choice.in_runs + run_jokers;
            let all_in_runs = in_runs + taken.run + taken.run_jokers;
            let run_and_group = taken.run_jokers.sum() + run_jokers.sum();
            let jokers = run_and_group + choice.group_jokers + taken.group_jokers;
            let from = self.sweep.state(self.nodes[child.parent as usize].state as usize);
            if !all_in_runs.covers(from.runs.wanting()) {
                continue;
            }
            let Some(after) = self.plan.after(index, from, all_in_runs, jokers, tiles + jokers) else {
                continue;
            };
            let found =
                self.steps.iter().find(|&&(_, other, state)| other == gain && state == after);
            let runs = self.plan.within_reach(index, child.runs.extended(in_runs), left - more.sum());
            if let (Some(&(to, ..)), Some(runs)) = (found, runs) {
                self.push(Node {
                    state: to as u32,
                    runs,
                    choice: Choice { run_jokers, ..choice },
                    ..child
                });
            }
        }
    }

    /// What combinations left alone give to a number.
    fn share(&self, alone: u64, index: usize) -> Share {
        members(alone).fold(Share::default(), |all, meld| all.plus(self.melds[meld].share(index)))
    }

    /// The runs left alone that go on after a number.
    fn going_on(&self, alone: u64, index: usize) -> u64 {
        members(alone)
            .filter(|&meld| self.melds[meld].last() > index)
            .fold(0, |set, meld| set | 1 << meld)
    }
}

/// The numbers in a set.
pub(super) fn members(set: u64) -> impl Iterator<Item = usize> {
    let mut rest = set;
    std::iter::from_fn(move || {
        (rest != 0).then(|| {
            let member = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            member
        })
    })
}

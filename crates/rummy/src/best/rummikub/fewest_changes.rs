//! Among all best turns, the one that leaves most combinations of the table as they are.
//!
//! A uniform-cost search along the optimal paths of [`number_dp`](super::number_dp). At the number where a combination
//! begins, it is either left alone, and then its tiles are taken, or broken up, which costs one. All other tiles go into
//! runs and groups as in the dynamic programme. Steps after which the best gain cannot be reached are never taken, so
//! the search expands little besides the answer.

use rustc_hash::FxHashSet;

use super::number_dp::NumberDp;
use super::per_colour::PerColour;
use super::pool::NUMBERS;
use super::reading::{Reading, Share};
use super::runs::Runs;
use super::transitions::{Assignment, State, Transitions};

/// The combinations that can be left alone are numbered by the bits of a word.
const MOST_MELDS: usize = 64;

/// The use of the tiles of one number that do not lie in combinations left alone.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Choice {
    /// The combinations beginning here that are left alone.
    pub(super) alone: u64,
    /// Natural tiles and jokers in new groups.
    pub(super) grouped: PerColour,
    pub(super) group_jokers: u8,
    /// Natural tiles and jokers in new runs.
    pub(super) in_runs: PerColour,
    pub(super) run_jokers: PerColour,
}

/// The choice for each number.
pub(super) type Layout = [Choice; NUMBERS];

#[derive(Clone, Copy, Debug)]
struct Node {
    parent: u32,
    index: u8,
    broken: u8,
    /// The state of the dynamic programme.
    state: u32,
    /// The new runs under way.
    runs: Runs,
    /// The runs under way that are left alone.
    alone: u64,
    /// Jokers placed so far.
    jokers: u8,
    choice: Choice,
}

/// The layout with the fewest combinations broken up; `melds` are those that may be left alone. None if
/// the search takes more than `most` steps.
pub(super) fn fewest_changes(
    number_dp: &NumberDp,
    transitions: &Transitions<'_>,
    melds: &[Reading],
    most: usize,
) -> Option<Layout> {
    (melds.len() <= MOST_MELDS).then(|| FewestChanges::new(number_dp, transitions, melds).search(most))?
}

struct FewestChanges<'a> {
    number_dp: &'a NumberDp,
    transitions: &'a Transitions<'a>,
    /// The combinations without the jokers that they do not need.
    melds: Vec<Reading>,
    /// The number of jokers that each of them does not need.
    spare: Vec<u8>,
    /// The combinations that begin at each number.
    starting: [u64; NUMBERS],
    nodes: Vec<Node>,
    /// Nodes to look at, by how many combinations are broken.
    queues: Vec<Vec<u32>>,
    /// The best steps of the dynamic programme from the current state.
    steps: Vec<(usize, u32, State)>,
}

impl<'a> FewestChanges<'a> {
    fn new(number_dp: &'a NumberDp, transitions: &'a Transitions<'a>, melds: &[Reading]) -> Self {
        let uses_few_jokers = transitions.uses_few_jokers();
        let needed: Vec<Reading> =
            melds.iter().map(|meld| if uses_few_jokers { meld.needed() } else { *meld }).collect();
        let spare = melds.iter().zip(&needed).map(|(meld, needed)| meld.jokers() - needed.jokers()).collect();
        let mut starting = [0; NUMBERS];
        for (i, meld) in needed.iter().enumerate() {
            starting[meld.first()] |= 1 << i;
        }
        let queues = vec![Vec::new(); melds.len() + 1];
        Self {
            number_dp,
            transitions,
            melds: needed,
            spare,
            starting,
            nodes: Vec::new(),
            queues,
            steps: Vec::new(),
        }
    }

    fn search(mut self, most: usize) -> Option<Layout> {
        let root = Node {
            parent: 0,
            index: 0,
            broken: 0,
            state: 0,
            runs: Runs::default(),
            alone: 0,
            jokers: 0,
            choice: Choice::default(),
        };
        self.push(root);
        let mut visited = FxHashSet::default();
        while let Some(number) = self.queues.iter_mut().find_map(Vec::pop) {
            let node = self.nodes[number as usize];
            if usize::from(node.index) == NUMBERS {
                return Some(self.path_to(number));
            }
            if !visited.insert((node.state, node.runs.bits(), node.alone, node.jokers)) {
                continue;
            }
            if visited.len() > most {
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

    fn path_to(&self, mut number: u32) -> Layout {
        let mut choices = [Choice::default(); NUMBERS];
        for choice in choices.iter_mut().rev() {
            let node = self.nodes[number as usize];
            *choice = node.choice;
            number = node.parent;
        }
        choices
    }

    fn expand(&mut self, number: u32, node: Node) {
        let number_dp = self.number_dp;
        let state = node.state as usize;
        let least = number_dp.to_lose(state);
        self.steps.clear();
        let good = number_dp.steps(state).filter(|&(to, loss)| loss + number_dp.to_lose(to) == least);
        self.steps.extend(good.map(|(to, loss)| (to, loss, number_dp.state(to))));
        let starting = self.starting[usize::from(node.index)];
        // Every subset, from all down to none.
        let mut alone = starting;
        loop {
            self.expand_leaving(number, node, alone);
            if alone == 0 {
                return;
            }
            alone = (alone - 1) & starting;
        }
    }

    /// The steps that leave these combinations of the number alone.
    fn expand_leaving(&mut self, parent: u32, node: Node, alone: u64) {
        let index = usize::from(node.index);
        let transitions = self.transitions;
        let all_alone = node.alone | alone;
        let taken = self.share(all_alone, index);
        let spare = members(alone).map(|meld| self.spare[meld]).sum::<u8>();
        let child = Node {
            parent,
            index: node.index + 1,
            broken: node.broken + (self.starting[index] & !alone).count_ones() as u8,
            alone: self.going_on(all_alone, index),
            jokers: node.jokers + spare + taken.group_jokers + taken.run_jokers.sum(),
            choice: Choice { alone, ..Choice::default() },
            ..node
        };
        let Some(left) = transitions.pool.jokers().checked_sub(child.jokers) else { return };
        let rest = transitions.pool.all(index) - taken.run - taken.group;
        for kept in transitions.pool.hand(index).choices() {
            let loss = transitions.pool.worth(index, kept);
            if self.steps.iter().any(|&(_, other, _)| other == loss) {
                transitions.assignments_of(rest - kept, kept, index, |assignment| {
                    if let Some(left) = left.checked_sub(assignment.group_jokers) {
                        self.expand_runs(child, assignment, taken, left);
                    }
                });
            }
        }
    }

    /// The steps with this choice of groups.
    fn expand_runs(&mut self, child: Node, assignment: Assignment, taken: Share, left: u8) {
        let transitions = self.transitions;
        let index = usize::from(child.index) - 1;
        transitions.extensions(index, child.runs, assignment.in_runs, left, |runs, run_jokers| {
            let whole = Assignment {
                in_runs: assignment.in_runs + taken.run,
                grouped: assignment.grouped + taken.group,
                group_jokers: assignment.group_jokers + taken.group_jokers,
                ..assignment
            };
            let choice = Choice {
                grouped: assignment.grouped,
                group_jokers: assignment.group_jokers,
                in_runs: assignment.in_runs,
                run_jokers,
                ..child.choice
            };
            let jokers = child.jokers + assignment.group_jokers + run_jokers.sum();
            self.follow(Node { runs, jokers, choice, ..child }, whole, run_jokers + taken.run_jokers);
        });
    }

    /// Pushes the child once for each best step of the dynamic programme that it can stand for: a step with the same
    /// natural tiles, and with jokers only where the child has some, because a joker that one way of cutting the runs
    /// needs may not be needed in another.
    fn follow(&mut self, child: Node, whole: Assignment, run_jokers: PerColour) {
        let (transitions, number_dp) = (self.transitions, self.number_dp);
        let index = usize::from(child.index) - 1;
        let from = number_dp.state(self.nodes[child.parent as usize].state as usize);
        let Some(left) = (transitions.pool.jokers() - from.jokers).checked_sub(whole.group_jokers) else {
            return;
        };
        transitions.extensions(index, from.runs, whole.in_runs, left, |runs, jokers| {
            if !run_jokers.covers(jokers) {
                return;
            }
            let after = transitions.after(index, from, whole, runs, jokers.sum());
            let found = self.steps.iter().find(|&&(_, loss, state)| loss == whole.loss && state == after);
            if let Some(&(to, ..)) = found {
                self.push(Node { state: to as u32, ..child });
            }
        });
    }

    /// The tiles of a number that lie in combinations left alone.
    fn share(&self, alone: u64, index: usize) -> Share {
        members(alone).fold(Share::default(), |all, meld| all.plus(self.melds[meld].share(index)))
    }

    /// The runs left alone that go on after a number.
    fn going_on(&self, alone: u64, index: usize) -> u64 {
        members(alone).filter(|&meld| self.melds[meld].last() > index).fold(0, |set, meld| set | 1 << meld)
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

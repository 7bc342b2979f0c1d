//! A uniform-cost search over the states of [`number_dp`](super::number_dp): the least loss first, the deepest state
//! first among equals.
//!
//! Where nearly everything can be placed there are too many states to list, but a best end is found soon. All states of
//! a smaller loss have been expanded by then, so no end is better.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;
use search::{Limit, Run};

use super::per_colour::PerColour;
use super::pool::NUMBERS;
use super::transitions::{Assignment, State, Transitions};

/// The assignment of the tiles of each number, and the jokers in runs.
pub(super) type Path = [(Assignment, PerColour); NUMBERS];

/// The part of a state in which two comparable states agree: the number, the short runs, the value laid down, and the
/// jokers where their number must be the same.
type VisitedKey = (u8, u64, u8, u8);

#[derive(Clone, Copy, Debug)]
struct Node {
    parent: u32,
    index: u8,
    lost: u32,
    state: State,
    assignment: Assignment,
    run_jokers: PerColour,
}

/// The work space of the search.
#[derive(Debug, Default)]
pub(super) struct LeastLossFirst {
    nodes: Vec<Node>,
    stack: Vec<u32>,
    later: Vec<u32>,
    /// The long runs and the jokers spent of the states visited.
    visited: FxHashMap<VisitedKey, Vec<(PerColour, u8)>>,
    children: Vec<Node>,
    assignments: [Vec<Assignment>; NUMBERS],
}

/// The reason why a search has no answer.
#[derive(Clone, Copy, Debug)]
pub(super) enum Unfinished {
    /// There are more nodes than allowed.
    TooManyNodes,
    /// The run is over.
    Limit(Limit),
}

impl From<Limit> for Unfinished {
    fn from(limit: Limit) -> Self {
        Self::Limit(limit)
    }
}

impl LeastLossFirst {
    /// Finds the least loss up to `allowance`, and a path to it.
    pub(super) fn search(
        &mut self,
        transitions: &Transitions<'_>,
        allowance: u32,
        most: usize,
        run: &mut Run<'_>,
    ) -> Result<Option<(u32, Path)>, Unfinished> {
        self.start();
        for (index, assignments) in self.assignments.iter_mut().enumerate() {
            transitions.assignments(index, assignments);
        }
        let mut level = 0;
        loop {
            while let Some(number) = self.stack.pop() {
                let node = self.nodes[number as usize];
                if usize::from(node.index) > NUMBERS {
                    return Ok(Some((node.lost, self.path_to(node.parent))));
                }
                if self.is_new(transitions, &node) {
                    run.expand(|| (self.nodes.len(), self.nodes.len() * size_of::<Node>()))?;
                    self.expand(transitions, number, node, level, allowance);
                }
                if self.nodes.len() > most {
                    return Err(Unfinished::TooManyNodes);
                }
            }
            let Some(next) = self.later.iter().map(|&number| self.nodes[number as usize].lost).min() else {
                return Ok(None);
            };
            level = next;
            let nodes = &self.nodes;
            self.stack.extend(self.later.extract_if(.., |number| nodes[*number as usize].lost <= level));
            self.stack.sort_by_key(|&number| nodes[number as usize].index);
        }
    }

    fn start(&mut self) {
        self.nodes.clear();
        self.stack.clear();
        self.later.clear();
        self.visited.clear();
        let nothing = Assignment {
            kept: PerColour::ZERO,
            grouped: PerColour::ZERO,
            group_jokers: 0,
            in_runs: PerColour::ZERO,
            loss: 0,
        };
        let root = Node {
            parent: 0,
            index: 0,
            lost: 0,
            state: State::default(),
            assignment: nothing,
            run_jokers: PerColour::ZERO,
        };
        self.nodes.push(root);
        self.stack.push(0);
    }

    /// Notes a state, unless it is dominated: unless a state visited before is at least as good. More long runs are
    /// better, and so are fewer jokers spent where jokers are used only as needed; else their number must be the same.
    fn is_new(&mut self, transitions: &Transitions<'_>, node: &Node) -> bool {
        let jokers = node.state.jokers;
        let exact = if transitions.uses_few_jokers() { 0 } else { jokers };
        let long = node.state.runs.long;
        let key = (node.index, node.state.runs.short_bits(), node.state.laid, exact);
        let visited = self.visited.entry(key).or_default();
        let is_new = !visited.iter().any(|&(other, spent)| other.covers(long) && spent <= jokers);
        if is_new {
            visited.push((long, jokers));
        }
        is_new
    }

    fn expand(&mut self, transitions: &Transitions<'_>, parent: u32, node: Node, level: u32, allowance: u32) {
        let index = usize::from(node.index);
        if index == NUMBERS {
            let loss = transitions.last_loss(node.state).filter(|loss| node.lost + loss <= allowance);
            if let Some(loss) = loss {
                self.push(Node { parent, index: node.index + 1, lost: node.lost + loss, ..node }, level);
            }
            return;
        }
        let left = transitions.pool.jokers() - node.state.jokers;
        for i in 0..self.assignments[index].len() {
            let assignment = self.assignments[index][i];
            let lost = node.lost + assignment.loss;
            if lost > allowance {
                break;
            }
            let Some(left) = left.checked_sub(assignment.group_jokers) else { continue };
            transitions.extensions(index, node.state.runs, assignment.in_runs, left, |runs, run_jokers| {
                let state = transitions.after(index, node.state, assignment, runs, run_jokers.sum());
                let child = Node { parent, index: node.index + 1, lost, state, assignment, run_jokers };
                self.children.push(child);
            });
        }
        self.children.sort_by_key(|child| Reverse((child.lost, child.state.jokers)));
        let mut children = std::mem::take(&mut self.children);
        for child in children.drain(..) {
            self.push(child, level);
        }
        self.children = children;
    }

    fn push(&mut self, node: Node, level: u32) {
        let number = self.nodes.len() as u32;
        if node.lost <= level { &mut self.stack } else { &mut self.later }.push(number);
        self.nodes.push(node);
    }

    fn path_to(&self, mut number: u32) -> Path {
        let mut path = [(self.nodes[0].assignment, PerColour::ZERO); NUMBERS];
        for step in path.iter_mut().rev() {
            let node = self.nodes[number as usize];
            *step = (node.assignment, node.run_jokers);
            number = node.parent;
        }
        path
    }
}

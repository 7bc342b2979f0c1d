//! The same search in another order: least loss first, deepest first among equals.
//!
//! Where nearly everything can be placed there are too many states to list, but one of the best ends is
//! found soon. All states of a smaller loss have been looked at by then, so the end is a best one.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;
use search::{Limit, Run};

use super::lanes::Lanes;
use super::plan::{Offer, Plan, State};
use super::pool::NUMBERS;

/// What becomes of the tiles of each number: the offer, and the jokers in runs.
pub(super) type Path = [(Offer, Lanes); NUMBERS];

/// Where a state was seen: the number, its short runs, what is laid down, and the jokers where their
/// number must be the same. Beside it stand the long runs and the jokers.
type Sight = (u8, u64, u8, u8);

#[derive(Clone, Copy, Debug)]
struct Node {
    parent: u32,
    index: u8,
    lost: u32,
    state: State,
    offer: Offer,
    run_jokers: Lanes,
}

/// The work space of the search.
#[derive(Debug, Default)]
pub(super) struct Dive {
    nodes: Vec<Node>,
    stack: Vec<u32>,
    later: Vec<u32>,
    seen: FxHashMap<Sight, Vec<(Lanes, u8)>>,
    children: Vec<Node>,
    offers: [Vec<Offer>; NUMBERS],
}

/// Why a search was broken off.
#[derive(Clone, Copy, Debug)]
pub(super) enum Broken {
    /// There are more nodes than may be kept.
    TooMany,
    /// The run is over.
    Limit(Limit),
}

impl From<Limit> for Broken {
    fn from(limit: Limit) -> Self {
        Self::Limit(limit)
    }
}

impl Dive {
    /// The least loss up to `allowance`, and what leads to it.
    pub(super) fn search(
        &mut self,
        plan: &Plan<'_>,
        allowance: u32,
        most: usize,
        run: &mut Run<'_>,
    ) -> Result<Option<(u32, Path)>, Broken> {
        self.start();
        for (index, offers) in self.offers.iter_mut().enumerate() {
            plan.offers(index, offers);
        }
        let mut level = 0;
        loop {
            while let Some(number) = self.stack.pop() {
                let node = self.nodes[number as usize];
                if usize::from(node.index) > NUMBERS {
                    return Ok(Some((node.lost, self.path_to(node.parent))));
                }
                if self.is_new(plan, &node) {
                    run.expand(|| (self.nodes.len(), self.nodes.len() * size_of::<Node>()))?;
                    self.expand(plan, number, node, level, allowance);
                }
                if self.nodes.len() > most {
                    return Err(Broken::TooMany);
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
        self.seen.clear();
        let nothing =
            Offer { kept: Lanes::ZERO, grouped: Lanes::ZERO, group_jokers: 0, in_runs: Lanes::ZERO, loss: 0 };
        let root = Node {
            parent: 0,
            index: 0,
            lost: 0,
            state: State::default(),
            offer: nothing,
            run_jokers: Lanes::ZERO,
        };
        self.nodes.push(root);
        self.stack.push(0);
    }

    /// Was no state looked at before that is as good? More long runs are better, and so are fewer jokers
    /// spent where none need be; else their number must be the same.
    fn is_new(&mut self, plan: &Plan<'_>, node: &Node) -> bool {
        let jokers = node.state.jokers;
        let exact = if plan.is_sparing() { 0 } else { jokers };
        let long = node.state.runs.long;
        let key = (node.index, node.state.runs.short_bits(), node.state.laid, exact);
        let seen = self.seen.entry(key).or_default();
        let is_new = !seen.iter().any(|&(other, spent)| other.covers(long) && spent <= jokers);
        if is_new {
            seen.push((long, jokers));
        }
        is_new
    }

    fn expand(&mut self, plan: &Plan<'_>, parent: u32, node: Node, level: u32, allowance: u32) {
        let index = usize::from(node.index);
        if index == NUMBERS {
            let loss = plan.last_loss(node.state).filter(|loss| node.lost + loss <= allowance);
            if let Some(loss) = loss {
                self.push(Node { parent, index: node.index + 1, lost: node.lost + loss, ..node }, level);
            }
            return;
        }
        let left = plan.pool.jokers() - node.state.jokers;
        for i in 0..self.offers[index].len() {
            let offer = self.offers[index][i];
            let lost = node.lost + offer.loss;
            if lost > allowance {
                break;
            }
            let Some(left) = left.checked_sub(offer.group_jokers) else { continue };
            plan.spread(index, node.state.runs, offer.in_runs, left, |runs, run_jokers| {
                let state = plan.after(index, node.state, offer, runs, run_jokers.sum());
                let child = Node { parent, index: node.index + 1, lost, state, offer, run_jokers };
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
        let mut path = [(self.nodes[0].offer, Lanes::ZERO); NUMBERS];
        for step in path.iter_mut().rev() {
            let node = self.nodes[number as usize];
            *step = (node.offer, node.run_jokers);
            number = node.parent;
        }
        path
    }
}

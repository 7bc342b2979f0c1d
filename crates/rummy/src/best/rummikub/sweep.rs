//! The dynamic programme over the numbers 1 to 13.
//!
//! Between two numbers everything that matters is which runs are under way and how many jokers are spent
//! (and, in a first placement, what has been laid down so far). The sweep lists every state that can be
//! reached, number by number, and then, from the last number back, what must still be lost from each.

use super::lanes::Lanes;
use super::plan::{Offer, Plan, State};
use super::pool::NUMBERS;

/// The loss of a state that leads nowhere; two of them can be added.
const NOWHERE: u32 = u32::MAX / 2;

#[derive(Clone, Copy, Debug)]
struct Edge {
    to: u32,
    loss: u32,
    /// The hand tiles that stay.
    kept: Lanes,
}

/// The work space of the programme; it can be used again and again.
#[derive(Debug, Default)]
pub(super) struct Sweep {
    states: Vec<State>,
    /// The least that is lost on the way to each state.
    lost: Vec<u32>,
    /// The edges of state `i` begin here and end where those of the next one begin.
    first_edges: Vec<u32>,
    edges: Vec<Edge>,
    to_lose: Vec<u32>,
    offers: [Vec<Offer>; NUMBERS],
    layer: usize,
    /// Open addressing: the number of a state of the layer under way plus one, or 0.
    slots: Vec<u32>,
}

impl Sweep {
    /// Lists what each number can give; to be done once before sweeps of the same plan.
    pub(super) fn prepare(&mut self, plan: &Plan<'_>) {
        for (index, offers) in self.offers.iter_mut().enumerate() {
            plan.offers(index, offers);
        }
    }

    /// Sweeps through the numbers of a prepared plan, leaving out what loses more than `allowance`. The least loss, or none
    /// if there is no such end; `Err` if there are more than `most` states.
    pub(super) fn run(
        &mut self,
        plan: &Plan<'_>,
        allowance: u32,
        most: usize,
    ) -> Result<Option<u32>, TooMany> {
        self.clear();
        self.states.push(State::default());
        self.lost.push(0);
        let offers = std::mem::take(&mut self.offers);
        for index in 0..NUMBERS {
            let first = self.layer;
            self.layer = self.states.len();
            self.start_slots();
            for from in first..self.layer {
                self.first_edges.push(self.edges.len() as u32);
                self.expand(plan, index, from, &offers[index], allowance);
                if self.states.len() > most {
                    self.offers = offers;
                    return Err(TooMany);
                }
            }
        }
        self.offers = offers;
        Ok(self.look_back(plan, allowance))
    }

    /// What must still be lost from this state.
    pub(super) fn to_lose(&self, number: usize) -> u32 {
        self.to_lose[number]
    }

    /// How many states the last sweep listed.
    pub(super) fn len(&self) -> usize {
        self.states.len()
    }

    /// The state of this number; 0 is the start.
    pub(super) fn state(&self, number: usize) -> State {
        self.states[number]
    }

    /// The states that follow a state, with what the step loses.
    pub(super) fn steps(&self, number: usize) -> impl Iterator<Item = (usize, u32)> {
        let end = self.first_edges.get(number + 1).map_or(self.edges.len(), |&end| end as usize);
        let start = self.first_edges.get(number).map_or(end, |&start| start as usize);
        self.edges[start..end].iter().map(|edge| (edge.to as usize, edge.loss))
    }

    /// The hand tiles of every number that stay in the hand on a best path.
    pub(super) fn kept(&self) -> [Lanes; NUMBERS] {
        let mut number = 0;
        std::array::from_fn(|_| {
            let end = self.first_edges.get(number + 1).map_or(self.edges.len(), |&end| end as usize);
            let edges = &self.edges[self.first_edges[number] as usize..end];
            let is_best = |edge: &&Edge| edge.loss + self.to_lose[edge.to as usize] == self.to_lose[number];
            let edge = edges.iter().find(is_best).expect("one of the steps is a best one");
            number = edge.to as usize;
            edge.kept
        })
    }

    fn clear(&mut self) {
        self.states.clear();
        self.lost.clear();
        self.first_edges.clear();
        self.edges.clear();
        self.to_lose.clear();
        self.layer = 0;
    }

    fn expand(&mut self, plan: &Plan<'_>, index: usize, from: usize, offers: &[Offer], allowance: u32) {
        let (state, lost) = (self.states[from], self.lost[from]);
        let left = plan.pool.jokers() - state.jokers;
        for &offer in offers {
            if lost + offer.loss > allowance {
                return;
            }
            let Some(left) = left.checked_sub(offer.group_jokers) else { continue };
            plan.spread(index, state.runs, offer.in_runs, left, |runs, jokers| {
                let to = self.find_or_add(plan.after(index, state, offer, runs, jokers.sum()));
                let least = &mut self.lost[to as usize];
                *least = (*least).min(lost + offer.loss);
                self.edges.push(Edge { to, loss: offer.loss, kept: offer.kept });
            });
        }
    }

    fn start_slots(&mut self) {
        const FEWEST: usize = 256;
        self.slots.clear();
        self.slots.resize(FEWEST, 0);
    }

    /// The number of this state in the layer under way.
    fn find_or_add(&mut self, state: State) -> u32 {
        let mask = self.slots.len() - 1;
        let mut slot = state.hash() & mask;
        while let Some(number) = self.slots[slot].checked_sub(1) {
            if self.states[number as usize] == state {
                return number;
            }
            slot = (slot + 1) & mask;
        }
        let number = self.states.len() as u32;
        self.states.push(state);
        self.lost.push(NOWHERE);
        self.slots[slot] = number + 1;
        if (self.states.len() - self.layer) * 2 > self.slots.len() {
            self.grow_slots();
        }
        number
    }

    fn grow_slots(&mut self) {
        let size = self.slots.len() * 4;
        self.slots.clear();
        self.slots.resize(size, 0);
        for number in self.layer..self.states.len() {
            let mut slot = self.states[number].hash() & (size - 1);
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (size - 1);
            }
            self.slots[slot] = number as u32 + 1;
        }
    }

    /// From the last number back: what must still be lost from each state.
    fn look_back(&mut self, plan: &Plan<'_>, allowance: u32) -> Option<u32> {
        self.to_lose.resize(self.states.len(), NOWHERE);
        for number in (0..self.states.len()).rev() {
            let loss = if number >= self.layer {
                plan.last_loss(self.states[number])
            } else {
                self.steps(number).map(|(to, loss)| loss + self.to_lose[to]).min()
            };
            self.to_lose[number] = loss.unwrap_or(NOWHERE).min(NOWHERE);
        }
        Some(self.to_lose[0]).filter(|&least| least <= allowance)
    }
}

/// There are more states than may be kept.
#[derive(Clone, Copy, Debug)]
pub(super) struct TooMany;

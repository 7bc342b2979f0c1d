//! The dynamic programme over the numbers 1 to 13.
//!
//! A state between two numbers is the runs under way and the jokers spent (and, in a first placement, the value laid
//! down so far): nothing else of the past matters. The programme lists every state that can be reached, number by
//! number, and then finds, from the last number back, the least loss from each state to the end.

use super::pool::NUMBERS;
use super::transitions::{Assignment, State, Transitions};

/// The loss of a state that leads nowhere; two of them can be added.
const NOWHERE: u32 = u32::MAX / 2;

#[derive(Clone, Copy, Debug)]
struct Edge {
    to: u32,
    loss: u32,
}

/// The work space of the programme; it can be used for many positions.
#[derive(Debug, Default)]
pub(super) struct NumberDp {
    states: Vec<State>,
    /// The least that is lost on the way to each state.
    lost: Vec<u32>,
    /// The edges of state `i` begin here and end where those of the next one begin.
    first_edges: Vec<u32>,
    edges: Vec<Edge>,
    to_lose: Vec<u32>,
    assignments: [Vec<Assignment>; NUMBERS],
    layer: usize,
    /// A hash table with open addressing: 1 + the number of a state of the current layer, or 0.
    slots: Vec<u32>,
}

impl NumberDp {
    /// Lists the assignments of each number; to be called once before [`run`](Self::run) with the same transitions.
    pub(super) fn prepare(&mut self, transitions: &Transitions<'_>) {
        for (index, assignments) in self.assignments.iter_mut().enumerate() {
            transitions.assignments(index, assignments);
        }
    }

    /// Finds the least loss up to `allowance`; none if every end loses more, `Err` if there are more than `most` states.
    pub(super) fn run(
        &mut self,
        transitions: &Transitions<'_>,
        allowance: u32,
        most: usize,
    ) -> Result<Option<u32>, TooManyStates> {
        self.clear();
        self.states.push(State::default());
        self.lost.push(0);
        let assignments = std::mem::take(&mut self.assignments);
        for index in 0..NUMBERS {
            let first = self.layer;
            self.layer = self.states.len();
            self.start_slots();
            for from in first..self.layer {
                self.first_edges.push(self.edges.len() as u32);
                self.expand(transitions, index, from, &assignments[index], allowance);
                if self.states.len() > most {
                    self.assignments = assignments;
                    return Err(TooManyStates);
                }
            }
        }
        self.assignments = assignments;
        Ok(self.look_back(transitions, allowance))
    }

    /// The least loss from this state to the end.
    pub(super) fn to_lose(&self, number: usize) -> u32 {
        self.to_lose[number]
    }

    /// How many states the last run listed.
    pub(super) fn len(&self) -> usize {
        self.states.len()
    }

    /// The state of this number; 0 is the start.
    pub(super) fn state(&self, number: usize) -> State {
        self.states[number]
    }

    /// The states that follow a state, with the loss of the step.
    pub(super) fn steps(&self, number: usize) -> impl Iterator<Item = (usize, u32)> {
        let end = self.first_edges.get(number + 1).map_or(self.edges.len(), |&end| end as usize);
        let start = self.first_edges.get(number).map_or(end, |&start| start as usize);
        self.edges[start..end].iter().map(|edge| (edge.to as usize, edge.loss))
    }

    fn clear(&mut self) {
        self.states.clear();
        self.lost.clear();
        self.first_edges.clear();
        self.edges.clear();
        self.to_lose.clear();
        self.layer = 0;
    }

    fn expand(
        &mut self,
        transitions: &Transitions<'_>,
        index: usize,
        from: usize,
        assignments: &[Assignment],
        allowance: u32,
    ) {
        let (state, lost) = (self.states[from], self.lost[from]);
        let left = transitions.pool.jokers() - state.jokers;
        for &assignment in assignments {
            if lost + assignment.loss > allowance {
                return;
            }
            let Some(left) = left.checked_sub(assignment.group_jokers) else { continue };
            transitions.extensions(index, state.runs, assignment.in_runs, left, |runs, jokers| {
                let to = self.find_or_add(transitions.after(index, state, assignment, runs, jokers.sum()));
                let least = &mut self.lost[to as usize];
                *least = (*least).min(lost + assignment.loss);
                self.edges.push(Edge { to, loss: assignment.loss });
            });
        }
    }

    fn start_slots(&mut self) {
        const FEWEST: usize = 256;
        self.slots.clear();
        self.slots.resize(FEWEST, 0);
    }

    /// The number of this state in the current layer, which it joins if it is new.
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

    /// Finds the least loss from each state to the end, from the last number back.
    fn look_back(&mut self, transitions: &Transitions<'_>, allowance: u32) -> Option<u32> {
        self.to_lose.resize(self.states.len(), NOWHERE);
        for number in (0..self.states.len()).rev() {
            let loss = if number >= self.layer {
                transitions.last_loss(self.states[number])
            } else {
                self.steps(number).map(|(to, loss)| loss + self.to_lose[to]).min()
            };
            self.to_lose[number] = loss.unwrap_or(NOWHERE).min(NOWHERE);
        }
        Some(self.to_lose[0]).filter(|&least| least <= allowance)
    }
}

/// There are more states than allowed.
#[derive(Clone, Copy, Debug)]
pub(super) struct TooManyStates;

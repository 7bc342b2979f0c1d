//! The dynamic programme over the numbers 1 to 13.
//!
//! Between two numbers everything that matters is which runs are under way and how many jokers are spent
//! (and, in a first placement, what has been laid down so far). The sweep lists every state that can be
//! reached, number by number, and then, from the last number back, what can still be gained from each.

use std::borrow::Cow;
use std::cmp::Reverse;

use super::groups::Groups;
use super::lanes::Lanes;
use super::pool::{NUMBERS, Pool};
use super::runs::Runs;

/// What a state that leads nowhere is worth; sums of it stay far from overflow.
pub(super) const NOWHERE: i32 = i32::MIN / 4;

/// No legal pool comes near this many states.
const MOST_STATES: usize = 1 << 22;

/// Where a sweep stands between two numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct State {
    pub(super) runs: Runs,
    /// Jokers spent.
    pub(super) jokers: u8,
    /// The value laid down in a first placement, as far as it is asked for.
    pub(super) laid: u8,
}

/// What a number may give to runs when some of its tiles go into groups and some stay in the hand.
#[derive(Clone, Copy, Debug)]
struct Offer {
    runs: Lanes,
    group_jokers: u8,
    /// In a first placement: all tiles laid down, the jokers of runs not counted.
    tiles: u8,
    gain: i32,
}

#[derive(Clone, Copy, Debug)]
struct Edge {
    to: u32,
    gain: i32,
}

/// The work space of the programme; it can be used again and again.
#[derive(Debug, Default)]
pub(super) struct Sweep {
    states: Vec<State>,
    /// The first state of every layer; layer `n` lies before the number at index `n`.
    layers: Vec<u32>,
    /// The edges of state `i` begin here and end where those of the next one begin.
    first_edges: Vec<u32>,
    edges: Vec<Edge>,
    to_come: Vec<i32>,
    offers: Vec<Offer>,
    /// Open addressing: the number of a state of the layer under way plus one, or 0.
    slots: Vec<u32>,
}

/// What a sweep works on.
#[derive(Debug)]
pub(super) struct Plan<'a> {
    pub(super) pool: &'a Pool,
    pub(super) groups: Cow<'static, Groups>,
    /// What a first placement must be worth; 0 if it is none.
    pub(super) opening: u8,
    /// Runs that begin with a joker before the 9, for each number: only combinations that lie there
    /// already. Elsewhere such a run may as well have its joker at its other end.
    pub(super) led: [Lanes; NUMBERS],
}

impl<'a> Plan<'a> {
    pub(super) fn new(pool: &'a Pool, opening: u8, led: [Lanes; NUMBERS]) -> Self {
        Self { pool, groups: Groups::for_copies(pool.copies()), opening, led }
    }

    /// How many more jokers each colour may get in runs at a number, `filled` being needed anyway.
    ///
    /// A joker need begin a run only where the run ends with the 13, for else it may as well stand at the
    /// other end; and such a run need not have more than five tiles, for else it can be cut. So before
    /// the 9 there are never more new runs than natural tiles.
    pub(super) fn room(&self, index: usize, runs: Runs, filled: Lanes, left: u8) -> Lanes {
        let may_lead = index >= NUMBERS - 5;
        let leaders = if may_lead { Lanes::all(left) } else { self.led[index] };
        (runs.wanting() + runs.long + leaders - filled).min(Lanes::all(left))
    }

    /// The state after so many tiles of the number at `index` in runs; none if it leads nowhere.
    pub(super) fn after(
        &self,
        index: usize,
        from: State,
        in_runs: Lanes,
        jokers: u8,
        tiles: u8,
    ) -> Option<State> {
        let jokers = from.jokers + jokers;
        let runs = self.within_reach(index, from.runs.extended(in_runs), self.pool.jokers() - jokers)?;
        let laid = u32::from(from.laid) + u32::from(tiles) * (index as u32 + 1);
        Some(State { runs, jokers, laid: laid.min(u32::from(self.opening)) as u8 })
    }

    /// The runs after the number at `index`, unless they cannot all be completed with so many jokers left.
    /// Of long runs only so many are counted as can go on.
    pub(super) fn within_reach(&self, index: usize, runs: Runs, left: u8) -> Option<Runs> {
        let next = self.pool.all(index + 1);
        let can_be_completed = match NUMBERS - 1 - index {
            0 => runs.are_complete(),
            1 => runs.ones == Lanes::ZERO && next.short_of(runs.twos).sum() <= left,
            _ => {
                let soon = next.short_of(runs.wanting()).sum();
                soon + self.pool.all(index + 2).short_of(runs.ones).sum() <= left
            }
        };
        let most = if index + 1 < NUMBERS { next + Lanes::all(left) } else { Lanes::ZERO };
        can_be_completed.then(|| Runs { long: runs.long.min(most), ..runs })
    }

    /// What the last state is worth beyond its path; nothing good unless the table's jokers are all used.
    fn last_gain(&self, state: State) -> i32 {
        let is_good = state.jokers >= self.pool.table_jokers() && state.laid >= self.opening;
        if is_good { self.pool.worth_of_jokers(state.jokers) } else { NOWHERE }
    }
}

impl Sweep {
    /// Sweeps through the numbers. The most that can be gained, or none if the table's tiles cannot all
    /// stay; `Err` if there are too many states.
    pub(super) fn run(&mut self, plan: &Plan<'_>) -> Result<Option<i32>, TooMany> {
        self.clear();
        self.states.push(State::default());
        for index in 0..NUMBERS {
            self.list_offers(plan, index);
            let (first, last) = (self.layers[index] as usize, self.states.len());
            self.layers.push(last as u32);
            self.start_slots();
            for from in first..last {
                self.first_edges.push(self.edges.len() as u32);
                self.expand(plan, index, self.states[from]);
            }
            if self.states.len() > MOST_STATES {
                return Err(TooMany);
            }
        }
        Ok(self.look_back(plan))
    }

    /// What can still be gained from this state of a layer.
    pub(super) fn to_come(&self, state: usize) -> i32 {
        self.to_come[state]
    }

    /// The state of this number.
    pub(super) fn state(&self, number: usize) -> State {
        self.states[number]
    }

    /// The states that follow a state, with what the step gains.
    pub(super) fn steps(&self, state: usize) -> impl Iterator<Item = (usize, i32)> {
        let end = self.first_edges.get(state + 1).map_or(self.edges.len(), |&end| end as usize);
        let start = self.first_edges.get(state).map_or(end, |&start| start as usize);
        self.edges[start..end].iter().map(|edge| (edge.to as usize, edge.gain))
    }

    fn clear(&mut self) {
        self.states.clear();
        self.layers.clear();
        self.layers.push(0);
        self.first_edges.clear();
        self.edges.clear();
        self.to_come.clear();
    }

    /// Everything the number at `index` can give to runs, each with the most it can gain.
    fn list_offers(&mut self, plan: &Plan<'_>, index: usize) {
        self.offers.clear();
        let (all, hand) = (plan.pool.all(index), plan.pool.hand(index));
        let is_opening = plan.opening > 0;
        for kept in hand.choices() {
            let placed = all - kept;
            let gain = plan.pool.worth(index, hand - kept);
            for (grouped, group_jokers) in plan.groups.within(placed, plan.pool.jokers()) {
                let tiles = if is_opening { placed.sum() + group_jokers } else { 0 };
                self.offers.push(Offer { runs: placed - grouped, group_jokers, tiles, gain });
            }
        }
        if hand != Lanes::ZERO {
            let key = |offer: &Offer| (offer.runs.bits(), offer.group_jokers, offer.tiles);
            self.offers.sort_unstable_by_key(|offer| (key(offer), Reverse(offer.gain)));
            self.offers.dedup_by_key(|offer| key(offer));
        }
    }

    fn expand(&mut self, plan: &Plan<'_>, index: usize, from: State) {
        let wanting = from.runs.wanting();
        let left = plan.pool.jokers() - from.jokers;
        for i in 0..self.offers.len() {
            let offer = self.offers[i];
            let filled = offer.runs.short_of(wanting);
            let spent = offer.group_jokers + filled.sum();
            if spent > left {
                continue;
            }
            let in_runs = offer.runs + filled;
            self.step(plan, index, from, offer, in_runs, spent);
            if spent < left {
                let room = plan.room(index, from.runs, filled, left - spent);
                for more in room.choices().skip(1).filter(|more| more.sum() <= left - spent) {
                    self.step(plan, index, from, offer, in_runs + more, spent + more.sum());
                }
            }
        }
    }

    fn step(&mut self, plan: &Plan<'_>, index: usize, from: State, offer: Offer, in_runs: Lanes, jokers: u8) {
        let tiles = offer.tiles + jokers - offer.group_jokers;
        if let Some(state) = plan.after(index, from, in_runs, jokers, tiles) {
            let to = self.find_or_add(state);
            self.edges.push(Edge { to, gain: offer.gain });
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
        self.slots[slot] = number + 1;
        let layer = *self.layers.last().expect("a layer is under way");
        if (number - layer) as usize * 2 > self.slots.len() {
            self.grow_slots(layer as usize);
        }
        number
    }

    fn grow_slots(&mut self, layer: usize) {
        let size = self.slots.len() * 4;
        self.slots.clear();
        self.slots.resize(size, 0);
        for number in layer..self.states.len() {
            let mut slot = self.states[number].hash() & (size - 1);
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (size - 1);
            }
            self.slots[slot] = number as u32 + 1;
        }
    }

    /// From the last number back: what can still be gained from each state.
    fn look_back(&mut self, plan: &Plan<'_>) -> Option<i32> {
        self.to_come.resize(self.states.len(), NOWHERE);
        let last_layer = self.layers[NUMBERS] as usize;
        for number in (0..self.states.len()).rev() {
            self.to_come[number] = if number >= last_layer {
                plan.last_gain(self.states[number])
            } else {
                let best = self.steps(number).map(|(to, gain)| gain + self.to_come[to]).max();
                best.map_or(NOWHERE, |best| best.max(NOWHERE))
            };
        }
        Some(self.to_come[0]).filter(|&most| most > NOWHERE / 2)
    }
}

/// There are more states than can be kept.
#[derive(Clone, Copy, Debug)]
pub(super) struct TooMany;

impl State {
    fn hash(self) -> usize {
        let beside = u64::from(self.jokers) << 36 | u64::from(self.laid) << 44;
        let mixed = (self.runs.bits() ^ beside).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed >> 40) as usize
    }
}

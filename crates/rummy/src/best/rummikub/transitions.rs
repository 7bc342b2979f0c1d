//! The steps from one number to the next, which all searches share: what its tiles can do to the runs under way.

use std::borrow::Cow;

use super::groups::{Groups, JokerUse};
use super::per_colour::PerColour;
use super::pool::{NUMBERS, Pool};
use super::runs::Runs;

/// The tiles that a search works on, and the rules for its steps.
#[derive(Clone, Debug)]
pub(super) struct Transitions<'a> {
    pub(super) pool: &'a Pool,
    pub(super) groups: Cow<'static, Groups>,
    pub(super) jokers: JokerUse,
    /// The least value of a first placement; 0 if it is not one.
    pub(super) opening: u8,
}

/// Where a search stands between two numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct State {
    pub(super) runs: Runs,
    /// Jokers spent.
    pub(super) jokers: u8,
    /// The value laid down in a first placement, counted up to the least that is asked for.
    pub(super) laid: u8,
}

/// Where the tiles of one number go: into runs, into groups, or they stay in the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Assignment {
    /// The hand tiles that stay.
    pub(super) kept: PerColour,
    /// The natural tiles and the jokers in groups.
    pub(super) grouped: PerColour,
    pub(super) group_jokers: u8,
    /// The tiles in runs.
    pub(super) in_runs: PerColour,
    /// The worth of the tiles that stay in the hand.
    pub(super) loss: u32,
}

impl<'a> Transitions<'a> {
    pub(super) fn new(pool: &'a Pool, jokers: JokerUse, opening: u8) -> Self {
        Self { pool, groups: Groups::for_copies(pool.copies(), jokers), jokers, opening }
    }

    /// Are jokers put only where they are needed?
    pub(super) fn uses_few_jokers(&self) -> bool {
        self.jokers == JokerUse::WhereNeeded
    }

    /// The assignments of the number at `index`, the least loss first. Of those that give the same to runs, only the one
    /// with the least loss is listed.
    pub(super) fn assignments(&self, index: usize, assignments: &mut Vec<Assignment>) {
        assignments.clear();
        let hand = self.pool.hand(index);
        for kept in hand.choices() {
            self.assignments_of(self.pool.all(index) - kept, kept, index, |assignment| {
                assignments.push(assignment);
            });
        }
        if hand != PerColour::ZERO {
            let laid = |assignment: &Assignment| if self.opening > 0 { assignment.kept.sum() } else { 0 };
            let key = |assignment: &Assignment| {
                (assignment.in_runs.bits(), assignment.group_jokers, laid(assignment))
            };
            assignments.sort_unstable_by_key(|assignment| (key(assignment), assignment.loss));
            assignments.dedup_by_key(|assignment| key(assignment));
        }
        assignments.sort_by_key(|assignment| assignment.loss);
    }

    /// The ways to put these tiles of a number into runs and groups.
    pub(super) fn assignments_of(
        &self,
        tiles: PerColour,
        kept: PerColour,
        index: usize,
        mut each: impl FnMut(Assignment),
    ) {
        let loss = self.pool.worth(index, kept);
        for (grouped, group_jokers) in self.groups.within(tiles, self.pool.jokers()) {
            each(Assignment { kept, grouped, group_jokers, in_runs: tiles - grouped, loss });
        }
    }

    /// Calls `each` with the runs that can follow when a number gives them `given` natural tiles, and with the jokers that
    /// go into the runs of each colour, `left` at most.
    ///
    /// Jokers fill in where the short runs get too few tiles. More of them let long runs go on, or let natural tiles start
    /// a new run instead of going on with one. A joker itself needs to start a run only if the run ends with the 13:
    /// otherwise it can stand at the other end. Such a run needs at most five tiles: a longer one can be cut. A long run
    /// that goes on with a joker must get another tile: otherwise the joker is not needed there.
    pub(super) fn extensions(
        &self,
        index: usize,
        runs: Runs,
        given: PerColour,
        left: u8,
        mut each: impl FnMut(Runs, PerColour),
    ) {
        let filled = given.short_of(runs.wanting());
        let Some(left) = left.checked_sub(filled.sum()) else { return };
        let base = runs.extended(given + filled);
        if let Some(runs) = self.within_reach(index, base, left) {
            each(runs, filled);
        }
        if left == 0 {
            return;
        }
        let longer = base.long - runs.twos;
        let may_lead = index >= NUMBERS - 5 || self.jokers == JokerUse::Anywhere;
        let starts = if may_lead { PerColour::all(left) } else { runs.wanting() - filled + longer };
        let ending = (runs.long - longer).min(PerColour::all(left));
        for bridging in ending.choices().filter(|bridging| bridging.sum() <= left) {
            let left = left - bridging.sum();
            for fresh in starts.min(PerColour::all(left)).choices().filter(|fresh| fresh.sum() <= left) {
                let mut after = Runs { ones: base.ones + fresh, ..base };
                match self.jokers {
                    JokerUse::WhereNeeded => after.twos = after.twos + bridging,
                    JokerUse::Anywhere => after.long = after.long + bridging,
                }
                let added = bridging + fresh;
                if added == PerColour::ZERO {
                    continue;
                }
                if let Some(runs) = self.within_reach(index, after, left - fresh.sum()) {
                    each(runs, filled + added);
                }
            }
        }
    }

    /// The state after this assignment with these runs and run jokers.
    pub(super) fn after(
        &self,
        index: usize,
        from: State,
        assignment: Assignment,
        runs: Runs,
        in_runs: u8,
    ) -> State {
        let jokers = assignment.group_jokers + in_runs;
        let tiles = (self.pool.all(index) - assignment.kept).sum() + jokers;
        let laid = u32::from(from.laid) + u32::from(tiles) * (index as u32 + 1);
        State { runs, jokers: from.jokers + jokers, laid: laid.min(u32::from(self.opening)) as u8 }
    }

    /// The runs after the number at `index`; none if they cannot all be completed with `left` jokers. No more long runs
    /// are counted than can go on.
    fn within_reach(&self, index: usize, runs: Runs, left: u8) -> Option<Runs> {
        let next = self.pool.all(index + 1);
        let can_be_completed = match NUMBERS - 1 - index {
            0 => runs.are_complete(),
            1 => runs.ones == PerColour::ZERO && next.short_of(runs.twos).sum() <= left,
            _ => {
                let soon = next.short_of(runs.wanting()).sum();
                soon + self.pool.all(index + 2).short_of(runs.ones).sum() <= left
            }
        };
        let most = if index + 1 < NUMBERS { next + PerColour::all(left) } else { PerColour::ZERO };
        can_be_completed.then(|| Runs { long: runs.long.min(most), ..runs })
    }

    /// The worth of the jokers that stay in the hand at the end; none if the placement is not allowed.
    pub(super) fn last_loss(&self, state: State) -> Option<u32> {
        match self.jokers {
            JokerUse::WhereNeeded => Some(0),
            JokerUse::Anywhere => (state.jokers >= self.pool.table_jokers() && state.laid >= self.opening)
                .then(|| self.pool.worth_of_jokers(self.pool.jokers() - state.jokers)),
        }
    }
}

impl State {
    pub(super) fn hash(self) -> usize {
        let others = u64::from(self.jokers) << 36 | u64::from(self.laid) << 44;
        // Fibonacci hashing: 2^64 divided by the golden ratio.
        let mixed = (self.runs.bits() ^ others).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed >> 40) as usize
    }
}

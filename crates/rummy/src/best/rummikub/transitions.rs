//! What one number can do to the runs: the steps that all searches share.

use std::borrow::Cow;

use super::groups::{Groups, JokerUse};
use super::per_colour::PerColour;
use super::pool::{NUMBERS, Pool};
use super::runs::Runs;

/// What a search works on.
#[derive(Clone, Debug)]
pub(super) struct Transitions<'a> {
    pub(super) pool: &'a Pool,
    pub(super) groups: Cow<'static, Groups>,
    pub(super) jokers: JokerUse,
    /// What a first placement must be worth; 0 if it is none.
    pub(super) opening: u8,
}

/// Where a search stands between two numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct State {
    pub(super) runs: Runs,
    /// Jokers spent.
    pub(super) jokers: u8,
    /// The value laid down in a first placement, as far as it is asked for.
    pub(super) laid: u8,
}

/// What a number may give to runs when some of its tiles go into groups and some stay in the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Assignment {
    /// The hand tiles that stay.
    pub(super) kept: PerColour,
    /// The tiles in groups and the jokers beside them.
    pub(super) grouped: PerColour,
    pub(super) group_jokers: u8,
    /// The tiles in runs.
    pub(super) in_runs: PerColour,
    /// What is lost by leaving tiles in the hand.
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

    /// Everything the number at `index` can give to runs, once each, with the least loss.
    pub(super) fn assignments(&self, index: usize, assignments: &mut Vec<Assignment>) {
        assignments.clear();
        let hand = self.pool.hand(index);
        for kept in hand.choices() {
            self.assignments_of(self.pool.all(index) - kept, kept, index, |assignment| {
                assignments.push(assignment)
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

    /// The runs that can follow when a number gives them `given` natural tiles, with the jokers that go
    /// into each colour, `left` at the most.
    ///
    /// Jokers fill in where the short runs get too few tiles. More of them let long runs go on, or natural
    /// tiles that would go on with a run start a new one. A joker itself need start a run only where the
    /// run ends with the 13, for else it may as well stand at the other end; and such a run need not have
    /// more than five tiles, for else it can be cut. A long run that goes on with a joker must get another
    /// tile, for else the joker is not needed there.
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

    /// The runs after the number at `index`, unless they cannot all be completed with so many jokers left.
    /// Of long runs only so many are counted as can go on.
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

    /// What is lost at the end by jokers that stay in the hand; none if the end is no good.
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
        let beside = u64::from(self.jokers) << 36 | u64::from(self.laid) << 44;
        let mixed = (self.runs.bits() ^ beside).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed >> 40) as usize
    }
}

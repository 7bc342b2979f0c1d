//! The frontier of a guided search: states to be expanded, the cheapest first and of these the latest.

use crate::solve::run_move::RunMove;

/// Costs from here on share one list; with the weights in use they hardly ever get that high.
const COSTS: usize = 4096;
const NONE: u32 = u32::MAX;

/// A state of the frontier: its parent's number and the move to it. It is built when its turn comes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenNode {
    pub(crate) parent: u32,
    pub(crate) run_move: RunMove,
    /// How many cards lie over the next card of a foundation.
    pub(crate) buried: u8,
    /// The cost of its columns apart from these.
    pub(crate) columns_cost: i32,
    /// The one that came before it at the same cost.
    older: u32,
}

impl OpenNode {
    #[inline]
    pub(crate) fn new(parent: u32, run_move: RunMove, columns_cost: i32, buried: u8) -> Self {
        Self { parent, run_move, buried, columns_cost, older: NONE }
    }
}

/// A bucket queue: one list for each cost.
#[derive(Debug)]
pub(crate) struct Frontier {
    waiting: Vec<OpenNode>,
    /// For each cost the one that came last.
    heads: Box<[u32; COSTS]>,
    /// No state has a lower cost, and none ever had a higher one.
    lowest: usize,
    highest: usize,
}

impl Default for Frontier {
    fn default() -> Self {
        Self { waiting: Vec::new(), heads: Box::new([NONE; COSTS]), lowest: COSTS, highest: 0 }
    }
}

impl Frontier {
    /// Forgets all.
    pub(crate) fn clear(&mut self) {
        self.waiting.clear();
        if self.lowest <= self.highest {
            self.heads[self.lowest..=self.highest].fill(NONE);
        }
        (self.lowest, self.highest) = (COSTS, 0);
    }

    /// Adds a state. Costs below zero count as zero.
    #[inline]
    pub(crate) fn push(&mut self, waiting: OpenNode, cost: i32) {
        let cost = cost.clamp(0, COSTS as i32 - 1) as usize;
        let older = std::mem::replace(&mut self.heads[cost], self.waiting.len() as u32);
        self.waiting.push(OpenNode { older, ..waiting });
        self.lowest = self.lowest.min(cost);
        self.highest = self.highest.max(cost);
    }

    /// Takes the latest of the cheapest.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<OpenNode> {
        while self.lowest <= self.highest {
            let at = self.heads[self.lowest];
            if at != NONE {
                let waiting = self.waiting[at as usize];
                self.heads[self.lowest] = waiting.older;
                return Some(waiting);
            }
            self.lowest += 1;
        }
        None
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        self.waiting.capacity() * size_of::<OpenNode>()
    }

    /// Will `more` of them need a larger list?
    pub(crate) fn is_nearly_full(&self, more: usize) -> bool {
        self.waiting.len() + more > self.waiting.capacity()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::packed::PackedMove;

    fn waiting(parent: u32) -> OpenNode {
        OpenNode::new(parent, RunMove { base: PackedMove { card: 0, to: 1 }, top: 0 }, 0, 0)
    }

    #[test]
    fn states_stay_small() {
        assert_eq!(size_of::<OpenNode>(), 16);
    }

    #[test]
    fn the_cheapest_come_first_and_of_these_the_latest() {
        let mut frontier = Frontier::default();
        for round in 0..3 {
            for (parent, cost) in [(1, 70), (2, -5), (3, 70), (4, 9_999), (5, 71), (6, 5_000)] {
                frontier.push(waiting(parent), cost);
            }
            let taken: Vec<_> = (0..4).filter_map(|_| frontier.pop()).map(|one| one.parent).collect();
            assert_eq!(taken, [2, 3, 1, 5], "round {round}");
            frontier.push(waiting(7), 0);
            assert_eq!(frontier.pop().map(|one| one.parent), Some(7));
            if round == 0 {
                let rest: Vec<_> = std::iter::from_fn(|| frontier.pop()).map(|one| one.parent).collect();
                assert_eq!(rest, [6, 4]);
            }
            frontier.clear();
            assert!(frontier.pop().is_none());
        }
    }
}

//! Whole runs as one step of a search, and the moves of single cards that they stand for.

use crate::solve::packed::{CELL, FLOOR, Packed, PackedMove};
use crate::solve::rule_masks::{Cards, RuleMasks, bit};

/// The move of a run of cards; a single card is a run of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RunMove {
    /// The lowest card of the run, and where it goes.
    pub(crate) base: PackedMove,
    /// The highest card of the run.
    pub(crate) top: u8,
}

/// Which cards of a run wait in an empty column while the others go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Relay {
    /// As many as can. Published ratings rest on lines that are made this way.
    ManyWait,
    /// No more than must: the fewest single moves, and those of a player who moves the run at once.
    FewWait,
}

/// How many cards can go to a column that is not empty, or to an empty one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RunCapacity {
    pub(crate) onto: u32,
    pub(crate) into_space: u32,
}

impl RunCapacity {
    /// With these free cells and spaces: each space that takes any card doubles what can go.
    #[inline]
    pub(crate) fn new(free_cells: u32, spaces: u32, masks: &RuleMasks) -> Self {
        let steps = if masks.spaces_are_free { spaces } else { 0 };
        // No run is longer than 13; four doublings are as good as more.
        let reach = |spaces: u32| (free_cells + 1) << spaces.min(4);
        Self { onto: reach(steps), into_space: reach(steps.saturating_sub(1)) }
    }
}

impl RunMove {
    /// Plays the move, and puts up nothing.
    #[inline]
    pub(crate) fn shift(self, state: &mut Packed) {
        if self.top == self.base.card {
            state.shift(self.base);
        } else {
            state.shift_base(self.base, self.top);
        }
    }

    /// Plays the move and puts up the cards that then can go.
    #[inline]
    pub(crate) fn play(self, state: &mut Packed, masks: &RuleMasks) {
        self.shift(state);
        state.normalise(masks);
    }

    /// Does the move, played from `before` to `after`, stand for moves of single cards?
    ///
    /// On the way the cards of the run lie open in cells and spaces. None of them can go up before the
    /// lowest one has left, or the move would not be offered. Then the card beneath may go up, and cards
    /// after it; as long as none of the run's covered cards is next on its foundation in the end, the
    /// same cards go up either way: a first one that went up only on the way would still be next.
    pub(crate) fn is_sound(self, before: &Packed, after: &Packed) -> bool {
        self.set(before) & after.next_up() == 0
    }

    /// The cards of the run as a set.
    #[inline]
    pub(crate) fn set(self, before: &Packed) -> Cards {
        self.run(before).map(bit).sum()
    }

    /// The cards of the run, highest first.
    #[inline]
    fn run(self, before: &Packed) -> impl Iterator<Item = u8> {
        let beneath = move |&card: &u8| (card != self.base.card).then(|| before.beneath(card));
        std::iter::successors(Some(self.top), beneath)
    }

    /// Adds the moves of single cards, from the state before.
    pub(crate) fn single_moves(
        self,
        before: &Packed,
        masks: &RuleMasks,
        relay: Relay,
        out: &mut Vec<PackedMove>,
    ) {
        if self.top == self.base.card {
            out.push(self.base);
            return;
        }
        let run: Vec<_> = self.run(before).collect();
        let spaces = if masks.spaces_are_free { before.spaces(masks) } else { 0 };
        let spaces = if self.base.to == FLOOR { spaces.saturating_sub(1) } else { spaces };
        let first = out.len();
        relay.take(&run, self.base.to, before.free_cells(masks) as usize, spaces, out);
        // A card that went up on the way does not come back from its cell.
        let mut state = *before;
        let mut kept = first;
        for at in first..out.len() {
            let step = out[at];
            if state.up() & bit(step.card) == 0 {
                state.play(step, masks);
                out[kept] = step;
                kept += 1;
            }
        }
        out.truncate(kept);
    }
}

impl Relay {
    /// Takes a run, highest card first, over cells and `spaces` empty columns.
    fn take(self, run: &[u8], to: u8, cells: usize, spaces: u32, out: &mut Vec<PackedMove>) {
        let Some((&base, upper)) = run.split_last() else {
            return;
        };
        if upper.len() <= cells || spaces == 0 {
            out.extend(upper.iter().map(|&card| PackedMove { card, to: CELL }));
            out.push(PackedMove { card: base, to });
            out.extend(run.windows(2).rev().map(|pair| PackedMove { card: pair[0], to: pair[1] }));
            return;
        }
        let room = (cells + 1) << (spaces - 1).min(4);
        let waiting = match self {
            Self::ManyWait => upper.len().min(room),
            Self::FewWait => run.len().saturating_sub(room),
        };
        let (high, low) = run.split_at(waiting);
        self.take(high, FLOOR, cells, spaces - 1, out);
        self.take(low, to, cells, spaces - 1, out);
        self.take(high, low[0], cells, spaces - 1, out);
    }
}

//! The states that a breadth-first search visits, and the moves between them.

use crate::solve::deadlock::is_deadlocked;
use crate::solve::packed::{Packed, PackedMove};
use crate::solve::rule_masks::RuleMasks;

/// The states of a game as a search sees them: one for each table, or one for many tables that are equally good.
pub(crate) trait StateSpace: Sync {
    /// The state of the first table, which is in normal form.
    fn first(&self, start: &Packed) -> Packed;

    /// Lists the moves from a state.
    fn moves(&self, state: &Packed, each: impl FnMut(PackedMove));

    /// The key of the state after a move, where it is known before the move is played.
    fn key_after(&self, state: &Packed, step: PackedMove) -> Option<u128>;

    /// Plays a listed move, with everything that follows by itself.
    fn play(&self, state: &mut Packed, step: PackedMove);

    /// Is the game lost from this state, as far as is seen without search?
    fn is_lost(&self, state: &Packed) -> bool;

    /// The moves of single cards on tables that a line of listed moves stands for.
    fn single_moves(&self, start: &Packed, line: Vec<PackedMove>) -> Vec<PackedMove>;
}

/// One state for each table; the order of columns and cells does not count.
#[derive(Clone, Copy)]
pub(crate) struct Tables<'m> {
    pub(crate) masks: &'m RuleMasks,
}

impl StateSpace for Tables<'_> {
    fn first(&self, start: &Packed) -> Packed {
        *start
    }

    #[inline]
    fn moves(&self, state: &Packed, each: impl FnMut(PackedMove)) {
        state.moves(self.masks, each);
    }

    #[inline]
    fn key_after(&self, state: &Packed, step: PackedMove) -> Option<u128> {
        let raises = self.masks.choice || state.frees_next(step.card);
        (!raises).then(|| state.key_after(step))
    }

    #[inline]
    fn play(&self, state: &mut Packed, step: PackedMove) {
        state.play(step, self.masks);
    }

    #[inline]
    fn is_lost(&self, state: &Packed) -> bool {
        is_deadlocked(state, self.masks)
    }

    fn single_moves(&self, _: &Packed, line: Vec<PackedMove>) -> Vec<PackedMove> {
        line
    }
}

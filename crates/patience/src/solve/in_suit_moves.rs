//! The useful steps in a position of Seahaven's kind. The proofs are with the search.

use arrayvec::ArrayVec;

use super::in_suit_state::{DealtRuns, InSuitState, InSuitStep, KINGS, each, place_of};
use crate::rules::MAX_CELLS;

/// Room for numbers of cards up to one more than Seahaven has cells.
pub(crate) const FEW: usize = 6;
/// Room for numbers of cards up to one more than any game has cells.
pub(crate) const MANY: usize = MAX_CELLS + 2;

/// The steps by which kings take columns of others: four kings leave, four come.
type Steps = ArrayVec<InSuitStep, 16>;

/// The useful steps in a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choices {
    /// The tops whose piles may be taken.
    pub(crate) takes: u64,
    /// Kings may take columns of others.
    pub(crate) swaps: bool,
}

impl Choices {
    /// There is nothing to do.
    #[inline]
    pub(crate) fn is_lost(self) -> bool {
        self.takes == 0 && !self.swaps
    }
}

/// Goes on as long as there is nothing to choose.
#[expect(clippy::inline_always, reason = "to be compiled for the caller's set of instructions")]
#[inline(always)]
pub(crate) fn walk_on<const N: usize>(
    runs: &DealtRuns,
    state: &mut InSuitState,
    mut taken: impl FnMut(InSuitStep),
) -> Choices {
    loop {
        let choices = choices::<N>(runs, state);
        if choices.swaps || !choices.takes.is_power_of_two() {
            return choices;
        }
        taken(InSuitStep::Take(place_of(choices.takes)));
        runs.take(state, choices.takes);
    }
}

/// All that can be done in a position and is of use; nothing if it is lost.
#[expect(clippy::inline_always, reason = "to be compiled for the caller's set of instructions")]
#[inline(always)]
fn choices<const N: usize>(runs: &DealtRuns, state: &InSuitState) -> Choices {
    let (tops, sets, cells) = (state.tops, runs.sets(), runs.cells());
    let followed = state.followed::<N>();
    let [most, too_many] = [cells as usize, cells as usize + 1].map(|by| followed[by]);
    let stuck = tops & (too_many | (sets.unbuildable & most));
    if stuck & sets.over_own_lower != 0 {
        return Choices { takes: 0, swaps: false };
    }
    let built = state.built();
    let free = cells - state.in_cells(built).count_ones();
    let spare = state.spare();
    let homes = ((tops | built) << 1) | if spare > 0 { KINGS } else { 0 };
    let goes_home = tops & homes & !followed[free as usize + 1];
    if goes_home != 0 {
        let safe = goes_home & (settled(runs, state, stuck, most) << 1);
        if safe != 0 {
            return Choices { takes: safe & safe.wrapping_neg(), swaps: false };
        }
    }
    let takes = goes_home | (tops & !followed[free as usize]);
    let leaves = state.seated & !followed[free as usize];
    let swaps = leaves != 0 && spare == 0 && (tops & KINGS) | state.kings_without_column() != 0;
    Choices { takes, swaps }
}

/// The cards in columns onto which others may be taken without loss.
#[inline]
fn settled(runs: &DealtRuns, state: &InSuitState, stuck: u64, most: u64) -> u64 {
    let restless = KINGS & !state.seated & !state.up();
    let (staying, seated) = if runs.seats() && restless.count_ones() > state.spare() {
        (stuck, state.seated & most)
    } else {
        (stuck | (state.tops & runs.sets().bottom), state.seated)
    };
    staying | state.chains((staying << 1) | seated)
}

/// The steps by which a king takes the column of another.
pub(crate) fn swaps(runs: &DealtRuns, state: &InSuitState) -> Steps {
    let mut steps = Steps::new();
    let free = runs.cells() - state.in_cells(state.built()).count_ones();
    for out in each(state.seated) {
        let Some(room) = free.checked_sub(state.chain(out) + 1) else { continue };
        let fits = each(state.tops & KINGS).filter(|&king| state.chain(king) <= room);
        steps.extend(fits.map(|king| InSuitStep::TakeSeat(place_of(king), place_of(out))));
        steps.extend(
            each(state.kings_without_column()).map(|king| InSuitStep::Swap(place_of(king), place_of(out))),
        );
    }
    steps
}

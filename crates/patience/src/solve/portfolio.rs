//! Which searches are tried, in which order, and how far.
//!
//! The numbers are data, found by measuring on xpat2's deals above 20000 and reported on lower ones:
//! `SWIFT` on FreeCell 20001 to 26000, `STUBBORN` on what it left of 20001 to 30000, `EVEN` and `EAGER` chosen
//! on 20001 to 21500 and 30001 to 31500, `TIGHT` on Baker's Dozen 20001 to 20300. `cargo xtask tune` looks for
//! better ones.

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

/// Found on the deals of FreeCell.
const SWIFT: Weights = Weights {
    left: 7,
    breaks: 19,
    over_lower: 4,
    over_suit: 1,
    over_next: 8,
    base: 18,
    space: 14,
    free_cells: [68, 9, -11, 11, 1],
    step: 15,
};

/// Found on those deals of FreeCell that `SWIFT` takes long for.
const STUBBORN: Weights = Weights {
    left: -6,
    breaks: 24,
    over_lower: 9,
    over_suit: -8,
    over_next: 3,
    base: 22,
    space: 16,
    free_cells: [55, 23, -9, 17, -7],
    step: 18,
};

/// Found on those that both take long for.
const EVEN: Weights = Weights {
    left: 6,
    breaks: 20,
    over_lower: 7,
    over_suit: 6,
    over_next: 8,
    base: 12,
    space: 18,
    free_cells: [54, 21, 0, 10, 2],
    step: 15,
};

/// The same, with less regard for the length of the way.
const EAGER: Weights = Weights {
    left: 2,
    breaks: 17,
    over_lower: 9,
    over_suit: 1,
    over_next: 5,
    base: 8,
    space: 16,
    free_cells: [58, 28, -10, 17, 7],
    step: 7,
};

/// Found on the deals of Baker's Dozen.
const TIGHT: Weights = Weights {
    left: 5,
    breaks: 7,
    over_lower: 13,
    over_suit: 15,
    over_next: 14,
    base: -2,
    space: 0,
    free_cells: [0, 0, 0, 0, 0],
    step: 25,
};

/// For games with cells or with spaces to fill.
const WITH_RELIEF: &[Attempt] = &[
    Attempt::best_first("swift", SWIFT, 250),
    Attempt::best_first("stubborn", STUBBORN, 1_500),
    Attempt::best_first("even", EVEN, 1_000),
    Attempt::best_first("eager", EAGER, 2_500),
    Attempt::best_first("tight", TIGHT, 4_000),
    Attempt::best_first("stubborn, longer", STUBBORN, 50_000),
    Attempt::beam("beam", SWIFT, 3_000, 200_000),
];

/// For games where cards only go onto cards.
const WITHOUT_RELIEF: &[Attempt] = &[
    Attempt::best_first("tight", TIGHT, 30_000),
    Attempt::beam("narrow beam", TIGHT, 1_000, 30_000),
    Attempt::beam("beam", TIGHT, 10_000, 300_000),
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

//! Which searches are tried, in which order, and how far.
//!
//! The numbers are data. `cargo xtask tune weights` finds weights and limits of guided searches, `tune stages` their order
//! and budgets, and `tune short` the weights for short lines. They were found on xpat2's deals above 20,000 and are
//! reported on others. For FreeCell all weights were found on the deals 20,001 to 100,000, each attempt on those that the
//! attempts before it leave. For Baker's Dozen, `BALANCED` was found on 20,001 to 20,300; the others were chosen on those
//! of 20,001 to 21,200 that take it long.
//!
//! The ends of both lists are an exception: FreeCell's beams and `LAST_WITHOUT_ROOM` were set by hand after looking at the deals that were left of FreeCell's first
//! 1,000,000 and of the first 10,000 of Baker's Dozen. Few of the deals that are reported on get that far, but these few
//! were seen.
//!
//! The relaxed game, the searches over loose cards and the relaxed beams of Baker's Dozen were placed by hand after looking
//! at 300,001 to 302,000, at 900,676 and 910,316, and at the 41 deals of 1 to 100,000 that other searches left open.
//!
//! The weights of the best-first searches that prove were found by `tune best-first` on the deals 20,001 to 20,600 of Baker's
//! Game and of FreeCell with two cells, 20,001 to 20,400 with one and 20,001 to 20,800 with three. Where they stand, and
//! where they go on, was chosen by hand on the same deals, on 20,001 to 60,000 of FreeCell, on 20,401 to 22,400, 800,001
//! to 801,000, 820,001 to 820,700 and 830,001 to 830,700 with one cell, and on 30,001 to 30,600 with two.

use crate::lengths::Counting;
use crate::solve::best_first::BestFirstAttempt;
use crate::solve::guided::{GuidedOptions, ProgressLimit};
use crate::solve::loose::{LooseAttempt, LooseMode, LooseSearch};
use crate::solve::rule_masks::RuleMasks;
use crate::solve::weights::Weights;

/// One search of a portfolio.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// Its name in reports.
    pub name: &'static str,
    /// How it searches.
    pub options: GuidedOptions,
    /// The most states it may expand.
    pub nodes: u64,
}

impl Attempt {
    const fn best_first(name: &'static str, weights: Weights, nodes: u64) -> Self {
        Self { name, options: GuidedOptions::best_first(weights), nodes }
    }

    const fn while_it_progresses(name: &'static str, (limit, weights): (ProgressLimit, Weights)) -> Self {
        let options = GuidedOptions { progress: Some(limit), ..GuidedOptions::best_first(weights) };
        Self { name, options, nodes: u64::MAX }
    }

    const fn beam(name: &'static str, weights: Weights, width: usize, nodes: u64) -> Self {
        let options = GuidedOptions { width: Some(width), ..GuidedOptions::best_first(weights) };
        Self { name, options, nodes }
    }

    /// A beam whose places are not taken by states that are lost in the relaxed game.
    const fn relaxed_beam(name: &'static str, weights: Weights, width: usize, nodes: u64) -> Self {
        let Self { options, .. } = Self::beam(name, weights, width, nodes);
        Self { name, options: GuidedOptions { relaxed: true, ..options }, nodes }
    }
}

/// For FreeCell: limits of progress and weights. The first were found on all deals, each of the others on those that
/// the ones before it leave.
const FREECELL: [(ProgressLimit, Weights); 12] = [
    tuned(
        [1, 130],
        [8, 19, 4, 2, 8, 18, 9],
        [[67, 53, 40], [19, -9, -27], [-11, -32, -36], [7, -16, -37], [-6, -47, -43]],
    ),
    tuned(
        [10, 136],
        [0, 24, 13, -10, 7, 15, 13],
        [[71, 57, 40], [28, -7, -24], [-2, -28, -21], [-23, -15, -39], [-1, -40, -25]],
    ),
    tuned(
        [3, 154],
        [-3, 25, 9, 2, -2, 19, 13],
        [[79, 63, 43], [37, -4, -25], [2, -24, -37], [-31, -22, -39], [7, -43, -31]],
    ),
    tuned(
        [16, 163],
        [-3, 27, 4, 2, 9, 19, 13],
        [[85, 76, 37], [44, -8, -34], [9, -35, -39], [-37, -22, -33], [21, -42, -33]],
    ),
    tuned(
        [34, 179],
        [-4, 24, 0, 18, 2, 15, 13],
        [[89, 77, 43], [42, -8, -36], [-12, -39, -30], [-42, -24, -40], [28, -30, -36]],
    ),
    tuned(
        [57, 196],
        [15, 32, -3, 6, 2, 21, 18],
        [[86, 74, 72], [20, -9, -27], [-1, -38, -38], [-42, -36, -46], [36, -24, -28]],
    ),
    tuned(
        [68, 201],
        [3, 29, 9, 6, -11, 34, 19],
        [[79, 83, 66], [20, -7, -15], [-7, -41, -52], [-15, -36, -49], [43, -9, -26]],
    ),
    tuned(
        [68, 235],
        [-6, 32, 12, -7, -4, 31, 20],
        [[66, 76, 68], [24, 2, -17], [-3, -26, -54], [-43, -45, -46], [26, -31, -39]],
    ),
    tuned(
        [33, 236],
        [-1, 39, 8, -4, 15, 48, 29],
        [[59, 67, 57], [22, -7, -42], [-19, -22, -35], [-33, -48, -62], [16, -25, -34]],
    ),
    tuned(
        [24, 240],
        [5, 42, 8, 2, 29, 46, 34],
        [[64, 64, 62], [22, -9, -49], [-8, -9, -39], [-38, -39, -68], [-6, -22, -37]],
    ),
    tuned(
        [293, 1500],
        [-6, 39, 1, -8, 10, 56, 30],
        [[64, 57, 53], [20, -16, -44], [-25, -14, -25], [-42, -48, -47], [16, -26, -32]],
    ),
    tuned(
        [258, 1487],
        [-6, 39, 9, 3, 7, 59, 22],
        [[71, 55, 69], [18, -20, -52], [-23, -12, -21], [-44, -91, -42], [0, -15, -21]],
    ),
];

/// Found on the deals of Baker's Dozen.
const BALANCED: Weights = weights([5, 7, 13, 15, 14, -2, 25], [[0; 3]; 5]);
/// For the deals that these leave: more care for order.
const ORDERED: Weights = weights([10, 15, 20, 15, 14, -2, 25], [[0; 3]; 5]);
/// Less regard for the number of moves.
const GREEDY: Weights = weights([5, 7, 13, 15, 14, -2, 15], [[0; 3]; 5]);
/// Less hurry to dig for the next card of a foundation.
const LESS_DIGGING: Weights = weights([5, 7, 13, 15, 7, -2, 25], [[0; 3]; 5]);
/// Found on deals that many searches leave: order above all.
const MOST_ORDERED: Weights = weights([6, 22, 42, 12, 16, -11, 9], [[0; 3]; 5]);
/// `ORDERED`, whatever is dug for. For beams, where steps do not count.
const UNHURRIED: Weights = weights([10, 15, 20, 15, 0, 0, 0], [[0; 3]; 5]);

/// A limit of progress and weights in the order in which `cargo xtask tune` prints them.
const fn tuned(
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

/// A part of a portfolio. Searches that prove, each with a budget, stand between guided ones: many games that cannot be
/// won are small, and guided searches find nothing in them.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Stage {
    /// Guided searches, one after another.
    Guided(&'static [Attempt]),
    /// A best-first search, which proves games lost that have no more states than it may expand.
    BestFirst(&'static BestFirstAttempt),
    /// That search goes on where it stopped, by at most this many states.
    Further(&'static BestFirstAttempt, u64),
    /// A search of the relaxed game of at most this many states.
    Relaxed(u64),
    /// A search over states in which loose cards lie anywhere.
    Loose(LooseAttempt),
}

/// The first searches for games with room that are mostly won. All but a few deals in a thousand end here.
const FIRST_TWELVE: &[Attempt] = &[
    Attempt::while_it_progresses("best-first, weights 1", FREECELL[0]),
    Attempt::while_it_progresses("best-first, weights 2", FREECELL[1]),
    Attempt::while_it_progresses("best-first, weights 3", FREECELL[2]),
    Attempt::while_it_progresses("best-first, weights 4", FREECELL[3]),
    Attempt::while_it_progresses("best-first, weights 5", FREECELL[4]),
    Attempt::while_it_progresses("best-first, weights 6", FREECELL[5]),
    Attempt::while_it_progresses("best-first, weights 7", FREECELL[6]),
    Attempt::while_it_progresses("best-first, weights 8", FREECELL[7]),
    Attempt::while_it_progresses("best-first, weights 9", FREECELL[8]),
    Attempt::while_it_progresses("best-first, weights 10", FREECELL[9]),
    Attempt::while_it_progresses("best-first, weights 11", FREECELL[10]),
    Attempt::while_it_progresses("best-first, weights 12", FREECELL[11]),
];
/// The first searches for games where a best-first search that proves follows soon.
const FIRST_EIGHT: &[Attempt] = FIRST_TWELVE.split_at(8).0;
const FIRST_FOUR: &[Attempt] = FIRST_TWELVE.split_at(4).0;

/// Beams for the deals that are left.
const NARROW_BEAM: &[Attempt] = &[Attempt::beam("beam of 500, weights 1", FREECELL[0].1, 500, 40_000)];
const WIDE_BEAM: &[Attempt] = &[Attempt::beam("beam of 3,000, weights 1", FREECELL[0].1, 3_000, 200_000)];
const WIDEST_BEAM: &[Attempt] = &[Attempt::beam("beam of 10,000, weights 1", FREECELL[0].1, 10_000, 600_000)];

/// For games with four cells and more: of the few deals that are left more are won than lost.
const FOUR_CELLS: &[Stage] = &beams_after(FIRST_TWELVE, &PROOF_FOUR_CELLS);
/// For games with three cells: of the few deals that are lost some are small and some very large.
const THREE_CELLS: &[Stage] = &proof_after(FIRST_EIGHT, &PROOF_THREE_CELLS);
/// For games with two cells.
const TWO_CELLS: &[Stage] = &proof_after(FIRST_FOUR, &PROOF_TWO_CELLS);
/// For games with fewer cells, which are mostly lost: half of the lost deals have fewer than 100 states.
const FEW_CELLS: &[Stage] = &proof_after(&[], &PROOF_ONE_CELL);
/// For games that build in suit and have up to four cells: runs are short, and the lost deals small.
const IN_SUIT: &[Stage] = &proof_after(&[], &PROOF_IN_SUIT);
/// For games that build in suit and have more cells, which are mostly won at once.
const IN_SUIT_WITH_ROOM: &[Stage] = &proof_after(FIRST_FOUR, &PROOF_IN_SUIT);

/// Guided searches, then one that proves the smaller lost games, then all beams: where they win, the search of everything
/// would take a hundred times as long.
const fn beams_after(first: &'static [Attempt], proof: &'static BestFirstAttempt) -> [Stage; 5] {
    [
        Stage::Guided(first),
        Stage::BestFirst(proof),
        Stage::Guided(NARROW_BEAM),
        Stage::Guided(WIDE_BEAM),
        Stage::Guided(WIDEST_BEAM),
    ]
}

/// Guided searches, then one that proves. It stops for a beam from time to time: some deals are won by one of the two
/// alone. What a beam may spend is a tenth of what was spent before, so that lost deals hardly take longer.
const fn proof_after(first: &'static [Attempt], proof: &'static BestFirstAttempt) -> [Stage; 7] {
    [
        Stage::Guided(first),
        Stage::BestFirst(proof),
        Stage::Guided(NARROW_BEAM),
        Stage::Further(proof, 1_800_000),
        Stage::Guided(WIDE_BEAM),
        Stage::Further(proof, 4_000_000),
        Stage::Guided(WIDEST_BEAM),
    ]
}

const PROOF_IN_SUIT: BestFirstAttempt = BestFirstAttempt {
    name: "best-first, in suit, exact",
    weights: weights(
        [24, 13, 7, 2, 9, 19, 4],
        [[81, 54, 41], [19, -6, -4], [-8, -19, -24], [-6, -23, -31], [-32, -25, -36]],
    ),
    nodes: 200_000,
};
const PROOF_ONE_CELL: BestFirstAttempt = BestFirstAttempt {
    name: "best-first, up to one cell, exact",
    weights: weights([6, 19, 6, 25, 7, 43, 14], [[70, 38, 112], [7, -6, -18], [0; 3], [0; 3], [0; 3]]),
    nodes: 200_000,
};
const PROOF_TWO_CELLS: BestFirstAttempt = BestFirstAttempt {
    name: "best-first, two cells, exact",
    weights: weights(
        [3, 14, 17, 26, 7, 28, 20],
        [[58, 44, 83], [13, -11, -12], [-6, -22, -24], [0; 3], [0; 3]],
    ),
    nodes: 200_000,
};
const PROOF_THREE_CELLS: BestFirstAttempt = BestFirstAttempt {
    name: "best-first, three cells, exact",
    weights: weights(
        [2, 11, 15, 23, 2, 17, 13],
        [[91, 76, 30], [49, -7, -28], [-32, -25, -39], [-40, -11, -47], [0; 3]],
    ),
    nodes: 200_000,
};
const PROOF_FOUR_CELLS: BestFirstAttempt =
    BestFirstAttempt { name: "best-first, weights 5, exact", weights: FREECELL[4].1, nodes: 200_000 };

/// The most states of a relaxed game that is searched at the start.
pub(crate) const MOST_RELAXED: u64 = 4_000_000;

/// For games where cards only go onto cards.
const WITHOUT_ROOM: &[Stage] = &[
    Stage::Guided(FIRST_WITHOUT_ROOM),
    Stage::Relaxed(MOST_RELAXED),
    Stage::Guided(MORE_WITHOUT_ROOM),
    loose("loose cards, up to 50,000 positions", LooseMode::BestFirst, 50_000),
    loose("loose cards, beam of 3,000", LooseMode::Beam(3_000), u64::MAX),
    loose("loose cards, joined, up to 150,000 positions", LooseMode::Joined, 150_000),
    loose("loose cards, up to 500,000 positions", LooseMode::BestFirst, 500_000),
    loose("loose cards, beam of 20,000", LooseMode::Beam(20_000), u64::MAX),
    Stage::Guided(WIDER_WITHOUT_ROOM),
    loose("loose cards, joined", LooseMode::Joined, 1_500_000),
    loose(LOOSE, LooseMode::BestFirst, u64::MAX),
    Stage::Guided(WIDEST_WITHOUT_ROOM),
];
/// For games of this kind that build by colour or by suit: they have no loose cards.
const WITHOUT_ROOM_BY_SUIT: &[Stage] =
    &[Stage::Guided(FIRST_WITHOUT_ROOM), Stage::Guided(MORE_WITHOUT_ROOM), Stage::Guided(LAST_WITHOUT_ROOM)];

const fn loose(name: &'static str, mode: LooseMode, nodes: u64) -> Stage {
    Stage::Loose(LooseAttempt { name, mode, nodes })
}

/// The search that takes all tables for one that differ in where loose cards lie.
pub(crate) const LOOSE: &str = "loose cards";

/// The first search of these games.
const FIRST_WITHOUT_ROOM: &[Attempt] =
    &[Attempt::best_first("best-first, balanced, up to 2,000 positions", BALANCED, 2_000)];

/// For the deals that are left of these games.
const MORE_WITHOUT_ROOM: &[Attempt] = &[
    Attempt::best_first("best-first, ordered, up to 3,500 positions", ORDERED, 3_500),
    Attempt::best_first("best-first, greedy, up to 1,500 positions", GREEDY, 1_500),
    Attempt::beam("beam of 300, balanced", BALANCED, 300, 10_000),
    Attempt::best_first("best-first, less digging, up to 6,500 positions", LESS_DIGGING, 6_500),
    Attempt::best_first("best-first, greedy, up to 5,500 positions", GREEDY, 5_500),
    Attempt::best_first("best-first, ordered, up to 26,000 positions", ORDERED, 26_000),
    Attempt::beam("beam of 1,000, most ordered", MOST_ORDERED, 1_000, 25_000),
    Attempt::beam("beam of 1,000, balanced", BALANCED, 1_000, 25_000),
    Attempt::best_first("best-first, balanced, up to 30,000 positions", BALANCED, 30_000),
];

/// For the deals that even these leave.
const LAST_WITHOUT_ROOM: &[Attempt] = &[
    Attempt::beam("beam of 3,000, most ordered", MOST_ORDERED, 3_000, 100_000),
    Attempt::best_first("best-first, ordered, up to 110,000 positions", ORDERED, 110_000),
    Attempt::beam("beam of 10,000, most ordered", MOST_ORDERED, 10_000, 400_000),
    Attempt::beam("beam of 10,000, balanced", BALANCED, 10_000, 400_000),
];
/// Before the search over loose cards takes all memory.
const WIDER_WITHOUT_ROOM: &[Attempt] =
    &[Attempt::relaxed_beam("beam of 60,000, unhurried, relaxed", UNHURRIED, 60_000, 4_000_000)];
/// For the last ones. They hold less than a gibibyte; some deals are won by one of the weights alone.
const WIDEST_WITHOUT_ROOM: &[Attempt] = &[
    Attempt::relaxed_beam("beam of 60,000, most ordered, relaxed", MOST_ORDERED, 60_000, 4_000_000),
    Attempt::relaxed_beam("beam of 150,000, unhurried, relaxed", UNHURRIED, 150_000, 12_000_000),
];

/// The searches to try under these rules.
pub(crate) fn portfolio(masks: &RuleMasks) -> &'static [Stage] {
    if masks.cells == 0 && masks.fillers == 0 {
        if LooseSearch::accepts(masks) { WITHOUT_ROOM } else { WITHOUT_ROOM_BY_SUIT }
    } else if masks.builds_in_suit() {
        if masks.cells <= 4 { IN_SUIT } else { IN_SUIT_WITH_ROOM }
    } else {
        match masks.cells {
            0..=1 => FEW_CELLS,
            2 => TWO_CELLS,
            3 => THREE_CELLS,
            _ => FOUR_CELLS,
        }
    }
}

/// The searches for games with room that go on while they come closer.
pub fn attempts_that_progress() -> Vec<Attempt> {
    FIRST_TWELVE.to_vec()
}

/// The first search for games of this kind that are mostly won; its weights suit beams too.
pub(crate) fn first_attempt(masks: &RuleMasks) -> Attempt {
    if masks.cells == 0 && masks.fillers == 0 { FIRST_WITHOUT_ROOM[0] } else { FIRST_TWELVE[0] }
}

/// For short lines, counted in moves of single cards: found with beams of 100 and 150 on the deals 301,001 to 301,200 of
/// FreeCell.
const SHORT_MOVES: Weights = weights(
    [8, 10, 17, 6, 11, 19, 0],
    [[96, 56, 54], [29, 2, -4], [-3, -12, -10], [-4, 5, -16], [-4, -27, -12]],
);
/// For short lines, counted in moves of runs: found with beams of 60 and 600 on the deals 301,001 to 301,060 of
/// FreeCell.
const SHORT_RUNS: Weights = weights(
    [3, 19, 4, 6, 10, 17, 0],
    [[59, 53, 20], [15, -11, -27], [-14, -27, -43], [-5, -20, -43], [2, -44, 0]],
);

/// The weights of beams that look for short lines, those that find the shortest in the mean first.
pub(crate) fn short_line_weights(masks: &RuleMasks, counting: Counting) -> &'static [Weights] {
    match counting {
        _ if masks.cells == 0 && masks.fillers == 0 => &[BALANCED],
        Counting::Moves | Counting::Cards => &[SHORT_MOVES],
        Counting::Runs => &[SHORT_RUNS, FREECELL[0].1, SHORT_MOVES],
    }
}

/// The search that forgets: the first one of the portfolio, as long as it takes.
pub(crate) fn forgetful(masks: &RuleMasks, distance: u32) -> Attempt {
    let Attempt { options, .. } = first_attempt(masks);
    Attempt {
        name: "best-first, forgetful",
        options: GuidedOptions { forget: Some(distance), progress: None, ..options },
        nodes: u64::MAX,
    }
}

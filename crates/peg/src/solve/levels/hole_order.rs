//! The order in which the holes of a board are packed.

use crate::board::Board;
use crate::hole::Hole;

/// The order of holes, low ones first, that makes the steps from level to level cheap: a local search for the order in
/// which the jumps touch the fewest words.
pub(crate) fn hole_order(board: &Board, low: usize, rules: usize) -> Vec<Hole> {
    let holes = board.len();
    let shares: Vec<_> =
        (0..holes).map(|place| if place < low { low_share(place, rules) } else { ALL_WORDS / 2 }).collect();
    let jumps: Vec<_> =
        board.jumps().iter().map(|jump| [jump.from, jump.over, jump.to].map(Hole::index)).collect();
    let touching = |hole: usize| jumps.iter().copied().filter(|jump| jump.contains(&hole)).collect();
    let jumps: Vec<Vec<_>> = (0..holes).map(touching).collect();
    // Any start will do; some lead to better orders than others.
    let attempts = (1..=holes).filter(|&stride| coprime(stride, holes)).take(ATTEMPTS).map(|stride| {
        let places = (0..holes).map(|hole| hole * stride % holes);
        let mut attempt = Attempt { jumps: &jumps, shares: &shares, low, places: places.collect() };
        attempt.improve();
        attempt
    });
    let best = attempts.min_by_key(Attempt::cost).map_or(Vec::new(), |attempt| attempt.places);
    let mut order: Vec<_> = board.holes().collect();
    order.sort_by_key(|hole| best[hole.index()]);
    order
}

/// Starts of the local search. On the built-in boards the best of twelve is within 1.3 % of the best of all starts; the
/// first alone may cost 7 % more.
const ATTEMPTS: usize = 12;

/// All words of a segment, the unit of the shares. Products of three shares are added up, so that it must be small; and
/// it must be divisible by 4.
const ALL_WORDS: u32 = 32;

/// The share of the words that a jump touches because it needs a peg, or none, in a low hole. (In a high hole that is
/// half of the segments.) Half of the words have low parts with a peg there if the parts of the holes below fill many
/// words. All have if those fill less than one word, but then the jump is made of fewer bit moves: three quarters are
/// nearer to the number that is counted. So the share falls from three quarters to a half.
fn low_share(place: usize, rules: usize) -> u32 {
    let parts = (largest_group(place) >> rules).max(64);
    ALL_WORDS / 2 + ALL_WORDS / 4 * 64 / parts
}

/// The number of parts of this many holes in the largest group: those with pegs in half of the holes.
fn largest_group(holes: usize) -> u32 {
    (1..=holes as u32).fold(1, |most, holes| most * holes / holes.div_ceil(2))
}

/// A jump among high holes is a word-wise OR, which costs about this fraction of bit moves: nothing is moved within
/// words.
const HIGH_JUMP_FRACTION: u32 = 8;

fn coprime(a: usize, b: usize) -> bool {
    if b == 0 { a == 1 } else { coprime(b, a % b) }
}

struct Attempt<'a> {
    /// By hole: the jumps that change it.
    jumps: &'a [Vec<[usize; 3]>],
    /// By place: the share of the words that a jump touches.
    shares: &'a [u32],
    low: usize,
    /// By hole.
    places: Vec<usize>,
}

impl Attempt<'_> {
    /// Swaps holes until no swap lowers the cost.
    fn improve(&mut self) {
        let mut better = true;
        while better {
            better = false;
            for a in 0..self.places.len() {
                for b in a + 1..self.places.len() {
                    if self.shares[self.places[a]] == self.shares[self.places[b]] {
                        continue;
                    }
                    let before = self.cost_of(a) + self.cost_of(b);
                    self.places.swap(a, b);
                    // The cost of jumps with both holes does not change.
                    let lower = self.cost_of(a) + self.cost_of(b) < before;
                    better |= lower;
                    if !lower {
                        self.places.swap(a, b);
                    }
                }
            }
        }
    }

    fn cost(&self) -> u32 {
        (0..self.places.len()).map(|hole| self.cost_of(hole)).sum()
    }

    /// The cost of the jumps that change this hole.
    fn cost_of(&self, hole: usize) -> u32 {
        let cost = |jump: &[usize; 3]| {
            let places = jump.map(|hole| self.places[hole]);
            let words: u32 = places.iter().map(|&place| self.shares[place]).product();
            if places.iter().all(|&place| place >= self.low) { words / HIGH_JUMP_FRACTION } else { words }
        };
        self.jumps[hole].iter().map(cost).sum()
    }
}

//! In which order the holes of a board are packed.

use crate::board::Board;
use crate::hole::Hole;

/// The order of holes, low ones first: one that makes the steps from level to level cheap.
pub(crate) fn order(board: &Board, low: usize, rules: usize) -> Vec<Hole> {
    let holes = board.len();
    let shares: Vec<_> =
        (0..holes).map(|place| if place < low { share(place, rules) } else { HALF }).collect();
    let jumps: Vec<_> =
        board.jumps().iter().map(|jump| [jump.from, jump.over, jump.to].map(Hole::index)).collect();
    let touching = |hole: usize| jumps.iter().copied().filter(|jump| jump.contains(&hole)).collect();
    let jumps: Vec<Vec<_>> = (0..holes).map(touching).collect();
    // Any start will do; some lead to better ends than others.
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

const ATTEMPTS: usize = 12;

/// What a jump takes for a hole in a high place: half of the segments.
const HALF: u32 = 16;

/// What it takes for a hole in a low place. Half of the words have parts with a peg there if the parts below fill many
/// words, and all if they fill less than one; but bit_moves that meet all words are fewer than that, and three quarters
/// are nearer to what is counted.
fn share(place: usize, rules: usize) -> u32 {
    let bits = (most_of(place) >> rules).max(64);
    HALF + HALF * 32 / bits
}

/// How many parts of so many holes have equally many pegs: as many as half of the holes.
fn most_of(holes: usize) -> u32 {
    (1..=holes as u32).fold(1, |most, holes| most * holes / holes.div_ceil(2))
}

fn coprime(a: usize, b: usize) -> bool {
    if b == 0 { a == 1 } else { coprime(b, a % b) }
}

struct Attempt<'a> {
    /// By hole: the jumps that change it.
    jumps: &'a [Vec<[usize; 3]>],
    /// By place.
    shares: &'a [u32],
    low: usize,
    /// By hole.
    places: Vec<usize>,
}

impl Attempt<'_> {
    /// Swaps holes until no swap lessens the cost.
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
                    // What jumps with both holes cost does not change.
                    let lessens = self.cost_of(a) + self.cost_of(b) < before;
                    better |= lessens;
                    if !lessens {
                        self.places.swap(a, b);
                    }
                }
            }
        }
    }

    fn cost(&self) -> u32 {
        (0..self.places.len()).map(|hole| self.cost_of(hole)).sum()
    }

    /// What the jumps that change this hole take. Those among high holes are cheap: nothing is moved within words.
    fn cost_of(&self, hole: usize) -> u32 {
        let cost = |jump: &[usize; 3]| {
            let places = jump.map(|hole| self.places[hole]);
            let words: u32 = places.iter().map(|&place| self.shares[place]).product();
            if places.iter().all(|&place| place >= self.low) { words / 8 } else { words }
        };
        self.jumps[hole].iter().map(cost).sum()
    }
}

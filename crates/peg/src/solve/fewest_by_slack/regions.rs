//! Regions that only a move of their own can open: a lower bound for the number of moves.
//!
//! Call a set of holes a *region* if every jump over one of its holes starts or lands in it. While a region is full
//! nothing lands in it, so the first jump that changes it starts in it; and the peg that makes this jump did not
//! come there by a jump of the same move, for that would have changed the region before. So a full region is opened
//! by a move that starts in it, and disjoint regions are opened by different moves. (This is the bound of R. Merson.)

use crate::board::{Board, Jump};
use crate::symmetry::Symmetry;

/// Disjoint regions that are full at the start and not full in any won position: each takes a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Regions {
    pub(crate) masks: Vec<u64>,
}

impl Regions {
    /// As many regions as are found, and such as the symmetries carry onto each other if that costs none. The peg that
    /// has just landed, if there is one, belongs to none: it would open its region without a move.
    pub(crate) fn new(board: &Board, symmetries: &[&Symmetry], start: u64, landed: u64, won: &[u64]) -> Self {
        let not_full_when_won = |region: u64| won.iter().all(|won| region & !won != 0);
        let regions = smallest(board.jumps(), start & !landed, not_full_when_won);
        let single = |&region: &u64| Item { mask: region, regions: vec![region] };
        let most = packed(&regions.iter().map(single).collect::<Vec<_>>());
        let even = packed(&orbits(&regions, symmetries));
        Self { masks: if even.len() == most.len() { even } else { most } }
    }

    /// Does the symmetry carry the regions onto each other?
    pub(crate) fn are_stabilized_by(&self, symmetry: &Symmetry) -> bool {
        self.masks.iter().all(|&mask| self.masks.contains(&image(symmetry, mask)))
    }

    /// The number of the region that a hole belongs to.
    pub(crate) fn of(&self, hole: usize) -> Option<usize> {
        self.masks.iter().position(|mask| mask >> hole & 1 == 1)
    }

    /// The regions that are full, one bit each.
    #[inline]
    pub(crate) fn full(&self, word: u64) -> u64 {
        (0..self.masks.len()).map(|number| self.full_alone(word, number)).sum()
    }

    /// The bit of this region if it is full.
    #[inline]
    pub(crate) fn full_alone(&self, word: u64, number: usize) -> u64 {
        u64::from(word & self.masks[number] == self.masks[number]) << number
    }
}

fn image(symmetry: &Symmetry, mask: u64) -> u64 {
    symmetry.position(crate::position::Position::from_bits(mask.into())).bits() as u64
}

/// The regions of a few holes that contain no smaller one.
fn smallest(jumps: &[Jump], within: u64, accepts: impl Fn(u64) -> bool) -> Vec<u64> {
    let mut found: Vec<u64> = Vec::new();
    let mut stack: Vec<u64> = (0..64).map(|hole| 1 << hole).filter(|hole| hole & within != 0).collect();
    while let Some(set) = stack.pop() {
        if set & !within != 0 || set.count_ones() > MOST_HOLES || found.contains(&set) {
            continue;
        }
        let has = |hole: crate::hole::Hole| set >> hole.index() & 1 == 1;
        match jumps.iter().find(|jump| has(jump.over) && !has(jump.from) && !has(jump.to)) {
            Some(jump) => stack.extend([set | 1 << jump.from.index(), set | 1 << jump.to.index()]),
            None => found.push(set),
        }
    }
    found.retain(|&region| accepts(region));
    found.sort_unstable_by_key(|region| (region.count_ones(), *region));
    let is_smallest = |region: &u64| found.iter().all(|other| other == region || other & region != *other);
    found.iter().copied().filter(is_smallest).collect()
}

/// Larger regions are hardly ever disjoint.
const MOST_HOLES: u32 = 7;

/// Regions that are taken together or not at all.
struct Item {
    mask: u64,
    regions: Vec<u64>,
}

/// Regions with all their images, where these are disjoint.
fn orbits(regions: &[u64], symmetries: &[&Symmetry]) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    for &region in regions {
        let mut images: Vec<u64> = symmetries.iter().map(|s| image(s, region)).chain([region]).collect();
        images.sort_unstable();
        images.dedup();
        let mask = images.iter().fold(0, |mask, image| mask | image);
        let disjoint = images.iter().map(|image| image.count_ones()).sum::<u32>() == mask.count_ones();
        if disjoint && !items.iter().any(|item| item.mask == mask) {
            items.push(Item { mask, regions: images });
        }
    }
    items
}

/// Disjoint items with as many regions as possible, or nearly so.
fn packed(items: &[Item]) -> Vec<u64> {
    let mut left: Vec<usize> = vec![0; items.len() + 1];
    for i in (0..items.len()).rev() {
        left[i] = left[i + 1] + items[i].regions.len();
    }
    let mut best: Vec<u64> = Vec::new();
    let mut stack = vec![(0, 0_u64, Vec::<u64>::new())];
    for _ in 0..MOST_STEPS {
        let Some((next, used, chosen)) = stack.pop() else { break };
        if chosen.len() > best.len() {
            best.clone_from(&chosen);
        }
        if next == items.len() || chosen.len() + left[next] <= best.len() {
            continue;
        }
        let item = &items[next];
        // A single hole belongs to some best choice: it can take the place of the region that holds it.
        if item.mask.count_ones() > 1 || item.mask & used != 0 {
            stack.push((next + 1, used, chosen.clone()));
        }
        if item.mask & used == 0 {
            let more = chosen.iter().chain(&item.regions).copied().collect();
            stack.push((next + 1, used | item.mask, more));
        }
    }
    best
}

/// Steps of the search for the best choice, which suffice on the usual boards. Any choice is sound.
const MOST_STEPS: usize = 1 << 16;

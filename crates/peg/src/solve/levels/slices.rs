//! Slices of a level, so that threads can work on one together.

use super::level::Plan;
use super::packing::Packing;

/// Consecutive segments of one group, the task of one thread.
pub(crate) struct LevelSlice<'a> {
    pub(crate) group: usize,
    /// The first segment, counted within the group.
    pub(crate) first: usize,
    pub(crate) words: &'a mut [u64],
    pub(crate) fill: &'a mut [u32],
}

/// Divides a level into slices of at most `most` segments each.
pub(crate) fn slices<'a>(
    packing: &Packing,
    plan: &Plan,
    mut words: &'a mut [u64],
    mut fill: &'a mut [u32],
    most: usize,
) -> Vec<LevelSlice<'a>> {
    let mut slices = Vec::new();
    for (group, group_plan) in plan.groups.iter().enumerate() {
        let mut first = 0;
        let segments = packing.highs.count(group);
        while first < segments {
            let count = most.min(segments - first);
            let (own_words, other_words) = words.split_at_mut(count * group_plan.stride);
            let (own_fill, other_fill) = fill.split_at_mut(count);
            (words, fill) = (other_words, other_fill);
            if group_plan.stride > 0 {
                slices.push(LevelSlice { group, first, words: own_words, fill: own_fill });
            }
            first += count;
        }
    }
    slices
}

impl<'a> LevelSlice<'a> {
    /// Its segments: high part, words, and number of positions.
    pub(crate) fn segments(
        self,
        packing: &'a Packing,
        plan: &Plan,
    ) -> impl Iterator<Item = (u32, &'a mut [u64], &'a mut u32)> {
        let words = self.words.chunks_exact_mut(plan.groups[self.group].stride);
        let highs = &packing.highs.group(self.group)[self.first..];
        highs.iter().zip(words.zip(self.fill)).map(|(&high, (words, fill))| (high, words, fill))
    }

    /// Lets `filter` clear bits of every segment that is not empty, given its high part, low parts and words.
    pub(crate) fn filter(
        self,
        packing: &'a Packing,
        plan: &Plan,
        mut filter: impl FnMut(u32, &[u32], &mut [u64]),
    ) {
        let lows = plan.groups[self.group].lows.map_or(&[][..], |lows| packing.lows.group(lows));
        for (high, words, fill) in self.segments(packing, plan).filter(|(.., fill)| **fill > 0) {
            filter(high, lows, words);
            *fill = count(words);
        }
    }

    /// Counts the positions of each segment again.
    pub(crate) fn recount(self, plan: &Plan) {
        let segments = self.words.chunks_exact(plan.groups[self.group].stride);
        self.fill.iter_mut().zip(segments).for_each(|(fill, words)| *fill = count(words));
    }
}

fn count(words: &[u64]) -> u32 {
    words.iter().map(|word| word.count_ones()).sum()
}

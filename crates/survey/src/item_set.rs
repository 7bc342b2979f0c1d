//! Which items are done.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// A set of items, kept as ranges: work is done nearly in order, so there are few of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ItemSet {
    /// The last item of each range, by its first one. Ranges neither meet nor touch.
    ranges: BTreeMap<u64, u64>,
}

impl ItemSet {
    /// Adds an item; says whether it is new.
    pub(crate) fn insert(&mut self, item: u64) -> bool {
        let before = self.ranges.range(..=item).next_back().map(|(&first, &last)| (first, last));
        if before.is_some_and(|(_, last)| item <= last) {
            return false;
        }
        let first = match before {
            Some((first, last)) if last.checked_add(1) == Some(item) => first,
            _ => item,
        };
        let behind = item.checked_add(1).and_then(|next| self.ranges.remove(&next));
        self.ranges.insert(first, behind.unwrap_or(item));
        true
    }

    /// How many items of a range are there.
    pub(crate) fn count_in(&self, range: &RangeInclusive<u64>) -> u64 {
        let (from, to) = (*range.start(), *range.end());
        let within = self.ranges.range(..=to).map(|(&first, &last)| (first.max(from), last.min(to)));
        within.filter(|(first, last)| first <= last).map(|(first, last)| last - first + 1).sum()
    }

    /// The items of a range that are not there, ascending.
    pub(crate) fn missing_from(
        &self,
        range: RangeInclusive<u64>,
    ) -> impl Iterator<Item = u64> + Send + use<> {
        let mut gaps = Vec::new();
        let mut next = Some(*range.start());
        for (&first, &last) in self.ranges.range(..=*range.end()) {
            let Some(from) = next.filter(|&from| from <= last) else { continue };
            if from < first {
                gaps.push(from..=first - 1);
            }
            next = last.checked_add(1);
        }
        gaps.extend(next.map(|from| from..=*range.end()));
        gaps.into_iter().flatten()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn it_is_a_set() {
        let mut number = 12_345_u64;
        let (mut set, mut plain) = (ItemSet::default(), BTreeSet::new());
        for _ in 0..400 {
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let item = (number >> 33) % 300;
            assert_eq!(set.insert(item), plain.insert(item));
            let (from, to) = (item / 2, item + 7);
            assert_eq!(set.count_in(&(from..=to)), plain.range(from..=to).count() as u64);
            let missing: Vec<u64> = (from..=to).filter(|item| !plain.contains(item)).collect();
            assert_eq!(set.missing_from(from..=to).collect::<Vec<_>>(), missing);
        }
        assert!(set.ranges.len() < plain.len());
    }

    #[test]
    fn it_knows_the_last_number_there_is() {
        let mut set = ItemSet::default();
        assert!(set.insert(u64::MAX) && set.insert(u64::MAX - 1) && !set.insert(u64::MAX));
        assert_eq!(set.count_in(&(u64::MAX - 5..=u64::MAX)), 2);
        assert_eq!(set.missing_from(u64::MAX - 2..=u64::MAX).collect::<Vec<_>>(), [u64::MAX - 2]);
    }
}

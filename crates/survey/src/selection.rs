//! Which deals of a game are surveyed: a range, a sample of it, or a list of seeds.

use std::ops::RangeInclusive;

use patience::{DealRange, NoDeal, Rules};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::deal_list::DealList;

/// The deals of these seeds, ascending and each once, however they were given.
pub fn deals_of(rules: &Rules, mut seeds: Vec<RangeInclusive<u64>>) -> Result<Option<DealList>, NoDeal> {
    seeds.sort_unstable_by_key(|range| *range.start());
    let mut deals: Option<DealList> = None;
    let mut next = 0;
    for range in seeds {
        let first = (*range.start()).max(next);
        if first > *range.end() {
            continue;
        }
        next = range.end().saturating_add(1);
        let range = DealRange {
            rules: rules.clone(),
            first: rules.seed_of(first)?,
            last: rules.seed_of(*range.end())?,
        };
        match &mut deals {
            Some(deals) => deals.push(range),
            None => deals = Some(range.into()),
        }
    }
    Ok(deals)
}

/// Draws this many numbers of a range at random, each set of them as likely as any other. The answer depends on the
/// arguments alone, on every machine; none if the range has fewer.
pub fn sample(range: &RangeInclusive<u64>, count: u64, random_seed: u64) -> Option<Vec<u64>> {
    let size = (range.end() - range.start()).checked_add(1)?;
    let mut random = ChaCha8Rng::seed_from_u64(random_seed);
    if count > size {
        return None;
    }
    if count > size / 2 {
        let left_out = distinct(range, size - count, &mut random);
        return Some(range.clone().filter(|number| left_out.binary_search(number).is_err()).collect());
    }
    Some(distinct(range, count, &mut random))
}

/// Distinct numbers, ascending. Numbers that came twice are drawn again, all together, until none does.
fn distinct(range: &RangeInclusive<u64>, count: u64, random: &mut impl Rng) -> Vec<u64> {
    let size = range.end() - range.start() + 1;
    let mut drawn: Vec<u64> = Vec::with_capacity(count as usize);
    while (drawn.len() as u64) < count {
        let missing = count - drawn.len() as u64;
        drawn.extend((0..missing).map(|_| range.start() + below(size, random)));
        drawn.sort_unstable();
        drawn.dedup();
    }
    drawn
}

/// A number below a bound, each as likely as any other. Written out, because the methods of a library may change from
/// version to version.
fn below(bound: u64, random: &mut impl Rng) -> u64 {
    let largest = u64::MAX - u64::MAX % bound;
    loop {
        let number = random.next_u64();
        if number < largest {
            return number % bound;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_sets_of_the_range_and_always_the_same() {
        for count in [0, 1, 7, 50, 93, 100] {
            let drawn = sample(&(11..=110), count, 5).unwrap();
            assert_eq!(drawn.len() as u64, count);
            assert!(drawn.windows(2).all(|pair| pair[0] < pair[1]));
            assert!(drawn.iter().all(|number| (11..=110).contains(number)));
            assert_eq!(sample(&(11..=110), count, 5).unwrap(), drawn);
        }
        assert_eq!(sample(&(1..=10), 11, 5), None);
        assert_ne!(sample(&(1..=1_000_000), 10, 1), sample(&(1..=1_000_000), 10, 2));
        assert_eq!(
            sample(&(1..=1_000_000_000), 3, 1).unwrap(),
            [271_133_286, 323_250_796, 962_593_202],
            "these stay as they are"
        );
    }

    #[test]
    fn every_number_is_as_likely_as_any_other() {
        let mut often = [0_u32; 10];
        for seed in 0..2000 {
            sample(&(0..=9), 3, seed).unwrap().iter().for_each(|&number| often[number as usize] += 1);
        }
        assert!(often.iter().all(|times| (500..700).contains(times)), "{often:?}");
    }

    #[test]
    fn lists_are_put_in_order_and_count_each_deal_once() {
        let list = deals_of(&Rules::freecell(), vec![20..=30, 5..=5, 7..=9, 8..=22, 31..=31, 5..=5]).unwrap();
        let list = list.unwrap();
        let seeds: Vec<u64> = list.items().map(|item| list.deal(item).seed.number()).collect();
        let expected: Vec<u64> = std::iter::once(5).chain(7..=31).collect();
        assert_eq!(seeds, expected);
        assert!(deals_of(&Rules::freecell(), vec![0..=3]).is_err());
        assert!(deals_of(&Rules::freecell(), vec![]).unwrap().is_none());
    }
}

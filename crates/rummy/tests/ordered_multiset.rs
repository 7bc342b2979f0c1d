//! The multiset of any ordered type against a sorted vector, with integers, strings and floats.

use std::fmt::Debug;

use proptest::prelude::*;
use rummy::{OrderedMultiset, TotalF64};

fn sorted<T: Ord>(mut elements: Vec<T>) -> Vec<T> {
    elements.sort();
    elements
}

/// `from` without each element of `gone`, once for each time it is there.
fn without<T: Ord + Clone>(mut from: Vec<T>, gone: &[T]) -> Vec<T> {
    for element in gone {
        if let Some(at) = from.iter().position(|other| other == element) {
            from.remove(at);
        }
    }
    sorted(from)
}

fn elements<T: Ord + Clone>(set: &OrderedMultiset<T>) -> Vec<T> {
    assert_eq!(set.len(), set.iter().count(), "the length is kept");
    assert!(set.kinds().all(|(_, count)| count > 0), "no element is in there 0 times");
    set.iter().cloned().collect()
}

/// Compares every question and every operation with the sorted vector.
fn compare<T: Ord + Clone + Debug>(a: &[T], b: &[T], probe: &T) -> Result<(), TestCaseError> {
    let (x, y): (OrderedMultiset<T>, OrderedMultiset<T>) =
        (a.iter().cloned().collect(), b.iter().cloned().collect());
    prop_assert_eq!(elements(&x), sorted(a.to_vec()));
    prop_assert_eq!((x.len(), x.is_empty()), (a.len(), a.is_empty()));
    prop_assert_eq!(x.count(probe), a.iter().filter(|&element| element == probe).count());
    prop_assert_eq!(x.contains(probe), a.contains(probe));
    let only_a = without(a.to_vec(), b);
    prop_assert_eq!(elements(&x.union(&y)), sorted([a, b].concat()));
    prop_assert_eq!(elements(&x.difference(&y)), only_a.clone());
    prop_assert_eq!(elements(&x.intersection(&y)), without(a.to_vec(), &only_a));
    prop_assert_eq!(x.is_subset(&y), only_a.is_empty());
    prop_assert_eq!(x == y, sorted(a.to_vec()) == sorted(b.to_vec()));
    obey_the_laws(&x, &y)?;
    take_out(x, a, b)
}

/// The laws of multisets.
fn obey_the_laws<T: Ord + Clone + Debug>(
    x: &OrderedMultiset<T>,
    y: &OrderedMultiset<T>,
) -> Result<(), TestCaseError> {
    let empty = OrderedMultiset::new();
    prop_assert_eq!(&x.union(&empty), x);
    prop_assert_eq!(&x.difference(&empty), x);
    prop_assert_eq!(&x.difference(x), &empty);
    prop_assert_eq!(x.union(y), y.union(x));
    prop_assert_eq!(x.intersection(y), y.intersection(x));
    prop_assert_eq!(&x.union(y).difference(y), x);
    prop_assert_eq!(&x.difference(y).union(&x.intersection(y)), x);
    prop_assert!(empty.is_subset(x) && x.is_subset(&x.union(y)) && x.intersection(y).is_subset(y));
    prop_assert_eq!(x.is_subset(y) && y.is_subset(x), x == y);
    Ok(())
}

/// Elements that are taken out are gone, once for each time.
fn take_out<T: Ord + Clone + Debug>(
    mut left: OrderedMultiset<T>,
    a: &[T],
    gone: &[T],
) -> Result<(), TestCaseError> {
    let mut model = a.to_vec();
    for element in gone {
        prop_assert_eq!(left.remove(element), model.contains(element));
        model = without(model, std::slice::from_ref(element));
    }
    prop_assert_eq!(elements(&left), sorted(model));
    Ok(())
}

/// A short word, few enough that some are equal.
fn word() -> impl Strategy<Value = String> {
    proptest::sample::select(vec!["", "a", "b", "ab", "ba", "aa", "é", "Ω"]).prop_map(str::to_owned)
}

/// A float of every kind, few enough that some are equal.
fn float() -> impl Strategy<Value = TotalF64> {
    let special =
        [0.0, -0.0, 1.5, -1.5, f64::NAN, -f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MIN_POSITIVE];
    proptest::sample::select(special.to_vec()).prop_map(TotalF64)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn integers(a in proptest::collection::vec(-5_i64..5, 0..40), b in proptest::collection::vec(-5_i64..5, 0..40), probe in -6_i64..6) {
        compare(&a, &b, &probe)?;
    }

    #[test]
    fn strings(a in proptest::collection::vec(word(), 0..30), b in proptest::collection::vec(word(), 0..30), probe in word()) {
        compare(&a, &b, &probe)?;
    }

    #[test]
    fn floats(a in proptest::collection::vec(float(), 0..40), b in proptest::collection::vec(float(), 0..40), probe in float()) {
        compare(&a, &b, &probe)?;
    }

    #[test]
    fn any_count(count in 0_usize..1 << 60, gone in 0_usize..1 << 61) {
        let mut set = OrderedMultiset::new();
        set.insert_many("tile", count);
        prop_assert_eq!((set.count("tile"), set.len(), set.contains("tile")), (count, count, count > 0));
        prop_assert_eq!(set.union(&set).len(), 2 * count);
        prop_assert_eq!(set.remove_many(&"tile", gone), gone.min(count));
        prop_assert_eq!((set.len(), set.is_empty()), (count - gone.min(count), gone >= count));
    }
}

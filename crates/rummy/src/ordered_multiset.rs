//! Multisets of anything that has an order: integers, strings, floats through a total order.

use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;

/// A multiset of any ordered type, with any multiplicity.
///
/// It is the general one; [`Multiset`](crate::Multiset) is the packed one, for tiles and for speed. Two multisets are
/// equal if each element is in both equally often, in whatever order it was put in.
///
/// ```
/// use rummy::{OrderedMultiset, TotalF64};
///
/// let letters: OrderedMultiset<char> = "banana".chars().collect();
/// assert_eq!((letters.len(), letters.count(&'a')), (6, 3));
/// assert_eq!(letters.iter().collect::<String>(), "aaabnn");
/// let rest = letters.difference(&"nab".chars().collect());
/// assert_eq!(rest, "aan".chars().collect());
/// assert!(rest.is_subset(&letters));
///
/// let weights: OrderedMultiset<TotalF64> = [2.5, -0.0, 2.5, f64::NAN].map(TotalF64).into_iter().collect();
/// assert_eq!(weights.count(&TotalF64(f64::NAN)), 1);
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OrderedMultiset<T> {
    /// How often each element is in here; never 0.
    counts: BTreeMap<T, usize>,
    /// The sum of the counts.
    len: usize,
}

impl<T> OrderedMultiset<T> {
    /// Nothing at all.
    pub const fn new() -> Self {
        Self { counts: BTreeMap::new(), len: 0 }
    }

    /// How many elements there are, counted with their multiplicity.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Is there no element?
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The different elements with their counts, in order.
    pub fn kinds(&self) -> impl DoubleEndedIterator<Item = (&T, usize)> {
        self.counts.iter().map(|(element, &count)| (element, count))
    }

    /// Every element as often as it is in here, in order.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.kinds().flat_map(|(element, count)| std::iter::repeat_n(element, count))
    }
}

impl<T: Ord> OrderedMultiset<T> {
    /// How often `element` is in here.
    pub fn count<Q: Ord + ?Sized>(&self, element: &Q) -> usize
    where
        T: Borrow<Q>,
    {
        self.counts.get(element).copied().unwrap_or(0)
    }

    /// Is `element` in here at least once?
    pub fn contains<Q: Ord + ?Sized>(&self, element: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        self.counts.contains_key(element)
    }

    /// Puts one `element` in.
    pub fn insert(&mut self, element: T) {
        self.insert_many(element, 1);
    }

    /// Puts `times` of the same `element` in.
    ///
    /// # Panics
    /// If there were more elements than a `usize` can count.
    pub fn insert_many(&mut self, element: T, times: usize) {
        if times == 0 {
            return;
        }
        self.len = self.len.checked_add(times).expect("the elements of a multiset can be counted");
        *self.counts.entry(element).or_insert(0) += times;
    }

    /// Takes one `element` out; `false` if there was none.
    pub fn remove(&mut self, element: &T) -> bool
    where
        T: Clone,
    {
        self.remove_many(element, 1) == 1
    }

    /// Takes up to `times` of an `element` out, and says how many there were to take.
    pub fn remove_many(&mut self, element: &T, times: usize) -> usize
    where
        T: Clone,
    {
        let Entry::Occupied(mut count) = self.counts.entry(element.clone()) else { return 0 };
        let gone = times.min(*count.get());
        *count.get_mut() -= gone;
        if *count.get() == 0 {
            count.remove();
        }
        self.len -= gone;
        gone
    }

    /// Is every element of this, with its multiplicity, in `other`?
    pub fn is_subset(&self, other: &Self) -> bool {
        self.kinds().all(|(element, count)| count <= other.count(element))
    }
}

impl<T: Ord + Clone> OrderedMultiset<T> {
    /// Everything of both: counts add up.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        let mut all = self.clone();
        other.kinds().for_each(|(element, count)| all.insert_many(element.clone(), count));
        all
    }

    /// The elements that remain when `other` is taken away, as far as it is there.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Self {
        self.with_counts(|element, count| count.saturating_sub(other.count(element)))
    }

    /// The elements that both have, each as often as both have it.
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        self.with_counts(|element, count| count.min(other.count(element)))
    }

    fn with_counts(&self, of: impl Fn(&T, usize) -> usize) -> Self {
        let mut all = Self::new();
        self.kinds().for_each(|(element, count)| all.insert_many(element.clone(), of(element, count)));
        all
    }
}

impl<T> Default for OrderedMultiset<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Ord> Extend<T> for OrderedMultiset<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, elements: I) {
        elements.into_iter().for_each(|element| self.insert(element));
    }
}

impl<T: Ord> FromIterator<T> for OrderedMultiset<T> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        let mut all = Self::new();
        all.extend(elements);
        all
    }
}

impl<T: fmt::Debug> fmt::Debug for OrderedMultiset<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.kinds()).finish()
    }
}

/// A float in the total order of IEEE 754, in which -0 is below 0 and every NaN has its place, so that it can be an element
/// of an [`OrderedMultiset`].
#[derive(Clone, Copy, Debug)]
pub struct TotalF64(pub f64);

impl PartialEq for TotalF64 {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for TotalF64 {}

impl PartialOrd for TotalF64 {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for TotalF64 {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

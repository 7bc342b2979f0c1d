//! Walking through a dictionary in alphabetical order, along the paths that a filter lets pass.

use crate::graph::Graph;
use crate::letter::{Letter, LetterSet};
use crate::pattern::Pattern;
use crate::rack::Rack;
use crate::word::LONGEST;

/// Which paths a walk may take.
pub trait Filter {
    /// The letters that may follow the first `length` ones.
    fn next(&self, length: usize) -> LetterSet;
    /// The walk went on by this letter, one that was allowed.
    fn enter(&mut self, letter: Letter);
    /// The walk went back over this letter.
    fn leave(&mut self, letter: Letter);
    /// Are words of this length wanted?
    fn accepts(&self, length: usize) -> bool;
}

/// The words of a dictionary that pass a filter, in alphabetical order.
///
/// The walk lives in arrays of its own and allocates nothing; the words are lent one at a time.
#[derive(Clone, Debug)]
pub struct Walk<G: Graph, F> {
    graph: G,
    filter: F,
    path: [Letter; LONGEST],
    levels: [Level<G::Node>; LONGEST],
    /// The length of the path; it never goes below `base`.
    length: usize,
    base: usize,
}

#[derive(Clone, Copy, Debug)]
struct Level<N> {
    node: N,
    /// Letters still to be tried from here.
    rest: LetterSet,
}

impl<G: Graph, F: Filter> Walk<G, F> {
    /// A walk through the whole dictionary.
    #[inline]
    pub fn new(graph: G, filter: F) -> Self {
        let node = graph.root();
        let start = Level { node, rest: graph.edges(node) & filter.next(0) };
        Self {
            graph,
            filter,
            path: [Letter::default(); LONGEST],
            levels: [start; LONGEST],
            length: 0,
            base: 0,
        }
    }

    /// A walk through the words that go on after `prefix`, which the filter is not asked about.
    pub fn below(graph: G, prefix: &[Letter], filter: F) -> Option<Self> {
        let node = prefix.iter().try_fold(graph.root(), |node, &letter| graph.child(node, letter))?;
        let mut walk = Self::new(graph, filter);
        walk.path.get_mut(..prefix.len())?.copy_from_slice(prefix);
        walk.length = prefix.len();
        walk.base = prefix.len();
        let rest = walk.rest(node);
        *walk.levels.get_mut(walk.length)? = Level { node, rest };
        Some(walk)
    }

    /// The next word.
    #[inline]
    pub fn next_word(&mut self) -> Option<&[Letter]> {
        loop {
            let Some(letter) = self.levels[self.length].rest.pop_first() else {
                if self.length == self.base {
                    return None;
                }
                self.length -= 1;
                self.filter.leave(self.path[self.length]);
                continue;
            };
            let node = self.graph.follow(self.levels[self.length].node, letter);
            self.path[self.length] = letter;
            self.filter.enter(letter);
            let length = self.length + 1;
            let word = self.graph.is_word(node) && self.filter.accepts(length);
            let rest = if length < LONGEST {
                self.graph.edges(node) & self.filter.next(length)
            } else {
                LetterSet::EMPTY
            };
            if rest.is_empty() {
                self.filter.leave(letter);
            } else {
                self.levels[length] = Level { node, rest };
                self.length = length;
            }
            if word {
                return Some(&self.path[..length]);
            }
        }
    }

    /// Gives each word that is left to `visit`.
    #[inline]
    pub fn for_each(mut self, mut visit: impl FnMut(&[Letter])) {
        while let Some(word) = self.next_word() {
            visit(word);
        }
    }

    /// How many words are left, and how long the longest is.
    pub fn tally(self) -> Tally {
        let mut tally = Tally::default();
        self.for_each(|word| {
            tally.count += 1;
            tally.longest = tally.longest.max(word.len());
        });
        tally
    }

    fn rest(&self, node: G::Node) -> LetterSet {
        if self.length < LONGEST {
            self.graph.edges(node) & self.filter.next(self.length)
        } else {
            LetterSet::EMPTY
        }
    }
}

/// How many words there were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Their number.
    pub count: usize,
    /// The length of the longest; 0 if there was none.
    pub longest: usize,
}

/// Lets every word pass.
#[derive(Clone, Copy, Debug)]
pub struct Everything;

impl Filter for Everything {
    #[inline]
    fn next(&self, _: usize) -> LetterSet {
        LetterSet::ALL
    }

    #[inline]
    fn enter(&mut self, _: Letter) {}

    #[inline]
    fn leave(&mut self, _: Letter) {}

    #[inline]
    fn accepts(&self, _: usize) -> bool {
        true
    }
}

/// Lets the words pass that fit a pattern.
#[derive(Clone, Copy, Debug)]
pub struct Fitting(pub Pattern);

impl Filter for Fitting {
    #[inline]
    fn next(&self, length: usize) -> LetterSet {
        self.0.places().get(length).copied().unwrap_or_default()
    }

    #[inline]
    fn enter(&mut self, _: Letter) {}

    #[inline]
    fn leave(&mut self, _: Letter) {}

    #[inline]
    fn accepts(&self, length: usize) -> bool {
        length == self.0.places().len()
    }
}

/// Lets the words pass that can be made of some of the letters of a rack.
///
/// A letter of the rack is used before a joker: what is missing for a word is the same in whatever
/// order jokers are spent, so each word is met once, and none is missed.
#[derive(Clone, Debug)]
pub struct Making {
    /// How many of each letter are left; below zero, how many jokers stand for it.
    left: [i8; Letter::COUNT],
    /// The letters of which there are any left.
    have: LetterSet,
    jokers: u8,
    shortest: usize,
}

impl Making {
    /// Words of `shortest` letters and more.
    pub fn new(rack: &Rack, shortest: usize) -> Self {
        let mut left = [0; Letter::COUNT];
        Letter::all().for_each(|letter| left[letter.index()] = rack.count(letter) as i8);
        Self { left, have: rack.letters(), jokers: rack.jokers(), shortest }
    }
}

impl Filter for Making {
    #[inline]
    fn next(&self, _: usize) -> LetterSet {
        if self.jokers > 0 { LetterSet::ALL } else { self.have }
    }

    #[inline]
    fn enter(&mut self, letter: Letter) {
        let left = &mut self.left[letter.index()];
        *left -= 1;
        if *left < 0 {
            self.jokers -= 1;
        } else if *left == 0 {
            self.have.remove(letter);
        }
    }

    #[inline]
    fn leave(&mut self, letter: Letter) {
        let left = &mut self.left[letter.index()];
        if *left < 0 {
            self.jokers += 1;
        } else {
            self.have.insert(letter);
        }
        *left += 1;
    }

    #[inline]
    fn accepts(&self, length: usize) -> bool {
        length >= self.shortest
    }
}

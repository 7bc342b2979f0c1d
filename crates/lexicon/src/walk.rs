//! Walking through a dictionary in alphabetical order, along the paths that a filter lets pass.

use std::convert::Infallible;
use std::ops::ControlFlow;

use crate::graph::Graph;
use crate::letter::{Letter, LetterSet};
use crate::pattern::Pattern;
use crate::rack::Rack;
use crate::word::LONGEST;

/// Which paths a walk may take.
pub trait Filter {
    /// The letters that may follow the first `length` ones.
    fn next(&self, length: usize) -> LetterSet;
    /// The letters that may follow when this one, itself allowed, makes the length `length`: what `next`
    /// would say after `enter`. To be given where `enter` is.
    #[inline]
    fn next_after(&self, letter: Letter, length: usize) -> LetterSet {
        let _ = letter;
        self.next(length)
    }
    /// The walk went on by this letter, one that was allowed.
    #[inline]
    fn enter(&mut self, letter: Letter) {
        let _ = letter;
    }
    /// The walk went back over this letter.
    #[inline]
    fn leave(&mut self, letter: Letter) {
        let _ = letter;
    }
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
    /// The length of the path.
    length: usize,
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
        Self { graph, filter, path: [Letter::default(); LONGEST], levels: [start; LONGEST], length: 0 }
    }

    /// The next word.
    #[inline]
    pub fn next_word(&mut self) -> Option<&[Letter]> {
        match self.try_for_each(|word| ControlFlow::Break(word.len())) {
            ControlFlow::Break(length) => Some(&self.path[..length]),
            ControlFlow::Continue(()) => None,
        }
    }

    /// Gives each word that is left to `visit`.
    #[inline]
    pub fn for_each(mut self, mut visit: impl FnMut(&[Letter])) {
        let all = self.try_for_each(|word| -> ControlFlow<Infallible> {
            visit(word);
            ControlFlow::Continue(())
        });
        let ControlFlow::Continue(()) = all;
    }

    /// Gives each word that is left to `visit`, until that breaks off; the walk can go on afterwards.
    #[inline]
    pub fn try_for_each<B>(&mut self, mut visit: impl FnMut(&[Letter]) -> ControlFlow<B>) -> ControlFlow<B> {
        let (mut length, mut level) = (self.length, self.levels[self.length]);
        loop {
            let Some(letter) = level.rest.pop_first() else {
                if length == 0 {
                    self.pause(length, level);
                    return ControlFlow::Continue(());
                }
                length -= 1;
                self.filter.leave(self.path[length]);
                level = self.levels[length];
                continue;
            };
            let node = self.graph.follow(level.node, letter);
            self.path[length] = letter;
            let end = length + 1;
            let rest = self.graph.edges(node) & self.filter.next_after(letter, end);
            if !rest.is_empty() && end < LONGEST {
                self.filter.enter(letter);
                self.levels[length] = level;
                level = Level { node, rest };
                length = end;
            }
            if self.graph.is_word(node) && self.filter.accepts(end) {
                let stop = visit(&self.path[..end]);
                if stop.is_break() {
                    self.pause(length, level);
                    return stop;
                }
            }
        }
    }

    /// Notes where the walk stands.
    fn pause(&mut self, length: usize, level: Level<G::Node>) {
        self.length = length;
        self.levels[length] = level;
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
    fn accepts(&self, length: usize) -> bool {
        length == self.0.places().len()
    }
}

/// Lets the words pass whose first letters fit a pattern.
#[derive(Clone, Copy, Debug)]
pub struct Beginning(pub Pattern);

impl Filter for Beginning {
    #[inline]
    fn next(&self, length: usize) -> LetterSet {
        self.0.places().get(length).copied().unwrap_or(LetterSet::ALL)
    }

    #[inline]
    fn accepts(&self, length: usize) -> bool {
        length >= self.0.places().len()
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
    fn next_after(&self, letter: Letter, _: usize) -> LetterSet {
        let left = self.left[letter.index()];
        if self.jokers > u8::from(left <= 0) {
            return LetterSet::ALL;
        }
        let mut have = self.have;
        if left == 1 {
            have.remove(letter);
        }
        have
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

//! Walking through a dictionary in alphabetical order, along the paths that a filter lets pass.

use std::convert::Infallible;
use std::ops::ControlFlow;

use crate::filter::Filter;
use crate::graph::Graph;
use crate::letter::{Letter, LetterSet};
use crate::word::LONGEST;

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

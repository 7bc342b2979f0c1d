//! The questions that a dictionary in either form answers.

use crate::filter::{Beginning, Everything, Fitting, Making};
use crate::graph::{Cursor, Graph};
use crate::letter::{Letter, LetterSet};
use crate::pattern::Pattern;
use crate::rack::Rack;
use crate::walk::{Tally, Walk};

/// A dictionary: the [`Trie`](crate::Trie), which can change, or the [`Automaton`](crate::Automaton), small
/// and fast.
pub trait Lexicon {
    /// The graph underneath.
    type Graph<'a>: Graph
    where
        Self: 'a;

    /// The graph underneath, for walks of your own.
    fn graph(&self) -> Self::Graph<'_>;

    /// How many words there are.
    fn len(&self) -> usize;

    /// Is there no word?
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The place before the first letter.
    fn cursor(&self) -> Cursor<Self::Graph<'_>> {
        Cursor::new(self.graph())
    }

    /// Is this word, letter by letter, in the dictionary?
    fn contains(&self, word: &[Letter]) -> bool {
        let graph = self.graph();
        word.iter()
            .try_fold(graph.root(), |node, &letter| graph.child(node, letter))
            .is_some_and(|node| graph.is_word(node))
    }

    /// Does a word of the dictionary fit the pattern?
    fn member(&self, pattern: &Pattern) -> bool {
        let graph = self.graph();
        fitting(graph, graph.root(), pattern.places(), 1) > 0
    }

    /// How many words fit the pattern.
    fn matches(&self, pattern: &Pattern) -> usize {
        let graph = self.graph();
        fitting(graph, graph.root(), pattern.places(), usize::MAX)
    }

    /// The words that fit the pattern.
    fn matching(&self, pattern: &Pattern) -> Walk<Self::Graph<'_>, Fitting> {
        Walk::new(self.graph(), Fitting(*pattern))
    }

    /// All words.
    fn words(&self) -> Walk<Self::Graph<'_>, Everything> {
        Walk::new(self.graph(), Everything)
    }

    /// The words that begin like this.
    fn words_beginning(&self, prefix: &Pattern) -> Walk<Self::Graph<'_>, Beginning> {
        Walk::new(self.graph(), Beginning(*prefix))
    }

    /// The words of `shortest` letters and more that can be made of some of the rack's letters.
    fn makings(&self, rack: &Rack, shortest: usize) -> Walk<Self::Graph<'_>, Making> {
        Walk::new(self.graph(), Making::new(rack, shortest))
    }

    /// How many words of `shortest` letters and more can be made of some of the rack's letters.
    fn tally(&self, rack: &Rack, shortest: usize) -> Tally {
        self.makings(rack, shortest).tally()
    }
}

/// The number of words behind `node` along these places, counted up to `most`.
///
/// The recursion is at most as deep as a word is long: one call for each place that takes several letters.
fn fitting<G: Graph>(graph: G, mut node: G::Node, places: &[LetterSet], most: usize) -> usize {
    for (at, &place) in places.iter().enumerate() {
        if let Some(letter) = place.single() {
            let Some(child) = graph.child(node, letter) else { return 0 };
            node = child;
            continue;
        }
        let rest = &places[at + 1..];
        let mut found = 0;
        for letter in (graph.edges(node) & place).iter() {
            found += fitting(graph, graph.follow(node, letter), rest, most - found);
            if found >= most {
                break;
            }
        }
        return found;
    }
    usize::from(graph.is_word(node))
}

//! The graph underneath every form of a dictionary: nodes joined by letters.

use crate::letter::{Letter, LetterSet};

/// A view of a dictionary as a graph; each path from the root that ends in a word node spells a word.
///
/// No operation panics, whatever node it is given, and from the root no path is longer than
/// [`LONGEST`](crate::LONGEST).
pub trait Graph: Copy {
    /// The place of a walk: the node, and what is known on arriving there.
    type Node: Copy;

    /// Where every word begins.
    fn root(self) -> Self::Node;

    /// The letters that lead on from here.
    fn edges(self, node: Self::Node) -> LetterSet;

    /// The node behind this letter, if the letter leads on.
    fn child(self, node: Self::Node, letter: Letter) -> Option<Self::Node>;

    /// The node behind a letter of [`edges`](Self::edges); for another letter, some meaningless node.
    fn follow(self, node: Self::Node, letter: Letter) -> Self::Node;

    /// Does a word end here?
    fn is_word(self, node: Self::Node) -> bool;
}

/// A place in a dictionary, which moves on letter by letter.
///
/// ```
/// use lexicon::{Lexicon, Letter, Trie};
///
/// let trie: Trie = ["bord", "bords"].iter().filter_map(|word| word.parse().ok()).collect();
/// let bord = "BORD".chars().filter_map(Letter::from_ascii).try_fold(trie.cursor(), |at, letter| at.step(letter));
/// assert!(bord.is_some_and(|at| at.is_word() && at.edges().len() == 1));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Cursor<G: Graph> {
    graph: G,
    node: G::Node,
}

impl<G: Graph> Cursor<G> {
    /// The cursor before the first letter.
    #[inline]
    pub fn new(graph: G) -> Self {
        Self { graph, node: graph.root() }
    }

    /// The letters that lead on from here, as a mask.
    #[inline]
    pub fn edges(self) -> LetterSet {
        self.graph.edges(self.node)
    }

    /// One letter on, if that leads anywhere.
    #[inline]
    #[must_use]
    pub fn step(self, letter: Letter) -> Option<Self> {
        Some(Self { node: self.graph.child(self.node, letter)?, ..self })
    }

    /// One letter on, when the letter is known to be among [`edges`](Self::edges); cheaper than
    /// [`step`](Self::step), and with another letter it leads to a meaningless place.
    #[inline]
    #[must_use]
    pub fn follow(self, letter: Letter) -> Self {
        Self { node: self.graph.follow(self.node, letter), ..self }
    }

    /// Do the letters so far make a word?
    #[inline]
    pub fn is_word(self) -> bool {
        self.graph.is_word(self.node)
    }

    /// The bare node, four bytes in an automaton, for solvers that keep many places.
    #[inline]
    pub fn node(self) -> G::Node {
        self.node
    }
}

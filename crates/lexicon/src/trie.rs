//! The first form of a dictionary: a trie, to which words are added and from which they are taken.

use std::io::BufRead;

use crate::graph::Graph;
use crate::letter::{Letter, LetterSet};
use crate::lexicon::Lexicon;
use crate::list::{ListError, Reading, Report, read_words};
use crate::word::{LONGEST, Word};

/// A set of words that shares their beginnings.
///
/// A node is eight bytes: a mask of the letters that lead on, and where its children lie side by side. A
/// node that gains or loses a child moves its children to a block of the right size; free blocks are used again.
#[derive(Clone, Debug)]
pub struct Trie {
    /// The root first.
    nodes: Vec<Node>,
    /// Blocks not in use, by their size.
    free: [Vec<u32>; Letter::COUNT + 1],
    words: usize,
}

/// A node of a [`Trie`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Node {
    /// The letters that lead on.
    edges: LetterSet,
    /// The first child, the others following in alphabetical order; and in the top bit whether a word ends here.
    bits: u32,
}

/// The mark of a node where a word ends.
const WORD: u32 = 1 << 31;

impl Node {
    #[inline]
    fn is_word(self) -> bool {
        self.bits & WORD != 0
    }

    #[inline]
    fn child(self, letter: Letter) -> usize {
        self.block() + self.edges.rank(letter)
    }

    #[inline]
    fn block(self) -> usize {
        (self.bits & !WORD) as usize
    }

    /// Notes where the children lie.
    fn set_block(&mut self, block: usize) {
        self.bits = self.bits & WORD | block as u32;
    }
}

impl Default for Trie {
    fn default() -> Self {
        Self { nodes: vec![Node::default()], free: [const { Vec::new() }; Letter::COUNT + 1], words: 0 }
    }
}

impl Trie {
    /// No words yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The words of a stream, one per line, and a report of the lines left out.
    pub fn read(input: impl BufRead, reading: &Reading) -> Result<(Self, Report), ListError> {
        let mut trie = Self::new();
        let report = read_words(input, reading, |word| {
            trie.add(word);
        })?;
        Ok((trie, report))
    }

    /// Adds a word; `false` if it was there already.
    pub fn add(&mut self, word: &Word) -> bool {
        let mut at = 0;
        for &letter in word.iter() {
            let node = self.nodes[at];
            at = if node.edges.contains(letter) { node.child(letter) } else { self.grow(at, letter) };
        }
        let new = !self.nodes[at].is_word();
        self.nodes[at].bits |= WORD;
        self.words += usize::from(new);
        new
    }

    /// Removes a word; `false` if it was not there.
    pub fn remove(&mut self, word: &Word) -> bool {
        let mut path = [0; LONGEST];
        let mut at = 0;
        for (step, &letter) in path.iter_mut().zip(word.iter()) {
            *step = at;
            let node = self.nodes[at];
            if !node.edges.contains(letter) {
                return false;
            }
            at = node.child(letter);
        }
        if !self.nodes[at].is_word() {
            return false;
        }
        self.nodes[at].bits &= !WORD;
        self.words -= 1;
        for (&parent, &letter) in path.iter().zip(word.iter()).rev() {
            let child = self.nodes[self.nodes[parent].child(letter)];
            if child.is_word() || !child.edges.is_empty() {
                break;
            }
            self.shrink(parent, letter);
        }
        true
    }

    /// The bytes held for nodes, in use or not.
    pub fn memory(&self) -> usize {
        let free: usize = self.free.iter().map(Vec::capacity).sum();
        self.nodes.capacity() * size_of::<Node>() + free * size_of::<u32>()
    }

    /// Gives the node at `at` a child behind `letter`, and returns where it lies.
    fn grow(&mut self, at: usize, letter: Letter) -> usize {
        let node = self.nodes[at];
        let (old, size, rank) = (node.block(), node.edges.len(), node.edges.rank(letter));
        let new = self.allocate(size + 1);
        self.nodes.copy_within(old..old + rank, new);
        self.nodes[new + rank] = Node::default();
        self.nodes.copy_within(old + rank..old + size, new + rank + 1);
        self.release(old, size);
        self.nodes[at].set_block(new);
        self.nodes[at].edges.insert(letter);
        new + rank
    }

    /// Takes the child behind `letter`, which has none itself, from the node at `at`.
    fn shrink(&mut self, at: usize, letter: Letter) {
        let node = self.nodes[at];
        let (old, size, rank) = (node.block(), node.edges.len(), node.edges.rank(letter));
        let new = self.allocate(size - 1);
        self.nodes.copy_within(old..old + rank, new);
        self.nodes.copy_within(old + rank + 1..old + size, new + rank);
        self.release(old, size);
        self.nodes[at].set_block(new);
        self.nodes[at].edges.remove(letter);
    }

    /// A block for this many children.
    fn allocate(&mut self, size: usize) -> usize {
        if size == 0 {
            return 0;
        }
        if let Some(block) = self.free[size].pop() {
            return block as usize;
        }
        let block = self.nodes.len();
        assert!(block + size <= WORD as usize, "a trie of 16 GB ran out of memory before");
        self.nodes.resize(block + size, Node::default());
        block
    }

    fn release(&mut self, block: usize, size: usize) {
        if size > 0 {
            self.free[size].push(block as u32);
        }
    }
}

impl FromIterator<Word> for Trie {
    fn from_iter<I: IntoIterator<Item = Word>>(words: I) -> Self {
        let mut trie = Self::new();
        words.into_iter().for_each(|word| {
            trie.add(&word);
        });
        trie
    }
}

/// A [`Trie`] as a graph.
#[derive(Clone, Copy, Debug)]
pub struct TrieGraph<'a>(&'a [Node]);

impl Lexicon for Trie {
    type Graph<'a> = TrieGraph<'a>;

    fn graph(&self) -> TrieGraph<'_> {
        TrieGraph(&self.nodes)
    }

    fn len(&self) -> usize {
        self.words
    }
}

impl Graph for TrieGraph<'_> {
    type Node = Node;

    #[inline]
    fn root(self) -> Node {
        self.0.first().copied().unwrap_or_default()
    }

    #[inline]
    fn edges(self, node: Node) -> LetterSet {
        node.edges
    }

    #[inline]
    fn child(self, node: Node, letter: Letter) -> Option<Node> {
        if node.edges.contains(letter) { self.0.get(node.child(letter)).copied() } else { None }
    }

    #[inline]
    fn follow(self, node: Node, letter: Letter) -> Node {
        self.0.get(node.child(letter)).copied().unwrap_or_default()
    }

    #[inline]
    fn is_word(self, node: Node) -> bool {
        node.is_word()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str) -> Word {
        text.parse().unwrap()
    }

    #[test]
    fn words_come_and_go() {
        let mut trie = Trie::new();
        assert!(trie.add(&word("bords")) && trie.add(&word("bord")) && !trie.add(&word("bord")));
        assert!(trie.remove(&word("bords")) && !trie.remove(&word("bords")) && !trie.remove(&word("bor")));
        assert!(trie.contains(&word("bord")) && !trie.contains(&word("bords")));
        assert_eq!(trie.len(), 1);
        assert!(trie.remove(&word("bord")));
        assert!(trie.cursor().edges().is_empty());
    }

    #[test]
    fn blocks_are_used_again() {
        let mut trie: Trie = ["ab", "ac", "ad", "b"].map(word).into_iter().collect();
        let size = trie.nodes.len();
        for _ in 0..100 {
            assert!(trie.remove(&word("ac")) && trie.add(&word("ac")));
        }
        assert!(trie.nodes.len() <= size + 4, "{size} nodes became {}", trie.nodes.len());
    }
}

//! Building the minimal automaton word by word.

use rustc_hash::FxHashMap;

use crate::alphabet::Alphabet;
use crate::automaton::Automaton;
use crate::cell::{Edge, Layout, MOST_CELLS};
use crate::format::Shape;
use crate::pack::pack;
use crate::word::{LONGEST, Word};

/// Takes words in alphabetical order and shares their beginnings and endings.
///
/// This is the incremental construction of a minimal acyclic automaton from sorted words (Daciuk and others, 2000). Only
/// the nodes along the last word are open; when the next word leaves them, each becomes the one node with its edges, the
/// last node first. So the automaton is minimal at every moment, except along that path.
///
/// ```
/// use lexicon::{Builder, Lexicon};
///
/// let mut builder = Builder::new();
/// for word in ["bord", "bords", "role", "roles"] {
///     builder.insert(&word.parse()?)?;
/// }
/// assert_eq!(builder.finish()?.len(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Builder {
    alphabet: Alphabet,
    /// The register: the nodes that are closed, by their edges. Their numbers, from 1 on, stand for bases in edges.
    nodes: FxHashMap<Box<[Edge]>, u32>,
    /// The edges of the open nodes; the last edge of each leads to the next level.
    open: Vec<Vec<Edge>>,
    last: Option<Word>,
    words: u32,
    longest: usize,
}

/// The reason why a word cannot be added.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BuildError {
    /// It does not come after the word before it.
    #[error("{0} does not come after the word before it")]
    OutOfOrder(Box<Word>),
    /// It has a letter that its alphabet does not have.
    #[error("a word has letter {letter} of an alphabet of {letters}")]
    ForeignLetter {
        /// The place of the letter, counted from 1.
        letter: usize,
        /// How many letters there are.
        letters: usize,
    },
    /// The words have more different endings than there is room for.
    #[error("the words need more than 33,554,432 cells")]
    TooLarge,
}

impl Default for Builder {
    fn default() -> Self {
        Self::new()
    }
}

impl Builder {
    /// No words yet; they will be words from A to Z.
    pub fn new() -> Self {
        Self::in_alphabet(Alphabet::LATIN)
    }

    /// No words yet; they will be words of this alphabet.
    pub fn in_alphabet(alphabet: Alphabet) -> Self {
        Self {
            alphabet,
            nodes: FxHashMap::default(),
            open: vec![Vec::new(); LONGEST + 1],
            last: None,
            words: 0,
            longest: 0,
        }
    }

    /// Adds a word that comes after all words so far.
    pub fn insert(&mut self, word: &Word) -> Result<(), BuildError> {
        if self.last.is_some_and(|last| last >= *word) {
            return Err(BuildError::OutOfOrder(Box::new(*word)));
        }
        let letters = self.alphabet.len();
        if let Some(letter) = word.iter().map(|letter| letter.index() + 1).find(|&letter| letter > letters) {
            return Err(BuildError::ForeignLetter { letter, letters });
        }
        let shared =
            self.last.map_or(0, |last| last.iter().zip(word.iter()).take_while(|(a, b)| a == b).count());
        self.close(shared)?;
        for (at, &letter) in word.iter().enumerate().skip(shared) {
            self.open[at].push(Edge::new(letter, at + 1 == word.len(), 0));
        }
        self.last = Some(*word);
        self.longest = self.longest.max(word.len());
        self.words = self.words.checked_add(1).ok_or(BuildError::TooLarge)?;
        Ok(())
    }

    /// The automaton of all words added.
    pub fn finish(mut self) -> Result<Automaton, BuildError> {
        self.close(0)?;
        let root = std::mem::take(&mut self.open[0]);
        let root = self.node(&root)?;
        let mut nodes: Vec<(u32, Box<[Edge]>)> =
            self.nodes.into_iter().map(|(edges, id)| (id, edges)).collect();
        nodes.sort_unstable_by_key(|&(id, _)| id);
        let nodes: Vec<Box<[Edge]>> = nodes.into_iter().map(|(_, edges)| edges).collect();
        let layout = Layout::new(self.alphabet.letters());
        let (cells, root) = pack(layout, &nodes, root).ok_or(BuildError::TooLarge)?;
        let shape = Shape { root, words: self.words, longest: self.longest as u32 };
        Ok(Automaton::assemble(cells, shape, self.alphabet))
    }

    /// Closes the nodes of the last word that lie beyond its first `shared` letters.
    fn close(&mut self, shared: usize) -> Result<(), BuildError> {
        let end = self.last.map_or(0, |last| last.len());
        for level in (shared + 1..=end).rev() {
            let mut edges = std::mem::take(&mut self.open[level]);
            let id = self.node(&edges)?;
            edges.clear();
            self.open[level] = edges;
            if let Some(edge) = self.open[level - 1].last_mut() {
                *edge = edge.leading_to(id);
            }
        }
        Ok(())
    }

    /// The number of the one node with these edges; 0 without edges.
    fn node(&mut self, edges: &[Edge]) -> Result<u32, BuildError> {
        if edges.is_empty() {
            return Ok(0);
        }
        if let Some(&id) = self.nodes.get(edges) {
            return Ok(id);
        }
        let id = self.nodes.len() + 1;
        if id >= MOST_CELLS {
            return Err(BuildError::TooLarge);
        }
        self.nodes.insert(edges.into(), id as u32);
        Ok(id as u32)
    }
}

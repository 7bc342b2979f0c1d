//! The second form of a dictionary: the minimal automaton, small, fast, and ready to be stored.

use std::fs::File;
use std::io::{self, Write};

use crate::alphabet::Alphabet;
use crate::builder::{BuildError, Builder};
use crate::cell::{Edge, Layout, place};
use crate::format::{self, FormatError, Header, Shape};
use crate::graph::Graph;
use crate::letter::{Letter, LetterSet};
use crate::lexicon::Lexicon;
use crate::list::WordList;
use crate::storage::{MapError, Storage};

/// A set of words that shares their beginnings and their endings.
///
/// To follow a letter takes one look at one cell of four bytes, and the letters of a node are one mask. The stored form is
/// the form that is walked.
#[derive(Debug)]
pub struct Automaton {
    storage: Storage,
    shape: Shape,
    alphabet: Alphabet,
}

impl Automaton {
    /// The automaton of a list.
    pub fn from_list(list: &WordList) -> Result<Self, BuildError> {
        let mut builder = Builder::in_alphabet(list.alphabet().clone());
        list.iter().try_for_each(|word| builder.insert(&word))?;
        builder.finish()
    }

    /// Loads a stored automaton. Bytes that [`write_to`](Self::write_to) did not write are refused.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FormatError> {
        let (Header { shape, alphabet, .. }, cells) = format::read(bytes)?;
        Ok(Self { storage: Storage::Owned(cells), shape, alphabet })
    }

    /// Maps a stored automaton into memory, after the checks of [`from_bytes`](Self::from_bytes).
    ///
    /// The file should not be changed while it is mapped: answers may then be wrong, and a file made shorter
    /// ends the process. Replace it by another file under the same name instead.
    pub fn map(file: &File) -> Result<Self, MapError> {
        let (storage, Header { shape, alphabet, .. }) = Storage::map(file)?;
        Ok(Self { storage, shape, alphabet })
    }

    /// Do these bytes begin like a stored automaton? The rest is not checked.
    pub fn is_stored_in(bytes: &[u8]) -> bool {
        format::is_ours(bytes)
    }

    /// Stores the automaton.
    pub fn write_to(&self, out: impl Write) -> io::Result<()> {
        format::write(out, &self.alphabet, self.shape, self.storage.cells())
    }

    /// The stored form.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.size());
        self.write_to(&mut bytes).expect("a vector takes all bytes");
        bytes
    }

    /// The bytes of the stored form.
    pub fn size(&self) -> usize {
        format::header_size(&self.alphabet) + size_of_val(self.storage.cells())
    }

    /// The letters that the words are written in.
    pub fn alphabet(&self) -> &Alphabet {
        &self.alphabet
    }

    /// A name for the words and their alphabet: equal sets of words have equal names, different sets different ones.
    pub fn digest(&self) -> String {
        let mut digest = blake3::Hasher::new();
        if !self.alphabet.is_latin() {
            digest.update(format!("{}\n", self.alphabet).as_bytes());
        }
        self.words().for_each(|word| {
            digest.update(format!("{}\n", self.alphabet.spelled(word)).as_bytes());
        });
        digest.finalize().to_hex()[..32].to_owned()
    }

    /// The length of the longest word.
    pub fn longest(&self) -> usize {
        self.shape.longest as usize
    }

    /// How many nodes there are; no automaton of the same words has fewer, acceptance being on the edges.
    pub fn nodes(&self) -> usize {
        let graph = self.graph();
        let mut is_seen = vec![false; self.cells().len()];
        // The node without letters is always there.
        let mut open = vec![graph.root(), Edge::to_root(0)];
        let mut nodes = 0;
        while let Some(node) = open.pop() {
            if !std::mem::replace(&mut is_seen[node.base()], true) {
                nodes += 1;
                open.extend(graph.edges(node).iter().map(|letter| graph.follow(node, letter)));
            }
        }
        nodes
    }

    pub(crate) fn cells(&self) -> &[u32] {
        self.storage.cells()
    }

    pub(crate) fn assemble(cells: Vec<u32>, shape: Shape, alphabet: Alphabet) -> Self {
        Self { storage: Storage::Owned(cells), shape, alphabet }
    }
}

/// An [`Automaton`] as a graph.
#[derive(Clone, Copy, Debug)]
pub struct AutomatonGraph<'a> {
    cells: &'a [u32],
    root: Edge,
    layout: Layout,
}

impl Lexicon for Automaton {
    type Graph<'a> = AutomatonGraph<'a>;

    #[inline]
    fn graph(&self) -> AutomatonGraph<'_> {
        AutomatonGraph {
            cells: self.storage.cells(),
            root: Edge::to_root(self.shape.root),
            layout: Layout::new(self.alphabet.letters()),
        }
    }

    fn len(&self) -> usize {
        self.shape.words as usize
    }
}

impl Graph for AutomatonGraph<'_> {
    type Node = Edge;

    #[inline]
    fn root(self) -> Edge {
        self.root
    }

    #[inline]
    fn edges(self, node: Edge) -> LetterSet {
        self.layout.edges(self.cells.get(node.base()).copied().unwrap_or(0))
    }

    #[inline]
    fn child(self, node: Edge, letter: Letter) -> Option<Edge> {
        let edge = Edge::from_bits(*self.cells.get(place(node.base(), letter))?);
        if edge.carries(letter) { Some(edge) } else { None }
    }

    #[inline]
    fn follow(self, node: Edge, letter: Letter) -> Edge {
        Edge::from_bits(self.cells.get(place(node.base(), letter)).copied().unwrap_or(0))
    }

    #[inline]
    fn is_word(self, node: Edge) -> bool {
        node.is_word()
    }
}

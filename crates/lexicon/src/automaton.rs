//! The second form of a dictionary: the minimal automaton, small, fast, and ready to be stored.

use std::fs::File;
use std::io::{self, Write};

use crate::builder::{BuildError, Builder};
use crate::cell::{Edge, Head, place};
use crate::format::{self, FormatError, Shape};
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
}

impl Automaton {
    /// The automaton of a list.
    pub fn from_list(list: &WordList) -> Result<Self, BuildError> {
        let mut builder = Builder::new();
        list.iter().try_for_each(|word| builder.insert(&word))?;
        builder.finish()
    }

    /// Loads a stored automaton. Bytes that [`write_to`](Self::write_to) did not write are refused.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FormatError> {
        let (shape, cells) = format::read(bytes)?;
        Ok(Self { storage: Storage::Owned(cells), shape })
    }

    /// Maps a stored automaton into memory, after the checks of [`from_bytes`](Self::from_bytes).
    ///
    /// The file should not be changed while it is mapped: answers may then be wrong, and a file made shorter
    /// ends the process. Replace it by another file under the same name instead.
    pub fn map(file: &File) -> Result<Self, MapError> {
        let (storage, shape) = Storage::map(file)?;
        Ok(Self { storage, shape })
    }

    /// Do these bytes begin like a stored automaton? The rest is not checked.
    pub fn is_stored_in(bytes: &[u8]) -> bool {
        format::is_ours(bytes)
    }

    /// Stores the automaton.
    pub fn write_to(&self, out: impl Write) -> io::Result<()> {
        format::write(out, self.shape, self.storage.cells())
    }

    /// The stored form.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.size());
        self.write_to(&mut bytes).expect("a vector takes all bytes");
        bytes
    }

    /// The bytes of the stored form.
    pub fn size(&self) -> usize {
        format::HEADER + size_of_val(self.storage.cells())
    }

    /// A name for the words: equal sets of words have equal names, different sets different ones.
    pub fn digest(&self) -> String {
        let mut digest = blake3::Hasher::new();
        self.words().for_each(|word| {
            let text: String = word.iter().map(|letter| letter.to_char()).collect();
            digest.update(text.as_bytes()).update(b"\n");
        });
        digest.finalize().to_hex()[..32].to_owned()
    }

    /// The length of the longest word.
    pub fn longest(&self) -> usize {
        self.shape.longest as usize
    }

    /// How many nodes there are; no automaton of the same words has fewer, acceptance being on the edges.
    pub fn nodes(&self) -> usize {
        self.storage.cells().iter().filter(|&&cell| Head::from_bits(cell).is_some()).count()
    }

    pub(crate) fn cells(&self) -> &[u32] {
        self.storage.cells()
    }

    pub(crate) fn assemble(cells: Vec<u32>, root: u32, words: u32, longest: usize) -> Self {
        Self { storage: Storage::Owned(cells), shape: Shape { root, words, longest: longest as u32 } }
    }
}

/// An [`Automaton`] as a graph.
#[derive(Clone, Copy, Debug)]
pub struct AutomatonGraph<'a> {
    cells: &'a [u32],
    root: Edge,
}

impl Lexicon for Automaton {
    type Graph<'a> = AutomatonGraph<'a>;

    #[inline]
    fn graph(&self) -> AutomatonGraph<'_> {
        AutomatonGraph { cells: self.storage.cells(), root: Edge::to_root(self.shape.root) }
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
        LetterSet::from_bits(self.cells.get(node.base()).copied().unwrap_or(0))
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

//! Word lists: folding, a trie, the minimal automaton, joker look-up and words made of given letters.
//!
//! A list is read with [`WordList::read`], which folds accents and ligatures to the 26 letters. It becomes
//! a [`Trie`], to which words can be added, or an [`Automaton`], small and fast, which can be stored in a
//! file and mapped into memory. What can be asked of either is the trait [`Lexicon`]; a solver that goes
//! letter by letter takes a [`Cursor`].

mod letter;

mod fold;
mod word;

mod pattern;
mod rack;

mod list;

mod graph;

mod filter;
mod walk;

mod lexicon;

mod trie;

mod automaton;
mod builder;
mod cell;
mod format;
mod pack;
mod storage;
mod verify;

mod numbering;

pub use automaton::{Automaton, AutomatonGraph};
pub use builder::{BuildError, Builder};
pub use cell::Edge;
pub use filter::{Beginning, Everything, Filter, Fitting, Making};
pub use format::FormatError;
pub use graph::{Cursor, Graph};
pub use letter::{Letter, LetterSet};
pub use lexicon::Lexicon;
pub use list::{ListError, Reading, Report, WordList, read_words};
pub use numbering::Numbering;
pub use pattern::Pattern;
pub use rack::Rack;
pub use storage::MapError;
pub use trie::{Node, Trie, TrieGraph};
pub use walk::{Tally, Walk};
pub use word::{LONGEST, NotAWord, Spelled, Word};

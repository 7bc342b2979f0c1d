//! Word lists: folding, a trie, the minimal automaton, joker look-up and words made of given letters.
//!
//! [`WordList::read`] reads a list and folds accents and ligatures to the letters of an [`Alphabet`], by default A to Z.
//! The list becomes an [`Automaton`],
//! which is small and fast and can be stored in a file and mapped into memory, or a [`Trie`], to which words can be added.
//! Both answer the questions of the trait [`Lexicon`].
//!
//! ```
//! use lexicon::{Automaton, Lexicon, Pattern, Rack, Reading, WordList};
//!
//! let text = "bord\nbords\ncarton\ncanton\nélève\nParis\n";
//! let (list, report) = WordList::read(text.as_bytes(), &Reading::default())?;
//! assert_eq!((report.taken, report.names), (5, 1));
//!
//! let words = Automaton::from_list(&list)?;
//! assert_eq!(words.matches(&"ca*ton".parse::<Pattern>()?), 2);
//! let mut made = Vec::new();
//! words.makings(&"sdrob*".parse::<Rack>()?, 4).for_each(|word| made.push(lexicon::Spelled(word).to_string()));
//! assert_eq!(made, ["BORD", "BORDS"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A solver that goes letter by letter takes a [`Cursor`]. A [`Numbering`] gives each word a number.

mod letter;

mod alphabet;
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
mod full_cells;
mod pack;
mod storage;
mod verify;

mod numbering;

pub use alphabet::{Alphabet, AlphabetFlaw, BadAlphabet, InAlphabet};
pub use automaton::{Automaton, AutomatonGraph};
pub use builder::{BuildError, Builder};
pub use cell::Edge;
pub use filter::{Beginning, Everything, Filter, Fitting, Making};
pub use format::FormatError;
pub use graph::{Cursor, Graph};
pub use letter::{Letter, LetterSet};
pub use lexicon::Lexicon;
pub use list::{Case, ListError, Reading, Report, WordList, read_words, word_of_line};
pub use numbering::Numbering;
pub use pattern::Pattern;
pub use rack::Rack;
pub use storage::MapError;
pub use trie::{Node, Trie, TrieGraph};
pub use walk::{Tally, Walk};
pub use word::{LONGEST, NotAWord, Spelled, Word};

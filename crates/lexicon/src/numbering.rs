//! A number for each word, in alphabetical order from 0 on.

use crate::automaton::Automaton;
use crate::cell::{Edge, place};
use crate::graph::Graph;
use crate::letter::{Letter, LetterSet};
use crate::lexicon::Lexicon;
use crate::word::{LONGEST, Word};

/// Numbers the words of an automaton: a minimal perfect hash, by a table next to its cells that is made in one pass.
///
/// ```
/// use lexicon::{Automaton, Numbering, WordList};
///
/// let words: WordList = ["bord", "bords", "role"].iter().filter_map(|word| word.parse().ok()).collect();
/// let automaton = Automaton::from_list(&words)?;
/// let numbers = Numbering::new(&automaton);
/// assert_eq!(numbers.number(&"rôle".parse::<lexicon::Word>()?), Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Numbering<'a> {
    automaton: &'a Automaton,
    /// For the cell of an edge: how many words its node has along letters before its own.
    skipped: Vec<u32>,
}

impl<'a> Numbering<'a> {
    /// Numbers the words.
    pub fn new(automaton: &'a Automaton) -> Self {
        let mut numbering = Self { automaton, skipped: vec![0; automaton.cells().len()] };
        let mut behind = vec![None; automaton.cells().len()];
        let root = automaton.graph().root();
        let mut path = vec![root];
        while let Some(&node) = path.last() {
            let graph = automaton.graph();
            let open = graph.edges(node).iter().map(|letter| graph.follow(node, letter));
            let before = path.len();
            path.extend(open.filter(|edge| behind[edge.base()].is_none()));
            if path.len() == before {
                behind[node.base()] = Some(numbering.sum_up(node, &behind));
                path.pop();
            }
        }
        numbering
    }

    /// The number of a word of the dictionary.
    pub fn number(&self, word: &[Letter]) -> Option<u32> {
        let graph = self.automaton.graph();
        let mut number = 0;
        let mut node = graph.root();
        for &letter in word {
            number += self.step(node, letter);
            node = graph.child(node, letter)?;
        }
        graph.is_word(node).then(|| number - 1)
    }

    /// The part of a letter in the numbers of the words that go through a node. The sum along the path of a word is one more
    /// than its number.
    #[inline]
    pub fn step(&self, node: Edge, letter: Letter) -> u32 {
        let at = place(node.base(), letter);
        let word = self.automaton.graph().follow(node, letter).is_word();
        self.skipped.get(at).copied().unwrap_or(0) + u32::from(word)
    }

    /// The word with this number.
    pub fn word(&self, number: u32) -> Option<Word> {
        let graph = self.automaton.graph();
        let mut letters = [Letter::default(); LONGEST];
        let (mut node, mut left) = (graph.root(), number as usize + 1);
        if left > self.automaton.len() {
            return None;
        }
        for (at, place) in letters.iter_mut().enumerate() {
            let letter = self.last_before(node, left)?;
            *place = letter;
            left -= self.step(node, letter) as usize;
            node = graph.follow(node, letter);
            if left == 0 {
                return Word::new(&letters[..=at]).ok();
            }
        }
        None
    }

    /// The last letter of a node with fewer than `number` words before it.
    fn last_before(&self, node: Edge, number: usize) -> Option<Letter> {
        let skipped = |letter: &Letter| {
            self.skipped.get(place(node.base(), *letter)).map_or(0, |&words| words as usize)
        };
        self.automaton.graph().edges(node).iter().take_while(|letter| skipped(letter) < number).last()
    }

    /// Counts the words before each letter of a node, and returns the number of all.
    fn sum_up(&mut self, node: Edge, behind: &[Option<u32>]) -> u32 {
        let graph = self.automaton.graph();
        let letters: LetterSet = graph.edges(node);
        letters.iter().fold(0, |sum, letter| {
            self.skipped[place(node.base(), letter)] = sum;
            let edge = graph.follow(node, letter);
            sum + u32::from(edge.is_word()) + behind[edge.base()].unwrap_or(0)
        })
    }
}

//! The best turn of letter rummy.
//!
//! A turn is an exact cover: all letters of the table and some of the hand make words that are all different. Its score
//! depends only on how many hand letters are placed and on the longest new word. So [`targets`] lists the possible
//! scores, the highest first, and [`target_search`] tries one after the other until a [`cover`] reaches one. A turn is
//! proven best when every higher target is proven out of reach. [`pool`] deals with locked jokers, [`guesses`] with what
//! jokers stand for.

mod targets;
mod anagrams;
mod letter_counts;
mod cover;
mod candidates;
mod first_placement;
mod guesses;
mod target_search;
mod table_builder;
mod cost_model;
mod pool;
mod length_estimate;

use std::borrow::Borrow;
use std::sync::OnceLock;

use lexicon::{Alphabet, Automaton};
use search::{Budget, Run};

use self::anagrams::Anagrams;
use self::first_placement::{first_placement, openings};
pub(crate) use self::length_estimate::LengthEstimate;
use self::letter_counts::{NarrowCounts, WideCounts};
use self::target_search::TargetSearch;
use super::{BestError, BestTurn, Found, Objective, found};
use crate::judge::Best;
use crate::letter::Letter;
use crate::letter_bag::LetterBag;
use crate::position::Position;
use crate::rules::letters::Letters;
use crate::turn::Turn;
use crate::words::Words;

/// Few positions need a tenth of this. A node stands for about two microseconds of work of any kind (see [`cost_model`]),
/// so a search that spends the whole budget stays well below 100 ms.
const NODES: u64 = 24_000;
/// The most tiles of a letter in a bag beyond A to Z; with jokers there is still room for them.
const MOST_OF_A_LETTER: u8 = 100;

/// Finds best turns of letter rummy with the words of one dictionary.
#[derive(Clone, Debug)]
pub(crate) struct LettersSolver {
    words: CountedWords,
}

/// The words of a dictionary, with their letters counted.
#[derive(Clone, Debug)]
enum CountedWords {
    /// Words from A to Z.
    Narrow(Anagrams<NarrowCounts>),
    /// Words of any other alphabet.
    Wide(Anagrams<WideCounts>),
}

/// Does something with the words of a solver, whatever their letters.
macro_rules! with_anagrams {
    ($solver:expr, $anagrams:ident => $what:expr) => {
        match &$solver.words {
            CountedWords::Narrow($anagrams) => $what,
            CountedWords::Wide($anagrams) => $what,
        }
    };
}

impl LettersSolver {
    /// The usual budget of a turn.
    pub(crate) const BUDGET: Budget = Budget { nodes: NODES, memory: 64 << 20 };

    /// Prepares a dictionary.
    pub(crate) fn new(words: &Automaton) -> Self {
        let words = if words.alphabet().is_latin() {
            CountedWords::Narrow(Anagrams::new(words))
        } else {
            CountedWords::Wide(Anagrams::new(words))
        };
        Self { words }
    }

    /// Finds the best turn of the player to move within the limits of `run`. The words of `rules` must be those that
    /// the solver was made with.
    pub(crate) fn best_turn<W: Words>(
        &self,
        rules: &Letters<W>,
        position: &Position<Letter>,
        objective: Objective,
        run: &mut Run<'_>,
    ) -> Result<Found<Letter>, BestError> {
        if !position.mover().placed {
            return with_anagrams!(self, words => first_placement(words, rules, position, run));
        }
        let (best, limit) =
            with_anagrams!(self, words => TargetSearch::new(words, rules, position, objective, run).search());
        Ok(found(best, limit))
    }

    /// The first placements with a word of `length` letters, one for each choice of tiles.
    pub(crate) fn openings<W: Words>(
        &self,
        rules: &Letters<W>,
        position: &Position<Letter>,
        length: usize,
    ) -> Vec<Best<Letter>> {
        with_anagrams!(self, words => openings(words, rules, position, length))
    }

    /// The place of a letter among all letters by its frequency in the dictionary, the rarest being 0; none for the joker.
    pub(crate) fn letter_rank(&self, tile: Letter) -> Option<usize> {
        let letter = tile.plain()?;
        with_anagrams!(self, words => words.rarest().iter().position(|&other| other == letter))
    }

    /// How many letters the alphabet has.
    pub(crate) fn letters(&self) -> usize {
        with_anagrams!(self, words => words.rarest().len())
    }
}

/// The most tiles of a letter that a bag may have, so that the solver can count them.
pub(crate) fn most_of_a_letter(alphabet: &Alphabet, letter: lexicon::Letter) -> u8 {
    if alphabet.is_latin() { NarrowCounts::most(letter) } else { MOST_OF_A_LETTER }
}

/// The turn, if the judge accepts it. It is worth its points.
fn judged<W: Words>(
    rules: &Letters<W>,
    before: &Position<Letter>,
    turn: Turn<Letter>,
) -> Option<Best<Letter>> {
    Best::judged(rules, before, turn, |points| points).ok()
}

/// A dictionary that is prepared for finding best turns.
#[derive(Debug)]
pub struct Vocabulary {
    words: Automaton,
    solver: LettersSolver,
    digest: OnceLock<String>,
    bag: LetterBag,
}

impl Vocabulary {
    /// Prepares a dictionary.
    pub fn new(words: Automaton) -> Self {
        let solver = LettersSolver::new(&words);
        let bag = LetterBag::of(&words);
        Self { words, solver, digest: OnceLock::new(), bag }
    }

    /// A name for the words: equal lists have equal names, different lists different ones.
    pub fn digest(&self) -> &str {
        self.digest.get_or_init(|| self.words.digest())
    }

    /// The words.
    pub fn words(&self) -> &Automaton {
        &self.words
    }

    /// The solver that finds best turns with these words.
    pub(crate) fn solver(&self) -> &LettersSolver {
        &self.solver
    }
}

impl Words for Vocabulary {
    fn fitting(&self, pattern: &[Letter], found: &mut dyn FnMut(&[Letter]) -> bool) {
        self.words.fitting(pattern, found);
    }

    fn has(&self, pattern: &[Letter]) -> bool {
        self.words.has(pattern)
    }

    fn alphabet(&self) -> &Alphabet {
        self.words.alphabet()
    }

    fn usual_bag(&self) -> LetterBag {
        self.bag
    }
}

impl<W: Words + Borrow<Vocabulary>> BestTurn for Letters<W> {
    fn usual_budget(&self) -> Budget {
        LettersSolver::BUDGET
    }

    fn best_turn(
        &self,
        position: &Position<Letter>,
        objective: Objective,
        run: &mut Run<'_>,
    ) -> Result<Found<Letter>, BestError> {
        self.words.borrow().solver().best_turn(self, position, objective, run)
    }
}

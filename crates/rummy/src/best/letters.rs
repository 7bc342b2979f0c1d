//! The best turn of letter rummy.
//!
//! A turn is an exact cover: all letters of the table and some of the hand make words that are all
//! different. What it scores depends on how many hand letters go down and on the longest new word alone, so
//! [`targets`] lists what could be scored, the most first, and [`hunt`] tries one after the other until one can
//! be reached by a [`cover`]. An target that is proven out of reach is done with; if none is left open above
//! what was found, that is the best turn. Locked jokers are dealt with by [`pool`], what jokers stand for by
//! [`guesses`].

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

use lexicon::Automaton;
use search::{Budget, Run};

use self::anagrams::Anagrams;
use self::first_placement::{first_placement, openings};
pub(crate) use self::length_estimate::LengthEstimate;
use self::target_search::TargetSearch;
use super::{BestError, BestTurn, Found, Objective, found};
use crate::judge::Best;
use crate::letter::Letter;
use crate::position::Position;
use crate::rules::letters::Letters;
use crate::turn::Turn;
use crate::words::Words;

/// Few positions need a tenth of this. A node stands for about two microseconds of work, whatever work it is, so
/// that what spends all of it stays well below 100 ms.
const NODES: u64 = 24_000;

/// Finds best turns of letter rummy with the words of one dictionary.
#[derive(Clone, Debug)]
pub struct LettersSolver {
    anagrams: Anagrams,
}

impl LettersSolver {
    /// What a turn may cost where nothing else is said.
    pub const BUDGET: Budget = Budget { nodes: NODES, memory: 64 << 20 };

    /// Prepares a dictionary.
    pub fn new(words: &Automaton) -> Self {
        Self { anagrams: Anagrams::new(words) }
    }

    /// Finds the best turn of the player to move within the limits of `run`. The words of `rules` must be those that
    /// the solver was made with.
    pub fn best_turn<W: Words>(
        &self,
        rules: &Letters<W>,
        position: &Position<Letter>,
        objective: Objective,
        run: &mut Run<'_>,
    ) -> Result<Found<Letter>, BestError> {
        if !position.mover().placed {
            return first_placement(&self.anagrams, rules, position, run);
        }
        let (best, limit) = TargetSearch::new(&self.anagrams, rules, position, objective, run).search();
        Ok(found(best, limit))
    }

    /// The first placements with a word of `length` letters, one for each choice of tiles.
    pub(crate) fn openings<W: Words>(
        &self,
        rules: &Letters<W>,
        position: &Position<Letter>,
        length: usize,
    ) -> Vec<Best<Letter>> {
        openings(&self.anagrams, rules, position, length)
    }
}

/// The turn, if the judge accepts it. Every letter has the value 1.
fn judged<W: Words>(
    rules: &Letters<W>,
    before: &Position<Letter>,
    turn: Turn<Letter>,
) -> Option<Best<Letter>> {
    Best::judged(rules, before, turn, |_| 1, |points, _| points).ok()
}

/// A dictionary that is prepared for finding best turns.
#[derive(Debug)]
pub struct Vocabulary {
    words: Automaton,
    solver: LettersSolver,
    digest: OnceLock<String>,
}

impl Vocabulary {
    /// Prepares a dictionary.
    pub fn new(words: Automaton) -> Self {
        let solver = LettersSolver::new(&words);
        Self { words, solver, digest: OnceLock::new() }
    }

    /// A name for the words: the same words have the same one, other words another one.
    pub fn digest(&self) -> &str {
        self.digest.get_or_init(|| self.words.digest())
    }

    /// The words.
    pub fn words(&self) -> &Automaton {
        &self.words
    }

    /// What finds best turns with these words.
    pub fn solver(&self) -> &LettersSolver {
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

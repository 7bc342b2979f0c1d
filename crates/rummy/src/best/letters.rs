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

use lexicon::Automaton;
use search::{Budget, Run};

use self::anagrams::Anagrams;
use self::first_placement::{first_placement, openings};
pub(crate) use self::length_estimate::LengthEstimate;
use self::letter_counts::LetterCounts;
use self::target_search::TargetSearch;
use super::{BestError, BestTurn, Found, Objective, found};
use crate::judge::Best;
use crate::letter::Letter;
use crate::position::Position;
use crate::rules::letters::Letters;
use crate::tile::Tile;
use crate::turn::Turn;
use crate::words::Words;

/// Few positions need a tenth of this. A node stands for about two microseconds of work of any kind (see [`cost_model`]),
/// so a search that spends the whole budget stays well below 100 ms.
const NODES: u64 = 24_000;

/// Finds best turns of letter rummy with the words of one dictionary.
#[derive(Clone, Debug)]
pub(crate) struct LettersSolver {
    anagrams: Anagrams,
}

impl LettersSolver {
    /// The usual budget of a turn.
    pub(crate) const BUDGET: Budget = Budget { nodes: NODES, memory: 64 << 20 };

    /// Prepares a dictionary.
    pub(crate) fn new(words: &Automaton) -> Self {
        Self { anagrams: Anagrams::new(words) }
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

    /// The place of a letter among all letters by its frequency in the dictionary, the rarest being 0; none for the joker.
    pub(crate) fn letter_rank(&self, tile: Letter) -> Option<usize> {
        let letter = lexicon::Letter::from_index(tile.index() as u8)?;
        Some(usize::from(self.anagrams.rank_of(LetterCounts::only(letter))))
    }
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
}

impl Vocabulary {
    /// Prepares a dictionary.
    pub fn new(words: Automaton) -> Self {
        let solver = LettersSolver::new(&words);
        Self { words, solver, digest: OnceLock::new() }
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

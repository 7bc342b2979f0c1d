//! The words that can be made of the letters of a turn, found out before any of them are put together.

use super::anagrams::{AnagramClass, Anagrams};
use super::cost_model::{CostMeter, Work};
use super::cover::Makeable;
use super::guesses::guesses;
use super::letter_counts::LetterCounts;
use super::pool::{Guess, Pool};

/// The words that can be made are kept for this many guesses: the second round tries no more than six, and the wide
/// rounds would need much memory for little.
const KEPT: usize = 6;

/// The candidate words of a pool.
#[derive(Debug)]
pub(super) struct Candidates<C> {
    /// The letters.
    pub(super) pool: Pool<C>,
    /// The letters that its jokers may stand for.
    pub(super) guesses: Vec<Guess<C>>,
    /// Are these all guesses?
    pub(super) has_all_guesses: bool,
    /// The fewest tiles that must be left over.
    pub(super) must_leave: usize,
    /// A bit for each number of tiles left over: has a search asked whether there is a cover at all?
    looked_into: u64,
    /// The classes of each length that can be made, in order, once they were asked for.
    by_length: Vec<Option<Vec<AnagramClass>>>,
    /// All classes that can be made, in order, once they were asked for.
    classes: Option<Vec<AnagramClass>>,
    /// The classes that can be made with some of the guesses, where there are jokers.
    fitting: Vec<(usize, Vec<AnagramClass>)>,
}

impl<C: LetterCounts> Candidates<C> {
    pub(super) fn new(anagrams: &Anagrams<C>, pool: Pool<C>) -> Self {
        let (mut guesses, is_all) = guesses(anagrams, &pool);
        let made = guesses.len();
        guesses.retain(|&guess| pool.with(guess).is_some());
        // To make an old word new, jokers are tried in two of its places at most.
        let has_all_guesses = is_all && guesses.len() == made && pool.jokers() <= 2;
        Self {
            pool,
            guesses,
            has_all_guesses,
            must_leave: 0,
            looked_into: 0,
            by_length: vec![None; anagrams.longest() + 1],
            classes: None,
            fitting: Vec::new(),
        }
    }

    /// Finds out which classes can be made by looking through those of another pool, if it was prepared and holds all
    /// letters of this one.
    pub(super) fn prepare_within(&mut self, anagrams: &Anagrams<C>, other: &Self, meter: &mut CostMeter) {
        let is_within =
            self.pool.letters().is_in(other.pool.letters()) && self.pool.jokers() <= other.pool.jokers();
        if let Some(classes) = other.classes.as_ref().filter(|_| is_within) {
            meter.spend(Work::Look, classes.len());
            self.classes = Some(anagrams.those_made_of(classes, self.pool.letters(), self.pool.jokers()));
        }
    }

    /// The classes of this length that can be made, in order.
    pub(super) fn of_length(
        &mut self,
        anagrams: &Anagrams<C>,
        length: usize,
        meter: &mut CostMeter,
    ) -> &[AnagramClass] {
        let Some(found) = self.by_length.get_mut(length) else { return &[] };
        found.get_or_insert_with(|| {
            meter.spend(Work::Scan, anagrams.of_length(length).len());
            let classes = anagrams.of_length(length);
            anagrams.those_made_of(classes, self.pool.letters(), self.pool.jokers())
        })
    }

    /// The letters, with a guess in the place of the jokers.
    pub(super) fn letters(&self, guess: Guess<C>) -> C {
        self.pool.with(guess).expect("there is room for every guess that was kept")
    }

    /// Is this the first time that a search may leave over this many tiles?
    pub(super) fn is_new_leave(&mut self, leave: usize) -> bool {
        let bit = 1 << leave.min(63);
        let is_new = self.looked_into & bit == 0;
        self.looked_into |= bit;
        is_new
    }

    /// Finds out which classes can be made with a guess, for [`Self::makeable`].
    pub(super) fn prepare(&mut self, anagrams: &Anagrams<C>, guess: usize, meter: &mut CostMeter) {
        let letters = self.letters(self.guesses[guess]);
        let classes = self.classes.get_or_insert_with(|| {
            meter.spend(Work::Scan, anagrams.len());
            anagrams.made_of(self.pool.letters(), self.pool.jokers())
        });
        if self.pool.jokers() == 0 || self.fitting.iter().any(|&(at, _)| at == guess) {
            return;
        }
        if self.fitting.len() == KEPT {
            self.fitting.pop();
        }
        meter.spend(Work::Look, classes.len());
        self.fitting.push((guess, anagrams.within(classes, letters)));
    }

    /// The classes that can be made with a guess that was prepared. `number` is the number of this pool.
    pub(super) fn makeable(&self, number: usize, guess: usize) -> Makeable<'_> {
        let found = self.fitting.iter().find(|&&(at, _)| at == guess);
        let classes = found.map(|(_, fits)| fits).or(self.classes.as_ref());
        Makeable { classes: classes.map_or(&[], Vec::as_slice), of: (number, guess), roots: None }
    }
}

/// The classes of an ordered list that are not in another one.
pub(super) fn without(classes: &[AnagramClass], others: &[AnagramClass]) -> Vec<AnagramClass> {
    let mut left = classes.to_vec();
    for other in others {
        if let Ok(at) = left.binary_search(other) {
            left.remove(at);
        }
    }
    left
}

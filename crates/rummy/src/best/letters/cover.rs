//! Exact cover: makes words of all given letters, some of which may be left over.
//!
//! A depth-first search that takes the hardest letter first, the one that the fewest words hold: either one of these
//! words is made, or the letter is left over. Words of letters that are plentiful, compared with their share in the
//! dictionary, are tried before others. Tasks without a cover are kept in a table of failures.

use std::ops::Range;

use lexicon::{Letter, LetterSet};
use rustc_hash::FxHashSet;
use search::Run;

use super::anagrams::{AnagramClass, Anagrams};
use super::cost_model::{CostMeter, Work};
use super::letter_counts::LetterCounts;

// On positions with 50 to 70 letters on the table, the time hardly changes for a `LONG` from 1,000 to 40,000 and a `MANY`
// from 28 to 40. With a `MANY` of 200 it is a quarter higher; with a `MANY` of 0 some answers stay unproven.

/// In lists longer than this, the hardest letter is the rarest one in the dictionary: to count which classes hold each
/// letter would cost more than a better choice saves.
const LONG: usize = 3000;
/// With more letters left than this, nearly all classes of a long list can still be made, so it is not filtered.
const MANY: usize = 34;
/// The memory of one failure: a task, and its share of the free slots of the set.
const FAILURE_BYTES: usize = 64;

/// Letters to make words of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Task<C> {
    /// The letters.
    pub(super) rest: C,
    /// Those of them that may be left over …
    pub(super) spare: C,
    /// … and how many of these at most.
    pub(super) leave: u8,
}

/// The classes that can be made, ordered by rank.
#[derive(Clone, Copy, Debug)]
pub(super) struct Makeable<'a> {
    pub(super) classes: &'a [AnagramClass],
    /// The numbers of the pool and of the guess: they name this list.
    pub(super) of: (usize, usize),
    /// The classes that a cover must begin with; any if none are given.
    pub(super) roots: Option<&'a [AnagramClass]>,
}

/// Looks at a cover and counts the cost of that; true if the cover counts.
pub(super) type Accept<'a> = &'a mut dyn FnMut(&[AnagramClass], &mut CostMeter) -> bool;

/// The limits of one search.
#[derive(Clone, Copy, Debug)]
pub(super) struct CoverLimits {
    /// The most nodes.
    pub(super) nodes: u64,
    /// The most words that are tried for one letter.
    pub(super) width: usize,
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CoverAnswer {
    /// A cover was found and accepted.
    Found,
    /// There is none.
    Impossible,
    /// Not everything was tried.
    Open,
}

/// The choice by which a search entered a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EnteredBy {
    /// A word was made.
    Word,
    /// A letter was left over, or it is the first frame.
    Otherwise,
    /// The frame chooses among the roots. That all of them fail says nothing about the task.
    Roots,
}

impl CoverAnswer {
    /// The answer of two searches together: one cover is enough.
    pub(super) fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Found, _) | (_, Self::Found) => Self::Found,
            (Self::Impossible, Self::Impossible) => Self::Impossible,
            _ => Self::Open,
        }
    }
}

/// A step of the search.
enum Step {
    /// A cover was found and accepted.
    Accepted,
    /// A choice was tried; the search goes on.
    Tried,
    /// The last frame has no choice left.
    Closed { was_whole: bool },
}

/// A choice on the way: which word holds the hardest letter.
#[derive(Clone, Debug)]
struct Frame<C> {
    task: Task<C>,
    /// The classes that can be made here.
    fits: Range<usize>,
    /// Those still to be tried, the best last.
    tries: Range<usize>,
    /// The letter that is left over once all words have failed.
    leave: Option<Letter>,
    entered_by: EnteredBy,
    /// Was everything tried so far?
    is_whole: bool,
    /// Has everything failed for want of letters alone, whatever was chosen before?
    is_clean: bool,
}

/// Searches for covers. The failures it remembers serve all searches with the same words.
#[derive(Clone, Debug, Default)]
pub(super) struct Cover<C> {
    /// The classes that the search began with, then those of each frame.
    lists: Vec<AnagramClass>,
    /// The name of the list that stands first.
    base: Option<(usize, usize)>,
    frames: Vec<Frame<C>>,
    chosen: Vec<AnagramClass>,
    /// Classes that are being put in order, with their worth.
    ranked: Vec<(i32, AnagramClass)>,
    failed: FxHashSet<Task<C>>,
    /// The cost of all searches so far.
    pub(super) meter: CostMeter,
    /// The most bytes for failures.
    memory: usize,
}

impl<C: LetterCounts> Cover<C> {
    pub(super) fn new(memory: usize) -> Self {
        Self { memory, ..Self::default() }
    }

    /// Covers `task` by classes out of `makeable`. A cover counts when `accept` takes it; its classes are in no
    /// particular order, but the root comes first.
    pub(super) fn search(
        &mut self,
        words: &Anagrams<C>,
        task: Task<C>,
        makeable: Makeable<'_>,
        limits: CoverLimits,
        run: &mut Run<'_>,
        accept: Accept<'_>,
    ) -> CoverAnswer {
        let end = self.meter.nodes().saturating_add(limits.nodes);
        if !self.begin(words, task, makeable, limits.width) {
            return CoverAnswer::Impossible;
        }
        let mut is_whole = true;
        while !self.frames.is_empty() {
            if self.meter.nodes() >= end || (self.meter.is_due() && self.meter.report(run).is_err()) {
                return CoverAnswer::Open;
            }
            match self.advance(words, limits.width, accept) {
                Step::Accepted => return CoverAnswer::Found,
                Step::Tried => {}
                Step::Closed { was_whole } => is_whole &= was_whole,
            }
        }
        if is_whole { CoverAnswer::Impossible } else { CoverAnswer::Open }
    }

    /// Opens the first frame; false if it is plain that there is no cover.
    fn begin(&mut self, words: &Anagrams<C>, task: Task<C>, makeable: Makeable<'_>, width: usize) -> bool {
        self.frames.clear();
        self.chosen.clear();
        self.start_with(makeable);
        match makeable.roots {
            Some(roots) => {
                self.open_roots(words, task, roots, width);
                true
            }
            None => self.open(words, task, 0..makeable.classes.len(), width, EnteredBy::Otherwise),
        }
    }

    /// Tries the next choice of the last frame, or closes the frame if there is none.
    fn advance(&mut self, words: &Anagrams<C>, width: usize, accept: Accept<'_>) -> Step {
        let frame = self.frames.last_mut().expect("a search without frames is over");
        let (task, fits) = (frame.task, frame.fits.clone());
        let (next, entered_by) = if let Some(at) = frame.tries.next_back() {
            let class = self.lists[at];
            let used = self.chosen.iter().filter(|&&other| other == class).count();
            if used >= words.words(class).len() {
                frame.is_clean = false;
                return Step::Tried;
            }
            self.chosen.push(class);
            (task.take(words.letters(class)), EnteredBy::Word)
        } else if let Some(letter) = frame.leave.take() {
            (task.leave_over(letter), EnteredBy::Otherwise)
        } else {
            return Step::Closed { was_whole: self.close() };
        };
        if self.enter(words, next, fits, width, entered_by, accept) { Step::Accepted } else { Step::Tried }
    }

    /// Puts the classes that can be made before all other lists, unless they stand there already.
    fn start_with(&mut self, makeable: Makeable<'_>) {
        if self.base == Some(makeable.of) {
            self.lists.truncate(makeable.classes.len());
            return;
        }
        self.base = Some(makeable.of);
        self.lists.clear();
        self.lists.extend_from_slice(makeable.classes);
        self.meter.spend(Work::Copy, makeable.classes.len());
    }

    /// Enters a task, if there is anything left to do in it. True if it is a cover that is accepted.
    fn enter(
        &mut self,
        words: &Anagrams<C>,
        task: Task<C>,
        fits: Range<usize>,
        width: usize,
        entered_by: EnteredBy,
        accept: Accept<'_>,
    ) -> bool {
        if task.is_done() && !self.chosen.is_empty() {
            if accept(&self.chosen, &mut self.meter) {
                return true;
            }
            self.mark_unclean();
            if task.rest.is_empty() {
                self.back(entered_by);
                return false;
            }
        }
        if !self.open(words, task, fits, width, entered_by) {
            self.back(entered_by);
        }
        false
    }

    fn back(&mut self, entered_by: EnteredBy) {
        if entered_by == EnteredBy::Word {
            self.chosen.pop();
        }
    }

    fn mark_unclean(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            frame.is_clean = false;
        }
    }

    /// Closes the last frame, where all failed; was everything tried there?
    fn close(&mut self) -> bool {
        let frame = self.frames.pop().expect("only an open frame is closed");
        self.back(frame.entered_by);
        let is_certain = frame.is_whole && frame.is_clean && frame.entered_by != EnteredBy::Roots;
        if is_certain && self.failed.len() * FAILURE_BYTES < self.memory {
            self.failed.insert(frame.task);
        }
        if let Some(parent) = self.frames.last_mut() {
            parent.is_whole &= frame.is_whole;
            parent.is_clean &= frame.is_clean;
            self.lists.truncate(parent.fits.end.max(parent.tries.end));
        }
        frame.is_whole
    }

    /// Opens the frame that chooses among the roots.
    fn open_roots(&mut self, words: &Anagrams<C>, task: Task<C>, roots: &[AnagramClass], width: usize) {
        let fits = 0..self.lists.len();
        let start = self.lists.len();
        self.lists.extend(roots.iter().copied().filter(|&root| words.letters(root).is_in(task.rest)));
        let found = self.lists.len() - start;
        let tries = self.order(words, task, start, width);
        self.meter.spend(Work::Place, 1);
        self.meter.spend(Work::Look, roots.len());
        let is_whole = tries.len() == found;
        self.frames.push(Frame {
            task,
            fits,
            tries,
            leave: None,
            entered_by: EnteredBy::Roots,
            is_whole,
            is_clean: true,
        });
    }

    /// Opens the frame of a task; false if it is plain that the task has no cover.
    fn open(
        &mut self,
        words: &Anagrams<C>,
        task: Task<C>,
        from: Range<usize>,
        width: usize,
        entered_by: EnteredBy,
    ) -> bool {
        if self.failed.contains(&task) {
            return false;
        }
        let start = self.lists.len();
        let (fits, pivot) = if from.len() > LONG && task.rest.len() > MANY {
            (from, words.letter_at(words.rank_of(task.rest)))
        } else {
            let fits = self.fitting(words, task, from);
            (fits.clone(), self.hardest(words, task, fits))
        };
        let Some(pivot) = pivot else {
            self.lists.truncate(start);
            return false;
        };
        let first = self.lists.len();
        self.collect_with(words, task, pivot, fits.clone());
        let found = self.lists.len() - first;
        let tries = self.order(words, task, first, width);
        let is_whole = tries.len() == found;
        let leave = task.may_leave(pivot).then_some(pivot);
        self.frames.push(Frame { task, fits, tries, leave, entered_by, is_whole, is_clean: true });
        true
    }

    /// Lists the classes that can still be made.
    fn fitting(&mut self, words: &Anagrams<C>, task: Task<C>, from: Range<usize>) -> Range<usize> {
        self.meter.spend(Work::Place, 1);
        self.meter.spend(Work::Look, from.len());
        let start = self.lists.len();
        self.lists.resize(start + from.len(), AnagramClass::FIRST);
        let (old, new) = self.lists.split_at_mut(start);
        let count = words.filter_into(&old[from], task.rest, new);
        self.lists.truncate(start + count);
        start..start + count
    }

    /// Lists the classes that hold a letter. If no letter left is rarer in the dictionary, it is the rarest letter of
    /// these classes, which therefore stand together.
    fn collect_with(&mut self, words: &Anagrams<C>, task: Task<C>, pivot: Letter, fits: Range<usize>) {
        let rank = words.rank_of(C::only(pivot));
        let span = if words.rank_of(task.rest) == rank {
            let list = &self.lists[fits.clone()];
            let from = list.partition_point(|&class| words.rank(class) < rank);
            let to = list.partition_point(|&class| words.rank(class) <= rank);
            fits.start + from..fits.start + to
        } else {
            fits
        };
        self.meter.spend(Work::Place, 1);
        self.meter.spend(Work::Look, span.len());
        for at in span {
            let class = self.lists[at];
            let letters = words.letters(class);
            if letters.has(pivot) && letters.is_in(task.rest) {
                self.lists.push(class);
            }
        }
    }

    /// The letter that the fewest classes hold; none if there is a letter that can neither be in a word nor
    /// be left over.
    fn hardest(&mut self, words: &Anagrams<C>, task: Task<C>, fits: Range<usize>) -> Option<Letter> {
        let letters: LetterSet = C::letters().filter(|&letter| task.rest.has(letter)).collect();
        if fits.len() > LONG {
            return words.letter_at(words.rank_of(task.rest));
        }
        self.meter.spend(Work::Count, fits.len());
        let holders = words.holders(&self.lists[fits]);
        let mut stuck = 0;
        for letter in letters.iter().filter(|letter| holders[letter.index()] == 0) {
            if task.spare.count(letter) < task.rest.count(letter) {
                return None;
            }
            stuck += task.rest.count(letter);
        }
        if stuck > usize::from(task.leave) {
            return None;
        }
        letters.iter().min_by_key(|letter| holders[letter.index()])
    }

    /// Orders the classes from `first` on, the best last, and keeps the best `width` of them.
    fn order(&mut self, words: &Anagrams<C>, task: Task<C>, first: usize, width: usize) -> Range<usize> {
        self.meter.spend(Work::Order, self.lists.len() - first);
        let total = task.rest.len() as u32;
        let weight = |letter: Letter| {
            let found = (task.rest.count(letter) as u32 * 2 + 1) << 15;
            logarithm(found / total.max(1)) - logarithm(words.share(letter))
        };
        let mut weights = [0; Letter::COUNT];
        for letter in C::letters().filter(|&letter| task.rest.has(letter)) {
            weights[letter.index()] = weight(letter);
        }
        let worth = |class: AnagramClass| {
            let word = words.words(class).next().unwrap_or_default();
            word.iter().map(|letter| weights[letter.index()]).sum::<i32>()
        };
        self.ranked.clear();
        self.ranked.extend(self.lists.drain(first..).map(|class| (worth(class), class)));
        let dropped = self.ranked.len().saturating_sub(width);
        if dropped > 0 {
            self.ranked.select_nth_unstable(dropped);
        }
        self.ranked[dropped..].sort_unstable();
        self.lists.extend(self.ranked[dropped..].iter().map(|&(_, class)| class));
        first..self.lists.len()
    }
}

impl<C: LetterCounts> Task<C> {
    /// The task when a word of these letters has been made.
    fn take(self, letters: C) -> Self {
        let rest = self.rest.without(letters);
        let spare = if self.leave == 0 { C::EMPTY } else { self.spare.common(rest) };
        Self { rest, spare, ..self }
    }

    /// The task when one letter is left over.
    fn leave_over(self, letter: Letter) -> Self {
        let one = C::only(letter);
        let leave = self.leave - 1;
        let spare = if leave == 0 { C::EMPTY } else { self.spare.without(one) };
        Self { rest: self.rest.without(one), spare, leave }
    }

    fn may_leave(self, letter: Letter) -> bool {
        self.leave > 0 && self.spare.has(letter)
    }

    /// May all remaining letters be left over?
    fn is_done(self) -> bool {
        self.rest.is_in(self.spare) && self.rest.len() <= usize::from(self.leave)
    }
}

/// 256 times the logarithm to base 2, linear between powers of two: the result does not depend on the machine.
fn logarithm(number: u32) -> i32 {
    let number = number.max(1);
    let whole = number.ilog2();
    let part = (u64::from(number) << 8 >> whole) as i32 - 256;
    (whole as i32) << 8 | part
}

//! Exact cover: making words of all letters of a bundle, some of which may be left over.
//!
//! The hardest letter is taken first: either one of the words that can still be made holds it, or it is left
//! over. Words that take what is plentiful beside what the dictionary needs are tried before others. What
//! could not be covered is remembered, whichever way it was reached.

use std::ops::Range;

use lexicon::{Letter, LetterSet};
use rustc_hash::FxHashSet;
use search::Run;

use super::anagrams::{AnagramClass, Anagrams};
use super::cost_model::{CostMeter, Work};
use super::letter_counts::LetterCounts;

/// Lists longer than this are not counted letter by letter.
const LONG: usize = 3000;
/// With more letters than this the words that can be made are not listed anew.
const MANY: usize = 34;
/// What a remembered failure takes.
const FAILURE_BYTES: usize = 64;

/// Letters to make words of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Task {
    /// The letters.
    pub(super) rest: LetterCounts,
    /// Those of them that may be left over …
    pub(super) spare: LetterCounts,
    /// … and how many of these at most.
    pub(super) leave: u8,
}

/// The classes that can be made, ordered by rank.
#[derive(Clone, Copy, Debug)]
pub(super) struct Makeable<'a> {
    pub(super) classes: &'a [AnagramClass],
    /// Two lists of the same are the same.
    pub(super) of: (usize, usize),
    /// The first class of a cover must be one of these, if there are any here.
    pub(super) roots: Option<&'a [AnagramClass]>,
}

/// Looks at a cover, and counts what that takes; true if it counts.
pub(super) type Accept<'a> = &'a mut dyn FnMut(&[AnagramClass], &mut CostMeter) -> bool;

/// How far a search may go.
#[derive(Clone, Copy, Debug)]
pub(super) struct CoverLimits {
    /// Nodes.
    pub(super) nodes: u64,
    /// Words tried for one letter.
    pub(super) width: usize,
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CoverAnswer {
    /// A cover was found and accepted.
    Found,
    /// There is none.
    Impossible,
    /// Not all was tried.
    Open,
}

/// How a search came to a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EnteredBy {
    /// By choosing a class.
    ByWord,
    /// By leaving a letter over, or it is the start.
    Otherwise,
    /// To choose among roots. That this fails says nothing about the task.
    ToRoots,
}

/// A place on the way.
#[derive(Clone, Debug)]
struct Frame {
    task: Task,
    /// The classes that can be made here.
    fits: Range<usize>,
    /// Those still to be tried, the best last.
    tries: Range<usize>,
    /// The letter that is still to be left over when all else failed.
    leave: Option<Letter>,
    entered_by: EnteredBy,
    /// Was everything tried so far?
    is_whole: bool,
    /// Did everything fail so far for want of letters alone, whatever was chosen before?
    is_clean: bool,
}

/// Searches for covers; what it learns serves all searches with the same words.
#[derive(Clone, Debug, Default)]
pub(super) struct Cover {
    /// First the classes that the search began with, then those of every place.
    lists: Vec<AnagramClass>,
    /// Whose classes stand first.
    base: Option<(usize, usize)>,
    frames: Vec<Frame>,
    chosen: Vec<AnagramClass>,
    /// Families that are being put in order, with what they are worth.
    ranked: Vec<(i32, AnagramClass)>,
    failed: FxHashSet<Task>,
    /// What was spent since the start.
    pub(super) meter: CostMeter,
    /// Bytes that failures may take.
    memory: usize,
}

impl Cover {
    pub(super) fn new(memory: usize) -> Self {
        Self { memory, ..Self::default() }
    }

    /// Covers `task` by classes out of `fits`. A cover counts when `accept` takes it; the classes come in no
    /// particular order but for the root.
    pub(super) fn search(
        &mut self,
        words: &Anagrams,
        task: Task,
        fits: Makeable<'_>,
        limits: CoverLimits,
        run: &mut Run<'_>,
        accept: Accept<'_>,
    ) -> CoverAnswer {
        self.frames.clear();
        self.chosen.clear();
        let end = self.meter.nodes().saturating_add(limits.nodes);
        self.start_with(fits);
        match fits.roots {
            Some(roots) => self.open_roots(words, task, roots, limits.width),
            None => {
                if !self.open(words, task, 0..fits.classes.len(), limits.width, EnteredBy::Otherwise) {
                    return CoverAnswer::Impossible;
                }
            }
        }
        let mut is_whole = true;
        while let Some(frame) = self.frames.last_mut() {
            if self.meter.nodes() >= end || (self.meter.is_due() && self.meter.report(run).is_err()) {
                return CoverAnswer::Open;
            }
            let (task, fits) = (frame.task, frame.fits.clone());
            if let Some(at) = frame.tries.next_back() {
                let class = self.lists[at];
                let used = self.chosen.iter().filter(|&&other| other == class).count();
                if used >= words.words(class).len() {
                    frame.is_clean = false;
                    continue;
                }
                self.chosen.push(class);
                let next = task.take(words.letters(class));
                if self.step(words, next, fits, limits.width, EnteredBy::ByWord, accept) {
                    return CoverAnswer::Found;
                }
            } else if let Some(letter) = frame.leave.take() {
                let next = task.leave_over(letter);
                if self.step(words, next, fits, limits.width, EnteredBy::Otherwise, accept) {
                    return CoverAnswer::Found;
                }
            } else {
                is_whole &= self.close();
            }
        }
        if is_whole { CoverAnswer::Impossible } else { CoverAnswer::Open }
    }

    /// Puts the classes that can be made before all other lists, if they are not there from the last time.
    fn start_with(&mut self, fits: Makeable<'_>) {
        if self.base == Some(fits.of) {
            self.lists.truncate(fits.classes.len());
            return;
        }
        self.base = Some(fits.of);
        self.lists.clear();
        self.lists.extend_from_slice(fits.classes);
        self.meter.spend(Work::Copy, fits.classes.len());
    }

    /// Goes on with a task, or notes that there is nothing to go on with. True if a cover is accepted.
    fn step(
        &mut self,
        words: &Anagrams,
        task: Task,
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
        if entered_by == EnteredBy::ByWord {
            self.chosen.pop();
        }
    }

    fn mark_unclean(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            frame.is_clean = false;
        }
    }

    /// Leaves a place where all failed; was everything tried there?
    fn close(&mut self) -> bool {
        let frame = self.frames.pop().expect("only an open frame is closed");
        self.back(frame.entered_by);
        let is_certain = frame.is_whole && frame.is_clean && frame.entered_by != EnteredBy::ToRoots;
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

    /// Starts with one of the roots.
    fn open_roots(&mut self, words: &Anagrams, task: Task, roots: &[AnagramClass], width: usize) {
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
            entered_by: EnteredBy::ToRoots,
            is_whole,
            is_clean: true,
        });
    }

    /// Opens a task; false if it is plain that it cannot be done.
    fn open(
        &mut self,
        words: &Anagrams,
        task: Task,
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
    fn fitting(&mut self, words: &Anagrams, task: Task, from: Range<usize>) -> Range<usize> {
        self.meter.spend(Work::Place, 1);
        self.meter.spend(Work::Look, from.len());
        let start = self.lists.len();
        self.lists.resize(start + from.len(), AnagramClass::FIRST);
        let (old, new) = self.lists.split_at_mut(start);
        let count = words.filter_into(&old[from], task.rest, new);
        self.lists.truncate(start + count);
        start..start + count
    }

    /// Lists the classes with a letter. If it is the rarest one left, it is the rarest one of them too, and
    /// they stand together.
    fn collect_with(&mut self, words: &Anagrams, task: Task, pivot: Letter, fits: Range<usize>) {
        let rank = words.rank_of(LetterCounts::only(pivot));
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
    fn hardest(&mut self, words: &Anagrams, task: Task, fits: Range<usize>) -> Option<Letter> {
        let letters: LetterSet = Letter::all().filter(|&letter| task.rest.has(letter)).collect();
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

    /// Orders the classes from `first` on, the best last, and drops what is too much.
    fn order(&mut self, words: &Anagrams, task: Task, first: usize, width: usize) -> Range<usize> {
        self.meter.spend(Work::Order, self.lists.len() - first);
        let total = task.rest.len() as u32;
        let weigh = |letter: Letter| {
            let found = (task.rest.count(letter) as u32 * 2 + 1) << 15;
            logarithm(found / total.max(1)) - logarithm(words.share(letter))
        };
        let mut weights = [0; Letter::COUNT];
        for letter in Letter::all().filter(|&letter| task.rest.has(letter)) {
            weights[letter.index()] = weigh(letter);
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

impl Task {
    /// The task when a word of these letters has been made.
    fn take(self, letters: LetterCounts) -> Self {
        let rest = self.rest.without(letters);
        let spare = if self.leave == 0 { LetterCounts::EMPTY } else { self.spare.common(rest) };
        Self { rest, spare, ..self }
    }

    /// The task when one letter is left over.
    fn leave_over(self, letter: Letter) -> Self {
        let one = LetterCounts::only(letter);
        let leave = self.leave - 1;
        let spare = if leave == 0 { LetterCounts::EMPTY } else { self.spare.without(one) };
        Self { rest: self.rest.without(one), spare, leave }
    }

    fn may_leave(self, letter: Letter) -> bool {
        self.leave > 0 && self.spare.has(letter)
    }

    /// May all that is left be left over?
    fn is_done(self) -> bool {
        self.rest.is_in(self.spare) && self.rest.len() <= usize::from(self.leave)
    }
}

/// 256 times the logarithm to base 2, as a broken line: the same on every machine.
fn logarithm(number: u32) -> i32 {
    let number = number.max(1);
    let whole = number.ilog2();
    let part = (u64::from(number) << 8 >> whole) as i32 - 256;
    (whole as i32) << 8 | part
}

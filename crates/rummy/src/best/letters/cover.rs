//! Exact cover: making words of all letters of a bundle, some of which may be left over.
//!
//! The hardest letter is taken first: either one of the words that can still be made holds it, or it is left
//! over. Words that take what is plentiful beside what the dictionary needs are tried before others. What
//! could not be covered is remembered, whichever way it was reached.

use std::ops::Range;

use lexicon::{Letter, LetterSet};
use rustc_hash::FxHashSet;
use search::Run;

use super::anagrams::{Anagrams, Family};
use super::bundle::Bundle;
use super::meter::{Meter, Work};

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
    pub(super) rest: Bundle,
    /// Those of them that may be left over …
    pub(super) spare: Bundle,
    /// … and how many of these at most.
    pub(super) leave: u8,
}

/// The families that can be made, ordered by rank.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fits<'a> {
    pub(super) families: &'a [Family],
    /// Two lists of the same are the same.
    pub(super) of: (usize, usize),
    /// The first family of a cover must be one of these, if there are any here.
    pub(super) roots: Option<&'a [Family]>,
}

/// Looks at a cover, and counts what that takes; true if it counts.
pub(super) type Accept<'a> = &'a mut dyn FnMut(&[Family], &mut Meter) -> bool;

/// How far a search may go.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// Nodes.
    pub(super) nodes: u64,
    /// Words tried for one letter.
    pub(super) width: usize,
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// A cover was found and accepted.
    Found,
    /// There is none.
    Impossible,
    /// Not all was tried.
    Open,
}

/// How a search came to a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Came {
    /// By choosing a family.
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
    /// The families that can be made here.
    fits: Range<usize>,
    /// Those still to be tried, the best last.
    tries: Range<usize>,
    /// The letter that is still to be left over when all else failed.
    leave: Option<Letter>,
    came: Came,
    /// Was everything tried so far?
    is_whole: bool,
    /// Did everything fail so far for want of letters alone, whatever was chosen before?
    is_clean: bool,
}

/// Searches for covers; what it learns serves all searches with the same words.
#[derive(Clone, Debug, Default)]
pub(super) struct Cover {
    /// First the families that the search began with, then those of every place.
    lists: Vec<Family>,
    /// Whose families stand first.
    base: Option<(usize, usize)>,
    frames: Vec<Frame>,
    chosen: Vec<Family>,
    /// Families that are being put in order, with what they are worth.
    ranked: Vec<(i32, Family)>,
    failed: FxHashSet<Task>,
    /// What was spent since the start.
    pub(super) meter: Meter,
    /// Bytes that failures may take.
    memory: usize,
}

impl Cover {
    pub(super) fn new(memory: usize) -> Self {
        Self { memory, ..Self::default() }
    }

    /// Covers `task` by families out of `fits`. A cover counts when `accept` takes it; the families come in no
    /// particular order but for the root.
    pub(super) fn search(
        &mut self,
        words: &Anagrams,
        task: Task,
        fits: Fits<'_>,
        effort: Effort,
        run: &mut Run<'_>,
        accept: Accept<'_>,
    ) -> Verdict {
        self.frames.clear();
        self.chosen.clear();
        let end = self.meter.nodes().saturating_add(effort.nodes);
        self.start_with(fits);
        match fits.roots {
            Some(roots) => self.open_roots(words, task, roots, effort.width),
            None => {
                if !self.open(words, task, 0..fits.families.len(), effort.width, Came::Otherwise) {
                    return Verdict::Impossible;
                }
            }
        }
        let mut is_whole = true;
        while let Some(frame) = self.frames.last_mut() {
            if self.meter.nodes() >= end || (self.meter.is_due() && self.meter.report(run).is_err()) {
                return Verdict::Open;
            }
            let (task, fits) = (frame.task, frame.fits.clone());
            if let Some(at) = frame.tries.next_back() {
                let family = self.lists[at];
                let used = self.chosen.iter().filter(|&&other| other == family).count();
                if used >= words.words(family).len() {
                    frame.is_clean = false;
                    continue;
                }
                self.chosen.push(family);
                let next = task.take(words.letters(family));
                if self.step(words, next, fits, effort.width, Came::ByWord, accept) {
                    return Verdict::Found;
                }
            } else if let Some(letter) = frame.leave.take() {
                let next = task.leave_over(letter);
                if self.step(words, next, fits, effort.width, Came::Otherwise, accept) {
                    return Verdict::Found;
                }
            } else {
                is_whole &= self.close();
            }
        }
        if is_whole { Verdict::Impossible } else { Verdict::Open }
    }

    /// Puts the families that can be made before all other lists, if they are not there from the last time.
    fn start_with(&mut self, fits: Fits<'_>) {
        if self.base == Some(fits.of) {
            self.lists.truncate(fits.families.len());
            return;
        }
        self.base = Some(fits.of);
        self.lists.clear();
        self.lists.extend_from_slice(fits.families);
        self.meter.spend(Work::Copy, fits.families.len());
    }

    /// Goes on with a task, or notes that there is nothing to go on with. True if a cover is accepted.
    fn step(
        &mut self,
        words: &Anagrams,
        task: Task,
        fits: Range<usize>,
        width: usize,
        came: Came,
        accept: Accept<'_>,
    ) -> bool {
        if task.is_done() && !self.chosen.is_empty() {
            if accept(&self.chosen, &mut self.meter) {
                return true;
            }
            self.mark_unclean();
            if task.rest.is_empty() {
                self.back(came);
                return false;
            }
        }
        if !self.open(words, task, fits, width, came) {
            self.back(came);
        }
        false
    }

    fn back(&mut self, came: Came) {
        if came == Came::ByWord {
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
        self.back(frame.came);
        let is_certain = frame.is_whole && frame.is_clean && frame.came != Came::ToRoots;
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
    fn open_roots(&mut self, words: &Anagrams, task: Task, roots: &[Family], width: usize) {
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
            came: Came::ToRoots,
            is_whole,
            is_clean: true,
        });
    }

    /// Opens a task; false if it is plain that it cannot be done.
    fn open(&mut self, words: &Anagrams, task: Task, from: Range<usize>, width: usize, came: Came) -> bool {
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
        self.frames.push(Frame { task, fits, tries, leave, came, is_whole, is_clean: true });
        true
    }

    /// Lists the families that can still be made.
    fn fitting(&mut self, words: &Anagrams, task: Task, from: Range<usize>) -> Range<usize> {
        self.meter.spend(Work::Place, 1);
        self.meter.spend(Work::Look, from.len());
        let start = self.lists.len();
        self.lists.resize(start + from.len(), Family::FIRST);
        let (old, new) = self.lists.split_at_mut(start);
        let count = words.sift(&old[from], task.rest, new);
        self.lists.truncate(start + count);
        start..start + count
    }

    /// Lists the families with a letter. If it is the rarest one left, it is the rarest one of them too, and
    /// they stand together.
    fn collect_with(&mut self, words: &Anagrams, task: Task, pivot: Letter, fits: Range<usize>) {
        let rank = words.rank_of(Bundle::only(pivot));
        let span = if words.rank_of(task.rest) == rank {
            let list = &self.lists[fits.clone()];
            let from = list.partition_point(|&family| words.rank(family) < rank);
            let to = list.partition_point(|&family| words.rank(family) <= rank);
            fits.start + from..fits.start + to
        } else {
            fits
        };
        self.meter.spend(Work::Place, 1);
        self.meter.spend(Work::Look, span.len());
        for at in span {
            let family = self.lists[at];
            let letters = words.letters(family);
            if letters.has(pivot) && letters.is_in(task.rest) {
                self.lists.push(family);
            }
        }
    }

    /// The letter that the fewest families hold; none if there is a letter that can neither be in a word nor
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

    /// Orders the families from `first` on, the best last, and drops what is too much.
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
        let worth = |family: Family| {
            let word = words.words(family).next().unwrap_or_default();
            word.iter().map(|letter| weights[letter.index()]).sum::<i32>()
        };
        self.ranked.clear();
        self.ranked.extend(self.lists.drain(first..).map(|family| (worth(family), family)));
        let dropped = self.ranked.len().saturating_sub(width);
        if dropped > 0 {
            self.ranked.select_nth_unstable(dropped);
        }
        self.ranked[dropped..].sort_unstable();
        self.lists.extend(self.ranked[dropped..].iter().map(|&(_, family)| family));
        first..self.lists.len()
    }
}

impl Task {
    /// The task when a word of these letters has been made.
    fn take(self, letters: Bundle) -> Self {
        let rest = self.rest.without(letters);
        let spare = if self.leave == 0 { Bundle::EMPTY } else { self.spare.common(rest) };
        Self { rest, spare, ..self }
    }

    /// The task when one letter is left over.
    fn leave_over(self, letter: Letter) -> Self {
        let one = Bundle::only(letter);
        let leave = self.leave - 1;
        let spare = if leave == 0 { Bundle::EMPTY } else { self.spare.without(one) };
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

//! The search for the best turn: target after target, first with little limits, then with more.

use lexicon::Letter as Plain;
use rustc_hash::FxHashMap;
use search::{Budget, Limit, Run};

use super::anagrams::{AnagramClass, Anagrams};
use super::candidates::{Candidates, less};
use super::cost_model::{CostMeter, Work};
use super::cover::{Cover, CoverAnswer, CoverLimits, Makeable};
use super::judged;
use super::letter_counts::LetterCounts;
use super::pool::{Guess, PlainWord, Pool, readings};
use super::table_builder::TableBuilder;
use super::targets::{Target, targets};
use crate::best::Objective;
use crate::judge::Best;
use crate::letter::Letter;
use crate::position::Position;
use crate::rules::letters::Letters;
use crate::tile::Tile;
use crate::turn::Turn;
use crate::words::Words;

/// One round over the targets: the share of the budget that one target gets, one part in so many; how many words
/// are tried for a letter; how many guesses for the jokers.
#[derive(Clone, Copy, Debug)]
struct Round {
    part: u64,
    width: usize,
    guesses: usize,
}

const ROUNDS: [Round; 4] = [
    Round { part: 24, width: 3, guesses: 2 },
    Round { part: 16, width: 8, guesses: 6 },
    Round { part: 4, width: 40, guesses: 20 },
    Round { part: 1, width: usize::MAX, guesses: usize::MAX },
];

/// One part in so many of the budget is kept for [`NARROW`] looks, which follow where nothing was found.
const RESERVED: u64 = 8;
const NARROW: Round = Round { part: 32, width: usize::MAX, guesses: 8 };

/// A search in progress.
pub(super) struct TargetSearch<'a, 'w, W> {
    anagrams: &'a Anagrams,
    rules: &'a Letters<W>,
    before: &'a Position<Letter>,
    objective: Objective,
    old: Vec<PlainWord>,
    /// The classes all of whose words were on the table.
    used_up: Vec<AnagramClass>,
    candidates: Vec<Candidates>,
    is_whole: bool,
    /// What was found by [`Self::new_readings`].
    new_readings: FxHashMap<AnagramClass, Vec<LetterCounts>>,
    cover: Cover,
    run: &'a mut Run<'w>,
    /// What may be spent, reckoned by the meter of the cover.
    budget: Budget,
    best: Option<Best<Letter>>,
    /// Why the watcher stopped the search.
    stopped: Option<Limit>,
}

impl<'a, 'w, W: Words> TargetSearch<'a, 'w, W> {
    pub(super) fn new(
        anagrams: &'a Anagrams,
        rules: &'a Letters<W>,
        before: &'a Position<Letter>,
        objective: Objective,
        run: &'a mut Run<'w>,
    ) -> Self {
        let budget = run.budget().with_nodes(run.nodes_left());
        let (pools, is_whole) = Pool::choices(rules, before);
        let old = before
            .table()
            .iter()
            .filter_map(|meld| <[PlainWord; 1]>::try_from(readings(&rules.words, meld, 2)).ok())
            .map(|[word]| word)
            .collect::<Vec<_>>();
        let used_up = used_up(anagrams, &old);
        let candidates = pools.into_iter().map(|pool| Candidates::new(anagrams, pool)).collect();
        Self {
            anagrams,
            rules,
            before,
            objective,
            old,
            used_up,
            candidates,
            is_whole,
            new_readings: FxHashMap::default(),
            cover: Cover::new(budget.memory),
            run,
            budget,
            best: None,
            stopped: None,
        }
    }

    /// The best turn that was found; and what kept the search from looking into all that might be better.
    pub(super) fn search(mut self) -> (Option<Best<Letter>>, Option<Limit>) {
        let hand = self.before.mover().hand.len();
        let mut open: Vec<(Target, usize)> = targets(hand, self.anagrams.longest(), self.objective)
            .into_iter()
            .flat_map(|target| (0..self.candidates.len()).map(move |candidates| (target, candidates)))
            .collect();
        let reserve = self.budget.nodes / RESERVED;
        self.budget.nodes -= reserve;
        for round in ROUNDS {
            let mut still = Vec::new();
            for (target, candidates) in open {
                let is_over = self.worth() >= Some(target.worth) || self.is_spent();
                if is_over || self.try_target(target, candidates, round) == CoverAnswer::Open {
                    still.push((target, candidates));
                }
            }
            open = still;
            open.retain(|&(target, _)| Some(target.worth) > self.worth());
            if open.is_empty() || self.is_spent() {
                break;
            }
        }
        let is_whole = open.is_empty() && self.is_whole;
        if self.best.is_none() && !is_whole {
            self.budget.nodes = self.cover.meter.nodes() + reserve;
            self.try_narrow_pools();
        }
        let limit = (!is_whole).then(|| self.limit(open.is_empty()));
        (self.best, limit)
    }

    /// Why something was left open. Where `all_aims` are done with, it is that some ways to free jokers were left out.
    fn limit(&self, all_aims: bool) -> Limit {
        let left_out = if all_aims || !self.is_spent() { Limit::Incomplete } else { Limit::Nodes };
        self.stopped.unwrap_or(left_out)
    }

    /// Looks for any turn that uses the letters of one word on the table at most.
    fn try_narrow_pools(&mut self) {
        for pool in Pool::narrow(self.before) {
            if self.is_spent() {
                break;
            }
            let mut candidates = Candidates::new(self.anagrams, pool);
            if let Some(first) = self.candidates.first() {
                candidates.prepare_within(self.anagrams, first, &mut self.cover.meter);
            }
            self.candidates.push(candidates);
            let more = self.best.as_ref().map_or(0, |best| best.placed().len()) + 1;
            for placed in (more..=self.before.mover().hand.len()).rev() {
                let target = Target { placed, longest: None, worth: 0 };
                let answer = self.try_target(target, self.candidates.len() - 1, NARROW);
                if answer == CoverAnswer::Found || self.is_spent() {
                    break;
                }
            }
        }
    }

    fn worth(&self) -> Option<i32> {
        self.best.as_ref().map(|best| worth_of(best, self.objective))
    }

    fn is_spent(&self) -> bool {
        self.stopped.is_some() || self.cover.meter.nodes() >= self.budget.nodes
    }

    /// Tries to reach an target on one candidates.
    fn try_target(&mut self, target: Target, candidates: usize, round: Round) -> CoverAnswer {
        let leave = self.before.mover().hand.len() - target.placed;
        if target.longest.is_some() && self.candidates[candidates].is_new_leave(leave) {
            self.try_target(Target { longest: None, worth: 0, ..target }, candidates, round);
        }
        if leave < self.candidates[candidates].must_leave {
            return CoverAnswer::Impossible;
        }
        let roots = target.longest.map(|length| self.roots(candidates, length));
        if roots.as_ref().is_some_and(Vec::is_empty) {
            return CoverAnswer::Impossible;
        }
        let share = (self.budget.nodes / round.part).max(1);
        let mut left = share.min(self.budget.nodes.saturating_sub(self.cover.meter.nodes()));
        let mut answer = if self.candidates[candidates].has_all_guesses {
            CoverAnswer::Impossible
        } else {
            CoverAnswer::Open
        };
        let mut count = 0;
        for at in 0..self.candidates[candidates].guesses.len() {
            let guess = self.candidates[candidates].guesses[at];
            let roots = roots.as_ref().map(|roots| self.roots_for(candidates, roots, guess));
            if roots.as_ref().is_some_and(Vec::is_empty) {
                continue;
            }
            if left == 0 || count == round.guesses || self.stopped.is_some() {
                return CoverAnswer::Open;
            }
            count += 1;
            let start = self.cover.meter.nodes();
            let limits = CoverLimits { nodes: left, width: round.width };
            let tried = self.try_guess(target, candidates, at, leave, roots.as_deref(), limits);
            left = left.saturating_sub(self.cover.meter.nodes() - start);
            self.stopped = self.stopped.or(self.cover.meter.report(self.run).err());
            match tried {
                CoverAnswer::Found => return CoverAnswer::Found,
                CoverAnswer::Open => answer = CoverAnswer::Open,
                CoverAnswer::Impossible => {}
            }
        }
        if answer == CoverAnswer::Impossible && roots.is_none() {
            self.candidates[candidates].must_leave = leave + 1;
        }
        answer
    }

    /// The classes of words of this length that may count as new.
    fn roots(&mut self, candidates: usize, length: usize) -> Vec<AnagramClass> {
        let meter = &mut self.cover.meter;
        let has_jokers = self.candidates[candidates].pool.jokers() > 0;
        let classes = self.candidates[candidates].of_length(self.anagrams, length, meter);
        meter.spend(Work::Copy, classes.len());
        if has_jokers { classes.to_vec() } else { less(classes, &self.used_up) }
    }

    /// Is there a word in this class that was not on the table?
    fn is_new(&self, class: AnagramClass) -> bool {
        !self.used_up.contains(&class)
    }

    /// The roots that can be made when the jokers stand for what is guessed. An old word is among them only
    /// if it can be read as another one with jokers in it.
    fn roots_for(&mut self, candidates: usize, roots: &[AnagramClass], guess: Guess) -> Vec<AnagramClass> {
        let candidates = &self.candidates[candidates];
        if candidates.pool.jokers() == 0 {
            return roots.to_vec();
        }
        self.cover.meter.spend(Work::Guess, 1);
        self.cover.meter.spend(Work::Look, roots.len());
        let mut roots = self.anagrams.within(roots, candidates.letters(guess));
        let jokers = guess.table.with(guess.hand).unwrap_or(LetterCounts::EMPTY);
        roots.retain(|&class| {
            self.is_new(class) || self.new_readings(class).iter().any(|letters| letters.is_in(jokers))
        });
        roots
    }

    /// The letters that jokers can stand for so that a word of this class is read as one that was not on the
    /// table.
    fn new_readings(&mut self, class: AnagramClass) -> &[LetterCounts] {
        if !self.new_readings.contains_key(&class) {
            let words = self.anagrams.words(class);
            let length = self.anagrams.length(class);
            self.cover.meter.spend(Work::Pattern, words.len() * length * (length + 1) / 2);
            let found = words.flat_map(|word| self.new_readings_of(word)).collect();
            self.new_readings.insert(class, found);
        }
        &self.new_readings[&class]
    }

    fn new_readings_of(&self, word: &[Plain]) -> Vec<LetterCounts> {
        let length = word.len();
        let pairs = (0..length).flat_map(|a| (a..length).map(move |b| [a, b]));
        let new_reading = |places: [usize; 2]| {
            let joker = |at: usize| places.contains(&at);
            let tile = |at: usize| {
                if joker(at) { Some(Letter::JOKER) } else { Letter::from_index(word[at].index()) }
            };
            let pattern: Vec<Letter> = (0..length).filter_map(tile).collect();
            let found = readings(&self.rules.words, &pattern, self.old.len() + 1);
            let letters: Vec<Plain> = (0..length).filter(|&at| joker(at)).map(|at| word[at]).collect();
            found
                .iter()
                .any(|reading| !self.old.contains(reading))
                .then(|| LetterCounts::of(&letters))
                .flatten()
        };
        let mut found: Vec<LetterCounts> = pairs.filter_map(new_reading).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Tries one guess, with each way to free the locked words.
    fn try_guess(
        &mut self,
        target: Target,
        number: usize,
        at: usize,
        leave: usize,
        roots: Option<&[AnagramClass]>,
        limits: CoverLimits,
    ) -> CoverAnswer {
        self.candidates[number].prepare(self.anagrams, at, &mut self.cover.meter);
        let candidates = &self.candidates[number];
        let (guess, fits) = (candidates.guesses[at], Makeable { roots, ..candidates.fits(number, at) });
        // Who keeps nothing has placed what was needed, whatever it was.
        let ways = if leave == 0 { 1 } else { candidates.pool.needed.len() };
        let mut answer = CoverAnswer::Impossible;
        for &needed in &candidates.pool.needed[..ways] {
            let Some(task) = candidates.pool.task(guess, needed, leave) else { return CoverAnswer::Open };
            let builder = TableBuilder {
                before: self.before.table(),
                old: &self.old,
                pool: &candidates.pool,
                guess,
                is_rooted: roots.is_some(),
            };
            let mut found = None;
            let mut accept = |classes: &[AnagramClass], meter: &mut CostMeter| {
                meter.spend(Work::Table, 1);
                let tables = builder.tables(self.anagrams, &self.rules.words, classes);
                found = tables.into_iter().find_map(|table| {
                    meter.spend(Work::Table, 1);
                    let best = judged(self.rules, self.before, Turn::place(table))?;
                    (worth_of(&best, self.objective) >= target.worth).then_some(best)
                });
                found.is_some()
            };
            match self.cover.search(self.anagrams, task, fits, limits, self.run, &mut accept) {
                CoverAnswer::Found => {
                    if found.as_ref().map(|found| worth_of(found, self.objective))
                        > self.best.as_ref().map(|best| worth_of(best, self.objective))
                    {
                        self.best = found;
                    }
                    return CoverAnswer::Found;
                }
                CoverAnswer::Open => answer = CoverAnswer::Open,
                CoverAnswer::Impossible => {}
            }
        }
        answer
    }
}

/// The classes all of whose words are among these.
pub(super) fn used_up(anagrams: &Anagrams, old: &[PlainWord]) -> Vec<AnagramClass> {
    let classes = old.iter().filter_map(|word| anagrams.class_of(word));
    classes.filter(|&class| anagrams.words(class).all(|word| old.iter().any(|old| old == word))).collect()
}

fn worth_of(best: &Best<Letter>, objective: Objective) -> i32 {
    match objective {
        Objective::Points => best.points(),
        Objective::Tiles | Objective::Value => best.value(),
    }
}

//! The search for the best turn: one target after the other, first within narrow limits, then within wider ones.

use lexicon::Letter as Plain;
use rustc_hash::FxHashMap;
use search::{Budget, Limit, Run};

use super::anagrams::{AnagramClass, Anagrams};
use super::candidates::{Candidates, without};
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

/// The limits of one round over the targets.
#[derive(Clone, Copy, Debug)]
struct Round {
    /// One target gets this part of the budget: 4 stands for a quarter.
    part: u64,
    /// The most words that are tried for one letter.
    width: usize,
    /// The most guesses at what the jokers stand for.
    guesses: usize,
}

/// Most targets are reached by the first words that are tried for each letter, or not at all. So all targets are first
/// looked at in little time; only the last round is exhaustive.
const ROUNDS: [Round; 4] = [
    Round { part: 24, width: 3, guesses: 2 },
    Round { part: 16, width: 8, guesses: 6 },
    Round { part: 4, width: 40, guesses: 20 },
    Round { part: 1, width: usize::MAX, guesses: usize::MAX },
];

/// This part of the budget, an eighth, is kept for the case that the rounds find nothing.
const RESERVED: u64 = 8;
/// The round that follows then, over pools with the letters of one word at most.
const NARROW: Round = Round { part: 32, width: usize::MAX, guesses: 8 };

/// A target that is tried with one pool.
#[derive(Clone, Copy, Debug)]
struct Attempt {
    target: Target,
    /// The number of the pool.
    pool: usize,
    /// The tiles that may be left in the hand.
    leave: usize,
}

/// A running search.
pub(super) struct TargetSearch<'a, 'w, C, W> {
    anagrams: &'a Anagrams<C>,
    rules: &'a Letters<W>,
    before: &'a Position<Letter>,
    objective: Objective,
    /// The words on the table that can be read in one way only.
    old: Vec<PlainWord>,
    /// The classes all of whose words were on the table.
    used_up: Vec<AnagramClass>,
    /// The choices of letters that a turn may use.
    pools: Vec<Candidates<C>>,
    /// Are these all choices?
    has_all_pools: bool,
    /// The results of [`Self::new_readings`].
    new_readings: FxHashMap<AnagramClass, Vec<C>>,
    cover: Cover<C>,
    run: &'a mut Run<'w>,
    /// The limits of the search, in nodes of the cover's meter.
    budget: Budget,
    best: Option<Best<Letter>>,
    /// Why the watcher stopped the search.
    stopped: Option<Limit>,
}

impl<'a, 'w, C: LetterCounts, W: Words> TargetSearch<'a, 'w, C, W> {
    pub(super) fn new(
        anagrams: &'a Anagrams<C>,
        rules: &'a Letters<W>,
        before: &'a Position<Letter>,
        objective: Objective,
        run: &'a mut Run<'w>,
    ) -> Self {
        let budget = run.budget().with_nodes(run.nodes_left());
        let (pools, has_all_pools) = Pool::choices(rules, before);
        let old = before
            .table()
            .iter()
            .filter_map(|meld| <[PlainWord; 1]>::try_from(readings(&rules.words, meld, 2)).ok())
            .map(|[word]| word)
            .collect::<Vec<_>>();
        let used_up = used_up(anagrams, &old);
        let pools = pools.into_iter().map(|pool| Candidates::new(anagrams, pool)).collect();
        Self {
            anagrams,
            rules,
            before,
            objective,
            old,
            used_up,
            pools,
            has_all_pools,
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
            .flat_map(|target| (0..self.pools.len()).map(move |pool| (target, pool)))
            .collect();
        let reserve = self.budget.nodes / RESERVED;
        self.budget.nodes -= reserve;
        for round in ROUNDS {
            let mut still = Vec::new();
            for (target, pool) in open {
                let is_done = self.worth() >= Some(target.worth) || self.is_spent();
                if is_done || self.try_target(target, pool, round) == CoverAnswer::Open {
                    still.push((target, pool));
                }
            }
            open = still;
            open.retain(|&(target, _)| Some(target.worth) > self.worth());
            if open.is_empty() || self.is_spent() {
                break;
            }
        }
        let is_whole = open.is_empty() && self.has_all_pools;
        if self.best.is_none() && !is_whole {
            self.budget.nodes = self.cover.meter.nodes() + reserve;
            self.try_narrow_pools();
        }
        let limit = (!is_whole).then(|| self.limit(open.is_empty()));
        (self.best, limit)
    }

    /// The reason why something was left open. Where all targets are done with, some ways to free jokers were left out.
    fn limit(&self, all_targets: bool) -> Limit {
        let left_out = if all_targets || !self.is_spent() { Limit::Incomplete } else { Limit::Nodes };
        self.stopped.unwrap_or(left_out)
    }

    /// Looks for any turn that takes apart one word of the table at most.
    fn try_narrow_pools(&mut self) {
        for pool in Pool::narrow(self.before) {
            if self.is_spent() {
                break;
            }
            let mut candidates = Candidates::new(self.anagrams, pool);
            if let Some(first) = self.pools.first() {
                candidates.prepare_within(self.anagrams, first, &mut self.cover.meter);
            }
            self.pools.push(candidates);
            self.place_most(self.pools.len() - 1);
        }
    }

    /// Places as many tiles as possible with one pool, but more than the best turn so far.
    fn place_most(&mut self, pool: usize) {
        let more = self.best.as_ref().map_or(0, |best| best.placed().len()) + 1;
        for placed in (more..=self.before.mover().hand.len()).rev() {
            let target = Target { placed, longest: None, worth: 0 };
            let answer = self.try_target(target, pool, NARROW);
            if answer == CoverAnswer::Found || self.is_spent() {
                break;
            }
        }
    }

    fn worth(&self) -> Option<i32> {
        self.best.as_ref().map(|best| worth_of(best, self.objective))
    }

    fn is_spent(&self) -> bool {
        self.stopped.is_some() || self.cover.meter.nodes() >= self.budget.nodes
    }

    /// Tries to reach a target with one pool.
    fn try_target(&mut self, target: Target, pool: usize, round: Round) -> CoverAnswer {
        let leave = self.before.mover().hand.len() - target.placed;
        // That there is no cover at all rules out the target with every length.
        if target.longest.is_some() && self.pools[pool].is_new_leave(leave) {
            self.try_target(Target { longest: None, worth: 0, ..target }, pool, round);
        }
        if leave < self.pools[pool].must_leave {
            return CoverAnswer::Impossible;
        }
        let roots = target.longest.map(|length| self.roots(pool, length));
        if roots.as_ref().is_some_and(Vec::is_empty) {
            return CoverAnswer::Impossible;
        }
        let answer = self.try_guesses(Attempt { target, pool, leave }, roots.as_deref(), round);
        if answer == CoverAnswer::Impossible && roots.is_none() {
            self.pools[pool].must_leave = leave + 1;
        }
        answer
    }

    /// Tries one guess at the jokers after the other, within the part of the budget that a target gets.
    fn try_guesses(&mut self, attempt: Attempt, roots: Option<&[AnagramClass]>, round: Round) -> CoverAnswer {
        let pool = attempt.pool;
        let mut left = self.nodes_for(round);
        let mut tried = 0;
        let mut answer =
            if self.pools[pool].has_all_guesses { CoverAnswer::Impossible } else { CoverAnswer::Open };
        for at in 0..self.pools[pool].guesses.len() {
            let guess = self.pools[pool].guesses[at];
            let roots = roots.map(|roots| self.roots_for(pool, roots, guess));
            if roots.as_ref().is_some_and(Vec::is_empty) {
                continue;
            }
            if left == 0 || tried == round.guesses || self.stopped.is_some() {
                return CoverAnswer::Open;
            }
            tried += 1;
            let start = self.cover.meter.nodes();
            let limits = CoverLimits { nodes: left, width: round.width };
            answer = answer.or(self.try_guess(attempt, at, roots.as_deref(), limits));
            left = left.saturating_sub(self.cover.meter.nodes() - start);
            self.stopped = self.stopped.or(self.cover.meter.report(self.run).err());
            if answer == CoverAnswer::Found {
                break;
            }
        }
        answer
    }

    /// The nodes that one target gets in a round.
    fn nodes_for(&self, round: Round) -> u64 {
        let part = (self.budget.nodes / round.part).max(1);
        part.min(self.budget.nodes.saturating_sub(self.cover.meter.nodes()))
    }

    /// The classes of words of this length that may count as new.
    fn roots(&mut self, pool: usize, length: usize) -> Vec<AnagramClass> {
        let meter = &mut self.cover.meter;
        let has_jokers = self.pools[pool].pool.jokers() > 0;
        let classes = self.pools[pool].of_length(self.anagrams, length, meter);
        meter.spend(Work::Copy, classes.len());
        if has_jokers { classes.to_vec() } else { without(classes, &self.used_up) }
    }

    /// Is there a word in this class that was not on the table?
    fn is_new(&self, class: AnagramClass) -> bool {
        !self.used_up.contains(&class)
    }

    /// The roots that can be made with a guess at the jokers. An old word is among them only if it can be read as
    /// another one with jokers in it.
    fn roots_for(&mut self, pool: usize, roots: &[AnagramClass], guess: Guess<C>) -> Vec<AnagramClass> {
        let candidates = &self.pools[pool];
        if candidates.pool.jokers() == 0 {
            return roots.to_vec();
        }
        self.cover.meter.spend(Work::Guess, 1);
        self.cover.meter.spend(Work::Look, roots.len());
        let mut roots = self.anagrams.within(roots, candidates.letters(guess));
        let jokers = guess.table.with(guess.hand).unwrap_or(C::EMPTY);
        roots.retain(|&class| {
            self.is_new(class) || self.new_readings(class).iter().any(|letters| letters.is_in(jokers))
        });
        roots
    }

    /// The letters that jokers can stand for so that a word of this class is read as one that was not on the
    /// table.
    fn new_readings(&mut self, class: AnagramClass) -> &[C] {
        if !self.new_readings.contains_key(&class) {
            let words = self.anagrams.words(class);
            let length = self.anagrams.length(class);
            self.cover.meter.spend(Work::Pattern, words.len() * length * (length + 1) / 2);
            let found = words.flat_map(|word| self.new_readings_of(word)).collect();
            self.new_readings.insert(class, found);
        }
        &self.new_readings[&class]
    }

    fn new_readings_of(&self, word: &[Plain]) -> Vec<C> {
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
            found.iter().any(|reading| !self.old.contains(reading)).then(|| C::of(&letters)).flatten()
        };
        let mut found: Vec<C> = pairs.filter_map(new_reading).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Tries one guess, with each way to free the locked words.
    fn try_guess(
        &mut self,
        attempt: Attempt,
        guess: usize,
        roots: Option<&[AnagramClass]>,
        limits: CoverLimits,
    ) -> CoverAnswer {
        let pool = &mut self.pools[attempt.pool];
        pool.prepare(self.anagrams, guess, &mut self.cover.meter);
        // A player who keeps no tile has placed those that free the words, whichever they are.
        let ways = if attempt.leave == 0 { 1 } else { pool.pool.needed.len() };
        let mut answer = CoverAnswer::Impossible;
        for way in 0..ways {
            answer = answer.or(self.try_way(attempt, guess, way, roots, limits));
            if answer == CoverAnswer::Found {
                break;
            }
        }
        answer
    }

    /// Tries one guess, with one way to free the locked words: a cover counts if the judge accepts a table of it that is
    /// worth enough.
    fn try_way(
        &mut self,
        attempt: Attempt,
        guess: usize,
        way: usize,
        roots: Option<&[AnagramClass]>,
        limits: CoverLimits,
    ) -> CoverAnswer {
        let Self { anagrams, rules, before, objective, .. } = *self;
        let candidates = &self.pools[attempt.pool];
        let (pool, makeable) = (&candidates.pool, candidates.makeable(attempt.pool, guess));
        let guess = candidates.guesses[guess];
        let Some(task) = pool.task(guess, pool.needed[way], attempt.leave) else { return CoverAnswer::Open };
        let is_rooted = roots.is_some();
        let builder = TableBuilder { before: before.table(), old: &self.old, pool, guess, is_rooted };
        let mut found = None;
        let mut accept = |classes: &[AnagramClass], meter: &mut CostMeter| {
            meter.spend(Work::Table, 1);
            let tables = builder.tables(anagrams, &rules.words, classes);
            found = tables.into_iter().find_map(|table| {
                meter.spend(Work::Table, 1);
                let best = judged(rules, before, Turn::place(table))?;
                (worth_of(&best, objective) >= attempt.target.worth).then_some(best)
            });
            found.is_some()
        };
        let makeable = Makeable { roots, ..makeable };
        let answer = self.cover.search(anagrams, task, makeable, limits, self.run, &mut accept);
        self.keep_if_better(found);
        answer
    }

    fn keep_if_better(&mut self, found: Option<Best<Letter>>) {
        if found.as_ref().map(|found| worth_of(found, self.objective)) > self.worth() {
            self.best = found;
        }
    }
}

/// The classes all of whose words are among these.
pub(super) fn used_up<C: LetterCounts>(anagrams: &Anagrams<C>, old: &[PlainWord]) -> Vec<AnagramClass> {
    let classes = old.iter().filter_map(|word| anagrams.class_of(word));
    classes.filter(|&class| anagrams.words(class).all(|word| old.iter().any(|old| old == word))).collect()
}

fn worth_of(best: &Best<Letter>, objective: Objective) -> i32 {
    match objective {
        Objective::Points => best.points(),
        Objective::Tiles | Objective::Value => best.value(),
    }
}

//! The search for the best turn: aim after aim, first with little effort, then with more.

use lexicon::Letter as Plain;
use rustc_hash::FxHashMap;
use search::{Budget, Limit, Run};

use super::aims::{Aim, aims};
use super::anagrams::{Anagrams, Family};
use super::bundle::Bundle;
use super::cover::{Cover, Effort, Fits, Verdict};
use super::field::{Field, less};
use super::judged;
use super::lay::Laying;
use super::meter::{Meter, Work};
use super::pool::{Guess, Plainly, Pool, readings};
use crate::best::Objective;
use crate::judge::Best;
use crate::letter::Letter;
use crate::position::Position;
use crate::rules::letters::Letters;
use crate::tile::Tile;
use crate::turn::Turn;
use crate::words::Words;

/// One round over the aims: the share of the budget that one aim gets, one part in so many; how many words
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
pub(super) struct Hunt<'a, 'w, W> {
    anagrams: &'a Anagrams,
    rules: &'a Letters<W>,
    before: &'a Position<Letter>,
    objective: Objective,
    old: Vec<Plainly>,
    /// The families all of whose words were on the table.
    worn: Vec<Family>,
    fields: Vec<Field>,
    is_whole: bool,
    /// What was found by [`Self::renewals`].
    renewals: FxHashMap<Family, Vec<Bundle>>,
    cover: Cover,
    run: &'a mut Run<'w>,
    /// What may be spent, reckoned by the meter of the cover.
    budget: Budget,
    best: Option<Best<Letter>>,
    /// Why the watcher stopped the search.
    stopped: Option<Limit>,
}

impl<'a, 'w, W: Words> Hunt<'a, 'w, W> {
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
            .filter_map(|meld| <[Plainly; 1]>::try_from(readings(&rules.words, meld, 2)).ok())
            .map(|[word]| word)
            .collect::<Vec<_>>();
        let worn = worn(anagrams, &old);
        let fields = pools.into_iter().map(|pool| Field::new(anagrams, pool)).collect();
        Self {
            anagrams,
            rules,
            before,
            objective,
            old,
            worn,
            fields,
            is_whole,
            renewals: FxHashMap::default(),
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
        let mut open: Vec<(Aim, usize)> = aims(hand, self.anagrams.longest(), self.objective)
            .into_iter()
            .flat_map(|aim| (0..self.fields.len()).map(move |field| (aim, field)))
            .collect();
        let reserve = self.budget.nodes / RESERVED;
        self.budget.nodes -= reserve;
        for round in ROUNDS {
            let mut still = Vec::new();
            for (aim, field) in open {
                let is_over = self.worth() >= Some(aim.worth) || self.is_spent();
                if is_over || self.pursue(aim, field, round) == Verdict::Open {
                    still.push((aim, field));
                }
            }
            open = still;
            open.retain(|&(aim, _)| Some(aim.worth) > self.worth());
            if open.is_empty() || self.is_spent() {
                break;
            }
        }
        let is_whole = open.is_empty() && self.is_whole;
        if self.best.is_none() && !is_whole {
            self.budget.nodes = self.cover.meter.nodes() + reserve;
            self.touch_little();
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
    fn touch_little(&mut self) {
        for pool in Pool::narrow(self.before) {
            if self.is_spent() {
                break;
            }
            let mut field = Field::new(self.anagrams, pool);
            if let Some(first) = self.fields.first() {
                field.prepare_within(self.anagrams, first, &mut self.cover.meter);
            }
            self.fields.push(field);
            let more = self.best.as_ref().map_or(0, |best| best.placed().len()) + 1;
            for placed in (more..=self.before.mover().hand.len()).rev() {
                let aim = Aim { placed, longest: None, worth: 0 };
                let verdict = self.pursue(aim, self.fields.len() - 1, NARROW);
                if verdict == Verdict::Found || self.is_spent() {
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

    /// Tries to reach an aim on one field.
    fn pursue(&mut self, aim: Aim, field: usize, round: Round) -> Verdict {
        let leave = self.before.mover().hand.len() - aim.placed;
        if aim.longest.is_some() && self.fields[field].leave_is_new(leave) {
            self.pursue(Aim { longest: None, worth: 0, ..aim }, field, round);
        }
        if leave < self.fields[field].must_leave {
            return Verdict::Impossible;
        }
        let roots = aim.longest.map(|length| self.roots(field, length));
        if roots.as_ref().is_some_and(Vec::is_empty) {
            return Verdict::Impossible;
        }
        let share = (self.budget.nodes / round.part).max(1);
        let mut left = share.min(self.budget.nodes.saturating_sub(self.cover.meter.nodes()));
        let mut verdict =
            if self.fields[field].has_all_guesses { Verdict::Impossible } else { Verdict::Open };
        let mut count = 0;
        for at in 0..self.fields[field].guesses.len() {
            let guess = self.fields[field].guesses[at];
            let roots = roots.as_ref().map(|roots| self.roots_for(field, roots, guess));
            if roots.as_ref().is_some_and(Vec::is_empty) {
                continue;
            }
            if left == 0 || count == round.guesses || self.stopped.is_some() {
                return Verdict::Open;
            }
            count += 1;
            let start = self.cover.meter.nodes();
            let effort = Effort { nodes: left, width: round.width };
            let tried = self.try_guess(aim, field, at, leave, roots.as_deref(), effort);
            left = left.saturating_sub(self.cover.meter.nodes() - start);
            self.stopped = self.stopped.or(self.cover.meter.report(self.run).err());
            match tried {
                Verdict::Found => return Verdict::Found,
                Verdict::Open => verdict = Verdict::Open,
                Verdict::Impossible => {}
            }
        }
        if verdict == Verdict::Impossible && roots.is_none() {
            self.fields[field].must_leave = leave + 1;
        }
        verdict
    }

    /// The families of words of this length that may count as new.
    fn roots(&mut self, field: usize, length: usize) -> Vec<Family> {
        let meter = &mut self.cover.meter;
        let has_jokers = self.fields[field].pool.jokers() > 0;
        let families = self.fields[field].of_length(self.anagrams, length, meter);
        meter.spend(Work::Copy, families.len());
        if has_jokers { families.to_vec() } else { less(families, &self.worn) }
    }

    /// Is there a word in this family that was not on the table?
    fn is_new(&self, family: Family) -> bool {
        !self.worn.contains(&family)
    }

    /// The roots that can be made when the jokers stand for what is guessed. An old word is among them only
    /// if it can be read as another one with jokers in it.
    fn roots_for(&mut self, field: usize, roots: &[Family], guess: Guess) -> Vec<Family> {
        let field = &self.fields[field];
        if field.pool.jokers() == 0 {
            return roots.to_vec();
        }
        self.cover.meter.spend(Work::Guess, 1);
        self.cover.meter.spend(Work::Look, roots.len());
        let mut roots = self.anagrams.within(roots, field.letters(guess));
        let jokers = guess.table.with(guess.hand).unwrap_or(Bundle::EMPTY);
        roots.retain(|&family| {
            self.is_new(family) || self.renewals(family).iter().any(|letters| letters.is_in(jokers))
        });
        roots
    }

    /// The letters that jokers can stand for so that a word of this family is read as one that was not on the
    /// table.
    fn renewals(&mut self, family: Family) -> &[Bundle] {
        if !self.renewals.contains_key(&family) {
            let words = self.anagrams.words(family);
            let length = self.anagrams.length(family);
            self.cover.meter.spend(Work::Pattern, words.len() * length * (length + 1) / 2);
            let found = words.flat_map(|word| self.renewals_of(word)).collect();
            self.renewals.insert(family, found);
        }
        &self.renewals[&family]
    }

    fn renewals_of(&self, word: &[Plain]) -> Vec<Bundle> {
        let length = word.len();
        let pairs = (0..length).flat_map(|a| (a..length).map(move |b| [a, b]));
        let renewal = |places: [usize; 2]| {
            let joker = |at: usize| places.contains(&at);
            let tile = |at: usize| {
                if joker(at) { Some(Letter::JOKER) } else { Letter::from_index(word[at].index()) }
            };
            let pattern: Vec<Letter> = (0..length).filter_map(tile).collect();
            let found = readings(&self.rules.words, &pattern, self.old.len() + 1);
            let letters: Vec<Plain> = (0..length).filter(|&at| joker(at)).map(|at| word[at]).collect();
            found.iter().any(|reading| !self.old.contains(reading)).then(|| Bundle::of(&letters)).flatten()
        };
        let mut found: Vec<Bundle> = pairs.filter_map(renewal).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Tries one guess, with each way to free the locked words.
    fn try_guess(
        &mut self,
        aim: Aim,
        number: usize,
        at: usize,
        leave: usize,
        roots: Option<&[Family]>,
        effort: Effort,
    ) -> Verdict {
        self.fields[number].prepare(self.anagrams, at, &mut self.cover.meter);
        let field = &self.fields[number];
        let (guess, fits) = (field.guesses[at], Fits { roots, ..field.fits(number, at) });
        // Who keeps nothing has placed what was needed, whatever it was.
        let ways = if leave == 0 { 1 } else { field.pool.needed.len() };
        let mut verdict = Verdict::Impossible;
        for &needed in &field.pool.needed[..ways] {
            let Some(task) = field.pool.task(guess, needed, leave) else { return Verdict::Open };
            let laying = Laying {
                before: self.before.table(),
                old: &self.old,
                pool: &field.pool,
                guess,
                is_rooted: roots.is_some(),
            };
            let mut found = None;
            let mut accept = |families: &[Family], meter: &mut Meter| {
                meter.spend(Work::Table, 1);
                let tables = laying.tables(self.anagrams, &self.rules.words, families);
                found = tables.into_iter().find_map(|table| {
                    meter.spend(Work::Table, 1);
                    let best = judged(self.rules, self.before, Turn::place(table))?;
                    (worth_of(&best, self.objective) >= aim.worth).then_some(best)
                });
                found.is_some()
            };
            match self.cover.search(self.anagrams, task, fits, effort, self.run, &mut accept) {
                Verdict::Found => {
                    if found.as_ref().map(|found| worth_of(found, self.objective))
                        > self.best.as_ref().map(|best| worth_of(best, self.objective))
                    {
                        self.best = found;
                    }
                    return Verdict::Found;
                }
                Verdict::Open => verdict = Verdict::Open,
                Verdict::Impossible => {}
            }
        }
        verdict
    }
}

/// The families all of whose words are among these.
pub(super) fn worn(anagrams: &Anagrams, old: &[Plainly]) -> Vec<Family> {
    let families = old.iter().filter_map(|word| anagrams.family_of(word));
    families.filter(|&family| anagrams.words(family).all(|word| old.iter().any(|old| old == word))).collect()
}

fn worth_of(best: &Best<Letter>, objective: Objective) -> i32 {
    match objective {
        Objective::Points => best.points(),
        Objective::Tiles | Objective::Value => best.value(),
    }
}

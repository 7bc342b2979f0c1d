//! Breadth-first search, layer by layer: all states one move away, then all two moves away.
//!
//! One engine serves three ends. Without a width its exhaustion is a proof; with a width it is a beam;
//! with a bound on the length it looks for shorter lines than one known. The work of a layer is cut
//! into pieces that do not depend on the number of threads, so that neither does the answer.

use search::{Budget, Limit, Stats, Watch};

use crate::solve::hopeless::is_hopeless;
use crate::solve::keyset::KeySet;
use crate::solve::laws::Laws;
use crate::solve::packed::{Packed, Step};
use crate::solve::shelves::Shelves;

/// States expanded between two looks at the limits.
const BLOCK: usize = 4096;
/// States expanded in one piece.
const PIECE: usize = 256;
/// The set of known states is cut by key into this many parts.
const SHARDS: usize = 16;
/// Fewer states than this are not worth waking threads for.
const WORTH_THREADS: usize = 1024;

/// A measure of states.
pub(crate) type Measure<'m> = &'m (dyn Fn(&Packed) -> u32 + Sync);

/// What to search, and how much of it.
#[derive(Clone, Copy)]
pub(crate) struct Plan<'p> {
    /// The rules.
    pub(crate) laws: &'p Laws,
    /// Keep only so many states of each layer, those with the lowest measure.
    pub(crate) beam: Option<(usize, Measure<'p>)>,
    /// Leave out states from which a line of at most so many moves in all is out of reach, by a measure
    /// of how many more are needed at least.
    pub(crate) bound: Option<(u32, Measure<'p>)>,
    /// How many threads share the work.
    pub(crate) threads: usize,
}

/// How a search by layers ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// A shortest line among those that were looked at.
    Won(Vec<Step>),
    /// There is no line, or none within the bound.
    Exhausted,
    /// There is no line among the states that the beam kept.
    Narrowed,
    /// A limit was reached.
    Limit(Limit),
}

/// How a state was reached: from which one, by which step.
#[derive(Clone, Copy, Debug)]
struct Link {
    parent: u32,
    step: Step,
}

/// A state that may be new.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    key: u128,
    link: Link,
}

/// What one piece of a layer leads to, by shard.
#[derive(Debug, Default)]
struct Piece {
    candidates: [Vec<Candidate>; SHARDS],
    won: Option<Link>,
    /// The most cards put up in any of them.
    best: u32,
}

/// A part of the known states, and what was new to it in the block at hand.
#[derive(Debug, Default)]
struct Shard {
    known: KeySet,
    new: Vec<(Packed, Link)>,
}

/// The search by layers, with its tables, which serve one search after another.
#[derive(Debug, Default)]
pub(crate) struct Layers {
    shards: [Shard; SHARDS],
    pieces: Vec<Piece>,
    /// Of all states kept, in the order of their numbers.
    links: Shelves<Link>,
    /// The states of the layer at hand: the last ones numbered when it began.
    layer: Shelves<Packed>,
    next: Shelves<Packed>,
    depth: u32,
}

impl Layers {
    /// Searches from a state in normal form.
    pub(crate) fn run(
        &mut self,
        start: &Packed,
        plan: Plan<'_>,
        budget: Budget,
        stats: &mut Stats,
        watch: &mut dyn Watch,
    ) -> End {
        self.begin(start);
        if start.is_won() {
            return End::Won(Vec::new());
        }
        let last_node = stats.nodes.saturating_add(budget.nodes);
        let mut narrowed = false;
        while self.layer.len() > 0 {
            let mut at = 0;
            while at < self.layer.len() {
                let room = usize::try_from(last_node - stats.nodes).unwrap_or(usize::MAX);
                let count = self.layer.stretch(at).len().min(BLOCK).min(room);
                if let Some(limit) = self.limit(count, budget, stats, watch) {
                    return End::Limit(limit);
                }
                if let Some(last) = self.expand(at, count, plan) {
                    return End::Won(self.line(last));
                }
                at += count;
                stats.best = self.pieces.iter().map(|piece| piece.best).fold(stats.best, u32::max);
                stats.nodes += count as u64;
            }
            narrowed |= self.descend(plan);
        }
        if narrowed { End::Narrowed } else { End::Exhausted }
    }

    fn begin(&mut self, start: &Packed) {
        self.shards.iter_mut().for_each(|shard| shard.known.clear());
        self.links.clear();
        self.layer.clear();
        self.next.clear();
        self.depth = 0;
        let known = &mut self.shards[shard_of(start.key())].known;
        known.make_room(1);
        known.insert(start.key());
        // The first state has no parent; nothing asks for it.
        self.links.push(Link { parent: 0, step: Step { card: 0, to: 0 } });
        self.layer.push(*start);
    }

    /// Why the next block may not be expanded, if it may not.
    fn limit(&self, count: usize, budget: Budget, stats: &mut Stats, watch: &mut dyn Watch) -> Option<Limit> {
        stats.stored = self.shards.iter().map(|shard| shard.known.len() as u64).sum();
        stats.depth = self.depth;
        stats.memory = stats.memory.max(self.bytes());
        if watch.tick(stats).is_break() {
            return Some(Limit::Stopped);
        }
        if count == 0 {
            return Some(Limit::Nodes);
        }
        let too_many = self.links.len() + count * MOST_STEPS > u32::MAX as usize;
        (too_many || self.bytes_for(count) > budget.memory).then_some(Limit::Memory)
    }

    fn bytes(&self) -> usize {
        let shards = self
            .shards
            .iter()
            .map(|shard| shard.known.bytes() + shard.new.capacity() * size_of::<(Packed, Link)>());
        let pieces = self.pieces.iter().flat_map(|piece| &piece.candidates);
        shards.sum::<usize>()
            + pieces.map(|list| list.capacity() * size_of::<Candidate>()).sum::<usize>()
            + self.links.bytes()
            + self.layer.bytes()
            + self.next.bytes()
    }

    /// What will be in use at most while the next block is expanded, if it is like those before.
    fn bytes_for(&self, count: usize) -> usize {
        let more = count * USUAL_STEPS;
        let growth = self.shards.iter().map(|shard| shard.known.bytes_with(more / SHARDS));
        let (after, during) =
            growth.fold((0, 0), |(after, most), (to, with_old)| (after + to, most.max(with_old - to)));
        let held = self.shards.iter().map(|shard| shard.known.bytes()).sum::<usize>();
        let shelves =
            self.links.bytes_with(more) - self.links.bytes() + self.next.bytes_with(more) - self.next.bytes();
        self.bytes() - held + after + during + shelves
    }

    /// Expands `count` states of the layer; a step that wins ends it.
    fn expand(&mut self, at: usize, count: usize, plan: Plan<'_>) -> Option<Link> {
        let threads = if count < WORTH_THREADS { 1 } else { plan.threads };
        let first = self.links_before_layer() + at;
        let states = &self.layer.stretch(at)[..count];
        self.pieces.resize_with(self.pieces.len().max(count.div_ceil(PIECE)), Piece::default);
        let pieces = &mut self.pieces[..count.div_ceil(PIECE)];
        let mut work: Vec<_> =
            pieces.iter_mut().zip(states.chunks(PIECE)).zip((first..).step_by(PIECE)).collect();
        share(threads, &mut work, |((piece, states), first)| piece.fill(states, *first, plan.laws));
        let depth = self.depth;
        let short_enough = plan.bound.is_none_or(|(moves, _)| depth < moves);
        if let Some(won) = pieces.iter().find_map(|piece| piece.won).filter(|_| short_enough) {
            return Some(won);
        }
        let pieces = &*pieces;
        let mut work: Vec<_> = self.shards.iter_mut().enumerate().collect();
        share(threads, &mut work, |(number, shard)| {
            shard.admit(pieces.iter().map(|piece| &piece.candidates[*number]), states, first, depth, plan);
        });
        for shard in &mut self.shards {
            for (state, link) in shard.new.drain(..) {
                self.next.push(state);
                self.links.push(link);
            }
        }
        None
    }

    /// The number of the first state of the layer at hand.
    fn links_before_layer(&self) -> usize {
        self.links.len() - self.next.len() - self.layer.len()
    }

    /// Goes on to the next layer, cut to the width of a beam; says whether anything was cut.
    fn descend(&mut self, plan: Plan<'_>) -> bool {
        let cut = plan.beam.is_some_and(|(width, measure)| self.narrow(width, measure));
        std::mem::swap(&mut self.layer, &mut self.next);
        self.next.clear();
        self.depth += 1;
        cut
    }

    /// Keeps the `width` states of the next layer with the lowest measure, earlier ones first.
    fn narrow(&mut self, width: usize, measure: Measure<'_>) -> bool {
        let len = self.next.len();
        if len <= width {
            return false;
        }
        let mut ranked: Vec<_> = (0..len).map(|at| (measure(&self.next.get(at)), at as u32)).collect();
        ranked.select_nth_unstable(width);
        ranked.truncate(width);
        ranked.sort_unstable_by_key(|&(_, at)| at);
        let first = self.links.len() - len;
        for (to, (_, from)) in ranked.into_iter().enumerate() {
            self.next.set(to, self.next.get(from as usize));
            self.links.set(first + to, self.links.get(first + from as usize));
        }
        self.next.truncate(width);
        self.links.truncate(first + width);
        true
    }

    /// The steps to a win, first one first.
    fn line(&self, last: Link) -> Vec<Step> {
        let mut line = vec![last.step];
        let mut at = last.parent;
        while at != 0 {
            let link = self.links.get(at as usize);
            line.push(link.step);
            at = link.parent;
        }
        line.reverse();
        line
    }
}

impl Piece {
    /// Lists what these states lead to; `first` is the number of the first of them.
    fn fill(&mut self, states: &[Packed], first: usize, laws: &Laws) {
        self.candidates.iter_mut().for_each(Vec::clear);
        (self.won, self.best) = (None, 0);
        for (state, parent) in states.iter().zip(first as u32..) {
            state.steps(laws, |step| {
                let mut after = *state;
                after.play(step, laws);
                let link = Link { parent, step };
                if after.is_won() {
                    self.won = self.won.or(Some(link));
                }
                self.best = self.best.max(after.up().count_ones());
                let key = after.key();
                self.candidates[shard_of(key)].push(Candidate { key, link });
            });
        }
    }
}

impl Shard {
    /// Keeps those candidates that were never seen before; the first of equals stays.
    fn admit<'c>(
        &mut self,
        lists: impl Iterator<Item = &'c Vec<Candidate>> + Clone,
        states: &[Packed],
        first: usize,
        depth: u32,
        plan: Plan<'_>,
    ) {
        self.known.make_room(lists.clone().map(Vec::len).sum());
        for candidate in lists.flatten() {
            if !self.known.insert(candidate.key) {
                continue;
            }
            let mut state = states[candidate.link.parent as usize - first];
            state.play(candidate.link.step, plan.laws);
            let in_reach = plan.bound.is_none_or(|(moves, at_least)| depth + 1 + at_least(&state) <= moves);
            if in_reach && !is_hopeless(&state, plan.laws) {
                self.new.push((state, candidate.link));
            }
        }
    }
}

/// A bound on the steps from one state: every top and cell card to every other top, to a space, to a cell.
const MOST_STEPS: usize = 26 * 27 + 12 * 27;
/// More than what one state leads to on average, for the estimate of memory.
const USUAL_STEPS: usize = 16;

fn shard_of(key: u128) -> usize {
    (key >> 124) as usize % SHARDS
}

/// Does the work of all items, on this many threads.
fn share<T: Send>(threads: usize, items: &mut [T], work: impl Fn(&mut T) + Sync) {
    if threads <= 1 {
        return items.iter_mut().for_each(work);
    }
    let share = items.len().div_ceil(threads).max(1);
    let work = &work;
    std::thread::scope(|scope| {
        for part in items.chunks_mut(share) {
            scope.spawn(move || part.iter_mut().for_each(work));
        }
    });
}

#[cfg(test)]
mod tests {
    use search::Unwatched;

    use super::*;
    use crate::solve::small_games::{Dice, Truth, any_table, truth};
    use crate::table::Table;

    fn exhaust(layers: &mut Layers, table: &Table, threads: usize) -> End {
        let laws = Laws::of(table);
        let mut start = Packed::of(table);
        start.normalise(&laws);
        let plan = Plan { laws: &laws, beam: None, bound: None, threads };
        layers.run(&start, plan, Budget::default(), &mut Stats::default(), &mut Unwatched)
    }

    #[test]
    fn small_games_have_the_true_verdict_and_length() {
        let mut dice = Dice::new(2);
        let mut layers = Layers::default();
        let mut seen = [0; 3];
        for game in 0..3000 {
            let table = any_table(&mut dice, 4 + game % 13);
            let truth = truth(&table, 3000);
            let end = exhaust(&mut layers, &table, 1 + game % 2);
            match truth {
                Truth::Shortest(moves) => {
                    assert!(
                        matches!(&end, End::Won(line) if line.len() == moves),
                        "{table:?} {truth:?} {end:?}"
                    );
                    seen[0] += 1;
                }
                Truth::Impossible => {
                    assert_eq!(end, End::Exhausted, "{table:?}");
                    seen[1] += 1;
                }
                Truth::Unknown => seen[2] += 1,
            }
        }
        assert!(seen[0] > 500 && seen[1] > 500, "{seen:?}");
    }
}

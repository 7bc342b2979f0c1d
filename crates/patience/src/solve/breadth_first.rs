//! Breadth-first search, layer by layer: all states one move away, then all two moves away.
//!
//! One engine serves three purposes. Without a width its exhaustion is a proof; with a width it is a beam
//! search; with a bound on the length it looks for shorter lines than one known. The work of a layer is cut
//! into pieces that do not depend on the number of threads, so that neither does the answer. Everything
//! kept is cut by key into shards, each filled by one thread at a time.
//!
//! It can go on where another search of the same state space stopped. Whatever that one met is known, and what it left
//! open is the first layer. So in the end all that was met was expanded, by one of the two.

use search::{Limit, Run, share_out};

use crate::solve::chunked_vec::{CHUNK, ChunkedVec};
use crate::solve::packed::{Packed, PackedMove};
use crate::solve::parking::Parking;
use crate::solve::relaxation::{Relaxation, Relaxed};
use crate::solve::rule_masks::RuleMasks;
use crate::solve::state_space::{StateSpace, Tables};
use crate::solve::zobrist_set::ZobristSet;

/// States expanded in one piece. They lie in one chunk.
const PIECE: usize = 256;
const _: () = assert!(CHUNK.is_multiple_of(PIECE));
/// Pieces expanded between two looks at the limits. Threads are woken for each block, which is felt in small ones.
const BLOCK: usize = 64;
/// The states are cut by key into this many shards.
const SHARDS: usize = 16;
/// Fewer states than this are not worth waking threads for.
const WORTH_THREADS: usize = 1024;

/// The key set is asked for this many candidates ahead: as long as memory takes to answer.
const AHEAD: usize = 12;

/// The most answers about relaxed games that a search keeps.
const MOST_RELAXED: usize = 4_000_000;

/// A measure of states.
pub(crate) type Measure<'m> = &'m (dyn Fn(&Packed) -> u32 + Sync);

/// How much is searched: everything, unless something is set.
#[derive(Clone, Copy, Default)]
pub(crate) struct Plan<'p> {
    /// The width of a beam: how many states of each layer are kept, those with the lowest measure.
    pub(crate) beam: Option<(usize, Measure<'p>)>,
    /// Are states left out that are lost in the relaxed game, where the rules have one?
    pub(crate) relaxed: bool,
    /// The longest line that is looked for, and a lower bound on the moves that a state still needs: states from which
    /// no such line is in reach are left out.
    pub(crate) bound: Option<(u32, Measure<'p>)>,
}

/// How a search ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// A shortest line among those that were looked at.
    Won(Vec<PackedMove>),
    /// There is no line, or none within the bound.
    Exhausted,
    /// There is no line among the states that the beam kept.
    Narrowed,
}

/// The number of a state: its shard, and its place among all that the shard has kept.
///
/// Aligned to two bytes, so that a link has six and not eight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(Rust, packed(2))]
struct Number(u32);

impl Number {
    /// Places are below this.
    const PLACES: usize = u32::MAX as usize / SHARDS;

    fn new(shard: usize, place: usize) -> Self {
        Self((place * SHARDS + shard) as u32)
    }

    fn shard(self) -> usize {
        self.0 as usize % SHARDS
    }

    fn place(self) -> usize {
        self.0 as usize / SHARDS
    }
}

/// Where a search begins: the keys of all states that were met, and those of them that are still to be expanded, each with
/// the number by which its caller knows it.
pub(crate) struct Beginning<K, O> {
    /// How many states were met.
    pub(crate) met: usize,
    pub(crate) known: K,
    pub(crate) open: O,
}

/// A line from one of the states that a search begins with.
struct LineFrom {
    /// The number by which the caller knows the state.
    first: u32,
    steps: Vec<PackedMove>,
}

/// How the search of all layers ends.
enum LayersEnd {
    Won(LineFrom),
    Exhausted,
    Narrowed,
}

/// How a state was reached: from which one, by which move. For a state that the search began with, the parent is the
/// number by which its caller knows it.
#[derive(Clone, Copy, Debug)]
struct Link {
    parent: Number,
    step: PackedMove,
}

/// A state that may be new.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    key: u128,
    link: Link,
}

/// The states that one piece of a layer leads to, by shard.
#[derive(Debug, Default)]
struct Piece {
    candidates: [Vec<Candidate>; SHARDS],
    won: Option<Link>,
    /// The most cards put up in any of them.
    best: u32,
}

/// The states whose keys fall into one shard.
#[derive(Debug, Default)]
struct Shard {
    known: ZobristSet,
    /// Of all states kept, in the order of their places.
    links: ChunkedVec<Link>,
    /// The states of the next layer: the last ones kept.
    next: ChunkedVec<Packed>,
}

/// States of the layer at hand that are expanded in one go.
#[derive(Clone, Copy, Debug)]
struct Slice {
    shard: usize,
    at: usize,
    len: usize,
}

/// A part of the work that threads share.
enum Part<'p> {
    /// Admitting candidates to the shard with this number.
    Admit((usize, &'p mut Shard)),
    /// Expanding states.
    Fill((&'p mut Piece, &'p Slice)),
}

/// The search, with its memory, which serves one search after another.
#[derive(Debug, Default)]
pub(crate) struct BreadthFirst {
    shards: [Shard; SHARDS],
    /// The states of the layer at hand, by shard.
    layer: [ChunkedVec<Packed>; SHARDS],
    /// Candidates of the last block, and of the block that is being expanded.
    filled: Vec<Piece>,
    filling: Vec<Piece>,
    relaxation: Relaxation,
    depth: u32,
    /// How many states of each shard the search began with.
    roots: [usize; SHARDS],
}

impl BreadthFirst {
    /// Searches from a table in normal form.
    pub(crate) fn run(
        &mut self,
        start: &Packed,
        space: &impl StateSpace,
        plan: Plan<'_>,
        run: &mut Run<'_>,
    ) -> Result<Ending, Limit> {
        if start.is_won() {
            return Ok(Ending::Won(Vec::new()));
        }
        let first = space.first(start);
        if plan.relaxed {
            self.relaxation.begin(start);
        }
        let known = std::iter::once(first.key());
        self.begin(Beginning { met: 1, known, open: std::iter::once((0, first)) });
        Ok(match self.search_layers(space, plan, run)? {
            LayersEnd::Won(line) => Ending::Won(space.single_moves(start, line.steps)),
            LayersEnd::Exhausted => Ending::Exhausted,
            LayersEnd::Narrowed => Ending::Narrowed,
        })
    }

    /// Expands layer after layer.
    fn search_layers(
        &mut self,
        space: &impl StateSpace,
        plan: Plan<'_>,
        run: &mut Run<'_>,
    ) -> Result<LayersEnd, Limit> {
        let mut narrowed = false;
        loop {
            let slices = self.slices();
            if slices.is_empty() {
                return Ok(if narrowed { LayersEnd::Narrowed } else { LayersEnd::Exhausted });
            }
            if let Some(last) = self.expand_layer(&slices, space, plan, run)? {
                return Ok(LayersEnd::Won(self.line(last)));
            }
            narrowed |= self.descend(plan);
        }
    }

    /// Goes on with a search that stopped before its end, by the smallest state space that the rules have;
    /// `line_to` tells the moves by which that search reached one of its states.
    pub(crate) fn go_on(
        &mut self,
        start: &Packed,
        masks: &RuleMasks,
        line_to: impl Fn(u32) -> Vec<PackedMove>,
        run: &mut Run<'_>,
    ) -> Result<Ending, Limit> {
        match Parking::new(masks) {
            Some(parking) => self.go_on_in(start, &parking, line_to, run),
            None => self.go_on_in(start, &Tables { masks }, line_to, run),
        }
    }

    fn go_on_in(
        &mut self,
        start: &Packed,
        space: &impl StateSpace,
        line_to: impl Fn(u32) -> Vec<PackedMove>,
        run: &mut Run<'_>,
    ) -> Result<Ending, Limit> {
        Ok(match self.search_layers(space, Plan::default(), run)? {
            LayersEnd::Won(LineFrom { first, steps }) => {
                let mut line = line_to(first);
                line.extend(steps);
                Ending::Won(space.single_moves(start, line))
            }
            LayersEnd::Exhausted => Ending::Exhausted,
            LayersEnd::Narrowed => Ending::Narrowed,
        })
    }

    /// Searches everything from a table in normal form, by the smallest state space that the rules have.
    pub(crate) fn run_whole(
        &mut self,
        start: &Packed,
        masks: &RuleMasks,
        run: &mut Run<'_>,
    ) -> Result<Ending, Limit> {
        if let Some(parking) = Parking::new(masks) {
            return self.run(start, &parking, Plan::default(), run);
        }
        let plan = Plan { relaxed: Relaxation::accepts(masks), ..Plan::default() };
        let ended = self.run(start, &Tables { masks }, plan, run);
        self.relaxation.release();
        ended
    }

    /// Expands the layer block by block, or as much of it as the run allows; a move that wins ends it. While a block is
    /// expanded, the candidates of the block before are admitted: neither work needs the other, and no thread has to wait
    /// for the last piece of either.
    fn expand_layer(
        &mut self,
        slices: &[Slice],
        space: &impl StateSpace,
        plan: Plan<'_>,
        run: &mut Run<'_>,
    ) -> Result<Option<Link>, Limit> {
        let mut filled: &[Slice] = &[];
        for block in slices.chunks(BLOCK) {
            self.may_admit(states_in(filled), run)?;
            let part = cut(block, run.nodes_left());
            let count = states_in(&part);
            if count == 0 {
                return Err(Limit::Nodes);
            }
            let won = self.step(filled, &part, space, plan, run.threads());
            if won.is_some() {
                return Ok(won);
            }
            let stats = run.stats_mut();
            stats.best = self.filled[..part.len()].iter().map(|piece| piece.best).fold(stats.best, u32::max);
            stats.nodes += count as u64;
            if count < states_in(block) {
                return Err(Limit::Nodes);
            }
            filled = block;
        }
        self.may_admit(states_in(filled), run)?;
        self.step(filled, &[], space, plan, run.threads());
        Ok(None)
    }

    /// Takes over what is known and what is to be expanded first.
    pub(crate) fn begin(
        &mut self,
        Beginning { met, known, open }: Beginning<
            impl Iterator<Item = u128>,
            impl Iterator<Item = (u32, Packed)>,
        >,
    ) {
        for (shard, layer) in self.shards.iter_mut().zip(&mut self.layer) {
            shard.known.clear();
            shard.known.make_room(met.div_ceil(SHARDS));
            shard.links.release();
            shard.next.release();
            layer.release();
        }
        self.depth = 0;
        for key in known {
            let set = &mut self.shards[shard_of(key)].known;
            set.make_room(1);
            set.insert(key);
        }
        for (number, state) in open {
            let shard = shard_of(state.key());
            self.layer[shard].push(state);
            // No move leads there, as far as this search goes.
            self.shards[shard]
                .links
                .push(Link { parent: Number(number), step: PackedMove { card: 0, to: 0 } });
        }
        self.roots = std::array::from_fn(|shard| self.layer[shard].len());
    }

    /// The most bytes in use after taking over this many known states, `open` of them to be expanded.
    pub(crate) fn bytes_to_begin(known: usize, open: usize) -> usize {
        known * BYTES_PER_KEY + open * (size_of::<Packed>() + size_of::<Link>())
    }

    /// The layer at hand, cut into pieces.
    fn slices(&self) -> Vec<Slice> {
        let pieces = |(shard, states): (usize, &ChunkedVec<Packed>)| {
            let len = states.len();
            (0..len).step_by(PIECE).map(move |at| Slice { shard, at, len: PIECE.min(len - at) })
        };
        self.layer.iter().enumerate().flat_map(pieces).collect()
    }

    /// Says why the candidates of `count` states may not be admitted, if they may not.
    fn may_admit(&self, count: usize, run: &mut Run<'_>) -> Result<(), Limit> {
        run.stats_mut().depth = self.depth;
        run.note_held(self.shards.iter().map(|shard| shard.known.len()).sum(), self.bytes());
        run.ask()?;
        let places = self.shards.iter().map(|shard| shard.links.len()).max().unwrap_or(0);
        let too_many = places + count * MOST_MOVES > Number::PLACES;
        if too_many { Err(run.no_room()) } else { run.may_hold(self.bytes_for(count, run.threads())) }
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        let kept = |shard: &Shard| shard.known.bytes() + shard.links.bytes() + shard.next.bytes();
        let pieces = self.filled.iter().chain(&self.filling).flat_map(|piece| &piece.candidates);
        self.shards.iter().map(kept).sum::<usize>()
            + self.layer.iter().map(ChunkedVec::bytes).sum::<usize>()
            + pieces.map(|list| list.capacity() * size_of::<Candidate>()).sum::<usize>()
            + self.relaxation.bytes_with(0)
    }

    /// The most bytes in use while the candidates of this many states are admitted, if these are like the states before.
    fn bytes_for(&self, count: usize, threads: usize) -> usize {
        let more = count * USUAL_MOVES / SHARDS;
        let growth = self.shards.iter().map(|shard| {
            let (after, with_old) = shard.known.bytes_with(more);
            let chunks = shard.links.bytes_with(more) - shard.links.bytes() + shard.next.bytes_with(more)
                - shard.next.bytes();
            (after - shard.known.bytes() + chunks, with_old - after)
        });
        // Every thread may be moving one shard to a larger table.
        let (after, during) =
            growth.fold((0, 0), |(after, most), (more, meanwhile)| (after + more, most.max(meanwhile)));
        self.bytes() + after + during * threads.max(1)
    }

    /// Admits the candidates of the block that was filled, and expands another; a move that wins ends it.
    fn step(
        &mut self,
        filled: &[Slice],
        block: &[Slice],
        space: &impl StateSpace,
        plan: Plan<'_>,
        threads: usize,
    ) -> Option<Link> {
        let Self { shards, layer, filled: admitting, filling, relaxation, depth, .. } = self;
        // Of each shard: the states before those of the layer, and the states of the next one.
        let before: [usize; SHARDS] = std::array::from_fn(|number| {
            shards[number].links.len() - shards[number].next.len() - layer[number].len()
        });
        let admitted: [usize; SHARDS] = std::array::from_fn(|number| shards[number].next.len());
        filling.resize_with(filling.len().max(block.len()), Piece::default);
        let admitting = &admitting[..filled.len()];
        let filling = &mut filling[..block.len()];
        let is_worth_threads = states_in(filled) + states_in(block) >= WORTH_THREADS;
        // Pieces are small: they come last, so that the threads end together.
        let shards_to_fill = if admitting.is_empty() { 0 } else { SHARDS };
        let admit = shards.iter_mut().take(shards_to_fill).enumerate().map(Part::Admit);
        let fill = filling.iter_mut().zip(block).map(Part::Fill);
        let state = |number: Number| layer[number.shard()].get(number.place() - before[number.shard()]);
        share_out(if is_worth_threads { threads } else { 1 }, admit.chain(fill), |part| match part {
            Part::Admit((number, shard)) => {
                let candidates = admitting.iter().map(|piece| &piece.candidates[number]);
                shard.admit(candidates, state, *depth, space, plan);
            }
            Part::Fill((piece, &Slice { shard, at, len })) => {
                let number = |place| Number::new(shard, before[shard] + at + place);
                piece.fill(&layer[shard].chunk_from(at)[..len], number, space);
            }
        });
        if plan.relaxed {
            // The answers are kept for all shards, and in what order they are asked for does not depend on threads.
            for (shard, known) in shards.iter_mut().zip(admitted) {
                shard.drop_from(known, |state| relaxation.ask(state, MOST_RELAXED) == Relaxed::Lost);
            }
        }
        let short_enough = plan.bound.is_none_or(|(moves, _)| *depth < moves);
        let won = filling.iter().find_map(|piece| piece.won).filter(|_| short_enough);
        std::mem::swap(&mut self.filled, &mut self.filling);
        won
    }

    /// Goes on to the next layer, cut to the width of a beam; says whether anything was cut.
    fn descend(&mut self, plan: Plan<'_>) -> bool {
        let cut = plan.beam.is_some_and(|(width, measure)| self.narrow(width, measure));
        for (shard, layer) in self.shards.iter_mut().zip(&mut self.layer) {
            std::mem::swap(layer, &mut shard.next);
            shard.next.truncate(0);
        }
        self.depth += 1;
        cut
    }

    /// Keeps the `width` states of the next layer with the lowest measure, earlier ones first.
    fn narrow(&mut self, width: usize, measure: Measure<'_>) -> bool {
        if self.shards.iter().map(|shard| shard.next.len()).sum::<usize>() <= width {
            return false;
        }
        let ranks = |(number, shard): (usize, &Shard)| {
            let rank = |at| (measure(&shard.next.get(at)), at as u32, number as u8);
            (0..shard.next.len()).map(rank).collect::<Vec<_>>()
        };
        let mut ranked: Vec<_> = self.shards.iter().enumerate().flat_map(ranks).collect();
        ranked.select_nth_unstable(width);
        ranked.truncate(width);
        ranked.sort_unstable_by_key(|&(_, at, _)| at);
        let mut kept = [0; SHARDS];
        let first: [usize; SHARDS] =
            std::array::from_fn(|number| self.shards[number].links.len() - self.shards[number].next.len());
        for (_, from, number) in ranked {
            let (number, from) = (usize::from(number), from as usize);
            let Shard { links, next, .. } = &mut self.shards[number];
            next.set(kept[number], next.get(from));
            links.set(first[number] + kept[number], links.get(first[number] + from));
            kept[number] += 1;
        }
        for ((shard, kept), first) in self.shards.iter_mut().zip(kept).zip(first) {
            shard.next.truncate(kept);
            shard.links.truncate(first + kept);
        }
        true
    }

    /// The moves to a win, first one first, and the state they begin from.
    fn line(&self, last: Link) -> LineFrom {
        let mut steps = vec![last.step];
        let mut at = last.parent;
        loop {
            let link = self.shards[at.shard()].links.get(at.place());
            if at.place() < self.roots[at.shard()] {
                steps.reverse();
                return LineFrom { first: link.parent.0, steps };
            }
            steps.push(link.step);
            at = link.parent;
        }
    }
}

/// How many states these are.
fn states_in(slices: &[Slice]) -> usize {
    slices.iter().map(|slice| slice.len).sum()
}

/// The first states of a block, `most` of them at most.
fn cut(block: &[Slice], most: u64) -> Vec<Slice> {
    let mut left = usize::try_from(most).unwrap_or(usize::MAX);
    let cut = block.iter().map(|&slice| {
        let len = slice.len.min(left);
        left -= len;
        Slice { len, ..slice }
    });
    cut.filter(|slice| slice.len > 0).collect()
}

impl Piece {
    /// Lists the states that these lead to; `number` gives each of these its number.
    fn fill(&mut self, states: &[Packed], number: impl Fn(usize) -> Number, space: &impl StateSpace) {
        self.candidates.iter_mut().for_each(Vec::clear);
        (self.won, self.best) = (None, 0);
        for (place, state) in states.iter().enumerate() {
            let parent = number(place);
            self.best = self.best.max(state.up().count_ones());
            space.moves(state, |step| {
                let link = Link { parent, step };
                let key = space.key_after(state, step).unwrap_or_else(|| self.build(state, link, space));
                self.candidates[shard_of(key)].push(Candidate { key, link });
            });
        }
    }

    /// The key of the state after a move that has to be played for it.
    fn build(&mut self, state: &Packed, link: Link, space: &impl StateSpace) -> u128 {
        let mut after = *state;
        space.play(&mut after, link.step);
        if after.is_won() {
            self.won = self.won.or(Some(link));
        }
        self.best = self.best.max(after.up().count_ones());
        after.key()
    }
}

impl Shard {
    /// Keeps those candidates that were never seen before; the first of equals stays.
    fn admit<'c>(
        &mut self,
        lists: impl Iterator<Item = &'c Vec<Candidate>> + Clone,
        parent: impl Fn(Number) -> Packed,
        depth: u32,
        space: &impl StateSpace,
        plan: Plan<'_>,
    ) {
        self.known.make_room(lists.clone().map(Vec::len).sum());
        let mut ahead = lists.clone().flatten();
        ahead.by_ref().take(AHEAD).for_each(|candidate| self.known.prefetch(candidate.key));
        for candidate in lists.flatten() {
            if let Some(later) = ahead.next() {
                self.known.prefetch(later.key);
            }
            if !self.known.insert(candidate.key) {
                continue;
            }
            let mut state = parent(candidate.link.parent);
            space.play(&mut state, candidate.link.step);
            let in_reach = plan.bound.is_none_or(|(moves, at_least)| depth + 1 + at_least(&state) <= moves);
            if in_reach && !space.is_lost(&state) {
                self.next.push(state);
                self.links.push(candidate.link);
            }
        }
    }
}

impl Shard {
    /// Drops those of the last states kept, from this place in the next layer on, that are lost.
    fn drop_from(&mut self, first: usize, mut is_lost: impl FnMut(&Packed) -> bool) {
        let offset = self.links.len() - self.next.len();
        let mut kept = first;
        for at in first..self.next.len() {
            let state = self.next.get(at);
            if !is_lost(&state) {
                self.next.set(kept, state);
                self.links.set(offset + kept, self.links.get(offset + at));
                kept += 1;
            }
        }
        self.next.truncate(kept);
        self.links.truncate(offset + kept);
    }
}

/// The most bytes that a key takes in the sets of the shards, while one of them moves to a larger table.
const BYTES_PER_KEY: usize = 2 * size_of::<u128>();
/// A bound on the moves from one state: every top and cell card to every other top, to a space, to a cell.
const MOST_MOVES: usize = 26 * 27 + 12 * 27;
/// More than the average number of moves from one state, for the estimate of memory.
const USUAL_MOVES: usize = 16;

fn shard_of(key: u128) -> usize {
    (key >> 124) as usize % SHARDS
}

#[cfg(test)]
mod tests {
    use search::{Budget, Unwatched};

    use super::*;
    use crate::dice::Dice;
    use crate::solve::small_games::{Truth, any_table, table_without_room, truth};
    use crate::table::Table;

    fn exhaust(search: &mut BreadthFirst, table: &Table, threads: usize) -> Ending {
        let masks = RuleMasks::of(table);
        let mut start = Packed::of(table);
        start.normalise(&masks);
        let mut watch = Unwatched;
        let mut run = Run::new(Budget::default(), &mut watch).with_threads(threads);
        search.run(&start, &Tables { masks: &masks }, Plan::default(), &mut run).unwrap()
    }

    /// The state space and the pruning that the rules have change no verdict.
    #[test]
    fn the_whole_search_has_the_true_verdict() {
        let mut dice = Dice::new(3);
        let mut search = BreadthFirst::default();
        let mut seen = [0; 2];
        for game in 0..4000 {
            let mut table = match game % 2 {
                0 => table_without_room(&mut dice, 4 + game % 15),
                _ => any_table(&mut dice, 4 + game % 13),
            };
            table.normalise();
            let masks = RuleMasks::of(&table);
            let mut watch = Unwatched;
            let mut run = Run::new(Budget::default(), &mut watch).with_threads(1 + game % 3);
            let end = search.run_whole(&Packed::of(&table), &masks, &mut run).unwrap();
            match truth(&table, 1000) {
                Truth::Shortest(_) => assert!(matches!(end, Ending::Won(_)), "{table:?}"),
                Truth::Impossible => assert_eq!(end, Ending::Exhausted, "{table:?}"),
                Truth::Unknown => continue,
            }
            seen[usize::from(end == Ending::Exhausted)] += 1;
        }
        assert!(seen[0] > 1000 && seen[1] > 1000, "{seen:?}");
    }

    #[test]
    fn small_games_have_the_true_verdict_and_length() {
        let mut dice = Dice::new(2);
        let mut search = BreadthFirst::default();
        let mut seen = [0; 3];
        for game in 0..3000 {
            let table = any_table(&mut dice, 4 + game % 13);
            let truth = truth(&table, 3000);
            let end = exhaust(&mut search, &table, 1 + game % 2);
            match truth {
                Truth::Shortest(moves) => {
                    assert!(
                        matches!(&end, Ending::Won(line) if line.len() == moves),
                        "{table:?} {truth:?} {end:?}"
                    );
                    seen[0] += 1;
                }
                Truth::Impossible => {
                    assert_eq!(end, Ending::Exhausted, "{table:?}");
                    seen[1] += 1;
                }
                Truth::Unknown => seen[2] += 1,
            }
        }
        assert!(seen[0] > 500 && seen[1] > 500, "{seen:?}");
    }
}

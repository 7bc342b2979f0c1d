//! Best-first search: always the state that promises most, until one is won or the budget is spent.
#![allow(unsafe_code, reason = "the same search compiled for newer processors, called only on those")]

use search::{Limit, Run, Stats};

use crate::card::Card;
use crate::solve::column_store::ColumnStore;
use crate::solve::deadlock::is_deadlocked;
use crate::solve::expand::{Expansion, Node, TopColumns};
use crate::solve::frontier::{Frontier, OpenNode};
use crate::solve::lossy_set::LossySet;
use crate::solve::packed::{FLOOR, Packed, PackedMove};
use crate::solve::rule_masks::RuleMasks;
use crate::solve::run_move::RunMove;
use crate::solve::weights::Weights;

/// How to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GuidedOptions {
    /// Which states promise most.
    pub weights: Weights,
    /// The best so many of each layer, or always the best of all.
    pub width: Option<usize>,
    /// Drop states with so many fewer cards put up than the best state seen.
    pub forget: Option<u32>,
    /// Give up where there is too little progress.
    pub progress: Option<ProgressLimit>,
}

/// How long a search may go on without progress.
///
/// A search that will win comes closer with nearly every state; one that is stuck is so for long. It is given
/// up when it has expanded more states than its progress pays for, and the next one tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProgressLimit {
    /// States that are free.
    pub at_start: u32,
    /// States for every 1024 by which the best state seen costs less than the start.
    pub per_gain: u32,
}

impl ProgressLimit {
    /// How many states may be expanded after such a gain.
    #[inline]
    fn length(self, gain: i32) -> u64 {
        u64::from(self.at_start) + u64::from(self.per_gain) * u64::from(gain.max(0).unsigned_abs()) / 1024
    }
}

/// States expanded between two looks at the limits.
const BLOCK: u64 = 1024;
/// No state leads to more others in the games there are.
const MOST_CHILDREN: usize = 64;

/// How a state was reached: from which one, by which haul.
#[derive(Clone, Copy, Debug)]
struct Link {
    parent: u32,
    run_move: RunMove,
}

/// The search, with its tables, which serve one search after another.
#[derive(Debug)]
pub(crate) struct Guided {
    /// The states that were expanded. Those that wait may hold the same state many times: few of them
    /// ever have their turn, so it is cheaper to look then.
    visited: LossySet,
    /// How each of them was reached.
    links: Vec<Link>,
    /// Those that may still be asked for: all, or the last layers of a beam.
    nodes: Vec<Node>,
    columns: ColumnStore,
    frontier: Frontier,
    /// The most cards put up in any state seen.
    best: u32,
    /// What the first state costs, and the cheapest that was expanded.
    first_cost: i32,
    least_cost: i32,
    top_columns: TopColumns,
}

impl Default for Guided {
    fn default() -> Self {
        Self {
            visited: LossySet::default(),
            links: Vec::new(),
            nodes: Vec::new(),
            columns: ColumnStore::default(),
            frontier: Frontier::default(),
            best: 0,
            first_cost: 0,
            least_cost: 0,
            top_columns: [0; Card::COUNT],
        }
    }
}

impl Guided {
    /// Searches from a state in normal form that is not won, with a run that has spent nothing yet. Ends with a
    /// line of single cards, or with nothing where there is too little progress or nothing left to try: it never
    /// proves anything.
    pub(crate) fn run(
        &mut self,
        start: &Packed,
        masks: &RuleMasks,
        options: &GuidedOptions,
        run: &mut Run<'_>,
    ) -> Result<Option<Vec<PackedMove>>, Limit> {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("avx2")
        {
            // SAFETY: the processor has just been asked for the instructions.
            return unsafe { self.run_on_newer(start, masks, options, run) };
        }
        self.run_anywhere(start, masks, options, run)
    }

    /// The search with instructions for single bits, which much of it comes down to, and wide copies.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "popcnt,bmi1,bmi2,avx2")]
    fn run_on_newer(
        &mut self,
        start: &Packed,
        masks: &RuleMasks,
        options: &GuidedOptions,
        run: &mut Run<'_>,
    ) -> Result<Option<Vec<PackedMove>>, Limit> {
        self.run_anywhere(start, masks, options, run)
    }

    #[expect(clippy::inline_always, reason = "to be compiled once for each set of instructions")]
    #[inline(always)]
    fn run_anywhere(
        &mut self,
        start: &Packed,
        masks: &RuleMasks,
        options: &GuidedOptions,
        run: &mut Run<'_>,
    ) -> Result<Option<Vec<PackedMove>>, Limit> {
        self.begin(start, masks, &options.weights);
        let stride = options.width.unwrap_or(0).max(BLOCK as usize);
        let mut errand = SearchLimits {
            progress: options.progress,
            stride,
            last_node: run.budget().nodes,
            next_look: BLOCK,
            run,
        };
        let mut layer = 0..1;
        loop {
            for number in layer.clone() {
                if let Some(last) = self.expand(number, masks, &options.weights) {
                    self.report(errand.run.stats_mut());
                    return Ok(Some(self.line(start, number, last, masks)));
                }
                if let Some(end) = errand.account(self) {
                    self.report(errand.run.stats_mut());
                    return end.map(|()| None);
                }
            }
            layer = layer.end..self.enter(options, masks);
            if layer.is_empty() {
                self.report(errand.run.stats_mut());
                return Ok(None);
            }
        }
    }

    fn begin(&mut self, start: &Packed, masks: &RuleMasks, weights: &Weights) {
        self.visited.clear();
        self.visited.insert(start.key() as u64);
        self.links.clear();
        self.nodes.clear();
        self.columns.begin(start, masks);
        self.frontier.clear();
        self.best = start.up().count_ones();
        let (columns_cost, buried) = weights.columns(start, masks);
        let left = 52 - self.best;
        let rest = weights.rest(left, buried, start.free_cells(masks), start.spaces(masks));
        self.first_cost = columns_cost + rest;
        self.least_cost = self.first_cost;
        // The first state was reached by nothing; nobody asks.
        self.links
            .push(Link { parent: 0, run_move: RunMove { base: PackedMove { card: 0, to: 0 }, top: 0 } });
        self.nodes.push(Node { state: *start, columns_cost, buried, just_moved: FLOOR, depth: 0 });
    }

    fn report(&self, stats: &mut Stats) {
        stats.stored = self.visited.len() as u64;
        stats.best = stats.best.max(self.best);
        stats.depth = self.nodes.last().map_or(0, |node| node.depth.into());
        stats.memory = stats.memory.max(self.bytes());
    }

    fn bytes(&self) -> usize {
        self.visited.bytes()
            + self.links.capacity() * size_of::<Link>()
            + self.nodes.capacity() * size_of::<Node>()
            + self.columns.bytes()
            + self.frontier.bytes()
    }

    /// What will be in use at most before the next look: a list that is nearly full doubles, and both are
    /// there while it is copied.
    fn bytes_soon(&self, more: usize) -> usize {
        let kept = size_of::<Node>() + self.columns.bytes_each();
        let growing = |len: usize, capacity: usize| {
            if len + more > capacity { (len + more).max(2 * capacity) } else { 0 }
        };
        let waiting = self.frontier.is_nearly_full(MOST_CHILDREN * BLOCK as usize);
        self.bytes()
            + growing(self.nodes.len(), self.nodes.capacity()) * kept
            + growing(self.links.len(), self.links.capacity()) * size_of::<Link>()
            + usize::from(waiting) * 2 * self.frontier.bytes()
            + self.visited.bytes_more(more)
    }

    /// How many states are no longer kept.
    #[inline]
    fn gone(&self) -> usize {
        self.links.len() - self.nodes.len()
    }

    /// Builds those states that promise most, one or a beam of them, and says up to which number. What
    /// a beam leaves behind is forgotten.
    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    fn enter(&mut self, options: &GuidedOptions, masks: &RuleMasks) -> u32 {
        let old = self.nodes.len();
        let gone = self.gone();
        let full = old + options.width.unwrap_or(1);
        // Where there are cells, one of them is nearly always free, and the question not worth asking.
        let tight = masks.cells == 0;
        while self.nodes.len() < full {
            let Some(OpenNode { parent, run_move, buried, columns_cost, .. }) = self.frontier.pop() else {
                break;
            };
            let before = &self.nodes[parent as usize - gone];
            let raises = run_move.frees_next(&before.state);
            if !raises && !self.visited.insert(before.state.key_after(run_move.base) as u64) {
                continue;
            }
            let depth = before.depth.saturating_add(1);
            let mut state = before.state;
            if raises {
                run_move.play(&mut state, masks);
            } else {
                run_move.shift(&mut state);
            }
            let is_forgotten =
                || options.forget.is_some_and(|distance| state.up().count_ones() + distance < self.best);
            if (raises && !self.visited.insert(state.key() as u64))
                || is_forgotten()
                || (tight && is_deadlocked(&state, masks))
            {
                continue;
            }
            debug_assert_eq!((columns_cost, buried), options.weights.columns(&state, masks));
            self.columns.push(parent - gone as u32, run_move, &before.state, &state, masks);
            let left = 52 - state.up().count_ones();
            let rest = options.weights.rest(left, buried, state.free_cells(masks), state.spaces(masks));
            self.least_cost = self.least_cost.min(columns_cost + rest);
            let just_moved = if state.up() == before.state.up() { run_move.base.card } else { FLOOR };
            self.links.push(Link { parent, run_move });
            self.nodes.push(Node { state, columns_cost, buried, just_moved, depth });
        }
        if options.width.is_some() {
            self.frontier.clear();
            self.nodes.drain(..old);
            self.columns.forget(old);
        }
        self.links.len() as u32
    }

    /// Lists what a state leads to; a haul that wins ends it.
    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    fn expand(&mut self, number: u32, masks: &RuleMasks, weights: &Weights) -> Option<RunMove> {
        let gone = self.gone() as u32;
        let Self { nodes, columns, frontier, best, top_columns, .. } = self;
        let at = number - gone;
        let (node, columns) = (&nodes[at as usize], columns.of(at));
        Expansion { masks, weights, node, number, columns, top_columns, frontier, best }.run()
    }

    /// The line of single cards to the state with this number and on by the last haul.
    fn line(&self, start: &Packed, number: u32, last: RunMove, masks: &RuleMasks) -> Vec<PackedMove> {
        let mut run_moves = vec![last];
        let mut at = number;
        while at != 0 {
            let Link { parent, run_move } = self.links[at as usize];
            run_moves.push(run_move);
            at = parent;
        }
        let mut line = Vec::new();
        let mut state = *start;
        for run_move in run_moves.into_iter().rev() {
            run_move.steps(&state, masks, &mut line);
            run_move.play(&mut state, masks);
        }
        line
    }
}

/// The limits of one search.
struct SearchLimits<'e, 'w> {
    progress: Option<ProgressLimit>,
    /// No more states than this are entered between two looks.
    stride: usize,
    last_node: u64,
    next_look: u64,
    run: &'e mut Run<'w>,
}

impl SearchLimits<'_, '_> {
    /// Counts a node, and says how the search must end, if it must: by a limit, or for want of progress.
    #[inline]
    fn account(&mut self, search: &Guided) -> Option<Result<(), Limit>> {
        let stats = self.run.stats_mut();
        stats.nodes += 1;
        if stats.nodes >= self.last_node {
            return Some(Err(Limit::Nodes));
        }
        let is_taut = |progress: ProgressLimit| {
            search.links.len() as u64 > progress.length(search.first_cost - search.least_cost)
        };
        if self.progress.is_some_and(is_taut) {
            return Some(Ok(()));
        }
        if stats.nodes < self.next_look {
            return None;
        }
        self.next_look = stats.nodes + BLOCK;
        self.look(search).err().map(Err)
    }

    #[cold]
    fn look(&mut self, search: &Guided) -> Result<(), Limit> {
        search.report(self.run.stats_mut());
        self.run.ask()?;
        if search.bytes_soon(self.stride) > self.run.budget().memory { Err(Limit::Memory) } else { Ok(()) }
    }
}

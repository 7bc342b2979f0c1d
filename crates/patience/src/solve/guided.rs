//! Guided search: best-first, or by a beam, until a state is won or the budget is spent.

use search::{Bits, Kernel, Limit, Run, Stats, dispatch};

use crate::card::Card;
use crate::solve::column_store::ColumnStore;
use crate::solve::deadlock::is_deadlocked;
use crate::solve::expand::{Expansion, Node, TopColumns};
use crate::solve::frontier::{Frontier, OpenNode};
use crate::solve::lossy_set::LossySet;
use crate::solve::packed::{FLOOR, Packed, PackedMove};
use crate::solve::relaxation::{Relaxation, Relaxed};
use crate::solve::rule_masks::RuleMasks;
use crate::solve::run_move::{Relay, RunMove};
use crate::solve::weights::Weights;

/// How to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GuidedOptions {
    /// Which states are expanded first.
    pub weights: Weights,
    /// The width of a beam; without one the search is best-first.
    pub width: Option<usize>,
    /// Drop states that are this many cards behind the best state seen, by cards put up.
    pub forget: Option<u32>,
    /// Give up where there is too little progress.
    pub progress: Option<ProgressLimit>,
    /// Drop states that are lost in the relaxed game, where the rules have one.
    pub relaxed: bool,
    /// How many cards a step moves.
    pub steps: Steps,
    /// The most steps of a line, where longer ones are of no use. For beams, whose states are all equally far.
    pub longest: Option<u16>,
}

impl GuidedOptions {
    /// Best-first with these weights, without limits.
    pub const fn best_first(weights: Weights) -> Self {
        Self {
            weights,
            width: None,
            forget: None,
            progress: None,
            relaxed: false,
            steps: Steps::Runs,
            longest: None,
        }
    }

    /// How runs go: where they are counted, as a player moves them.
    fn relay(&self) -> Relay {
        if self.steps == Steps::AnyRuns { Relay::FewWait } else { Relay::ManyWait }
    }
}

/// How many cards a step of a search moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Steps {
    /// One.
    SingleCards,
    /// A run; into an empty column one card or the whole run that its column ends with.
    Runs,
    /// A run; into an empty column any part of the run that its column ends with.
    AnyRuns,
}

/// How long a search may go on without progress.
///
/// A search that will win comes closer with nearly every state; one that is stuck usually stays stuck. It is given
/// up when it has expanded more states than its progress allows, and the next one tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProgressLimit {
    /// States allowed before any progress.
    pub at_start: u32,
    /// States allowed for every 1024 by which the best state seen costs less than the start.
    pub per_gain: u32,
}

impl ProgressLimit {
    /// How many states may be expanded after such a gain.
    #[inline]
    fn states(self, gain: i32) -> u64 {
        u64::from(self.at_start) + u64::from(self.per_gain) * u64::from(gain.max(0).unsigned_abs()) / 1024
    }
}

/// The states from which a search starts, and the rules it plays by.
#[derive(Clone, Copy)]
pub(crate) struct Problem<'p> {
    /// In normal form, and not won.
    pub(crate) start: &'p Packed,
    pub(crate) masks: &'p RuleMasks,
}

/// How a search ends within its limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum GuidedEnd {
    /// With the moves of single cards that win.
    Won(Vec<PackedMove>),
    /// Without a line, which proves nothing.
    Nothing,
}

/// The result of a search.
pub(crate) type Found = Result<GuidedEnd, Limit>;

/// How the loop of a search ends.
enum LoopEnd {
    /// With the number of a state, and the move that wins from it.
    Won(u32, RunMove),
    /// With nothing left to expand.
    Emptied,
    /// With too little progress.
    Stuck,
}

/// States expanded between two looks at the limits.
const BLOCK: u64 = 1024;
/// No state of the built-in games leads to more others; only the estimate of memory rests on it.
const MOST_CHILDREN: usize = 64;

/// More moves than most lines have. A list that grows asks for memory again and again, and threads wait for each other
/// there.
const USUAL_LINE: usize = 128;

/// The most answers about relaxed games that a search keeps.
const MOST_RELAXED: usize = 4_000_000;

/// How a state was reached: from which one, by which move.
#[derive(Clone, Copy, Debug)]
struct Link {
    parent: u32,
    run_move: RunMove,
}

/// The search, with its memory, which serves one search after another.
#[derive(Debug)]
pub(crate) struct Guided {
    /// The states that were met.
    visited: LossySet,
    /// How each of them was reached.
    links: Vec<Link>,
    /// Those that may still be asked for: all, or the last layers of a beam.
    nodes: Vec<Node>,
    columns: ColumnStore,
    frontier: Frontier,
    /// The most cards put up in any state seen.
    best: u32,
    /// The costs of the first state, and of the cheapest that was expanded.
    first_cost: i32,
    least_cost: i32,
    top_columns: TopColumns,
    relaxation: Relaxation,
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
            relaxation: Relaxation::default(),
        }
    }
}

impl Guided {
    /// Searches with a run that has spent nothing yet.
    pub(crate) fn run(&mut self, problem: Problem<'_>, options: &GuidedOptions, run: &mut Run<'_>) -> Found {
        dispatch(GuidedRun { search: self, problem, options, run })
    }

    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    fn run_here(&mut self, problem: Problem<'_>, options: &GuidedOptions, run: &mut Run<'_>) -> Found {
        self.begin(problem, options);
        let mut limits = SearchLimits::new(options, run);
        let end = self.search(problem.masks, options, &mut limits);
        self.report(limits.run.stats_mut());
        Ok(match end? {
            LoopEnd::Won(number, last) => GuidedEnd::Won(self.line(problem, number, last, options.relay())),
            LoopEnd::Emptied | LoopEnd::Stuck => GuidedEnd::Nothing,
        })
    }

    /// Expands layer after layer: always the best state, or a beam of the best.
    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    fn search(
        &mut self,
        masks: &RuleMasks,
        options: &GuidedOptions,
        limits: &mut SearchLimits<'_, '_>,
    ) -> Result<LoopEnd, Limit> {
        let mut layer = 0..1;
        while !layer.is_empty() {
            for number in layer.clone() {
                if let Some(last) = self.expand(number, masks, options) {
                    return Ok(LoopEnd::Won(number, last));
                }
                if !limits.may_go_on(self)? {
                    return Ok(LoopEnd::Stuck);
                }
            }
            layer = layer.end..self.enter(options, masks);
            if options.longest.is_some_and(|longest| self.depth() >= longest) {
                break;
            }
        }
        Ok(LoopEnd::Emptied)
    }

    fn begin(&mut self, Problem { start, masks }: Problem<'_>, options: &GuidedOptions) {
        let weights = &options.weights;
        self.visited.clear();
        self.visited.insert(start.key() as u64);
        self.links.clear();
        self.nodes.clear();
        self.columns.begin(start, masks);
        self.frontier.clear();
        self.relaxation.begin(start);
        self.best = start.up().count_ones();
        let (columns_cost, buried) = weights.columns(start, masks);
        self.first_cost = columns_cost + weights.rest_of(start, buried, masks);
        self.least_cost = self.first_cost;
        // No move leads to the first state; this link is never followed.
        self.links
            .push(Link { parent: 0, run_move: RunMove { base: PackedMove { card: 0, to: 0 }, top: 0 } });
        self.nodes.push(Node { state: *start, columns_cost, buried, just_moved: FLOOR, depth: 0 });
    }

    fn report(&self, stats: &mut Stats) {
        stats.stored = self.visited.len() as u64;
        stats.best = stats.best.max(self.best);
        stats.depth = self.depth().into();
        stats.memory = stats.memory.max(self.bytes());
    }

    /// The steps to the state that was entered last.
    #[inline]
    fn depth(&self) -> u16 {
        self.nodes.last().map_or(0, |node| node.depth)
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        self.visited.bytes()
            + self.links.capacity() * size_of::<Link>()
            + self.nodes.capacity() * size_of::<Node>()
            + self.columns.bytes()
            + self.frontier.bytes()
            + self.relaxation.bytes_with(0)
    }

    /// The most bytes in use before the next look: a list that is nearly full doubles, and both are there while it
    /// is copied.
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

    /// Builds the best states of the frontier, one or a beam of them, and says up to which number. The states that
    /// a beam leaves behind are forgotten.
    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    fn enter(&mut self, options: &GuidedOptions, masks: &RuleMasks) -> u32 {
        let old = self.nodes.len();
        let full = old + options.width.unwrap_or(1);
        while self.nodes.len() < full
            && let Some(open) = self.frontier.pop()
        {
            if let Some(state) = self.build(&open, options, masks) {
                self.keep(&open, &state, &options.weights, masks);
            }
        }
        if options.width.is_some() {
            self.frontier.clear();
            self.nodes.drain(..old);
            self.columns.forget(old);
        }
        self.links.len() as u32
    }

    /// The state that an entry of the frontier stands for, unless it was visited, is to be forgotten or is lost.
    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    fn build(&mut self, open: &OpenNode, options: &GuidedOptions, masks: &RuleMasks) -> Option<Packed> {
        let before = &self.nodes[open.parent as usize - self.gone()].state;
        let raises = before.frees_next(open.run_move.base.card);
        // Where nothing goes up the key is known before the state is built.
        if !raises && !self.visited.insert(before.key_after(open.run_move.base) as u64) {
            return None;
        }
        let mut state = *before;
        if raises {
            open.run_move.play(&mut state, masks);
        } else {
            open.run_move.shift(&mut state);
        }
        if raises && !self.visited.insert(state.key() as u64) {
            return None;
        }
        let is_behind = |distance: u32| state.up().count_ones() + distance < self.best;
        // Where there are cells, one of them is nearly always free.
        let is_lost = || masks.cells == 0 && is_deadlocked(&state, masks);
        if options.forget.is_some_and(is_behind) || is_lost() {
            return None;
        }
        (!options.relaxed || !self.is_lost_when_relaxed(&state, masks)).then_some(state)
    }

    fn is_lost_when_relaxed(&mut self, state: &Packed, masks: &RuleMasks) -> bool {
        Relaxation::accepts(masks) && self.relaxation.ask(state, MOST_RELAXED) == Relaxed::Lost
    }

    /// Takes a state as the next number.
    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    fn keep(&mut self, open: &OpenNode, state: &Packed, weights: &Weights, masks: &RuleMasks) {
        let OpenNode { parent, run_move, buried, columns_cost, .. } = *open;
        debug_assert_eq!((columns_cost, buried), weights.columns(state, masks));
        let at = parent as usize - self.gone();
        let before = &self.nodes[at];
        self.columns.push(at as u32, run_move, &before.state, state, masks);
        self.least_cost = self.least_cost.min(columns_cost + weights.rest_of(state, buried, masks));
        let just_moved = if state.up() == before.state.up() { run_move.base.card } else { FLOOR };
        let depth = before.depth.saturating_add(1);
        self.links.push(Link { parent, run_move });
        self.nodes.push(Node { state: *state, columns_cost, buried, just_moved, depth });
    }

    /// Puts everything that a state leads to into the frontier; a move that wins ends it.
    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    fn expand(&mut self, number: u32, masks: &RuleMasks, options: &GuidedOptions) -> Option<RunMove> {
        let gone = self.gone() as u32;
        let Self { nodes, columns, frontier, best, top_columns, .. } = self;
        let at = number - gone;
        let (node, columns) = (&nodes[at as usize], columns.of(at));
        let GuidedOptions { weights, steps, .. } = options;
        Expansion { masks, weights, steps: *steps, node, number, columns, top_columns, frontier, best }.run()
    }

    /// The moves of single cards to the state with this number and on by the last move.
    fn line(
        &self,
        Problem { start, masks }: Problem<'_>,
        number: u32,
        last: RunMove,
        relay: Relay,
    ) -> Vec<PackedMove> {
        let mut run_moves = Vec::with_capacity(USUAL_LINE);
        run_moves.push(last);
        let mut at = number;
        while at != 0 {
            let Link { parent, run_move } = self.links[at as usize];
            run_moves.push(run_move);
            at = parent;
        }
        let mut line = Vec::with_capacity(2 * USUAL_LINE);
        let mut state = *start;
        for run_move in run_moves.into_iter().rev() {
            run_move.single_moves(&state, masks, relay, &mut line);
            run_move.play(&mut state, masks);
        }
        line
    }
}

/// One search, as a kernel: much of it comes down to instructions for single bits and to wide copies.
struct GuidedRun<'g, 'w> {
    search: &'g mut Guided,
    problem: Problem<'g>,
    options: &'g GuidedOptions,
    run: &'g mut Run<'w>,
}

impl Kernel for GuidedRun<'_, '_> {
    type Output = Found;

    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    fn run<B: Bits>(self) -> Found {
        self.search.run_here(self.problem, self.options, self.run)
    }
}

/// The limits of one search.
struct SearchLimits<'l, 'w> {
    progress: Option<ProgressLimit>,
    /// No more states than this are entered between two looks.
    stride: usize,
    last_node: u64,
    next_look: u64,
    run: &'l mut Run<'w>,
}

impl<'l, 'w> SearchLimits<'l, 'w> {
    fn new(options: &GuidedOptions, run: &'l mut Run<'w>) -> Self {
        let stride = options.width.unwrap_or(0).max(BLOCK as usize);
        let last_node = run.budget().nodes;
        Self { progress: options.progress, stride, last_node, next_look: 0, run }
    }

    /// Counts a node. Is there enough progress to go on?
    #[inline]
    fn may_go_on(&mut self, search: &Guided) -> Result<bool, Limit> {
        let stats = self.run.stats_mut();
        stats.nodes += 1;
        if stats.nodes >= self.last_node {
            return Err(Limit::Nodes);
        }
        let gain = search.first_cost - search.least_cost;
        if self.progress.is_some_and(|limit| search.links.len() as u64 > limit.states(gain)) {
            return Ok(false);
        }
        if stats.nodes >= self.next_look {
            self.next_look = stats.nodes + BLOCK;
            self.look(search)?;
        }
        Ok(true)
    }

    #[cold]
    fn look(&mut self, search: &Guided) -> Result<(), Limit> {
        search.report(self.run.stats_mut());
        self.run.ask()?;
        self.run.may_hold(search.bytes_soon(self.stride))
    }
}

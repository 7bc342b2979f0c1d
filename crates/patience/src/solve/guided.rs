//! Best-first search: always the state that promises most, until one is won or the budget is spent.
#![allow(unsafe_code, reason = "the same search compiled for newer processors, called only on those")]

use search::{Limit, Run, Stats};

use crate::card::Card;
use crate::solve::expand::{Expansion, Node, Places};
use crate::solve::frontier::{Frontier, Waiting};
use crate::solve::haul::Haul;
use crate::solve::hopeless::is_hopeless;
use crate::solve::laws::Laws;
use crate::solve::marks::Marks;
use crate::solve::packed::{FLOOR, Packed, Step};
use crate::solve::piles::Piles;
use crate::solve::weights::Weights;

/// How to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Manner {
    /// Which states promise most.
    pub weights: Weights,
    /// The best so many of each layer, or always the best of all.
    pub width: Option<usize>,
    /// Drop states with so many fewer cards put up than the best state seen.
    pub forget: Option<u32>,
    /// Give up where there is too little progress.
    pub leash: Option<Leash>,
}

/// How long a search may go on without progress.
///
/// A search that will win comes closer with nearly every state; one that is stuck is so for long. It is given
/// up when it has expanded more states than its progress pays for, and the next one tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leash {
    /// States that are free.
    pub first: u32,
    /// States for every 1024 by which the best state seen costs less than the start.
    pub pace: u32,
}

impl Leash {
    /// How many states may be expanded after such a gain.
    #[inline]
    fn length(self, gain: i32) -> u64 {
        u64::from(self.first) + u64::from(self.pace) * u64::from(gain.max(0).unsigned_abs()) / 1024
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
    haul: Haul,
}

/// The search, with its tables, which serve one search after another.
#[derive(Debug)]
pub(crate) struct Guided {
    /// The states that were expanded. Those that wait may hold the same state many times: few of them
    /// ever have their turn, so it is cheaper to look then.
    marks: Marks,
    /// How each of them was reached.
    trail: Vec<Link>,
    /// Those that may still be asked for: all, or the last layers of a beam.
    nodes: Vec<Node>,
    piles: Piles,
    frontier: Frontier,
    /// The most cards put up in any state seen.
    best: u32,
    /// What the first state costs, and the cheapest that was expanded.
    first_cost: i32,
    least_cost: i32,
    places: Places,
}

impl Default for Guided {
    fn default() -> Self {
        Self {
            marks: Marks::default(),
            trail: Vec::new(),
            nodes: Vec::new(),
            piles: Piles::default(),
            frontier: Frontier::default(),
            best: 0,
            first_cost: 0,
            least_cost: 0,
            places: [0; Card::COUNT],
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
        laws: &Laws,
        manner: &Manner,
        run: &mut Run<'_>,
    ) -> Result<Option<Vec<Step>>, Limit> {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("avx2")
        {
            // SAFETY: the processor has just been asked for the instructions.
            return unsafe { self.run_on_newer(start, laws, manner, run) };
        }
        self.run_anywhere(start, laws, manner, run)
    }

    /// The search with instructions for single bits, which much of it comes down to, and wide copies.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "popcnt,bmi1,bmi2,avx2")]
    fn run_on_newer(
        &mut self,
        start: &Packed,
        laws: &Laws,
        manner: &Manner,
        run: &mut Run<'_>,
    ) -> Result<Option<Vec<Step>>, Limit> {
        self.run_anywhere(start, laws, manner, run)
    }

    #[expect(clippy::inline_always, reason = "to be compiled once for each set of instructions")]
    #[inline(always)]
    fn run_anywhere(
        &mut self,
        start: &Packed,
        laws: &Laws,
        manner: &Manner,
        run: &mut Run<'_>,
    ) -> Result<Option<Vec<Step>>, Limit> {
        self.begin(start, laws, &manner.weights);
        let stride = manner.width.unwrap_or(0).max(BLOCK as usize);
        let mut errand =
            Errand { leash: manner.leash, stride, last_node: run.budget().nodes, next_look: BLOCK, run };
        let mut layer = 0..1;
        loop {
            for number in layer.clone() {
                if let Some(last) = self.expand(number, laws, &manner.weights) {
                    self.report(errand.run.stats_mut());
                    return Ok(Some(self.line(start, number, last, laws)));
                }
                if let Some(end) = errand.account(self) {
                    self.report(errand.run.stats_mut());
                    return end.map(|()| None);
                }
            }
            layer = layer.end..self.enter(manner, laws);
            if layer.is_empty() {
                self.report(errand.run.stats_mut());
                return Ok(None);
            }
        }
    }

    fn begin(&mut self, start: &Packed, laws: &Laws, weights: &Weights) {
        self.marks.clear();
        self.marks.insert(start.key() as u64);
        self.trail.clear();
        self.nodes.clear();
        self.piles.begin(start, laws);
        self.frontier.clear();
        self.best = start.up().count_ones();
        let (columns_cost, buried) = weights.columns(start, laws);
        let left = 52 - self.best;
        let rest = weights.rest(left, buried, start.free_cells(laws), start.spaces(laws));
        self.first_cost = columns_cost + rest;
        self.least_cost = self.first_cost;
        // The first state was reached by nothing; nobody asks.
        self.trail.push(Link { parent: 0, haul: Haul { base: Step { card: 0, to: 0 }, top: 0 } });
        self.nodes.push(Node { state: *start, columns_cost, buried, just_moved: FLOOR, depth: 0 });
    }

    fn report(&self, stats: &mut Stats) {
        stats.stored = self.marks.len() as u64;
        stats.best = stats.best.max(self.best);
        stats.depth = self.nodes.last().map_or(0, |node| node.depth.into());
        stats.memory = stats.memory.max(self.bytes());
    }

    fn bytes(&self) -> usize {
        self.marks.bytes()
            + self.trail.capacity() * size_of::<Link>()
            + self.nodes.capacity() * size_of::<Node>()
            + self.piles.bytes()
            + self.frontier.bytes()
    }

    /// What will be in use at most before the next look: a list that is nearly full doubles, and both are
    /// there while it is copied.
    fn bytes_soon(&self, more: usize) -> usize {
        let kept = size_of::<Node>() + self.piles.bytes_each();
        let growing = |len: usize, capacity: usize| {
            if len + more > capacity { (len + more).max(2 * capacity) } else { 0 }
        };
        let waiting = self.frontier.is_nearly_full(MOST_CHILDREN * BLOCK as usize);
        self.bytes()
            + growing(self.nodes.len(), self.nodes.capacity()) * kept
            + growing(self.trail.len(), self.trail.capacity()) * size_of::<Link>()
            + usize::from(waiting) * 2 * self.frontier.bytes()
            + self.marks.bytes_more(more)
    }

    /// How many states are no longer kept.
    #[inline]
    fn gone(&self) -> usize {
        self.trail.len() - self.nodes.len()
    }

    /// Builds those states that promise most, one or a beam of them, and says up to which number. What
    /// a beam leaves behind is forgotten.
    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    fn enter(&mut self, manner: &Manner, laws: &Laws) -> u32 {
        let old = self.nodes.len();
        let gone = self.gone();
        let full = old + manner.width.unwrap_or(1);
        // Where there are cells, one of them is nearly always free, and the question not worth asking.
        let tight = laws.cells == 0;
        while self.nodes.len() < full {
            let Some(Waiting { parent, haul, buried, columns_cost, .. }) = self.frontier.pop() else {
                break;
            };
            let before = &self.nodes[parent as usize - gone];
            let raises = haul.frees_next(&before.state);
            if !raises && !self.marks.insert(before.state.key_after(haul.base) as u64) {
                continue;
            }
            let depth = before.depth.saturating_add(1);
            let mut state = before.state;
            if raises {
                haul.play(&mut state, laws);
            } else {
                haul.shift(&mut state);
            }
            let is_forgotten =
                || manner.forget.is_some_and(|distance| state.up().count_ones() + distance < self.best);
            if (raises && !self.marks.insert(state.key() as u64))
                || is_forgotten()
                || (tight && is_hopeless(&state, laws))
            {
                continue;
            }
            debug_assert_eq!((columns_cost, buried), manner.weights.columns(&state, laws));
            self.piles.push(parent - gone as u32, haul, &before.state, &state, laws);
            let left = 52 - state.up().count_ones();
            let rest = manner.weights.rest(left, buried, state.free_cells(laws), state.spaces(laws));
            self.least_cost = self.least_cost.min(columns_cost + rest);
            let just_moved = if state.up() == before.state.up() { haul.base.card } else { FLOOR };
            self.trail.push(Link { parent, haul });
            self.nodes.push(Node { state, columns_cost, buried, just_moved, depth });
        }
        if manner.width.is_some() {
            self.frontier.clear();
            self.nodes.drain(..old);
            self.piles.forget(old);
        }
        self.trail.len() as u32
    }

    /// Lists what a state leads to; a haul that wins ends it.
    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    fn expand(&mut self, number: u32, laws: &Laws, weights: &Weights) -> Option<Haul> {
        let gone = self.gone() as u32;
        let Self { nodes, piles, frontier, best, places, .. } = self;
        let at = number - gone;
        let (node, piles) = (&nodes[at as usize], piles.of(at));
        Expansion { laws, weights, node, number, piles, places, frontier, best }.run()
    }

    /// The line of single cards to the state with this number and on by the last haul.
    fn line(&self, start: &Packed, number: u32, last: Haul, laws: &Laws) -> Vec<Step> {
        let mut hauls = vec![last];
        let mut at = number;
        while at != 0 {
            let Link { parent, haul } = self.trail[at as usize];
            hauls.push(haul);
            at = parent;
        }
        let mut line = Vec::new();
        let mut state = *start;
        for haul in hauls.into_iter().rev() {
            haul.steps(&state, laws, &mut line);
            haul.play(&mut state, laws);
        }
        line
    }
}

/// The limits of one search.
struct Errand<'e, 'w> {
    leash: Option<Leash>,
    /// No more states than this are entered between two looks.
    stride: usize,
    last_node: u64,
    next_look: u64,
    run: &'e mut Run<'w>,
}

impl Errand<'_, '_> {
    /// Counts a node, and says how the search must end, if it must: by a limit, or for want of progress.
    #[inline]
    fn account(&mut self, search: &Guided) -> Option<Result<(), Limit>> {
        let stats = self.run.stats_mut();
        stats.nodes += 1;
        if stats.nodes >= self.last_node {
            return Some(Err(Limit::Nodes));
        }
        let is_taut =
            |leash: Leash| search.trail.len() as u64 > leash.length(search.first_cost - search.least_cost);
        if self.leash.is_some_and(is_taut) {
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

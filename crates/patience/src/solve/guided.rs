//! Best-first search: always the state that promises most, until one is won or the budget is spent.
#![allow(unsafe_code, reason = "the same search compiled for newer processors, called only on those")]

use search::{Budget, Limit, Stats, Watch};

use crate::card::Card;
use crate::solve::haul::{Haul, Reach};
use crate::solve::laws::{Cards, Laws, bit};
use crate::solve::marks::Marks;
use crate::solve::packed::{CELL, FLOOR, Packed, Step, cards};
use crate::solve::weights::Weights;

/// How a guided search ends. It never proves anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Guess {
    /// A line of single cards.
    Won(Vec<Step>),
    /// None was found.
    Limit(Limit),
}

/// How to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Manner {
    /// Which states promise most.
    pub weights: Weights,
    /// The best so many of each layer, or always the best of all.
    pub width: Option<usize>,
    /// Drop states with so many fewer cards put up than the best state seen.
    pub forget: Option<u32>,
}

/// States expanded between two looks at the limits.
const BLOCK: u64 = 1024;
const COSTS: usize = 4096;
const NONE: u32 = u32::MAX;

/// A state that was expanded, and how it was reached.
#[derive(Clone, Copy, Debug)]
struct Node {
    state: Packed,
    columns_cost: i32,
    parent: u32,
    haul: Haul,
    depth: u16,
}

/// A state that waits: its parent's number and the haul to it. It is built when its turn comes.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    /// The one that waits behind it at the same cost.
    behind: u32,
    parent: u32,
    columns_cost: i32,
    haul: Haul,
}

/// The search, with its tables, which serve one search after another.
#[derive(Debug)]
pub(crate) struct Guided {
    marks: Marks,
    nodes: Vec<Node>,
    waiting: Vec<Waiting>,
    /// For each cost the one that came last.
    queues: Box<[u32; COSTS]>,
    lowest: usize,
    /// The most cards put up in any state seen.
    best: u32,
    /// For each top card all cards of its column.
    columns: [Cards; Card::COUNT],
}

impl Default for Guided {
    fn default() -> Self {
        Self {
            marks: Marks::default(),
            nodes: Vec::new(),
            waiting: Vec::new(),
            queues: Box::new([NONE; COSTS]),
            lowest: COSTS,
            best: 0,
            columns: [0; Card::COUNT],
        }
    }
}

/// What stays the same while one state is expanded.
struct Ground<'g> {
    laws: &'g Laws,
    weights: &'g Weights,
    state: Packed,
    number: u32,
    depth: u16,
    columns_cost: i32,
    next: Cards,
    cards_left: u32,
    free_cells: u32,
    spaces: u32,
}

impl Guided {
    /// Searches from a state in normal form that is not won.
    pub(crate) fn run(
        &mut self,
        start: &Packed,
        laws: &Laws,
        manner: &Manner,
        budget: Budget,
        stats: &mut Stats,
        watch: &mut dyn Watch,
    ) -> Guess {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
        {
            // SAFETY: the processor has just been asked for the instructions.
            return unsafe { self.run_on_bits(start, laws, manner, budget, stats, watch) };
        }
        self.run_anywhere(start, laws, manner, budget, stats, watch)
    }

    /// The search with instructions for single bits, which much of it comes down to.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "popcnt,bmi1,bmi2")]
    fn run_on_bits(
        &mut self,
        start: &Packed,
        laws: &Laws,
        manner: &Manner,
        budget: Budget,
        stats: &mut Stats,
        watch: &mut dyn Watch,
    ) -> Guess {
        self.run_anywhere(start, laws, manner, budget, stats, watch)
    }

    #[expect(clippy::inline_always, reason = "to be compiled once for each set of instructions")]
    #[inline(always)]
    fn run_anywhere(
        &mut self,
        start: &Packed,
        laws: &Laws,
        manner: &Manner,
        budget: Budget,
        stats: &mut Stats,
        watch: &mut dyn Watch,
    ) -> Guess {
        self.begin(start, laws, &manner.weights);
        let mut errand = Errand {
            last_node: stats.nodes.saturating_add(budget.nodes),
            next_look: stats.nodes + BLOCK,
            memory: budget.memory,
            stats,
            watch,
        };
        let mut layer = 0..1;
        loop {
            for number in layer.clone() {
                if let Some(last) = self.expand(number, laws, &manner.weights) {
                    self.report(errand.stats);
                    return Guess::Won(self.line(number, last, laws));
                }
                if let Some(limit) = errand.account(self) {
                    self.report(errand.stats);
                    return Guess::Limit(limit);
                }
            }
            layer = layer.end..self.enter(manner, laws);
            if layer.is_empty() {
                self.report(errand.stats);
                return Guess::Limit(Limit::Pruned);
            }
        }
    }

    fn begin(&mut self, start: &Packed, laws: &Laws, weights: &Weights) {
        self.marks.clear();
        self.marks.insert(start.key() as u64);
        self.nodes.clear();
        self.waiting.clear();
        self.queues.fill(NONE);
        self.lowest = COSTS;
        self.best = start.up().count_ones();
        self.nodes.push(Node {
            state: *start,
            columns_cost: weights.columns(start, laws),
            parent: NONE,
            // The first state was reached by nothing; nobody asks.
            haul: Haul { base: Step { card: 0, to: 0 }, top: 0 },
            depth: 0,
        });
    }

    fn report(&self, stats: &mut Stats) {
        stats.stored = self.marks.len() as u64;
        stats.best = stats.best.max(self.best);
        stats.depth = self.nodes.last().map_or(0, |node| node.depth.into());
        stats.memory = stats.memory.max(self.bytes());
    }

    fn bytes(&self) -> usize {
        self.marks.bytes()
            + self.nodes.capacity() * size_of::<Node>()
            + self.waiting.capacity() * size_of::<Waiting>()
    }

    /// What will be in use at most before the next look: a list that is nearly full doubles.
    fn bytes_soon(&self) -> usize {
        let nearly_full = |len: usize, room: usize, block: usize| len + block > room;
        let nodes = nearly_full(self.nodes.len(), self.nodes.capacity(), BLOCK as usize);
        let waiting = nearly_full(self.waiting.len(), self.waiting.capacity(), 16 * BLOCK as usize);
        let marks = nearly_full(2 * self.marks.len(), self.marks.bytes() / 8, 32 * BLOCK as usize);
        self.bytes()
            + usize::from(nodes) * 2 * self.nodes.capacity() * size_of::<Node>()
            + usize::from(waiting) * 2 * self.waiting.capacity() * size_of::<Waiting>()
            + usize::from(marks) * 2 * self.marks.bytes()
    }

    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    fn pop(&mut self) -> Option<Waiting> {
        while self.lowest < COSTS {
            let at = self.queues[self.lowest];
            if at != NONE {
                let waiting = self.waiting[at as usize];
                self.queues[self.lowest] = waiting.behind;
                return Some(waiting);
            }
            self.lowest += 1;
        }
        None
    }

    /// Builds those states that promise most, one or a beam of them, and says up to which number. What
    /// a beam leaves behind is forgotten.
    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    fn enter(&mut self, manner: &Manner, laws: &Laws) -> u32 {
        let full = self.nodes.len() + manner.width.unwrap_or(1);
        while self.nodes.len() < full {
            let Some(Waiting { parent, columns_cost, haul, .. }) = self.pop() else {
                break;
            };
            let before = &self.nodes[parent as usize];
            let depth = before.depth.saturating_add(1);
            let mut state = before.state;
            haul.play(&mut state, laws);
            if manner.forget.is_none_or(|distance| state.up().count_ones() + distance >= self.best) {
                self.nodes.push(Node { state, columns_cost, parent, haul, depth });
            }
        }
        if manner.width.is_some() {
            self.waiting.clear();
            self.queues.fill(NONE);
            self.lowest = COSTS;
        }
        self.nodes.len() as u32
    }

    /// Lists what a state leads to; a haul that wins ends it.
    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    fn expand(&mut self, number: u32, laws: &Laws, weights: &Weights) -> Option<Haul> {
        let Node { state, columns_cost, depth, .. } = self.nodes[number as usize];
        let ground = Ground {
            laws,
            weights,
            state,
            number,
            depth,
            columns_cost,
            next: state.next_up(),
            cards_left: 52 - state.up().count_ones(),
            free_cells: state.free_cells(laws),
            spaces: state.spaces(laws),
        };
        self.survey(&state);
        for top in cards(state.tops()) {
            if let Some(won) = self.leave_column(&ground, top) {
                return Some(won);
            }
        }
        for card in cards(state.cells()) {
            self.leave_cell(&ground, card);
        }
        None
    }

    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    fn survey(&mut self, state: &Packed) {
        for top in cards(state.tops()) {
            let mut all = 0;
            let mut card = top;
            while card != FLOOR {
                all |= bit(card);
                card = state.beneath(card);
            }
            self.columns[usize::from(top)] = all;
        }
    }

    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    fn leave_column(&mut self, ground: &Ground<'_>, top: u8) -> Option<Haul> {
        let Ground { laws, weights, state, next, free_cells, spaces, .. } = ground;
        let reach = Reach::new(*free_cells, *spaces, laws);
        let mut run = [0; 13];
        let mut under = self.columns[usize::from(top)];
        let mut old_cost = 0;
        let mut base = top;
        for length in 1.. {
            run[length - 1] = base;
            under ^= bit(base);
            let on = state.beneath(base);
            let lies = weights.on(base, on, laws);
            old_cost += weights.over(base, under, *next) + lies;
            let whole = on == FLOOR || laws.hosts[usize::from(base)] & bit(on) == 0;
            let left =
                Left { on, spaces: spaces + u32::from(on == FLOOR), cells: *free_cells, cost: -old_cost };
            for host in cards(laws.hosts[usize::from(base)] & state.tops()) {
                let pile = self.columns[usize::from(host)];
                let cost: i32 = run[..length].iter().map(|&card| weights.over(card, pile, *next)).sum();
                let haul = Haul { base: Step { card: base, to: host }, top };
                if self.reach(ground, haul, Left { cost: left.cost + cost, ..left }) {
                    return Some(haul);
                }
            }
            let into_space = *spaces > 0 && on != FLOOR && laws.fillers & bit(base) != 0;
            if into_space && (whole || length == 1) && length as u32 <= reach.into_space {
                let haul = Haul { base: Step { card: base, to: FLOOR }, top };
                let cost = left.cost + weights.on(base, FLOOR, laws);
                if self.reach(ground, haul, Left { cost, spaces: left.spaces - 1, ..left }) {
                    return Some(haul);
                }
            }
            if length == 1 && *free_cells > 0 {
                let haul = Haul { base: Step { card: base, to: CELL }, top };
                if self.reach(ground, haul, Left { cells: free_cells - 1, ..left }) {
                    return Some(haul);
                }
            }
            // A card of a longer run that could go up would do so on the way.
            if whole || length as u32 >= reach.onto || (bit(on) | bit(base)) & next != 0 {
                break;
            }
            base = on;
        }
        None
    }

    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    fn leave_cell(&mut self, ground: &Ground<'_>, card: u8) {
        let Ground { laws, weights, state, next, free_cells, spaces, .. } = ground;
        let left = Left { on: CELL, spaces: *spaces, cells: free_cells + 1, cost: 0 };
        for host in cards(laws.hosts[usize::from(card)] & state.tops()) {
            let cost = weights.over(card, self.columns[usize::from(host)], *next);
            self.reach(ground, Haul { base: Step { card, to: host }, top: card }, Left { cost, ..left });
        }
        if *spaces > 0 && laws.fillers & bit(card) != 0 {
            let cost = weights.on(card, FLOOR, laws);
            let haul = Haul { base: Step { card, to: FLOOR }, top: card };
            self.reach(ground, haul, Left { cost, spaces: spaces - 1, ..left });
        }
    }

    /// Puts the state that a haul leads to among those that wait, if it is new; true if it is won.
    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    fn reach(&mut self, ground: &Ground<'_>, haul: Haul, left: Left) -> bool {
        if left.on < FLOOR && bit(left.on) & ground.next != 0 {
            return self.reach_by_putting_up(ground, haul);
        }
        if self.marks.insert(ground.state.key_after(haul.base) as u64) {
            let rest = ground.weights.rest(ground.cards_left, left.cells, left.spaces);
            self.wait(ground, haul, ground.columns_cost + left.cost, rest);
        }
        false
    }

    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    fn reach_by_putting_up(&mut self, ground: &Ground<'_>, haul: Haul) -> bool {
        let Ground { laws, weights, mut state, .. } = *ground;
        haul.play(&mut state, laws);
        if state.is_won() {
            return true;
        }
        if haul.top != haul.base.card && !haul.is_honest(&ground.state, &state) {
            return false;
        }
        if self.marks.insert(state.key() as u64) {
            let up = state.up().count_ones();
            self.best = self.best.max(up);
            let rest = weights.rest(52 - up, state.free_cells(laws), state.spaces(laws));
            self.wait(ground, haul, weights.columns(&state, laws), rest);
        }
        false
    }

    #[inline]
    fn wait(&mut self, ground: &Ground<'_>, haul: Haul, columns_cost: i32, rest: i32) {
        let cost = columns_cost + rest + ground.weights.step * (i32::from(ground.depth) + 1);
        let cost = cost.clamp(0, COSTS as i32 - 1) as usize;
        let behind = std::mem::replace(&mut self.queues[cost], self.waiting.len() as u32);
        self.waiting.push(Waiting { behind, parent: ground.number, columns_cost, haul });
        self.lowest = self.lowest.min(cost);
    }

    /// The line of single cards to the node and on by the last haul.
    fn line(&self, number: u32, last: Haul, laws: &Laws) -> Vec<Step> {
        let mut hauls = vec![(number, last)];
        let mut node = &self.nodes[number as usize];
        while node.parent != NONE {
            hauls.push((node.parent, node.haul));
            node = &self.nodes[node.parent as usize];
        }
        let mut line = Vec::new();
        for (number, haul) in hauls.into_iter().rev() {
            haul.steps(&self.nodes[number as usize].state, laws, &mut line);
        }
        line
    }
}

/// What a haul leaves behind.
#[derive(Clone, Copy)]
struct Left {
    /// What the run lay on.
    on: u8,
    /// Spaces afterwards.
    spaces: u32,
    /// Free cells afterwards.
    cells: u32,
    /// What the columns cost more afterwards.
    cost: i32,
}

/// The limits of one search, and who watches it.
struct Errand<'e> {
    last_node: u64,
    next_look: u64,
    memory: usize,
    stats: &'e mut Stats,
    watch: &'e mut dyn Watch,
}

impl Errand<'_> {
    /// Counts a node, and says why the search must end, if it must.
    #[inline]
    fn account(&mut self, search: &Guided) -> Option<Limit> {
        self.stats.nodes += 1;
        if self.stats.nodes >= self.last_node {
            return Some(Limit::Nodes);
        }
        if self.stats.nodes < self.next_look {
            return None;
        }
        self.next_look = self.stats.nodes + BLOCK;
        search.report(self.stats);
        if self.watch.tick(self.stats).is_break() {
            return Some(Limit::Stopped);
        }
        (search.bytes_soon() > self.memory).then_some(Limit::Memory)
    }
}

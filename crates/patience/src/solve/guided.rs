//! Best-first search: always the state that promises most, until one is won or the budget is spent.
#![allow(unsafe_code, reason = "the same search compiled for newer processors, called only on those")]

use search::{Budget, Limit, Stats, Watch};

use crate::card::Card;
use crate::solve::frontier::{Frontier, Waiting};
use crate::solve::haul::{Haul, Reach};
use crate::solve::hopeless::is_hopeless;
use crate::solve::laws::{Cards, Laws, bit};
use crate::solve::marks::Marks;
use crate::solve::packed::{CELL, FLOOR, Packed, Step, cards};
use crate::solve::piles::{Pile, Piles};
use crate::solve::weights::{Shade, Weights};

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
/// No state leads to more others in the games there are.
const MOST_CHILDREN: usize = 64;
const NONE: u32 = u32::MAX;

/// A state that was expanded, and how it was reached.
#[derive(Clone, Copy, Debug)]
struct Node {
    state: Packed,
    columns_cost: i32,
    parent: u32,
    haul: Haul,
    buried: u8,
    just_moved: u8,
    depth: u16,
}

/// The search, with its tables, which serve one search after another.
#[derive(Debug)]
pub(crate) struct Guided {
    /// The states that were expanded. Those that wait may hold the same state many times: few of them
    /// ever have their turn, so it is cheaper to look then.
    marks: Marks,
    nodes: Vec<Node>,
    piles: Piles,
    frontier: Frontier,
    /// The most cards put up in any state seen.
    best: u32,
    /// For each top card of the state being expanded the number of its column.
    columns: [u8; Card::COUNT],
}

impl Default for Guided {
    fn default() -> Self {
        Self {
            marks: Marks::default(),
            nodes: Vec::new(),
            piles: Piles::default(),
            frontier: Frontier::default(),
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
    columns_cost: i32,
    buried: u8,
    next: Cards,
    cards_left: u32,
    free_cells: u32,
    spaces: u32,
    reach: Reach,
    /// The card that came here by the last haul, if nothing went up: what it could do now it could have
    /// done then.
    just_moved: u8,
    /// What all its children cost for their depth.
    steps_cost: i32,
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
            && is_x86_feature_detected!("avx2")
        {
            // SAFETY: the processor has just been asked for the instructions.
            return unsafe { self.run_on_newer(start, laws, manner, budget, stats, watch) };
        }
        self.run_anywhere(start, laws, manner, budget, stats, watch)
    }

    /// The search with instructions for single bits, which much of it comes down to, and wide copies.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "popcnt,bmi1,bmi2,avx2")]
    fn run_on_newer(
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
        self.piles.begin(start, laws);
        self.frontier.clear();
        self.best = start.up().count_ones();
        let (columns_cost, buried) = weights.columns(start, laws);
        // The first state was reached by nothing; nobody asks.
        let haul = Haul { base: Step { card: 0, to: 0 }, top: 0 };
        let state = *start;
        self.nodes.push(Node {
            state,
            columns_cost,
            parent: NONE,
            haul,
            buried,
            just_moved: FLOOR,
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
            + self.piles.bytes()
            + self.frontier.bytes()
    }

    /// What will be in use at most before the next look: a list that is nearly full doubles, and both are
    /// there while it is copied.
    fn bytes_soon(&self) -> usize {
        let nodes = self.nodes.len() + BLOCK as usize > self.nodes.capacity();
        let waiting = self.frontier.is_nearly_full(MOST_CHILDREN * BLOCK as usize);
        self.bytes()
            + usize::from(nodes) * 2 * (self.nodes.capacity() * size_of::<Node>() + self.piles.bytes())
            + usize::from(waiting) * 2 * self.frontier.bytes()
            + self.marks.bytes_more(BLOCK as usize)
    }

    /// Builds those states that promise most, one or a beam of them, and says up to which number. What
    /// a beam leaves behind is forgotten.
    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    fn enter(&mut self, manner: &Manner, laws: &Laws) -> u32 {
        let full = self.nodes.len() + manner.width.unwrap_or(1);
        // Where there are cells, one of them is nearly always free, and the question not worth asking.
        let tight = laws.cells == 0;
        while self.nodes.len() < full {
            let Some(Waiting { parent, haul, buried, columns_cost, .. }) = self.frontier.pop() else {
                break;
            };
            let before = &self.nodes[parent as usize];
            // Where cards go up, this is no state's key, and the state itself is looked for below.
            if self.marks.contains(before.state.key_after(haul.base) as u64) {
                continue;
            }
            let depth = before.depth.saturating_add(1);
            let mut state = before.state;
            haul.play(&mut state, laws);
            let is_forgotten =
                || manner.forget.is_some_and(|distance| state.up().count_ones() + distance < self.best);
            if !self.marks.insert(state.key() as u64)
                || is_forgotten()
                || (tight && is_hopeless(&state, laws))
            {
                continue;
            }
            debug_assert_eq!((columns_cost, buried), manner.weights.columns(&state, laws));
            self.piles.push(parent, haul, &before.state, &state, laws);
            let just_moved = if state.up() == before.state.up() { haul.base.card } else { FLOOR };
            self.nodes.push(Node { state, columns_cost, parent, haul, buried, just_moved, depth });
        }
        if manner.width.is_some() {
            self.frontier.clear();
        }
        self.nodes.len() as u32
    }

    /// Lists what a state leads to; a haul that wins ends it.
    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    fn expand(&mut self, number: u32, laws: &Laws, weights: &Weights) -> Option<Haul> {
        let Node { state, columns_cost, buried, depth, just_moved, .. } = self.nodes[number as usize];
        let (free_cells, spaces) = (state.free_cells(laws), state.spaces(laws));
        let ground = Ground {
            laws,
            weights,
            state,
            number,
            columns_cost,
            buried,
            next: state.next_up(),
            cards_left: 52 - state.up().count_ones(),
            free_cells,
            spaces,
            reach: Reach::new(free_cells, spaces, laws),
            just_moved,
            steps_cost: weights.step * (i32::from(depth) + 1),
        };
        let mut seats = 0;
        for (at, pile) in self.piles.of(number).iter().enumerate().filter(|(_, pile)| pile.all != 0) {
            let top = pile.run.trailing_zeros() as usize;
            seats |= laws.guests[top];
            self.columns[top] = at as u8;
        }
        for at in 0..laws.columns as usize {
            let pile = self.piles.of(number)[at];
            if pile.all == 0 {
                continue;
            }
            if let Some(won) = self.leave_column(&ground, pile, seats) {
                return Some(won);
            }
        }
        for card in cards(state.cells()).filter(|&card| card != just_moved) {
            self.leave_cell(&ground, card);
        }
        None
    }

    /// The column with this top card.
    #[inline]
    fn column(&self, ground: &Ground<'_>, top: u8) -> &Pile {
        &self.piles.of(ground.number)[usize::from(self.columns[usize::from(top)])]
    }

    /// Takes runs from a column; `seats` are the cards that some column takes.
    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    fn leave_column(&mut self, ground: &Ground<'_>, pile: Pile, seats: Cards) -> Option<Haul> {
        let Ground { laws, state, next, free_cells, spaces, reach, .. } = ground;
        let run = pile.run;
        let top = run.trailing_zeros() as u8;
        let lowest = 63 - run.leading_zeros() as u8;
        let mut bases = run & seats;
        if *free_cells + *spaces > 0 {
            bases |= bit(top);
        }
        if *spaces > 0 {
            bases |= bit(lowest);
        }
        if bases == 0 {
            return None;
        }
        // A card of a longer run that could go up would do so on the way: only runs above such a one.
        let ready = run & next;
        if ready != 0 {
            bases &= (ready & ready.wrapping_neg()) - 1;
        }
        let into_space = |base| {
            *spaces > 0
                && (base == top || base == lowest)
                && laws.fillers & bit(base) != 0
                && state.beneath(base) != FLOOR
        };
        for base in cards(bases).filter(|&base| base != ground.just_moved) {
            let moved = run & (bit(base) << 1).wrapping_sub(1);
            let length = moved.count_ones();
            if length > reach.onto {
                break;
            }
            let ways = Ways {
                hosts: laws.hosts[usize::from(base)] & state.tops(),
                into_space: length <= reach.into_space && into_space(base),
                into_cell: base == top && *free_cells > 0,
            };
            if let Some(won) = self.leave_with(ground, pile, base, moved, ways) {
                return Some(won);
            }
        }
        None
    }

    /// Takes the upper cards of a column wherever they can go.
    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    fn leave_with(
        &mut self,
        ground: &Ground<'_>,
        pile: Pile,
        base: u8,
        moved: Cards,
        ways: Ways,
    ) -> Option<Haul> {
        let Ground { laws, weights, state, free_cells, spaces, .. } = ground;
        let on = state.beneath(base);
        let top = moved.trailing_zeros() as u8;
        let length = moved.count_ones() as i8;
        let buried = pile.all & !moved & ground.next != 0;
        let left = Left {
            on,
            spaces: spaces + u32::from(on == FLOOR),
            cells: *free_cells,
            cost: -weights.over(moved, pile.shade) - weights.on(base, on, laws),
            buried: if buried { -length } else { 0 },
        };
        let haul = |to| Haul { base: Step { card: base, to }, top };
        for host in cards(ways.hosts) {
            let column = *self.column(ground, host);
            let buried = if column.all & ground.next != 0 { length } else { 0 };
            if self.reach(ground, haul(host), left.and(weights.over(moved, column.shade), buried)) {
                return Some(haul(host));
            }
        }
        if ways.into_space {
            let left = left.and(weights.on(base, FLOOR, laws), 0);
            if self.reach(ground, haul(FLOOR), Left { spaces: left.spaces - 1, ..left }) {
                return Some(haul(FLOOR));
            }
        }
        if ways.into_cell && self.reach(ground, haul(CELL), Left { cells: free_cells - 1, ..left }) {
            return Some(haul(CELL));
        }
        None
    }

    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    fn leave_cell(&mut self, ground: &Ground<'_>, card: u8) {
        let Ground { laws, weights, state, free_cells, spaces, .. } = ground;
        let left = Left { on: CELL, spaces: *spaces, cells: free_cells + 1, cost: 0, buried: 0 };
        for host in cards(laws.hosts[usize::from(card)] & state.tops()) {
            let column = *self.column(ground, host);
            let buried = i8::from(column.all & ground.next != 0);
            let left = left.and(weights.over(bit(card), column.shade), buried);
            self.reach(ground, Haul { base: Step { card, to: host }, top: card }, left);
        }
        if *spaces > 0 && laws.fillers & bit(card) != 0 {
            let left = left.and(weights.on(card, FLOOR, laws), 0);
            let haul = Haul { base: Step { card, to: FLOOR }, top: card };
            self.reach(ground, haul, Left { spaces: spaces - 1, ..left });
        }
    }

    /// Lets the state that a haul leads to wait; true if it is won.
    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    fn reach(&mut self, ground: &Ground<'_>, haul: Haul, left: Left) -> bool {
        if left.on < FLOOR && bit(left.on) & ground.next != 0 {
            return self.reach_by_putting_up(ground, haul, left);
        }
        let Ground { weights, number, columns_cost, cards_left, steps_cost, .. } = ground;
        let buried = ground.buried.wrapping_add_signed(left.buried);
        let rest = weights.rest(*cards_left, buried, left.cells, left.spaces);
        let columns_cost = columns_cost + left.cost;
        let waiting = Waiting::new(*number, haul, columns_cost, buried);
        self.frontier.push(waiting, columns_cost + rest + steps_cost);
        false
    }

    /// The same where the card beneath the run goes up, and others perhaps after it.
    #[inline(never)]
    fn reach_by_putting_up(&mut self, ground: &Ground<'_>, haul: Haul, left: Left) -> bool {
        let Ground { laws, weights, mut state, number, .. } = *ground;
        haul.play(&mut state, laws);
        if state.is_won() {
            return true;
        }
        if haul.top != haul.base.card && !haul.is_honest(&ground.state, &state) {
            return false;
        }
        let (columns_cost, buried) = self.columns_after(ground, haul, left, &state);
        let up = state.up().count_ones();
        self.best = self.best.max(up);
        let rest = weights.rest(52 - up, buried, state.free_cells(laws), state.spaces(laws));
        let waiting = Waiting::new(number, haul, columns_cost, buried);
        self.frontier.push(waiting, columns_cost + rest + ground.steps_cost);
        false
    }

    /// What [`Weights::columns`] says of the state after a haul, from what it said of the one before.
    #[inline]
    fn columns_after(&self, ground: &Ground<'_>, haul: Haul, left: Left, after: &Packed) -> (i32, u8) {
        let Ground { laws, weights, state, number, .. } = ground;
        let run = haul.set(state);
        let raised = after.up() & !state.up();
        if run & raised != 0 {
            return weights.columns(after, laws);
        }
        let host = if haul.base.to < FLOOR { bit(haul.base.to) } else { 0 };
        let next = after.next_up();
        let mut cost = ground.columns_cost + left.cost;
        let mut buried = 0;
        for &Pile { all: pile, .. } in self.piles.of(*number) {
            // What stays here, and how many more land on it.
            let mut under = pile & !run;
            let landed = if pile & host != 0 { run.count_ones() as u8 } else { 0 };
            if under & (raised | next) == 0 {
                continue;
            }
            let mut card = if under == pile { (pile & state.tops()).trailing_zeros() as u8 } else { left.on };
            while under & raised != 0 {
                under ^= bit(card);
                let on = state.beneath(card);
                cost -= weights.over(bit(card), Shade::of(under)) + weights.on(card, on, laws);
                card = on;
            }
            let mut hidden = under & next;
            if hidden != 0 {
                buried += landed;
                hidden &= !bit(card);
                while hidden != 0 {
                    buried += 1;
                    card = state.beneath(card);
                    hidden &= !bit(card);
                }
            }
        }
        (cost, buried)
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

/// Where a run can go.
#[derive(Clone, Copy)]
struct Ways {
    hosts: Cards,
    into_space: bool,
    into_cell: bool,
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
    /// How many more cards lie over the next card of a foundation.
    buried: i8,
}

impl Left {
    /// The same with what the run costs where it goes.
    #[inline]
    fn and(self, cost: i32, buried: i8) -> Self {
        Self { cost: self.cost + cost, buried: self.buried + buried, ..self }
    }
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

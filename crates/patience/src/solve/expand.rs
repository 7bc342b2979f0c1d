//! The expansion of a state in a guided search: the states it leads to, and their costs.

use crate::card::Card;
use crate::solve::column_store::PackedColumn;
use crate::solve::frontier::{Frontier, OpenNode};
use crate::solve::guided::Steps;
use crate::solve::packed::{CELL, FLOOR, Packed, PackedMove, cards};
use crate::solve::rule_masks::{Cards, RuleMasks, bit};
use crate::solve::run_move::{RunCapacity, RunMove};
use crate::solve::weights::{HigherCards, Weights};

/// A state that was entered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) state: Packed,
    /// The cost of its columns, apart from cards over the next card of a foundation.
    pub(crate) columns_cost: i32,
    /// How many cards lie over the next card of a foundation.
    pub(crate) buried: u8,
    /// The card that the last move took, if nothing went up: wherever it could go now it could have gone then.
    pub(crate) just_moved: u8,
    pub(crate) depth: u16,
}

/// For each top card of a state the number of its column.
pub(crate) type TopColumns = [u8; Card::COUNT];

/// The expansion of one state: all states that it leads to go into the frontier.
pub(crate) struct Expansion<'e> {
    pub(crate) masks: &'e RuleMasks,
    pub(crate) weights: &'e Weights,
    /// How many cards a step moves.
    pub(crate) steps: Steps,
    pub(crate) node: &'e Node,
    pub(crate) number: u32,
    pub(crate) columns: &'e [PackedColumn],
    pub(crate) top_columns: &'e mut TopColumns,
    pub(crate) frontier: &'e mut Frontier,
    /// The most cards put up in any state seen.
    pub(crate) best: &'e mut u32,
}

/// The state that is expanded, as far as all its children share it.
struct Parent {
    next: Cards,
    free_cells: u32,
    spaces: u32,
    capacity: RunCapacity,
    /// The cost of its children for their depth.
    steps_cost: i32,
    /// The cost of the state itself, apart from cells and spaces, and of its children for their depth.
    cost: i32,
}

/// A run on its way, and what it leaves behind.
struct Lifted {
    base: u8,
    moved: Cards,
    /// The place it lay on.
    on: u8,
    /// Spaces and free cells while it is on its way.
    spaces: u32,
    cells: u32,
    /// By how much the cost of the columns grows without it.
    cost: i32,
    /// How many more cards lie over the next card of a foundation.
    buried: i8,
    /// Does the card beneath it go up?
    frees_next: bool,
}

impl Expansion<'_> {
    /// Fills the frontier; a move that wins ends it.
    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    pub(crate) fn run(&mut self) -> Option<RunMove> {
        let parent = self.parent();
        let mut placeable = 0;
        for (at, column) in self.columns.iter().enumerate().filter(|(_, column)| column.run != 0) {
            let top = column.run.trailing_zeros() as usize;
            placeable |= self.masks.guests[top];
            self.top_columns[top] = at as u8;
        }
        let columns = self.columns;
        for column in columns {
            let bases = self.bases(&parent, column, placeable);
            if bases != 0
                && let Some(won) = self.leave_column(&parent, column, bases)
            {
                return Some(won);
            }
        }
        for card in cards(self.node.state.cells() & !bit(self.node.just_moved)) {
            self.leave_cell(&parent, card);
        }
        None
    }

    #[inline]
    fn parent(&self) -> Parent {
        let Node { state, columns_cost, buried, depth, .. } = self.node;
        let (free_cells, spaces) = (state.free_cells(self.masks), state.spaces(self.masks));
        let steps_cost = self.weights.step * (i32::from(*depth) + 1);
        let cards_cost = self.weights.cards_cost(52 - state.up().count_ones(), *buried);
        Parent {
            next: state.next_up(),
            free_cells,
            spaces,
            capacity: RunCapacity::new(free_cells, spaces, self.masks),
            steps_cost,
            cost: columns_cost + cards_cost + steps_cost,
        }
    }

    /// The lowest cards of those runs of a column that are worth taking; `placeable` are the cards that some
    /// column takes.
    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    fn bases(&self, parent: &Parent, column: &PackedColumn, placeable: Cards) -> Cards {
        // Ranks rise downwards: the lowest bit is the top card.
        let run = if self.steps == Steps::SingleCards {
            column.run & column.run.wrapping_neg()
        } else {
            column.run
        };
        let mut bases = run & placeable;
        if parent.free_cells + parent.spaces > 0 {
            bases |= run & run.wrapping_neg();
        }
        if parent.spaces > 0 && run != 0 {
            bases |= if self.steps == Steps::AnyRuns { run } else { bit(63 - run.leading_zeros() as u8) };
        }
        // A card of a longer run that could go up would do so on the way: only runs above such a one.
        let ready = run & parent.next;
        if ready != 0 {
            bases &= (ready & ready.wrapping_neg()) - 1;
        }
        bases & !bit(self.node.just_moved)
    }

    /// Takes runs from a column.
    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    fn leave_column(&mut self, parent: &Parent, column: &PackedColumn, bases: Cards) -> Option<RunMove> {
        for base in cards(bases) {
            let lifted = self.lift(parent, column, base);
            if lifted.moved.count_ones() > parent.capacity.onto {
                break;
            }
            let won = if lifted.frees_next {
                self.put_and_raise(parent, column, &lifted)
            } else {
                self.put(parent, column, &lifted);
                None
            };
            if won.is_some() {
                return won;
            }
        }
        None
    }

    /// Takes a run off its column.
    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    fn lift(&self, parent: &Parent, column: &PackedColumn, base: u8) -> Lifted {
        let moved = column.run & (bit(base) << 1).wrapping_sub(1);
        let on = self.node.state.beneath(base);
        // Within a run every card lies where it may. A product, since a branch could not be predicted.
        let on_cost = i32::from(moved == column.run) * self.weights.on_no_host(base, on);
        let buries = column.all & !moved & parent.next != 0;
        Lifted {
            base,
            moved,
            on,
            spaces: parent.spaces + u32::from(on == FLOOR),
            cells: parent.free_cells,
            cost: -self.weights.over(moved, column.higher) - on_cost,
            buried: if buries { -(moved.count_ones() as i8) } else { 0 },
            frees_next: on < FLOOR && bit(on) & parent.next != 0,
        }
    }

    /// May this run go into a space?
    #[inline]
    fn fills(&self, parent: &Parent, column: &PackedColumn, lifted: &Lifted) -> bool {
        let Lifted { base, moved, on, .. } = *lifted;
        parent.spaces > 0
            && on != FLOOR
            && (self.steps == Steps::AnyRuns || moved == column.run || moved.is_power_of_two())
            && self.masks.fillers & bit(base) != 0
            && moved.count_ones() <= parent.capacity.into_space
    }

    /// Takes a run wherever it can go, where nothing goes up.
    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    fn put(&mut self, parent: &Parent, column: &PackedColumn, lifted: &Lifted) {
        let Lifted { base, moved, spaces, cells, .. } = *lifted;
        let run_move =
            |to| RunMove { base: PackedMove { card: base, to }, top: moved.trailing_zeros() as u8 };
        let hosts = self.masks.hosts[usize::from(base)] & self.node.state.tops();
        if hosts != 0 {
            let room = self.weights.room(cells, spaces);
            for host in cards(hosts) {
                let (cost, buried) = self.landing(parent, lifted, host);
                self.open(parent, run_move(host), cost, buried, room);
            }
        }
        if self.fills(parent, column, lifted) {
            let cost = lifted.cost + self.weights.on(base, FLOOR, self.masks);
            self.open(parent, run_move(FLOOR), cost, lifted.buried, self.weights.room(cells, spaces - 1));
        }
        if moved.is_power_of_two() && cells > 0 {
            self.open(
                parent,
                run_move(CELL),
                lifted.cost,
                lifted.buried,
                self.weights.room(cells - 1, spaces),
            );
        }
    }

    /// By how much the cost of the columns grows when the run goes onto this card, and how many more cards are buried.
    #[inline]
    fn landing(&self, parent: &Parent, lifted: &Lifted, host: u8) -> (i32, i8) {
        let column = &self.columns[usize::from(self.top_columns[usize::from(host)])];
        let buries = column.all & parent.next != 0;
        let more = if buries { lifted.moved.count_ones() as i8 } else { 0 };
        (lifted.cost + self.weights.over(lifted.moved, column.higher), lifted.buried + more)
    }

    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    fn leave_cell(&mut self, parent: &Parent, card: u8) {
        let lifted = Lifted {
            base: card,
            moved: bit(card),
            on: CELL,
            spaces: parent.spaces,
            cells: parent.free_cells + 1,
            cost: 0,
            buried: 0,
            frees_next: false,
        };
        let run_move = |to| RunMove { base: PackedMove { card, to }, top: card };
        for host in cards(self.masks.hosts[usize::from(card)] & self.node.state.tops()) {
            let (cost, buried) = self.landing(parent, &lifted, host);
            self.open(parent, run_move(host), cost, buried, self.weights.room(lifted.cells, lifted.spaces));
        }
        if parent.spaces > 0 && self.masks.fillers & bit(card) != 0 {
            let cost = self.weights.on(card, FLOOR, self.masks);
            let room = self.weights.room(lifted.cells, lifted.spaces - 1);
            self.open(parent, run_move(FLOOR), cost, 0, room);
        }
    }

    /// Adds a state to the frontier whose columns cost this much more.
    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    fn open(&mut self, parent: &Parent, run_move: RunMove, cost: i32, buried: i8, room: i32) {
        let columns_cost = self.node.columns_cost + cost;
        let waiting =
            OpenNode::new(self.number, run_move, columns_cost, self.node.buried.wrapping_add_signed(buried));
        self.frontier.push(waiting, parent.cost + cost + self.weights.over_next * i32::from(buried) + room);
    }

    /// Takes a run wherever it can go, where the card beneath it goes up, and others perhaps after it.
    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    fn put_and_raise(&mut self, parent: &Parent, column: &PackedColumn, lifted: &Lifted) -> Option<RunMove> {
        let Lifted { base, moved, cells, .. } = *lifted;
        let mut targets = self.masks.hosts[usize::from(base)] & self.node.state.tops();
        if self.fills(parent, column, lifted) {
            targets |= bit(FLOOR);
        }
        if moved.is_power_of_two() && cells > 0 {
            targets |= bit(CELL);
        }
        for to in cards(targets) {
            let cost = match to {
                FLOOR => lifted.cost + self.weights.on(base, FLOOR, self.masks),
                CELL => lifted.cost,
                host => self.landing(parent, lifted, host).0,
            };
            let run_move = RunMove { base: PackedMove { card: base, to }, top: moved.trailing_zeros() as u8 };
            if self.raise(parent, run_move, cost, lifted.on) {
                return Some(run_move);
            }
        }
        None
    }

    /// Adds the state after a move to the frontier, whose columns cost this much more before cards go up; true if
    /// it is won.
    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    fn raise(&mut self, parent: &Parent, run_move: RunMove, cost: i32, on: u8) -> bool {
        let Self { masks, weights, node, .. } = *self;
        let mut state = node.state;
        run_move.play(&mut state, masks);
        if state.is_won() {
            return true;
        }
        if run_move.top != run_move.base.card && !run_move.is_sound(&node.state, &state) {
            return false;
        }
        let (columns_cost, buried) = self.columns_after(run_move, cost, on, &state);
        let up = state.up().count_ones();
        *self.best = up.max(*self.best);
        let rest = weights.rest_of(&state, buried, masks);
        let waiting = OpenNode::new(self.number, run_move, columns_cost, buried);
        self.frontier.push(waiting, columns_cost + rest + parent.steps_cost);
        false
    }

    /// The costs of the state after a move by [`Weights::columns`], from those of the state before.
    #[inline]
    fn columns_after(&self, run_move: RunMove, cost: i32, on: u8, after: &Packed) -> (i32, u8) {
        let Self { masks, weights, node: Node { state, .. }, .. } = self;
        let run = run_move.set(state);
        let raised = after.up() & !state.up();
        if run & raised != 0 {
            return weights.columns(after, masks);
        }
        let host = if run_move.base.to < FLOOR { bit(run_move.base.to) } else { 0 };
        let next = after.next_up();
        let mut cost = self.node.columns_cost + cost;
        let mut buried = 0;
        for &PackedColumn { all: column, .. } in self.columns {
            let mut stays = column & !run;
            if stays & (raised | next) == 0 {
                continue;
            }
            let mut card = if stays == column { (column & state.tops()).trailing_zeros() as u8 } else { on };
            while stays & raised != 0 {
                stays ^= bit(card);
                let on = state.beneath(card);
                cost -= weights.over(bit(card), HigherCards::of(stays)) + weights.on(card, on, masks);
                card = on;
            }
            if stays & next != 0 {
                let landed = if column & host != 0 { run.count_ones() as u8 } else { 0 };
                buried += landed + cards_over(stays & next, card, state);
            }
        }
        (cost, buried)
    }
}

/// How many cards of a column with this top lie over the lowest-lying of some of its cards.
#[inline]
fn cards_over(mut hidden: Cards, top: u8, state: &Packed) -> u8 {
    let (mut card, mut over) = (top, 0);
    hidden &= !bit(card);
    while hidden != 0 {
        over += 1;
        card = state.beneath(card);
        hidden &= !bit(card);
    }
    over
}

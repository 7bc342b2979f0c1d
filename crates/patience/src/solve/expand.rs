//! What a state leads to in a guided search, and what each of that costs.

use crate::card::Card;
use crate::solve::frontier::{Frontier, Waiting};
use crate::solve::haul::{Haul, Reach};
use crate::solve::laws::{Cards, Laws, bit};
use crate::solve::packed::{CELL, FLOOR, Packed, Step, cards};
use crate::solve::piles::Pile;
use crate::solve::weights::{Shade, Weights};

/// A state that was entered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) state: Packed,
    /// What its columns cost, apart from cards over the next card of a foundation.
    pub(crate) columns_cost: i32,
    /// How many cards lie over the next card of a foundation.
    pub(crate) buried: u8,
    /// The card that came here by the last haul, if nothing went up: what it could do now it could have
    /// done then.
    pub(crate) just_moved: u8,
    pub(crate) depth: u16,
}

/// For each top card of a state the number of its column.
pub(crate) type Places = [u8; Card::COUNT];

/// The expansion of one state: all that it leads to is let wait.
pub(crate) struct Expansion<'e> {
    pub(crate) laws: &'e Laws,
    pub(crate) weights: &'e Weights,
    pub(crate) node: &'e Node,
    pub(crate) number: u32,
    pub(crate) piles: &'e [Pile],
    pub(crate) places: &'e mut Places,
    pub(crate) frontier: &'e mut Frontier,
    /// The most cards put up in any state seen.
    pub(crate) best: &'e mut u32,
}

/// What stays the same while one state is expanded.
struct Ground {
    next: Cards,
    free_cells: u32,
    spaces: u32,
    reach: Reach,
    /// What all its children cost for their depth.
    steps_cost: i32,
    /// What the state costs itself, without relief, and its children for their depth.
    cost: i32,
}

/// A run on its way, and what it leaves behind.
struct Lifted {
    base: u8,
    moved: Cards,
    /// What it lay on.
    on: u8,
    /// Spaces and free cells while it is on its way.
    spaces: u32,
    cells: u32,
    /// What the columns cost more without it.
    cost: i32,
    /// How many more cards lie over the next card of a foundation.
    buried: i8,
    /// Does the card beneath it go up?
    frees_next: bool,
}

impl Expansion<'_> {
    /// Lets all wait; a haul that wins ends it.
    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    pub(crate) fn run(&mut self) -> Option<Haul> {
        let ground = self.ground();
        let mut seats = 0;
        for (at, pile) in self.piles.iter().enumerate().filter(|(_, pile)| pile.run != 0) {
            let top = pile.run.trailing_zeros() as usize;
            seats |= self.laws.guests[top];
            self.places[top] = at as u8;
        }
        let piles = self.piles;
        for pile in piles {
            let bases = self.bases(&ground, pile, seats);
            if bases != 0
                && let Some(won) = self.leave_column(&ground, pile, bases)
            {
                return Some(won);
            }
        }
        for card in cards(self.node.state.cells() & !bit(self.node.just_moved)) {
            self.leave_cell(&ground, card);
        }
        None
    }

    #[inline]
    fn ground(&self) -> Ground {
        let Node { state, columns_cost, buried, depth, .. } = self.node;
        let (free_cells, spaces) = (state.free_cells(self.laws), state.spaces(self.laws));
        let steps_cost = self.weights.step * (i32::from(*depth) + 1);
        let standing = self.weights.standing(52 - state.up().count_ones(), *buried);
        Ground {
            next: state.next_up(),
            free_cells,
            spaces,
            reach: Reach::new(free_cells, spaces, self.laws),
            steps_cost,
            cost: columns_cost + standing + steps_cost,
        }
    }

    /// The lowest cards of those runs of a column that are worth taking; `seats` are the cards that some
    /// column takes.
    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    fn bases(&self, ground: &Ground, pile: &Pile, seats: Cards) -> Cards {
        let run = pile.run;
        let mut bases = run & seats;
        if ground.free_cells + ground.spaces > 0 {
            bases |= run & run.wrapping_neg();
        }
        if ground.spaces > 0 && run != 0 {
            bases |= bit(63 - run.leading_zeros() as u8);
        }
        // A card of a longer run that could go up would do so on the way: only runs above such a one.
        let ready = run & ground.next;
        if ready != 0 {
            bases &= (ready & ready.wrapping_neg()) - 1;
        }
        bases & !bit(self.node.just_moved)
    }

    /// Takes runs from a column.
    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    fn leave_column(&mut self, ground: &Ground, pile: &Pile, bases: Cards) -> Option<Haul> {
        for base in cards(bases) {
            let lifted = self.lift(ground, pile, base);
            if lifted.moved.count_ones() > ground.reach.onto {
                break;
            }
            let won = if lifted.frees_next {
                self.put_and_raise(ground, pile, &lifted)
            } else {
                self.put(ground, pile, &lifted);
                None
            };
            if won.is_some() {
                return won;
            }
        }
        None
    }

    /// What taking a run leaves.
    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    fn lift(&self, ground: &Ground, pile: &Pile, base: u8) -> Lifted {
        let moved = pile.run & (bit(base) << 1).wrapping_sub(1);
        let on = self.node.state.beneath(base);
        // Within a run every card lies where it may. A product, for nobody can guess which it is.
        let on_cost = i32::from(moved == pile.run) * self.weights.on_no_host(base, on);
        let buries = pile.all & !moved & ground.next != 0;
        Lifted {
            base,
            moved,
            on,
            spaces: ground.spaces + u32::from(on == FLOOR),
            cells: ground.free_cells,
            cost: -self.weights.over(moved, pile.shade) - on_cost,
            buried: if buries { -(moved.count_ones() as i8) } else { 0 },
            frees_next: on < FLOOR && bit(on) & ground.next != 0,
        }
    }

    /// May this run go into a space?
    #[inline]
    fn fills(&self, ground: &Ground, pile: &Pile, lifted: &Lifted) -> bool {
        let Lifted { base, moved, on, .. } = *lifted;
        ground.spaces > 0
            && on != FLOOR
            && (moved == pile.run || moved.is_power_of_two())
            && self.laws.fillers & bit(base) != 0
            && moved.count_ones() <= ground.reach.into_space
    }

    /// Takes a run wherever it can go, where nothing goes up.
    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    fn put(&mut self, ground: &Ground, pile: &Pile, lifted: &Lifted) {
        let Lifted { base, moved, spaces, cells, .. } = *lifted;
        let haul = |to| Haul { base: Step { card: base, to }, top: moved.trailing_zeros() as u8 };
        let hosts = self.laws.hosts[usize::from(base)] & self.node.state.tops();
        if hosts != 0 {
            let relief = self.weights.relief(cells, spaces);
            for host in cards(hosts) {
                let (cost, buried) = self.landing(ground, lifted, host);
                self.wait(ground, haul(host), cost, buried, relief);
            }
        }
        if self.fills(ground, pile, lifted) {
            let cost = lifted.cost + self.weights.on(base, FLOOR, self.laws);
            self.wait(ground, haul(FLOOR), cost, lifted.buried, self.weights.relief(cells, spaces - 1));
        }
        if moved.is_power_of_two() && cells > 0 {
            self.wait(ground, haul(CELL), lifted.cost, lifted.buried, self.weights.relief(cells - 1, spaces));
        }
    }

    /// What the columns cost more after a run went onto this card, and how many more cards are buried.
    #[inline]
    fn landing(&self, ground: &Ground, lifted: &Lifted, host: u8) -> (i32, i8) {
        let column = &self.piles[usize::from(self.places[usize::from(host)])];
        let buries = column.all & ground.next != 0;
        let more = if buries { lifted.moved.count_ones() as i8 } else { 0 };
        (lifted.cost + self.weights.over(lifted.moved, column.shade), lifted.buried + more)
    }

    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    fn leave_cell(&mut self, ground: &Ground, card: u8) {
        let lifted = Lifted {
            base: card,
            moved: bit(card),
            on: CELL,
            spaces: ground.spaces,
            cells: ground.free_cells + 1,
            cost: 0,
            buried: 0,
            frees_next: false,
        };
        let haul = |to| Haul { base: Step { card, to }, top: card };
        for host in cards(self.laws.hosts[usize::from(card)] & self.node.state.tops()) {
            let (cost, buried) = self.landing(ground, &lifted, host);
            self.wait(ground, haul(host), cost, buried, self.weights.relief(lifted.cells, lifted.spaces));
        }
        if ground.spaces > 0 && self.laws.fillers & bit(card) != 0 {
            let cost = self.weights.on(card, FLOOR, self.laws);
            let relief = self.weights.relief(lifted.cells, lifted.spaces - 1);
            self.wait(ground, haul(FLOOR), cost, 0, relief);
        }
    }

    /// Lets a state wait that costs so much more in its columns.
    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    fn wait(&mut self, ground: &Ground, haul: Haul, cost: i32, buried: i8, relief: i32) {
        let columns_cost = self.node.columns_cost + cost;
        let waiting =
            Waiting::new(self.number, haul, columns_cost, self.node.buried.wrapping_add_signed(buried));
        self.frontier.push(waiting, ground.cost + cost + self.weights.over_next * i32::from(buried) + relief);
    }

    /// Takes a run wherever it can go, where the card beneath it goes up, and others perhaps after it.
    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    fn put_and_raise(&mut self, ground: &Ground, pile: &Pile, lifted: &Lifted) -> Option<Haul> {
        let Lifted { base, moved, cells, .. } = *lifted;
        let mut targets = self.laws.hosts[usize::from(base)] & self.node.state.tops();
        if self.fills(ground, pile, lifted) {
            targets |= bit(FLOOR);
        }
        if moved.is_power_of_two() && cells > 0 {
            targets |= bit(CELL);
        }
        for to in cards(targets) {
            let cost = match to {
                FLOOR => lifted.cost + self.weights.on(base, FLOOR, self.laws),
                CELL => lifted.cost,
                host => self.landing(ground, lifted, host).0,
            };
            let haul = Haul { base: Step { card: base, to }, top: moved.trailing_zeros() as u8 };
            if self.raise(ground, haul, cost, lifted.on) {
                return Some(haul);
            }
        }
        None
    }

    /// Lets the state after a haul wait that costs so much more in its columns before cards go up; true if it
    /// is won.
    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    fn raise(&mut self, ground: &Ground, haul: Haul, cost: i32, on: u8) -> bool {
        let Self { laws, weights, node, .. } = *self;
        let mut state = node.state;
        haul.play(&mut state, laws);
        if state.is_won() {
            return true;
        }
        if haul.top != haul.base.card && !haul.is_honest(&node.state, &state) {
            return false;
        }
        let (columns_cost, buried) = self.columns_after(haul, cost, on, &state);
        let up = state.up().count_ones();
        *self.best = up.max(*self.best);
        let rest = weights.rest(52 - up, buried, state.free_cells(laws), state.spaces(laws));
        let waiting = Waiting::new(self.number, haul, columns_cost, buried);
        self.frontier.push(waiting, columns_cost + rest + ground.steps_cost);
        false
    }

    /// What [`Weights::columns`] says of the state after a haul, from what it said of the one before.
    #[inline]
    fn columns_after(&self, haul: Haul, cost: i32, on: u8, after: &Packed) -> (i32, u8) {
        let Self { laws, weights, node: Node { state, .. }, .. } = self;
        let run = haul.set(state);
        let raised = after.up() & !state.up();
        if run & raised != 0 {
            return weights.columns(after, laws);
        }
        let host = if haul.base.to < FLOOR { bit(haul.base.to) } else { 0 };
        let next = after.next_up();
        let mut cost = self.node.columns_cost + cost;
        let mut buried = 0;
        for &Pile { all: pile, .. } in self.piles {
            // What stays here, and how many more land on it.
            let mut under = pile & !run;
            let landed = if pile & host != 0 { run.count_ones() as u8 } else { 0 };
            if under & (raised | next) == 0 {
                continue;
            }
            let mut card = if under == pile { (pile & state.tops()).trailing_zeros() as u8 } else { on };
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
}

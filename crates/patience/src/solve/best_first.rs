//! Best-first search that expands everything if it has to, so that its end is a proof.
//!
//! It moves single cards, and visits the smallest state space that the rules have: the states of the exhaustive search, in
//! another order.
//!
//! Say that a move is *plain* if no other card goes anywhere by it. After a plain move of a card x no moves of x are
//! listed.
//!
//! **Claim**: if nothing is left to expand, the game is lost. *Proof.* A state stands for a table or, by [`Parking`], for
//! several. Call a table known if it is one of a state that was expanded or is lost at sight. The first table is known. We
//! show that a move from a known table T that is not lost leads to a known table T′. Then all tables in reach are known,
//! and none of them is won, since a state that is won ends the search.
//!
//! Let S be the state of T that was expanded. If it lists the move, T′ is known by the claim of the state space, as
//! whatever is listed is expanded in the end or lost at sight. Otherwise the move takes x from B to C, where a plain move
//! took x from A to B and from a state P to S. Let T₀ be T with x at A. It is a table of P: if A is a card, since all
//! other cards are where P has them; if A is a cell or an empty column, since x leaves by a plain move of [`Parking`] only
//! where another place is free, and then its cards may lie in any. If C is A, T′ is T₀; if A and C are places in which the
//! cards of P may lie as they like, T′ is a table of P too. In all other cases x can go from A to C in T₀: C is open there
//! as in T. The cards beneath A and B stay when x leaves, since the first move was plain and B lay open in P. So that move
//! leads to T′. P lists it, for if P listed no moves of x, it would not have listed the one to S. So T′ is known. ∎
//!
//! The order in which states are expanded does not matter, and no harm is done if moves of x are listed too. So a search
//! that stopped can go on later, or leave the rest to the exhaustive one.

use search::{Bits, Kernel, Limit, Run, Stats, dispatch};

use crate::solve::breadth_first::{Beginning, BreadthFirst, Ending};
use crate::solve::guided::Problem;
use crate::solve::open_states::OpenStates;
use crate::solve::packed::{CELL, FLOOR, Packed, PackedMove, cards};
use crate::solve::parking::Parking;
use crate::solve::rule_masks::{Cards, RuleMasks, bit};
use crate::solve::state_space::{StateSpace, Tables};
use crate::solve::weights::{HigherCards, Weights};
use crate::solve::zobrist_set::ZobristSet;

/// States expanded between two looks at the limits.
const BLOCK: u64 = 1024;
/// No state of the built-in games leads to more others; only the estimate of memory rests on it.
const MOST_CHILDREN: usize = 64;

/// One best-first search of a portfolio.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestFirstAttempt {
    /// Its name in reports.
    pub name: &'static str,
    /// Which states are expanded first.
    pub weights: Weights,
    /// The most states it may expand.
    pub nodes: u64,
}

/// A state that was met.
#[derive(Clone, Copy, Debug)]
struct Met {
    state: Packed,
    /// Its place among the links.
    number: u32,
    costs: Costs,
    depth: u16,
    /// The card that the last move took, if it was plain.
    just_moved: u8,
}

/// The cost of a state's columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Costs {
    /// Apart from cards over the next card of a foundation.
    columns: i32,
    /// How many cards lie over the next card of a foundation.
    buried: u8,
}

/// How a state was reached: from which one, by which move.
#[derive(Clone, Copy, Debug)]
struct Link {
    parent: u32,
    step: PackedMove,
}

/// A state that an expanded one leads to.
#[derive(Clone, Copy, Debug)]
struct Child {
    key: u128,
    step: PackedMove,
    is_plain: bool,
}

/// The search, with its memory, which serves one search after another.
#[derive(Debug, Default)]
pub(crate) struct BestFirst {
    known: ZobristSet<2>,
    open: OpenStates<Met>,
    links: Vec<Link>,
    /// The children of the state that is being expanded.
    children: Vec<Child>,
    /// The most cards put up in any state seen.
    best: u32,
    depth: u16,
    /// Did a limit end the last search, with states left to expand?
    is_stopped: bool,
}

/// The links of a search that another one goes on with: how its states were reached.
pub(crate) struct HandedOver {
    links: Vec<Link>,
}

impl HandedOver {
    /// The moves to the state with this number.
    pub(crate) fn line_to(&self, number: u32) -> Vec<PackedMove> {
        line_to(&self.links, number)
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        self.links.capacity() * size_of::<Link>()
    }
}

/// Where a search begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Start {
    /// With the first state.
    First,
    /// Where the last search stopped.
    Stopped,
}

impl BestFirst {
    /// Searches from the first state.
    pub(crate) fn run(
        &mut self,
        problem: Problem<'_>,
        weights: &Weights,
        run: &mut Run<'_>,
    ) -> Result<Ending, Limit> {
        self.is_stopped = false;
        self.search_by(Start::First, problem, weights, run)
    }

    /// Goes on with the search that stopped, on the same problem and with the same weights.
    pub(crate) fn go_on(
        &mut self,
        problem: Problem<'_>,
        weights: &Weights,
        run: &mut Run<'_>,
    ) -> Result<Ending, Limit> {
        self.search_by(Start::Stopped, problem, weights, run)
    }

    fn search_by(
        &mut self,
        from: Start,
        problem: Problem<'_>,
        weights: &Weights,
        run: &mut Run<'_>,
    ) -> Result<Ending, Limit> {
        if let Some(space) = Parking::new(problem.masks) {
            return dispatch(BestFirstRun { search: self, from, problem, space, weights, run });
        }
        let space = Tables { masks: problem.masks };
        dispatch(BestFirstRun { search: self, from, problem, space, weights, run })
    }

    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    fn run_here(
        &mut self,
        from: Start,
        Problem { start, masks }: Problem<'_>,
        space: &impl StateSpace,
        weights: &Weights,
        run: &mut Run<'_>,
    ) -> Result<Ending, Limit> {
        let pricing = Pricing { weights, masks };
        if from == Start::First {
            self.begin(&space.first(start), pricing);
        }
        let won = self.search(space, pricing, run);
        self.is_stopped = won.is_err();
        self.report(run.stats_mut());
        Ok(match won? {
            Some(last) => Ending::Won(space.single_moves(start, self.line(last))),
            None => Ending::Exhausted,
        })
    }

    fn begin(&mut self, state: &Packed, pricing: Pricing<'_>) {
        self.known.clear();
        self.known.make_room(1);
        self.known.insert(state.key());
        self.open.clear();
        self.links.clear();
        // No move leads to the first state; this link is never followed.
        self.links.push(Link { parent: 0, step: PackedMove { card: 0, to: 0 } });
        self.best = state.up().count_ones();
        let costs = pricing.of(state);
        let first = Met { state: *state, number: 0, costs, depth: 0, just_moved: FLOOR };
        self.open.push(first, pricing.whole(state, costs));
    }

    /// Expands states, the cheapest first; ends with a move that wins.
    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    fn search(
        &mut self,
        space: &impl StateSpace,
        pricing: Pricing<'_>,
        run: &mut Run<'_>,
    ) -> Result<Option<Link>, Limit> {
        let last_node = run.budget().nodes;
        let mut next_look = 0;
        while let Some(met) = self.open.pop() {
            self.depth = met.depth;
            if let Some(won) = self.expand(&met, space, pricing) {
                return Ok(Some(won));
            }
            let stats = run.stats_mut();
            stats.nodes += 1;
            if stats.nodes >= last_node {
                return Err(Limit::Nodes);
            }
            if stats.nodes >= next_look {
                next_look = stats.nodes + BLOCK;
                self.look(run)?;
            }
        }
        Ok(None)
    }

    #[cold]
    fn look(&self, run: &mut Run<'_>) -> Result<(), Limit> {
        self.report(run.stats_mut());
        run.ask()?;
        run.may_hold(self.bytes_soon())
    }

    /// Adds everything new that a state leads to; a move that wins ends it.
    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    fn expand(&mut self, met: &Met, space: &impl StateSpace, pricing: Pricing<'_>) -> Option<Link> {
        if let Some(step) = self.list(met, space) {
            return Some(Link { parent: met.number, step });
        }
        let Self { known, open, links, children, .. } = self;
        known.make_room(children.len());
        let depth = met.depth.saturating_add(1);
        for &Child { key, step, is_plain } in &*children {
            if !known.insert(key) {
                continue;
            }
            let mut state = met.state;
            space.play(&mut state, step);
            if space.is_lost(&state) {
                continue;
            }
            let costs = pricing.after(met, step, &state);
            let number = links.len() as u32;
            let just_moved = if is_plain { step.card } else { FLOOR };
            links.push(Link { parent: met.number, step });
            open.push(
                Met { state, number, costs, depth, just_moved },
                pricing.whole(&state, costs) + pricing.weights.step * i32::from(depth),
            );
        }
        None
    }

    /// Lists what a state leads to, or a move that wins. The keys are asked for as they come, so that memory has answered
    /// when all of them are there.
    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    fn list(&mut self, met: &Met, space: &impl StateSpace) -> Option<PackedMove> {
        let Self { known, children, best, .. } = self;
        let Met { state, just_moved, .. } = met;
        children.clear();
        space.moves(state, |step| {
            if step.card != *just_moved {
                children.push(Child { key: 0, step, is_plain: true });
            }
        });
        for child in children {
            if let Some(key) = space.key_after(state, child.step) {
                child.key = key;
            } else {
                let mut after = *state;
                space.play(&mut after, child.step);
                if after.is_won() {
                    return Some(child.step);
                }
                *best = after.up().count_ones().max(*best);
                (child.key, child.is_plain) = (after.key(), false);
            }
            known.prefetch(child.key);
        }
        None
    }

    /// The moves of a line that ends like this.
    fn line(&self, last: Link) -> Vec<PackedMove> {
        let mut line = line_to(&self.links, last.parent);
        line.push(last.step);
        line
    }

    /// Did a limit end the last search, so that another one may go on with it?
    pub(crate) fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// Forgets that a search stopped: no other one may go on with it.
    pub(crate) fn give_up(&mut self) {
        self.is_stopped = false;
    }

    /// Leaves the rest of the search that stopped to another one.
    pub(crate) fn hand_over(
        &mut self,
        to: &mut BreadthFirst,
        run: &mut Run<'_>,
    ) -> Result<HandedOver, Limit> {
        run.may_hold(self.bytes() + BreadthFirst::bytes_to_begin(self.known.len(), self.open.len()))?;
        let open = self.open.iter().map(|met| (met.number, met.state));
        to.begin(Beginning { met: self.known.len(), known: self.known.iter(), open });
        let links = std::mem::take(self).links;
        Ok(HandedOver { links })
    }

    fn report(&self, stats: &mut Stats) {
        stats.stored = self.known.len() as u64;
        stats.best = stats.best.max(self.best);
        stats.depth = self.depth.into();
        stats.memory = stats.memory.max(self.bytes());
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        self.known.bytes() + self.open.bytes() + self.links.capacity() * size_of::<Link>()
    }

    /// The most bytes in use before the next look: a list that is full doubles, and both are there while it is copied.
    fn bytes_soon(&self) -> usize {
        let more = MOST_CHILDREN * BLOCK as usize;
        let (len, capacity) = (self.links.len(), self.links.capacity());
        let grown = if len + more > capacity { (len + more).max(2 * capacity) } else { 0 };
        self.known.bytes_with(more).1 + self.open.bytes_with(more) + (capacity + grown) * size_of::<Link>()
    }
}

/// The moves to the state with this number.
fn line_to(links: &[Link], number: u32) -> Vec<PackedMove> {
    let mut line = Vec::new();
    let mut at = number;
    while at != 0 {
        let Link { parent, step } = links[at as usize];
        line.push(step);
        at = parent;
    }
    line.reverse();
    line
}

/// How states are priced.
#[derive(Clone, Copy)]
struct Pricing<'c> {
    weights: &'c Weights,
    masks: &'c RuleMasks,
}

impl Pricing<'_> {
    /// The costs of a state.
    fn of(self, state: &Packed) -> Costs {
        let (columns, buried) = self.weights.columns(state, self.masks);
        Costs { columns, buried }
    }

    /// The costs after a move: those of the cards that lie elsewhere change. No others are over more or fewer cards than
    /// before, since cards leave columns from the top.
    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    fn after(self, met: &Met, step: PackedMove, after: &Packed) -> Costs {
        let before = &met.state;
        let Costs { mut columns, mut buried } = met.costs;
        let next = after.next_up();
        let moved = (before.up() ^ after.up()) | (before.cells() ^ after.cells()) | bit(step.card);
        for card in cards(moved) {
            if before.beneath(card) < CELL {
                let (less, is_over) = self.in_column(card, before, next);
                columns -= less;
                buried = buried.wrapping_sub(is_over);
            }
            if after.beneath(card) < CELL {
                let (more, is_over) = self.in_column(card, after, next);
                columns += more;
                buried = buried.wrapping_add(is_over);
            }
        }
        if before.up() != after.up() {
            buried = cards(after.tops()).map(|top| cards_over(next, top, after)).sum();
        }
        let costs = Costs { columns, buried };
        debug_assert_eq!(costs, self.of(after));
        costs
    }

    /// The cost of a card in a column, and whether the card lies over one of `next`.
    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    fn in_column(self, card: u8, state: &Packed, next: Cards) -> (i32, u8) {
        let on = state.beneath(card);
        let under = column_from(on, state);
        let over = self.weights.over(bit(card), HigherCards::of(under));
        (over + self.weights.on(card, on, self.masks), u8::from(under & next != 0))
    }

    /// The cost of a whole state with these costs of columns. Parked cards lie in cells as long as there are some.
    #[inline]
    fn whole(self, state: &Packed, Costs { columns, buried }: Costs) -> i32 {
        let parked = state.cells().count_ones();
        let in_cells = parked.min(self.masks.cells);
        let spaces = state.spaces(self.masks) - (parked - in_cells);
        columns
            + self.weights.cards_cost(52 - state.up().count_ones(), buried)
            + self.weights.room(self.masks.cells - in_cells, spaces)
    }
}

/// This card and all beneath it in its column; none for the floor.
#[inline]
fn column_from(mut card: u8, state: &Packed) -> Cards {
    let mut column = 0;
    while card != FLOOR {
        column |= bit(card);
        card = state.beneath(card);
    }
    column
}

/// How many cards of a column with this top lie over the lowest-lying of `next`.
#[inline]
fn cards_over(next: Cards, top: u8, state: &Packed) -> u8 {
    let (mut card, mut passed, mut over) = (top, 0, 0);
    while card != FLOOR {
        if next & bit(card) != 0 {
            over = passed;
        }
        passed += 1;
        card = state.beneath(card);
    }
    over
}

/// One search, as a kernel: much of it comes down to instructions for single bits and to wide copies.
struct BestFirstRun<'g, 'w, S> {
    search: &'g mut BestFirst,
    from: Start,
    problem: Problem<'g>,
    space: S,
    weights: &'g Weights,
    run: &'g mut Run<'w>,
}

impl<S: StateSpace> Kernel for BestFirstRun<'_, '_, S> {
    type Output = Result<Ending, Limit>;

    #[expect(clippy::inline_always, reason = "compiled with the instructions of its caller")]
    #[inline(always)]
    fn run<B: Bits>(self) -> Result<Ending, Limit> {
        self.search.run_here(self.from, self.problem, &self.space, self.weights, self.run)
    }
}

#[cfg(test)]
mod tests {
    use search::{Budget, Unwatched};

    use super::*;
    use crate::dice::Dice;
    use crate::solve::portfolio::first_attempt;
    use crate::solve::small_games::{Truth, any_table, truth};
    use crate::table::Table;

    fn weights() -> Weights {
        let mut table = "fc.1".parse::<crate::Deal>().unwrap().table().clone();
        table.normalise();
        first_attempt(&RuleMasks::of(&table)).options.weights
    }

    /// How a search of this table ends, and the states it expands.
    fn searched(search: &mut BestFirst, table: &Table, budget: Budget) -> (Result<Ending, Limit>, Stats) {
        let masks = RuleMasks::of(table);
        let mut watch = Unwatched;
        let mut run = Run::new(budget, &mut watch);
        let problem = Problem { start: &Packed::of(table), masks: &masks };
        let ended = search.run(problem, &weights(), &mut run);
        (ended, *run.stats())
    }

    #[test]
    fn verdicts_are_true_and_lines_win_by_the_referee() {
        let mut dice = Dice::new(71);
        let mut search = BestFirst::default();
        // Won and lost games, of tables and of sets of them.
        let mut seen = [[0; 2]; 2];
        for game in 0..8000 {
            let mut table = any_table(&mut dice, 4 + game % 16);
            table.normalise();
            let truth = truth(&table, 3000);
            if table.is_won() || truth == Truth::Unknown {
                continue;
            }
            let (ended, _) = searched(&mut search, &table, Budget::default());
            let is_lost = ended == Ok(Ending::Exhausted);
            assert_eq!(is_lost, truth == Truth::Impossible, "{table:?}");
            seen[usize::from(Parking::new(&RuleMasks::of(&table)).is_some())][usize::from(is_lost)] += 1;
            if let Ok(Ending::Won(line)) = ended {
                for step in line {
                    table.try_play(step.to_move()).unwrap();
                }
                assert!(table.is_won());
            }
        }
        assert!(seen.iter().flatten().all(|&games| games > 300), "{seen:?}");
    }

    /// It expands what the exhaustive search expands, but for states whose tables all belong to others.
    #[test]
    fn lost_deals_are_proven_as_by_the_exhaustive_search() {
        let mut search = BestFirst::default();
        let mut states = [0; 2];
        for (game, deals) in [("BakersGame", 1..=60), ("FreeCell1", 1..=40), ("FreeCell0", 1..=40)] {
            for seed in deals {
                let mut table = format!("{game}.{seed}").parse::<crate::Deal>().unwrap().table().clone();
                table.normalise();
                let budget = Budget::default().with_nodes(10_000);
                let (ended, spent) = searched(&mut search, &table, budget);
                if ended != Ok(Ending::Exhausted) {
                    continue;
                }
                let mut watch = Unwatched;
                let mut run = Run::new(Budget::default(), &mut watch);
                let masks = RuleMasks::of(&table);
                let exhausted = BreadthFirst::default().run_whole(&Packed::of(&table), &masks, &mut run);
                assert_eq!(exhausted, Ok(Ending::Exhausted), "{game}.{seed}");
                assert!(spent.nodes <= run.stats().nodes, "{game}.{seed}");
                states[0] += spent.nodes;
                states[1] += run.stats().nodes;
            }
        }
        assert!(states[0] > 50_000 && 10 * states[0] > 9 * states[1], "{states:?}");
    }

    /// A search that stops again and again, and leaves the rest to the exhaustive one, decides as one that does not stop.
    #[test]
    fn a_search_that_stopped_goes_on() {
        let mut dice = Dice::new(72);
        let (mut search, mut rest) = (BestFirst::default(), BreadthFirst::default());
        // Won and lost games, by the search itself and by the one that went on with it.
        let mut seen = [[0; 2]; 2];
        for game in 0..8000 {
            let mut table = any_table(&mut dice, 6 + game % 16);
            table.normalise();
            let truth = truth(&table, 3000);
            if table.is_won() || truth == Truth::Unknown {
                continue;
            }
            let (masks, start) = (RuleMasks::of(&table), Packed::of(&table));
            let problem = Problem { start: &start, masks: &masks };
            let budget = |nodes: usize| Budget::default().with_nodes(nodes as u64);
            let mut ended =
                search.run(problem, &weights(), &mut Run::new(budget(1 + game % 7), &mut Unwatched));
            for stop in 0..game % 4 {
                if search.is_stopped() {
                    let mut watch = Unwatched;
                    let mut run = Run::new(budget(1 + stop), &mut watch);
                    ended = search.go_on(problem, &weights(), &mut run);
                }
            }
            let is_handed_over = search.is_stopped();
            assert_eq!(is_handed_over, ended == Err(Limit::Nodes));
            if is_handed_over {
                let mut watch = Unwatched;
                let mut run = Run::new(Budget::default(), &mut watch).with_threads(1 + game % 2);
                let handed_over = search.hand_over(&mut rest, &mut run).unwrap();
                ended = rest.go_on(&start, &masks, |number| handed_over.line_to(number), &mut run);
            }
            let is_lost = ended == Ok(Ending::Exhausted);
            assert_eq!(is_lost, truth == Truth::Impossible, "{table:?}");
            seen[usize::from(is_handed_over)][usize::from(is_lost)] += 1;
            if let Ok(Ending::Won(line)) = ended {
                for step in line {
                    table.try_play(step.to_move()).unwrap();
                }
                assert!(table.is_won());
            }
        }
        assert!(seen.iter().flatten().all(|&games| games > 300), "{seen:?}");
    }

    #[test]
    fn limits_are_kept() {
        let mut table = "FreeCell1.20019".parse::<crate::Deal>().unwrap().table().clone();
        table.normalise();
        let mut search = BestFirst::default();
        let (ended, spent) = searched(&mut search, &table, Budget::default().with_nodes(100));
        assert_eq!((ended, spent.nodes), (Err(Limit::Nodes), 100));
        let memory = 16 << 20;
        let (ended, spent) = searched(&mut search, &table, Budget { memory, ..Budget::UNLIMITED });
        assert_eq!(ended, Err(Limit::Memory));
        assert!(spent.nodes > 5_000 && spent.memory <= memory, "{spent:?}");
    }
}

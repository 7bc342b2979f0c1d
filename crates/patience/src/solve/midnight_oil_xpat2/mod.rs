//! Midnight Oil as xpat2 plays it: with redeals, a rotation, and putting up as a choice.
//!
//! The game falls into *phases* of moves, each begun by the deal, by a redeal or by the rotation. A phase in
//! which only moves are left is the usual game, which has its own solver. In the others the search goes
//! through the positions, and from each of them on to the results of a redeal or a rotation.
//!
//! # When it may say that there is no way to win
//!
//! Only when every phase was searched to its end. These are the reductions, and why they are sound:
//!
//! **Putting up is forced only where no redeal is left.** A redeal depends on which cards are left and how
//! they lie, so with a redeal left every position counts, also those in which a card that could go up
//! stays. Without one, take a position in which card x can go up, and a line that wins from it. Play the
//! same line with x up. Whatever the line does with other cards can still be done: x lies nowhere, so it
//! covers nothing; no card is ever put on x, since its predecessor is up; and where the line rotates the
//! column of x, the same rotation without x leaves the other cards in the same order. The moves of x itself
//! are left out. So the position with x up can be won too.
//!
//! **A rotation is tried only where its column's new top can move at once or can be built upon at once, or
//! right before a redeal.** If the move after a rotation neither takes a card from that column nor puts
//! one on it, the two may be exchanged; so the rotation can be put off until one of these holds. (With
//! putting up forced: the move that is exchanged does not put a card up, since everything that could go up
//! was up before the rotation, and the new top of the column is the only new top.)
//!
//! **Without redeals, columns are left out in which a rotation cannot help**: the module `rotation_bound` has
//! the proof.
//!
//! **A redeal or rotation that is left over does no harm**, so a win that needs fewer of them is found without
//! the others.

mod rotation_bound;
mod row;
mod shortest;

pub(crate) use self::shortest::shorten;

use std::collections::HashSet;

use search::{Budget, Limit, Outcome, Run};

use self::rotation_bound::columns_worth_rotating;
use self::row::{Key, Row};
use super::midnight_oil::MidnightOilSolver;
use crate::action::Action;
use crate::deal::Seed;
use crate::moves::Move;
use crate::rules::{Build, Extras, Fill, Foundations, Play};
use crate::table::Table;

/// Decides tables of these rules. Its memory is kept from one search to the next.
#[derive(Debug, Default)]
pub(crate) struct Xpat2Solver {
    usual: MidnightOilSolver,
}

impl Xpat2Solver {
    /// Its name in reports.
    pub(crate) const NAME: &'static str = "midnight-oil-xpat2";

    /// Are these the rules it decides?
    pub(crate) fn accepts(play: Play) -> bool {
        play.build == Build::SameSuit
            && play.fill == Fill::Nothing
            && play.cells == 0
            && play.foundations == Foundations::OneWay
            && play.extras.rotations <= 1
            && (play.extras.redeals == 0 || play.extras.fan == 3)
    }

    /// Decides a table whose rules it [accepts](Self::accepts), with a run that has spent nothing yet.
    pub(crate) fn decide(&mut self, table: &Table, run: &mut Run<'_>) -> Outcome<Vec<Action>> {
        debug_assert!(Self::accepts(table.rules()), "another game");
        let start = Row::of(table);
        let play = Play { foundations: Foundations::Forced, extras: Extras::NONE, ..table.rules() };
        let seed = table.seed().map(Seed::number);
        let mut search = Search { solver: &mut self.usual, play, seed, tick: 0, run };
        match search.decide(&start, table.extras_in_reach()) {
            Ok(Some(line)) => Outcome::Solved(line),
            Ok(None) => Outcome::Unsolvable(()),
            Err(limit) => Outcome::GaveUp(limit),
        }
    }
}

/// The result of searching a phase.
enum Found {
    Line(Vec<Action>),
    /// There is no line.
    Nothing,
    /// There was none within the nodes that were allowed.
    Cut,
}

/// How many nodes a search may spend before it is cut.
///
/// No verdict depends on these numbers: whatever is cut is searched again with larger ones.
#[derive(Clone, Copy)]
struct Caps {
    /// On each phase that a redeal or a rotation begins.
    each: u64,
    /// On all of them together, and a little more.
    total: u64,
}

/// The cap on each phase of the first round, and by which factor it grows from round to round.
const FIRST_CAP: u64 = 2_000;
const CAP_GROWTH: u64 = 16;
/// A search that may not use all redeals and rotations is cut after this many times the cap of one phase.
const PHASES_WITH_LESS: u64 = 50;
/// How many nodes are expanded between two calls of the watcher.
const BETWEEN_TICKS: u64 = 1024;

struct Search<'s, 'w> {
    solver: &'s mut MidnightOilSolver,
    /// The rules of the usual game.
    play: Play,
    seed: Option<u64>,
    /// When the watcher is asked next.
    tick: u64,
    run: &'s mut Run<'w>,
}

/// A depth-first walk through the positions of one phase.
struct Walk {
    /// Does everything go up at once? Only where no redeal is left.
    forced: bool,
    visited: HashSet<Key>,
    stack: Vec<Frame>,
    /// The line to the position at hand.
    line: Vec<Action>,
}

/// A position of a phase, and the moves from it that are still to be tried.
struct Frame {
    row: Row,
    moves: std::vec::IntoIter<Move>,
    /// How much of the line leads here.
    length: usize,
}

/// A phase that a redeal or a rotation begins.
struct NextPhase {
    /// The actions that lead there.
    actions: Vec<Action>,
    start: Row,
    left: Extras,
}

impl Search<'_, '_> {
    /// Decides a position: with fewer extras first, since these are usually enough. Ends without a line where there
    /// is none.
    fn decide(&mut self, start: &Row, left: Extras) -> Result<Option<Vec<Action>>, Limit> {
        let mut each = FIRST_CAP;
        loop {
            let mut cut = false;
            for rotations in 0..=left.rotations {
                for redeals in 0..=left.redeals {
                    let all = redeals == left.redeals && rotations == left.rotations;
                    let total = if all { u64::MAX } else { PHASES_WITH_LESS * each };
                    match self.phase(start, Extras { redeals, rotations, ..left }, Caps { each, total })? {
                        Found::Line(line) => return Ok(Some(line)),
                        // The last search of a round may use everything, so it alone decides.
                        found => cut = matches!(found, Found::Cut),
                    }
                }
            }
            if !cut {
                return Ok(None);
            }
            each = each.saturating_mul(CAP_GROWTH);
        }
    }

    /// Searches a phase and everything that may follow it.
    fn phase(&mut self, start: &Row, left: Extras, caps: Caps) -> Result<Found, Limit> {
        let spent_before = self.run.stats().nodes;
        match self.usual(start, caps.each.min(caps.total))? {
            Found::Nothing if left.redeals == 0 && left.rotations == 0 => return Ok(Found::Nothing),
            Found::Nothing => {}
            found => return Ok(found),
        }
        let mut walk = Walk::new(left.redeals == 0);
        self.enter(*start, &mut walk)?;
        let mut all = Found::Nothing;
        while let Some(row) = self.walk_on(&mut walk)? {
            if self.run.stats().nodes - spent_before > caps.total {
                return Ok(Found::Cut);
            }
            match self.later_phases(&row, left, caps.each)? {
                Found::Line(rest) => return Ok(Found::Line([walk.line, rest].concat())),
                found => all = all.and(&found),
            }
        }
        Ok(all)
    }

    /// Walks on to the next position whose moves have all been followed; the line of the walk leads to it.
    fn walk_on(&mut self, walk: &mut Walk) -> Result<Option<Row>, Limit> {
        while let Some(frame) = walk.stack.last_mut() {
            walk.line.truncate(frame.length);
            let Some(played) = frame.moves.next() else {
                return Ok(walk.stack.pop().map(|frame| frame.row));
            };
            let mut row = frame.row;
            row.play(played);
            walk.line.push(played.into());
            self.enter(row, walk)?;
        }
        Ok(None)
    }

    /// Takes a position into the walk, if it is new and may still be won.
    fn enter(&mut self, mut row: Row, walk: &mut Walk) -> Result<(), Limit> {
        if walk.forced {
            row.put_up(&mut walk.line);
        }
        if !walk.visited.insert(row.key()) {
            return Ok(());
        }
        self.expand(walk.visited.len())?;
        if !walk.forced || columns_worth_rotating(&row) != 0 {
            let moves = row.moves().into_iter().collect::<Vec<_>>().into_iter();
            walk.stack.push(Frame { row, moves, length: walk.line.len() });
        }
        Ok(())
    }

    /// Searches every phase that a redeal or a rotation of this position begins.
    fn later_phases(&mut self, row: &Row, left: Extras, cap: u64) -> Result<Found, Limit> {
        let mut all = Found::Nothing;
        for next in self.next_phases(row, left) {
            match self.phase(&next.start, next.left, Caps { each: cap, total: cap })? {
                Found::Line(rest) => return Ok(Found::Line([next.actions, rest].concat())),
                found => all = all.and(&found),
            }
        }
        Ok(all)
    }

    /// The phases that a redeal or a rotation of this position begins.
    fn next_phases(&self, row: &Row, left: Extras) -> Vec<NextPhase> {
        let redealt = |row: &Row| row.redealt(self.seed.unwrap_or_default(), left.fan);
        let fewer = |redeals: u8, rotations: u8| Extras {
            redeals: left.redeals - redeals,
            rotations: left.rotations - rotations,
            ..left
        };
        let mut next = Vec::new();
        if left.redeals > 0 {
            next.push(NextPhase::new(vec![Action::Redeal], redealt(row), fewer(1, 0)));
        }
        let worth_rotating = if left.redeals > 0 { u32::MAX } else { columns_worth_rotating(row) };
        for rotation in row.rotations().filter(|_| left.rotations > 0) {
            let (rotated, action) = row.rotated(rotation);
            if rotated.is_active(rotation) && worth_rotating >> rotation.column & 1 == 1 {
                next.push(NextPhase::new(vec![action], rotated, fewer(0, 1)));
            }
            if left.redeals > 0 {
                next.push(NextPhase::new(vec![action, Action::Redeal], redealt(&rotated), fewer(1, 1)));
            }
        }
        next
    }

    /// Searches the usual game from here, in which everything goes up at once.
    fn usual(&mut self, start: &Row, cap: u64) -> Result<Found, Limit> {
        let mut row = *start;
        let mut line = Vec::new();
        row.put_up(&mut line);
        if row.is_won() {
            return Ok(Found::Line(line));
        }
        let left = self.run.nodes_left();
        let solver = &mut *self.solver;
        let table = start.table(self.play);
        let outcome = self.run.part(Budget::UNLIMITED.with_nodes(cap), |run| solver.decide(&table, run));
        match outcome {
            Outcome::Solved(moves) => {
                for played in moves {
                    row.play(played);
                    line.push(played.into());
                    row.put_up(&mut line);
                }
                Ok(Found::Line(line))
            }
            Outcome::Unsolvable(()) => Ok(Found::Nothing),
            Outcome::GaveUp(Limit::Nodes) if left > cap => Ok(Found::Cut),
            Outcome::GaveUp(limit) => Err(limit),
        }
    }

    /// Counts a position of a phase that holds this many.
    fn expand(&mut self, held: usize) -> Result<(), Limit> {
        if self.run.nodes_left() == 0 {
            return Err(Limit::Nodes);
        }
        let stats = self.run.stats_mut();
        stats.nodes += 1;
        stats.stored = held as u64;
        let nodes = stats.nodes;
        self.run.hold(held * 2 * (size_of::<Key>() + 1))?;
        if nodes >= self.tick {
            self.tick = nodes + BETWEEN_TICKS;
            self.run.ask()?;
        }
        Ok(())
    }
}

impl Walk {
    fn new(forced: bool) -> Self {
        Self { forced, visited: HashSet::new(), stack: Vec::new(), line: Vec::new() }
    }
}

impl NextPhase {
    fn new(actions: Vec<Action>, start: Row, left: Extras) -> Self {
        Self { actions, start, left }
    }
}

impl Found {
    /// The result of two searches without a line: there is none only if neither was cut.
    fn and(self, other: &Self) -> Self {
        if matches!((&self, other), (Self::Nothing, Self::Nothing)) { Self::Nothing } else { Self::Cut }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::ops::ControlFlow;

    use search::{Stats, Unwatched, Watch};

    use super::*;
    use crate::card::Card;
    use crate::dice::Dice;
    use crate::rules::Rules;
    use crate::solve::report::{Finding, Report};
    use crate::table::{Cells, Column};

    fn solve(solver: &mut Xpat2Solver, table: &Table, budget: Budget, watch: &mut dyn Watch) -> Report {
        let mut run = Run::new(budget, watch);
        let outcome = solver.decide(table, &mut run);
        Finding { outcome, strategy: Xpat2Solver::NAME }.report(table, *run.stats()).unwrap()
    }

    /// A table of a few cards in fans of up to three, with some extras.
    fn any_table(dice: &mut Dice) -> Table {
        let extras = Extras { redeals: dice.below(3) as u8, fan: 3, rotations: dice.below(2) as u8 };
        let play = Play {
            cells: 0,
            build: Build::SameSuit,
            fill: Fill::Nothing,
            foundations: Foundations::OneWay,
            extras,
        };
        let open = 1 + dice.below(4);
        let up = [0, 1, 2, 3].map(|suit| if suit < open { 13 - 2 - dice.below(4) as u8 } else { 13 });
        let is_left = |card: &Card| card.rank().number() > up[card.suit() as usize];
        let mut cards: Vec<Card> = Card::all().filter(is_left).collect();
        (1..cards.len()).for_each(|at| cards.swap(at, dice.below(at + 1)));
        let columns = cards.len().div_ceil(3) + dice.below(2);
        let mut columns = vec![Column::new(); columns];
        for (at, card) in cards.into_iter().enumerate() {
            columns[at / 3].push(card);
        }
        let seed = Rules::freecell().seed(&(1 + dice.below(1000)).to_string()).unwrap();
        Table::new(play, columns, Cells::new(), up).unwrap().numbered(seed)
    }

    /// Can it be won? Found by trying everything that the referee allows, up to `most` positions.
    fn truth(table: &Table, most: usize) -> Option<bool> {
        let state = |table: &Table| (table.columns().to_vec(), table.foundations(), table.extras());
        let mut seen = HashSet::from([state(table)]);
        let mut open = vec![table.clone()];
        while let Some(table) = open.pop() {
            if table.is_won() {
                return Some(true);
            }
            for action in table.legal_actions() {
                let mut next = table.clone();
                next.try_act(action).unwrap();
                if seen.insert(state(&next)) {
                    open.push(next);
                }
            }
            if seen.len() > most {
                return None;
            }
        }
        Some(false)
    }

    #[test]
    fn small_games_have_the_true_verdict() {
        let mut dice = Dice::new(2);
        let mut solver = Xpat2Solver::default();
        let mut verdicts = [[0; 2]; 6];
        for _ in 0..6000 {
            let table = any_table(&mut dice);
            let Some(winnable) = truth(&table, 20_000) else { continue };
            let outcome = solve(&mut solver, &table, Budget::default(), &mut Unwatched).outcome;
            match outcome {
                Outcome::Solved(_) => assert!(winnable, "{table:?}"),
                Outcome::Unsolvable(()) => assert!(!winnable, "{table:?}"),
                Outcome::GaveUp(limit) => panic!("{limit}: {table:?}"),
            }
            let extras = table.extras();
            verdicts[usize::from(extras.redeals * 2 + extras.rotations)][usize::from(winnable)] += 1;
        }
        // Tables that two redeals and a rotation do not help are too rare to be met here.
        assert!(verdicts[..5].as_flattened().iter().all(|&count| count > 3), "{verdicts:?}");
    }

    /// The fewest actions to a win by trying everything that the referee allows, up to `most` positions.
    fn true_length(table: &Table, most: usize) -> Option<usize> {
        let state = |table: &Table| (table.columns().to_vec(), table.foundations(), table.extras());
        let mut seen = HashSet::from([state(table)]);
        let mut level = vec![table.clone()];
        for length in 0.. {
            if level.iter().any(Table::is_won) {
                return Some(length);
            }
            let mut next = Vec::new();
            for (table, action) in level
                .iter()
                .flat_map(|table| table.legal_actions().into_iter().map(move |action| (table, action)))
            {
                let mut after = table.clone();
                after.try_act(action).unwrap();
                if seen.insert(state(&after)) {
                    next.push(after);
                }
            }
            if next.is_empty() || seen.len() > most {
                return None;
            }
            level = next;
        }
        None
    }

    #[test]
    fn small_games_have_the_true_length() {
        let mut dice = Dice::new(6);
        let mut with_extras = 0;
        for _ in 0..1000 {
            let table = any_table(&mut dice);
            let Some(length) = true_length(&table, 5_000) else { continue };
            let mut watch = Unwatched;
            let mut run = Run::new(Budget::default(), &mut watch);
            let shortest = crate::Solver::new().shortest(&table, &mut run).unwrap();
            let Outcome::Solved(solution) = &shortest.report.outcome else { panic!("{table:?}") };
            assert_eq!((solution.len(), shortest.at_least as usize), (length, length), "{table:?}");
            with_extras +=
                usize::from(solution.actions().iter().any(|action| !matches!(action, Action::Move(_))));
        }
        assert!(with_extras > 40, "{with_extras}");
    }

    #[test]
    fn limits_are_kept() {
        let rules = Rules::named("mo").unwrap().xpat2_rules().unwrap();
        let rules = rules.with_extras(Extras { redeals: 0, fan: 3, rotations: 1 });
        let table = rules.deal(rules.seed("1").unwrap());
        let mut solver = Xpat2Solver::default();
        let nodes = solve(&mut solver, &table, Budget::default(), &mut Unwatched).stats.nodes;
        for limit in [1, 2, nodes / 2, nodes - 1] {
            let report = solve(&mut solver, &table, Budget::default().with_nodes(limit), &mut Unwatched);
            assert_eq!((report.outcome, report.stats.nodes), (Outcome::GaveUp(Limit::Nodes), limit));
        }
        let mut stop = |_: &Stats| ControlFlow::Break(search::Stop::Time);
        let rules = rules.with_extras(Extras { redeals: 1, fan: 3, rotations: 0 });
        let stopped = |seed: &u32| {
            let table = rules.deal(rules.seed(&seed.to_string()).unwrap());
            solve(&mut solver, &table, Budget::default(), &mut stop).outcome == Outcome::GaveUp(Limit::Time)
        };
        assert_ne!((1..=30).filter(stopped).count(), 0);
    }
}

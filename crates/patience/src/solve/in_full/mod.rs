//! Midnight Oil in full: with redeals, a rotation, and putting up as a choice.
//!
//! The game falls into *stretches* of moves, each begun by the deal, by a redeal or by the rotation. A
//! stretch in which nothing beside moves is left is the usual game, which has its own solver. In the
//! others the search goes through the positions, and from each of them on to what a redeal or a rotation
//! makes of it.
//!
//! # When it may say that there is no way to win
//!
//! Only when every stretch was gone through to its end. These are the reductions, and why they are sound:
//!
//! **Putting up is forced only where no redeal is left.** A redeal depends on which cards are left and how
//! they lie, so with a redeal left every position counts, also those in which a card that could go up
//! stays. Without one, take a position in which card x can go up, and a line that wins from it. Play the
//! same line with x up. What the line does with other cards can still be done: x lies nowhere, so it
//! covers nothing; nobody is ever put on x, since its predecessor is up; and where the line rotates the
//! column of x, the same rotation without x leaves the other cards in the same order. What the line does
//! with x itself is left out. So the position with x up can be won too.
//!
//! **A rotation is tried only where its column's new top can move at once or can be built upon at once, or
//! right before a redeal.** If the move after a rotation neither takes a card from that column nor puts
//! one on it, the two may be exchanged; so the rotation can be put off until one of these holds. (With
//! putting up forced: the move that is exchanged is no putting up, since everything that could go up was
//! up before the rotation, and the new top of the column is the only new top.)
//!
//! **Without redeals, columns are left out in which a rotation cannot help**, as the module `hope` tells.
//!
//! **A redeal or rotation that is left over does no harm**, so what can be won with less need not be
//! searched with more.

mod hope;
mod spread;

use std::collections::HashSet;

use search::{Budget, Limit, Outcome, Run};

use self::hope::columns_with_hope;
use self::spread::{Key, Spread};
use super::error::SolveError;
use super::midnight_oil::MidnightOilSolver;
use super::report::{Finding, Report};
use crate::action::Action;
use crate::deal::Seed;
use crate::moves::Move;
use crate::rules::{Build, Extras, Fill, Foundations, Play};
use crate::table::Table;

/// Decides tables of these rules. Its tables are kept from one search to the next.
#[derive(Debug, Default)]
pub struct FullSolver {
    usual: MidnightOilSolver,
}

impl FullSolver {
    /// Its name in reports.
    pub(crate) const NAME: &'static str = "in full";

    /// A solver that holds nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Are these the rules it decides?
    pub fn accepts(play: Play) -> bool {
        play.build == Build::SameSuit
            && play.fill == Fill::Nothing
            && play.cells == 0
            && play.foundations == Foundations::OneWay
            && play.extras.rotations <= 1
            && (play.extras.redeals == 0 || play.extras.fan == 3)
    }

    /// Decides a table whose rules it [accepts](Self::accepts), within the budget.
    pub fn solve(&mut self, table: &Table, run: &mut Run<'_>) -> Result<Report, SolveError> {
        run.part(Budget::UNLIMITED, |run| {
            let outcome = self.decide(table, run);
            Finding { outcome, strategy: Self::NAME }.report(table, *run.stats())
        })
    }

    /// Decides a table with a run that has spent nothing yet.
    pub(crate) fn decide(&mut self, table: &Table, run: &mut Run<'_>) -> Outcome<Vec<Action>> {
        debug_assert!(Self::accepts(table.rules()), "another game");
        let start = Spread::of(table);
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

/// What the search of a stretch ended with.
enum Found {
    Line(Vec<Action>),
    /// There is no line.
    Nothing,
    /// There was none within the nodes that were allowed.
    Cut,
}

/// How many nodes the first try may spend on what follows one redeal or rotation, and how much more the
/// next one may.
const FIRST_TRY: u64 = 2_000;
const NEXT_TRY: u64 = 16;
/// How many nodes pass between two looks of the watcher.
const BETWEEN_TICKS: u64 = 1024;

struct Search<'s, 'w> {
    solver: &'s mut MidnightOilSolver,
    /// The rules of the usual game.
    play: Play,
    seed: Option<u32>,
    /// When the watcher is asked next.
    tick: u64,
    run: &'s mut Run<'w>,
}

/// A position of a stretch, and the moves from it that are still to be tried.
struct Frame {
    spread: Spread,
    moves: std::vec::IntoIter<Move>,
    /// How much of the line leads here.
    length: usize,
}

impl Search<'_, '_> {
    /// Decides a spread: with less first, since that is usually enough. Ends without a line where there is none.
    fn decide(&mut self, start: &Spread, left: Extras) -> Result<Option<Vec<Action>>, Limit> {
        let mut cap = FIRST_TRY;
        loop {
            let mut cut = false;
            for rotations in 0..=left.rotations {
                for redeals in 0..=left.redeals {
                    let all = redeals == left.redeals && rotations == left.rotations;
                    match self.stretch(
                        start,
                        Extras { redeals, rotations, ..left },
                        cap,
                        if all { u64::MAX } else { 50 * cap },
                    )? {
                        Found::Line(line) => return Ok(Some(line)),
                        found => cut = matches!(found, Found::Cut),
                    }
                }
            }
            if !cut {
                return Ok(None);
            }
            cap = cap.saturating_mul(NEXT_TRY);
        }
    }

    /// Searches a stretch and all that may follow it. Spends at most `cap` nodes on each thing that may
    /// follow, and not much more than `all` together.
    fn stretch(&mut self, start: &Spread, left: Extras, cap: u64, all: u64) -> Result<Found, Limit> {
        let begun = self.run.stats().nodes;
        match self.usual(start, cap.min(all))? {
            Found::Nothing if left.redeals == 0 && left.rotations == 0 => return Ok(Found::Nothing),
            Found::Nothing => {}
            found => return Ok(found),
        }
        let mut cut = false;
        let mut line = Vec::new();
        let mut seen = HashSet::new();
        let mut stack = Vec::new();
        let mut entered = Some(*start);
        while entered.is_some() || !stack.is_empty() {
            if let Some(mut spread) = entered.take() {
                if left.redeals == 0 {
                    spread.put_up(&mut line);
                }
                if seen.insert(spread.key()) {
                    self.expand(seen.len())?;
                    if left.redeals == 0 && columns_with_hope(&spread) == 0 {
                        continue;
                    }
                    let moves = spread.moves().into_iter().collect::<Vec<_>>().into_iter();
                    stack.push(Frame { spread, moves, length: line.len() });
                }
                continue;
            }
            let Some(frame) = stack.last_mut() else { break };
            line.truncate(frame.length);
            if let Some(played) = frame.moves.next() {
                let mut spread = frame.spread;
                spread.play(played);
                line.push(played.into());
                entered = Some(spread);
                continue;
            }
            let spread = frame.spread;
            stack.pop();
            if self.run.stats().nodes - begun > all {
                return Ok(Found::Cut);
            }
            match self.leave(&spread, left, cap)? {
                Found::Line(rest) => {
                    line.extend(rest);
                    return Ok(Found::Line(line));
                }
                Found::Nothing => {}
                Found::Cut => cut = true,
            }
        }
        Ok(if cut { Found::Cut } else { Found::Nothing })
    }

    /// Everything that a redeal or a rotation makes of a position.
    fn leave(&mut self, spread: &Spread, left: Extras, cap: u64) -> Result<Found, Limit> {
        let mut cut = false;
        let mut next: Vec<(Vec<Action>, Spread, Extras)> = Vec::new();
        let redealt = |spread: &Spread| spread.redealt(self.seed.unwrap_or_default(), left.fan);
        let fewer = |redeals: u8, rotations: u8| Extras {
            redeals: left.redeals - redeals,
            rotations: left.rotations - rotations,
            ..left
        };
        if left.redeals > 0 {
            next.push((vec![Action::Redeal], redealt(spread), fewer(1, 0)));
        }
        let hope = if left.redeals > 0 { u32::MAX } else { columns_with_hope(spread) };
        for rotation in spread.rotations().filter(|_| left.rotations > 0) {
            let (rotated, action) = spread.rotated(rotation);
            if rotated.is_active(rotation) && hope >> rotation.column & 1 == 1 {
                next.push((vec![action], rotated, fewer(0, 1)));
            }
            if left.redeals > 0 {
                next.push((vec![action, Action::Redeal], redealt(&rotated), fewer(1, 1)));
            }
        }
        for (mut line, spread, left) in next {
            match self.stretch(&spread, left, cap, cap)? {
                Found::Line(rest) => {
                    line.extend(rest);
                    return Ok(Found::Line(line));
                }
                Found::Nothing => {}
                Found::Cut => cut = true,
            }
        }
        Ok(if cut { Found::Cut } else { Found::Nothing })
    }

    /// The usual game from here, in which everything goes up at once.
    fn usual(&mut self, start: &Spread, cap: u64) -> Result<Found, Limit> {
        let mut spread = *start;
        let mut line = Vec::new();
        spread.put_up(&mut line);
        if spread.is_won() {
            return Ok(Found::Line(line));
        }
        let left = self.run.nodes_left();
        let solver = &mut *self.solver;
        let table = start.table(self.play);
        let outcome = self.run.part(Budget::UNLIMITED.with_nodes(cap), |run| solver.decide(&table, run));
        match outcome {
            Outcome::Solved(moves) => {
                for played in moves {
                    spread.play(played);
                    line.push(played.into());
                    spread.put_up(&mut line);
                }
                Ok(Found::Line(line))
            }
            Outcome::Unsolvable(()) => Ok(Found::Nothing),
            Outcome::GaveUp(Limit::Nodes) if left > cap => Ok(Found::Cut),
            Outcome::GaveUp(limit) => Err(limit),
        }
    }

    /// Counts a position of a stretch that holds this many.
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

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::ops::ControlFlow;

    use search::{Stats, Unwatched, Watch};

    use super::*;
    use crate::card::Card;
    use crate::rules::Rules;
    use crate::solve::small_games::Dice;
    use crate::table::{Cells, Column};

    fn solve(solver: &mut FullSolver, table: &Table, budget: Budget, watch: &mut dyn Watch) -> Report {
        solver.solve(table, &mut Run::new(budget, watch)).unwrap()
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

    /// Can it be won? Found by trying everything that the referee allows, up to so many positions.
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
        let mut dice = Dice::new(11);
        let mut solver = FullSolver::new();
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

    #[test]
    fn limits_are_kept() {
        let rules = Rules::named("mo").unwrap().in_full().unwrap();
        let rules = rules.with_extras(Extras { redeals: 0, fan: 3, rotations: 1 });
        let table = rules.deal(rules.seed("1").unwrap());
        let mut solver = FullSolver::new();
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

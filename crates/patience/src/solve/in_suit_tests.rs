//! The in-suit solvers against a plain search that knows none of their reductions.
#![allow(clippy::naive_bytecount, reason = "52 bytes")]

use std::collections::HashSet;
use std::ops::ControlFlow;

use search::{Budget, Limit, Outcome, Run, Stats, Unwatched};

use super::midnight_oil::MidnightOilSolver;
use super::seahaven::SeahavenSolver;
use crate::action::Action;
use crate::card::Card;
use crate::dice::Dice;
use crate::moves::Move;
use crate::rules::{Build, Extras, Fill, Foundations, Play, Rules};
use crate::solution::replay;
use crate::table::{Cells, Column, Table};

/// Every card by what it lies on: all that matters of a table, whatever the order of columns and cells.
type Lies = [u8; Card::COUNT];
const BOTTOM: u8 = 100;
const CELL: u8 = 101;
const UP: u8 = 102;

/// The plain search: every legal move, every position once, nothing left out.
struct Plain {
    play: Play,
    columns: usize,
}

impl Plain {
    /// Can the table be won? `None` where that takes more than `most` positions.
    fn decide(table: &Table, most: usize) -> Option<bool> {
        let plain = Self { play: table.rules(), columns: table.columns().len() };
        let mut start = [UP; Card::COUNT];
        for column in table.columns() {
            for (at, card) in column.iter().enumerate() {
                start[usize::from(card.number())] = if at == 0 { BOTTOM } else { column[at - 1].number() };
            }
        }
        for card in table.cells() {
            start[usize::from(card.number())] = CELL;
        }
        let mut seen = HashSet::new();
        let mut open = vec![put_up(start)];
        while let Some(lies) = open.pop() {
            if lies == [UP; Card::COUNT] {
                return Some(true);
            }
            if seen.insert(lies) {
                if seen.len() > most {
                    return None;
                }
                plain.successors(&lies, &mut open);
            }
        }
        Some(false)
    }

    fn successors(&self, lies: &Lies, out: &mut Vec<Lies>) {
        let empty = self.columns > lies.iter().filter(|&&on| on == BOTTOM).count();
        let cell = lies.iter().filter(|&&on| on == CELL).count() < self.play.cells.into();
        let free = free(lies);
        for card in Card::all().filter(|card| free[usize::from(card.number())]) {
            let from = lies[usize::from(card.number())];
            let mut go = |on: u8| {
                let mut next = *lies;
                next[usize::from(card.number())] = on;
                out.push(put_up(next));
            };
            if cell && from != CELL {
                go(CELL);
            }
            if empty && self.play.may_fill(card) {
                go(BOTTOM);
            }
            let tops = Card::all().filter(|on| free[usize::from(on.number())]);
            let tops = tops.filter(|on| lies[usize::from(on.number())] != CELL);
            tops.filter(|&on| self.play.may_build(card, on)).for_each(|on| go(on.number()));
        }
    }
}

/// The cards that nothing lies on, foundations aside.
fn free(lies: &Lies) -> [bool; Card::COUNT] {
    let mut free = lies.map(|on| on != UP);
    lies.iter().filter(|&&on| on < BOTTOM).for_each(|&on| free[usize::from(on)] = false);
    free
}

fn put_up(mut lies: Lies) -> Lies {
    loop {
        let free = free(&lies);
        let goes = (0..Card::COUNT).find(|&card| free[card] && (card < 4 || lies[card - 4] == UP));
        let Some(card) = goes else { return lies };
        lies[card] = UP;
    }
}

/// Both solvers, kept from one table to the next.
#[derive(Default)]
struct Solvers {
    seahaven: SeahavenSolver,
    midnight_oil: MidnightOilSolver,
}

impl Solvers {
    /// The verdict of each solver that accepts the rules; every solution must win.
    fn decide(&mut self, table: &Table) -> bool {
        let rules = table.rules();
        assert!(SeahavenSolver::accepts(rules));
        let verdict =
            won(table, self.seahaven.decide(table, &mut Run::new(Budget::default(), &mut Unwatched)));
        if MidnightOilSolver::accepts(rules) {
            let outcome = self.midnight_oil.decide(table, &mut Run::new(Budget::default(), &mut Unwatched));
            let other = won(table, outcome);
            assert_eq!(verdict, other, "{table:?}");
        }
        verdict
    }
}

fn won(table: &Table, outcome: Outcome<Vec<Move>>) -> bool {
    match outcome {
        Outcome::Solved(line) => {
            let line: Vec<_> = line.into_iter().map(Action::from).collect();
            replay(table, &line).unwrap_or_else(|why| panic!("{why}"));
            true
        }
        Outcome::Unsolvable(()) => false,
        Outcome::GaveUp(limit) => panic!("gave up: {limit}"),
    }
}

/// A table of few cards: the foundations are part-filled, the rest lies anywhere.
fn any_table(dice: &mut Dice, fill: Fill) -> Table {
    let cells = dice.one_of(&[0, 0, 1, 1, 2, 3, 4, 12]);
    let play =
        Play { cells, build: Build::SameSuit, fill, foundations: Foundations::Forced, extras: Extras::NONE };
    let most = 6 + dice.below(9);
    let mut heights = [13; 4];
    for _ in 0..most {
        let suit = dice.below(4);
        heights[suit] -= u8::from(heights[suit] > 0);
    }
    let left = |card: &Card| card.rank().number() > heights[card.suit() as usize];
    let mut cards: Vec<_> = Card::all().filter(left).collect();
    dice.shuffle(&mut cards);
    let held = dice.below(usize::from(cells).min(cards.len()) + 1);
    let held: Cells = cards.drain(..held).collect();
    let mut columns = vec![Column::new(); 1 + dice.below(7)];
    for card in cards {
        let at = dice.below(columns.len());
        columns[at].push(card);
    }
    Table::new(play, columns, held, heights).expect("each card lies in one place")
}

/// Compares whole deals of a game; says how many the plain search decided, and how many of them are won.
fn compare_deals(game: &str, deals: u32, most: usize) -> (u32, u32) {
    let rules = Rules::named(game).unwrap();
    let mut solvers = Solvers::default();
    let (mut decided, mut wins) = (0, 0);
    for seed in Rules::seeds(rules.seed("1").unwrap(), rules.seed(&deals.to_string()).unwrap()) {
        let table = rules.deal(seed);
        let verdict = solvers.decide(&table);
        if let Some(truth) = Plain::decide(&table, most) {
            assert_eq!(verdict, truth, "{game}.{}", seed.number());
            decided += 1;
            wins += u32::from(truth);
        }
    }
    (decided, wins)
}

#[test]
fn seahaven_deals_agree_with_the_plain_search() {
    let (decided, wins) = compare_deals("Seahaven", 20_000, 150);
    assert!(decided - wins >= 10 && wins >= 1000, "{decided} decided, {wins} won");
}

#[test]
fn midnight_oil_deals_agree_with_the_plain_search() {
    let (decided, wins) = compare_deals("MidnightOil", 20_000, 150);
    assert!(decided - wins >= 1000 && wins >= 100, "{decided} decided, {wins} won");
}

/// Compares small random tables; says how many the plain search decided, and how many of them are won.
fn compare_small(fill: Fill, tables: u32) -> (u32, u32) {
    let mut dice = Dice::new(fill as u64);
    let mut solvers = Solvers::default();
    let (mut decided, mut wins) = (0, 0);
    for _ in 0..tables {
        let table = any_table(&mut dice, fill);
        if let Some(truth) = Plain::decide(&table, 5_000) {
            assert_eq!(solvers.decide(&table), truth, "{table:?}");
            decided += 1;
            wins += u32::from(truth);
        }
    }
    (decided, wins)
}

#[test]
fn small_tables_with_seats_for_kings_agree_with_the_plain_search() {
    let (decided, wins) = compare_small(Fill::KingsOnly, 200_000);
    assert!(decided - wins >= 10_000 && wins >= 30_000, "{decided} decided, {wins} won");
}

#[test]
fn small_tables_where_columns_stay_empty_agree_with_the_plain_search() {
    let (decided, wins) = compare_small(Fill::Nothing, 100_000);
    assert!(decided - wins >= 15_000 && wins >= 30_000, "{decided} decided, {wins} won");
}

#[test]
fn a_run_on_a_seated_king_is_not_at_the_bottom() {
    let column = |text: &str| text.split_whitespace().map(|card| card.parse().unwrap()).collect::<Column>();
    let play = Play {
        cells: 0,
        build: Build::SameSuit,
        fill: Fill::KingsOnly,
        foundations: Foundations::Forced,
        extras: Extras::NONE,
    };
    let columns = ["", "KD KH KS", "JH JD QD KC", "QH", "QS"].map(column).to_vec();
    let table = Table::new(play, columns, Cells::new(), [12, 11, 10, 10]).unwrap();
    assert!(Solvers::default().decide(&table));
}

#[test]
fn the_first_thousand_deals_are_decided() {
    let mut solvers = Solvers::default();
    for (game, wins) in [("Seahaven", 892), ("MidnightOil", 44)] {
        let rules = Rules::named(game).unwrap();
        let seeds = Rules::seeds(rules.seed("1").unwrap(), rules.seed("1000").unwrap());
        assert_eq!(seeds.filter(|&seed| solvers.decide(&rules.deal(seed))).count(), wins, "{game}");
    }
}

#[test]
fn every_position_on_the_way_to_a_win_is_winnable() {
    let rules = Rules::named("Seahaven").unwrap();
    let mut solver = SeahavenSolver::default();
    let mut decide = |table: &Table| solver.decide(table, &mut Run::new(Budget::default(), &mut Unwatched));
    for seed in Rules::seeds(rules.seed("1").unwrap(), rules.seed("60").unwrap()) {
        let mut table = rules.deal(seed);
        let Outcome::Solved(line) = decide(&table) else { continue };
        table.normalise();
        for played in line {
            table.try_play(played).unwrap();
            assert!(won(&table, decide(&table)));
        }
    }
}

#[test]
fn limits_are_kept_and_never_called_impossible() {
    let table =
        Rules::named("Seahaven").unwrap().deal(Rules::named("Seahaven").unwrap().seed("667").unwrap());
    let mut solver = SeahavenSolver::default();
    let mut decide = |budget, watch: &mut dyn search::Watch| {
        let mut run = Run::new(budget, watch);
        (solver.decide(&table, &mut run), run.stats().nodes)
    };
    let few_nodes = decide(Budget::default().with_nodes(50), &mut Unwatched);
    assert_eq!(few_nodes, (Outcome::GaveUp(Limit::Nodes), 50));
    let (little_memory, _) = decide(Budget::default().with_memory(1000), &mut Unwatched);
    assert_eq!(little_memory, Outcome::GaveUp(Limit::Memory));
    let mut stop = |_: &Stats| ControlFlow::Break(search::Stop::Time);
    let (stopped, _) = decide(Budget::default(), &mut stop);
    assert_eq!(stopped, Outcome::GaveUp(Limit::Time));
}

//! Conditions against an evaluator that looks at one row after another.

use std::cmp::Ordering;

use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

use super::*;
use crate::column::{Cell, Column, Kind, batch};
use crate::dataset::encode;
use crate::key::Key;

const COLUMNS: [Column; 4] = [
    Column::sparse("moves", Kind::Short),
    Column::full("seed", Kind::Long),
    Column::sparse("up", Kind::Real),
    Column::sparse("verdict", Kind::Word),
];
const WORDS: [&str; 3] = ["solved", "impossible", "gave_up"];
/// Does a comparison hold between values in this order?
type Holds = fn(Ordering) -> bool;

const COMPARISONS: [(&str, Holds); 6] = [
    ("<", Ordering::is_lt),
    ("<=", Ordering::is_le),
    ("=", Ordering::is_eq),
    ("!=", Ordering::is_ne),
    (">=", Ordering::is_ge),
    (">", Ordering::is_gt),
];

struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    fn number(&mut self) -> f64 {
        self.below(12) as f64 - 3.0 + if self.below(4) == 0 { 0.5 } else { 0.0 }
    }

    fn row(&mut self, from: usize) -> Vec<Cell<'static>> {
        let empty = |dice: &mut Self| dice.below(4) == 0;
        let moves = if empty(self) { Cell::Empty } else { Cell::Whole(self.below(8) as i64) };
        let seed = Cell::Whole((from + self.below(3)) as i64);
        let up = if empty(self) { Cell::Empty } else { Cell::Real(self.number()) };
        let verdict = if empty(self) { Cell::Empty } else { Cell::text(Some(WORDS[self.below(3)])) };
        vec![moves, seed, up, verdict]
    }
}

type Truth = Box<dyn Fn(&[Cell<'static>]) -> Option<bool>>;

/// A condition at random: its text, and whether a row meets it.
fn condition(dice: &mut Dice, depth: usize) -> (String, Truth) {
    match dice.below(if depth == 0 { 4 } else { 7 }) {
        0 | 1 => comparison(dice),
        2 => membership(dice),
        3 => {
            let column = dice.below(4);
            let truth = move |row: &[Cell<'static>]| Some(row[column] == Cell::Empty);
            (format!("{} is null", COLUMNS[column].name), Box::new(truth))
        }
        4 => {
            let (text, truth) = condition(dice, depth - 1);
            (format!("not ({text})"), Box::new(move |row| truth(row).map(|truth| !truth)))
        }
        join => {
            let (one, other) = (condition(dice, depth - 1), condition(dice, depth - 1));
            let (word, decisive) = if join == 5 { ("and", false) } else { ("or", true) };
            let truth = move |row: &[Cell<'static>]| match ((one.1)(row), (other.1)(row)) {
                (Some(one), _) if one == decisive => Some(decisive),
                (_, Some(other)) if other == decisive => Some(decisive),
                (Some(_), Some(_)) => Some(!decisive),
                _ => None,
            };
            (format!("({} {word} {})", one.0, other.0), Box::new(truth))
        }
    }
}

fn value(dice: &mut Dice, column: usize) -> (String, Cell<'static>) {
    if column == 3 {
        let word = WORDS[dice.below(3)];
        let text = if dice.below(2) == 0 { word.to_owned() } else { format!("'{word}'") };
        return (text, Cell::text(Some(word)));
    }
    let number = dice.number();
    (number.to_string(), Cell::Real(number))
}

fn comparison(dice: &mut Dice) -> (String, Truth) {
    let column = dice.below(4);
    let (sign, holds) = COMPARISONS[dice.below(6)];
    let (text, value) = value(dice, column);
    let truth = move |row: &[Cell<'static>]| order(&row[column], &value).map(holds);
    (format!("{} {sign} {text}", COLUMNS[column].name), Box::new(truth))
}

fn membership(dice: &mut Dice) -> (String, Truth) {
    let column = dice.below(4);
    let ((one, a), (other, b)) = (value(dice, column), value(dice, column));
    let (is_not, is_in) = (dice.below(2) == 0, dice.below(2) == 0);
    let truth = move |row: &[Cell<'static>]| {
        let (to_a, to_b) = (order(&row[column], &a)?, order(&row[column], &b)?);
        let is_met = if is_in { to_a.is_eq() || to_b.is_eq() } else { to_a.is_ge() && to_b.is_le() };
        Some(is_met != is_not)
    };
    let form = if is_in { format!("in ({one}, {other})") } else { format!("between {one} and {other}") };
    let not = if is_not { "not " } else { "" };
    (format!("{} {not}{form}", COLUMNS[column].name), Box::new(truth))
}

fn order(one: &Cell<'_>, other: &Cell<'_>) -> Option<Ordering> {
    match (one, other) {
        (Cell::Whole(one), Cell::Real(other)) => (*one as f64).partial_cmp(other),
        (Cell::Real(one), Cell::Real(other)) => one.partial_cmp(other),
        (Cell::Text(one), Cell::Text(other)) => Some(one.cmp(other)),
        _ => None,
    }
}

#[test]
fn masks_are_those_of_a_plain_evaluator_and_no_row_is_pruned_that_meets_the_condition() {
    let mut dice = Dice(42);
    let mut pruned = 0;
    for round in 0..400 {
        let from = dice.below(6);
        let rows: Vec<_> = (0..=dice.below(12)).map(|_| dice.row(from)).collect();
        let batch = batch(&COLUMNS, &rows);
        let file = encode(&batch, &Key::new("test")).unwrap();
        let file = ParquetRecordBatchReaderBuilder::try_new(bytes::Bytes::from(file)).unwrap();
        for _ in 0..10 {
            let (text, truth) = condition(&mut dice, 3);
            let filter =
                Filter::parse(&text, &batch.schema()).unwrap_or_else(|error| panic!("{text}: {error}"));
            let expected: Vec<bool> = rows.iter().map(|row| truth(row) == Some(true)).collect();
            let mask = filter.mask(&batch);
            let met: Vec<bool> = (0..rows.len()).map(|row| mask.value(row)).collect();
            assert_eq!(met, expected, "round {round}: {text} on {rows:?}");
            let may_match = filter.may_match(file.metadata().row_group(0));
            assert!(may_match || !expected.contains(&true), "round {round}: {text} on {rows:?}");
            pruned += usize::from(!may_match);
        }
    }
    assert!(pruned > 200, "statistics rule out {pruned} of 4000");
}

#[test]
fn large_numbers_keep_all_their_digits() {
    let seeds = [i64::MAX - 1, i64::MAX];
    let rows: Vec<_> =
        seeds.iter().map(|&seed| vec![Cell::Empty, Cell::Whole(seed), Cell::Empty, Cell::Empty]).collect();
    let batch = batch(&COLUMNS, &rows);
    let filter = Filter::parse(&format!("seed = {}", i64::MAX - 1), &batch.schema()).unwrap();
    let mask = filter.mask(&batch);
    assert_eq!((mask.value(0), mask.value(1)), (true, false));
    let file = encode(&batch, &Key::new("test")).unwrap();
    let file = ParquetRecordBatchReaderBuilder::try_new(bytes::Bytes::from(file)).unwrap();
    assert!(filter.may_match(file.metadata().row_group(0)));
}

#[test]
fn nonsense_is_refused_and_never_a_panic() {
    let schema = crate::column::schema(&COLUMNS);
    let mut dice = Dice(7);
    let parts =
        ["moves", "<", "3", "and", "not", "(", ")", "is", "null", "in", ",", "'x", "verdict", "=", "é", "-"];
    for _ in 0..5000 {
        let text: Vec<&str> = (0..dice.below(9)).map(|_| parts[dice.below(parts.len())]).collect();
        if let Err(error) = Filter::parse(&text.join(" "), &schema) {
            assert!(error.at <= text.join(" ").chars().count(), "{text:?}: {error}");
        }
    }
    assert!(Filter::parse(&"(".repeat(100_000), &schema).is_err());
    assert!(Filter::parse(&"not ".repeat(100_000), &schema).is_err());
}

//! `tapis peg statistics`: exact figures about all games from a position.

use std::io::{self, Write};

use clap::ValueEnum;
use indicatif::HumanCount;
use peg::{CountError, MinimalSolutions, Problem, Reason};
use search::{Budget, Outcome, Run};
use serde::Serialize;

use super::count::grouped;
use super::game::{Game, GameArgs};
use super::reason;
use super::shared_args::SearchArgs;
use crate::exit::{Exit, Fault};
use crate::limits::counted;
use crate::output;

const EXAMPLES: &str = "\
Examples:
  tapis peg statistics --board triangle15 --vacate a1
  tapis peg statistics --to d4 --only minimal
  tapis peg statistics --only chance,dead-end --json";

/// Find exact figures about all games from a position
///
/// The number of complete games and the chance of a win by random play, a shortest game to a dead end, the positions
/// by the fewest moves that it takes to reach them, and all solutions with the fewest moves: their number, and one of
/// each class. Solutions that a symmetry carries onto each other, or that make the same moves in another order, are of
/// one class.
///
/// The figures come from a map where few positions can be reached, then from tables on boards of at most 41 holes, then
/// from a map of as many positions as --memory holds.
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Find only this [default: everything]
    #[arg(long, value_enum, value_delimiter = ',')]
    only: Vec<What>,
    /// Compare at most this many sequences of the fewest moves; more are only counted
    #[arg(long, value_name = "N", default_value = "1000000")]
    compare: u64,
    #[command(flatten)]
    search: SearchArgs,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    /// The chance of a win by random play, and the number of complete games
    Chance,
    /// A shortest game to a position where nothing can jump
    DeadEnd,
    /// Positions by the fewest moves that it takes to reach them
    Moves,
    /// Solutions with the fewest moves, up to symmetry and the order of moves
    Minimal,
}

#[derive(Serialize, Default)]
struct Answer {
    #[serde(skip_serializing_if = "Option::is_none")]
    complete_games: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    chance: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dead_end: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    positions_by_moves: Option<Vec<u64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    minimal: Option<Minimal>,
    /// Why there is no solution, where that is asked for and so.
    #[serde(skip_serializing_if = "Option::is_none")]
    no_solution: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gave_up: Option<String>,
}

#[derive(Serialize)]
struct Minimal {
    moves: usize,
    sequences: String,
    /// None: too many sequences to be compared.
    classes: Option<usize>,
    solutions: Vec<String>,
}

/// The beginning of the sentence where there is no solution.
pub(super) const NO_SOLUTION: &str = "no solution:";

pub(crate) fn run(args: &Args) -> Result<Exit, Fault> {
    let game = args.game.game()?;
    let mut answer = Answer::default();
    let found = args.search.search(|run| find(args, &game, run, &mut answer));
    if let Err(CountError::Internal(error)) = found {
        return Err(error.into());
    }
    answer.gave_up = found.as_ref().err().map(reason::why);
    output::print(args.search.json, &answer, |out| in_words(out, &answer))?;
    Ok(found.err().map_or(Exit::Yes, |error| reason::exit(&error)))
}

fn find(args: &Args, game: &Game, run: &mut Run<'_>, answer: &mut Answer) -> Result<(), CountError> {
    let wanted = |what| args.only.is_empty() || args.only.contains(&what);
    let problem = game.problem();
    if wanted(What::Minimal) {
        answer.no_solution = impossible_at_once(problem, run)?;
    }
    if wanted(What::DeadEnd) {
        let jumps = peg::shortest_dead_end(problem, run)?;
        let moves = peg::moves(&jumps);
        answer.dead_end = Some(moves.iter().map(|made| game.notation.made(&game.board, made)).collect());
    }
    if wanted(What::Chance) {
        let statistics = peg::play_statistics(problem, run)?;
        answer.complete_games = Some(statistics.games.to_string());
        answer.chance = Some(statistics.chance);
    }
    if wanted(What::Moves) {
        answer.positions_by_moves = Some(peg::positions_by_moves(problem, run)?);
    }
    if wanted(What::Minimal) && answer.no_solution.is_none() {
        match peg::minimal_solutions(problem, args.compare.into(), run)? {
            Some(found) => answer.minimal = Some(minimal(game, &found)),
            None => answer.no_solution = Some(reason::text(&Reason::Exhausted)),
        }
    }
    Ok(())
}

/// Positions that the search for an argument may look at: enough for narrow beams and pagoda functions.
const BRIEF: u64 = 1 << 17;

/// Why there is no solution, where that is found before any table is built.
fn impossible_at_once(problem: Problem<'_>, run: &mut Run<'_>) -> Result<Option<String>, CountError> {
    let budget = Budget { nodes: BRIEF, ..run.budget() };
    Ok(match run.part(budget, |run| peg::solve(problem, run))? {
        Outcome::Unsolvable(why) => Some(reason::text(&why)),
        Outcome::Solved(_) | Outcome::GaveUp(_) => None,
    })
}

fn minimal(game: &Game, found: &MinimalSolutions) -> Minimal {
    let line = |solution: &peg::Solution| {
        let moves = solution.moves();
        moves.iter().map(|made| game.notation.made(&game.board, made)).collect::<Vec<_>>().join(" ")
    };
    Minimal {
        moves: found.moves,
        sequences: found.sequences.to_string(),
        classes: found.classes.as_ref().map(Vec::len),
        solutions: found.classes.iter().flatten().map(line).collect(),
    }
}

fn in_words(out: &mut dyn Write, answer: &Answer) -> io::Result<()> {
    if let Some(moves) = &answer.dead_end {
        if moves.is_empty() {
            writeln!(out, "no jump is possible: the start is a dead end")?;
        } else {
            writeln!(out, "a shortest game to a dead end: {}", moves.join(" "))?;
        }
    }
    if let (Some(games), Some(chance)) = (&answer.complete_games, answer.chance) {
        writeln!(out, "{} complete game{}", grouped(games), if games == "1" { "" } else { "s" })?;
        writeln!(out, "chance of a win by random play: {}", chance_in_words(chance))?;
    }
    if let Some(positions) = &answer.positions_by_moves {
        writeln!(out, "{:>5} {:>15}", "moves", "positions")?;
        for (moves, &positions) in positions.iter().enumerate() {
            writeln!(out, "{moves:>5} {:>15}", HumanCount(positions).to_string())?;
        }
    }
    if let Some(minimal) = &answer.minimal {
        in_words_minimal(out, minimal)?;
    }
    if let Some(why) = &answer.no_solution {
        writeln!(out, "{NO_SOLUTION} {why}")?;
    }
    match &answer.gave_up {
        Some(why) => writeln!(out, "gave up: {why}"),
        None => Ok(()),
    }
}

/// A chance as a percentage of four digits; a small one also as one in a number of games.
fn chance_in_words(chance: f64) -> String {
    if chance <= 0.0 {
        return "0 %".to_owned();
    }
    let percent = 100.0 * chance;
    let decimals = (3 - percent.log10().floor() as i32).max(0) as usize;
    let digits = format!("{percent:.decimals$}");
    let digits =
        if digits.contains('.') { digits.trim_end_matches('0').trim_end_matches('.') } else { &digits };
    if chance >= 0.1 {
        return format!("{digits} %");
    }
    format!("{digits} %, 1 in {}", HumanCount((1.0 / chance).round() as u64))
}

fn in_words_minimal(out: &mut dyn Write, minimal: &Minimal) -> io::Result<()> {
    minimal.solutions.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    let moves = counted(minimal.moves as u64, "move");
    let plural = if minimal.sequences == "1" { "" } else { "s" };
    let sequences = grouped(&minimal.sequences);
    match minimal.classes {
        Some(classes) => {
            let classes = HumanCount(classes as u64);
            writeln!(out, "{sequences} solution{plural} of {moves}, {classes} up to symmetry and order")
        }
        None => writeln!(out, "{sequences} solution{plural} of {moves}; too many to be compared"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_plain_numbers() {
        for (chance, words) in [
            (0.0, "0 %"),
            (1.0, "100 %"),
            (0.5, "50 %"),
            (1.0 / 3.0, "33.33 %"),
            (0.02, "2 %, 1 in 50"),
            (0.000_123_456, "0.01235 %, 1 in 8,100"),
            (2e-12, "0.0000000002 %, 1 in 500,000,000,000"),
        ] {
            assert_eq!(chance_in_words(chance), words);
        }
    }
}

//! `tapis peg count`: exact numbers of positions and solutions.

use std::io::{self, Write};

use clap::ValueEnum;
use indicatif::HumanCount;
use peg::{CountError, LevelCount};
use search::Run;
use serde::Serialize;

use super::game::GameArgs;
use super::reason;
use super::shared_args::SearchArgs;
use crate::exit::{Exit, Fault};
use crate::output;

/// Count positions and solutions exactly
///
/// Positions are those that can be reached from the start; winnable ones are those of them from which the goal can
/// still be reached; solutions are sequences of jumps from the start to the goal. Up to symmetry means: under the
/// symmetries of the board that keep the start (and, for winnable positions, the goal).
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Count only this [default: everything]
    #[arg(long, value_enum, value_delimiter = ',')]
    only: Vec<What>,
    #[command(flatten)]
    search: SearchArgs,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    /// Positions that can be reached, level by level, and dead ends
    Positions,
    /// Positions on the way to the goal
    Winnable,
    /// Sequences of jumps to the goal
    Solutions,
}

#[derive(Serialize, Default)]
struct Answer {
    #[serde(skip_serializing_if = "Option::is_none")]
    positions: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    positions_up_to_symmetry: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dead_ends: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    levels: Option<Vec<Row>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    winnable: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    winnable_up_to_symmetry: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    winnable_levels: Option<Vec<Row>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gave_up: Option<String>,
}

#[derive(Serialize)]
struct Row {
    pegs: u32,
    positions: u64,
    up_to_symmetry: u64,
    dead_ends: u64,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Fault> {
    let game = args.game.game()?;
    let mut answer = Answer::default();
    let counted = args.search.search(|run| count(args, game.problem(), run, &mut answer));
    answer.gave_up = counted.as_ref().err().map(reason::why);
    output::print(args.search.json, &answer, |out| in_words(out, &answer))?;
    Ok(counted.err().map_or(Exit::Yes, |error| reason::exit(&error)))
}

fn count(
    args: &Args,
    problem: peg::Problem<'_>,
    run: &mut Run<'_>,
    answer: &mut Answer,
) -> Result<(), CountError> {
    let wanted = |what| args.only.is_empty() || args.only.contains(&what);
    if wanted(What::Positions) {
        let levels = peg::reachable(problem, run)?;
        answer.positions = Some(sum(&levels, |level| level.positions));
        answer.positions_up_to_symmetry = Some(sum(&levels, |level| level.up_to_symmetry));
        answer.dead_ends = Some(sum(&levels, |level| level.dead_ends));
        answer.levels = Some(rows(&levels));
    }
    if wanted(What::Winnable) {
        let levels = peg::winnable(problem, run)?;
        answer.winnable = Some(sum(&levels, |level| level.positions));
        answer.winnable_up_to_symmetry = Some(sum(&levels, |level| level.up_to_symmetry));
        answer.winnable_levels = Some(rows(&levels));
    }
    if wanted(What::Solutions) {
        answer.solutions = Some(peg::solutions(problem, run)?.to_string());
    }
    Ok(())
}

fn sum(levels: &[LevelCount], of: impl Fn(&LevelCount) -> u64) -> u64 {
    levels.iter().map(of).sum()
}

fn rows(levels: &[LevelCount]) -> Vec<Row> {
    let row = |level: &LevelCount| Row {
        pegs: level.pegs,
        positions: level.positions,
        up_to_symmetry: level.up_to_symmetry,
        dead_ends: level.dead_ends,
    };
    levels.iter().map(row).collect()
}

fn plural(count: u64) -> &'static str {
    if count == 1 { "" } else { "s" }
}

/// A number of any size with a comma before each group of three digits.
pub(super) fn grouped(digits: &str) -> String {
    let mut text = String::new();
    for (at, digit) in digits.char_indices() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn table(out: &mut dyn Write, levels: &[Row]) -> io::Result<()> {
    writeln!(out, "{:>4} {:>17} {:>17} {:>11}", "pegs", "positions", "up to symmetry", "dead ends")?;
    levels.iter().try_for_each(|Row { pegs, positions, up_to_symmetry, dead_ends }| {
        let [positions, up_to_symmetry, dead_ends] =
            [positions, up_to_symmetry, dead_ends].map(|&number| HumanCount(number).to_string());
        writeln!(out, "{pegs:>4} {positions:>17} {up_to_symmetry:>17} {dead_ends:>11}")
    })
}

fn in_words(out: &mut dyn Write, answer: &Answer) -> io::Result<()> {
    if let Some(levels) = &answer.levels {
        table(out, levels)?;
    }
    if let (Some(all), Some(orbits), Some(dead)) =
        (answer.positions, answer.positions_up_to_symmetry, answer.dead_ends)
    {
        writeln!(
            out,
            "{} position{}, {} up to symmetry, {} dead end{}",
            HumanCount(all),
            plural(all),
            HumanCount(orbits),
            HumanCount(dead),
            plural(dead)
        )?;
    }
    if let (Some(all), Some(orbits)) = (answer.winnable, answer.winnable_up_to_symmetry) {
        writeln!(out, "{} of them winnable, {} up to symmetry", HumanCount(all), HumanCount(orbits))?;
    }
    if let Some(solutions) = &answer.solutions {
        writeln!(out, "{} solution{}", grouped(solutions), if solutions == "1" { "" } else { "s" })?;
    }
    if let Some(why) = &answer.gave_up {
        writeln!(out, "gave up: {why}")?;
    }
    Ok(())
}

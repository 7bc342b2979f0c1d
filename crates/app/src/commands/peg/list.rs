//! `tapis peg solve --all`: every solution, one per line.

use std::fmt::Display;
use std::io::Write;

use peg::{CountError, Reason, Solution, Solutions};
use search::{Limit, Run};
use serde::Serialize;

use super::game::Game;
use super::solve::GAVE_UP;
use super::{line_file, reason};
use crate::exit::{Exit, Fault};
use crate::interrupt;
use crate::limits::LimitArgs;
use crate::output;

/// The part of the list that is asked for.
#[derive(clap::Args)]
pub(super) struct Part {
    /// With --all: go on after the solution in this file (- for standard input)
    #[arg(long, value_name = "FILE", requires = "all")]
    after: Option<String>,
    /// With --all: stop after this many
    #[arg(long, value_name = "N", requires = "all")]
    first: Option<u64>,
}

#[derive(Serialize)]
struct Line {
    jumps: Vec<String>,
    moves: usize,
}

/// The last line of a list that is not complete, or the only one where no solution is listed.
#[derive(Serialize)]
struct Verdict {
    verdict: &'static str,
    reason: String,
}

/// Lists solutions until there are no more, enough, or no reader.
pub(super) fn run(game: &Game, limits: &LimitArgs, part: &Part, json: bool) -> Result<Exit, Fault> {
    let mut watch = limits.supervisor();
    let made = Solutions::new(
        game.problem(),
        &mut Run::new(limits.budget(), &mut watch).with_threads(limits.threads()),
    );
    // The live line would mix with the solutions.
    watch.hide();
    let mut run = Run::new(limits.budget(), &mut watch).with_threads(limits.threads());
    let mut solutions = match made {
        Ok(solutions) => solutions,
        Err(error) => return give_up(&error, json),
    };
    if let Some(path) = &part.after {
        resume(game, &mut solutions, path)?;
    }
    let (listed, error) = list(game, &mut solutions, &mut run, part.first, json)?;
    if let Some(error) = error {
        return give_up(&error, json);
    }
    if interrupt::asked() {
        return give_up(&CountError::Limit(Limit::Cancelled), json);
    }
    let found = listed > 0 || part.after.is_some() || part.first == Some(0);
    if found { Ok(Exit::Yes) } else { none_found(solutions.reason(), json) }
}

/// Says that the list is complete, and empty.
fn none_found(reason: Option<&Reason>, json: bool) -> Result<Exit, Fault> {
    let reason = reason::text(reason.unwrap_or(&Reason::Exhausted));
    let answer = Verdict { verdict: "impossible", reason };
    output::print(json, &answer, |out| writeln!(out, "impossible: {}", answer.reason))?;
    Ok(Exit::Impossible)
}

/// Lists solutions; returns how many, and the error that ended the list.
fn list(
    game: &Game,
    solutions: &mut Solutions,
    run: &mut Run<'_>,
    first: Option<u64>,
    json: bool,
) -> Result<(u64, Option<CountError>), Fault> {
    let mut out = output::stdout();
    let (mut listed, mut error) = (0, None);
    while first.is_none_or(|first| listed < first) && !interrupt::asked() {
        match solutions.next(run) {
            Ok(Some(solution)) => print(&mut out, game, &solution, json)?,
            Ok(None) => break,
            Err(why) => {
                error = Some(why);
                break;
            }
        }
        listed += 1;
    }
    out.flush()?;
    Ok((listed, error))
}

fn print(out: &mut impl Write, game: &Game, solution: &Solution, json: bool) -> Result<(), Fault> {
    let moves = solution.moves();
    if json {
        let jumps = solution.jumps().iter().map(|&jump| game.notation.jump(&game.board, jump)).collect();
        output::json_line(out, &Line { jumps, moves: moves.len() })?;
    } else {
        let names: Vec<_> = moves.iter().map(|made| game.notation.made(&game.board, made)).collect();
        writeln!(out, "{}", names.join(" "))?;
    }
    Ok(())
}

fn give_up(error: &CountError, json: bool) -> Result<Exit, Fault> {
    if let CountError::Internal(error) = error {
        return Err(Fault::software(error));
    }
    let answer = Verdict { verdict: "gave_up", reason: reason::why(error) };
    output::print(json, &answer, |out| writeln!(out, "{GAVE_UP} {}", answer.reason))?;
    Ok(reason::exit(error))
}

fn resume(game: &Game, solutions: &mut Solutions, path: &str) -> Result<(), Fault> {
    let line = line_file::one(game, path)?;
    let refused = |why: &dyn Display| Fault::data(format!("{path}: not a solution of the game: {why}"));
    let solution = peg::replay(game.problem(), &line).map_err(|why| refused(&why))?;
    solutions.resume_after(&solution).then_some(()).ok_or_else(|| refused(&"it solves another one"))
}

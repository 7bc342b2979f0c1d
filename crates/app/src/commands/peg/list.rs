//! `tapis peg solve --all`: every solution, one per line.

use std::fmt::Display;
use std::io::Write;

use peg::{CountError, Solutions};
use search::Run;
use serde::Serialize;

use super::game::{Game, read};
use super::reason;
use crate::exit::{Exit, Fault};
use crate::interrupt;
use crate::output;

#[derive(Serialize)]
struct Line {
    jumps: Vec<String>,
    moves: usize,
}

/// Lists solutions until there are no more, enough, or no reader.
pub(crate) fn run(
    game: &Game,
    run: &mut Run<'_>,
    after: Option<&str>,
    first: Option<u64>,
    json: bool,
) -> Result<Exit, Fault> {
    let mut solutions = match Solutions::new(game.problem(), run) {
        Ok(solutions) => solutions,
        Err(error @ (CountError::Limit(_) | CountError::Memory { .. })) => {
            writeln!(output::stdout(), "gave up: {}", reason::why(&error))?;
            return Ok(reason::exit(&error));
        }
        Err(error) => return Err(Fault::usage(error)),
    };
    if let Some(path) = after {
        resume(game, &mut solutions, path)?;
    }
    let mut out = output::stdout();
    let mut listed = 0;
    while first.is_none_or(|first| listed < first) && !interrupt::asked() {
        let Some(solution) = solutions.next() else { break };
        let solution = solution?;
        let moves = solution.moves();
        if json {
            let jumps = solution.jumps().iter().map(|&jump| game.notation.jump(&game.board, jump)).collect();
            output::json_line(&mut out, &Line { jumps, moves: moves.len() })?;
        } else {
            let names: Vec<_> = moves.iter().map(|made| game.notation.made(&game.board, made)).collect();
            writeln!(out, "{}", names.join(" "))?;
        }
        listed += 1;
    }
    out.flush()?;
    Ok(if listed > 0 || after.is_some() { Exit::Yes } else { Exit::Impossible })
}

fn resume(game: &Game, solutions: &mut Solutions, path: &str) -> Result<(), Fault> {
    let line = game.notation.parse_line(&game.board, &read(path)?);
    let line = line.map_err(|error| Fault::data(format!("{path}: {error}")))?;
    let refused = |why: &dyn Display| Fault::data(format!("{path}: not a solution of the game: {why}"));
    let solution = peg::replay(game.problem(), &line).map_err(|why| refused(&why))?;
    solutions.resume_after(&solution).then_some(()).ok_or_else(|| refused(&"it solves another one"))
}

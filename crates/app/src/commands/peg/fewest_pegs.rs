//! `tapis peg solve --fewest-pegs`: the fewest pegs that can be left.

use std::io::{self, Write};

use peg::{FewestPegs, Reason};
use search::{Outcome, Run};
use serde::Serialize;

use super::game::Game;
use super::{picture, reason};
use crate::exit::{Exit, Fault};
use crate::limits::{self, LimitArgs, counted, gave_up};
use crate::output;

#[derive(Serialize)]
struct Answer {
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pegs: Option<u32>,
    /// Is it proven that fewer cannot be left?
    proven: bool,
    jumps: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

pub(super) fn run(game: &Game, limits: &LimitArgs, json: bool) -> Result<Exit, Fault> {
    let mut watch = limits.supervisor();
    let mut run = Run::new(limits.budget(), &mut watch).with_threads(limits.threads());
    let found = peg::fewest_pegs(&game.board, game.start, &mut run)?;
    drop(watch);
    output::print(json, &answer(game, &found), |out| in_words(out, game, &found))?;
    Ok(match &found {
        Outcome::Solved(found) if found.undecided.is_none() => Exit::Yes,
        Outcome::Solved(_) | Outcome::Unsolvable(()) => Exit::No,
        Outcome::GaveUp(limit) => gave_up(*limit),
    })
}

fn answer(game: &Game, found: &Outcome<FewestPegs>) -> Answer {
    let nothing = Answer {
        verdict: "gave_up",
        pegs: None,
        proven: false,
        jumps: Vec::new(),
        moves: None,
        reason: None,
    };
    match found {
        Outcome::Solved(FewestPegs { solution, reason: why, undecided }) => Answer {
            verdict: "solved",
            pegs: Some(solution.end().pegs()),
            proven: undecided.is_none(),
            jumps: solution.jumps().iter().map(|&jump| game.notation.jump(&game.board, jump)).collect(),
            moves: Some(solution.moves().len()),
            reason: why.as_ref().map(reason::text),
        },
        Outcome::Unsolvable(()) => nothing,
        Outcome::GaveUp(limit) => Answer { reason: Some(limits::reason(*limit)), ..nothing },
    }
}

fn in_words(out: &mut dyn Write, game: &Game, found: &Outcome<FewestPegs>) -> io::Result<()> {
    let FewestPegs { solution, reason: why, undecided } = match found {
        Outcome::Solved(found) => found,
        Outcome::Unsolvable(()) => return Ok(()),
        Outcome::GaveUp(limit) => return writeln!(out, "gave up: {}", limits::reason(*limit)),
    };
    let moves = solution.moves();
    for made in &moves {
        writeln!(out, "{}", game.notation.made(&game.board, made))?;
    }
    let end = solution.end();
    let played = picture::played(solution.jumps().len(), moves.len());
    writeln!(out, "solved: {} after {played}", picture::in_words(&game.board, game.notation, end))?;
    if let Some((pegs, limit)) = undecided {
        return writeln!(
            out,
            "not decided: {}: {}",
            counted(u64::from(*pegs), "peg"),
            limits::reason(*limit)
        );
    }
    match why {
        Some(why) => fewer(out, game, end.pegs() - 1, why),
        None => Ok(()),
    }
}

/// Why fewer pegs cannot be left.
fn fewer(out: &mut dyn Write, game: &Game, pegs: u32, why: &Reason) -> io::Result<()> {
    writeln!(out, "{} cannot be left:", counted(u64::from(pegs), "peg"))?;
    let goal = if pegs == 1 { peg::Goal::OnePeg } else { peg::Goal::Pegs(pegs) };
    let game = Game {
        name: game.name.clone(),
        board: game.board.clone(),
        start: game.start,
        goal,
        notation: game.notation,
    };
    reason::print(out, &game, why)
}

//! Why there is no solution, in words, on the board, and in JSON.

use std::io::{self, Write};

use anstyle::Style;
use peg::{CountError, Goal, InternalError, Pagoda, Parity, Position, Proof, Reason};
use search::Outcome;
use serde::Serialize;

use super::game::Game;
use super::picture;
use crate::exit::{Exit, Fault};
use crate::limits;

#[derive(Serialize)]
pub(crate) struct Solution {
    verdict: &'static str,
    jumps: Vec<String>,
    moves: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    longest: Option<usize>,
    reason: Option<Because>,
}

#[derive(Serialize)]
struct Because {
    kind: &'static str,
    text: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    parities: Vec<Set>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pagodas: Vec<Weights>,
}

#[derive(Serialize)]
struct Set {
    holes: Vec<String>,
    pegs: &'static str,
}

#[derive(Serialize)]
struct Weights {
    start: i64,
    holes: Vec<(String, i64)>,
}

impl From<InternalError> for Fault {
    /// A fault of a solver that the referee caught.
    fn from(error: InternalError) -> Self {
        Self::software(error)
    }
}

/// Why something was not found out, in words.
pub(crate) fn why(error: &CountError) -> String {
    match error {
        CountError::Limit(limit) => limits::reason(*limit),
        error => error.to_string(),
    }
}

/// The exit code of a command that did not find out.
pub(crate) fn exit(error: &CountError) -> Exit {
    match error {
        CountError::Limit(limit) => limits::gave_up(*limit),
        _ => Exit::No,
    }
}

/// The answer as JSON has it.
pub(crate) fn json(
    game: &Game,
    answer: &Outcome<peg::Solution, Reason>,
    longest: Option<usize>,
    needs: Option<&CountError>,
) -> Solution {
    let mut solution = Solution { verdict: "gave_up", jumps: Vec::new(), moves: None, longest, reason: None };
    match answer {
        Outcome::Solved(found) => {
            solution.verdict = "solved";
            solution.jumps =
                found.jumps().iter().map(|&jump| game.notation.jump(&game.board, jump)).collect();
            solution.moves = Some(found.moves().len());
        }
        Outcome::Unsolvable(reason) => {
            solution.verdict = "impossible";
            solution.reason = Some(because(game, reason));
        }
        Outcome::GaveUp(limit) => {
            let text = needs.map_or_else(|| limits::reason(*limit), why);
            solution.reason =
                Some(Because { kind: "limit", text, parities: Vec::new(), pagodas: Vec::new() });
        }
    }
    solution
}

fn because(game: &Game, reason: &Reason) -> Because {
    let name = |hole| game.notation.hole(&game.board, hole);
    let none = Proof::default();
    let proof = if let Reason::Argument(proof) = reason { proof } else { &none };
    let set = |parity: &Parity| Set {
        holes: parity.holes.holes().map(name).collect(),
        pegs: if parity.odd { "odd" } else { "even" },
    };
    let weights = |pagoda: &Pagoda| Weights {
        start: pagoda.worth(game.start),
        holes: game.board.holes().zip(pagoda.weights()).map(|(hole, &weight)| (name(hole), weight)).collect(),
    };
    Because {
        kind: kind(reason),
        text: text(reason),
        parities: proof.parities.iter().map(set).collect(),
        pagodas: proof.pagodas.iter().map(weights).collect(),
    }
}

fn kind(reason: &Reason) -> &'static str {
    match reason {
        Reason::TooFewPegs => "pegs",
        Reason::Argument(proof) if proof.pagodas.is_empty() => "class",
        Reason::Argument(_) => "pagoda",
        Reason::Exhausted => "exhausted",
    }
}

pub(crate) fn text(reason: &Reason) -> String {
    match reason {
        Reason::TooFewPegs => "each jump takes a peg off, and there are too few",
        Reason::Argument(proof) if proof.pagodas.is_empty() => {
            "the position class of the start is not that of the goal"
        }
        Reason::Argument(_) => "a pagoda function values the goal higher than the start",
        Reason::Exhausted => "every line of play was searched",
    }
    .to_owned()
}

/// Prints the reason so that a person can check it.
pub(crate) fn print(out: &mut dyn Write, game: &Game, reason: &Reason) -> io::Result<()> {
    writeln!(out, "impossible: {}", text(reason))?;
    let Reason::Argument(proof) = reason else { return Ok(()) };
    for parity in &proof.parities {
        print_parity(out, game, parity)?;
    }
    for pagoda in &proof.pagodas {
        print_pagoda(out, game, proof, pagoda)?;
    }
    Ok(())
}

fn print_parity(out: &mut dyn Write, game: &Game, parity: &Parity) -> io::Result<()> {
    let (now, never) = if parity.odd { ("odd", "even") } else { ("even", "odd") };
    let marked = Style::new().bold();
    writeln!(out)?;
    picture::draw_marked(out, &game.board, game.notation, game.start, |hole| {
        Some(if parity.holes.has(hole) { (marked, '*') } else { (Style::new().dimmed(), '-') })
    })?;
    writeln!(out, "Every jump changes none or two of the holes marked *, so the number of pegs in them")?;
    writeln!(out, "stays {now}, as it is at the start. {}", excluded_by_parity(game, parity, never))?;
    Ok(())
}

fn excluded_by_parity(game: &Game, parity: &Parity, never: &str) -> String {
    let excluded = |won: &Position| won.is_odd_in(parity.holes) != parity.odd;
    match game.goal {
        Goal::Exactly(_) => format!("In the goal it is {never}."),
        Goal::OnePeg if parity.odd => "A last peg must stand in one of them.".to_owned(),
        Goal::Pegs(_) | Goal::AtMost(_) => {
            let all = game.goal.positions(&game.board);
            number_excluded(all.iter().filter(|won| excluded(won)).count(), all.len())
        }
        Goal::OnePeg => {
            let all = game.goal.positions(&game.board).iter().filter(|won| excluded(won)).count();
            format!("A last peg cannot stand in any of these {all} holes.")
        }
    }
}

fn number_excluded(excluded: usize, all: usize) -> String {
    format!("That excludes {excluded} of the {all} positions asked for.")
}

fn print_pagoda(out: &mut dyn Write, game: &Game, proof: &Proof, pagoda: &Pagoda) -> io::Result<()> {
    writeln!(out)?;
    picture::draw_numbers(out, &game.board, game.notation, |hole| pagoda.weights()[hole.index()])?;
    let start = pagoda.worth(game.start);
    writeln!(
        out,
        "In every jump a over b into c, the weights have a + b >= c: the weight of all pegs never"
    )?;
    writeln!(out, "grows. The start weighs {start}.")?;
    excluded_by_pagoda(game, proof, pagoda).iter().try_for_each(|sentence| writeln!(out, "{sentence}"))
}

/// The goals that the function excludes and parities do not: one by one where they have one peg or are one position.
fn excluded_by_pagoda(game: &Game, proof: &Proof, pagoda: &Pagoda) -> Vec<String> {
    let start = pagoda.worth(game.start);
    let all = game.goal.positions(&game.board);
    let parity_only = Proof { parities: proof.parities.clone(), pagodas: Vec::new() };
    let heavier: Vec<_> = all.iter().copied().filter(|&won| pagoda.worth(won) > start).collect();
    if matches!(game.goal, Goal::Pegs(_) | Goal::AtMost(_)) {
        let least = heavier.iter().map(|&won| pagoda.worth(won)).min().unwrap_or(start);
        let excluded = number_excluded(heavier.len(), all.len());
        return vec![format!("{excluded} They weigh {least} or more.")];
    }
    let left = heavier.into_iter().filter(|&won| !parity_only.excludes(game.start, won));
    let sentence = |won| {
        let name = picture::in_words(&game.board, game.notation, won);
        format!("The goal, {name}, weighs {}.", pagoda.worth(won))
    };
    left.map(sentence).collect()
}

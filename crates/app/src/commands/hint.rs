//! `tapis hint`: is this position still winnable, and by which next move.

use std::io::Write;

use patience::{Action, Card, Face, Move, Solution, Solver, Table, Target, Verdict, check, lines};
use search::{Outcome, Run};
use serde::Serialize;

use crate::commands::solve::exit;
use crate::exit::{Exit, Fault};
use crate::limits::{LimitArgs, reason};
use crate::source::SourceArgs;
use crate::{input, output};

const EXAMPLES: &str = "\
Examples:
  tapis hint FreeCell.123
  tapis hint FreeCell.123 moves-so-far.sol
  tapis hint --deal board.txt --json";

/// Say whether a position can still be won, and by which next move
///
/// The position is the deal after the moves of MOVES-FILE, a solution file as of `tapis check` that need
/// not win.
///
/// Exit code 0: it can be won. 1: not decided within the limits. 2: proven impossible.
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES, override_usage = "tapis hint [OPTIONS] [DEAL] [MOVES-FILE]")]
pub(crate) struct Args {
    /// The deal as GAME.SEED, and the moves played so far (`-`: standard input)
    #[arg(value_names = ["DEAL", "MOVES-FILE"], num_args = 0..=2)]
    words: Vec<String>,
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// Letters instead of suit signs
    #[arg(long)]
    ascii: bool,
    /// As a JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Fault> {
    let (deal, file) = args.source.deal_and_file(&args.words);
    let source = args.source.one(deal.as_deref())?;
    let played = file.map(|file| input::bytes(&file)).transpose()?.unwrap_or_default();
    let table = after(source.table().clone(), &played)?;
    let mut watch = args.limits.supervisor();
    let mut run = Run::new(args.limits.budget(), &mut watch).with_threads(args.limits.threads());
    let report = Solver::new().solve(&table, &mut run)?;
    drop(watch);
    let mut out = output::stdout();
    if args.json {
        output::json_line(&mut out, &Hint::new(&report.outcome))?;
    } else {
        let sentence = match &report.outcome {
            Outcome::Solved(solution) => won_by(solution.actions(), args.ascii),
            Outcome::Unsolvable(()) => "this cannot be won any more".to_owned(),
            Outcome::GaveUp(limit) => format!("not decided: {}", reason(*limit)),
        };
        writeln!(out, "{sentence}")?;
    }
    out.flush()?;
    Ok(exit(&report.outcome))
}

/// The table after these moves, which must be legal.
fn after(table: Table, moves: &[u8]) -> Result<Table, Fault> {
    let mut last = table.clone();
    match check(table, lines(moves), |_, table| last.clone_from(table)) {
        Verdict::Illegal { at, why } => Err(Fault::data(format!("move {at} is illegal: {why}"))),
        Verdict::Won { .. } | Verdict::NotWon { .. } => Ok(last),
    }
}

fn won_by(line: &[Action], ascii: bool) -> String {
    match line {
        [] => "this is won".to_owned(),
        [next, ..] => {
            let face = if ascii { Face::Ascii } else { Face::Colour };
            format!("{next}: {}; won in {} moves", words(*next, face), line.len())
        }
    }
}

fn words(action: Action, face: Face) -> String {
    let name = |card: Card| match face {
        Face::Ascii => card.ascii().to_string(),
        Face::Colour => card.to_string(),
    };
    match action {
        Action::Move(Move { card, to: Target::Onto(on) }) => format!("{} onto {}", name(card), name(on)),
        Action::Move(Move { card, to: Target::EmptyColumn }) => {
            format!("{} into an empty column", name(card))
        }
        Action::Move(Move { card, to: Target::Cell }) => format!("{} into a cell", name(card)),
        Action::Move(Move { card, to: Target::Foundation }) => format!("{} onto its foundation", name(card)),
        Action::Redeal => "deal the columns again".to_owned(),
        Action::Top(card) => format!("{} to the top of its column", name(card)),
        Action::Down { card, place: 0 } => format!("{} down to the bottom of its column", name(card)),
        Action::Down { card, place } => format!("{} down over {place} cards of its column", name(card)),
    }
}

/// The hint as JSON.
#[derive(Serialize)]
struct Hint {
    verdict: &'static str,
    #[serde(rename = "move")]
    next: Option<String>,
    /// Moves of the line found.
    moves: Option<usize>,
}

impl Hint {
    fn new(outcome: &Outcome<Solution>) -> Self {
        match outcome {
            Outcome::Solved(solution) => Self {
                verdict: "winnable",
                next: solution.actions().first().map(Action::to_string),
                moves: Some(solution.len()),
            },
            Outcome::Unsolvable(()) => Self { verdict: "impossible", next: None, moves: None },
            Outcome::GaveUp(_) => Self { verdict: "gave_up", next: None, moves: None },
        }
    }
}

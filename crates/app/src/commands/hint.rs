//! `tapis hint`: is this position still winnable, and by which next move.

use std::io::Write;

use patience::{Action, Deal, Face, Notation, Review, Solution, Solver, Verdict, check_read, review};
use search::Run;
use serde::Serialize;

use crate::commands::check::illegal;
use crate::commands::loss_text::{LossRow, blame, words};
use crate::commands::notation_args::{self, notation};
use crate::commands::solution_text::moves_left;
use crate::exit::{Exit, Fault};
use crate::limits::{LimitArgs, gave_up, reason};
use crate::source::SourceArgs;
use crate::{input, output};

const EXAMPLES: &str = "\
Examples:
  tapis hint FreeCell.123
  tapis hint FreeCell.123 moves-so-far.sol
  tapis hint FreeCell.123 game.sol | sed 's/:.*//' >> game.sol
  tapis hint --deal board.txt --json";

/// Say whether a position can still be won, and by which next move
///
/// The position is the deal after the moves of MOVES-FILE, a file in any notation that `tapis check` reads and that
/// need not win; the hint itself begins with its line of a solution file. A player who plays each hint and asks
/// again wins: a line that was found is kept as long as the moves of the file follow it, and the number of moves that
/// are left on it falls to 1. On a lost position the answer says which move lost the game. The limits hold for each
/// search: one at the start, and one wherever the file leaves the line.
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
    /// The notation of MOVES-FILE; without it that of its lines [classic if there is a choice]
    #[arg(long, value_name = "NOTATION", value_parser = notation())]
    notation: Option<Notation>,
    /// Letters instead of suit signs
    #[arg(long)]
    ascii: bool,
    /// As a JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Fault> {
    let (deal, file) = args.source.deal_and_file(&args.words);
    let deal = args.source.one(deal.as_deref())?;
    let file = file.map(|file| input::bytes(&file)).transpose()?.unwrap_or_default();
    let played = played(args, &deal, &file)?;
    let mut watch = args.limits.supervisor();
    let mut run = Run::new(args.limits.budget(), &mut watch).with_threads(args.limits.threads());
    let review = review(deal.table(), &played, &mut Solver::new(), &mut run)?;
    drop(watch);
    let mut out = output::stdout();
    if args.json {
        output::json_line(&mut out, &Hint::new(&deal, &review, &played))?;
    } else {
        let face = if args.ascii { Face::Ascii } else { Face::Colour };
        writeln!(out, "{}", sentence(&review, &played, face))?;
    }
    out.flush()?;
    Ok(match review {
        Review::Winnable(_) => Exit::Yes,
        Review::Lost(_) => Exit::Impossible,
        Review::Undecided(limit) => gave_up(limit),
    })
}

/// The moves of the file, which must be legal.
fn played(args: &Args, deal: &Deal, file: &[u8]) -> Result<Vec<Action>, Fault> {
    let reading = notation_args::read(args.notation, deal, file)?;
    let mut played = Vec::new();
    match check_read(deal.table().clone(), &reading, |action, _| played.extend(action)) {
        Verdict::Illegal { at, why } => Err(Fault::data(illegal(at, &why))),
        Verdict::Won { .. } | Verdict::NotWon { .. } => Ok(played),
    }
}

fn sentence(review: &Review, played: &[Action], face: Face) -> String {
    match review {
        Review::Winnable(solution) => match solution.actions() {
            [] => "this is won".to_owned(),
            [next, ..] => {
                let left = moves_left(solution);
                format!("{next}: {}; won in {left}", words(solution.start(), *next, face))
            }
        },
        Review::Lost(loss) if loss.lost_after == 0 => "this cannot be won, and never could".to_owned(),
        Review::Lost(loss) => format!("this cannot be won any more; {}", blame(loss, played, face)),
        Review::Undecided(limit) => format!("not decided: {}", reason(*limit)),
    }
}

/// The hint as JSON.
#[derive(Serialize)]
struct Hint {
    foundations: String,
    verdict: &'static str,
    #[serde(rename = "move")]
    next: Option<String>,
    /// Lines of the solution file that are left.
    moves: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(flatten)]
    lost: Option<LossRow>,
}

impl Hint {
    fn new(deal: &Deal, review: &Review, played: &[Action]) -> Self {
        let foundations = deal.rules().play().foundations.to_string();
        let (verdict, solution) = match review {
            Review::Winnable(solution) => ("winnable", Some(solution)),
            Review::Lost(_) => ("impossible", None),
            Review::Undecided(_) => ("gave_up", None),
        };
        let limit = if let Review::Undecided(limit) = review { Some(reason(*limit)) } else { None };
        Self {
            foundations,
            verdict,
            next: solution.and_then(|solution| solution.actions().first()).map(Action::to_string),
            moves: solution.map(Solution::len),
            reason: limit,
            lost: LossRow::of(review, played),
        }
    }
}

//! `tapis check`: replays a solution file and judges it.

use std::io::{self, Write};

use patience::{
    Action, Deal, Face, Fault as LineFault, Notation, Review, Seed, Solver, Table, Verdict, check_read,
    player_moves, review,
};
use search::Run;
use serde::Serialize;

use crate::commands::loss_text::{LossRow, blame};
use crate::commands::notation_args::{self, notation};
use crate::commands::solution_text::{moves_left, single_moves};
use crate::exit::{Exit, Fault};
use crate::limits::{LimitArgs, reason};
use crate::source::SourceArgs;
use crate::{input, output};

const EXAMPLES: &str = "\
Examples:
  tapis check FreeCell.123 moves.sol
  tapis check --ms 617 - < moves.sol
  tapis check fc.123 moves.sol --trace
  tapis solve fc.123 | tapis check fc.123 -
  fc-solve -m board.txt | tapis check --deal board.txt --foundations one-way -
  tapis check fc.123 moves.sol --explain --time 1m";

/// Replay a solution file and say whether it wins
///
/// A solution file has one move per line, CARD TARGET: CARD is a card's number 0 to 51 (4 * (rank - 1) + suit;
/// clubs 0, spades 1, hearts 2, diamonds 3), TARGET the number of the card it goes on, V for the first empty
/// column, T for a cell. What can go to the foundations goes there by itself after each move; with
/// --free-foundations F is a target too. With --xpat2-rules there are three more lines: REDEAL, TOP CARD (the
/// card comes to the top of its column) and DOWN CARD PLACE (the top card goes down to that place, 0 the bottom).
///
/// Other notations are read as well: the moves in words as `tapis solve` prints them, the notation of FreeCell
/// players (3a 25 6h), and the output of fc-solve; see --notation. Where cards go up by themselves, a text lists
/// all of that as moves, or nothing of it. fc-solve plays with --foundations one-way.
///
/// With --explain a line that does not win is searched for the move that lost the game: the last position that could
/// still be won, and the move that would have won there. The limits hold for each search.
///
/// Exit code 0: won. 1: not won, or a move is illegal.
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES, override_usage = "tapis check [OPTIONS] [DEAL] <FILE>")]
pub(crate) struct Args {
    /// The deal as GAME.SEED, and the solution file (`-`: standard input)
    #[arg(value_names = ["DEAL", "FILE"], num_args = 1..=2, required = true)]
    words: Vec<String>,
    #[command(flatten)]
    source: SourceArgs,
    /// The notation of the file; without it that of its lines [classic if there is a choice]
    #[arg(long, value_name = "NOTATION", value_parser = notation())]
    notation: Option<Notation>,
    /// Show the table after every move
    #[arg(long)]
    trace: bool,
    #[command(flatten)]
    review: ReviewArgs,
    /// Letters instead of suit signs and colour
    #[arg(long)]
    ascii: bool,
    /// The verdict as a JSON object; with --trace one object per state before it
    #[arg(long)]
    json: bool,
}

/// Whether to look for the move that lost, and how far.
#[derive(clap::Args)]
struct ReviewArgs {
    /// Say which move lost the game, and what would have won
    #[arg(long)]
    explain: bool,
    #[command(flatten)]
    limits: LimitArgs,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Fault> {
    let (deal, file) = args.source.deal_and_file(&args.words);
    let deal = args.source.one(deal.as_deref())?;
    let file =
        input::bytes(&file.ok_or_else(|| Fault::usage("which solution file? Give one after the deal"))?)?;
    let mut out = output::stdout();
    let (mut trace, mut written) = (Trace::new(args), Ok(()));
    let reading = notation_args::read(args.notation, &deal, &file)?;
    let verdict = check_read(deal.table().clone(), &reading, |action, table| {
        if written.is_ok() {
            written = trace.show(&mut out, action, table);
        }
    });
    written?;
    let explained = explain(args, &deal, &verdict, &trace.played)?;
    if args.json {
        let explained = explained.as_ref().map(|review| Explained::new(review, &trace.played));
        output::json_line(&mut out, &Judgement::new(deal.rules().name(), deal.seed(), &verdict, explained))?;
    } else {
        writeln!(out, "{}", sentence(&verdict, &trace.played))?;
        if let Some(review) = &explained {
            writeln!(out, "{}", explanation(review, &trace.played, args.face()))?;
        }
    }
    out.flush()?;
    Ok(if matches!(verdict, Verdict::Won { .. }) { Exit::Yes } else { Exit::No })
}

impl Args {
    fn face(&self) -> Face {
        if self.ascii { Face::Ascii } else { Face::Colour }
    }
}

/// Looks back on the legal moves of a line that does not win, if that is asked for.
fn explain(args: &Args, deal: &Deal, verdict: &Verdict, played: &[Action]) -> Result<Option<Review>, Fault> {
    if !args.review.explain || matches!(verdict, Verdict::Won { .. }) {
        return Ok(None);
    }
    let mut watch = args.review.limits.supervisor();
    let mut run =
        Run::new(args.review.limits.budget(), &mut watch).with_threads(args.review.limits.threads());
    Ok(Some(review(deal.table(), played, &mut Solver::new(), &mut run)?))
}

fn explanation(review: &Review, played: &[Action], face: Face) -> String {
    match review {
        Review::Winnable(solution) => {
            format!("it can still be won in {}", moves_left(solution))
        }
        Review::Lost(loss) => format!("it cannot be won any more: {}", blame(loss, played, face)),
        Review::Undecided(limit) => format!("whether it can still be won is not decided: {}", reason(*limit)),
    }
}

/// The states of the replay, shown as they come if that is asked for.
struct Trace<'a> {
    args: &'a Args,
    played: Vec<Action>,
    /// The table before the next move.
    before: Option<Table>,
}

impl<'a> Trace<'a> {
    fn new(args: &'a Args) -> Self {
        Self { args, played: Vec::new(), before: None }
    }

    fn show(&mut self, out: &mut impl Write, action: Option<Action>, table: &Table) -> io::Result<()> {
        self.played.extend(action);
        if !self.args.trace {
            return Ok(());
        }
        let before = self.before.replace(table.clone());
        if self.args.json {
            let state = State { played: action.map(|action| action.to_string()), board: table.to_board() };
            return output::json_line(out, &state);
        }
        let face = self.args.face();
        match (before, action) {
            (Some(before), Some(action)) => {
                let number = self.played.len();
                for played in player_moves(&before, &[action]) {
                    writeln!(out, "{number}. {}", played.words(face))?;
                }
            }
            _ => writeln!(out, "at the start")?,
        }
        writeln!(out, "{}", table.picture(face))
    }
}

fn sentence(verdict: &Verdict, played: &[Action]) -> String {
    match verdict {
        Verdict::Won { .. } => format!("won in {}", single_moves(played)),
        Verdict::NotWon { .. } => format!("legal, but not won after {}", single_moves(played)),
        Verdict::Illegal { at, why } => illegal(*at, why),
    }
}

/// Where a line of play goes wrong, and why.
pub(crate) fn illegal(at: usize, why: &LineFault) -> String {
    match why {
        LineFault::InText { .. } => format!("illegal at {why}"),
        _ => format!("move {at} is illegal: {why}"),
    }
}

/// A state of the replay as JSON.
#[derive(Serialize)]
struct State {
    #[serde(rename = "move")]
    played: Option<String>,
    board: String,
}

/// The verdict as JSON.
#[derive(Serialize)]
struct Judgement<'t> {
    game: &'t str,
    seed: Option<u64>,
    verdict: &'static str,
    /// Legal moves replayed.
    moves: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    illegal_at: Option<usize>,
    /// The line of the file that the illegal move stands on.
    #[serde(skip_serializing_if = "Option::is_none")]
    illegal_line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    #[serde(flatten)]
    explained: Option<Explained>,
}

/// The findings of `--explain` as JSON.
#[derive(Serialize)]
struct Explained {
    /// Can the game still be won? Not known where the limits leave it open.
    still_winnable: Option<bool>,
    /// Lines of the solution file that are left.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves_left: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(flatten)]
    lost: Option<LossRow>,
}

impl Explained {
    fn new(review: &Review, played: &[Action]) -> Self {
        let (still_winnable, moves_left, why) = match review {
            Review::Winnable(solution) => (Some(true), Some(solution.len()), None),
            Review::Lost(_) => (Some(false), None, None),
            Review::Undecided(limit) => (None, None, Some(reason(*limit))),
        };
        Self { still_winnable, moves_left, reason: why, lost: LossRow::of(review, played) }
    }
}

impl<'t> Judgement<'t> {
    fn new(game: &'t str, seed: Option<Seed>, verdict: &Verdict, explained: Option<Explained>) -> Self {
        let (word, moves, illegal_at, why) = match verdict {
            Verdict::Won { moves } => ("won", *moves, None, None),
            Verdict::NotWon { moves } => ("not_won", *moves, None, None),
            Verdict::Illegal { at, why } => ("illegal", at - 1, Some(*at), Some(why.to_string())),
        };
        let illegal_line = match verdict {
            Verdict::Illegal { why: LineFault::InText { line, .. }, .. } => Some(*line),
            _ => illegal_at,
        };
        let seed = seed.map(Seed::number);
        Self { game, seed, verdict: word, moves, illegal_at, illegal_line, why, explained }
    }
}

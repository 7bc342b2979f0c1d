//! `tapis check`: replays a solution file and judges it.

use std::io::{self, Write};

use patience::{Action, Face, Seed, Table, Verdict, check, lines};
use serde::Serialize;

use crate::exit::{Exit, Fault};
use crate::source::SourceArgs;
use crate::{input, output};

const EXAMPLES: &str = "\
Examples:
  tapis check FreeCell.123 moves.sol
  tapis check --ms 617 - < moves.sol
  tapis check fc.123 moves.sol --trace";

/// Replay a solution file and say whether it wins
///
/// A solution file has one move per line, CARD TARGET: CARD is a card's number 0 to 51 (4 * (rank - 1) + suit;
/// clubs 0, spades 1, hearts 2, diamonds 3), TARGET the number of the card it goes on, V for the first empty
/// column, T for a cell. What can go to the foundations goes there by itself after each move; with
/// --free-foundations F is a target too. With --xpat2-rules there are three more lines: REDEAL, TOP CARD (the
/// card comes to the top of its column) and DOWN CARD PLACE (the top card goes down to that place, 0 the bottom).
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
    /// Show the table after every move
    #[arg(long)]
    trace: bool,
    /// Letters instead of suit signs and colour
    #[arg(long)]
    ascii: bool,
    /// The verdict as a JSON object; with --trace one object per state before it
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Fault> {
    let (deal, file) = args.source.deal_and_file(&args.words);
    let deal = args.source.one(deal.as_deref())?;
    let file =
        input::bytes(&file.ok_or_else(|| Fault::usage("which solution file? Give one after the deal"))?)?;
    let mut out = output::stdout();
    let mut written = Ok(());
    let verdict = check(deal.table().clone(), lines(&file), |played, table| {
        if args.trace && written.is_ok() {
            written = show_state(&mut out, args, played, table);
        }
    });
    written?;
    if args.json {
        output::json_line(&mut out, &Judgement::new(deal.rules().name(), deal.seed(), &verdict))?;
    } else {
        writeln!(out, "{}", sentence(&verdict))?;
    }
    out.flush()?;
    Ok(if matches!(verdict, Verdict::Won { .. }) { Exit::Yes } else { Exit::No })
}

fn show_state(out: &mut impl Write, args: &Args, action: Option<Action>, table: &Table) -> io::Result<()> {
    if args.json {
        return output::json_line(
            out,
            &State { played: action.map(|action| action.to_string()), board: table.to_board() },
        );
    }
    let title = action.map_or_else(|| "at the start".to_owned(), |action| action.to_string());
    let face = if args.ascii { Face::Ascii } else { Face::Colour };
    writeln!(out, "{title}\n{}", table.picture(face))
}

fn sentence(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Won { moves } => format!("won in {moves} moves"),
        Verdict::NotWon { moves } => format!("all {moves} moves are legal, but the game is not won"),
        Verdict::Illegal { at, why } => format!("move {at} is illegal: {why}"),
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
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

impl<'t> Judgement<'t> {
    fn new(game: &'t str, seed: Option<Seed>, verdict: &Verdict) -> Self {
        let (word, moves, illegal_at, why) = match verdict {
            Verdict::Won { moves } => ("won", *moves, None, None),
            Verdict::NotWon { moves } => ("not_won", *moves, None, None),
            Verdict::Illegal { at, why } => ("illegal", at - 1, Some(*at), Some(why.to_string())),
        };
        Self { game, seed: seed.map(Seed::number), verdict: word, moves, illegal_at, why }
    }
}

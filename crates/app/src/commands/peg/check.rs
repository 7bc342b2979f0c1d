//! `tapis peg check`: replays a line of play and judges it.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use peg::{Move, Replay, Verdict};
use serde::Serialize;

use super::game::{Game, GameArgs};
use super::{line_file, picture, record};
use crate::exit::{Exit, Fault};
use crate::output;

/// Replay a line of play and judge it
///
/// The file holds moves separated by blanks or line ends; `#` starts a remark, and the sentence at the end of what `tapis
/// peg solve` prints is passed over. The JSON that `tapis peg solve --json` prints is read too, and every solution of a
/// list, also of `tapis peg statistics --only minimal`. A file without a line of play is an error. The exit code is 0 when the line is legal and reaches the goal (each line, where there are several), else 1.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The line of play (- for standard input)
    file: String,
    #[command(flatten)]
    game: GameArgs,
    /// Check each line of the file as a line of play of its own, as `tapis peg solve --all` prints them
    #[arg(long)]
    each_line: bool,
    /// Also write the positions to this file, one row each
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Answer {
    verdict: &'static str,
    jumps: usize,
    moves: usize,
    pegs: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    text: String,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Fault> {
    let game = args.game.game()?;
    let lines = line_file::all(&game, &args.file, args.each_line);
    if let Some(path) = &args.csv {
        // The rows of a former run do not stay where there is no line of play.
        record::save_first(path, &game.board, &[(game.start, Duration::ZERO)])?;
    }
    let lines = lines?;
    let [line] = &lines[..] else { return run_all(args, &game, &lines) };
    let replay = peg::check(&game.board, game.start, game.goal, line);
    if let Some(path) = &args.csv {
        let rows: Vec<_> = replay.positions.iter().map(|&position| (position, Duration::ZERO)).collect();
        record::save(path, &game.board, &rows)?;
    }
    output::print(args.json, &answer(&game, &replay), |out| in_words(out, &game, &replay))?;
    Ok(exit(replay.verdict == Verdict::Won))
}

/// Judges several lines of play, each with a line of output.
fn run_all(args: &Args, game: &Game, lines: &[Vec<Move>]) -> Result<Exit, Fault> {
    if args.csv.is_some() {
        return Err(Fault::usage(format!("--csv: {} has more than one line of play", args.file)));
    }
    let mut out = output::stdout();
    let mut all_won = true;
    for (index, line) in lines.iter().enumerate() {
        let replay = peg::check(&game.board, game.start, game.goal, line);
        all_won &= replay.verdict == Verdict::Won;
        if args.json {
            output::json_line(&mut out, &answer(game, &replay))?;
        } else {
            writeln!(out, "{}: {}", index + 1, sentence(game, &replay))?;
        }
    }
    out.flush()?;
    Ok(exit(all_won))
}

fn exit(won: bool) -> Exit {
    if won { Exit::Yes } else { Exit::No }
}

fn answer(game: &Game, replay: &Replay) -> Answer {
    let (verdict, at, reason) = match &replay.verdict {
        Verdict::Won => ("won", None, None),
        Verdict::NotWon => ("not_won", None, None),
        Verdict::Illegal { jump, why } => ("illegal", Some(*jump), Some(why.to_string())),
    };
    let last = *replay.positions.last().expect("a replay holds the start");
    Answer {
        verdict,
        jumps: replay.jumps.len(),
        moves: peg::moves(&replay.jumps).len(),
        pegs: last.pegs(),
        at,
        reason,
        text: peg::to_text(&game.board, last),
    }
}

fn in_words(out: &mut dyn Write, game: &Game, replay: &Replay) -> io::Result<()> {
    let last = *replay.positions.last().expect("a replay holds the start");
    picture::draw(out, &game.board, game.notation, last)?;
    writeln!(out, "{}", sentence(game, replay))
}

/// The verdict in words.
fn sentence(game: &Game, replay: &Replay) -> String {
    let last = *replay.positions.last().expect("a replay holds the start");
    let played = picture::played(replay.jumps.len(), peg::moves(&replay.jumps).len());
    let left = picture::in_words(&game.board, game.notation, last);
    match &replay.verdict {
        Verdict::Won => format!("won: {left} after {played}"),
        Verdict::NotWon => format!("not won: {left} after {played}"),
        Verdict::Illegal { jump, why } => format!("illegal: jump {jump}: {why}; {left} after {played}"),
    }
}

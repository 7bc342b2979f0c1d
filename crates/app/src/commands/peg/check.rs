//! `tapis peg check`: replays a line of play and judges it.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use peg::{Replay, Verdict};
use serde::Serialize;

use super::game::{Game, GameArgs, read};
use super::solve::SOLVED;
use super::{picture, record};
use crate::exit::{Exit, Fault};
use crate::output;

/// Replay a line of play and judge it
///
/// The file holds moves separated by blanks or line ends; `#` starts a remark, and the sentence at the end of what `tapis
/// peg solve` prints is passed over. The exit code is 0 when the line is
/// legal and reaches the goal, else 1.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The line of play (- for standard input)
    file: String,
    #[command(flatten)]
    game: GameArgs,
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
    let text = read(&args.file)?;
    let line = game
        .notation
        .parse_line(&game.board, without_sentence(&text))
        .map_err(|error| Fault::data(format!("{}: {error}", args.file)))?;
    let replay = peg::check(&game.board, game.start, game.goal, &line);
    if let Some(path) = &args.csv {
        let rows: Vec<_> = replay.positions.iter().map(|&position| (position, Duration::ZERO)).collect();
        record::save(path, &game.board, &rows)?;
    }
    output::print(args.json, &answer(&game, &replay), |out| in_words(out, &game, &replay))?;
    Ok(if replay.verdict == Verdict::Won { Exit::Yes } else { Exit::No })
}

/// A text without the sentences that `tapis peg solve` prints after its moves.
fn without_sentence(text: &str) -> &str {
    let mut lines = text.split_inclusive('\n').scan(0, |end, line| {
        let start = *end;
        *end += line.len();
        Some((start, line))
    });
    lines.find(|(_, line)| line.starts_with(SOLVED)).map_or(text, |(start, _)| &text[..start])
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
    picture::draw(out, &game.board, last)?;
    let played = picture::played(replay.jumps.len(), peg::moves(&replay.jumps).len());
    let left = picture::in_words(&game.board, game.notation, last);
    match &replay.verdict {
        Verdict::Won => writeln!(out, "won: {left} after {played}")?,
        Verdict::NotWon => writeln!(out, "not won: {left} after {played}")?,
        Verdict::Illegal { jump, why } => {
            writeln!(out, "illegal: jump {jump}: {why}; {left} after {played}")?;
        }
    }
    Ok(())
}

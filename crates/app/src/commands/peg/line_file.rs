//! Lines of play from a file: moves as text, or JSON as `tapis peg solve --json` prints it.

use peg::Move;
use serde::Deserialize;

use super::game::{Game, read};
use super::solve::{GAVE_UP, SOLVED};
use crate::exit::Fault;

/// One answer of `tapis peg solve --json`.
#[derive(Deserialize)]
struct Answer {
    /// Missing in the answers of a list.
    verdict: Option<String>,
    #[serde(default)]
    jumps: Vec<String>,
}

/// The line of play in a file; the first one where the file has several.
pub(super) fn one(game: &Game, path: &str) -> Result<Vec<Move>, Fault> {
    let mut lines = all(game, path, false)?;
    Ok(lines.swap_remove(0))
}

/// All lines of play in a file, at least one. `each_line` says that every line of a text is a line of play of its own.
pub(super) fn all(game: &Game, path: &str, each_line: bool) -> Result<Vec<Vec<Move>>, Fault> {
    let text = read(path)?;
    if text.trim_start().starts_with('{') {
        return in_json(game, path, &text);
    }
    let text = without_sentence(&text);
    if !each_line {
        return Ok(vec![parse(game, path, 0, text)?]);
    }
    let parsed = text.lines().enumerate().map(|(before, line)| parse(game, path, before, line));
    let lines: Vec<_> =
        parsed.filter(|line| !matches!(line, Ok(moves) if moves.is_empty())).collect::<Result<_, _>>()?;
    if lines.is_empty() { Err(Fault::data(format!("{path}: no line of play"))) } else { Ok(lines) }
}

/// Reads moves; `before` is the number of lines before them in the file.
fn parse(game: &Game, path: &str, before: usize, text: &str) -> Result<Vec<Move>, Fault> {
    game.notation.parse_line(&game.board, text).map_err(|mut error| {
        error.line += before;
        Fault::data(format!("{path}: {error}"))
    })
}

/// A text without the sentences that `tapis peg solve` prints after its moves, and after a list that is not complete.
fn without_sentence(text: &str) -> &str {
    let mut lines = text.split_inclusive('\n').scan(0, |end, line| {
        let start = *end;
        *end += line.len();
        Some((start, line))
    });
    let is_sentence = |line: &str| line.starts_with(SOLVED) || line.starts_with(GAVE_UP);
    lines.find(|(_, line)| is_sentence(line)).map_or(text, |(start, _)| &text[..start])
}

fn in_json(game: &Game, path: &str, text: &str) -> Result<Vec<Vec<Move>>, Fault> {
    let mut lines = Vec::new();
    let mut unsolved = None;
    for (index, answer) in serde_json::Deserializer::from_str(text).into_iter::<Answer>().enumerate() {
        let answer = answer.map_err(|error| Fault::data(format!("{path}: {error}")))?;
        match answer.verdict {
            Some(verdict) if verdict != "solved" => unsolved = Some(verdict),
            _ => lines.push(
                in_answer(game, &answer.jumps)
                    .map_err(|why| Fault::data(format!("{path}: answer {}: {why}", index + 1)))?,
            ),
        }
    }
    if lines.is_empty() {
        let verdict = unsolved.unwrap_or_default();
        return Err(Fault::data(format!("{path}: no line of play: the verdict is `{verdict}`")));
    }
    Ok(lines)
}

fn in_answer(game: &Game, jumps: &[String]) -> Result<Vec<Move>, String> {
    let mut line = Vec::new();
    for (index, jump) in jumps.iter().enumerate() {
        let read = game.notation.parse_line(&game.board, jump);
        line.extend(read.map_err(|error| format!("jump {}: {}", index + 1, error.why))?);
    }
    Ok(line)
}

//! Lines of play from a file: moves as text, or JSON as `tapis peg solve` and `tapis peg statistics` print it.

use peg::Move;
use serde::Deserialize;

use super::game::{Game, read};
use super::solve::{GAVE_UP, SOLVED};
use super::statistics::NO_SOLUTION;
use crate::exit::Fault;

/// One answer in JSON.
#[derive(Deserialize)]
struct Answer {
    /// Missing in the answers of a list.
    verdict: Option<String>,
    jumps: Option<Vec<String>>,
    /// Of `tapis peg statistics`.
    minimal: Option<Minimal>,
}

#[derive(Deserialize)]
struct Minimal {
    solutions: Vec<String>,
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
    let (text, sentence) = without_sentence(&text);
    if !each_line {
        let line = parse(game, path, 0, text)?;
        // A start that meets the goal is solved without a move.
        let is_line = !line.is_empty() || sentence.starts_with(SOLVED);
        return if is_line { Ok(vec![line]) } else { Err(no_line(path)) };
    }
    let parsed = text.lines().enumerate().map(|(before, line)| parse(game, path, before, line));
    let lines: Vec<_> =
        parsed.filter(|line| !matches!(line, Ok(moves) if moves.is_empty())).collect::<Result<_, _>>()?;
    if lines.is_empty() { Err(no_line(path)) } else { Ok(lines) }
}

fn no_line(path: &str) -> Fault {
    Fault::data(format!("{path}: no line of play"))
}

/// Reads moves; `before` is the number of lines before them in the file.
fn parse(game: &Game, path: &str, before: usize, text: &str) -> Result<Vec<Move>, Fault> {
    game.notation.parse_line(&game.board, text).map_err(|mut error| {
        error.line += before;
        Fault::data(format!("{path}: {error}"))
    })
}

/// A text before the sentence that `tapis peg solve` prints after its moves, and after a list that is not complete, or the
/// one that `tapis peg statistics` prints after a list; and the text from there on.
fn without_sentence(text: &str) -> (&str, &str) {
    let mut lines = text.split_inclusive('\n').scan(0, |end, line| {
        let start = *end;
        *end += line.len();
        Some((start, line))
    });
    let sentence = lines.find(|(_, line)| is_sentence(line));
    text.split_at(sentence.map_or(text.len(), |(start, _)| start))
}

fn is_sentence(line: &str) -> bool {
    let begins = [SOLVED, GAVE_UP, NO_SOLUTION].iter().any(|words| line.starts_with(words));
    let counts = line.split_once(" solution").is_some_and(|(count, _)| {
        !count.is_empty() && count.bytes().all(|byte| byte.is_ascii_digit() || byte == b',')
    });
    begins || counts
}

fn in_json(game: &Game, path: &str, text: &str) -> Result<Vec<Vec<Move>>, Fault> {
    let mut lines = Vec::new();
    let mut unsolved = None;
    for (index, answer) in serde_json::Deserializer::from_str(text).into_iter::<Answer>().enumerate() {
        let answer = answer.map_err(|error| Fault::data(format!("{path}: {error}")))?;
        let wrong = |why| Fault::data(format!("{path}: answer {}: {why}", index + 1));
        match (answer.verdict, answer.jumps, answer.minimal) {
            (Some(verdict), ..) if verdict != "solved" => unsolved = Some(verdict),
            (_, Some(jumps), _) => lines.push(in_answer(game, &jumps).map_err(wrong)?),
            (_, None, Some(minimal)) => {
                for solution in &minimal.solutions {
                    lines.push(in_answer(game, std::slice::from_ref(solution)).map_err(wrong)?);
                }
            }
            (_, None, None) => {}
        }
    }
    match unsolved {
        _ if !lines.is_empty() => Ok(lines),
        Some(verdict) => Err(Fault::data(format!("{path}: no line of play: the verdict is `{verdict}`"))),
        None => Err(no_line(path)),
    }
}

fn in_answer(game: &Game, jumps: &[String]) -> Result<Vec<Move>, String> {
    let mut line = Vec::new();
    for (index, jump) in jumps.iter().enumerate() {
        let read = game.notation.parse_line(&game.board, jump);
        line.extend(read.map_err(|error| format!("jump {}: {}", index + 1, error.why))?);
    }
    Ok(line)
}

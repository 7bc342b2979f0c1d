//! The games that were begun, and the statistics of those that ended.

use std::io::Write;
use std::time::Duration;

use serde::Serialize;
use session::texts::Language;
use tui::{Entry, Over};

use super::on_screen::store;
use crate::exit::{Exit, Fault};
use crate::limits::counted;
use crate::output;

/// A game that was begun.
#[derive(Serialize)]
struct Line<'e> {
    file: String,
    title: String,
    game: &'e str,
    moves: usize,
    seconds: u64,
    over: Option<Over>,
}

/// Lists the games that were begun, the one played last first.
pub(super) fn list(json: bool) -> Result<Exit, Fault> {
    let store = store()?;
    let entries = store.list();
    let mut out = output::stdout();
    for Entry { name, kept, .. } in &entries {
        let line = Line {
            file: store.path(name).display().to_string(),
            title: kept.title(),
            game: &kept.game.game,
            moves: kept.game.moves.len(),
            seconds: Duration::from_millis(kept.millis).as_secs(),
            over: kept.over,
        };
        if json {
            output::json_line(&mut out, &line)?;
        } else {
            let state = match line.over {
                Some(Over::Won) => "won",
                Some(Over::Lost) => "lost",
                None => "not finished",
            };
            let moves = counted(line.moves as u64, "move");
            writeln!(out, "{}: {moves}, {} s, {state}, {}", line.title, line.seconds, line.file)?;
        }
    }
    if entries.is_empty() && !json {
        writeln!(out, "no game was begun yet")?;
    }
    out.flush()?;
    Ok(Exit::Yes)
}

/// Shows the statistics of games that ended.
pub(super) fn statistics(language: Language, json: bool) -> Result<Exit, Fault> {
    let results = store()?.results();
    let mut out = output::stdout();
    if json {
        output::json_line(&mut out, &results.by_game())?;
    } else {
        for line in tui::statistics_lines(&results, language) {
            writeln!(out, "{line}")?;
        }
    }
    out.flush()?;
    Ok(Exit::Yes)
}

//! The games that were begun, and the statistics of those that ended.

use std::fmt::Display;
use std::io::Write;
use std::time::Duration;

use serde::Serialize;
use session::texts::{Language, Screen as Text, Thing};
use tui::{Entry, Over};

use super::on_screen::store;
use crate::exit::{Exit, Fault};
use crate::output;

/// `--list` and `--stats`.
#[derive(clap::Args)]
pub(crate) struct KeptArgs {
    /// List the games that were begun
    #[arg(long, conflicts_with_all = ["deal", "load", "save", "plain", "stats"])]
    list: bool,
    /// Show the statistics of your own games: games that ended, won, won alone (without hints and solutions), in a row
    /// now and at most, best and mean time
    #[arg(long, conflicts_with_all = ["deal", "load", "save", "plain"])]
    stats: bool,
}

impl KeptArgs {
    /// Shows what is asked for, if anything is.
    pub(crate) fn show(&self, language: Language, json: bool) -> Result<Option<Exit>, Fault> {
        match (self.list, self.stats) {
            (true, _) => list(if json { Language::English } else { language }, json).map(Some),
            (false, true) => statistics(language, json).map(Some),
            (false, false) => Ok(None),
        }
    }
}

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
fn list(language: Language, json: bool) -> Result<Exit, Fault> {
    let store = store()?;
    let entries = store.list();
    let mut out = output::stdout();
    for Entry { name, kept, .. } in &entries {
        let line = Line {
            file: store.path(name).display().to_string(),
            title: kept.title(language),
            game: &kept.game.game,
            moves: kept.game.moves.len(),
            seconds: Duration::from_millis(kept.millis).as_secs(),
            over: kept.over,
        };
        if json {
            output::json_line(&mut out, &line)?;
        } else {
            let state = language.text(match line.over {
                Some(Over::Won) => Text::ListWon,
                Some(Over::Lost) => Text::ListLost,
                None => Text::ListOpen,
            });
            let moves = language.counted(line.moves, Thing::Move);
            let facts: [&dyn Display; 5] = [&line.title, &moves, &line.seconds, &state, &line.file];
            writeln!(out, "{}", language.fill(Text::ListLine, &facts))?;
        }
    }
    if entries.is_empty() && !json {
        writeln!(out, "{}", language.text(Text::ListEmpty))?;
    }
    out.flush()?;
    Ok(Exit::Yes)
}

/// Shows the statistics of games that ended.
fn statistics(language: Language, json: bool) -> Result<Exit, Fault> {
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

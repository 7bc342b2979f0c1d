//! The games that were begun, and the statistics of those that ended.

use std::fmt::Display;
use std::io::Write;
use std::time::Duration;

use serde::Serialize;
use session::printable;
use session::texts::{Language, Screen as Text};
use tui::{Entry, Kept, Listing, Over, Store};

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
    #[serde(skip_serializing_if = "Option::is_none")]
    turns: Option<usize>,
    /// The move or turn of another game after which this one goes its own way; it is not counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    branched_after: Option<usize>,
    seconds: u64,
    over: Option<Over>,
}

impl<'e> Line<'e> {
    fn of(Entry { name, kept, .. }: &'e Entry, store: &Store, language: Language) -> Self {
        Self {
            file: store.path(name).display().to_string(),
            title: kept.title(language),
            game: &kept.game.game,
            moves: kept.game.moves.len(),
            turns: kept.turns,
            branched_after: kept.branched_after,
            seconds: Duration::from_millis(kept.millis).as_secs(),
            over: kept.over,
        }
    }

    fn words(&self, kept: &Kept, language: Language) -> String {
        let (length, state, file) = (kept.length(language), state(kept, language), printable(&self.file));
        let facts: [&dyn Display; 5] = [&self.title, &length, &self.seconds, &state, &file];
        language.fill(Text::ListLine, &facts)
    }
}

/// Lists the games that were begun, the one played last first.
fn list(language: Language, json: bool) -> Result<Exit, Fault> {
    let store = store()?;
    let Listing { games: entries, unreadable } = store.listing();
    for file in &unreadable {
        anstream::eprintln!("tapis: {file}");
    }
    let mut out = output::stdout();
    for entry in &entries {
        let line = Line::of(entry, &store, language);
        if json {
            output::json_line(&mut out, &line)?;
        } else {
            writeln!(out, "{}", line.words(&entry.kept, language))?;
        }
    }
    if entries.is_empty() && !json {
        writeln!(out, "{}", language.text(Text::ListEmpty))?;
    }
    out.flush()?;
    Ok(Exit::Yes)
}

/// How a game ended, and whether it counts.
fn state(kept: &Kept, language: Language) -> String {
    let state = language.text(match kept.over {
        Some(Over::Won) => Text::ListWon,
        Some(Over::Lost) => Text::ListLost,
        None => Text::ListOpen,
    });
    let is_counted = !kept.help.branched;
    if is_counted { state.to_owned() } else { language.fill(Text::ListNotCounted, &[&state]) }
}

/// Shows the statistics of games that ended.
fn statistics(language: Language, json: bool) -> Result<Exit, Fault> {
    let store = store()?;
    if let Some(file) = store.unreadable_results() {
        anstream::eprintln!("tapis: {file}");
    }
    let results = store.results();
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

//! `tapis peg cache`: the tables of solvable positions.

use std::fs;
use std::io::Write;

use clap::Subcommand;
use serde::Serialize;

use super::game::GameArgs;
use super::reason;
use super::table::{self, Table};
use crate::exit::{Exit, Fault};
use crate::limits::LimitArgs;
use crate::output;

/// Build, list or delete the tables that tell at once whether a position is solvable
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Build the tables of a board for all its positions
    Build {
        #[command(flatten)]
        game: Box<GameArgs>,
        #[command(flatten)]
        limits: LimitArgs,
    },
    /// List the tables
    List {
        /// Answer in JSON
        #[arg(long)]
        json: bool,
    },
    /// Delete all tables
    Clear,
}

#[derive(Serialize)]
struct Entry {
    file: String,
    bytes: u64,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Fault> {
    match &args.command {
        Command::Build { game, limits } => build(game, limits),
        Command::List { json } => list(*json),
        Command::Clear => clear(),
    }
}

fn build(game: &GameArgs, limits: &LimitArgs) -> Result<Exit, Fault> {
    let game = game.game()?;
    let mut out = output::stdout();
    let mut solvable = 0;
    for kind in peg::class_orbits(&game.board, game.goal) {
        match Table::of_kind(&game.board, game.goal, kind.won, limits)? {
            Table::Known(table) => {
                let own: u64 = table.counts().iter().map(|level| level.1).sum();
                solvable += own * kind.classes as u64;
            }
            Table::Unknown(why) => {
                writeln!(out, "gave up: {}", reason::why(&why))?;
                out.flush()?;
                return Ok(reason::exit(&why));
            }
            Table::Lost => {}
        }
    }
    writeln!(out, "{}: {solvable} of 2^{} positions are solvable", game.name, game.board.len())?;
    out.flush()?;
    Ok(Exit::Yes)
}

fn entries() -> Vec<Entry> {
    let Some(files) = table::folder().and_then(|folder| fs::read_dir(folder).ok()) else { return Vec::new() };
    let entry = |file: fs::DirEntry| {
        let path = file.path();
        let known = path.extension().is_some_and(|extension| extension == "table");
        known.then_some(Entry { file: path.display().to_string(), bytes: file.metadata().ok()?.len() })
    };
    let mut entries: Vec<_> = files.flatten().filter_map(entry).collect();
    entries.sort_by(|a, b| a.file.cmp(&b.file));
    entries
}

fn list(json: bool) -> Result<Exit, Fault> {
    let mut out = output::stdout();
    if json {
        output::json_line(&mut out, &entries())?;
    } else {
        for Entry { file, bytes } in entries() {
            writeln!(out, "{bytes:>12} {file}")?;
        }
    }
    out.flush()?;
    Ok(Exit::Yes)
}

fn clear() -> Result<Exit, Fault> {
    for Entry { file, .. } in entries() {
        fs::remove_file(&file).map_err(|error| Fault::cannot_write(file.as_ref(), &error))?;
    }
    Ok(Exit::Yes)
}

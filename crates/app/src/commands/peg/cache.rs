//! `tapis peg cache`: the tables of solvable positions.

use std::fs;
use std::io::{self, Write};

use clap::Subcommand;
use peg::CountError;
use serde::Serialize;
use session::PegTable;

use super::game::GameArgs;
use super::{reason, solvability_cache};
use crate::exit::{Exit, Fault};
use crate::limits::LimitArgs;
use crate::output;

/// Build, list or delete the tables that say at once whether a position is solvable
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
    if !game.goal.has_few_positions(&game.board) {
        return Err(Fault::usage(CountError::WideGoal));
    }
    let tables = solvability_cache::tables();
    let no_folder = || Fault::cannot_create("no folder for tables is known: set HOME or XDG_CACHE_HOME");
    let folder = tables.folder().ok_or_else(no_folder)?;
    let mut solvable = 0;
    for orbit in peg::class_orbits(&game.board, game.goal) {
        let table = solvability_cache::watched(game.board.len(), limits, |run| {
            tables.for_class(&game.board, game.goal, orbit.won, run)
        });
        match table {
            PegTable::Known { unkept: Some(error), .. } => {
                return Err(Fault::cannot_write(folder, &error));
            }
            PegTable::Known { table, unkept: None } => {
                let own: u64 = table.counts().iter().map(|level| level.1).sum();
                solvable += own * orbit.classes as u64;
            }
            PegTable::Unknown(why) => {
                say(&format!("gave up: {}", reason::why(&why)))?;
                return Ok(reason::exit(&why));
            }
            PegTable::Lost => {}
        }
    }
    say(&format!("{}: {solvable} of 2^{} positions are solvable", game.name, game.board.len()))?;
    Ok(Exit::Yes)
}

fn say(text: &str) -> io::Result<()> {
    let mut out = output::stdout();
    writeln!(out, "{text}")?;
    out.flush()
}

fn entries() -> Vec<Entry> {
    let files = solvability_cache::tables().files().into_iter();
    files.map(|(path, bytes)| Entry { file: path.display().to_string(), bytes }).collect()
}

fn list(json: bool) -> Result<Exit, Fault> {
    let entries = entries();
    output::print(json, &entries, |out| {
        entries.iter().try_for_each(|Entry { file, bytes }| writeln!(out, "{bytes:>12} {file}"))
    })?;
    Ok(Exit::Yes)
}

fn clear() -> Result<Exit, Fault> {
    for Entry { file, .. } in entries() {
        fs::remove_file(&file).map_err(|error| Fault::cannot_write(file.as_ref(), &error))?;
    }
    Ok(Exit::Yes)
}

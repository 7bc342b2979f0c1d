//! `tapis peg cache`: the tables of solvable positions.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

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
    /// List the tables, with a word for those that are damaged: these are made again when they are needed
    List {
        /// Answer in JSON
        #[arg(long)]
        json: bool,
    },
    /// Delete all tables, and what killed programs left of unfinished ones
    Clear,
}

#[derive(Serialize)]
struct Entry {
    file: String,
    bytes: u64,
    /// None: the table is good.
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<&'static str>,
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
    solvability_cache::remove_leftovers(&tables);
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

fn list(json: bool) -> Result<Exit, Fault> {
    let entry = |(path, bytes): (PathBuf, u64)| {
        let fault = fault(&path).unwrap_or(Some("cannot be read"));
        Entry { file: path.display().to_string(), bytes, fault }
    };
    let entries: Vec<_> = solvability_cache::tables().files().into_iter().map(entry).collect();
    output::print(json, &entries, |out| {
        entries.iter().try_for_each(|Entry { file, bytes, fault }| {
            let fault = fault.map_or(String::new(), |fault| format!(" ({fault})"));
            writeln!(out, "{bytes:>12} {file}{fault}")
        })
    })?;
    Ok(Exit::Yes)
}

/// The beginning of every table.
const TITLE: &[u8] = b"tapis peg solvability ";
/// The CRC-32 of all bytes of a file whose last four bytes are the CRC-32 of those before them.
const SUM_WITH_ITSELF: u32 = 0x2144_df1c;

/// The fault of the file of a table, as far as its bytes alone can tell.
fn fault(path: &Path) -> io::Result<Option<&'static str>> {
    let mut file = File::open(path)?;
    let (mut sum, mut block) = (crc32fast::Hasher::new(), vec![0; 1 << 20]);
    let mut is_first = true;
    loop {
        let read = file.read(&mut block)?;
        if read == 0 {
            let is_whole = sum.finalize() == SUM_WITH_ITSELF;
            return Ok(if is_first { Some("empty") } else { (!is_whole).then_some("damaged") });
        }
        if is_first && !block[..read].starts_with(TITLE) {
            return Ok(Some("damaged"));
        }
        is_first = false;
        sum.update(&block[..read]);
    }
}

/// Deletes all that can be deleted; the first file that cannot is the error.
fn clear() -> Result<Exit, Fault> {
    let tables = solvability_cache::tables();
    solvability_cache::remove_leftovers(&tables);
    let mut kept = None;
    for (path, _) in tables.files() {
        if let Err(error) = fs::remove_file(&path) {
            kept.get_or_insert_with(|| Fault::cannot_write(&path, &error));
        }
    }
    kept.map_or(Ok(Exit::Yes), Err)
}

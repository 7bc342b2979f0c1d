//! `tapis peg play`: a game of peg solitaire, line by line.

use std::io::Write;
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use peg::{OwnedProblem, Position};
use session::texts::{Language, LineText};
use session::{Peg, PegTable};

use super::game::GameArgs;
use super::{record, solvability_cache};
use crate::exit::{Exit, Fault};
use crate::limits::LimitArgs;
use crate::play::{Console, Files, LanguageArgs, Play, not_loaded};
use crate::{input, interrupt, output};

const EXAMPLES: &str = "\
Examples:
  tapis peg play
  tapis peg play --board triangle15 --vacate a1 --save game.json
  tapis peg play --load game.json --save game.json
  printf 'hint\\nask\\nquit\\n' | tapis peg play --board french --vacate d3";

/// Play, line by line
///
/// Type a move (d2-d4 or d2-d4-f4), or a word: moves lists the jumps, green with + where the game stays solvable and
/// red with - where it is lost; hint shows a good jump; ask says whether the position is still solvable; undo, redo,
/// restart, show, save FILE, help, quit. The game is in English or French (--lang); words of both are
/// understood. The exit code is 0 when the game was won.
///
/// `tapis play peg` is the same game on the whole screen, with arrow keys and the mouse.
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Go on with a saved game; add --save to keep what follows
    #[arg(long, value_name = "FILE", conflicts_with_all = ["board", "vacate", "from", "play", "to", "notation"])]
    load: Option<PathBuf>,
    /// Save the game here after every move; a new game does not replace a file that is there
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Write the positions played to this file, one row each: number, seconds, cells
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    language: LanguageArgs,
    /// Answer each line by a JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Fault> {
    let files = Files::new(args.save.as_deref(), None, args.load.as_deref())?;
    let peg = match &args.load {
        Some(path) => loaded(path)?,
        None => begun(&args.game)?,
    };
    let mut peg = with_table(peg, &args.limits, args.language.language());
    if let Some(exit) = interrupt::exit() {
        return Ok(exit);
    }
    if let Some(path) = &args.csv {
        // A place that cannot be written is found before the game, not after it.
        record::save_first(path, peg.game().board(), &rows(peg.game(), &[]))?;
    }
    let mut play =
        Play::new(&mut peg, args.limits.clone(), files, args.json).in_language(args.language.language());
    let exit = play.run(&mut Console::new(output::stdout()))?;
    let times = play.times().to_vec();
    if let Some(path) = &args.csv {
        record::save(path, peg.game().board(), &rows(peg.game(), &times))?;
    }
    Ok(exit)
}

fn loaded(path: &Path) -> Result<Peg, Fault> {
    let text = input::text(path)?;
    Peg::read(&text).map_err(|error| not_loaded(path, &text, &error))
}

/// A new game.
pub(crate) fn begun(args: &GameArgs) -> Result<Peg, Fault> {
    let game = args.game()?;
    let new = peg::Game::new(game.board, game.start, game.goal);
    let new = new.and_then(|new| new.with_notation(game.notation)).map_err(Fault::usage)?;
    Ok(Peg::new(new))
}

/// The game with a table of its solvable positions, as far as the limits allow one.
pub(crate) fn with_table(peg: Peg, limits: &LimitArgs, language: Language) -> Peg {
    let OwnedProblem { board, start, goal } = peg.game().snapshot();
    let tables = solvability_cache::tables();
    solvability_cache::remove_leftovers(&tables);
    if let Some(size) = tables.size_to_announce(&board, goal, start, limits.memory) {
        note(&language.fill(LineText::MakesTable, &[&size.to_string()]));
    }
    let table =
        solvability_cache::watched(board.len(), limits, |run| tables.for_position(&board, goal, start, run));
    if let PegTable::Known { unkept: Some(error), .. } = &table {
        note(&language.fill(LineText::TableNotKept, &[&error.to_string()]));
    }
    peg.knowing(Arc::new(table))
}

/// Says something to the player that is not an answer. A reader that went away cannot be reached.
fn note(text: &str) {
    let _ = writeln!(anstream::stderr(), "{text}");
}

/// The positions played, and when each was reached.
fn rows(game: &peg::Game, times: &[Duration]) -> Vec<(Position, Duration)> {
    let jumps = game.moves().zip(times).flat_map(|(made, &time)| made.hops().map(move |_| time));
    game.positions().zip(iter::once(Duration::ZERO).chain(jumps)).collect()
}

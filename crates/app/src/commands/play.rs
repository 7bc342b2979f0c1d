//! `tapis play`: a patience, line by line.

use std::path::PathBuf;

use session::{Patience, Session};

use crate::dictionary::{DictionaryArgs, Words};
use crate::exit::{Exit, Fault};
use crate::limits::LimitArgs;
use crate::play::{Console, Play};
use crate::source::SourceArgs;
use crate::{input, output};

const EXAMPLES: &str = "\
Examples:
  tapis play FreeCell.123
  tapis play fc.123 --save game.json
  tapis play --load game.json
  printf '37\\nhint\\nquit\\n' | tapis play fc.123";

/// Play, line by line
///
/// Every line is a move or a word; `help` lists them. A move that is not legal gets the reason. Saved games of any
/// kind are gone on with by --load.
///
/// Exit code 0: the game was won, or played to its end. 1: left before.
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Args {
    /// The deal as GAME.SEED
    #[arg(value_name = "DEAL", conflicts_with = "load")]
    deal: Option<String>,
    /// Go on with a saved game
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,
    /// Save the game here after every move
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    dictionary: DictionaryArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// Answer each line by a JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Fault> {
    let session: Box<dyn Session> = match &args.load {
        Some(path) => {
            let loaded = session::load(&input::text(path)?, &Words(&args.dictionary));
            loaded.map_err(|error| Fault::data(format!("{}: {error}", path.display())))?
        }
        None => Box::new(Patience::deal(args.source.one(args.deal.as_deref())?)),
    };
    let save = args.save.as_deref();
    let play = Play { session, limits: &args.limits, save, json: args.json, news: Vec::new() };
    play.run(&mut Console::new(output::stdout(), !args.json))
}

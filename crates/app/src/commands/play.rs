//! `tapis play`: a patience, line by line.

use std::path::{Path, PathBuf};

use session::{Patience, Session};

use crate::dictionary::{DictionaryArgs, Words};
use crate::exit::{Exit, Fault};
use crate::limits::LimitArgs;
use crate::play::{Console, Files, LanguageArgs, Play, not_loaded};
use crate::source::SourceArgs;
use crate::{input, output};

const EXAMPLES: &str = "\
Examples:
  tapis play FreeCell.123
  tapis play fc.123 --save game.json
  tapis play --load game.json
  printf '6a\\nhint\\nquit\\n' | tapis play fc.123";

/// Play, line by line
///
/// Every line is a move or a word; `help` lists them. A move that is not legal gets the reason. --load goes on with
/// any game in Tapis's own format. The game is in English or French (--lang); words of both are understood.
///
/// Exit code 0: the game was won, or played to its end. 1: left before.
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Args {
    /// The deal as GAME.SEED
    #[arg(value_name = "DEAL", conflicts_with = "load")]
    deal: Option<String>,
    /// Go on with a saved game; add --save to keep what follows
    #[arg(long, value_name = "FILE", conflicts_with_all = ["rules", "board", "ms", "foundations", "free_foundations", "xpat2_rules"])]
    load: Option<PathBuf>,
    /// Save the game here after every move; a new game does not replace a file that is there
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    dictionary: DictionaryArgs,
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
    let mut session = match &args.load {
        Some(path) => loaded(args, path)?,
        None => Box::new(Patience::deal(args.source.one(args.deal.as_deref())?)),
    };
    Play::new(session.as_mut(), args.limits.clone(), files, args.json)
        .in_language(args.language.language())
        .run(&mut Console::new(output::stdout()))
}

fn loaded(args: &Args, path: &Path) -> Result<Box<dyn Session>, Fault> {
    let text = input::text(path)?;
    session::load(&text, &Words(&args.dictionary)).map_err(|error| not_loaded(path, &text, &error))
}

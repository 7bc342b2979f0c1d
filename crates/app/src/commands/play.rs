//! `tapis play`: any game, on the screen of a terminal or line by line.

mod chosen;
mod family;
mod kept_games;
mod on_screen;

use std::path::PathBuf;

use session::texts::LineText;

use self::chosen::Chosen;
use self::kept_games::KeptArgs;
use crate::dictionary::DictionaryArgs;
use crate::exit::{Exit, Fault};
use crate::limits::LimitArgs;
use crate::output;
use crate::play::{Console, Files, LanguageArgs, Play};
use crate::source::SourceArgs;

const EXAMPLES: &str = "\
Examples:
  tapis play
  tapis play FreeCell.123456
  tapis play peg --board french
  tapis play rummikub --against strong,normal
  tapis play --list
  tapis play fc.123 --plain --save game.json
  printf '6a\\nhint\\nquit\\n' | tapis play fc.123";

/// Play any game: patience, peg solitaire, rummy
///
/// At a terminal the game has the whole screen: arrows and Enter, the mouse, or short keys (`3 7` moves from column 3
/// to column 7); `?` lists the keys. Without a GAME there is a menu. Every move is saved at once in the state folder,
/// and the next start offers to go on. A light says whether the game can still be won.
///
/// --nodes, --memory and --time bound each search: of the light, of a hint, of a solution.
///
/// In a pipe, or with --plain, --json or --save, the game is played line by line: every line is a move or a word, and
/// `help` lists them. A move that is not legal gets the reason. The game is in English or French (--lang); words of both
/// are understood.
///
/// Exit code 0: the game was won, or played to its end. 1: left before.
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Args {
    /// A deal of a patience as GAME.SEED, `peg`, or a rule set of rummy: letters, rummikub, rami, canasta, mahjong
    #[arg(value_name = "GAME", conflicts_with = "load")]
    deal: Option<String>,
    /// Go on with a saved game; add --save to keep what follows in a file of your own
    #[arg(long, value_name = "FILE", conflicts_with_all = ["rules", "board", "ms", "foundations", "free_foundations", "xpat2_rules"])]
    load: Option<PathBuf>,
    /// Save the game here after every move; a new game does not replace a file that is there
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Play line by line
    #[arg(long)]
    plain: bool,
    #[command(flatten)]
    kept: KeptArgs,
    /// Write letters for suits and signs, as on terminals without Unicode
    #[arg(long)]
    ascii: bool,
    /// The board of peg solitaire: a built-in one, or a file with one [default: english]
    #[arg(id = "peg_board", long = "board", value_name = "NAME|FILE")]
    peg_board: Option<String>,
    /// The hole of peg solitaire that is empty at the start [default: the customary hole]
    #[arg(long, value_name = "HOLE")]
    vacate: Option<String>,
    /// The hole of peg solitaire in which the last peg must be, or a file with the last position [default: any hole]
    #[arg(long, value_name = "HOLE|FILE")]
    to: Option<String>,
    /// Who plays rummy, in this order; a machine plays as ai:easy, ai:normal or ai:strong
    #[arg(long, value_name = "NAMES", value_delimiter = ',', conflicts_with = "against")]
    players: Vec<String>,
    /// Play rummy against machines of these levels: easy, normal, strong [default: normal]
    #[arg(long, value_name = "LEVELS", value_delimiter = ',')]
    against: Vec<String>,
    /// House rules of rummy, a TOML file with lines of what `tapis rummy rules` prints
    #[arg(long, value_name = "FILE", conflicts_with = "load")]
    rules_file: Option<PathBuf>,
    /// The seed of the deals of rummy [default: any]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    dictionary: DictionaryArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    language: LanguageArgs,
    /// Answer each line by a JSON object; also with --list and --stats
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Fault> {
    family::refuse_options_of_others(args)?;
    if let Some(exit) = args.kept.show(args.language.language(), args.json)? {
        return Ok(exit);
    }
    if args.has_screen() {
        return on_screen::run(args);
    }
    let files = Files::new(args.save.as_deref(), None, args.load.as_deref())?;
    let mut session = Chosen::by(args)?.in_lines(args);
    if !args.plain && !args.json && args.save.is_none() && on_screen::is_interactive() {
        eprintln!("{}", args.language.language().text(LineText::NotKept));
    }
    Play::new(session.as_mut(), args.limits.clone(), files, args.json)
        .in_language(args.language.language())
        .run(&mut Console::new(output::stdout()))
}

impl Args {
    /// Does the game have a screen, and may it take it?
    fn has_screen(&self) -> bool {
        !self.plain && !self.json && self.save.is_none() && on_screen::is_possible()
    }
}

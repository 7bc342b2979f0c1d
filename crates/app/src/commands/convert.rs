//! `tapis convert`: between solution files and the save files of xpat2.

use std::io::Write;
use std::path::{Path, PathBuf};

use patience::{Deal, Save, lines, write_lines};
use serde::Serialize;

use crate::exit::{Exit, Fault};
use crate::source::PlayArgs;
use crate::{atomic_file, input, output};

const EXAMPLES: &str = "\
Examples:
  tapis convert moves.sol FreeCell.000000123
  tapis convert moves.sol game.save --deal fc.123
  tapis convert FreeCell.000000123 moves.sol
  tapis convert FreeCell.000000123 - | tapis check fc.123 -";

/// Convert a solution file to an xpat2 save, or a save to a solution file
///
/// A file named .sol is a solution file, any other an xpat2 save; `-` stands for standard input or output, and
/// what TO is then follows from FROM. A save names its deal; a solution file does not, so converting one needs
/// --deal, or a TO with the name that xpat2 gives its files. If TO is a folder, the save gets that name there.
///
/// In a save, putting cards up is the player's choice; in a solution file every card goes up as soon as it can.
/// A save that needs a card which is up by then, or brings one back, is refused with the number of the move;
/// --free-foundations converts it to a solution file in which putting up is a move (CARD F). Redeals and rotations
/// of Midnight Oil need --xpat2-rules.
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Args {
    /// The file to convert (`-`: standard input)
    #[arg(value_name = "FROM")]
    from: PathBuf,
    /// The file to write (`-`: standard output)
    #[arg(value_name = "TO")]
    to: PathBuf,
    /// The deal that the solution file solves
    #[arg(long, value_name = "GAME.SEED")]
    deal: Option<Deal>,
    #[command(flatten)]
    play: PlayArgs,
    /// Report as a JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Fault> {
    let bytes = input::bytes(&args.from)?;
    let from_save = Save::is_likely(&bytes) || !(is_stream(&args.from) || is_solution(&args.from));
    if !is_stream(&args.to) && from_save != is_solution(&args.to) {
        let kind = if from_save { "xpat2 saves" } else { "solution files" };
        return Err(Fault::usage(format!(
            "{} and {} are both {kind}",
            args.from.display(),
            args.to.display()
        )));
    }
    let wrong = |why: &dyn std::fmt::Display| Fault::data(format!("{}: {why}", args.from.display()));
    let (save, converted, moves) = if from_save {
        let save = Save::from_bytes(&bytes).map_err(|why| wrong(&why))?;
        args.agrees(&save)?;
        let moves = save.to_solution(&args.play.play(save.rules().clone())?).map_err(|why| wrong(&why))?;
        (save, write_lines(&moves).into_bytes(), moves.len())
    } else {
        let save = Save::from_solution(&args.named_deal()?, &bytes).map_err(|why| wrong(&why))?;
        let converted = save.to_bytes();
        (save, converted, lines(&bytes).count())
    };
    let to = if args.to.is_dir() { args.to.join(save.file_name()) } else { args.to.clone() };
    if is_stream(&to) {
        let mut out = std::io::stdout().lock();
        out.write_all(&converted)?;
        out.flush()?;
    } else {
        atomic_file::write(&to, |file| file.write_all(&converted))?;
        report(args, &Conversion::new(&save, moves, &to))?;
    }
    Ok(Exit::Yes)
}

impl Args {
    /// The deal of the solution file, from the option or from the name of the save.
    fn named_deal(&self) -> Result<Deal, Fault> {
        let from_name = || {
            let name = self.to.file_name()?.to_str()?;
            let end = name.match_indices('.').nth(1).map_or(name.len(), |(end, _)| end);
            saved_name(&name[..end])
        };
        let deal = self.deal.clone().or_else(from_name).ok_or_else(|| {
            Fault::usage("which deal does the solution file solve? Give it as --deal GAME.SEED")
        })?;
        let seed = deal.seed().expect("a deal read from text has a number");
        Ok(Deal::numbered(self.play.play(deal.rules().clone())?, seed))
    }

    /// A deal given together with a save must be the save's own.
    fn agrees(&self, save: &Save) -> Result<(), Fault> {
        match &self.deal {
            Some(deal) if *deal != save.deal() => Err(Fault::data(format!(
                "{}: the save is of {}, not of {}",
                self.from.display(),
                name(&save.deal()),
                name(deal)
            ))),
            _ => Ok(()),
        }
    }
}

fn is_stream(path: &Path) -> bool {
    path == Path::new("-")
}

fn is_solution(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("sol"))
}

/// The deal of `FreeCell.000000123`; there, unlike elsewhere, seed 0 stands for the last one.
fn saved_name(name: &str) -> Option<Deal> {
    name.parse().ok().or_else(|| {
        let game = name.strip_suffix(".000000000")?;
        format!("{game}.1000000000").parse().ok()
    })
}

fn name(deal: &Deal) -> String {
    super::deal::name(deal.rules(), deal.seed())
}

/// The conversion that was done.
#[derive(Serialize)]
struct Conversion<'t> {
    game: &'t str,
    seed: u64,
    /// Lines of the solution file.
    moves: usize,
    /// Words of the save.
    words: usize,
    /// Does the save say that the game is won?
    won: bool,
    file: String,
}

impl<'t> Conversion<'t> {
    fn new(save: &'t Save, moves: usize, to: &Path) -> Self {
        Self {
            game: save.rules().name(),
            seed: save.seed().number(),
            moves,
            words: save.words(),
            won: save.is_won(),
            file: to.display().to_string(),
        }
    }
}

fn report(args: &Args, conversion: &Conversion<'_>) -> Result<(), Fault> {
    let Conversion { game, seed, moves, words, won, file } = conversion;
    let end = if *won { "won" } else { "not won" };
    Ok(output::print(args.json, conversion, |out| {
        writeln!(out, "{game}.{seed}: {moves} moves, {words} words in the save, {end}; written to {file}")
    })?)
}

//! The classic interface `xpatsolver`, to the letter: its last lines and exit codes are read by scripts.

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use patience::{DealName, Face, Verdict, check, lines};

use crate::exit::{self, Exit, Fault};
use crate::{input, output};

const USAGE: &str = "usage: xpatsolver GAME.SEED [-check FILE]";

/// What the command line asks for.
enum Request {
    Show(DealName),
    Check(DealName, PathBuf),
}

/// Runs `xpatsolver` with these arguments, the program's name first.
pub fn run_xpatsolver(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let args: Vec<_> = args.into_iter().skip(1).collect();
    exit::conclude("xpatsolver", parse(&args).and_then(run))
}

fn parse(args: &[OsString]) -> Result<Request, Fault> {
    let deal = |name: &OsString| name.to_string_lossy().parse::<DealName>().map_err(Fault::usage);
    match args {
        [name] => Ok(Request::Show(deal(name)?)),
        [name, option, file] if option == "-check" => Ok(Request::Check(deal(name)?, file.into())),
        _ => Err(Fault::usage(USAGE)),
    }
}

fn run(request: Request) -> Result<Exit, Fault> {
    match request {
        Request::Show(deal) => show(&deal),
        Request::Check(deal, file) => replay(&deal, &file),
    }
}

fn show(deal: &DealName) -> Result<Exit, Fault> {
    let mut out = output::stdout();
    write!(out, "{}", deal.deal().picture(Face::Colour))?;
    out.flush()?;
    Ok(Exit::Yes)
}

fn replay(deal: &DealName, file: &Path) -> Result<Exit, Fault> {
    let file = input::bytes(file)?;
    let mut out = output::stdout();
    let (line, exit) = match check(deal.deal(), lines(&file), |_, _| {}) {
        Verdict::Won { .. } => ("SUCCES".to_owned(), Exit::Yes),
        Verdict::NotWon { moves } => (format!("ECHEC {}", moves + 1), Exit::No),
        Verdict::Illegal { at, why } => {
            writeln!(out, "move {at}: {why}")?;
            (format!("ECHEC {at}"), Exit::No)
        }
    };
    writeln!(out, "{line}")?;
    out.flush()?;
    Ok(exit)
}

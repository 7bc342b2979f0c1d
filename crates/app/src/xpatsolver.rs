//! The classic interface `xpatsolver`, to the letter: its last lines and exit codes are read by scripts.

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use patience::{Deal, Face, Solver, Verdict, check, lines, write_lines};
use search::{Outcome, Run};

use crate::commands::solve;
use crate::exit::{self, Exit, Fault};
use crate::limits::{LimitArgs, reason};
use crate::{atomic_file, input, output};

const USAGE: &str = "usage: xpatsolver GAME.SEED [-check FILE | -search FILE]";

const HELP: &str = "\
usage: xpatsolver GAME.SEED [-check FILE | -search FILE]

Without an option the deal is shown. The games are FreeCell (fc), Seahaven (st), MidnightOil (mo) and
BakersDozen (bd), among others. Options may stand before or after the deal.

  -check FILE    replay the solution file; the last line is SUCCES or ECHEC n
  -search FILE   search for a solution; the last line is SUCCES, INSOLUBLE or ECHEC
  -help          show this

Exit codes: 0 SUCCES, 1 ECHEC, 2 INSOLUBLE, 64 and above an error.
";

/// The request on the command line.
enum Request {
    Help,
    Show(Deal),
    Check(Deal, PathBuf),
    Search(Deal, PathBuf),
}

/// Runs `xpatsolver` with these arguments, the program's name first.
pub fn run_xpatsolver(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let args: Vec<_> = args.into_iter().skip(1).collect();
    exit::conclude("xpatsolver", parse(&args).and_then(run))
}

fn parse(args: &[OsString]) -> Result<Request, Fault> {
    if args.iter().any(|word| ["-help", "--help", "-h"].iter().any(|help| word == help)) {
        return Ok(Request::Help);
    }
    let deal = |name: &OsString| name.to_string_lossy().parse::<Deal>().map_err(Fault::usage);
    let is_option = |word: &OsString| word.to_string_lossy().starts_with('-');
    match args {
        [name] if !is_option(name) => Ok(Request::Show(deal(name)?)),
        [name, option, file] if !is_option(name) => with_option(deal(name)?, option, file),
        [option, file, name] if is_option(option) => with_option(deal(name)?, option, file),
        _ => Err(Fault::usage(USAGE)),
    }
}

fn with_option(deal: Deal, option: &OsString, file: &OsString) -> Result<Request, Fault> {
    match option.to_str() {
        Some("-check") => Ok(Request::Check(deal, file.into())),
        Some("-search") => Ok(Request::Search(deal, file.into())),
        _ => Err(Fault::usage(USAGE)),
    }
}

fn run(request: Request) -> Result<Exit, Fault> {
    match request {
        Request::Help => help(),
        Request::Show(deal) => show(&deal),
        Request::Check(deal, file) => replay(&deal, &file),
        Request::Search(deal, file) => search(&deal, &file),
    }
}

fn help() -> Result<Exit, Fault> {
    let mut out = output::stdout();
    write!(out, "{HELP}")?;
    out.flush()?;
    Ok(Exit::Yes)
}

fn show(deal: &Deal) -> Result<Exit, Fault> {
    let mut out = output::stdout();
    write!(out, "{}", deal.table().picture(Face::Colour))?;
    out.flush()?;
    Ok(Exit::Yes)
}

fn replay(deal: &Deal, file: &Path) -> Result<Exit, Fault> {
    let file = input::bytes(file)?;
    let mut out = output::stdout();
    let (line, exit) = match check(deal.table().clone(), lines(&file), |_, _| {}) {
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

/// The memory that a search without options may hold.
const MEMORY: usize = 4 << 30;

fn search(deal: &Deal, file: &Path) -> Result<Exit, Fault> {
    let limits = LimitArgs { nodes: None, time: None, memory: MEMORY, threads: None };
    let mut watch = limits.supervisor();
    let mut run = Run::new(limits.budget(), &mut watch).with_threads(limits.threads());
    let report = Solver::new().solve(deal.table(), &mut run)?;
    drop(watch);
    let mut out = output::stdout();
    let line = match &report.outcome {
        Outcome::Solved(solution) => {
            atomic_file::write(file, |out| out.write_all(write_lines(solution.actions()).as_bytes()))?;
            writeln!(out, "{} moves", solution.len())?;
            "SUCCES"
        }
        Outcome::Unsolvable(()) => "INSOLUBLE",
        Outcome::GaveUp(limit) => {
            writeln!(out, "{} after {} positions", reason(*limit), report.stats.nodes)?;
            "ECHEC"
        }
    };
    writeln!(out, "{line}")?;
    out.flush()?;
    Ok(solve::exit(&report.outcome))
}

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

/// The request on the command line.
enum Request {
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
    let deal = |name: &OsString| name.to_string_lossy().parse::<Deal>().map_err(Fault::usage);
    match args {
        [name] => Ok(Request::Show(deal(name)?)),
        [name, option, file] if option == "-check" => Ok(Request::Check(deal(name)?, file.into())),
        [name, option, file] if option == "-search" => Ok(Request::Search(deal(name)?, file.into())),
        _ => Err(Fault::usage(USAGE)),
    }
}

fn run(request: Request) -> Result<Exit, Fault> {
    match request {
        Request::Show(deal) => show(&deal),
        Request::Check(deal, file) => replay(&deal, &file),
        Request::Search(deal, file) => search(&deal, &file),
    }
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

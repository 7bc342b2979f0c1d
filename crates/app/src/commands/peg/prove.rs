//! `tapis peg prove`: writes a certificate that a problem has no solution.

use std::fmt;
use std::path::PathBuf;

use search::Outcome;
use serde::Serialize;

use super::game::GameArgs;
use super::result_file;
use super::shared_args::SearchArgs;
use crate::exit::{Exit, Fault};
use crate::limits::{counted, gave_up, reason};

const EXAMPLES: &str = "\
Examples:
  tapis peg prove --board french --vacate d4 -o d4.cert
  tapis peg verify d4.cert";

/// Prove that a problem has no solution, with a certificate that anyone can verify
///
/// Where a parity or a pagoda function decides, the certificate is that argument: a few lines. Otherwise it lists a
/// set of positions that no jump leaves: those that the start reaches, or those that lead to the goal, up to symmetry
/// and without those that pagoda functions exclude. docs/peg-certificates.md specifies the file.
///
/// Exit code 0: proven, the certificate is written. 1: there is a solution, or a limit was reached.
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Where the certificate goes (- for standard output; the answer then goes to standard error)
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    #[command(flatten)]
    search: SearchArgs,
}

#[derive(Serialize)]
struct Answer {
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    grounds: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    positions: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Fault> {
    let game = args.game.game()?;
    let proven = args.search.search(|run| peg::prove(game.problem(), run))?;
    let nothing = Answer { verdict: "proven", grounds: None, positions: None, reason: None };
    let (answer, exit) = match proven {
        Outcome::Unsolvable(certificate) => {
            result_file::write(&args.output, |file| certificate.write(file))?;
            let grounds = Some(certificate.kind());
            (Answer { grounds, positions: Some(certificate.positions()), ..nothing }, Exit::Yes)
        }
        Outcome::Solved(_) => (Answer { verdict: "solvable", ..nothing }, Exit::No),
        Outcome::GaveUp(limit) => {
            (Answer { verdict: "gave_up", reason: Some(reason(limit)), ..nothing }, gave_up(limit))
        }
    };
    result_file::answer(&args.output, args.search.json, &answer)?;
    Ok(exit)
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.positions, &self.reason) {
            (Some(0), _) => write!(f, "proven: no solution, by an argument"),
            (Some(positions), _) => {
                let positions = counted(positions as u64, "position");
                write!(f, "proven: no solution, by a closed set of {positions}")
            }
            (None, Some(reason)) => write!(f, "gave up: {reason}"),
            (None, None) => write!(f, "solvable: there is nothing to prove"),
        }
    }
}

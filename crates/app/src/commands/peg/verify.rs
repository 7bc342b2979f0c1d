//! `tapis peg verify`: checks a certificate without a search.

use std::fmt;
use std::io::Write;
use std::path::PathBuf;

use peg::{Certificate, Goal, NotVerified, Notation};
use serde::Serialize;

use super::picture;
use super::shared_args::SearchArgs;
use crate::exit::{Exit, Fault};
use crate::limits::{counted, gave_up, reason};
use crate::output;

/// Check a certificate that a problem has no solution
///
/// Shows the claim, then checks its grounds by the shape of the board and plain sums. No solver is used.
///
/// Exit code 0: the certificate holds. 1: it does not, or a limit was reached (then `holds` is null). 65: the file is
/// not a certificate, or is damaged.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The certificate
    file: PathBuf,
    #[command(flatten)]
    search: SearchArgs,
}

#[derive(Serialize)]
struct Answer {
    /// None: a limit was reached.
    holds: Option<bool>,
    start: String,
    goal: String,
    grounds: &'static str,
    positions: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Fault> {
    // A certificate may be larger than the other texts that are read.
    let text = std::fs::read_to_string(&args.file).map_err(|error| Fault::cannot_read(&args.file, &error))?;
    let certificate =
        Certificate::read(&text).map_err(|why| Fault::data(format!("{}: {why}", args.file.display())))?;
    let verified = args.search.search(|run| certificate.verify(run));
    let (holds, why, exit) = match verified {
        Ok(_) => (Some(true), None, Exit::Yes),
        Err(NotVerified::Limit(limit)) => (None, Some(reason(limit)), gave_up(limit)),
        Err(why) => (Some(false), Some(why.to_string()), Exit::No),
    };
    let problem = certificate.problem();
    let answer = Answer {
        holds,
        start: peg::to_text(problem.board, problem.start),
        goal: goal(&certificate),
        grounds: certificate.kind(),
        positions: certificate.positions(),
        why,
    };
    output::print(args.search.json, &answer, |out: &mut dyn Write| {
        picture::draw(out, problem.board, Notation::Standard, problem.start)?;
        writeln!(out, "{answer}")
    })?;
    Ok(exit)
}

/// The goal in words.
fn goal(certificate: &Certificate) -> String {
    let board = certificate.problem().board;
    match certificate.problem().goal {
        Goal::OnePeg => "one peg".to_owned(),
        Goal::Pegs(pegs) => counted(pegs.into(), "peg"),
        Goal::AtMost(pegs) => format!("at most {}", counted(pegs.into(), "peg")),
        Goal::Exactly(won) => {
            let holes: Vec<_> = won.holes().map(|hole| Notation::Standard.hole(board, hole)).collect();
            format!("{} at {}", counted(won.pegs().into(), "peg"), holes.join(" "))
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let why = self.why.as_deref().unwrap_or_default();
        let goal = &self.goal;
        match self.holds {
            Some(true) if self.positions == 0 => {
                write!(f, "verified: {goal} cannot be reached, by an argument")
            }
            Some(true) => {
                let positions = counted(self.positions as u64, "position");
                write!(f, "verified: {goal} cannot be reached, by a closed set of {positions}")
            }
            Some(false) => write!(f, "refused: that {goal} cannot be reached is not proven: {why}"),
            None => write!(f, "not verified: {why}"),
        }
    }
}

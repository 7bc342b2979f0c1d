//! `tapis peg verify`: checks a certificate without a search.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use peg::{Certificate, Goal, NotRead, NotVerified, Notation};
use search::Run;
use serde::Serialize;

use super::picture;
use super::shared_args::SearchArgs;
use crate::exit::{Exit, Fault};
use crate::limits::{counted, gave_up, parse_duration, reason};
use crate::output;

/// Check a certificate that a problem has no solution
///
/// Shows the claim, then checks its grounds by the shape of the board and plain sums. No solver is used.
///
/// Exit code 0: the certificate holds. 1: it does not, or a limit was reached (then `holds` is null). 65: the file is
/// not a certificate, or is damaged.
#[derive(clap::Args)]
#[command(mut_arg("time", |time| time.value_parser(parse_duration)))]
pub(crate) struct Args {
    /// The certificate (- for standard input)
    file: PathBuf,
    #[command(flatten)]
    search: SearchArgs,
}

#[derive(Serialize)]
struct Answer {
    /// None: a limit was reached.
    holds: Option<bool>,
    #[serde(flatten)]
    claim: Option<Claim>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

/// The claim of a certificate that was read to its end.
#[derive(Serialize)]
struct Claim {
    start: String,
    goal: String,
    grounds: &'static str,
    positions: usize,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Fault> {
    let (certificate, verified) = args.search.search(|run| read_and_verify(&args.file, run))?;
    let (holds, why, exit) = match verified {
        Ok(_) => (Some(true), None, Exit::Yes),
        Err(NotVerified::Limit(limit)) => (None, Some(reason(limit)), gave_up(limit)),
        Err(why) => (Some(false), Some(why.to_string()), Exit::No),
    };
    let answer = Answer { holds, claim: certificate.as_ref().map(claim), why };
    output::print(args.search.json, &answer, |out: &mut dyn Write| {
        if let Some(certificate) = &certificate {
            let problem = certificate.problem();
            picture::draw(out, problem.board, Notation::Standard, problem.start)?;
        }
        writeln!(out, "{answer}")
    })?;
    Ok(exit)
}

type Verified = Result<peg::Verified, NotVerified>;

/// The certificate, unless a limit ended the reading, and what its grounds are worth.
fn read_and_verify(path: &Path, run: &mut Run<'_>) -> Result<(Option<Certificate>, Verified), Fault> {
    let file: Box<dyn BufRead> = if path == Path::new("-") {
        Box::new(io::stdin().lock())
    } else {
        Box::new(BufReader::new(File::open(path).map_err(|error| Fault::cannot_read(path, &error))?))
    };
    // No time is a limit that is met before the first line.
    let read = run.ask().map_err(NotRead::Limit).and_then(|()| Certificate::read_from(file, run));
    match read {
        Ok(certificate) => {
            let verified = certificate.verify(run);
            Ok((Some(certificate), verified))
        }
        Err(NotRead::Limit(limit)) => Ok((None, Err(NotVerified::Limit(limit)))),
        Err(NotRead::Bad(why)) => Err(Fault::data(format!("{}: {why}", path.display()))),
        Err(NotRead::Io(error)) => Err(Fault::cannot_read(path, &error)),
    }
}

fn claim(certificate: &Certificate) -> Claim {
    let problem = certificate.problem();
    Claim {
        start: peg::to_text(problem.board, problem.start),
        goal: goal(certificate),
        grounds: certificate.kind(),
        positions: certificate.positions(),
    }
}

/// The goal in words.
fn goal(certificate: &Certificate) -> String {
    let board = certificate.problem().board;
    match certificate.problem().goal {
        Goal::OnePeg => "one peg".to_owned(),
        Goal::Pegs(pegs) => counted(pegs.into(), "peg"),
        Goal::AtMost(pegs) => format!("at most {}", counted(pegs.into(), "peg")),
        Goal::Exactly(won) if won.pegs() == 0 => "an empty board".to_owned(),
        Goal::Exactly(won) => {
            let holes: Vec<_> = won.holes().map(|hole| Notation::Standard.hole(board, hole)).collect();
            format!("{} at {}", counted(won.pegs().into(), "peg"), holes.join(" "))
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let why = self.why.as_deref().unwrap_or_default();
        let (Some(holds), Some(Claim { goal, positions, .. })) = (self.holds, &self.claim) else {
            return write!(f, "not verified: {why}");
        };
        match (holds, *positions) {
            (true, 0) => write!(f, "verified: {goal} cannot be reached, by an argument"),
            (true, positions) => {
                let positions = counted(positions as u64, "position");
                write!(f, "verified: {goal} cannot be reached, by a closed set of {positions}")
            }
            (false, _) => write!(f, "refused: that {goal} cannot be reached is not proven: {why}"),
        }
    }
}

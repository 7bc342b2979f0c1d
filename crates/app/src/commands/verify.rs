//! `tapis verify`: checks a certificate of impossibility with the referee alone.

use std::fmt;
use std::fs::File;
use std::path::PathBuf;

use patience::{NotVerified, Seed, verify};
use search::Run;
use serde::Serialize;

use crate::exit::{Exit, Fault};
use crate::limits::{LimitArgs, gave_up, reason};
use crate::output;

/// Check a certificate that a deal cannot be won
///
/// Plays every legal move from every position of the certificate and sees that none leads out of it, that the
/// deal is in it and that nothing in it is won. Shares no code with the solver.
///
/// Exit code 0: the certificate holds. 1: it is refused.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The certificate
    file: PathBuf,
    #[command(flatten)]
    limits: LimitArgs,
    /// The result as a JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Fault> {
    let file = File::open(&args.file).map_err(|error| Fault::cannot_read(&args.file, &error))?;
    let mut supervisor = args.limits.supervisor();
    let result = verify(file, &mut Run::new(args.limits.budget(), &mut supervisor));
    drop(supervisor);
    let (answer, exit) = match result {
        Ok(verified) => {
            let seed = verified.deal.seed().map(Seed::number);
            let (deal, positions) = (Some(verified.deal.to_string()), Some(verified.positions));
            (Answer { holds: true, deal, seed, positions, why: None }, Exit::Yes)
        }
        Err(NotVerified::Io(error)) if error.kind() != std::io::ErrorKind::UnexpectedEof => {
            return Err(Fault::cannot_read(&args.file, &error));
        }
        Err(NotVerified::Limit(limit)) => {
            (Answer { why: Some(reason(limit)), ..Answer::default() }, gave_up(limit))
        }
        Err(why) => (Answer { why: Some(refusal(&why)), ..Answer::default() }, Exit::No),
    };
    output::answer(args.json, &answer)?;
    Ok(exit)
}

fn refusal(why: &NotVerified) -> String {
    match why {
        NotVerified::Io(_) => "the certificate ends too early".to_owned(),
        other => other.to_string(),
    }
}

#[derive(Default, Serialize)]
struct Answer {
    holds: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    deal: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    positions: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.deal, self.positions, &self.why) {
            (Some(deal), Some(positions), None) => {
                let noun = if positions == 1 { "position" } else { "positions" };
                write!(f, "verified: {deal} cannot be won ({positions} {noun})")
            }
            (_, _, why) => write!(f, "refused: {}", why.as_deref().unwrap_or("no reason")),
        }
    }
}

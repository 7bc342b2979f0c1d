//! `tapis prove`: writes a certificate that a deal cannot be won.

use std::fmt;
use std::path::PathBuf;

use patience::decide;
use search::{Outcome, Run};
use serde::Serialize;

use crate::exit::{Exit, Fault};
use crate::limits::{LimitArgs, gave_up, reason};
use crate::source::SourceArgs;
use crate::{atomic_file, output};

const EXAMPLES: &str = "\
Examples:
  tapis prove Seahaven.73 -o st73.cert
  tapis verify st73.cert";

/// Prove that a deal cannot be won, with a certificate that anyone can verify
///
/// The certificate lists every position that can be reached, up to the order of columns and cells, short of those
/// whose cards lock each other in. `tapis verify` checks with the rules alone that these are lost, that no move
/// leads out of the list and that nothing on it is won. Where cards only go onto cards, whatever their suits, a position
/// may be lost in an easier game already, the relaxed one: nothing after it is listed. Nor is anything after a deal that
/// is lost in the game of loose cards, which has far fewer positions.
///
/// Exit code 0: proven, the certificate is written. 1: the deal can be won, or a limit was reached.
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Args {
    /// GAME.SEED
    #[arg(value_name = "DEAL")]
    name: Option<String>,
    /// Where the certificate goes
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// The result as a JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Fault> {
    let deal = args.source.one(args.name.as_deref())?;
    let mut supervisor = args.limits.supervisor();
    let mut run = Run::new(args.limits.budget(), &mut supervisor).with_threads(args.limits.threads());
    let decided = decide(&deal, &mut run)?;
    let foundations = deal.rules().play().foundations.to_string();
    let mut answer = Answer { deal: deal.to_string(), foundations, verdict: "proven", ..Answer::default() };
    let exit = match &decided {
        Outcome::Unsolvable(closure) => {
            atomic_file::write(&args.output, |file| closure.write(file))?;
            answer.positions = Some(closure.len());
            answer.is_relaxed = closure.is_relaxed();
            answer.is_loose = closure.is_loose();
            Exit::Yes
        }
        Outcome::Solved(_) => {
            answer.verdict = "winnable";
            Exit::No
        }
        Outcome::GaveUp(limit) => {
            answer.verdict = "gave_up";
            answer.reason = Some(reason(*limit));
            gave_up(*limit)
        }
    };
    drop(supervisor);
    output::answer(args.json, &answer)?;
    Ok(exit)
}

#[derive(Default, Serialize)]
struct Answer {
    deal: String,
    foundations: String,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    positions: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// Does the proof rest on the relaxed game?
    #[serde(rename = "relaxed", skip_serializing_if = "std::ops::Not::not")]
    is_relaxed: bool,
    /// Does the proof rest on the game of loose cards?
    #[serde(rename = "loose", skip_serializing_if = "std::ops::Not::not")]
    is_loose: bool,
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let deal = &self.deal;
        match (self.positions, &self.reason) {
            (Some(_), _) if self.is_relaxed => write!(f, "{deal} cannot be won: its relaxed game is lost"),
            (Some(_), _) if self.is_loose => {
                write!(f, "{deal} cannot be won: its game of loose cards is lost")
            }
            (Some(positions), _) => match positions {
                1 => write!(f, "{deal} cannot be won: its cards lock each other in"),
                _ => write!(f, "{deal} cannot be won: {positions} positions, none leads further"),
            },
            (None, Some(reason)) => write!(f, "{deal} is not decided: {reason}"),
            (None, None) => write!(f, "{deal} can be won: there is nothing to prove"),
        }
    }
}

//! `tapis verify`: checks a certificate of impossibility with the referee alone.

use std::fmt;
use std::fs::File;
use std::io::Write;
use std::path::PathBuf;

use patience::{Deal, Extras, NotVerified, Seed, claimed_deal, dump, verify};
use search::Run;
use serde::Serialize;

use crate::exit::{Exit, Fault};
use crate::limits::{LimitArgs, counted, gave_up, reason};
use crate::output;

const EXAMPLES: &str = "\
Examples:
  tapis prove MidnightOil.1 -o mo1.cert
  tapis verify mo1.cert --json
  tapis verify mo1.cert --dump | less";

/// Check a certificate that a deal cannot be won
///
/// Says what is claimed: which game, whether its rules are those of the built-in game of that name, how cards get to
/// the foundations, and the deal's number or the board itself. Then sees that the deal is in the certificate, that
/// nothing in it is won, and that each position is lost: its cards lock each other in, its relaxed game or its game of loose
/// cards is lost, or every legal move leads to a position of the certificate. The rules and the referee are those of the other commands; no solver is used.
/// docs/certificates.md specifies the file, so that others can write a verifier of their own.
///
/// Exit code 0: the certificate holds. 1: it does not, or a limit was reached (then `holds` is null). 65: the file is
/// not a certificate, or is damaged.
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Args {
    /// The certificate
    file: PathBuf,
    /// Print the certificate as text instead: its claim, and one line per position
    #[arg(long, conflicts_with = "json")]
    dump: bool,
    #[command(flatten)]
    limits: LimitArgs,
    /// The result as a JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Fault> {
    if args.dump {
        return print_text(args);
    }
    let deal = claimed_deal(args.open()?).map_err(|why| args.unreadable(&why))?;
    let mut supervisor = args.limits.supervisor();
    let result = verify(args.open()?, &mut Run::new(args.limits.budget(), &mut supervisor));
    drop(supervisor);
    let (finding, exit) = match result {
        Ok(verified) => (Finding::Holds { positions: verified.positions }, Exit::Yes),
        Err(NotVerified::Limit(limit)) => (Finding::Open { why: reason(limit) }, gave_up(limit)),
        Err(why @ NotVerified::Io(_)) => return Err(args.unreadable(&why)),
        Err(why) if why.is_unreadable() => return Err(args.unreadable(&why)),
        Err(why) => (Finding::Refused { why: why.to_string() }, Exit::No),
    };
    output::answer(args.json, &Answer::new(&deal, finding))?;
    Ok(exit)
}

fn print_text(args: &Args) -> Result<Exit, Fault> {
    let mut out = output::stdout();
    match dump(args.open()?, &mut out) {
        Err(NotVerified::Io(error)) => return Err(error.into()),
        Err(why) => return Err(args.unreadable(&why)),
        Ok(()) => out.flush()?,
    }
    Ok(Exit::Yes)
}

impl Args {
    fn open(&self) -> Result<File, Fault> {
        File::open(&self.file).map_err(|error| Fault::cannot_read(&self.file, &error))
    }

    fn unreadable(&self, why: &NotVerified) -> Fault {
        match why {
            NotVerified::Io(error) => Fault::cannot_read(&self.file, error),
            why => Fault::data(format!("{}: {why}", self.file.display())),
        }
    }
}

/// The result of checking the proof.
enum Finding {
    Holds {
        positions: u64,
    },
    Refused {
        why: String,
    },
    /// A limit was reached.
    Open {
        why: String,
    },
}

/// The claim, and whether it was verified.
#[derive(Serialize)]
struct Answer {
    /// None: a limit was reached.
    holds: Option<bool>,
    game: String,
    builtin: bool,
    foundations: String,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    xpat2_rules: bool,
    seed: Option<u64>,
    board: Option<String>,
    positions: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    #[serde(skip)]
    deal: String,
}

impl Answer {
    fn new(deal: &Deal, finding: Finding) -> Self {
        let (holds, positions, why) = match finding {
            Finding::Holds { positions } => (Some(true), Some(positions), None),
            Finding::Refused { why } => (Some(false), None, Some(why)),
            Finding::Open { why } => (None, None, Some(why)),
        };
        let (rules, seed) = (deal.rules(), deal.seed());
        Self {
            holds,
            game: rules.name().to_owned(),
            builtin: rules.is_built_in(),
            foundations: rules.play().foundations.to_string(),
            xpat2_rules: rules.play().extras != Extras::NONE,
            seed: seed.map(Seed::number),
            board: seed.is_none().then(|| deal.table().to_board()),
            positions,
            why,
            deal: deal.to_string(),
        }
    }

    /// `built-in rules, forced foundations`.
    fn terms(&self) -> String {
        let rules = if self.builtin { "built-in rules" } else { "rules of its own" };
        let extras = if self.xpat2_rules { ", redeals and rotations of xpat2" } else { "" };
        format!("{rules}, {} foundations{extras}", self.foundations)
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (deal, terms) = (&self.deal, self.terms());
        match (self.holds, self.positions, self.why.as_deref().unwrap_or_default()) {
            (Some(true), positions, _) => {
                let positions = counted(positions.unwrap_or_default(), "position");
                write!(f, "verified: {deal} cannot be won ({terms}, {positions})")?;
            }
            (Some(false), _, why) => {
                write!(f, "refused: that {deal} cannot be won ({terms}) is not proven: {why}")?;
            }
            (None, _, why) => write!(f, "not verified: {deal} ({terms}): {why}")?,
        }
        self.board.iter().try_for_each(|board| write!(f, "\n{}", board.trim_end()))
    }
}

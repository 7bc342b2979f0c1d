//! `tapis hunt`: looks for deals that cannot be won, over ranges too long for one sitting.

use std::fs::File;
use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use patience::{Closure, Deal, DealRange, Extras, Foundations, NotVerified, Rules, Seed};
use search::Deadline;
use serde::Serialize;
use survey::{Certificates, Certified, Hunt, HuntError, HuntRow, Ledger, Plan, Verdict};

use crate::exit::{Exit, Fault};
use crate::ledger::{self, Bar};
use crate::limits::{LimitArgs, counted, reason, still};
use crate::source::{SourceArgs, Sources};
use crate::{interrupt, output};

const EXAMPLES: &str = "\
Examples:
  tapis hunt FreeCell.1..300000 --ledger freecell.hunt --certificates proofs
  tapis verify proofs/FreeCell.11982.cert";

/// Hunt for deals that cannot be won
///
/// Every deal of the range gets a verdict. One that is not won is searched with free foundations too, and
/// with --certificates each impossible deal gets a certificate file. Each finished deal is noted in the ledger: the same command goes on where it
/// ended, also after a kill or a power cut. A ledger belongs to one game with its rules and foundations. The range, the
/// threads, the time and the folder of certificates may change from run to run; with a larger --nodes or --memory the
/// deals that were given up are tried again, a smaller one is refused. Another version of Tapis begins another ledger.
///
/// --nodes and --memory are for each search of a deal, --time is for the whole hunt.
/// Exit code 0: all deals are decided. 1: the hunt is not at its end, or gave up on deals. 130: stopped by Ctrl-C,
/// 143: by SIGTERM.
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Args {
    /// GAME.FIRST..LAST
    #[arg(value_name = "DEALS")]
    name: Option<String>,
    /// Where to note what is done
    #[arg(long, value_name = "FILE")]
    ledger: PathBuf,
    /// Write certificates into this folder, also of deals found before
    #[arg(long, value_name = "DIR")]
    certificates: Option<PathBuf>,
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// The result as a JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Fault> {
    let Sources::Deals(deals) = args.source.several(args.name.as_deref())? else {
        return Err(Fault::usage("a hunt goes over a range of deals, not over a board"));
    };
    let folder = args.certificates.as_deref().map(|folder| Folder::make(folder, &deals.rules)).transpose()?;
    interrupt::listen();
    let deadline = args.limits.time.map_or(Deadline::NEVER, Deadline::after);
    let plan = Plan {
        items: items(&deals),
        threads: args.limits.threads(),
        limits: args.limits.budget().into(),
        stop: &|| interrupt::asked() || deadline.has_passed(),
    };
    let certificates = folder.as_ref().map(|folder| folder as &dyn Certificates);
    let hunt = Hunt { rules: deals.rules.clone(), certificates };
    let bar = Bar::new("deals");
    let rows = survey::resume(&hunt, &plan, &args.ledger, |progress| bar.show(progress));
    let rows = rows.map_err(|error| ledger::fault(&args.ledger, error, |error| hunt_fault(args, error)))?;
    let uncertified = hunt.certify_earlier(&plan, &rows).map_err(|error| hunt_fault(args, error))?;
    drop(bar);
    let mut answer = Answer::new(&hunt, &plan.items, &rows)?;
    answer.certificates_to_write = uncertified;
    answer.print(args)?;
    let is_decided = answer.complete && answer.given_up == 0 && uncertified == 0;
    Ok(if is_decided { Exit::Yes } else { interrupt::exit().unwrap_or(Exit::No) })
}

/// The numbers of the deals.
fn items(deals: &DealRange) -> RangeInclusive<u64> {
    deals.first.number()..=deals.last.number()
}

fn hunt_fault(args: &Args, error: HuntError) -> Fault {
    match error {
        HuntError::Certificate(_, error) => {
            Fault::cannot_write(args.certificates.as_deref().unwrap_or(&args.ledger), &error)
        }
        error @ HuntError::Contradiction(_) => Fault::software(error),
        HuntError::Solve(error) => error.into(),
    }
}

/// A folder of certificates, one file for each deal.
struct Folder {
    path: PathBuf,
    rules: Rules,
}

impl Folder {
    fn make(path: &Path, rules: &Rules) -> Result<Self, Fault> {
        std::fs::create_dir_all(path).map_err(|error| Fault::cannot_write(path, &error))?;
        Ok(Self { path: path.to_owned(), rules: rules.clone() })
    }

    /// The file of a deal; one that is impossible with other foundations too has several certificates.
    fn file(&self, seed: Seed) -> PathBuf {
        let play = self.rules.play();
        let regime = match play.foundations {
            _ if play.extras != Extras::NONE => ".xpat2",
            Foundations::Forced => "",
            Foundations::OneWay => ".one-way",
            Foundations::Free => ".free",
        };
        self.path.join(format!("{}.{}{regime}.cert", self.rules.name(), seed.number()))
    }
}

impl Certificates for Folder {
    fn is_there(&self, seed: Seed) -> bool {
        let claimed = File::open(self.file(seed)).map_err(NotVerified::from).and_then(patience::claimed_deal);
        claimed.is_ok_and(|deal| deal == Deal::numbered(self.rules.clone(), seed))
    }

    fn write(&self, seed: Seed, certificate: &Closure) -> io::Result<()> {
        crate::atomic_file::try_write(&self.file(seed), |file| certificate.write(file))
    }
}

/// The result of a hunt.
#[derive(Serialize)]
struct Answer {
    game: String,
    deals: u64,
    solved: u64,
    impossible: u64,
    given_up: u64,
    complete: bool,
    still_to_do: u64,
    stopped_half_way: u64,
    certificates_to_write: u64,
    finds: Vec<Find>,
}

/// A deal that is not known to be winnable.
#[derive(Serialize)]
struct Find {
    seed: u64,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    free_foundations: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate_positions: Option<u64>,
}

impl Answer {
    fn new(hunt: &Hunt<'_>, items: &RangeInclusive<u64>, rows: &Ledger<HuntRow>) -> Result<Self, Fault> {
        let deals = rows.count(items);
        let still_to_do = rows.left(items);
        let mut answer = Self {
            game: hunt.rules.name().to_owned(),
            deals,
            solved: 0,
            impossible: 0,
            given_up: 0,
            complete: still_to_do == 0,
            still_to_do,
            stopped_half_way: rows.stopped(items),
            certificates_to_write: 0,
            finds: Vec::new(),
        };
        rows.for_each::<Fault>(items, |seed, row| {
            answer.add(seed, row);
            Ok(())
        })?;
        Ok(answer)
    }

    fn add(&mut self, seed: u64, HuntRow { verdict, free, certificate }: HuntRow) {
        match verdict {
            Verdict::Solved => return self.solved += 1,
            Verdict::Impossible => self.impossible += 1,
            Verdict::GaveUp(_) => self.given_up += 1,
        }
        self.finds.push(Find {
            seed,
            verdict: verdict.word(),
            reason: verdict.limit().map(reason),
            free_foundations: free.map(Verdict::word),
            certificate_positions: match certificate {
                Some(Certified::Positions(positions)) => Some(positions),
                _ => None,
            },
        });
    }

    fn print(&self, args: &Args) -> Result<(), Fault> {
        let mut out = output::stdout();
        if args.json {
            output::json_line(&mut out, self)?;
        } else {
            self.finds.iter().try_for_each(|find| self.print_find(&mut out, find))?;
            let Self { deals, solved, impossible, given_up, still_to_do, .. } = self;
            writeln!(
                out,
                "{}: {solved} can be won, {impossible} cannot, {given_up} given up{}",
                counted(*deals, "deal"),
                still(*still_to_do)
            )?;
            self.print_advice(&mut out)?;
        }
        Ok(out.flush()?)
    }

    /// Says what would help where repeating the command does not.
    fn print_advice(&self, out: &mut impl Write) -> io::Result<()> {
        if self.stopped_half_way > 0 {
            let deals = counted(self.stopped_half_way, "deal");
            writeln!(
                out,
                "{deals} stopped half-way: each begins again next time, and may need a longer --time"
            )?;
        }
        if self.certificates_to_write > 0 {
            writeln!(out, "{} still to write", counted(self.certificates_to_write, "certificate"))?;
        }
        Ok(())
    }

    fn print_find(&self, out: &mut impl Write, find: &Find) -> io::Result<()> {
        let words = |word: &'static str| if word == "gave_up" { "given up" } else { word };
        write!(out, "{}.{}: {}", self.game, find.seed, words(find.verdict))?;
        if let Some(reason) = &find.reason {
            write!(out, " ({reason})")?;
        }
        if let Some(positions) = find.certificate_positions {
            write!(out, " (proof of {})", counted(positions, "position"))?;
        }
        if let Some(free) = find.free_foundations {
            write!(out, ", with free foundations {}", words(free))?;
        }
        writeln!(out)
    }
}

//! `tapis hunt`: looks for deals that cannot be won, over ranges too long for one sitting.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use indicatif::{ProgressBar, ProgressStyle};
use patience::{Closure, DealRange, Seed};
use serde::Serialize;
use survey::{Find, Hunt, HuntError, LedgerError, Tally};

use crate::commands::solve::unsolved;
use crate::exit::{Exit, Fault};
use crate::limits::LimitArgs;
use crate::source::{SourceArgs, Sources};
use crate::{interrupt, output};

const EXAMPLES: &str = "\
Examples:
  tapis hunt FreeCell.1..300000 --ledger freecell.hunt --certificates proofs
  tapis verify proofs/FreeCell.11982.cert";

/// Hunt for deals that cannot be won
///
/// Every deal of the range is searched quickly; what is left is searched exhaustively, as the game is played and
/// with free foundations, and each impossible deal gets a certificate. What is done is noted in the ledger: the
/// same command goes on where it ended, also after a kill or a power cut, without loss and without repeating.
///
/// --nodes and --memory are for each deal, --time is for the whole hunt.
/// Exit code 0: all deals are decided. 1: the hunt is not at its end, or gave up on deals.
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Args {
    /// GAME.FIRST..LAST
    #[arg(value_name = "DEALS")]
    name: Option<String>,
    /// Where to note what is done
    #[arg(long, value_name = "FILE")]
    ledger: PathBuf,
    /// Write certificates into this folder
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
    if let Some(folder) = &args.certificates {
        std::fs::create_dir_all(folder).map_err(|error| Fault::cannot_write(folder, &error))?;
    }
    interrupt::listen();
    let bar = progress_bar(&deals);
    let deadline = args.limits.time.and_then(|time| Instant::now().checked_add(time));
    let game = deals.rules.name().to_owned();
    let hunt = Hunt {
        deals,
        budget: args.limits.budget(),
        threads: args.limits.threads(),
        certify: &|seed, closure| certify(args, &game, seed, closure),
        progress: &|tally| {
            bar.set_position(tally.done());
            bar.set_message(format!("{} not won", tally.finds.len()));
        },
        stop: &|| interrupt::asked() || deadline.is_some_and(|deadline| Instant::now() >= deadline),
    };
    let tally = hunt.run(&args.ledger).map_err(|error| fault(args, &error))?;
    bar.finish_and_clear();
    print(args, &game, &tally)?;
    let decided = tally.is_complete && tally.finds.iter().all(|find| find.forced != survey::Verdict::GaveUp);
    Ok(if decided { Exit::Yes } else { interrupt::exit().unwrap_or(Exit::No) })
}

fn certify(args: &Args, game: &str, seed: Seed, closure: &Closure) -> std::io::Result<()> {
    let Some(folder) = &args.certificates else { return Ok(()) };
    crate::whole::try_write(&folder.join(format!("{game}.{}.cert", seed.number())), |file| {
        closure.write(file)
    })
}

fn fault(args: &Args, error: &HuntError) -> Fault {
    match error {
        HuntError::Ledger(LedgerError::Io(error)) => Fault::cannot_write(&args.ledger, error),
        HuntError::Ledger(error) => Fault::data(format!("{}: {error}", args.ledger.display())),
        HuntError::Certificate(_, error) => {
            Fault::cannot_write(args.certificates.as_deref().unwrap_or(&args.ledger), error)
        }
        HuntError::Solve(error) => unsolved(error),
    }
}

fn progress_bar(deals: &DealRange) -> ProgressBar {
    let count = u64::from(deals.last.number() - deals.first.number()) + 1;
    let template = "{elapsed} [{wide_bar}] {human_pos}/{human_len} deals, {per_sec}, {msg}, {eta} left";
    let style = ProgressStyle::with_template(template).expect("the template is well formed");
    ProgressBar::new(count).with_style(style)
}

fn print(args: &Args, game: &str, tally: &Tally) -> Result<(), Fault> {
    let mut out = output::stdout();
    if args.json {
        output::json_line(&mut out, &Answer::new(game, tally))?;
    } else {
        for Find { seed, forced, free, certified } in &tally.finds {
            let certified = certified.map_or_else(String::new, |count| format!(" ({count} positions)"));
            writeln!(
                out,
                "{game}.{seed}: {}{certified}, with free foundations {}",
                forced.word(),
                free.word()
            )?;
        }
        let end = if tally.is_complete { "" } else { "; the rest is still to do" };
        writeln!(
            out,
            "{} deals: {} can be won, {} listed{end}",
            tally.done(),
            tally.solved,
            tally.finds.len()
        )?;
    }
    Ok(out.flush()?)
}

#[derive(Serialize)]
struct Answer<'t> {
    game: &'t str,
    deals: u64,
    solved: u64,
    complete: bool,
    finds: Vec<FoundDeal>,
}

#[derive(Serialize)]
struct FoundDeal {
    seed: u32,
    verdict: &'static str,
    free_foundations: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate_positions: Option<u64>,
}

impl<'t> Answer<'t> {
    fn new(game: &'t str, tally: &Tally) -> Self {
        let found = |find: &Find| FoundDeal {
            seed: find.seed,
            verdict: find.forced.word(),
            free_foundations: find.free.word(),
            certificate_positions: find.certified,
        };
        let finds = tally.finds.iter().map(found).collect();
        Self { game, deals: tally.done(), solved: tally.solved, complete: tally.is_complete, finds }
    }
}

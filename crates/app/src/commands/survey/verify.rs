//! `tapis survey verify`: is a dataset what it says it is?

use std::fmt;
use std::num::NonZero;
use std::path::PathBuf;

use serde::Serialize;
use survey::{DealSurvey, GameRows, Plan, verify, verify_sample};

use crate::exit::{Exit, Fault};
use crate::limits::{counted, parse_threads, still, threads};
use crate::{interrupt, output};

/// Check that a dataset is complete and right
///
/// Every file is the one that its manifest names, every seed is there exactly once and in its place, the rows add up to
/// the totals of the manifests, and all rows are of one survey. Then a sample of the rows is made again and compared;
/// rows that another version of Tapis made must not contradict it.
///
/// Exit code 0: all of it holds. 1: rows are still to do, or something is wrong; each fault is one line.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The folder of the dataset
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// How many rows of each game to make again
    #[arg(long, value_name = "N", default_value = "100")]
    sample: u64,
    /// Threads to use [default: all cores]
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    threads: Option<NonZero<usize>>,
    /// The result as one JSON object per game
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<Exit, Fault> {
    interrupt::listen();
    let mut exit = Exit::Yes;
    for game in survey::open(&args.folder)? {
        let answer = args.verify(&game);
        if let Some(stopped) = interrupt::exit() {
            return Ok(stopped);
        }
        output::answer(args.json, &answer)?;
        if !answer.holds {
            exit = Exit::No;
        }
    }
    Ok(exit)
}

impl Args {
    fn verify(&self, game: &GameRows) -> Answer {
        let mut verified = verify(game, &interrupt::asked);
        let survey = game.header().map(|header| DealSurvey::of_dataset(header, game.folder()));
        let mut not_made_again = None;
        match survey {
            Some(Ok(survey)) => {
                let (made, faults) = verify_sample(game, &survey, &self.plan(&survey), self.sample);
                verified.made_again = made;
                verified.faults.extend(faults);
            }
            Some(Err(why)) => not_made_again = Some(why.to_string()),
            None => not_made_again = Some("_survey.json is missing".to_owned()),
        }
        Answer {
            game: game.name().to_owned(),
            rows: verified.rows,
            made_again: verified.made_again,
            not_made_again,
            still_to_do: verified.missing,
            holds: verified.faults.is_empty() && verified.missing == 0,
            faults: verified.faults,
        }
    }

    fn plan<'p>(&self, survey: &DealSurvey) -> Plan<'p> {
        Plan {
            items: survey.deals().items(),
            threads: threads(self.threads),
            limits: survey.limits(),
            stop: &interrupt::asked,
        }
    }
}

/// The findings about one game.
#[derive(Serialize)]
struct Answer {
    game: String,
    holds: bool,
    rows: u64,
    made_again: u64,
    /// Why no row was made again.
    #[serde(skip_serializing_if = "Option::is_none")]
    not_made_again: Option<String>,
    still_to_do: u64,
    faults: Vec<String>,
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.faults.iter().try_for_each(|fault| writeln!(f, "{}: {fault}", self.game))?;
        let faults = match self.faults.len() {
            0 => "all right".to_owned(),
            faults => counted(faults as u64, "fault"),
        };
        write!(f, "{}: {}: {faults}, ", self.game, counted(self.rows, "row"))?;
        match &self.not_made_again {
            Some(why) => write!(f, "none made again because {why}")?,
            None => write!(f, "{} made again", self.made_again)?,
        }
        f.write_str(&still(self.still_to_do))
    }
}

//! `tapis rummy check`: is it one legal turn from one position to the next?

use std::path::PathBuf;

use rummy::{Rules, judge_positions};
use serde::Serialize;

use super::rules_args::{RuleSet, RulesArgs, UnderRules};
use crate::exit::{Exit, Fault};
use crate::output;

/// Judge whether one legal turn leads from one saved game to another
///
/// The value is the sum of the tiles placed, the points are what the turn adds to the score (nothing in rummikub).
/// A saved game need not note the turns that passed with an empty stock.
///
/// Exit code 0: it does; what was placed, its value and its points are printed. 1: it does not, and why, also where the
/// game after the turn has an invalid combination or the deal was over before. 65: the files cannot be read, or the game
/// before the turn has an invalid combination.
#[derive(clap::Args)]
#[command(after_long_help = "Example:\n  tapis rummy check before.txt after.txt --rules rummikub")]
pub(crate) struct Args {
    /// The saved game before the turn
    before: PathBuf,
    /// The saved game after it
    after: PathBuf,
    /// The rule set
    #[arg(long, value_name = "RULES")]
    rules: RuleSet,
    #[command(flatten)]
    options: RulesArgs,
    /// The answer as a JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Fault> {
    args.options.with(args.rules, args)
}

impl UnderRules for &Args {
    fn under<R: Rules>(self, rules: R) -> Result<Exit, Fault> {
        let before = self.options.load(&rules, &self.before)?.position;
        let after = self.options.load_claimed(&rules, &self.after)?.position;
        let judgement = match judge_positions(&rules, &before, &after) {
            Ok(settled) => Judgement {
                legal: true,
                value: Some(settled.value),
                points: Some(settled.points),
                placed: Some(settled.placed.iter().map(|tile| rules.tile_text(tile)).collect()),
                why: None,
            },
            Err(refusal) => {
                let why = Some(refusal.to_string());
                Judgement { legal: false, value: None, points: None, placed: None, why }
            }
        };
        output::print(self.json, &judgement, |out| writeln!(out, "{}", judgement.sentence()))?;
        Ok(if judgement.legal { Exit::Yes } else { Exit::No })
    }
}

/// The answer as JSON.
#[derive(Serialize)]
struct Judgement {
    legal: bool,
    /// The sum of the tiles placed.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<i32>,
    /// The points that the turn adds to the score.
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    placed: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

impl Judgement {
    fn sentence(&self) -> String {
        if let Some(why) = &self.why {
            return format!("not legal: {why}");
        }
        let placed = self.placed.iter().flatten().map(String::as_str).collect::<Vec<_>>().join(" ");
        let placed = if placed.is_empty() { "nothing" } else { &placed };
        let (value, points) = (self.value.unwrap_or(0), self.points.unwrap_or(0));
        format!("legal: {placed} placed, value {value}, points {points}")
    }
}

//! `tapis rummy best`: the best turn of the player to move.

use std::io::Write;
use std::path::PathBuf;

use clap::ValueEnum;
use rummy::{
    AiRules, Answer as Found, BestError, IllegalTurn, Meld, Objective, Position, Rules, Take, Turn,
    TurnShape, judge,
};
use search::{Limit, Outcome, Run};
use serde::Serialize;

use super::rules_args::{RuleSet, RulesArgs, UnderAiRules};
use super::thinking::ThinkArgs;
use crate::exit::{Exit, Fault};
use crate::limits::{counted, gave_up, reason};
use crate::output;

const EXAMPLES: &str = "\
Examples:
  tapis rummy best game.txt --rules rummikub
  tapis rummy best game.txt --rules rummikub --objective value --jokers free --json
  tapis rummy best game.txt --rules letters --dictionary words.txt";

/// Find the best turn of the player to move
///
/// Prints what is placed, the new table and which combinations changed. In games where a turn begins with a
/// tile, also where to take it from, without looking at the stock, and what to throw away, even if nothing can
/// be placed. In rummikub, of equally good turns the one that changes fewest combinations is taken. The judge
/// has accepted every turn that is printed. The value is the sum of the tiles placed, the points are what the turn adds
/// to the score (nothing in rummikub).
///
/// Exit code 0: there is something to place. 1: there is nothing to place, or nothing was found within the limits.
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Args {
    /// The saved game
    file: PathBuf,
    /// The rule set
    #[arg(long, value_name = "RULES")]
    rules: RuleSet,
    /// The best turn has this: the most tiles, the highest value (the sum of the tiles placed, a joker of rummikub
    /// counting 30), the most points with what it saves at the end (in rummikub the same as value) [default: tiles in
    /// rummikub, else points]
    #[arg(long, value_name = "WHAT")]
    objective: Option<What>,
    #[command(flatten)]
    options: RulesArgs,
    #[command(flatten)]
    limits: ThinkArgs,
    /// The answer as a JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum What {
    Tiles,
    Value,
    Points,
}

impl From<What> for Objective {
    fn from(what: What) -> Self {
        match what {
            What::Tiles => Self::Tiles,
            What::Value => Self::Value,
            What::Points => Self::Points,
        }
    }
}

pub(crate) fn run(args: &Args) -> Result<Exit, Fault> {
    args.options.with_ai_rules(args.rules, args)
}

impl UnderAiRules for &Args {
    fn under<R: AiRules + Sync>(self, rules: R) -> Result<Exit, Fault> {
        let position = self.options.load(&rules, &self.file)?.position;
        let objective = self.objective.map_or_else(|| rules.plain_objective(), Objective::from);
        let mut watch = self.limits.supervisor();
        let mut run = Run::new(self.limits.budget(rules.usual_budget()), &mut watch);
        let found = rules.best_turn(&position, objective, &mut run).map_err(fault)?;
        drop(watch);
        let answer = match found {
            Outcome::Solved(answer) => Some(answer),
            Outcome::Unsolvable(_) => None,
            Outcome::GaveUp(limit) => return say_gave_up(limit),
        };
        let idle = idle_turn(&rules, &position)?;
        let turn = answer.as_ref().map(|answer| answer.best().turn()).or(idle.as_ref());
        let shown = Answer::new(&rules, &position, turn, answer.as_ref());
        output::print(self.json, &shown, |out| write!(out, "{}", shown.text()))?;
        Ok(match answer {
            Some(Found::Unproven(_, Limit::Cancelled)) => gave_up(Limit::Cancelled),
            Some(_) => Exit::Yes,
            None => Exit::No,
        })
    }
}

fn fault(error: BestError) -> Fault {
    match error {
        BestError::Unsupported(_) => Fault::data(error),
        BestError::Illegal(turn) => Fault::software(turn),
    }
}

fn say_gave_up(limit: Limit) -> Result<Exit, Fault> {
    let mut out = output::stdout();
    writeln!(out, "gave up: {}", reason(limit))?;
    out.flush()?;
    Ok(gave_up(limit))
}

/// The turn where nothing can be placed, if that is a choice. The judge has accepted it.
fn idle_turn<R: AiRules>(rules: &R, position: &Position<R::Tile>) -> Result<Option<Turn<R::Tile>>, Fault> {
    if !matches!(rules.turn_rules().shape, TurnShape::TakeAndDiscard { .. }) {
        return Ok(None);
    }
    let turn = rules.idle_turn(position);
    match judge(rules, position, &turn) {
        Ok(_) => Ok(Some(turn)),
        Err(refusal) => Err(Fault::software(IllegalTurn::new(rules, position, &turn, refusal))),
    }
}

/// Where the first tile of a turn comes from.
fn source(take: Take) -> Option<&'static str> {
    match take {
        Take::Nothing => None,
        Take::Stock => Some("stock"),
        Take::Pile => Some("pile"),
    }
}

/// The answer as JSON.
#[derive(Serialize)]
struct Answer {
    tiles: usize,
    /// The sum of the tiles placed.
    value: i32,
    /// The points that the turn adds to the score.
    points: i32,
    optimal: bool,
    /// Where the first tile of the turn comes from, in games where every turn takes one.
    #[serde(skip_serializing_if = "Option::is_none")]
    take: Option<&'static str>,
    placed: Vec<String>,
    /// The tile discarded last, in games with a pile.
    #[serde(skip_serializing_if = "Option::is_none")]
    discard: Option<String>,
    table: Vec<Vec<String>>,
    /// The combinations of the old table that are not on the new one.
    broken: Vec<Vec<String>>,
    /// The combinations of the new table that were not on the old one.
    formed: Vec<Vec<String>>,
}

impl Answer {
    /// The turn is the best one; where nothing can be placed, what is done then, if that is a choice.
    fn new<R: Rules>(
        rules: &R,
        position: &Position<R::Tile>,
        turn: Option<&Turn<R::Tile>>,
        found: Option<&Found<R::Tile>>,
    ) -> Self {
        let best = found.map(Found::best);
        let old = position.table();
        let new = turn.map_or(old, |turn| &turn.table);
        Self {
            tiles: best.map_or(0, |best| best.placed().len()),
            value: best.map_or(0, rummy::Best::value),
            points: best.map_or(0, rummy::Best::points),
            optimal: found.is_none_or(Found::is_proven),
            take: turn.and_then(|turn| source(turn.take)),
            discard: turn.and_then(|turn| turn.discard).map(|tile| rules.tile_text(tile)),
            placed: best
                .iter()
                .flat_map(|best| best.placed().iter())
                .map(|tile| rules.tile_text(tile))
                .collect(),
            table: new.iter().map(|meld| rules.tile_texts(meld)).collect(),
            broken: beyond(rules, old, new),
            formed: beyond(rules, new, old),
        }
    }

    fn text(&self) -> String {
        let taken = self.take.map_or_else(String::new, |from| format!("take from the {from}, "));
        let thrown = self.discard.as_ref().map_or_else(String::new, |tile| format!(", discard {tile}"));
        if self.placed.is_empty() {
            let idle = format!("{taken}place nothing{thrown}");
            let idle = if self.take.is_some() { format!(": {idle}") } else { String::new() };
            return format!("nothing can be placed{idle}\n");
        }
        let proven = if self.optimal { "" } else { " (perhaps not the best)" };
        let mut text = format!(
            "{taken}place {}{thrown}: {}, value {}, points {}{proven}\n",
            self.placed.join(" "),
            counted(self.tiles as u64, "tile"),
            self.value,
            self.points
        );
        for (title, melds) in
            [("broken up", &self.broken), ("formed", &self.formed), ("new table", &self.table)]
        {
            if !melds.is_empty() {
                text.push_str(title);
                text.push_str(":\n");
            }
            for meld in melds {
                text.push_str("  (");
                text.push_str(&meld.join(" "));
                text.push_str(")\n");
            }
        }
        text
    }
}

/// The combinations of the first table that are not on the second, each as often as it is missing there.
fn beyond<R: Rules>(rules: &R, these: &[Meld<R::Tile>], those: &[Meld<R::Tile>]) -> Vec<Vec<String>> {
    let mut left: Vec<&Meld<R::Tile>> = those.iter().collect();
    let mut beyond = Vec::new();
    for meld in these {
        match left.iter().position(|other| *other == meld) {
            Some(place) => drop(left.swap_remove(place)),
            None => beyond.push(rules.tile_texts(meld)),
        }
    }
    beyond
}

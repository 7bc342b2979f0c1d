//! `tapis peg problems`: the catalogue of problems with names.

use std::io::{self, Write};

use peg::{Goal, NamedProblem, Notation, Problem};
use search::{Budget, Run};
use serde::Serialize;

use crate::exit::{Exit, Fault};
use crate::interrupt;
use crate::limits::LimitArgs;
use crate::output;

const EXAMPLES: &str = "\
Examples:
  tapis peg problems
  tapis peg solve --problem Fireplace
  tapis peg problems --grade";

/// List problems with their usual names
///
/// Each can be chosen by --problem NAME in the other commands. With --grade the list has their difficulty: the chance
/// of a win by random play, as a number of halvings. A problem of difficulty 10 is won once in 1,024 random games.
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Args {
    /// Find the difficulty of each problem whose games are few enough for the limits
    #[arg(long)]
    grade: bool,
    #[command(flatten)]
    limits: LimitArgs,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Row {
    name: String,
    board: String,
    pegs: u32,
    finish: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    difficulty: Option<f64>,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Fault> {
    let mut watch = args.limits.supervisor();
    let mut rows = Vec::new();
    for problem in peg::catalogue() {
        let budget = args.limits.budget();
        let mut run = Run::new(budget, &mut watch).with_threads(args.limits.threads());
        let difficulty = args.grade.then(|| difficulty(&problem, &mut run)).flatten();
        rows.push(row(&problem, difficulty));
    }
    drop(watch);
    output::print(args.json, &rows, |out| rows.iter().try_for_each(|row| row.print(out)))?;
    Ok(interrupt::exit().unwrap_or(Exit::Yes))
}

/// The difficulty of a problem, if it is found within the limits and below the bound for one problem.
fn difficulty(problem: &NamedProblem, run: &mut Run<'_>) -> Option<f64> {
    let NamedProblem { board, start, goal, .. } = problem;
    let budget = Budget { nodes: MOST_NODES, ..run.budget() };
    let problem = Problem { board, start: *start, goal: *goal };
    let chance = run.part(budget, |run| peg::play_statistics(problem, run)).ok()?.chance;
    Some(-chance.log2())
}

/// Positions that the grading of one problem may look at: all of the English board.
const MOST_NODES: u64 = 1_000_000_000;

fn row(problem: &NamedProblem, difficulty: Option<f64>) -> Row {
    let NamedProblem { name, board_name, board, start, goal } = problem;
    let finish = match goal {
        Goal::Exactly(won) => won.holes().next().map(|hole| Notation::Standard.hole(board, hole)),
        _ => None,
    };
    Row { name: name.clone(), board: board_name.clone(), pegs: start.pegs(), finish, difficulty }
}

impl Row {
    fn print(&self, out: &mut dyn Write) -> io::Result<()> {
        let finish = self.finish.as_deref().unwrap_or("anywhere");
        let difficulty = self.difficulty.map_or(String::new(), |bits| format!("  difficulty {bits:.1}"));
        writeln!(out, "{:<18} {:<11} {:>2} pegs to {finish}{difficulty}", self.name, self.board, self.pegs)
    }
}

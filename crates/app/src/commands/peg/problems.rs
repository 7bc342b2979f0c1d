//! `tapis peg problems`: the catalogue of problems with names.

use std::io::{self, Write};

use peg::{CountError, Goal, NamedProblem, Notation, Problem};
use search::{Budget, Run};
use serde::Serialize;

use super::reason;
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
///
/// Exit code 0: all is listed. 1: a limit left the difficulty of some problem open; its row says which.
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
    /// Why the difficulty is not known, where it is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    not_graded: Option<String>,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Fault> {
    let mut watch = args.limits.supervisor();
    let mut rows = Vec::new();
    for problem in peg::catalogue() {
        let budget = args.limits.budget();
        let mut run = Run::new(budget, &mut watch).with_threads(args.limits.threads());
        let mut row = row(&problem);
        match args.grade.then(|| difficulty(&problem, &mut run)) {
            Some(Err(CountError::Internal(error))) => return Err(error.into()),
            Some(Err(error)) => row.not_graded = Some(reason::why(&error)),
            Some(Ok(difficulty)) => row.difficulty = Some(difficulty),
            None => {}
        }
        rows.push(row);
    }
    drop(watch);
    output::print(args.json, &rows, |out| rows.iter().try_for_each(|row| row.print(out)))?;
    let is_complete = rows.iter().all(|row| row.not_graded.is_none());
    Ok(interrupt::exit().unwrap_or(if is_complete { Exit::Yes } else { Exit::No }))
}

/// The difficulty of a problem, if it is found within the limits and below the bound for one problem.
fn difficulty(problem: &NamedProblem, run: &mut Run<'_>) -> Result<f64, CountError> {
    let NamedProblem { board, start, goal, .. } = problem;
    let budget = Budget { nodes: MOST_NODES, ..run.budget() };
    let problem = Problem { board, start: *start, goal: *goal };
    let chance = run.part(budget, |run| peg::play_statistics(problem, run))?.chance;
    Ok(-chance.log2())
}

/// Positions that the grading of one problem may look at: all of the English board.
const MOST_NODES: u64 = 1_000_000_000;

fn row(problem: &NamedProblem) -> Row {
    let NamedProblem { name, board_name, board, start, goal } = problem;
    let finish = match goal {
        Goal::Exactly(won) => won.holes().next().map(|hole| Notation::Standard.hole(board, hole)),
        _ => None,
    };
    let (name, board) = (name.clone(), board_name.clone());
    Row { name, board, pegs: start.pegs(), finish, difficulty: None, not_graded: None }
}

impl Row {
    fn print(&self, out: &mut dyn Write) -> io::Result<()> {
        let finish = self.finish.as_deref().unwrap_or("anywhere");
        let difficulty = match (self.difficulty, &self.not_graded) {
            (Some(bits), _) => format!("  difficulty {bits:.1}"),
            (None, Some(why)) => format!("  not graded: {why}"),
            (None, None) => String::new(),
        };
        writeln!(out, "{:<18} {:<11} {:>2} pegs to {finish}{difficulty}", self.name, self.board, self.pegs)
    }
}

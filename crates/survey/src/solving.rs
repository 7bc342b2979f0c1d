//! Solving the deals of a list.

use cpu_time::ThreadTime;
use patience::{Counting, Effort, Lengths, Report, Shortest, SolveError, Solver, Table, write_lines};
use search::{Limit, Outcome, Run};
use serde::{Deserialize, Serialize};

use crate::deal_list::{DealList, ListedDeal};
use crate::key::Key;
use crate::verdict::Verdict;
use crate::work::Work;

/// How deals are solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Any line that wins.
    Any(Effort),
    /// A short line, counted this way, with all that the limits allow.
    Short(Counting),
    /// A line with the fewest moves.
    Shortest,
}

impl Way {
    /// A solver that searches this way.
    pub fn solver(self) -> Solver {
        match self {
            Self::Any(effort) => Solver::new().with_effort(effort),
            Self::Short(_) | Self::Shortest => Solver::new(),
        }
    }

    /// Searches this way; where the fewest moves are looked for, also says how many are needed at least.
    pub fn search(
        self,
        solver: &mut Solver,
        table: &Table,
        run: &mut Run<'_>,
    ) -> Result<(Report, Option<u32>), SolveError> {
        match self {
            Self::Any(_) => Ok((solver.solve(table, run)?, None)),
            Self::Short(counting) => Ok((solver.short(table, counting, run)?, None)),
            Self::Shortest => {
                let Shortest { report, at_least } = solver.shortest(table, run)?;
                Ok((report, Some(at_least)))
            }
        }
    }

    /// The name of this way in the key of a ledger.
    fn key(self) -> String {
        match self {
            Self::Any(Effort::Quick) => "quick".to_owned(),
            Self::Any(Effort::Guided) => "guided".to_owned(),
            Self::Any(Effort::Exhaustive) => "exhaustive".to_owned(),
            Self::Any(Effort::Forgetful(distance)) => format!("forget {distance}"),
            Self::Short(Counting::Moves) => "short moves".to_owned(),
            Self::Short(Counting::Cards) => "short cards".to_owned(),
            Self::Short(Counting::Runs) => "short runs".to_owned(),
            Self::Shortest => "shortest".to_owned(),
        }
    }
}

/// Solves deals; its items are those of the list.
#[derive(Clone, Debug)]
pub struct Solving {
    /// The deals.
    pub deals: DealList,
    /// How they are solved.
    pub way: Way,
    /// The part of a solution that rows keep.
    pub keep: Keep,
}

/// The part of a solution that rows keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// Their length in moves.
    Moves,
    /// Their length in all usual ways, which takes a third as long again as solving an easy deal.
    Lengths,
    /// All lengths, and the solutions themselves.
    Solutions,
}

/// The row of one deal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Solved {
    /// The verdict.
    pub verdict: Verdict,
    /// The length of the line that was found, in lines of the solution file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<usize>,
    /// Its moves of single cards, without putting up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub single_moves: Option<usize>,
    /// Its length in the three usual ways, where that is kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lengths: Option<LengthsRow>,
    /// No line has fewer moves, where the fewest were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<u32>,
    /// The text of the solution file, where it is kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution: Option<String>,
    /// Positions that were searched.
    pub nodes: u64,
    /// Processor time in microseconds.
    pub cpu_us: u64,
}

/// The length of a solution in the three usual ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LengthsRow {
    moves: usize,
    cards: usize,
    runs: usize,
}

impl From<Lengths> for LengthsRow {
    fn from(Lengths { moves, cards, runs }: Lengths) -> Self {
        Self { moves, cards, runs }
    }
}

impl From<LengthsRow> for Lengths {
    fn from(LengthsRow { moves, cards, runs }: LengthsRow) -> Self {
        Self { moves, cards, runs }
    }
}

/// A solver, and the game of the list that it last solved a deal of: it keeps memory for one game only.
pub struct GameSolver {
    game: usize,
    solver: Solver,
}

impl Solving {
    /// The row of a search.
    fn note(&self, report: &Report, at_least: Option<u32>, cpu_us: u64) -> Solved {
        let solution = if let Outcome::Solved(solution) = &report.outcome { Some(solution) } else { None };
        // The player's moves are needed for the count of runs alone, and are the costly part.
        let single_moves = |solution| Lengths::counted(solution, &[]).moves;
        let with_lengths = solution.filter(|_| self.keep != Keep::Moves);
        let with_lines = solution.filter(|_| self.keep == Keep::Solutions);
        Solved {
            verdict: Verdict::from(&report.outcome),
            moves: solution.map(patience::Solution::len),
            single_moves: solution.map(single_moves),
            lengths: with_lengths.map(|solution| Lengths::of(solution).into()),
            at_least: at_least.filter(|_| solution.is_some()),
            solution: with_lines.map(|solution| write_lines(solution.actions())),
            nodes: report.stats.nodes,
            cpu_us,
        }
    }
}

impl Work for Solving {
    type Row = Solved;
    type Worker = GameSolver;
    type Error = SolveError;

    fn key(&self) -> Key {
        let keep = match self.keep {
            Keep::Moves => "moves",
            Keep::Lengths => "lengths",
            Keep::Solutions => "solutions",
        };
        self.deals.key("solve").with("search", self.way.key()).with("kept", keep)
    }

    fn worker(&self) -> GameSolver {
        GameSolver { game: 0, solver: self.way.solver() }
    }

    fn row(
        &self,
        worker: &mut GameSolver,
        item: u64,
        run: &mut Run<'_>,
    ) -> Result<Option<Solved>, SolveError> {
        let ListedDeal { game, rules, seed } = self.deals.deal(item);
        if worker.game != game {
            *worker = GameSolver { game, solver: self.way.solver() };
        }
        let started = ThreadTime::now();
        let (report, at_least) = self.way.search(&mut worker.solver, &rules.deal(seed), run)?;
        let cpu_us = started.elapsed().as_micros() as u64;
        let row = self.note(&report, at_least, cpu_us);
        let is_stopped = row.verdict.limit() == Some(Limit::Cancelled) || run.ask() == Err(Limit::Cancelled);
        Ok((!is_stopped).then_some(row))
    }

    fn gave_up(row: &Solved) -> Option<Limit> {
        let is_short = row.moves.zip(row.at_least).is_none_or(|(moves, least)| moves <= least as usize);
        row.verdict.limit().or((!is_short).then_some(Limit::Incomplete))
    }

    fn is_sound(&self, row: &Solved) -> bool {
        let is_solved = row.verdict == Verdict::Solved;
        row.moves.is_some() == is_solved
            && row.single_moves.is_some() == is_solved
            && row.lengths.is_some() == (is_solved && self.keep != Keep::Moves)
            && row.solution.is_some() == (is_solved && self.keep == Keep::Solutions)
    }
}

//! The survey of a peg board: every vacancy, or every start and finish, up to symmetry.

use std::borrow::Cow;
use std::num::NonZero;

use peg::{Board, CountError, Goal, Hole, Notation, Problem, Reason, to_text};
use search::{Limit, Outcome, Run};
use serde::{Deserialize, Serialize};

use crate::column::{Cell, Column, Kind};
use crate::dataset::Header;
use crate::deal_survey::Finding;
use crate::key::Key;
use crate::tabular::Tabular;
use crate::verdict::Verdict;
use crate::work::{Limits, Work};

const COLUMNS: [Column; 14] = [
    Column::full("game", Kind::Word),
    Column::full("digest", Kind::Word),
    Column::full("seed", Kind::Long),
    Column::full("start", Kind::Word),
    Column::sparse("finish", Kind::Word),
    Column::full("copies", Kind::Short),
    Column::full("verdict", Kind::Word),
    Column::sparse("reason", Kind::Text),
    Column::sparse("jumps", Kind::Short),
    Column::sparse("moves", Kind::Short),
    Column::sparse("fewest", Kind::Short),
    Column::full("nodes", Kind::Long),
    Column::full("states", Kind::Long),
    Column::sparse("solution", Kind::Text),
];

/// The problems of a board that are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PegProblems {
    /// Every hole as the empty one, to finish with one peg anywhere.
    Vacancies,
    /// Every hole as the empty one with every hole to finish in.
    Pairs,
}

/// A problem that stands for all that symmetry makes equal to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PegCase {
    /// The empty hole.
    pub start: Hole,
    /// The hole of the last peg, where one is asked for.
    pub finish: Option<Hole>,
    /// How many problems it stands for.
    pub copies: usize,
}

/// Surveys the problems of a board; its items are its cases, counted from 1.
#[derive(Clone, Debug)]
pub struct PegSurvey {
    name: String,
    board: Board,
    cases: Vec<PegCase>,
    shortest: bool,
    key: Key,
    digest: String,
    limits: Limits,
}

impl PegSurvey {
    /// The survey of a board under this name; with `shortest` it finds the fewest moves of each problem too.
    pub fn new(name: &str, board: Board, problems: PegProblems, shortest: bool, limits: Limits) -> Self {
        let cases = cases(&board, problems);
        let nodes = limits.nodes.map_or("unlimited".to_owned(), |nodes| nodes.to_string());
        let key = Key::new("peg survey")
            .with("board", to_text(&board, board.full()).trim_end().replace('\n', "/"))
            .with("shortest", shortest)
            .with("problems", if problems == PegProblems::Pairs { "pairs" } else { "vacancies" })
            .with("nodes", nodes)
            .with("memory", limits.memory);
        let digest = key.digest();
        Self { name: format!("peg-{name}"), board, cases, shortest, key, digest, limits }
    }

    /// Its cases.
    pub fn cases(&self) -> &[PegCase] {
        &self.cases
    }

    /// The limits of each problem.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// The parameters of a dataset of these rows.
    pub fn header(&self, chunk_rows: NonZero<u64>) -> Header {
        Header {
            game: self.name.clone(),
            digest: self.digest.clone(),
            key: self.key.clone(),
            rules: None,
            chunk_rows,
            items: (1, self.cases.len() as u64),
            seeds: None,
        }
    }

    fn case(&self, item: u64) -> PegCase {
        self.cases[item as usize - 1]
    }

    /// The name of a hole.
    pub fn hole(&self, hole: Hole) -> String {
        Notation::Standard.hole(&self.board, hole)
    }
}

/// One case for each orbit under the symmetries of the board, in the order of holes.
fn cases(board: &Board, problems: PegProblems) -> Vec<PegCase> {
    let finishes = || -> Vec<Option<Hole>> {
        match problems {
            PegProblems::Vacancies => vec![None],
            PegProblems::Pairs => board.holes().map(Some).collect(),
        }
    };
    let all = board.holes().flat_map(|start| finishes().into_iter().map(move |finish| (start, finish)));
    let mut cases = Vec::new();
    for (start, finish) in all {
        let image = |symmetry: &peg::Symmetry| {
            (symmetry.hole(start).index(), finish.map(|hole| symmetry.hole(hole).index()))
        };
        let mut orbit: Vec<_> = board.symmetries().iter().map(image).collect();
        orbit.sort_unstable();
        orbit.dedup();
        if orbit.first() == Some(&(start.index(), finish.map(Hole::index))) {
            cases.push(PegCase { start, finish, copies: orbit.len() });
        }
    }
    cases
}

/// The row of one problem.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PegRow {
    /// The verdict, or why there is none.
    pub finding: Finding,
    /// How an impossible one was proven.
    pub proof: Option<Cow<'static, str>>,
    /// The jumps of the solution.
    pub jumps: Option<u32>,
    /// The moves of the solution; jumps of one peg in a row are one move.
    pub moves: Option<u32>,
    /// The fewest moves of any solution, where they were asked for and found.
    pub fewest: Option<u32>,
    /// Positions that were searched.
    pub nodes: u64,
    /// Positions that were stored at the end.
    pub states: u64,
    /// The moves, separated by blanks.
    pub solution: Option<String>,
}

impl Work for PegSurvey {
    type Row = PegRow;
    type Worker = ();
    type Error = std::convert::Infallible;

    fn key(&self) -> Key {
        self.key.clone()
    }

    fn worker(&self) {}

    fn row(&self, (): &mut (), item: u64, run: &mut Run<'_>) -> Result<Option<PegRow>, Self::Error> {
        let PegCase { start, finish, .. } = self.case(item);
        let start = self.board.full().without(start);
        let goal = finish.map_or(Goal::OnePeg, Goal::hole);
        let problem = Problem { board: &self.board, start, goal };
        let mut row = match peg::solve(problem, run) {
            Ok(outcome @ Outcome::Solved(_)) if self.shortest => {
                self.shortest(problem, self.note(&outcome), run)
            }
            Ok(outcome) => self.note(&outcome),
            Err(error) => PegRow::of(Finding::Failed(error.to_string())),
        };
        (row.nodes, row.states) = (run.stats().nodes, run.stats().stored);
        Ok((run.ask() != Err(Limit::Cancelled)).then_some(row))
    }

    fn gave_up(row: &PegRow) -> Option<Limit> {
        if let Finding::Verdict(verdict) = row.finding { verdict.limit() } else { None }
    }
}

impl PegRow {
    fn of(finding: Finding) -> Self {
        Self {
            finding,
            proof: None,
            jumps: None,
            moves: None,
            fewest: None,
            nodes: 0,
            states: 0,
            solution: None,
        }
    }

    /// How an impossible problem was proven, or why something is not known.
    pub fn reason(&self) -> Option<&str> {
        self.finding.reason().or(self.proof.as_deref())
    }
}

impl PegSurvey {
    /// The row of a solved problem with its fewest moves. Where the limits are too narrow for these, the row says so.
    fn shortest(&self, problem: Problem<'_>, solved: PegRow, run: &mut Run<'_>) -> PegRow {
        match peg::fewest_moves(problem, run) {
            Ok(Some(solution)) => {
                let row = self.note(&Outcome::Solved(solution));
                PegRow { fewest: row.moves, ..row }
            }
            Ok(None) => PegRow::of(Finding::Failed("a solved problem has no shortest solution".to_owned())),
            Err(CountError::Internal(error)) => PegRow::of(Finding::Failed(error.to_string())),
            Err(why) => PegRow { proof: Some(Cow::Owned(format!("fewest moves: {why}"))), ..solved },
        }
    }

    fn note(&self, outcome: &Outcome<peg::Solution, Reason>) -> PegRow {
        match outcome {
            Outcome::Solved(solution) => {
                let moves = solution.moves();
                let words = moves.iter().map(|made| Notation::Standard.made(&self.board, made));
                PegRow {
                    jumps: Some(solution.jumps().len() as u32),
                    moves: Some(moves.len() as u32),
                    solution: Some(words.collect::<Vec<_>>().join(" ")),
                    ..PegRow::of(Finding::Verdict(Verdict::Solved))
                }
            }
            Outcome::Unsolvable(reason) => PegRow {
                proof: Some(Cow::Borrowed(proof(reason))),
                ..PegRow::of(Finding::Verdict(Verdict::Impossible))
            },
            Outcome::GaveUp(limit) => PegRow::of(Finding::Verdict(Verdict::GaveUp(*limit))),
        }
    }
}

impl Tabular for PegSurvey {
    fn name(&self) -> &str {
        &self.name
    }

    fn columns(&self) -> &[Column] {
        &COLUMNS
    }

    fn cells<'r>(&'r self, item: u64, row: &'r PegRow) -> Vec<Cell<'r>> {
        let PegCase { start, finish, copies } = self.case(item);
        let hole =
            |hole: Option<Hole>| hole.map_or(Cell::Empty, |hole| Cell::Text(Cow::Owned(self.hole(hole))));
        vec![
            Cell::text(Some(&self.name)),
            Cell::text(Some(&self.digest)),
            Cell::whole(Some(item)),
            hole(Some(start)),
            hole(finish),
            Cell::whole(i64::try_from(copies).ok()),
            Cell::text(Some(row.finding.word())),
            Cell::text(row.reason()),
            Cell::whole(row.jumps),
            Cell::whole(row.moves),
            Cell::whole(row.fewest),
            Cell::whole(Some(row.nodes)),
            Cell::whole(Some(row.states)),
            Cell::text(row.solution.as_deref()),
        ]
    }

    fn verdict(row: &PegRow) -> &'static str {
        row.finding.word()
    }

    fn nodes(row: &PegRow) -> u64 {
        row.nodes
    }
}

/// The kind of a proof in a word or two.
fn proof(reason: &Reason) -> &'static str {
    match reason {
        Reason::TooFewPegs => "too few pegs",
        Reason::Exhausted => "exhausted",
        Reason::Argument(proof) if proof.pagodas.is_empty() => "parity",
        Reason::Argument(proof) if proof.parities.is_empty() => "pagoda function",
        Reason::Argument(_) => "parity and pagoda function",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every problem belongs to one case, and Burnside's counts are those of the literature: the English board has 7
    /// vacancies that differ.
    #[test]
    fn cases_stand_for_all_problems() {
        let english = peg::named("english").unwrap();
        let vacancies = cases(&english, PegProblems::Vacancies);
        assert_eq!((vacancies.len(), copies(&vacancies)), (7, 33));
        let pairs = cases(&english, PegProblems::Pairs);
        assert_eq!(copies(&pairs), 33 * 33);
        let triangle = peg::named("triangle15").unwrap();
        assert_eq!(cases(&triangle, PegProblems::Vacancies).len(), 4);
        assert_eq!(copies(&cases(&triangle, PegProblems::Pairs)), 15 * 15);
    }

    fn copies(cases: &[PegCase]) -> usize {
        cases.iter().map(|case| case.copies).sum()
    }
}

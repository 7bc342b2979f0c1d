//! The survey of a patience: one row per deal, the same on every machine.

use std::any::Any;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::num::NonZero;
use std::ops::RangeInclusive;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use patience::{
    Foundations, NotRated, Rater, Rules, Scale, SolveError, Solver, Standing, Table, write_lines,
};
use search::{Budget, Limit, Outcome, Run};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::column::{Cell, Column, Kind};
use crate::dataset::{Header, HeaderError};
use crate::deal_list::{DealList, ListedDeal};
use crate::key::Key;
use crate::limit_word;
use crate::rules_key::of_rules;
use crate::selection::deals_of;
use crate::tabular::Tabular;
use crate::verdict::Verdict;
use crate::work::{Limits, Work};

/// The columns of every survey of deals.
const COLUMNS: [Column; 9] = [
    Column::full("game", Kind::Word),
    Column::full("digest", Kind::Word),
    Column::full("seed", Kind::Long),
    Column::full("verdict", Kind::Word),
    Column::sparse("reason", Kind::Word),
    Column::sparse("moves", Kind::Short),
    Column::full("nodes", Kind::Long),
    Column::full("states", Kind::Long),
    Column::full("strategy", Kind::Word),
];

/// The further columns of rated deals.
const MEASURES: [Column; 9] = [
    Column::sparse("difficulty", Kind::Short),
    Column::sparse("percentile_nodes", Kind::Short),
    Column::sparse("percentile_greedy", Kind::Short),
    Column::sparse("small_search_nodes", Kind::Long),
    Column::sparse("small_search_moves", Kind::Short),
    Column::sparse("greedy_wins", Kind::Real),
    Column::sparse("greedy_up", Kind::Real),
    Column::sparse("random_wins", Kind::Real),
    Column::sparse("random_up", Kind::Real),
];

/// The further column of kept solutions.
const SOLUTION: Column = Column::sparse("solution", Kind::Text);

/// The findings about each deal, and the limits within which they are made: everything besides the rules that can
/// change a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DealScope {
    /// The limits of each deal; time is not one of them.
    pub limits: Limits,
    /// Are the measures of difficulty taken?
    pub rate: bool,
    /// Are the solutions kept?
    pub solutions: bool,
}

impl DealScope {
    /// Everything that can change a row of this game.
    fn key(self, rules: &Rules) -> Key {
        let nodes = self.limits.nodes.map_or("unlimited".to_owned(), |nodes| nodes.to_string());
        of_rules(Key::new("survey"), rules)
            .with("nodes", nodes)
            .with("memory", self.limits.memory)
            .with("rate", self.rate)
            .with("solutions", self.solutions)
    }

    /// The scope that a key has these options of.
    fn of(options: &BTreeMap<String, String>) -> Option<Self> {
        let option = |name: &str| options.get(name).map(String::as_str);
        let nodes = match option("nodes")? {
            "unlimited" => None,
            nodes => Some(nodes.parse().ok()?),
        };
        let limits = Limits { nodes, memory: option("memory")?.parse().ok()?, time_ms: None };
        let is_on = |name| option(name).and_then(|word| word.parse().ok());
        Some(Self { limits, rate: is_on("rate")?, solutions: is_on("solutions")? })
    }

    fn columns(self) -> Vec<Column> {
        let measures = MEASURES.iter().filter(|_| self.rate);
        let solution = Some(&SOLUTION).filter(|_| self.solutions);
        COLUMNS.iter().chain(measures).chain(solution).copied().collect()
    }
}

/// Surveys deals of one game; its items are those of the list.
#[derive(Clone, Debug)]
pub struct DealSurvey {
    deals: DealList,
    scope: DealScope,
    scale: Option<Scale>,
    digest: String,
    columns: Vec<Column>,
}

impl DealSurvey {
    /// The survey of these deals, which are of one game.
    pub fn new(deals: DealList, scope: DealScope) -> Self {
        let rules = &deals.games()[0];
        let (scale, digest) = (Scale::of(rules), scope.key(rules).digest());
        Self { deals, scope, scale, digest, columns: scope.columns() }
    }

    /// The survey of which this is the dataset.
    pub fn of_dataset(header: &Header, game: &Path) -> Result<Self, NotAgain> {
        if header.rules.is_none() {
            return Err(NotAgain::NotDeals);
        }
        let rules = rules_of(header).ok_or(NotAgain::Rules)?;
        let scope = DealScope::of(header.key.options()).ok_or(NotAgain::Options)?;
        let seeds = match header.seeds {
            None => vec![header.range()],
            Some(_) => read_ranges(&Header::read_seeds(game)?).ok_or(NotAgain::Seeds)?,
        };
        let deals = deals_of(&rules, seeds).ok().flatten().ok_or(NotAgain::Seeds)?;
        let survey = Self::new(deals, scope);
        if survey.header(header.chunk_rows).seeds != header.seeds {
            return Err(NotAgain::Seeds);
        }
        if survey.digest == header.digest { Ok(survey) } else { Err(NotAgain::Options) }
    }

    /// The deals.
    pub fn deals(&self) -> &DealList {
        &self.deals
    }

    /// The limits of each deal.
    pub fn limits(&self) -> Limits {
        self.scope.limits
    }

    /// The digest of rules and options that is part of every row.
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// The parameters of a dataset of these rows.
    pub fn header(&self, chunk_rows: NonZero<u64>) -> Header {
        let items = self.deals.items();
        Header {
            game: self.rules().name().to_owned(),
            digest: self.digest.clone(),
            key: self.key(),
            rules: Some(self.rules().to_toml()),
            chunk_rows,
            items: (*items.start(), *items.end()),
            seeds: self.deals.lines().map(|_| self.deals.digest()),
        }
    }

    fn rules(&self) -> &Rules {
        &self.deals.games()[0]
    }

    fn work_on(
        &self,
        worker: &mut DealWorker,
        table: &Table,
        run: &mut Run<'_>,
    ) -> Result<DealRow, SolveError> {
        let report = worker.solver.solve(table, run)?;
        let solution = if let Outcome::Solved(solution) = &report.outcome { Some(solution) } else { None };
        let measures = if self.scope.rate { self.measure(worker, table, run)? } else { None };
        Ok(DealRow {
            finding: Finding::Verdict(Verdict::from(&report.outcome)),
            moves: solution.map(|solution| solution.len() as u32),
            nodes: report.stats.nodes,
            states: report.stats.stored,
            strategy: Cow::Borrowed(report.strategy),
            measures,
            solution: solution
                .filter(|_| self.scope.solutions)
                .map(|solution| write_lines(solution.actions())),
        })
    }

    /// The measures of a table, which are the same whatever the limits are; none where the run was stopped.
    fn measure(
        &self,
        worker: &mut DealWorker,
        table: &Table,
        run: &mut Run<'_>,
    ) -> Result<Option<Measures>, SolveError> {
        match run.separately(Budget::default(), |run| worker.rater.rate(table, run)) {
            Ok(rating) => Ok(Some(Measures::new(&rating, self.scale.as_ref()))),
            Err(NotRated::Limit(_)) => Ok(None),
            Err(NotRated::Solve(error)) => Err(error),
        }
    }
}

/// Why the rows of a dataset cannot be made again.
#[derive(Debug, Error)]
pub enum NotAgain {
    /// It is a survey of something else.
    #[error("it is not a survey of deals")]
    NotDeals,
    /// The game is not known.
    #[error("its rules cannot be read")]
    Rules,
    /// The options are not known.
    #[error("its options are not known to this version")]
    Options,
    /// The list of seeds is not the one of the survey.
    #[error("its list of seeds is damaged")]
    Seeds,
    /// The list of seeds cannot be read.
    #[error(transparent)]
    Header(#[from] HeaderError),
}

/// The game of a dataset, as it was played.
fn rules_of(header: &Header) -> Option<Rules> {
    let own = || Rules::from_toml(header.rules.as_deref()?).ok();
    let rules = Rules::named(&header.game).or_else(own)?;
    let option = |name: &str| header.key.options().get(name).map(String::as_str);
    if option("redeals").is_some_and(|redeals| !redeals.starts_with("0 ")) {
        return rules.xpat2_rules();
    }
    let kind = Foundations::WORDS.into_iter().find(|(word, _)| Some(*word) == option("foundations"));
    kind.map(|(_, kind)| rules.with_foundations(kind))
}

/// The ranges of a list of seeds, one per line.
fn read_ranges(text: &str) -> Option<Vec<RangeInclusive<u64>>> {
    let range = |line: &str| {
        let (first, last) = line.split_once("..").unwrap_or((line, line));
        Some(first.parse().ok()?..=last.parse().ok()?)
    };
    text.lines().map(range).collect()
}

/// The row of one deal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DealRow {
    /// The verdict, or why there is none.
    pub finding: Finding,
    /// The length of the solution, in lines of its file.
    pub moves: Option<u32>,
    /// Positions that were searched.
    pub nodes: u64,
    /// Positions that were stored at the end.
    pub states: u64,
    /// The search that decided, or the last one that gave up.
    pub strategy: Cow<'static, str>,
    /// The measures of difficulty, where they are taken.
    pub measures: Option<Measures>,
    /// The text of the solution file, where it is kept.
    pub solution: Option<String>,
}

/// The result of one deal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Finding {
    /// The solver's verdict.
    Verdict(Verdict),
    /// The solver broke a promise, for this reason; other deals are not touched by it.
    Failed(String),
}

impl Finding {
    /// The verdict in one word: `solved`, `impossible`, `gave_up` or `failed`.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Verdict(verdict) => verdict.word(),
            Self::Failed(_) => "failed",
        }
    }

    /// The limit that left it open, or why it failed.
    pub fn reason(&self) -> Option<&str> {
        match self {
            Self::Verdict(verdict) => verdict.limit().map(limit_word::word),
            Self::Failed(why) => Some(why),
        }
    }
}

/// The measures of difficulty of one deal.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measures {
    /// Among the deals of its game: by both measures, by nodes, by greedy games.
    standing: Option<(u8, u8, u8)>,
    nodes: Option<u64>,
    moves: Option<u32>,
    /// The share of games won, and the cards put up on average.
    greedy: (f64, f64),
    random: (f64, f64),
}

impl Measures {
    fn new(rating: &patience::Rating, scale: Option<&Scale>) -> Self {
        let places = |standing: Standing| (standing.difficulty(), standing.by_nodes, standing.by_greedy);
        let games = |games: patience::Playouts| (games.win_share(), games.mean_up());
        Self {
            standing: scale.map(|scale| places(scale.standing(rating))),
            nodes: rating.nodes,
            moves: rating.moves.map(|moves| moves as u32),
            greedy: games(rating.greedy),
            random: games(rating.random),
        }
    }

    fn cells<'r>(self) -> [Cell<'r>; MEASURES.len()] {
        let standing = |of: fn((u8, u8, u8)) -> u8| Cell::whole(self.standing.map(of));
        [
            standing(|(both, _, _)| both),
            standing(|(_, by_nodes, _)| by_nodes),
            standing(|(_, _, by_greedy)| by_greedy),
            Cell::whole(self.nodes),
            Cell::whole(self.moves),
            Cell::Real(self.greedy.0),
            Cell::Real(self.greedy.1),
            Cell::Real(self.random.0),
            Cell::Real(self.random.1),
        ]
    }
}

/// A solver and a rater, with their tables.
pub struct DealWorker {
    solver: Solver,
    rater: Rater,
}

impl Work for DealSurvey {
    type Row = DealRow;
    type Worker = DealWorker;
    type Error = Infallible;

    fn key(&self) -> Key {
        self.scope.key(self.rules())
    }

    fn worker(&self) -> DealWorker {
        DealWorker { solver: Solver::new(), rater: Rater::new() }
    }

    fn row(
        &self,
        worker: &mut DealWorker,
        item: u64,
        run: &mut Run<'_>,
    ) -> Result<Option<DealRow>, Infallible> {
        let ListedDeal { rules, seed, .. } = self.deals.deal(item);
        let work = AssertUnwindSafe(|| self.work_on(worker, &rules.deal(seed), run));
        let row = match catch_unwind(work) {
            Ok(Ok(row)) => row,
            Ok(Err(error)) => DealRow::failed(error.to_string()),
            Err(panic) => {
                // Nothing of a worker that panicked is used again.
                *worker = self.worker();
                DealRow::failed(format!("a fault of the solver: {}", message(&*panic)))
            }
        };
        let is_unrated = self.scope.rate && row.measures.is_none() && !row.has_failed();
        let is_stopped = is_unrated || run.ask() == Err(Limit::Cancelled);
        Ok((!is_stopped).then_some(row))
    }

    fn gave_up(row: &DealRow) -> Option<Limit> {
        if let Finding::Verdict(verdict) = row.finding { verdict.limit() } else { None }
    }
}

impl DealRow {
    fn failed(why: String) -> Self {
        let (nodes, states, strategy) = (0, 0, Cow::Borrowed("none"));
        Self {
            finding: Finding::Failed(why),
            moves: None,
            nodes,
            states,
            strategy,
            measures: None,
            solution: None,
        }
    }

    fn has_failed(&self) -> bool {
        matches!(self.finding, Finding::Failed(_))
    }
}

/// The message of a panic.
fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("no message")
}

impl Tabular for DealSurvey {
    fn name(&self) -> &str {
        self.rules().name()
    }

    fn columns(&self) -> &[Column] {
        &self.columns
    }

    fn cells<'r>(&'r self, item: u64, row: &'r DealRow) -> Vec<Cell<'r>> {
        let mut cells = Vec::with_capacity(self.columns.len());
        cells.extend([
            Cell::text(Some(self.name())),
            Cell::text(Some(&self.digest)),
            Cell::whole(Some(self.deals.deal(item).seed.number())),
            Cell::text(Some(row.finding.word())),
            Cell::text(row.finding.reason()),
            Cell::whole(row.moves),
            Cell::whole(Some(row.nodes)),
            Cell::whole(Some(row.states)),
            Cell::text(Some(&row.strategy)),
        ]);
        if self.scope.rate {
            let none = || [const { Cell::Empty }; MEASURES.len()];
            cells.extend(row.measures.map_or_else(none, Measures::cells));
        }
        if self.scope.solutions {
            cells.push(Cell::text(row.solution.as_deref()));
        }
        cells
    }

    fn verdict(row: &DealRow) -> &'static str {
        row.finding.word()
    }

    fn nodes(row: &DealRow) -> u64 {
        row.nodes
    }
}

#[cfg(test)]
mod tests {
    use patience::DealRange;

    use super::*;
    use crate::rows::in_order;
    use crate::work::Plan;

    fn rows(survey: &DealSurvey, threads: usize) -> Vec<(u64, DealRow)> {
        let mut rows = Vec::new();
        let limits = survey.limits();
        let plan = Plan { items: survey.deals().items(), threads, limits, stop: &|| false };
        let Ok(()) = in_order::<_, Infallible>(survey, &plan, |item, row| {
            rows.push((item, row));
            Ok(())
        });
        rows
    }

    fn survey(range: &str, rate: bool) -> DealSurvey {
        let limits = Limits { nodes: Some(3000), memory: 1 << 30, time_ms: None };
        let range: DealRange = range.parse().unwrap();
        DealSurvey::new(range.into(), DealScope { limits, rate, solutions: true })
    }

    /// Also the positions stored: nothing of the deal before is counted.
    #[test]
    fn rows_do_not_depend_on_threads_or_on_the_deals_before() {
        for game in ["fc2", "st", "bd"] {
            let whole = rows(&survey(&format!("{game}.1..40"), false), 1);
            assert_eq!(rows(&survey(&format!("{game}.1..40"), false), 3), whole);
            for seed in [7, 20] {
                let alone = rows(&survey(&format!("{game}.{seed}"), false), 1);
                assert_eq!(alone[..], whole[seed - 1..seed], "{game}.{seed}");
            }
        }
    }

    /// A deal for which the share of a thread is too little is worked on alone, whichever engine decides it.
    #[test]
    fn rows_do_not_depend_on_threads_where_memory_is_short() {
        let scope = |memory| DealScope {
            limits: Limits { nodes: Some(100_000), memory, time_ms: None },
            rate: false,
            solutions: false,
        };
        for (range, memory) in
            [("EightOff.70..80", 400 << 10), ("Seahaven.62..190", 2 << 20), ("fc2.1..12", 8 << 20)]
        {
            let range: DealRange = range.parse().unwrap();
            let survey = DealSurvey::new(range.clone().into(), scope(memory));
            let alone = rows(&survey, 1);
            assert!(alone.iter().filter(|(_, row)| DealSurvey::gave_up(row).is_none()).count() > 5);
            assert_eq!(rows(&survey, 7), alone);
        }
    }

    #[test]
    fn a_deal_that_fails_is_a_row_with_its_reason() {
        let limits = Limits { nodes: Some(3000), memory: 1 << 30, time_ms: None };
        let rules = Rules::named("mo").unwrap().xpat2_rules().unwrap();
        let deals = deals_of(&rules, vec![1..=2]).unwrap().unwrap();
        let survey = DealSurvey::new(deals, DealScope { limits, rate: true, solutions: false });
        for (item, row) in rows(&survey, 1) {
            assert_eq!(row.finding.word(), "failed", "{row:?}");
            let cells = survey.cells(item, &row);
            assert_eq!(cells.len(), survey.columns().len());
            assert!(matches!(&cells[4], Cell::Text(why) if !why.is_empty()));
        }
    }

    #[test]
    fn cells_fit_their_columns() {
        let survey = survey("bd.1..3", true);
        let rows = rows(&survey, 1);
        let cells: Vec<_> = rows.iter().map(|(item, row)| survey.cells(*item, row)).collect();
        let batch = crate::column::batch(survey.columns(), &cells);
        let seeds: Vec<_> = (0..3).map(|row| crate::cells::whole_at(&batch, "seed", row)).collect();
        assert_eq!(seeds, [Some(1), Some(2), Some(3)]);
        assert_eq!(batch.num_columns(), COLUMNS.len() + MEASURES.len() + 1);
    }
}

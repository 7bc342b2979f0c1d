//! Looks for the order and the budgets of the searches of a portfolio.
//!
//! No search depends on those before it. So each is run once on each deal, as far as its largest budget goes, and what
//! any order of them costs follows by addition.

use cpu_time::ProcessTime;
use patience::tuning::{Attempt, BestFirstAttempt, GuidedOptions, attempts_that_progress};
use patience::{Effort, Solver, Table};
use search::{Budget, Outcome};

use super::chance::Chance;
use super::{solve, tables};

/// The budgets that a search may have, in states.
const BUDGETS: [u64; 10] = [100, 300, 1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000];
/// The most states of a search that proves, and of one that cannot prove anything.
const MOST_EXACT: u64 = 300_000;
const MOST_LOSSY: u64 = 30_000;
/// The beams that are tried: their widths and states.
const BEAMS: [(usize, u64); 3] = [(500, 40_000), (3_000, 200_000), (10_000, 600_000)];
/// How many changes of the order are tried.
const CHANGES: usize = 200_000;

/// Look for the order and the budgets of searches
///
/// Every search is timed on every deal. Then the order is looked for whose mean time is the least, with an
/// exhaustive search without a budget at its end.
///
/// Copy what is printed to crates/patience/src/solve/portfolio.rs, and keep what it says there of the deals
/// it was found on true.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The deals to learn from; keep away from those that are reported on
    deals: String,
    /// The most states of an exhaustive search; a deal that needs more counts as if it needed these
    #[arg(long, default_value_t = 1_000_000)]
    exhaustive: u64,
    /// A lost deal counts as much as this many won ones
    #[arg(long, default_value_t = 1.0)]
    lost_weight: f64,
    /// Another seed tries other changes
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// A search that a portfolio may have.
struct Search {
    name: String,
    solver: Solver,
    /// The budgets to choose from.
    budgets: Vec<u64>,
    /// Milliseconds for each state.
    pace: f64,
    /// How it went on each deal with the largest budget.
    trials: Vec<Trial>,
}

#[derive(Clone, Copy)]
struct Trial {
    nodes: u64,
    /// Is the deal won, where the search decides it?
    won: Option<bool>,
}

/// A search with its budget, as a place in the list of searches and one in the list of its budgets.
#[derive(Clone, Copy, PartialEq)]
struct Stage {
    search: usize,
    budget: usize,
}

pub(super) fn look(args: &Args) -> Result<(), String> {
    let tables = tables(&args.deals)?;
    let mut searches = searches(args.exhaustive);
    for search in &mut searches {
        search.measure(&tables);
        println!("{}: {} decided, {:.2} µs a state", search.name, search.decided(), 1000.0 * search.pace);
    }
    let field = Field::new(searches, args.lost_weight);
    let stages = field.climb(&mut Chance(args.seed));
    field.print(&stages);
    Ok(())
}

fn searches(exhaustive: u64) -> Vec<Search> {
    let search = |name: String, solver: Solver, budgets: Vec<u64>| Search {
        name,
        solver,
        budgets,
        pace: 0.0,
        trials: Vec::new(),
    };
    let guided = |name: String, options: GuidedOptions, nodes: u64, budgets: Vec<u64>| {
        let attempt = Attempt { name: "tried", options, nodes };
        search(name, Solver::new().with_effort(Effort::Guided).with_attempts(vec![attempt]), budgets)
    };
    let up_to = |most: u64| BUDGETS.into_iter().filter(|&budget| budget <= most).collect::<Vec<_>>();
    let exhaustive_search = Solver::new().with_effort(Effort::Exhaustive);
    let mut searches = vec![search("exhaustive".to_owned(), exhaustive_search, up_to(exhaustive))];
    let attempts = attempts_that_progress();
    for (number, Attempt { options, nodes, .. }) in (1..).zip(&attempts) {
        let plain = GuidedOptions { progress: None, ..*options };
        let exact = BestFirstAttempt { name: "tried", weights: options.weights, nodes: MOST_EXACT };
        let exact = Solver::new().with_effort(Effort::Guided).with_best_first(exact);
        searches.extend([
            guided(format!("weights {number}"), *options, *nodes, vec![u64::MAX]),
            guided(format!("weights {number}, lossy"), plain, MOST_LOSSY, up_to(MOST_LOSSY)),
            search(format!("weights {number}, exact"), exact, up_to(MOST_EXACT)),
        ]);
    }
    for (width, nodes) in BEAMS {
        let options = GuidedOptions { width: Some(width), progress: None, ..attempts[0].options };
        searches.push(guided(format!("beam of {width}"), options, nodes, vec![nodes]));
    }
    searches
}

impl Search {
    fn measure(&mut self, tables: &[Table]) {
        let started = ProcessTime::now();
        let most = self.budgets.last().copied().unwrap_or(u64::MAX);
        let budget = Budget { nodes: most, ..Budget::default() };
        for table in tables {
            let report = solve(&mut self.solver, table, budget);
            let won = match report.outcome {
                Outcome::Solved(_) => Some(true),
                Outcome::Unsolvable(()) => Some(false),
                Outcome::GaveUp(_) => None,
            };
            self.trials.push(Trial { nodes: report.stats.nodes, won });
        }
        let nodes: u64 = self.trials.iter().map(|trial| trial.nodes).sum();
        self.pace = 1000.0 * started.elapsed().as_secs_f64() / nodes.max(1) as f64;
    }

    fn decided(&self) -> usize {
        self.trials.iter().filter(|trial| trial.won.is_some()).count()
    }
}

/// All searches, and what is known of the deals.
struct Field {
    searches: Vec<Search>,
    /// Is each deal lost, as far as any search has decided it?
    lost: Vec<bool>,
    lost_weight: f64,
}

/// The cost of an order of searches, in mean milliseconds.
#[derive(Clone, Copy, Default)]
struct Cost {
    won: f64,
    lost: f64,
    /// The one to make least.
    all: f64,
}

impl Field {
    fn new(searches: Vec<Search>, lost_weight: f64) -> Self {
        let deals = searches[0].trials.len();
        let is_lost = |deal: usize| searches.iter().any(|search| search.trials[deal].won == Some(false));
        Self { lost: (0..deals).map(is_lost).collect(), searches, lost_weight }
    }

    /// The cost of a stage on a deal, and whether the deal is decided then.
    fn trial(&self, Stage { search, budget }: Stage, deal: usize) -> (f64, bool) {
        let Search { budgets, pace, trials, .. } = &self.searches[search];
        let Trial { nodes, won } = trials[deal];
        (pace * nodes.min(budgets[budget]) as f64, won.is_some() && nodes <= budgets[budget])
    }

    /// The exhaustive search without a budget.
    fn last(&self) -> Stage {
        Stage { search: 0, budget: self.searches[0].budgets.len() - 1 }
    }

    /// The cost of an order on a deal, and the place of the stage that decides the deal.
    fn walk(&self, stages: &[Stage], deal: usize) -> (f64, usize) {
        let mut spent = 0.0;
        for (at, &stage) in stages.iter().enumerate() {
            let (cost, decides) = self.trial(stage, deal);
            spent += cost;
            if decides {
                return (spent, at);
            }
        }
        (spent + self.trial(self.last(), deal).0, stages.len())
    }

    fn cost(&self, stages: &[Stage]) -> Cost {
        let lost = self.lost.iter().filter(|&&lost| lost).count();
        let won = self.lost.len() - lost;
        let mut sums = [0.0; 2];
        for (deal, &is_lost) in self.lost.iter().enumerate() {
            sums[usize::from(is_lost)] += self.walk(stages, deal).0;
        }
        let [of_won, of_lost] = sums;
        Cost {
            won: of_won / won.max(1) as f64,
            lost: of_lost / lost.max(1) as f64,
            all: (of_won + self.lost_weight * of_lost) / self.lost.len().max(1) as f64,
        }
    }

    /// Begins with no stage, and changes the order as long as that helps.
    fn climb(&self, chance: &mut Chance) -> Vec<Stage> {
        let mut best = Vec::new();
        let mut cost = self.cost(&best);
        for _ in 0..CHANGES {
            let tried = self.changed(&best, chance);
            let tried_cost = self.cost(&tried);
            if tried_cost.all < cost.all || (tried_cost.all <= cost.all && tried.len() < best.len()) {
                (best, cost) = (tried, tried_cost);
            }
        }
        best
    }

    /// The order with a stage more or less, with another budget, or with two stages exchanged.
    fn changed(&self, stages: &[Stage], chance: &mut Chance) -> Vec<Stage> {
        let mut stages = stages.to_vec();
        let any = |chance: &mut Chance| {
            let search = chance.below(self.searches.len());
            Stage { search, budget: chance.below(self.searches[search].budgets.len()) }
        };
        let at = chance.below(stages.len() + 1);
        match chance.below(5) {
            _ if at == stages.len() => stages.push(any(chance)),
            0 => drop(stages.remove(at)),
            1 => stages.insert(at, any(chance)),
            2 => stages[at] = any(chance),
            3 => {
                let other = chance.below(stages.len());
                stages.swap(at, other);
            }
            _ => stages[at].budget = chance.below(self.searches[stages[at].search].budgets.len()),
        }
        stages
    }

    fn print(&self, stages: &[Stage]) {
        let mut decided = vec![0; stages.len() + 1];
        for deal in 0..self.lost.len() {
            decided[self.walk(stages, deal).1] += 1;
        }
        for (&Stage { search, budget }, decided) in stages.iter().zip(&decided) {
            let Search { name, budgets, .. } = &self.searches[search];
            println!("{name}, up to {} states: decides {decided}", budgets[budget]);
        }
        println!("{} left for the exhaustive search", decided[stages.len()]);
        let Cost { won, lost, .. } = self.cost(stages);
        let alone = self.cost(&[]).lost;
        println!(
            "{won:.3} ms for a won deal, {lost:.3} ms for a lost one, {:.2} of the exhaustive search alone",
            lost / alone
        );
    }
}

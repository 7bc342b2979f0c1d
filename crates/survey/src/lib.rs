//! Work over long lists of items that can be stopped at any moment, even by pulling the plug, and continued.
//!
//! A [`Work`] turns items into rows, each item on its own. [`in_order`] shows the rows as they come, in the order of
//! the items. [`resume`] keeps them in a [`Ledger`], which belongs to one [`Key`]: everything that can change a row.
//!
//! ```
//! use patience::{DealRange, Effort, SolveError};
//! use search::Budget;
//! use survey::{DealList, Keep, Plan, Solving, Verdict, Way};
//!
//! let range: DealRange = "FreeCell.1..3".parse().expect("a range of deals");
//! let work = Solving { deals: DealList::from(range), way: Way::Any(Effort::Quick), keep: Keep::Moves };
//! let limits = Budget::default().with_nodes(100_000).into();
//! let plan = Plan { items: work.deals.items(), threads: 2, limits, stop: &|| false };
//! let mut solved = Vec::new();
//! survey::in_order::<_, SolveError>(&work, &plan, |deal, row| {
//!     solved.extend((row.verdict == Verdict::Solved).then_some(deal));
//!     Ok(())
//! })?;
//! assert_eq!(solved, [1, 2, 3]);
//! # Ok::<(), SolveError>(())
//! ```
//!
//! - [`Solving`] solves the deals of a patience, [`Rating`] says how hard they are for a person, [`Hunt`] looks for those
//!   that cannot be won.
//! - [`DealSurvey`] makes a row of columns of each deal; [`survey`] keeps such rows as a dataset of Parquet files.
//! - [`PegSurvey`] does so for the problems of a peg board.
//! - [`Arena`] lets machine players of a rummy play against each other; a [`Tally`] adds their games up.

mod item_set;
mod key;
mod ledger;
mod work;
mod pool;
mod rows;
mod rules_key;
mod deal_list;
mod limit_word;
mod verdict;
mod hunt;
mod solving;
mod rating;
mod arena;
mod column;
mod tabular;
mod deal_survey;
mod peg_survey;
mod arena_survey;
mod selection;
mod interval;
mod dataset;
mod cells;
mod filter;
mod report;
mod verify;

pub use arena::{
    Arena, ArenaError, Deals, Difference, Estimate, LevelLine, Line, NoArena, Summary, Tally, Variant,
};
pub use arena_survey::ArenaSurvey;
pub use cells::cell_at;
pub use column::{Cell, Column, Kind};
pub use dataset::{
    Chunk, Chunks, GameRows, Header, HeaderError, Manifest, PartRows, ReadError, Shard, Survey, SurveyError,
    Surveyed, Totals, open, survey,
};
pub use deal_list::{DealList, ListedDeal};
pub use deal_survey::{DealRow, DealScope, DealSurvey, DealWorker, Finding, Measures, NotAgain};
pub use filter::{Filter, FilterError};
pub use hunt::{Certificates, Certified, Hunt, HuntError, HuntRow};
pub use interval::Interval;
pub use key::Key;
pub use ledger::{Ledger, LedgerError};
pub use peg_survey::{PegCase, PegProblems, PegRow, PegSurvey};
pub use rating::{Rated, Rating, RatingScope};
pub use report::{
    Bar, HardDeal, Histogram, Mean, Means, Plot, Report, Summary as HistogramSummary, html, plots,
};
pub use rows::{Progress, RowsError, in_order, resume};
pub use selection::{deals_of, sample};
pub use solving::{Keep, LengthsRow, Solved, Solving, Way};
pub use tabular::Tabular;
pub use verdict::Verdict;
pub use verify::{Verified, verify, verify_sample};
pub use work::{Limits, Plan, Work};

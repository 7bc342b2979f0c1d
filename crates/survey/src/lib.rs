//! Work over long lists of items that can be stopped at any moment, even by pulling the plug, and continued.
//!
//! A [`Work`] turns items into rows, each item on its own. [`in_order`] shows the rows as they come, in the order of
//! the items. [`resume`] keeps them in a [`Ledger`], which belongs to one [`Key`]: everything that can change a row.
//! [`Hunt`], [`Solving`], [`Rating`] and [`Arena`] are such works.

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

pub use arena::{Arena, ArenaError, Deals, Line, Summary, Tally, Variant};
pub use deal_list::{DealList, ListedDeal};
pub use hunt::{Certificates, Certified, Hunt, HuntError, HuntRow};
pub use key::Key;
pub use ledger::{Ledger, LedgerError};
pub use rating::{Rated, Rating, RatingScope};
pub use rows::{Progress, RowsError, in_order, resume};
pub use solving::{Keep, LengthsRow, Solved, Solving, Way};
pub use verdict::Verdict;
pub use work::{Limits, Plan, Work};

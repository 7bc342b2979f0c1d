//! One module a command: its arguments, and `run`.

pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod deal;
pub(crate) mod hint;
pub(crate) mod hunt;
pub(crate) mod loss_text;
pub(crate) mod notation_args;
pub(crate) mod man;
pub(crate) mod peg;
pub(crate) mod play;
pub(crate) mod prove;
pub(crate) mod rate;
pub(crate) mod rummy;
pub(crate) mod serve;
pub(crate) mod solution_text;
pub(crate) mod solve;
mod solve_range;
mod step;
pub(crate) mod survey;
pub(crate) mod verify;
pub(crate) mod words;

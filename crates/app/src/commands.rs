//! One module a command: its arguments, and `run`.

pub(crate) mod completions;
pub(crate) mod man;

//! Hints, as work that another thread can do.

use std::fmt;

use search::{Limit, Run};

use super::refused::MachineError;

/// The work of finding a hint. It holds only what can be seen from one seat, and can move to another thread.
pub struct Advice(pub(super) Box<dyn Think>);

/// A function that finds commands.
pub(super) trait Think: FnOnce(&mut Run<'_>) -> Result<Vec<String>, MachineError> + Send {}

impl<F: FnOnce(&mut Run<'_>) -> Result<Vec<String>, MachineError> + Send> Think for F {}

impl Advice {
    /// The commands that a strong machine would enter now: those of a whole turn with its end, or `draw` alone where the
    /// turn goes on with a tile that was not seen yet. They start from the turn in the making, or begin with `reset` where
    /// that cannot become part of the turn.
    pub fn find(self, run: &mut Run<'_>) -> Result<Vec<String>, MachineError> {
        let lines = (self.0)(run)?;
        match run.ask() {
            Err(limit @ Limit::Cancelled) => Err(MachineError::Stopped(limit)),
            _ => Ok(lines),
        }
    }
}

impl fmt::Debug for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Advice")
    }
}

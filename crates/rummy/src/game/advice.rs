//! Hints, as work that another thread can do.

use std::fmt;

use search::{Limit, Run};

use super::refused::MachineError;

/// The work of finding a hint. It holds only what can be seen from one seat, and can move to another thread.
pub struct Advice(pub(super) Box<dyn Think>);

/// A hint: commands, and the tiles that it keeps back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advised {
    /// The commands that a strong machine would enter now.
    pub commands: Vec<String>,
    /// The tiles that could be placed in this turn, where the commands draw instead; else 0.
    pub kept_back: usize,
}

/// A function that finds a hint.
pub(super) trait Think: FnOnce(&mut Run<'_>) -> Result<Advised, MachineError> + Send {}

impl<F: FnOnce(&mut Run<'_>) -> Result<Advised, MachineError> + Send> Think for F {}

impl Advice {
    /// The commands that a strong machine would enter now: those of a whole turn with its end, or `draw` alone where the
    /// turn goes on with a tile that was not seen yet. They start from the turn in the making, or begin with `reset` where
    /// that cannot become part of the turn.
    pub fn find(self, run: &mut Run<'_>) -> Result<Advised, MachineError> {
        let advised = (self.0)(run)?;
        match run.ask() {
            Err(limit @ Limit::Cancelled) => Err(MachineError::Stopped(limit)),
            _ => Ok(advised),
        }
    }
}

impl fmt::Debug for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Advice")
    }
}

//! Options that several peg commands have.

use search::Run;

use super::game::{Game, GameArgs};
use crate::exit::Fault;
use crate::limits::LimitArgs;

/// The options of a command that answers at once about a position.
#[derive(clap::Args)]
pub(super) struct PositionArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Answer in JSON
    #[arg(long)]
    pub(super) json: bool,
}

impl PositionArgs {
    /// Reads what the options name.
    pub(super) fn game(&self) -> Result<Game, Fault> {
        self.game.game()
    }
}

/// The limits of a search, and the form of its answer.
#[derive(clap::Args)]
pub(super) struct SearchArgs {
    #[command(flatten)]
    limits: LimitArgs,
    /// Answer in JSON
    #[arg(long)]
    pub(super) json: bool,
}

impl SearchArgs {
    /// Searches within the limits, with progress on the terminal until the search ends.
    pub(super) fn search<T>(&self, search: impl FnOnce(&mut Run<'_>) -> T) -> T {
        let mut watch = self.limits.supervisor();
        search(&mut Run::new(self.limits.budget(), &mut watch).with_threads(self.limits.threads()))
    }
}

//! Long work that is kept in a ledger: its errors and its progress bar.

use std::path::Path;

use indicatif::{ProgressBar, ProgressStyle};
use survey::{LedgerError, Progress, RowsError};

use crate::exit::Fault;

/// The error of work that keeps a ledger at this path.
pub(crate) fn fault<E>(path: &Path, error: RowsError<E>, work: impl FnOnce(E) -> Fault) -> Fault {
    match error {
        RowsError::Ledger(LedgerError::Io(error)) => Fault::cannot_write(path, &error),
        RowsError::Ledger(error) => Fault::data(format!("{}: {error}", path.display())),
        RowsError::Work(error) => work(error),
    }
}

/// A progress bar on standard error; hidden where that is not a terminal.
pub(crate) struct Bar(ProgressBar);

impl Bar {
    /// A bar that counts these things.
    pub(crate) fn new(things: &str) -> Self {
        let template = format!(
            "{{elapsed}} [{{wide_bar}}] {{human_pos}}/{{human_len}} {things}, {{per_sec}}, {{eta}} left"
        );
        let style = ProgressStyle::with_template(&template).expect("the template is well formed");
        Self(ProgressBar::no_length().with_style(style))
    }

    /// Shows how far the work has come.
    pub(crate) fn show(&self, progress: Progress) {
        if self.0.length().is_none() {
            self.0.set_length(progress.wanted);
            // What was done before says nothing about the speed of this run.
            self.0.set_position(progress.done);
            self.0.reset_eta();
        }
        self.0.set_position(progress.done);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

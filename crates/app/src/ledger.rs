//! Long work that is kept in a ledger: its errors and its progress bar.

use std::cell::OnceCell;
use std::fmt;
use std::path::Path;

use indicatif::{ProgressBar, ProgressState, ProgressStyle};
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
pub(crate) struct Bar {
    bar: ProgressBar,
    /// Items done before this run, which say nothing about its speed.
    before: OnceCell<u64>,
}

impl Bar {
    /// A bar that counts these things.
    pub(crate) fn new(things: &str) -> Self {
        let template = format!(
            "{{elapsed}} [{{wide_bar}}] {{human_pos}}/{{human_len}} {things}{{msg}}, {{per_sec}}, {{eta}} left"
        );
        let style = ProgressStyle::with_template(&template).expect("the template is well formed");
        let per_second = |state: &ProgressState, out: &mut dyn fmt::Write| {
            let _ = write!(out, "{:.1}/s", state.per_sec());
        };
        let bar = ProgressBar::no_length().with_style(style.with_key("per_sec", per_second));
        Self { bar, before: OnceCell::new() }
    }

    /// Shows how far the work has come.
    pub(crate) fn show(&self, Progress { done, wanted }: Progress) {
        let before = *self.before.get_or_init(|| {
            self.bar.set_length(wanted - done.min(wanted));
            if done > 0 {
                self.bar.set_message(format!(" ({done} before)"));
            }
            done
        });
        self.bar.set_position(done - before.min(done));
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

//! The things that all screens share: time, language, settings, the store, the jobs.

use std::fmt;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use ratatui::layout::Rect;
use search::Limit;
use session::texts::{Language, LineText, Screen, Text};
use session::{PegTables, TaskError};

use crate::input::{Effect, Leave};
use crate::jobs::{Job, Jobs, Limits};
use crate::settings::{Abilities, Settings};
use crate::store::Store;
use crate::words_from::Dictionaries;

/// The things that games need from outside.
#[derive(Clone)]
pub struct Resources {
    /// The words of letter rummy.
    pub words: Arc<dyn Dictionaries + Send + Sync>,
    /// The kept tables of peg positions.
    pub tables: PegTables,
    /// The seed of new deals.
    pub seed: u64,
    /// The limits of the light, of hints and of solutions.
    pub limits: Limits,
}

impl fmt::Debug for Resources {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Resources").field("tables", &self.tables).finish_non_exhaustive()
    }
}

/// The things that all screens share.
#[derive(Debug)]
pub(crate) struct Context {
    pub(crate) now: Duration,
    pub(crate) language: Language,
    pub(crate) settings: Settings,
    pub(crate) abilities: Abilities,
    pub(crate) store: Store,
    pub(crate) resources: Resources,
    pub(crate) jobs: Jobs,
    pub(crate) effects: Vec<Effect>,
    /// The one sentence at the foot of the screen.
    pub(crate) message: Option<String>,
    /// Why the game on the screen is not on the disk, if it is not.
    pub(crate) unkept: Option<String>,
    /// Was the last game played to its end?
    pub(crate) finished: bool,
    /// The screen as it was last drawn.
    pub(crate) area: Rect,
}

impl Context {
    pub(crate) fn text(&self, text: impl Text) -> &'static str {
        self.language.text(text)
    }

    pub(crate) fn say(&mut self, message: impl Into<String>) {
        self.message = Some(message.into());
    }

    pub(crate) fn start(&mut self, job: Job) {
        self.effects.push(Effect::Start(job));
    }

    /// Changes the settings and keeps them.
    pub(crate) fn set(&mut self, change: impl FnOnce(&mut Settings)) {
        change(&mut self.settings);
        if let Err(error) = self.store.keep_settings(self.settings) {
            self.say(disk_fault(&error, self.language));
        }
    }

    /// A job has no answer: a fault of the program ends it, a limit does not.
    pub(crate) fn no_answer(&mut self, error: &TaskError) {
        match error {
            TaskError::Internal(fault) => self.effects.push(Effect::Leave(Leave::Fault(fault.to_string()))),
            TaskError::Limit(limit) => self.say(self.text(limit_text(*limit))),
        }
    }

    /// A number for a new deal.
    pub(crate) fn random(&mut self) -> u64 {
        let seed = &mut self.resources.seed;
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        1 + (*seed >> 32) % 1_000_000
    }
}

/// A fault of the disk, in words.
pub(crate) fn disk_fault(error: &io::Error, language: Language) -> String {
    use io::ErrorKind as Kind;
    match (error.kind(), error.raw_os_error()) {
        (Kind::StorageFull, _) => language.text(Screen::DiskFull).to_owned(),
        (Kind::QuotaExceeded, _) => language.text(Screen::DiskQuota).to_owned(),
        (Kind::FileTooLarge, _) => language.text(Screen::FileLimit).to_owned(),
        (Kind::PermissionDenied | Kind::ReadOnlyFilesystem, _) => {
            language.text(Screen::DiskClosed).to_owned()
        }
        (_, Some(code)) => language.fill(Screen::DiskFault, &[&code]),
        (_, None) => error.to_string(),
    }
}

/// The limit that ended thinking, in words.
fn limit_text(limit: Limit) -> LineText {
    match limit {
        Limit::Nodes => LineText::NodeLimit,
        Limit::Memory => LineText::MemoryLimit,
        Limit::Time => LineText::TimeLimit,
        Limit::Incomplete | Limit::Cancelled => LineText::Incomplete,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fault_of_the_disk_has_its_words() {
        let words = |kind: io::ErrorKind| disk_fault(&kind.into(), Language::English);
        assert_eq!(words(io::ErrorKind::StorageFull), "the disk is full");
        assert_eq!(words(io::ErrorKind::QuotaExceeded), "the disk quota is used up");
        assert_eq!(words(io::ErrorKind::FileTooLarge), "the limit on the size of files is reached");
        assert_eq!(words(io::ErrorKind::PermissionDenied), "writing is not allowed there");
    }
}

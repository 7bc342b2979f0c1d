//! The tests that were skipped because a program is missing.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use test_programs::SKIPS_FILE;

use crate::chore::{count, root};

/// Whether tests may skip, and where they say that they did.
pub(crate) enum Skips {
    /// A missing program is a failure.
    Forbidden,
    /// A test whose program is missing adds a line to this file.
    Listed(PathBuf),
}

impl Skips {
    /// Tests may skip from now on, and none has.
    pub(crate) fn allowed() -> Result<Self, String> {
        let file = root().join("target/skipped-tests");
        fs::write(&file, "").map_err(|error| format!("{}: {error}", file.display()))?;
        Ok(Self::Listed(file))
    }

    pub(crate) fn are_allowed(&self) -> bool {
        matches!(self, Self::Listed(_))
    }

    /// Tells the tests that this command runs.
    pub(crate) fn pass_to(&self, command: &mut Command) {
        match self {
            Self::Forbidden => command.env_remove(SKIPS_FILE),
            Self::Listed(file) => command.env(SKIPS_FILE, file),
        };
    }

    /// One sentence for each reason why tests were skipped.
    pub(crate) fn sentences(&self) -> Vec<String> {
        match self {
            Self::Forbidden => Vec::new(),
            // Only the tests add to the file, and a test that cannot write to it fails.
            Self::Listed(file) => counted(&fs::read_to_string(file).unwrap_or_default()),
        }
    }
}

fn counted(lines: &str) -> Vec<String> {
    let mut tests_by_reason = BTreeMap::new();
    for reason in lines.lines() {
        *tests_by_reason.entry(reason).or_insert(0) += 1;
    }
    let sentence = |(reason, tests)| format!("{} skipped: {reason}", count(tests, "test"));
    tests_by_reason.into_iter().map(sentence).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skipped_tests_are_counted_by_reason() {
        assert_eq!(counted(""), [""; 0]);
        assert_eq!(
            counted("xpat2 is missing\nnode is missing\nxpat2 is missing\n"),
            ["1 test skipped: node is missing", "2 tests skipped: xpat2 is missing"]
        );
    }
}

//! Runs for tests.

use search::{Budget, Run, Unwatched};

/// Works within a budget, unwatched.
pub(crate) fn within<T>(budget: Budget, work: impl FnOnce(&mut Run<'_>) -> T) -> T {
    work(&mut Run::new(budget, &mut Unwatched))
}

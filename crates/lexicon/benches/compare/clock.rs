//! CPU time.

use std::time::Duration;

use cpu_time::ThreadTime;

/// The CPU time this thread takes for `work`, and its result.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let start = ThreadTime::now();
    let result = std::hint::black_box(work());
    (start.elapsed(), result)
}

//! CPU time.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// The CPU time this thread takes for `work`, and its result.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let before = now();
    let result = std::hint::black_box(work());
    (now().saturating_sub(before), result)
}

fn now() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

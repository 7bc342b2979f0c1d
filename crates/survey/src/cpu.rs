//! Processor time, which other programs on the machine do not disturb.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// A clock of processor time.
#[derive(Clone, Copy, Debug)]
pub enum CpuClock {
    /// Of the calling thread.
    Thread,
    /// Of all threads of the process.
    Process,
}

impl CpuClock {
    /// The time used so far.
    pub fn now(self) -> Duration {
        let time = clock_gettime(match self {
            Self::Thread => ClockId::ThreadCPUTime,
            Self::Process => ClockId::ProcessCPUTime,
        });
        Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
    }
}

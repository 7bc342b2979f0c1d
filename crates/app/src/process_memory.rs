//! The memory of the process: one heap, and the most that was held.
#![allow(unsafe_code, reason = "one call that sets an option of the C library's allocator")]

use std::fs;

/// Makes all threads share one heap. glibc would give each its own, which keeps most of what a search gives back: two
/// threads that share 300 MB then hold up to 560.
pub(crate) fn share_one_heap() {
    // SAFETY: the call changes an option of the allocator, under its own lock; other threads do not run yet.
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    unsafe {
        libc::mallopt(libc::M_ARENA_MAX, 1);
    }
}

/// The most bytes of memory that the process has held: its peak resident size where the system says it, and otherwise
/// what the search counted.
pub(crate) fn peak_memory(counted: usize) -> usize {
    fs::read_to_string("/proc/self/status").ok().and_then(|status| peak_resident(&status)).unwrap_or(counted)
}

/// The peak resident size in the status of a process as Linux shows it.
fn peak_resident(status: &str) -> Option<usize> {
    let value = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    value.trim().strip_suffix("kB")?.trim_end().parse::<usize>().ok()?.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_peak_is_read_from_the_status() {
        let status = "Name:\ttapis\nVmPeak:\t   90000 kB\nVmHWM:\t   12345 kB\nVmRSS:\t   11000 kB\n";
        assert_eq!(peak_resident(status), Some(12_345 * 1024));
        assert_eq!(peak_resident("Name:\ttapis\n"), None);
        assert_eq!(peak_resident("VmHWM:\t many\n"), None);
    }

    /// Whatever is held is in it.
    #[test]
    #[cfg(target_os = "linux")]
    fn the_peak_is_that_of_the_process() {
        let held = vec![1_u8; 50 << 20];
        assert!(peak_memory(0) > held.iter().map(|&byte| usize::from(byte)).sum());
    }
}

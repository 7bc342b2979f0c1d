//! Memory for large tables.
#![allow(unsafe_code, reason = "advice about memory that is owned and not yet used")]

use std::hint::black_box;
use std::mem::MaybeUninit;

/// Zeros for a table that is asked in no order, with memory behind each of them.
///
/// `vec![0; len]` leaves it to the first access to get a page of memory. Where that access reads, the page is one that
/// all share, and the first write has to replace it, which interrupts all processors that work for the program. Here
/// each page is written first. A large table also gets large pages, where the system has them: with small ones nearly
/// every access misses the processor's list of pages.
///
/// ```
/// assert_eq!(search::zeroed_table::<u64>(3), [0; 3]);
/// ```
pub fn zeroed_table<T: Copy + Default>(len: usize) -> Vec<T> {
    let mut table = Vec::with_capacity(len);
    ask_for_large_pages(table.spare_capacity_mut());
    // The compiler would make `vec![0; len]` of the next step if it knew that nobody else has seen the table.
    black_box(&mut table);
    table.resize(len, T::default());
    table
}

/// The size of a large page, and of a small one.
#[cfg(target_os = "linux")]
const LARGE_PAGE: usize = 2 << 20;
#[cfg(target_os = "linux")]
const PAGE: usize = 4096;

#[cfg(target_os = "linux")]
fn ask_for_large_pages<T>(memory: &mut [MaybeUninit<T>]) {
    use rustix::mm::{Advice, madvise};

    let start = memory.as_mut_ptr().cast::<u8>();
    let skipped = start.align_offset(PAGE);
    let bytes = size_of_val(memory).saturating_sub(skipped) / PAGE * PAGE;
    if bytes >= 2 * LARGE_PAGE {
        // SAFETY: the pages lie within memory that is ours alone, and the advice does not change what they hold.
        let advised = unsafe { madvise(start.add(skipped).cast(), bytes, Advice::LinuxHugepage) };
        // Small pages serve as well, only slower.
        let _ = advised;
    }
}

#[cfg(not(target_os = "linux"))]
fn ask_for_large_pages<T>(_: &mut [MaybeUninit<T>]) {}

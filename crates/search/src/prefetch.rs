//! Asking for memory before it is needed.
#![allow(unsafe_code, reason = "an instruction that only names an address")]

/// Brings an item of a large table close to the processor, while other work goes on. Does nothing where the table has
/// no such item or the processor no such instruction.
///
/// ```
/// let table = [1, 2, 3];
/// search::prefetch(&table, 1);
/// search::prefetch(&table, 9);
/// assert_eq!(table, [1, 2, 3]);
/// ```
#[inline]
pub fn prefetch<T>(table: &[T], at: usize) {
    #[cfg(target_arch = "x86_64")]
    if let Some(item) = table.get(at) {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the instruction reads nothing into the program, and the address is that of an item.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(item).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (table, at);
}

//! Moving bits: extract under one mask, deposit under another.
//!
//! The instructions of the processor are used where it has them, which is found out at run time; the portable way works
//! bit by bit.
#![allow(unsafe_code)]

use super::bit_moves::BitMove;

/// A way to extract and deposit bits.
pub(crate) trait Bits {
    /// The bits of `word` under `mask`, packed to the low end.
    fn extract(word: u64, mask: u64) -> u64;
    /// The low bits of `word`, spread to the places of `mask`.
    fn deposit(word: u64, mask: u64) -> u64;
}

/// Bit by bit, on any machine.
pub(crate) struct Portable;

impl Bits for Portable {
    #[inline]
    fn extract(word: u64, mut mask: u64) -> u64 {
        let mut packed = 0;
        let mut place = 0;
        while mask != 0 {
            packed |= (word >> mask.trailing_zeros() & 1) << place;
            mask &= mask - 1;
            place += 1;
        }
        packed
    }

    #[inline]
    fn deposit(mut word: u64, mut mask: u64) -> u64 {
        let mut spread = 0;
        while mask != 0 && word != 0 {
            spread |= (word & 1) << mask.trailing_zeros();
            word >>= 1;
            mask &= mask - 1;
        }
        spread
    }
}

/// The instructions PEXT and PDEP.
#[cfg(target_arch = "x86_64")]
pub(crate) struct Bmi2;

#[cfg(target_arch = "x86_64")]
impl Bits for Bmi2 {
    #[inline(always)]
    #[allow(clippy::inline_always)]
    fn extract(word: u64, mask: u64) -> u64 {
        // SAFETY: only `run` names this type, after it found the instructions present.
        unsafe { std::arch::x86_64::_pext_u64(word, mask) }
    }

    #[inline(always)]
    #[allow(clippy::inline_always)]
    fn deposit(word: u64, mask: u64) -> u64 {
        // SAFETY: as above.
        unsafe { std::arch::x86_64::_pdep_u64(word, mask) }
    }
}

/// A computation that either way of moving bits can do. `with` must be inlined into its caller.
pub(crate) trait Kernel {
    /// Computes.
    fn with<B: Bits>(self);
}

/// Computes with the fastest way that this machine has.
pub(crate) fn run(kernel: impl Kernel) {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("bmi2") && is_x86_feature_detected!("popcnt") {
        // SAFETY: both features were found present.
        return unsafe { run_bmi2(kernel) };
    }
    kernel.with::<Portable>();
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi1,bmi2,popcnt")]
fn run_bmi2(kernel: impl Kernel) {
    kernel.with::<Bmi2>();
}

/// Moves the bits of a segment to where a jump leads.
#[inline(always)]
#[allow(clippy::inline_always)]
pub(crate) fn move_forward<B: Bits>(bit_moves: &[BitMove], from: &[u64], to: &mut [u64]) {
    for bit_move in bit_moves {
        let bits = B::extract(from[usize::from(bit_move.from)], bit_move.take);
        to[usize::from(bit_move.to)] |= B::deposit(bits, bit_move.put);
    }
}

/// Moves the bits of a segment to where a jump taken back leads.
#[inline(always)]
#[allow(clippy::inline_always)]
pub(crate) fn move_backward<B: Bits>(bit_moves: &[BitMove], from: &[u64], to: &mut [u64]) {
    for bit_move in bit_moves {
        let bits = B::extract(from[usize::from(bit_move.to)], bit_move.put);
        to[usize::from(bit_move.from)] |= B::deposit(bits, bit_move.take);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_random::Random;

    struct Compare;

    impl Kernel for Compare {
        fn with<B: Bits>(self) {
            let mut random = Random(1);
            for round in 0..20_000 {
                let word = random.word();
                let mask = random.word() & if round % 2 == 0 { random.word() } else { u64::MAX };
                assert_eq!(B::extract(word, mask), Portable::extract(word, mask));
                assert_eq!(B::deposit(word, mask), Portable::deposit(word, mask));
            }
            assert_eq!(B::extract(u64::MAX, u64::MAX), u64::MAX);
            assert_eq!(B::deposit(u64::MAX, u64::MAX), u64::MAX);
        }
    }

    #[test]
    fn the_machine_and_the_portable_way_agree() {
        run(Compare);
    }

    #[test]
    fn the_portable_way_packs_and_spreads() {
        assert_eq!(Portable::extract(0b1010_1010, 0b1111_0000), 0b1010);
        assert_eq!(Portable::deposit(0b101, 0b1110_0000), 0b1010_0000);
    }
}

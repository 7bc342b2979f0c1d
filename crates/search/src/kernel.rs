//! Inner loops compiled twice, for any processor and for newer ones, and chosen at run time.
#![allow(unsafe_code, reason = "newer instructions are called only on processors that have them")]

/// An inner loop that gains from newer instructions: counting bits, finding the lowest one, gathering and scattering
/// them, wide copies.
///
/// ```
/// use search::{Bits, Kernel};
///
/// struct EvenBits(u64);
///
/// impl Kernel for EvenBits {
///     type Output = u64;
///
///     #[inline(always)]
///     fn run<B: Bits>(self) -> u64 {
///         B::extract(self.0, 0x5555_5555_5555_5555)
///     }
/// }
///
/// assert_eq!(search::dispatch(EvenBits(0b01_11_01)), 0b111);
/// ```
pub trait Kernel {
    /// The result of the computation.
    type Output;

    /// Computes. Must be `#[inline(always)]`, and so must all that matters below it: a function that is not part of its
    /// caller is compiled for any processor.
    fn run<B: Bits>(self) -> Self::Output;
}

/// Runs a kernel as it is compiled for this processor.
pub fn dispatch<K: Kernel>(kernel: K) -> K::Output {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("avx2")
    {
        // SAFETY: the processor has just been asked for the instructions.
        return unsafe { run_on_newer(kernel) };
    }
    kernel.run::<Portable>()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt,bmi1,bmi2,avx2")]
fn run_on_newer<K: Kernel>(kernel: K) -> K::Output {
    kernel.run::<Bmi2>()
}

/// A way to extract and deposit bits.
pub trait Bits {
    /// The bits of `word` under `mask`, packed to the low end.
    fn extract(word: u64, mask: u64) -> u64;
    /// The low bits of `word`, spread to the places of `mask`.
    fn deposit(word: u64, mask: u64) -> u64;
}

/// Bit by bit, on any processor.
#[derive(Debug)]
pub struct Portable;

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
struct Bmi2;

#[cfg(target_arch = "x86_64")]
#[expect(clippy::inline_always, reason = "compiled with the instructions of their caller")]
impl Bits for Bmi2 {
    #[inline(always)]
    fn extract(word: u64, mask: u64) -> u64 {
        // SAFETY: only `dispatch` names this type, after it found the instructions present.
        unsafe { std::arch::x86_64::_pext_u64(word, mask) }
    }

    #[inline(always)]
    fn deposit(word: u64, mask: u64) -> u64 {
        // SAFETY: as above.
        unsafe { std::arch::x86_64::_pdep_u64(word, mask) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words and masks of a linear congruential generator (Knuth's MMIX), high halves joined.
    fn words() -> impl Iterator<Item = u64> {
        let step = |state: &u64| {
            Some(state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407))
        };
        let mut states = std::iter::successors(Some(1), step);
        std::iter::from_fn(move || Some(states.next()? >> 32 << 32 | states.next()? >> 32))
    }

    struct Compare;

    impl Kernel for Compare {
        type Output = ();

        fn run<B: Bits>(self) {
            let mut words = words();
            let mut next = || words.next().expect("the words do not end");
            for round in 0..20_000 {
                let word = next();
                let mask = next() & if round % 2 == 0 { next() } else { u64::MAX };
                assert_eq!(B::extract(word, mask), Portable::extract(word, mask));
                assert_eq!(B::deposit(word, mask), Portable::deposit(word, mask));
            }
            assert_eq!(B::extract(u64::MAX, u64::MAX), u64::MAX);
            assert_eq!(B::deposit(u64::MAX, u64::MAX), u64::MAX);
        }
    }

    #[test]
    fn the_processor_and_the_portable_way_agree() {
        dispatch(Compare);
    }

    #[test]
    fn the_portable_way_packs_and_spreads() {
        assert_eq!(Portable::extract(0b1010_1010, 0b1111_0000), 0b1010);
        assert_eq!(Portable::deposit(0b101, 0b1110_0000), 0b1010_0000);
    }
}

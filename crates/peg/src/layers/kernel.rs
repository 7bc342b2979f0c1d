//! Moving bits: extract under one mask, deposit under another.
//!
//! The processor's own instructions are used where it has them, found out at run time; the portable way does
//! the same bit by bit.
#![allow(unsafe_code)]

/// A way to extract and deposit bits.
pub(crate) trait Bits {
    /// The bits of `word` under `mask`, packed to the low end.
    fn extract(word: u64, mask: u64) -> u64;
    /// The low bits of `word`, spread to the places of `mask`.
    fn deposit(word: u64, mask: u64) -> u64;
}

/// Works on any machine.
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

/// Work that can be done with either way of moving bits. `with` must be inlined into its caller.
pub(crate) trait Work {
    /// Does the work.
    fn with<B: Bits>(self);
}

/// Does the work with the fastest way this machine has.
pub(crate) fn run(work: impl Work) {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("bmi2") && is_x86_feature_detected!("popcnt") {
        // SAFETY: both features were found present.
        return unsafe { run_bmi2(work) };
    }
    work.with::<Portable>();
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi1,bmi2,popcnt")]
fn run_bmi2(work: impl Work) {
    work.with::<Bmi2>();
}

/// Room for the bits of one segment between extract and deposit: at most the C(18, 9) low parts with nine pegs.
pub(crate) type Queue = [u64; QUEUE];
const QUEUE: usize = 1024;

/// Which bits of a segment are meant: those of some words in the middle of it, none before and after.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mask<'a> {
    /// The number of the first word.
    pub(crate) first: usize,
    pub(crate) words: &'a [u64],
}

/// Moves the bits of `from` under `take` to `to` under `put`, keeping their order. Both masks have equally
/// many bits.
#[inline(always)]
#[allow(clippy::inline_always)]
pub(crate) fn transfer<B: Bits>(
    from: &[u64],
    take: Mask<'_>,
    to: &mut [u64],
    put: Mask<'_>,
    queue: &mut Queue,
) {
    let mut at = 0_usize;
    let (mut filling, mut any) = (0, 0);
    for (&word, &mask) in from[take.first..].iter().zip(take.words) {
        let packed = B::extract(word, mask);
        let (slot, shift) = (at / 64, at % 64);
        // The word being filled stays in a register: what was just stored would take long to come back.
        filling |= packed << shift;
        queue[slot % QUEUE] = filling;
        any |= packed;
        at += mask.count_ones() as usize;
        filling = if at / 64 == slot { filling } else { packed >> 1 >> (63 - shift) };
    }
    queue[at / 64 % QUEUE] = filling;
    if any == 0 {
        return;
    }
    let mut at = 0_usize;
    for (word, &mask) in to[put.first..].iter_mut().zip(put.words) {
        let (slot, shift) = (at / 64, at % 64);
        let packed = queue[slot % QUEUE] >> shift | queue[(slot + 1) % QUEUE] << 1 << (63 - shift);
        *word |= B::deposit(packed, mask);
        at += mask.count_ones() as usize;
    }
}

/// A queue for [`transfer`].
pub(crate) fn queue() -> Box<Queue> {
    Box::new([0; QUEUE])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random(state: &mut u64) -> u64 {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        *state
    }

    struct Compare;

    impl Work for Compare {
        fn with<B: Bits>(self) {
            let mut state = 88_172_645_463_325_252;
            for round in 0..20_000 {
                let word = random(&mut state);
                let mask = random(&mut state) & if round % 2 == 0 { random(&mut state) } else { u64::MAX };
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

    #[test]
    fn transfers_keep_the_order_of_bits() {
        let mut state = 1;
        for _ in 0..500 {
            let take: Vec<_> = (0..5).map(|_| random(&mut state) & random(&mut state)).collect();
            let from: Vec<_> = (0..5).map(|_| random(&mut state)).collect();
            let bits: u32 = take.iter().map(|m| m.count_ones()).sum();
            let mut put = vec![0_u64; 4];
            let mut left = bits;
            while left > 0 {
                let place = random(&mut state) % 256;
                let (slot, bit) = ((place / 64) as usize, 1 << (place % 64));
                left -= u32::from(put[slot] & bit == 0);
                put[slot] |= bit;
            }
            let mut to = vec![0; 4];
            let mut queue = queue();
            queue.fill(u64::MAX);
            let whole = |words| Mask { first: 0, words };
            transfer::<Portable>(&from, whole(&take), &mut to, whole(&put), &mut queue);
            let sent = places(&take).map(|(slot, bit)| from[slot] >> bit & 1);
            let got = places(&put).map(|(slot, bit)| to[slot] >> bit & 1);
            assert!(sent.eq(got));
        }
    }

    fn places(masks: &[u64]) -> impl Iterator<Item = (usize, u32)> {
        let slots = masks.iter().enumerate();
        slots.flat_map(|(slot, mask)| {
            (0..64).filter(move |bit| mask >> bit & 1 == 1).map(move |bit| (slot, bit))
        })
    }
}

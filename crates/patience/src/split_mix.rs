//! The generator `SplitMix64`: numbers that look random and are the same on every machine and in every release.

/// The number at this place of the generator's sequence, counted from 0; its seed is 0.
pub(crate) const fn split_mix(place: u64) -> u64 {
    let mut z = place.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

//! The set of fingerprints of a certificate's positions.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

/// A set of 128-bit fingerprints.
#[derive(Default)]
pub(super) struct Fingerprints {
    set: HashSet<u128, BuildHasherDefault<AsIs>>,
}

impl Fingerprints {
    /// Adds one; was it new?
    pub(super) fn insert(&mut self, fingerprint: u128) -> bool {
        self.set.insert(fingerprint)
    }

    pub(super) fn contains(&self, fingerprint: u128) -> bool {
        self.set.contains(&fingerprint)
    }

    pub(super) fn len(&self) -> u64 {
        self.set.len() as u64
    }

    /// Bytes held after one more is added: a full table is replaced by one of twice the size.
    pub(super) fn memory_after_insert(&self) -> usize {
        // A slot holds the fingerprint and a control byte, and an eighth of the slots stays free.
        let slot = (size_of::<u128>() + 1) * 8 / 7;
        let full = self.set.len() == self.set.capacity();
        self.set.capacity() * slot * if full { 3 } else { 1 }
    }
}

/// Fingerprints are hashes already.
#[derive(Default)]
struct AsIs(u64);

impl Hasher for AsIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        let (low, _) = bytes.split_at(8.min(bytes.len()));
        self.0 = low.iter().fold(0, |hash, &byte| hash << 8 | u64::from(byte));
    }

    fn write_u128(&mut self, fingerprint: u128) {
        self.0 = fingerprint as u64;
    }
}

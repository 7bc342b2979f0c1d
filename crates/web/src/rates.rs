//! How often a client may ask.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// More clients than this are not remembered: those that asked for nothing lately are forgotten.
const MOST_CLIENTS: usize = 10_000;

/// A token bucket for each client.
#[derive(Debug)]
pub(crate) struct Rates<K> {
    per_second: f64,
    burst: f64,
    buckets: Mutex<HashMap<K, Bucket>>,
}

#[derive(Clone, Copy, Debug)]
struct Bucket {
    tokens: f64,
    filled: Instant,
}

impl<K: Hash + Eq + Clone> Rates<K> {
    pub(crate) fn new(per_second: u32, burst: u32) -> Self {
        Self { per_second: per_second.into(), burst: burst.into(), buckets: Mutex::default() }
    }

    /// Takes a token, if one is left.
    pub(crate) fn take(&self, client: &K) -> bool {
        self.take_at(client, Instant::now())
    }

    fn take_at(&self, client: &K, now: Instant) -> bool {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MOST_CLIENTS && !buckets.contains_key(client) {
            buckets.retain(|_, bucket| self.refilled(*bucket, now).tokens < self.burst);
            if buckets.len() >= MOST_CLIENTS {
                return false;
            }
        }
        let full = Bucket { tokens: self.burst, filled: now };
        let bucket = buckets.entry(client.clone()).or_insert(full);
        *bucket = self.refilled(*bucket, now);
        let has_one = bucket.tokens >= 1.0;
        if has_one {
            bucket.tokens -= 1.0;
        }
        has_one
    }

    fn refilled(&self, bucket: Bucket, now: Instant) -> Bucket {
        let passed = now.saturating_duration_since(bucket.filled).as_secs_f64();
        Bucket { tokens: (bucket.tokens + passed * self.per_second).min(self.burst), filled: now }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_bucket_empties_and_fills_again() {
        let rates = Rates::new(2, 3);
        let start = Instant::now();
        let taken = |client, at: u64| rates.take_at(&client, start + Duration::from_millis(at));
        assert_eq!([0, 0, 0, 0].map(|at| taken("a", at)), [true, true, true, false]);
        assert!(taken("b", 0), "another client has a bucket of its own");
        assert!(taken("a", 500) && !taken("a", 500));
        assert_eq!([9000; 4].map(|at| taken("a", at)), [true, true, true, false]);
    }

    /// The buckets of many addresses do not fill the memory.
    #[test]
    fn full_buckets_are_forgotten() {
        let rates = Rates::new(1, 2);
        let start = Instant::now();
        for client in 0..MOST_CLIENTS {
            assert!(rates.take_at(&client, start));
        }
        assert!(!rates.take_at(&usize::MAX, start), "everybody asked just now");
        assert!(rates.take_at(&usize::MAX, start + Duration::from_secs(5)));
        assert_eq!(rates.buckets.lock().unwrap().len(), 1);
    }
}

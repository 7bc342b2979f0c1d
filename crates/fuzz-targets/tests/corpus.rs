//! Every target over its corpus, and over a few thousand mutations of it, from fixed seeds.

use std::fs;
use std::path::Path;

use fuzz_targets::TARGETS;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const ROUNDS: usize = 40_000;

fn corpus(name: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(name);
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.into_iter().map(|file| fs::read(file).unwrap()).collect()
}

/// One small change: a byte, a copied or removed stretch, or a stretch of another entry.
fn mutate(bytes: &mut Vec<u8>, other: &[u8], rng: &mut ChaCha8Rng) {
    let at = rng.random_range(0..=bytes.len());
    let end = rng.random_range(at..=bytes.len().min(at + 12));
    match rng.next_u32() % 5 {
        0 => bytes.insert(at, rng.next_u32() as u8),
        1 if at < bytes.len() => bytes[at] ^= 1 << (rng.next_u32() % 8),
        2 => drop(bytes.drain(at..end)),
        3 => {
            let copy = bytes[at..end].to_vec();
            bytes.splice(at..at, copy);
        }
        _ => {
            let from = rng.random_range(0..=other.len());
            let piece = &other[from..other.len().min(from + 12)];
            bytes.splice(at..end, piece.iter().copied());
        }
    }
}

#[test]
fn targets_hold_on_their_corpus_and_near_it() {
    for (name, target) in TARGETS {
        let corpus = corpus(name);
        assert!(!corpus.is_empty(), "{name} has a corpus");
        for entry in &corpus {
            target(entry);
        }
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        for _ in 0..ROUNDS {
            let mut bytes = corpus[rng.random_range(0..corpus.len())].clone();
            let other = &corpus[rng.random_range(0..corpus.len())];
            for _ in 0..rng.random_range(1..6) {
                mutate(&mut bytes, other, &mut rng);
            }
            target(&bytes);
        }
    }
}

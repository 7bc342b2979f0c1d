//! The stored form: written bytes are read back, and no others are accepted.

use std::io::Write;

use lexicon::{Automaton, FormatError, Lexicon, MapError, WordList};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

const WORDS: [&str; 9] = ["boa", "boas", "bord", "bords", "carton", "cartons", "role", "roles", "zoo"];

fn small() -> Automaton {
    let words: WordList = WORDS.iter().map(|word| word.parse().unwrap()).collect();
    Automaton::from_list(&words).unwrap()
}

/// Makes the checksum right again, as somebody might who alters a file on purpose.
fn forge(bytes: &mut [u8]) {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&bytes[..12]);
    hasher.update(&bytes[16..]);
    bytes[12..16].copy_from_slice(&hasher.finalize().to_le_bytes());
}

/// An automaton that was accepted can be walked to the end and agrees with its header.
fn assert_sound(automaton: &Automaton) {
    let tally = automaton.words().tally();
    assert_eq!((tally.count, tally.longest), (automaton.len(), automaton.longest()));
}

fn mapped(bytes: &[u8]) -> Result<Automaton, MapError> {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(bytes).unwrap();
    Automaton::map(&file)
}

#[test]
fn the_same_words_make_the_same_bytes() {
    let bytes = small().to_bytes();
    assert_eq!(bytes, small().to_bytes());
    assert_eq!(bytes.len(), small().size());
    assert_eq!(Automaton::from_bytes(&bytes).unwrap().to_bytes(), bytes);
}

#[test]
fn a_mapped_file_answers_like_a_loaded_one() {
    let automaton = mapped(&small().to_bytes()).unwrap();
    assert_eq!(automaton.len(), WORDS.len());
    assert!(automaton.contains(&"carton".parse::<lexicon::Word>().unwrap()));
    assert_sound(&automaton);
}

#[test]
fn every_truncation_is_refused() {
    let bytes = small().to_bytes();
    for end in 0..bytes.len() {
        assert!(Automaton::from_bytes(&bytes[..end]).is_err(), "the first {end} bytes");
        assert!(mapped(&bytes[..end]).is_err(), "the first {end} bytes, mapped");
    }
    let longer = [bytes.as_slice(), &[0; 4]].concat();
    assert!(matches!(Automaton::from_bytes(&longer), Err(FormatError::Length { .. })));
}

#[test]
fn every_altered_byte_is_refused() {
    let bytes = small().to_bytes();
    for at in 0..bytes.len() {
        for change in 1..=255 {
            let mut altered = bytes.clone();
            altered[at] ^= change;
            assert!(Automaton::from_bytes(&altered).is_err(), "byte {at} changed by {change}");
        }
    }
}

#[test]
fn a_forged_checksum_does_not_help() {
    let bytes = small().to_bytes();
    let mut refused = 0;
    for bit in 16 * 8..bytes.len() * 8 {
        let mut altered = bytes.clone();
        altered[bit / 8] ^= 1 << (bit % 8);
        forge(&mut altered);
        match Automaton::from_bytes(&altered) {
            Ok(automaton) => assert_sound(&automaton),
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 0);
}

#[test]
fn a_circle_is_refused() {
    // The edge behind BOA-S leads back to the root: words without end.
    let mut bytes = small().to_bytes();
    let root = u32::from_le_bytes(bytes[20..24].try_into().unwrap());
    let leaf = bytes[32..].chunks_exact(4).position(|cell| {
        let cell = u32::from_le_bytes(cell.try_into().unwrap());
        cell >> 31 == 0 && cell != 0 && cell >> 6 == 0
    });
    let at = 32 + 4 * leaf.expect("some word ends");
    let cell = u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
    bytes[at..at + 4].copy_from_slice(&(cell | root << 6).to_le_bytes());
    forge(&mut bytes);
    let refused = Automaton::from_bytes(&bytes).unwrap_err();
    assert!(refused.to_string().ends_with("a word goes on without end"), "{refused}");
}

#[test]
fn errors_say_what_is_wrong() {
    let bytes = small().to_bytes();
    let refused = |bytes: &[u8]| Automaton::from_bytes(bytes).unwrap_err().to_string();
    assert_eq!(refused(b"boa\nboas\n"), "not a stored automaton");
    assert_eq!(
        refused(&bytes[..bytes.len() - 1]),
        format!(
            "{} bytes where {} should be: the file is truncated or altered",
            bytes.len() - 1,
            bytes.len()
        )
    );
    let mut newer = bytes.clone();
    newer[8] = 3;
    assert_eq!(refused(&newer), "version 3 of the stored form is not known, only versions 1 and 2");
    assert!(matches!(mapped(b""), Err(MapError::Format(FormatError::NotOurs))));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_refused_or_sound(
        cells in proptest::collection::vec(prop_oneof![any::<u32>(), 0_u32..4096, (1_u32 << 31)..(1 << 31) + 64], 0..80),
        root in 0_u32..80,
        bytes in proptest::collection::vec(any::<u8>(), 0..200),
    ) {
        prop_assert!(Automaton::from_bytes(&bytes).is_err());
        let numbers = [1, 0, cells.len() as u32, root, 1, 1];
        let mut forged = b"\0lexicon".to_vec();
        forged.extend(numbers.iter().chain(&cells).flat_map(|number| number.to_le_bytes()));
        forge(&mut forged);
        if let Ok(automaton) = Automaton::from_bytes(&forged) {
            assert_sound(&automaton);
        }
    }

    #[test]
    fn several_forged_cells_are_refused_or_sound(changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6)) {
        let mut bytes = small().to_bytes();
        for (at, change) in changes {
            let at = 16 + at.index(bytes.len() - 16);
            bytes[at] ^= change;
        }
        forge(&mut bytes);
        if let Ok(automaton) = Automaton::from_bytes(&bytes) {
            assert_sound(&automaton);
        }
    }
}

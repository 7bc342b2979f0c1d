//! The questions: fixed random look-ups, patterns and racks.

use std::time::Duration;

use lexicon::{Alphabet, Letter, LetterSet, Pattern, Rack, Word, WordList};

use crate::clock::timed;
use crate::subject::Subject;

/// A letter game's bag, A to Z.
const BAG: [usize; 26] = [8, 2, 3, 3, 16, 2, 2, 2, 9, 1, 1, 6, 4, 7, 7, 2, 1, 7, 7, 7, 7, 2, 1, 1, 1, 1];

/// The questions; half of the words and patterns are altered in one letter and mostly not in the list.
pub(crate) struct Tasks {
    words: Vec<Word>,
    patterns: Vec<Pattern>,
    racks: Vec<Rack>,
    joker_racks: Vec<Rack>,
}

/// The best time of one kind of question for one subject.
pub(crate) struct Time {
    pub(crate) task: &'static str,
    pub(crate) best: Vec<Duration>,
}

impl Tasks {
    pub(crate) fn new(list: &WordList) -> Self {
        let mut random = Random(0x5EED);
        let all: Vec<Word> = list.iter().collect();
        let words: Vec<Word> = (0..20_000).map(|n| some_word(&all, n % 2 == 1, &mut random)).collect();
        let patterns = words.iter().map(|word| with_joker(word, &mut random)).collect();
        let racks = (0..200).map(|_| some_rack(14, 0, &mut random)).collect();
        let joker_racks = (0..40).map(|_| some_rack(12, 2, &mut random)).collect();
        Self { words, patterns, racks, joker_racks }
    }

    /// All must answer alike.
    pub(crate) fn compare(&self, subjects: &[Box<dyn Subject>]) {
        let (first, others) = subjects.split_first().expect("there are subjects");
        for other in others {
            assert!(self.words.iter().all(|word| first.ask_word(word) == other.ask_word(word)));
            assert!(
                self.patterns.iter().all(|pattern| first.ask_pattern(pattern) == other.ask_pattern(pattern))
            );
            let mut racks = self.racks.iter().chain(&self.joker_racks);
            assert!(racks.all(|rack| first.ask_rack(rack, 3) == other.ask_rack(rack, 3)));
        }
    }

    pub(crate) fn time(&self, subjects: &[Box<dyn Subject>], rounds: usize) -> Vec<Time> {
        vec![
            best("look-up", subjects, rounds, &self.words, |s, word| usize::from(s.ask_word(word))),
            best("member, one joker", subjects, rounds, &self.patterns, |s, p| usize::from(s.ask_member(p))),
            best("matches with one joker", subjects, rounds, &self.patterns, |s, p| s.ask_pattern(p)),
            best("all words in 14 letters", subjects, rounds, &self.racks, |s, r| s.ask_rack(r, 3).count),
            best("all words in 12 letters and 2 jokers", subjects, rounds, &self.joker_racks, |s, r| {
                s.ask_rack(r, 3).count
            }),
        ]
    }
}

/// The best mean time for one question of a kind, the subjects taking turns.
fn best<Q>(
    task: &'static str,
    subjects: &[Box<dyn Subject>],
    rounds: usize,
    questions: &[Q],
    ask: impl Fn(&dyn Subject, &Q) -> usize,
) -> Time {
    let mut best = vec![Duration::MAX; subjects.len()];
    for _ in 0..rounds {
        for (best, subject) in best.iter_mut().zip(subjects) {
            let all = || questions.iter().map(|question| ask(subject.as_ref(), question)).sum::<usize>();
            *best = timed(all).0.min(*best);
        }
    }
    // In picoseconds a nanosecond figure keeps its digits; the table divides again.
    Time { task, best: best.iter().map(|time| *time * 1000 / questions.len() as u32).collect() }
}

fn some_word(all: &[Word], altered: bool, random: &mut Random) -> Word {
    let mut letters = all[random.below(all.len())].to_vec();
    if altered {
        let at = random.below(letters.len());
        letters[at] = Letter::from_index(random.below(BAG.len()) as u8).expect("below 26");
    }
    Word::new(&letters).expect("as long as before")
}

fn with_joker(word: &Word, random: &mut Random) -> Pattern {
    let joker = random.below(word.len());
    let place = |(at, &letter)| if at == joker { Alphabet::LATIN.letters() } else { LetterSet::only(letter) };
    Pattern::new(word.iter().enumerate().map(place)).expect("as long as the word")
}

fn some_rack(letters: usize, jokers: usize, random: &mut Random) -> Rack {
    let mut bag: Vec<Letter> =
        Letter::all().zip(BAG).flat_map(|(letter, count)| std::iter::repeat_n(letter, count)).collect();
    let mut rack = Rack::default();
    (0..letters).for_each(|_| rack.add(bag.swap_remove(random.below(bag.len()))));
    (0..jokers).for_each(|_| rack.add_joker());
    rack
}

/// `SplitMix64`, so that every run asks the same questions.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }
}

//! The words of a dictionary by the letters they are made of.

use std::cmp::Ordering;

use lexicon::{Automaton, Letter, LetterSet, Lexicon};

use super::letter_counts::LetterCounts;

/// The shortest word of the game. The judge has its own figure.
const SHORTEST: usize = 3;

/// An anagram class: the words that are made of the same letters. Its number is its place among all classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct AnagramClass(u32);

impl AnagramClass {
    /// Any class, to fill a list with.
    pub(super) const FIRST: Self = Self(0);
}

/// A bit for each kind of letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Kinds(u32);

impl Kinds {
    fn of<C: LetterCounts>(letters: C) -> Self {
        let bits = C::letters().filter(|&letter| letters.has(letter)).map(|letter| 1 << letter.index());
        Self(bits.sum())
    }

    /// The kinds that `other` lacks.
    #[inline]
    const fn beyond(self, other: Self) -> u32 {
        self.0 & !other.0
    }
}

/// The words of a dictionary in classes. Those with a rare letter come first: the classes are ordered by
/// the rarest of their letters.
#[derive(Clone, Debug)]
pub(super) struct Anagrams<C> {
    letters: Vec<C>,
    /// The kinds of letters of each class: most classes that cannot be made lack a kind, which is quickly seen.
    kinds: Vec<Kinds>,
    /// The words, class after class, without anything between them.
    text: Vec<Letter>,
    /// Where the words of each class begin in the text, and where the last ones end.
    starts: Vec<u32>,
    lengths: Vec<u8>,
    /// The classes by the length of their words, in order for each length …
    by_length: Vec<AnagramClass>,
    /// … which begin here, and where the last ones end.
    length_starts: Vec<u32>,
    /// For each letter, its share of all letters in the dictionary, in parts of 65,536; never 0.
    shares: [u32; Letter::COUNT],
    /// The letters of the alphabet, the rarest first.
    rarest: Vec<Letter>,
    /// The rarest letter of each class, as its place in `rarest`.
    ranks: Vec<u8>,
}

impl<C: LetterCounts> Anagrams<C> {
    /// Sorts the words of a dictionary. Words with more of one letter than [`LetterCounts`] holds are left out: no letters
    /// that it can hold make them.
    pub(super) fn new(words: &Automaton) -> Self {
        let mut spelled = Vec::new();
        let mut found = Vec::with_capacity(words.len());
        words.words().for_each(|word| {
            if let Some(letters) = C::of(word).filter(|_| word.len() >= SHORTEST) {
                found.push((letters, spelled.len() as u32, word.len() as u8));
                spelled.extend_from_slice(word);
            }
        });
        let alphabet = words.alphabet().letters();
        let mut this = Self::empty(alphabet, shares(alphabet, &spelled));
        found.sort_by_cached_key(|&(letters, ..)| (this.rank_of(letters), letters));
        for (letters, at, length) in found {
            if this.letters.last() != Some(&letters) {
                this.letters.push(letters);
                this.kinds.push(Kinds::of(letters));
                this.lengths.push(length);
                this.ranks.push(this.rank_of(letters));
                this.starts.push(this.text.len() as u32);
            }
            this.text.extend_from_slice(&spelled[at as usize..][..usize::from(length)]);
        }
        this.starts.push(this.text.len() as u32);
        this.sort_by_length();
        this
    }

    fn sort_by_length(&mut self) {
        self.by_length = (0..self.lengths.len() as u32).map(AnagramClass).collect();
        self.by_length.sort_by_key(|class| self.lengths[class.0 as usize]);
        let longest = self.lengths.iter().copied().max().unwrap_or(0);
        let start =
            |length: u8| self.by_length.partition_point(|class| self.lengths[class.0 as usize] < length);
        self.length_starts = (0..=longest.saturating_add(1)).map(|length| start(length) as u32).collect();
    }

    fn empty(alphabet: LetterSet, shares: [u32; Letter::COUNT]) -> Self {
        Self {
            letters: Vec::new(),
            kinds: Vec::new(),
            text: Vec::new(),
            starts: Vec::new(),
            lengths: Vec::new(),
            by_length: Vec::new(),
            length_starts: Vec::new(),
            shares,
            rarest: by_share(alphabet, &shares),
            ranks: Vec::new(),
        }
    }

    /// The classes that can be made of these letters and jokers, in order.
    pub(super) fn made_of(&self, letters: C, jokers: usize) -> Vec<AnagramClass> {
        self.makeable((0..self.letters.len()).map(|at| AnagramClass(at as u32)), letters, jokers)
    }

    /// Those of some classes that can be made of these letters and jokers.
    pub(super) fn those_made_of(
        &self,
        classes: &[AnagramClass],
        letters: C,
        jokers: usize,
    ) -> Vec<AnagramClass> {
        self.makeable(classes.iter().copied(), letters, jokers)
    }

    /// The first of some classes that can be made of these letters and jokers and is wanted.
    pub(super) fn find_made_of(
        &self,
        classes: &[AnagramClass],
        letters: C,
        jokers: usize,
        is_wanted: impl Fn(&AnagramClass) -> bool,
    ) -> Option<AnagramClass> {
        let kinds = Kinds::of(letters);
        let is_made = |class: &AnagramClass| {
            let at = class.0 as usize;
            (jokers > 0 || self.kinds[at].beyond(kinds) == 0)
                && self.letters[at].lacks_at_most(jokers, letters)
                && is_wanted(class)
        };
        classes.iter().copied().find(is_made)
    }

    /// The loops write every class and move on only past those that are kept: a branch would be mispredicted.
    fn makeable(
        &self,
        classes: impl ExactSizeIterator<Item = AnagramClass>,
        letters: C,
        jokers: usize,
    ) -> Vec<AnagramClass> {
        let kinds = Kinds::of(letters);
        let mut found = vec![AnagramClass::FIRST; classes.len()];
        let mut likely = 0;
        for class in classes {
            found[likely] = class;
            // Two jokers stand for two kinds at most; with more of them the letters themselves must be compared.
            let lacking = self.kinds[class.0 as usize].beyond(kinds);
            let less = lacking & lacking.wrapping_sub(1);
            let may_be = match jokers {
                0 => lacking == 0,
                1 => less == 0,
                2 => less & less.wrapping_sub(1) == 0,
                _ => true,
            };
            likely += usize::from(may_be);
        }
        let mut count = 0;
        for at in 0..likely {
            let class = found[at];
            found[count] = class;
            count += usize::from(self.letters[class.0 as usize].lacks_at_most(jokers, letters));
        }
        found.truncate(count);
        found
    }

    /// The classes of words of this length, in order.
    pub(super) fn of_length(&self, length: usize) -> &[AnagramClass] {
        match self.length_starts.get(length..length + 2) {
            Some(&[from, to]) => &self.by_length[from as usize..to as usize],
            _ => &[],
        }
    }

    /// The length of the longest words.
    pub(super) fn longest(&self) -> usize {
        self.length_starts.len().saturating_sub(2)
    }

    /// Those of some classes that can be made of these letters.
    pub(super) fn within(&self, classes: &[AnagramClass], letters: C) -> Vec<AnagramClass> {
        let mut found = vec![AnagramClass::FIRST; classes.len()];
        let count = self.filter_into(classes, letters, &mut found);
        found.truncate(count);
        found
    }

    /// Writes those of some classes that can be made of these letters to the front of `found`, which is at least as long,
    /// and returns how many there are. The loops have no branch, like those of [`Self::makeable`].
    pub(super) fn filter_into(
        &self,
        classes: &[AnagramClass],
        letters: C,
        found: &mut [AnagramClass],
    ) -> usize {
        let kinds = Kinds::of(letters);
        let mut likely = 0;
        for &class in classes {
            found[likely] = class;
            likely += usize::from(self.kinds[class.0 as usize].beyond(kinds) == 0);
        }
        let mut count = 0;
        for at in 0..likely {
            let class = found[at];
            found[count] = class;
            count += usize::from(self.letters[class.0 as usize].is_in(letters));
        }
        count
    }

    /// For each letter, how many of some classes hold it.
    pub(super) fn holders(&self, classes: &[AnagramClass]) -> [u32; Letter::COUNT] {
        // Bit-sliced counters: word `d` holds the binary digit `d` of every letter's count, so that a class is added to
        // all counts at once.
        const DIGITS: usize = 6;
        let mut holders = [0; Letter::COUNT];
        for classes in classes.chunks((1 << DIGITS) - 1) {
            let mut digits = [0_u32; DIGITS];
            for class in classes {
                let mut carry = self.kinds[class.0 as usize].0;
                for digit in &mut digits {
                    (*digit, carry) = (*digit ^ carry, *digit & carry);
                }
            }
            for (letter, count) in holders[..C::LETTERS].iter_mut().enumerate() {
                for (place, digit) in digits.iter().enumerate() {
                    *count += (digit >> letter & 1) << place;
                }
            }
        }
        holders
    }

    /// How many classes there are.
    pub(super) fn len(&self) -> usize {
        self.letters.len()
    }

    /// The class of a word, if it is one of the dictionary.
    pub(super) fn class_of(&self, word: &[Letter]) -> Option<AnagramClass> {
        let letters = C::of(word)?;
        let key = (self.rank_of(letters), letters);
        // The classes stand in this order.
        let (mut from, mut to) = (0, self.letters.len());
        while from < to {
            let middle = usize::midpoint(from, to);
            match (self.ranks[middle], self.letters[middle]).cmp(&key) {
                Ordering::Less => from = middle + 1,
                Ordering::Equal => return Some(AnagramClass(middle as u32)),
                Ordering::Greater => to = middle,
            }
        }
        None
    }

    /// The length of the words of a class.
    #[inline]
    pub(super) fn length(&self, class: AnagramClass) -> usize {
        usize::from(self.lengths[class.0 as usize])
    }

    /// The letters of a class.
    #[inline]
    pub(super) fn letters(&self, class: AnagramClass) -> C {
        self.letters[class.0 as usize]
    }

    /// The words of a class.
    pub(super) fn words(&self, class: AnagramClass) -> std::slice::ChunksExact<'_, Letter> {
        let (from, to) = (self.starts[class.0 as usize], self.starts[class.0 as usize + 1]);
        self.text[from as usize..to as usize].chunks_exact(self.length(class))
    }

    /// The place of the rarest letter of some letters among all letters, the rarest being 0.
    pub(super) fn rank_of(&self, letters: C) -> u8 {
        self.rarest.iter().take_while(|&&letter| !letters.has(letter)).count() as u8
    }

    /// The place of the rarest letter of a class.
    #[inline]
    pub(super) fn rank(&self, class: AnagramClass) -> u8 {
        self.ranks[class.0 as usize]
    }

    /// The letters of the alphabet, the rarest first.
    pub(super) fn rarest(&self) -> &[Letter] {
        &self.rarest
    }

    /// The letter of this place.
    pub(super) fn letter_at(&self, rank: u8) -> Option<Letter> {
        self.rarest.get(usize::from(rank)).copied()
    }

    /// The share of a letter in the dictionary, in parts of 65,536; never 0.
    pub(super) fn share(&self, letter: Letter) -> u32 {
        self.shares[letter.index()]
    }
}

fn by_share(alphabet: LetterSet, shares: &[u32; Letter::COUNT]) -> Vec<Letter> {
    let mut letters: Vec<Letter> = alphabet.iter().collect();
    letters.sort_by_key(|letter| shares[letter.index()]);
    letters
}

fn shares(alphabet: LetterSet, text: &[Letter]) -> [u32; Letter::COUNT] {
    let mut counts = [0_u64; Letter::COUNT];
    alphabet.iter().for_each(|letter| counts[letter.index()] = 1);
    for letter in text {
        counts[letter.index()] += 1;
    }
    let total: u64 = counts.iter().sum();
    counts.map(|count| (count * 65536 / total).max(1) as u32)
}

#[cfg(test)]
mod tests {
    use lexicon::{Reading, WordList};

    use super::*;
    use crate::best::letters::letter_counts::NarrowCounts;

    #[test]
    fn every_word_has_its_family() {
        let list = "AIL\nALI\nELEVE\nFLAN\nLES\nSEL\nZEE\n";
        let (list, _) = WordList::read(list.as_bytes(), &Reading::default()).unwrap();
        let anagrams = Anagrams::<NarrowCounts>::new(&Automaton::from_list(&list).unwrap());
        let word = |text: &str| text.chars().filter_map(Letter::from_ascii).collect::<Vec<_>>();
        for text in ["AIL", "ALI", "ELEVE", "FLAN", "LES", "SEL", "ZEE"] {
            let class = anagrams.class_of(&word(text)).unwrap();
            assert!(anagrams.words(class).any(|found| found == word(text)), "{text}");
        }
        assert_eq!(anagrams.class_of(&word("ELSE")), None);
        let all: Vec<AnagramClass> = anagrams.made_of(NarrowCounts::EMPTY, 9).repeat(30);
        let holders = anagrams.holders(&all);
        let held = |letter: char| holders[Letter::from_ascii(letter).unwrap().index()];
        assert_eq!(
            (all.len(), held('E'), held('L'), held('A'), held('Z'), held('X')),
            (150, 90, 120, 60, 30, 0)
        );
        let classes = |letters: &str, jokers| {
            let letters = NarrowCounts::of(&word(letters)).unwrap();
            anagrams.made_of(letters, jokers).len()
        };
        assert_eq!((classes("LESAIZ", 0), classes("LESAIZ", 1), classes("", 3)), (2, 3, 3));
        assert_eq!((classes("EVE", 2), classes("EVE", 3), classes("", 4)), (3, 4, 4));
    }
}

//! An estimate of the longest new word of a turn: the longest word that the letters of table and hand allow.
//!
//! The other letters are assumed to make words too: on a table of some size they nearly always do.

use super::anagrams::{AnagramClass, Anagrams};
use super::letter_counts::{LetterCounts, NarrowCounts, WideCounts};
use super::pool::{PlainWord, fillings};
use super::target_search::used_up;
use super::{CountedWords, LettersSolver};
use crate::letter::Letter;
use crate::meld::Meld;
use crate::rules::JokerRule;
use crate::rules::letters::Letters;
use crate::words::Words;

/// The letters of a table, for estimates.
#[derive(Clone, Debug)]
pub(crate) struct LengthEstimate<'a> {
    table: CountedTable<'a>,
}

/// The letters of a table, counted.
#[derive(Clone, Debug)]
enum CountedTable<'a> {
    /// Letters from A to Z.
    Narrow(TableLetters<'a, NarrowCounts>),
    /// Letters of any other alphabet.
    Wide(TableLetters<'a, WideCounts>),
}

impl<'a> LengthEstimate<'a> {
    /// The estimate for a table; none if there are more of one letter than can be counted.
    pub(crate) fn of<W: Words>(
        solver: &'a LettersSolver,
        rules: &Letters<W>,
        table: &[Meld<Letter>],
    ) -> Option<Self> {
        let table = match &solver.words {
            CountedWords::Narrow(words) => CountedTable::Narrow(TableLetters::of(words, rules, table)?),
            CountedWords::Wide(words) => CountedTable::Wide(TableLetters::of(words, rules, table)?),
        };
        Some(Self { table })
    }

    /// The estimate for an empty table.
    pub(crate) fn empty(solver: &'a LettersSolver) -> Self {
        let table = match &solver.words {
            CountedWords::Narrow(words) => CountedTable::Narrow(TableLetters::empty(words)),
            CountedWords::Wide(words) => CountedTable::Wide(TableLetters::empty(words)),
        };
        Self { table }
    }

    /// Puts a hand on the table and returns the length of the longest new word; adds to `looked` the number of words looked
    /// at. Afterwards that word is the only one that is not new.
    pub(crate) fn place(&mut self, hand: &[Letter], looked: &mut usize) -> usize {
        match &mut self.table {
            CountedTable::Narrow(table) => table.place(hand, looked),
            CountedTable::Wide(table) => table.place(hand, looked),
        }
    }
}

/// The letters of a table, in counts of one kind.
#[derive(Clone, Debug)]
struct TableLetters<'a, C> {
    anagrams: &'a Anagrams<C>,
    /// The letters of the words without jokers.
    letters: C,
    /// The words with jokers.
    locked: Vec<Locked<C>>,
    /// The classes that do not count as new.
    used_up: Vec<AnagramClass>,
}

/// A word with jokers.
#[derive(Clone, Debug)]
struct Locked<C> {
    letters: C,
    jokers: usize,
    /// The letters that free it, each of these by itself.
    fillings: Vec<C>,
}

impl<'a, C: LetterCounts> TableLetters<'a, C> {
    fn of<W: Words>(anagrams: &'a Anagrams<C>, rules: &Letters<W>, table: &[Meld<Letter>]) -> Option<Self> {
        let (locked, free): (Vec<_>, Vec<_>) = table.iter().partition(|meld| meld.has_joker());
        let free: Vec<PlainWord> = free.into_iter().map(plain).collect();
        let locked = locked.into_iter().map(|meld| Locked::of(rules, meld)).collect::<Option<_>>()?;
        let letters = C::of(&free.concat())?;
        Some(Self { anagrams, letters, locked, used_up: used_up(anagrams, &free) })
    }

    fn empty(anagrams: &'a Anagrams<C>) -> Self {
        Self { anagrams, letters: C::EMPTY, locked: Vec::new(), used_up: Vec::new() }
    }

    /// Adds letters to those of the table, and frees the locked words that they free. Returns all letters then, and the
    /// number of jokers freed.
    fn add(&mut self, hand: C) -> Option<(C, usize)> {
        let (freed, locked): (Vec<_>, Vec<_>) = std::mem::take(&mut self.locked)
            .into_iter()
            .partition(|word| word.fillings.iter().any(|filling| filling.is_in(hand)));
        self.locked = locked;
        self.letters = self.letters.with(hand)?;
        for word in &freed {
            self.letters = self.letters.with(word.letters)?;
        }
        Some((self.letters, freed.iter().map(|word| word.jokers).sum()))
    }

    fn place(&mut self, hand: &[Letter], looked: &mut usize) -> usize {
        let plain: PlainWord = hand.iter().filter_map(|tile| tile.plain()).collect();
        let jokers = hand.len() - plain.len();
        let Some((letters, freed)) = C::of(&plain).and_then(|plain| self.add(plain)) else {
            return 0;
        };
        let jokers = jokers + freed;
        for length in (1..=self.anagrams.longest()).rev() {
            let classes = self.anagrams.of_length(length);
            *looked += classes.len();
            let is_new = |class: &AnagramClass| !self.used_up.contains(class);
            if let Some(found) = self.anagrams.find_made_of(classes, letters, jokers, is_new) {
                self.used_up = vec![found];
                return length;
            }
        }
        0
    }
}

impl<C: LetterCounts> Locked<C> {
    fn of<W: Words>(rules: &Letters<W>, meld: &Meld<Letter>) -> Option<Self> {
        let letters = plain(meld);
        let jokers = meld.len() - letters.len();
        let fillings =
            if rules.jokers == JokerRule::Strict { fillings(&rules.words, meld) } else { vec![C::EMPTY] };
        Some(Self { letters: C::of(&letters)?, jokers, fillings })
    }
}

fn plain(meld: &Meld<Letter>) -> PlainWord {
    meld.iter().filter_map(|tile| tile.plain()).collect()
}

#[cfg(test)]
mod tests {
    use lexicon::{Automaton, Reading, WordList};

    use super::*;
    use crate::best::letters::Vocabulary;

    fn meld(text: &str) -> Meld<Letter> {
        text.bytes().filter_map(Letter::from_ascii).collect()
    }

    /// The longest new words of hands that are placed one after the other.
    fn longest(table: &[&str], hands: &[&str]) -> Vec<usize> {
        let list = "ELEVE\nELEVES\nFACILE\nFACILES\nLES\nSEL\nVELE\n";
        let (list, _) = WordList::read(list.as_bytes(), &Reading::default()).unwrap();
        let vocabulary = Vocabulary::new(Automaton::from_list(&list).unwrap());
        let rules = Letters::new(&vocabulary);
        let table: Vec<Meld<Letter>> = table.iter().map(|word| meld(word)).collect();
        let mut estimate = LengthEstimate::of(vocabulary.solver(), &rules, &table).unwrap();
        hands.iter().map(|hand| estimate.place(&meld(hand), &mut 0)).collect()
    }

    #[test]
    fn a_word_on_the_table_is_not_new() {
        assert_eq!(longest(&["ELEVE", "FACILE"], &["S"]), [7]);
        assert_eq!(longest(&["FACILES"], &[""]), [6]);
        assert_eq!(longest(&["ELEVES"], &["", "", ""]), [5, 6, 5], "one after the other is new again");
        assert_eq!(longest(&["LES"], &[""]), [3], "another word of these letters is new");
        assert_eq!(longest(&[], &["ELV", "*"]), [0, 4]);
        assert_eq!(longest(&[], &["ELV*"]), [4]);
    }

    #[test]
    fn a_word_with_a_joker_is_free_for_who_can_replace_it() {
        assert_eq!(longest(&["FAC*LE", "SEL"], &["F"]), [3]);
        assert_eq!(longest(&["FAC*LE", "SEL"], &["I"]), [7]);
        assert_eq!(longest(&["FAC*LE"], &["I"]), [7], "its joker may stand for another letter");
    }
}

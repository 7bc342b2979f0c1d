//! The plain trie that everybody writes first: 26 boxes per node.

use lexicon::{Letter, LetterSet, Pattern, Rack, Tally, WordList};

/// The letters A to Z.
const LATIN: usize = 26;

#[derive(Default)]
pub(crate) struct Boxed {
    children: [Option<Box<Boxed>>; LATIN],
    word: bool,
}

impl Boxed {
    pub(crate) fn new(words: &WordList) -> Self {
        let mut root = Self::default();
        for word in words.iter() {
            let end = word.iter().fold(&mut root, |node, letter| {
                node.children[letter.index()].get_or_insert_with(Box::default)
            });
            end.word = true;
        }
        root
    }

    pub(crate) fn nodes(&self) -> usize {
        1 + self.children.iter().flatten().map(|child| child.nodes()).sum::<usize>()
    }

    pub(crate) fn contains(&self, word: &[Letter]) -> bool {
        let end = word.iter().try_fold(self, |node, letter| node.children[letter.index()].as_deref());
        end.is_some_and(|node| node.word)
    }

    pub(crate) fn member(&self, pattern: &Pattern) -> bool {
        fn any(node: &Boxed, places: &[LetterSet]) -> bool {
            let Some((place, rest)) = places.split_first() else { return node.word };
            let mut next = place.iter().filter_map(|letter| node.children[letter.index()].as_deref());
            next.any(|child| any(child, rest))
        }
        any(self, pattern.places())
    }

    pub(crate) fn matches(&self, pattern: &Pattern) -> usize {
        fn count(node: &Boxed, places: &[LetterSet]) -> usize {
            let Some((place, rest)) = places.split_first() else { return usize::from(node.word) };
            let next = place.iter().filter_map(|letter| node.children[letter.index()].as_deref());
            next.map(|child| count(child, rest)).sum()
        }
        count(self, pattern.places())
    }

    pub(crate) fn tally(&self, rack: &Rack, shortest: usize) -> Tally {
        let mut hand = Hand::new(rack, shortest);
        self.visit(&mut hand, 0);
        hand.tally
    }

    fn visit(&self, hand: &mut Hand, length: usize) {
        if self.word {
            hand.note(length);
        }
        for (letter, child) in self.children.iter().enumerate() {
            if let Some(child) = child
                && let Some(joker) = hand.take(letter)
            {
                child.visit(hand, length + 1);
                hand.put_back(letter, joker);
            }
        }
    }
}

/// Letters in hand while a recursive walk goes on.
pub(crate) struct Hand {
    counts: [u8; LATIN],
    jokers: u8,
    shortest: usize,
    pub(crate) tally: Tally,
}

impl Hand {
    pub(crate) fn new(rack: &Rack, shortest: usize) -> Self {
        let mut counts = [0; LATIN];
        counts.iter_mut().zip(Letter::all()).for_each(|(count, letter)| *count = rack.count(letter));
        Self { counts, jokers: rack.jokers(), shortest, tally: Tally::default() }
    }

    pub(crate) fn note(&mut self, length: usize) {
        if length >= self.shortest {
            self.tally.count += 1;
            self.tally.longest = self.tally.longest.max(length);
        }
    }

    /// Takes a letter, or else a joker; returns whether it was a joker.
    pub(crate) fn take(&mut self, letter: usize) -> Option<bool> {
        let joker = self.counts[letter] == 0;
        let pile = if joker { &mut self.jokers } else { &mut self.counts[letter] };
        *pile = pile.checked_sub(1)?;
        Some(joker)
    }

    pub(crate) fn put_back(&mut self, letter: usize, joker: bool) {
        *(if joker { &mut self.jokers } else { &mut self.counts[letter] }) += 1;
    }
}

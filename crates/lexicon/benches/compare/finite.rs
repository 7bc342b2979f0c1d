//! The crate `fst`, asked through its raw nodes, the fastest way it offers.

use fst::Set;
use fst::raw::{Fst, Node};
use lexicon::{Letter, LetterSet, Pattern, Rack, Tally, WordList};

use crate::boxed::Hand;

pub(crate) struct Finite(Set<Vec<u8>>);

impl Finite {
    pub(crate) fn new(words: &WordList) -> Self {
        Self(Set::from_iter(words.iter().map(|word| word.to_string())).expect("the words are sorted"))
    }

    pub(crate) fn size(&self) -> usize {
        self.0.as_fst().as_bytes().len()
    }

    pub(crate) fn contains(&self, word: &[Letter]) -> bool {
        let mut key = [0; lexicon::LONGEST];
        key.iter_mut().zip(word).for_each(|(byte, &letter)| *byte = letter.to_char() as u8);
        self.0.contains(&key[..word.len()])
    }

    pub(crate) fn member(&self, pattern: &Pattern) -> bool {
        let fst = self.0.as_fst();
        any(fst, fst.root(), pattern.places())
    }

    pub(crate) fn matches(&self, pattern: &Pattern) -> usize {
        let fst = self.0.as_fst();
        count(fst, fst.root(), pattern.places())
    }

    pub(crate) fn tally(&self, rack: &Rack, shortest: usize) -> Tally {
        let fst = self.0.as_fst();
        let mut hand = Hand::new(rack, shortest);
        visit(fst, fst.root(), &mut hand, 0);
        hand.tally
    }
}

fn any(fst: &Fst<Vec<u8>>, node: Node<'_>, places: &[LetterSet]) -> bool {
    let Some((&place, rest)) = places.split_first() else { return node.is_final() };
    if place == LetterSet::ALL {
        return node.transitions().any(|edge| any(fst, fst.node(edge.addr), rest));
    }
    place.iter().any(|letter| {
        let at = node.find_input(letter.to_char() as u8);
        at.is_some_and(|at| any(fst, fst.node(node.transition_addr(at)), rest))
    })
}

fn count(fst: &Fst<Vec<u8>>, node: Node<'_>, places: &[LetterSet]) -> usize {
    let Some((&place, rest)) = places.split_first() else { return usize::from(node.is_final()) };
    let step = |letter: Letter| {
        let at = node.find_input(letter.to_char() as u8)?;
        Some(count(fst, fst.node(node.transition_addr(at)), rest))
    };
    if place == LetterSet::ALL {
        return node.transitions().map(|edge| count(fst, fst.node(edge.addr), rest)).sum();
    }
    place.iter().filter_map(step).sum()
}

fn visit(fst: &Fst<Vec<u8>>, node: Node<'_>, hand: &mut Hand, length: usize) {
    if node.is_final() {
        hand.note(length);
    }
    for edge in node.transitions() {
        let letter = usize::from(edge.inp - b'A');
        if let Some(joker) = hand.take(letter) {
            visit(fst, fst.node(edge.addr), hand, length + 1);
            hand.put_back(letter, joker);
        }
    }
}

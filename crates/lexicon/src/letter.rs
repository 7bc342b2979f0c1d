//! Letters by their place in an alphabet, and sets of them.

use std::fmt;
use std::ops::{BitAnd, BitOr};

/// A letter, by its place in an [`Alphabet`](crate::Alphabet).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Letter(u8);

impl Letter {
    /// The most letters of an alphabet.
    pub const COUNT: usize = 32;

    /// The letter of this place in its alphabet, the first being 0.
    pub const fn from_index(index: u8) -> Option<Self> {
        if index < Self::COUNT as u8 { Some(Self(index)) } else { None }
    }

    /// The letter of the alphabet A to Z that an unaccented character of either case writes.
    pub const fn from_ascii(c: char) -> Option<Self> {
        if c.is_ascii_alphabetic() { Some(Self(c.to_ascii_uppercase() as u8 - b'A')) } else { None }
    }

    /// Its place in its alphabet, the first being 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The capital in the alphabet A to Z; the replacement character for a letter beyond. In another alphabet ask
    /// [`Alphabet::capital`](crate::Alphabet::capital).
    pub const fn to_char(self) -> char {
        if self.0 < 26 { (b'A' + self.0) as char } else { char::REPLACEMENT_CHARACTER }
    }

    /// The letters of the largest alphabet in order.
    pub fn all() -> impl Iterator<Item = Self> {
        LetterSet::ALL.iter()
    }
}

impl fmt::Display for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Write::write_char(f, self.to_char())
    }
}

/// A set of letters: bit 0 is the first letter of the alphabet.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct LetterSet(u32);

impl LetterSet {
    /// No letter.
    pub const EMPTY: Self = Self(0);
    /// Every letter of the largest alphabet.
    pub const ALL: Self = Self(u32::MAX);

    /// The set with these bits.
    #[inline]
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// The set of one letter.
    #[inline]
    pub const fn only(letter: Letter) -> Self {
        Self(1 << letter.0)
    }

    /// The bits, that of the first letter lowest.
    #[inline]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Is there no letter in it?
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many letters are in it.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The letter, if there is exactly one in it.
    #[inline]
    pub const fn single(self) -> Option<Letter> {
        if self.0.is_power_of_two() { Some(Letter(self.0.trailing_zeros() as u8)) } else { None }
    }

    /// Is this letter in it?
    #[inline]
    pub const fn contains(self, letter: Letter) -> bool {
        self.0 >> letter.0 & 1 != 0
    }

    /// How many letters in it come before this one.
    #[inline]
    pub const fn rank(self, letter: Letter) -> usize {
        (self.0 & ((1 << letter.0) - 1)).count_ones() as usize
    }

    /// Puts a letter in.
    #[inline]
    pub const fn insert(&mut self, letter: Letter) {
        self.0 |= 1 << letter.0;
    }

    /// Takes a letter out.
    #[inline]
    pub const fn remove(&mut self, letter: Letter) {
        self.0 &= !(1 << letter.0);
    }

    /// Takes the first letter out and gives it.
    #[inline]
    pub const fn pop_first(&mut self) -> Option<Letter> {
        if self.0 == 0 {
            return None;
        }
        let letter = Letter(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(letter)
    }

    /// The letters in order.
    pub fn iter(mut self) -> impl Iterator<Item = Letter> {
        std::iter::from_fn(move || self.pop_first())
    }
}

impl BitAnd for LetterSet {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for LetterSet {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl FromIterator<Letter> for LetterSet {
    fn from_iter<I: IntoIterator<Item = Letter>>(letters: I) -> Self {
        letters.into_iter().fold(Self::EMPTY, |set, letter| set | Self::only(letter))
    }
}

impl fmt::Debug for LetterSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Letter::to_char)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_lists_its_letters_in_order() {
        let set: LetterSet = "zAm".chars().filter_map(Letter::from_ascii).collect();
        assert_eq!(set.iter().map(Letter::to_char).collect::<String>(), "AMZ");
        assert_eq!(set.rank(Letter::from_ascii('M').unwrap()), 1);
        assert_eq!((set.len(), LetterSet::ALL.len()), (3, 32));
        let last = Letter::from_index(31).unwrap();
        assert_eq!((LetterSet::ALL.rank(last), LetterSet::only(last).single()), (31, Some(last)));
    }

    #[test]
    fn only_letters_are_letters() {
        assert_eq!(Letter::from_ascii('é'), None);
        assert_eq!(Letter::from_ascii('['), None);
        assert_eq!(Letter::from_index(32), None);
        assert_eq!(Letter::from_index(26).map(Letter::to_char), Some(char::REPLACEMENT_CHARACTER));
        assert_eq!(Letter::from_index(25).map(Letter::to_char), Some('Z'));
    }
}

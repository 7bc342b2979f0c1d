//! Letters with their multiplicity, packed into one or two numbers.

use std::fmt::Debug;
use std::hash::Hash;

use lexicon::Letter;

/// A multiset of letters, small enough to be compared all at once.
pub(super) trait LetterCounts: Copy + Debug + Default + Ord + Hash {
    /// No letter.
    const EMPTY: Self;
    /// How many letters an alphabet may have.
    const LETTERS: usize;

    /// The letters with these counts, in the order of the alphabet; none if a count has no room.
    fn new(counts: &[u8; Letter::COUNT]) -> Option<Self>;

    /// One letter.
    fn only(letter: Letter) -> Self;

    /// How many there are of this letter.
    fn count(self, letter: Letter) -> usize;

    /// Is there no letter?
    fn is_empty(self) -> bool;

    /// How many letters there are.
    fn len(self) -> usize;

    /// Are all these letters in `other`?
    fn is_in(self, other: Self) -> bool;

    /// These letters and those, if there is room for every count.
    fn with(self, other: Self) -> Option<Self>;

    /// The letters that remain when others, all of which are here, are taken away.
    fn without(self, other: Self) -> Self;

    /// The letters of which there are more than in `other`, as often as there are more.
    fn beyond(self, other: Self) -> Self;

    /// Are there at most `most` letters more than in `other`?
    fn lacks_at_most(self, most: usize, other: Self) -> bool;

    /// The letters of a word; none if there are too many of one.
    fn of(word: &[Letter]) -> Option<Self> {
        let mut counts = [0_u8; Letter::COUNT];
        for letter in word {
            counts[letter.index()] = counts[letter.index()].saturating_add(1);
        }
        Self::new(&counts)
    }

    /// Is there at least one of this letter?
    #[inline]
    fn has(self, letter: Letter) -> bool {
        self.count(letter) > 0
    }

    /// The smaller count of each letter.
    #[inline]
    fn common(self, other: Self) -> Self {
        self.without(self.beyond(other))
    }

    /// The letters that there may be, in the order of the alphabet.
    fn letters() -> impl Iterator<Item = Letter> {
        Letter::all().take(Self::LETTERS)
    }
}

/// Letters from A to Z, packed into one number. Each letter has a field of bits with a guard bit on top, so that one
/// subtraction compares all counts at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct NarrowCounts(u128);

/// The letters from A to Z.
const LATIN: usize = 26;
/// The widths of the counts of A, B, C … Z in bits: room for the bag, and for some letters more.
const WIDTHS: [u32; LATIN] = [4, 3, 3, 3, 5, 3, 3, 3, 4, 3, 3, 4, 4, 4, 4, 3, 3, 4, 4, 4, 4, 3, 3, 3, 3, 3];
/// Where the field of each letter begins.
const SHIFTS: [u32; LATIN] = {
    let mut shifts = [0; LATIN];
    let mut letter = 1;
    while letter < LATIN {
        shifts[letter] = shifts[letter - 1] + WIDTHS[letter - 1] + 1;
        letter += 1;
    }
    shifts
};
/// All guard bits.
const GUARDS: u128 = {
    let mut guards = 0;
    let mut letter = 0;
    while letter < LATIN {
        guards |= 1 << (SHIFTS[letter] + WIDTHS[letter]);
        letter += 1;
    }
    guards
};

/// The lowest bits of all fields, the second bits, and so on.
const PLANES: [u128; 5] = {
    let mut planes = [0; 5];
    let mut letter = 0;
    while letter < LATIN {
        let mut bit = 0;
        while bit < WIDTHS[letter] {
            planes[bit as usize] |= 1 << (SHIFTS[letter] + bit);
            bit += 1;
        }
        letter += 1;
    }
    planes
};

/// The guard bits of the fields that are 3, 4 and 5 wide.
const GUARDS_OF: [u128; 3] = [guards_of(3), guards_of(4), guards_of(5)];

/// The guard bits of the fields of this width.
const fn guards_of(width: u32) -> u128 {
    let mut guards = 0;
    let mut letter = 0;
    while letter < LATIN {
        if WIDTHS[letter] == width {
            guards |= 1 << (SHIFTS[letter] + width);
        }
        letter += 1;
    }
    guards
}

impl NarrowCounts {
    /// The most that can be counted of a letter from A to Z.
    pub(super) fn most(letter: Letter) -> u8 {
        (1 << WIDTHS[letter.index()]) - 1
    }
}

impl LetterCounts for NarrowCounts {
    const EMPTY: Self = Self(0);
    const LETTERS: usize = LATIN;

    fn new(counts: &[u8; Letter::COUNT]) -> Option<Self> {
        let mut bits = 0;
        for letter in 0..LATIN {
            let count = u128::from(counts[letter]);
            if count >> WIDTHS[letter] != 0 {
                return None;
            }
            bits |= count << SHIFTS[letter];
        }
        (counts[LATIN..].iter().all(|&count| count == 0)).then_some(Self(bits))
    }

    #[inline]
    fn only(letter: Letter) -> Self {
        Self(1 << SHIFTS[letter.index()])
    }

    #[inline]
    fn count(self, letter: Letter) -> usize {
        (self.0 >> SHIFTS[letter.index()]) as usize & ((1 << WIDTHS[letter.index()]) - 1)
    }

    #[inline]
    fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    fn len(self) -> usize {
        let mut sum = 0;
        let mut bit = 0;
        while bit < 5 {
            sum += ((self.0 & PLANES[bit]).count_ones() as usize) << bit;
            bit += 1;
        }
        sum
    }

    #[inline]
    fn is_in(self, other: Self) -> bool {
        ((other.0 | GUARDS) - self.0) & GUARDS == GUARDS
    }

    fn with(self, other: Self) -> Option<Self> {
        let sum = Self(self.0 + other.0);
        (sum.0 & GUARDS == 0).then_some(sum)
    }

    #[inline]
    fn without(self, other: Self) -> Self {
        Self(self.0.wrapping_sub(other.0))
    }

    #[inline]
    fn lacks_at_most(self, most: usize, other: Self) -> bool {
        // Each kind that is short is short of one letter at least.
        let mut kinds = !((other.0 | GUARDS) - self.0) & GUARDS;
        if kinds == 0 {
            return true;
        }
        let mut left = most;
        while left > 0 && kinds != 0 {
            kinds &= kinds - 1;
            left -= 1;
        }
        if kinds != 0 {
            return false;
        }
        let lacking = self.beyond(other);
        // Mostly it is one letter of each kind, and these have just been counted.
        lacking.0 & !PLANES[0] == 0 || lacking.len() <= most
    }

    /// Where the guard bit survives the subtraction, the bits below it are the difference.
    #[inline]
    fn beyond(self, other: Self) -> Self {
        let difference = (self.0 | GUARDS) - other.0;
        let mut fields = 0;
        let mut width = 3;
        while width <= 5 {
            let guards = difference & GUARDS_OF[width - 3];
            fields |= guards - (guards >> width);
            width += 1;
        }
        Self(difference & fields)
    }
}

/// Letters of any alphabet: a byte for each, with its top bit as the guard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct WideCounts([u128; 2]);

/// Letters in each half.
const HALF: usize = Letter::COUNT / 2;
/// The guard bits of one half.
const BYTE_GUARDS: u128 = u128::from_ne_bytes([0x80; HALF]);

impl WideCounts {
    fn merge(self, other: Self, of: impl Fn(u128, u128) -> u128) -> Self {
        Self([of(self.0[0], other.0[0]), of(self.0[1], other.0[1])])
    }
}

impl LetterCounts for WideCounts {
    const EMPTY: Self = Self([0; 2]);
    const LETTERS: usize = Letter::COUNT;

    fn new(counts: &[u8; Letter::COUNT]) -> Option<Self> {
        let half =
            |from: usize| counts[from..][..HALF].iter().rev().fold(0, |bits, &n| bits << 8 | u128::from(n));
        let all = Self([half(0), half(HALF)]);
        counts.iter().all(|&count| count < 0x80).then_some(all)
    }

    #[inline]
    fn only(letter: Letter) -> Self {
        let mut one = Self::EMPTY;
        one.0[letter.index() / HALF] = 1 << (8 * (letter.index() % HALF));
        one
    }

    #[inline]
    fn count(self, letter: Letter) -> usize {
        (self.0[letter.index() / HALF] >> (8 * (letter.index() % HALF))) as usize & 0x7f
    }

    #[inline]
    fn is_empty(self) -> bool {
        self.0 == [0; 2]
    }

    #[inline]
    fn len(self) -> usize {
        self.0.iter().flat_map(|half| half.to_ne_bytes()).map(usize::from).sum()
    }

    #[inline]
    fn is_in(self, other: Self) -> bool {
        let lasting = self.merge(other, |mine, theirs| ((theirs | BYTE_GUARDS) - mine) & BYTE_GUARDS);
        lasting.0 == [BYTE_GUARDS; 2]
    }

    fn with(self, other: Self) -> Option<Self> {
        let sum = self.merge(other, |mine, theirs| mine + theirs);
        sum.0.iter().all(|half| half & BYTE_GUARDS == 0).then_some(sum)
    }

    #[inline]
    fn without(self, other: Self) -> Self {
        self.merge(other, u128::wrapping_sub)
    }

    #[inline]
    fn lacks_at_most(self, most: usize, other: Self) -> bool {
        self.is_in(other) || (most > 0 && self.beyond(other).len() <= most)
    }

    #[inline]
    fn beyond(self, other: Self) -> Self {
        self.merge(other, |mine, theirs| {
            let difference = (mine | BYTE_GUARDS) - theirs;
            let guards = difference & BYTE_GUARDS;
            difference & (guards - (guards >> 7))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bundle<C: LetterCounts>(text: &str) -> C {
        C::of(&text.chars().filter_map(Letter::from_ascii).collect::<Vec<_>>()).unwrap()
    }

    fn check_comparisons<C: LetterCounts>() {
        let bundle = bundle::<C>;
        assert!(bundle("ZEE").is_in(bundle("EZEE")));
        assert!(!bundle("ZEE").is_in(bundle("ZEA")));
        assert!(!bundle("A").is_in(bundle("Z")) && !bundle("Z").is_in(bundle("A")));
        assert_eq!(bundle("ELEVE").without(bundle("EVE")), bundle("EL"));
        assert_eq!(bundle("ELEVE").beyond(bundle("EVEZ")), bundle("EL"));
        assert_eq!((bundle("EEEEEEEEEEEEEEEEEEEAAAAAAAAAZZZ").len(), C::EMPTY.len()), (31, 0));
        assert_eq!(bundle("AZERTY").beyond(bundle("AAZZEERRTTYYQ")), C::EMPTY);
        assert_eq!(bundle("EEEEEAAAZZ").beyond(bundle("EEAZQ")), bundle("EEEAAZ"));
        assert_eq!(bundle("EEEEEAAAZZ").common(bundle("EEAZQ")), bundle("EEAZ"));
        assert!(
            bundle("ELEVEZ").lacks_at_most(3, bundle("LEV")) && bundle("VEL").lacks_at_most(0, bundle("LEV"))
        );
        assert!(!bundle("ELEVEZ").lacks_at_most(2, bundle("LEV")), "two kinds, but three letters");
        assert!(!bundle("ELEVEZ").lacks_at_most(1, bundle("ELEVE").without(bundle("L"))), "two kinds");
    }

    #[test]
    fn letters_are_compared_all_at_once() {
        check_comparisons::<NarrowCounts>();
        check_comparisons::<WideCounts>();
    }

    fn check_room<C: LetterCounts>(letter: Letter, most: usize) {
        let all = C::of(&vec![letter; most]).unwrap();
        assert!(C::of(&vec![letter; most + 1]).is_none());
        assert_eq!((all.count(letter), all.len(), all.has(letter)), (most, most, true));
        assert!(all.with(C::only(letter)).is_none());
        assert_eq!(all.with(C::only(Letter::default())).unwrap().len(), most + 1);
    }

    #[test]
    fn what_has_no_room_is_refused() {
        let last = Letter::from_index(31).unwrap();
        check_room::<NarrowCounts>(Letter::from_ascii('Z').unwrap(), 7);
        check_room::<WideCounts>(Letter::from_ascii('Z').unwrap(), 127);
        check_room::<WideCounts>(last, 127);
        assert!(NarrowCounts::of(&[last]).is_none(), "not a letter from A to Z");
    }
}

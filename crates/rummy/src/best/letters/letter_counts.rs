//! Letters with their multiplicity, packed into one number.

use lexicon::Letter;

/// A multiset of letters. Each letter has a field of bits with a guard bit on top, so that one subtraction compares all
/// counts at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct LetterCounts(u128);

/// The widths of the counts of A, B, C … Z in bits: room for the bag, and for some letters more.
const WIDTHS: [u32; Letter::COUNT] =
    [4, 3, 3, 3, 5, 3, 3, 3, 4, 3, 3, 4, 4, 4, 4, 3, 3, 4, 4, 4, 4, 3, 3, 3, 3, 3];
/// Where the field of each letter begins.
const SHIFTS: [u32; Letter::COUNT] = {
    let mut shifts = [0; Letter::COUNT];
    let mut letter = 1;
    while letter < Letter::COUNT {
        shifts[letter] = shifts[letter - 1] + WIDTHS[letter - 1] + 1;
        letter += 1;
    }
    shifts
};
/// All guard bits.
const GUARDS: u128 = {
    let mut guards = 0;
    let mut letter = 0;
    while letter < Letter::COUNT {
        guards |= 1 << (SHIFTS[letter] + WIDTHS[letter]);
        letter += 1;
    }
    guards
};

/// The lowest bits of all fields, the second bits, and so on.
const PLANES: [u128; 5] = {
    let mut planes = [0; 5];
    let mut letter = 0;
    while letter < Letter::COUNT {
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
    while letter < Letter::COUNT {
        if WIDTHS[letter] == width {
            guards |= 1 << (SHIFTS[letter] + width);
        }
        letter += 1;
    }
    guards
}

impl LetterCounts {
    /// No letter.
    pub(super) const EMPTY: Self = Self(0);

    /// The letters with these counts of A, B, C … Z; none if a count does not fit into its field.
    pub(super) fn new(counts: &[u8; Letter::COUNT]) -> Option<Self> {
        let mut bits = 0;
        for letter in 0..Letter::COUNT {
            let count = u128::from(counts[letter]);
            if count >> WIDTHS[letter] != 0 {
                return None;
            }
            bits |= count << SHIFTS[letter];
        }
        Some(Self(bits))
    }

    /// The letters of a word; none if there are too many of one.
    pub(super) fn of(word: &[Letter]) -> Option<Self> {
        let mut counts = [0_u8; Letter::COUNT];
        for letter in word {
            counts[letter.index()] = counts[letter.index()].saturating_add(1);
        }
        Self::new(&counts)
    }

    /// One letter.
    #[inline]
    pub(super) const fn only(letter: Letter) -> Self {
        Self(1 << SHIFTS[letter.index()])
    }

    /// How many there are of this letter.
    #[inline]
    pub(super) const fn count(self, letter: Letter) -> usize {
        (self.0 >> SHIFTS[letter.index()]) as usize & ((1 << WIDTHS[letter.index()]) - 1)
    }

    /// Is there at least one of this letter?
    #[inline]
    pub(super) const fn has(self, letter: Letter) -> bool {
        self.count(letter) > 0
    }

    /// Is there no letter?
    #[inline]
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many letters there are.
    #[inline]
    pub(super) const fn len(self) -> usize {
        let mut sum = 0;
        let mut bit = 0;
        while bit < 5 {
            sum += ((self.0 & PLANES[bit]).count_ones() as usize) << bit;
            bit += 1;
        }
        sum
    }

    /// Are all these letters in `other`?
    #[inline]
    pub(super) const fn is_in(self, other: Self) -> bool {
        ((other.0 | GUARDS) - self.0) & GUARDS == GUARDS
    }

    /// These letters and those, if every count fits into its field.
    pub(super) fn with(self, other: Self) -> Option<Self> {
        let sum = Self(self.0 + other.0);
        (sum.0 & GUARDS == 0).then_some(sum)
    }

    /// The letters that remain when others, all of which are here, are taken away.
    #[inline]
    pub(super) const fn without(self, other: Self) -> Self {
        Self(self.0.wrapping_sub(other.0))
    }

    /// The smaller count of each letter.
    #[inline]
    pub(super) const fn common(self, other: Self) -> Self {
        self.without(self.beyond(other))
    }

    /// Are there at most `most` letters more than in `other`?
    #[inline]
    pub(super) const fn lacks_at_most(self, most: usize, other: Self) -> bool {
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

    /// The letters of which there are more than in `other`, as often as there are more: where the guard bit survives the
    /// subtraction, the bits below it are the difference.
    #[inline]
    pub(super) const fn beyond(self, other: Self) -> Self {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn bundle(text: &str) -> LetterCounts {
        LetterCounts::of(&text.chars().filter_map(Letter::from_ascii).collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn letters_are_compared_all_at_once() {
        assert!(bundle("ZEE").is_in(bundle("EZEE")));
        assert!(!bundle("ZEE").is_in(bundle("ZEA")));
        assert!(!bundle("A").is_in(bundle("Z")) && !bundle("Z").is_in(bundle("A")));
        assert_eq!(bundle("ELEVE").without(bundle("EVE")), bundle("EL"));
        assert_eq!(bundle("ELEVE").beyond(bundle("EVEZ")), bundle("EL"));
        assert_eq!((bundle("EEEEEEEEEEEEEEEEEEEAAAAAAAAAZZZ").len(), LetterCounts::EMPTY.len()), (31, 0));
        assert_eq!(bundle("AZERTY").beyond(bundle("AAZZEERRTTYYQ")), LetterCounts::EMPTY);
        assert_eq!(bundle("EEEEEAAAZZ").beyond(bundle("EEAZQ")), bundle("EEEAAZ"));
        assert_eq!(bundle("EEEEEAAAZZ").common(bundle("EEAZQ")), bundle("EEAZ"));
        assert!(
            bundle("ELEVEZ").lacks_at_most(3, bundle("LEV")) && bundle("VEL").lacks_at_most(0, bundle("LEV"))
        );
        assert!(!bundle("ELEVEZ").lacks_at_most(2, bundle("LEV")), "two kinds, but three letters");
        assert!(!bundle("ELEVEZ").lacks_at_most(1, bundle("ELEVE").without(bundle("L"))), "two kinds");
    }

    #[test]
    fn what_has_no_room_is_refused() {
        let letter = |c| Letter::from_ascii(c).unwrap();
        assert!(
            LetterCounts::of(&[letter('Z'); 7]).is_some() && LetterCounts::of(&[letter('Z'); 8]).is_none()
        );
        let seven = LetterCounts::of(&[letter('Z'); 7]).unwrap();
        assert!(seven.with(LetterCounts::only(letter('Z'))).is_none());
        assert_eq!(seven.with(LetterCounts::only(letter('A'))).unwrap().len(), 8);
    }
}

//! The 32-bit words of a save, one for each thing a player did.

/// The meaning of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// Cards went from one pile to another.
    Shift(Shift),
    /// The words up to [`Word::End`] are one action.
    Begin,
    /// The end of such an action.
    End,
    /// The top card of a pile went down to this index.
    Down(u16),
    /// The card at this index went to the top of its pile.
    Top(u16),
    /// The cards in the columns were shuffled where they lie.
    Shuffle,
}

/// The cards from one index to the top of their pile, on their way to another pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shift {
    /// The index of the lowest card before.
    pub(super) index: u16,
    /// The pile it leaves.
    pub(super) from: u8,
    /// The pile it goes to.
    pub(super) to: u8,
    /// The index of the lowest card afterwards.
    pub(super) after: u16,
}

const SPECIAL: u32 = 0x8000_8000;
const INDEX: u32 = 0x1ff;
const PILE: u32 = 0x3f;
const BEGIN: u32 = 0xfff0_8000;
const END: u32 = 0xfff1_8000;
const DOWN: u32 = 0xfff3_8000;
const TOP: u32 = 0xfff4_8000;
const SHUFFLE: u32 = 0xfff5_8000;

impl Word {
    /// The word of these bits, if they are one.
    pub(super) fn from_bits(bits: u32) -> Option<Self> {
        if bits & SPECIAL == 0 {
            return Some(Self::Shift(Shift {
                index: (bits & INDEX) as u16,
                from: (bits >> 25 & PILE) as u8,
                to: (bits >> 9 & PILE) as u8,
                after: (bits >> 16 & INDEX) as u16,
            }));
        }
        let index = (bits & INDEX) as u16;
        match bits & !INDEX {
            _ if bits == BEGIN => Some(Self::Begin),
            _ if bits == END => Some(Self::End),
            _ if bits == SHUFFLE => Some(Self::Shuffle),
            DOWN => Some(Self::Down(index)),
            TOP => Some(Self::Top(index)),
            _ => None,
        }
    }

    /// The bits that say this.
    pub(super) fn bits(self) -> u32 {
        match self {
            Self::Shift(Shift { index, from, to, after }) => {
                u32::from(index) | u32::from(to) << 9 | u32::from(after) << 16 | u32::from(from) << 25
            }
            Self::Begin => BEGIN,
            Self::End => END,
            Self::Down(index) => DOWN + u32::from(index),
            Self::Top(index) => TOP + u32::from(index),
            Self::Shuffle => SHUFFLE,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_word() {
        let shift = Shift { index: 19, from: 6, to: 12, after: 51 };
        assert_eq!(Word::from_bits(0x0c33_1813), Some(Word::Shift(shift)));
    }

    #[test]
    fn words_write_as_they_read() {
        for bits in [0x0c33_1813, 0, 0x7fff_7fff, BEGIN, END, DOWN + 12, TOP + 51, SHUFFLE] {
            assert_eq!(
                Word::from_bits(bits & !0x8000).map(Word::bits),
                Some(bits & !0x8000).filter(|b| b & SPECIAL == 0)
            );
            assert_eq!(Word::from_bits(bits).map_or(bits, Word::bits), bits);
        }
        for bits in [BEGIN + 1, 0xfff2_8000, 0xffff_ffff, 0x8000_0000, 0x8000] {
            assert_eq!(Word::from_bits(bits), None, "{bits:08x}");
        }
    }
}

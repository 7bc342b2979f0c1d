//! Which tiles of one number can go into groups together.

use std::borrow::Cow;
use std::sync::LazyLock;

use super::per_colour::PerColour;

/// The copies of a tile in a real bag.
const COPIES: u8 = 2;
/// The most jokers that are counted: the bits of a mask.
const MOST_JOKERS: u32 = 15;

static WHERE_NEEDED: LazyLock<Groups> = LazyLock::new(|| Groups::build(COPIES, JokerUse::WhereNeeded));
static ANYWHERE: LazyLock<Groups> = LazyLock::new(|| Groups::build(COPIES, JokerUse::Anywhere));

/// Where jokers are put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum JokerUse {
    /// Only where a combination needs them. The others are put down in the end, wherever there is room.
    WhereNeeded,
    /// Wherever they fit.
    Anywhere,
}

/// For every choice of tiles of one number, with how many jokers it splits into groups.
#[derive(Clone, Debug)]
pub(super) struct Groups {
    /// The choices that split with any number of jokers, the empty one first. Bit `j` of the mask: it
    /// does with `j` jokers.
    choices: Vec<(PerColour, u16)>,
    copies: u8,
    jokers: JokerUse,
    /// The mask of every choice, in counting order.
    masks: Vec<u16>,
}

impl Groups {
    /// The table for bags with at most `copies` of a tile.
    pub(super) fn for_copies(copies: u8, jokers: JokerUse) -> Cow<'static, Self> {
        match jokers {
            _ if copies > COPIES => Cow::Owned(Self::build(copies, jokers)),
            JokerUse::WhereNeeded => Cow::Borrowed(&WHERE_NEEDED),
            JokerUse::Anywhere => Cow::Borrowed(&ANYWHERE),
        }
    }

    fn build(copies: u8, jokers: JokerUse) -> Self {
        let mut groups = Self { choices: Vec::new(), copies, jokers, masks: Vec::new() };
        for choice in PerColour::all(copies).choices() {
            let mask = if choice == PerColour::ZERO { 1 } else { groups.mask_by_last_group(choice) };
            groups.masks.push(mask);
            if mask != 0 {
                groups.choices.push((choice, mask));
            }
        }
        groups
    }

    /// The choices out of `tiles` that can go into groups, each with every number of jokers up to `jokers` that it can
    /// take.
    pub(super) fn within(&self, tiles: PerColour, jokers: u8) -> impl Iterator<Item = (PerColour, u8)> {
        let few = (1_u32 << (jokers + 1)) - 1;
        let fitting = self.choices.iter().filter(move |(choice, _)| tiles.covers(*choice));
        fitting.flat_map(move |&(choice, mask)| {
            Bits(u32::from(mask) & few).map(move |jokers| (choice, jokers as u8))
        })
    }

    fn mask_by_last_group(&self, choice: PerColour) -> u16 {
        splits(choice, self.jokers).fold(0, |mask, (group, jokers)| {
            let rest = self.masks[self.index(choice - group)];
            mask | if jokers > MOST_JOKERS { 0 } else { rest << jokers }
        })
    }

    fn index(&self, choice: PerColour) -> usize {
        choice
            .counts()
            .iter()
            .rev()
            .fold(0, |index, &count| index * (usize::from(self.copies) + 1) + usize::from(count))
    }

    /// Splits a choice that can be split with `jokers` jokers: the colours of each group and its jokers.
    pub(super) fn split(&self, mut choice: PerColour, mut jokers: u32) -> Vec<(PerColour, u32)> {
        let mut groups = Vec::new();
        while choice != PerColour::ZERO {
            let (group, spent) = splits(choice, self.jokers)
                .find(|&(group, spent)| {
                    spent <= jokers && self.masks[self.index(choice - group)] >> (jokers - spent) & 1 == 1
                })
                .expect("the mask says that it can be split");
            groups.push((group, spent));
            choice = choice - group;
            jokers -= spent;
        }
        groups
    }
}

/// The places of the bits of a mask.
struct Bits(u32);

impl Iterator for Bits {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        (self.0 != 0).then(|| {
            let place = self.0.trailing_zeros();
            self.0 &= self.0 - 1;
            place
        })
    }
}

/// The groups that can be taken out of a choice: colours and jokers.
fn splits(choice: PerColour, jokers: JokerUse) -> impl Iterator<Item = (PerColour, u32)> {
    (1_u32..16)
        .map(|set| PerColour::new(std::array::from_fn(|colour| (set >> colour & 1) as u8)))
        .filter(move |&group| choice.covers(group))
        .flat_map(move |group| {
            let tiles = u32::from(group.sum());
            let most = if jokers == JokerUse::Anywhere { 4 } else { 3 };
            (3.max(tiles)..=most.max(tiles)).map(move |size| (group, size - tiles))
        })
}

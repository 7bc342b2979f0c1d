//! The letters that a turn may use: the hand, and what may be touched on the table.

use lexicon::Letter as Plain;

use super::cover::Task;
use super::letter_counts::LetterCounts;
use crate::letter::Letter;
use crate::meld::{Meld, tiles_of};
use crate::multiset::Multiset;
use crate::position::Position;
use crate::rules::JokerRule;
use crate::rules::letters::Letters;
use crate::tile::Tile;
use crate::words::Words;

/// The most locked words that a search tries to free. The bag has two jokers, so that only files with more of them have
/// more locked words.
const MOST_LOCKED: usize = 4;

/// A word in the dictionary's own letters.
pub(super) type PlainWord = Vec<Plain>;

/// The letters of a turn, for one choice of locked words to free.
#[derive(Clone, Debug)]
pub(super) struct Pool<C> {
    /// The letters on the table that may be touched.
    pub(super) table: C,
    /// The letters of the hand.
    pub(super) hand: C,
    /// The jokers on the table that may be touched.
    pub(super) table_jokers: usize,
    /// The jokers of the hand.
    pub(super) hand_jokers: usize,
    /// The hand letters that replace jokers and must be placed: each of these ways is enough.
    pub(super) needed: Vec<C>,
    /// The combinations that are left alone.
    pub(super) locked: Vec<Meld<Letter>>,
}

/// A guess at what the jokers of a pool stand for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Guess<C> {
    /// Those of the table.
    pub(super) table: C,
    /// Those of the hand.
    pub(super) hand: C,
}

impl<C: LetterCounts> Pool<C> {
    /// The pools for all choices of locked words to free, and whether no choice was left out.
    pub(super) fn choices<W: Words>(rules: &Letters<W>, before: &Position<Letter>) -> (Vec<Self>, bool) {
        let table = before.table();
        let (locked, free): (Vec<_>, Vec<_>) =
            table.iter().cloned().partition(|meld| rules.jokers == JokerRule::Strict && meld.has_joker());
        let hand = before.mover().tiles();
        let tried = locked.len().min(MOST_LOCKED);
        let mut is_all = tried == locked.len();
        let mut pools = Vec::new();
        for mask in 0_u32..1 << tried {
            let is_freed = |at: usize| at < tried && mask >> at & 1 == 1;
            let freed: Vec<&Meld<Letter>> =
                (0..locked.len()).filter(|&at| is_freed(at)).map(|at| &locked[at]).collect();
            let needed = ways(&rules.words, &freed, &plain_part(&hand));
            if needed.is_empty() {
                continue;
            }
            let left = (0..locked.len()).filter(|&at| !is_freed(at)).map(|at| locked[at].clone()).collect();
            let touched = tiles_of(free.iter().chain(freed));
            match Self::new(&touched, &hand, needed, left) {
                Some(pool) => pools.push(pool),
                None => is_all = false,
            }
        }
        if !is_all {
            pools.extend(Self::of_hand(before));
        }
        (pools, is_all)
    }

    /// The hand alone; nothing on the table is touched.
    pub(super) fn of_hand(before: &Position<Letter>) -> Option<Self> {
        let hand = before.mover().tiles();
        Self::new(&Multiset::EMPTY, &hand, vec![C::EMPTY], before.table().to_vec())
    }

    /// The hand alone; then, for each word without jokers, the hand with its letters.
    pub(super) fn narrow(before: &Position<Letter>) -> Vec<Self> {
        let table = before.table();
        let with = |at: usize| {
            let mut others = table.to_vec();
            let word = others.remove(at).tiles();
            Self::new(&word, &before.mover().tiles(), vec![C::EMPTY], others)
        };
        let touched = (0..table.len()).filter(|&at| !table[at].has_joker()).filter_map(with);
        Self::of_hand(before).into_iter().chain(touched).collect()
    }

    /// None if there are more of one letter than [`LetterCounts`] holds.
    fn new(
        table: &Multiset<Letter>,
        hand: &Multiset<Letter>,
        needed: Vec<C>,
        locked: Vec<Meld<Letter>>,
    ) -> Option<Self> {
        let pool = Self {
            table: bundle(table)?,
            hand: bundle(hand)?,
            table_jokers: table.count(Letter::JOKER),
            hand_jokers: hand.count(Letter::JOKER),
            needed,
            locked,
        };
        pool.table.with(pool.hand).map(|_| pool)
    }

    /// How many jokers there are.
    pub(super) fn jokers(&self) -> usize {
        self.table_jokers + self.hand_jokers
    }

    /// The letters without the jokers.
    pub(super) fn letters(&self) -> C {
        self.table.with(self.hand).expect("a pool is only made where there is room")
    }

    /// The letters, with a guess in the place of the jokers; none if a count does not fit.
    pub(super) fn with(&self, guess: Guess<C>) -> Option<C> {
        self.letters().with(guess.table)?.with(guess.hand)
    }

    /// The task of a turn that may keep `leave` tiles of the hand; none if a count does not fit.
    pub(super) fn task(&self, guess: Guess<C>, needed: C, leave: usize) -> Option<Task<C>> {
        let rest = self.with(guess)?;
        let spare = self.hand.without(needed).with(guess.hand)?;
        let leave = leave.min(spare.len());
        Some(Task { rest, spare: if leave == 0 { C::EMPTY } else { spare }, leave: leave as u8 })
    }
}

/// The letters of some tiles, without jokers.
fn bundle<C: LetterCounts>(tiles: &Multiset<Letter>) -> Option<C> {
    let mut counts = [0; Plain::COUNT];
    for tile in Letter::all().filter(|tile| !tile.is_joker()) {
        counts[tile.index()] = tiles.count(tile).min(255) as u8;
    }
    C::new(&counts)
}

fn plain_part<C: LetterCounts>(hand: &Multiset<Letter>) -> C {
    bundle(hand).unwrap_or(C::EMPTY)
}

/// Every way to replace all jokers of these words out of the hand.
fn ways<C: LetterCounts>(words: &impl Words, freed: &[&Meld<Letter>], hand: &C) -> Vec<C> {
    let mut ways = vec![C::EMPTY];
    for meld in freed {
        let fillings: Vec<C> = fillings(words, meld);
        let both = ways.iter().flat_map(|way| fillings.iter().filter_map(|filling| way.with(*filling)));
        let mut longer: Vec<C> = both.filter(|way| way.is_in(*hand)).collect();
        longer.sort_unstable();
        longer.dedup();
        ways = longer;
    }
    ways
}

/// The letters that the jokers of a word can stand for.
pub(super) fn fillings<C: LetterCounts>(words: &impl Words, meld: &[Letter]) -> Vec<C> {
    let mut fillings = Vec::new();
    words.fitting(meld, &mut |word| {
        let letters = meld.iter().zip(word).filter(|(tile, _)| tile.is_joker()).map(|(_, &letter)| letter);
        fillings.extend(bundle::<C>(&letters.collect()));
        true
    });
    fillings.sort_unstable();
    fillings.dedup();
    fillings
}

/// The words that a combination can be read as, `limit` at most.
pub(super) fn readings(words: &impl Words, meld: &[Letter], limit: usize) -> Vec<PlainWord> {
    let mut readings = Vec::new();
    words.fitting(meld, &mut |word| {
        readings.push(word.iter().filter_map(|letter| letter.plain()).collect());
        readings.len() < limit
    });
    readings
}

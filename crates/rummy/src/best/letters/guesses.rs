//! Guesses at what jokers stand for, the letters that are most frequent in words first.

use lexicon::Letter;

use super::anagrams::Anagrams;
use super::letter_counts::LetterCounts;
use super::pool::{Guess, Pool};

/// The most guesses: more than the 1,024 pairs of letters that two jokers can stand for, one on the table and one in the
/// hand.
const MOST: usize = 2000;

/// The guesses for a pool; and whether these are all.
pub(super) fn guesses<C: LetterCounts>(words: &Anagrams<C>, pool: &Pool<C>) -> (Vec<Guess<C>>, bool) {
    let mut letters: Vec<Letter> = words.rarest().to_vec();
    letters.sort_unstable();
    letters.sort_by_key(|&letter| std::cmp::Reverse(words.share(letter)));
    let table = multisets(&letters, pool.table_jokers);
    let hand = multisets(&letters, pool.hand_jokers);
    let total = table.len().saturating_mul(hand.len());
    // Pairs are ordered by the sum of their ranks, so that both sides advance.
    let mut pairs: Vec<(usize, usize)> =
        (0..table.len()).flat_map(|t| (0..hand.len().min(MOST)).map(move |h| (t, h))).collect();
    pairs.sort_by_key(|&(t, h)| (t + h, t));
    pairs.truncate(MOST);
    let is_all = pairs.len() == total && table.len() < MOST && hand.len() < MOST;
    let guesses = pairs.into_iter().map(|(t, h)| Guess { table: table[t], hand: hand[h] });
    (guesses.collect(), is_all)
}

/// The multisets of `size` letters, [`MOST`] at most, those of the first letters first.
fn multisets<C: LetterCounts>(letters: &[Letter], size: usize) -> Vec<C> {
    let mut ranked: Vec<(usize, usize, C)> = vec![(0, 0, C::EMPTY)];
    for _ in 0..size {
        let mut longer = Vec::new();
        for &(sum, least, bundle) in &ranked {
            for (rank, &letter) in letters.iter().enumerate().skip(least) {
                longer.extend(bundle.with(C::only(letter)).map(|more| (sum + rank, rank, more)));
            }
        }
        longer.sort_by_key(|&(sum, ..)| sum);
        longer.truncate(MOST);
        ranked = longer;
    }
    ranked.into_iter().map(|(.., bundle)| bundle).collect()
}

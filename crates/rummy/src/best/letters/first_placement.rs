//! The first placement: one long word out of the hand.

use std::cmp::Reverse;

use search::Run;

use super::anagrams::Anagrams;
use super::judged;
use super::letter_counts::LetterCounts;
use super::pool::Pool;
use crate::best::{BestError, Found, found};
use crate::judge::Best;
use crate::letter::Letter;
use crate::meld::Meld;
use crate::multiset::Multiset;
use crate::position::Position;
use crate::rules::letters::Letters;
use crate::tile::Tile;
use crate::turn::Turn;
use crate::words::Words;

/// The best first placement. The longest word is the best one: it places the most tiles and is also the longest new word.
/// The judge refuses words that lie on the table already.
pub(super) fn first_placement<C: LetterCounts, W: Words>(
    anagrams: &Anagrams<C>,
    rules: &Letters<W>,
    before: &Position<Letter>,
    run: &mut Run<'_>,
) -> Result<Found<Letter>, BestError> {
    let hand = before.mover().tiles();
    let pool = Pool::<C>::of_hand(before)
        .ok_or(BestError::Unsupported("more of one letter in the hand than can be counted"))?;
    let mut classes = anagrams.made_of(pool.hand, pool.hand_jokers);
    classes.retain(|&class| anagrams.length(class) >= rules.opening());
    classes.sort_by_key(|&class| Reverse(anagrams.length(class)));
    let mut best: Option<Best<Letter>> = None;
    for class in classes {
        let length = anagrams.length(class);
        let most = if length == hand.len() { 3 * length } else { 2 * length } as i32;
        for word in anagrams.words(class) {
            if best.as_ref().is_some_and(|best| best.points() >= most) {
                return Ok(found(best, None));
            }
            if let Err(limit) = run.spend(1) {
                return Ok(found(best, Some(limit)));
            }
            let other = try_word(rules, before, word, &hand);
            if other.as_ref().map(Best::points) > best.as_ref().map(Best::points) {
                best = other;
            }
        }
    }
    Ok(found(best, None))
}

/// The first placements with a word of `length` letters, one for each choice of tiles.
pub(super) fn openings<C: LetterCounts, W: Words>(
    anagrams: &Anagrams<C>,
    rules: &Letters<W>,
    before: &Position<Letter>,
    length: usize,
) -> Vec<Best<Letter>> {
    let Some(pool) = Pool::<C>::of_hand(before).filter(|_| length >= rules.opening()) else {
        return Vec::new();
    };
    let hand = before.mover().tiles();
    let classes = anagrams.those_made_of(anagrams.of_length(length), pool.hand, pool.hand_jokers);
    let mut found: Vec<Best<Letter>> = Vec::new();
    for class in classes {
        let opening = anagrams.words(class).find_map(|word| try_word(rules, before, word, &hand));
        found.extend(opening.filter(|opening| found.iter().all(|other| other.placed() != opening.placed())));
    }
    found
}

/// The turn that lays this word, if the judge takes it.
fn try_word<W: Words>(
    rules: &Letters<W>,
    before: &Position<Letter>,
    word: &[lexicon::Letter],
    hand: &Multiset<Letter>,
) -> Option<Best<Letter>> {
    let mut left = *hand;
    let tile = |letter: &lexicon::Letter| {
        let tile = Letter::from_index(letter.index()).filter(|&tile| left.remove(tile));
        tile.unwrap_or(Letter::JOKER)
    };
    let meld: Meld<Letter> = word.iter().map(tile).collect();
    let mut table = before.table().to_vec();
    table.push(meld);
    judged(rules, before, Turn::place(table))
}

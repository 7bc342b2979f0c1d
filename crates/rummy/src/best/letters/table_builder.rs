//! From a cover to a table: which word of each anagram class is laid, and which letters are jokers.

use lexicon::Letter as Plain;

use super::anagrams::{AnagramClass, Anagrams};
use super::letter_counts::LetterCounts;
use super::pool::{Guess, PlainWord, Pool, readings};
use crate::letter::Letter;
use crate::meld::Meld;
use crate::tile::Tile;
use crate::words::Words;

/// Makes tables of a cover.
#[derive(Clone, Copy, Debug)]
pub(super) struct TableBuilder<'a, C> {
    /// The table before the turn.
    pub(super) before: &'a [Meld<Letter>],
    /// The words that do not count as new.
    pub(super) old: &'a [PlainWord],
    /// The letters of the turn.
    pub(super) pool: &'a Pool<C>,
    /// The guess at what the jokers stand for.
    pub(super) guess: Guess<C>,
    /// Must the first class be laid as a new word?
    pub(super) is_rooted: bool,
}

impl<C: LetterCounts> TableBuilder<'_, C> {
    /// The tables that these classes make, which differ in where a joker stands; none if a word would lie there twice.
    pub(super) fn tables(
        &self,
        anagrams: &Anagrams<C>,
        words: &impl Words,
        classes: &[AnagramClass],
    ) -> Vec<Vec<Meld<Letter>>> {
        let Some(spelled) = self.spell(anagrams, words, classes) else { return Vec::new() };
        if !self.is_rooted || !self.old.contains(&spelled[0]) {
            return vec![self.table(&spelled, &[])];
        }
        // An old word counts as new only if it can be read as another one, so there must be jokers in it.
        let length = spelled[0].len();
        let pairs = (0..length).flat_map(|a| (a..length).map(move |b| [a, b]));
        let mut tables = Vec::new();
        for table in pairs.map(|places| self.table(&spelled, &places)) {
            if !tables.contains(&table) {
                tables.push(table);
            }
        }
        tables
    }

    /// A word of each class, so that no word lies on the table twice, the locked words included.
    fn spell(
        &self,
        anagrams: &Anagrams<C>,
        words: &impl Words,
        classes: &[AnagramClass],
    ) -> Option<Vec<PlainWord>> {
        let mut lists: Vec<Vec<PlainWord>> = Vec::new();
        for (at, &class) in classes.iter().enumerate() {
            let mut list: Vec<PlainWord> = anagrams.words(class).map(<[Plain]>::to_vec).collect();
            let is_root = at == 0 && self.is_rooted;
            if is_root && list.iter().any(|word| !self.old.contains(word)) {
                list.retain(|word| !self.old.contains(word));
            }
            // Words that lie there already come first, so that they stay.
            list.sort_by_key(|word| !self.old.contains(word));
            lists.push(list);
        }
        let total = classes.len() + self.pool.locked.len();
        lists.extend(self.pool.locked.iter().map(|meld| readings(words, meld, total)));
        let mut spelled = choose_distinct(&lists)?;
        spelled.truncate(classes.len());
        Some(spelled)
    }

    /// The new table, with jokers at these places of the first word if possible.
    fn table(&self, spelled: &[PlainWord], places: &[usize]) -> Vec<Meld<Letter>> {
        let mut melds: Vec<Vec<Letter>> = spelled
            .iter()
            .map(|word| word.iter().filter_map(|letter| Letter::from_index(letter.index())).collect())
            .collect();
        let mut jokers = self.jokers(spelled);
        for &at in places {
            let stands_for = |&letter: &Plain| letter == spelled[0][at] && !melds[0][at].is_joker();
            if let Some(joker) = jokers.iter().position(stands_for) {
                melds[0][at] = Letter::JOKER;
                jokers.swap_remove(joker);
            }
        }
        for letter in jokers {
            self.put_joker(&mut melds, letter);
        }
        let melds: Vec<Meld<Letter>> =
            self.pool.locked.iter().cloned().chain(melds.into_iter().map(Meld::from)).collect();
        self.in_place(&melds)
    }

    /// The letters that jokers stand for in these words: tiles of the hand are placed before its jokers.
    fn jokers(&self, spelled: &[PlainWord]) -> Vec<Plain> {
        let used = spelled.iter().filter_map(|word| C::of(word));
        let mut jokers = Vec::new();
        let letters = self.pool.letters();
        let used: Vec<C> = used.collect();
        for letter in C::letters() {
            let total: usize = used.iter().map(|word| word.count(letter)).sum();
            let forced = self.guess.table.count(letter);
            let plain = total.saturating_sub(forced).min(letters.count(letter));
            jokers.extend(std::iter::repeat_n(letter, total - plain));
        }
        jokers
    }

    /// Puts a joker in the place of a letter, in a new word if one holds the letter.
    fn put_joker(&self, melds: &mut [Vec<Letter>], letter: Plain) {
        let holds = |meld: &Vec<Letter>| meld.iter().position(|tile| tile.index() == letter.index());
        let is_new = |meld: &Vec<Letter>| !self.before.iter().any(|old| **old == **meld);
        let at = melds
            .iter()
            .rposition(|meld| is_new(meld) && holds(meld).is_some())
            .or_else(|| melds.iter().rposition(|meld| holds(meld).is_some()));
        if let Some(at) = at
            && let Some(place) = holds(&melds[at])
        {
            melds[at][place] = Letter::JOKER;
        }
    }

    /// The combinations in order: first those that lay there already, in the order they had, then the long ones before the
    /// short ones.
    fn in_place(&self, melds: &[Meld<Letter>]) -> Vec<Meld<Letter>> {
        let mut new = melds.to_vec();
        let mut kept = Vec::new();
        for old in self.before {
            if let Some(at) = new.iter().position(|meld| meld == old) {
                kept.push(new.remove(at));
            }
        }
        new.sort_by_key(|meld| std::cmp::Reverse(meld.len()));
        kept.extend(new);
        kept
    }
}

/// One word of each list, all different, by augmenting paths; none if there is no such choice.
fn choose_distinct(lists: &[Vec<PlainWord>]) -> Option<Vec<PlainWord>> {
    let mut choice: Vec<Option<&PlainWord>> = vec![None; lists.len()];
    for start in 0..lists.len() {
        let seen = look_for_word(lists, &choice, start);
        let &(mut list, mut word) = seen.last().filter(|(_, word)| !choice.contains(&Some(word)))?;
        // Each list on the path takes the word and passes its own on to the list before it.
        while let Some(given) = choice[list].replace(word) {
            word = given;
            list = seen.iter().find(|(_, seen)| *seen == word).expect("its owner was asked for it").0;
        }
    }
    choice.into_iter().map(Option::<&PlainWord>::cloned).collect()
}

/// The words on the way to one that no list has chosen, each with the list it was seen in: a breadth-first search from
/// `start` through the lists that have chosen the words seen.
fn look_for_word<'a>(
    lists: &'a [Vec<PlainWord>],
    choice: &[Option<&'a PlainWord>],
    start: usize,
) -> Vec<(usize, &'a PlainWord)> {
    let mut seen: Vec<(usize, &PlainWord)> = Vec::new();
    let mut queue = vec![start];
    let mut next = 0;
    while let Some(&list) = queue.get(next) {
        next += 1;
        for word in &lists[list] {
            if seen.iter().any(|&(_, other)| other == word) {
                continue;
            }
            seen.push((list, word));
            let owner = choice.iter().position(|chosen| *chosen == Some(word));
            let Some(owner) = owner else { return seen };
            queue.push(owner);
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lists(text: &[&str]) -> Vec<Vec<PlainWord>> {
        let word = |text: &str| text.chars().filter_map(Plain::from_ascii).collect();
        text.iter().map(|list| list.split_whitespace().map(word).collect()).collect()
    }

    #[test]
    fn a_list_gives_its_word_away_where_it_has_another() {
        assert!(choose_distinct(&lists(&["SEL LES", "SEL", "LES ILE"])).is_some());
        assert!(choose_distinct(&lists(&["SEL LES", "LES ILE", "SEL", "ILE AIL"])).is_some());
        assert!(choose_distinct(&lists(&["SEL LES", "SEL", "LES"])).is_none());
        assert!(choose_distinct(&lists(&[""])).is_none());
        let chosen = choose_distinct(&lists(&["SEL LES", "SEL LES"])).unwrap();
        assert_ne!(chosen[0], chosen[1]);
    }
}

//! Other places for a joker: the next player cannot touch its word without replacing it, so the place matters.

use crate::judge::judge;
use crate::letter::Letter;
use crate::meld::Meld;
use crate::position::Position;
use crate::rules::letters::Letters;
use crate::tile::Tile;
use crate::turn::Turn;
use crate::words::Words;

/// The other words in which a joker is tried.
const PLACES: usize = 3;

/// The turns that differ from this one in the word in which a joker is laid, the longest words first. They score no less.
pub(super) fn with_other_locks<W: Words>(
    rules: &Letters<W>,
    position: &Position<Letter>,
    turn: &Turn<Letter>,
) -> Vec<Turn<Letter>> {
    let points = |turn: &Turn<Letter>| judge(rules, position, turn).ok().map(|verdict| verdict.points);
    let now = points(turn);
    let is_laid = |meld: &Meld<Letter>| meld.has_joker() && !position.table().contains(meld);
    let Some(from) = turn.table.iter().position(is_laid) else { return Vec::new() };
    let Some(joker) = turn.table[from].iter().position(|tile| tile.is_joker()) else { return Vec::new() };
    let mut words: Vec<usize> = (0..turn.table.len()).filter(|&at| !turn.table[at].has_joker()).collect();
    words.sort_by_key(|&at| std::cmp::Reverse(turn.table[at].len()));
    let letters = stands_for(rules, &turn.table[from], joker);
    let moved = words.into_iter().filter_map(|to| {
        let place = turn.table[to].iter().position(|tile| letters.contains(tile))?;
        Some(swapped(turn, (from, joker), (to, place))).filter(|turn| points(turn) >= now)
    });
    moved.take(PLACES).collect()
}

/// The letters that a joker can stand for, if it is the only one of its word.
fn stands_for<W: Words>(rules: &Letters<W>, meld: &Meld<Letter>, joker: usize) -> Vec<Letter> {
    let mut letters = Vec::new();
    if meld.iter().filter(|tile| tile.is_joker()).count() == 1 {
        rules.words.fitting(meld, &mut |word| {
            letters.push(word[joker]);
            true
        });
    }
    letters
}

/// The turn with two tiles of its table changed for each other.
fn swapped(turn: &Turn<Letter>, one: (usize, usize), other: (usize, usize)) -> Turn<Letter> {
    let mut words: Vec<Vec<Letter>> = turn.table.iter().map(|meld| meld.to_vec()).collect();
    (words[one.0][one.1], words[other.0][other.1]) = (words[other.0][other.1], words[one.0][one.1]);
    Turn { table: words.into_iter().map(Meld::from).collect(), ..turn.clone() }
}

#[cfg(test)]
mod tests {
    use lexicon::{Automaton, Reading, WordList};

    use super::*;
    use crate::position::Player;

    fn melds(texts: &[&str]) -> Vec<Meld<Letter>> {
        let meld = |text: &&str| text.bytes().filter_map(Letter::from_ascii).collect();
        texts.iter().map(meld).collect()
    }

    #[test]
    fn a_joker_changes_places_with_its_letter() {
        let list = "ELEVES\nFACILE\nLES\nSEL\nSIR\n";
        let (list, _) = WordList::read(list.as_bytes(), &Reading::default()).unwrap();
        let words = Automaton::from_list(&list).unwrap();
        let mut me = Player::new("Ana");
        me.placed = true;
        me.hand = "FACILLES*".bytes().filter_map(Letter::from_ascii).collect();
        let position = Position::new(vec![me, Player::new("Ben")], vec![melds(&["SIR"])]);
        let rules = Letters::new(&words);
        let others = |table: &[&str]| {
            let turn = Turn::place(melds(table));
            assert!(judge(&rules, &position, &turn).is_ok(), "{table:?}");
            let turns = with_other_locks(&rules, &position, &turn);
            turns.into_iter().map(|turn| turn.table).collect::<Vec<_>>()
        };
        assert_eq!(others(&["SIR", "FACILE", "L*S"]), [melds(&["SIR", "FACIL*", "LES"])]);
        assert_eq!(others(&["SIR", "FACIL*", "LES"]), [melds(&["SIR", "FACILE", "L*S"])]);
    }
}

//! Letter rummy: words of a dictionary.

use std::ops::RangeInclusive;

use super::{Change, FirstPlacement, JokerRule, Out, Rules, TableRule, TurnRules, TurnShape, Winner};
use crate::house_rules::LettersHouse;
use crate::letter::Letter;
use crate::letter_bag::LetterBag;
use crate::meld::Meld;
use crate::multiset::Multiset;
use crate::refusal::{Flaw, Opening, Refusal, Together};
use crate::sexp::{Node, ReadError};
use crate::tile::Tile;
use crate::words::Words;

/// The shortest word.
const SHORTEST: usize = 3;

/// Letter rummy with the words `W`.
#[derive(Clone, Debug)]
pub struct Letters<W> {
    /// The dictionary.
    pub words: W,
    /// The joker rule.
    pub jokers: JokerRule,
    /// The bag, if it is not the usual one of the words.
    pub bag: Option<LetterBag>,
    /// The house rules.
    pub house: LettersHouse,
}

impl<W: Words> Letters<W> {
    /// Letter rummy with these words, the strict joker rule, the usual bag and the usual house rules.
    pub fn new(words: W) -> Self {
        Self { words, jokers: JokerRule::Strict, bag: None, house: LettersHouse::USUAL }
    }

    /// The length of the shortest word of a first placement.
    pub(crate) fn opening(&self) -> usize {
        usize::from(self.house.opening)
    }

    /// The first `limit` words that a combination can be read as.
    fn readings(&self, meld: &[Letter], limit: usize) -> Vec<Vec<Letter>> {
        let mut readings = Vec::new();
        self.words.fitting(meld, &mut |word| {
            readings.push(word.to_vec());
            readings.len() < limit
        });
        readings
    }

    /// The length of the longest word formed that was not there before. A word with a joker is new if it can be read as a
    /// word that was not there. A word with a joker was there only if it has a single reading.
    fn longest_new(&self, change: &Change<'_, Letter>) -> usize {
        let old: Vec<Vec<Letter>> = change
            .before
            .table()
            .iter()
            .filter_map(|meld| <[Vec<Letter>; 1]>::try_from(self.readings(meld, 2)).ok())
            .map(|[word]| word)
            .collect();
        let is_new =
            |meld: &&Meld<Letter>| self.readings(meld, old.len() + 1).iter().any(|word| !old.contains(word));
        change.formed.iter().copied().filter(is_new).map(|meld| meld.len()).max().unwrap_or(0)
    }
}

impl<W: Words> Rules for Letters<W> {
    type Tile = Letter;

    fn name(&self) -> &'static str {
        "letters"
    }

    fn bag(&self) -> Multiset<Letter> {
        self.bag.unwrap_or_else(|| self.words.usual_bag()).tiles()
    }

    fn tile_text(&self, tile: Letter) -> String {
        tile.capital(self.words.alphabet()).to_string()
    }

    fn read_tile(&self, node: &Node) -> Result<Letter, ReadError> {
        Letter::read_in(self.words.alphabet(), node)
    }

    fn typed_tiles(&self, word: &str) -> Option<Vec<Letter>> {
        Letter::word_in(self.words.alphabet(), word)
    }

    fn players(&self) -> RangeInclusive<usize> {
        2..=6
    }

    fn dealt(&self, _players: usize) -> usize {
        usize::from(self.house.hand_size)
    }

    fn turn_rules(&self) -> TurnRules {
        TurnRules {
            shape: TurnShape::DrawOrPlace,
            table_rule: TableRule::Rearrange(self.jokers),
            least_hand: 7,
            out: Out::EmptyHandAndStock,
            winner: Winner::Highest,
        }
    }

    fn check_meld(&self, tiles: &[Letter]) -> Result<(), Flaw> {
        if tiles.len() < SHORTEST {
            Err(Flaw::FewLetters)
        } else if self.words.has(tiles) {
            Ok(())
        } else if tiles.contains(&Letter::JOKER) {
            Err(Flaw::FitsNoWord)
        } else {
            Err(Flaw::NotAWord)
        }
    }

    fn replacements(&self, meld: &[Letter], from: &Multiset<Letter>) -> Vec<Vec<Letter>> {
        let mut ways = Vec::new();
        self.words.fitting(meld, &mut |word| {
            let way: Vec<Letter> = meld
                .iter()
                .zip(word)
                .filter(|(tile, _)| tile.is_joker())
                .map(|(_, &letter)| letter)
                .collect();
            if way.iter().collect::<Multiset<Letter>>().is_subset(from) {
                ways.push(way);
            }
            true
        });
        ways
    }

    /// No word may lie on the table twice: each combination needs a reading of its own.
    fn check_table(&self, change: &Change<'_, Letter>) -> Result<(), Refusal> {
        let table = change.table;
        // A combination with as many readings as there are combinations always finds one of its own.
        let readings: Vec<_> = table.iter().map(|meld| self.readings(meld, table.len())).collect();
        match distinct_choice(&readings) {
            Ok(()) => Ok(()),
            Err(stuck) => Err(Refusal::Table(Together::WordTwice(self.meld_text(&table[stuck])))),
        }
    }

    fn check_opening(&self, change: &Change<'_, Letter>) -> Result<(), Refusal> {
        match change.formed.as_slice() {
            [word] if word.len() >= self.opening() => Ok(()),
            [word] => Err(Refusal::Opening(Opening::Letters { least: self.opening(), found: word.len() })),
            words => Err(Refusal::Opening(Opening::OneWord(words.len()))),
        }
    }

    fn first_placement(&self, _score: i32) -> FirstPlacement {
        FirstPlacement { letters: self.opening(), ..FirstPlacement::default() }
    }

    /// One for each hand letter, doubled if the hand is emptied, and the length of the longest new word.
    fn points(&self, change: &Change<'_, Letter>) -> i32 {
        let placed = change.placed.len();
        let doubled = if change.is_out() { 2 * placed } else { placed };
        (doubled + self.longest_new(change)) as i32
    }
}

/// Can one word of each list be chosen so that all are different? If not, the error is the list that cannot. (Augmenting
/// paths: a list without a free word asks the others in turn to take another one.)
fn distinct_choice(lists: &[Vec<Vec<Letter>>]) -> Result<(), usize> {
    let mut taken: Vec<(&[Letter], usize)> = Vec::new();
    for list in 0..lists.len() {
        let mut asked = Vec::new();
        if !find_word(list, lists, &mut taken, &mut asked) {
            return Err(list);
        }
    }
    Ok(())
}

fn find_word<'a>(
    list: usize,
    lists: &'a [Vec<Vec<Letter>>],
    taken: &mut Vec<(&'a [Letter], usize)>,
    asked: &mut Vec<&'a [Letter]>,
) -> bool {
    for word in &lists[list] {
        if asked.contains(&word.as_slice()) {
            continue;
        }
        asked.push(word);
        match taken.iter().position(|(other, _)| other == word) {
            None => {
                taken.push((word, list));
                return true;
            }
            Some(at) => {
                let owner = taken[at].1;
                if find_word(owner, lists, taken, asked) {
                    taken[at].1 = list;
                    return true;
                }
            }
        }
    }
    false
}

//! The decisions of a rule set; everything else belongs to the engine.

pub(crate) mod canasta;
pub(crate) mod letters;
pub(crate) mod mahjong;
pub(crate) mod rami;
pub(crate) mod rummikub;
mod shape;

use std::ops::RangeInclusive;

use crate::meld::Meld;
use crate::multiset::Multiset;
use crate::position::Position;
use crate::refusal::{Flaw, Refusal};
use crate::sexp::{Node, ReadError};
use crate::tile::Tile;
use crate::turn::Take;

/// A rule set: its tiles, its combinations, its numbers.
pub trait Rules {
    /// Its tiles.
    type Tile: Tile;

    /// The name by which a player asks for it.
    fn name(&self) -> &'static str;

    /// All tiles of the game.
    fn bag(&self) -> Multiset<Self::Tile>;

    /// A tile in the form of the save files and of the commands, which [`Rules::read_tile`] reads.
    fn tile_text(&self, tile: Self::Tile) -> String {
        tile.to_string()
    }

    /// Reads a tile of a save file or of a command.
    fn read_tile(&self, node: &Node) -> Result<Self::Tile, ReadError> {
        Self::Tile::read(node)
    }

    /// The tiles that a player may write in one piece: `9b`, `10♠`, a whole word.
    fn typed_tiles(&self, word: &str) -> Option<Vec<Self::Tile>> {
        Self::Tile::typed(word)
    }

    /// Tiles in the form of the save files.
    fn tile_texts(&self, tiles: &[Self::Tile]) -> Vec<String> {
        tiles.iter().map(|&tile| self.tile_text(tile)).collect()
    }

    /// A combination in the form of the save files.
    fn meld_text(&self, meld: &[Self::Tile]) -> String {
        format!("({})", self.tile_texts(meld).join(" "))
    }

    /// How many can play.
    fn players(&self) -> RangeInclusive<usize>;

    /// How many tiles each player is dealt.
    fn dealt(&self, players: usize) -> usize;

    /// The rules of a turn.
    fn turn_rules(&self) -> TurnRules;

    /// How many tables there are: one for all, unless each side has its own.
    fn tables(&self, _players: usize) -> usize {
        1
    }

    /// Is it a combination? If not, the error says why.
    fn check_meld(&self, tiles: &[Self::Tile]) -> Result<(), Flaw>;

    /// Every way to put tiles out of `from` in the place of all jokers of a valid combination: one list
    /// for each way, in the order of the jokers. It never names a joker.
    fn replacements(&self, meld: &[Self::Tile], from: &Multiset<Self::Tile>) -> Vec<Vec<Self::Tile>>;

    /// Does the order of a valid combination mean anything? (In a run or a word it does.)
    fn is_ordered(&self, _meld: &[Self::Tile]) -> bool {
        true
    }

    /// May the combinations of the new table, each valid by itself, lie there together?
    fn check_table(&self, _change: &Change<'_, Self::Tile>) -> Result<(), Refusal> {
        Ok(())
    }

    /// Is this first placement good enough?
    fn check_opening(&self, change: &Change<'_, Self::Tile>) -> Result<(), Refusal>;

    /// The demands on a first placement of a player with this score, to be shown before one is tried;
    /// [`Rules::check_opening`] decides.
    fn first_placement(&self, _score: i32) -> FirstPlacement {
        FirstPlacement::default()
    }

    /// May the pile be taken in this way? Asked where the turn takes it and places its top tile.
    fn check_pile(&self, _change: &Change<'_, Self::Tile>) -> Result<(), Refusal> {
        Ok(())
    }

    /// May the player go out in this way? Asked where no tile is left in the hand.
    fn check_out(&self, _change: &Change<'_, Self::Tile>) -> Result<(), Refusal> {
        Ok(())
    }

    /// Is it laid out as soon as it is drawn, and replaced from the stock?
    fn is_bonus(&self, _tile: Self::Tile) -> bool {
        false
    }

    /// May it lie on the pile when play starts? If not, another one is turned up on it.
    fn starts_pile(&self, _tile: Self::Tile) -> bool {
        true
    }

    /// The value of a tile that is placed, whatever it scores.
    fn tile_value(&self, _tile: Self::Tile) -> i32 {
        1
    }

    /// The points that a turn adds to the score.
    fn points(&self, _change: &Change<'_, Self::Tile>) -> i32 {
        0
    }

    /// The points of each player at the end of the deal, besides those of the turns.
    fn final_points(&self, position: &Position<Self::Tile>) -> Vec<i32> {
        vec![0; position.players.len()]
    }

    /// The score that ends a game of several deals.
    fn target(&self) -> Option<i32> {
        None
    }
}

/// The demands on a first placement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FirstPlacement {
    /// The least value; with 0 any value will do.
    pub worth: i32,
    /// Must it have a run without a joker?
    pub pure_run: bool,
    /// The least number of letters of its single word; with 0 it is not a word.
    pub letters: usize,
}

/// The rules of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnRules {
    /// The parts of a turn.
    pub shape: TurnShape,
    /// The changes that are allowed to combinations on the table.
    pub table_rule: TableRule,
    /// After the turn the player draws up to this many tiles, as far as the stock goes.
    pub least_hand: usize,
    /// When an empty hand ends the deal.
    pub out: Out,
    /// The score that wins.
    pub winner: Winner,
}

/// The parts of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnShape {
    /// Either draw one tile, or place.
    DrawOrPlace,
    /// Take a tile, place if you like, discard one.
    TakeAndDiscard {
        /// The tiles that are taken from the pile.
        pile: PileTake,
        /// Must the very last tile be discarded, or may it be placed?
        keep_one: bool,
    },
}

/// The tiles that are taken from the discard pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PileTake {
    /// The top tile.
    Top,
    /// All of it.
    Whole,
}

/// The changes that are allowed to combinations on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableRule {
    /// Anything, under this joker rule.
    Rearrange(JokerRule),
    /// Tiles may be added; and, where jokers may be swapped, the tile that a joker stands for may take its place.
    /// Combination `i` of the table stays combination `i`.
    AddOnly {
        /// May a joker be swapped?
        swap_jokers: bool,
    },
}

/// The rule for jokers that lie on the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum JokerRule {
    /// A combination with jokers is untouchable until each of them has been replaced from the hand.
    #[default]
    Strict,
    /// A joker is a tile like any other.
    Free,
}

/// When an empty hand ends the deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Out {
    /// At once.
    EmptyHand,
    /// Once the stock is empty too.
    EmptyHandAndStock,
}

/// The score that wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Winner {
    /// The highest score.
    Highest,
    /// The lowest score.
    Lowest,
}

/// The combinations of `after` that are not in `before`, each as often as it is new. Combinations whose order means
/// nothing are equal in any order.
pub(crate) fn melds_beyond<'a, R: Rules>(
    rules: &R,
    after: &'a [Meld<R::Tile>],
    before: &[Meld<R::Tile>],
) -> Vec<&'a Meld<R::Tile>> {
    let same = |a: &Meld<R::Tile>, b: &Meld<R::Tile>| {
        a == b || (a.len() == b.len() && a.tiles() == b.tiles() && !rules.is_ordered(a))
    };
    let mut old: Vec<Option<&Meld<R::Tile>>> = before.iter().map(Some).collect();
    let is_new = |meld: &&Meld<R::Tile>| {
        let found = old.iter_mut().find(|old| old.is_some_and(|old| same(old, meld)));
        found.is_none_or(|found| found.take().is_none())
    };
    after.iter().filter(is_new).collect()
}

/// A turn as the rule sets see it: the engine has compared the tables.
#[derive(Clone, Debug)]
pub struct Change<'a, T: Tile> {
    /// The position before the turn.
    pub before: &'a Position<T>,
    /// The source of the tile taken first.
    pub take: Take,
    /// The tiles that came into the hand first.
    pub taken: &'a [T],
    /// The mover's table after the turn.
    pub table: &'a [Meld<T>],
    /// The combinations of that table that were not there before.
    pub formed: Vec<&'a Meld<T>>,
    /// The hand tiles placed.
    pub placed: Multiset<T>,
    /// The tiles left in the hand, without the discard.
    pub left: Multiset<T>,
    /// The tile that goes onto the pile.
    pub discard: Option<T>,
}

impl<T: Tile> Change<'_, T> {
    /// Is no tile left in the hand?
    pub fn is_out(&self) -> bool {
        self.left.is_empty()
    }
}

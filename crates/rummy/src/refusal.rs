//! The reasons why a turn is not legal, in a player's words.

use thiserror::Error;

/// The reason why a turn is not legal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// Neither drawn nor placed.
    #[error("draw a tile or place at least one; you may only pass when the stock is empty")]
    Idle,
    /// Rearranged without placing.
    #[error("the table is rearranged but no tile of your hand is placed")]
    NothingPlaced,
    /// Drawn and placed in one turn.
    #[error("draw a tile or place tiles, not both in one turn")]
    DrawnAndPlaced,
    /// A tile left the table.
    #[error("{tile} is taken from the table; tiles on the table stay there")]
    TakenFromTable {
        /// The tile.
        tile: String,
    },
    /// A tile is used that the player does not have.
    #[error("{tile} is not in your hand")]
    NotInHand {
        /// The tile.
        tile: String,
    },
    /// Tiles that are not a combination.
    #[error("{meld} {why}")]
    NoMeld {
        /// The tiles.
        meld: String,
        /// The reason.
        why: Flaw,
    },
    /// A combination of the table was touched too early.
    #[error("{meld} lies on the table; leave it alone until your own first placement is made")]
    TouchedTooEarly {
        /// The combination.
        meld: String,
    },
    /// The first placement is not good enough.
    #[error("the first placement {0}")]
    Opening(Opening),
    /// A combination with a joker was touched without replacing the joker.
    #[error("{meld} is locked: first replace every joker in it by a fitting tile of your own hand")]
    Locked {
        /// The combination.
        meld: String,
    },
    /// Several combinations with jokers were touched, and the hand tiles placed do not replace them all.
    #[error("the tiles of your hand do not replace all the jokers of {}", melds.join(" and "))]
    LockedTogether {
        /// The combinations.
        melds: Vec<String>,
    },
    /// A combination was changed where one may only add.
    #[error("{meld} may only be added to")]
    OnlyAdd {
        /// The combination.
        meld: String,
    },
    /// The combinations do not go together.
    #[error("{0}")]
    Table(Together),
    /// A turn must begin with taking a tile.
    #[error("take a tile first, from the stock or from the pile")]
    TakeFirst,
    /// The tile drawn has been seen; the turn goes on with it.
    #[error("you have drawn from the stock already")]
    AlreadyDrawn,
    /// The deal is over.
    #[error("the deal is over")]
    Over,
    /// There is nothing to take.
    #[error("the {0} is empty")]
    Empty(&'static str),
    /// There is no discard pile in this game.
    #[error("there is no discard pile in this game")]
    NoPile,
    /// The pile may not be taken.
    #[error("the pile may not be taken: {0}")]
    Pile(PileBar),
    /// The last tile is missing.
    #[error("discard a tile to end your turn")]
    DiscardMissing,
    /// The last tile must be discarded.
    #[error("you must keep a tile to discard at the end")]
    KeepOne,
    /// The player may not go out.
    #[error("you may not go out: {0}")]
    Out(OutBar),
    /// The position after the turn is not what the turn leads to.
    #[error("after this turn {0}")]
    Differs(String),
}

/// The reason why tiles are not a combination, in words that follow the combination: "is not in the dictionary".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Flaw {
    /// Too few tiles.
    #[error("has fewer than 3 tiles")]
    FewTiles,
    /// Too few cards.
    #[error("has fewer than 3 cards")]
    FewCards,
    /// Too few letters.
    #[error("has fewer than 3 letters")]
    FewLetters,
    /// Nothing says what the jokers stand for.
    #[error("is made of jokers alone")]
    JokersAlone,
    /// Numbered tiles without a shape.
    #[error("is neither a run of one colour nor a group of one number in different colours")]
    NoShape,
    /// Cards without a shape.
    #[error("is neither a run of one suit nor a group of one rank in different suits")]
    NoCardShape,
    /// More jokers than the rules allow.
    #[error("has more than one joker")]
    ManyJokers,
    /// With its jokers it can be read as no word.
    #[error("fits no word of the dictionary")]
    FitsNoWord,
    /// It is not a word.
    #[error("is not in the dictionary")]
    NotAWord,
    /// Too few natural cards.
    #[error("has fewer than two natural cards")]
    FewNaturals,
    /// Cards of several ranks.
    #[error("is not of one rank")]
    MixedRanks,
    /// Red threes are laid out, not combined.
    #[error("has a red three in it")]
    RedThree,
    /// Black threes take no wild cards.
    #[error("mixes black threes with wild cards")]
    WildBlackThrees,
    /// Too many wild cards.
    #[error("has more than three wild cards")]
    ManyWild,
    /// Mahjong tiles without a shape.
    #[error("is neither a chow nor a pung nor a pair")]
    NoMahjongShape,
    /// A reason of a rule set that is not one of this crate.
    #[error("{0}")]
    Other(&'static str),
}

/// The reason why a first placement is not good enough, in words that follow "the first placement".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Opening {
    /// It is not worth enough.
    #[error("must be worth {least} or more, not {value}")]
    Worth {
        /// The least value.
        least: i64,
        /// Its value.
        value: i64,
    },
    /// It has no run without a joker.
    #[error("needs a run without a joker")]
    PureRun,
    /// The word is too short.
    #[error("must be a word of {least} letters or more, not of {found}")]
    Letters {
        /// The least number of letters.
        least: usize,
        /// The letters of the word.
        found: usize,
    },
    /// There are several words.
    #[error("must be a single word, not {0}")]
    OneWord(usize),
}

/// The reason why combinations, each valid by itself, do not go together.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Together {
    /// The side has a combination of this rank already.
    #[error("{0} is a second combination of its rank")]
    SecondOfRank(String),
    /// Black threes come last.
    #[error("black threes are placed only when you go out")]
    BlackThrees,
    /// A pair comes last.
    #[error("a pair is placed only when you go out")]
    Pair,
    /// A word would lie on the table twice.
    #[error("{0} would stand on the table twice")]
    WordTwice(String),
    /// Another reason, in words.
    #[error("{0}")]
    Other(String),
}

/// The reason why the pile may not be taken.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PileBar {
    /// Its top tile does not go to the table.
    #[error("{0} must be placed in the same turn")]
    PlaceTop(String),
    /// Its top card is wild.
    #[error("its top card is wild")]
    WildTop,
    /// Its top card is wild or a black three.
    #[error("its top card is wild or a black three")]
    BlockedTop,
    /// It is frozen.
    #[error("it is frozen; place its top card with two natural cards of your hand")]
    Frozen,
    /// The top card goes into a new combination, and the hand does not give enough to it.
    #[error("its top card needs two more cards of your hand, one of them natural")]
    TwoMore,
    /// Nothing would be left to discard.
    #[error("you hold a single card")]
    SingleCard,
}

/// The reason why a player may not go out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum OutBar {
    /// The side has no canasta.
    #[error("your side has no canasta")]
    NoCanasta,
    /// The hand is not a complete mahjong.
    #[error("it takes four combinations of three, a pair and no discard")]
    NotComplete,
}

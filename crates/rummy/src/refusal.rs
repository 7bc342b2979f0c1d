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
        why: String,
    },
    /// A combination of the table was touched too early.
    #[error("{meld} lies on the table; leave it alone until your own first placement is made")]
    TouchedTooEarly {
        /// The combination.
        meld: String,
    },
    /// The first placement is not good enough.
    #[error("the first placement {0}")]
    Opening(String),
    /// A combination with a joker was touched without replacing the joker.
    #[error("{meld} is locked: first replace every joker in it by a fitting tile of your own hand")]
    Locked {
        /// The combination.
        meld: String,
    },
    /// Several combinations with jokers were touched, and the hand tiles placed do not replace them all.
    #[error("the tiles of your hand do not replace all the jokers of {melds}")]
    LockedTogether {
        /// The combinations.
        melds: String,
    },
    /// A combination was changed where one may only add.
    #[error("{meld} may only be added to")]
    OnlyAdd {
        /// The combination.
        meld: String,
    },
    /// The combinations do not go together.
    #[error("{0}")]
    Table(String),
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
    Pile(String),
    /// The last tile is missing.
    #[error("discard a tile to end your turn")]
    DiscardMissing,
    /// The last tile must be discarded.
    #[error("you must keep a tile to discard at the end")]
    KeepOne,
    /// The player may not go out.
    #[error("you may not go out: {0}")]
    Out(String),
    /// The position after the turn is not what the turn leads to.
    #[error("after this turn {0}")]
    Differs(String),
}

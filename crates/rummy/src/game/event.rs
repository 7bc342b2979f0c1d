//! The events of a game, as data.

use crate::seat::Seat;
use crate::turn::Take;

/// Something that happened. Tiles are in the form of the save files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Somebody drew from the stock.
    Drew {
        /// The player.
        seat: Seat,
        /// How many tiles came into the hand.
        count: usize,
        /// These tiles, for whoever may see them.
        tiles: Option<Vec<String>>,
        /// Bonus tiles that turned up and are laid out.
        bonus: Vec<String>,
    },
    /// Somebody changed the turn in the making; the others do not see how.
    Arranged {
        /// The player.
        seat: Seat,
    },
    /// Somebody took back the last change of the turn in the making.
    TookBack {
        /// The player.
        seat: Seat,
    },
    /// Somebody finished a turn.
    Played {
        /// The player.
        seat: Seat,
        /// Where the first tile of the turn came from.
        take: Take,
        /// The hand tiles placed.
        placed: Vec<String>,
        /// The points of the turn.
        points: i32,
        /// The tile discarded.
        discard: Option<String>,
    },
    /// A deal ended.
    DealOver {
        /// The player who is out; none if a whole round placed nothing.
        out: Option<Seat>,
        /// The scores.
        scores: Vec<i32>,
    },
    /// The game ended.
    GameOver {
        /// The winners.
        winners: Vec<Seat>,
    },
    /// Another deal was dealt.
    Dealt {
        /// Its number, counted from 0.
        deal: u32,
    },
}

impl Event {
    /// The event as it is seen from a seat, or by a spectator.
    #[must_use]
    pub fn seen_by(&self, viewer: Option<Seat>) -> Self {
        let mut seen = self.clone();
        if let Self::Drew { seat, tiles, .. } = &mut seen
            && viewer != Some(*seat)
        {
            *tiles = None;
        }
        seen
    }
}

//! Games as plain data, as much of them as a seat may see.

use serde::Serialize;

use crate::session::Ending;
use crate::texts::Language;
use crate::tiles::Tiles;

/// A game as it is seen from one seat, or by a spectator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "family", rename_all = "snake_case")]
pub enum View {
    /// Patience.
    Patience(PatienceView),
    /// Peg solitaire.
    Peg(PegView),
    /// Rummy.
    Rummy(RummyView),
}

/// A patience. Cards are written as in solution files' pictures: `10♥`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PatienceView {
    /// The game and the number of the deal: `FreeCell.123`.
    pub deal: String,
    /// The columns, bottom card first.
    pub columns: Vec<Vec<String>>,
    /// The cells.
    pub cells: Vec<Option<String>>,
    /// The top cards of the foundations.
    pub foundations: Vec<Option<String>>,
    /// Moves made so far.
    pub moves: usize,
    /// How it ended, if it is over.
    pub ending: Option<Ending>,
}

/// A game of peg solitaire.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PegView {
    /// The board with its pegs, as a board file has it.
    pub text: String,
    /// Pegs left.
    pub pegs: u32,
    /// The jumps that can be made.
    pub jumps: Vec<JumpView>,
    /// Can the game still be won, if that is known?
    pub solvable: Option<bool>,
    /// Moves made so far.
    pub moves: usize,
    /// How it ended, if it is over.
    pub ending: Option<Ending>,
}

/// A jump that can be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct JumpView {
    /// The jump in the notation of the game.
    pub jump: String,
    /// Can the game still be won after it, if that is known?
    pub solvable: Option<bool>,
}

/// A game of rummy. Tiles are written as in saved games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RummyView {
    /// The rule set.
    pub rules: String,
    /// Whose view it is, counted from 0; none for a spectator.
    pub seat: Option<usize>,
    /// The players in the order of play.
    pub players: Vec<PlayerView>,
    /// The own hand at the beginning of the turn.
    pub hand: Vec<String>,
    /// The tiles that the viewer has drawn in this turn.
    pub drawn: Vec<String>,
    /// The tiles of the own hand that came last from the stock, for the mover alone.
    pub fresh: Vec<String>,
    /// The combinations: one table for all, or one for each side.
    pub tables: Vec<Vec<Vec<String>>>,
    /// How many tiles the stock holds now.
    pub stock: usize,
    /// The discard pile, the top tile last; for the mover without what is taken.
    pub pile: Vec<String>,
    /// Who is to move, counted from 0.
    pub turn: usize,
    /// Has the mover drawn from the stock in this turn already?
    pub has_drawn: bool,
    /// The turn in the making, for the mover alone.
    pub draft: Option<DraftView>,
    /// Which deal this is, counted from 1.
    pub deal: u32,
    /// Is the deal over, with another one to come?
    pub deal_over: bool,
    /// How it ended, if it is over.
    pub ending: Option<Ending>,
}

impl RummyView {
    /// The tiles of the game as players of a language read them.
    #[must_use]
    pub fn tiles(&self, language: Language) -> Tiles {
        Tiles::new(self.rules.parse().expect("a view names its rule set"), language)
    }
}

/// One player as everybody sees them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlayerView {
    /// The name.
    pub name: String,
    /// The level, if this is a machine.
    pub machine: Option<String>,
    /// The points so far.
    pub score: i32,
    /// Has the player (or the partner) placed in this deal already?
    pub placed: bool,
    /// How many tiles the hand holds now; for the own hand without those laid in this turn.
    pub tiles: usize,
    /// Bonus tiles laid out face up.
    pub bonus: Vec<String>,
}

/// The turn in the making, as the mover sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DraftView {
    /// Where the first tile of the turn comes from: `stock`, `pile` or `nothing`.
    pub took: &'static str,
    /// The mover's table as it is now.
    pub table: Vec<Vec<String>>,
    /// The tiles left in the hand.
    pub hand: Vec<String>,
    /// The tiles lifted off the table that lie in no combination; they must be placed before the turn ends.
    pub loose: Vec<String>,
}

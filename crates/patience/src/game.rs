//! A game that is being played: the deal, what was done, and what may be done now.

mod position;
mod record;
mod refusal;
mod run_move;
mod spot;
mod transcript;
mod wish;

pub use record::{BadRecord, Record, Start};
pub use refusal::Refusal;
pub use run_move::Step;
pub use spot::Spot;
pub use transcript::{PlayedMove, player_moves};

pub(crate) use position::Position;
pub(crate) use wish::{Goal, Wish, spot};

use self::position::Done;
use crate::action::Action;
use crate::card::Card;
use crate::deal::Deal;
use crate::moves::{Move, Target};
use crate::solution::{NotASolution, Solution, replay};
use crate::table::{Illegal, Table};

/// A game of patience that is being played, with undo and redo.
///
/// ```
/// use patience::{Deal, Game};
///
/// let deal: Deal = "FreeCell.123".parse()?;
/// let mut game = Game::new(deal);
/// let first = game.legal()[0].text.clone();
/// game.act(&first)?;
/// assert_eq!(game.record().moves, [first]);
/// assert!(game.undo() && !game.undo() && game.redo());
/// assert_eq!(Game::replay(&game.record())?, game);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    deal: Deal,
    first: Position,
    /// Every move that was done; those after the cursor were taken back.
    history: Vec<Turn>,
    cursor: usize,
}

/// One move of the player, and where it led.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Turn {
    acted: Acted,
    after: Position,
}

/// A move as a player thinks of it: a run is moved as one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerMove {
    /// The text by which [`Game::act`] does it.
    pub text: String,
    /// The cards that go, lowest first; none in a redeal.
    pub cards: Vec<Card>,
    /// From which place to which, where it is not a redeal or a rotation.
    pub places: Option<(Spot, Spot)>,
}

/// A player's move that was done, and its results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Acted {
    /// The move.
    pub played: PlayerMove,
    /// The single moves that it stands for; none in a redeal or a rotation.
    pub steps: Vec<Step>,
    /// The cards that then went to their foundations by themselves.
    pub went_up: Vec<Card>,
    /// The lines of a solution file for it.
    pub actions: Vec<Action>,
}

/// How a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// All cards are on the foundations.
    Won,
    /// Nothing may be done any more.
    Stuck,
}

impl Game {
    /// A game of this deal, nothing played yet.
    pub fn new(deal: Deal) -> Self {
        let first = Position::of(deal.table().clone());
        Self { deal, first, history: Vec::new(), cursor: 0 }
    }

    /// The deal that is played.
    pub fn deal(&self) -> &Deal {
        &self.deal
    }

    /// The table as dealt, before any card went up.
    pub fn start(&self) -> &Table {
        self.deal.table()
    }

    /// The table at hand.
    pub fn table(&self) -> &Table {
        &self.position().table
    }

    /// The cells at hand, each with its card.
    pub fn cells(&self) -> &[Option<Card>] {
        &self.position().cells
    }

    /// Everything that a player may do now, moves of whole runs included. Of empty columns and of free cells the
    /// first is listed; [`act`](Self::act) takes any.
    pub fn legal(&self) -> Vec<PlayerMove> {
        self.position().legal().iter().map(player_move).collect()
    }

    /// Does what a player writes, or says why not and changes nothing. Moves that were taken back before are forgotten.
    ///
    /// A move names places: columns by number, cells by the letters `a` to `g` and `i` to `m`, the foundations as
    /// `h`. `37` or `3 7` takes as many cards of column 3 to column 7 as fit, or as can go where that is empty;
    /// `37v2` takes two. Numbers above nine need a blank or a hyphen: `12 3`, `12-3`. `3a` goes to a cell, `a3`
    /// comes from one, `3h` goes up, `H3` brings the top card of the hearts back. Lines of a solution file are
    /// moves too (`17 V`, `REDEAL`), and so are cards by their names (`5H 6S`, `5H T`).
    pub fn act(&mut self, text: &str) -> Result<Acted, Refusal> {
        let done = self.read(text)?;
        let acted = Acted {
            played: player_move(&done),
            steps: done.steps,
            actions: done.actions,
            went_up: done.went_up,
        };
        self.history.truncate(self.cursor);
        self.history.push(Turn { acted: acted.clone(), after: done.after });
        self.cursor += 1;
        Ok(acted)
    }

    /// Takes the last move back, with everything that followed by itself; false where there is none.
    pub fn undo(&mut self) -> bool {
        let undoes = self.cursor > 0;
        self.cursor -= usize::from(undoes);
        undoes
    }

    /// Does the move again that was taken back last; false where there is none.
    pub fn redo(&mut self) -> bool {
        let redoes = self.cursor < self.history.len();
        self.cursor += usize::from(redoes);
        redoes
    }

    /// How the game has ended, if it has.
    pub fn is_over(&self) -> Option<End> {
        if self.table().is_won() {
            return Some(End::Won);
        }
        self.position().legal().is_empty().then_some(End::Stuck)
    }

    /// The moves done so far, without those that were taken back.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = &Acted> {
        self.history[..self.cursor].iter().map(|turn| &turn.acted)
    }

    /// The game as a solution, if it is won.
    pub fn solution(&self) -> Result<Solution, NotASolution> {
        let actions: Vec<_> = self.moves().flat_map(|acted| acted.actions.iter().copied()).collect();
        replay(self.start(), &actions)
    }

    fn position(&self) -> &Position {
        self.cursor.checked_sub(1).map_or(&self.first, |last| &self.history[last].after)
    }

    /// The result of a text, if it means one thing that may be done.
    fn read(&self, text: &str) -> Result<Done, Refusal> {
        let fulfil = |wish: &Wish| self.position().fulfil(*wish);
        match &Wish::readings(text)[..] {
            [] => Err(Refusal::NotAMove(text.trim().chars().filter(|c| !c.is_control()).take(40).collect())),
            [wish] => fulfil(wish),
            [places, cards, ..] => match (fulfil(places), fulfil(cards)) {
                (Ok(one), Ok(other)) if one.after != other.after => Err(Refusal::Ambiguous {
                    text: text.trim().to_owned(),
                    places: places.to_string(),
                    cards: other.actions.into_iter().map(by_name).collect(),
                }),
                (Ok(done), _) | (Err(_), Ok(done)) => Ok(done),
                (Err(Refusal::Illegal(Illegal::NoColumn(_))), Err(why)) | (Err(why), Err(_)) => Err(why),
            },
        }
    }
}

fn player_move(done: &Done) -> PlayerMove {
    let places = match done.wish {
        Wish::Act(_) => None,
        Wish::Carry { from, to: Goal::Spot(to), .. } => Some((from, to)),
        Wish::Carry { from, to: Goal::Home, .. } => {
            done.cards.first().map(|card| (from, Spot::Foundation(card.suit())))
        }
    };
    PlayerMove { text: done.wish.to_string(), cards: done.cards.clone(), places }
}

/// A move with the names of its cards.
fn by_name(action: Action) -> String {
    match action {
        Action::Move(Move { card, to: Target::Onto(on) }) => format!("{} {}", card.ascii(), on.ascii()),
        other => other.to_string(),
    }
}

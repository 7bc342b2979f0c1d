//! The reasons why a command or a machine's turn is not carried out.

use search::Limit;
use thiserror::Error;

use crate::command::CommandError;
use crate::deal::DealError;
use crate::draft::DraftError;
use crate::judge::IllegalTurn;
use crate::refusal::Refusal;
use crate::seat::Seat;

/// The reason why a command is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refused {
    /// There is no such seat.
    #[error("there is no {0}")]
    NoSeat(Seat),
    /// It is somebody else's turn.
    #[error("it is the turn of {0}")]
    NotYourTurn(String),
    /// A machine plays on this seat.
    #[error("{0} is a machine")]
    Machine(String),
    /// The text is not a command.
    #[error(transparent)]
    Text(#[from] CommandError),
    /// The step of the draft is refused.
    #[error(transparent)]
    Draft(#[from] DraftError),
    /// The tile cannot be taken.
    #[error("{0}")]
    Take(Refusal),
    /// A turn that begins with a tile has begun with something else.
    #[error("draw first: undo takes back what you have done in this turn")]
    NotAtTheBeginning,
    /// The pile was taken already in this turn.
    #[error("you have taken from the pile already")]
    AlreadyTaken,
    /// The turn is not legal.
    #[error("not legal: {0}")]
    Turn(Refusal),
    /// The deal is over.
    #[error("the deal is over")]
    DealOver,
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// The deal is not over yet.
    #[error("the deal is not over yet")]
    StillPlaying,
    /// A game that was loaded has players who cannot be dealt to.
    #[error(transparent)]
    Deal(#[from] DealError),
    /// Nothing was taken back.
    #[error("there is nothing to redo")]
    NothingToRedo,
}

/// The reason why a machine does not play.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MachineError {
    /// The deal or the game is over.
    #[error("the deal is over")]
    Over,
    /// A person is to move.
    #[error("{0} is not a machine")]
    Person(String),
    /// The machine was asked to stop thinking; nothing is played.
    #[error("{0}")]
    Stopped(Limit),
    /// The judge refuses the turn of the machine: an error of the program.
    #[error(transparent)]
    Illegal(#[from] IllegalTurn),
}

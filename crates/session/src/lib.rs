//! One running game of any kind behind one interface, for every front end: a terminal, a browser, a pipe.
//!
//! A [`Session`] shows itself as plain data ([`View`]), takes what a player types in the game's own notation,
//! reports what happened ([`Event`]) or why not ([`Refused`]), both put into words by a [`Language`](texts::Language), takes moves back where the game allows it, and is kept in an [`Envelope`]. Hints and the
//! question whether a game can still be won are [`Task`]s: made from a snapshot, done elsewhere, within a
//! [`Run`](search::Run) that can be stopped.
//!
//! ```
//! use session::{Patience, Seat, Session};
//!
//! let mut session: Box<dyn Session> = Box::new(Patience::deal("FreeCell.123".parse()?));
//! assert!(session.act(Seat(0), "the moon").is_err());
//! let again = session::load(&session.save().to_json(), &session::NoWords)?;
//! assert_eq!(again.view(None), session.view(None));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod session;
mod view;
mod choices;
mod event;
mod card_move;
mod refused;
mod tiles;
mod task;
mod marks;
mod envelope;
mod patience;
mod peg;
mod peg_tables;
mod rated_deal;
mod rummy;
mod turn_review;
pub mod texts;

pub use crate::card_move::{CardMove, CardPlace};
pub use crate::choices::{CardChoice, CardChoices, Choices, JumpChoice, TileChoices, carry};
pub use crate::envelope::{
    Envelope, LoadError, MOST_BYTES, NoWords, Player, WordLists, load, parse_json, printable,
};
pub use crate::event::{Event, Reader};
pub use crate::marks::{Mark, Marks};
pub use crate::patience::Patience;
pub use crate::peg::{Peg, Solvable};
pub use crate::peg_tables::{LateTable, PegTable, PegTables};
pub use crate::rated_deal::{RatedDeal, rated_deal};
pub use crate::refused::Refused;
pub use crate::rummy::Rummy;
pub use crate::session::{Ending, MachineTurn, Session, go_to, make_again, take_back};
pub use crate::task::{Hint, InternalError, Line, Task, TaskError, Truth};
pub use crate::tiles::{HandOrder, TileColour, Tiles};
pub use crate::turn_review::{Gain, PlayedTurn, TurnReview};
pub use crate::view::{DraftView, JumpView, PatienceView, PegView, PlayerView, RummyView, View};
pub use ::patience::Spot;
pub use ::rummy::{RuleSet, Seat};

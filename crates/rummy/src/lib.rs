//! One engine for the rummy family: letter rummy, Rummikub, card variants.
//!
//! A rule set implements [`Rules`]: its tiles, its combinations, its numbers. A [`Position`] is what lies
//! in the hands, on the table, in the stock and on the pile between two turns. A [`Turn`] is what a
//! player takes, the table afterwards, and what is discarded. [`judge`] alone decides whether a turn is
//! legal and what it scores, and gives the position after it; nothing else moves a tile.
//!
//! A [`Game`] is what a front end holds: a running game of any rule set with its players, its history and the turn in the
//! making. It is played by commands, seen as a [`SeatView`], and kept as a [`Record`].

mod ai;
mod best;
mod card;
mod deal;
mod draft;
mod command;
mod game;
mod jokers;
mod judge;
mod letter;
mod meld;
mod multiset;
mod rummikub_tile;
mod position;
mod refusal;
mod rules;
mod rummy_match;
mod save;
mod seat;
mod apply;
mod sexp;
mod mahjong_tile;
mod tile;
mod turn;
mod words;

pub use ai::{
    AiRules, InformationSet, Intent, Level, MachinePlayer, MachinePlayers, NoLevel, Noticed, PlayoutResult,
    RolloutBudget, SeededRng,
};
pub use apply::Taken;
pub use best::cards::{Discard, Melding, PlacingOptions};
pub use best::letters::{LettersSolver, Vocabulary};
pub use best::rummikub::{BestPlacement, Placement, RummikubSolver, Weights};
pub use best::{Answer, BestError, BestTurn, Found, NothingToPlace, Objective};
pub use card::Card;
pub use command::Command;
pub use deal::{DealError, deal, take_jokers_out};
pub use draft::{Draft, DraftError};
pub use game::{
    Advice, BadRecord, DraftView, Event, Game, Legal, MachineError, NoRuleSet, Record, Refused, RuleSet,
    SeatKind, Seated, Setup, Start, StartError,
};
pub use judge::{Best, IllegalTurn, Verdict, judge, judge_positions};
pub use letter::Letter;
pub use mahjong_tile::MahjongTile;
pub use meld::{Meld, tiles_of};
pub use multiset::{MOST_KINDS, Multiset};
pub use position::{Player, Position};
pub use refusal::Refusal;
pub use rules::canasta::Canasta;
pub use rules::letters::Letters;
pub use rules::mahjong::Mahjong;
pub use rules::rami::Rami;
pub use rules::rummikub::Rummikub;
pub use rules::{Change, Flaw, JokerRule, Out, PileTake, Rules, TableRule, TurnRules, TurnShape, Winner};
pub use rummikub_tile::{Colour, RummikubTile};
pub use rummy_match::{End, Match, Played};
pub use save::{Loaded, Save};
pub use seat::{PlayerView, Seat, SeatView};
pub use sexp::{Node, Place, ReadError};
pub use tile::{Ranked, Tile};
pub use turn::{Take, Turn};
pub use words::Words;

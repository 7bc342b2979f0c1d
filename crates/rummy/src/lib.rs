//! The rummy family on one engine: letter rummy, Rummikub, rami, canasta and a small mahjong.
//!
//! A [`Game`] is what a front end holds: a running game of any rule set with its players, its history and the turn in the
//! making. Players act by text commands, each seat has its own [`SeatView`], and a [`Record`] keeps the game.
//!
//! ```
//! use rummy::{Game, RuleSet, Seat, Seated, Setup};
//! use search::{Budget, Run, Unwatched};
//!
//! let seats = Seated::from_names(&["Ana".to_owned(), "ai:normal".to_owned()])?;
//! let mut game = Game::deal(Setup::new(RuleSet::Rummikub), None, seats, 7)?;
//! assert_eq!(game.view(Some(Seat(0))).hand.len(), 14);
//! game.act(Seat(0), "draw")?;
//! game.machine_turn(&mut Run::new(Budget::UNLIMITED, &mut Unwatched))?;
//! assert_eq!(game.to_move(), Seat(0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! With a rule set that is known at compile time there are typed tiles and positions:
//!
//! - A rule set implements [`Rules`]: its tiles, its combinations, its numbers. There are [`Letters`], [`Rummikub`],
//!   [`Rami`], [`Canasta`] and [`Mahjong`].
//! - A [`Position`] is everything in the hands, on the table, in the stock and on the pile between two turns. A [`Turn`] is
//!   what a player takes, the table afterwards, and the discard.
//! - [`judge()`] alone decides whether a turn is legal and what it scores, and gives the position after it.
//! - A [`Match`] plays turns of one rule set. [`BestTurn`] finds best turns, and a [`MachinePlayer`] chooses turns from what
//!   its seat can see.
//! - A [`Save`] is a saved game in the classic text format.

mod ai;
mod best;
mod card;
mod deal;
mod draft;
mod command;
mod game;
mod house_rules;
mod jokers;
mod judge;
mod letter;
mod letter_bag;
mod meld;
mod multiset;
mod ordered_multiset;
mod rummikub_tile;
mod position;
mod play_game;
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

pub use ai::{AiRules, FixedPolicy, Intent, Level, MachinePlayer, MachinePlayers, NoLevel, PolicyNotPlayed};
pub use apply::Taken;
pub use best::letters::Vocabulary;
pub use best::{Answer, BestError, BestTurn, Found, NothingToPlace, Objective};
pub use card::Card;
pub use command::{Command, CommandError, Target};
pub use deal::{DealError, deal, take_jokers_out};
pub use draft::{Draft, DraftError};
pub use game::{
    Advice, Advised, BadRecord, DraftView, Event, Game, Legal, MachineError, NoRuleSet, Record, Refused,
    RuleSet, SeatKind, Seated, Setup, Start, StartError, TakenView,
};
pub use house_rules::{
    BadHouseRules, CanastaHouse, House, HouseRules, LettersHouse, RamiHouse, RummikubHouse, Scoring,
    TooFewTiles,
};
pub use judge::{Best, IllegalTurn, Verdict, judge, judge_positions};
pub use letter::Letter;
pub use letter_bag::{BadBag, LetterBag};
pub use mahjong_tile::MahjongTile;
pub use meld::{Meld, tiles_of};
pub use multiset::{MOST_KINDS, Multiset};
pub use ordered_multiset::{OrderedMultiset, TotalF64};
pub use play_game::{TurnPlayer, Unplayed, play_game};
pub use position::{Player, Position};
pub use refusal::{Flaw, Opening, OutBar, PileBar, Refusal, Together};
pub use rules::canasta::Canasta;
pub use rules::letters::Letters;
pub use rules::mahjong::Mahjong;
pub use rules::rami::Rami;
pub use rules::rummikub::Rummikub;
pub use rules::{
    Change, FirstPlacement, JokerRule, Out, PileTake, Rules, TableRule, TurnRules, TurnShape, Winner,
};
pub use rummikub_tile::{Colour, RummikubTile};
pub use rummy_match::{End, Match, Played};
pub use save::{Loaded, Save};
pub use seat::{PlayerView, Seat, SeatView};
pub use sexp::{Node, Place, ReadError};
pub use tile::{Ranked, Tile};
pub use turn::{Take, Turn};
pub use words::Words;

#[cfg(doctest)]
#[doc = include_str!("../../../docs/write-your-own-rules.md")]
struct Guide;

//! Events of a game, as data and in words.

use std::fmt;

use ::rummy::{Seat, Take};
use serde::Serialize;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// Cards were moved.
    Moved {
        /// The move, in words.
        text: String,
        /// The cards that went up by themselves afterwards.
        went_up: Vec<String>,
    },
    /// A peg jumped.
    Jumped {
        /// The move, in the notation of the game.
        text: String,
        /// Pegs left.
        pegs: u32,
    },
    /// Somebody drew from the stock.
    Drew {
        /// Who.
        name: String,
        /// The seat, counted from 0.
        seat: usize,
        /// How many tiles came into the hand.
        count: usize,
        /// The tiles, for whoever may see them.
        #[serde(skip_serializing_if = "Option::is_none")]
        tiles: Option<Vec<String>>,
        /// Bonus tiles that turned up and are laid out.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        bonus: Vec<String>,
    },
    /// Somebody changed the turn in the making.
    Arranged {
        /// Who.
        name: String,
    },
    /// Something was taken back.
    TookBack,
    /// Somebody finished a turn.
    Played {
        /// Who.
        name: String,
        /// The seat, counted from 0.
        seat: usize,
        /// Where the first tile of the turn came from: `stock`, `pile` or `nothing`.
        took: &'static str,
        /// The hand tiles placed.
        placed: Vec<String>,
        /// The points of the turn.
        points: i32,
        /// The tile discarded.
        #[serde(skip_serializing_if = "Option::is_none")]
        discard: Option<String>,
    },
    /// A deal was dealt.
    Dealt {
        /// Its number, counted from 1.
        deal: u32,
    },
    /// A deal ended.
    DealOver {
        /// Who is out; none if nobody could or would place any more.
        #[serde(skip_serializing_if = "Option::is_none")]
        out: Option<String>,
        /// Everybody's score.
        scores: Vec<(String, i32)>,
    },
    /// The game ended.
    GameOver {
        /// Who won; none in a game for one person that is lost.
        winners: Vec<String>,
    },
}

impl Event {
    /// The event as it is seen from a seat, or by a spectator.
    #[must_use]
    pub fn seen_by(&self, viewer: Option<Seat>) -> Self {
        let mut seen = self.clone();
        if let Self::Drew { seat, tiles, .. } = &mut seen
            && viewer != Some(Seat(*seat))
        {
            *tiles = None;
        }
        seen
    }
}

/// The word for the place where tiles come from.
pub(crate) fn took(take: Take) -> &'static str {
    match take {
        Take::Stock => "stock",
        Take::Pile => "pile",
        Take::Nothing => "nothing",
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Moved { text, went_up } if went_up.is_empty() => f.write_str(text),
            Self::Moved { text, went_up } => write!(f, "{text}; up: {}", went_up.join(" ")),
            Self::Jumped { text, pegs: 1 } => write!(f, "{text}: 1 peg left"),
            Self::Jumped { text, pegs } => write!(f, "{text}: {pegs} pegs left"),
            Self::Drew { name, tiles: Some(tiles), bonus, .. } => {
                write!(f, "{name} draws {}{}", tiles.join(" "), laid_out(bonus))
            }
            Self::Drew { name, count: 1, bonus, .. } => write!(f, "{name} draws a tile{}", laid_out(bonus)),
            Self::Drew { name, count, bonus, .. } => {
                write!(f, "{name} draws {count} tiles{}", laid_out(bonus))
            }
            Self::Arranged { name } => write!(f, "{name} arranges the table"),
            Self::TookBack => f.write_str("taken back"),
            Self::Played { name, took, placed, points, discard, .. } => {
                let took = match *took {
                    "stock" => " draws,",
                    "pile" => " takes from the pile,",
                    _ => "",
                };
                let placed = if placed.is_empty() { "nothing".to_owned() } else { placed.join(" ") };
                write!(f, "{name}{took} places {placed}")?;
                if *points != 0 {
                    write!(f, " for {points} points")?;
                }
                discard.as_ref().map_or(Ok(()), |tile| write!(f, ", discards {tile}"))
            }
            Self::Dealt { deal } => write!(f, "deal {deal}"),
            Self::DealOver { out, scores } => {
                match out {
                    Some(name) => writeln!(f, "{name} is out.")?,
                    None => writeln!(f, "The stock is empty and nobody places any more.")?,
                }
                let scores: Vec<String> =
                    scores.iter().map(|(name, score)| format!("{name} {score}")).collect();
                write!(f, "Scores: {}", scores.join(", "))
            }
            Self::GameOver { winners } if winners.is_empty() => f.write_str("The game is over."),
            Self::GameOver { winners } => write!(f, "Won by {}.", winners.join(" and ")),
        }
    }
}

fn laid_out(bonus: &[String]) -> String {
    if bonus.is_empty() { String::new() } else { format!(" and lays out {}", bonus.join(" ")) }
}

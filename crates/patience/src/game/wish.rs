//! The wishes of a player, as text.

use std::fmt;

use super::spot::Spot;
use crate::action::Action;
use crate::card::{Card, Suit};
use crate::moves::{Move, Target, number};

/// Where cards should go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    Spot(Spot),
    /// Onto the foundation of its suit: `h`.
    Home,
}

/// A wish of the player; the table decides whether it may be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    /// Cards go from one place to another: `37`, `12-3`, `3a`, `a3`, `3h`, `H3`. Without a number as in `37v2` as
    /// many go as can.
    Carry { from: Spot, to: Goal, count: Option<usize> },
    /// A line of a solution file, in numbers or names of cards: `17 V`, `5H 6S`.
    Act(Action),
}

impl Wish {
    /// Everything that a text may mean: two numbers may be columns or cards.
    pub(crate) fn readings(text: &str) -> Vec<Self> {
        let carry = carry(text.trim());
        let act = Action::from_line(text.trim().as_bytes()).or_else(|| by_names(text)).map(Self::Act);
        carry.into_iter().chain(act).collect()
    }
}

/// As [`Wish::readings`] reads it, in one way only.
impl fmt::Display for Wish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Act(action) => action.fmt(f),
            Self::Carry { from, to, count } => {
                match (from, to) {
                    (Spot::Column(from @ 0..9), Goal::Spot(Spot::Column(to @ 0..9))) => {
                        write!(f, "{}{}", from + 1, to + 1)?;
                    }
                    (Spot::Column(from), Goal::Spot(Spot::Column(to))) => {
                        write!(f, "{}-{}", from + 1, to + 1)?;
                    }
                    (from, Goal::Spot(to)) => write!(f, "{from}{to}")?,
                    (from, Goal::Home) => write!(f, "{from}h")?,
                }
                count.map_or(Ok(()), |count| write!(f, "v{count}"))
            }
        }
    }
}

/// From place to place.
fn carry(text: &str) -> Option<Wish> {
    let (places, count) = match text.split_once('v') {
        Some((places, count)) => (places.trim_end(), Some(usize::from(number(count)?))),
        None => (text, None),
    };
    let (from, to) = match places.split_once([' ', '-']) {
        Some((from, to)) => (from, to.trim_start()),
        None => places.split_at_checked(first_place(places)?)?,
    };
    let to = match to {
        "h" => Goal::Home,
        to => Goal::Spot(spot(to).filter(|to| !matches!(to, Spot::Foundation(_)))?),
    };
    Some(Wish::Carry { from: spot(from)?, to, count })
}

/// How many bytes the first of two places takes that are written together: two columns have one digit each.
fn first_place(places: &str) -> Option<usize> {
    match places.find(|c: char| !c.is_ascii_digit()) {
        Some(0) => places.chars().next().map(char::len_utf8),
        None if places.len() == 2 => Some(1),
        letter => letter,
    }
}

pub(crate) fn spot(text: &str) -> Option<Spot> {
    let mut letters = text.chars();
    match (letters.next()?, letters.next()) {
        ('0'..='9', _) => Some(Spot::Column(usize::from(number(text)?).checked_sub(1)?)),
        (suit @ 'A'..='Z', None) => Suit::from_letter(suit).map(Spot::Foundation),
        (cell, None) => Spot::cell_of(cell).map(Spot::Cell),
        _ => None,
    }
}

/// A line like those of solution files, with names of cards: `5H 6S`, `5H V`, `TOP 5H`.
fn by_names(text: &str) -> Option<Action> {
    let words: Vec<_> = text.split_whitespace().map(str::to_ascii_uppercase).collect();
    let card = |text: &str| text.parse::<Card>().ok();
    match &words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["REDEAL"] => Some(Action::Redeal),
        ["TOP", top] => Some(Action::Top(card(top)?)),
        ["DOWN", top, place] => Some(Action::Down { card: card(top)?, place: number(place)? }),
        [moved, target] => {
            let to = match *target {
                "V" => Target::EmptyColumn,
                "T" => Target::Cell,
                "F" => Target::Foundation,
                on => Target::Onto(card(on)?),
            };
            Some(Move { card: card(moved)?, to }.into())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<String> {
        Wish::readings(text).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn places_read_as_players_write_them() {
        for (text, read_as) in [
            ("37", "37"),
            ("3-7", "37"),
            (" 37 ", "37"),
            ("12-3", "12-3"),
            ("12- 3", "12-3"),
            ("3a", "3a"),
            ("12a", "12a"),
            ("3 a", "3a"),
            ("a3", "a3"),
            ("a12", "a12"),
            ("3h", "3h"),
            ("a h", "ah"),
            ("H3", "H3"),
            ("Ha", "Ha"),
            ("37v2", "37v2"),
            ("12-3 v10", "12-3v10"),
            ("5H 6s", "18 21"),
            ("10♥ v", "38 V"),
            ("17 V", "17 V"),
            ("redeal", "REDEAL"),
            ("top AS", "TOP 1"),
            ("DOWN 1 0", "DOWN 1 0"),
        ] {
            assert_eq!(read(text), [read_as], "{text}");
        }
    }

    #[test]
    fn two_numbers_may_be_columns_or_cards() {
        assert_eq!(read("3 7"), ["37", "3 7"]);
        assert_eq!(read("12 3"), ["12-3", "12 3"]);
        assert_eq!(read("60 3"), ["60-3"]);
    }

    #[test]
    fn other_texts_are_not_wishes() {
        for text in [
            "", " ", "3", "h", "h3", "123", "3x", "a", "37v", "37vx", "v", "0a", "+1a", "3--7", "é", "3é",
            "é3", "3 7 9", "5H", "300 3", "3H", "-3", "- 3", "3-",
        ] {
            assert_eq!(read(text), Vec::<String>::new(), "{text:?}");
        }
    }
}

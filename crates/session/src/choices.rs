//! The things that a player can do now, as places that a front end can point at.

use ::patience::{Game, PlayerMove, Spot};
use ::rummy::{Legal, Seat};

/// The things that a player can do now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choices {
    /// In a patience.
    Cards(CardChoices),
    /// In peg solitaire.
    Jumps(Vec<JumpChoice>),
    /// In a game of rummy.
    Tiles(TileChoices),
}

/// The moves of a patience.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CardChoices {
    /// Cards that go from place to place. All empty columns and all free cells are there, not only the first ones.
    pub moves: Vec<CardChoice>,
    /// Inputs of redeals and rotations.
    pub others: Vec<String>,
}

/// Cards that can go from one place to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardChoice {
    /// The input for [`Session::act`](crate::Session::act).
    pub input: String,
    /// Where they lie.
    pub from: Spot,
    /// Where they go.
    pub to: Spot,
    /// How many.
    pub cards: usize,
}

/// A jump that can be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JumpChoice {
    /// The input for [`Session::act`](crate::Session::act).
    pub input: String,
    /// The place of the peg that jumps.
    pub from: ::peg::Place,
    /// The place of the peg that is taken off.
    pub over: ::peg::Place,
    /// The place where it lands.
    pub to: ::peg::Place,
    /// Can the game still be won after it, if that is known?
    pub solvable: Option<bool>,
}

/// The steps of a turn of rummy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TileChoices {
    /// The commands that are accepted as they stand.
    pub commands: Vec<String>,
    /// The tiles of the hand that can be put on the table, each kind once.
    pub tiles: Vec<String>,
    /// The combinations that may be touched, by their numbers from 1.
    pub combinations: Vec<usize>,
    /// The combinations of the turn in the making that are not valid, by their numbers from 1.
    pub broken: Vec<usize>,
}

impl TileChoices {
    pub(crate) fn of(game: &::rummy::Game, seat: Seat) -> Self {
        let Legal { commands, tiles, combinations } = game.legal(seat);
        Self { commands, tiles, combinations, broken: game.broken(seat) }
    }
}

impl CardChoices {
    pub(crate) fn of(game: &Game) -> Self {
        let mut choices = Self::default();
        for played in game.legal() {
            match played.places {
                Some((from, to)) => choices.add(game, &played, from, to),
                None => choices.others.push(played.text),
            }
        }
        choices
    }

    /// Adds a move, and the same move to the other places that are empty like its target.
    fn add(&mut self, game: &Game, played: &PlayerMove, from: Spot, to: Spot) {
        let count = played.text.split_once('v').map(|(_, count)| count.to_owned());
        for target in like(game, to) {
            let mut input = carry(from, target);
            if let Some(count) = &count {
                input = format!("{input}v{count}");
            }
            self.moves.push(CardChoice { input, from, to: target, cards: played.cards.len() });
        }
    }
}

/// The places that are empty like this one, or this one alone.
fn like(game: &Game, spot: Spot) -> Vec<Spot> {
    let empty_columns = || (0..game.table().columns().len()).filter(|&at| is_empty(game, at));
    match spot {
        Spot::Column(at) if is_empty(game, at) => empty_columns().map(Spot::Column).collect(),
        Spot::Cell(_) => {
            let cells = game.cells().iter().enumerate();
            cells.filter(|(_, card)| card.is_none()).map(|(at, _)| Spot::Cell(at)).collect()
        }
        other => vec![other],
    }
}

fn is_empty(game: &Game, column: usize) -> bool {
    game.table().columns()[column].is_empty()
}

/// The input that takes cards from one place of a patience to another, whether that is legal or not.
pub fn carry(from: Spot, to: Spot) -> String {
    match (from, to) {
        (from, Spot::Foundation(_)) => format!("{from}h"),
        (Spot::Column(_), Spot::Column(_)) => format!("{from}-{to}"),
        _ => format!("{from}{to}"),
    }
}

#[cfg(test)]
mod tests {
    use crate::{Choices, Patience, Seat, Session};

    /// Every choice is accepted and leads from its place to its place.
    #[test]
    fn every_choice_can_be_entered() {
        for deal in ["fc.11", "st.3", "eo.1", "bd.7", "mo.4"] {
            let mut session = Patience::deal(deal.parse().unwrap());
            for _ in 0..12 {
                let Choices::Cards(choices) = session.choices(Seat(0)) else { panic!("{deal}") };
                for choice in &choices.moves {
                    let mut copy = session.boxed();
                    copy.act(Seat(0), &choice.input).unwrap_or_else(|why| panic!("{choice:?}: {why}"));
                }
                let Some(first) = choices.moves.first() else { break };
                session.act(Seat(0), &first.input).unwrap();
            }
        }
    }

    #[test]
    fn all_free_cells_are_choices() {
        let session = Patience::deal("fc.11".parse().unwrap());
        let Choices::Cards(choices) = session.choices(Seat(0)) else { panic!("cards") };
        let cells = choices.moves.iter().filter(|choice| matches!(choice.to, patience::Spot::Cell(_)));
        assert_eq!(cells.count(), 8 * 4);
    }
}

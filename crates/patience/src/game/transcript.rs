//! A line of play as a player would make it: runs are moved as one.

use super::position::{Done, Position};
use super::run_move::run_length;
use super::spot::Spot;
use super::wish::{Goal, Wish};
use super::{PlayerMove, player_move};
use crate::action::Action;
use crate::card::Card;
use crate::moves::{Move, Target};
use crate::table::{Column, Table};

/// A move of a line of play, as a player makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// The move.
    pub played: PlayerMove,
    /// The lines of the solution file that it stands for.
    pub actions: Vec<Action>,
    /// The cards that then went to their foundations by themselves.
    pub went_up: Vec<Card>,
}

impl PlayedMove {
    /// Could more cards of the run go into the same empty column?
    pub(crate) fn is_part(&self) -> bool {
        self.played.text.contains('v')
    }
}

/// A line of play from a table as dealt, in moves of a player: single moves that together take a run from one column to
/// another, as a player could in one move, are one move. All actions must be legal.
pub fn player_moves(start: &Table, line: &[Action]) -> Vec<PlayedMove> {
    let mut position = Position::of(start.clone());
    let tables = tables(&position.table, line);
    let mut moves = Vec::new();
    let mut at = 0;
    while at < line.len() {
        let stretch = Stretch { position: &position, tables: &tables[at..], line: &line[at..] };
        let (done, length) = stretch.longest_run().unwrap_or_else(|| (stretch.single(), 1));
        let actions = line[at..at + length].to_vec();
        moves.push(PlayedMove { played: player_move(&done), actions, went_up: done.went_up });
        position = done.after;
        at += length;
    }
    moves
}

/// The tables before each action, and the last one.
fn tables(start: &Table, line: &[Action]) -> Vec<Table> {
    let mut tables = vec![start.clone()];
    for &action in line {
        let mut table = tables[tables.len() - 1].clone();
        table.try_act(action).expect("the caller gives legal actions");
        tables.push(table);
    }
    tables
}

/// The rest of a line, and the tables on it.
struct Stretch<'s> {
    position: &'s Position,
    tables: &'s [Table],
    line: &'s [Action],
}

impl Stretch<'_> {
    /// The first action alone.
    fn single(&self) -> Done {
        self.position.fulfil(Wish::Act(self.line[0])).expect("the table allows the action")
    }

    /// The longest beginning that is one move of a run, and how many actions it takes.
    fn longest_run(&self) -> Option<(Done, usize)> {
        let first = card_moved(self.line[0])?;
        let source = self.tables[0].columns().iter().position(|column| column.last() == Some(&first))?;
        let column = &self.tables[0].columns()[source];
        let run = &column[column.len() - run_length(self.tables[0].rules(), column)..];
        let of_run = |action: &&Action| card_moved(**action).is_some_and(|card| run.contains(&card));
        let most = self.line.iter().take_while(of_run).count();
        (2..=most).rev().find_map(|length| Some((self.run_of(source, run, length)?, length)))
    }

    /// The move of a run that leads where the first `length` actions lead.
    fn run_of(&self, source: usize, run: &[Card], length: usize) -> Option<Done> {
        let moved =
            |card: &&Card| self.line[..length].iter().any(|&action| card_moved(action) == Some(**card));
        let count = run.iter().filter(moved).count();
        let target = Spot::Column(self.target(length - 1)?);
        let wish = Wish::Carry { from: Spot::Column(source), to: Goal::Spot(target), count: Some(count) };
        // A move of a run that is read back is made of as many single moves: the line keeps its length.
        let is_same = |done: &Done| done.after.table == self.tables[length] && done.actions.len() == length;
        self.position.fulfil(wish).ok().filter(|done| count > 1 && is_same(done))
    }

    /// The column that an action leads to.
    fn target(&self, at: usize) -> Option<usize> {
        let columns = self.tables[at].columns();
        match self.line[at] {
            Action::Move(Move { to: Target::Onto(on), .. }) => {
                columns.iter().position(|column| column.last() == Some(&on))
            }
            Action::Move(Move { to: Target::EmptyColumn, .. }) => columns.iter().position(Column::is_empty),
            _ => None,
        }
    }
}

/// The card that an action moves, unless it puts it up.
fn card_moved(action: Action) -> Option<Card> {
    match action {
        Action::Move(Move { card, to }) if to != Target::Foundation => Some(card),
        _ => None,
    }
}

//! Forced putting-up, written out as moves of its own.

use crate::action::Action;
use crate::moves::Target;
use crate::rules::{Foundations, Play};
use crate::table::Table;

/// The table as it is played where putting up is a move of its own.
pub(super) fn by_hand(table: &Table) -> Table {
    let play = Play { foundations: Foundations::OneWay, ..table.rules() };
    let cells = table.cells().iter().copied().collect();
    Table::new(play, table.columns().to_vec(), cells, table.foundations())
        .expect("the same cards make a table")
        .with_extras_left(table.extras().redeals, table.extras().rotations, table.seed())
}

/// A line of play with every card that goes up by itself put up by a move: the table to play it on, and the line.
/// All actions must be legal.
pub(super) fn spelled_out(start: &Table, line: &[Action]) -> (Table, Vec<Action>) {
    if start.rules().foundations != Foundations::Forced {
        return (start.clone(), line.to_vec());
    }
    let start = by_hand(start);
    let mut table = start.clone();
    let mut spelled_out = put_up(&mut table);
    for &action in line {
        table.try_act(action).expect("the caller gives legal actions");
        spelled_out.push(action);
        spelled_out.extend(put_up(&mut table));
    }
    (start, spelled_out)
}

/// Puts up everything that can go, again and again.
fn put_up(table: &mut Table) -> Vec<Action> {
    let next = |table: &Table| table.legal_moves().into_iter().find(|played| played.to == Target::Foundation);
    let mut actions = Vec::new();
    while let Some(played) = next(table) {
        table.try_play(played).expect("the table has listed the move");
        actions.push(played.into());
    }
    actions
}

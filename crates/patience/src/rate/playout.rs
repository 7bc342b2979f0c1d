//! Games played without thinking ahead.

use super::playout_rng::PlayoutRng;
use crate::card::{Card, Rank};
use crate::moves::{Move, Target};
use crate::rules::Fill;
use crate::table::{Column, Table};

/// How the games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Policy {
    /// Any legal move, all alike.
    Random,
    /// One of the moves that look best, never the same card twice in a row where there is another.
    Greedy,
}

/// Longer games go round in circles.
const LONGEST: usize = 200;

/// Plays one game from a table; how many cards are up at its end?
pub(super) fn playout(table: &Table, policy: Policy, rng: &mut PlayoutRng) -> u32 {
    let mut table = table.clone();
    table.normalise();
    let mut last = None;
    for _ in 0..LONGEST {
        let mut moves = table.legal_moves();
        if policy == Policy::Greedy {
            keep_best(&table, last, &mut moves);
        }
        if moves.is_empty() {
            break;
        }
        let played = moves[rng.below(moves.len() as u32) as usize];
        table.try_play(played).expect("the move is listed");
        last = Some(played.card);
    }
    table.foundations().iter().map(|&height| u32::from(height)).sum()
}

/// Keeps the moves that look best to one who sees only the next card.
fn keep_best(table: &Table, last: Option<Card>, moves: &mut Vec<Move>) {
    if moves.iter().any(|played| Some(played.card) != last) {
        moves.retain(|played| Some(played.card) != last);
    }
    let look = |played: &Move| looks(table, *played);
    let best = moves.iter().map(look).max();
    moves.retain(|played| Some(look(played)) == best);
}

/// How good a move looks. The numbers were set by hand; they are part of the measure, so they stay.
fn looks(table: &Table, Move { card, to }: Move) -> i32 {
    let column = table.columns().iter().find(|column| column.last() == Some(&card));
    let goal = match to {
        Target::Foundation => return 20,
        Target::Onto(_) => 4,
        Target::EmptyColumn if card.rank() == Rank::KING => 2,
        Target::EmptyColumn => -3,
        Target::Cell => -4,
    };
    goal + column.map_or(3, |column| uncovers(table, column))
}

/// How good it looks to take the top card of a column away.
fn uncovers(table: &Table, column: &Column) -> i32 {
    let &[.., under, top] = column.as_slice() else {
        return if table.rules().fill == Fill::Nothing { 0 } else { 3 };
    };
    let next_up = table.foundations()[under.suit() as usize] + 1 == under.rank().number();
    match (next_up, table.rules().may_build(top, under)) {
        (true, _) => 10,
        (false, true) => -5,
        // A low card is worth more than a high one.
        (false, false) => i32::from(under.rank() <= Rank::new(4).expect("a rank")),
    }
}

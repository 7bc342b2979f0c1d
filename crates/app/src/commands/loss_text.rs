//! Where a game was lost, for people and as JSON.

use patience::{Action, Face, Loss, Review, Table, player_moves};
use serde::Serialize;

use crate::commands::solution_text::moves_left;
use crate::limits::counted;

/// Where the game was lost, and what would have won.
pub(crate) fn blame(loss: &Loss, played: &[Action], face: Face) -> String {
    let Some(last) = &loss.last_winnable else {
        return match loss.lost_after {
            0 => "it never could".to_owned(),
            moves => format!("it was lost after {}", counted(moves as u64, "move")),
        };
    };
    let better = last.solution.actions().first().map_or_else(String::new, |&better| {
        let left = moves_left(&last.solution);
        let better_words = words(last.solution.start(), better, face);
        format!("; {better} ({better_words}) would have won in {left}")
    });
    match loss.losing_move() {
        Some(at) => {
            let losing = words(last.solution.start(), played[at - 1], face);
            format!("move {at}, {losing}, lost it{better}")
        }
        None => {
            format!("it could be won after move {} and was lost after move {}", last.after, loss.lost_after)
        }
    }
}

/// The first move of a line from a table, in words.
pub(crate) fn words(from: &Table, action: Action, face: Face) -> String {
    player_moves(from, &[action]).iter().map(|played| played.words(face).to_string()).collect()
}

/// Where the game was lost, as JSON.
#[derive(Serialize)]
pub(crate) struct LossRow {
    /// After this many moves the game is lost.
    lost_after: usize,
    /// The last position that could be won: after how many moves.
    last_winnable_after: Option<usize>,
    /// The move that lost the game, where that is known.
    losing_move: Option<String>,
    /// The move that would have won, and the moves of its line.
    better_move: Option<String>,
    better_moves: Option<usize>,
}

impl LossRow {
    /// The loss, where the game is lost.
    pub(crate) fn of(review: &Review, played: &[Action]) -> Option<Self> {
        if let Review::Lost(loss) = review { Some(Self::new(loss, played)) } else { None }
    }

    pub(crate) fn new(loss: &Loss, played: &[Action]) -> Self {
        let last = loss.last_winnable.as_ref();
        Self {
            lost_after: loss.lost_after,
            last_winnable_after: last.map(|last| last.after),
            losing_move: loss.losing_move().map(|at| played[at - 1].to_string()),
            better_move: last.and_then(|last| last.solution.actions().first()).map(Action::to_string),
            better_moves: last.map(|last| last.solution.len()),
        }
    }
}

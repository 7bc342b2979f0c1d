//! The board of a peg game as places on a page.

use peg::{Game, Goal, Grid, Notation};
use serde::Serialize;

/// A board with its pegs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct BoardView {
    name: String,
    grid: &'static str,
    /// The holes of the won position; none where one peg anywhere is enough.
    goal: Option<Vec<String>>,
    holes: Vec<HoleView>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct HoleView {
    hole: String,
    row: usize,
    column: usize,
    peg: bool,
}

impl BoardView {
    pub(crate) fn of(game: &Game) -> Self {
        let (board, notation, position) = (game.board(), Notation::Standard, game.position());
        let hole = |hole| {
            let place = board.place(hole);
            HoleView {
                hole: notation.hole(board, hole),
                row: place.row,
                column: place.column,
                peg: position.has(hole),
            }
        };
        let goal = match game.goal() {
            Goal::OnePeg | Goal::Pegs(_) | Goal::AtMost(_) => None,
            Goal::Exactly(won) => Some(won.holes().map(|hole| notation.hole(board, hole)).collect()),
        };
        Self {
            name: peg::name_of(board).unwrap_or_default(),
            grid: grid_word(board.grid()),
            goal,
            holes: board.holes().map(hole).collect(),
        }
    }
}

pub(crate) fn grid_word(grid: Grid) -> &'static str {
    match grid {
        Grid::Square => "square",
        Grid::Triangular => "triangular",
    }
}

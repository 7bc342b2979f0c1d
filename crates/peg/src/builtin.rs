//! The built-in boards, by name.

use std::ops::Range;

use crate::board::{Board, Place};
use crate::grid::Grid;

/// The names of the built-in boards, smallest first within a family.
pub fn names() -> Vec<String> {
    let mut names: Vec<String> = SQUARES.iter().map(|s| s.0.to_owned()).collect();
    names.extend(TRIANGLES.map(|side| format!("triangle{}", side * (side + 1) / 2)));
    names.extend(HEXAGONS.map(|side| format!("hexagon{}", 3 * side * (side - 1) + 1)));
    names
}

/// The name of a board, if it is a built-in one.
pub fn name_of(board: &Board) -> Option<String> {
    let holes = |rows: Rows| rows.iter().map(ExactSizeIterator::len).sum::<usize>();
    let squares = SQUARES.iter().filter(|square| holes(square.1) == board.len()).map(|s| s.0.to_owned());
    let others = ["triangle", "hexagon"].map(|family| format!("{family}{}", board.len()));
    squares.chain(others).find(|name| named(name).as_ref() == Some(board))
}

/// The built-in board of this name, if there is one.
pub fn named(name: &str) -> Option<Board> {
    let name = match name {
        "european" => "french",
        "bell" => "asymmetric",
        "triangle" => "triangle15",
        "hexagon" => "hexagon37",
        name => name,
    };
    if let Some((_, rows)) = SQUARES.iter().find(|s| s.0 == name) {
        return Some(from_rows(Grid::Square, rows.iter().cloned()));
    }
    if let Some(holes) = name.strip_prefix("triangle") {
        let holes: usize = holes.parse().ok()?;
        let side = TRIANGLES.into_iter().find(|side| side * (side + 1) / 2 == holes)?;
        return Some(from_rows(Grid::Triangular, (0..side).map(|row| 0..row + 1)));
    }
    let holes: usize = name.strip_prefix("hexagon")?.parse().ok()?;
    let side = HEXAGONS.into_iter().find(|side| 3 * side * (side - 1) + 1 == holes)?;
    let rows = (0..2 * side - 1).map(|row| row.saturating_sub(side - 1)..(row + side).min(2 * side - 1));
    Some(from_rows(Grid::Triangular, rows))
}

const TRIANGLES: Range<usize> = 4..16;
const HEXAGONS: Range<usize> = 3..8;

/// The columns of each row.
type Rows = &'static [Range<usize>];

const SQUARES: [(&str, Rows); 5] = [
    ("english", &[2..5, 2..5, 0..7, 0..7, 0..7, 2..5, 2..5]),
    ("french", &[2..5, 1..6, 0..7, 0..7, 0..7, 1..6, 2..5]),
    ("asymmetric", &[2..5, 2..5, 2..5, 0..8, 0..8, 0..8, 2..5, 2..5]),
    ("diamond", &[4..5, 3..6, 2..7, 1..8, 0..9, 1..8, 2..7, 3..6, 4..5]),
    ("wiegleb", &[3..6, 3..6, 3..6, 0..9, 0..9, 0..9, 3..6, 3..6, 3..6]),
];

fn from_rows(grid: Grid, rows: impl IntoIterator<Item = Range<usize>>) -> Board {
    let places = rows
        .into_iter()
        .enumerate()
        .flat_map(|(row, columns)| columns.map(move |column| Place { row, column }));
    Board::new(grid, places).expect("the built-in boards are boards")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_a_board() {
        for name in names() {
            let board = named(&name).unwrap();
            assert_eq!(name_of(&board), Some(name));
        }
        assert!(named("triangle16").is_none());
        assert!(named("").is_none());
    }

    #[test]
    fn sizes_are_as_named() {
        for (name, holes) in [
            ("english", 33),
            ("french", 37),
            ("wiegleb", 45),
            ("bell", 39),
            ("diamond", 41),
            ("triangle15", 15),
            ("triangle120", 120),
            ("hexagon37", 37),
            ("hexagon127", 127),
        ] {
            assert_eq!(named(name).map(|b| b.len()), Some(holes), "{name}");
        }
    }
}

//! The built-in boards, by name.

use std::ops::Range;

use crate::board::{Board, Place};
use crate::grid::Grid;

/// The names of the usual built-in boards, smallest first within a family. [`named`] knows diamonds, triangles and hexagons
/// of every size that fits.
pub fn names() -> Vec<String> {
    let mut names: Vec<String> = SQUARES.iter().map(|s| s.0.to_owned()).collect();
    names.extend(USUAL_TRIANGLES.map(|side| format!("triangle{}", side * (side + 1) / 2)));
    names.extend(USUAL_HEXAGONS.map(|side| format!("hexagon{}", 3 * side * (side - 1) + 1)));
    names
}

/// The name of a board, if it is a built-in one.
pub fn name_of(board: &Board) -> Option<String> {
    let holes = |rows: Rows| rows.iter().map(ExactSizeIterator::len).sum::<usize>();
    let squares = SQUARES.iter().filter(|square| holes(square.1) == board.len()).map(|s| s.0.to_owned());
    let others = ["diamond", "triangle", "hexagon"].map(|family| format!("{family}{}", board.len()));
    squares.chain(others).find(|name| named(name).as_ref() == Some(board))
}

/// The built-in board of this name, if there is one.
pub fn named(name: &str) -> Option<Board> {
    let name = name.trim().to_ascii_lowercase();
    let name = match name.as_str() {
        "european" => "french",
        "bell" => "asymmetric",
        "triangle" => "triangle15",
        "hexagon" => "hexagon37",
        name => name,
    };
    if let Some((_, rows)) = SQUARES.iter().find(|s| s.0 == name) {
        return Some(from_rows(Grid::Square, rows.iter().cloned()));
    }
    with_sides(name)
}

/// The triangle, diamond or hexagon with its number of holes in its name.
fn with_sides(name: &str) -> Option<Board> {
    if let Some(holes) = name.strip_prefix("triangle") {
        let holes: usize = holes.parse().ok()?;
        let side = TRIANGLES.into_iter().find(|side| side * (side + 1) / 2 == holes)?;
        return Some(from_rows(Grid::Triangular, (0..side).map(|row| 0..row + 1)));
    }
    if let Some(holes) = name.strip_prefix("diamond") {
        let holes: usize = holes.parse().ok()?;
        let side = DIAMONDS.into_iter().find(|side| 2 * side * (side + 1) + 1 == holes)?;
        let rows = (0..=2 * side).map(|row| {
            let margin = row.abs_diff(side);
            margin..2 * side + 1 - margin
        });
        return Some(from_rows(Grid::Square, rows));
    }
    let holes: usize = name.strip_prefix("hexagon")?.parse().ok()?;
    let side = HEXAGONS.into_iter().find(|side| 3 * side * (side - 1) + 1 == holes)?;
    let rows = (0..2 * side - 1).map(|row| row.saturating_sub(side - 1)..(row + side).min(2 * side - 1));
    Some(from_rows(Grid::Triangular, rows))
}

/// The sides of all that fit: at least one jump, at most 128 holes.
const TRIANGLES: Range<usize> = 3..16;
const HEXAGONS: Range<usize> = 2..8;
const DIAMONDS: Range<usize> = 1..8;
const USUAL_TRIANGLES: Range<usize> = 4..16;
const USUAL_HEXAGONS: Range<usize> = 3..8;

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
        for name in ["triangle6", "hexagon7", "diamond5", "diamond13", "diamond25", "diamond61", "diamond113"]
        {
            assert_eq!(name_of(&named(name).unwrap()).as_deref(), Some(name));
        }
        assert_eq!(named("diamond41"), named("diamond"));
        assert_eq!(named(" English"), named("english"));
        assert!(named("triangle16").is_none() && named("diamond42").is_none());
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
            ("hexagon7", 7),
            ("diamond113", 113),
        ] {
            assert_eq!(named(name).map(|b| b.len()), Some(holes), "{name}");
        }
    }
}

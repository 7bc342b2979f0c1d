//! Pictures of peg positions.

use std::fmt::Write;

use peg::{Board, Grid, Position};

/// The colours of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Theme {
    #[default]
    Light,
    Dark,
}

struct Colours {
    ground: &'static str,
    hole: &'static str,
    rim: &'static str,
    peg: &'static str,
    shine: &'static str,
}

impl Theme {
    fn colours(self) -> Colours {
        match self {
            Self::Light => Colours {
                ground: "#d9b382",
                hole: "#8a6238",
                rim: "#6d4a26",
                peg: "#2f5d50",
                shine: "#7fb3a2",
            },
            Self::Dark => Colours {
                ground: "#4a3320",
                hole: "#24170c",
                rim: "#6d4a26",
                peg: "#e0b565",
                shine: "#fff0cf",
            },
        }
    }
}

/// The size of a hole's square.
const CELL: f64 = 40.0;

/// The picture of a position.
pub(crate) fn picture(board: &Board, position: Position, theme: Theme) -> String {
    let Colours { ground, hole: hollow, rim, peg, shine } = theme.colours();
    let centres: Vec<(f64, f64, bool)> = board
        .holes()
        .map(|hole| {
            let place = board.place(hole);
            let (x, y) = centre(board.grid(), place.row, place.column);
            (x, y, position.has(hole))
        })
        .collect();
    let left = centres.iter().map(|centre| centre.0).fold(f64::INFINITY, f64::min) - CELL;
    let right = centres.iter().map(|centre| centre.0).fold(0.0, f64::max) + CELL;
    let height = centres.iter().map(|centre| centre.1).fold(0.0, f64::max) + CELL;
    let width = right - left;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{left} 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\">\n<rect x=\"{left}\" width=\"{width}\" height=\"{height}\" rx=\"24\" fill=\"{ground}\"/>\n"
    );
    for (x, y, is_peg) in centres {
        let _ = writeln!(text, "<circle cx=\"{x}\" cy=\"{y}\" r=\"14\" fill=\"{hollow}\" stroke=\"{rim}\"/>");
        if is_peg {
            let (shine_x, shine_y) = (x - 4.0, y - 4.0);
            let _ = writeln!(text, "<circle cx=\"{x}\" cy=\"{y}\" r=\"13\" fill=\"{peg}\"/>");
            let _ = writeln!(text, "<circle cx=\"{shine_x}\" cy=\"{shine_y}\" r=\"4\" fill=\"{shine}\"/>");
        }
    }
    text.push_str("</svg>\n");
    text
}

/// The centre of a hole.
fn centre(grid: Grid, row: usize, column: usize) -> (f64, f64) {
    let (row, column) = (row as f64, column as f64);
    let x = match grid {
        Grid::Square => column + 1.0,
        Grid::Triangular => column - row / 2.0 + 1.0,
    };
    (x * CELL, (row + 1.0) * CELL)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_hole_and_every_peg_is_drawn() {
        for name in ["english", "triangle15", "hexagon37"] {
            let board = peg::named(name).unwrap();
            let start = board.full().without(board.customary_vacancy());
            let text = picture(&board, start, Theme::Dark);
            let circles = text.matches("<circle").count();
            assert_eq!(circles, board.len() + 2 * (board.len() - 1), "{name}");
            assert!(text.starts_with("<svg") && text.ends_with("</svg>\n") && !text.contains("NaN"));
        }
    }
}

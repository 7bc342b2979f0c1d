//! The two grids, and the neighbours on them.

/// The arrangement of the cells of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Grid {
    /// Four neighbours: left, right, up, down.
    Square,
    /// Six neighbours. Rows are slanted: below `(row, column)` lie `(row + 1, column)` to the left and
    /// `(row + 1, column + 1)` to the right.
    Triangular,
}

/// One step on a grid: rows down, columns to the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) rows: i32,
    pub(crate) columns: i32,
}

const fn step(rows: i32, columns: i32) -> Step {
    Step { rows, columns }
}

const SQUARE: [Step; 4] = [step(-1, 0), step(0, -1), step(0, 1), step(1, 0)];
const TRIANGULAR: [Step; 6] = [step(-1, -1), step(-1, 0), step(0, -1), step(0, 1), step(1, 0), step(1, 1)];

impl Grid {
    /// The steps to the neighbours of a cell.
    pub(crate) fn steps(self) -> &'static [Step] {
        match self {
            Self::Square => &SQUARE,
            Self::Triangular => &TRIANGULAR,
        }
    }

    /// The linear maps that carry the grid onto itself and one cell onto itself, as rows of a 2×2 matrix
    /// on (row, column). The identity comes first.
    pub(crate) fn isometries(self) -> Vec<[i32; 4]> {
        let (turn, mirror) = match self {
            Self::Square => ([0, 1, -1, 0], [1, 0, 0, -1]),
            // A sixth of a turn carries the steps (0,1) → (1,1) → (1,0) → (0,-1) and so on.
            Self::Triangular => ([0, 1, -1, 1], [0, 1, 1, 0]),
        };
        let mut isometries = vec![[1, 0, 0, 1]];
        while isometries.len() < self.steps().len() {
            isometries.push(product(isometries[isometries.len() - 1], turn));
        }
        let mirrored: Vec<_> = isometries.iter().map(|&t| product(t, mirror)).collect();
        isometries.extend(mirrored);
        isometries
    }
}

fn product(a: [i32; 4], b: [i32; 4]) -> [i32; 4] {
    [
        a[0] * b[0] + a[1] * b[2],
        a[0] * b[1] + a[1] * b[3],
        a[2] * b[0] + a[3] * b[2],
        a[2] * b[1] + a[3] * b[3],
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn isometries_carry_steps_to_steps_and_are_distinct() {
        for grid in [Grid::Square, Grid::Triangular] {
            let isometries = grid.isometries();
            assert_eq!(isometries.len(), 2 * grid.steps().len());
            for (i, t) in isometries.iter().enumerate() {
                assert!(!isometries[..i].contains(t));
                for s in grid.steps() {
                    let image = step(t[0] * s.rows + t[1] * s.columns, t[2] * s.rows + t[3] * s.columns);
                    assert!(grid.steps().contains(&image), "{t:?} {s:?}");
                }
            }
        }
    }
}

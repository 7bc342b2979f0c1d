//! The shape of a board: its holes, its jumps, its symmetries.

use crate::grid::Grid;
use crate::hole::Hole;
use crate::position::Position;
use crate::symmetry::{self, Symmetry};
use crate::text::BoardError;

/// The place of a cell: row and column, from 0 at the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// Rows from the top.
    pub row: usize,
    /// Columns from the left (slanted on a triangular grid).
    pub column: usize,
}

/// A jump: the peg on `from` leaps over the peg on `over`, which is taken off, into the empty hole `to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Jump {
    /// The hole where the peg stands.
    pub from: Hole,
    /// The hole of the peg that is taken off.
    pub over: Hole,
    /// The hole where the peg lands.
    pub to: Hole,
}

impl Jump {
    /// The two holes that must hold pegs.
    pub fn pegs(self) -> Position {
        Position::EMPTY.with(self.from).with(self.over)
    }

    /// The jump over the same hole in the other direction.
    #[must_use]
    pub fn back(self) -> Self {
        Self { from: self.to, over: self.over, to: self.from }
    }

    /// The three holes that change.
    pub fn holes(self) -> Position {
        self.pegs().with(self.to)
    }
}

/// A board: holes on a grid. At least one jump fits on it, and it has at most [`Hole::MOST`] holes. The jumps are those of
/// the grid, or listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    grid: Grid,
    places: Vec<Place>,
    jumps: Vec<Jump>,
    jumps_are_listed: bool,
    symmetries: Vec<Symmetry>,
}

impl Board {
    /// The board with holes at these places, in any order.
    pub fn new(grid: Grid, places: impl IntoIterator<Item = Place>) -> Result<Self, BoardError> {
        let shape = Self::without_jumps(grid, places)?;
        let jumps = jumps(grid, &shape.places);
        if jumps.is_empty() {
            return Err(BoardError::NoJump);
        }
        let symmetries = symmetry::of_shape(grid, &shape.places, &jumps);
        Ok(Self { jumps, symmetries, ..shape })
    }

    /// The board with holes at these places and with no jumps but these, each in both directions. `jumps` is given the
    /// board without jumps, on which it may look up holes.
    pub(crate) fn with_listed_jumps(
        grid: Grid,
        places: impl IntoIterator<Item = Place>,
        jumps: impl FnOnce(&Self) -> Result<Vec<Jump>, BoardError>,
    ) -> Result<Self, BoardError> {
        let shape = Self::without_jumps(grid, places)?;
        let mut listed: Vec<_> = jumps(&shape)?.into_iter().flat_map(|jump| [jump, jump.back()]).collect();
        listed.sort_unstable();
        listed.dedup();
        if listed.is_empty() {
            return Err(BoardError::NoListedJump);
        }
        let own = shape.jumps_of_grid();
        if own.len() == listed.len() && own.iter().all(|jump| listed.contains(jump)) {
            return Self::new(grid, shape.places);
        }
        let turned = symmetry::of_shape(grid, &shape.places, &listed);
        let symmetries = symmetry::of_jumps(shape.len(), &listed).unwrap_or(turned);
        Ok(Self { jumps: listed, jumps_are_listed: true, symmetries, ..shape })
    }

    fn without_jumps(grid: Grid, places: impl IntoIterator<Item = Place>) -> Result<Self, BoardError> {
        let mut places: Vec<_> = places.into_iter().collect();
        places.sort_unstable();
        places.dedup();
        trim(&mut places);
        if places.len() > Hole::MOST {
            return Err(BoardError::TooManyHoles { holes: places.len() });
        }
        if places.iter().any(|p| p.row > BOUND || p.column > BOUND) {
            return Err(BoardError::TooWide);
        }
        Ok(Self { grid, places, jumps: Vec::new(), jumps_are_listed: false, symmetries: Vec::new() })
    }

    /// Its grid.
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// The number of holes.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// A board always has holes.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// All holes, row by row.
    pub fn holes(&self) -> impl DoubleEndedIterator<Item = Hole> + use<> {
        (0..self.places.len()).map(Hole::new)
    }

    /// The place of a hole.
    pub fn place(&self, hole: Hole) -> Place {
        self.places[hole.index()]
    }

    /// Are its holes at the places of the other board's?
    pub(crate) fn has_places_of(&self, other: &Self) -> bool {
        self.places == other.places
    }

    /// The hole at a place, if there is one.
    pub fn hole_at(&self, place: Place) -> Option<Hole> {
        self.places.binary_search(&place).ok().map(Hole::new)
    }

    /// All jumps that the shape allows, ordered by the hole they start from.
    pub fn jumps(&self) -> &[Jump] {
        &self.jumps
    }

    /// Are the jumps listed, because they are not those of the grid?
    pub fn has_listed_jumps(&self) -> bool {
        self.jumps_are_listed
    }

    /// The jumps between holes in a line of the grid.
    pub(crate) fn jumps_of_grid(&self) -> Vec<Jump> {
        jumps(self.grid, &self.places)
    }

    /// The jumps from one hole to another. On a grid there is at most one.
    pub(crate) fn jumps_between(&self, from: Hole, to: Hole) -> impl Iterator<Item = Jump> {
        self.jumps.iter().copied().filter(move |jump| jump.from == from && jump.to == to)
    }

    /// The symmetries of the shape and the jumps, the identity first.
    pub fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }

    /// The symmetries that turn or mirror the grid: all of them, unless jumps are listed.
    pub(crate) fn turns_and_mirrorings(&self) -> impl Iterator<Item = &Symmetry> {
        let turned = symmetry::of_shape(self.grid, &self.places, &self.jumps);
        self.symmetries.iter().filter(move |symmetry| turned.contains(symmetry))
    }

    /// Every hole filled.
    pub fn full(&self) -> Position {
        Position::from_bits(u128::MAX >> (Hole::MOST - self.len()))
    }

    /// The number of rows and columns that it spans.
    pub fn span(&self) -> (usize, usize) {
        let rows = self.places.iter().map(|p| p.row + 1).max();
        let columns = self.places.iter().map(|p| p.column + 1).max();
        (rows.unwrap_or(0), columns.unwrap_or(0))
    }

    /// The holes of a row, from the left.
    pub fn row(&self, row: usize) -> impl Iterator<Item = Hole> {
        self.holes().filter(move |&h| self.place(h).row == row)
    }

    /// The jumps that can be made in a position.
    pub fn legal_jumps(&self, position: Position) -> impl Iterator<Item = Jump> {
        self.jumps.iter().copied().filter(move |&jump| position.allows(jump))
    }

    /// The hole that is empty at the start unless another one is chosen: the top of a triangle, else the hole nearest to
    /// the middle.
    pub fn customary_vacancy(&self) -> Hole {
        let top = self.grid == Grid::Triangular && self.row(0).count() == 1;
        if top { Hole::new(0) } else { self.middle() }
    }

    fn middle(&self) -> Hole {
        let (rows, columns) = self.span();
        let distance = |hole: &Hole| {
            let place = self.place(*hole);
            let (down, right) =
                ((2 * place.row + 1).abs_diff(rows), (2 * place.column + 1).abs_diff(columns));
            down * down + right * right
        };
        self.holes().min_by_key(distance).expect("a board has holes")
    }
}

/// The last row and column that a board may have: enough for 128 holes in a line with a gap after each.
const BOUND: usize = 254;

/// Moves the shape to the top left.
fn trim(places: &mut [Place]) {
    let top = places.iter().map(|p| p.row).min().unwrap_or(0);
    let left = places.iter().map(|p| p.column).min().unwrap_or(0);
    for place in places {
        place.row -= top;
        place.column -= left;
    }
}

fn jumps(grid: Grid, places: &[Place]) -> Vec<Jump> {
    let hole = |row: i32, column: i32| {
        let place = Place { row: usize::try_from(row).ok()?, column: usize::try_from(column).ok()? };
        places.binary_search(&place).ok().map(Hole::new)
    };
    let mut jumps = Vec::new();
    for (from, place) in places.iter().enumerate() {
        for step in grid.steps() {
            let (row, column) = (place.row as i32, place.column as i32);
            let over = hole(row + step.rows, column + step.columns);
            let to = hole(row + 2 * step.rows, column + 2 * step.columns);
            if let (Some(over), Some(to)) = (over, to) {
                jumps.push(Jump { from: Hole::new(from), over, to });
            }
        }
    }
    jumps
}

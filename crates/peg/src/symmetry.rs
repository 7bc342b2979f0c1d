//! The symmetries of a board, found from its shape or from its jumps.

mod automorphisms;

use crate::board::{Jump, Place};
use crate::grid::Grid;
use crate::hole::Hole;
use crate::position::Position;

pub(crate) use automorphisms::of_jumps;

/// A map of the holes onto themselves that carries jumps to jumps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    image: Vec<Hole>,
}

impl Symmetry {
    /// The image of a hole.
    pub fn hole(&self, hole: Hole) -> Hole {
        self.image[hole.index()]
    }

    /// The image of a position.
    pub fn position(&self, position: Position) -> Position {
        position.holes().fold(Position::EMPTY, |image, hole| image.with(self.hole(hole)))
    }

    /// The image of a jump.
    pub(crate) fn jump(&self, jump: Jump) -> Jump {
        Jump { from: self.hole(jump.from), over: self.hole(jump.over), to: self.hole(jump.to) }
    }

    /// Does it leave every hole where it is?
    pub(crate) fn is_identity(&self) -> bool {
        self.image.iter().enumerate().all(|(index, hole)| hole.index() == index)
    }

    /// Does it carry each of these sets of positions onto itself?
    pub(crate) fn stabilizes(&self, sets: &[&[Position]]) -> bool {
        sets.iter().all(|set| set.iter().all(|&position| set.contains(&self.position(position))))
    }

    /// The holes in cycles: each list is one orbit of the powers of this symmetry.
    pub(crate) fn cycles(&self) -> Vec<Vec<Hole>> {
        let mut seen = Position::EMPTY;
        let mut cycles = Vec::new();
        for start in (0..self.image.len()).map(Hole::new) {
            let mut cycle = Vec::new();
            let mut hole = start;
            while !seen.has(hole) {
                seen = seen.with(hole);
                cycle.push(hole);
                hole = self.hole(hole);
            }
            if !cycle.is_empty() {
                cycles.push(cycle);
            }
        }
        cycles
    }
}

/// The rotations and reflections of the grid that carry the shape onto itself and jumps to jumps. Two that move the holes
/// alike, as on a board of one row, are one symmetry.
pub(crate) fn of_shape(grid: Grid, places: &[Place], jumps: &[Jump]) -> Vec<Symmetry> {
    let mut symmetries: Vec<Symmetry> = Vec::new();
    for symmetry in grid.isometries().into_iter().filter_map(|map| carry(map, places)) {
        let keeps_jumps = jumps.iter().all(|&jump| jumps.contains(&symmetry.jump(jump)));
        if keeps_jumps && !symmetries.contains(&symmetry) {
            symmetries.push(symmetry);
        }
    }
    symmetries
}

fn carry(map: [i32; 4], places: &[Place]) -> Option<Symmetry> {
    let mapped: Vec<_> = places
        .iter()
        .map(|p| (p.row as i32, p.column as i32))
        .map(|(r, c)| (map[0] * r + map[1] * c, map[2] * r + map[3] * c))
        .collect();
    let top = mapped.iter().map(|p| p.0).min()?;
    let left = mapped.iter().map(|p| p.1).min()?;
    let image: Option<Vec<_>> = mapped
        .iter()
        .map(|p| Place { row: (p.0 - top) as usize, column: (p.1 - left) as usize })
        .map(|place| places.binary_search(&place).ok().map(Hole::new))
        .collect();
    image.map(|image| Symmetry { image })
}

#[cfg(test)]
mod tests {
    use crate::text::Setup;

    /// A turn by half and a mirror move the holes of a row alike, and a mirror along the row moves none.
    #[test]
    fn symmetries_that_move_alike_are_one() {
        for (text, symmetries) in
            [("oooo\n", 2), ("o\no\no\n", 2), ("ooo\no\no\n", 2), ("ooo\nooo\nooo\n", 8)]
        {
            assert_eq!(Setup::parse(text).unwrap().board.symmetries().len(), symmetries, "{text}");
        }
    }
}

//! Tables that say of every position of a board whether it is solvable.

use std::io::{self, Read, Write};

use crc32fast::Hasher;
use search::{Budget, Run, Unwatched};

use crate::board::Board;
use crate::class::{Class, Classes};
use crate::goal::Goal;
use crate::internal_error::{InternalError, replay_found};
use crate::position::Position;
use crate::problem::Problem;
use crate::referee::Solution;
use crate::solve::both_ends::goal_level;
use crate::solve::count::CountError;
use crate::solve::levels::{Direction, Layout, Level, LevelWork, Packing};
use crate::symmetry::Symmetry;

/// An orbit of position classes: classes that symmetries of the board carry onto each other, with won positions in
/// them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassOrbit {
    /// A won position of one of the classes.
    pub won: Position,
    /// The number of classes.
    pub classes: usize,
}

/// The orbits of position classes from which a goal can be reached. Positions of all other classes are lost. The goal must
/// have [few positions](Goal::has_few_positions).
pub fn class_orbits(board: &Board, goal: Goal) -> Vec<ClassOrbit> {
    let classes = Classes::of(board);
    let mut orbits = Vec::new();
    let mut seen: Vec<Class> = Vec::new();
    for won in goal.positions(board) {
        if seen.contains(&classes.class(won)) {
            continue;
        }
        let images = symmetries_of_goal(board, goal).into_iter().map(|s| classes.class(s.position(won)));
        let before = seen.len();
        for class in images {
            if !seen.contains(&class) {
                seen.push(class);
            }
        }
        orbits.push(ClassOrbit { won, classes: seen.len() - before });
    }
    orbits
}

/// The symmetries that carry the goal onto itself.
pub fn symmetries_of_goal(board: &Board, goal: Goal) -> Vec<&Symmetry> {
    let won = goal.anchors();
    board.symmetries().iter().filter(|s| s.stabilizes(&[&won])).collect()
}

/// A table that says of every position of one orbit of classes whether the goal can still be reached.
pub struct Solvability {
    packing: Packing,
    symmetries: Vec<Symmetry>,
    classes: Classes,
    /// The class that is stored. Symmetries carry the others of the orbit onto it.
    class: Class,
    goal: Goal,
    title: String,
    /// By number of pegs, from the goal's up.
    levels: Vec<Level>,
}

impl Solvability {
    /// Builds the table for the orbit of this won position.
    pub fn build(board: &Board, goal: Goal, won: Position, run: &mut Run<'_>) -> Result<Self, CountError> {
        let mut table = Self::empty(board, goal, won, run)?;
        let packing = &table.packing;
        let class = packing.class(packing.pack(won));
        let mut work = LevelWork::new(packing, class, run);
        let pegs = goal.pegs()..board.len() as u32;
        work.hold(work.bytes(pegs.clone())).map_err(|limit| work.error(limit))?;
        let mut levels = vec![goal_level(&work, Problem { board, start: won, goal })];
        for _ in pegs.skip(1) {
            levels.push(work.step(&levels[levels.len() - 1], Direction::Backward)?);
        }
        table.levels = levels;
        Ok(table)
    }

    fn empty(board: &Board, goal: Goal, won: Position, run: &mut Run<'_>) -> Result<Self, CountError> {
        let packing = Packing::new(board, run)?;
        let classes = Classes::of(board);
        let class = classes.class(won);
        // All that the bits depend on: the shape, the order of holes, the goal and the class.
        let title = format!("{:?} {} {:?} {goal:?} {class:?}", board.grid(), packing.title(), board.jumps());
        let symmetries = symmetries_of_goal(board, goal).into_iter().cloned().collect();
        Ok(Self { packing, symmetries, classes, class, goal, title, levels: Vec::new() })
    }

    /// The size of the table for the orbit of this won position, in bytes.
    pub fn size(board: &Board, goal: Goal, won: Position) -> Result<usize, CountError> {
        let layout = Layout::new(board).ok_or(CountError::TooLarge)?;
        let class = layout.class(layout.pack(won));
        let pegs = goal.pegs()..board.len() as u32;
        Ok(pegs.map(|pegs| Level::bytes(&layout, pegs, class)).sum())
    }

    /// Can the goal still be reached? `None` if the position belongs to no class of this orbit.
    pub fn is_solvable(&self, position: Position) -> Option<bool> {
        if self.goal.is_met(position) {
            return Some(true);
        }
        let images = self.symmetries.iter().map(|s| s.position(position));
        let image = images.into_iter().find(|&image| self.classes.class(image) == self.class)?;
        let packed = self.packing.pack(image);
        let level = image.pegs().checked_sub(self.goal.pegs()).and_then(|i| self.levels.get(i as usize));
        Some(level.is_some_and(|level| level.contains(&self.packing, packed)))
    }

    /// A solution from a position, found by following the table; `None` if there is none, or if the position belongs to
    /// no class of this orbit.
    pub fn solution(&self, board: &Board, start: Position) -> Result<Option<Solution>, InternalError> {
        if self.is_solvable(start) != Some(true) {
            return Ok(None);
        }
        let (mut position, mut line) = (start, Vec::new());
        let leads_on = |position: Position| {
            let mut jumps = board.legal_jumps(position);
            jumps.find(|&jump| self.is_solvable(position.play(jump)) == Some(true))
        };
        while let Some(jump) = leads_on(position).filter(|_| !self.goal.is_met(position)) {
            position = position.play(jump);
            line.push(jump);
        }
        replay_found(Problem { board, start, goal: self.goal }, &line).map(Some)
    }

    /// The number of solvable positions of the stored class with each number of pegs.
    pub fn counts(&self) -> Vec<(u32, u64)> {
        self.levels.iter().map(|level| (level.plan.pegs, level.count())).collect()
    }

    /// Writes the table, with a checksum at the end.
    pub fn write(&self, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
        let mut out = Summed { stream: out, sum: Hasher::new() };
        out.put(MAGIC)?;
        out.put(&(self.title.len() as u64).to_le_bytes())?;
        out.put(self.title.as_bytes())?;
        let mut bytes = Vec::new();
        for level in &self.levels {
            for words in level.words.chunks(BLOCK) {
                bytes.clear();
                bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
                out.put(&bytes)?;
            }
        }
        let sum = out.sum.clone().finalize();
        out.stream.write_all(&sum.to_le_bytes())
    }

    /// Reads a table back. Anything but the exact bytes that [`write`](Self::write) wrote for this board, goal and orbit
    /// is refused.
    pub fn read(board: &Board, goal: Goal, won: Position, input: &mut impl Read) -> io::Result<Self> {
        let refuse = |why: &str| io::Error::new(io::ErrorKind::InvalidData, why.to_owned());
        let table = Self::empty(board, goal, won, &mut Run::new(Budget::UNLIMITED, &mut Unwatched));
        let mut table = table.map_err(|_| refuse("the board is too large"))?;
        let mut input = Summed { stream: input, sum: Hasher::new() };
        let head = input.take(MAGIC.len() + 8)?;
        let length = (table.title.len() as u64).to_le_bytes();
        if head[..MAGIC.len()] != *MAGIC || head[MAGIC.len()..] != length {
            return Err(refuse("not a table of this board"));
        }
        if input.take(table.title.len())? != table.title.as_bytes() {
            return Err(refuse("a table of another board, goal or version"));
        }
        let class = table.packing.class(table.packing.pack(won));
        for pegs in goal.pegs()..board.len() as u32 {
            table.levels.push(input.level(&table.packing, pegs, class)?);
        }
        let sum = input.sum.clone().finalize();
        let written = input.take(4)?;
        if written != sum.to_le_bytes() || input.stream.read(&mut [0])? != 0 {
            return Err(refuse("the checksum is wrong"));
        }
        Ok(table)
    }
}

const MAGIC: &[u8] = b"tapis peg solvability 2\n";
/// Words read or written at a time.
const BLOCK: usize = 1 << 16;

/// A stream, and the checksum of the bytes that passed.
struct Summed<'a, S: ?Sized> {
    stream: &'a mut S,
    sum: Hasher,
}

impl<S: Write + ?Sized> Summed<'_, S> {
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sum.update(bytes);
        self.stream.write_all(bytes)
    }
}

impl<S: Read> Summed<'_, S> {
    fn take(&mut self, length: usize) -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; length];
        self.stream.read_exact(&mut bytes)?;
        self.sum.update(&bytes);
        Ok(bytes)
    }

    fn level(&mut self, packing: &Packing, pegs: u32, class: usize) -> io::Result<Level> {
        let mut level = Level::empty(packing, pegs, class);
        for words in level.words.chunks_mut(BLOCK) {
            let bytes = self.take(words.len() * 8)?;
            for (word, bytes) in words.iter_mut().zip(bytes.as_chunks().0) {
                *word = u64::from_le_bytes(*bytes);
            }
        }
        level.recount(packing);
        Ok(level)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtin::named;

    fn table() -> (Board, Position, Solvability) {
        let board = named("triangle15").unwrap();
        let won = class_orbits(&board, Goal::OnePeg)[0].won;
        let mut watch = Unwatched;
        let mut run = Run::new(Budget::default(), &mut watch);
        let table = Solvability::build(&board, Goal::OnePeg, won, &mut run).unwrap();
        (board, won, table)
    }

    #[test]
    fn a_table_survives_the_file() {
        let (board, won, table) = table();
        let mut file = Vec::new();
        table.write(&mut file).unwrap();
        let back = Solvability::read(&board, Goal::OnePeg, won, &mut &file[..]).unwrap();
        assert_eq!(back.counts(), table.counts());
        assert_eq!(back.levels, table.levels);
    }

    #[test]
    fn every_damage_is_noticed() {
        let (board, won, table) = table();
        let mut file = Vec::new();
        table.write(&mut file).unwrap();
        let read = |bytes: &[u8]| Solvability::read(&board, Goal::OnePeg, won, &mut &bytes[..]).is_ok();
        assert!(!read(&file[..file.len() - 1]));
        assert!(!read(&[]));
        let longer: Vec<_> = file.iter().copied().chain([0]).collect();
        assert!(!read(&longer));
        for place in (0..file.len()).step_by(97).chain([file.len() - 1]) {
            let mut damaged = file.clone();
            damaged[place] ^= 4;
            assert!(!read(&damaged), "byte {place}");
        }
        let other = named("triangle21").unwrap();
        assert!(Solvability::read(&other, Goal::OnePeg, won, &mut &file[..]).is_err());
    }
}

//! Tables of solvable peg positions, kept in a folder.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use ::peg::{Board, Classes, CountError, Goal, OwnedProblem, Position, Solution, Solvability};
use search::Run;
use tempfile::NamedTempFile;

use crate::peg::Solvable;
use crate::task::InternalError;

/// The extension of the files.
const EXTENSION: &str = "table";

/// A folder of tables, which are made once and read afterwards.
#[derive(Clone, Debug)]
pub struct PegTables {
    folder: Option<PathBuf>,
}

/// The knowledge about the positions of a game.
pub enum PegTable {
    /// Everything is known.
    Known {
        /// The table.
        table: Box<Solvability>,
        /// Why a new table could not be kept in the folder, if it could not.
        unkept: Option<io::Error>,
    },
    /// No won position belongs to the class of the start: all is lost.
    Lost,
    /// Nothing is known: the table would be too large, or its making was stopped.
    Unknown(CountError),
}

/// A table of this many MiB takes a while.
const LARGE: usize = 8;

impl PegTables {
    /// The tables in a folder; without a folder they are made each time.
    pub fn new(folder: Option<PathBuf>) -> Self {
        Self { folder }
    }

    /// The folder, if there is one.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// The table for the class of a position: read, or made within the limits of the run and kept.
    pub fn for_position(&self, board: &Board, goal: Goal, position: Position, run: &mut Run<'_>) -> PegTable {
        if !goal.has_few_positions(board) {
            return PegTable::Unknown(CountError::WideGoal);
        }
        match won_position(board, goal, position) {
            Some(won) => self.for_class(board, goal, won, run),
            None => PegTable::Lost,
        }
    }

    /// Does a position belong to the class of a won one? A position of any other class is lost.
    pub fn may_be_won(board: &Board, goal: Goal, position: Position) -> bool {
        won_position(board, goal, position).is_some()
    }

    /// The size in bytes of the table for the class of a position; none where the class has no table.
    pub fn size_for(board: &Board, goal: Goal, position: Position) -> Option<usize> {
        Solvability::size(board, goal, won_position(board, goal, position)?).ok()
    }

    /// The size in MiB of the table that would be made for the class of a position within this memory; none where it is
    /// kept already, where there is no table to make, or where it is made in a moment.
    pub fn size_to_announce(
        &self,
        board: &Board,
        goal: Goal,
        position: Position,
        memory: usize,
    ) -> Option<usize> {
        if !goal.has_few_positions(board) {
            return None;
        }
        let won = won_position(board, goal, position)?;
        let is_kept =
            self.folder.as_ref().is_some_and(|folder| folder.join(file_name(board, goal, won)).exists());
        let size = Solvability::size(board, goal, won).ok().filter(|&bytes| bytes <= memory && !is_kept)?;
        Some(size >> 20).filter(|&size| size >= LARGE)
    }

    /// The table for the class of a won position: read, or made within the limits of the run and kept.
    pub fn for_class(&self, board: &Board, goal: Goal, won: Position, run: &mut Run<'_>) -> PegTable {
        let needed = match Solvability::size(board, goal, won) {
            Ok(needed) => needed,
            Err(error) => return PegTable::Unknown(error),
        };
        if needed > run.budget().memory {
            return PegTable::Unknown(CountError::Memory { needed });
        }
        let path = self.folder.as_ref().map(|folder| folder.join(file_name(board, goal, won)));
        // A damaged or outdated file is made again.
        if let Some(table) = path.as_deref().and_then(|path| read(board, goal, won, path)) {
            return PegTable::Known { table: Box::new(table), unkept: None };
        }
        match Solvability::build(board, goal, won, run) {
            Ok(table) => {
                let unkept = path.and_then(|path| keep(&table, &path).err());
                PegTable::Known { table: Box::new(table), unkept }
            }
            Err(error) => PegTable::Unknown(error),
        }
    }

    /// The files in the folder, by name, with their sizes in bytes.
    pub fn files(&self) -> Vec<(PathBuf, u64)> {
        let Some(files) = self.folder.as_ref().and_then(|folder| fs::read_dir(folder).ok()) else {
            return Vec::new();
        };
        let entry = |file: fs::DirEntry| {
            let path = file.path();
            let is_table = path.extension().is_some_and(|extension| extension == EXTENSION);
            is_table.then_some((path, file.metadata().ok()?.len()))
        };
        let mut files: Vec<_> = files.flatten().filter_map(entry).collect();
        files.sort();
        files
    }
}

impl Solvable for PegTable {
    fn is_solvable(&self, position: Position) -> Option<bool> {
        match self {
            Self::Known { table, .. } => table.is_solvable(position),
            Self::Lost => Some(false),
            Self::Unknown(_) => None,
        }
    }

    fn solution(&self, problem: &OwnedProblem) -> Result<Option<Solution>, InternalError> {
        match self {
            Self::Known { table, .. } => table
                .solution(&problem.board, problem.start)
                .map_err(|error| InternalError(error.to_string())),
            Self::Lost | Self::Unknown(_) => Ok(None),
        }
    }
}

/// A table that is there sooner or later; before that nothing is known.
#[derive(Default)]
pub struct LateTable(OnceLock<PegTable>);

impl LateTable {
    /// Puts the table in its place. A second table for the same game is the same and is dropped.
    pub fn set(&self, table: PegTable) {
        let _ = self.0.set(table);
    }

    /// The table, if it is there.
    pub fn get(&self) -> Option<&PegTable> {
        self.0.get()
    }
}

impl Solvable for LateTable {
    fn is_solvable(&self, position: Position) -> Option<bool> {
        self.0.get()?.is_solvable(position)
    }

    fn solution(&self, problem: &OwnedProblem) -> Result<Option<Solution>, InternalError> {
        self.0.get().map_or(Ok(None), |table| table.solution(problem))
    }
}

/// The won position that stands for the orbit of classes that a position belongs to.
fn won_position(board: &Board, goal: Goal, position: Position) -> Option<Position> {
    let classes = Classes::of(board);
    // Only symmetries that keep the goal carry a solution to a solution.
    let keeping = ::peg::symmetries_of_goal(board, goal).into_iter();
    let images: Vec<_> = keeping.map(|s| classes.class(s.position(position))).collect();
    let orbits = ::peg::class_orbits(board, goal).into_iter();
    orbits.map(|orbit| orbit.won).find(|&won| images.contains(&classes.class(won)))
}

fn read(board: &Board, goal: Goal, won: Position, path: &Path) -> Option<Solvability> {
    let mut file = BufReader::with_capacity(1 << 20, File::open(path).ok()?);
    Solvability::read(board, goal, won, &mut file).ok()
}

/// Writes a table next to its place, then moves it there: a reader finds it whole or not at all.
fn keep(table: &Solvability, path: &Path) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut file = BufWriter::new(NamedTempFile::new_in(folder)?);
    table.write(&mut file)?;
    file.flush()?;
    file.into_inner().map_err(io::IntoInnerError::into_error)?.persist(path)?;
    Ok(())
}

/// A name for the file of a table; the file itself says what it is for.
fn file_name(board: &Board, goal: Goal, won: Position) -> String {
    let name = ::peg::name_of(board).unwrap_or_else(|| {
        let digest = blake3::hash(::peg::to_text(board, board.full()).as_bytes()).to_hex();
        format!("board{}-{}", board.len(), &digest[..16])
    });
    let goal = match goal {
        Goal::OnePeg => "one".to_owned(),
        Goal::Pegs(pegs) => format!("pegs{pegs}"),
        Goal::AtMost(pegs) => format!("most{pegs}"),
        Goal::Exactly(position) => format!("{:x}", position.bits()),
    };
    format!("{name}-{goal}-{:x}.{EXTENSION}", won.bits())
}

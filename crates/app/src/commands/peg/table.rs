//! Tables of solvable positions, kept in the user's cache folder.

use std::fs::{self, File};
use std::io::BufReader;
use std::ops::ControlFlow;
use std::path::PathBuf;

use directories::ProjectDirs;
use indicatif::{ProgressBar, ProgressStyle};
use peg::{Board, Classes, CountError, Goal, InternalError, Position, Solution, Solvability};
use search::{Deadline, Outcome, Run, Stats, Stop, Watch};

use crate::exit::Fault;
use crate::interrupt;
use crate::limits::LimitArgs;
use crate::whole;

/// What is known of the positions of a game.
pub(crate) enum Table {
    /// Everything.
    Known(Box<Solvability>),
    /// The class of the start holds no won position: all is lost.
    Lost,
    /// Nothing: the table would be too large, or its making was stopped.
    Unknown(CountError),
}

impl Table {
    /// The table for the class of a position: read from the cache, or made and kept there.
    pub(crate) fn of(
        board: &Board,
        goal: Goal,
        position: Position,
        limits: &LimitArgs,
    ) -> Result<Self, Fault> {
        match kind_of(board, goal, position) {
            Some(won) => Self::of_kind(board, goal, won, limits),
            None => Ok(Self::Lost),
        }
    }

    /// The same for the class of a won position.
    pub(crate) fn of_kind(
        board: &Board,
        goal: Goal,
        won: Position,
        limits: &LimitArgs,
    ) -> Result<Self, Fault> {
        let size = match Solvability::size(board, goal, won) {
            Ok(size) => size,
            Err(error) => return Ok(Self::Unknown(error)),
        };
        if size > limits.memory {
            return Ok(Self::Unknown(CountError::Memory { needed: size }));
        }
        let path = path(board, goal, won);
        if let Some(file) = path.as_ref().and_then(|path| File::open(path).ok()) {
            // A damaged or outdated file is made anew.
            if let Ok(table) =
                Solvability::read(board, goal, won, &mut BufReader::with_capacity(1 << 20, file))
            {
                return Ok(Self::Known(Box::new(table)));
            }
        }
        let mut watch = Progress::new(board.len(), limits);
        let mut run = Run::new(limits.budget(), &mut watch).with_threads(limits.threads());
        match Solvability::build(board, goal, won, &mut run) {
            Ok(table) => {
                keep(&table, path)?;
                Ok(Self::Known(Box::new(table)))
            }
            Err(error) => Ok(Self::Unknown(error)),
        }
    }

    /// A solution from a position, or that there is none; `None` if the table does not know.
    pub(crate) fn solution(
        &self,
        board: &Board,
        position: Position,
    ) -> Result<Option<Outcome<Solution>>, InternalError> {
        Ok(match (self, self.is_solvable(position)) {
            (Self::Known(table), Some(true)) => table.solution(board, position)?.map(Outcome::Solved),
            (_, Some(false)) => Some(Outcome::Unsolvable(())),
            _ => None,
        })
    }

    /// Can the goal still be reached?
    pub(crate) fn is_solvable(&self, position: Position) -> Option<bool> {
        match self {
            Self::Known(table) => table.is_solvable(position),
            Self::Lost => Some(false),
            Self::Unknown(_) => None,
        }
    }
}

/// The won position that stands for the kind of classes this position belongs to.
fn kind_of(board: &Board, goal: Goal, position: Position) -> Option<Position> {
    let classes = Classes::of(board);
    let images: Vec<_> = board.symmetries().iter().map(|s| classes.class(s.position(position))).collect();
    let kinds = peg::class_orbits(board, goal).into_iter();
    kinds.map(|kind| kind.won).find(|&won| images.contains(&classes.class(won)))
}

fn keep(table: &Solvability, path: Option<PathBuf>) -> Result<(), Fault> {
    let Some(path) = path else { return Ok(()) };
    // Without a folder to keep it in, the table serves this time only.
    if path.parent().is_some_and(|folder| fs::create_dir_all(folder).is_err()) {
        return Ok(());
    }
    whole::write(&path, |out| table.write(out))
}

/// The folder of the tables.
pub(crate) fn folder() -> Option<PathBuf> {
    Some(ProjectDirs::from("", "", "tapis")?.cache_dir().join("peg"))
}

fn path(board: &Board, goal: Goal, won: Position) -> Option<PathBuf> {
    let name = peg::name_of(board).unwrap_or_else(|| {
        format!("board{}-{:016x}", board.len(), digest(&peg::to_text(board, board.full())))
    });
    let goal = match goal {
        Goal::OnePeg => "one".to_owned(),
        Goal::Exactly(position) => format!("{:x}", position.bits()),
    };
    Some(folder()?.join(format!("{name}-{goal}-{:x}.table", won.bits())))
}

/// A short name for a text (FNV-1a); the file itself says what it is for.
fn digest(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// A progress bar over the levels of the board; keeps the time limit and listens for Ctrl-C.
struct Progress {
    bar: ProgressBar,
    holes: usize,
    deadline: Deadline,
}

impl Progress {
    fn new(holes: usize, limits: &LimitArgs) -> Self {
        interrupt::listen();
        let bar = ProgressBar::new(holes as u64);
        let style = ProgressStyle::with_template("solvable positions {wide_bar} {percent}% {elapsed}");
        bar.set_style(style.expect("the template is well formed"));
        Self { bar, holes, deadline: limits.time.map_or(Deadline::NEVER, Deadline::after) }
    }
}

impl Watch for Progress {
    fn tick(&mut self, stats: &Stats) -> ControlFlow<Stop> {
        self.bar.set_position((self.holes as u64).saturating_sub(u64::from(stats.depth)));
        if interrupt::asked() { ControlFlow::Break(Stop::Cancelled) } else { self.deadline.tick(stats) }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

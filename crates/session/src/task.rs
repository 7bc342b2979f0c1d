//! Work on a snapshot of a game that is done elsewhere.

use std::fmt;

use search::{Limit, Outcome, Run};
use serde::Serialize;
use thiserror::Error;

use crate::texts::{Language, LineText, Thing};
use crate::tiles::card_names;
use crate::view::View;

/// Work that holds all that it needs: it can be sent to another thread, and it holds nobody up.
pub struct Task<T>(Work<T>);

type Work<T> = Box<dyn FnOnce(&mut Run<'_>) -> Result<T, TaskError> + Send>;

/// Why a task has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TaskError {
    /// A limit came first, or it was cancelled.
    #[error("{0}")]
    Limit(Limit),
    /// The program is wrong.
    #[error(transparent)]
    Internal(#[from] InternalError),
}

/// A fault of the program: a referee or a judge refused what a solver or a machine proposed. The text has what is needed
/// to see it again.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct InternalError(pub String);

impl<T> Task<T> {
    pub(crate) fn new(work: impl FnOnce(&mut Run<'_>) -> Result<T, TaskError> + Send + 'static) -> Self {
        Self(Box::new(work))
    }

    /// Does the work within the limits of the run.
    pub fn run(self, run: &mut Run<'_>) -> Result<T, TaskError> {
        (self.0)(run)
    }
}

/// A search for a way to win, or for the proof that there is none.
pub(crate) trait Search<S>:
    FnOnce(&mut Run<'_>) -> Result<Outcome<S>, TaskError> + Send + 'static
{
}

impl<S, F: FnOnce(&mut Run<'_>) -> Result<Outcome<S>, TaskError> + Send + 'static> Search<S> for F {}

impl Task<Hint> {
    /// The first input of a way to win.
    pub(crate) fn first_step<S>(
        search: impl Search<S>,
        enter: impl FnOnce(&S) -> Hint + Send + 'static,
    ) -> Self {
        Self::new(move |run| {
            Ok(match search(run)? {
                Outcome::Solved(solution) => enter(&solution),
                Outcome::Unsolvable(()) => Hint::Lost,
                Outcome::GaveUp(limit) => return Err(TaskError::Limit(limit)),
            })
        })
    }

    /// The answer for a game that is over.
    pub(crate) fn over() -> Self {
        Self::new(|_| Ok(Hint::Over))
    }
}

impl Task<Truth> {
    /// Whether there is a way to win, and how long the one found is.
    pub(crate) fn winnable<S>(
        search: impl Search<S>,
        moves: impl FnOnce(&S) -> usize + Send + 'static,
    ) -> Self {
        Self::new(move |run| {
            Ok(match search(run)? {
                Outcome::Solved(solution) => Truth::Winnable { moves: moves(&solution) },
                Outcome::Unsolvable(()) => Truth::Lost,
                Outcome::GaveUp(limit) => return Err(TaskError::Limit(limit)),
            })
        })
    }
}

impl Task<Line> {
    /// A whole way to win.
    pub(crate) fn whole_line<S>(
        search: impl Search<S>,
        enter: impl FnOnce(&S) -> Vec<String> + Send + 'static,
    ) -> Self {
        Self::new(move |run| {
            Ok(match search(run)? {
                Outcome::Solved(solution) => Line::Enter(enter(&solution)),
                Outcome::Unsolvable(()) => Line::Lost,
                Outcome::GaveUp(limit) => return Err(TaskError::Limit(limit)),
            })
        })
    }
}

impl<T> fmt::Debug for Task<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Task")
    }
}

/// Advice for the player to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "hint", rename_all = "snake_case")]
pub enum Hint {
    /// Enter these, one after another.
    Enter {
        /// Inputs for [`Session::act`](crate::Session::act).
        inputs: Vec<String>,
        /// How many moves of the way that is known are left, these included; none where there is no such way.
        left: Option<usize>,
        /// The tiles of rummy that could be placed in this turn, where the inputs draw instead; else 0.
        #[serde(skip_serializing_if = "is_zero")]
        kept_back: usize,
    },
    /// The game is over.
    Over,
    /// It cannot be won: that is proven.
    Lost,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl Hint {
    /// Why tiles that could be placed stay in the hand, in words; none where no tile does.
    #[must_use]
    pub fn reason(&self, language: Language) -> Option<String> {
        match self {
            Self::Enter { kept_back, .. } if *kept_back > 0 => {
                Some(language.fill(LineText::KeptBack, &[&language.counted(*kept_back, Thing::Tile)]))
            }
            _ => None,
        }
    }

    /// The inputs as a player of a language reads and types them, with the word for "then" between them; none where the
    /// hint has no inputs. `view` is any view of the game that the hint is for.
    #[must_use]
    pub fn inputs(&self, view: &View, language: Language) -> Option<String> {
        let Self::Enter { inputs, .. } = self else { return None };
        let shown = |input: &String| match view {
            View::Patience(_) => card_names(language, input),
            View::Peg(_) => input.clone(),
            View::Rummy(view) => view.tiles(language).line(input),
        };
        Some(inputs.iter().map(shown).collect::<Vec<_>>().join(language.text(LineText::Then)))
    }
}

/// Can the game still be won?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "truth", rename_all = "snake_case")]
pub enum Truth {
    /// Yes: a way of this many moves is known.
    Winnable {
        /// Moves of that way.
        moves: usize,
    },
    /// No: that is proven.
    Lost,
}

/// A whole way to win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// Enter these, one after another.
    Enter(Vec<String>),
    /// The game cannot be won: that is proven.
    Lost,
}

//! Everything that can happen to the terminal game.

use std::time::Duration;

use crossterm::event::{KeyEvent, MouseEvent};

use crate::jobs::Answer;

/// Something that happens.
#[derive(Debug)]
pub enum Input {
    /// A key is pressed.
    Key(KeyEvent),
    /// The mouse is moved or clicked.
    Mouse(MouseEvent),
    /// Time passes: this long since the program began.
    Tick(Duration),
    /// A job is done.
    Answer(Answer),
}

/// Something that the game asks of the terminal around it.
#[derive(Debug)]
pub enum Effect {
    /// Do this job on another thread, and bring its answer back.
    Start(crate::jobs::Job),
    /// Stop the process until it is called back, as Ctrl-Z does.
    Suspend,
    /// Listen to the mouse, or leave it to the terminal.
    Mouse(bool),
    /// Leave.
    Leave(Leave),
}

/// Why the game is left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Leave {
    /// The player leaves; was the last game played to its end?
    Done {
        /// Was it?
        finished: bool,
    },
    /// Ctrl-C.
    Interrupted,
    /// The program is wrong: the text has what is needed to see it again.
    Fault(String),
}

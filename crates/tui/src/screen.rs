//! The interface of a screen.

use crossterm::event::{KeyEvent, MouseEvent};
use session::TaskError;

use crate::canvas::Canvas;
use crate::command::{Binding, Command};
use crate::context::Context;
use crate::input::Leave;
use crate::jobs::{Found, Kind};

/// Something that fills the screen, or a part of it.
pub(crate) trait Screen {
    /// Its keys: for the footer, the help, and the list of commands.
    fn bindings(&self) -> Vec<Binding>;

    /// Lines of help besides the keys.
    fn about(&self, _: &Context) -> Vec<String> {
        Vec::new()
    }

    /// It comes to the front.
    fn enter(&mut self, _: &mut Context) -> Next {
        Next::Stay
    }

    /// A command, by its key or from the list.
    fn command(&mut self, command: Command, cx: &mut Context) -> Next;

    /// A key that is not a command.
    fn key(&mut self, key: KeyEvent, cx: &mut Context) -> Next;

    fn mouse(&mut self, _: MouseEvent, _: &mut Context) -> Next {
        Next::Stay
    }

    /// The screen on top was closed with this result.
    fn back(&mut self, _: Back, _: &mut Context) -> Next {
        Next::Stay
    }

    /// A job is done.
    fn answer(&mut self, _: Kind, _: Result<Found, TaskError>, _: &mut Context) -> Next {
        Next::Stay
    }

    /// Time has passed.
    fn tick(&mut self, _: &mut Context) -> Next {
        Next::Stay
    }

    /// Time has passed while another screen hid this one.
    fn wait(&mut self, _: &mut Context) {}

    /// Does it leave the clock of a turn in sight, which then goes on?
    fn shows_clock(&self) -> bool {
        false
    }

    /// Does it change while nobody does anything?
    fn is_moving(&self) -> bool {
        false
    }

    /// Does it leave the screen below it visible?
    fn is_overlay(&self) -> bool {
        false
    }

    /// Is it the question whether to leave?
    fn asks_to_leave(&self) -> bool {
        false
    }

    /// Was the game on it played to its end, if there is one?
    fn is_finished(&self) -> Option<bool> {
        None
    }

    /// The process is about to end or to stop: everything is kept that is not kept yet.
    fn keep(&mut self, _: &mut Context) {}

    /// Time has passed: the clock of a game is kept.
    fn keep_time(&mut self, _: &mut Context) {}

    /// The player leaves it for good.
    fn leave(&mut self, _: &mut Context) {}

    fn draw(&self, canvas: &mut Canvas<'_>, cx: &Context);
}

/// The purpose of a line that is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// A move or a command in the game's own notation.
    Act,
    /// The number or the difficulty of a new deal.
    NewDeal,
}

/// The result of a screen, for the one below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Back {
    /// A line that the player typed.
    Typed(Purpose, String),
    /// Go to the position after this many moves.
    GoTo(usize),
    /// Go there, and find a move that keeps the win.
    Learn(usize),
    /// Play these inputs as one action.
    Act(Vec<String>),
    /// Help was shown.
    Helped,
}

/// The screen that comes next.
pub(crate) enum Next {
    Stay,
    /// This one, on top.
    Push(Box<dyn Screen>),
    /// This one, in the place of the one on top.
    Replace(Box<dyn Screen>),
    /// The one below.
    Pop,
    /// The one below, which does this.
    PopAnd(Command),
    /// The one below, which is left this.
    PopWith(Back),
    /// This one; the one below hears this.
    Tell(Back),
    Quit(Leave),
    /// The end, also where a game could not be kept.
    QuitAnyway(Leave),
}

//! Any game on the screen of a terminal: patience, peg solitaire, rummy.
//!
//! [`App`] is a state machine: it takes [`Input`]s (keys, the mouse, time, answers of jobs), says what the terminal should
//! do ([`Effect`]) and draws itself into a frame. It knows no terminal and no clock, so everything can be tested without
//! them. [`run`] puts it on a real terminal and restores that one whatever happens.
//!
//! The rules are those of [`session`]: nothing here decides what is legal.

mod input;
mod app;
mod screen;
mod context;
mod command;
mod canvas;
mod settings;
mod direction;
mod jobs;
mod light;
mod kept;
mod store;
mod words_from;
mod statistics;
mod running;
mod game_screen;
mod new_game;
mod names;
mod options;
mod menu;
mod go_on;
mod prompt;
mod help;
mod unkept;
mod show;
mod watch;
mod strip;
mod review;
mod statistics_screen;
mod patience;
mod peg;
mod peg_table;
mod rummy;
mod terminal;

pub use app::{App, Surroundings};
pub use context::Resources;
pub use input::{Effect, Input, Leave};
pub use jobs::{Answer, Job, Limits};
pub use kept::{HelpUsed, Kept, Over, WordSource};
pub use names::seats;
pub use new_game::NewGame;
pub use settings::{Abilities, Settings, Sorting, Turns};
pub use statistics::{GameResult, Results, Summary};
pub use statistics_screen::statistics_lines;
pub use store::{Entry, Listing, Store, Unreadable};
pub use terminal::{Ended, run};
pub use words_from::Dictionaries;

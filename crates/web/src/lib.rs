//! Games in the browser: an API over HTTP and WebSocket, the page that uses it, and the games kept in `SQLite`.
//!
//! [`Server::open`] prepares everything, [`Server::router`] answers requests, [`serve`] listens until it is asked to stop.
//! A request goes through `client` (who asks, how often), is read once into a type of its own, changes a
//! `Playing` game, is on the disk, and only then is answered and shown to the other windows. Solver work
//! goes to `workers` and is stopped when whoever asked leaves.

mod config;
mod error;
mod lang;
mod client;
mod rates;
mod workers;
mod store;
mod any_game;
mod playing;
mod games;
mod board;
mod tile_names;
mod patience_rules;
mod wording;
mod command_words;
mod refusal;
mod spoken;
mod state;
mod link;
mod peg_tables;
mod deals;
mod new_game;
mod import;
mod body;
mod change;
mod ask;
mod review;
mod machines;
mod turn_clock;
mod export;
mod svg;
mod message;
mod live;
mod sockets;
mod page;
mod titles;
mod about;
mod api;
mod metered;
mod listen;
mod server;

pub use crate::api::ROUTES;
pub use crate::change::Action;
pub use crate::config::{Config, Limits};
pub use crate::link::read as read_link;
pub use crate::message::{BadMessage, Message, Request};
pub use crate::server::{OpenError, Server, serve};

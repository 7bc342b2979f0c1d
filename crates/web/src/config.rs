//! Everything that a server is started with.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use rummy::Vocabulary;
use session::PegTables;

/// Everything that a server is started with.
#[derive(Clone)]
pub struct Config {
    /// The folder that games are kept in.
    pub state: PathBuf,
    /// The folder that the page is read from, instead of the one in the program.
    pub page: Option<PathBuf>,
    /// The words of letter rummy.
    pub words: Option<Arc<Vocabulary>>,
    /// The kept tables of peg positions.
    pub tables: PegTables,
    /// Is the server for this machine alone? Then it answers to names of this machine alone.
    pub is_local: bool,
    /// Which entry of `X-Forwarded-For` names the client, counted from the right; none without a proxy.
    pub forwarded: Option<usize>,
    /// The limits.
    pub limits: Limits,
}

impl fmt::Debug for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Config")
            .field("state", &self.state)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

/// The limits of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of a request's body.
    pub body: usize,
    /// Bytes of a message of a WebSocket.
    pub message: usize,
    /// Bytes that wait to be sent to a WebSocket.
    pub write_buffer: usize,
    /// Requests and messages per second of a client, in the long run.
    pub rate: u32,
    /// Requests and messages of a client at once.
    pub burst: u32,
    /// Open sockets of a client.
    pub sockets_of_client: usize,
    /// Open sockets in all.
    pub sockets: usize,
    /// Games of a browser.
    pub games_of_client: usize,
    /// Games in all.
    pub games: usize,
    /// Games in memory at once.
    pub open_games: usize,
    /// Moves of a game.
    pub moves: usize,
    /// Threads for solver work.
    pub threads: usize,
    /// Questions of a client that wait or are worked on.
    pub jobs_of_client: usize,
    /// Questions in all that wait or are worked on.
    pub jobs: usize,
    /// Bytes that one question may hold.
    pub job_memory: usize,
    /// The time that one question may take.
    pub job_time: Duration,
    /// Bytes of all tables of peg positions in memory.
    pub tables: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            body: 256 << 10,
            message: 8 << 10,
            write_buffer: 1 << 20,
            rate: 50,
            burst: 400,
            sockets_of_client: 32,
            sockets: 2_000,
            games_of_client: 200,
            games: 100_000,
            open_games: 500,
            moves: 5_000,
            threads: std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
            jobs_of_client: 6,
            jobs: 200,
            job_memory: 256 << 20,
            job_time: Duration::from_secs(20),
            tables: 512 << 20,
        }
    }
}

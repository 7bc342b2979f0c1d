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
    /// Files of the page per second of a client, in the long run. They cost next to nothing, one visit needs some sixty, and
    /// a class of thirty shares one address.
    pub file_rate: u32,
    /// Files of the page of a client at once.
    pub file_burst: u32,
    /// Open sockets of a client.
    pub sockets_of_client: usize,
    /// Open sockets in all.
    pub sockets: usize,
    /// Connections at once.
    pub connections: usize,
    /// Connections of an address at once, where the server sees the addresses of its clients.
    pub connections_of_address: usize,
    /// The time that the headers of a request may take to arrive.
    pub header_time: Duration,
    /// Games of a browser.
    pub games_of_client: usize,
    /// Games of an address.
    pub games_of_address: usize,
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

impl Config {
    /// The connections that an address may have at once; none without such a limit. To a server for one machine, and to one
    /// after a proxy, all connections come from one address: a share of it would only make the whole smaller.
    pub(crate) fn share_of_address(&self) -> Option<usize> {
        (!self.is_local && self.forwarded.is_none()).then_some(self.limits.connections_of_address)
    }

    /// The questions of an address that are worked on at once. One thread is left for others, except on a server for one
    /// machine, to which there are no others.
    pub(crate) fn threads_of_address(&self) -> usize {
        let threads = self.limits.threads.max(1);
        if self.is_local { threads } else { (threads - 1).max(1) }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            body: 256 << 10,
            message: 8 << 10,
            write_buffer: 1 << 20,
            rate: 50,
            burst: 400,
            file_rate: 1_000,
            file_burst: 6_000,
            sockets_of_client: 32,
            sockets: 2_000,
            connections: 4_000,
            connections_of_address: 200,
            header_time: Duration::from_secs(10),
            games_of_client: 200,
            games_of_address: 1_000,
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

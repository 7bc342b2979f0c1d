//! `tapis serve`: the games in the browser.

use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;

use directories::ProjectDirs;
use rummy::Vocabulary;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use web::{Config, Limits, Server};

use crate::commands::peg::solvability_cache;
use crate::dictionary::{AlphabetArgs, DictionaryArgs};
use crate::exit::{Exit, Fault};
use crate::output;

const EXAMPLES: &str = "\
Examples:
  tapis serve --open
  tapis serve --port 9000 --words /usr/share/dict/french
  tapis serve --listen 0.0.0.0
  tapis serve --listen 0.0.0.0 --forwarded 1";

/// The folder of the server in the state folder.
const FOLDER: &str = "serve";

/// Play in the browser: start a server for this machine, or for everybody
///
/// The address is printed when the server is ready. Only this machine can reach it, unless --listen names another address:
/// then everybody who can reach that address can play; games of others stay out of reach, because their names cannot be
/// guessed. Games are kept in the state folder, and every move is on the disk before it is answered. The API is described
/// at /api/openapi.json.
///
/// Ctrl-C and SIGTERM stop the server. Exit code 0: it was stopped. 65: the word list is faulty. 66: the state folder
/// cannot be used. 69: the address is in use or cannot be had.
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Args {
    /// The address to listen on; 0.0.0.0 opens the server to everybody
    #[arg(long, value_name = "ADDR", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    listen: IpAddr,
    /// The port; 0 takes any free one
    #[arg(long, value_name = "N", default_value_t = 8900)]
    port: u16,
    /// Start the browser
    #[arg(long)]
    open: bool,
    /// Keep the games in this folder [default: the user's state folder]
    #[arg(long, value_name = "DIR")]
    state: Option<PathBuf>,
    /// The words of letter rummy: a text with one word per line, or what `tapis words build` made of one [default: a list in the
    /// usual places, if there is one]
    #[arg(long, value_name = "FILE")]
    words: Option<PathBuf>,
    #[command(flatten)]
    alphabet: AlphabetArgs,
    /// Serve the page from this folder instead of the one in the program, for those who work on it
    #[arg(long, value_name = "DIR")]
    page: Option<PathBuf>,
    /// The server stands after a proxy: the client's address is entry N of X-Forwarded-For, counted from the right
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    forwarded: Option<u8>,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Fault> {
    let config = args.config()?;
    // An address that cannot be had leaves no new state folder.
    let listener = args.bind()?;
    let folder = config.state.display().to_string();
    let server = Server::open(config).map_err(|why| Fault::no_input(format!("{folder}: {why}")))?;
    let threads = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    threads.block_on(args.serve(server, listener))?;
    Ok(Exit::Yes)
}

impl Args {
    fn config(&self) -> Result<Config, Fault> {
        if let Some(page) = self.page.as_ref().filter(|page| !page.join("index.html").is_file()) {
            return Err(Fault::no_input(format!("{}: index.html is missing in this folder", page.display())));
        }
        Ok(Config {
            state: self.state.clone().map_or_else(state_folder, Ok)?,
            page: self.page.clone(),
            words: self.vocabulary()?,
            tables: solvability_cache::tables(),
            is_local: self.listen.is_loopback(),
            forwarded: self.forwarded.map(usize::from),
            limits: Limits::default(),
        })
    }

    /// The words that were named; else those of the usual places, if there are any.
    fn vocabulary(&self) -> Result<Option<Arc<Vocabulary>>, Fault> {
        let named = self.words.is_some();
        let dictionary = DictionaryArgs { dictionary: self.words.clone(), alphabet: self.alphabet.clone() };
        match dictionary.load_quietly() {
            Ok(words) => Ok(Some(Arc::new(Vocabulary::new(words)))),
            Err(fault) if named => Err(fault),
            Err(_) => Ok(None),
        }
    }

    fn bind(&self) -> Result<std::net::TcpListener, Fault> {
        let address = SocketAddr::new(self.listen, self.port);
        let listener = std::net::TcpListener::bind(address).map_err(|error| unavailable(address, &error))?;
        listener.set_nonblocking(true)?;
        Ok(listener)
    }

    async fn serve(&self, server: Server, listener: std::net::TcpListener) -> Result<(), Fault> {
        let listener = TcpListener::from_std(listener)?;
        let stop = stop_signal()?;
        let url = url(listener.local_addr()?);
        let mut out = output::stdout();
        writeln!(out, "Tapis is at {url}  (Ctrl-C stops it)")?;
        out.flush()?;
        if self.open {
            open_browser(&url);
        }
        Ok(web::serve(server, listener, stop).await?)
    }
}

/// The state folder of the user.
fn state_folder() -> Result<PathBuf, Fault> {
    let folders = ProjectDirs::from("", "", "tapis");
    let folders = folders.ok_or_else(|| Fault::no_input("the home folder is not known"))?;
    Ok(folders.state_dir().unwrap_or(folders.data_local_dir()).join(FOLDER))
}

fn unavailable(address: SocketAddr, error: &io::Error) -> Fault {
    Fault::unavailable(match error.kind() {
        io::ErrorKind::AddrInUse => format!("{address} is in use; choose another port with --port"),
        _ => format!("cannot listen on {address}: {error}"),
    })
}

/// The address to open in a browser: of a server for everybody, that of this machine.
fn url(address: SocketAddr) -> String {
    let is_any = address.ip().is_unspecified();
    let host = if is_any { SocketAddr::new(Ipv4Addr::LOCALHOST.into(), address.port()) } else { address };
    format!("http://{host}/")
}

/// Done when Ctrl-C or SIGTERM comes.
fn stop_signal() -> Result<impl Future<Output = ()> + Send + 'static, Fault> {
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Starts the browser. Where that does not work, the address is on the screen.
fn open_browser(url: &str) {
    let program = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let quiet = |program: &str| {
        Command::new(program)
            .arg(url)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
    };
    if quiet(program).is_err() {
        anstream::eprintln!("tapis: no browser could be started; open {url} yourself");
    }
}

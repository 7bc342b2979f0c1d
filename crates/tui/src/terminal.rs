//! The terminal around the game: raw mode, the alternate screen, the mouse, signals, and the loop that feeds the game.

use std::io::{self, Stdout};
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use crossterm::cursor::{Hide, Show};
use crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event, KeyEventKind};
use crossterm::execute;
use crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::backend::CrosstermBackend;
use ratatui::layout::Rect;
use ratatui::{Terminal, TerminalOptions, Viewport};
use rustix::event::{PollFd, PollFlags, poll};
use signal_hook::consts::{
    SIGALRM, SIGCONT, SIGHUP, SIGINT, SIGPROF, SIGQUIT, SIGTERM, SIGTSTP, SIGUSR1, SIGUSR2, SIGVTALRM,
    SIGXCPU, SIGXFSZ,
};
use signal_hook::{flag, low_level};

use crate::app::App;
use crate::input::{Effect, Input, Leave};
use crate::jobs::{Answer, Job, WORKER};

/// How long keys are waited for while nothing else happens.
const IDLE: Duration = Duration::from_millis(200);
/// How long keys are waited for while a job is under way.
const BUSY: Duration = Duration::from_millis(30);
/// How long the game may take to end by itself when its terminal is gone.
const GRACE: Duration = Duration::from_millis(500);
/// No more of a window is drawn on, whatever size it says it has: the cells of all of it are in memory.
const LARGEST: (u16, u16) = (500, 300);

/// How the game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The player left.
    Left(Leave),
    /// SIGTERM or another signal that ends a program came, or the terminal is gone.
    Terminated,
}

/// Plays on the terminal of standard input and output until the player leaves. The terminal is as before afterwards.
/// Where the terminal is gone and the game cannot end by itself, the process ends with `code_when_gone`.
pub fn run(app: &mut App, code_when_gone: i32) -> io::Result<Ended> {
    let signals = Signals::listen()?;
    watch_for_hang_up(Arc::clone(&signals.gone), code_when_gone);
    restore_after_panics();
    let _restored = Restore;
    enter()?;
    let ended = Play::new(app, signals)?.run();
    app.leave();
    match ended {
        // A terminal that is gone cannot be written to.
        Err(error) if error.raw_os_error() == Some(rustix::io::Errno::IO.raw_os_error()) => {
            Ok(Ended::Terminated)
        }
        ended => ended,
    }
}

/// Brings the terminal back when it is dropped.
struct Restore;

impl Drop for Restore {
    fn drop(&mut self) {
        leave();
    }
}

fn enter() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen, Hide)
}

/// Restores the terminal. A terminal that cannot be restored is gone, so errors are ignored.
fn leave() {
    let _ = execute!(io::stdout(), DisableMouseCapture, Show, LeaveAlternateScreen);
    let _ = disable_raw_mode();
}

/// A panic is reported on a terminal that is as before. One of a job is an answer, not a report.
fn restore_after_panics() {
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if thread::current().name() != Some(WORKER) {
            leave();
            report(panic);
        }
    }));
}

/// The signals that came.
struct Signals {
    ends: Arc<AtomicBool>,
    interrupts: Arc<AtomicBool>,
    stops: Arc<AtomicBool>,
    continues: Arc<AtomicBool>,
    /// The terminal is gone.
    gone: Arc<AtomicBool>,
}

impl Signals {
    fn listen() -> io::Result<Self> {
        let new = || Arc::new(AtomicBool::new(false));
        let signals = Self { ends: new(), interrupts: new(), stops: new(), continues: new(), gone: new() };
        for (signal, flag) in [
            (SIGTERM, &signals.ends),
            (SIGHUP, &signals.ends),
            (SIGQUIT, &signals.ends),
            (SIGUSR1, &signals.ends),
            (SIGUSR2, &signals.ends),
            (SIGALRM, &signals.ends),
            (SIGVTALRM, &signals.ends),
            (SIGPROF, &signals.ends),
            (SIGXCPU, &signals.ends),
            // A file that may not grow is an error of writing, not the end.
            (SIGXFSZ, &new()),
            (SIGINT, &signals.interrupts),
            (SIGTSTP, &signals.stops),
            (SIGCONT, &signals.continues),
        ] {
            flag::register(signal, Arc::clone(flag))?;
        }
        Ok(signals)
    }
}

fn came(flag: &AtomicBool) -> bool {
    flag.swap(false, Ordering::Relaxed)
}

/// Waits on a thread of its own until the terminal hangs up: reading keys from a terminal that is gone does not end.
fn watch_for_hang_up(gone: Arc<AtomicBool>, code: i32) {
    thread::spawn(move || {
        let stdin = io::stdin();
        loop {
            let mut terminal = [PollFd::new(&stdin, PollFlags::empty())];
            let is_gone = poll(&mut terminal, None).is_ok()
                && terminal[0].revents().intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL);
            if is_gone {
                break;
            }
        }
        gone.store(true, Ordering::Relaxed);
        thread::sleep(GRACE);
        process::exit(code);
    });
}

/// A game on a terminal.
struct Play<'a> {
    app: &'a mut App,
    terminal: Terminal<CrosstermBackend<Stdout>>,
    signals: Signals,
    started: Instant,
    sender: Sender<Answer>,
    answers: Receiver<Answer>,
    mouse: bool,
}

impl<'a> Play<'a> {
    fn new(app: &'a mut App, signals: Signals) -> io::Result<Self> {
        let terminal = screen(window()?)?;
        let (sender, answers) = channel();
        Ok(Self { app, terminal, signals, started: Instant::now(), sender, answers, mouse: false })
    }

    fn run(&mut self) -> io::Result<Ended> {
        loop {
            if let Some(ended) = self.heed_signals()? {
                return Ok(ended);
            }
            if let Some(leave) = self.step()? {
                return Ok(Ended::Left(leave));
            }
        }
    }

    /// Hears everything that happened, and draws.
    fn step(&mut self) -> io::Result<Option<Leave>> {
        let mut inputs = vec![Input::Tick(self.started.elapsed())];
        inputs.extend(self.answers.try_iter().map(Input::Answer));
        for input in inputs {
            if let Some(leave) = self.feed(input)? {
                return Ok(Some(leave));
            }
        }
        self.fit_window()?;
        self.terminal.draw(|frame| self.app.draw(frame))?;
        let mut wait = if self.app.is_busy() { BUSY } else { IDLE };
        while !self.signals.gone.load(Ordering::Relaxed) && event::poll(wait)? {
            wait = Duration::ZERO;
            let input = match event::read()? {
                Event::Key(key) if key.kind != KeyEventKind::Release => Input::Key(key),
                Event::Mouse(mouse) => Input::Mouse(mouse),
                _ => continue,
            };
            let now = Input::Tick(self.started.elapsed());
            if let Some(leave) = self.feed(now)?.or(self.feed(input)?) {
                return Ok(Some(leave));
            }
        }
        Ok(None)
    }

    /// Draws on the window as large as it is now.
    fn fit_window(&mut self) -> io::Result<()> {
        let area = window()?;
        if area != self.terminal.get_frame().area() {
            execute!(io::stdout(), Clear(ClearType::All))?;
            self.terminal.resize(area)?;
        }
        Ok(())
    }

    /// Gives an input to the game and does what it asks for.
    fn feed(&mut self, input: Input) -> io::Result<Option<Leave>> {
        for effect in self.app.input(input) {
            match effect {
                Effect::Start(job) => self.start(job)?,
                Effect::Suspend => self.suspend()?,
                Effect::Mouse(on) => self.listen_to_mouse(on)?,
                Effect::Leave(leave) => return Ok(Some(leave)),
            }
        }
        Ok(None)
    }

    fn start(&self, job: Job) -> io::Result<()> {
        let sender = self.sender.clone();
        let worker = thread::Builder::new().name(WORKER.to_owned());
        // An answer that comes after the end is not wanted.
        worker.spawn(move || drop(sender.send(job.run())))?;
        Ok(())
    }

    fn listen_to_mouse(&mut self, on: bool) -> io::Result<()> {
        self.mouse = on;
        if on {
            execute!(io::stdout(), EnableMouseCapture)
        } else {
            execute!(io::stdout(), DisableMouseCapture)
        }
    }

    fn heed_signals(&mut self) -> io::Result<Option<Ended>> {
        let signals = &self.signals;
        if came(&signals.ends) || came(&signals.gone) {
            return Ok(Some(Ended::Terminated));
        }
        if came(&signals.interrupts) {
            return Ok(Some(Ended::Left(Leave::Interrupted)));
        }
        if came(&signals.stops) {
            self.suspend()?;
        } else if came(&signals.continues) {
            self.come_back()?;
        }
        Ok(None)
    }

    /// Stops the process as Ctrl-Z does elsewhere, with the terminal as before.
    fn suspend(&mut self) -> io::Result<()> {
        self.app.keep();
        leave();
        low_level::raise(signal_hook::consts::SIGSTOP)?;
        self.come_back()
    }

    /// The process was stopped, and somebody else may have used the terminal.
    fn come_back(&mut self) -> io::Result<()> {
        self.signals.continues.store(false, Ordering::Relaxed);
        enter()?;
        self.listen_to_mouse(self.mouse)?;
        // Everything is painted again.
        execute!(io::stdout(), Clear(ClearType::All))?;
        self.terminal = screen(window()?)?;
        Ok(())
    }
}

/// The part of the window that is drawn on.
fn window() -> io::Result<Rect> {
    let (width, height) = crossterm::terminal::size()?;
    Ok(clamped(width, height))
}

fn clamped(width: u16, height: u16) -> Rect {
    Rect::new(0, 0, width.min(LARGEST.0), height.min(LARGEST.1))
}

fn screen(area: Rect) -> io::Result<Terminal<CrosstermBackend<Stdout>>> {
    let options = TerminalOptions { viewport: Viewport::Fixed(area) };
    Terminal::with_options(CrosstermBackend::new(io::stdout()), options)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_of_any_size_has_few_cells() {
        assert_eq!(clamped(80, 24), Rect::new(0, 0, 80, 24));
        assert_eq!(clamped(u16::MAX, u16::MAX), Rect::new(0, 0, 500, 300));
    }
}

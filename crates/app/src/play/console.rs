//! The terminal or pipe between the players and the game.

use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use session::texts::in_english;

use super::wrapped::{folded, screen_width};
use crate::interrupt;

/// No line that makes sense is longer, in bytes.
const LONGEST: u64 = 1 << 13;
/// How often Ctrl-C is looked for while nobody types.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// The terminal or the pipe that the players share.
pub(crate) struct Console<O> {
    out: O,
    lines: Receiver<io::Result<String>>,
    /// Is somebody looking, so that a prompt helps and hands must be hidden from each other?
    is_watched: bool,
}

impl<O: Write> Console<O> {
    /// A console that reads standard input and writes to `out`.
    pub(crate) fn new(out: O) -> Self {
        let (sender, lines) = sync_channel(0);
        // A thread of its own, so that Ctrl-C is heard while nobody types. It ends with the process.
        thread::spawn(move || {
            while let Some(line) = read_line().transpose()
                && sender.send(line).is_ok()
            {}
        });
        let is_watched = io::stdin().is_terminal() && io::stdout().is_terminal();
        Self { out, lines, is_watched }
    }

    /// Where to write.
    pub(crate) fn out(&mut self) -> &mut O {
        &mut self.out
    }

    /// Does a person read and type?
    pub(crate) fn is_watched(&self) -> bool {
        self.is_watched
    }

    /// Prints a text, in lines as wide as the terminal.
    pub(crate) fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.out, "{}", folded(line, screen_width()))
    }

    /// Makes sure that everything printed can be seen.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// Asks, and reads a line; `None` when there is no more to read or the work is asked to stop.
    pub(crate) fn ask(&mut self, question: &str) -> io::Result<Option<String>> {
        write!(self.out, "{question}")?;
        self.out.flush()?;
        // Lines that wait when the work is asked to stop are not read any more.
        while !interrupt::asked() {
            match self.lines.recv_timeout(BETWEEN_LOOKS) {
                Ok(line) => return line.map(Some),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        if !question.is_empty() {
            self.say("")?;
        }
        Ok(None)
    }

    /// Wipes the screen and waits until the next player alone looks at it; in a pipe nobody looks. False if the players
    /// leave.
    pub(crate) fn hand_over(&mut self, question: &str) -> io::Result<bool> {
        if !self.is_watched {
            return Ok(true);
        }
        self.wipe()?;
        loop {
            match self.ask(question)?.as_deref().map(in_english).as_deref() {
                Some("") => break,
                Some("quit" | "q" | "exit") | None => return Ok(false),
                Some(_) => {}
            }
        }
        self.wipe()?;
        Ok(true)
    }

    /// Waits until the player has read what stands on the screen. In a pipe nobody looks.
    pub(crate) fn pause(&mut self, question: &str) -> io::Result<()> {
        if self.is_watched {
            self.ask(question)?;
        }
        Ok(())
    }

    fn wipe(&mut self) -> io::Result<()> {
        write!(self.out, "\x1b[2J\x1b[3J\x1b[H")
    }
}

/// A line of standard input without its end; bytes that are not text become a sign that is in no move. A line that is
/// too long is read to its end and cut, so that its rest is not taken for another line.
fn read_line() -> io::Result<Option<String>> {
    let (mut stdin, mut line) = (io::stdin().lock(), Vec::new());
    stdin.by_ref().take(LONGEST).read_until(b'\n', &mut line)?;
    if line.len() as u64 == LONGEST && !line.ends_with(b"\n") {
        stdin.skip_until(b'\n')?;
    }
    Ok((!line.is_empty()).then(|| String::from_utf8_lossy(line.trim_ascii()).into_owned()))
}

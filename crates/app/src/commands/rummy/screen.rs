//! What the players see, and what they type.

use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use rummy::Game;

use crate::interrupt;

/// No line that makes sense is longer.
const LONGEST: u64 = 1 << 16;
/// How long a signal may go unnoticed while nobody types.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// The terminal or the pipe that the players share.
pub(crate) struct Screen<O> {
    out: O,
    /// Is somebody looking, so that hands must be hidden from each other?
    is_watched: bool,
    lines: Receiver<io::Result<Vec<u8>>>,
}

impl<O: Write> Screen<O> {
    /// A screen that writes to `out`.
    pub(crate) fn new(out: O) -> Self {
        let is_watched = io::stdin().is_terminal() && io::stdout().is_terminal();
        Self { out, is_watched, lines: lines() }
    }

    /// Prints a line.
    pub(crate) fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.out, "{line}")
    }

    /// Makes sure that everything printed can be seen.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// Asks, and waits for a line without its end; `None` when there is no more to read, or a signal came.
    pub(crate) fn ask(&mut self, question: &str) -> io::Result<Option<Vec<u8>>> {
        write!(self.out, "{question}")?;
        self.out.flush()?;
        while !interrupt::asked() {
            match self.lines.recv_timeout(BETWEEN_LOOKS) {
                Ok(line) => return line.map(Some),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        self.say("")?;
        Ok(None)
    }

    /// Wipes the screen and waits until `name` alone looks at it. In a pipe nobody looks.
    pub(crate) fn hand_over(&mut self, name: &str) -> io::Result<()> {
        if self.is_watched {
            write!(self.out, "\x1b[2J\x1b[3J\x1b[H")?;
            self.ask(&format!("{name}, press Enter when you alone can see the screen. "))?;
            write!(self.out, "\x1b[2J\x1b[3J\x1b[H")?;
        }
        Ok(())
    }

    /// Shows everything that the player to move may see.
    pub(crate) fn show(&mut self, game: &Game) -> io::Result<()> {
        let view = game.view(None);
        writeln!(self.out, "\n{} to move (deal {})", game.mover().name, game.deal_number() + 1)?;
        for player in &view.players {
            let bonus = if player.bonus.is_empty() {
                String::new()
            } else {
                format!(", laid out {}", spaced(&player.bonus))
            };
            let opened = if player.placed { "" } else { ", nothing placed yet" };
            let (name, score, tiles) = (&player.name, player.score, player.tiles);
            writeln!(self.out, "  {name}: {score} points, {tiles} tiles{opened}{bonus}")?;
        }
        write!(self.out, "stock: {} tiles", view.stock)?;
        if game.draws_first() {
            write!(self.out, "; pile: {}", spaced(&view.pile))?;
        }
        writeln!(self.out)?;
        self.show_work(game)
    }

    /// Shows the tables and the hand as the turn in the making has them.
    pub(crate) fn show_work(&mut self, game: &Game) -> io::Result<()> {
        let Some(draft) = game.draft(game.to_move()) else { return Ok(()) };
        let view = game.view(None);
        let sides = view.tables.len();
        for (side, table) in view.tables.iter().enumerate() {
            let owners = game.seats().iter().skip(side).step_by(sides).map(|seated| seated.name.as_str());
            let owners: Vec<&str> = owners.collect();
            let of = if sides > 1 { format!(" of {}", owners.join(" and ")) } else { String::new() };
            writeln!(self.out, "table{of}:")?;
            if side == game.to_move().0 % sides {
                self.show_table(draft.table.iter().map(Vec::as_slice))?;
            } else {
                self.show_table(table.iter().map(|meld| &**meld))?;
            }
        }
        writeln!(self.out, "hand: {}", spaced(&draft.hand))
    }

    fn show_table<'a>(&mut self, melds: impl Iterator<Item = &'a [String]>) -> io::Result<()> {
        for (number, meld) in (1..).zip(melds) {
            writeln!(self.out, "{number:>4} ({})", meld.join(" "))?;
        }
        Ok(())
    }
}

/// The lines of standard input, read in a thread of their own so that a signal is noticed while nobody types.
fn lines() -> Receiver<io::Result<Vec<u8>>> {
    let (read, lines) = channel();
    thread::spawn(move || {
        while let Some(line) = next_line() {
            let has_failed = line.is_err();
            if read.send(line).is_err() || has_failed {
                return;
            }
        }
    });
    lines
}

/// The next line without its end; `None` when there is no more to read.
fn next_line() -> Option<io::Result<Vec<u8>>> {
    let mut line = Vec::new();
    match io::stdin().lock().take(LONGEST).read_until(b'\n', &mut line) {
        Ok(0) => None,
        Ok(_) => Some(Ok(line.trim_ascii().to_vec())),
        Err(error) => Some(Err(error)),
    }
}

/// Tiles with blanks between them.
pub(crate) fn spaced(tiles: &[String]) -> String {
    if tiles.is_empty() { "none".to_owned() } else { tiles.join(" ") }
}

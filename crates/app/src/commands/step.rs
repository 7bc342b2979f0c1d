//! `tapis solve --step`: walks through a solution, picture by picture.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use anstream::{AutoStream, ColorChoice};
use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::terminal::{self, Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen};
use crossterm::{execute, queue};
use patience::{Face, Solution, player_moves};

use crate::exit::{Exit, Fault};
use crate::{interrupt, output};

const KEYS: &str = "Enter, Space, → next; b, ← back; g and a number: after that move; q quits";

/// How long a signal may wait for an answer.
const TICK: Duration = Duration::from_millis(100);

/// Is standard output a terminal that can show one picture in the place of another?
fn has_screen() -> bool {
    let kind = std::env::var("TERM").unwrap_or_default();
    io::stdout().is_terminal() && !matches!(kind.as_str(), "" | "dumb")
}

/// Refuses to walk where keys cannot be read.
pub(crate) fn must_be_possible() -> Result<(), Fault> {
    if has_screen() && !io::stdin().is_terminal() {
        return Err(Fault::usage("--step reads keys, but standard input is not a terminal"));
    }
    Ok(())
}

/// Shows the pictures: one at a time on a terminal, otherwise all of them.
pub(crate) fn walk(solution: &Solution, face: Face) -> Result<Exit, Fault> {
    if !has_screen() {
        let mut out = output::stdout();
        for picture in pictures(solution, face) {
            writeln!(out, "{picture}")?;
        }
        out.flush()?;
        return Ok(Exit::Yes);
    }
    interrupt::listen();
    let has_colour = AutoStream::choice(&io::stdout()) != ColorChoice::Never;
    let face = if face == Face::Colour && !has_colour { Face::Plain } else { face };
    let mut walk = Walk { pictures: pictures(solution, face), at: 0, jump: None };
    let _screen = Screen::enter()?;
    walk.run()
}

/// The table at the start and after each move of a player, under the move in words.
fn pictures(solution: &Solution, face: Face) -> Vec<String> {
    let mut table = solution.start().clone();
    table.normalise();
    let mut pictures = vec![format!("at the start\n{}", table.picture(face))];
    for (number, played) in (1..).zip(player_moves(solution.start(), solution.actions())) {
        for &action in &played.actions {
            table.try_act(action).expect("the referee has replayed the line");
        }
        pictures.push(format!("{number}. {}\n{}", played.words(face), table.picture(face)));
    }
    pictures
}

/// The terminal while it shows pictures; it is as before when this is dropped, or when a panic is reported.
struct Screen;

impl Screen {
    fn enter() -> io::Result<Self> {
        let report = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            Self::leave();
            report(panic);
        }));
        terminal::enable_raw_mode()?;
        let screen = Self;
        execute!(io::stdout(), EnterAlternateScreen, Hide)?;
        Ok(screen)
    }

    fn leave() {
        // A terminal that is gone cannot be reached.
        let _ = execute!(io::stdout(), Show, LeaveAlternateScreen);
        let _ = terminal::disable_raw_mode();
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        Self::leave();
    }
}

/// A walk through the pictures.
struct Walk {
    pictures: Vec<String>,
    at: usize,
    /// The digits after `g`.
    jump: Option<String>,
}

impl Walk {
    fn run(&mut self) -> Result<Exit, Fault> {
        self.draw()?;
        loop {
            if let Some(stopped) = interrupt::exit() {
                return Ok(stopped);
            }
            if !event::poll(TICK)? {
                continue;
            }
            match event::read()? {
                Event::Key(key) if key.kind != KeyEventKind::Release => {
                    if let Some(exit) = self.press(key) {
                        return Ok(exit);
                    }
                    self.draw()?;
                }
                Event::Resize(..) => self.draw()?,
                _ => {}
            }
        }
    }

    /// Does what a key says; the exit code if that ends the walk.
    fn press(&mut self, key: KeyEvent) -> Option<Exit> {
        let last = self.pictures.len() - 1;
        match (key.code, &mut self.jump) {
            (KeyCode::Char('c'), _) if key.modifiers.contains(KeyModifiers::CONTROL) => {
                return Some(Exit::Interrupted);
            }
            (KeyCode::Char('d'), _) if key.modifiers.contains(KeyModifiers::CONTROL) => {
                return Some(Exit::Yes);
            }
            (KeyCode::Char('q'), _) => return Some(Exit::Yes),
            (KeyCode::Char('g'), _) => self.jump = Some(String::new()),
            (KeyCode::Char(digit @ '0'..='9'), Some(number)) if number.len() < 4 => number.push(digit),
            (KeyCode::Enter, Some(number)) => {
                self.at = number.parse().map_or(self.at, |at: usize| at.min(last));
                self.jump = None;
            }
            (KeyCode::Esc, _) => self.jump = None,
            (KeyCode::Enter | KeyCode::Char(' ') | KeyCode::Right, None) => self.at = last.min(self.at + 1),
            (KeyCode::Char('b') | KeyCode::Left, None) => self.at = self.at.saturating_sub(1),
            _ => {}
        }
        None
    }

    fn draw(&self) -> io::Result<()> {
        let mut out = io::stdout().lock();
        queue!(out, Clear(ClearType::All), MoveTo(0, 0))?;
        let last = self.pictures.len() - 1;
        let jump = self.jump.as_ref().map_or_else(String::new, |number| format!("\nafter move: {number}"));
        let text = format!("{}\n{} of {last} moves; {KEYS}{jump}", self.pictures[self.at], self.at);
        // In raw mode a line feed does not return to the first column.
        write!(out, "{}", text.replace('\n', "\r\n"))?;
        out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walked(keys: &[KeyCode]) -> (usize, Option<Exit>) {
        let mut walk = Walk { pictures: vec![String::new(); 13], at: 0, jump: None };
        let exit = keys.iter().find_map(|&code| walk.press(KeyEvent::new(code, KeyModifiers::NONE)));
        (walk.at, exit)
    }

    #[test]
    fn keys_walk_and_jump() {
        use KeyCode::{Char, Enter, Esc, Left, Right};
        for (keys, at) in [
            (&[Enter, Char(' '), Right][..], 3),
            (&[Left, Right, Right, Char('b')], 1),
            (&[Char('g'), Char('1'), Char('2'), Enter, Enter, Left], 11),
            (&[Char('g'), Char('9'), Char('9'), Enter], 12),
            (&[Right, Char('g'), Enter, Right], 2),
            (&[Char('g'), Char('7'), Esc, Right], 1),
            (&[Char('g'), Char('7'), Enter, Char('g'), Char('0'), Enter], 0),
        ] {
            assert_eq!(walked(keys), (at, None), "{keys:?}");
        }
        assert_eq!(walked(&[Right, Char('q'), Right]), (1, Some(Exit::Yes)));
    }
}

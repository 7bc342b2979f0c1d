//! `tapis peg play`: a game, line by line.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anstyle::{AnsiColor, Style};
use peg::{End, Game, Jump, Position, Refused, Solution};
use search::{Outcome, Run};
use serde::Serialize;

use super::game::GameArgs;
use super::table::Table;
use super::{picture, record};
use crate::exit::{Exit, Fault};
use crate::limits::LimitArgs;
use crate::{interrupt, output};

/// Play, line by line
///
/// Type a move (d2-d4 or d2-d4-f4), or a word: moves lists the jumps, green where the game stays solvable and red
/// where it is lost; hint shows a good jump; ask tells whether the position is still solvable; undo, restart, show,
/// help, quit. The exit code is 0 when the game was won.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Write the positions played to this file, one row each: number, seconds, cells
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    #[command(flatten)]
    limits: LimitArgs,
    /// Answer each line in JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Fault> {
    let game = args.game.game()?;
    let table = Table::of(&game.board, game.goal, game.start, &args.limits)?;
    if let Some(exit) = interrupt::exit() {
        return Ok(exit);
    }
    let game = Game::new(game.board, game.start, game.goal)
        .and_then(|new| new.with_notation(game.notation))
        .map_err(Fault::usage)?;
    let mut play = Play { game, times: Vec::new(), started: Instant::now(), table };
    let mut out = output::stdout();
    let talk = Talk { json: args.json, prompt: io::stdin().is_terminal() && !args.json };
    play.say(&mut out, talk, "")?;
    for line in io::stdin().lock().lines() {
        let line = match line {
            Ok(line) => line,
            Err(error) if error.kind() == io::ErrorKind::InvalidData => "not text".to_owned(),
            Err(error) => return Err(error.into()),
        };
        match play.act(line.trim(), &args.limits)? {
            Heard::Quit => break,
            Heard::Answer(text) => play.say(&mut out, talk, &text)?,
        }
        if play.is_won() || interrupt::asked() {
            break;
        }
    }
    out.flush()?;
    if let Some(path) = &args.csv {
        record::save(path, play.game.board(), &play.rows())?;
    }
    let verdict = if play.is_won() { Exit::Yes } else { Exit::No };
    Ok(interrupt::exit().unwrap_or(verdict))
}

/// How answers are given.
#[derive(Clone, Copy)]
struct Talk {
    json: bool,
    prompt: bool,
}

enum Heard {
    Quit,
    Answer(String),
}

/// A game in progress.
struct Play {
    game: Game,
    table: Table,
    /// When each move was made, those taken back too.
    times: Vec<Duration>,
    started: Instant,
}

#[derive(Serialize)]
struct State {
    text: String,
    pegs: u32,
    won: bool,
    solvable: Option<bool>,
    jumps: Vec<Choice>,
    answer: String,
}

#[derive(Serialize)]
struct Choice {
    jump: String,
    solvable: Option<bool>,
}

impl Play {
    fn is_won(&self) -> bool {
        self.game.is_over() == Some(End::Won)
    }

    /// The positions played, and when each was reached.
    fn rows(&self) -> Vec<(Position, Duration)> {
        let jumps =
            self.game.moves().zip(&self.times).flat_map(|(made, &time)| made.hops().map(move |_| time));
        self.game.positions().zip(std::iter::once(Duration::ZERO).chain(jumps)).collect()
    }

    /// Does what the player says.
    fn act(&mut self, words: &str, limits: &LimitArgs) -> Result<Heard, Fault> {
        Ok(Heard::Answer(match words {
            "quit" | "q" => return Ok(Heard::Quit),
            "" | "show" => String::new(),
            "help" | "h" => HELP.to_owned(),
            "undo" | "u" => self.undo(),
            "restart" => {
                while self.game.undo() {}
                String::new()
            }
            "moves" | "m" => self.moves(),
            "hint" => self.hint(limits)?,
            "ask" => self.ask(limits)?,
            moves => self.play(moves),
        }))
    }

    fn undo(&mut self) -> String {
        if self.game.undo() { String::new() } else { "nothing to take back".to_owned() }
    }

    fn play(&mut self, moves: &str) -> String {
        self.times.truncate(self.game.moves().len());
        match self.game.act(moves) {
            Ok(made) => {
                self.times.resize(self.times.len() + made, self.started.elapsed());
                String::new()
            }
            Err(Refused::Nothing) => String::new(),
            Err(Refused::Illegal { why, .. }) => format!("that is not possible: {why}"),
            Err(why) => format!("{why} (help tells what can be typed)"),
        }
    }

    fn name(&self, jump: Jump) -> String {
        self.game.notation().jump(self.game.board(), jump)
    }

    fn moves(&self) -> String {
        let colour = |jump: Jump| match self.table.is_solvable(self.game.position().play(jump)) {
            Some(true) => AnsiColor::Green.on_default(),
            Some(false) => AnsiColor::Red.on_default(),
            None => Style::new(),
        };
        let name = |jump: Jump| {
            let style = colour(jump);
            format!("{style}{}{style:#}", self.name(jump))
        };
        let names: Vec<_> = self.game.legal().map(name).collect();
        if names.is_empty() { "nothing can jump".to_owned() } else { names.join(" ") }
    }

    fn hint(&self, limits: &LimitArgs) -> Result<String, Fault> {
        Ok(match self.solve(limits)? {
            Outcome::Solved(solution) => match solution.jumps().first() {
                Some(&jump) => format!("hint: {}", self.name(jump)),
                None => "the game is won".to_owned(),
            },
            Outcome::Unsolvable(()) => "no hint: the position is lost; undo takes a move back".to_owned(),
            Outcome::GaveUp(_) => "no hint found".to_owned(),
        })
    }

    fn ask(&self, limits: &LimitArgs) -> Result<String, Fault> {
        Ok(match self.solve(limits)? {
            Outcome::Solved(_) => "still solvable".to_owned(),
            Outcome::Unsolvable(()) => "no longer solvable".to_owned(),
            Outcome::GaveUp(_) => "not known".to_owned(),
        })
    }

    /// A solution from here: the table's, or else one that is searched for.
    fn solve(&self, limits: &LimitArgs) -> Result<Outcome<Solution>, Fault> {
        if let Some(known) = self.table.solution(self.game.board(), self.game.position())? {
            return Ok(known);
        }
        let budget = limits.budget().with_nodes(limits.nodes.unwrap_or(HINT_NODES));
        let mut watch = limits.supervisor();
        let mut run = Run::new(budget, &mut watch).with_threads(limits.threads());
        Ok(match self.game.snapshot().solve(&mut run)? {
            Outcome::Solved(solution) => Outcome::Solved(solution),
            Outcome::Unsolvable(_) => Outcome::Unsolvable(()),
            Outcome::GaveUp(limit) => Outcome::GaveUp(limit),
        })
    }

    fn say(&self, out: &mut impl Write, talk: Talk, answer: &str) -> Result<(), Fault> {
        if talk.json {
            output::json_line(out, &self.state(answer))?;
        } else if answer.is_empty() {
            picture::draw(out, self.game.board(), self.game.position())?;
            let left = picture::in_words(self.game.board(), self.game.notation(), self.game.position());
            writeln!(out, "{left}{}", if self.is_won() { ": won" } else { "" })?;
        } else {
            writeln!(out, "{answer}")?;
        }
        if talk.prompt && !self.is_won() {
            write!(out, "> ")?;
        }
        out.flush()?;
        Ok(())
    }

    fn state(&self, answer: &str) -> State {
        let choice = |jump: Jump| Choice {
            jump: self.name(jump),
            solvable: self.table.is_solvable(self.game.position().play(jump)),
        };
        State {
            text: peg::to_text(self.game.board(), self.game.position()),
            pegs: self.game.position().pegs(),
            won: self.is_won(),
            solvable: self.table.is_solvable(self.game.position()),
            jumps: self.game.legal().map(choice).collect(),
            answer: anstream::adapter::strip_str(answer).to_string(),
        }
    }
}

/// What a hint without a table may cost.
const HINT_NODES: u64 = 2_000_000;

const HELP: &str = "d2-d4 makes a move; moves, hint, ask, undo, restart, show, quit";

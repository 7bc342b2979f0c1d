//! `tapis rummy play`: several people at one keyboard, line by line.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::Write;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::ValueEnum;
use rummy::{End, Event, Game, MachineError, Seat, SeatKind, Seated, Setup, Take, Vocabulary};
use search::{Budget, Run};

use super::choice::{RuleSet, RulesArgs};
use super::screen::{Screen, spaced};
use super::thinking::ThinkArgs;
use crate::exit::{Exit, Fault};
use crate::limits::reason;
use crate::{interrupt, output, whole};

const HELP: &str = "\
  (A B C) (D E F)  the whole new table; where there is nothing to discard this ends the turn
  + (A B C)        lay down a new combination
  2 (A B C)        put this (or several, or nothing) in the place of combination 2
  put TILE 2       put a tile of your hand into combination 2
  move TILE 2 3    move a tile from combination 2 to combination 3
  undo             take back the last change of this turn     redo   do it again
  done             end the turn
  draw             draw from the stock          take   take from the discard pile
  discard TILE     discard and end the turn     pass   pass (only with an empty stock)
  show             show everything again        save FILE   save the game
  hint             what a strong machine would do
  help             this text                    quit        leave";

const EXAMPLES: &str = "\
Examples:
  tapis rummy play rummikub --players Ana,Ben --seed 7
  tapis rummy play rummikub --players Ana,ai:strong
  tapis rummy play letters --players Ana,Ben,Cleo --dictionary words.txt --save game.txt
  tapis rummy play canasta --load game.txt --save game.txt --deals 10";

/// Play at the terminal, or in a pipe
///
/// Every line is a command; `help` lists them. A turn that is not legal gets the judge's reason and another
/// try. Between two people's turns the screen is wiped, so that nobody sees another's hand.
///
/// Exit code 0: played to the end. 1: left before.
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Args {
    /// The rule set; asked for if it is not given
    rules: Option<RuleSet>,
    /// Who plays, in this order; asked for if not given. A machine plays as ai:easy, ai:normal or ai:strong
    #[arg(long, value_name = "NAMES", value_delimiter = ',', conflicts_with = "load")]
    players: Vec<String>,
    /// Go on with a saved game
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,
    /// Save the game here after every turn
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Save the game here after every turn, in the classic format
    #[arg(long, value_name = "FILE")]
    classic: Option<PathBuf>,
    /// The seed of the deals; the same seed gives the same deals
    #[arg(long, value_name = "N", conflicts_with = "load")]
    seed: Option<u64>,
    /// How many deals to play, scores being summed; fewer if the target of the game is reached before
    #[arg(long, value_name = "N", default_value = "1")]
    deals: NonZero<u32>,
    #[command(flatten)]
    options: RulesArgs,
    #[command(flatten)]
    limits: ThinkArgs,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Fault> {
    interrupt::listen();
    let mut screen = Screen::new(output::stdout());
    let set = match args.rules {
        Some(set) => set,
        None => ask_rules(&mut screen)?,
    };
    let setup = args.options.setup(set, args.deals)?;
    let words = args.options.words(set)?;
    let game = match &args.load {
        Some(path) => args.options.load_game(setup, words, path)?,
        None => args.deal(&mut screen, setup, words)?,
    };
    Desk { game, screen, args, news: String::new() }.play()
}

fn ask_rules(screen: &mut Screen<impl Write>) -> Result<RuleSet, Fault> {
    let sets: Vec<_> = RuleSet::value_variants().iter().filter_map(ValueEnum::to_possible_value).collect();
    let names: Vec<&str> = sets.iter().map(clap::builder::PossibleValue::get_name).collect();
    let answer = answer(screen, &format!("Which rules ({})? ", names.join(", ")))?;
    RuleSet::from_str(&answer, true).map_err(|_| Fault::usage(format!("there are no rules `{answer}`")))
}

fn answer(screen: &mut Screen<impl Write>, question: &str) -> Result<String, Fault> {
    let line = screen.ask(question)?.ok_or_else(|| Fault::usage("no answer"))?;
    String::from_utf8(line).map_err(|_| Fault::usage("this is not UTF-8 text"))
}

impl Args {
    fn deal(
        &self,
        screen: &mut Screen<impl Write>,
        setup: Setup,
        words: Option<Arc<Vocabulary>>,
    ) -> Result<Game, Fault> {
        let mut names = self.players.clone();
        if names.is_empty() {
            let line = answer(screen, "Who plays (names with blanks between)? ")?;
            names = line.split([' ', ',']).filter(|name| !name.is_empty()).map(str::to_owned).collect();
        }
        // A hasher of the standard library starts from the system's randomness.
        let seed = self.seed.unwrap_or_else(|| RandomState::new().build_hasher().finish());
        let seats = Seated::from_names(&names).map_err(Fault::usage)?;
        let game = Game::deal(setup, words, seats, seed).map_err(Fault::usage)?;
        screen.say(&format!("{} with seed {seed}; `help` lists the commands", setup.rules))?;
        Ok(game)
    }
}

/// A game under way.
struct Desk<'a, O> {
    game: Game,
    screen: Screen<O>,
    args: &'a Args,
    /// What was done since a person last moved, for the next one to read.
    news: String,
}

/// What a line leads to.
enum Flow {
    /// The same player goes on.
    Stay,
    /// The turn is over.
    Next,
    /// Everybody leaves.
    Quit,
}

impl<O: Write> Desk<'_, O> {
    fn play(mut self) -> Result<Exit, Fault> {
        loop {
            while self.game.end().is_none() {
                let flow = self.turn()?;
                self.keep()?;
                if matches!(flow, Flow::Quit) {
                    return Ok(interrupt::exit().unwrap_or(Exit::No));
                }
            }
            self.say_end()?;
            if self.game.is_over() {
                return self.say_winners();
            }
            self.game.next_deal().map_err(Fault::data)?;
            self.keep()?;
        }
    }

    /// One player's turn, until it is legal.
    fn turn(&mut self) -> Result<Flow, Fault> {
        if self.game.mover().kind != SeatKind::Person {
            return self.machine_turn();
        }
        let name = self.game.mover().name.clone();
        self.screen.hand_over(&name)?;
        self.screen.say(&std::mem::take(&mut self.news))?;
        self.screen.show(&self.game)?;
        loop {
            let Some(line) = self.screen.ask(&format!("{name}> "))? else { return Ok(Flow::Quit) };
            match self.obey(&line)? {
                Flow::Stay => {}
                flow => return Ok(flow),
            }
        }
    }

    fn machine_turn(&mut self) -> Result<Flow, Fault> {
        let mut watch = self.args.limits.supervisor();
        let mut run = Run::new(self.args.limits.budget(Budget::UNLIMITED), &mut watch);
        match self.game.machine_turn(&mut run) {
            Ok(events) => {
                self.note(&events);
                Ok(Flow::Next)
            }
            Err(MachineError::Stopped(_)) => Ok(Flow::Quit),
            Err(error) => Err(Fault::software(error)),
        }
    }

    fn obey(&mut self, line: &[u8]) -> Result<Flow, Fault> {
        match line {
            b"" => {}
            b"help" => self.screen.say(HELP)?,
            b"hint" => return self.hint(),
            b"quit" => return Ok(Flow::Quit),
            b"show" => self.screen.show(&self.game)?,
            line if line.starts_with(b"save ") => {
                let path = String::from_utf8_lossy(&line[5..]).trim().to_owned();
                match self.write_classic(Path::new(&path)) {
                    Ok(()) => self.screen.say(&format!("saved in {path}"))?,
                    Err(fault) => self.screen.say(&fault.to_string())?,
                }
            }
            line => match std::str::from_utf8(line) {
                Ok(line) => return self.act(line),
                Err(_) => self.screen.say("this is not UTF-8 text")?,
            },
        }
        Ok(Flow::Stay)
    }

    /// Carries out a command of the game, or says why not.
    fn act(&mut self, line: &str) -> Result<Flow, Fault> {
        let events = match self.game.act(self.game.to_move(), line) {
            Ok(events) => events,
            Err(refused) => {
                self.screen.say(&refused.to_string())?;
                return Ok(Flow::Stay);
            }
        };
        if events.iter().any(|event| matches!(event, Event::Played { .. })) {
            self.note(&events);
            return Ok(Flow::Next);
        }
        for event in &events {
            if let Event::Drew { tiles: Some(tiles), .. } = event {
                self.screen.say(&format!("you draw {}", spaced(tiles)))?;
            }
        }
        self.screen.show_work(&self.game)?;
        Ok(Flow::Stay)
    }

    /// Notes what everybody may know of a turn.
    fn note(&mut self, events: &[Event]) {
        for event in events {
            if let Some(line) = news(&self.game, &event.seen_by(None)) {
                let gap = if self.news.is_empty() { "" } else { "\n" };
                self.news.push_str(gap);
                self.news.push_str(&line);
            }
        }
    }

    /// Says what a strong player would do, were nothing done in this turn yet but what was drawn. What lies on
    /// the stock is not given away.
    fn hint(&mut self) -> Result<Flow, Fault> {
        let advice = self.game.advice(self.game.to_move()).map_err(Fault::software)?;
        let mut watch = self.args.limits.supervisor();
        let mut run = Run::new(self.args.limits.budget(Budget::UNLIMITED), &mut watch);
        let lines = match advice.find(&mut run) {
            Ok(lines) => lines,
            Err(MachineError::Stopped(limit)) => {
                self.screen.say(&reason(limit))?;
                return Ok(Flow::Quit);
            }
            Err(error) => return Err(Fault::software(error)),
        };
        let holds_back = lines == ["draw"] && !self.game.draws_first();
        let rest = if holds_back { ", and hold back what you have" } else { "" };
        self.screen.say(&format!("hint: {}{rest}", lines.join(", then ")))?;
        Ok(Flow::Stay)
    }

    /// Saves the game where it was asked for.
    fn keep(&self) -> Result<(), Fault> {
        self.args.save.iter().chain(&self.args.classic).try_for_each(|path| self.write_classic(path))
    }

    fn write_classic(&self, path: &Path) -> Result<(), Fault> {
        let text = self.game.classic();
        whole::write(path, |out| out.write_all(text.as_bytes()))
    }

    fn say_end(&mut self) -> Result<(), Fault> {
        self.screen.say(&std::mem::take(&mut self.news))?;
        let end = match self.game.end() {
            Some(End::Out(player)) => format!("\n{} is out.", self.game.seats()[player].name),
            _ => "\nThe stock is empty and nobody places any more.".to_owned(),
        };
        self.screen.say(&end)?;
        let players = self.game.seats().iter().zip(self.game.scores());
        let scores: Vec<String> = players.map(|(player, score)| format!("{} {score}", player.name)).collect();
        self.screen.say(&format!("Scores: {}", scores.join(", ")))?;
        Ok(())
    }

    fn say_winners(&mut self) -> Result<Exit, Fault> {
        let seats = self.game.seats();
        let names: Vec<&str> =
            self.game.winners().iter().map(|&Seat(winner)| seats[winner].name.as_str()).collect();
        self.screen.say(&format!("Won by {}.", names.join(" and ")))?;
        self.screen.flush()?;
        Ok(Exit::Yes)
    }
}

/// A finished turn in a sentence.
fn news(game: &Game, event: &Event) -> Option<String> {
    let Event::Played { seat, take, placed, points, discard } = event else { return None };
    let name = &game.seats()[seat.0].name;
    let took = match take {
        Take::Pile => " takes from the pile,",
        Take::Stock => " draws,",
        Take::Nothing => "",
    };
    let points = if *points == 0 { String::new() } else { format!(" for {points} points") };
    let discard = discard.as_ref().map_or(String::new(), |tile| format!(", discards {tile}"));
    let placed = if placed.is_empty() { "nothing".to_owned() } else { spaced(placed) };
    Some(format!("{name}{took} places {placed}{points}{discard}"))
}

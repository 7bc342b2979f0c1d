//! `tapis rummy play`: several people at one keyboard, line by line.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::Write;
use std::num::NonZero;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use rummy::{
    Draft, End, Entry, IllegalTurn, Intent, Machine, Match, Multiset, Played, Refusal, Rules, Seat, Take,
    Taken, Tile, Turn, TurnShape, tiles_of,
};

use search::{Budget, Run};

use super::choice::{RuleSet, RulesArgs, UnderMachine};
use super::screen::{Screen, spaced};
use super::seats::{Seats, distinct};
use super::thinking::ThinkArgs;
use crate::exit::{Exit, Fault};
use crate::{interrupt, output, whole};

const HELP: &str = "\
  (A B C) (D E F)  the whole new table; where there is nothing to discard this ends the turn
  + (A B C)        lay down a new combination
  2 (A B C)        put this (or several, or nothing) in the place of combination 2
  put TILE 2       put a tile of your hand into combination 2
  move TILE 2 3    move a tile from combination 2 to combination 3
  undo             take back the last change of this turn
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
    let mut screen = Screen::new(output::stdout());
    let set = match args.rules {
        Some(set) => set,
        None => ask_rules(&mut screen)?,
    };
    args.options.with_machine(set, Start { args, screen })
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

/// A game about to begin.
struct Start<'a, O> {
    args: &'a Args,
    screen: Screen<O>,
}

impl<O: Write> UnderMachine for Start<'_, O> {
    fn under<R: Machine + Sync>(mut self, rules: R) -> Result<Exit, Fault> {
        let game = match &self.args.load {
            Some(path) => Match::resume(rules.clone(), self.args.options.load(&rules, path)?),
            None => self.deal(rules.clone())?,
        };
        let names = game.position().players.iter().map(|player| player.name.as_str());
        let seats = Seats::new(names, rules, game.save().seed.unwrap_or(0))?;
        Desk {
            game,
            screen: self.screen,
            save: self.args.save.as_deref(),
            news: String::new(),
            seats,
            limits: &self.args.limits,
        }
        .play(self.args.deals.get())
    }
}

impl<O: Write> Start<'_, O> {
    fn deal<R: Rules>(&mut self, rules: R) -> Result<Match<R>, Fault> {
        let mut names = self.args.players.clone();
        if names.is_empty() {
            let line = answer(&mut self.screen, "Who plays (names with blanks between)? ")?;
            names = line.split([' ', ',']).filter(|name| !name.is_empty()).map(str::to_owned).collect();
        }
        // A hasher of the standard library starts from the system's randomness.
        let seed = self.args.seed.unwrap_or_else(|| RandomState::new().build_hasher().finish());
        let game = Match::new(rules, &distinct(&names), seed).map_err(Fault::usage)?;
        self.screen.say(&format!("{} with seed {seed}; `help` lists the commands", game.rules().name()))?;
        Ok(game)
    }
}

/// A game under way.
struct Desk<'a, R: Machine, O> {
    game: Match<R>,
    screen: Screen<O>,
    save: Option<&'a Path>,
    /// What was done since a person last moved, for the next one to read.
    news: String,
    seats: Seats<R>,
    limits: &'a ThinkArgs,
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

impl<R: Machine, O: Write> Desk<'_, R, O> {
    fn play(mut self, deals: u32) -> Result<Exit, Fault> {
        loop {
            while self.game.end().is_none() {
                if matches!(self.turn()?, Flow::Quit) {
                    self.write_save(self.save)?;
                    return Ok(interrupt::exit().unwrap_or(Exit::No));
                }
                self.write_save(self.save)?;
            }
            self.say_end()?;
            if self.game.deal_number() + 1 >= deals || self.game.is_decided() {
                return self.say_winners();
            }
            self.game.next_deal().map_err(Fault::software)?;
            self.write_save(self.save)?;
        }
    }

    /// One player's turn, until it is legal.
    fn turn(&mut self) -> Result<Flow, Fault> {
        if let Some(flow) = self.machine_turn()? {
            return Ok(flow);
        }
        let name = self.game.position().mover().name.clone();
        self.screen.hand_over(&name)?;
        self.screen.say(&std::mem::take(&mut self.news))?;
        let mut draft = Draft::new(self.game.position());
        self.screen.show(&self.game, &draft, &self.hand(&draft))?;
        loop {
            let Some(line) = self.screen.ask(&format!("{name}> "))? else { return Ok(Flow::Quit) };
            match self.obey(&mut draft, &line)? {
                Flow::Stay => {}
                flow => return Ok(flow),
            }
        }
    }

    /// The turn of a machine, if the player to move is one.
    fn machine_turn(&mut self) -> Result<Option<Flow>, Fault> {
        loop {
            let mut watch = self.limits.supervisor();
            let mut run = Run::new(self.limits.budget(Budget::UNLIMITED), &mut watch);
            let seen = self.game.view(Some(Seat(self.game.position().turn)));
            let Some(intent) = self.seats.turn(&seen, &mut run).map_err(Fault::software)? else {
                return Ok(None);
            };
            if interrupt::asked() {
                return Ok(Some(Flow::Quit));
            }
            match intent {
                Intent::Draw => drop(self.game.draw().map_err(Fault::software)?),
                Intent::Play(turn) => {
                    let before = self.game.position().clone();
                    return self
                        .play_turn(&turn)
                        .map(|()| Some(Flow::Next))
                        .map_err(|refusal| Fault::software(IllegalTurn::new(&before, &turn, refusal)));
                }
            }
        }
    }

    fn obey(&mut self, draft: &mut Draft<R::Tile>, line: &[u8]) -> Result<Flow, Fault> {
        match line {
            b"" => {}
            b"help" => self.screen.say(HELP)?,
            b"hint" => self.hint()?,
            b"quit" => return Ok(Flow::Quit),
            b"show" => self.screen.show(&self.game, draft, &self.hand(draft))?,
            line if line.starts_with(b"save ") => {
                let path = String::from_utf8_lossy(&line[5..]).trim().to_owned();
                match self.write_save(Some(Path::new(&path))) {
                    Ok(()) => self.screen.say(&format!("saved in {path}"))?,
                    Err(fault) => self.screen.say(&fault.to_string())?,
                }
            }
            line => match Entry::read(line) {
                Ok(entry) => return self.enter(draft, &entry),
                Err(error) => self.screen.say(&error.why)?,
            },
        }
        Ok(Flow::Stay)
    }

    fn enter(&mut self, draft: &mut Draft<R::Tile>, entry: &Entry<R::Tile>) -> Result<Flow, Fault> {
        let draws_first = self.game.rules().conduct().shape != TurnShape::DrawOrPlace;
        match entry {
            Entry::Draw if draws_first => self.draw(draft)?,
            Entry::Draw => return self.finish(&Turn { take: Take::Stock, ..draft.turn(None) }),
            Entry::Take if !draws_first => self.screen.say(&Refusal::NoPile.to_string())?,
            Entry::Take if self.game.has_drawn() => self.screen.say(&Refusal::AlreadyDrawn.to_string())?,
            Entry::Take => {
                draft.set_take(Take::Pile);
                self.show_work(draft)?;
            }
            Entry::Pass | Entry::Done => return self.finish(&draft.turn(None)),
            Entry::Discard(tile) => return self.finish(&draft.turn(Some(*tile))),
            step => match draft.step(self.game.rules(), step) {
                Ok(()) if matches!(step, Entry::Table(_)) && !draws_first => {
                    let flow = self.finish(&draft.turn(None))?;
                    draft.step(self.game.rules(), &Entry::Undo).map_err(Fault::software)?;
                    return Ok(flow);
                }
                Ok(()) => self.show_work(draft)?,
                Err(error) => self.screen.say(&error.to_string())?,
            },
        }
        Ok(Flow::Stay)
    }

    /// Draws where the turn goes on afterwards.
    fn draw(&mut self, draft: &mut Draft<R::Tile>) -> Result<(), Fault> {
        if self.game.has_drawn() {
            self.screen.say(&Refusal::AlreadyDrawn.to_string())?;
            return Ok(());
        }
        match self.game.draw() {
            Ok(taken) => {
                draft.set_take(Take::Stock);
                self.screen.say(&format!("you draw {}", spaced(&taken.tiles)))?;
                self.show_work(draft)?;
            }
            Err(refusal) => self.screen.say(&refusal.to_string())?,
        }
        Ok(())
    }

    /// Plays the turn, or says why not.
    fn finish(&mut self, turn: &Turn<R::Tile>) -> Result<Flow, Fault> {
        match self.play_turn(turn) {
            Ok(()) => Ok(Flow::Next),
            Err(refusal) => {
                self.screen.say(&format!("not legal: {refusal}"))?;
                Ok(Flow::Stay)
            }
        }
    }

    /// Plays the turn, of which everybody hears.
    fn play_turn(&mut self, turn: &Turn<R::Tile>) -> Result<(), Refusal> {
        let before = self.game.view(None);
        let played = self.game.play(turn)?;
        let gap = if self.news.is_empty() { "" } else { "\n" };
        self.news.push_str(gap);
        self.news.push_str(&news(&before.mover().name, turn, &played));
        self.seats.notice(&before, turn);
        Ok(())
    }

    /// Shows what a step of the turn changed.
    fn show_work(&mut self, draft: &Draft<R::Tile>) -> Result<(), Fault> {
        let hand = self.hand(draft);
        Ok(self.screen.show_work(self.game.position(), draft, &hand)?)
    }

    /// Says what a strong player would do, were nothing done in this turn yet but what was drawn. What lies on
    /// the stock is not given away.
    fn hint(&mut self) -> Result<(), Fault> {
        let draws_first = self.game.rules().conduct().shape != TurnShape::DrawOrPlace;
        let position = self.game.position();
        let seen = self.game.view(Some(Seat(position.turn)));
        let mut watch = self.limits.supervisor();
        let mut run = Run::new(self.limits.budget(Budget::UNLIMITED), &mut watch);
        let intent = self.seats.hint(&seen, &mut run).map_err(Fault::software)?;
        let Intent::Play(turn) = intent else { return Ok(self.screen.say("hint: draw")?) };
        let mut steps = Vec::new();
        match turn.take {
            Take::Pile => steps.push("take".to_owned()),
            Take::Stock | Take::Nothing => {}
        }
        if tiles_of(&turn.table) != tiles_of(position.table()) {
            let melds: Vec<String> = turn.table.iter().map(ToString::to_string).collect();
            steps.push(melds.join(" "));
        } else if turn.take == Take::Nothing {
            steps.push("pass".to_owned());
        } else if !draws_first {
            steps.push("draw, and hold back what you have".to_owned());
        }
        steps.extend(turn.discard.map(|tile| format!("discard {tile}")));
        if steps.is_empty() {
            steps.push("done".to_owned());
        }
        Ok(self.screen.say(&format!("hint: {}", steps.join(", then ")))?)
    }

    /// The mover's hand with what the draft takes.
    fn hand(&self, draft: &Draft<R::Tile>) -> Multiset<R::Tile> {
        let position = self.game.position();
        let mut hand = position.mover().tiles();
        if let Ok(taken) = Taken::of(self.game.rules(), position, draft.take()) {
            hand.extend(taken.tiles);
        }
        hand
    }

    fn write_save(&self, path: Option<&Path>) -> Result<(), Fault> {
        let text = self.game.save().write();
        path.map_or(Ok(()), |path| whole::write(path, |out| out.write_all(text.as_bytes())))
    }

    fn say_end(&mut self) -> Result<(), Fault> {
        self.screen.say(&std::mem::take(&mut self.news))?;
        let end = match self.game.end() {
            Some(End::Out(player)) => format!("\n{} is out.", self.game.position().players[player].name),
            _ => "\nThe stock is empty and nobody places any more.".to_owned(),
        };
        self.screen.say(&end)?;
        let players = self.game.position().players.iter().zip(self.game.scores());
        let scores: Vec<String> = players.map(|(player, score)| format!("{} {score}", player.name)).collect();
        self.screen.say(&format!("Scores: {}", scores.join(", ")))?;
        Ok(())
    }

    fn say_winners(&mut self) -> Result<Exit, Fault> {
        let players = &self.game.position().players;
        let names: Vec<&str> =
            self.game.winners().iter().map(|&winner| players[winner].name.as_str()).collect();
        self.screen.say(&format!("Won by {}.", names.join(" and ")))?;
        self.screen.flush()?;
        Ok(Exit::Yes)
    }
}

/// What everybody may know of a turn.
fn news<T: Tile>(name: &str, turn: &Turn<T>, played: &Played<T>) -> String {
    let tiles: Vec<T> = played.placed.iter().collect();
    let took = match turn.take {
        Take::Pile => " takes from the pile,",
        Take::Stock => " draws,",
        Take::Nothing => "",
    };
    let points = if played.points == 0 { String::new() } else { format!(" for {} points", played.points) };
    let discard = turn.discard.map_or(String::new(), |tile| format!(", discards {tile}"));
    let placed = if tiles.is_empty() { "nothing".to_owned() } else { spaced(&tiles) };
    format!("{name}{took} places {placed}{points}{discard}")
}

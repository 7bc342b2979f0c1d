//! A game of one rule set, behind an interface that does not depend on it.

use search::Run;

use super::advice::{Advice, Advised};
use super::advised::advised;
use super::event::Event;
use super::legal::Legal;
use super::refused::{MachineError, Refused};
use super::setup::{SeatKind, Seated};
use crate::ai::{AiRules, Intent, Level, MachinePlayer};
use crate::apply::Taken;
use crate::command::Command;
use crate::deal::DealError;
use crate::draft::Draft;
use crate::judge::IllegalTurn;
use crate::meld::tiles_of;
use crate::multiset::Multiset;
use crate::refusal::Refusal;
use crate::rules::{FirstPlacement, Rules, TurnRules, TurnShape, Winner};
use crate::rummy_match::{End, Match, Played};
use crate::seat::{Seat, SeatView};
use crate::turn::{Take, Turn};

/// The turn in the making, as the mover sees it. Tiles are in the form of the save files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DraftView {
    /// The source of the tile taken first.
    pub take: Take,
    /// The mover's table as it is now.
    pub table: Vec<Vec<String>>,
    /// The tiles left in the hand, in order.
    pub hand: Vec<String>,
    /// The tiles lifted off the table that lie in no combination, in order.
    pub loose: Vec<String>,
}

/// A command that was carried out.
pub(super) struct Entered {
    /// The command in the form of saved games.
    pub(super) command: String,
    pub(super) events: Vec<Event>,
}

/// The tiles taken in the turn in the making, as far as they are counted or lie open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakenView {
    /// How many came into the hand.
    pub tiles: usize,
    /// Bonus tiles that turned up and are laid out.
    pub bonus: Vec<String>,
    /// How many left the stock.
    pub from_stock: usize,
    /// How many left the pile.
    pub from_pile: usize,
}

/// A running game of any rule set.
pub(super) trait Table: Send {
    /// Carries out a command of the mover.
    fn enter(&mut self, text: &str) -> Result<Entered, Refused>;
    /// Takes back the last step of the turn in the making.
    fn undo(&mut self) -> Result<(), Refused>;
    /// The commands of the machine to move.
    fn think(&mut self, run: &mut Run<'_>) -> Result<Vec<String>, MachineError>;
    /// The report of commands of a machine that were refused.
    fn illegal(&self, lines: &[String], refusal: Refusal) -> IllegalTurn;
    /// The work of finding a hint for the mover.
    fn advice(&self) -> Advice;
    fn next_deal(&mut self) -> Result<(), DealError>;
    fn turn(&self) -> Seat;
    fn has_drawn(&self) -> bool;
    /// Does a turn begin by taking a tile, and then go on?
    fn draws_first(&self) -> bool;
    fn view(&self, seat: Option<Seat>) -> SeatView<String>;
    fn draft(&self) -> DraftView;
    /// How many steps of the turn in the making can be taken back.
    fn steps(&self) -> usize;
    /// The tiles that came last from the stock into the hand of a seat.
    fn fresh(&self, seat: Seat) -> Vec<String>;
    fn taken(&self, is_mover: bool) -> Option<TakenView>;
    fn legal(&self) -> Legal;
    /// The combinations of the turn in the making that are not valid, by their numbers from 1.
    fn broken(&self) -> Vec<usize>;
    /// The demands on the mover's first placement; none after it.
    fn first_placement(&self) -> Option<FirstPlacement>;
    fn turn_rules(&self) -> TurnRules;
    fn end(&self) -> Option<End>;
    fn is_decided(&self) -> bool;
    fn scores(&self) -> Vec<i32>;
    fn winners(&self) -> Vec<usize>;
    fn winner(&self) -> Winner;
    fn deal_number(&self) -> u32;
    fn seed(&self) -> Option<u64>;
    fn classic(&self) -> String;
    fn boxed(&self) -> Box<dyn Table>;
}

/// The tiles that a player who places whatever can be placed would place, where a turn that is intended draws instead.
fn kept_back<R: AiRules>(
    rules: &R,
    seen: &SeatView<R::Tile>,
    intent: &Intent<R::Tile>,
    run: &mut Run<'_>,
) -> Result<usize, IllegalTurn> {
    let is_draw_or_place = rules.turn_rules().shape == TurnShape::DrawOrPlace;
    let draws = matches!(intent, Intent::Play(turn) if turn.take == Take::Stock);
    if !(is_draw_or_place && draws) {
        return Ok(0);
    }
    let lying = tiles_of(&seen.tables[seen.turn.0 % seen.tables.len()]);
    match MachinePlayer::new(Level::Normal, 0).turn(rules, seen, run)? {
        Intent::Play(turn) => Ok(tiles_of(&turn.table).difference(&lying).len()),
        Intent::Draw => Ok(0),
    }
}

/// A running game, the turn in the making, and the machines.
#[derive(Clone)]
pub(super) struct MatchTable<R: AiRules> {
    game: Match<R>,
    draft: Draft<R::Tile>,
    machines: Vec<Option<MachinePlayer<R::Tile>>>,
    /// The tiles that came last from the stock into each hand.
    fresh: Vec<Vec<R::Tile>>,
    /// Gives hints.
    adviser: MachinePlayer<R::Tile>,
}

impl<R: AiRules + Send + 'static> MatchTable<R> {
    pub(super) fn new(game: Match<R>, seats: &[Seated]) -> Self {
        let seed = game.save().seed.unwrap_or(0);
        let sit = |(place, seated): (u64, &Seated)| match seated.kind {
            SeatKind::Person => None,
            SeatKind::Machine(level) => Some(MachinePlayer::new(level, seed.wrapping_add(place))),
        };
        let machines = (1..).zip(seats).map(sit).collect();
        let draft = Draft::new(game.position());
        let fresh = vec![Vec::new(); seats.len()];
        Self { game, draft, machines, fresh, adviser: MachinePlayer::new(Level::Strong, seed) }
    }

    /// Draws where the turn goes on afterwards. What is laid already stays there and can still be taken back.
    fn draw(&mut self) -> Result<Vec<Event>, Refused> {
        if self.game.has_drawn() {
            return Err(Refused::Take(Refusal::AlreadyDrawn));
        }
        if self.draft.take() == Take::Pile {
            return Err(Refused::NotAtTheBeginning);
        }
        let taken = self.game.draw().map_err(Refused::Take)?;
        self.draft.draw(&taken.tiles);
        let turn = self.turn();
        self.fresh[turn.0].clone_from(&taken.tiles);
        Ok(vec![drew(self.game.rules(), turn, &taken)])
    }

    /// Draws where that ends the turn. With an empty stock the turn just passes on.
    fn draw_or_pass(&mut self) -> Result<Vec<Event>, Refused> {
        let is_pass = self.game.position().stock.is_empty() && self.draft.is_untouched();
        let take = if is_pass { Take::Nothing } else { Take::Stock };
        self.finish(&Turn { take, ..self.draft.turn(None) })
    }

    /// Takes from the pile, as a step that can be taken back.
    fn take(&mut self) -> Result<Vec<Event>, Refused> {
        if self.game.has_drawn() {
            return Err(Refused::Take(Refusal::AlreadyDrawn));
        }
        if self.draft.take() == Take::Pile {
            return Err(Refused::AlreadyTaken);
        }
        let taken = Taken::of(self.game.rules(), self.game.position(), Take::Pile).map_err(Refused::Take)?;
        self.draft.take_pile(&taken.tiles);
        Ok(vec![Event::Arranged { seat: self.turn() }])
    }

    /// Carries out a command that changes the table. A whole new table ends the turn, except where turns end with a discard.
    fn step(&mut self, command: &Command<R::Tile>) -> Result<Vec<Event>, Refused> {
        self.draft.step(self.game.rules(), command)?;
        if !matches!(command, Command::Table(_)) || self.draws_first() {
            return Ok(vec![Event::Arranged { seat: self.turn() }]);
        }
        let turn = self.draft.turn(None);
        self.finish(&turn).inspect_err(|_| {
            self.draft.undo().expect("a step was just taken");
        })
    }

    /// Ends the turn in the making.
    fn end_turn(&mut self, discard: Option<R::Tile>) -> Result<Vec<Event>, Refused> {
        self.draft.check_loose()?;
        self.finish(&self.draft.turn(discard))
    }

    /// Plays a turn, if the judge accepts it; the machines take notice.
    fn finish(&mut self, turn: &Turn<R::Tile>) -> Result<Vec<Event>, Refused> {
        let before = self.game.view(None);
        let stock = self.game.position().stock.clone();
        let seen = if self.game.has_drawn() {
            Taken::of(self.game.rules(), self.game.position(), Take::Stock)
                .map_or(0, |taken| taken.from_stock)
        } else {
            0
        };
        let played = self.game.play(turn).map_err(Refused::Turn)?;
        let others = self.machines.iter_mut().enumerate().filter(|(seat, _)| *seat != before.turn.0);
        for player in others.filter_map(|(_, player)| player.as_mut()).chain([&mut self.adviser]) {
            player.notice(self.game.rules(), &before, turn);
        }
        self.draft = Draft::new(self.game.position());
        let drawn = &stock[seen..stock.len() - self.game.position().stock.len()];
        let mut events = vec![played_event(self.game.rules(), before.turn, turn, &played)];
        let taken = Taken::from_stock(self.game.rules(), drawn, drawn.len());
        if !drawn.is_empty() {
            events.push(drew(self.game.rules(), before.turn, &taken));
        }
        self.fresh[before.turn.0] = taken.tiles;
        Ok(events)
    }
}

impl<R: AiRules + Send + 'static> Table for MatchTable<R> {
    fn enter(&mut self, text: &str) -> Result<Entered, Refused> {
        let command = Command::read(self.game.rules(), text.as_bytes())?;
        let events = match &command {
            Command::Draw if self.draws_first() => self.draw(),
            Command::Draw => self.draw_or_pass(),
            Command::Take => self.take(),
            Command::Pass | Command::Done => self.end_turn(None),
            Command::Discard(tile) => self.end_turn(Some(*tile)),
            step => self.step(step),
        }?;
        Ok(Entered { command: command.text(self.game.rules()), events })
    }

    fn undo(&mut self) -> Result<(), Refused> {
        Ok(self.draft.undo()?)
    }

    fn think(&mut self, run: &mut Run<'_>) -> Result<Vec<String>, MachineError> {
        let turn = self.turn();
        let seen = self.game.view(Some(turn));
        let Some(player) = self.machines.get_mut(turn.0).and_then(Option::as_mut) else {
            return Err(MachineError::Person(seen.mover().name.clone()));
        };
        let intent = player.turn(self.game.rules(), &seen, run)?;
        Ok(lines(self.game.rules(), &seen, &intent))
    }

    fn illegal(&self, lines: &[String], refusal: Refusal) -> IllegalTurn {
        IllegalTurn { refusal, turn: lines.join("; "), position: self.classic() }
    }

    fn advice(&self) -> Advice {
        let (rules, mut adviser) = (self.game.rules().clone(), self.adviser.clone());
        let seen = self.game.view(Some(self.turn()));
        let draft = self.draft.clone();
        Advice(Box::new(move |run| {
            let intent = adviser.turn(&rules, &seen, run)?;
            let kept_back = kept_back(&rules, &seen, &intent, run)?;
            Ok(Advised { commands: advised(&rules, draft, &intent), kept_back })
        }))
    }

    fn winner(&self) -> Winner {
        self.game.rules().turn_rules().winner
    }

    fn next_deal(&mut self) -> Result<(), DealError> {
        self.game.next_deal()?;
        self.draft = Draft::new(self.game.position());
        self.fresh.iter_mut().for_each(Vec::clear);
        Ok(())
    }

    fn turn(&self) -> Seat {
        Seat(self.game.position().turn)
    }

    fn has_drawn(&self) -> bool {
        self.game.has_drawn()
    }

    fn draws_first(&self) -> bool {
        self.game.rules().turn_rules().shape != TurnShape::DrawOrPlace
    }

    fn view(&self, seat: Option<Seat>) -> SeatView<String> {
        self.game.view(seat).to_text(self.game.rules())
    }

    fn draft(&self) -> DraftView {
        let rules = self.game.rules();
        let in_order = |tiles: Multiset<R::Tile>| rules.tile_texts(&tiles.iter().collect::<Vec<_>>());
        DraftView {
            take: self.draft.take(),
            table: self.draft.table().iter().map(|meld| rules.tile_texts(meld)).collect(),
            hand: in_order(self.draft.left()),
            loose: in_order(self.draft.loose()),
        }
    }

    fn steps(&self) -> usize {
        self.draft.steps()
    }

    fn fresh(&self, seat: Seat) -> Vec<String> {
        self.game.rules().tile_texts(&self.fresh[seat.0])
    }

    fn taken(&self, is_mover: bool) -> Option<TakenView> {
        let take = match self.game.has_drawn() {
            true => Take::Stock,
            false if is_mover => self.draft.take(),
            false => return None,
        };
        let taken = Taken::of(self.game.rules(), self.game.position(), take).ok()?;
        Some(TakenView {
            tiles: taken.tiles.len(),
            bonus: self.game.rules().tile_texts(&taken.bonus),
            from_stock: taken.from_stock,
            from_pile: taken.from_pile,
        })
    }

    fn legal(&self) -> Legal {
        Legal::of(&self.game, &self.draft)
    }

    fn broken(&self) -> Vec<usize> {
        let melds = (1..).zip(self.draft.table());
        let broken = melds.filter(|(_, meld)| self.game.rules().check_meld(meld).is_err());
        broken.map(|(number, _)| number).collect()
    }

    fn first_placement(&self) -> Option<FirstPlacement> {
        let mover = self.game.position().mover();
        (!mover.placed).then(|| self.game.rules().first_placement(mover.score))
    }

    fn turn_rules(&self) -> TurnRules {
        self.game.rules().turn_rules()
    }

    fn end(&self) -> Option<End> {
        self.game.end()
    }

    fn is_decided(&self) -> bool {
        self.game.is_decided()
    }

    fn scores(&self) -> Vec<i32> {
        self.game.scores()
    }

    fn winners(&self) -> Vec<usize> {
        self.game.winners()
    }

    fn deal_number(&self) -> u32 {
        self.game.deal_number()
    }

    fn seed(&self) -> Option<u64> {
        self.game.save().seed
    }

    fn classic(&self) -> String {
        self.game.save().write(self.game.rules())
    }

    fn boxed(&self) -> Box<dyn Table> {
        Box::new(self.clone())
    }
}

/// The commands of the mover, who has this view, for the action of a machine.
fn lines<R: AiRules>(rules: &R, seen: &SeatView<R::Tile>, intent: &Intent<R::Tile>) -> Vec<String> {
    let Intent::Play(turn) = intent else { return vec!["draw".to_owned()] };
    let draws_first = rules.turn_rules().shape != TurnShape::DrawOrPlace;
    let is_still = turn.table == seen.table();
    let mut lines = Vec::new();
    match turn.take {
        Take::Pile => lines.push("take".to_owned()),
        Take::Stock if !draws_first || !seen.has_drawn => lines.push("draw".to_owned()),
        Take::Stock | Take::Nothing => {}
    }
    if !is_still {
        let melds: Vec<String> = turn.table.iter().map(|meld| rules.meld_text(meld)).collect();
        lines.push(melds.join(" "));
    }
    match turn.discard {
        Some(tile) => lines.push(format!("discard {}", rules.tile_text(tile))),
        None if draws_first && (turn.take != Take::Nothing || !is_still) => lines.push("done".to_owned()),
        None if lines.is_empty() => lines.push("pass".to_owned()),
        None => {}
    }
    lines
}

fn drew<R: Rules>(rules: &R, seat: Seat, taken: &Taken<R::Tile>) -> Event {
    let tiles = Some(rules.tile_texts(&taken.tiles));
    Event::Drew { seat, count: taken.tiles.len(), tiles, bonus: rules.tile_texts(&taken.bonus) }
}

fn played_event<R: Rules>(rules: &R, seat: Seat, turn: &Turn<R::Tile>, played: &Played<R::Tile>) -> Event {
    let placed: Vec<R::Tile> = played.placed.iter().collect();
    Event::Played {
        seat,
        take: turn.take,
        placed: rules.tile_texts(&placed),
        points: played.points,
        discard: turn.discard.map(|tile| rules.tile_text(tile)),
    }
}

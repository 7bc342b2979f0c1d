//! A running game of one rule set: turns, the end of a deal, several deals.

use crate::apply::Taken;
use crate::deal::{DealError, deal, take_jokers_out};
use crate::judge::{Verdict, judge};
use crate::multiset::Multiset;
use crate::position::Position;
use crate::refusal::Refusal;
use crate::rules::{Out, Rules, TurnShape, Winner};
use crate::save::Save;
use crate::seat::{Seat, SeatView};
use crate::tile::Tile;
use crate::turn::{Take, Turn};

/// How a deal ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// This player is out.
    Out(usize),
    /// The stock is empty and for a whole round nobody placed a tile.
    Blocked,
}

/// The result of a turn that was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played<T: Tile> {
    /// The hand tiles placed.
    pub placed: Multiset<T>,
    /// The points of the turn.
    pub points: i32,
}

/// A game under way, by rules that are known when the program is compiled.
///
/// ```
/// use rummy::{Match, Rummikub, Turn};
///
/// let names = ["Ana".to_owned(), "Ben".to_owned()];
/// let mut game = Match::new(Rummikub::default(), &names, 7)?;
/// while game.end().is_none() {
///     let turn = Turn::draw(game.position());
///     game.play(&turn)?;
/// }
/// assert!(game.scores().iter().all(|&score| score > 300), "nobody ever placed a tile");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Match<R: Rules> {
    rules: R,
    position: Position<R::Tile>,
    seed: Option<u64>,
    deal: u32,
    /// Has the mover seen the next tile of the stock already?
    has_drawn: bool,
    /// Are the jokers taken out of every deal?
    without_jokers: bool,
}

impl<R: Rules> Match<R> {
    /// Deals the first deal of a game.
    pub fn new(rules: R, names: &[String], seed: u64) -> Result<Self, DealError> {
        Self::from_deal(rules, names, seed, 0)
    }

    /// Deals a deal of a game, counted from 0, as if nothing was scored before.
    pub fn from_deal(rules: R, names: &[String], seed: u64, number: u32) -> Result<Self, DealError> {
        let position = deal(&rules, names, seed, number)?;
        Ok(Self::resume(rules, Save { position, seed: Some(seed), deal: number }))
    }

    /// The game with the jokers taken out of this deal, which has just begun, and of all that follow.
    #[must_use]
    pub fn without_jokers(mut self) -> Self {
        take_jokers_out(&mut self.position);
        self.later_without_jokers(true)
    }

    /// The game with the jokers taken out of the deals that follow, or not.
    #[must_use]
    pub fn later_without_jokers(self, without_jokers: bool) -> Self {
        Self { without_jokers, ..self }
    }

    /// Continues a saved game.
    pub fn resume(rules: R, save: Save<R::Tile>) -> Self {
        let Save { position, seed, deal } = save;
        Self { rules, position, seed, deal, has_drawn: false, without_jokers: false }
    }

    /// The game as it can be written to a file.
    pub fn save(&self) -> Save<R::Tile> {
        Save { position: self.position.clone(), seed: self.seed, deal: self.deal }
    }

    /// The rules.
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// The view of a seat, or of a spectator.
    pub fn view(&self, seat: Option<Seat>) -> SeatView<R::Tile> {
        SeatView::of(&self.rules, &self.position, seat, self.has_drawn)
    }

    /// The position before the next turn.
    pub fn position(&self) -> &Position<R::Tile> {
        &self.position
    }

    /// Which deal this is, counted from 0.
    pub fn deal_number(&self) -> u32 {
        self.deal
    }

    /// Shows the mover the next tile of the stock, in a game where the turn goes on after drawing. From then on the turn
    /// must be one that takes it. The position changes only when the turn is played.
    pub fn draw(&mut self) -> Result<Taken<R::Tile>, Refusal> {
        if self.end().is_some() {
            return Err(Refusal::Over);
        }
        if self.rules.turn_rules().shape == TurnShape::DrawOrPlace {
            return Err(Refusal::DrawnAndPlaced);
        }
        let taken = Taken::of(&self.rules, &self.position, Take::Stock)?;
        self.has_drawn = true;
        Ok(taken)
    }

    /// Has the mover drawn from the stock in this turn already?
    pub fn has_drawn(&self) -> bool {
        self.has_drawn
    }

    /// Plays a turn, if the judge accepts it.
    pub fn play(&mut self, turn: &Turn<R::Tile>) -> Result<Played<R::Tile>, Refusal> {
        if self.end().is_some() {
            return Err(Refusal::Over);
        }
        if self.has_drawn && turn.take != Take::Stock {
            return Err(Refusal::AlreadyDrawn);
        }
        let Verdict { placed, points, after, .. } = judge(&self.rules, &self.position, turn)?;
        self.position = after;
        self.has_drawn = false;
        Ok(Played { placed, points })
    }

    /// How the deal ended, once it has.
    pub fn end(&self) -> Option<End> {
        end_of(&self.rules, &self.position)
    }

    /// The score of each player as it would be if the deal ended here.
    pub fn scores(&self) -> Vec<i32> {
        let last = self.rules.final_points(&self.position);
        let players = self.position.players.iter();
        players.zip(last).map(|(player, points)| player.score.saturating_add(points)).collect()
    }

    /// Has somebody reached the score that ends the game, if the deal ended here?
    pub fn is_decided(&self) -> bool {
        let target = self.rules.target();
        target.is_some_and(|target| self.scores().iter().any(|&score| score >= target))
    }

    /// The winners if the game ends here.
    pub fn winners(&self) -> Vec<usize> {
        let scores = self.scores();
        let best = match self.rules.turn_rules().winner {
            Winner::Highest => scores.iter().max(),
            Winner::Lowest => scores.iter().min(),
        };
        (0..scores.len()).filter(|&player| Some(&scores[player]) == best).collect()
    }

    /// Adds the scores of the deal that ended and deals again. A game that was loaded without its seed goes on with seed 0.
    pub fn next_deal(&mut self) -> Result<(), DealError> {
        let names: Vec<String> = self.position.players.iter().map(|player| player.name.clone()).collect();
        let scores = self.scores();
        let next = self.deal.wrapping_add(1);
        let seed = *self.seed.get_or_insert(0);
        self.position = deal(&self.rules, &names, seed, next)?;
        if self.without_jokers {
            take_jokers_out(&mut self.position);
        }
        for (player, score) in self.position.players.iter_mut().zip(scores) {
            player.score = score;
        }
        self.deal = next;
        self.has_drawn = false;
        Ok(())
    }
}

/// How the deal ended, if it has.
pub(crate) fn end_of<R: Rules>(rules: &R, position: &Position<R::Tile>) -> Option<End> {
    let count = position.players.len();
    let last = (position.turn + count - 1) % count;
    let is_out = position.players[last].hand.is_empty()
        && (rules.turn_rules().out == Out::EmptyHand || position.stock.is_empty());
    if is_out {
        return Some(End::Out(last));
    }
    (position.passes >= count).then_some(End::Blocked)
}

//! From a save to a solution file.

use crate::action::Action;
use crate::card::Card;
use crate::deal::Seed;
use crate::moves::{Move, Target};
use crate::rules::{Fill, Foundations, Play, Rules};
use crate::table::{Illegal, Table};

use super::flat::{Flat, Kind};
use super::save::Save;
use super::word::{Shift, Word};
use super::{NoConversion, NoCounterpart};

impl Save {
    /// The player's moves as a line of play by `rules`: those of the save's game, with foundations of either
    /// kind. Undone moves are left out.
    ///
    /// Where putting up is forced, the table of the line runs ahead of the player's: it is the player's
    /// without the cards that are up. So moves of those cards are left out, and only a move onto one of
    /// them has no counterpart.
    pub fn to_solution(&self, rules: &Rules) -> Result<Vec<Action>, NoConversion> {
        let own = self.rules();
        if rules.layout() != own.layout() {
            let (save, asked) = (own.name().to_owned(), rules.name().to_owned());
            return Err(NoConversion::OtherGame { save, asked });
        }
        let flat = Flat::dealt(own, self.seed()).expect("saves are of games that xpat2 has");
        let mut table = rules.deal(self.seed());
        table.normalise();
        let mut reader = Reader { flat, table, actions: Vec::new(), seed: self.seed() };
        let mut words = &self.words[..self.played];
        while !words.is_empty() {
            let at = self.played - words.len() + 1;
            let taken = reader.read(words).map_err(|why| NoConversion::Move { at, why })?;
            words = &words[taken..];
        }
        Ok(reader.actions)
    }
}

/// Replays on the player's table, and plays what that means on the referee's.
struct Reader {
    flat: Flat,
    table: Table,
    actions: Vec<Action>,
    seed: Seed,
}

impl Reader {
    /// Does what the first of these words says; returns how many words belong to it.
    fn read(&mut self, words: &[u32]) -> Result<usize, NoCounterpart> {
        let bits = words[0];
        match Word::from_bits(bits).ok_or(NoCounterpart::Word(bits))? {
            Word::Shift(shift) => {
                let count = self.flat.count(shift).ok_or(NoCounterpart::Misplaced(bits))?;
                self.shift(shift, count)?;
            }
            Word::Top(index) => {
                let (pile, place) = self.rotated(index, bits)?;
                self.act(Action::Top(self.flat.pile(pile)[place]))?;
                self.flat.bring_up(pile, place);
            }
            Word::Down(index) => {
                let (pile, place) = self.rotated(index, bits)?;
                let card = *self.flat.pile(pile).last().expect("the place is taken");
                self.act(Action::Down { card, place: place as u8 })?;
                self.flat.take_down(pile, place);
            }
            Word::Begin | Word::End | Word::Shuffle => return self.redeal(words),
        }
        Ok(1)
    }

    /// The place that a rotation names.
    fn rotated(&self, index: u16, bits: u32) -> Result<(u8, usize), NoCounterpart> {
        if self.table.rules().extras.rotations == 0 {
            return Err(NoCounterpart::Rotation);
        }
        self.flat.place(index).ok_or(NoCounterpart::Misplaced(bits))
    }

    fn redeal(&mut self, words: &[u32]) -> Result<usize, NoCounterpart> {
        if self.table.rules().extras.redeals == 0 {
            return Err(NoCounterpart::Redeal);
        }
        let expected = self.flat.redeal(self.seed, self.table.extras().fan);
        if !words.starts_with(&expected) {
            return Err(NoCounterpart::Compound);
        }
        self.act(Action::Redeal)?;
        Ok(expected.len())
    }

    fn act(&mut self, action: Action) -> Result<(), NoCounterpart> {
        self.table.try_act(action)?;
        self.actions.push(action);
        Ok(())
    }

    fn shift(&mut self, Shift { from, to, .. }: Shift, count: usize) -> Result<(), NoCounterpart> {
        let pile = self.flat.pile(from);
        let whole = pile.len() == count;
        let run = pile[pile.len() - count..].to_vec();
        let target = self.judge(&run, from, to)?;
        self.flat.carry(from, count, to);
        // A column that goes to an empty one is as it was; a single card is a move nevertheless.
        let no_change = whole && count > 1 && target == Some(Target::EmptyColumn);
        match target {
            Some(to) if !no_change => self.follow(&run, to),
            _ => Ok(()),
        }
    }

    /// May the player do this? Then where it leads, if it is a move of the line.
    fn judge(&self, run: &[Card], from: u8, to: u8) -> Result<Option<Target>, NoCounterpart> {
        let play = self.table.rules();
        let (card, count) = (run[0], run.len());
        let back = matches!(self.flat.kind(from), Some(Kind::Foundation(_)));
        if back && play.foundations != Foundations::Free {
            return Err(NoCounterpart::BroughtBack(card));
        }
        if !run.is_sorted_by(|&under, &over| play.may_build(over, under)) {
            return Err(NoCounterpart::NoRun(card));
        }
        match self.flat.kind(to).expect("the word fits the table") {
            Kind::Column => Ok(Some(column(play, card, self.flat.pile(to).last().copied())?)),
            Kind::Deck => Err(NoCounterpart::Deck(card)),
            _ if count > 1 => Err(NoCounterpart::OnePlace(count)),
            Kind::Cell if !self.flat.pile(to).is_empty() => Err(Illegal::NoFreeCell.into()),
            Kind::Cell if self.flat.kind(from) == Some(Kind::Cell) => Ok(None),
            Kind::Cell => Ok(Some(Target::Cell)),
            Kind::Foundation(suit) => {
                let next = self.flat.pile(to).len() + 1 == card.rank().number().into() && suit == card.suit();
                if next {
                    Ok((play.foundations != Foundations::Forced).then_some(Target::Foundation))
                } else {
                    Err(Illegal::NotNext(card).into())
                }
            }
        }
    }

    /// Moves the cards of a run that are still on the referee's table.
    fn follow(&mut self, run: &[Card], to: Target) -> Result<(), NoCounterpart> {
        let left = run.iter().take_while(|&&card| !self.is_gone(card, to)).count();
        if left == 0 {
            return Ok(());
        }
        let empty = self.table.columns().iter().filter(|column| column.is_empty()).count();
        let helpers = match self.table.rules().fill {
            Fill::AnyCard => empty.saturating_sub(usize::from(to == Target::EmptyColumn)),
            Fill::KingsOnly | Fill::Nothing => 0,
        };
        self.move_run(&run[..left], to, helpers)
    }

    /// Moves a run card by card, through free cells and this many empty columns.
    fn move_run(&mut self, run: &[Card], to: Target, helpers: usize) -> Result<(), NoCounterpart> {
        let cells = usize::from(self.table.rules().cells) - self.table.cells().len();
        if run.len() <= cells + 1 {
            return self.through_cells(run, to);
        }
        let room = (cells + 1) << helpers;
        if run.len() > room {
            return Err(NoCounterpart::NoRoom { cards: run.len(), room });
        }
        let (helpers, half) = (helpers - 1, room / 2);
        if run.len() <= half {
            return self.move_run(run, to, helpers);
        }
        let (lower, upper) = run.split_at(run.len() - half);
        self.move_run(upper, Target::EmptyColumn, helpers)?;
        self.move_run(lower, to, helpers)?;
        self.move_run(upper, Target::Onto(lower[lower.len() - 1]), helpers)
    }

    fn through_cells(&mut self, run: &[Card], to: Target) -> Result<(), NoCounterpart> {
        for &card in run[1..].iter().rev() {
            self.play(card, Target::Cell)?;
        }
        self.play(run[0], to)?;
        run.windows(2).try_for_each(|pair| self.play(pair[1], Target::Onto(pair[0])))
    }

    fn play(&mut self, card: Card, to: Target) -> Result<(), NoCounterpart> {
        if self.is_gone(card, to) {
            return Ok(());
        }
        if let Target::Onto(on) = to
            && self.is_up(on)
            && self.table.rules().foundations == Foundations::Forced
        {
            return Err(NoCounterpart::BaseGone { card, on });
        }
        self.act(Move { card, to }.into())
    }

    /// Has the card left the referee's table for good?
    fn is_gone(&self, card: Card, to: Target) -> bool {
        self.table.rules().foundations == Foundations::Forced && to != Target::Foundation && self.is_up(card)
    }

    fn is_up(&self, card: Card) -> bool {
        self.table.foundations()[card.suit() as usize] >= card.rank().number()
    }
}

/// The target that a column is, if it takes the card.
fn column(play: Play, card: Card, top: Option<Card>) -> Result<Target, Illegal> {
    match top {
        Some(on) if play.may_build(card, on) => Ok(Target::Onto(on)),
        Some(on) => Err(Illegal::Build { card, on }),
        None if play.may_fill(card) => Ok(Target::EmptyColumn),
        None => Err(Illegal::Fill(play.fill)),
    }
}

//! Redeals and rotations, which some rules allow.

use super::{Column, Illegal, Table};
use crate::action::Action;
use crate::card::Card;
use crate::deal::Seed;
use crate::rules::Extras;
use crate::shuffle::redeal;

impl Table {
    /// Does what a line of a solution file says and puts up what then must go, or says why it is illegal
    /// and changes nothing.
    pub fn try_act(&mut self, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Move(played) => return self.try_play(played),
            _ if self.is_won() => return Err(Illegal::Won),
            Action::Redeal => self.redeal()?,
            Action::Top(card) => {
                let (at, place) = self.rotatable(card)?;
                self.columns[at][place..].rotate_left(1);
            }
            Action::Down { card, place } => {
                let (at, top) = self.rotatable(card)?;
                if top + 1 != self.columns[at].len() {
                    return Err(Illegal::Covered(card));
                }
                if usize::from(place) > top {
                    return Err(Illegal::NoPlace { card, place });
                }
                self.columns[at][place.into()..].rotate_right(1);
            }
        }
        if action != Action::Redeal {
            self.left.rotations -= 1;
        }
        self.normalise();
        Ok(())
    }

    /// The redeals and rotations that are left.
    pub fn extras(&self) -> Extras {
        self.left
    }

    /// The redeals and rotations that may still be done: a table without a number is not dealt again.
    pub(crate) fn extras_in_reach(&self) -> Extras {
        match self.left {
            _ if self.may_be_redealt() => self.left,
            Extras { rotations: 0, .. } => Extras::NONE,
            left => Extras { redeals: 0, ..left },
        }
    }

    /// The table with this many redeals and rotations left, dealt again as this number says.
    pub(crate) fn with_extras_left(self, redeals: u8, rotations: u8, seed: Option<Seed>) -> Self {
        let left = Extras { redeals, rotations, ..self.play.extras };
        Self { left, seed, ..self }
    }

    /// May the columns be dealt again? Then their order matters.
    pub(crate) fn may_be_redealt(&self) -> bool {
        self.left.redeals > 0 && self.seed.is_some()
    }

    /// The deal's number, where a redeal may need it.
    pub(crate) fn seed(&self) -> Option<Seed> {
        self.seed
    }

    /// Everything that may be done: moves, then redeals and rotations.
    pub fn legal_actions(&self) -> Vec<Action> {
        let mut actions: Vec<_> = self.legal_moves().into_iter().map(Action::from).collect();
        if self.is_won() {
            return actions;
        }
        if self.may_be_redealt() {
            actions.push(Action::Redeal);
        }
        if self.left.rotations > 0 {
            actions.extend(self.columns.iter().flatten().map(|&card| Action::Top(card)));
            for column in &self.columns {
                let downs =
                    |&card: &Card| (0..column.len() as u8).map(move |place| Action::Down { card, place });
                actions.extend(column.last().into_iter().flat_map(downs));
            }
        }
        actions
    }

    /// Takes up all columns into one row, shuffles it as the game's seed says, and deals it again.
    fn redeal(&mut self) -> Result<(), Illegal> {
        if self.left.redeals == 0 {
            return Err(Illegal::NoRedeal);
        }
        let seed = self.seed.ok_or(Illegal::NoNumber)?;
        let mut row: Column =
            self.columns.iter_mut().flat_map(|column| column.drain(..).collect::<Column>()).collect();
        redeal(seed.number(), &mut row);
        let last = self.columns.len() - 1;
        for (at, fan) in row.chunks(self.left.fan.max(1).into()).enumerate() {
            self.columns[at.min(last)].extend(fan.iter().copied());
        }
        self.left.redeals -= 1;
        Ok(())
    }

    /// The column and the place of a card that may be rotated.
    fn rotatable(&self, card: Card) -> Result<(usize, usize), Illegal> {
        if self.left.rotations == 0 {
            return Err(Illegal::NoRotation);
        }
        let place_in = |column: &Column| column.iter().position(|&held| held == card);
        let mut columns = self.columns.iter().enumerate();
        columns.find_map(|(at, column)| Some((at, place_in(column)?))).ok_or(Illegal::NotInColumn(card))
    }
}

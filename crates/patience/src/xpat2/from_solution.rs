//! From a solution file to a save.

use crate::action::Action;
use crate::card::Card;
use crate::check::Fault;
use crate::deal::Deal;
use crate::moves::{Move, lines};
use crate::rules::Foundations;
use crate::table::Table;

use super::flat::Flat;
use super::save::Save;
use super::word::Word;
use super::{NoConversion, NoCounterpart};

impl Save {
    /// The save of a player who did what this solution file says. The game need not be won; every move
    /// must be legal.
    pub fn from_solution(deal: &Deal, file: &[u8]) -> Result<Self, NoConversion> {
        let (rules, seed) = (deal.rules(), deal.seed().ok_or(NoConversion::Board)?);
        let no_game = || NoConversion::Game(rules.name().to_owned());
        let save = Self::new(rules, seed).ok_or_else(no_game)?;
        let mut table = deal.table().clone();
        table.normalise();
        let mut player = Player { save, flat: Flat::dealt(rules, seed).ok_or_else(no_game)?, table };
        player.put_up();
        for (at, line) in (1..).zip(lines(file)) {
            let refused = |why| NoConversion::Move { at, why: NoCounterpart::Line(why) };
            player
                .act(Action::from_line(line).ok_or_else(|| refused(Fault::not_a_move(line)))?)
                .map_err(refused)?;
        }
        player.save.played = player.save.words.len();
        player.save.won = player.table.is_won();
        Ok(player.save)
    }
}

/// Plays on both tables and writes down what xpat2 would.
struct Player {
    save: Save,
    flat: Flat,
    table: Table,
}

impl Player {
    fn act(&mut self, action: Action) -> Result<(), Fault> {
        self.table.try_act(action).map_err(Fault::Illegal)?;
        match action {
            Action::Move(played) => self.follow(played),
            Action::Redeal => {
                let fan = self.table.extras().fan;
                let words = self.flat.redeal(self.save.seed(), fan);
                self.save.words.extend(words);
            }
            Action::Top(card) => {
                let (pile, place) = self.place_of(card);
                self.rotate(Word::Top(self.flat.index(pile, place)));
                self.flat.bring_up(pile, place);
            }
            Action::Down { card, place } => {
                let pile = self.flat.pile_of(card);
                self.rotate(Word::Down(self.flat.index(pile, place.into())));
                self.flat.take_down(pile, place.into());
            }
        }
        self.put_up();
        Ok(())
    }

    fn rotate(&mut self, word: Word) {
        self.save.words.push(word.bits());
        self.save.rotations += 1;
    }

    fn place_of(&self, card: Card) -> (u8, usize) {
        let pile = self.flat.pile_of(card);
        let place = self.flat.pile(pile).iter().position(|&held| held == card);
        (pile, place.expect("the card lies in this pile"))
    }

    fn follow(&mut self, played: Move) {
        let from = self.flat.pile_of(played.card);
        let to = self.flat.target(played.card, played.to).expect("the referee saw the place");
        self.carry(from, to);
    }

    /// Puts up what can go, where the rules force it, in xpat2's own order.
    fn put_up(&mut self) {
        let mut last = 3;
        while self.table.rules().foundations == Foundations::Forced {
            let Some(from) = self.flat.next_up(last) else { break };
            let card = *self.flat.pile(from).last().expect("a card goes up from here");
            self.carry(from, card.suit() as u8);
            last = from;
        }
    }

    fn carry(&mut self, from: u8, to: u8) {
        self.save.words.push(Word::Shift(self.flat.shift(from, 1, to)).bits());
        self.flat.carry(from, 1, to);
    }
}

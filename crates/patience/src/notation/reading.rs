//! From text to actions.

use super::item::{Item, NamedMove, PlaceName};
use super::putting_up::by_hand;
use super::{BadPart, Notation};
use crate::action::Action;
use crate::card::Card;
use crate::check::{Fault, legible};
use crate::game::{Goal, Position, Spot, Wish};
use crate::moves::lines;
use crate::rules::Foundations;
use crate::table::{Column, Illegal, Table};

/// A line of play that was read from a text, up to the first part of it that makes no sense on its table. What it
/// holds is what the text says, not yet what the referee allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    notation: Notation,
    actions: Vec<(Action, Part)>,
    fault: Option<Fault>,
}

/// A part of a text, and its line counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Part {
    line: usize,
    text: String,
}

impl Notation {
    /// Reads a text that goes on from a table as dealt.
    ///
    /// Where cards go up by themselves, a text may leave out all of that, or list all of it.
    pub fn read(self, start: &Table, text: &[u8]) -> Reading {
        let (items, fault) = self.items(text);
        let forced = start.rules().foundations == Foundations::Forced && self != Self::Classic;
        let lists_all = forced && items.iter().any(|(_, item)| item.puts_up());
        let table = if lists_all { by_hand(start) } else { start.clone() };
        let reading = Reading { notation: self, actions: Vec::new(), fault };
        match (self.fits(start), items.first()) {
            _ if self == Self::Classic => reading.unplayed(items),
            (Err(why), Some((part, _))) => Reading { fault: Some(part.fault(why.into())), ..reading },
            _ => reading.played(&Position::of(table), &items, lists_all),
        }
    }

    /// The moves that the text names, and what ends it too early.
    fn items(self, text: &[u8]) -> (Vec<(Part, Item)>, Option<Fault>) {
        let mut items = Vec::new();
        for (number, line) in (1..).zip(lines(text)) {
            let Some(read) = self.line(line) else { return (items, Some(self.misfit(number, line))) };
            items.extend(read.into_iter().map(|(text, item)| (Part { line: number, text }, item)));
        }
        (items, None)
    }

    /// The fault of a line that is not of this notation.
    fn misfit(self, line: usize, text: &[u8]) -> Fault {
        let is_read = |notation: &Self| notation.line(text).is_some_and(|items| !items.is_empty());
        let other = Self::NAMES.into_iter().map(|(_, notation)| notation).find(is_read);
        if self == Self::Classic && other.is_none() {
            return Fault::not_a_move(text);
        }
        Fault::InText { line, part: legible(text), why: BadPart::NotAMove { notation: self, other } }
    }
}

impl Item {
    fn action(self) -> Option<Action> {
        if let Self::Wish(Wish::Act(action)) = self { Some(action) } else { None }
    }
}

impl Reading {
    /// The notation of the text.
    pub fn notation(&self) -> Notation {
        self.notation
    }

    /// The actions, as far as the text could be read.
    pub fn actions(&self) -> impl ExactSizeIterator<Item = Action> {
        self.actions.iter().map(|(action, _)| *action)
    }

    /// Why the rest of the text could not be read.
    pub fn fault(&self) -> Option<&Fault> {
        self.fault.as_ref()
    }

    /// The fault of an action that the referee refuses.
    pub(crate) fn refused(&self, at: usize, why: Illegal) -> Fault {
        if self.notation == Notation::Classic {
            return Fault::Illegal(why);
        }
        self.actions[at].1.fault(why.into())
    }

    /// The lines of a solution file.
    fn unplayed(mut self, items: Vec<(Part, Item)>) -> Self {
        self.actions.extend(items.into_iter().filter_map(|(part, item)| Some((item.action()?, part))));
        self
    }

    /// The items played from a position. Players take as many cards to an empty column as can go where no number is
    /// said, some programs one: the first of these that makes sense to the end of the text is meant.
    fn played(self, position: &Position, items: &[(Part, Item)], lists_all: bool) -> Self {
        let most = self.clone().play(position.clone(), items, Unsaid::Most);
        let one = || self.play(position.clone(), items, Unsaid::One);
        let mut read = match &most.fault {
            Some(_) => Some(one()).filter(|one| one.fault.is_none()).unwrap_or(most),
            None => most,
        };
        if lists_all {
            read.actions.retain(|(action, _)| !action.puts_up());
        }
        read
    }

    fn play(mut self, mut position: Position, items: &[(Part, Item)], unsaid: Unsaid) -> Self {
        for (part, item) in items {
            match position.follow(item, unsaid) {
                Ok(actions) => self.actions.extend(actions.into_iter().map(|action| (action, part.clone()))),
                Err(why) => {
                    self.fault = Some(part.fault(why));
                    break;
                }
            }
        }
        self
    }
}

/// How many cards go to an empty column where the text does not say it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unsaid {
    Most,
    One,
}

impl Part {
    fn fault(&self, why: BadPart) -> Fault {
        Fault::InText { line: self.line, part: legible(self.text.as_bytes()), why }
    }
}

impl Position {
    /// Does what a text says next; the actions that it stands for.
    fn follow(&mut self, item: &Item, unsaid: Unsaid) -> Result<Vec<Action>, BadPart> {
        let wish = match item {
            Item::Wish(wish) => self.counted(*wish, unsaid),
            Item::Named(named) => self.wish(named)?,
        };
        let done = self.fulfil(wish)?;
        if let Item::Named(named) = item {
            if done.cards != named.cards {
                return Err(BadPart::OtherCards);
            }
            if !named.went_up.is_empty() && !same_cards(&done.went_up, &named.went_up) {
                return Err(BadPart::OtherUp);
            }
        }
        *self = done.after;
        Ok(done.actions)
    }

    /// The wish with its number of cards where it goes to an empty column.
    fn counted(&self, wish: Wish, unsaid: Unsaid) -> Wish {
        match wish {
            Wish::Carry { from, to: to @ Goal::Spot(Spot::Column(at)), count: None }
                if unsaid == Unsaid::One && self.table.columns().get(at).is_some_and(Column::is_empty) =>
            {
                Wish::Carry { from, to, count: Some(1) }
            }
            wish => wish,
        }
    }

    /// The places of a move in words.
    fn wish(&self, named: &NamedMove) -> Result<Wish, BadPart> {
        let &top = named.cards.last().expect("a move in words names a card");
        let from = match self.place_of(top) {
            Some(place) => place,
            None if self.is_up(top) => Spot::Foundation(top.suit()),
            None => return Err(Illegal::Covered(top).into()),
        };
        if named.from.is_some_and(|said| said != PlaceName::of(from)) {
            return Err(BadPart::Elsewhere(top));
        }
        let to = match named.to {
            PlaceName::Column(at) => Goal::Spot(Spot::Column(at)),
            PlaceName::Cell => Goal::Spot(self.first_free_cell().ok_or(Illegal::NoFreeCell)?),
            PlaceName::Foundation => Goal::Home,
        };
        Ok(Wish::Carry { from, to, count: Some(named.cards.len()) })
    }
}

impl PlaceName {
    fn of(spot: Spot) -> Self {
        match spot {
            Spot::Column(at) => Self::Column(at),
            Spot::Cell(_) => Self::Cell,
            Spot::Foundation(_) => Self::Foundation,
        }
    }
}

fn same_cards(some: &[Card], others: &[Card]) -> bool {
    some.len() == others.len() && some.iter().all(|card| others.contains(card))
}

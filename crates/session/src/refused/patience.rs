//! Why a patience refuses something.

use ::patience::{Card, Fill, Illegal, Refusal};

use crate::texts::{Language, PatienceRefusal as T};

pub(super) fn words(language: Language, why: &Refusal) -> String {
    let card = |card: &Card| language.card(&card.to_string());
    match why {
        Refusal::NotAMove(text) => language.fill(T::NotAMove, &[text]),
        Refusal::Ambiguous { text, places, cards } => {
            language.fill(T::Ambiguous, &[text, places, cards, places])
        }
        Refusal::Illegal(why) => illegal(language, why),
        Refusal::NoCell(letter) => language.fill(T::NoCell, &[letter]),
        Refusal::EmptyCell(letter) => language.fill(T::EmptyCell, &[letter]),
        Refusal::TakenCell(letter) => language.fill(T::TakenCell, &[letter]),
        Refusal::EmptyColumn(number) => language.fill(T::EmptyColumn, &[number]),
        Refusal::EmptyFoundation(suit) => language.fill(T::EmptyFoundation, &[&suit.sign()]),
        Refusal::SamePlace => language.text(T::SamePlace).to_owned(),
        Refusal::NotARun(cards) => language.fill(T::NotARun, &[cards]),
        Refusal::OnePlace => language.text(T::OnePlace).to_owned(),
        Refusal::NoRoom { cards, room } => language.fill(T::NoRoom, &[cards, room]),
        Refusal::GoesUp(up) => language.fill(T::GoesUp, &[&card(up)]),
    }
}

fn illegal(language: Language, why: &Illegal) -> String {
    let about = |text, card: &Card| language.fill(text, &[&language.card(&card.to_string())]);
    match why {
        Illegal::Covered(card) => about(T::Covered, card),
        Illegal::PutUp(card) => about(T::PutUp, card),
        Illegal::NoTop(card) => about(T::NoTop, card),
        Illegal::CellToCell(card) => about(T::CellToCell, card),
        Illegal::NotNext(card) => about(T::NotNext, card),
        Illegal::NotInColumn(card) => about(T::NotInColumn, card),
        Illegal::Build { card, on } => {
            let [card, on] = [card, on].map(|card| language.card(&card.to_string()));
            language.fill(T::Build, &[&card, &on])
        }
        Illegal::NoPlace { card, place } => {
            language.fill(T::NoPlace, &[&language.card(&card.to_string()), place])
        }
        Illegal::NoColumn(number) => language.fill(T::NoColumn, &[number]),
        Illegal::NotEmpty(number) => language.fill(T::NotEmpty, &[number]),
        Illegal::Won => language.text(T::Won).to_owned(),
        Illegal::NoEmptyColumn => language.text(T::NoEmptyColumn).to_owned(),
        Illegal::Fill(fill) => language.text(filling(*fill)).to_owned(),
        Illegal::NoFreeCell => language.text(T::NoFreeCell).to_owned(),
        Illegal::Forced => language.text(T::Forced).to_owned(),
        Illegal::NoRedeal => language.text(T::NoRedeal).to_owned(),
        Illegal::NoNumber => language.text(T::NoNumber).to_owned(),
        Illegal::NoRotation => language.text(T::NoRotation).to_owned(),
    }
}

fn filling(fill: Fill) -> T {
    match fill {
        Fill::AnyCard => T::AnyCard,
        Fill::KingsOnly => T::KingsOnly,
        Fill::Nothing => T::StaysEmpty,
    }
}

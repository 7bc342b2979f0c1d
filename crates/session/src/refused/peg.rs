//! Why peg solitaire refuses something.

use ::peg::{Foul, NotationError, Refused};

use crate::texts::{Language, PegRefusal as T};

pub(super) fn words(language: Language, why: &Refused) -> String {
    match why {
        Refused::Nothing => language.text(T::Nothing).to_owned(),
        Refused::Notation(why) => notation(language, why),
        Refused::Illegal { jump: 1, why } => language.fill(T::NotPossible, &[&language.text(foul(*why))]),
        Refused::Illegal { jump, why } => {
            language.fill(T::JumpNotPossible, &[jump, &language.text(foul(*why))])
        }
    }
}

fn notation(language: Language, why: &NotationError) -> String {
    match why {
        NotationError::NotAHole(text) => language.fill(T::NotAHole, &[text]),
        NotationError::NotACourseHole(text) => language.fill(T::NotACourseHole, &[text]),
        NotationError::NoSuchHole(text) => language.fill(T::NoSuchHole, &[text]),
        NotationError::NotAMove(text) => language.fill(T::NotAMove, &[text]),
        NotationError::NotACourseMove(text) => language.fill(T::NotACourseMove, &[text]),
        NotationError::SquareOnly => language.text(T::SquareOnly).to_owned(),
    }
}

fn foul(why: Foul) -> T {
    match why {
        Foul::NoPeg => T::NoPeg,
        Foul::Occupied => T::Occupied,
        Foul::NotAJump => T::NotAJump,
        Foul::NotListed => T::NotListed,
        Foul::Ambiguous => T::AmbiguousJump,
        Foul::NothingBetween => T::NothingBetween,
    }
}

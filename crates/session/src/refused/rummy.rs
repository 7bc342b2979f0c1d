//! Why a game of rummy refuses something.

use ::rummy::{
    CommandError, DealError, DraftError, Flaw, Opening, OutBar, PileBar, Refusal, Refused, RuleSet, Together,
};

use crate::texts::{AnyRefusal, EventText, RummyRefusal as T, TurnRefusal as J};
use crate::tiles::Tiles;

pub(super) fn words(tiles: Tiles, why: &Refused) -> String {
    let language = tiles.language();
    match why {
        Refused::NoSeat(seat) => language.fill(AnyRefusal::NoSeat, &[&(seat.0 + 1)]),
        Refused::NotYourTurn(name) => language.fill(T::NotYourTurn, &[name]),
        Refused::Machine(name) => language.fill(T::Machine, &[name]),
        Refused::Text(why) => command(tiles, why),
        Refused::Draft(why) => draft(tiles, why),
        Refused::Take(why) => turn(tiles, why),
        Refused::NotAtTheBeginning => language.text(T::NotAtTheBeginning).to_owned(),
        Refused::AlreadyTaken => language.text(T::AlreadyTaken).to_owned(),
        Refused::Turn(why) => language.fill(T::NotLegal, &[&turn(tiles, why)]),
        Refused::DealOver => language.text(T::DealOver).to_owned(),
        Refused::GameOver => language.text(T::GameOver).to_owned(),
        Refused::StillPlaying => language.text(T::StillPlaying).to_owned(),
        Refused::Deal(why) => deal(tiles, why),
        Refused::NothingToRedo => language.text(T::NothingToRedo).to_owned(),
    }
}

fn command(tiles: Tiles, why: &CommandError) -> String {
    let language = tiles.language();
    match why {
        CommandError::Nothing => language.text(T::Empty).to_owned(),
        CommandError::Unclosed => language.text(T::Unclosed).to_owned(),
        CommandError::Unopened => language.text(T::Unopened).to_owned(),
        CommandError::TooLong => language.text(T::TooLong).to_owned(),
        CommandError::Unknown(word) => language.fill(T::Unknown, &[&language.command(word)]),
        CommandError::Misused(word) => language.fill(T::Misused, &[&language.command(word)]),
        CommandError::NotATile(found) => language.fill(a_tile(tiles.rules()), &[found]),
        CommandError::NotAMeld(found) => language.fill(T::NotAMeld, &[&tiles.several(), found]),
        CommandError::NotANumber(found) => language.fill(T::NotANumber, &[found]),
    }
}

fn a_tile(rules: RuleSet) -> T {
    match rules {
        RuleSet::Letters => T::NotALetter,
        RuleSet::Rummikub => T::NotATile,
        RuleSet::Rami | RuleSet::Canasta => T::NotACard,
        RuleSet::Mahjong => T::NotAMahjongTile,
    }
}

fn draft(tiles: Tiles, why: &DraftError) -> String {
    let language = tiles.language();
    match why {
        DraftError::NoMeld(number) => language.fill(T::NoMeld, &[number]),
        DraftError::NotThere(tile, number) => language.fill(T::NotThere, &[&tiles.name(tile), number]),
        DraftError::NotInHand(tile) => language.fill(T::NotInHand, &[&tiles.name(tile)]),
        DraftError::Loose(loose) => language.fill(T::Loose, &[&tiles.names(loose), &tiles.one()]),
        DraftError::NothingToUndo => language.text(T::NothingToUndo).to_owned(),
        DraftError::NotAStep => language.text(T::NotAStep).to_owned(),
    }
}

fn deal(tiles: Tiles, why: &DealError) -> String {
    let language = tiles.language();
    match why {
        DealError::Players { name, range, found } => {
            language.fill(T::Players, &[name, range.start(), range.end(), found])
        }
        DealError::Name(name) => language.fill(T::Name, &[name]),
        DealError::SameName(name) => language.fill(T::SameName, &[name]),
    }
}

/// Why the judge refuses a turn.
fn turn(tiles: Tiles, why: &Refusal) -> String {
    let language = tiles.language();
    let about = |text, meld: &str| language.fill(text, &[&tiles.line(meld)]);
    match why {
        Refusal::TakenFromTable { tile } => {
            language.fill(J::TakenFromTable, &[&tiles.line(tile), &tiles.several()])
        }
        Refusal::NotInHand { tile } => language.fill(T::NotInHand, &[&tiles.name(tile)]),
        Refusal::NoMeld { meld, why } => language.fill(J::NotAMeld, &[&tiles.line(meld), &flaw(tiles, *why)]),
        Refusal::TouchedTooEarly { meld } => about(J::TouchedTooEarly, meld),
        Refusal::Opening(why) => language.fill(J::Opening, &[&opening(tiles, *why)]),
        Refusal::Locked { meld } => language.fill(J::Locked, &[&tiles.line(meld), &tiles.one()]),
        Refusal::LockedTogether { melds } => {
            let melds: Vec<String> = melds.iter().map(|meld| tiles.line(meld)).collect();
            let melds = melds.join(language.text(EventText::And));
            language.fill(J::LockedTogether, &[&tiles.several(), &melds])
        }
        Refusal::OnlyAdd { meld } => about(J::OnlyAdd, meld),
        Refusal::Table(why) => together(tiles, why),
        Refusal::Pile(why) => language.fill(J::Pile, &[&pile(tiles, why)]),
        Refusal::Out(why) => language.fill(J::Out, &[&language.text(out(*why))]),
        Refusal::Differs(difference) => language.fill(J::Differs, &[difference]),
        // Those without a gap need no noun.
        plain => language.fill(plain_reason(plain), &[&tiles.one()]),
    }
}

/// The reasons of the judge that name nothing.
fn plain_reason(why: &Refusal) -> J {
    match why {
        Refusal::Idle => J::Idle,
        Refusal::NothingPlaced => J::NothingPlaced,
        Refusal::DrawnAndPlaced => J::DrawnAndPlaced,
        Refusal::TakeFirst => J::TakeFirst,
        Refusal::AlreadyDrawn => J::AlreadyDrawn,
        Refusal::Empty("stock") => J::EmptyStock,
        Refusal::Empty(_) => J::EmptyPile,
        Refusal::NoPile => J::NoPile,
        Refusal::DiscardMissing => J::DiscardMissing,
        Refusal::KeepOne => J::KeepOne,
        _ => J::Over,
    }
}

fn flaw(tiles: Tiles, why: Flaw) -> &'static str {
    tiles.language().text(match why {
        Flaw::FewTiles => J::FewTiles,
        Flaw::FewCards => J::FewCards,
        Flaw::FewLetters => J::FewLetters,
        Flaw::JokersAlone => J::JokersAlone,
        Flaw::NoShape => J::NoShape,
        Flaw::NoCardShape => J::NoCardShape,
        Flaw::ManyJokers => J::ManyJokers,
        Flaw::FitsNoWord => J::FitsNoWord,
        Flaw::NotAWord => J::NotAWord,
        Flaw::FewNaturals => J::FewNaturals,
        Flaw::MixedRanks => J::MixedRanks,
        Flaw::RedThree => J::RedThree,
        Flaw::WildBlackThrees => J::WildBlackThrees,
        Flaw::ManyWild => J::ManyWild,
        Flaw::NoMahjongShape => J::NoMahjongShape,
        Flaw::Other(words) => return words,
    })
}

fn opening(tiles: Tiles, why: Opening) -> String {
    let language = tiles.language();
    match why {
        Opening::Worth { least, value } => language.fill(J::Worth, &[&least, &value]),
        Opening::PureRun => language.text(J::PureRun).to_owned(),
        Opening::Letters { least, found } => language.fill(J::Letters, &[&least, &found]),
        Opening::OneWord(words) => language.fill(J::OneWord, &[&words]),
    }
}

fn together(tiles: Tiles, why: &Together) -> String {
    let language = tiles.language();
    match why {
        Together::SecondOfRank(meld) => language.fill(J::SecondOfRank, &[&tiles.line(meld)]),
        Together::BlackThrees => language.text(J::BlackThrees).to_owned(),
        Together::Pair => language.text(J::Pair).to_owned(),
        Together::WordTwice(word) => language.fill(J::WordTwice, &[&tiles.line(word)]),
        Together::Other(words) => words.clone(),
    }
}

fn pile(tiles: Tiles, why: &PileBar) -> String {
    let language = tiles.language();
    language
        .text(match why {
            PileBar::PlaceTop(top) => return language.fill(J::PlaceTop, &[&tiles.name(top)]),
            PileBar::WildTop => J::WildTop,
            PileBar::BlockedTop => J::BlockedTop,
            PileBar::Frozen => J::Frozen,
            PileBar::TwoMore => J::TwoMore,
            PileBar::SingleCard => J::SingleCard,
        })
        .to_owned()
}

fn out(why: OutBar) -> J {
    match why {
        OutBar::NoCanasta => J::NoCanasta,
        OutBar::NotComplete => J::NotComplete,
    }
}

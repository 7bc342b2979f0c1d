use ::patience::{Fill, Illegal, Refusal as CardRefusal, Suit};
use ::peg::{Foul, NotationError, Refused as PegRefused};
use ::rummy::{
    CommandError, DealError, DraftError, Flaw, Opening, OutBar, PileBar, Refusal, Refused as RummyRefused,
    Together,
};

use super::*;

fn text(text: &str) -> String {
    text.to_owned()
}

fn commands() -> Vec<RummyRefused> {
    let read = [
        CommandError::Nothing,
        CommandError::Unclosed,
        CommandError::Unopened,
        CommandError::TooLong,
        CommandError::Unknown(text("dance")),
        CommandError::Misused(text("put")),
        CommandError::NotAMeld(text("A")),
        CommandError::NotANumber(text("x")),
    ];
    let steps = [
        DraftError::NoMeld(3),
        DraftError::NotThere(text("A"), 2),
        DraftError::NotInHand(text("A")),
        DraftError::Loose(vec![text("A"), text("B")]),
        DraftError::NothingToUndo,
        DraftError::NotAStep,
    ];
    let deals = [
        DealError::Players { name: "letters", range: 2..=4, found: 9 },
        DealError::Name(text("(")),
        DealError::SameName(text("Ana")),
    ];
    let others = [
        RummyRefused::NoSeat(Seat(4)),
        RummyRefused::NotYourTurn(text("Ana")),
        RummyRefused::Machine(text("ai:easy")),
        RummyRefused::NotAtTheBeginning,
        RummyRefused::AlreadyTaken,
        RummyRefused::DealOver,
        RummyRefused::GameOver,
        RummyRefused::StillPlaying,
        RummyRefused::NothingToRedo,
    ];
    let read = read.into_iter().map(RummyRefused::Text);
    let steps = steps.into_iter().map(RummyRefused::Draft);
    read.chain(steps).chain(deals.into_iter().map(RummyRefused::Deal)).chain(others).collect()
}

fn flaws() -> impl Iterator<Item = Refusal> {
    let flaws = [
        Flaw::FewTiles,
        Flaw::FewCards,
        Flaw::FewLetters,
        Flaw::JokersAlone,
        Flaw::NoShape,
        Flaw::NoCardShape,
        Flaw::ManyJokers,
        Flaw::FitsNoWord,
        Flaw::NotAWord,
        Flaw::FewNaturals,
        Flaw::MixedRanks,
        Flaw::RedThree,
        Flaw::WildBlackThrees,
        Flaw::ManyWild,
        Flaw::NoMahjongShape,
    ];
    flaws.into_iter().map(|why| Refusal::NoMeld { meld: text("(A B)"), why })
}

fn judged() -> Vec<Refusal> {
    let meld = || text("(A B)");
    let mut all = vec![
        Refusal::Idle,
        Refusal::NothingPlaced,
        Refusal::DrawnAndPlaced,
        Refusal::TakenFromTable { tile: text("A") },
        Refusal::NotInHand { tile: text("A") },
        Refusal::TouchedTooEarly { meld: meld() },
        Refusal::Locked { meld: meld() },
        Refusal::LockedTogether { melds: vec![meld(), meld()] },
        Refusal::OnlyAdd { meld: meld() },
        Refusal::TakeFirst,
        Refusal::AlreadyDrawn,
        Refusal::Over,
        Refusal::Empty("stock"),
        Refusal::Empty("pile"),
        Refusal::NoPile,
        Refusal::DiscardMissing,
        Refusal::KeepOne,
    ];
    all.extend(flaws());
    all.extend(
        [
            Opening::Worth { least: 30, value: 9 },
            Opening::PureRun,
            Opening::Letters { least: 6, found: 3 },
            Opening::OneWord(2),
        ]
        .map(Refusal::Opening),
    );
    all.extend(
        [Together::SecondOfRank(meld()), Together::BlackThrees, Together::Pair, Together::WordTwice(meld())]
            .map(Refusal::Table),
    );
    let top = PileBar::PlaceTop(text("A"));
    let piles =
        [PileBar::WildTop, PileBar::BlockedTop, PileBar::Frozen, PileBar::TwoMore, PileBar::SingleCard, top];
    all.extend(piles.map(Refusal::Pile));
    all.extend([OutBar::NoCanasta, OutBar::NotComplete].map(Refusal::Out));
    all
}

fn cards() -> Vec<CardRefusal> {
    let card: ::patience::Card = "10H".parse().unwrap();
    let illegal = [
        Illegal::Won,
        Illegal::Covered(card),
        Illegal::PutUp(card),
        Illegal::NoTop(card),
        Illegal::Build { card, on: "9S".parse().unwrap() },
        Illegal::NoEmptyColumn,
        Illegal::NoColumn(3),
        Illegal::NotEmpty(3),
        Illegal::Fill(Fill::AnyCard),
        Illegal::Fill(Fill::KingsOnly),
        Illegal::Fill(Fill::Nothing),
        Illegal::NoFreeCell,
        Illegal::CellToCell(card),
        Illegal::Forced,
        Illegal::NotNext(card),
        Illegal::NoRedeal,
        Illegal::NoNumber,
        Illegal::NoRotation,
        Illegal::NotInColumn(card),
        Illegal::NoPlace { card, place: 2 },
    ];
    let others = [
        CardRefusal::NotAMove(text("x")),
        CardRefusal::Ambiguous { text: text("1 2"), places: text("12"), cards: text("AH 2S") },
        CardRefusal::NoCell('g'),
        CardRefusal::EmptyCell('a'),
        CardRefusal::TakenCell('a'),
        CardRefusal::EmptyColumn(3),
        CardRefusal::EmptyFoundation(Suit::Hearts),
        CardRefusal::SamePlace,
        CardRefusal::NotARun(3),
        CardRefusal::OnePlace,
        CardRefusal::NoRoom { cards: 3, room: 2 },
        CardRefusal::GoesUp(card),
    ];
    illegal.into_iter().map(CardRefusal::Illegal).chain(others).collect()
}

fn pegs() -> Vec<PegRefused> {
    let notation = [
        NotationError::NotAHole(text("x")),
        NotationError::NotACourseHole(text("d4")),
        NotationError::NoSuchHole(text("z9")),
        NotationError::NotAMove(text("x")),
        NotationError::NotACourseMove(text("x")),
        NotationError::SquareOnly,
    ];
    notation.into_iter().map(PegRefused::Notation).chain([PegRefused::Nothing]).collect()
}

/// Every reason with the words that the game itself has for it.
fn all() -> Vec<(Refused, String)> {
    let letters = |why: RummyRefused| {
        let english = why.to_string();
        (Refused::Rummy { rules: RuleSet::Letters, why }, english)
    };
    let turns = judged().into_iter().map(RummyRefused::Turn);
    let mut all: Vec<_> = commands().into_iter().chain(turns).map(letters).collect();
    all.extend(cards().into_iter().map(|why| (Refused::Patience(why.clone()), why.to_string())));
    all.extend(pegs().into_iter().map(|why| (Refused::Peg(why.clone()), why.to_string())));
    for foul in
        [Foul::NoPeg, Foul::Occupied, Foul::NotAJump, Foul::NotListed, Foul::Ambiguous, Foul::NothingBetween]
    {
        let why = |jump| Refused::Peg(PegRefused::Illegal { jump, why: foul });
        all.push((why(1), format!("that is not possible: {foul}")));
        all.push((why(2), format!("jump 2 is not possible: {foul}")));
    }
    all
}

#[test]
fn english_is_what_the_games_say() {
    for (refused, english) in all() {
        assert_eq!(refused.to_string(), english);
    }
}

#[test]
fn french_is_not_english() {
    for (refused, english) in all() {
        let french = refused.words(Language::French);
        assert_ne!(french, english);
        for word in [" the ", " is ", " not ", " of ", " your ", " cannot ", " there "] {
            assert!(!format!(" {french} ").contains(word), "{french}");
        }
    }
}

#[test]
fn tiles_are_named_as_they_are_shown() {
    let not_in_hand = |rules, tile: &str| {
        let why = RummyRefused::Draft(DraftError::NotInHand(text(tile)));
        Language::ALL.map(|language| Refused::Rummy { rules, why: why.clone() }.words(language))
    };
    assert_eq!(
        not_in_hand(RuleSet::Rummikub, "(9 noir)"),
        ["9k is not in your hand", "9n n’est pas dans votre main"]
    );
    let [_, french] = not_in_hand(RuleSet::Rami, "QH");
    assert_eq!(french, "D♥ n’est pas dans votre main");
    for rules in RuleSet::ALL {
        let why = RummyRefused::Text(CommandError::NotATile(text("x")));
        let refused = Refused::Rummy { rules, why };
        assert!(refused.to_string().starts_with("expected a "), "{refused}");
    }
}

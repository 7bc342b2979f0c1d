//! Rummikub positions for tests of the best turn.

use rummy::{
    Answer, Best, BestTurn, Colour, JokerRule, Meld, NothingToPlace, Objective, Player, Position, Rummikub,
    RummikubTile, Tile, judge,
};
use search::{Budget, Outcome};

use crate::limits::within;

/// Reads `b12`, `k3`, `*`.
pub(crate) fn tile_of(text: &str) -> RummikubTile {
    let mut letters = text.chars();
    let colour = match letters.next() {
        Some('*') => return RummikubTile::JOKER,
        Some('b') => Colour::Blue,
        Some('r') => Colour::Red,
        Some('y') => Colour::Yellow,
        _ => Colour::Black,
    };
    RummikubTile::new(letters.as_str().parse().unwrap(), colour).unwrap()
}

/// Reads tiles with blanks between them.
pub(crate) fn tiles_in(text: &str) -> Vec<RummikubTile> {
    text.split_whitespace().map(tile_of).collect()
}

/// Reads combinations with slashes between them.
pub(crate) fn melds(text: &str) -> Vec<Meld<RummikubTile>> {
    text.split('/').map(tiles_in).filter(|tiles| !tiles.is_empty()).map(Meld::from).collect()
}

/// A position in which the player who holds `hand` is to move.
pub(crate) fn position(
    table: Vec<Meld<RummikubTile>>,
    hand: Vec<RummikubTile>,
    placed: bool,
) -> Position<RummikubTile> {
    let ana = Player { hand, placed, ..Player::new("Ana") };
    Position::new(vec![ana, Player::new("Ben")], vec![table])
}

/// The tiles and the value that the best turn places, which the judge must accept.
pub(crate) fn best(
    position: &Position<RummikubTile>,
    jokers: JokerRule,
    objective: Objective,
) -> (usize, i32) {
    let Some(best) = best_turn(position, jokers, objective) else { return (0, 0) };
    let verdict =
        judge(&Rummikub { jokers, ..Rummikub::default() }, position, best.turn()).unwrap_or_else(|refusal| {
            panic!("{refusal}\nbefore {:?}\nafter {:?}", position.table(), best.turn().table)
        });
    assert_eq!(&verdict.placed, best.placed());
    (best.placed().len(), best.value())
}

/// The best turn, proven to be so.
pub(crate) fn best_turn(
    position: &Position<RummikubTile>,
    jokers: JokerRule,
    objective: Objective,
) -> Option<Best<RummikubTile>> {
    match within(Budget::UNLIMITED, |run| {
        Rummikub { jokers, ..Rummikub::default() }.best_turn(position, objective, run)
    })
    .unwrap()
    {
        Outcome::Solved(Answer::Proven(best)) => Some(best),
        Outcome::Unsolvable(NothingToPlace) => None,
        other => panic!("not proven: {other:?}"),
    }
}

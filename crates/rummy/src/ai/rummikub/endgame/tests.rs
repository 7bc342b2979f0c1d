use search::{Budget, Unwatched};

use super::*;
use crate::ai::rng::SeededRng;
use crate::rules::Rules;
use crate::rummikub_tile::Colour;
use crate::rummy_match::Match;

fn unlimited<T>(work: impl FnOnce(&mut Run<'_>) -> T) -> T {
    work(&mut Run::new(Budget::UNLIMITED, &mut Unwatched))
}

fn points(tiles: &Multiset<RummikubTile>) -> i32 {
    tiles.iter().filter_map(RummikubTile::number).map(i32::from).sum()
}

/// Every combination of the game, as tiles.
fn combinations() -> Vec<Multiset<RummikubTile>> {
    let tile = |number: u8, colour: Colour| RummikubTile::new(number, colour).unwrap();
    let mut all = Vec::new();
    for colour in Colour::ALL {
        for first in 1..=11 {
            let run = |last: u8| (first..=last).map(|number| tile(number, colour)).collect::<Multiset<_>>();
            all.extend((first + 2..=13).map(run));
        }
    }
    for number in 1..=13 {
        all.push(Colour::ALL.iter().map(|&colour| tile(number, colour)).collect());
        for missing in Colour::ALL {
            let colours = Colour::ALL.iter().filter(|&&colour| colour != missing);
            all.push(colours.map(|&colour| tile(number, colour)).collect());
        }
    }
    all
}

/// Positions searched without any of the program's shortcuts.
struct BruteForce(Vec<Multiset<RummikubTile>>);

impl BruteForce {
    /// Do the tiles split into combinations?
    fn splits(&self, tiles: &Multiset<RummikubTile>) -> bool {
        let Some(first) = tiles.iter().next() else { return true };
        let with_first = self.0.iter().filter(|combination| combination.count(first) > 0);
        with_first
            .filter(|combination| combination.is_subset(tiles))
            .any(|combination| self.splits(&tiles.difference(combination)))
    }

    fn value(
        &self,
        table: &Multiset<RummikubTile>,
        mine: &[RummikubTile],
        theirs: &[RummikubTile],
        passed: bool,
    ) -> i32 {
        let lead = points(&theirs.iter().collect()) - points(&mine.iter().collect());
        if mine.is_empty() || theirs.is_empty() {
            return lead + WIN * lead.signum();
        }
        let mut best =
            if passed { lead + WIN * lead.signum() } else { -self.value(table, theirs, mine, true) };
        for bits in 1..1_u32 << mine.len() {
            let (placed, left): (Vec<_>, Vec<_>) = (0..mine.len()).partition(|&at| bits & 1 << at != 0);
            let after = table.union(&placed.iter().map(|&at| mine[at]).collect());
            if self.splits(&after) {
                let left: Vec<RummikubTile> = left.iter().map(|&at| mine[at]).collect();
                best = best.max(-self.value(&after, theirs, &left, false));
            }
        }
        best
    }
}

/// A table of a few combinations, and two small hands of tiles near each other.
fn small_position(
    combinations: &[Multiset<RummikubTile>],
    rng: &mut SeededRng,
) -> Option<(Multiset<RummikubTile>, Hands)> {
    let bag = Rummikub::default().bag();
    let mut table = Multiset::EMPTY;
    for _ in 0..3 {
        table = table.union(&combinations[rng.below(combinations.len())]);
    }
    let mut rest: Vec<RummikubTile> = bag.difference(&table).iter().collect();
    rest.retain(|tile| tile.number().is_some_and(|number| number <= 5));
    rng.shuffle(&mut rest);
    let hands = [rest[..4].iter().collect(), rest[4..8].iter().collect()];
    (table.is_subset(&bag) && table.len() <= 14).then_some((table, hands))
}

#[test]
fn the_value_is_that_of_brute_force() {
    let brute_force = BruteForce(combinations());
    let mut rng = SeededRng::new(8);
    let (mut positions, mut placing) = (0, 0);
    while positions < 60 {
        let Some((table, hands)) = small_position(&brute_force.0, &mut rng) else { continue };
        let [mine, theirs] = hands.map(|hand| hand.iter().collect::<Vec<_>>());
        let passed = rng.below(2) > 0;
        let expected = brute_force.value(&table, &mine, &theirs, passed);
        let mut endgame = Endgame::new(hands, &table);
        assert_eq!(unlimited(|run| endgame.value(hands, passed, run)), Some(expected), "{table:?} {hands:?}");
        let placed = unlimited(|run| endgame.best_placement(passed, run)).unwrap();
        placing += usize::from(!placed.is_empty());
        positions += 1;
    }
    assert!(placing > 10, "tiles are placed in {placing} positions");
}

/// Ana is to move with an empty stock; a run of red tiles lies on the table.
fn position(ana: &[u8]) -> Position<RummikubTile> {
    let red = |number: &u8| RummikubTile::new(*number, Colour::Red).unwrap();
    let names = ["Ana".to_owned(), "Ben".to_owned()];
    let mut position = Match::new(Rummikub::default(), &names, 1).unwrap().position().clone();
    position.stock.clear();
    position.tables[0] = vec![[5, 6, 7].iter().map(red).collect()];
    position.players[0].hand = ana.iter().map(red).collect();
    position.players.iter_mut().for_each(|player| player.placed = true);
    position
}

#[test]
fn without_an_exact_answer_whoever_has_fewer_points_waits() {
    let rules = Rummikub::default();
    let theirs = |number: u8| [RummikubTile::new(number, Colour::Blue).unwrap()].iter().collect();
    let by_rule = |ana: &[u8], theirs: &Multiset<RummikubTile>| {
        let turn = unlimited(|run| turn_by_rule(rules, &position(ana), theirs, run)).unwrap();
        turn.map(|turn| tiles_of(&turn.table).len() - 3)
    };
    assert_eq!(by_rule(&[8, 1], &theirs(13)), Some(0), "9 points against 13");
    assert_eq!(by_rule(&[8, 1], &theirs(2)), Some(1), "9 points against 2");
    assert_eq!(by_rule(&[1, 2], &theirs(1)), None, "nothing to place");
}

/// A joker that may still move makes the tiles of the hands an incomplete description.
#[test]
fn an_exact_answer_needs_jokers_that_stay() {
    let rules = Rummikub::default();
    let none = Multiset::EMPTY;
    assert!(Endgame::of(rules, &position(&[8, 1]), &none).is_some());
    let mut held = position(&[8, 1]);
    held.players[0].hand.push(RummikubTile::JOKER);
    assert!(Endgame::of(rules, &held, &none).is_none(), "in a hand");
    let mut locked = position(&[8, 1]);
    let tile = |number: u8| RummikubTile::new(number, Colour::Black).unwrap();
    locked.tables[0].push([tile(10), RummikubTile::JOKER, tile(12)].into_iter().collect());
    assert!(Endgame::of(rules, &locked, &none).is_some(), "nobody holds the black 11");
    let eleven = [tile(11)].iter().collect();
    assert!(Endgame::of(rules, &locked, &eleven).is_none(), "the other player holds it");
    let free = Rummikub { jokers: JokerRule::Free, ..rules };
    assert!(Endgame::of(free, &locked, &none).is_none(), "anybody may move it");
    let mut waiting = position(&[8, 1]);
    waiting.players[1].placed = false;
    assert!(Endgame::of(rules, &waiting, &none).is_none(), "the other player has not placed yet");
}

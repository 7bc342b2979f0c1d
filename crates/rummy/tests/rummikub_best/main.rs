//! The best turn of Rummikub: known optima, small positions against exhaustive search.

#[path = "../limits/mod.rs"]
mod limits;
mod positions;
mod programme;
#[path = "../random/mod.rs"]
mod random;

use limits::within;
use positions::{best, best_turn, melds, position, tiles_in};
use proptest::prelude::*;
use rummy::{
    BestError, BestTurn, Colour, JokerRule, Meld, Multiset, Objective, Position, Rules, Rummikub,
    RummikubTile, Tile, Turn, judge,
};
use search::Budget;

const KNOWN: &str = include_str!("../data/rummikub-best.txt");

fn numbers(text: &str) -> Vec<i32> {
    text.split_whitespace().map(|number| number.parse().unwrap()).collect()
}

#[test]
fn known_optima_are_found() {
    let mut count = 0;
    for line in KNOWN.lines().filter(|line| !line.starts_with('#')) {
        let [table, hand, free, strict, opening] = line.split('|').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let placed = position(melds(table), tiles_in(hand), true);
        for (jokers, wanted) in [(JokerRule::Free, free), (JokerRule::Strict, strict)] {
            let tiles = best(&placed, jokers, Objective::Tiles).0 as i32;
            let value = best(&placed, jokers, Objective::Value).1;
            assert_eq!(vec![tiles, value], numbers(wanted), "{jokers:?} {line}");
        }
        let first = position(melds(table), tiles_in(hand), false);
        let tiles = best(&first, JokerRule::Strict, Objective::Tiles).0 as i32;
        assert_eq!(vec![tiles], numbers(opening), "{line}");
        count += 1;
    }
    assert_eq!(count, 100);
}

#[test]
fn a_joker_without_another_place_stays_where_it_is() {
    let full = position(melds("b5 * y5 k5"), tiles_in("r5"), true);
    assert_eq!(best(&full, JokerRule::Free, Objective::Tiles), (0, 0));
    assert_eq!(best(&full, JokerRule::Strict, Objective::Tiles), (0, 0));
    let roomy = position(melds("b5 * y5 k5 / b9 r9 y9"), tiles_in("r5"), true);
    assert_eq!(best(&roomy, JokerRule::Free, Objective::Tiles), (1, 5));
    assert_eq!(best(&roomy, JokerRule::Strict, Objective::Tiles), (1, 5));
}

#[test]
fn a_joker_alone_finds_a_place_on_any_large_table() {
    for line in KNOWN.lines().filter(|line| !line.starts_with('#')) {
        let table = line.split('|').next().unwrap();
        let position = position(melds(table), tiles_in("*"), true);
        for jokers in [JokerRule::Free, JokerRule::Strict] {
            for objective in [Objective::Tiles, Objective::Value] {
                assert_eq!(best(&position, jokers, objective), (1, 30), "{jokers:?} {line}");
            }
        }
    }
}

#[test]
fn a_run_of_all_numbers_is_cut_for_a_joker() {
    let run = "r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13";
    for table in [run.to_owned(), format!("{run} / {run}")] {
        let position = position(melds(&table), tiles_in("*"), true);
        assert_eq!(best(&position, JokerRule::Free, Objective::Tiles), (1, 30));
    }
}

#[test]
fn more_tiles_than_any_bag_has_are_no_trouble() {
    let table = ["b4 r4 y4"; 6].join(" / ");
    let hand = ["k4"; 7].join(" ");
    assert_eq!(
        best(&position(melds(&table), tiles_in(&hand), true), JokerRule::Strict, Objective::Tiles).0,
        7
    );
    let many = position(Vec::new(), vec![positions::tile_of("b4"); 300], true);
    let found = within(Budget::UNLIMITED, |run| Rummikub::default().best_turn(&many, Objective::Tiles, run));
    assert!(matches!(found, Err(BestError::Unsupported(_))), "{found:?}");
}

/// Every combination that can be made of some tiles, jokers in every place.
fn combinations(tiles: &Multiset<RummikubTile>) -> Vec<Meld<RummikubTile>> {
    let mut found = Vec::new();
    for colour in Colour::ALL {
        for first in 1..=11 {
            for last in first + 2..=13 {
                let plain: Vec<RummikubTile> =
                    (first..=last).filter_map(|n| RummikubTile::new(n, colour)).collect();
                with_jokers(&plain, tiles, &mut found);
            }
        }
    }
    for number in 1..=13 {
        for set in (0..16_u32).filter(|set: &u32| set.count_ones() >= 3) {
            let colours = Colour::ALL.into_iter().filter(|&colour| set >> (colour as u32) & 1 == 1);
            let plain: Vec<RummikubTile> =
                colours.filter_map(|colour| RummikubTile::new(number, colour)).collect();
            with_jokers(&plain, tiles, &mut found);
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

fn with_jokers(plain: &[RummikubTile], tiles: &Multiset<RummikubTile>, found: &mut Vec<Meld<RummikubTile>>) {
    let jokers = tiles.count(RummikubTile::JOKER) as u32;
    for places in (0..1_u32 << plain.len()).filter(|places| places.count_ones() <= jokers) {
        let at = |(i, &tile)| if places >> i & 1 == 1 { RummikubTile::JOKER } else { tile };
        let meld: Meld<RummikubTile> = plain.iter().enumerate().map(at).collect();
        if meld.tiles().is_subset(tiles) && Rummikub::default().check_meld(&meld).is_ok() {
            found.push(meld);
        }
    }
}

/// Every table of these combinations that uses all of `must` and some of `may`, given to `each`.
fn tables(
    must: &Multiset<RummikubTile>,
    may: &Multiset<RummikubTile>,
    from: &[Meld<RummikubTile>],
    table: &mut Vec<Meld<RummikubTile>>,
    each: &mut dyn FnMut(&[Meld<RummikubTile>]),
) {
    if must.is_empty() {
        each(table);
    }
    for (i, meld) in from.iter().enumerate() {
        let tiles = meld.tiles();
        let of_hand = tiles.difference(must);
        if of_hand.is_subset(may) {
            table.push(meld.clone());
            tables(&must.difference(&tiles), &may.difference(&of_hand), &from[i..], table, each);
            table.pop();
        }
    }
}

/// The answer of exhaustive search: the best amount, and the fewest old combinations missing in a best turn.
fn exhaustive(position: &Position<RummikubTile>, jokers: JokerRule, objective: Objective) -> (i32, usize) {
    let rules = Rummikub { jokers, ..Rummikub::default() };
    let hand = position.mover().tiles();
    let must = rummy::tiles_of(position.table());
    let mut from = combinations(&must.union(&hand));
    from.extend(position.table().iter().cloned());
    from.sort_unstable();
    from.dedup();
    let mut found = (0, 0);
    tables(&must, &hand, &from, &mut Vec::new(), &mut |table| {
        let Ok(verdict) = judge(&rules, position, &Turn::place(table.to_vec())) else { return };
        let amount = match objective {
            Objective::Tiles => verdict.placed.len() as i32,
            _ => verdict.placed.iter().map(|tile| tile.number().map_or(30, i32::from)).sum(),
        };
        let changed = missing(position.table(), table);
        if amount > found.0 || (amount == found.0 && changed < found.1) {
            found = (amount, changed);
        }
    });
    found
}

/// How many combinations of `old` are not in `new`.
fn missing(old: &[Meld<RummikubTile>], new: &[Meld<RummikubTile>]) -> usize {
    let mut left = new.to_vec();
    let is_missing = |meld: &&Meld<RummikubTile>| match left.iter().position(|other| other == *meld) {
        Some(place) => {
            left.swap_remove(place);
            false
        }
        None => true,
    };
    old.iter().filter(is_missing).count()
}

/// A small position: a few combinations of low numbers, and a few tiles.
fn small(size: usize) -> impl Strategy<Value = (Vec<Meld<RummikubTile>>, Vec<RummikubTile>)> {
    let tile = (0_u8..14).prop_map(|i| match i {
        0 => RummikubTile::JOKER,
        i => RummikubTile::new((i - 1) % 5 + 1, Colour::ALL[usize::from(i - 1) / 5]).unwrap(),
    });
    let seed = prop::collection::vec(tile, 14);
    (seed, any::<prop::sample::Index>(), any::<prop::sample::Index>()).prop_map(
        move |(tiles, first, second)| {
            let mut pool: Multiset<RummikubTile> = tiles.iter().collect();
            let mut table = Vec::new();
            for pick in [first, second] {
                let mut possible = combinations(&pool);
                possible.retain(|meld| meld.len() <= 4);
                if !possible.is_empty() {
                    let meld = possible[pick.index(possible.len())].clone();
                    pool = pool.difference(&meld.tiles());
                    table.push(meld);
                }
            }
            let on_table: usize = table.iter().map(|meld| meld.len()).sum();
            (table, pool.iter().take(size.saturating_sub(on_table)).collect())
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 250, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn small_positions_agree_with_exhaustive_search((table, hand) in small(10), placed in prop::bool::weighted(0.8)) {
        let position = position(table, hand, placed);
        for jokers in [JokerRule::Free, JokerRule::Strict] {
            for objective in [Objective::Tiles, Objective::Value] {
                let (most, fewest) = exhaustive(&position, jokers, objective);
                let (tiles, value) = best(&position, jokers, objective);
                let found = if objective == Objective::Tiles { tiles as i32 } else { value };
                prop_assert_eq!(found, most, "{:?} {:?} {:?}", position.table(), position.mover().hand, jokers);
                if most > 0 {
                    let turn = best_turn(&position, jokers, objective).unwrap().into_turn();
                    let changed = missing(position.table(), &turn.table);
                    prop_assert_eq!(changed, fewest, "{:?} {:?} {:?}", position.table(), position.mover().hand, turn.table);
                }
            }
        }
    }
}

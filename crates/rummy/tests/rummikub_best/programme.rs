//! The best turn of Rummikub on large random tables, against an integer programme.
//!
//! The programme chooses how often each short combination is laid down (longer runs are made of runs of three
//! to five) so that every tile of the table is used. It shares nothing with the dynamic programme.

use crate::positions::{best, position};
use crate::random::Random;
use good_lp::{Expression, ProblemVariables, Solution, SolverModel, microlp, variable};
use rummy::{Colour, JokerRule, Meld, Multiset, Objective, RummikubTile, Tile};

/// Runs of three to five and groups with up to two jokers, as tiles without order.
fn combinations(pool: &Multiset<RummikubTile>) -> Vec<Multiset<RummikubTile>> {
    let mut plain: Vec<Vec<RummikubTile>> = Vec::new();
    for colour in Colour::ALL {
        for len in 3..=5 {
            for first in 1..=14 - len {
                plain.push(
                    (first..first + len).filter_map(|number| RummikubTile::new(number, colour)).collect(),
                );
            }
        }
    }
    for number in 1..=13 {
        for set in (0..16_u32).filter(|set: &u32| set.count_ones() >= 3) {
            let colours = Colour::ALL.into_iter().filter(|&colour| set >> (colour as u32) & 1 == 1);
            plain.push(colours.filter_map(|colour| RummikubTile::new(number, colour)).collect());
        }
    }
    let mut found: Vec<Multiset<RummikubTile>> = Vec::new();
    for tiles in plain {
        for places in (0..1_u32 << tiles.len()).filter(|places| places.count_ones() <= 2) {
            let at = |(i, &tile)| if places >> i & 1 == 1 { RummikubTile::JOKER } else { tile };
            let meld: Multiset<RummikubTile> = tiles.iter().enumerate().map(at).collect();
            if meld.is_subset(pool) && !found.contains(&meld) {
                found.push(meld);
            }
        }
    }
    found
}

/// The most that can be placed, each tile counting `worth`.
fn most(
    table: &Multiset<RummikubTile>,
    hand: &Multiset<RummikubTile>,
    worth: impl Fn(RummikubTile) -> f64,
) -> f64 {
    let mut variables = ProblemVariables::new();
    let melds: Vec<_> = combinations(&table.union(hand))
        .into_iter()
        .map(|meld| (meld, variables.add(variable().integer().min(0).max(2))))
        .collect();
    let placed: Vec<_> = hand
        .kinds()
        .map(|(tile, count)| (tile, variables.add(variable().integer().min(0).max(count as f64))))
        .collect();
    let goal: Expression = placed.iter().map(|&(tile, variable)| worth(tile) * variable).sum();
    let mut model = variables.maximise(goal.clone()).using(microlp);
    for tile in RummikubTile::all() {
        let used: Expression = melds
            .iter()
            .filter(|(meld, _)| meld.contains(tile))
            .map(|(meld, x)| meld.count(tile) as f64 * *x)
            .sum();
        let from_hand: Expression = placed
            .iter()
            .filter(|(other, _)| *other == tile)
            .map(|&(_, variable)| Expression::from(variable))
            .sum();
        model = model.with((used - from_hand).eq(table.count(tile) as f64));
    }
    model.solve().expect("the table as it is solves it").eval(goal).round()
}

/// A table of about `size` tiles and a hand.
fn deal(seed: u64, size: usize, held: usize) -> (Vec<Meld<RummikubTile>>, Vec<RummikubTile>) {
    let mut random = Random::new(seed);
    let mut bag: Multiset<RummikubTile> = RummikubTile::all().chain(RummikubTile::all()).collect();
    let mut table: Vec<Meld<RummikubTile>> = Vec::new();
    while table.iter().map(|meld| meld.len()).sum::<usize>() < size {
        let number = random.below(13) as u8 + 1;
        let tiles: Vec<RummikubTile> = if random.below(2) == 0 {
            let colour = Colour::ALL[random.below(4)];
            (number..number + 3 + random.below(3) as u8)
                .filter_map(|number| RummikubTile::new(number, colour))
                .collect()
        } else {
            let left_out = random.below(5);
            let colours = Colour::ALL.into_iter().enumerate().filter(|(i, _)| *i != left_out);
            colours.filter_map(|(_, colour)| RummikubTile::new(number, colour)).collect()
        };
        let tiles: Multiset<RummikubTile> = tiles.into_iter().collect();
        if tiles.len() >= 3 && tiles.is_subset(&bag) {
            bag = bag.difference(&tiles);
            table.push(tiles.iter().collect());
        }
    }
    let mut rest: Vec<RummikubTile> = bag.iter().collect();
    random.shuffle(&mut rest);
    rest.truncate(held);
    (table, rest)
}

#[test]
fn large_tables_agree_with_an_integer_programme() {
    for seed in 0..60 {
        let (table, hand) = deal(seed, 30 + seed as usize, 6 + seed as usize % 9);
        let (on_table, held) = (rummy::tiles_of(&table), hand.iter().collect());
        let tiles = most(&on_table, &held, |_| 1.0);
        let value = most(&on_table, &held, |tile| tile.number().map_or(30.0, f64::from));
        let position = position(table, hand, true);
        let found = best(&position, JokerRule::Free, Objective::Tiles).0;
        assert_eq!(found, tiles.round() as usize, "seed {seed}");
        assert_eq!(best(&position, JokerRule::Free, Objective::Value).1, value.round() as i32, "seed {seed}");
    }
}

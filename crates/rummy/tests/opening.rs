//! How often a dealt Rummikub hand can be opened with, by a plain exhaustive search.

use rummy::{Colour, Meld, Multiset, Rules, Rummikub, RummikubTile, Tile, deal};

const DEALS: u64 = 6000;

/// Can melds out of `hand` be worth `wanted` or more? The first natural tile is either left out or the first natural tile
/// of a run or a group; every place of these may also be taken by a joker.
fn can_place(hand: &Multiset<RummikubTile>, wanted: u32) -> bool {
    if wanted == 0 {
        return true;
    }
    let Some(first) = hand.iter().find(|tile| !tile.is_joker()) else { return false };
    let place = |meld: Meld<RummikubTile>| {
        let value = Rummikub::value(&meld);
        can_place(&hand.difference(&meld.tiles()), wanted.saturating_sub(value))
    };
    let mut without = *hand;
    without.remove(first);
    melds_with(first, hand).into_iter().any(place) || can_place(&without, wanted)
}

/// Every combination out of `hand` whose first natural tile is `first`.
fn melds_with(first: RummikubTile, hand: &Multiset<RummikubTile>) -> Vec<Meld<RummikubTile>> {
    let (number, colour) = (first.number().unwrap(), first.colour().unwrap());
    let mut melds = Vec::new();
    for start in 1..=number {
        let mut places = vec![vec![RummikubTile::JOKER]; usize::from(number - start)];
        places.push(vec![first]);
        for next in number + 1..=13 {
            places.push(vec![RummikubTile::new(next, colour).unwrap(), RummikubTile::JOKER]);
            melds.extend(choices(&places, hand));
        }
        if number == 13 {
            melds.extend(choices(&places, hand));
        }
    }
    let others: Vec<RummikubTile> = Colour::ALL
        .into_iter()
        .filter(|&other| other != colour)
        .filter_map(|other| RummikubTile::new(number, other))
        .collect();
    for left_out in [None, Some(0), Some(1), Some(2)] {
        let kept = others.iter().enumerate().filter(|&(i, _)| Some(i) != left_out);
        let mut places = vec![vec![first]];
        places.extend(kept.map(|(_, &tile)| vec![tile, RummikubTile::JOKER]));
        melds.extend(choices(&places, hand));
    }
    melds.retain(|meld| Rummikub::default().check_meld(meld).is_ok());
    melds
}

/// Every way to take one tile of the hand for each place.
fn choices(places: &[Vec<RummikubTile>], hand: &Multiset<RummikubTile>) -> Vec<Meld<RummikubTile>> {
    let mut lists = vec![Vec::new()];
    for place in places {
        lists = lists
            .iter()
            .flat_map(|list: &Vec<RummikubTile>| {
                place.iter().map(move |&tile| list.iter().copied().chain([tile]).collect())
            })
            .filter(|list: &Vec<RummikubTile>| {
                list.iter().collect::<Multiset<RummikubTile>>().is_subset(hand)
            })
            .collect();
    }
    lists.into_iter().map(Meld::from).collect()
}

#[test]
fn about_half_of_the_dealt_hands_can_open() {
    let names = ["Ana".to_owned(), "Ben".to_owned()];
    let opens = |seed: &u64| {
        let position = deal(&Rummikub::default(), &names, *seed, 0).unwrap();
        can_place(&position.players[0].tiles(), 30)
    };
    let share = (0..DEALS).filter(opens).count() as f64 / DEALS as f64;
    println!("{:.2} % of {DEALS} deals", 100.0 * share);
    assert!((share - 0.495).abs() < 0.02, "{:.2} % of the hands can open", 100.0 * share);
}

#[test]
fn the_search_sees_what_a_person_sees() {
    let hand = |text: &str| -> Multiset<RummikubTile> {
        let piece = |word: &str| match word.split_at(1) {
            ("*", _) => RummikubTile::JOKER,
            (colour, number) => {
                let colour = Colour::ALL.into_iter().find(|c| c.word().starts_with(colour)).unwrap();
                RummikubTile::new(number.parse().unwrap(), colour).unwrap()
            }
        };
        text.split_whitespace().map(piece).collect()
    };
    assert!(can_place(&hand("b9 b10 b11"), 30));
    assert!(!can_place(&hand("b8 b9 b10 b12"), 30));
    assert!(!can_place(&hand("b8 b9 * b12"), 30), "27 with the joker as the 10");
    assert!(can_place(&hand("b9 b10 *"), 30));
    assert!(can_place(&hand("* * j9"), 30));
    assert!(!can_place(&hand("* * j8"), 30));
    assert!(can_place(&hand("b3 b4 b5 r6 n6 b6"), 30));
    assert!(!can_place(&hand("b3 b4 b5 r5 n5 b5"), 30));
    assert!(can_place(&hand("r12 n12 j12 b1 b4 r7"), 30));
}

//! The multiset against a sorted vector.

use proptest::prelude::*;
use rummy::{Multiset, RummikubTile, Tile};

fn tiles() -> impl Strategy<Value = Vec<RummikubTile>> {
    proptest::collection::vec(
        (0..RummikubTile::KINDS).prop_map(|i| RummikubTile::from_index(i).unwrap()),
        0..60,
    )
}

fn sorted(mut tiles: Vec<RummikubTile>) -> Vec<RummikubTile> {
    tiles.sort_unstable();
    tiles
}

/// `from` without each tile of `gone`, once for each time it is there.
fn without(mut from: Vec<RummikubTile>, gone: &[RummikubTile]) -> Vec<RummikubTile> {
    for tile in gone {
        if let Some(at) = from.iter().position(|other| other == tile) {
            from.remove(at);
        }
    }
    sorted(from)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn answers_like_a_sorted_vector(a in tiles(), b in tiles(), probe in 0..RummikubTile::KINDS) {
        let (x, y): (Multiset<RummikubTile>, Multiset<RummikubTile>) = (a.iter().collect(), b.iter().collect());
        let probe = RummikubTile::from_index(probe).unwrap();
        let model = sorted(a.clone());
        prop_assert_eq!(x.iter().collect::<Vec<_>>(), &model[..]);
        prop_assert_eq!(x.len(), a.len());
        prop_assert_eq!(x.is_empty(), a.is_empty());
        prop_assert_eq!(x.count(probe), a.iter().filter(|&&tile| tile == probe).count());
        prop_assert_eq!(x.contains(probe), a.contains(&probe));
        prop_assert_eq!(x.kinds().map(|(_, count)| count).sum::<usize>(), a.len());
        let both = sorted(a.iter().chain(&b).copied().collect());
        prop_assert_eq!(x.union(&y).iter().collect::<Vec<_>>(), both);
        prop_assert_eq!(x.difference(&y).iter().collect::<Vec<_>>(), without(a.clone(), &b));
        let only_a = without(a.clone(), &b);
        prop_assert_eq!(x.intersection(&y).iter().collect::<Vec<_>>(), without(a.clone(), &only_a));
        prop_assert_eq!(x.is_subset(&y), only_a.is_empty());
        prop_assert_eq!(x == y, model == sorted(b.clone()));
        prop_assert!(x.is_subset(&x.union(&y)) && x.difference(&y).is_subset(&x));
    }

    #[test]
    fn what_is_put_in_comes_out(a in tiles(), gone in tiles()) {
        let mut left: Multiset<RummikubTile> = a.iter().collect();
        let mut model = a.clone();
        for tile in gone {
            prop_assert_eq!(left.remove(tile), model.contains(&tile));
            model = without(model, &[tile]);
        }
        prop_assert_eq!(left.iter().collect::<Vec<_>>(), sorted(model));
    }
}

#[test]
fn counts_stop_rather_than_overflow() {
    let many: Multiset<RummikubTile> = std::iter::repeat_n(RummikubTile::JOKER, 1000).collect();
    assert_eq!(many.count(RummikubTile::JOKER), 255);
    assert_eq!(many.union(&many).len(), 255);
}

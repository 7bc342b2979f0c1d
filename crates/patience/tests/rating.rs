//! Ratings: the same for the same deal, sensible, and on a scale that fits other deals too.

use patience::{
    Deal, Extras, NotRated, NotSupported, PLAYOUTS, Playouts, Rater, Rating, Rules, Scale, SolveError,
    YARDSTICK_NODES,
};
use search::{Budget, Limit, Run, Stats, Unwatched};

fn rate(rater: &mut Rater, deal: &str) -> Rating {
    let deal: Deal = deal.parse().unwrap();
    rater.rate(deal.table(), &mut Run::new(Budget::default(), &mut Unwatched)).unwrap()
}

#[test]
fn a_rating_is_of_the_deal_alone() {
    let deals = ["fc.1", "fc.29", "st.7", "mo.3", "bd.5", "eo.2"];
    let mut rater = Rater::new();
    let together: Vec<_> = deals.iter().map(|deal| rate(&mut rater, deal)).collect();
    let alone: Vec<_> = deals.iter().rev().map(|deal| rate(&mut Rater::new(), deal)).rev().collect();
    assert_eq!(together, alone);
    for Rating { random, greedy, nodes, moves } in together {
        assert!(random.won <= PLAYOUTS && random.up <= 52 * PLAYOUTS);
        assert!(greedy.won <= PLAYOUTS && greedy.up <= 52 * PLAYOUTS);
        assert_eq!(nodes.is_some(), moves.is_some());
        assert!(nodes.is_none_or(|nodes| nodes <= YARDSTICK_NODES));
    }
}

/// These numbers may never change: ratings are published.
#[test]
fn ratings_are_pinned() {
    let mut rater = Rater::new();
    for (deal, [random_won, random_up], [greedy_won, greedy_up], nodes, moves) in [
        ("fc.1", [0, 28], [0, 77], Some(54), Some(55)),
        ("fc.29", [0, 23], [0, 17], None, None),
        ("st.7", [0, 44], [0, 62], Some(63), Some(42)),
        ("mo.3", [0, 186], [0, 100], None, None),
        ("bd.5", [0, 185], [0, 279], Some(428), Some(39)),
        ("eo.2", [0, 220], [0, 589], Some(19), Some(20)),
        ("ms.617", [0, 0], [0, 16], Some(72), Some(59)),
        ("sr.12", [0, 37], [0, 161], Some(1320), Some(61)),
    ] {
        let rating = rate(&mut rater, deal);
        let random = Playouts { won: random_won, up: random_up };
        let greedy = Playouts { won: greedy_won, up: greedy_up };
        assert_eq!(rating, Rating { random, greedy, nodes, moves }, "{deal}");
    }
}

/// If this fails, the engine goes through other positions than in the survey: make the survey again
/// (docs/rating.md) and write the new numbers here.
#[test]
fn the_yardstick_is_that_of_the_survey() {
    let deals = ["fc.1", "fc.2", "st.3", "mo.4", "bd.1", "bd.2"];
    let mut rater = Rater::new();
    let nodes = deals.map(|deal| rate(&mut rater, deal).nodes);
    assert_eq!(nodes, [Some(54), Some(40), Some(297), Some(11), None, Some(950)]);
}

#[test]
fn greedy_play_gets_further_than_play_at_random() {
    let mut rater = Rater::new();
    for game in ["fc", "st", "bd"] {
        let ratings: Vec<_> = (1..=10).map(|seed| rate(&mut rater, &format!("{game}.{seed}"))).collect();
        let greedy: u32 = ratings.iter().map(|rating| rating.greedy.up).sum();
        let random: u32 = ratings.iter().map(|rating| rating.random.up).sum();
        assert!(greedy > random, "{game}: {greedy} {random}");
    }
}

/// Deals outside the survey are spread over its scale.
#[test]
fn the_scale_fits_other_deals() {
    let mut rater = Rater::new();
    for game in ["FreeCell", "BakersDozen"] {
        let rules = Rules::named(game).unwrap();
        let scale = Scale::of(&rules).unwrap();
        assert_eq!(scale.deals, 2000);
        let standings =
            (900_001..=900_040).map(|seed| scale.standing(&rate(&mut rater, &format!("{game}.{seed}"))));
        let difficulties: Vec<_> = standings.map(|standing| u32::from(standing.difficulty())).collect();
        let mean = difficulties.iter().sum::<u32>() / 40;
        assert!((35..=65).contains(&mean), "{game}: {difficulties:?}");
        assert!(difficulties.iter().any(|&at| at < 30) && difficulties.iter().any(|&at| at > 70));
    }
}

#[test]
fn only_the_usual_rules_have_a_scale() {
    assert_eq!(Scale::of(&Rules::named("eo").unwrap()), None);
    assert_eq!(Scale::of(&Rules::named("mo").unwrap().xpat2_rules().unwrap()), None);
    let extras = Extras { redeals: 1, fan: 3, rotations: 0 };
    assert_eq!(Scale::of(&Rules::named("mo").unwrap().with_extras(extras)), None);
}

#[test]
fn a_watcher_may_stop_it() {
    let rules = Rules::named("bd").unwrap();
    let mut stop = |_: &Stats| std::ops::ControlFlow::Break(search::Stop::Time);
    let mut run = Run::new(Budget::default(), &mut stop);
    let tables = (1..=20).map(|seed| rules.deal(rules.seed(&seed.to_string()).unwrap()));
    let ratings: Vec<_> = tables.map(|table| Rater::new().rate(&table, &mut run)).collect();
    assert!(ratings.contains(&Err(NotRated::Limit(Limit::Time))));
}

#[test]
fn redeals_are_not_rated() {
    let rules = Rules::named("mo").unwrap().xpat2_rules().unwrap();
    let table = rules.deal(rules.seed("1").unwrap());
    let refused = Rater::new().rate(&table, &mut Run::new(Budget::default(), &mut Unwatched));
    let why = SolveError::NotSupported(NotSupported::RatingWithExtras);
    assert_eq!(refused, Err(NotRated::Solve(why)));
}

//! Midnight Oil with everything that xpat2 allows in it, against games played in xpat2.

use patience::{Action, Card, Column, Extras, Rules};

fn numbers(cards: &[Card]) -> String {
    cards.iter().map(|card| card.number().to_string()).collect::<Vec<_>>().join(" ")
}

#[test]
fn games_go_as_in_xpat2() {
    let rules = Rules::named("mo").unwrap().xpat2_rules().unwrap();
    let mut seen = [0; 4];
    for line in include_str!("data/midnight_oil_xpat2.tsv").lines().filter(|line| !line.starts_with('#')) {
        let [seed, actions, foundations, columns, redeals, rotations] =
            line.split('\t').collect::<Vec<_>>()[..]
        else {
            panic!("{line}")
        };
        let mut table = rules.deal(rules.seed(seed).unwrap());
        for action in actions.split(';').filter(|action| !action.is_empty()) {
            let (action, legal) = action.strip_suffix('!').map_or((action, true), |action| (action, false));
            let action = Action::from_line(action.as_bytes()).unwrap();
            let before = table.clone();
            assert_eq!(table.try_act(action).is_ok(), legal, "{seed}: {action}");
            assert!(legal || table == before);
            let kind = match action {
                Action::Move(_) => 0,
                Action::Redeal => 1,
                Action::Top(_) | Action::Down { .. } => 2,
            };
            seen[if legal { kind } else { 3 }] += 1;
        }
        let heights: Vec<_> = table.foundations().iter().map(u8::to_string).collect();
        assert_eq!(heights.join(" "), foundations, "{seed}");
        let found: Vec<_> = table.columns().iter().map(Column::as_slice).map(numbers).collect();
        assert_eq!(found.join("|"), columns, "{seed}");
        let left =
            Extras { redeals: redeals.parse().unwrap(), fan: 3, rotations: rotations.parse().unwrap() };
        assert_eq!(table.extras(), left, "{seed}");
    }
    assert_eq!(seen, [944, 119, 62, 294]);
}

#[test]
fn only_midnight_oil_has_more_than_usual() {
    let with_more = |&(name, _): &(&'static str, _)| Rules::named(name).unwrap().xpat2_rules().is_some();
    assert_eq!(Rules::names().filter(with_more).map(|(name, _)| name).collect::<Vec<_>>(), ["MidnightOil"]);
}

//! Properties of every deal, every line of play, every text.

use std::collections::HashSet;

use patience::{
    Action, Build, Card, Cells, Column, Extras, Fill, Foundations, Layout, Move, Order, Play, Rules, Shuffle,
    Table, Target, Verdict, check, lines, write_lines,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

/// A game of any counts that add up.
fn any_rules() -> impl Strategy<Value = Rules> {
    let build = select(vec![Build::AlternateColours, Build::SameSuit, Build::AnySuit]);
    let fill = select(vec![Fill::AnyCard, Fill::KingsOnly, Fill::Nothing]);
    let foundations = select(vec![Foundations::Forced, Foundations::Free, Foundations::OneWay]);
    let shape = (1..=26_usize, 0..=12_u8).prop_flat_map(|(columns, cells)| {
        (subsequence((0..=52).collect::<Vec<u8>>(), columns - 1), Just(cells), 0..=cells.min(4))
    });
    let layout = (shape, any::<bool>(), any::<bool>(), select(vec![Shuffle::Xpat2, Shuffle::Microsoft]));
    let extras = (0..3_u8, 1..5_u8, 0..3_u8);
    let extras = extras.prop_map(|(redeals, fan, rotations)| Extras { redeals, fan, rotations });
    let extras = prop_oneof![Just(Extras::NONE), extras];
    (layout, build, fill, foundations, extras).prop_map(|(layout, build, fill, foundations, extras)| {
        let ((cuts, cells, in_cells), rows, kings_sink, shuffle) = layout;
        let most = 52 - in_cells;
        let mut marks: Vec<u8> = cuts.into_iter().map(|cut| cut.min(most)).collect();
        marks.push(most);
        let columns =
            marks.iter().scan(0, |before, &mark| Some(mark - std::mem::replace(before, mark))).collect();
        let order = if rows { Order::Rows } else { Order::Columns };
        let layout = Layout { columns, in_cells, order, kings_sink, shuffle };
        Rules::new("Any", layout, Play { cells, build, fill, foundations, extras }).unwrap()
    })
}

fn dealt(rules: &Rules, seed: u32) -> Table {
    rules.deal(rules.seed(&seed.to_string()).unwrap())
}

/// Every card that lies anywhere, foundations included.
fn cards_of(table: &Table) -> Vec<Card> {
    let up = Card::all().filter(|card| card.rank().number() <= table.foundations()[card.suit() as usize]);
    let mut cards: Vec<_> =
        table.columns().iter().flatten().chain(table.cells()).copied().chain(up).collect();
    cards.sort();
    cards
}

fn any_move() -> impl Strategy<Value = Move> {
    let card = || (0..52_u8).prop_map(|number| Card::from_number(number).unwrap());
    let to = prop_oneof![
        4 => card().prop_map(Target::Onto),
        1 => select(vec![Target::EmptyColumn, Target::Cell, Target::Foundation]),
    ];
    (card(), to).prop_map(|(card, to)| Move { card, to })
}

proptest! {
    #[test]
    fn every_deal_is_the_whole_deck(rules in any_rules(), seed in 1..=1_000_000_000_u32) {
        prop_assert_eq!(cards_of(&dealt(&rules, seed)), Card::all().collect::<Vec<_>>());
    }

    #[test]
    fn legal_play_keeps_every_card(rules in any_rules(), seed in 1..100_000_u32, choices in vec(any::<usize>(), 60)) {
        let mut table = dealt(&rules, seed);
        table.normalise();
        for choice in choices {
            let actions = table.legal_actions();
            let Some(&action) = actions.get(choice % actions.len().max(1)) else { break };
            table.try_act(action).unwrap();
            prop_assert_eq!(cards_of(&table), Card::all().collect::<Vec<_>>());
            prop_assert!(table.cells().len() <= usize::from(table.rules().cells));
        }
    }

    /// The list of legal moves and the referee's word agree on every move there is.
    #[test]
    fn listed_moves_are_the_legal_ones(rules in any_rules(), seed in 1..100_000_u32, choices in vec(any::<usize>(), 25)) {
        let mut table = dealt(&rules, seed);
        table.normalise();
        for choice in choices {
            let listed: HashSet<_> = table.legal_moves().into_iter().collect();
            for card in Card::all() {
                let onto = Card::all().map(Target::Onto);
                for to in onto.chain([Target::EmptyColumn, Target::Cell, Target::Foundation]) {
                    let played = Move { card, to };
                    prop_assert_eq!(table.clone().try_play(played).is_ok(), listed.contains(&played), "{}", played);
                }
            }
            let moves = table.legal_moves();
            let Some(&played) = moves.get(choice % moves.len().max(1)) else { break };
            table.try_play(played).unwrap();
        }
    }

    /// The list of legal redeals and rotations and the referee's word agree too.
    #[test]
    fn listed_extras_are_the_legal_ones(rules in any_rules(), seed in 1..100_000_u32, choices in vec(any::<usize>(), 4)) {
        let mut table = dealt(&rules, seed);
        table.normalise();
        for choice in choices {
            let actions = table.legal_actions();
            let listed: HashSet<_> = actions.iter().copied().collect();
            let downs = Card::all().flat_map(|card| [0, 1, 2, 5, 52].map(move |place| Action::Down { card, place }));
            for action in Card::all().map(Action::Top).chain(downs).chain([Action::Redeal]) {
                let mut after = table.clone();
                let refused = after.try_act(action).is_err();
                prop_assert_eq!(!refused, listed.contains(&action), "{}", action);
                prop_assert!(!refused || after == table);
                prop_assert_eq!(after.rules(), table.rules());
            }
            let Some(&action) = actions.get(choice % actions.len().max(1)) else { break };
            table.try_act(action).unwrap();
        }
    }

    #[test]
    fn a_refused_move_changes_nothing(rules in any_rules(), seed in 1..100_000_u32, played in any_move()) {
        let mut table = dealt(&rules, seed);
        let before = table.clone();
        if table.try_play(played).is_err() {
            prop_assert_eq!(table, before);
        }
    }

    /// Putting up one card at a time, in any order, ends where normalising ends.
    #[test]
    fn normalising_does_not_depend_on_order(seed in 1..=1_000_000_000_u32, choices in vec(any::<usize>(), 52)) {
        let forced = Rules::named("st").unwrap();
        let free = Rules::named("st").unwrap().with_foundations(Foundations::Free);
        let mut normal = dealt(&forced, seed);
        normal.normalise();
        let again = { let mut again = normal.clone(); again.normalise(); again };
        prop_assert_eq!(&again, &normal);
        let mut slow = dealt(&free, seed);
        for choice in choices {
            let ups: Vec<_> = slow.legal_moves().into_iter().filter(|played| played.to == Target::Foundation).collect();
            let Some(&up) = ups.get(choice % ups.len().max(1)) else { break };
            slow.try_play(up).unwrap();
        }
        prop_assert_eq!(slow.columns(), normal.columns());
        prop_assert_eq!(slow.foundations(), normal.foundations());
    }

    #[test]
    fn solutions_write_and_read_back(moves in vec(any_move(), 0..40)) {
        let text = write_lines(&moves);
        let read: Vec<_> = lines(text.as_bytes()).map(|line| Move::from_line(line).unwrap()).collect();
        prop_assert_eq!(read, moves);
    }

    #[test]
    fn rules_write_and_read_back(rules in any_rules()) {
        let forced = rules.with_foundations(Foundations::Forced).with_extras(Extras::NONE);
        prop_assert_eq!(Rules::from_toml(&forced.to_toml()), Ok(forced));
    }

    #[test]
    fn boards_write_and_read_back(rules in any_rules(), seed in 1..100_000_u32, choices in vec(any::<usize>(), 40)) {
        let rules = rules.with_extras(Extras::NONE);
        let mut table = dealt(&rules, seed);
        table.normalise();
        for choice in choices {
            let moves = table.legal_moves();
            let Some(&played) = moves.get(choice % moves.len().max(1)) else { break };
            table.try_play(played).unwrap();
        }
        prop_assert_eq!(rules.read_board(&table.to_board()), Ok(table));
    }

    #[test]
    fn any_bytes_get_an_answer(bytes in vec(any::<u8>(), 0..300), text in "[ -~\n:♠]{0,200}") {
        let table = dealt(&Rules::freecell(), 1);
        let won = matches!(check(table, lines(&bytes), |_, _| {}), Verdict::Won { .. });
        prop_assert!(!won);
        prop_assert!(Rules::freecell().read_board(&text).is_err());
        prop_assert!(Rules::from_toml(&text).is_err());
        let _ = text.parse::<patience::DealRange>();
    }
}

#[test]
fn a_table_needs_each_card_once() {
    let rules = Rules::freecell();
    let table = dealt(&rules, 1);
    let parts =
        |columns| Table::new(rules.play(), columns, Cells::new(), [0; 4]).map_err(|why| why.to_string());
    assert_eq!(parts(table.columns().to_vec()), Ok(table.clone()));
    let mut doubled = table.columns().to_vec();
    doubled[0][0] = doubled[1][0];
    assert_eq!(parts(doubled), Err("8♠ is there twice".to_owned()));
    let mut short = table.columns().to_vec();
    short[0].pop();
    assert_eq!(parts(short), Err("2♦ is missing".to_owned()));
    assert_eq!(parts(vec![Column::new()]), Err("A♣ is missing".to_owned()));
}

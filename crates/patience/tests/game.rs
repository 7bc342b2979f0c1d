//! Games as players play them: whole runs, undo and redo, records, and any text.

#[path = "../src/dice.rs"]
mod dice;
#[path = "../src/split_mix.rs"]
mod split_mix;

use std::collections::HashSet;

use dice::Dice;
use patience::{
    Action, BadRecord, Build, Card, Cells, Column, Deal, End, Extras, Fill, Foundations, Game, Move, Play,
    PlayerMove, Record, Refusal, Rules, Spot, Start, Table, Target,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

fn game(name: &str) -> Game {
    Game::new(name.parse().unwrap())
}

fn board(game: &str, text: &str) -> Game {
    Game::new(Deal::from_board(Rules::named(game).unwrap(), text).unwrap())
}

/// A game of few columns and many runs, cells part-filled.
fn any_game(dice: &mut Dice, foundations: Foundations) -> Game {
    let builds = [Build::AlternateColours, Build::SameSuit, Build::AnySuit];
    let fills = [Fill::AnyCard, Fill::AnyCard, Fill::KingsOnly, Fill::Nothing];
    let (build, fill) = (dice.one_of(&builds), dice.one_of(&fills));
    let play = Play { cells: dice.below(4) as u8, build, fill, foundations, extras: Extras::NONE };
    let mut heights = [13; 4];
    for _ in 0..8 + dice.below(16) {
        let suit = dice.below(4);
        heights[suit] -= u8::from(heights[suit] > 0);
    }
    let left = |card: &Card| card.rank().number() > heights[card.suit() as usize];
    let mut cards: Vec<_> = Card::all().filter(left).collect();
    dice.shuffle(&mut cards);
    // Mostly the next cards of the foundations lie at the bottom, then high cards first: so there are runs.
    if dice.below(4) > 0 {
        let is_next = |card: &Card| card.rank().number() == heights[card.suit() as usize] + 1;
        cards.sort_by_key(|card| (!is_next(card), std::cmp::Reverse(card.rank())));
    }
    let mut columns = vec![Column::new(); 2 + dice.below(4)];
    let mut cells = Cells::new();
    for card in cards {
        let fitting: Vec<_> = (0..columns.len())
            .filter(|&at| columns[at].last().is_some_and(|&on| play.may_build(card, on)))
            .collect();
        if !fitting.is_empty() && dice.below(5) > 0 {
            columns[fitting[dice.below(fitting.len())]].push(card);
        } else if cells.len() < play.cells.into() && dice.below(9) == 0 {
            cells.push(card);
        } else {
            // Some columns stay empty.
            let at = dice.below(columns.len().div_ceil(2));
            columns[at].push(card);
        }
    }
    let width = columns.len();
    let text = Table::new(play, columns, cells, heights).unwrap().to_board();
    Game::new(Deal::from_board(custom(play, width), &text).unwrap())
}

/// Rules of play with this many columns.
fn custom(play: Play, width: usize) -> Rules {
    let columns = (0..width).map(|at| if at == 0 { 52 } else { 0 }).collect();
    let layout = patience::Layout { columns, ..Rules::freecell().layout().clone() };
    Rules::new("Custom", layout, play).unwrap()
}

/// A table by what matters: columns in order, cells as a set.
type Lies = (Vec<Vec<u8>>, Vec<u8>, [u8; 4]);

fn lies(table: &Table) -> Lies {
    let numbers = |cards: &[Card]| cards.iter().map(|card| card.number()).collect::<Vec<_>>();
    let mut cells = numbers(table.cells());
    cells.sort_unstable();
    (table.columns().iter().map(|column| numbers(column)).collect(), cells, table.foundations())
}

/// Can this run go from column to column by single moves of its own cards through cells and the other columns that
/// are empty now, none of them going up before the lowest has come there? Found by trying everything. The end is the table with the run
/// carried over at once, and put up.
fn can_carry(table: &Table, from: usize, to: usize, count: usize) -> bool {
    let column = &table.columns()[from];
    let run: Vec<Card> = column[column.len() - count..].to_vec();
    let mut columns = table.columns().to_vec();
    columns[from].truncate(column.len() - count);
    columns[to].extend(run.iter().copied());
    let cells = table.cells().iter().copied().collect();
    let mut carried = Table::new(table.rules(), columns, cells, table.foundations()).unwrap();
    carried.normalise();
    let goal = (lies(&carried), true);
    let spaces: Vec<_> =
        (0..table.columns().len()).filter(|&at| at != to && table.columns()[at].is_empty()).collect();
    let mut seen = HashSet::from([(lies(table), false)]);
    let mut open = vec![(table.clone(), false)];
    while let Some((table, has_come)) = open.pop() {
        if (lies(&table), has_come) == goal {
            return true;
        }
        for (card, at, next) in single_moves(&table, &run, to, &spaces) {
            let has_come = has_come || (card, at) == (run[0], Some(to));
            let up = |card: &Card| next.foundations()[card.suit() as usize] >= card.rank().number();
            if (has_come || !run.iter().any(up)) && seen.insert((lies(&next), has_come)) {
                open.push((next, has_come));
            }
        }
    }
    false
}

/// The moves of one card of the run: wait in a cell or in an empty column, or go on another card of the run or on
/// the target.
fn single_moves(
    table: &Table,
    run: &[Card],
    to: usize,
    spaces: &[usize],
) -> Vec<(Card, Option<usize>, Table)> {
    let mut after = Vec::new();
    for &card in run {
        let mut try_move = |at, played: &dyn Fn(&mut Table) -> bool| {
            let mut next = table.clone();
            if played(&mut next) {
                after.push((card, at, next));
            }
        };
        try_move(None, &|next| next.try_play(Move { card, to: Target::Cell }).is_ok());
        for (at, column) in table.columns().iter().enumerate() {
            match column.last() {
                None if spaces.contains(&at) || (card, at) == (run[0], to) => {
                    try_move(Some(at), &|next| next.try_fill(card, at).is_ok());
                }
                Some(&on) if at == to || run.contains(&on) => {
                    try_move(Some(at), &|next| next.try_play(Move { card, to: Target::Onto(on) }).is_ok());
                }
                _ => {}
            }
        }
    }
    after
}

/// The runs that may be carried as the game lists them, and as trying everything finds them.
fn compare_runs(game: &Game) -> usize {
    let table = game.table();
    let mut found = HashSet::new();
    let first_space = table.columns().iter().position(Column::is_empty);
    for (from, column) in table.columns().iter().enumerate() {
        for count in 2..=column.len() {
            let run = &column[column.len() - count..];
            if !run.is_sorted_by(|&under, &over| table.rules().may_build(over, under)) {
                break;
            }
            for to in (0..table.columns().len()).filter(|&to| to != from) {
                let fits = match table.columns()[to].last() {
                    Some(&on) => table.rules().may_build(run[0], on),
                    None => table.rules().may_fill(run[0]) && Some(to) == first_space,
                };
                if fits && can_carry(table, from, to, count) {
                    found.insert((Spot::Column(from), Spot::Column(to), count));
                }
            }
        }
    }
    let runs = game.legal().into_iter().filter(|played| played.cards.len() > 1);
    let listed: HashSet<_> = runs
        .map(|PlayerMove { places, cards, .. }| {
            let (from, to) = places.unwrap();
            (from, to, cards.len())
        })
        .collect();
    assert_eq!(listed, found, "{}", table.to_board());
    listed.len()
}

#[test]
fn runs_move_where_single_moves_can_do_it() {
    for (seed, foundations) in [(1, Foundations::Forced), (2, Foundations::Free), (3, Foundations::OneWay)] {
        let mut dice = Dice::new(seed);
        let mut runs = 0;
        for _ in 0..3000 {
            let mut game = any_game(&mut dice, foundations);
            for _ in 0..3 {
                runs += compare_runs(&game);
                let legal = game.legal();
                let Some(played) = legal.get(dice.below(legal.len().max(1))) else { break };
                game.act(&played.text).unwrap();
            }
        }
        assert!(runs > 3000, "{runs}");
    }
}

/// 5♥ goes up when the run has left it, and 6♥ then too, from wherever it waits: 5♠ has nothing to lie on.
#[test]
fn a_card_that_goes_up_on_the_way_breaks_the_run() {
    let text = "Founds: C-K S-3 H-4 D-6\n: 5H 7S 6H 5S\n: 7D KD QD JD TD 9D 8D\n: 4S KS QS JS TS 9S 8S 6S\n\
                : KH QH JH TH 9H 8H 7H\n";
    let mut game = board("fc", text);
    assert_eq!(game.act("12").unwrap_err().to_string(), "6♥ would go to its foundation on the way");
    assert!(!texts(&game).contains(&"12".to_owned()));
}

/// 4♥ goes up when the run has left it, and the top of the run with it: the rest has come along.
#[test]
fn the_top_of_a_run_may_go_up_on_the_way() {
    let text = "Founds: C-K S-4 H-3 D-5\n: 4H 6S 5H\n: 6D KD QD JD TD 9D 8D 7D\n: 5S KS QS JS TS 9S 8S 7S\n\
                : 6H KH QH JH TH 9H 8H 7H\n";
    let mut game = board("fc", text);
    let acted = game.act("12").unwrap();
    assert_eq!((acted.played.cards.len(), acted.steps.len()), (2, 2));
    assert_eq!(acted.went_up.iter().map(ToString::to_string).collect::<Vec<_>>(), ["4♥", "5♥"]);
    assert_eq!(game.table().columns()[1].last().map(ToString::to_string).as_deref(), Some("6♠"));
}

/// Playing what is listed, then back to the start and forth to the end; the record plays the same game each time.
#[test]
fn every_game_goes_back_and_forth() {
    let mut dice = Dice::new(7);
    for (name, full) in
        [("fc", false), ("st", false), ("mo", false), ("mo", true), ("bd", false), ("eo", false)]
    {
        for seed in 1..=15 {
            let rules = Rules::named(name).unwrap();
            let rules = if full { rules.xpat2_rules().unwrap() } else { rules };
            let rules =
                if seed % 3 == 0 && !full { rules.with_foundations(Foundations::Free) } else { rules };
            let number = rules.seed(&seed.to_string()).unwrap();
            let mut game = Game::new(Deal::numbered(rules, number));
            let mut tables = vec![(game.table().clone(), game.cells().to_vec())];
            for _ in 0..60 {
                let legal = game.legal();
                let texts: HashSet<_> = legal.iter().map(|played| &played.text).collect();
                assert_eq!(texts.len(), legal.len(), "each move is listed once");
                assert_eq!(game.is_over() == Some(End::Stuck), legal.is_empty() && !game.table().is_won());
                let Some(played) = legal.get(dice.below(legal.len().max(1))) else { break };
                let acted = game.act(&played.text).unwrap();
                assert_eq!(acted.played, *played);
                assert_eq!(Game::replay(&game.record()).unwrap(), game);
                tables.push((game.table().clone(), game.cells().to_vec()));
            }
            let end = game.clone();
            for at in (0..tables.len() - 1).rev() {
                assert!(game.undo());
                assert_eq!((game.table(), game.cells()), (&tables[at].0, &tables[at].1[..]));
                assert_eq!(Game::replay(&game.record()).unwrap().table(), game.table());
            }
            assert!(!game.undo() && game.moves().len() == 0);
            while game.redo() {}
            assert_eq!(game, end);
        }
    }
}

/// The cards of a game, as lines of a solution file, play to the same table but for the order of columns and cells.
#[test]
fn a_game_is_a_line_of_a_solution_file() {
    let mut dice = Dice::new(11);
    let in_any_order = |table: &Table| {
        let (mut columns, cells, up) = lies(table);
        columns.sort();
        (columns, cells, up)
    };
    for _ in 0..300 {
        let mut game = any_game(&mut dice, Foundations::Forced);
        for _ in 0..20 {
            let legal = game.legal();
            let Some(played) = legal.get(dice.below(legal.len().max(1))) else { break };
            let text = played.text.clone();
            game.act(&text).unwrap();
        }
        let mut table = game.start().clone();
        table.normalise();
        for action in game.moves().flat_map(|acted| &acted.actions) {
            table.try_act(*action).unwrap();
        }
        assert_eq!(in_any_order(&table), in_any_order(game.table()));
        assert_eq!(game.solution().is_ok(), game.table().is_won());
    }
}

const RUNS: &str = "Founds: C-8 S-8 H-8 D-8\nFC: 9C\n: KS QH JS TH 9S\n: KD QC JH TS 9H\n:\n: KH QS JD TC\n: KC QD JC TD\n: 9D\n";

fn texts(game: &Game) -> Vec<String> {
    let mut texts: Vec<_> = game.legal().into_iter().map(|played| played.text).collect();
    texts.sort();
    texts
}

#[test]
fn players_write_places() {
    let rules = Rules::freecell().with_foundations(Foundations::Free);
    let start = Game::new(Deal::from_board(rules, RUNS).unwrap());
    let after = |text: &str| {
        let mut game = start.clone();
        game.act(text).map(|acted| (acted, game)).map_err(|why| why.to_string())
    };
    let (acted, game) = after("17").unwrap();
    assert_eq!(acted.played.cards.len(), 5);
    assert_eq!((game.table().columns()[0].len(), game.table().columns()[6].len()), (0, 5));
    let (acted, game) = after("1 8 v2").unwrap();
    assert_eq!((acted.played.text.as_str(), acted.steps.len()), ("18v2", 3));
    assert_eq!(game.table().columns()[7].len(), 2);
    let (_, game) = after("4c").unwrap();
    assert_eq!(game.cells()[2].map(|card| card.to_string()).as_deref(), Some("10♣"));
    let (_, game) = after("a5").unwrap();
    assert_eq!(game.cells(), [None; 4]);
    let (acted, game) = after("ah").unwrap();
    assert_eq!((acted.went_up, game.table().foundations()), (Vec::new(), [9, 8, 8, 8]));
    let (_, game) = after("C3").unwrap();
    assert_eq!(game.table().foundations(), [7, 8, 8, 8]);
    // Lines of solution files and names of cards.
    let (by_number, _) = after("32 V").unwrap();
    assert_eq!(by_number.played.text, "a3");
    let (_, named) = after("9D TC").unwrap();
    let (_, placed) = after("64").unwrap();
    assert_eq!(named.table(), placed.table());
    assert_eq!(named.record(), placed.record());
    for (text, why) in [
        ("", "`` is not a move; write places such as 37, 12-3, 3a, a3 or 3h, or cards such as 5H 6S"),
        ("19", "there is no column 9"),
        ("3a", "column 3 is empty"),
        ("b1", "cell b is empty"),
        ("1a", "cell a is taken"),
        ("1e", "there is no cell e"),
        ("ab", "9♣ is in a cell already"),
        ("11", "the cards are there already"),
        ("12", "9♠ cannot go on 9♥"),
        ("4h", "10♣ is not the next card of its foundation"),
        ("17v6", "the top 6 cards are not a run"),
        ("17v0", "the top 0 cards are not a run"),
        ("1av2", "only one card fits there"),
        ("9S KH", "K♥ is not on top of a column"),
        ("JS V", "J♠ lies under another card"),
        ("REDEAL", "no redeal is left"),
    ] {
        let refused = after(text).map(|(acted, _)| acted);
        assert_eq!(refused, Err(why.to_owned()), "{text}");
    }
}

#[test]
fn cards_that_go_up_by_themselves_are_told() {
    let mut game = board("fc", "Founds: C-K S-K H-J D-J\nFC: KD\n: QD QH\n: KH\n");
    assert_eq!(game.is_over(), Some(End::Won));
    assert_eq!(texts(&game), Vec::<String>::new());
    game = board("fc1", "Founds: C-K S-J H-K D-J\n: QD KS\n: QS KD\n");
    let acted = game.act("1a").unwrap();
    assert_eq!(acted.went_up.iter().map(ToString::to_string).collect::<Vec<_>>(), ["Q♠", "Q♦", "K♠", "K♦"]);
    game.act("a1").unwrap_err();
    assert_eq!(game.is_over(), Some(End::Won));
    assert_eq!(game.solution().unwrap().len(), 1);
    assert_eq!(game.act("12").unwrap_err().to_string(), "column 1 is empty");
}

#[test]
fn a_game_without_moves_is_stuck() {
    let game = board("mo", "Founds: C-K S-K H-J D-J\n: QH KD\n: QD KH\n");
    assert_eq!(game.is_over(), Some(End::Stuck));
}

/// Two numbers that may be columns and may be cards, and both may be done.
#[test]
fn what_may_mean_two_moves_is_refused() {
    let rules = Rules::freecell().with_foundations(Foundations::Free);
    let placed = ["2H", "3C", "KS"].map(|card| card.parse::<Card>().unwrap());
    let up = [2, 1, 1, 13];
    let rest =
        Card::all().filter(|card| card.rank().number() > up[card.suit() as usize] && !placed.contains(card));
    let rest: Vec<_> = rest.map(|card| card.ascii().to_string()).collect();
    let text = format!("Founds: C-2 S-A H-A D-K\n: 2H\n: 3C\n: {}\n:\n:\n: KS\n", rest.join(" "));
    let mut game = Game::new(Deal::from_board(rules, &text).unwrap());
    // Card 6 is 2♥, card 8 is 3♣; column 6 has K♠, column 8 is empty.
    let refused = game.act("6 8").unwrap_err();
    let why = "`6 8` may mean 68 or 2H 3C; write 68 for the columns, or the cards by their names";
    assert_eq!(refused.to_string(), why);
    assert!(game.clone().act("68").is_ok());
    assert!(game.act("2h 3c").is_ok());
}

#[test]
fn records_are_plain_data() {
    let mut playing = game("fc.123");
    let first = playing.legal()[0].text.clone();
    playing.act(&first).unwrap();
    let record = playing.record();
    let plain = Record {
        game: "FreeCell".to_owned(),
        rules: None,
        options: Vec::new(),
        start: Start::Seed(123),
        moves: vec![first.clone()],
    };
    assert_eq!(record, plain);
    let of = |rules: Rules| Game::new(Deal::numbered(rules.clone(), rules.seed("5").unwrap()));
    let mo = Rules::named("mo").unwrap();
    let one = Extras { redeals: 1, fan: 3, rotations: 0 };
    for (game, options) in [
        (of(mo.xpat2_rules().unwrap()), vec!["xpat2-rules"]),
        (of(mo.clone().with_foundations(Foundations::Free)), vec!["free-foundations"]),
        (
            of(mo.with_foundations(Foundations::OneWay).with_extras(one)),
            vec!["one-way-foundations", "redeals=1", "fan=3"],
        ),
        (any_game(&mut Dice::new(5), Foundations::Forced), vec![]),
    ] {
        assert_eq!(game.record().options, options);
        assert_eq!(Game::replay(&game.record()).unwrap(), game);
    }
}

#[test]
fn bad_records_say_where() {
    let good = game("fc.123").record();
    let refused = |change: &dyn Fn(&mut Record)| {
        let mut record = good.clone();
        change(&mut record);
        Game::replay(&record).unwrap_err()
    };
    let first = game("fc.123").legal()[0].text.clone();
    assert!(matches!(
        refused(&|record| record.moves = vec![first.clone(), "99".to_owned()]),
        BadRecord::Move { at: 2, why: Refusal::Illegal(_) }
    ));
    assert_eq!(
        refused(&|record| record.moves = vec!["fly".to_owned()]).to_string(),
        "move 1: `fly` is not a move; write places such as 37, 12-3, 3a, a3 or 3h, or cards such as 5H 6S"
    );
    assert!(matches!(refused(&|record| record.start = Start::Seed(0)), BadRecord::Deal(_)));
    assert!(matches!(refused(&|record| record.start = Start::Seed(u64::MAX)), BadRecord::Deal(_)));
    assert!(matches!(refused(&|record| record.start = Start::Text("2H".to_owned())), BadRecord::Board(_)));
    assert!(matches!(refused(&|record| record.game = "Klondike".to_owned()), BadRecord::Deal(_)));
    assert!(matches!(refused(&|record| record.rules = Some("x".to_owned())), BadRecord::Rules(_)));
    let built_in = Rules::named("bg").unwrap().to_toml();
    assert!(matches!(refused(&|record| record.rules = Some(built_in.clone())), BadRecord::Rules(_)));
    let other = built_in.replacen("BakersGame", "My Game", 1);
    assert!(matches!(refused(&|record| record.rules = Some(other.clone())), BadRecord::OtherGame { .. }));
    for option in ["", "xpat2-rules", "redeals", "redeals=x", "redeals=300", "luck=1"] {
        let refused = refused(&|record| record.options = vec![option.to_owned()]);
        assert_eq!(refused, BadRecord::Option(option.to_owned()));
    }
}

/// A server needs this of a game and of the snapshots that it hands out.
#[test]
fn games_may_live_anywhere() {
    fn is_shared<T: Clone + Send + Sync + 'static>() {}
    is_shared::<Game>();
    is_shared::<Table>();
    is_shared::<Record>();
}

/// A chosen empty column, against the same card in the first one.
#[test]
fn any_empty_column_will_do() {
    let mut dice = Dice::new(13);
    let mut filled = 0;
    for _ in 0..2000 {
        let game = any_game(&mut dice, Foundations::Forced);
        let table = game.table();
        let spaces: Vec<_> =
            (0..table.columns().len()).filter(|&at| table.columns()[at].is_empty()).collect();
        for card in Card::all() {
            let mut first = table.clone();
            let as_move = first.try_play(Move { card, to: Target::EmptyColumn });
            for (at, column) in table.columns().iter().enumerate() {
                let mut chosen = table.clone();
                let result = chosen.try_fill(card, at);
                if column.is_empty() {
                    assert_eq!(result, as_move);
                    if at == spaces[0] {
                        assert_eq!(chosen, first);
                    }
                    filled += usize::from(result.is_ok());
                } else {
                    assert!(result.is_err());
                }
                assert!(result.is_ok() || chosen == *table);
            }
            assert!(table.clone().try_fill(card, 99).is_err());
        }
    }
    assert!(filled > 500, "{filled}");
}

proptest! {
    /// Whatever is typed is done or refused, and a refusal changes nothing.
    #[test]
    fn any_text_gets_an_answer(texts in vec(prop_oneof![
        "\\PC{0,12}",
        "[0-9a-mhvCSHDVTF -]{1,6}",
        "[1-9][0-9]?[ -]?[0-9a-h][0-9]?(v[0-9]{1,3})?",
        "[0-9]{1,2} ([0-9]{1,2}|V|T|F)",
        "[1-9]h",
        "(TOP|DOWN|REDEAL|top) ?[0-9ASHC]{0,3} ?[0-9]{0,3}",
    ], 0..60), name in select(vec!["fc.1", "st.2", "mo.3", "bd.4", "eo.5"]), full: bool) {
        let deal: Deal = name.parse().unwrap();
        let rules = deal.rules().xpat2_rules().filter(|_| full).unwrap_or_else(|| deal.rules().clone());
        let mut game = Game::new(Deal::numbered(rules, deal.seed().unwrap()));
        for text in texts {
            let before = game.clone();
            if let Ok(acted) = game.act(&text) {
                let mut again = before;
                prop_assert_eq!(again.act(&acted.played.text), Ok(acted));
                prop_assert_eq!(&again, &game);
            } else {
                prop_assert_eq!(&game, &before);
            }
        }
        prop_assert_eq!(Game::replay(&game.record()), Ok(game));
    }
}

#[test]
fn redeals_and_rotations_are_moves() {
    let rules = Rules::named("mo").unwrap().xpat2_rules().unwrap();
    let seed = rules.seed("7").unwrap();
    let mut game = Game::new(Deal::numbered(rules, seed));
    let listed = texts(&game);
    assert!(listed.iter().any(|text| text == "REDEAL") && listed.iter().any(|text| text.starts_with("TOP ")));
    let acted = game.act("redeal").unwrap();
    assert_eq!((acted.actions, acted.played.places), (vec![Action::Redeal], None));
    assert_eq!(game.table().extras().redeals, 1);
    assert!(game.undo());
    assert_eq!(game.table().extras().redeals, 2);
}

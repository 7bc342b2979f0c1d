//! Lines of play read back as they were written, in every notation.

use patience::{
    Action, Deal, Face, Foundations, NotWritten, Notation, Rules, Solver, Table, Verdict, check_read,
};
use search::{Budget, Outcome, Run, Unwatched};

const FACES: [Face; 3] = [Face::Colour, Face::Plain, Face::Ascii];

fn all_foundations() -> impl Iterator<Item = Foundations> {
    Foundations::WORDS.into_iter().map(|(_, kind)| kind)
}

fn deal(game: &str, foundations: Foundations, seed: u64) -> Deal {
    let rules = Rules::named(game).unwrap().with_foundations(foundations);
    let seed = rules.seed_of(seed).unwrap();
    Deal::numbered(rules, seed)
}

/// A random legal line, as long as there are moves; the dice are a linear congruence.
fn random_line(start: &Table, seed: u64, most: usize) -> Vec<Action> {
    let mut table = start.clone();
    table.normalise();
    let (mut line, mut dice) = (Vec::new(), seed);
    while line.len() < most
        && let actions = table.legal_actions()
        && !actions.is_empty()
    {
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let action = actions[(dice >> 33) as usize % actions.len()];
        table.try_act(action).unwrap();
        line.push(action);
    }
    line
}

fn solution(table: &Table) -> Option<Vec<Action>> {
    let mut watch = Unwatched;
    let mut run = Run::new(Budget::default().with_nodes(20_000), &mut watch);
    match Solver::new().solve(table, &mut run).unwrap().outcome {
        Outcome::Solved(solution) => Some(solution.actions().to_vec()),
        _ => None,
    }
}

/// The last table of a line, its cells as a set.
fn last_table(start: &Table, line: &[Action]) -> (Vec<patience::Column>, Vec<patience::Card>, [u8; 4]) {
    let mut table = start.clone();
    table.normalise();
    for &action in line {
        table.try_act(action).unwrap();
    }
    let mut cells = table.cells().to_vec();
    cells.sort();
    (table.columns().to_vec(), cells, table.foundations())
}

/// Writes a line, reads it back and has the referee look at it.
fn round_trip(start: &Table, line: &[Action], notation: Notation, face: Face) {
    let text = notation.write(start, line, face).unwrap();
    let reading = notation.read(start, text.as_bytes());
    assert_eq!(reading.fault(), None, "{notation}:\n{text}{}", start.to_board());
    let read: Vec<_> = reading.actions().collect();
    assert_eq!(read.len(), line.len(), "{notation}:\n{text}");
    let mut shown = 0;
    let verdict = check_read(start.clone(), &reading, |_, _| shown += 1);
    assert!(!matches!(verdict, Verdict::Illegal { .. }), "{notation}: {verdict:?}\n{text}");
    assert_eq!(shown, read.len() + 1);
    assert_eq!(last_table(start, &read), last_table(start, line), "{notation}:\n{text}");
    // Two moves of digits alone are also a line of a solution file.
    if !line.is_empty() && (notation != Notation::Standard || line.len() > 40) {
        assert_eq!(Notation::of_text(text.as_bytes()), notation, "{text}");
    }
}

fn every_notation(start: &Table, line: &[Action]) {
    for (_, notation) in Notation::NAMES {
        if notation == Notation::Standard && start.columns().len() > 9 {
            let columns = start.columns().len();
            let refused = Err(NotWritten::Columns { notation, columns, most: 9 });
            assert_eq!(notation.write(start, line, Face::Plain), refused);
            continue;
        }
        for face in FACES {
            round_trip(start, line, notation, face);
        }
    }
}

#[test]
fn random_lines_read_as_written() {
    for game in ["fc", "st", "mo", "bd", "eo", "bg", "sr", "ms", "fc8", "fc0"] {
        for foundations in all_foundations() {
            for seed in 1..=25 {
                let deal = deal(game, foundations, seed);
                every_notation(deal.table(), &random_line(deal.table(), seed, 150));
            }
        }
    }
}

#[test]
fn solutions_read_as_written() {
    for game in ["fc", "st", "mo", "bd", "eo"] {
        let mut solved = 0;
        for foundations in all_foundations() {
            for seed in 1..=if game == "mo" { 60 } else { 15 } {
                let deal = deal(game, foundations, seed);
                let Some(line) = solution(deal.table()) else { continue };
                every_notation(deal.table(), &line);
                solved += 1;
            }
        }
        assert!(solved > 3, "{game}: {solved}");
    }
}

/// The ace in cell b goes up before the first move: its cell is free, and the other cards stay in theirs.
#[test]
fn cells_keep_their_names() {
    let (_, read) = read("eo.13", "32 83 6b");
    assert_eq!(read.map(|actions| actions.len()), Ok(3));
    let deal: Deal = "eo.13".parse().unwrap();
    let text = Notation::Standard.write(deal.table(), &solution(deal.table()).unwrap(), Face::Plain).unwrap();
    let first_cell =
        text.split_whitespace().find(|item| item.len() == 2 && !item.ends_with(char::is_numeric));
    assert!(first_cell.is_some_and(|item| item.ends_with('b')), "{text}");
}

#[test]
fn a_solution_without_moves_and_words_without_what_went_up_are_read() {
    assert_eq!(
        Notation::of_text(b"a board of FreeCell: solved in 0 moves of single cards\n"),
        Notation::Words
    );
    let deal: Deal = "fc.2".parse().unwrap();
    let line = solution(deal.table()).unwrap();
    let text = Notation::Words.write(deal.table(), &line, Face::Ascii).unwrap();
    assert!(text.contains("; up: "));
    let bare: Vec<&str> = text.lines().map(|line| line.split("; up: ").next().unwrap()).collect();
    let bare = bare.join("\n");
    let reading = Notation::Words.read(deal.table(), bare.as_bytes());
    assert_eq!(check_read(deal.table().clone(), &reading, |_, _| {}), Verdict::Won { moves: line.len() });
}

#[test]
fn redeals_and_rotations_have_words() {
    let rules = Rules::named("mo").unwrap().xpat2_rules().unwrap();
    let (mut extras, mut refused) = (0, 0);
    for seed in 1..=60 {
        let deal = Deal::numbered(rules.clone(), rules.seed_of(seed).unwrap());
        let line = random_line(deal.table(), seed, 40);
        let has_extra = line.iter().any(|action| !matches!(action, Action::Move(_)));
        extras += usize::from(has_extra);
        for notation in [Notation::Words, Notation::Classic] {
            round_trip(deal.table(), &line, notation, Face::Ascii);
        }
        let fc_solve = Notation::FcSolve.write(deal.table(), &line, Face::Ascii);
        assert_eq!(matches!(fc_solve, Err(NotWritten::Extra { .. })), has_extra);
        refused += usize::from(has_extra);
    }
    assert!(extras > 10 && refused == extras, "{extras}");
}

fn read(deal: &str, text: &str) -> (Notation, Result<Vec<Action>, String>) {
    let deal: Deal = deal.parse().unwrap();
    let notation = Notation::of_text(text.as_bytes());
    let reading = notation.read(deal.table(), text.as_bytes());
    let read =
        reading.fault().map_or_else(|| Ok(reading.actions().collect()), |fault| Err(fault.to_string()));
    (notation, read)
}

#[test]
fn faults_name_their_line() {
    for (text, notation, fault) in [
        ("6a 6b\n\n31", Notation::Standard, "line 3, `31`: J♥ cannot go on 2♦"),
        ("6a 6a", Notation::Standard, "line 1, `6a`: cell a is taken"),
        ("6a a7\nc7", Notation::Standard, "line 1, `a7`: 4♥ cannot go on Q♣"),
        (
            "6a 6b\n17 V",
            Notation::Standard,
            "line 2, `17 V`: not a move in standard notation; it reads as one in classic notation",
        ),
        ("6a 6b\nhello", Notation::Standard, "line 2, `hello`: not a move in standard notation"),
        ("hello", Notation::Classic, "`hello` is not a move"),
        ("", Notation::Classic, ""),
        ("\n", Notation::Classic, "`` is not a move"),
        (
            "17 T\n6a 6b",
            Notation::Classic,
            "line 2, `6a 6b`: not a move in classic notation; it reads as one in standard notation",
        ),
        (
            "1. 4♥ → cell\n2. 4♥ column 6 → column 1",
            Notation::Words,
            "line 2, `2. 4♥ column 6 → column 1`: 4♥ does not lie there",
        ),
        ("1. AD -> cell", Notation::Words, "line 1, `1. AD -> cell`: A♦ lies under another card"),
        (
            "1. 4♥ → cell; up: A♥",
            Notation::Words,
            "line 1, `1. 4♥ → cell; up: A♥`: the text has other cards go up by themselves; see --foundations",
        ),
        (
            "1. 4♥ → cell\nMove a card from stack 1 to freecell 1",
            Notation::Words,
            "line 2, `Move a card from stack 1 to freecell 1`: not a move in words; it reads as one in fc-solve's notation",
        ),
        (
            "Move a card from stack 9 to freecell 0",
            Notation::FcSolve,
            "line 1, `Move a card from stack 9 to freecell 0`: there is no column 10",
        ),
    ] {
        let (found, read) = read("FreeCell.1", text);
        assert_eq!((found, read.err().unwrap_or_default().as_str()), (notation, fault), "{text:?}");
    }
}

/// Any empty column may be named; in the file there is only the first.
#[test]
fn any_empty_column_is_read() {
    let rules = Rules::freecell().with_foundations(Foundations::OneWay);
    let table = rules.read_board("Foundations: H-K D-K C-Q S-Q\nFreecells: KC KS\n").unwrap();
    let fc_solve = "Move a card from freecell 0 to stack 7\nMove 1 cards from stack 7 to stack 2\n\
        Move a card from freecell 1 to stack 4\nMove a card from stack 2 to the foundations\n\
        Move a card from stack 4 to the foundations\n";
    for (text, moves) in [("a3 b5 3h 5h", 4), ("a3 3b", 2), (fc_solve, 5)] {
        let reading = Notation::of_text(text.as_bytes()).read(&table, text.as_bytes());
        let verdict = check_read(table.clone(), &reading, |_, _| {});
        match moves {
            2 => assert!(matches!(verdict, Verdict::Illegal { at: 2, .. }), "{verdict:?}"),
            moves => assert_eq!(verdict, Verdict::Won { moves }),
        }
    }
    let columns = ["a3", "a8"].map(|text| Notation::Standard.read(&table, text.as_bytes()));
    assert!(columns.iter().all(|reading| reading.actions().map(|action| action.to_string()).eq(["48 V"])));
}

/// A game that is too wide for the digits.
#[test]
fn ten_columns_have_no_standard_notation() {
    let deal: Deal = "st.2".parse().unwrap();
    let reading = Notation::of_text(b"1a").read(deal.table(), b"1a");
    let fault = "line 1, `1a`: standard notation names at most 9 columns, and this game has 10";
    assert_eq!(reading.fault().unwrap().to_string(), fault);
}

/// Headings, other columns and cells than the first, hexadecimal numbers of cards, and lists of what goes up.
#[test]
fn texts_of_other_programs_are_read() {
    for line in include_str!("data/notation/deals.tsv").lines().filter(|line| !line.starts_with('#')) {
        let [name, foundations, notation, file] = line.split('\t').collect::<Vec<_>>()[..] else { panic!() };
        let (game, seed) = name.split_once('.').unwrap();
        let (_, kind) = Foundations::WORDS.into_iter().find(|(word, _)| *word == foundations).unwrap();
        let deal = deal(game, kind, seed.parse().unwrap());
        let text =
            std::fs::read(format!("{}/tests/data/notation/{file}", env!("CARGO_MANIFEST_DIR"))).unwrap();
        let found = Notation::of_text(&text);
        assert_eq!(found.to_string(), notation, "{file}");
        let verdict = check_read(deal.table().clone(), &found.read(deal.table(), &text), |_, _| {});
        assert!(matches!(verdict, Verdict::Won { .. }), "{file}: {verdict:?}");
    }
}

//! Saves that the real xpat2 wrote, and properties of every save.

use patience::{
    BadSave, Card, Column, Deal, Fill, Foundations, Play, Rules, Save, Table, Verdict, check, lines,
    write_lines,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// A file that xpat2 wrote. The bytes up to offset 32 hold a name and whatever was in memory.
fn real(name: &str) -> Vec<u8> {
    let path = format!("{}/tests/data/saves/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(path).unwrap()
}

const WON: [&str; 4] = [
    "FreeCell.000000123.ui-won",
    "Seahaven.000012345.ui-won",
    "MidnightOil.012345678.ui-won",
    "BakersDozen.000123456.ui-won",
];

fn solution(save: &Save) -> String {
    write_lines(&save.to_solution(save.rules()).unwrap())
}

fn refused(save: &Save, rules: &Rules) -> String {
    save.to_solution(rules).unwrap_err().to_string()
}

#[test]
fn won_games_convert_both_ways_to_the_byte() {
    for name in WON {
        let bytes = real(name);
        let save = Save::from_bytes(&bytes).unwrap();
        assert_eq!(name.strip_suffix(".ui-won"), Some(save.file_name().as_str()));
        let line = solution(&save);
        let verdict = check(save.deal().table().clone(), lines(line.as_bytes()), |_, _| {});
        assert!(matches!(verdict, Verdict::Won { .. }), "{name}: {verdict:?}");
        let again = Save::from_solution(&save.deal(), line.as_bytes()).unwrap();
        assert_eq!(again, save);
        assert_eq!(again.to_bytes()[32..], bytes[32..], "{name}");
    }
}

/// The lines that won these games in xpat2's window, as they are known apart from the saves.
#[test]
fn known_lines_become_the_saves() {
    for name in WON {
        let bytes = real(name);
        let save = Save::from_bytes(&bytes).unwrap();
        let start = format!("{}\t{}\t", save.rules().name(), save.seed().number());
        let known = include_str!("data/lines.tsv").lines().filter_map(|line| {
            line.strip_prefix(&start)?.strip_suffix("\twon").map(|moves| moves.replace(';', "\n"))
        });
        let saves =
            known.map(|moves| Save::from_solution(&save.deal(), moves.as_bytes()).unwrap().to_bytes());
        assert!(saves.into_iter().any(|save| save[32..] == bytes[32..]), "{name}");
    }
}

#[test]
fn unfinished_games_and_what_was_undone() {
    let save = Save::from_bytes(&real("FreeCell.000000002.undone")).unwrap();
    assert_eq!((save.words(), solution(&save).as_str()), (2, ""));
    let save = Save::from_bytes(&real("FreeCell.000000123.stale-padding")).unwrap();
    assert_eq!((save.words(), solution(&save).as_str()), (2, "33 T\n49 T\n"));
    assert!(!save.is_won());
}

#[test]
fn a_run_that_moved_at_once_moves_card_by_card() {
    let save = Save::from_bytes(&real("FreeCell.000000066.block2")).unwrap();
    assert_eq!(solution(&save), "12 T\n19 20\n12 19\n38 T\n");
}

/// xpat2 counts redeals in its files, but refuses to load a file with a count: none is written.
#[test]
fn rotations_and_redeals_convert_both_ways_to_the_byte() {
    let rules = Rules::named("mo").unwrap().xpat2_rules().unwrap();
    for (name, line) in [
        ("MidnightOil.000000005.rot-f", "DOWN 9 0\n"),
        ("MidnightOil.000000004.rot-redeal1", "TOP 24\n2 F\n3 F\n7 F\n11 F\n15 F\n6 F\n10 F\n14 F\nREDEAL\n"),
    ] {
        let mut bytes = real(name);
        let save = Save::from_bytes(&bytes).unwrap();
        let actions = write_lines(&save.to_solution(&rules).unwrap());
        assert_eq!(actions, line);
        let deal = Deal::numbered(rules.clone(), save.seed());
        let again = Save::from_solution(&deal, actions.as_bytes()).unwrap().to_bytes();
        bytes[84..88].fill(0);
        let words = 160 + 4 * save.words();
        assert_eq!(again[32..words], bytes[32..words], "{name}");
    }
}

#[test]
fn what_has_no_counterpart_is_refused_by_number_and_reason() {
    let read = |name: &str| Save::from_bytes(&real(name)).unwrap();
    let custom = Save::from_bytes(&real("FreeCell.000000077.custom-tmps2-slots9"));
    assert_eq!(custom, Err(BadSave::Customised { what: "slots", value: 9 }));
    let plain = Rules::named("mo").unwrap();
    let rotation = "move 1: these rules have no rotations";
    assert_eq!(refused(&read("MidnightOil.000000005.rot-f"), &plain), rotation);
    assert_eq!(refused(&read("MidnightOil.000000004.rot-redeal1"), &plain), rotation);
    let freecell = Rules::freecell();
    assert_eq!(
        refused(&read("MidnightOil.000000005.rot-f"), &freecell),
        "the save is of MidnightOil, not of FreeCell"
    );

    let mut won = real(WON[0]);
    let mut altered = |at: usize, word: u32| {
        let before = won.clone();
        won[160 + 4 * at..][..4].copy_from_slice(&word.to_be_bytes());
        let save = Save::from_bytes(&won).unwrap();
        won = before;
        refused(&save, &freecell)
    };
    assert_eq!(altered(0, 0x0c33_1814), "move 1: the word 0c331814 does not fit the table");
    assert_eq!(altered(3, 0xfff2_8000), "move 4: the word fff28000 has no meaning");
    assert_eq!(altered(3, 0xfff5_8000), "move 4: these rules have no redeals");
}

#[test]
fn wrong_solutions_are_refused_by_number_and_reason() {
    let refused = |deal: &str, file: &str| {
        let deal: Deal = deal.parse().unwrap();
        Save::from_solution(&deal, file.as_bytes()).unwrap_err().to_string()
    };
    assert_eq!(refused("fc.123", "33 T\n33 T\n"), "move 2: 9♠ is in a cell already");
    assert_eq!(refused("fc.123", "33 T\nhello"), "move 2: `hello` is not a move");
    assert_eq!(refused("bg.123", ""), "xpat2 does not have the game BakersGame");
    let deal: Deal = "fc.123".parse().unwrap();
    let board = Deal::from_board(deal.rules().clone(), &deal.table().to_board()).unwrap();
    let no_number = Save::from_solution(&board, b"").unwrap_err().to_string();
    assert_eq!(no_number, "only a deal by number can be saved for xpat2, not a board");
}

#[test]
fn seed_zero_is_the_last_one() {
    let deal: Deal = "st.1000000000".parse().unwrap();
    let save = Save::from_solution(&deal, b"").unwrap();
    assert_eq!(save.file_name(), "Seahaven.000000000");
    assert_eq!(Save::from_bytes(&save.to_bytes()).as_ref(), Ok(&save));
}

/// A player at xpat2's table, slow and plain: piles, and the words of what is done to them.
struct Player {
    play: Play,
    columns: usize,
    piles: Vec<Vec<Card>>,
    words: Vec<u32>,
}

impl Player {
    fn new(table: &Table, cells: &[usize]) -> Self {
        let mut piles = vec![Vec::new(); 4];
        piles.extend(table.columns().iter().map(|column| column.to_vec()));
        let columns = table.columns().len();
        piles.resize(4 + columns + usize::from(table.rules().cells) + 1, Vec::new());
        for (&cell, &card) in cells.iter().zip(table.cells()) {
            piles[4 + columns + cell].push(card);
        }
        Self { play: table.rules(), columns, piles, words: Vec::new() }
    }

    fn is_column(&self, pile: usize) -> bool {
        (4..4 + self.columns).contains(&pile)
    }

    fn may(&self, from: usize, count: usize, to: usize) -> bool {
        let (source, target) = (&self.piles[from], &self.piles[to]);
        if from == to || to + 1 == self.piles.len() || source.len() < count {
            return false;
        }
        let run = &source[source.len() - count..];
        let empty = |range: std::ops::Range<usize>| {
            range.filter(|&pile| pile != to && self.piles[pile].is_empty()).count()
        };
        let cells = empty(4 + self.columns..self.piles.len() - 1);
        let spaces = if self.play.fill == Fill::AnyCard { empty(4..4 + self.columns) } else { 0 };
        let is_run = run.windows(2).all(|pair| self.play.may_build(pair[1], pair[0]));
        if !is_run || count > (cells + 1) << spaces {
            return false;
        }
        match target.last() {
            _ if to < 4 => {
                count == 1
                    && run[0].suit() as usize == to
                    && usize::from(run[0].rank().number()) == target.len() + 1
            }
            Some(&on) => self.is_column(to) && self.play.may_build(run[0], on),
            None if self.is_column(to) => self.play.may_fill(run[0]),
            None => count == 1,
        }
    }

    fn go(&mut self, from: usize, count: usize, to: usize) {
        let end = |pile: usize| self.piles[..=pile].iter().map(Vec::len).sum::<usize>();
        let after = if from < to { end(to) - count } else { end(to) };
        let word = (end(from) - count) | to << 9 | after << 16 | from << 25;
        self.words.push(u32::try_from(word).unwrap());
        let at = self.piles[from].len() - count;
        let run = self.piles[from].split_off(at);
        self.piles[to].extend(run);
    }

    /// Plays at random; longer runs and columns are tried first.
    fn play(&mut self, choices: &[u32], first: usize) {
        for &choice in choices {
            let piles = first..self.piles.len();
            let all = piles.flat_map(|from| (0..self.piles.len()).map(move |to| (from, to)));
            let all = all.flat_map(|(from, to)| (1..8).map(move |count| (from, count, to)));
            let may: Vec<_> = all.filter(|&(from, count, to)| self.may(from, count, to)).collect();
            let best = may.iter().filter(|m| self.is_column(m.2) && !self.piles[m.2].is_empty()).copied();
            let best: Vec<_> = if choice % 4 == 0 { Vec::new() } else { best.collect() };
            let from = if best.is_empty() { &may } else { &best };
            let Some(&(from, count, to)) = from.get(choice as usize / 4 % from.len().max(1)) else { break };
            self.go(from, count, to);
        }
    }

    fn save(&self, title: &str, seed: u32) -> Vec<u8> {
        let mut header = [u32::MAX; 32];
        let count = u32::try_from(self.words.len()).unwrap();
        header[8..18].copy_from_slice(&[seed, count, count, 0, 0, 0, 0, 0x741a, 0, 0]);
        let mut bytes = title.as_bytes().to_vec();
        bytes.resize(32, 0);
        bytes.extend(header.iter().chain(&self.words).flat_map(|word| word.to_be_bytes()));
        bytes.resize(160 + self.words.len().div_ceil(16) * 64, 0xa5);
        bytes
    }
}

/// Game, xpat2's title, and the cells that are dealt a card.
const GAMES: [(&str, &str, &[usize]); 4] = [
    ("fc", "Free Cell", &[]),
    ("st", "Seahaven", &[0, 2]),
    ("mo", "Midnight Oil", &[]),
    ("bd", "Baker's Dozen", &[]),
];

/// Random players do what forced rules cannot follow, and each time the reason is the true one.
#[test]
fn forced_rules_refuse_only_what_they_must() {
    let rules = Rules::freecell();
    let mut seen = [0; 3];
    for seed in 1..=400 {
        let mut player = Player::new(&seeded(&rules, seed), &[]);
        let choices: Vec<_> =
            (0..150).map(|turn| (seed + 7919 * turn).wrapping_mul(2_654_435_761) >> 7).collect();
        player.play(&choices, 0);
        let save = Save::from_bytes(&player.save("Free Cell", seed)).unwrap();
        match save.to_solution(&rules).map_err(|why| why.to_string()) {
            Ok(_) => seen[0] += 1,
            Err(why) if why.ends_with("where every card goes as soon as it can") => seen[1] += 1,
            Err(why) if why.ends_with("where cards stay in these rules") => seen[2] += 1,
            Err(why) => panic!("seed {seed}: {why}"),
        }
    }
    assert_eq!(seen, [83, 35, 282]);
}

fn any_game() -> impl Strategy<Value = (&'static str, &'static str, &'static [usize])> {
    select(GAMES.to_vec())
}

/// A game as usual, with free foundations, or with xpat2's rules.
fn any_way_to_play() -> impl Strategy<Value = Rules> {
    (any_game(), 0..3).prop_map(|((game, ..), way)| {
        let rules = Rules::named(game).unwrap();
        match way {
            0 => rules,
            1 => rules.with_foundations(Foundations::Free),
            _ => rules.xpat2_rules().unwrap_or(rules),
        }
    })
}

fn seeded(rules: &Rules, seed: u32) -> Table {
    rules.deal(rules.seed(&seed.to_string()).unwrap())
}

/// The table at the end of a line.
fn end_of(table: Table, line: &str) -> Table {
    let mut end = None;
    let verdict = check(table, lines(line.as_bytes()), |_, table| end = Some(table.clone()));
    assert!(!matches!(verdict, Verdict::Illegal { .. }), "{verdict:?}");
    end.unwrap()
}

fn sorted(columns: impl Iterator<Item = Vec<Card>>) -> Vec<Vec<Card>> {
    let mut columns: Vec<_> = columns.collect();
    columns.sort();
    columns
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn lines_of_play_come_back(
        rules in any_way_to_play(), seed in 1..100_000_u32, choices in vec(any::<usize>(), 0..90)
    ) {
        let mut table = seeded(&rules, seed);
        table.normalise();
        let mut actions = Vec::new();
        for choice in choices {
            let legal = table.legal_actions();
            let Some(&action) = legal.get(choice % legal.len().max(1)) else { break };
            table.try_act(action).unwrap();
            actions.push(action);
        }
        let deal = Deal::numbered(rules.clone(), rules.seed(&seed.to_string()).unwrap());
        let save = Save::from_solution(&deal, write_lines(&actions).as_bytes()).unwrap();
        let read = Save::from_bytes(&save.to_bytes()).unwrap();
        prop_assert_eq!(read.to_bytes(), save.to_bytes());
        prop_assert_eq!(read.to_solution(&rules), Ok(actions));
    }

    /// With free foundations the line ends exactly where the player stands.
    #[test]
    fn runs_end_where_the_player_put_them(
        (game, title, cells) in any_game(), seed in 1..100_000_u32, choices in vec(any::<u32>(), 0..120)
    ) {
        let free = Rules::named(game).unwrap().with_foundations(Foundations::Free);
        let mut player = Player::new(&seeded(&free, seed), cells);
        player.play(&choices, 0);
        let save = Save::from_bytes(&player.save(title, seed)).unwrap();
        let end = end_of(seeded(&free, seed), &write_lines(&save.to_solution(&free).unwrap()));
        let heights = player.piles[..4].iter().map(|pile| u8::try_from(pile.len()).unwrap());
        prop_assert_eq!(end.foundations().to_vec(), heights.collect::<Vec<_>>());
        let columns = player.piles[4..4 + player.columns].iter().cloned();
        prop_assert_eq!(sorted(end.columns().iter().map(|c| c.to_vec())), sorted(columns));
    }

    /// With forced foundations the line ends where the player stands, less what is up.
    #[test]
    fn forced_putting_up_only_runs_ahead(
        (game, title, cells) in any_game(), seed in 1..100_000_u32, choices in vec(any::<u32>(), 0..120)
    ) {
        let rules = Rules::named(game).unwrap();
        let mut player = Player::new(&seeded(&rules, seed), cells);
        player.play(&choices, 4);
        let save = Save::from_bytes(&player.save(title, seed)).unwrap();
        let Ok(line) = save.to_solution(&rules) else { return Ok(()) };
        let end = end_of(seeded(&rules, seed), &write_lines(&line));
        let is_up = |card: &Card| end.foundations()[card.suit() as usize] >= card.rank().number();
        for suit in 0..4 {
            prop_assert!(usize::from(end.foundations()[suit]) >= player.piles[suit].len());
        }
        let columns = player.piles[4..4 + player.columns].iter();
        let left = columns.map(|pile| pile.iter().copied().filter(|card| !is_up(card)).collect());
        prop_assert_eq!(sorted(end.columns().iter().map(|c: &Column| c.to_vec())), sorted(left));
    }

    #[test]
    fn any_bytes_get_an_answer(bytes in vec(any::<u8>(), 0..400), at in 0..600_usize, byte in any::<u8>()) {
        prop_assert!(Save::from_bytes(&bytes).is_err());
        for name in WON {
            let mut bytes = real(name);
            let place = at % bytes.len();
            bytes[place] = byte;
            if let Ok(save) = Save::from_bytes(&bytes) {
                let _ = save.to_solution(save.rules());
            }
            bytes.truncate(at);
            let _ = Save::from_bytes(&bytes);
        }
    }
}

//! Any bytes at all given to the readers: an error or a value, never a panic.

mod random;
mod words;

use proptest::prelude::*;
use random::Random;
use rummy::{
    Canasta, Card, Command, Draft, Letter, Letters, Mahjong, MahjongTile, Rami, Rules, Rummikub,
    RummikubTile, Save, Target, Tile, judge,
};
use words::Few;

const WORDS: &str = "FACILE EXAMEN CARTON CANTON ELEVE BRILLANT";
const EXAMPLE: &str = include_str!("data/spec.rummy");

/// Reads bytes as a saved game of every rule set; what is read can be written and read again.
fn read_all(bytes: &[u8]) {
    read(&Letters::new(Few::new(WORDS)), bytes);
    read(&Rummikub::default(), bytes);
    read(&Rami, bytes);
    read(&Canasta, bytes);
    read(&Mahjong, bytes);
}

fn read<R: Rules>(rules: &R, bytes: &[u8]) {
    if let Ok(loaded) = Save::read(rules, bytes) {
        let again = Save::read(rules, loaded.save.write().as_bytes()).unwrap();
        assert_eq!(again, loaded);
    }
}

/// Reads bytes as a line that a player typed; what is read can be tried on a position and judged.
fn enter(line: &[u8]) {
    let rules = Letters::new(Few::new(WORDS));
    let position = Save::read(&rules, EXAMPLE.as_bytes()).unwrap().save.position;
    let _ = (
        Command::<RummikubTile>::read(line),
        Command::<Card>::read(line),
        Command::<MahjongTile>::read(line),
    );
    if let Ok(command) = Command::<Letter>::read(line) {
        let mut draft = Draft::new(&position);
        if draft.step(&rules, &command).is_ok() {
            let _ = judge(&rules, &position, &draft.turn(None));
            let _ = judge(&rules, &position, &draft.turn(Some(Letter::JOKER)));
        }
    }
}

/// Parts of files and of lines.
const TOKENS: [&str; 44] = [
    "(",
    ")",
    "(",
    ")",
    " ",
    "\n",
    "(joueurs",
    "(jeu",
    "(pioche",
    "(defausse",
    "(tour 1)",
    "(passes",
    "(graine",
    "(donne",
    "Ana",
    "true",
    "false",
    "0",
    "-1",
    "99999999999999999999",
    "*",
    "A",
    "E",
    "Z",
    "(12 rouge)",
    "(1 bleu)",
    "(0 noir)",
    "(13 jaune)",
    "10S",
    "9H",
    "AC",
    "3H",
    "7B",
    "E",
    "F1",
    "+",
    "put",
    "move",
    "draw",
    "discard",
    "done",
    "undo",
    "2",
    "é",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        read_all(&bytes);
        enter(&bytes);
    }

    #[test]
    fn any_tokens(picks in proptest::collection::vec(0..TOKENS.len(), 0..60)) {
        let text: Vec<&str> = picks.iter().map(|&i| TOKENS[i]).collect();
        read_all(text.join(" ").as_bytes());
        enter(text.join(" ").as_bytes());
    }
}

#[test]
fn a_good_file_with_some_bytes_changed() {
    let files = [
        EXAMPLE,
        "(joueurs (Ana 0 true ((1 bleu) *)) (Ben 3 false ()))(jeu ((1 bleu) * (3 bleu)))(pioche (4 noir))(tour 2)",
        "(joueurs (Ana 0 true (AS 10H *) (3H)) (Ben 3 false ()))(jeu (9S 9H 2C))(jeu)(pioche 4C)(defausse 3D)(tour 2)(passes 1)(graine 7)(donne 2)",
    ];
    for seed in 0..6000 {
        let mut random = Random::new(seed);
        let mut bytes = files[random.below(files.len())].as_bytes().to_vec();
        for _ in 0..=random.below(4) {
            let at = random.below(bytes.len());
            match random.below(3) {
                0 => bytes[at] = random.below(256) as u8,
                1 => drop(bytes.remove(at)),
                _ => bytes.insert(at, b"() *0"[random.below(5)]),
            }
        }
        read_all(&bytes);
    }
}

#[test]
fn entries_are_what_they_say() {
    let letters = |word: &str| word.bytes().filter_map(Letter::from_ascii).collect::<rummy::Meld<Letter>>();
    let read = |line: &str| Command::<Letter>::read(line.as_bytes());
    assert_eq!(read("+ (F A C I L E)"), Ok(Command::Add(vec![letters("FACILE")])));
    assert_eq!(read("(S E L) (M A I)"), Ok(Command::Table(vec![letters("SEL"), letters("MAI")])));
    assert_eq!(read("2 (S E L)"), Ok(Command::Replace(2, vec![letters("SEL")])));
    assert_eq!(read("move A 2 1"), Ok(Command::Move(letters("A")[0], 2, Target::Meld(1))));
    assert_eq!(read(" put * 12 "), Ok(Command::Put(Letter::JOKER, Target::Meld(12))));
    assert_eq!(read("draw"), Ok(Command::Draw));
    for (line, why) in [
        ("", "nothing was entered"),
        ("dance4", "`dance4` is not a command; `help` lists the commands"),
        ("put A", "`put` is not used like this; `help` shows how"),
        ("put A 0", "expected the number of a combination, found 0"),
        ("+ (9)", "expected a tile, found 9"),
    ] {
        assert_eq!(read(line).unwrap_err().to_string(), why, "{line}");
    }
}

/// A command is written in the form of saved games, which is read as the same command, and whatever players may type
/// instead becomes that form.
#[test]
fn short_entries_are_written_in_full() {
    fn check<T: Tile>(cases: &[(&str, &str)]) {
        for (line, full) in cases {
            let command = Command::<T>::read(line.as_bytes()).unwrap();
            assert_eq!(command.to_string(), *full, "{line}");
            assert_eq!(Command::read(full.as_bytes()), Ok(command), "{full}");
        }
    }
    check::<RummikubTile>(&[
        ("9b 9r 9k *", "+ ((9 bleu) (9 rouge) (9 noir) *)"),
        ("1J 1y 13n", "+ ((1 jaune) (1 jaune) (13 noir))"),
        ("(9b 9r 9k) (1b 2b 3b)", "((9 bleu) (9 rouge) (9 noir)) ((1 bleu) (2 bleu) (3 bleu))"),
        ("2 (9b) ((9 red))", "2 ((9 bleu)) ((9 rouge))"),
        ("2", "2"),
        ("2 ()", "2"),
        ("()", "()"),
        ("put 9b new", "put (9 bleu) new"),
        ("move 9b 2 new", "move (9 bleu) 2 new"),
    ]);
    check::<Card>(&[
        ("7h 8♥ 9H", "+ (7H 8H 9H)"),
        ("VP D♥ rk 10t", "+ (JS QH KD 10C)"),
        ("discard 9c", "discard 9C"),
    ]);
    check::<MahjongTile>(&[("1r 2R 3d", "+ (1D 2D 3D)"), ("o v b R", "+ (W G P R)")]);
    check::<Letter>(&[
        ("TEST", "+ (T E S T)"),
        ("(TEST) (ÉTÉ)", "+ (T E S T) (E T E)"),
        ("(TEST) (A B)", "(T E S T) (A B)"),
        ("c*rton", "+ (C * R T O N)"),
        ("DRAW", "+ (D R A W)"),
    ]);
    for line in ["14b", "0b", "9x", "9", "b", "9b 9q", "(9b", "9b)"] {
        let read = Command::<RummikubTile>::read(line.as_bytes());
        assert!(matches!(read, Err(_) | Ok(Command::Replace(9, _))), "{line}: {read:?}");
    }
}

/// Tiles of the hand and of the table are all that a draft has.
#[test]
fn a_draft_has_only_what_is_there() {
    let file =
        "(joueurs (Ana 0 true (7H 8H KD))(Ben 0 true ()))(jeu (2S 3S 4S 5S))(pioche 9H)(defausse 9H)(tour 1)";
    let position = Save::read(&Rami, file.as_bytes()).unwrap().save.position;
    let mut draft = Draft::new(&position);
    let enter = |draft: &mut Draft<Card>, line: &str| {
        draft.step(&Rami, &Command::read(line.as_bytes()).unwrap()).map_err(|why| why.to_string())
    };
    let missing = Err("9H is not in your hand".to_owned());
    assert_eq!(enter(&mut draft, "7h 8h 9h"), missing);
    assert_eq!(enter(&mut draft, "7h 7h"), Err("7H is not in your hand".to_owned()));
    assert!(draft.is_untouched());
    enter(&mut draft, "7h 8h").unwrap();
    enter(&mut draft, "move 5s 1 new").unwrap();
    enter(&mut draft, "3").unwrap();
    assert_eq!(
        draft.check_loose().unwrap_err().to_string(),
        "5S is loose: put every loose tile into a combination first, or reset"
    );
    enter(&mut draft, "put 5s 1").unwrap();
    assert_eq!(draft.check_loose(), Ok(()));
    draft.draw(&position.stock);
    enter(&mut draft, "put 9h 2").unwrap();
    assert_eq!((draft.steps(), draft.left().len()), (5, 1));
    while draft.undo().is_ok() {}
    assert_eq!((draft.left().len(), draft.table()), (4, position.table()), "the tile drawn stays");
    let mut draft = Draft::new(&position);
    draft.take_pile(&position.pile);
    enter(&mut draft, "7h 8h 9h").unwrap();
    draft.undo().unwrap();
    draft.undo().unwrap();
    assert_eq!(enter(&mut draft, "7h 8h 9h"), missing, "the pile is put back");
}

#[test]
fn a_draft_goes_forth_and_back() {
    let rules = Letters::new(Few::new("DROLE BOEUF ROLE BORDS OEUF"));
    let file = "(joueurs (Ana 0 true (R O S X))(Ben 0 true ()))(jeu (D R O L E)(B O E U F))(pioche)(tour 1)";
    let position = Save::read(&rules, file.as_bytes()).unwrap().save.position;
    let mut draft = Draft::new(&position);
    let mut enter =
        |line: &str| draft.step(&rules, &Command::read(line.as_bytes()).unwrap()).map_err(|e| e.to_string());
    enter("1 (R O L E)").unwrap();
    enter("2 (O E U F)").unwrap();
    enter("+ (B D R)").unwrap();
    enter("put O 3").unwrap();
    enter("undo").unwrap();
    enter("3 (B O R D)").unwrap();
    enter("put S 3").unwrap();
    assert_eq!(enter("put S 4"), Err("there is no combination 4".to_owned()));
    assert_eq!(enter("move X 1 2"), Err("X is not in combination 1".to_owned()));
    assert_eq!(enter("draw"), Err("this command does not change the table".to_owned()));
    let left = draft.left();
    assert_eq!(left.iter().map(|tile| tile.to_string()).collect::<String>(), "X");
    assert_eq!(judge(&rules, &position, &draft.turn(None)).unwrap().points, 8);
}

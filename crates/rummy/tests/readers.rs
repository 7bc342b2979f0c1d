//! Any bytes at all given to the readers: an error or a value, never a panic.

mod random;
mod words;

use proptest::prelude::*;
use random::Random;
use rummy::{Canasta, Command, Draft, Letter, Letters, Mahjong, Rami, Rules, Rummikub, Save, Tile, judge};
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
        let again = Save::read(rules, loaded.save.write(rules).as_bytes()).unwrap();
        assert_eq!(again, loaded);
    }
}

/// Reads bytes as a line that a player typed; what is read can be tried on a position and judged.
fn enter(line: &[u8]) {
    let rules = Letters::new(Few::new(WORDS));
    let position = Save::read(&rules, EXAMPLE.as_bytes()).unwrap().save.position;
    let _ = (
        Command::read(&Rummikub::default(), line),
        Command::read(&Rami, line),
        Command::read(&Mahjong, line),
    );
    if let Ok(command) = Command::read(&rules, line) {
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
    let rules = Letters::new(Few::new(WORDS));
    let read = |line: &str| Command::read(&rules, line.as_bytes());
    assert_eq!(read("+ (F A C I L E)"), Ok(Command::Add(vec![letters("FACILE")])));
    assert_eq!(read("(S E L) (M A I)"), Ok(Command::Table(vec![letters("SEL"), letters("MAI")])));
    assert_eq!(read("2 (S E L)"), Ok(Command::Replace(2, vec![letters("SEL")])));
    assert_eq!(read("move A 2 1"), Ok(Command::Move(letters("A")[0], 2, 1)));
    assert_eq!(read(" put * 12 "), Ok(Command::Put(Letter::JOKER, 12)));
    assert_eq!(read("draw"), Ok(Command::Draw));
    for (line, why) in [
        ("", "line 1, column 1: nothing was entered"),
        ("dance", "line 1, column 1: `dance` is not a command; `help` lists the commands"),
        ("put A", "line 1, column 1: `put` is not used like this; `help` shows how"),
        ("put A 0", "line 1, column 7: expected the number of a combination, found 0"),
        ("+ (É)", "line 1, column 4: expected a letter from A to Z or *, found É"),
    ] {
        assert_eq!(read(line).unwrap_err().to_string(), why, "{line}");
    }
}

#[test]
fn a_draft_goes_forth_and_back() {
    let rules = Letters::new(Few::new("DROLE BOEUF ROLE BORDS OEUF"));
    let file = "(joueurs (Ana 0 true (R O S X))(Ben 0 true ()))(jeu (D R O L E)(B O E U F))(pioche)(tour 1)";
    let position = Save::read(&rules, file.as_bytes()).unwrap().save.position;
    let mut draft = Draft::new(&position);
    let mut enter = |line: &str| {
        draft.step(&rules, &Command::read(&rules, line.as_bytes()).unwrap()).map_err(|e| e.to_string())
    };
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
    let left = draft.left(&position, &position.mover().tiles());
    assert_eq!(left.iter().map(|tile| tile.to_string()).collect::<String>(), "X");
    assert_eq!(judge(&rules, &position, &draft.turn(None)).unwrap().points, 8);
}

//! `tapis peg` on boards whose jumps are listed: diagonals, three dimensions, graphs.

use std::fs;

use crate::peg::Tapis;

const DIAGONALS: &str = "\
oooo
o.oo
oooo
oooo
more jumps:
a1-b2-c3
b1-c2-d3
c1-b2-a3
d1-c2-b3
a2-b3-c4
b2-c3-d4
c2-b3-a4
d2-c3-b4
";
const RING: &str = ".oo\nooo\njumps: a1-b1-c1-c2-b2-a2-a1-b1\n";
/// From a1 to b2 over b1 and over a2.
const SQUARE: &str = "oo\no.\njumps: a1-b1-b2-a2-a1-b1\n";
const CUBE: &str = "\
ooo ooo ooo
ooo o.o ooo
ooo ooo ooo
more jumps:
a1-e1-i1 b1-f1-j1 c1-g1-k1
a2-e2-i2 b2-f2-j2 c2-g2-k2
a3-e3-i3 b3-f3-j3 c3-g3-k3
";

/// Writes a board file; returns the option that names it.
fn board(tapis: &Tapis, text: &str) -> String {
    let path = tapis.cache.path().join("board.txt");
    fs::write(&path, text).unwrap();
    format!("--board {}", path.display())
}

#[test]
fn diagonal_jumps_solve_the_square() {
    let tapis = Tapis::new();
    let game = board(&tapis, DIAGONALS);
    let (code, text) = tapis.answer(&format!("show {game} --json"), "");
    assert!(code == 0 && text.contains("\"jumps\":48,\"symmetries\":8"), "{text}");
    assert_eq!(tapis.answer(&format!("show {game} --text"), ""), (0, DIAGONALS.to_owned()));
    let (code, solved) = tapis.answer(&format!("solve {game} --vacate a1"), "");
    assert_eq!(code, 0, "{solved}");
    assert_eq!(tapis.answer(&format!("check - {game} --vacate a1"), &solved).0, 0);
    let (code, fewest) = tapis.answer(&format!("solve {game} --vacate a1 --shortest"), "");
    assert_eq!(code, 0, "{fewest}");
    assert_eq!(tapis.answer(&format!("check - {game} --vacate a1"), &fewest).0, 0);
    let failed = tapis.run(&format!("moves {game} --notation course"), "");
    assert!(failed.code == Some(64) && failed.err.contains("without listed jumps"), "{}", failed.err);
    let failed = tapis.run(&format!("check - {game}"), "a1-b3");
    assert!(failed.code == Some(1) && failed.out.contains("not in the list of the board"), "{}", failed.out);
}

#[test]
fn a_cube_is_solved_proven_drawn_and_played() {
    let tapis = Tapis::new();
    let game = board(&tapis, CUBE);
    let (_, text) = tapis.answer(&format!("show {game} --json"), "");
    assert!(text.contains("\"jumps\":54,\"symmetries\":48"), "{text}");
    let (code, solved) = tapis.answer(&format!("solve {game} --vacate f2"), "");
    let solvable = code == 0;
    assert!(solvable || code == 2, "{solved}");
    let few = format!("{game} --bits 0b11011 --to a1");
    let certificate = tapis.cache.path().join("cube.cert");
    let (code, text) = tapis.answer(&format!("prove {few} -o {}", certificate.display()), "");
    assert_eq!(code, 0, "{text}");
    let (code, text) = tapis.answer(&format!("verify {}", certificate.display()), "");
    assert_eq!(code, 0, "{text}");
    let picture = tapis.cache.path().join("cube.svg");
    assert_eq!(tapis.answer(&format!("draw {game} -o {}", picture.display()), "").0, 0);
    assert_eq!(fs::read_to_string(&picture).unwrap().matches("<circle").count(), 27);
    let (_, text) = tapis.answer(&format!("play {game} --vacate a1 --json"), "i1-a1\nundo\n");
    assert!(text.contains("more jumps:"), "{text}");
    let (code, text) = tapis.answer(&format!("images {game} --vacate a1"), "");
    assert!(code == 0 && text.contains("8 images that are not alike"), "{text}");
}

/// A ring of six holes: any vacancy is lost but for parity of none, which the search says too.
#[test]
fn a_ring_has_its_own_jumps_and_symmetries() {
    let tapis = Tapis::new();
    let game = board(&tapis, RING);
    let (_, text) = tapis.answer(&format!("show {game} --json"), "");
    assert!(text.contains("\"jumps\":12,\"symmetries\":12"), "{text}");
    assert_eq!(tapis.answer(&format!("moves {game}"), ""), (0, "c1-a1\nb2-a1\n".to_owned()));
    let (code, text) = tapis.answer(&format!("survey {} --csv", &game["--board ".len()..]), "");
    assert!(code == 0 && text.lines().count() == 2 && text.contains("\na1,,6,"), "{text}");
}

#[test]
fn a_jump_over_either_of_two_pegs_says_which() {
    let tapis = Tapis::new();
    let game = board(&tapis, SQUARE);
    assert_eq!(tapis.answer(&format!("moves {game}"), ""), (0, "a1-b2/b1\na1-b2/a2\n".to_owned()));
    let failed = tapis.run(&format!("check - {game}"), "a1-b2");
    assert!(failed.code == Some(1) && failed.out.contains("as in a1-c1/b1"), "{}", failed.out);
    let (code, text) = tapis.answer(&format!("check - {game} --pegs 2"), "a1-b2/b1");
    assert!(code == 0 && text.contains("won: 2 pegs"), "{text}");
    let (code, text) = tapis.answer(&format!("check - {game} --remove a2 --pegs 1"), "a1-b2");
    assert!(code == 0, "the only peg between: {text}");
    let (code, solved) = tapis.answer(&format!("solve {game}"), "");
    assert!(code == 0 && solved.contains('/'), "{solved}");
    assert_eq!(tapis.answer(&format!("check - {game}"), &solved).0, 0);
}

#[test]
fn faults_of_a_list_name_the_line() {
    let tapis = Tapis::new();
    for (list, part) in [
        ("jumps:\na1-b1\n", "line 3: `a1-b1` is not a jump"),
        ("jumps:\na1-b1-d1\n", "line 3: there is no hole d1 on this board"),
        ("jumps:\n", "no jump is listed"),
    ] {
        let failed = tapis.run(&format!("show {}", board(&tapis, &format!("ooo\n{list}"))), "");
        assert!(failed.code == Some(65) && failed.err.contains(part), "{}", failed.err);
    }
    let game = board(&tapis, RING);
    let failed = tapis.run(&format!("show {game} --from -"), ".oo\nooo\njumps: a1-b1-c1\n");
    assert!(failed.code == Some(65) && failed.err.contains("other jumps"), "{}", failed.err);
}

//! `tapis peg` for courses and reports: goals by number, positions in other forms, all solutions, certificates.

use std::fs;

use crate::peg::Tapis;
use crate::run::{program, run};

#[test]
fn goals_by_number_of_pegs() {
    let tapis = Tapis::new();
    let (code, text) = tapis.answer("solve --board french --vacate d4 --fewest-pegs", "");
    assert_eq!(code, 0, "{text}");
    assert!(
        text.contains("solved: 2 pegs after 34 jumps") && text.contains("1 peg cannot be left:"),
        "{text}"
    );
    let (code, json) = tapis.answer("solve --board french --vacate d4 --fewest-pegs --json", "");
    assert!(code == 0 && json.contains("\"pegs\":2,\"proven\":true"), "{json}");
    for goal in ["--pegs 5", "--until-pegs 5"] {
        let (code, text) = tapis.answer(&format!("solve {goal}"), "");
        assert!(code == 0 && text.contains("solved: 5 pegs after 27 jumps"), "{text}");
        let (code, text) = tapis.answer(&format!("check - {goal}"), &text);
        assert!(code == 0 && text.contains("won: 5 pegs"), "{text}");
    }
    assert_eq!(tapis.answer("solve --from - --pegs 3", "oo.\n").0, 2);
    assert_eq!(tapis.answer("solve --from - --until-pegs 3", "oo.\n").0, 0);
    let (_, text) = tapis.answer("count --from - --pegs 2 --only solutions", "oo.oo.\n");
    assert_eq!(text, "4 solutions\n");
    assert_eq!(tapis.run("solve --pegs 2 --to d4", "").code, Some(64));
}

/// An asymmetric position in every form: what is written is read back.
#[test]
fn positions_in_every_form() {
    let tapis = Tapis::new();
    let change = "--vacate d4 --add d4 --remove c1,a3,g5,F4";
    let (_, text) = tapis.answer(&format!("show {change} --text"), "");
    assert_eq!(text, "  .oo\n  ooo\n.oooooo\nooooo.o\noooooo.\n  ooo\n  ooo\n");
    for form in ["text", "picture", "matrix", "caml"] {
        let (code, written) = tapis.answer(&format!("show {change} --as {form}"), "");
        assert_eq!(code, 0);
        assert_eq!(tapis.answer("show --from - --text", &written), (0, text.clone()), "{form}: {written}");
    }
    let (_, matrix) = tapis.answer(&format!("show {change} --as matrix"), "");
    assert_eq!(matrix.lines().next(), Some("2201122"), "the first line is column a, top to bottom");
    let spaced: String = matrix.chars().flat_map(|c| [c, ' ']).collect();
    assert_eq!(tapis.answer("show --from - --text", &spaced), (0, text.clone()));
    let (_, number) = tapis.answer(&format!("show {change} --as number"), "");
    assert_eq!(tapis.answer(&format!("show --bits {} --text", number.trim()), ""), (0, text.clone()));
    let csv = tapis.cache.path().join("line.csv");
    tapis.answer(&format!("check - {change} --csv {}", csv.display()), "");
    assert_eq!(tapis.answer(&format!("show --from {} --text", csv.display()), ""), (0, text));
    for (line, input, code) in [
        ("show --bits 0x200000000", "", 64),
        ("show --add d1", "", 64),
        ("show --remove d4", "", 64),
        ("show --from -", "5, [| [|1;1;0|] |]", 65),
        ("show --from -", "3, [| [|2;2;1", 65),
        ("show --from -", "oOo\n", 65),
        ("show --board triangle15 --as caml", "", 64),
    ] {
        assert_eq!(tapis.run(line, input).code, Some(code), "{line}");
    }
}

#[test]
fn the_course_numbers_reach_the_pictures() {
    let tapis = Tapis::new();
    let (_, text) = tapis.answer("show --notation course", "");
    assert!(text.starts_with("    0 1 2 3 4 5 6\n  0     o o o\n  1     o o o\n"), "{text}");
    let mut command = program("tapis", ["peg", "show", "--notation", "course", "--remove", "(2,0),(3,0)"]);
    assert!(run(&mut command).out.contains("  0     . . o\n"));
}

#[test]
fn images_that_differ() {
    let tapis = Tapis::new();
    let (code, text) = tapis.answer("images --remove a3", "");
    assert_eq!(code, 0);
    assert!(
        text.ends_with("8 images that are not alike, by 8 ways to turn and mirror the board\n"),
        "{text}"
    );
    let (_, json) = tapis.answer("images --json", "");
    assert_eq!(json.matches("\"number\":").count(), 1);
}

#[test]
fn upper_case_is_read() {
    let tapis = Tapis::new();
    assert_eq!(
        tapis.answer("moves --board English --play D2-D4", ""),
        tapis.answer("moves --play d2-d4", "")
    );
    assert_eq!(tapis.answer("moves --vacate D3", ""), tapis.answer("moves --vacate d3", ""));
}

/// Tables for all positions would take more than a gibibyte; the first solution comes without them.
#[test]
fn all_solutions_are_listed_on_every_board() {
    let tapis = Tapis::new();
    let few = "  ...\n  ...\n  ...\n.........\n..ooo....\n....o....\n  ...\n  ...\n  ...\n";
    let few = few.replace("  ...\n", "   ...\n");
    let (code, text) = tapis.answer("solve --all --from -", &few);
    let (_, count) = tapis.answer("count --only solutions --from -", &few);
    assert_eq!((code, count), (0, format!("{} solutions\n", text.lines().count())));
    let (code, text) = tapis.answer("solve --all --first 3 --board french --vacate d2", "");
    assert_eq!((code, text.lines().count()), (0, 3), "{text}");
    let (code, json) = tapis.answer("solve --all --board wiegleb --vacate e1 --to e1 --nodes 500 --json", "");
    assert_eq!((code, json.as_str()), (1, "{\"verdict\":\"gave_up\",\"reason\":\"node limit reached\"}\n"));
    let none = tapis.answer("solve --all --from - --to a1", "oo.\n");
    assert_eq!(none, (2, "impossible: every line of play was searched\n".to_owned()));
    let none = tapis.answer("solve --all --from - --to a1 --json", "oo.\n");
    let json = "{\"verdict\":\"impossible\",\"reason\":\"every line of play was searched\"}\n";
    assert_eq!(none, (2, json.to_owned()));
    let (code, text) = tapis.answer("solve --all --board french --vacate d4", "");
    assert_eq!(
        (code, text.trim()),
        (2, "impossible: the position class of the start is not that of the goal")
    );
    let (code, text) = tapis.answer("solve --shortest --board french --vacate d3 --to d2 --memory 40M", "");
    assert!(code == 1 && text.contains("memory limit reached") && !text.contains("MiB"), "{text}");
}

#[test]
fn numbers_agree_with_their_nouns() {
    let tapis = Tapis::new();
    let (_, text) = tapis.answer("show --from -", "oo.\n");
    assert!(text.ends_with("-: 3 holes, 2 pegs, 1 jump possible, number 3\n"), "{text}");
    let (_, text) = tapis.answer("solve --from - --longest-sweep", "oo.\n");
    assert!(text.ends_with("the longest sweep asked for has 1 jump\n"), "{text}");
    let (_, text) = tapis.answer("count --from - --only solutions", "oo.\n");
    assert_eq!(text, "1 solution\n");
    let (_, text) = tapis.answer("count --board triangle15 --vacate a1 --only solutions", "");
    assert_eq!(text, "29,760 solutions\n");
    let (_, text) = tapis.answer("count --from -", "o..\n");
    assert!(text.contains("1 position, 1 up to symmetry, 1 dead end\n"), "{text}");
    let (_, text) = tapis.answer("statistics --from -", "o..\n");
    assert!(text.starts_with("no jump is possible: the start is a dead end\n"), "{text}");
}

#[test]
fn tables_without_a_place_are_not_built() {
    let tapis = Tapis::new();
    let mut command = program("tapis", "peg cache build --board triangle15".split(' '));
    let file = tapis.cache.path().join("file");
    fs::write(&file, "").unwrap();
    let ran = run(command.env("HOME", &file).env("XDG_CACHE_HOME", &file));
    assert_eq!((ran.code, ran.out.as_str()), (Some(73), ""), "{}", ran.err);
}

/// The CRC-32 of some bytes.
fn sum(bytes: &[u8]) -> u32 {
    let bit = |sum: u32, _| if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 };
    !bytes.iter().fold(u32::MAX, |sum, &byte| (0..8).fold(sum ^ u32::from(byte), bit))
}

#[test]
fn certificates_are_written_verified_and_refused() {
    let tapis = Tapis::new();
    let path = tapis.cache.path().join("proof");
    let path = path.to_str().unwrap();
    for (game, positions) in
        [("--board french --vacate d4", false), ("--board triangle15 --vacate b3 --to a1", true)]
    {
        let (code, text) = tapis.answer(&format!("prove {game} -o {path}"), "");
        assert_eq!(code, 0, "{text}");
        assert_eq!(text.contains("by a closed set of"), positions, "{text}");
        let (code, text) = tapis.answer(&format!("verify {path}"), "");
        assert!(code == 0 && text.contains("verified: "), "{text}");
    }
    let proof = fs::read_to_string(path).unwrap();
    let empty = proof.lines().map(|line| if line.starts_with("goal") { "goal position 0" } else { line });
    let mut empty: Vec<_> = empty.take_while(|line| !line.starts_with("end")).collect();
    empty.push("");
    let empty = empty.join("\n");
    fs::write(path, format!("{empty}end {:08x}\n", sum(empty.as_bytes()))).unwrap();
    let (code, text) = tapis.answer(&format!("verify {path}"), "");
    assert!(code == 1 && text.contains("refused: that an empty board cannot be reached"), "{text}");
    fs::write(path, proof.replace("goal position", "goal position ")).unwrap();
    assert_eq!(tapis.run(&format!("verify {path}"), "").code, Some(65));
    let (code, text) = tapis.answer(&format!("prove --board triangle15 -o {path}x"), "");
    assert_eq!((code, text.as_str()), (1, "solvable: there is nothing to prove\n"));
    assert!(!fs::exists(format!("{path}x")).unwrap());
}

#[test]
fn a_certificate_is_read_within_the_memory_and_from_standard_input() {
    let tapis = Tapis::new();
    let proven = tapis.run("prove --board triangle15 --vacate b3 --to a1 -o -", "");
    assert!(proven.code == Some(0) && proven.out.starts_with("tapis peg certificate 1\n"), "{}", proven.out);
    assert!(proven.err.starts_with("proven: no solution, by a closed set of "), "{}", proven.err);
    let (code, text) = tapis.answer("verify -", &proven.out);
    assert!(code == 0 && text.contains("verified: 1 peg at a1 cannot be reached"), "{text}");
    let limited = (1, "not verified: memory limit reached\n".to_owned());
    assert_eq!(tapis.answer("verify - --memory 1K", &proven.out), limited);
    let limited = (1, "not verified: time limit reached\n".to_owned());
    assert_eq!(tapis.answer("verify - --time 0", &proven.out), limited);
    let (code, json) = tapis.answer("verify - --memory 1K --json", &proven.out);
    assert_eq!((code, json.as_str()), (1, "{\"holds\":null,\"why\":\"memory limit reached\"}\n"));
    let path = tapis.cache.path().join("damaged");
    let mut bytes = proven.out.into_bytes();
    bytes[60] = 0xc3;
    fs::write(&path, bytes).unwrap();
    let damaged = tapis.run(&format!("verify {}", path.display()), "");
    assert!(damaged.code == Some(65) && damaged.err.ends_with("not UTF-8 text\n"), "{}", damaged.err);
    if cfg!(unix) {
        let endless = tapis.run("verify /dev/zero", "");
        let title = "tapis: /dev/zero: it does not begin with `tapis peg certificate 1`\n";
        assert_eq!((endless.code, endless.err.as_str()), (Some(65), title));
    }
}

#[test]
fn statistics_of_the_small_triangle() {
    let tapis = Tapis::new();
    let (code, text) = tapis.answer("statistics --board triangle15 --vacate a1 --json", "");
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("\"complete_games\":\"568630\""), "{text}");
    let (code, text) = tapis.answer("statistics --board triangle15 --vacate a1 --to a1 --only minimal", "");
    assert!(code == 0 && text.contains("solutions of 10 moves, "), "{text}");
}

/// Also where an argument says so before any table is built, on a board too large for one.
#[test]
fn statistics_say_that_there_is_no_solution() {
    let tapis = Tapis::new();
    let game = "statistics --only minimal --board triangle15 --vacate b3 --to a1";
    let searched = "no solution: every line of play was searched\n";
    assert_eq!(tapis.answer(game, ""), (0, searched.to_owned()));
    let json = "{\"no_solution\":\"every line of play was searched\"}\n";
    assert_eq!(tapis.answer(&format!("{game} --json"), ""), (0, json.to_owned()));
    let class = "no solution: the position class of the start is not that of the goal\n";
    for board in ["triangle10 --to a1", "wiegleb --vacate e5 --to d5"] {
        let answer = tapis.answer(&format!("statistics --only minimal --board {board}"), "");
        assert_eq!(answer, (0, class.to_owned()), "{board}");
    }
}

/// The lists of `statistics --only minimal` are lines of play; a text without any is an error.
#[test]
fn minimal_solutions_pass_the_check_and_nothing_is_not_a_line() {
    let tapis = Tapis::new();
    let game = "--board triangle15 --vacate a1 --to a1";
    let list = |options: &str| tapis.answer(&format!("statistics {game} --only minimal{options}"), "").1;
    let (text, json) = (list(""), list(" --json"));
    let lines = text.lines().count() - 1;
    for (options, list) in [(" --each-line", &text), ("", &json)] {
        let (code, verdicts) = tapis.answer(&format!("check - {game}{options}"), list);
        assert_eq!((code, verdicts.lines().count()), (0, lines), "{verdicts}");
    }
    let nothing = "tapis: -: no line of play\n";
    let lost = "{\"no_solution\":\"every line of play was searched\"}\n";
    for input in ["", "# a remark\n", "gave up: time limit reached\n", "no solution: why\n", lost, "{}"] {
        for line in ["check -", "check - --each-line", "draw --line - -o -"] {
            let failed = tapis.run(line, input);
            assert_eq!((failed.code, failed.err.as_str()), (Some(65), nothing), "{line}: {input}");
        }
    }
    let (_, solved) = tapis.answer("solve --from -", "o..\n");
    let start = tapis.cache.path().join("won.txt");
    fs::write(&start, "o..\n").unwrap();
    let (code, text) = tapis.answer(&format!("check - --from {}", start.display()), &solved);
    assert!(code == 0 && text.contains("won: one peg at a1 after 0 jumps"), "{text}");
}

#[test]
fn problems_that_are_not_graded_say_why() {
    let tapis = Tapis::new();
    let (code, text) = tapis.answer("problems --grade --nodes 10", "");
    assert!(code == 1 && text.contains("  not graded: node limit reached\n"), "{text}");
    let (code, json) = tapis.answer("problems --grade --time 1ms --json", "");
    assert!(code == 1 && json.contains("\"not_graded\":\"time limit reached\""), "{json}");
}

#[test]
fn problems_have_names() {
    let tapis = Tapis::new();
    let (code, text) = tapis.answer("problems", "");
    assert!(code == 0 && text.contains("Fireplace"), "{text}");
    let (code, text) = tapis.answer("solve --problem fireplace", "");
    assert!(code == 0 && text.contains("solved: one peg at d4 after 10 jumps"), "{text}");
    assert_eq!(tapis.run("solve --problem nothing", "").code, Some(64));
}

#[test]
fn pictures_to_print() {
    let tapis = Tapis::new();
    let path = tapis.cache.path().join("picture.svg");
    let draw = |options: &str, input: &str| {
        let (code, text) = tapis.answer(&format!("draw {options} -o {}", path.display()), input);
        assert_eq!((code, text.as_str()), (0, ""), "{options}");
        fs::read_to_string(&path).unwrap()
    };
    let picture = draw("--board triangle15", "");
    assert_eq!(picture.matches("<circle").count(), 15);
    let (_, solved) = tapis.answer("solve --problem Cross", "");
    let picture = draw("--problem Cross --line -", &solved);
    let moves = solved.lines().filter(|line| line.contains('-')).count();
    assert_eq!(picture.matches("<polyline").count(), moves);
    assert_eq!(picture.matches("<circle").count(), 33 * (moves + 1));
    let sheet = "--board triangle15 --sheet 5 --difficulty medium --seed 3";
    let picture = draw(sheet, "");
    assert_eq!(picture.matches("<circle").count(), 15 * 5);
    assert!(picture.contains(">Solutions<") && picture.contains(">5. "), "{picture}");
    assert_eq!(draw(sheet, ""), picture, "the seed decides");
    assert_ne!(draw(&sheet.replace("seed 3", "seed 4"), ""), picture);
    assert_eq!(tapis.run("draw --line - -o /nonexistent/x.svg", "d4-d2").code, Some(65));
    assert_eq!(tapis.answer(&format!("draw {sheet} -o -"), ""), (0, draw(sheet, "")));
}

#[test]
fn pictures_to_print_name_rows_columns_and_the_goal() {
    let tapis = Tapis::new();
    let draw = |options: &str, input: &str| tapis.answer(&format!("draw {options} -o -"), input).1;
    let names = |picture: &str| {
        let labels = picture.lines().filter(|line| line.contains("text-anchor"));
        let text = |line: &str| line[line.find('>').unwrap() + 1..line.rfind("</").unwrap()].to_owned();
        labels.map(text).collect::<Vec<_>>().join(" ")
    };
    let goals = |picture: &str| picture.matches("class=\"goal\"").count();
    let picture = draw("--to d4", "");
    assert_eq!((names(&picture).as_str(), goals(&picture)), ("1 2 3 4 5 6 7 a b c d e f g", 1));
    let course = "0 1 2 3 4 5 6 0 1 2 3 4 5 6";
    assert_eq!(names(&draw("--notation course", "")), course);
    let line = draw("--notation course --line -", "(3,1) b");
    assert_eq!((names(&line), goals(&line)), (format!("{course} {course}"), 0));
    let sheet = draw("--sheet 2 --notation course", "");
    assert_eq!((names(&sheet), goals(&sheet)), (format!("{course} {course}"), 2));
    assert_eq!(names(&draw("--board triangle10", "")), "1 2 3 4");
}

#[test]
fn a_sheet_names_the_limit_that_ended_it() {
    let tapis = Tapis::new();
    let path = tapis.cache.path().join("sheet.svg");
    for (limit, reason) in [
        ("--board triangle15 --memory 1", "memory limit reached"),
        ("--board hexagon61 --nodes 3", "node limit reached"),
        ("--board hexagon61 --time 100ms", "time limit reached"),
    ] {
        let line = format!("draw --sheet 50 --difficulty hard {limit} -o {}", path.display());
        assert_eq!(tapis.answer(&line, ""), (1, format!("gave up: {reason}\n")), "{limit}");
    }
    assert!(!path.exists());
    let failed = tapis.run("draw --board triangle6 --sheet 9 --difficulty hard -o -", "");
    let few = "tapis: this board has only 0 such problems, of 9 asked for\n";
    assert_eq!((failed.code, failed.out.as_str(), failed.err.as_str()), (Some(64), "", few));
}

#[test]
fn a_large_table_is_announced_and_need_not_be_kept() {
    let tapis = Tapis::new();
    let game = "play --board english --vacate d4 --to d4";
    let first = tapis.run(game, "quit\n");
    assert!(first.err.starts_with("a table of solvable positions is made once: "), "{}", first.err);
    assert_eq!(tapis.run(game, "quit\n").err, "", "it was kept");
    let (_, list) = tapis.answer("cache list", "");
    let file = list.lines().next().unwrap().split_whitespace().nth(1).unwrap();
    let folder = std::path::Path::new(file).parent().unwrap().to_owned();
    fs::remove_dir_all(&folder).unwrap();
    fs::write(&folder, "").unwrap();
    let unkept = tapis.run("play --board triangle15", "hint\nquit\n");
    assert!(unkept.err.starts_with("the table is not kept for the next game: "), "{}", unkept.err);
    assert!(unkept.out.contains("hint: "), "{}", unkept.out);
}

/// Ten pegs on a board of 45 holes: no tables, all figures.
#[test]
fn statistics_of_large_boards_with_few_pegs() {
    let tapis = Tapis::new();
    let empty = "   ...\n".repeat(3);
    let few = format!("{empty}.........\n..oooo...\n...oo....\n{empty}");
    let (code, text) = tapis.answer("statistics --from -", &few);
    assert_eq!(code, 0, "{text}");
    for part in [
        "a shortest game to a dead end: ",
        " complete games",
        " %",
        "moves       positions",
        "up to symmetry and order",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let (_, text) = tapis.answer("statistics --from - --only chance", "oo.\n");
    assert_eq!(text, "1 complete game\nchance of a win by random play: 100 %\n");
}

/// The first lines come at once where no tables fit, and the list can be continued.
#[test]
fn the_list_of_a_large_board_begins_at_once() {
    let tapis = Tapis::new();
    let (code, text) = tapis.answer("solve --all --first 5 --board wiegleb", "");
    let lines: Vec<_> = text.lines().collect();
    assert_eq!((code, lines.len()), (0, 5), "{text}");
    let (_, rest) = tapis.answer("solve --all --first 2 --after - --board wiegleb", lines[2]);
    assert_eq!(rest.lines().collect::<Vec<_>>(), lines[3..]);
}

/// The positions that a pagoda function excludes are counted, not listed; the weights stand on the board as parities do.
#[test]
fn a_pagoda_function_is_shown_once() {
    let tapis = Tapis::new();
    let (code, text) = tapis.answer("solve --from - --pegs 2", "ooo\no..\n");
    let shown = "\n     a  b  c\n  1 -1  0 -1\n  2 -1  1  0\nIn every jump a over b into c,";
    assert!(code == 2 && text.contains(shown), "{text}");
    assert!(
        text.ends_with("That excludes 15 of the 15 positions asked for. They weigh -2 or more.\n"),
        "{text}"
    );
}

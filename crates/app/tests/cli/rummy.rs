//! `tapis rummy` as a user meets it.

use std::fs;
use std::io::Read;
use std::path::PathBuf;
use std::process::Stdio;

use tempfile::TempDir;

use crate::run::{Run, run_with, tapis_in};

/// A folder with files in it, in which the program runs.
struct Folder(TempDir);

impl Folder {
    fn new(files: &[(&str, &str)]) -> Self {
        let folder = Self(TempDir::new().unwrap());
        for (name, text) in files {
            fs::write(folder.path(name), text).unwrap();
        }
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn tapis(&self, args: &str, input: &str) -> Run {
        run_with(&mut tapis_in(self.0.path(), args), input)
    }
}

const WORDS: &str = "drôle\nbœuf\nrôle\nbords\nœuf\ncarton\ncanton\n";
const BEFORE: &str =
    "(joueurs (Ana 0 true (R O S X)) (Ben 0 true (A)))\n(jeu (D R O L E) (B O E U F))\n(pioche)\n(tour 1)\n";
const AFTER: &str = "(joueurs (Ana 8 true (X)) (Ben 0 true (A)))\n(jeu (R O L E) (B O R D S) (O E U F))\n(pioche)\n(tour 2)\n";

#[test]
fn check_says_yes_or_no_and_why() {
    let folder = Folder::new(&[("words", WORDS), ("before", BEFORE), ("after", AFTER)]);
    let check = "rummy check before after --rules letters --dictionary words --lenient";
    let run = folder.tapis(check, "");
    assert_eq!(
        run,
        Run { code: Some(0), out: "legal: O R S placed, value 3, points 8\n".into(), err: String::new() }
    );
    let run = folder.tapis(&format!("{check} --json"), "");
    assert_eq!(run.out, "{\"legal\":true,\"value\":3,\"points\":8,\"placed\":[\"O\",\"R\",\"S\"]}\n");
    fs::write(folder.path("after"), AFTER.replace("Ana 8", "Ana 9")).unwrap();
    let run = folder.tapis(check, "");
    let out = "not legal: after this turn Ana has 8 points, not 9\n".into();
    assert_eq!(run, Run { code: Some(1), out, err: String::new() });
    let run = folder.tapis(&format!("{check} --json"), "");
    assert_eq!(run.out, "{\"legal\":false,\"why\":\"after this turn Ana has 8 points, not 9\"}\n");
}

#[test]
fn tiles_that_do_not_add_up_give_a_warning() {
    let folder = Folder::new(&[("words", WORDS), ("before", BEFORE), ("after", AFTER)]);
    let run = folder.tapis("rummy check before after --rules letters --dictionary words", "");
    assert_eq!(run.code, Some(0));
    assert!(
        run.err.contains("tapis: before: the tiles do not add up to the bag: 1 A instead of 8,"),
        "{}",
        run.err
    );
}

#[test]
fn bad_input_gets_one_clear_line() {
    let folder =
        Folder::new(&[("good", "(joueurs (A 0 true ()))(jeu)(pioche)(tour 1)"), ("bad", "(joueurs\n (A 0")]);
    for (args, code, err) in [
        (
            "rummy check good bad --rules rummikub --lenient",
            65,
            "tapis: bad: line 2, column 2: this ( is never closed\n",
        ),
        (
            "rummy check good none --rules rami --lenient",
            66,
            "tapis: cannot read none: No such file or directory (os error 2)\n",
        ),
        ("rummy play rummikub --players Ana", 64, "tapis: rummikub is for 2 to 4 players, not for 1\n"),
        ("rummy play rummikub --players Ana,Ana", 64, "tapis: two players are called Ana\n"),
        (
            "rummy play rummikub --players Ana,(",
            64,
            "tapis: `(` cannot be a name: a name is a word without blanks and parentheses\n",
        ),
        (
            "rummy play rami --players Ana,Ben --jokers free",
            64,
            "tapis: --jokers is for letters and rummikub; this game has a rule of its own\n",
        ),
    ] {
        let run = folder.tapis(args, "");
        assert_eq!((run.code, run.err.as_str()), (Some(code), err), "{args}");
    }
}

#[test]
fn a_turn_is_entered_step_by_step() {
    let folder = Folder::new(&[("words", WORDS), ("game", BEFORE)]);
    let play = "rummy play letters --load game --classic saved --dictionary words --lenient";
    let lines = "1 (R O L E)\n2 (B O R D) (O E U F)\ndone\nput S 2\ndone\nquit\n";
    let run = folder.tapis(play, lines);
    assert_eq!((run.code, run.err.as_str()), (Some(1), ""));
    assert!(run.out.contains("not legal: (B O R D) is not in the dictionary"), "{}", run.out);
    assert!(run.out.contains("Ana places O R S for 8 points"), "{}", run.out);
    let saved = fs::read_to_string(folder.path("saved")).unwrap();
    assert_eq!(saved.split_whitespace().collect::<String>(), AFTER.split_whitespace().collect::<String>());
}

#[test]
fn a_whole_table_ends_the_turn() {
    let folder = Folder::new(&[("words", WORDS), ("game", BEFORE)]);
    let play = "rummy play letters --load game --dictionary words --lenient";
    let run = folder.tapis(play, "(R O L E)\n(R O L E) (B O R D S) (O E U F)\n");
    assert!(run.out.contains("not legal: B is taken from the table"), "{}", run.out);
    assert!(run.out.contains("Ana places O R S for 8 points"), "{}", run.out);
}

#[test]
fn a_game_goes_on_from_where_it_was_saved() {
    let folder = Folder::new(&[]);
    let deal = "rummy play rami --players Ana,Ben --seed 5";
    folder.tapis(&format!("{deal} --save begun --classic classic"), "draw\ntake\nundo\ndiscard 99\nquit\n");
    let classic = fs::read_to_string(folder.path("classic")).unwrap();
    assert!(classic.contains("(graine 5)"), "{classic}");
    let hand = classic.split(['(', ')']).nth(3).unwrap().split(' ').next().unwrap().to_owned();
    let shown = hand.replace('S', "♠").replace('H', "♥").replace('D', "♦").replace('C', "♣");
    let discard = format!("discard {hand}\nquit\n");
    let whole = folder.tapis(&format!("{deal} --save first"), &format!("draw\n{discard}"));
    assert!(whole.out.contains(&format!("Ana draws, discards {shown}")), "{}", whole.out);
    folder.tapis("rummy play rami --load begun --save second", &discard);
    let [first, second] = ["first", "second"].map(|name| fs::read_to_string(folder.path(name)).unwrap());
    assert_eq!(first, second);
    assert!(first.contains("\"seed\": 5"), "{first}");
}

/// Tiles drawn or taken in a turn are counted at once, and a turn does not begin twice.
#[test]
fn tiles_taken_are_counted() {
    let folder = Folder::new(&[]);
    let play = "rummy play rami --players Ana,Ben --seed 7";
    let run = folder.tapis(play, "draw\nquit\n");
    assert!(
        run.out.contains("Ana: 0 points, 14 cards") && run.out.contains("stock: 80 cards"),
        "{}",
        run.out
    );
    let run = folder.tapis(play, "take\ntake\ndraw\nundo\n+ (2S 2H 2D)\nquit\n");
    assert!(run.out.contains("stock: 81 cards\ntable"), "the pile is taken: {}", run.out);
    assert!(run.out.contains("you have taken from the pile already"), "{}", run.out);
    assert_eq!(run.out.matches("draw first: undo takes back").count(), 1, "{}", run.out);
    assert!(run.out.contains(" is not in your hand"), "{}", run.out);
}

/// A player who has drawn, saved and loaded cannot take the pile instead.
#[test]
fn a_drawn_tile_stays_drawn() {
    let folder = Folder::new(&[]);
    folder.tapis("rummy play rami --players Ana,Ben --seed 5 --save game", "draw\nquit\n");
    let run = folder.tapis("rummy play --load game", "take\ndraw\nundo\nquit\n");
    assert_eq!(run.out.matches("you have drawn from the stock already").count(), 2, "{}", run.out);
    assert!(run.out.contains("there is nothing to take back"), "{}", run.out);
}

#[test]
fn the_classic_format_can_be_asked_for() {
    let folder = Folder::new(&[]);
    let play =
        "rummy play rami --players Ana,ai:easy --seed 5 --classic classic --save saved --nodes 50 --time 5s";
    let run = folder.tapis(play, "draw\nhint\nquit\n");
    assert_eq!((run.code, run.err.as_str()), (Some(1), ""));
    let [classic, saved] = ["classic", "saved"].map(|name| fs::read_to_string(folder.path(name)).unwrap());
    assert!(saved.starts_with("{\n  \"tapis\": 1,\n  \"game\": \"rami\""), "{saved}");
    assert!(classic.starts_with("(joueurs\n (Ana 0 false ("), "{classic}");
    let again = folder.tapis("rummy play rami --load classic", "show\nquit\n");
    assert!(again.out.contains("Ana to move (deal 1)"), "{}", again.out);
}

#[test]
fn a_saved_game_keeps_its_options() {
    let folder = Folder::new(&[]);
    let play = "rummy play rummikub --players Ana,Ben --seed 5 --save saved";
    folder.tapis(&format!("{play} --deals 3 --jokers free"), "quit\n");
    let go_on = |options: &str| folder.tapis(&format!("rummy play --load saved{options}"), "quit\n");
    assert_eq!(go_on(" --deals 3 --jokers free").code, Some(1));
    for (options, why) in [
        (" --deals 2", "the saved game has 3 deals; leave out --deals"),
        (" --jokers strict", "the saved game has another joker rule; leave out --jokers"),
        (" rami", "the saved game is one of rummikub"),
    ] {
        let run = go_on(options);
        assert_eq!((run.code, run.err.as_str()), (Some(64), format!("tapis: {why}\n").as_str()));
    }
    let run = folder.tapis("rummy play --load saved --classic saved", "");
    assert_eq!((run.code, run.err.contains("name another file")), (Some(64), true), "{}", run.err);
    let run = folder.tapis("rummy play rami --players Ana,Ben --save new --classic ./new", "");
    assert_eq!((run.code, run.err.contains("the same file")), (Some(64), true), "{}", run.err);
    let run = folder.tapis(play, "");
    assert_eq!((run.code, run.err.contains("saved is there already")), (Some(64), true), "{}", run.err);
}

#[test]
fn ctrl_c_leaves_and_saves() {
    let folder = Folder::new(&[]);
    let mut command = tapis_in(folder.0.path(), "rummy play rami --players Ana,Ben --seed 5 --save saved");
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut out = child.stdout.take().unwrap();
    let mut shown = Vec::new();
    while !shown.ends_with(b"Ana> ") {
        let mut byte = [0];
        out.read_exact(&mut byte).unwrap();
        shown.push(byte[0]);
    }
    rustix::process::kill_process(rustix::process::Pid::from_child(&child), rustix::process::Signal::INT)
        .unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(folder.path("saved").exists());
}

#[test]
fn a_deal_that_nobody_places_in_ends() {
    let folder = Folder::new(&[]);
    let run = folder.tapis("rummy play rummikub --players Ana,Ben --seed 7 --deals 2", &"draw\n".repeat(160));
    assert_eq!(run.code, Some(0));
    assert_eq!(run.out.matches("The stock is empty and nobody places any more.").count(), 2);
    assert!(run.out.contains("Won by "), "{}", run.out);
    assert!(
        run.out.contains("Ben> Ben places nothing\n") && run.out.contains("Ana> Ana places nothing\n"),
        "{}",
        run.out
    );
}

#[test]
fn rules_and_names_are_asked_for() {
    let folder = Folder::new(&[]);
    let run = folder.tapis("rummy play", "canasta\nAna Ben\nquit\n");
    assert_eq!((run.code, run.err.as_str()), (Some(1), ""));
    assert!(
        run.out.starts_with("Which rules (letters, rummikub, rami, canasta, mahjong)? Who plays"),
        "{}",
        run.out
    );
    assert!(run.out.contains("Ben: 0 points, 15 cards, nothing placed yet"), "{}", run.out);
}

#[test]
fn every_answer_is_a_json_object() {
    let folder = Folder::new(&[]);
    let run = folder.tapis("rummy play rummikub --players Ana,ai:easy --seed 7 --json", "dance\ndraw\n");
    let answers: Vec<serde_json::Value> =
        run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), 4, "{}", run.out);
    assert!(answers[1]["answer"].as_str().unwrap().contains("dance"), "{}", run.out);
    assert!(answers[2]["answer"].as_str().unwrap().starts_with("Ana draws 1"), "{}", run.out);
    assert_eq!(answers[3]["news"][0].as_str().unwrap(), "Ana draws", "{}", run.out);
    assert_eq!(folder.tapis("rummy play --json", "rami\n").code, Some(64));
}

/// The tile that one player draws is shown to nobody else, in words or in JSON.
#[test]
fn a_drawn_tile_is_shown_to_the_drawer_alone() {
    let folder = Folder::new(&[]);
    let play = "rummy play rummikub --players Ana,Ben --seed 7 --json";
    let run = folder.tapis(play, &"draw\n".repeat(9));
    for line in run.out.lines() {
        let view: serde_json::Value = serde_json::from_str(line).unwrap();
        let seat = view["seat"].as_u64().map(|seat| ["Ana", "Ben"][seat as usize]);
        let words = view["news"]
            .as_array()
            .unwrap()
            .iter()
            .chain([&view["answer"]])
            .filter_map(|words| words.as_str());
        for words in words.filter(|words| words.contains("draws ")) {
            assert!(seat.is_some_and(|name| words.starts_with(name)), "{line}");
        }
    }
    assert_eq!(run.out.matches("draws ").count(), 9, "{}", run.out);
}

/// The last view has the scores of the end, also when the game is loaded again.
#[test]
fn the_end_has_its_scores() {
    let folder = Folder::new(&[]);
    let play = "rummy play rummikub --players ai:easy,ai:normal --seed 3 --save over --json";
    let end = folder.tapis(play, "");
    let news = end.out.lines().last().unwrap().to_owned();
    let again = folder.tapis("rummy play --load over --json", "");
    for line in [&news, again.out.trim_end()] {
        let view: serde_json::Value = serde_json::from_str(line).unwrap();
        let scores: Vec<i64> = view["players"]
            .as_array()
            .unwrap()
            .iter()
            .map(|player| player["score"].as_i64().unwrap())
            .collect();
        let told = format!("Scores: ai:easy {}, ai:normal {}", scores[0], scores[1]);
        assert!(news.contains(&told), "{told}\n{news}");
    }
    let words = folder.tapis("rummy play --load over", "");
    assert!(words.out.contains("the game is over, won by ai:"), "{}", words.out);
}

#[test]
fn nonsense_is_answered_and_the_game_goes_on() {
    let folder = Folder::new(&[]);
    let lines = "dance\n(((\n9 ()\nundo\ntake\ndiscard *\nsave /nowhere/at/all\nhelp\nshow\n\n";
    let run = folder.tapis("rummy play rummikub --players Ana,Ben --seed 7", lines);
    assert_eq!(run.code, Some(1));
    for answer in [
        "`dance` is not a command; `help` lists the commands",
        "this ( is never closed",
        "there is no combination 9",
        "there is nothing to take back",
        "there is no discard pile in this game",
        "cannot write /nowhere/at/all",
        "lay down a new combination",
    ] {
        assert!(run.out.contains(answer), "{answer}\n{}", run.out);
    }
}

#[test]
fn machines_sit_down_to_every_game() {
    let folder = Folder::new(&[("words", WORDS)]);
    for rules in ["rummikub", "rami", "canasta", "mahjong", "letters --dictionary words"] {
        let run = folder.tapis(&format!("rummy play {rules} --players ai:normal,ai:easy --seed 3"), "");
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{rules}");
        assert!(run.out.contains("Won by ai:"), "{rules}: {}", run.out);
    }
}

#[test]
fn a_hint_goes_as_far_as_a_person_can_see() {
    let folder = Folder::new(&[]);
    let run = folder.tapis("rummy play rami --players Ana,ai:normal --seed 5", "hint\ndraw\nhint\nquit\n");
    let hints: Vec<&str> =
        run.out.lines().filter_map(|line| line.split_once("hint: ").map(|(_, hint)| hint)).collect();
    assert_eq!((run.code, hints.len()), (Some(1), 2), "{}", run.out);
    assert_eq!(hints[0], "draw");
    assert!(hints[1].starts_with("discard "), "{hints:?}");
    let lines = format!("draw\n{}\nquit\n", hints[1]);
    let run = folder.tapis("rummy play rami --players Ana,ai:normal --seed 5", &lines);
    assert!(run.out.contains("Ana draws, discards"), "{}", run.out);
}

const HOUSE: &str =
    "rules = \"rummikub\"\nopening = 60\nhand_size = 20\ncopies = 3\nscoring = \"official\"\n";

#[test]
fn rules_are_printed_and_changed() {
    let folder = Folder::new(&[("house", HOUSE), ("bad", "rules = \"rummikub\"\nhands = 3\n")]);
    let usual = folder.tapis("rummy rules rummikub", "");
    assert!(usual.out.starts_with("rules = \"rummikub\"\nopening = 30 "), "{}", usual.out);
    fs::write(folder.path("usual"), &usual.out).unwrap();
    assert_eq!(folder.tapis("rummy rules rummikub --rules-file usual", "").out, usual.out);
    let house = folder.tapis("rummy rules rummikub --rules-file house", "").out;
    assert!(house.contains("copies = 3 ") && house.contains("joker_tiles = 2 "), "{house}");
    let run = folder.tapis("rummy rules rummikub --rules-file bad", "");
    assert_eq!(
        (run.code, run.err.starts_with("tapis: bad: line 2: unknown key `hands`; ")),
        (Some(65), true)
    );
    let run = folder.tapis("rummy rules rami --rules-file house", "");
    assert_eq!((run.code, run.err.as_str()), (Some(64), "tapis: house has rules of rummikub\n"));
}

/// The deal, the judge, the best turn, machines and saves all follow the house rules.
#[test]
fn a_game_is_played_by_house_rules() {
    let folder = Folder::new(&[("house", HOUSE)]);
    let play =
        "rummy play rummikub --players Ana,Ben --seed 5 --rules-file house --save saved --classic classic";
    let run = folder.tapis(play, "quit\n");
    assert!(
        run.out.contains("Ana: 0 points, 20 tiles") && run.out.contains("stock: 118 tiles"),
        "{}",
        run.out
    );
    assert!(run.err.contains("classic: the classic format does not hold house rules"), "{}", run.err);
    let saved = fs::read_to_string(folder.path("saved")).unwrap();
    assert!(saved.contains("\"opening\": \"60\"") && saved.contains("\"scoring\": \"official\""), "{saved}");
    let again = folder.tapis("rummy play --load saved", "show\nquit\n");
    assert!(again.out.contains("stock: 118 tiles"), "{}", again.out);
    fs::write(folder.path("other"), HOUSE.replace("60", "61")).unwrap();
    let run = folder.tapis("rummy play --load saved --rules-file other", "");
    assert_eq!((run.code, run.err.contains("leave out --rules-file")), (Some(64), true), "{}", run.err);
    assert_eq!(folder.tapis("rummy play --load saved --rules-file house", "quit\n").code, Some(1));
    let machines =
        folder.tapis("rummy play rummikub --players ai:normal,ai:easy --seed 3 --rules-file house", "");
    assert_eq!((machines.code, machines.err.as_str()), (Some(0), ""));
    assert!(
        machines.out.contains("Scores: ai:normal -") || machines.out.contains("ai:easy -"),
        "{}",
        machines.out
    );
    let arena = "rummy arena rummikub --players ai:normal,ai:easy --games 2 --log log";
    assert_eq!(folder.tapis(arena, "").code, Some(0));
    assert_eq!(folder.tapis(&format!("{arena} --rules-file house"), "").code, Some(65), "another match");
}

#[test]
fn the_opening_is_that_of_the_house() {
    let game = "(joueurs (Ana 0 false ((11 bleu) (12 bleu) (13 bleu) (1 noir))) (Ben 0 true ((2 noir))))(jeu)(pioche)(tour 1)";
    let after = "(joueurs (Ana 0 true ((1 noir))) (Ben 0 true ((2 noir))))(jeu ((11 bleu) (12 bleu) (13 bleu)))(pioche)(tour 2)";
    let folder = Folder::new(&[("game", game), ("after", after), ("house", HOUSE)]);
    let best = "rummy best game --rules rummikub --lenient";
    assert_eq!(folder.tapis(best, "").code, Some(0));
    assert_eq!(folder.tapis(&format!("{best} --rules-file house"), "").code, Some(1));
    let check = "rummy check game after --rules rummikub --lenient";
    assert_eq!(folder.tapis(check, "").code, Some(0));
    let run = folder.tapis(&format!("{check} --rules-file house"), "");
    let out = "not legal: the first placement must be worth 60 or more, not 36\n";
    assert_eq!((run.code, run.out.as_str()), (Some(1), out));
}

#[test]
fn the_first_word_and_the_hand_of_letters_are_those_of_the_house() {
    let game = "(joueurs (Ana 0 false (R O L E X)) (Ben 0 true (A)))(jeu)(pioche)(tour 1)";
    let after = "(joueurs (Ana 8 true (X)) (Ben 0 true (A)))(jeu (R O L E))(pioche)(tour 2)";
    let house = "rules = \"letters\"\nopening = 4\nhand_size = 9\n";
    let folder = Folder::new(&[("words", WORDS), ("game", game), ("after", after), ("house", house)]);
    let options = "--rules letters --dictionary words --lenient";
    let best = format!("rummy best game {options}");
    assert_eq!(folder.tapis(&best, "").code, Some(1), "six letters are needed as a rule");
    assert_eq!(folder.tapis(&format!("{best} --rules-file house"), "").code, Some(0));
    let check = format!("rummy check game after {options}");
    let refused = folder.tapis(&check, "");
    assert!(refused.out.contains("6 letters"), "{}", refused.out);
    assert_eq!(folder.tapis(&format!("{check} --rules-file house"), "").code, Some(0));
    let play = "rummy play letters --players Ana,Ben --dictionary words --seed 1 --rules-file house";
    let run = folder.tapis(play, "\nquit\n");
    assert!(run.out.contains("9 tiles") || run.out.contains("9 letters"), "{}", run.out);
}

/// Seats of one level are counted together, and two levels are compared deal by deal.
#[test]
fn an_arena_of_mixed_levels_compares_them_per_seat() {
    let folder = Folder::new(&[]);
    let arena = "rummy arena rummikub --players ai:normal,ai:easy,ai:easy --games 9 --seed 4";
    let run = folder.tapis(&format!("{arena} --json"), "");
    let summary: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((&summary["games"], &summary["blocked"]), (&9.into(), &0.into()), "{}", run.out);
    let number = |value: &serde_json::Value| value.as_f64().unwrap();
    let of = |level: usize, what: &str| number(&summary["levels"][level][what]["mean"]);
    assert_eq!((&summary["levels"][0]["seats"], &summary["levels"][1]["seats"]), (&1.into(), &2.into()));
    assert!((of(0, "wins") + 2.0 * of(1, "wins") - 100.0).abs() < 1e-9);
    let difference = &summary["differences"][0];
    assert_eq!(difference["levels"], serde_json::json!(["ai:normal", "ai:easy"]));
    for what in ["wins", "score"] {
        assert!((number(&difference[what]["mean"]) - (of(0, what) - of(1, what))).abs() < 1e-9, "{what}");
        assert!(number(&difference[what]["margin"]) > 0.0, "{what}");
    }
    let words = folder.tapis(arena, "").out;
    assert!(words.contains("\nper seat of ai:easy: wins "), "{words}");
    assert!(words.contains("\nai:normal less ai:easy: wins +"), "{words}");
}

#[test]
fn players_of_one_rule_play_rummikub_only() {
    let folder = Folder::new(&[]);
    let players = "--players ai:greedy-tiles,ai:greedy-value,ai:hold-back,ai:late-opener";
    let run = folder.tapis(&format!("rummy arena rummikub {players} --games 4"), "");
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.out.contains("\nai:hold-back less ai:late-opener: wins "), "{}", run.out);
    for command in
        ["rummy arena rami --players ai:hold-back,ai:normal", "rummy play rami --players Ana,ai:hold-back"]
    {
        let refused = folder.tapis(command, "");
        assert_eq!(refused.code, Some(64), "{command}");
        assert!(refused.err.contains("ai:hold-back plays Rummikub only, not rami"), "{}", refused.err);
    }
    let unknown = folder.tapis("rummy arena rummikub --players ai:genius,ai:easy", "");
    assert!(unknown.err.contains("greedy-value, hold-back and late-opener"), "{}", unknown.err);
}

/// Without a least value of the first placement, a player who has nothing to place draws.
#[test]
fn any_first_placement_will_do() {
    let folder = Folder::new(&[("house", "rules = \"rummikub\"\nopening = 0\n")]);
    for seed in 1..=3 {
        let play =
            format!("rummy play rummikub --players ai:normal,ai:easy --seed {seed} --rules-file house");
        let run = folder.tapis(&play, "");
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{seed}");
    }
    let hint = "rummy play rummikub --players Ana,Ben --seed 3 --rules-file house";
    assert!(folder.tapis(hint, "\nhint\nquit\n").out.contains("hint: draw"));
}

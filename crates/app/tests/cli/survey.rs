//! Surveys: rows that are the same however they were made, and nothing lost or doubled by any interruption.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;
use test_programs::{ALL_TESTS, PYARROW, PYTHON, found_or_skipped, python_environment};

use crate::run::{Run, program, run, run_with, tapis_in};

fn tapis(folder: &TempDir, line: &str) -> Run {
    run(&mut tapis_in(folder.path(), line))
}

/// A command with one word that has blanks.
fn tapis_where(folder: &TempDir, line: &str, condition: &str) -> Run {
    run(tapis_in(folder.path(), line).args(["--where", condition]))
}

/// All files below a folder, by their paths.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.insert(path.strip_prefix(folder).unwrap().to_owned(), fs::read(&path).unwrap());
            }
        }
    }
    found
}

/// Two datasets are the same files, byte for byte.
fn assert_same(folder: &TempDir, one: &str, other: &str) {
    let [one, other] = [one, other].map(|name| files(&folder.path().join(name)));
    let names = |files: &BTreeMap<PathBuf, Vec<u8>>| files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&one), names(&other));
    assert!(one == other, "files differ");
}

fn done(ran: &Run) {
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{}", ran.out);
}

/// How many times a survey is killed.
fn kills() -> usize {
    if std::env::var_os(ALL_TESTS).is_some() { 50 } else { 5 }
}

#[test]
fn a_survey_killed_at_random_points_ends_like_an_undisturbed_one() {
    let folder = TempDir::new().unwrap();
    let survey = |out: &str| format!("survey mo.1..6000 --chunk-rows 150 -o {out}");
    let whole = tapis(&folder, &survey("whole"));
    done(&whole);
    let mut random = u64::from(std::process::id()) << 20 | 0x2545;
    for _ in 0..kills() {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mut command = tapis_in(folder.path(), &survey("killed"));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        sleep(Duration::from_micros((random >> 33) % 200_000));
        // SIGKILL; it may have ended by itself.
        let _ = child.kill();
        child.wait().unwrap();
    }
    let killed = tapis(&folder, &survey("killed"));
    assert_eq!((killed.code, &killed.out), (whole.code, &whole.out));
    assert_same(&folder, "whole", "killed");
    done(&tapis(&folder, "survey verify killed --sample 10"));
}

#[test]
fn leftovers_of_a_kill_between_two_files_are_put_right() {
    let folder = TempDir::new().unwrap();
    let survey = |out: &str| format!("survey st.1..400 --chunk-rows 100 -o {out}");
    done(&tapis(&folder, &survey("whole")));
    done(&tapis(&folder, &survey("torn")));
    let chunk = |number: u32| folder.path().join(format!("torn/game=Seahaven/chunk={number:06}"));
    fs::remove_file(chunk(0).join("_manifest.json")).unwrap();
    fs::write(chunk(1).join("_manifest.json"), "{\"version\":").unwrap();
    fs::write(chunk(2).join("part-200-299.parquet"), "half").unwrap();
    fs::write(chunk(2).join(".tapis-abc"), "half").unwrap();
    fs::write(folder.path().join("torn/game=Seahaven/.tapis-abc"), "half").unwrap();
    fs::remove_dir_all(chunk(3)).unwrap();
    // A bit of the disk has turned over.
    let part = chunk(4).join("part-400-400.parquet");
    let mut bytes = fs::read(&part).unwrap();
    bytes[100] ^= 1;
    fs::write(&part, bytes).unwrap();
    done(&tapis(&folder, &survey("torn")));
    assert_same(&folder, "whole", "torn");
}

/// A survey that was made longer and stopped at once: rows are missing, and nothing is wrong.
#[test]
fn a_survey_that_grows_is_unfinished_and_not_at_fault() {
    let folder = TempDir::new().unwrap();
    done(&tapis(&folder, "survey st.1..250 --chunk-rows 100 -o out"));
    assert_eq!(tapis(&folder, "survey st.1..380 --chunk-rows 100 --batches -o out").code, Some(0));
    let verified = tapis(&folder, "survey verify out --sample 5");
    assert_eq!((verified.code, verified.err.as_str()), (Some(1), ""));
    assert!(
        verified.out.contains("250 rows: all right, ") && verified.out.contains("130 still to do"),
        "{verified:?}"
    );
    done(&tapis(&folder, "survey st.1..380 --chunk-rows 100 -o out"));
    assert_eq!(tapis(&folder, "survey verify out").code, Some(0));
}

#[test]
fn rows_do_not_depend_on_threads_shards_batches_or_growth() {
    let folder = TempDir::new().unwrap();
    let options = "--chunk-rows 70 --nodes 2000 --solutions";
    let survey = |range: &str, more: &str| tapis(&folder, &format!("survey fc2.{range} {options} {more}"));
    done(&survey("5..400", "-o whole --threads 1"));
    done(&survey("5..400", "-o threads --threads 5"));
    assert_same(&folder, "whole", "threads");
    for shard in ["2/3", "3/3", "1/3"] {
        done(&survey("5..400", &format!("-o shards --shard {shard}")));
    }
    assert_same(&folder, "whole", "shards");
    done(&survey("33..190", "-o grown"));
    done(&survey("5..400", "-o grown"));
    assert_same(&folder, "whole", "grown");
    let lines = survey("5..400", "-o batches --batches").out;
    assert_eq!(lines.lines().count(), 6, "{lines}");
    // A task that is run twice leaves the same file.
    let twice: String = lines.lines().rev().flat_map(|line| [line, "\n", line, "\n"]).collect();
    let ran = run_with(&mut tapis_in(folder.path(), "survey batch -o batches"), &twice);
    done(&ran);
    let verdicts: Vec<String> = records(&ran).iter().map(|record| record["verdict"].to_string()).collect();
    assert_eq!(verdicts, ["\"written\"", "\"complete\""].repeat(6));
    assert_same(&folder, "whole", "batches");
    assert_eq!(survey("5..400", "-o batches --batches").out, "", "all chunks are complete");
}

fn records(ran: &Run) -> Vec<Value> {
    ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_batch_answers_every_line() {
    let folder = TempDir::new().unwrap();
    let input = "fc 1 3\n\n# a comment\nnonsense\nNowhere 1 2\nfc 9 1\nfc 1 1 --nodes x\nmo 1 1 --rate --xpat2-rules\n\
                 st 7 8 --rate\nfc2 3 3 --nodes 5\n";
    let ran = run_with(&mut tapis_in(folder.path(), "survey batch"), input);
    done(&ran);
    let records = records(&ran);
    let verdicts: Vec<&str> = records.iter().map(|record| record["verdict"].as_str().unwrap()).collect();
    let failed = ["failed"; 5];
    assert_eq!(verdicts[..3], ["solved"; 3]);
    assert_eq!(verdicts[3..8], failed, "{}", ran.out);
    let lines: Vec<_> = records.iter().filter_map(|record| record["line"].as_u64()).collect();
    assert_eq!(lines, [4, 5, 6, 7, 8]);
    assert_eq!((&records[8]["seed"], records[8]["difficulty"].is_u64()), (&7.into(), true));
    assert_eq!((verdicts[10], &records[10]["reason"]), ("gave_up", &"nodes".into()));
    assert_eq!(run_with(&mut tapis_in(folder.path(), "survey batch --threads 3"), input).out, ran.out);

    let lines = "fc 1 20 --chunk-rows 10\nfc 1 9 --chunk-rows 10\nfc 10 12 --chunk-rows 10 --nodes 7\n";
    done(&tapis(&folder, "survey fc.1..9 --chunk-rows 10 -o kept"));
    let ran = run_with(&mut tapis_in(folder.path(), "survey batch -o kept"), lines);
    let reasons: Vec<String> =
        self::records(&ran).iter().map(|record| record["reason"].to_string()).collect();
    assert!(reasons[0].contains("1..20 is not in one chunk of 10 deals"), "{reasons:?}");
    assert_eq!(reasons[1], "null");
    assert!(reasons[2].contains("`nodes` is 10000000 there and 7 here"), "{reasons:?}");
}

/// A list of lines that is older than the dataset, or a part of a chunk, takes nothing away.
#[test]
fn a_batch_removes_no_rows() {
    let folder = TempDir::new().unwrap();
    let batch = |lines: &str| run_with(&mut tapis_in(folder.path(), "survey batch -o out"), lines);
    let verdicts = |lines: &str| {
        let records = records(&batch(lines));
        records.iter().map(|record| record["verdict"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let old = "MidnightOil 1 9 --chunk-rows 10\nMidnightOil 10 14 --chunk-rows 10\n";
    assert_eq!(verdicts(old), ["written", "written"]);
    done(&tapis(&folder, "survey mo.1..19 --chunk-rows 10 -o out"));
    let before = files(folder.path());
    assert_eq!(verdicts(old), ["complete", "complete"]);
    assert_eq!(verdicts("MidnightOil 5 5 --chunk-rows 10\n"), ["complete"]);
    assert_eq!(files(folder.path()), before);

    let apart = "mo 21 24 --chunk-rows 10\nmo 23 29 --chunk-rows 10\nmo 20 29 --chunk-rows 10\n";
    let ran = batch(apart);
    let reasons: Vec<_> =
        records(&ran).iter().map(|record| record["reason"].as_str().map(str::to_owned)).collect();
    assert_eq!(reasons, [None, Some("21..24 is there, and would be removed".to_owned()), None]);
}

#[test]
fn a_batch_passes_over_what_is_not_text_and_says_that_nobody_reads() {
    let folder = TempDir::new().unwrap();
    let mut batch = tapis_in(folder.path(), "survey batch");
    let mut child =
        batch.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"mo 1 1\n\xff\nmo 2 2\n").unwrap();
    let ran = Run::from(child.wait_with_output().unwrap());
    done(&ran);
    assert_eq!((records(&ran).len(), &records(&ran)[1]["line"]), (3, &2.into()));

    let mut child = batch.spawn().unwrap();
    drop(child.stdout.take());
    child.stdin.take().unwrap().write_all(b"mo 1 1\nmo 2 2\n").unwrap();
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(74));
}

/// Each of two surveys that begin at the same moment sees that there is none yet.
#[test]
fn of_two_surveys_that_begin_together_one_is_refused() {
    let folder = TempDir::new().unwrap();
    for round in 0..5 {
        let start = |options: &str| {
            let line = format!("survey mo.1..400 --chunk-rows 50 --threads 1 {options}-o {round}");
            tapis_in(folder.path(), &line).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
        };
        let children = [start(""), start("--nodes 77 ")];
        let mut codes = children.map(|mut child| child.wait().unwrap().code());
        codes.sort_unstable();
        assert_eq!(codes, [Some(0), Some(65)]);
        done(&tapis(&folder, &format!("survey verify {round}")));
    }
}

#[test]
fn other_parameters_are_refused_with_what_differs() {
    let folder = TempDir::new().unwrap();
    done(&tapis(&folder, "survey fc.10..60 -o out"));
    let before = files(folder.path());
    for (line, difference) in [
        ("fc.10..60 --nodes 99", "`nodes` is 10000000 there and 99 here"),
        ("fc.10..60 --foundations free", "`foundations` is forced there and free here"),
        ("fc.10..60 --rate --chunk-rows 10000", "`rate` is false there and true here"),
        ("fc.10..60 --chunk-rows 7", "`rows of a chunk` is 10000 there and 7 here"),
        ("fc.11..60", "it goes from 10 to 60 there and from 11 to 60 here"),
        ("fc.10..59", "it goes from 10 to 60 there and from 10 to 59 here"),
        ("fc.10..60 --sample 20", "`seeds` is one range there"),
    ] {
        let ran = tapis(&folder, &format!("survey {line} -o out"));
        assert_eq!((ran.code, ran.out.as_str()), (Some(65), ""), "{line}");
        assert!(ran.err.contains(difference) && ran.err.lines().count() == 1, "{line}: {}", ran.err);
    }
    assert!(files(folder.path()) == before);
    // Another game has a folder of its own.
    done(&tapis(&folder, "survey st.1..5 -o out"));
    assert_eq!(tapis(&folder, "survey report out --json").json().as_array().unwrap().len(), 2);
}

#[test]
fn more_folders_than_a_survey_can_have_are_refused_at_once() {
    let folder = TempDir::new().unwrap();
    let ran = tapis(&folder, "survey FreeCell.1..1000000000 --chunk-rows 1 -o out");
    assert_eq!(ran.code, Some(65), "{}", ran.err);
    assert!(ran.err.contains("1000000000 chunks are more than"), "{}", ran.err);
    assert!(!folder.path().join("out").exists());
}

#[test]
fn folders_that_cannot_be_written_are_one_line_and_leave_what_is_done() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("file"), "precious").unwrap();
    let ran = tapis(&folder, "survey fc.1..5 -o file");
    assert_eq!((ran.code, ran.err.lines().count()), (Some(73), 1), "{}", ran.err);
    assert_eq!(fs::read(folder.path().join("file")).unwrap(), b"precious");

    // Files of more than 4 KiB cannot be written, as on a full disk.
    let survey = "survey st.1..2500 --chunk-rows 1000 -o out";
    let tapis_program = program("tapis", []);
    let line = format!("trap '' XFSZ; ulimit -f 8; exec {} {survey}", tapis_program.get_program().display());
    let full = run(Command::new("sh").args(["-c", &line]).current_dir(folder.path()));
    assert_eq!((full.code, full.out.as_str(), full.err.lines().count()), (Some(73), "", 1), "{}", full.err);
    assert!(full.err.contains("cannot write") && full.err.contains("chunk=000000"), "{}", full.err);
    let left = files(&folder.path().join("out"));
    assert!(left.keys().all(|path| !path.to_string_lossy().contains("part")), "{:?}", left.keys());
    done(&tapis(&folder, survey));
    done(&tapis(&folder, &survey.replace("out", "whole")));
    assert_same(&folder, "whole", "out");
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_and_the_same_command_goes_on() {
    let folder = TempDir::new().unwrap();
    let survey = |out: &str| format!("survey mo.1..20000 --chunk-rows 100 -o {out}");
    let mut command = tapis_in(folder.path(), &survey("stopped"));
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let first = folder.path().join("stopped/game=MidnightOil/chunk=000001/_manifest.json");
    while !first.exists() {
        sleep(Duration::from_millis(5));
    }
    let pid = rustix::process::Pid::from_raw(child.id() as i32).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    let stopped: Run = child.wait_with_output().unwrap().into();
    assert_eq!(stopped.code, Some(130), "{}{}", stopped.out, stopped.err);
    assert!(stopped.out.contains("still to do"), "{}", stopped.out);
    done(&tapis(&folder, &survey("stopped")));
    done(&tapis(&folder, &survey("whole")));
    assert_same(&folder, "whole", "stopped");
}

#[test]
fn samples_and_lists_are_drawn_once_and_checked() {
    let folder = TempDir::new().unwrap();
    let sample = |out: &str, seed: u32| {
        format!("survey st.1..1000000 --sample 150 --random-seed {seed} --chunk-rows 40 -o {out}")
    };
    for (out, seed) in [("one", 1), ("same", 1), ("other", 2)] {
        done(&tapis(&folder, &sample(out, seed)));
        assert_eq!(tapis(&folder, &format!("survey verify {out}")).code, Some(0));
    }
    assert_same(&folder, "one", "same");
    let seeds = |out: &str| tapis(&folder, &format!("survey find {out} --list")).out;
    assert_eq!(seeds("one").lines().count(), 150);
    assert_ne!(seeds("one"), seeds("other"));
    let refused = tapis(&folder, &sample("one", 2));
    assert!(refused.code == Some(65) && refused.err.contains("`seeds` is 150 ("), "{}", refused.err);

    fs::write(folder.path().join("seeds"), "30\n7..9 # three\n\n8..12\n30\n").unwrap();
    done(&tapis(&folder, "survey st --seeds seeds -o listed"));
    let expected = "Seahaven.7\nSeahaven.8\nSeahaven.9\nSeahaven.10\nSeahaven.11\nSeahaven.12\nSeahaven.30\n";
    assert_eq!(seeds("listed"), expected);
    // A list that was lost or changed is written again.
    let list = folder.path().join("listed/game=Seahaven/_seeds.txt");
    for damage in [None, Some("1\n")] {
        fs::remove_file(&list).unwrap();
        if let Some(text) = damage {
            fs::write(&list, text).unwrap();
        }
        done(&tapis(&folder, "survey st --seeds seeds -o listed"));
        assert_eq!(tapis(&folder, "survey verify listed").code, Some(0));
    }
    fs::write(folder.path().join("bad"), "30\nx\n").unwrap();
    let bad = tapis(&folder, "survey st --seeds bad -o bad-out");
    assert_eq!((bad.code, bad.err.contains("bad: line 2: ")), (Some(65), true), "{}", bad.err);
}

#[test]
fn deals_that_cannot_be_meant_are_refused() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("seeds"), "1\n5\n").unwrap();
    for (deals, error) in [
        ("st.5 --seeds seeds", "--seeds names the deals; give the game alone: st"),
        ("1..5", "`1..5` names no deals; give them as GAME.FIRST..LAST"),
        ("st.1..5 --chunk-rows 0", "a chunk has one row at least"),
        ("st.1..1000000000 --sample 20000000", "at most 10000000 deals are drawn"),
        ("st.1..5 --batches --json", "cannot be used with"),
        ("st --seeds seeds --batches", "--batches is for one range of deals"),
    ] {
        let ran = tapis(&folder, &format!("survey {deals} -o out"));
        assert!(ran.code == Some(64) && ran.err.contains(error), "{deals}: {}", ran.err);
        assert!(!folder.path().join("out").exists(), "{deals}");
    }
}

#[test]
fn rules_of_ones_own_are_surveyed_and_verified() {
    let folder = TempDir::new().unwrap();
    let rules = "name = \"Mine\"\ncolumns = [7, 6, 7, 6, 7, 6, 7, 6]\ncells = 3\nbuild = \"alternate-colours\"\n\
                 fill = \"any\"\n";
    fs::write(folder.path().join("rules"), rules).unwrap();
    done(&tapis(&folder, "survey --rules rules 1..60 --foundations one-way --nodes 3000 -o out"));
    let verified = tapis(&folder, "survey verify out --sample 20");
    assert_eq!(verified.out, "Mine: 60 rows: all right, 20 made again\n");
}

#[test]
fn damage_is_found() {
    let folder = TempDir::new().unwrap();
    let chunk = folder.path().join("out/game=Seahaven/chunk=000001");
    let (part, manifest) = (chunk.join("part-50-99.parquet"), chunk.join("_manifest.json"));
    let fresh = || {
        let _ = fs::remove_dir_all(folder.path().join("out"));
        done(&tapis(&folder, "survey st.1..149 --chunk-rows 50 -o out"));
    };
    let verify = |code: i32, fault: &str| {
        let ran = tapis(&folder, "survey verify out --sample 149");
        assert!(ran.code == Some(code) && ran.out.contains(fault), "{fault}: {}{}", ran.out, ran.err);
    };
    fresh();
    verify(0, "Seahaven: 149 rows: all right, 149 made again");
    fs::copy(&part, chunk.join("part-1-2.parquet")).unwrap();
    verify(1, "chunk=000001: part-1-2.parquet is not in the manifest");
    fresh();
    let mut bytes = fs::read(&part).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&part, bytes).unwrap();
    verify(1, "chunk=000001: part-50-99.parquet: this is not the file that was written");
    for command in ["report", "find", "export"] {
        let ran = tapis(&folder, &format!("survey {command} out"));
        assert!(ran.code == Some(65) && ran.err.contains("this is not the file"), "{command}: {ran:?}");
    }
    fs::write(&part, "half").unwrap();
    verify(1, "chunk=000001: part-50-99.parquet has 4 bytes, and");
    for command in ["find", "export"] {
        let ran = tapis(&folder, &format!("survey {command} out"));
        assert!(ran.code == Some(65) && ran.err.contains("has 4 bytes, and"), "{command}: {ran:?}");
    }
    fs::remove_file(&part).unwrap();
    verify(1, "chunk=000001: part-50-99.parquet: No such file");
    fs::write(&manifest, "{").unwrap();
    verify(1, "chunk=000001: _manifest.json cannot be read");
    // A copy of a chunk.
    fresh();
    let copy = chunk.with_file_name("chunk=000007");
    fs::create_dir(&copy).unwrap();
    fs::copy(&part, copy.join("part-50-99.parquet")).unwrap();
    fs::copy(&manifest, copy.join("_manifest.json")).unwrap();
    verify(1, "chunk=000001 and chunk=000007 share rows");
    verify(1, "chunk=000007: the manifest is of another chunk");
    for command in ["report", "find", "export"] {
        let ran = tapis(&folder, &format!("survey {command} out"));
        assert!(
            ran.code == Some(65) && ran.err.contains("share rows; remove the wrong one"),
            "{command}: {ran:?}"
        );
    }
    fresh();
    let header = folder.path().join("out/game=Seahaven/_survey.json");
    fs::remove_file(&header).unwrap();
    verify(1, "_survey.json is missing, and with it which rows are wanted");
    fs::write(&header, "{").unwrap();
    let ran = tapis(&folder, "survey verify out");
    assert!(
        ran.code == Some(65) && ran.err.contains("remove it, and the command that made the survey"),
        "{ran:?}"
    );
    fs::remove_file(&header).unwrap();
    done(&tapis(&folder, "survey st.1..149 --chunk-rows 50 -o out"));
    verify(0, "all right");
    fresh();
    let text = fs::read_to_string(&manifest).unwrap();
    fs::write(&manifest, text.replacen("\"nodes\": ", "\"nodes\": 1", 1)).unwrap();
    verify(1, "its rows do not add up");
    fresh();
    fs::remove_file(&manifest).unwrap();
    verify(1, "50 still to do");
    // Rows of other seeds, under the right name.
    fresh();
    done(&tapis(&folder, "survey st.50..99 --chunk-rows 50 --nodes 5 -o other"));
    let other = folder.path().join("other/game=Seahaven/chunk=000001");
    fs::copy(other.join("part-50-99.parquet"), &part).unwrap();
    fs::copy(other.join("_manifest.json"), &manifest).unwrap();
    verify(1, "the manifest is of another survey");
}

#[test]
fn deals_are_found_by_conditions() {
    let folder = TempDir::new().unwrap();
    done(&tapis(&folder, "survey bd.1..120 --rate --solutions -o out"));
    let all = records(&tapis(&folder, "survey export out --format jsonl"));
    assert_eq!(all.len(), 120);
    let number = |row: &Value, name: &str| row[name].as_f64();
    let found = |condition: &str| -> Vec<i64> {
        let ran = tapis_where(&folder, "survey find out --json", condition);
        assert_eq!(ran.err, "");
        records(&ran).iter().map(|row| row["seed"].as_i64().unwrap()).collect()
    };
    let expect = |condition: &str, meets: &dyn Fn(&Value) -> bool| {
        let expected: Vec<i64> =
            all.iter().filter(|row| meets(row)).map(|row| row["seed"].as_i64().unwrap()).collect();
        assert!(!expected.is_empty() && expected.len() < 120, "{condition}: {expected:?}");
        assert_eq!(found(condition), expected, "{condition}");
    };
    expect("verdict = solved and difficulty > 60 and moves < 40", &|row| {
        row["verdict"] == "solved"
            && number(row, "difficulty") > Some(60.0)
            && number(row, "moves") < Some(40.0)
    });
    expect("difficulty between 20 and 40", &|row| {
        (Some(20.0)..=Some(40.0)).contains(&number(row, "difficulty"))
    });
    expect("not (seed < 10 or seed >= 100.5)", &|row| {
        (Some(10.0)..=Some(100.0)).contains(&number(row, "seed"))
    });
    expect("strategy != 'it''s' and seed < 9", &|row| number(row, "seed") < Some(9.0));
    expect("greedy_up <= 5.5", &|row| number(row, "greedy_up") <= Some(5.5));
    let first = tapis_where(&folder, "survey find out --list --limit 2", "seed > 5");
    assert_eq!(first.out, "BakersDozen.6\nBakersDozen.7\n");
    assert_eq!(tapis_where(&folder, "survey find out", "seed > 500").code, Some(1));
    for (condition, at) in [
        ("moves < forty", "column 9: expected a number"),
        ("verdict = 3", "column 11: expected a word"),
        ("verdict = solvd", "column 11: `solvd` is not a verdict; there are solved, impossible, gave_up"),
        ("verdict in (solved, lost)", "column 21: `lost` is not a verdict"),
        ("mvoes < 3", "column 1: `mvoes` is not a column; there are game, digest"),
        ("moves < 3 and", "column 14: expected the name of a column"),
        ("(moves < 3", "column 11: expected `)`"),
        ("moves < 3 moves", "column 11: expected `and`, `or` or the end"),
        ("moves =< 3", "column 7: `=<` is not a comparison"),
        ("verdict = 'solved", "column 11: this text has no closing '"),
    ] {
        let ran = tapis_where(&folder, "survey find out", condition);
        assert_eq!((ran.code, ran.out.as_str()), (Some(64), ""), "{condition}");
        assert!(ran.err.contains(at), "{condition}: {}", ran.err);
    }
    // Kept solutions win.
    let row = all.iter().find(|row| row["verdict"] == "solved").unwrap();
    let line = format!("check bd.{} -", row["seed"]);
    let checked = run_with(&mut tapis_in(folder.path(), &line), row["solution"].as_str().unwrap());
    assert_eq!(checked.code, Some(0), "{}{}", checked.out, checked.err);
}

#[test]
fn a_report_adds_up_and_its_page_needs_nothing_else() {
    let folder = TempDir::new().unwrap();
    done(&tapis(&folder, "survey st.1..300 --nodes 300 -o out"));
    let report = tapis(&folder, "survey report out --json --html page.html --plots plots/new").json();
    let report = &report[0];
    let rows = records(&tapis(&folder, "survey export out --format jsonl"));
    let count = |verdict: &str| rows.iter().filter(|row| row["verdict"] == verdict).count();
    for verdict in ["solved", "impossible", "gave_up"] {
        let there = report["totals"]["verdicts"][verdict].as_u64().unwrap_or(0);
        assert_eq!(there, count(verdict) as u64, "{verdict}: {report}");
    }
    assert!(count("solved") > 0 && count("gave_up") > 0);
    let most = rows.iter().filter(|row| row["verdict"] == "solved").map(|row| row["nodes"].as_u64()).max();
    assert_eq!(report["hardest"][0]["nodes"].as_u64(), most.flatten());
    let mut moves: Vec<u64> = rows.iter().filter_map(|row| row["moves"].as_u64()).collect();
    moves.sort_unstable();
    assert_eq!(report["moves"]["median"].as_u64(), Some(moves[moves.len().div_ceil(2) - 1]));
    let (low, high) = (report["winnable"]["low"].as_f64(), report["winnable"]["high"].as_f64());
    let share = |count: usize| Some(count as f64 / 300.0);
    assert!(low < share(count("solved")) && high > share(300 - count("impossible")));
    let plot = fs::read_to_string(folder.path().join("plots/new/Seahaven-moves.svg")).unwrap();
    assert!(plot.starts_with("<svg xmlns") && plot.contains("Seahaven. Length of solutions"), "{plot}");
    let bars = plot.split("</title></rect>").filter_map(|bar| bar.rsplit_once(": "));
    let drawn: usize = bars.filter_map(|(_, count)| count.parse::<usize>().ok()).sum();
    assert_eq!(drawn, count("solved"), "every solution is in one bar");
    let page = fs::read_to_string(folder.path().join("page.html")).unwrap();
    assert!(page.contains("<svg") && page.contains("prefers-color-scheme:dark"));
    assert!(!page.contains("http") && !page.contains("<script"), "it must not need a network");
    let text = tapis(&folder, "survey report out").out;
    assert!(text.starts_with("Seahaven: 300 deals\n"), "{text}");
}

#[test]
fn exports_are_well_formed() {
    let folder = TempDir::new().unwrap();
    done(&tapis(&folder, "survey fc.1..30 --solutions -o out"));
    done(&tapis(&folder, "survey export out -o rows.csv"));
    let text = fs::read_to_string(folder.path().join("rows.csv")).unwrap();
    assert!(text.starts_with("game,digest,seed,verdict,reason,moves,nodes,states,strategy,solution\r\n"));
    assert_eq!(text.matches("\r\n").count(), 31);
    assert_eq!(text, tapis(&folder, "survey export out").out);
    let missing = tapis(&folder, "survey export nowhere -o rows.csv");
    assert_eq!((missing.code, missing.err.lines().count()), (Some(66), 1), "{}", missing.err);
    assert_eq!(fs::read_to_string(folder.path().join("rows.csv")).unwrap(), text, "left as it was");
}

#[test]
fn peg_boards_are_surveyed_in_the_same_frame() {
    let folder = TempDir::new().unwrap();
    let ran = tapis(&folder, "peg survey triangle15 --pairs --chunk-rows 10 -o pegs");
    done(&ran);
    assert!(ran.out.starts_with("peg-triangle15: 225 problems, "), "{}", ran.out);
    done(&tapis(&folder, "peg survey triangle15 --pairs --chunk-rows 10 --threads 1 -o again"));
    assert_same(&folder, "pegs", "again");
    let rows = records(&tapis(&folder, "survey export pegs --format jsonl"));
    let copies: i64 = rows.iter().map(|row| row["copies"].as_i64().unwrap()).sum();
    assert_eq!(copies, 225);
    for row in &rows {
        let word = |name: &str| row[name].as_str().unwrap();
        let line =
            format!("peg solve --board triangle15 --vacate {} --to {} --json", word("start"), word("finish"));
        assert_eq!(tapis(&folder, &line).json()["verdict"], row["verdict"], "{row}");
    }
    assert_eq!(tapis(&folder, "survey verify pegs").code, Some(0));
    assert!(tapis(&folder, "survey report pegs").out.starts_with("peg-triangle15: "));
    let refused = tapis(&folder, "peg survey triangle15 --chunk-rows 10 -o pegs");
    assert!(refused.err.contains("`problems` is pairs there and vacancies here"), "{}", refused.err);
}

/// The table of all vacancies, as text, JSON and CSV: the fewest moves of the triangle are known.
#[test]
fn a_peg_board_is_surveyed_as_a_table() {
    let folder = TempDir::new().unwrap();
    let text = tapis(&folder, "peg survey triangle15 --shortest");
    done(&text);
    let lines: Vec<Vec<&str>> = text.out.lines().map(|line| line.split_whitespace().collect()).collect();
    let header = ["start", "finish", "copies", "verdict", "reason", "jumps", "moves", "fewest", "seconds"];
    assert_eq!(lines[0], header);
    let fewest: Vec<_> = lines[1..].iter().map(|line| (line[0], line[2], line[3], line[7])).collect();
    let solved = |start, copies, fewest| (start, copies, "solved", fewest);
    assert_eq!(
        fewest,
        [solved("a1", "3", "10"), solved("a2", "6", "10"), solved("a3", "3", "9"), solved("b3", "3", "11")],
        "{}",
        text.out
    );
    let csv = tapis(&folder, "peg survey triangle15 --pairs --csv");
    done(&csv);
    assert!(
        csv.out.starts_with("start,finish,copies,verdict,reason,jumps,moves,fewest,seconds\n"),
        "{}",
        csv.out
    );
    assert!(csv.out.lines().any(|row| row.starts_with("a1,b3,3,impossible,exhausted,,,,0.")), "{}", csv.out);
    assert!(csv.out.lines().any(|row| row.contains(",impossible,parity,,,,0.")), "{}", csv.out);
    let rows = records(&tapis(&folder, "peg survey triangle15 --pairs --json"));
    assert_eq!(rows.len() + 1, csv.out.lines().count());
    assert_eq!(
        (&rows[0]["start"], &rows[0]["jumps"], &rows[0]["fewest"]),
        (&"a1".into(), &13.into(), &().into())
    );
    let narrow = tapis(&folder, "peg survey french --shortest --memory 1M --threads 1 --csv");
    assert!(narrow.out.contains("solved,fewest moves: "), "{}", narrow.out);
    let late = tapis(&folder, "peg survey wiegleb --shortest --time 1ms");
    assert_eq!((late.code, late.out.lines().count()), (Some(1), 1), "{}", late.out);
    assert_eq!(tapis(&folder, "peg survey triangle15 --csv -o out").code, Some(64));
}

#[test]
fn matches_of_rummy_are_surveyed_in_the_same_frame() {
    let folder = TempDir::new().unwrap();
    let arena = "rummy arena rummikub --players ai:normal,ai:easy --seed 5 --games";
    done(&tapis(&folder, &format!("{arena} 40 --threads 1 -o out")));
    done(&tapis(&folder, &format!("{arena} 60 -o out")));
    done(&tapis(&folder, &format!("{arena} 60 -o whole")));
    assert_same(&folder, "whole", "out");
    let plain = tapis(&folder, &format!("{arena} 60 --json")).json();
    let report = tapis(&folder, "survey report out --json").json();
    let wins = report[0]["means"]["wins_1"]["mean"].as_f64().unwrap();
    let plain_wins = plain["players"][0]["wins"].as_f64().unwrap();
    assert!((wins * 100.0 - plain_wins).abs() < 1e-6, "in percent there: {wins} {plain}");
    let opened = report[0]["means"]["opened_1"]["mean"].as_f64().unwrap();
    assert!(opened > 0.5 && opened <= 1.0, "{report}");
    assert_eq!(tapis(&folder, "survey verify out").code, Some(0));
}

const READ_WITH_PYARROW: &str = "
import json, sys
import pyarrow.parquet
table = pyarrow.parquet.read_table(sys.argv[1])
for row in table.drop_columns(['chunk']).to_pylist():
    print(json.dumps(row))
";

#[test]
fn pyarrow_reads_the_folder_as_it_is() {
    let Some([_, _]) = found_or_skipped([PYTHON, PYARROW]) else { return };
    let folder = TempDir::new().unwrap();
    done(&tapis(&folder, "survey bd.1..70 --rate --solutions --nodes 400 --chunk-rows 30 -o out"));
    let mut python = Command::new(python_environment().join("bin/python"));
    let read = run(python.args(["-c", READ_WITH_PYARROW, "out"]).current_dir(folder.path()));
    assert_eq!(read.code, Some(0), "{}", read.err);
    let exported = tapis(&folder, "survey export out --format jsonl");
    assert_eq!(records(&read), records(&exported));
}

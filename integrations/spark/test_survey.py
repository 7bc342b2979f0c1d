#!/usr/bin/env python3
"""Tests of survey.py: its parts without Spark, then Spark in local mode and on a cluster of two workers on loopback.

    TAPIS=target/release/tapis python3 integrations/spark/test_survey.py

Without PySpark, Java 17 or a binary the tests that need them are skipped, with the reason.
"""
from __future__ import annotations

import contextlib
import importlib.util
import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import types
import unittest
from pathlib import Path

import survey

HERE = Path(__file__).resolve().parent
SCRIPT = HERE / "survey.py"
# Deals that take long enough for a kill in the middle, and deals that do not.
SLOW = ["FreeCell.1..160", "--rate", "--nodes", "100000", "--chunk-rows", "10"]
QUICK = ["Seahaven.1..350", "--chunk-rows", "100"]


def find_binary() -> Path | None:
    builds = [HERE.parents[1] / "target" / profile / "tapis" for profile in ("release", "debug")]
    named = os.environ.get("TAPIS")
    found = [path for path in ([Path(named)] if named else builds) if path.is_file()]
    return found[0].resolve() if found else None


BINARY = find_binary()


def missing_for_spark() -> str | None:
    if importlib.util.find_spec("pyspark") is None:
        return "PySpark is missing: pip install -r requirements.txt"
    try:
        survey.check_java()
    except survey.Fault as fault:
        return str(fault)
    return None


NO_BINARY = "no binary: build one with cargo, or name it with TAPIS=PATH"
NO_SPARK = missing_for_spark()


def files(folder: Path) -> dict[str, bytes]:
    """All files of a dataset, temporary ones too."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def run(command: list, env: dict | None = None, stdin: str | None = None) -> subprocess.CompletedProcess:
    return subprocess.run([str(word) for word in command], env=env, input=stdin, capture_output=True, text=True)


def environment(**more: str) -> dict[str, str]:
    """One Python everywhere, loopback only, and JVMs that start quickly."""
    return {
        **{name: value for name, value in os.environ.items() if not name.startswith(("SPARK_", "PYSPARK_"))},
        "PYSPARK_PYTHON": sys.executable,
        "SPARK_LOCAL_IP": "127.0.0.1",
        "JDK_JAVA_OPTIONS": "-XX:+UseSerialGC -XX:TieredStopAtLevel=1",
        **more,
    }


@unittest.skipIf(BINARY is None, NO_BINARY)
class Case(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)
        self.out = self.folder / "out"

    def local(self, words: list[str]) -> Path:
        """The dataset of one machine."""
        folder = self.folder / "local"
        ran = run([BINARY, "survey", *words, "-o", folder])
        self.assertEqual(ran.returncode, 0, ran.stderr)
        return folder

    def driver(self, *words, binary=None, **env: str) -> subprocess.CompletedProcess:
        """The script in plain Python, with Spark in local mode."""
        submit = "--master local[2] --conf spark.ui.enabled=false pyspark-shell"
        command = [sys.executable, SCRIPT, "--binary", binary or BINARY, "-o", self.out, *words]
        return run(command, environment(PYSPARK_SUBMIT_ARGS=submit, **env))

    def assert_same(self, folder: Path, other: Path):
        self.assertEqual(sorted(files(folder)), sorted(files(other)))
        self.assertEqual(files(folder), files(other))
        rows = [run([BINARY, "survey", "export", path]) for path in (folder, other)]
        self.assertEqual([ran.returncode for ran in rows], [0, 0], rows[0].stderr)
        self.assertTrue(rows[0].stdout)
        self.assertEqual(rows[0].stdout.splitlines(), rows[1].stdout.splitlines())


class Driver(Case):
    """Everything before Spark starts."""

    def test_errors_are_one_line_with_a_code(self):
        self.assertEqual(run([BINARY, "survey", *QUICK, "-o", self.out, "--batches"]).returncode, 0)
        not_a_program = self.folder / "text"
        not_a_program.write_text("text")
        other = [*QUICK, "--nodes", "77"]
        for words, keywords, code, message in [
            (QUICK, {"binary": "nowhere"}, 66, "--binary nowhere: there is no such file"),
            (QUICK, {"binary": not_a_program}, 66, "text does not run: Permission denied"),
            (other, {}, 65, "holds another survey: `nodes` is 10000000 there and 77 here"),
            (["Nowhere.1..5"], {}, 64, "no game `Nowhere`"),
            ([*QUICK, "--attempts", "0"], {}, 64, "`0` is not a number from 1 on"),
            ([*QUICK, "--no-such-option"], {}, 64, "--no-such-option"),
        ]:
            with self.subTest(message):
                ran = self.driver(*words, **keywords)
                self.assertEqual((ran.returncode, ran.stdout, ran.stderr.count("\n")), (code, "", 1), ran.stderr)
                self.assertIn(message, ran.stderr)

    @unittest.skipIf(importlib.util.find_spec("pyspark") is None, "PySpark is missing")
    def test_a_missing_or_old_java_is_named(self):
        ran = self.driver(*QUICK, JAVA_HOME="/nowhere")
        self.assertEqual((ran.returncode, ran.stderr), (69, "tapis survey: Spark needs Java 17: JAVA_HOME is /nowhere\n"))
        ran = self.driver(*QUICK, JAVA_HOME="", PATH="/nowhere")
        self.assertEqual(ran.returncode, 69)
        self.assertIn("it is not on the PATH", ran.stderr)
        java = self.folder / "bin" / "java"
        java.parent.mkdir()
        java.write_text("#!/bin/sh\necho 'openjdk version \"11.0.2\"' >&2\n")
        java.chmod(0o755)
        ran = self.driver(*QUICK, JAVA_HOME=str(self.folder))
        self.assertEqual(ran.returncode, 69)
        self.assertIn("Java 17 or newer: ", ran.stderr)

    def test_a_complete_dataset_needs_no_spark(self):
        local = self.local(QUICK)
        shutil.copytree(local, self.out)
        ran = self.driver(*QUICK, JAVA_HOME="/nowhere")
        self.assertEqual((ran.returncode, ran.stderr), (0, "tapis survey: every chunk is complete\n"))
        self.assertIn("Seahaven: 350 deals: ", ran.stdout)
        self.assertEqual(files(self.out), files(local))


class Worker(Case):
    """One chunk, as a worker makes it."""

    def setUp(self):
        super().setUp()
        self.shipped = self.folder / "a b"
        self.shipped.mkdir()
        (self.shipped / "tapis").symlink_to(BINARY)
        self.tapis = survey.Tapis(BINARY, tuple(QUICK), self.out)
        self.lines = self.tapis.missing()

    def shipment(self, **other) -> survey.Shipment:
        parameters = survey.digest(self.out / "game=Seahaven" / "_survey.json")
        usual = {
            "binary": "tapis",
            "digest": survey.digest(BINARY),
            "rules": None,
            "threads": 1,
            "output": str(self.out),
            "parameters": parameters,
        }
        return survey.Shipment(**{**usual, **other})

    def make(self, line: survey.Line, **other) -> survey.Answer:
        return survey.make_chunk(self.shipment(**other), self.shipped, line)

    def test_lines_name_their_chunks(self):
        names = [str(line) for line in self.lines]
        self.assertEqual(names[1:3], ["chunk 000001 (Seahaven 100..199)", "chunk 000002 (Seahaven 200..299)"])
        self.assertEqual([line.deals for line in self.lines], [(1, 99), (100, 199), (200, 299), (300, 350)])

    def test_the_folder_of_the_files_may_be_relative(self):
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.shipped)
        answer = survey.make_chunk(self.shipment(), Path("."), self.lines[0])
        self.assertEqual(answer, survey.Answer())

    def test_a_shared_folder_gets_the_files_of_a_local_run_and_a_second_task_changes_nothing(self):
        for line in self.lines * 2:
            self.assertEqual(self.make(line), survey.Answer())
        self.assertEqual(self.tapis.missing(), [])
        self.assert_same(self.out, self.local(QUICK))

    def test_files_that_travel_are_those_of_a_local_run(self):
        (self.shipped / "tapis").unlink()
        shutil.copyfile(BINARY, self.shipped / "tapis")
        for line in self.lines:
            answer = self.make(line, output=None)
            self.assertIsNone(answer.failed)
            survey.unpack(self.out, answer)
            survey.unpack(self.out, answer)
        self.assertEqual(sorted(path.name for path in self.shipped.iterdir()), ["tapis"])
        self.assert_same(self.out, self.local(QUICK))

    def test_a_longer_chunk_takes_the_place_of_a_shorter_one(self):
        for words in (QUICK, ["Seahaven.1..380", "--chunk-rows", "100"]):
            for line in survey.Tapis(BINARY, tuple(words), self.out).missing():
                survey.unpack(self.out, self.make(line, output=None))
        self.assert_same(self.out, self.local(words))

    def test_a_rules_file_is_found_under_its_name_on_the_worker(self):
        parameters = json.loads((self.out / "game=Seahaven" / "_survey.json").read_text())
        rules = self.folder / "own.toml"
        rules.write_text(parameters["rules"].replace('"Seahaven"', '"Own"'))
        words = ["1..5", "--rules", str(rules)]
        self.tapis = survey.Tapis(BINARY, tuple(words), self.out)
        [line] = self.tapis.missing()
        local = self.local(words)
        rules.rename(self.shipped / "other.toml")
        answer = self.make(line, output=None, rules="other.toml")
        self.assertEqual((answer.failed, answer.folder), (None, "game=Own/chunk=000000"))
        self.assertEqual({name: (local / answer.folder / name).read_bytes() for name, _ in answer.files}, dict(answer.files))

    def test_failures_say_why_and_write_nothing(self):
        line, before = self.lines[0], files(self.out)
        elsewhere = str(self.folder / "elsewhere")
        self.assertIn("digests differ", self.make(line, digest="0" * 64).failed)
        self.assertIn("did not arrive", self.make(line, binary="nowhere").failed)
        self.assertIn("--no-shared-folder", self.make(line, output=elsewhere).failed)
        self.assertIn("--no-shared-folder", self.make(line, parameters="0" * 64).failed)
        self.assertIn("`x` is not a seed", self.make(survey.Line("Seahaven 1 x --chunk-rows 100"), output=None).failed)
        self.assertEqual(files(self.out), before)
        self.assertFalse(Path(elsewhere).exists())

    def test_exit_codes_and_records_are_checked(self):
        for script, why in [
            ("exit 9", "tapis left with exit code 9: without a message"),
            ("echo old glibc >&2; exit 1", "tapis left with exit code 1: old glibc"),
            ("true", "tapis answered '', which is not a record"),
            ('echo \'{"verdict": "stopped"}\'', "its verdict is stopped"),
            ('echo \'{"verdict": "written", "first": 1, "last": 2}\'', "tapis answered for the deals 1..2"),
        ]:
            with self.subTest(script):
                fake = self.shipped / "fake"
                fake.write_text(f"#!/bin/sh\ncat > /dev/null\n{script}\n")
                fake.chmod(0o755)
                answer = self.make(self.lines[0], binary="fake", digest=survey.digest(fake))
                self.assertEqual(answer.failed, why)


class PoisonedCluster:
    """Gives every job up that has a certain line, as Spark does when a chunk ends its executors again and again."""

    def __init__(self, poison: survey.Line, answer: survey.Answer):
        self.poison, self.answer = poison, answer
        self.chunks_done = types.SimpleNamespace(value=0)
        self.cancelled = False

    def job_size(self) -> int:
        return 5

    def answers(self, lines: list[survey.Line]) -> list[survey.Answer]:
        if self.poison in lines:
            raise RuntimeError("An error occurred:\n: Job aborted due to stage failure: executor lost\n\tat Scheduler")
        return [self.answer] * len(lines)

    def cancel(self):
        self.cancelled = True


class Rounds(unittest.TestCase):
    LINES = [survey.Line(f"Seahaven {n}0 {n}9 --chunk-rows 10") for n in range(1, 21)]

    def run_round(self, cluster: PoisonedCluster, is_first: bool) -> dict[survey.Line, str]:
        with contextlib.redirect_stderr(io.StringIO()):
            return survey.Round(cluster, Path("/dev/null"), self.LINES, is_first).run(survey.Progress(20))

    def test_a_job_that_is_given_up_costs_its_own_chunks_and_in_the_second_round_only_one(self):
        cluster = PoisonedCluster(self.LINES[7], survey.Answer())
        why = "Spark gave the job up: Job aborted due to stage failure: executor lost"
        first = self.run_round(cluster, is_first=True)
        self.assertEqual((len(first), first[self.LINES[7]]), (5, why))
        self.assertEqual(self.run_round(cluster, is_first=False), {self.LINES[7]: why})

    def test_a_folder_that_the_driver_cannot_write_ends_the_round(self):
        files = (("part-10-19.parquet", b"rows"), ("_manifest.json", b"{}"))
        cluster = PoisonedCluster(self.LINES[7], survey.Answer(folder="game=Seahaven", files=files))
        with self.assertRaises(OSError):
            self.run_round(cluster, is_first=True)
        self.assertTrue(cluster.cancelled)


@unittest.skipIf(NO_SPARK, NO_SPARK)
class LocalMode(Case):
    def test_chunks_that_fail_are_named_and_the_next_run_makes_them(self):
        fragile = self.folder / "fragile"
        fragile.write_text(
            f'#!/bin/sh\n[ "$2" = batch ] || exec {BINARY} "$@"\n'
            f'line=$(cat); case $line in *" 100 199 "*) echo broken >&2; exit 9;; esac\n'
            f'echo "$line" | {BINARY} "$@"\n'
        )
        fragile.chmod(0o755)
        ran = self.driver(*QUICK, "--no-shared-folder", "--attempts", "2", binary=fragile)
        self.assertEqual(ran.returncode, 1, ran.stderr)
        ours = [line for line in ran.stderr.splitlines() if line.startswith("tapis survey: ")]
        self.assertIn("tapis survey: 3 of 4 chunks", ours)
        self.assertEqual(
            ours[-2:],
            [
                "tapis survey: chunk 000001 (Seahaven 100..199) failed: tapis left with exit code 9: broken",
                "tapis survey: 1 chunk is missing; the same command makes the missing ones again",
            ],
        )
        ran = self.driver(*QUICK, "--no-shared-folder")
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertIn("tapis survey: 1 of 1 chunks", ran.stderr)
        self.assert_same(self.out, self.local(QUICK))


def parents() -> dict[int, int]:
    """The parent of each process."""
    found = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            found[int(stat.parent.name)] = int(stat.read_text().rpartition(")")[2].split()[1])
    return found


def descendants(of: int) -> list[int]:
    above = parents()
    found, level = [], [of]
    while level:
        level = [child for child, parent in above.items() if parent in level]
        found += level
    return found


def command_line(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
    except OSError:
        return ""


class Daemon:
    """A master or a worker of a standalone cluster."""

    def __init__(self, log: Path, *words: str):
        self.log = log
        spark_class = Path(importlib.util.find_spec("pyspark").origin).parent / "bin" / "spark-class"
        with open(log, "wb") as file:
            command = [spark_class, *words, "--host", "127.0.0.1", "--webui-port", "0"]
            self.process = subprocess.Popen(command, env=environment(), stdout=file, stderr=file)

    def says(self, pattern: str) -> str:
        """Waits for a line of the log."""
        for _ in range(600):
            if found := re.search(pattern, self.log.read_text()):
                return found[1]
            time.sleep(0.1)
        raise AssertionError(f"{pattern} is not in the log:\n{self.log.read_text()}")

    def busy_executor(self) -> int | None:
        """The executor of this worker, while `tapis survey batch` runs under it."""
        for pid in descendants(self.process.pid):
            if "CoarseGrainedExecutorBackend" in command_line(pid):
                if any(" survey batch " in command_line(under) for under in descendants(pid)):
                    return pid
        return None

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=30)


@unittest.skipIf(NO_SPARK, NO_SPARK)
@unittest.skipUnless(Path("/proc/self/stat").exists(), "processes are found in /proc")
class OnACluster(Case):
    def setUp(self):
        super().setUp()
        self.workers = []
        master = self.daemon("master", "org.apache.spark.deploy.master.Master", "--port", "0")
        self.url = master.says(r"Starting Spark master at (spark://\S+)")
        for name in ("first", "second"):
            work = ["--cores", "1", "--memory", "1g", "--work-dir", str(self.folder / name)]
            self.workers.append(self.daemon(name, "org.apache.spark.deploy.worker.Worker", *work, self.url))

    def daemon(self, name: str, *words: str) -> Daemon:
        daemon = Daemon(self.folder / f"{name}.log", *words)
        self.addCleanup(daemon.stop)
        return daemon

    def submit(self) -> subprocess.Popen:
        spark_submit = Path(importlib.util.find_spec("pyspark").origin).parent / "bin" / "spark-submit"
        settings = ["spark.ui.enabled=false", "spark.executor.cores=1", "spark.executor.memory=512m"]
        options = [word for setting in settings for word in ("--conf", setting)]
        command = [spark_submit, "--master", self.url, *options, SCRIPT, "--binary", BINARY, *SLOW, "-o", self.out]
        command = [str(word) for word in command]
        with open(self.folder / "driver.log", "wb") as log:
            return subprocess.Popen(command, env=environment(), stdout=log, stderr=log)

    def chunks(self) -> int:
        return len(list(self.out.glob("game=*/chunk=*/_manifest.json")))

    def kill_an_executor(self, driver: subprocess.Popen) -> int:
        """Kills an executor in the middle of a chunk; answers how many chunks were there before."""
        while driver.poll() is None:
            chunks = self.chunks()
            busy = [worker.busy_executor() for worker in self.workers] if chunks >= 2 else []
            for executor in filter(None, busy):
                os.kill(executor, signal.SIGKILL)
                return chunks
            time.sleep(0.05)
        self.fail(f"no executor was found at work:\n{(self.folder / 'driver.log').read_text()}")

    def test_a_killed_executor_changes_no_byte(self):
        driver = self.submit()
        self.addCleanup(driver.kill)
        chunks = self.kill_an_executor(driver)
        code, log = driver.wait(timeout=300), (self.folder / "driver.log").read_text()
        self.assertEqual(code, 0, log)
        self.assertLess(chunks, 15, "the kill came too late")
        self.assertIn("Lost executor", log)
        self.assertIn("tapis survey: 17 of 17 chunks", log)
        self.assert_same(self.out, self.local(SLOW))
        verified = run([BINARY, "survey", "verify", self.out])
        self.assertEqual(verified.returncode, 0, verified.stderr)
        self.rerun_does_nothing()

    def rerun_does_nothing(self):
        times = {path: path.stat().st_mtime_ns for path in self.out.rglob("*")}
        ran = self.driver(*SLOW)
        self.assertEqual((ran.returncode, ran.stderr), (0, "tapis survey: every chunk is complete\n"))
        self.assertEqual({path: path.stat().st_mtime_ns for path in self.out.rglob("*")}, times)


if __name__ == "__main__":
    unittest.main(verbosity=2)

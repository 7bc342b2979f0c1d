#!/usr/bin/env python3
"""Run a survey of Tapis on a Spark cluster.

    spark-submit survey.py --binary PATH FreeCell.1..1000000 -o OUT [options of `tapis survey`]

`tapis survey ... --batches` names the chunks that are not complete. Each becomes one task, which runs
`tapis survey batch` on a worker with a copy of the binary. The dataset is, byte for byte, that of `tapis survey` on one
machine. The same command again makes only the chunks that are missing.
"""
from __future__ import annotations

import argparse
import collections
import concurrent.futures
import contextlib
import dataclasses
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

EXIT_CODES = """\
Exit code 0: all rows are there. 1: chunks are missing; standard error names them. 64: usage. 65: the folder holds
another survey. 66: the binary is missing. 69: Spark or Java is missing. 70: a deal failed, by a fault of the solver; its
row says why. 73: the folder cannot be written. 130: stopped by Ctrl-C.
"""
UNFINISHED, USAGE, NO_INPUT, UNAVAILABLE, CANNOT_WRITE, INTERRUPTED = 1, 64, 66, 69, 73, 130
OLDEST_JAVA = 17
MANIFEST = "_manifest.json"


class Fault(Exception):
    """An error that ends the program, with its exit code."""

    def __init__(self, code: int, message: str):
        super().__init__(message)
        self.code = code


class ChunkFailed(Exception):
    """Why a worker could not make a chunk."""


# The lines of a survey.


@dataclasses.dataclass(frozen=True)
class Line:
    """One chunk: a line of `tapis survey --batches`."""

    text: str

    @property
    def game(self) -> str:
        return self.text.split()[0]

    @property
    def deals(self) -> tuple[int, int]:
        first, last = self.text.split()[1:3]
        return int(first), int(last)

    @property
    def chunk(self) -> int:
        words = self.text.split()
        return self.deals[0] // int(words[words.index("--chunk-rows") + 1])

    def with_rules(self, name: str | None) -> str:
        """The text with another path of the rules file."""
        words = self.text.split()
        if name is not None:
            words[words.index("--rules") + 1] = name
        return " ".join(words)

    def __str__(self) -> str:
        first, last = self.deals
        return f"chunk {self.chunk:06} ({self.game} {first}..{last})"


@dataclasses.dataclass(frozen=True)
class Tapis:
    """`tapis survey` with its arguments, on the driver."""

    binary: Path
    words: tuple[str, ...]
    output: Path

    def command(self, *more: str) -> list[str]:
        return [str(self.binary), "survey", *self.words, "-o", str(self.output), *more]

    def missing(self) -> list[Line]:
        """The chunks that are not complete. Writes the parameters into the folder, or refuses it."""
        try:
            ran = subprocess.run(self.command("--batches"), stdout=subprocess.PIPE, text=True)
        except OSError as error:
            raise Fault(NO_INPUT, f"{self.binary} does not run: {error.strerror}") from error
        if ran.returncode:
            raise SystemExit(ran.returncode)
        return [Line(text) for text in ran.stdout.splitlines()]

    def summary(self) -> int:
        """Prints the totals of a complete dataset."""
        return subprocess.run(self.command()).returncode


# On a worker.


@dataclasses.dataclass(frozen=True)
class Shipment:
    """All that a worker needs besides its line."""

    binary: str
    digest: str
    rules: str | None
    threads: int
    # The shared folder, and the digest of the parameters that the driver wrote there; none: rows travel.
    output: str | None
    parameters: str | None


@dataclasses.dataclass(frozen=True)
class Answer:
    """What became of a chunk. `files` are the file of its rows and its manifest, where these travel."""

    failed: str | None = None
    folder: str | None = None
    files: tuple[tuple[str, bytes], ...] = ()


def digest(path: Path) -> str:
    state = hashlib.sha256()
    with open(path, "rb") as file:
        while block := file.read(1 << 20):
            state.update(block)
    return state.hexdigest()


def make_chunk(shipment: Shipment, files: Path, line: Line) -> Answer:
    """Makes one chunk; `files` is the folder of the shipped files. Failures are answers, so that one chunk does not end
    the job of the others."""
    files = files.absolute()  # On a cluster the folder is `.`, where a bare name would be looked for on the PATH.
    try:
        check_binary(shipment, files)
        if shipment.output is not None:
            check_shared(shipment, line)
            run_batch(shipment, files, line, shipment.output)
            return Answer()
        with tempfile.TemporaryDirectory(dir=files) as output:
            run_batch(shipment, files, line, output)
            return packed(Path(output))
    except (ChunkFailed, OSError) as why:
        return Answer(failed=str(why))


def check_binary(shipment: Shipment, files: Path) -> None:
    binary = files / shipment.binary
    if not binary.is_file():
        raise ChunkFailed("the binary did not arrive on the worker")
    if digest(binary) != shipment.digest:
        raise ChunkFailed("the binary on the worker is not the one that was sent: their digests differ")


def check_shared(shipment: Shipment, line: Line) -> None:
    """Refuses a folder that is not the driver's: rows there would be lost."""
    parameters = Path(shipment.output, f"game={line.game}", "_survey.json")
    if not parameters.is_file() or digest(parameters) != shipment.parameters:
        raise ChunkFailed(
            f"the worker does not see {parameters} as the driver wrote it; "
            "give a folder that all machines share, or --no-shared-folder"
        )


def run_batch(shipment: Shipment, files: Path, line: Line, output: str) -> None:
    """Runs `tapis survey batch` on one line."""
    binary = files / shipment.binary
    if not os.access(binary, os.X_OK):
        binary.chmod(0o755)
    # The folder of the files is the working folder: the path of the rules file is then a name without blanks.
    ran = subprocess.run(
        [str(binary), "survey", "batch", "-o", output, "--threads", str(shipment.threads)],
        input=line.with_rules(shipment.rules) + "\n",
        cwd=files,
        capture_output=True,
        encoding="utf-8",
    )
    if ran.returncode:
        complaint = " ".join(ran.stderr.split()) or "without a message"
        raise ChunkFailed(f"tapis left with exit code {ran.returncode}: {complaint}")
    check_record(line, ran.stdout)


def check_record(line: Line, text: str) -> None:
    try:
        record = json.loads(text)
        verdict = record["verdict"]
    except (ValueError, TypeError, KeyError):
        raise ChunkFailed(f"tapis answered {text!r}, which is not a record") from None
    if verdict not in ("written", "complete"):
        raise ChunkFailed(record.get("reason") or f"its verdict is {verdict}")
    if (record["first"], record["last"]) != line.deals:
        raise ChunkFailed(f"tapis answered for the deals {record['first']}..{record['last']}")


def packed(output: Path) -> Answer:
    """The files of the only chunk in a folder."""
    [manifest] = output.glob(f"game=*/chunk=*/{MANIFEST}")
    part = manifest.with_name(json.loads(manifest.read_bytes())["file"])
    files = tuple((path.name, path.read_bytes()) for path in (part, manifest))
    return Answer(folder=str(manifest.parent.relative_to(output)), files=files)


# On the driver.


def unpack(output: Path, answer: Answer) -> None:
    """Writes the files of a chunk as `tapis survey` does: first the rows, then the manifest that says they are there.
    Files of an earlier, shorter chunk go first, so that no row is there twice."""
    folder = output / answer.folder
    folder.mkdir(parents=True, exist_ok=True)
    sync_folder(folder.parent)
    (rows, _) = answer.files[0]
    for path in folder.iterdir():
        if path.name != rows:
            path.unlink()
    sync_folder(folder)
    for name, contents in answer.files:
        write_whole(folder / name, contents)


def write_whole(path: Path, contents: bytes) -> None:
    """Neither a kill nor a power cut leaves half of a file under this name."""
    temporary = path.with_name(f".tapis-{os.getpid()}-{threading.get_ident()}")
    with open(temporary, "wb") as file:
        file.write(contents)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)
    sync_folder(path.parent)


def sync_folder(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


class Cluster:
    """A Spark context with the files that the workers need."""

    def __init__(self, tapis: Tapis, game: str, rules: str | None, shared: bool):
        from pyspark import SparkConf, SparkContext

        # Spark's own progress bar would overwrite the lines of this one.
        settings = SparkConf().setAppName("tapis survey").set("spark.ui.showConsoleProgress", "false")
        self.context = SparkContext.getOrCreate(settings)
        self.context.setLogLevel("WARN")
        for path in filter(None, (tapis.binary, rules)):
            self.context.addFile(str(Path(path).resolve()))
        parameters = tapis.output / f"game={game}" / "_survey.json"
        self.shipment = Shipment(
            binary=tapis.binary.resolve().name,
            digest=digest(tapis.binary),
            rules=rules and Path(rules).resolve().name,
            threads=int(self.context.getConf().get("spark.task.cpus", "1")),
            output=str(tapis.output) if shared else None,
            parameters=digest(parameters) if shared else None,
        )
        self.chunks_done = self.context.accumulator(0)

    def job_size(self) -> int:
        """Chunks per job: two jobs keep all cores busy, and the driver can hold their rows."""
        return max(64, 2 * self.context.defaultParallelism)

    def answers(self, lines: list[Line]) -> list[Answer]:
        """Makes chunks, one task each. Only plain values travel: classes of a script have two lives there."""
        shipment, chunks_done = self.shipment, self.chunks_done

        def task(text: str) -> tuple:
            from pyspark import SparkFiles

            answer = make_chunk(shipment, Path(SparkFiles.getRootDirectory()), Line(text))
            chunks_done.add(int(answer.failed is None))
            return dataclasses.astuple(answer)

        texts = [line.text for line in lines]
        return [Answer(*fields) for fields in self.context.parallelize(texts, len(texts)).map(task).collect()]

    def cancel(self) -> None:
        with contextlib.suppress(Exception):  # Ctrl-C may have ended Spark before.
            self.context.cancelAllJobs()

    def close(self) -> None:
        with contextlib.suppress(Exception):
            self.context.stop()


class Round:
    """One attempt at chunks. The first one runs large jobs, two at a time. A further one gives each chunk its own job:
    a chunk that loses its executors, as one that needs too much memory does, then ends no other."""

    def __init__(self, cluster: Cluster, output: Path, lines: list[Line], is_first: bool):
        self.cluster, self.output = cluster, output
        self.waiting = collections.deque(lines)
        self.failures: dict[Line, str] = {}
        self.jobs_at_once = 2 if is_first else 16
        self.is_first = is_first

    def run(self, progress: Progress) -> dict[Line, str]:
        """Answers why chunks failed."""
        with concurrent.futures.ThreadPoolExecutor(self.jobs_at_once) as pool:
            jobs = [pool.submit(self.drain) for _ in range(self.jobs_at_once)]
            try:
                self.watch(jobs, progress)
            except BaseException:
                self.waiting.clear()
                self.cluster.cancel()
                raise
        return self.failures

    def watch(self, jobs: list[concurrent.futures.Future], progress: Progress) -> None:
        not_done = jobs
        while not_done:
            done, not_done = concurrent.futures.wait(jobs, timeout=1, return_when=concurrent.futures.FIRST_EXCEPTION)
            progress.show(self.cluster.chunks_done.value)
            for job in done:
                job.result()

    def drain(self) -> None:
        while lines := self.take():
            try:
                answers = self.cluster.answers(lines)
            except Exception as error:  # Py4J has no common class for a job that is aborted.
                answers = [Answer(failed=f"Spark gave the job up: {cause(error)}")] * len(lines)
            for line, answer in zip(lines, answers, strict=True):
                self.settle(line, answer)

    def take(self) -> list[Line]:
        size = self.cluster.job_size() if self.is_first else 1
        lines = []
        while self.waiting and len(lines) < size:
            lines.append(self.waiting.popleft())
        return lines

    def settle(self, line: Line, answer: Answer) -> None:
        if answer.failed is not None:
            self.failures[line] = answer.failed
        elif answer.files:
            unpack(self.output, answer)


def cause(error: Exception) -> str:
    """The line of a Java error that says why."""
    lines = [line.strip(" \t:") for line in str(error).splitlines() if line.strip(" \t:")]
    reasons = [line for line in lines if "Job aborted" in line]
    return (reasons or lines or [type(error).__name__])[0]


class Progress:
    """Chunks done, on standard error."""

    def __init__(self, chunks: int):
        self.chunks, self.shown = chunks, None

    def show(self, done: int) -> None:
        if done != self.shown:
            self.shown = done
            say(f"{done} of {self.chunks} chunks")


def say(message: str) -> None:
    print(f"tapis survey: {message}", file=sys.stderr, flush=True)


# The command.


class Parser(argparse.ArgumentParser):
    """A parser with one line per error, and the exit code of Tapis."""

    def error(self, message: str):
        raise Fault(USAGE, f"{message}; --help shows the usage")


def positive(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"`{text}` is not a number from 1 on")
    return int(text)


def arguments(words: list[str]) -> tuple[argparse.Namespace, list[str]]:
    parser = Parser(
        prog="survey.py",
        usage="spark-submit survey.py --binary PATH DEALS -o OUT [options of `tapis survey`]",
        description=__doc__,
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--binary", metavar="PATH", type=Path, required=True, help="tapis, built for the workers' system")
    parser.add_argument("-o", "--output", metavar="OUT", type=Path, required=True, help="the folder of the dataset")
    parser.add_argument(
        "--no-shared-folder",
        action="store_true",
        help="the workers do not see OUT: they send their files, and the driver writes them",
    )
    parser.add_argument("--attempts", metavar="N", type=positive, default=3, help="attempts at each chunk [default: 3]")
    parser.add_argument("--rules", metavar="FILE", help="play the game described in this TOML file")
    return parser.parse_known_args(words)


def check_java() -> None:
    """Spark without Java fails with a long trace. spark-submit is itself a program in Java."""
    if "PYSPARK_GATEWAY_PORT" in os.environ:
        return
    home = os.environ.get("JAVA_HOME")
    java = str(Path(home, "bin", "java")) if home else shutil.which("java")
    try:
        ran = subprocess.run([java or "java", "-version"], capture_output=True, text=True)
    except OSError:
        where = f"JAVA_HOME is {home}" if home else "it is not on the PATH, and JAVA_HOME is not set"
        raise Fault(UNAVAILABLE, f"Spark needs Java {OLDEST_JAVA}: {where}") from None
    version = re.search(r'version "(\d+)', ran.stderr)
    if version and int(version[1]) < OLDEST_JAVA:
        raise Fault(UNAVAILABLE, f"Spark needs Java {OLDEST_JAVA} or newer: {java} is Java {version[1]}")


def check_pyspark() -> None:
    try:
        import pyspark  # noqa: F401
    except ImportError:
        raise Fault(UNAVAILABLE, "PySpark is missing: pip install -r integrations/spark/requirements.txt") from None


def survey(tapis: Tapis, rules: str | None, shared: bool, attempts: int) -> int:
    missing = tapis.missing()
    if not missing:
        say("every chunk is complete")
        return tapis.summary()
    check_pyspark()
    check_java()
    with contextlib.closing(Cluster(tapis, missing[0].game, rules, shared)) as cluster:
        progress = Progress(len(missing))
        for attempt in range(attempts):
            failures = Round(cluster, tapis.output, missing, is_first=attempt == 0).run(progress)
            missing = tapis.missing()
            if not missing:
                break
    return report(missing, failures) if missing else tapis.summary()


def report(missing: list[Line], failures: dict[Line, str]) -> int:
    for line in missing:
        say(f"{line} failed: {failures.get(line, 'the worker wrote it to a folder that the driver does not see')}")
    count = "1 chunk is" if len(missing) == 1 else f"{len(missing)} chunks are"
    say(f"{count} missing; the same command makes the missing ones again")
    return UNFINISHED


def main(words: list[str]) -> int:
    try:
        args, rest = arguments(words)
        if not args.binary.is_file():
            raise Fault(NO_INPUT, f"--binary {args.binary}: there is no such file")
        rules = ("--rules", args.rules) if args.rules else ()
        tapis = Tapis(args.binary.absolute(), (*rest, *rules), args.output.absolute())
        return survey(tapis, args.rules, not args.no_shared_folder, args.attempts)
    except Fault as fault:
        say(str(fault))
        return fault.code
    except OSError as error:
        say(f"{error.filename or args.output}: {error.strerror}")
        return CANNOT_WRITE
    except KeyboardInterrupt:
        say("stopped; the same command goes on")
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

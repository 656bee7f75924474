"""Mutants: whether the tests notice when one operator or condition is changed.

python tests/benchmarks/mutants.py --seed 1 --count 200 --results mutants.jsonl

Each mutant changes one place of feeaudit/rules or feeaudit/audit in a copy of the tree. The tests
that could notice are those that run the changed lines, which is recorded once in a run without a
mutant. They run in a process forked from one that has loaded and collected everything, quick ones
and those most about the changed file first, until one fails or does not end. A mutant that the tests
of its budget (``--budget``, seconds of processor time as recorded) do not notice has survived. The
same seed draws the same mutants, however the code around them is edited.

Prints a line a mutant and the count. ``equivalents.yaml`` names changes that make no difference, each
with the reason: the seed passes over them and draws others, so that the count speaks of mutants that
could be noticed, and says how many it passed over. What a record names must still be there.
mutation.py says what is not changed at all. ``--results`` keeps a line of JSON a mutant; the
same command again goes on where it stopped, and with ``--again`` tries once more those that had
survived. What runs while tests are collected takes a session of its own, many times as long as a
fork, so no module of tests should audit anything when it is imported.
``--share 1/2`` and ``--share 2/2`` try them in two processes, which may share their results; the
command without it then counts all.
``--only feeaudit/audit/drop`` (or a file, or FILE:LINE) draws from a part alone; ``--constants``
changes numbers and flags as well; ``--marks ""`` takes the slow tests too, which alone run
feeaudit/audit/parts. Needs ``fork``, so it runs on Linux and macOS.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import importlib
import json
import os
import re
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
import yaml

ROOT: Final = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from benchmarks.mutant_trials import (  # noqa: E402
    NO_END,
    NOT_TRIED,
    Chosen,
    Warm,
    codes_changed,
    run_changed,
)
from benchmarks.mutation import (  # noqa: E402 - lies beside this file
    Mutant,
    changes_of,
    keys_of,
    mutant_at,
)
from benchmarks.reach import Reach, Recorder  # noqa: E402

MUTATED: Final = ("feeaudit/rules", "feeaudit/audit")
# The folders whose tests run much of what is mutated.
TESTS: Final = [
    f"tests/{name}"
    for name in ("rules", "audit", "cli", "book", "report", "simulate", "log_archive")
]
COPIED: Final = ("feeaudit", "schedules", "templates", "tests", "pyproject.toml", "README.md")
# What no mutant changes and every test needs: loaded once, before any process is forked.
LOADED: Final = (
    "hypothesis",
    "pandas",
    "pyarrow.compute",
    "pyarrow.parquet",
    "pytest",
    "yaml",
    "feeaudit.book.load",
    "feeaudit.intake.log_files",
    "feeaudit.intake.log_writer",
)
PYTEST: Final = (
    "-q",
    "-x",
    "-n0",
    "-p",
    "no:cacheprovider",
    "--hypothesis-seed=0",
    "--tb=no",
    "--disable-warnings",
)
# A process of tests may take so many times what its tests took, and so many seconds more: others
# may use the machine too.
PATIENCE: Final = 20
GRACE: Final = 120
# All tests, once: an hour of processor time is more than they ever took.
LONGEST: Final = 3600
# How a file of tests says that its tests share what one of them makes.
SCOPED: Final = re.compile(r"scope=")
SHARED: Final = re.compile(r"@cache|@lru_cache|scope=")
# Tests of a kind: cases of one check, or one function with other arguments.
KIND: Final = re.compile(r"[^\[]+(?:\[[A-Z]+-[A-Z]+-)?")
# Seconds below which one test is as quick as another.
QUICK: Final = 0.1
PASSED: Final = 0
NO_TESTS: Final = 5
# Without a test that failed: what runs at import broke, or the process.
_BROKEN: Final = "broken"
# Ended by the clock, not for the processor time it took: on a busy machine that says nothing.
LATE: Final = 98


class Verdict(NamedTuple):
    """What killed a mutant (blank where it survived), of how many tests, in how many seconds.

    One whose tests were ended by the clock has not been judged, and counts as survived.
    """

    killed: str
    tests: int
    seconds: float
    late: bool = False


Note = Callable[[Mutant, Verdict], None]


@dataclass(frozen=True)
class Tree:
    """A copy of the tree in which mutants live one after the other."""

    folder: Path
    arguments: argparse.Namespace

    @classmethod
    def copied(cls, folder: Path, arguments: argparse.Namespace) -> Tree:
        """Copy the tree, and load from the copy what no mutant changes."""
        for name in COPIED:
            source = ROOT / name
            if source.is_dir():
                ignored = shutil.ignore_patterns("__pycache__", ".*")
                shutil.copytree(source, folder / name, ignore=ignored)
            else:
                shutil.copy2(source, folder / name)
        os.chdir(folder)
        os.environ |= {"PYTHONPATH": str(folder), "FEEAUDIT_CACHE": str(folder / ".cache")}
        sys.path[:] = [each for each in sys.path if not each.startswith(str(ROOT))]
        sys.path[:0] = [str(folder), str(folder / "tests")]
        for module in LOADED:
            importlib.import_module(module)
        shipped = importlib.import_module("support.shipped")
        shipped.shipped_book()
        shipped.shipped_laws()
        changed = tuple(part.replace("/", ".") for part in MUTATED)
        assert not [name for name in sys.modules if name.startswith(changed)], "would not change"
        return cls(folder, arguments)

    def recorded(self) -> Reach:
        """Return which tests run which lines: as kept by an earlier run of the same tree, or now."""
        path = Path(tempfile.gettempdir()) / f"feeaudit-reach-{self._digest()}.json"
        if not path.exists():
            print("recording which tests run which lines …", flush=True)
            written = self.folder / "reach.json"
            files = self.arguments.tests
            more = ("--maxfail=0", "-m", self.arguments.marks)
            plugin = Recorder(str(self.folder), MUTATED, written)
            self.forked(partial(self._session, plugin, files, *more), LONGEST)
            if not written.exists():
                why = self.report.read_text(encoding="utf-8", errors="replace")[-1000:]
                raise SystemExit(f"the tests cannot be run without any mutant:\n{why}")
            shutil.copy2(written, path)
        reach = Reach.read(path)
        for number in sorted(set(reach.failed)):
            print(f"fails anyway  {reach.tests[number]}", flush=True)
        total = f"{len(reach.tests):,} tests, {sum(reach.seconds):,.0f} s of processor time"
        print(f"{total}, recorded in {path}", flush=True)
        return reach

    def _digest(self) -> str:
        digest = hashlib.sha256(repr((self.arguments.tests, self.arguments.marks)).encode())
        for part in ("feeaudit", "schedules", "tests"):
            for path in sorted((ROOT / part).rglob("*")):
                if path.suffix in {".py", ".yaml"} and "benchmarks" not in path.parts:
                    digest.update(path.read_bytes())
        return digest.hexdigest()[:12]

    def tried_warm(self, mutants: list[Mutant], reach: Reach, note: Note) -> None:
        """Try mutants of what only tests run: each in a fork of a session that has all tests."""

        def use(items: dict[str, pytest.Item]) -> None:
            for mutant in mutants:
                chosen = self._chosen(mutant, reach)
                before = compile(self._source(mutant.file), mutant.file, "exec", dont_inherit=True)
                after = compile(mutant.tree, mutant.file, "exec", dont_inherit=True)
                changed = codes_changed(before, after)
                run = partial(run_changed, items, chosen, changed, self.report)
                note(mutant, self._verdict(mutant, chosen, run))

        files = sorted({name.partition("::")[0] for name in reach.tests})
        child = os.fork()
        if child == 0:
            self._session(Warm(use), files, "-s")
        os.waitpid(child, 0)

    def tried_fresh(self, mutant: Mutant, reach: Reach, note: Note) -> None:
        """Try a mutant of what runs at import, in a session that imports it."""
        chosen = self._chosen(mutant, reach)
        files = sorted({name.partition("::")[0] for name in chosen})
        run = partial(self._session, Chosen(chosen), files)
        verdict = self._verdict(mutant, chosen, run)
        # Where no test is named, perhaps none was run: then it is no better without the mutant.
        if verdict.killed.startswith(_BROKEN) and self.forked(run, sum(chosen.values())) != PASSED:
            why = self.report.read_text(encoding="utf-8", errors="replace")[-1000:]
            raise SystemExit(f"{mutant.name} cannot be tried:\n{why}")
        note(mutant, verdict)

    def _verdict(
        self, mutant: Mutant, chosen: dict[str, float], run: Callable[[], None]
    ) -> Verdict:
        """Return what killed a mutant, which processes that the tests start see as well."""
        place, started = self.folder / mutant.file, time.monotonic()
        original, stamp = self._source(mutant.file), place.stat()
        place.write_text(ast.unparse(mutant.tree), encoding="utf-8")
        try:
            code = self.forked(run, sum(chosen.values())) if chosen else PASSED
        finally:
            place.write_text(original, encoding="utf-8")
            os.utime(place, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
        text = self.report.read_text(encoding="utf-8", errors="replace") if chosen else ""
        if code == NOT_TRIED:
            raise SystemExit(f"{mutant.name} cannot be tried:\n{text}")
        first = re.search(r"^FIRST (?:.*/)?(.*)", text, re.MULTILINE)
        killed = first[1] if first else f"{_BROKEN} ({code})"
        known = {PASSED: "", NO_TESTS: "", LATE: "", NO_END: "no end"}
        seconds = time.monotonic() - started
        return Verdict(known.get(code, killed), len(chosen), seconds, code == LATE)

    def _chosen(self, mutant: Mutant, reach: Reach) -> dict[str, float]:
        """Return the tests that could notice, with their seconds, as many as the budget allows."""
        lines: Iterable[int] = mutant.lines
        numbers = reach.tests_of(mutant.file, lines)
        if _is_imported(mutant, reach):
            lines = reach.lines.get(mutant.file, {})
            numbers = reach.tests_of(mutant.file, lines) or {*range(len(reach.tests))}
        apart = self._files_with(SCOPED, reach)
        order = _in_order(numbers - set(reach.failed), reach, mutant.file, apart)
        files = self._files_with(SHARED, reach) & {_file(reach, number) for number in numbers}
        sharing = {each for each in range(len(reach.tests)) if _file(reach, each) in files}
        sharing -= {*numbers, *reach.failed}
        order += _by_promise(sharing, reach, mutant.file, apart)
        spent = accumulate(reach.seconds[number] for number in order)
        return {
            reach.tests[number]: reach.seconds[number]
            for number, so_far in zip(order, spent, strict=True)
            if so_far <= self.arguments.budget or number == order[0]
        }

    def _files_with(self, mark: re.Pattern[str], reach: Reach) -> set[str]:
        """Return the files of tests in which something is written."""
        files = {name.partition("::")[0] for name in reach.tests}
        return {file for file in files if mark.search(self._source(file))}

    def _source(self, file: str) -> str:
        return (self.folder / file).read_text(encoding="utf-8")

    @property
    def report(self) -> Path:
        """Where a process of tests says which failed first."""
        return self.folder / "first.txt"

    def forked(self, run: Callable[[], None], seconds: float) -> int:
        """Run tests in a process of their own, and return how it ended."""
        started = time.monotonic()
        self.report.write_text("", encoding="utf-8")
        child = os.fork()
        if child == 0:
            os.setsid()
            bound = self.arguments.gigabytes << 30
            resource.setrlimit(resource.RLIMIT_AS, (bound, bound))
            with self.report.open("a") as told:
                os.dup2(told.fileno(), 1)
                os.dup2(told.fileno(), 2)
            run()
        return _waited(child, started + GRACE + seconds * PATIENCE)

    def _session(self, plugin: object, files: list[str], *more: str) -> None:
        """Run pytest in this process, and end it; never returns."""
        code = NOT_TRIED
        try:
            basetemp = f"--basetemp={self.folder / '.pytest'}"
            code = int(pytest.main([*PYTEST, basetemp, *more, *files], plugins=[plugin]))
        finally:
            sys.stdout.flush()
            os._exit(code)


def _waited(child: int, until: float) -> int:
    """Return how a process ended, ending it where its time is over."""
    while time.monotonic() < until:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.02)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return LATE


def _file(reach: Reach, number: int) -> str:
    return reach.tests[number].partition("::")[0]


def _in_order(numbers: set[int], reach: Reach, file: str, apart: set[str]) -> list[int]:
    """Return tests in order: first a few that together run all lines of a file that any runs.

    Each adds most lines for its seconds: a test that runs what few others run is the likeliest to
    tell a fault from none.
    """
    left = {each for each in numbers if _file(reach, each) not in apart}
    ran = reach.lines_of(file)
    varied, seen = list[int](), set[int]()
    while left:
        best = max(left, key=lambda each: len(ran[each] - seen) / (reach.seconds[each] + QUICK))
        if ran[best] <= seen:
            break
        varied.append(best)
        seen |= ran[best]
        left.discard(best)
    return varied + _by_promise(numbers - {*varied}, reach, file, apart)


def _by_promise(numbers: set[int], reach: Reach, file: str, apart: set[str]) -> list[int]:
    """Return tests in order: quick ones first, those first that are about a file more than others.

    Every kind of test gets its time in turn, so that some of each come early. Last come those of
    files whose fixtures are made once for the file, file by file.
    """
    spent: dict[str, float] = defaultdict(float)
    shares = reach.shares(file)
    order = []
    for number in sorted(numbers, key=lambda each: reach.seconds[each]):
        of, kind = _file(reach, number), KIND.match(reach.tests[number])
        assert kind is not None
        spent[kind[0]] += reach.seconds[number]
        promise = spent[kind[0]] / (shares[number] or 0.001) ** 2
        order.append((of if of in apart else "", promise, number))
    return [number for *_, number in sorted(order)]


def drawn(arguments: argparse.Namespace) -> list[Mutant]:
    """Return the mutants of a seed, in the order of their places."""
    only, _, line = arguments.only.partition(":")
    changed = partial(mutant_at, constants=arguments.constants)
    sources = {
        file: (ROOT / file).read_text(encoding="utf-8")
        for part in MUTATED
        for file in sorted(
            path.relative_to(ROOT).as_posix() for path in (ROOT / part).rglob("*.py")
        )
    }
    places = {
        (file, number): _lot(arguments.seed, file, key)
        for file, source in sources.items()
        if file.startswith(only)
        for number, key in enumerate(keys_of(source, constants=arguments.constants))
    }
    if line:
        places = {
            (file, number): lot
            for (file, number), lot in places.items()
            if int(line) in changed(file, sources[file], number).lines
        }
    same = _equivalents(sources, constants=arguments.constants)
    order = sorted(places, key=lambda each: places[each])
    chosen = [each for each in order if each not in same][: arguments.count]
    drawn_among = order[: order.index(chosen[-1]) + 1] if chosen else order
    print(
        f"{len(chosen)} of {len(places):,} places, seed {arguments.seed};"
        f" {len(drawn_among) - len(chosen)} recorded as equivalent passed over",
        flush=True,
    )
    return [changed(file, sources[file], number) for file, number in sorted(chosen)]


def _equivalents(sources: dict[str, str], *, constants: bool) -> set[tuple[str, int]]:
    """Return the places whose change is recorded to make no difference."""
    path = Path(__file__).with_name("equivalents.yaml")
    recorded: dict[str, dict[str, str]] = yaml.safe_load(path.read_text(encoding="utf-8"))
    found = set()
    for file, whys in recorded.items():
        changes = changes_of(sources.get(file, ""), constants=constants)
        every = changes_of(sources.get(file, ""), constants=True)
        gone = [change for change in whys if change not in every]
        if gone:
            raise SystemExit(f"{path.name}: {file} has no such place any more: {gone[0]}")
        found |= {(file, number) for number, change in enumerate(changes) if change in whys}
    return found


def _lot(seed: int, file: str, key: str) -> str:
    """Return the lot of a place: the lowest are drawn, whatever is edited elsewhere."""
    return hashlib.sha256(f"{seed} {file} {key}".encode()).hexdigest()


def main() -> None:
    """Draw mutants, run the tests on each, and say which survived."""
    arguments = _arguments()
    os.nice(arguments.nice)
    share, shares = map(int, arguments.share.split("/"))
    mutants = drawn(arguments)[share - 1 :: shares]
    with tempfile.TemporaryDirectory() as folder:
        results = arguments.results or Path(folder) / "results.jsonl"
        tree = Tree.copied(Path(folder) / "tree", arguments)
        reach = tree.recorded()
        known = _known(results)
        done = {key for key, row in known.items() if row["killed"] or not arguments.again}
        left = [each for each in mutants if each.key not in done]
        fresh = [each for each in left if _is_imported(each, reach)]
        note = partial(_note, results)
        tree.tried_warm([each for each in left if each not in fresh], reach, note)
        if fresh:
            print(f"{len(fresh)} run as tests are imported, and take a session each", flush=True)
        for mutant in fresh:
            tree.tried_fresh(mutant, reach, note)
        known = _known(results)
    if any(each.key not in known for each in mutants):
        raise SystemExit("some could not be tried; see above")
    survived = [each.name for each in mutants if not known[each.key]["killed"]]
    print(f"{len(mutants) - len(survived)} killed, {len(survived)} survived", flush=True)
    for told in survived:
        print(f"  {told}", flush=True)


def _is_imported(mutant: Mutant, reach: Reach) -> bool:
    """Tell whether what a mutant changes runs when the package is imported."""
    return not {*mutant.lines}.isdisjoint(reach.imported.get(mutant.file, []))


def _note(results: Path, mutant: Mutant, verdict: Verdict) -> None:
    """Print a verdict and keep it."""
    word = "killed  " if verdict.killed else "SURVIVED"
    by = verdict.killed or f"{verdict.tests} tests{', ended by the clock' * verdict.late}"
    print(f"{word} {verdict.seconds:4.0f} s  {mutant.name}  [{by}]", flush=True)
    with results.open("a", encoding="utf-8") as kept:
        row = {"mutant": mutant.name, "number": mutant.number, **verdict._asdict()}
        kept.write(json.dumps(row, ensure_ascii=False) + "\n")


def _known(path: Path) -> dict[tuple[str, int], dict[str, Any]]:
    """Return the verdicts that are kept, of an earlier run of the same command too."""
    if not path.exists():
        return {}
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return {(row["mutant"], row["number"]): row for row in rows}


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--constants", action="store_true", help="change numbers and flags as well")
    parser.add_argument("--only", default="", help="a folder, a file or FILE:LINE")
    parser.add_argument("--results", type=_path, help="keep a line of JSON a mutant here")
    parser.add_argument("--again", action="store_true", help="try those that survived once more")
    parser.add_argument("--tests", nargs="+", default=TESTS, help="files and folders of tests")
    parser.add_argument("--marks", default="not slow", help="as pytest's -m: which of the tests")
    parser.add_argument("--budget", type=float, default=20, help="seconds of tests a mutant")
    parser.add_argument("--share", default="1/1", help="2/3: the second, fifth, eighth … of them")
    parser.add_argument("--gigabytes", type=int, default=6, help="address space of the tests")
    parser.add_argument("--nice", type=int, default=15, help="how far others go first")
    return parser.parse_args()


def _path(text: str) -> Path:
    return Path(text).resolve()


if __name__ == "__main__":
    main()

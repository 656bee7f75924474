"""How foreign workbooks are received: opened, refused and why; never a traceback, never a hang.

    python tests/benchmarks/bench_corpus.py FOLDER... [--each]

FOLDER holds workbooks that other projects test their readers with (Apache POI, calamine, SheetJS's
test_files, XlsxWriter, pandas, ...): clone such a repository, or unpack a package's source. Every
.xls, .xlsx, .xlsm, .xlsb and .ods file below it is opened, read as a log, and guessed a profile for,
in a process of its own with little memory and time. ``--each`` names the files of every count.
POSIX only: processes are forked, since starting them anew would take hours.
"""

from __future__ import annotations

import multiprocessing
import re
import resource
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import python_calamine

from feeaudit.intake.files.sheets import open_sheets
from feeaudit.intake.log import UnusableLog
from feeaudit.intake.log_files import read_log
from feeaudit.intake.profiles.guess.guessed_profile import guess_profile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from multiprocessing.connection import Connection

SUFFIXES: Final = (".xls", ".xlsx", ".xlsm", ".xlsb", ".ods")
SECONDS: Final = 60
# Far above what any file of a few megabytes may ask for, and far below what stops a laptop.
MEMORY: Final = 1024**3
_ = python_calamine  # loaded once, before processes are forked


@dataclass(frozen=True)
class Result:
    """What became of one file under one reader."""

    outcome: str
    megabytes: int
    seconds: float


READERS: Final[dict[str, Callable[[Path], object]]] = {
    "opened": open_sheets,
    "read as a log": lambda path: read_log([path]),
    "guessed": guess_profile,
}


def outcome_of(read: Callable[[Path], object], path: Path) -> str:
    """Return ``ok``, the reason of a refusal, or what went wrong in the program itself."""
    try:
        read(path)
    except UnusableLog as refusal:
        return f"refused: {_reason(str(refusal), path)}"
    except MemoryError:
        return "MEMORY"
    except BaseException as error:  # noqa: BLE001 - whatever it is, it is what we look for
        return f"TRACEBACK {type(error).__name__}: {str(error)[:80]}"
    return "ok"


def _reason(text: str, path: Path) -> str:
    """Return a refusal without what is special to one file, so that equal ones can be counted."""
    line = text.split("\n", 1)[0].replace(path.name, "FILE")
    line = re.sub(r"sheet [^:]{1,80}:", "sheet S:", re.sub(r"\([^)]*\)|'[^']*'", "…", line))
    return re.sub(r"[0-9][0-9,]*", "N", line)[:120]


def received(read: Callable[[Path], object], path: Path) -> Result:
    """Return what becomes of a file, in a process that can neither hang nor fill the machine."""
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_bounded, args=(read, path, theirs))
    start = time.perf_counter()
    process.start()
    theirs.close()
    result = Result("HANG", 0, SECONDS)
    if ours.poll(SECONDS):
        try:
            outcome, megabytes = ours.recv()
            result = Result(outcome, megabytes, time.perf_counter() - start)
        except EOFError:
            result = Result("DIED", 0, time.perf_counter() - start)
    process.kill()
    process.join()
    return result


def _bounded(read: Callable[[Path], object], path: Path, to: Connection) -> None:
    used = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    limit = used * resource.getpagesize() + MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    outcome = outcome_of(read, path)
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    to.send((outcome, (after - before) // 1024))


def workbooks(folders: list[Path]) -> Iterator[Path]:
    for folder in folders:
        found = (path for path in folder.rglob("*") if path.suffix.lower() in SUFFIXES)
        yield from sorted(path for path in found if path.is_file())


def main() -> None:
    folders = [Path(each) for each in sys.argv[1:] if each != "--each"]
    paths = list(workbooks(folders))
    if not paths:
        sys.exit(__doc__)
    print(f"{len(paths):,} workbooks")
    for reader, read in READERS.items():
        results = {path: received(read, path) for path in paths}
        _print(reader, results, each="--each" in sys.argv)


def _print(reader: str, results: dict[Path, Result], *, each: bool) -> None:
    counts = Counter(result.outcome for result in results.values())
    bad = sum(count for what, count in counts.items() if what.split()[0].isupper())
    refused = sum(count for what, count in counts.items() if what.startswith("refused"))
    print(
        f"\n{reader}: {counts['ok']:,} ok, {refused:,} refused, {bad} tracebacks, hangs or deaths"
    )
    for what, count in counts.most_common():
        print(f"{count:6,}  {what}")
        if each or what.split()[0].isupper():
            names = [str(path) for path, result in results.items() if result.outcome == what]
            print("".join(f"          {name}\n" for name in names), end="")
    largest = max(results, key=lambda path: results[path].megabytes)
    slowest = max(results, key=lambda path: results[path].seconds)
    print(f"most memory {results[largest].megabytes} MB: {largest}")
    print(f"most time {results[slowest].seconds:.1f} s: {slowest}")


if __name__ == "__main__":
    main()

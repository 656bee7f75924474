"""Three nights of the largest room, every check on, beside a hand-written DuckDB query; prints ratios.

    pip install duckdb; python tests/benchmarks/bench_audit.py [NIGHT...] [--hands N] [--turns N]

The nights are told in ``large_nights.py`` and kept under the temporary files, the query in
``peer.py``. On each night four things are run by turns, each in a process of its own: the query; the
audit proper, for which, as for the query, loading the programs and the book is not counted; the whole
command without reports; and the whole command with the four usual formats. Printed are the fastest
wall time and the least time of the processor of each: where others use the machine, only the second is
to be trusted, but it counts what two threads do at once twice. ``--checks`` prints seconds by check.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from feeaudit.core.memory import share_memory

share_memory()
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.large_nights import HANDS, NIGHTS, USUAL, LargeNight, kept_night  # noqa: E402
from benchmarks.peer import counts  # noqa: E402 - loads Arrow

from feeaudit.audit.case import Case  # noqa: E402 - likewise
from feeaudit.audit.checks import REGISTRY  # noqa: E402
from feeaudit.audit.facts import facts_of  # noqa: E402
from feeaudit.audit.fees import fees_of  # noqa: E402
from feeaudit.audit.parts.executor import AuditInputs, audit_opened  # noqa: E402
from feeaudit.book.load import read_book, read_laws  # noqa: E402
from feeaudit.intake.log_files import opened_log, read_log  # noqa: E402
from feeaudit.resources import folder  # noqa: E402
from feeaudit.rules.configuration.model import Config  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FRAMES: Final = ("hands", "wagers", "seats")
KINDS: Final = ("query", "audit", "command", "reports")
MIB: Final = 1024**2


class Spent(NamedTuple):
    """What a run took: seconds by the clock and of the processor, and memory at the most."""

    wall: float
    work: float
    memory: int


@dataclass(frozen=True)
class Bar:
    """What may be spent at most on something: so many times the query, or so much of it."""

    night: str
    kind: str
    times: float | None = None
    seconds: float | None = None
    memory: float | None = None


BARS: Final = (
    *(Bar(night, "audit", times=2) for night in ("usual", "mixed")),
    *(Bar(night, "command", times=3.5) for night in ("usual", "mixed")),
    *(Bar(night, "reports", times=5.5) for night in ("usual", "mixed")),
    *(Bar(night, "reports", memory=1024) for night in ("usual", "mixed")),
    Bar("bad", "reports", seconds=20),
    Bar("bad", "reports", memory=1.2 * 1024),
)


def main() -> None:
    if len(sys.argv) > 1 and sys.argv[1] in KINDS:
        print(json.dumps(alone(*sys.argv[1:])))
        return
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("nights", nargs="*", default=list(NIGHTS), metavar="NIGHT")
    parser.add_argument("--hands", type=int, default=HANDS)
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--checks", action="store_true")
    asked = parser.parse_args()
    for name in asked.nights:
        night = kept_night(name, asked.hands)
        if asked.checks:
            by_check(night)
        else:
            compare(name, night, asked.turns)


def alone(kind: str, log: str, prices: str) -> tuple[float, float, dict[str, int]]:
    """Return how long the query or the audit takes, and what it finds."""
    if kind == "query":
        return timed(lambda: counts(Path(log), Path(prices)))
    inputs = AuditInputs(read_book(folder("schedules")), read_laws(folder("schedules")), Config())

    def audited() -> dict[str, int]:
        with opened_log([Path(log)]) as opened:
            result = audit_opened(opened, inputs, jobs=os.cpu_count() or 1)
        found = {each: int((result.findings["check"] == each).sum()) for each in USUAL}
        return {**found, "all": len(result.findings)}

    return timed(audited)


def timed(job: Callable[[], dict[str, int]]) -> tuple[float, float, dict[str, int]]:
    start, worked = time.perf_counter(), time.process_time()
    found = job()
    return time.perf_counter() - start, time.process_time() - worked, found


def compare(name: str, night: LargeNight, turns: int) -> None:
    """Run everything by turns, so that all meet the same machine, and print what it took."""
    spent: dict[str, list[Spent]] = {kind: [] for kind in KINDS}
    for turn in range(turns):
        for kind, runs in spent.items():
            taken, found = run(kind, night)
            runs.append(taken)
            if turn == 0 and found:
                print(f"{name}: {kind} finds", found)
    least = {kind: Spent(*map(min, zip(*runs, strict=True))) for kind, runs in spent.items()}
    query = least["query"]
    for kind, taken in least.items():
        print(
            f"{name:6} {kind:8} {taken.wall:7.2f} s by the clock ({taken.wall / query.wall:5.2f} times)"
            f" {taken.work:7.2f} s of work ({taken.work / query.work:5.2f} times)"
            f" {taken.memory / MIB:6,.0f} MiB"
        )
    for line in verdicts(name, least):
        print(line)


def run(kind: str, night: LargeNight) -> tuple[Spent, dict[str, int]]:
    """Return what one run takes, in a process of its own, and what it says it found."""
    own = [sys.executable, __file__, kind, str(night.log), str(night.prices)]
    with tempfile.TemporaryDirectory() as output, tempfile.TemporaryFile("w+") as told:
        command = [sys.executable, "-m", "feeaudit", "audit", str(night.log)]
        command += ["-o", output] if kind == "reports" else []
        start = time.perf_counter()
        asked = command if kind in {"command", "reports"} else own
        process = subprocess.Popen(asked, stdout=told, env=as_installed(night))
        _, status, used = os.wait4(process.pid, 0)
        wall, work = time.perf_counter() - start, used.ru_utime + used.ru_stime
        process.returncode = os.waitstatus_to_exitcode(status)
        assert process.returncode in {0, 1}, f"{kind} ended with {process.returncode}"
        found: dict[str, int] = {}
        if kind in {"query", "audit"}:
            told.seek(0)
            wall, work, found = json.load(told)
    # Linux counts in KiB, macOS in bytes.
    return Spent(wall, work, used.ru_maxrss * (1 if sys.platform == "darwin" else 1024)), found


def as_installed(night: LargeNight) -> dict[str, str]:
    """Return the environment of a program whose modules are compiled, as those of a wheel are.

    The first turn compiles them into the folder of the night; whoever sets Python not to keep what
    it compiles would otherwise have every run measured with compiling.
    """
    kept = {name: each for name, each in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": str(night.log.parent / "compiled")}


def verdicts(name: str, least: dict[str, Spent]) -> Iterator[str]:
    """Yield for each bar of a night whether it is held."""
    for bar in BARS:
        taken, query = least[bar.kind], least["query"]
        if bar.night != name:
            continue
        if bar.times:
            held = taken.wall <= bar.times * query.wall
            what = f"at most {bar.times:g} times the query by the clock"
            if query.wall > query.work:
                # The query works on all processors: alone on the machine it takes less than that.
                yield f"{name:6} {bar.kind:8} CANNOT BE TOLD, the machine is busy: {what}"
                continue
        elif bar.seconds:
            held, what = taken.work <= bar.seconds, f"at most {bar.seconds:g} s of work"
        else:
            held = taken.memory <= (bar.memory or 0) * MIB
            what = f"at most {bar.memory:,.0f} MiB"
        yield f"{name:6} {bar.kind:8} {'holds' if held else 'MISSES'}: {what}"


def by_check(night: LargeNight) -> None:
    """Print where the time goes, one thing after the other."""
    book, laws = read_book(folder("schedules")), read_laws(folder("schedules"))
    case = Case(read_log([night.log]), book, laws, Config())
    spent = [("read", seconds(lambda: read_log([night.log])))]
    spent += [(name, seconds(lambda: getattr(case, name))) for name in FRAMES]  # noqa: B023
    spent.append(("fees", seconds(lambda: fees_of(case))))
    spent += [(each.id, seconds(lambda: each.run(case))) for each in REGISTRY.values()]  # noqa: B023
    nothing = REGISTRY["FEE-OVER"].run(case).findings.iloc[:0]
    spent.append(("facts", seconds(lambda: facts_of(case, nothing))))
    for name, time_spent in sorted(spent, key=lambda each: -each[1])[:20]:
        print(f"  {name:14} {time_spent:6.2f} s")
    print(f"  all            {sum(time_spent for _, time_spent in spent):6.2f} s")


def seconds(job: Callable[[], object]) -> float:
    start = time.process_time()
    job()
    return time.process_time() - start


if __name__ == "__main__":
    main()

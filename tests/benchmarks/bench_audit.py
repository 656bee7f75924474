"""A night of the largest room, every check on, beside a hand-written DuckDB query; prints ratios.

    pip install duckdb; python tests/benchmarks/bench_audit.py [HANDS]

The night has a few hundred planted violations, which both must find; what the query computes, and
what not, is told in ``peer.py``. Both read the same Parquet files, by turns, each time in a process
of its own as a command would; loading the programs and the book is not counted.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from feeaudit.core.memory import share_memory

share_memory()
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.peer import Prices, counts  # noqa: E402 - loads Arrow

from feeaudit.audit.case import Case  # noqa: E402 - likewise
from feeaudit.audit.checks import REGISTRY  # noqa: E402
from feeaudit.audit.facts import facts_of  # noqa: E402
from feeaudit.audit.fees import fees_of  # noqa: E402
from feeaudit.audit.parts.executor import AuditInputs, audit_opened  # noqa: E402
from feeaudit.book.load import read_book, read_laws  # noqa: E402
from feeaudit.intake.log_files import opened_log, read_log  # noqa: E402
from feeaudit.intake.log_writer import write_log  # noqa: E402
from feeaudit.resources import folder  # noqa: E402
from feeaudit.rules.configuration.model import Config  # noqa: E402
from feeaudit.simulate import simulate  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable

FRAMES: Final = ("hands", "wagers", "seats")
PLANTED: Final = {"FEE-OVER": 100, "FEE-UNDER": 100, "FEE-MISSING": 100, "ROT-TURNS": 100}
BAR: Final = 3
TURNS: Final = 9


def main() -> None:
    if len(sys.argv) > 2:
        print(json.dumps(alone(*sys.argv[1:])))
        return
    hands = int(sys.argv[1]) if len(sys.argv) > 1 else 400_000
    with tempfile.TemporaryDirectory() as name:
        log, prices = Path(name) / "log", Path(name) / "prices"
        made(hands, log, prices)
        compare(log, prices)
        by_check(log)


def made(hands: int, log: Path, prices: Path) -> None:
    """Write the log of a night, and its prices for the query."""
    log.mkdir()
    prices.mkdir()
    book = read_book(folder("schedules"))
    night = simulate(book, hands=hands, cardrooms=["lucky-chances"], plant=PLANTED).log
    print({name: table.num_rows for name, table in night.tables.items()})
    write_log(night, log, "parquet")
    Prices(Case(night, book)).write(prices)


def alone(kind: str, log: str, prices: str) -> tuple[float, dict[str, int]]:
    """Return how long the query or the audit takes, and what it finds."""
    if kind == "query":
        return timed(lambda: counts(Path(log), Path(prices)))
    inputs = AuditInputs(read_book(folder("schedules")), read_laws(folder("schedules")), Config())

    def audited() -> dict[str, int]:
        with opened_log([Path(log)]) as opened:
            result = audit_opened(opened, inputs, jobs=os.cpu_count() or 1)
        return {each: int((result.findings["check"] == each).sum()) for each in PLANTED}

    return timed(audited)


def timed(job: Callable[[], dict[str, int]]) -> tuple[float, dict[str, int]]:
    start = time.perf_counter()
    found = job()
    return time.perf_counter() - start, found


def compare(log: Path, prices: Path) -> None:
    """Time the query and the audit by turns, so that both meet the same machine."""
    spent: dict[str, list[float]] = {"query": [], "audit": []}
    for _ in range(TURNS):
        for kind, times in spent.items():
            command = [sys.executable, __file__, kind, str(log), str(prices)]
            done = subprocess.run(command, check=True, capture_output=True, text=True)
            spent_now, found = json.loads(done.stdout)
            times.append(spent_now)
            if len(times) == 1:
                print(f"  {kind} finds", found)
    query, audit = spent.values()
    ratio = min(audit) / min(query)
    turns = sorted(mine / its for mine, its in zip(audit, query, strict=True))
    print(
        f"DuckDB query {min(query):.2f} s, audit with every check {min(audit):.2f} s: ratio of the"
        f" fastest {ratio:.2f} ({'within' if ratio <= BAR else 'OVER'} {BAR}), of the turns"
        f" {turns[0]:.2f} to {turns[-1]:.2f}, in the middle {turns[len(turns) // 2]:.2f}"
    )


def by_check(log: Path) -> None:
    """Print where the time goes, one thing after the other."""
    book, laws = read_book(folder("schedules")), read_laws(folder("schedules"))
    case = Case(read_log([log]), book, laws, Config())
    spent = [("read", seconds(lambda: read_log([log])))]
    spent += [(name, seconds(lambda: getattr(case, name))) for name in FRAMES]  # noqa: B023
    spent.append(("fees", seconds(lambda: fees_of(case))))
    spent += [(each.id, seconds(lambda: each.run(case))) for each in REGISTRY.values()]  # noqa: B023
    nothing = REGISTRY["FEE-OVER"].run(case).findings.iloc[:0]
    spent.append(("facts", seconds(lambda: facts_of(case, nothing))))
    for name, time_spent in sorted(spent, key=lambda each: -each[1])[:20]:
        print(f"  {name:14} {time_spent:6.2f} s")
    print(f"  all            {sum(time_spent for _, time_spent in spent):6.2f} s")


def seconds(job: Callable[[], object]) -> float:
    start = time.perf_counter()
    job()
    return time.perf_counter() - start


if __name__ == "__main__":
    main()

"""How time and memory grow from 10,000 to 10,000,000 hands; Linux only, since it reads /proc.

    python tests/benchmarks/bench_growth.py [HANDS ...]

A night is simulated once and laid out again and again, a day later each time, as Parquet files by
night: so a larger log is more nights, as an archive is. Memory is that of all processes together,
each shared page counted once, looked at five times a second; processor time is theirs as well, and
on a machine that does other things too it is what to go by. The bar is 6 us a hand by the
wall on two cores at 1,000,000 and 4,000,000 hands, memory the same at both to 5 %.
"""

from __future__ import annotations

import os
import sys
import tempfile
import threading
import time
from pathlib import Path

from feeaudit.core.memory import share_memory

share_memory()

import pyarrow as pa  # noqa: E402 - loaded after it was told where to take memory from
import pyarrow.compute as pc  # noqa: E402

from feeaudit.audit.parts.executor import AuditInputs, audit_opened  # noqa: E402
from feeaudit.book.load import read_book, read_laws  # noqa: E402
from feeaudit.intake.log import Log  # noqa: E402
from feeaudit.intake.log_files import opened_log  # noqa: E402
from feeaudit.intake.log_writer import write_log  # noqa: E402
from feeaudit.resources import folder  # noqa: E402
from feeaudit.rules.configuration.model import Config  # noqa: E402
from feeaudit.simulate import simulate  # noqa: E402

NIGHT = 100_000
DAY = 86_400 * 1_000_000
MIB = 1024
SAME = 0.05
"""By what share memory may differ from one size to the next."""


def main() -> None:
    sizes = [int(each) for each in sys.argv[1:]] or [10_000, 100_000, 1_000_000, 10_000_000]
    book, laws = read_book(folder("schedules")), read_laws(folder("schedules"))
    inputs = AuditInputs(book, laws, Config())
    peaks: dict[int, float] = {}
    for size in sizes:
        night = simulate(book, hands=min(size, NIGHT), cardrooms=["lucky-chances"]).log
        with tempfile.TemporaryDirectory() as name:
            paths = list(nights(night, max(size // NIGHT, 1), Path(name)))
            del night
            seconds, watch, findings = measured(paths, inputs)
        peaks[size] = watch.peak / MIB
        print(
            f"{size:>10,} hands  {seconds:7.1f} s  {seconds / size * 1e6:6.1f} us a hand"
            f"  processors {watch.worked:6.1f} s, {watch.worked / size * 1e6:5.1f} us a hand"
            f"  peak {peaks[size]:6,.0f} MiB  {findings} findings",
            flush=True,
        )
    if {1_000_000, 4_000_000} <= {*peaks}:
        grown = peaks[4_000_000] / peaks[1_000_000] - 1
        print(f"memory from 1,000,000 to 4,000,000 hands: {grown:+.1%} (bar {SAME:.0%})")


def nights(night: Log, count: int, root: Path) -> list[Path]:
    """Write the same night again and again, a day later each time, under ids of its own."""
    paths = []
    for number in range(count):
        tables = {name: later(table, number) for name, table in night.tables.items()}
        paths.append(root / f"night{number:03}")
        paths[-1].mkdir()
        write_log(Log(tables, zone=night.zone), paths[-1], "parquet")
    return paths


def later(table: pa.Table, days: int) -> pa.Table:
    for place, field in enumerate(table.schema):
        column = table.column(place)
        if pa.types.is_timestamp(field.type):
            shifted = pc.add(column, pa.scalar(days * DAY, pa.duration("us")))
            table = table.set_column(place, field.name, shifted)
        elif field.name == "hand_id":
            named = pc.binary_join_element_wise(f"N{days:03}-", column.cast(pa.string()), "")
            table = table.set_column(place, field.name, named)
    return table


def measured(paths: list[Path], inputs: AuditInputs) -> tuple[float, Watch, int]:
    watch = Watch()
    watch.start()
    start = time.perf_counter()
    with opened_log(paths) as opened:
        result = audit_opened(opened, inputs, jobs=os.cpu_count() or 1)
    seconds = time.perf_counter() - start
    watch.stop = True
    watch.join()
    return seconds, watch, len(result.findings)


class Watch(threading.Thread):
    """Looks at the memory of this process and those it started."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.stop = False
        self.peak = 0
        self._worked: dict[int, float] = {}
        self._before = ticks(os.getpid())

    @property
    def worked(self) -> float:
        """Return how many seconds of a processor were used."""
        return sum(self._worked.values()) - self._before

    def run(self) -> None:
        while not self.stop:
            pids = family(os.getpid())
            self.peak = max(self.peak, sum(map(kilobytes, pids)))
            self._worked.update((pid, spent) for pid in pids if (spent := ticks(pid)))
            time.sleep(0.2)


def family(pid: int) -> list[int]:
    """Return a process and all that it started, itself or through others."""
    found = [pid]
    for one in found:
        try:
            lists = [each.read_text() for each in Path(f"/proc/{one}/task").glob("*/children")]
        except OSError:
            continue
        found.extend(int(each) for listed in lists for each in listed.split())
    return found


def ticks(pid: int) -> float:
    """Return the seconds of a processor that a process has used."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def kilobytes(pid: int) -> int:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)


if __name__ == "__main__":
    main()

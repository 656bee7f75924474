"""How time and memory grow from 10,000 to 10,000,000 hands; Linux only, since it reads /proc.

    python tests/benchmarks/bench_growth.py [HANDS ...]

A night is simulated once and laid out again and again, a day later each time, as Parquet files by
night: so a larger log is more nights, as an archive is. Memory is that of all processes together,
each shared page counted once, looked at five times a second.
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


def main() -> None:
    sizes = [int(each) for each in sys.argv[1:]] or [10_000, 100_000, 1_000_000, 10_000_000]
    book, laws = read_book(folder("schedules")), read_laws(folder("schedules"))
    inputs = AuditInputs(book, laws, Config())
    for size in sizes:
        night = simulate(book, hands=min(size, NIGHT), cardrooms=["lucky-chances"]).log
        with tempfile.TemporaryDirectory() as name:
            paths = list(nights(night, max(size // NIGHT, 1), Path(name)))
            del night
            seconds, peak, findings = measured(paths, inputs)
        print(
            f"{size:>10,} hands  {seconds:7.1f} s  {seconds / size * 1e6:6.1f} us a hand"
            f"  peak {peak:6,.0f} MiB  {findings} findings",
            flush=True,
        )


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


def measured(paths: list[Path], inputs: AuditInputs) -> tuple[float, float, int]:
    watch = Watch()
    watch.start()
    start = time.perf_counter()
    with opened_log(paths) as opened:
        result = audit_opened(opened, inputs, jobs=os.cpu_count() or 1)
    seconds = time.perf_counter() - start
    watch.stop = True
    watch.join()
    return seconds, watch.peak / MIB, len(result.findings)


class Watch(threading.Thread):
    """Looks at the memory of this process and those it started."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.stop = False
        self.peak = 0

    def run(self) -> None:
        while not self.stop:
            self.peak = max(self.peak, sum(kilobytes(pid) for pid in family(os.getpid())))
            time.sleep(0.2)


def family(pid: int) -> list[int]:
    children: dict[int, list[int]] = {}
    for each in Path("/proc").iterdir():
        if each.name.isdigit():
            try:
                parent = int((each / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
            children.setdefault(parent, []).append(int(each.name))
    found = [pid]
    for one in found:
        found.extend(children.get(one, []))
    return found


def kilobytes(pid: int) -> int:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)


if __name__ == "__main__":
    main()

"""An archive audited by processes and by Dask workers, by turns; Linux only, since it reads /proc.

    python tests/benchmarks/bench_cluster.py [HANDS] [--findings]

The nights of ``bench_growth.py`` become an archive, which the command audits with ``--jobs 2`` and
with ``--cluster local --jobs 2``. With ``--findings`` one fee in each hand is a cent too high, so
that nearly every hand has a finding. Memory is that of each process, each shared page counted once;
the first is the command itself. The overhead of a unit is that of a step that does nothing.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.bench_growth import NIGHT, family, kilobytes, later, ticks

from feeaudit.audit.audit_inputs import AuditInputs
from feeaudit.audit.parts.executor import executor_for
from feeaudit.book.load import read_book, read_laws
from feeaudit.cluster.dask_workers import cluster_at
from feeaudit.intake.log import Log, SourceFile
from feeaudit.log_archive.archive_places import ArchivePlace
from feeaudit.log_archive.writing import Addition
from feeaudit.resources import folder
from feeaudit.rules.configuration.model import Config
from feeaudit.simulate import simulate

MIB = 1024
TURNS = 2
TIMES = 1.25
"""How many times as long as the processes the workers may take."""
PARENT = 500
"""MiB that the command itself may take."""
A_UNIT = 50
"""Milliseconds of overhead that a unit may have."""
UNITS = 300


def main() -> None:
    words = [each for each in sys.argv[1:] if not each.startswith("--")]
    hands = int(words[0]) if words else 1_000_000
    book, laws = read_book(folder("schedules")), read_laws(folder("schedules"))
    inputs = AuditInputs(book, laws, Config())
    with tempfile.TemporaryDirectory() as name:
        archive = Path(name) / "years"
        filled(archive, inputs, hands, wrong="--findings" in sys.argv)
        ways = {"processes": ["--jobs", "2"], "workers": ["--cluster", "local", "--jobs", "2"]}
        fastest = dict.fromkeys(ways, float("inf"))
        for turn in range(TURNS):
            for way, options in ways.items():
                output = Path(name) / f"{way}{turn}"
                fastest[way] = min(fastest[way], audited(archive, output, options, hands, way))
    ratio = fastest["workers"] / fastest["processes"]
    print(f"workers take {ratio:.2f} times what processes take (bar {TIMES})")
    print(f"overhead {overhead(inputs):.1f} ms a unit (bar {A_UNIT} ms)")


def filled(archive: Path, inputs: AuditInputs, hands: int, *, wrong: bool) -> None:
    """Add nights to an archive, one after the other, as a site does."""
    night = simulate(inputs.book, hands=min(hands, NIGHT), cardrooms=["lucky-chances"]).log
    night = with_wrong_fees(night) if wrong else night
    with executor_for(inputs, 1) as executor:
        for number in range(max(hands // NIGHT, 1)):
            tables = {name: later(table, number) for name, table in night.tables.items()}
            log = Log(tables, (SourceFile("night"),), zone=night.zone)
            Addition(log, inputs, ArchivePlace(str(archive)), executor).added()


def with_wrong_fees(log: Log) -> Log:
    """Let the first fee of each hand be a cent too high."""
    fees = log.table("collections")
    ids = fees.column("hand_id").combine_chunks()
    first = pc.not_equal(ids.slice(1), ids.slice(0, len(ids) - 1)).fill_null(True)  # noqa: FBT003
    more = pa.concat_arrays([pa.array([True]), pa.array(first)]).cast(pa.int64())
    place = fees.column_names.index("amount")
    dearer = pc.add(fees.column("amount"), more)
    return replace(
        log, tables=log.tables | {"collections": fees.set_column(place, "amount", dearer)}
    )


def audited(archive: Path, output: Path, options: list[str], hands: int, way: str) -> float:
    """Audit the archive; print what it took, and return the seconds."""
    command = [sys.executable, "-m", "feeaudit", "audit", str(archive), "-o", str(output)]
    start = time.perf_counter()
    process = subprocess.Popen([*command, "--format", "json", *options], stdout=subprocess.DEVNULL)
    peaks: dict[int, int] = {}
    worked: dict[int, float] = {}
    while process.poll() is None:
        for pid in family(process.pid):
            peaks[pid] = max(peaks.get(pid, 0), kilobytes(pid))
            worked[pid] = max(worked.get(pid, 0.0), ticks(pid))
        time.sleep(0.2)
    seconds = time.perf_counter() - start
    others = [peak for pid, peak in peaks.items() if pid != process.pid]
    print(
        f"{way:>10}  {hands:,} hands  {seconds:6.1f} s  processors {sum(worked.values()):6.1f} s,"
        f" {sum(worked.values()) / hands * 1e6:5.1f} us a hand  the command"
        f" {peaks.get(process.pid, 0) / MIB:,.0f} MiB (bar {PARENT}), the largest other"
        f" {max(others, default=0) / MIB:,.0f} MiB  exit {process.returncode}",
        flush=True,
    )
    return seconds


def overhead(inputs: AuditInputs) -> float:
    """Return the milliseconds that a step takes which does nothing."""
    with cluster_at("local", inputs, os.cpu_count() or 1) as workers:
        list(workers.run(nothing, range(10)))
        start = time.perf_counter()
        list(workers.run(nothing, range(UNITS)))
        return (time.perf_counter() - start) / UNITS * 1000


def nothing(_inputs: AuditInputs, item: int) -> int:
    return item


if __name__ == "__main__":
    main()

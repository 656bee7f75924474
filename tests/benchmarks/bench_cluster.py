"""An archive audited by processes and by Dask workers, by turns; Linux only, since it reads /proc.

    python tests/benchmarks/bench_cluster.py [HANDS] [--findings] [--turns N]

The nights of ``bench_growth.py`` become an archive, which the command audits with ``--jobs 2``, on
a cluster of two workers that runs already, and with ``--cluster local --jobs 2``, which starts one.
The bar is for the cluster that runs, as it is for whoever has one. With ``--findings`` one fee in each hand is a cent too high, so
that nearly every hand has a finding. Memory is that of each process, each shared page counted once;
the first is the command itself. The overhead of a unit is that of a step that does nothing.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc
from distributed import Client

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

if TYPE_CHECKING:
    from collections.abc import Iterator

MIB = 1024
TIMES = 1.25
"""How many times as long as the processes the workers may take."""
PARENT = 500
"""MiB that the command itself may take."""
A_UNIT = 50
"""Milliseconds of overhead that a unit may have."""
UNITS = 300
WAYS: dict[str, list[str]] = {
    "processes": ["--jobs", "2"],
    "workers": ["--cluster", "ADDRESS"],
    "started": ["--cluster", "local", "--jobs", "2"],
}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("hands", nargs="?", type=int, default=1_000_000)
    parser.add_argument("--findings", action="store_true")
    parser.add_argument("--turns", type=int, default=2)
    asked = parser.parse_args()
    hands = asked.hands
    book, laws = read_book(folder("schedules")), read_laws(folder("schedules"))
    inputs = AuditInputs(book, laws, Config())
    with tempfile.TemporaryDirectory() as name:
        archive = Path(name) / "years"
        filled(archive, inputs, hands, wrong=asked.findings)
        fastest = {way: float("inf") for way in WAYS}
        for turn in range(asked.turns):
            for way, options in WAYS.items():
                output = Path(name) / f"{way}{turn}"
                with cluster_for(options, Path(name)) as (given, others):
                    seconds = audited(archive, output, given, hands, way, others)
                fastest[way] = min(fastest[way], seconds)
                shutil.rmtree(output)
    ratio = fastest["workers"] / fastest["processes"]
    started = fastest["started"] / fastest["processes"]
    print(f"workers take {ratio:.2f} times what processes take (bar {TIMES})")
    print(f"workers that are started and ended as well take {started:.2f} times as long")
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


@contextmanager
def cluster_for(options: list[str], folder: Path) -> Iterator[tuple[list[str], list[int]]]:
    """Yield options with the address of a cluster in them, and its processes, where one is meant."""
    if "ADDRESS" not in options:
        yield options, []
        return
    file = folder / "scheduler.json"
    file.unlink(missing_ok=True)
    dask = [sys.executable, "-m", "distributed.cli.dask_"]
    common = ["--scheduler-file", str(file), "--no-dashboard"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    one = ["--nthreads", "1", "--nworkers", "2", "--local-directory", str(folder)]
    commands = [["scheduler", "--host", "127.0.0.1", "--port", "0"], ["worker", *one]]
    running = [
        subprocess.Popen([*dask[:-1], dask[-1] + command, *words, *common], **quiet)  # type: ignore[call-overload]
        for command, *words in commands
    ]
    try:
        while not file.exists():
            time.sleep(0.1)
        address = json.loads(file.read_text(encoding="utf-8"))["address"]
        with Client(address) as client:
            client.wait_for_workers(2)
        yield (
            [address if each == "ADDRESS" else each for each in options],
            [each.pid for each in running],
        )
    finally:
        for each in reversed(running):
            each.terminate()
            each.wait()


def audited(  # noqa: PLR0913, PLR0917 - what is audited, how, and what else is watched
    archive: Path, output: Path, options: list[str], hands: int, way: str, others: list[int]
) -> float:
    """Audit the archive; print what it took with the processes it has, and return the seconds."""
    command = [sys.executable, "-m", "feeaudit", "audit", str(archive), "-o", str(output)]
    start = time.perf_counter()
    process = subprocess.Popen([*command, "--format", "json", *options], stdout=subprocess.DEVNULL)
    peaks: dict[int, int] = {}
    worked: dict[int, float] = {}
    before = {pid: ticks(pid) for other in others for pid in family(other)}
    while process.poll() is None:
        for pid in [*family(process.pid), *(pid for other in others for pid in family(other))]:
            peaks[pid] = max(peaks.get(pid, 0), kilobytes(pid))
            worked[pid] = max(worked.get(pid, 0.0), ticks(pid) - before.get(pid, 0.0))
        time.sleep(0.2)
    seconds = time.perf_counter() - start
    largest = max((peak for pid, peak in peaks.items() if pid != process.pid), default=0)
    print(
        f"{way:>10}  {hands:,} hands  {seconds:6.1f} s  processors {sum(worked.values()):6.1f} s,"
        f" {sum(worked.values()) / hands * 1e6:5.1f} us a hand  the command"
        f" {peaks.get(process.pid, 0) / MIB:,.0f} MiB (bar {PARENT}), the largest other"
        f" {largest / MIB:,.0f} MiB  exit {process.returncode}",
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

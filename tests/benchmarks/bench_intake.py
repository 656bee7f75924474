"""How long reading a log takes beside merely reading its files; run it, it prints ratios.

    python tests/benchmarks/bench_intake.py [HANDS]

Typing and validating a Parquet log should take at most 4 times pyarrow's own read of the files, CSV at
most 3 times pyarrow's CSV reader, a workbook at most twice python-calamine's raw read (goal: half of
each).
"""

from __future__ import annotations

import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq
import python_calamine

from feeaudit.intake.log import ZONE, Log
from feeaudit.intake.log_files import read_log
from feeaudit.intake.log_writer import write_log
from feeaudit.intake.tables import NAME, schema_of

if TYPE_CHECKING:
    from collections.abc import Callable

SHEET_ROWS = 200_000


def made_up_log(hands: int) -> Log:
    """Return a log with the shape of a night: 4.5 wagers and 3.2 collections a hand."""
    random = np.random.default_rng(1)
    ids = np.char.add("hand-", np.arange(hands).astype(str))
    start = np.datetime64("2026-02-01T10:00:00", "us") + np.arange(hands) * np.timedelta64(90, "s")
    whose = np.repeat(np.arange(hands), random.integers(1, 9, hands))
    paid = np.repeat(np.arange(hands), random.integers(1, 6, hands))
    tables = {
        "hands": {
            "hand_id": ids,
            "cardroom": _names(np.zeros(hands, int), ["lucky-chances"]),
            "table": _names(random.integers(0, 60, hands), [f"T{n}" for n in range(60)]),
            "started_at": pa.array(start, pa.timestamp("us", tz=ZONE)),
            "game": _names(random.integers(0, 2, hands), ["pai-gow-poker", "casino-war"]),
            "option": _names(random.integers(0, 8, hands), [str(n) for n in range(8)]),
            "player_dealer_seat": _names(random.integers(0, 8, hands), [str(n) for n in range(8)]),
        },
        "wagers": {
            "hand_id": ids[whose],
            "seat": _names(random.integers(0, 8, len(whose)), [str(n) for n in range(8)]),
            "wager": _names(random.integers(0, 2, len(whose)), ["base", "bonus"]),
            "amount": random.integers(5, 500, len(whose)) * 100,
            "player": _names(random.integers(0, 5000, len(whose)), [f"P{n}" for n in range(5000)]),
        },
        "collections": {
            "payer": _names(random.integers(0, 2, len(paid)), ["player", "player_dealer"]),
            "fee": _names(np.zeros(len(paid), int), ["base"]),
            "amount": random.integers(0, 20, len(paid)) * 50,
            "hand_id": ids[paid],
            "seat": _names(random.integers(0, 8, len(paid)), [str(n) for n in range(8)]),
        },
    }
    return Log({name: _typed(name, columns) for name, columns in tables.items()})


def _names(codes: np.ndarray, words: list[str]) -> pa.Array:
    return pa.DictionaryArray.from_arrays(pa.array(codes.astype(np.int32)), pa.array(words))


def _typed(name: str, columns: dict[str, object]) -> pa.Table:
    schema = schema_of(name, ZONE)
    arrays = [
        values
        if isinstance(values, pa.DictionaryArray)
        else pa.array(values, schema.field(key).type)
        for key, values in columns.items()
    ]
    return pa.table(
        [a.cast(NAME) if pa.types.is_dictionary(a.type) else a for a in arrays], names=list(columns)
    )


def fastest(job: Callable[[], object], times: int = 3) -> float:
    best = float("inf")
    for _ in range(times):
        start = time.perf_counter()
        job()
        best = min(best, time.perf_counter() - start)
    return best


def report(what: str, ours: float, peer: float, bar: float) -> None:
    verdict = "within" if ours <= bar * peer else "OVER"
    print(
        f"{what:32} {ours:7.3f} s  peer {peer:7.3f} s  ratio {ours / peer:5.2f}  ({verdict} {bar:g})"
    )


def main() -> None:
    hands = int(sys.argv[1]) if len(sys.argv) > 1 else 400_000
    log = made_up_log(hands)
    counts = ", ".join(f"{table.num_rows:,} {name}" for name, table in log.tables.items())
    print(counts)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        write_log(log, root / "parquet", "parquet")
        write_log(log, root / "csv", "csv")
        parquet = [root / "parquet" / f"{name}.parquet" for name in log.tables]
        texts = [root / "csv" / f"{name}.csv" for name in log.tables]
        report(
            "Parquet",
            fastest(lambda: read_log([root / "parquet"])),
            fastest(lambda: [pq.read_table(path) for path in parquet]),
            4,
        )
        report(
            "CSV",
            fastest(lambda: read_log([root / "csv"])),
            fastest(lambda: [pyarrow.csv.read_csv(path) for path in texts]),
            3,
        )
        small = Log({name: table.slice(0, SHEET_ROWS // 3) for name, table in log.tables.items()})
        write_log(small, root / "log.xlsx", "xlsx")
        report(
            "Workbook",
            fastest(lambda: read_log([root / "log.xlsx"])),
            fastest(lambda: _raw(root / "log.xlsx")),
            2,
        )
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak memory {peak:,.0f} MiB")


def _raw(path: Path) -> None:
    book = python_calamine.CalamineWorkbook.from_path(str(path))
    for name in book.sheet_names:
        book.get_sheet_by_name(name).to_python()


if __name__ == "__main__":
    main()

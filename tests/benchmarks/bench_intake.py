"""How long reading a log takes beside merely reading its files; run it, it prints ratios.

    python tests/benchmarks/bench_intake.py [HANDS]

Typing and validating a Parquet log should take at most 4 times pyarrow's own read of the files, CSV at
most twice pyarrow's CSV reader, a workbook at most twice python-calamine's raw read (goal: half of
each). A sheet with one wide row for each hand, read by a profile, should take at most 3 times calamine's
raw read. Times are of the processor, since a machine may be shared.
"""

from __future__ import annotations

import resource
import sys
import tempfile
import time
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

from feeaudit.core.memory import share_memory

# As the program does before anything else, for it and for whom it is compared with.
share_memory()

import numpy as np  # noqa: E402
import pyarrow as pa  # noqa: E402
import pyarrow.csv  # noqa: E402
import pyarrow.parquet as pq  # noqa: E402
import python_calamine  # noqa: E402

from feeaudit.intake.files.addresses import column_letters  # noqa: E402
from feeaudit.intake.log import ZONE, Log  # noqa: E402
from feeaudit.intake.log_files import read_log  # noqa: E402
from feeaudit.intake.log_writer import write_log  # noqa: E402
from feeaudit.intake.profiles.importer import apply_profile  # noqa: E402
from feeaudit.intake.profiles.profile_yaml import profile_of  # noqa: E402
from feeaudit.intake.tables import NAME, schema_of  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable

SHEET_ROWS = 200_000
WIDE_HANDS = 100_000
SEATS = 8
WIDE_PROFILE = """\
profile: wide
constants: {cardroom: mortimers, game: three-card-poker, option: "1"}
sheets:
- names: Night
  records:
    hands: {columns: {hand_id: Hand, table: Table, started_at: Start, player_dealer_seat: PD Seat}}
    wagers:
      for: 1-8
      when: amount
      columns: {amount: "Seat {n} Bet"}
      constants: {seat: "{n}", wager: base}
    collections:
    - for: 1-8
      when: amount
      columns: {amount: "Seat {n} Fee"}
      constants: {seat: "{n}", payer: player, fee: base}
    - {columns: {amount: Dealer Fee}, constants: {payer: player_dealer, fee: base}}
"""
_SCHEMAS = "http://schemas.openxmlformats.org/"
_MAIN = f'xmlns="{_SCHEMAS}spreadsheetml/2006/main"'


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
        start = time.process_time()
        job()
        best = min(best, time.process_time() - start)
    return best


def report(what: str, ours: float, peer: float, bar: float) -> None:
    verdict = "within" if ours <= bar * peer else "OVER"
    print(
        f"{what:32} {ours:7.3f} s  peer {peer:7.3f} s  ratio {ours / peer:5.2f}  ({verdict} {bar:g})"
    )


def wide_workbook(path: Path, hands: int) -> Path:
    """Make a sheet as Excel stores it: a row for each hand, two columns for each of eight seats.

    A bit more than half of the seats have a bet, and every hand has a fee of the player-dealer.
    """
    random = np.random.default_rng(1)
    bet = random.random((hands, SEATS)) < 0.55
    amounts, fees = (
        random.integers(1, 100, (hands, SEATS)) * 5,
        random.integers(1, 5, (hands, SEATS)),
    )
    names = [f"Seat {n} {what}" for n in range(1, SEATS + 1) for what in ("Bet", "Fee")]
    headings = ["Hand", "Table", "Start", "PD Seat", *names, "Dealer Fee"]
    letters = [column_letters(place) for place in range(len(headings))]
    texts = [*headings, *(f"T{n}" for n in range(60)), *(f"H{n:06}" for n in range(hands))]
    heads = (f'<c r="{letter}1" t="s"><v>{n}</v></c>' for n, letter in enumerate(letters))
    rows = [f'<row r="1">{"".join(heads)}</row>']
    for hand in range(hands):
        row = hand + 2
        first = f'<c r="A{row}" t="s"><v>{len(headings) + 60 + hand}</v></c>'
        table = f'<c r="B{row}" t="s"><v>{len(headings) + hand % 60}</v></c>'
        # Days since 1900, from the first of September 2025 on: no clock changes for two months.
        start = f'<c r="C{row}" s="1"><v>{45901.5 + hand / 2000:.8f}</v></c>'
        cells = [first, table, start, f'<c r="D{row}"><v>{hand % SEATS + 1}</v></c>']
        for seat in np.flatnonzero(bet[hand]).tolist():
            place = 4 + 2 * seat
            cells += [
                f'<c r="{letters[place]}{row}"><v>{amounts[hand, seat]}</v></c>',
                f'<c r="{letters[place + 1]}{row}"><v>{fees[hand, seat] / 2}</v></c>',
            ]
        cells.append(f'<c r="{letters[-1]}{row}"><v>{hand % 7 / 2}</v></c>')
        rows.append(f'<row r="{row}">{"".join(cells)}</row>')
    shared = "".join(f"<si><t>{text}</t></si>" for text in texts)
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{_SCHEMAS}package/2006/content-types"/>',
        "_rels/.rels": _relations(("officeDocument", "xl/workbook.xml")),
        "xl/_rels/workbook.xml.rels": _relations(
            ("worksheet", "worksheets/sheet1.xml"),
            ("styles", "styles.xml"),
            ("sharedStrings", "sharedStrings.xml"),
        ),
        "xl/workbook.xml": f'<workbook {_MAIN} xmlns:r="{_SCHEMAS}officeDocument/2006/relationships">'
        '<sheets><sheet name="Night" sheetId="1" r:id="r0"/></sheets></workbook>',
        "xl/styles.xml": f'<styleSheet {_MAIN}><cellXfs><xf numFmtId="0"/>'
        '<xf numFmtId="22" applyNumberFormat="1"/></cellXfs></styleSheet>',
        "xl/sharedStrings.xml": f"<sst {_MAIN}>{shared}</sst>",
        "xl/worksheets/sheet1.xml": f"<worksheet {_MAIN}><sheetData>{''.join(rows)}</sheetData></worksheet>",
    }
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, f'<?xml version="1.0" encoding="UTF-8"?>{text}')
    return path


def _relations(*targets: tuple[str, str]) -> str:
    each = "".join(
        f'<Relationship Id="r{n}" Type="{_SCHEMAS}officeDocument/2006/relationships/{kind}" Target="{to}"/>'
        for n, (kind, to) in enumerate(targets)
    )
    return f'<Relationships xmlns="{_SCHEMAS}package/2006/relationships">{each}</Relationships>'


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
            2,
        )
        small = Log({name: table.slice(0, SHEET_ROWS // 3) for name, table in log.tables.items()})
        write_log(small, root / "log.xlsx", "xlsx")
        wide = wide_workbook(root / "wide.xlsx", WIDE_HANDS)
        profile = profile_of(WIDE_PROFILE, "wide.yaml")
        report(
            f"{WIDE_HANDS:,} wide hands",
            fastest(lambda: apply_profile(profile, wide, zone=ZONE)),
            fastest(lambda: _raw(wide)),
            3,
        )
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

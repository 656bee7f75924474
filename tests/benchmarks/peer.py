"""The peer of an audit: FEE-OVER, FEE-UNDER, FEE-MISSING and ROT-TURNS as one DuckDB query.

It is what an engineer would write instead (``peer.sql``), with the prices as tables of its own that
are made beforehand. It is right where the print is: it takes the first reading of a schedule, adds
up what a player paid over seats, and counts turns by person only. The audit does all of that, and
everything else, in full.
"""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feeaudit.audit.case import Case
    from feeaudit.rules.readings import OptionReading

LEFT_OUT: Final = {"jackpot", "time", "new_player"}
FEES: Final = {"bonus": "bonus", "no_flop": "no_flop"}
OPEN: Final = Decimal(10**9)
COLUMNS: Final[dict[str, dict[str, pa.DataType]]] = {
    "contexts": {
        "context": pa.int32(),
        "cardroom": pa.string(),
        "game": pa.string(),
        "option": pa.string(),
        "players": pa.int32(),
    },
    "counted": {
        "charge": pa.int32(),
        "context": pa.int32(),
        "wager": pa.string(),
        "per": pa.string(),
    },
    "by_hand": {"charge": pa.int32(), "context": pa.int32(), "basis": pa.string()},
    "tiers": {
        "charge": pa.int32(),
        "kind": pa.int32(),
        "low": pa.decimal128(18, 2),
        "high": pa.decimal128(18, 2),
        "fee": pa.decimal128(18, 2),
    },
    "kinds": {"kind": pa.int32(), "payer": pa.string(), "fee": pa.string()},
}


class Prices:
    """What the contexts of a log charge, as tables that a query can join."""

    def __init__(self, case: Case) -> None:
        self.rows: dict[str, list[tuple[Any, ...]]] = {name: [] for name in COLUMNS}
        self._wagers = case.wagers["wager"].cat.categories.tolist()
        self._kinds: dict[tuple[str, str], int] = {}
        self._charges = 0
        for number, each in enumerate(case.contexts):
            names = (each.cardroom_name, each.game_name, each.option_name)
            self.rows["contexts"].append((number, *names, each.players))
            for reading in each.readings[:1]:
                self._add(number, reading)
        self.rows["kinds"] = [(kind, *names) for names, kind in self._kinds.items()]

    def _add(self, context: int, reading: OptionReading) -> None:
        for levy in reading.levies:
            if levy.component in LEFT_OUT:
                continue
            ladder = levy.ladder
            self._charges += 1
            if levy.per == "hand" and ladder.basis in {"players", "flat"}:
                self.rows["by_hand"].append((self._charges, context, ladder.basis))
            else:
                self.rows["counted"] += [
                    (self._charges, context, wager, levy.per)
                    for wager in levy.wagers or self._wagers
                ]
            names = (levy.payer, FEES.get(ladder.component, "base"))
            kind = self._kinds.setdefault(names, len(self._kinds))
            unit = 1 if ladder.basis == "players" else 100
            self.rows["tiers"] += [
                (
                    *(self._charges, kind),
                    *(Decimal(tier.low or 0) / unit, _high(tier.high, unit)),
                    Decimal(tier.fee or 0) / 100,
                )
                for tier in ladder.tiers
            ]

    def write(self, folder: Path) -> None:
        """Write each table as a Parquet file."""
        for name, columns in COLUMNS.items():
            cells: Sequence[Any] = list(zip(*self.rows[name], strict=True)) or [[]] * len(columns)
            arrays = [
                pa.array(each, kind) for each, kind in zip(cells, columns.values(), strict=True)
            ]
            pq.write_table(pa.table(arrays, names=list(columns)), folder / f"{name}.parquet")


def _high(bound: int | None, unit: int) -> Decimal:
    return OPEN if bound is None else Decimal(bound) / unit


def counts(log: Path, prices: Path) -> dict[str, int]:
    """Return how many findings of each check the query counts."""
    query = Path(__file__).with_suffix(".sql").read_text(encoding="utf-8")
    rows = duckdb.execute(query.format(log=log.as_posix(), prices=prices.as_posix())).fetchall()
    checks = ("FEE-OVER", "FEE-UNDER", "FEE-MISSING", "ROT-TURNS")
    return dict(zip(checks, rows[0], strict=True))

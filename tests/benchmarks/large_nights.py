"""Three nights of the largest room for the benchmarks, made once and kept under the temporary files.

``usual`` has a few hundred planted violations and is written by feeaudit. ``mixed`` is of two cardrooms,
with some 3,000 findings of all checks, as pandas writes it: long texts, seats and amounts as numbers.
``bad`` has some 200,000 findings. Remove the folder to have them made again.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
import pandas as pd
import pyarrow as pa
from benchmarks.peer import Prices

from feeaudit.audit.case import Case
from feeaudit.book.load import read_book
from feeaudit.intake.log_files import read_log
from feeaudit.intake.log_writer import write_log
from feeaudit.resources import folder
from feeaudit.simulate import PLANTERS, simulate

if TYPE_CHECKING:
    from collections.abc import Callable

    from feeaudit.book.model import Book

HANDS: Final = 400_000
USUAL: Final = {"FEE-OVER": 100, "FEE-UNDER": 100, "FEE-MISSING": 100, "ROT-TURNS": 100}
WRONG_FEES: Final = 200_000
# The rule that would need --as-if, and stretches: each of these makes dozens of findings.
LEFT_OUT: Final = {"ROT-WINDOW"}
STRETCHES: Final = {"OPT-FITS": 6, "FEE-PERCENT": 6, "OPT-RATES": 6, "DROP-MATCH": 12}
SINGLE: Final = 120


@dataclass(frozen=True)
class LargeNight:
    """A night on disk, and what its options charge as tables that a query can join."""

    log: Path
    prices: Path


def kept_night(name: str, hands: int = HANDS) -> LargeNight:
    """Return a night of a kind; it is made if it is not there."""
    root = Path(tempfile.gettempdir()) / "feeaudit-nights" / f"{name}-{hands}"
    night = LargeNight(root / "log", root / "prices")
    if not (root / "whole").exists():
        night.log.mkdir(parents=True, exist_ok=True)
        night.prices.mkdir(exist_ok=True)
        book = read_book(folder("schedules"))
        NIGHTS[name](book, hands, night.log)
        Prices(Case(read_log([night.log]), book)).write(night.prices)
        (root / "whole").touch()
    return night


def _usual(book: Book, hands: int, log: Path) -> None:
    made = simulate(book, hands=hands, cardrooms=["lucky-chances"], plant=USUAL)
    write_log(made.log, log, "parquet")


def _mixed(book: Book, hands: int, log: Path) -> None:
    """Write a night of two cardrooms, with violations of every check, as pandas would."""
    checks = sorted(path.stem for path in folder("cases").glob("*.yaml"))
    plant = {
        each: STRETCHES.get(each, SINGLE if each in PLANTERS else SINGLE // 4)
        for each in checks
        if each not in LEFT_OUT
    }
    rooms = ["hawaiian-gardens", "lucky-chances"]
    made = simulate(book, hands=hands, cardrooms=rooms, plant=plant)
    write_log(made.log, log, "parquet")
    for path in log.glob("*.parquet"):
        frame = pd.read_parquet(path)
        for name in frame.columns:
            if name.endswith("seat"):
                frame[name] = _whole_numbers(frame[name])
            elif isinstance(_first(frame[name]), Decimal):
                frame[name] = frame[name].astype(float)
            elif isinstance(frame[name].dtype, pd.CategoricalDtype):
                frame[name] = frame[name].astype("str")
        frame.to_parquet(path, index=False)


def _first(values: pd.Series) -> object:
    known = values.dropna()
    return known.iloc[0] if len(known) else None


def _whole_numbers(seats: pd.Series) -> pd.Series:
    """Return seats as numbers where all of them are; some cases seat somebody at none."""
    numbers = pd.to_numeric(seats, errors="coerce")
    return numbers.astype("Int64") if numbers.notna().sum() == seats.notna().sum() else seats


def _bad(book: Book, hands: int, log: Path) -> None:
    """Write a night with every sixth or seventh fee raised, lowered or left out, at random."""
    made = simulate(book, hands=hands, cardrooms=["lucky-chances"], plant=USUAL).log
    fees = made.table("collections")
    amount = fees.column("amount").to_numpy().copy()
    random = np.random.default_rng(1)
    wrong = random.permutation(np.flatnonzero(amount > 50))[: WRONG_FEES * hands // HANDS]
    raised, lowered, left_out = np.array_split(wrong, 3)
    amount[raised] += 100
    amount[lowered] -= 50
    fees = fees.set_column(fees.column_names.index("amount"), "amount", pa.array(amount))
    kept = pa.array(~np.isin(np.arange(len(amount)), left_out))
    write_log(
        replace(made, tables={**made.tables, "collections": fees.filter(kept)}), log, "parquet"
    )


NIGHTS: Final[dict[str, Callable[[Book, int, Path], None]]] = {
    "usual": _usual,
    "mixed": _mixed,
    "bad": _bad,
}

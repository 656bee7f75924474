"""Where and when: the names of tables, the hour of the clock, sums by number."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import numpy as np
import pandas as pd

from feeaudit.audit.columns import words_of
from feeaudit.audit.facts.frames import ranks
from feeaudit.audit.shared import shared
from feeaudit.core.arrays import extent

if TYPE_CHECKING:
    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Ints, Words

# Zones differ from each other by whole quarters of an hour.
_QUARTER = 15 * 60 * 1_000_000


@dataclass(frozen=True)
class Tables:
    """The cardroom and the name of each table, by its code."""

    cardroom: Words
    table: Words

    @cached_property
    def rank(self) -> Ints:
        """The place of each table by its cardroom and name."""
        return ranks(list(self.codes))

    @cached_property
    def codes(self) -> dict[tuple[str, str], int]:
        """The code of each table by its cardroom and name."""
        pairs = zip(self.cardroom.tolist(), self.table.tolist(), strict=True)
        return {pair: code for code, pair in enumerate(pairs)}


@shared
def tables_of(case: Case) -> Tables:
    """Return the tables of the log's hands."""
    code = case.hands["table_code"].to_numpy()
    first = np.zeros(extent(code), dtype=np.int64)
    first[code] = np.arange(len(code))
    return Tables(*(words_of(case.hands, name, first) for name in ("cardroom", "table")))


@shared
def ids_of(case: Case) -> Words:
    """Return the ids of the log's hands."""
    ids: Words = case.hands["hand_id"].to_numpy(dtype=object)
    return ids


def hours(times: Ints, zone: str) -> Ints:
    """Return the hour of the clock of each time; -1 where there is none."""
    of, quarters = pd.factorize(np.maximum(times, 0) // _QUARTER)
    stamps = pd.DatetimeIndex(pd.to_datetime(quarters * _QUARTER, unit="us", utc=True))
    hour = stamps.tz_convert(ZoneInfo(zone)).hour.to_numpy().astype(np.int64)
    found: Ints = np.where(times > 0, hour[of], -1) if len(times) else times
    return found


def summed(amounts: Any, places: Any, count: int) -> Ints:
    """Return the sum of the amounts at each of so many places, in whole numbers."""
    total = np.zeros(count, dtype=np.int64)
    np.add.at(total, places, amounts)
    return total

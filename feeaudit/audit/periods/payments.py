"""Payments: the charges for periods of everybody, at all tables of the log."""

from __future__ import annotations

from bisect import bisect, bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from feeaudit.audit.identity import person_of
from feeaudit.audit.log_frames import MISSING
from feeaudit.audit.periods.accounts import PeriodCharge
from feeaudit.audit.shared import shared

if TYPE_CHECKING:
    from collections.abc import Callable

    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Ints


@dataclass(frozen=True, slots=True)
class Payments:
    """The charges for periods of everybody in the log, by cardroom and person, then time.

    ``frame`` has ``key``, ``at``, ``table``, ``fee``, ``amount``, ``source`` and ``row``; ``keys``
    number cardrooms with people, ``first`` is the place of the first charge of each, and
    ``person_of`` tells whom a name means.
    """

    frame: pd.DataFrame
    key: Ints
    at: list[int]
    first: list[int]
    keys: dict[tuple[str, str], int]
    person_of: Callable[[str], str]

    def key_of(self, cardroom: str, player: str) -> int:
        """Return the number of whoever a name means at a cardroom, -1 who paid nothing.

        A charge that names no cardroom is one anywhere.
        """
        person = self.person_of(player)
        return self.keys.get((cardroom, person), self.keys.get(("", person), -1))

    def within(self, key: int, since: int, until: int) -> range:
        """Return the places of somebody's charges from one moment to another."""
        if key < 0:
            return range(0)
        low, high = self.first[key], self.first[key + 1]
        return range(bisect_left(self.at, since, low, high), bisect(self.at, until, low, high))

    def charges(self) -> list[PeriodCharge]:
        """Return the charges."""
        names = ("amount", "fee", "table")
        each = zip(self.at, *(self.frame[name].tolist() for name in names), strict=True)
        return [
            PeriodCharge(at, amount, fee == "new_player", table) for at, amount, fee, table in each
        ]

    def places_of(self, case: Case, record: Ints) -> Ints:
        """Return the places of collections among the charges, -1 for none."""
        own = case.collections.iloc[record][["source", "row"]]
        known = self.frame[["source", "row"]].assign(place=np.arange(len(self.frame)))
        place = own.merge(known, how="left")["place"].fillna(-1)
        found: Ints = place.to_numpy().astype(np.int64)
        return found


@shared
def payments_of(case: Case) -> Payments:
    """Return the charges for periods, worked out once."""
    table = case.charges
    words = {
        name: table.column(name).cast("string").fill_null("").to_pandas()
        if name in table.column_names
        else pd.Series([""] * table.num_rows, dtype=object)
        for name in ("cardroom", "table", "player", "fee")
    }
    at = table.column("taken_at").cast("int64").fill_null(MISSING).to_numpy()
    rest = {name: table.column(name).to_numpy() for name in ("amount", "source", "row")}
    frame = pd.DataFrame({**words, "at": at, **rest})
    frame = frame[(frame["at"] != MISSING) & (frame["player"] != "")]
    person, keys = person_of(case.config), dict[tuple[str, str], int]()
    for cardroom, player in case.payers:
        keys.setdefault((cardroom, person(player)), len(keys))
    names = zip(frame["cardroom"].tolist(), frame["player"].tolist(), strict=True)
    own = [keys[cardroom, person(player)] for cardroom, player in names]
    frame = frame.assign(key=np.array(own, dtype=np.int64))
    # Charges of one moment by what they say, so that the order of the log's rows does not show.
    said = ["key", "at", "table", "fee", "amount", "source", "row"]
    frame = frame.sort_values(said, ignore_index=True)
    key = frame["key"].to_numpy()
    first = np.searchsorted(key, np.arange(len(keys) + 1)).tolist()
    return Payments(frame, key, frame["at"].tolist(), first, keys, person)

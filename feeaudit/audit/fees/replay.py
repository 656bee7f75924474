"""Replaying hands under other options: what they would have owed had another placard been up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from feeaudit.audit.case import Case
from feeaudit.audit.fees import fees_of
from feeaudit.audit.fees.free_hands import keep_openings
from feeaudit.intake.log import Log

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feeaudit.audit.fees import Fees
    from feeaudit.core.arrays import Bools, Ints
    from feeaudit.rules.configuration.model import Config

_RECORDS = ("wagers", "collections")


def fitting_hands(fees: Fees) -> Bools:
    """Return the hands whose fees could be told and all fit."""
    fitting = fees.tested.copy()
    fitting[fees.deviations["hand"].to_numpy()[~fees.deviations["fits"].to_numpy()]] = False
    return fitting


class Replay:
    """Some hands of a case with their records, to be played again under other options."""

    def __init__(self, case: Case, hands: Bools) -> None:
        self._case = case
        self._place = np.cumsum(hands) - 1
        self._hands = _compact(case.log.hands.filter(pa.array(hands)))
        self._records = {
            name: _Records(case.log.tables[name], frame["hand"].to_numpy(), hands)
            for name, frame in zip(_RECORDS, (case.wagers, case.collections), strict=True)
            if name in case.log.tables
        }

    def fits(self, hands: Ints, options: Ints, words: Sequence[str], config: Config) -> Bools:
        """Tell of each hand and option (a place in ``words``) whether the fees fit.

        The option names its schedule; ``config`` pins the edition that is tried.
        """
        tables = {name: records.of(hands) for name, records in self._records.items()}
        table = self._hands.take(pa.array(self._place[hands]))
        option = pa.DictionaryArray.from_arrays(
            pa.array(options.astype(np.int32)), pa.array(list(words), pa.string())
        )
        for name, column in (("option", option), ("hand_id", _numbers(len(hands)))):
            table = table.set_column(table.column_names.index(name), name, column)
        log = Log({"hands": table, **tables}, self._case.log.sources, zone=self._case.log.zone)
        replayed = Case(log, self._case.book, self._case.laws, config)
        keep_openings(self._case, replayed, hands)
        return fitting_hands(fees_of(replayed))


def _numbers(count: int) -> pa.Array:
    return pa.array(np.arange(count)).cast(pa.string())


def _compact(table: pa.Table) -> pa.Table:
    """Return a table without the names of a column that none of its rows has: a night has many."""
    for place, column in enumerate(table.schema):
        if pa.types.is_dictionary(column.type):
            words = table.column(place).cast(column.type.value_type).dictionary_encode()
            table = table.set_column(place, column.name, words)
    return table


class _Records:
    """The records of some hands, hand by hand."""

    def __init__(self, table: pa.Table, hand: Ints, wanted: Bools) -> None:
        rows = np.flatnonzero(np.append(wanted, False)[hand])
        self._table = _compact(table.take(pa.array(rows[np.argsort(hand[rows], kind="stable")])))
        self._count = np.bincount(hand[rows], minlength=len(wanted))
        self._first = np.cumsum(self._count) - self._count

    def of(self, hands: Ints) -> pa.Table:
        """Return the records of hands, each as a hand of its own however often it is named."""
        count = self._count[hands]
        owner = np.repeat(np.arange(len(hands)), count)
        within = np.arange(len(owner)) - np.repeat(np.cumsum(count) - count, count)
        table = self._table.take(pa.array(np.repeat(self._first[hands], count) + within))
        if "hand_id" not in table.column_names:
            return table
        ids = pa.array(owner).cast(pa.string())
        return table.set_column(table.column_names.index("hand_id"), "hand_id", ids)

"""A part of a log: the hands of some tables and times, and what belongs to them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from feeaudit.core.arrays import Bools
    from feeaudit.intake.log import Log


@dataclass(frozen=True, slots=True)
class Narrow:
    """Which hands are wanted: of some tables and cardrooms (all where none is named), and times.

    Records of hands go with their hands; a record of a hand that is nowhere in the log stays, since
    nobody can tell where it belongs. What was logged of tables without a wanted hand goes, and so
    do a stay in a seat at other times only, a fee of no hand that was taken then, and a count of a
    box that some of the time left out was put into.
    """

    tables: tuple[str, ...] = ()
    start: datetime | None = None
    end: datetime | None = None
    cardrooms: tuple[str, ...] = ()

    def wanted(self, hands: pa.Table) -> Bools | None:
        """Tell which hands are wanted; None for all."""
        if self == EVERYTHING:
            return None
        keep = np.ones(hands.num_rows, dtype=bool)
        if self.tables:
            keep &= pc.is_in(_words(hands, "table"), pa.array(self.tables)).to_numpy()
        if self.cardrooms:
            keep &= pc.is_in(_words(hands, "cardroom"), pa.array(self.cardrooms)).to_numpy()
        started = hands.column("started_at")
        if self.start is not None:
            keep &= pc.greater_equal(started, _moment(self.start, started)).to_numpy()
        if self.end is not None:
            keep &= pc.less(started, _moment(self.end, started)).to_numpy()
        return keep

    def records(self, name: str, rows: pa.Table, idle: Iterable[tuple[str, str]]) -> pa.Table:
        """Return the rows of a table of records without those of other tables of the room.

        ``idle`` are the tables, with their cardrooms, that have hands but none that is wanted.
        """
        if self == EVERYTHING:
            return rows
        if self.tables and "table" in rows.column_names:
            here = pc.is_in(_words(rows, "table"), pa.array(self.tables))
            rows = rows.filter(pc.or_(here, pc.is_null(rows.column("table"))))
        if self.cardrooms and "cardroom" in rows.column_names:
            here = pc.is_in(_words(rows, "cardroom"), pa.array(self.cardrooms))
            rows = rows.filter(pc.or_(here, pc.is_null(rows.column("cardroom"))))
        if name == "counts":
            rows = self._counted_within(rows)
        if name == "seats":
            rows = self._seated_within(rows)
        if name == "collections" and "taken_at" in rows.column_names:
            rows = self._charged_within(rows)
        return _without(rows, idle)

    def _charged_within(self, collections: pa.Table) -> pa.Table:
        taken = collections.column("taken_at")
        keep = pc.is_null(taken)
        if "hand_id" in collections.column_names:
            # A fee of a hand goes with it.
            keep = pc.or_(keep, pc.is_valid(collections.column("hand_id")))
        here = pc.is_valid(taken)
        if self.start is not None:
            here = pc.and_kleene(here, pc.greater_equal(taken, _moment(self.start, taken)))
        if self.end is not None:
            here = pc.and_kleene(here, pc.less(taken, _moment(self.end, taken)))
        return collections.filter(pc.or_kleene(keep, here))

    def _seated_within(self, seats: pa.Table) -> pa.Table:
        if self.start is not None and "to" in seats.column_names:
            until = seats.column("to")
            there = pc.greater_equal(until, _moment(self.start, until))
            seats = seats.filter(pc.or_kleene(there, pc.is_null(until)))
        if self.end is not None:
            since = seats.column("from")
            seats = seats.filter(pc.less(since, _moment(self.end, since)))
        return seats

    def _counted_within(self, counts: pa.Table) -> pa.Table:
        if self.start is not None:
            since = counts.column("from")
            counts = counts.filter(pc.greater_equal(since, _moment(self.start, since)))
        if self.end is not None:
            until = counts.column("to")
            counts = counts.filter(pc.less_equal(until, _moment(self.end, until)))
        return counts


EVERYTHING: Final = Narrow()


def narrowed(log: Log, narrow: Narrow) -> Log:
    """Return the part of a log that is wanted."""
    keep = narrow.wanted(log.hands)
    if keep is None:
        return log
    hands = log.hands
    kept = hands.filter(pa.array(keep))
    idle = _places(hands) - _places(kept)
    parts = {
        name: _of_hands(narrow.records(name, rows, idle), hands, kept)
        for name, rows in log.tables.items()
        if name != "hands"
    }
    ids = hands.column("hand_id")
    return replace(log, tables={"hands": kept, **parts}, since=narrow.start, ids=ids)


def _moment(moment: datetime, column: pa.ChunkedArray) -> pa.Scalar:
    return pa.scalar(moment, column.type)


def _words(rows: pa.Table, name: str) -> pa.ChunkedArray:
    return rows.column(name).cast(pa.string())


def _places(hands: pa.Table) -> set[tuple[str, str]]:
    """Return the tables that hands were played at, with their cardrooms."""
    pairs = hands.select(["cardroom", "table"]).group_by(["cardroom", "table"]).aggregate([])
    return set(zip(*(pairs.column(name).to_pylist() for name in pairs.column_names), strict=True))


def _without(rows: pa.Table, places: Iterable[tuple[str, str]]) -> pa.Table:
    """Return the rows that are not of some tables."""
    unwanted = sorted({"\n".join(each) for each in places})
    if not unwanted or not {"cardroom", "table"} <= set(rows.column_names):
        return rows
    named = pc.binary_join_element_wise(_words(rows, "cardroom"), _words(rows, "table"), "\n")
    return rows.filter(pc.invert(pc.is_in(named, pa.array(unwanted))))


def _of_hands(rows: pa.Table, hands: pa.Table, kept: pa.Table) -> pa.Table:
    """Return the rows without those of hands that were not kept."""
    if "hand_id" not in rows.column_names:
        return rows
    ids = rows.column("hand_id")
    gone = pc.and_(
        pc.is_in(ids, hands.column("hand_id").combine_chunks()),
        pc.invert(pc.is_in(ids, kept.column("hand_id").combine_chunks())),
    )
    return rows.filter(pc.invert(gone))

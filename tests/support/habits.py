"""Habits: nights in which the same goes wrong again and again, each cause at a table of its own.

A tier is charged a dollar too high whenever it is owed, a payer is never charged, and two hands are
not in the log though their records are.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from feeaudit.audit.case import Case
from feeaudit.audit.engine import audit
from feeaudit.simulate import simulate
from support.planted import Trial

if TYPE_CHECKING:
    from feeaudit.book.model import Book, Law
    from support.planted import Row

# A table needs so many fees of one kind for a habit to show.
_FEWEST: Final = 12
_DOLLAR: Final = 100
Tables = dict[str, pa.Table]


def habitual(  # noqa: PLR0913 - each says one thing about the trial
    book: Book, laws: tuple[Law, ...], hands: int, *, seed: int, each: int, cardroom: str
) -> Trial:
    """Return a trial with so many habits of each kind."""
    made = simulate(book, hands=hands, seed=seed, cardrooms=[cardroom])
    # A box would hold what was charged before the habit, which is another cause.
    tables = {name: table for name, table in made.log.tables.items() if name != "counts"}
    planted: list[Row] = []
    beside: list[Row] = []
    free = _tables_by_size(tables)
    for kind in (_misread, _missed, _gap):
        for number in range(1, each + 1):
            rows: list[Row] = []
            while free and not rows:
                rows = kind(tables, free.pop(), number)
            for row in rows:
                (beside if "comes_with" in row else planted).append({"cardroom": cardroom} | row)
    log = replace(made.log, tables=tables)
    listed = [
        pa.Table.from_pylist(rows, schema=_plain(table.schema))
        for rows, table in ((planted, made.planted), (beside, made.companions))
    ]
    made = replace(made, log=log, planted=listed[0], companions=listed[1])
    return Trial(made, audit(Case(log.stated(), book, laws)))


def _plain(schema: pa.Schema) -> pa.Schema:
    return pa.schema(
        [
            (each.name, pa.string() if pa.types.is_dictionary(each.type) else each.type)
            for each in schema
        ]
    )


def _tables_by_size(tables: Tables) -> list[str]:
    counts = pc.value_counts(tables["hands"].column("table").cast(pa.string())).to_pylist()
    return [each["values"] for each in sorted(counts, key=lambda each: each["counts"])]


def _note(check: str, table: str, hand: str, number: int) -> Row:
    absent: Row = dict.fromkeys(("what", "seat", "amount_cents", "player"))
    return absent | {"check": check, "table": table, "hand_id": hand, "plant": number}


def _fees(tables: Tables, table: str) -> tuple[np.ndarray[Any, Any], ...]:
    """Return the rows, hands, payers, amounts and options of a table's base fees."""
    hands, fees = tables["hands"], tables["collections"]
    here = hands.filter(pc.equal(hands.column("table").cast(pa.string()), table))
    mine = pc.is_in(fees.column("hand_id"), here.column("hand_id").combine_chunks())
    mine = pc.and_(mine, pc.equal(fees.column("fee").cast(pa.string()), "base"))
    rows = np.flatnonzero(pc.and_(mine, pc.greater(fees.column("amount"), 0)).to_numpy())
    taken = fees.take(pa.array(rows))
    names = ("hand_id", "payer")
    words = [np.array(taken.column(each).cast(pa.string()).to_pylist(), object) for each in names]
    pairs = [here.column(each).cast(pa.string()).to_pylist() for each in ("hand_id", "option")]
    option = dict(zip(*pairs, strict=True))
    played = np.array([option[each] for each in words[0]], dtype=object)
    return rows, *words, taken.column("amount").to_numpy(), played


def _misread(tables: Tables, table: str, number: int) -> list[Row]:
    """Charge the fee of an option that a table takes most often a dollar too high."""
    rows, hand, *alike = _fees(tables, table)
    kinds = np.array(["\x1f".join(map(str, each)) for each in zip(*alike, strict=True)], dtype=str)
    known, counts = np.unique(kinds, return_counts=True)
    if not len(rows) or counts.max() < _FEWEST:
        return []
    chosen = kinds == known[counts.argmax()]
    fees = tables["collections"]
    amounts = fees.column("amount").to_numpy().copy()
    amounts[rows[chosen]] += _DOLLAR
    place = fees.column_names.index("amount")
    column = pa.array(amounts, fees.column("amount").type)
    tables["collections"] = fees.set_column(place, fees.schema.field(place), column)
    return [_note("FEE-OVER", table, each, number) for each in dict.fromkeys(hand[chosen])]


def _missed(tables: Tables, table: str, number: int) -> list[Row]:
    """Never take the fee of the payer who pays most often at a table."""
    rows, hand, payer, *_ = _fees(tables, table)
    payers, counts = np.unique(payer.astype(str), return_counts=True)
    if not len(rows) or counts.max() < _FEWEST:
        return []
    chosen = payer == payers[counts.argmax()]
    fees = tables["collections"]
    kept = np.ones(len(fees), dtype=bool)
    kept[rows[chosen]] = False
    tables["collections"] = fees.filter(pa.array(kept))
    return [_note("FEE-MISSING", table, each, number) for each in dict.fromkeys(hand[chosen])]


def _gap(tables: Tables, table: str, number: int) -> list[Row]:
    """Leave two hands out of the log, and their records in it."""
    hands = tables["hands"]
    here = pc.equal(hands.column("table").cast(pa.string()), table).to_numpy()
    rows = np.flatnonzero(here)
    if len(rows) < 3 * _FEWEST:
        return []
    ids = hands.column("hand_id").to_pylist()
    lost = rows[_FEWEST : _FEWEST + 2]
    kept = np.ones(len(hands), dtype=bool)
    kept[lost] = False
    tables["hands"] = hands.filter(pa.array(kept))
    after = [_note("LOG-SEQUENCE", table, ids[rows[_FEWEST + 2]], number)]
    return after + [
        _note("LOG-ORPHAN", table, ids[row], number) | {"comes_with": "LOG-SEQUENCE"}
        for row in lost.tolist()
    ]

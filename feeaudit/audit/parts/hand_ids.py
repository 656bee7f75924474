"""Hand ids over a whole log: where each hand is, and which ids stand in two places.

Ids are known by their digests, eight bytes each, in buckets of bounded size: a bucket holds the
digests from one number to another, ascending, beside the units of their hands. Two ids may share a
digest, so those of a digest that occurs twice are compared by their texts.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from feeaudit.audit.digests import digests, runs_of
from feeaudit.audit.parts.pieces import Piece, read_rows
from feeaudit.audit.parts.survey import ids_path, locals_path

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from feeaudit.audit.audit_inputs import AuditInputs
    from feeaudit.audit.parts.log_sources import RowSource
    from feeaudit.core.arrays import Bools, Digests, Ints
    from feeaudit.intake.selection import Narrow

# So many hands of a bucket are sorted in some 50 MB.
_IN_A_BUCKET: Final = 1_000_000
_BITS: Final = 64
# A table of so many digests is made in some 50 MB, and twice as fast as as many are sorted; for few
# that are wanted it is not worth making.
_HASHED: Final = 1_000_000
_TIMES_AS_MANY: Final = 4
NEVER: Final = np.iinfo(np.int64).max


class BucketItem(NamedTuple):
    """A bucket to fill with the ids of all files that have hands."""

    folder: str
    number: int
    bits: int
    sources: tuple[int, ...]


def bits_of(hands: int) -> int:
    """Return by how many leading bits the ids of so many hands are put into buckets."""
    return max(0, (hands // _IN_A_BUCKET).bit_length())


def filled_bucket(_inputs: AuditInputs, item: BucketItem) -> Digests:
    """Write a bucket; return the digests that occur in it more than once."""
    known, units = [], []
    for source in item.sources:
        ids = np.load(ids_path(item.folder, source), mmap_mode="r")
        first, last = _range(ids, item.number, item.bits)
        known.append(np.array(ids[first:last]))
        local = np.load(locals_path(item.folder, source), mmap_mode="r")[first:last]
        units.append(_globals(item.folder, source, local))
    ids, unit = np.concatenate(known), np.concatenate(units)
    # Stable, so that of one id the first of the log comes first.
    order = np.argsort(ids, kind="stable")
    ids = ids[order]
    np.save(_bucket(item.folder, item.number, "ids"), ids)
    np.save(_bucket(item.folder, item.number, "units"), unit[order])
    return np.unique(ids[1:][ids[1:] == ids[:-1]])


def _range(ids: Digests, number: int, bits: int) -> tuple[int, int]:
    if not bits:
        return 0, len(ids)
    first = int(np.searchsorted(ids, np.uint64(number << (_BITS - bits))))
    if number + 1 == 1 << bits:
        return first, len(ids)
    return first, int(np.searchsorted(ids, np.uint64((number + 1) << (_BITS - bits))))


def _bucket(folder: str, number: int, what: str) -> Path:
    return Path(folder) / f"bucket{number}-{what}.npy"


def globals_path(folder: str, source: int) -> Path:
    """Return where the units of a file are numbered as the whole log has them."""
    return Path(folder) / f"{source}-global.npy"


def _globals(folder: str, source: int, local: NDArray[np.int32]) -> NDArray[np.int32]:
    of = np.load(globals_path(folder, source))
    units: NDArray[np.int32] = np.append(of, -1).astype(np.int32)[local]
    return units


class TwiceItem(NamedTuple):
    """A file whose hands are to be looked through for ids whose digests occur twice."""

    source: int
    pieces: tuple[Piece | RowSource, ...]
    digests: Digests
    narrow: Narrow


def ids_of_twice(inputs: AuditInputs, item: TwiceItem) -> pa.Table:
    """Return the wanted hands of a file whose digests occur twice in the log."""
    found = []
    for rows in read_rows(item.pieces, inputs.book):
        wanted = item.narrow.wanted(rows)
        some = rows if wanted is None else rows.filter(pa.array(wanted))
        found.append(_twice(some, item.digests))
    return pa.concat_tables(found).unify_dictionaries() if found else pa.table({})


def _twice(rows: pa.Table, wanted: Digests) -> pa.Table:
    ids = digests(rows.column("hand_id"))
    place = np.minimum(np.searchsorted(wanted, ids), len(wanted) - 1)
    columns = ["hand_id", "cardroom", "table", "started_at", "source", "row"]
    return rows.select(columns).filter(pa.array(wanted[place] == ids))


REPEATED: Final = "repeated.arrow"
"""The hands whose ids stand in the log more than once, with unit, source and row, in its order."""


@dataclass
class HandUnits:
    """Where the hands of a log are, looked up by their ids.

    ``beside`` are the files in which they most likely are.
    """

    folder: str
    bits: int
    beside: tuple[int, ...] = ()

    def units(self, ids: pa.ChunkedArray) -> tuple[Ints, Bools]:
        """Return the unit of each id's hand (-1 if unwanted or none), and whether there is one.

        Equal ids mostly stand together, so only the first of each run is looked up.
        """
        names, sizes = runs_of(ids)
        mixed = digests(names)
        unit, found = np.full(len(mixed), -1, dtype=np.int64), np.zeros(len(mixed), dtype=bool)
        for known, of in self._near:
            left = np.flatnonzero(~found)
            self._look(mixed, left, known, of, unit, found)
        left = np.flatnonzero(~found)
        if len(left):
            self._look_everywhere(mixed, left, unit, found)
        if self._firsts is not None and len(mixed):
            texts, first = self._firsts
            place = pc.index_in(names, value_set=texts).fill_null(-1).to_numpy()
            unit = np.where(place >= 0, first[np.maximum(place, 0)], unit)
        return np.repeat(unit, sizes), np.repeat(found, sizes)

    def known(self, ids: pa.Array) -> Bools:
        """Tell which ids are (with near certainty) those of hands of the log."""
        mixed = digests(ids)
        unit, found = np.empty(len(mixed), dtype=np.int64), np.zeros(len(mixed), dtype=bool)
        self._look_everywhere(mixed, np.arange(len(mixed)), unit, found)
        return found

    @cached_property
    def _near(self) -> list[tuple[Digests, NDArray[np.int32]]]:
        return [
            (
                np.load(ids_path(self.folder, each), mmap_mode="r"),
                _globals(self.folder, each, np.load(locals_path(self.folder, each))),
            )
            for each in self.beside
        ]

    @cached_property
    def _firsts(self) -> tuple[pa.Array, Ints] | None:
        """The ids that stand in the log more than once, and the unit of the first of each."""
        table = repeated_hands(self.folder)
        if table is None or not table.num_rows:
            return None
        return first_units(table)

    def _look_everywhere(self, mixed: Digests, rows: Ints, unit: Ints, found: Bools) -> None:
        bucket = (mixed[rows] >> np.uint64(_BITS - self.bits)) if self.bits else mixed[rows] * 0
        for number in np.unique(bucket).tolist():
            known = np.load(_bucket(self.folder, number, "ids"), mmap_mode="r")
            of = np.load(_bucket(self.folder, number, "units"), mmap_mode="r")
            self._look(mixed, rows[bucket == number], known, of, unit, found)

    @staticmethod
    def _look(  # noqa: PLR0913, PLR0917 - what is sought, where, and what is found
        mixed: Digests,
        rows: Ints,
        known: Digests,
        of: NDArray[np.int32],
        unit: Ints,
        found: Bools,
    ) -> None:
        if not len(known) or not len(rows):
            return
        place = _places(known, mixed[rows])
        same = place >= 0
        unit[rows[same]] = of[place[same]]
        found[rows[same]] = True


def _places(known: Digests, wanted: Digests) -> Ints:
    """Return where digests first stand among known ones, which are ascending; -1 for nowhere."""
    if len(known) <= _HASHED and len(known) <= _TIMES_AS_MANY * len(wanted):
        index = pd.Index(np.asarray(known))
        if index.is_unique:
            hashed: Ints = index.get_indexer(pd.Index(wanted))
            return hashed
    # Looked up in their own order, they are found in that of the known ones, page after page.
    order = np.argsort(wanted)
    place = np.minimum(np.searchsorted(known, wanted[order]), len(known) - 1)
    places = np.empty(len(wanted), dtype=np.int64)
    places[order] = np.where(known[place] == wanted[order], place, -1)
    return places


def first_units(repeated: pa.Table) -> tuple[pa.Array, Ints]:
    """Return the ids that stand in the log more than once, and the unit of the first of each."""
    encoded = repeated.column("hand_id").combine_chunks().dictionary_encode()
    encoded = encoded.chunk(0) if isinstance(encoded, pa.ChunkedArray) else encoded
    _, first = np.unique(encoded.indices.to_numpy(), return_index=True)
    return encoded.dictionary, repeated.column("unit").to_numpy()[first].astype(np.int64)


def repeated_hands(folder: str) -> pa.Table | None:
    """Return the hands whose ids stand in the log more than once, None where there are none."""
    path = Path(folder) / REPEATED
    if not path.exists():
        return None
    with pa.memory_map(str(path)) as file:
        return pa.ipc.open_file(file).read_all()


def write_repeated(folder: str, hands: pa.Table, unit: Ints) -> None:
    """Write which ids stand in the log more than once, hands in the order of the log."""
    order = np.lexsort((hands.column("row").to_numpy(), hands.column("source").to_numpy()))
    table = pa.table(
        {
            "hand_id": hands.column("hand_id").cast(pa.string()),
            "unit": unit,
            "source": hands.column("source"),
            "row": hands.column("row"),
        }
    ).take(pa.array(order))
    # Ids that only share a digest are kept as well: each is the first of its own.
    with pa.ipc.new_file(Path(folder) / REPEATED, table.schema) as file:
        file.write_table(table)

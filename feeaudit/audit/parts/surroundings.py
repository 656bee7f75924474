"""What a part of a log must know of the rest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

if TYPE_CHECKING:
    from feeaudit.audit.parts.routes import Territory
    from feeaudit.core.arrays import Bools, Digests, Ints

Payers = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The rest of the log, as far as a part's checks ask for it.

    ``charges`` are the fees for periods taken at any table in the days around, since players move
    between tables; ``payers`` is who paid such fees at any time. ``unplaced`` is the sum of the
    collections that nothing places at a table, ``known`` the digests of all hand ids, ascending.
    """

    territory: Territory
    part: int
    charges: pa.Table
    payers: Payers
    unplaced: int
    known: Digests

    def answers_for(self, cardroom: list[str], table: list[str], at: Ints) -> Bools:
        """Tell which moments at tables this part answers for: each has one part that does."""
        numbers = self.territory.rooms.numbers
        codes = [numbers.get(pair, -1) for pair in zip(cardroom, table, strict=True)]
        owners = self.territory.owners(np.array(codes, dtype=np.int64), at)
        mine: Bools = owners == self.part
        return mine


def at_known_times(charges: pa.Table) -> pa.Table:
    """Return the charges whose time is told, by time."""
    if "taken_at" not in charges.column_names:
        return charges.slice(0, 0)
    return charges.filter(charges.column("taken_at").is_valid()).sort_by("taken_at")


def payers_of(charges: pa.Table) -> Payers:
    """Return the cardroom and name of everybody who paid these fees for a period."""
    names = [
        charges.column(name).cast(pa.string()).fill_null("").to_pylist()
        if name in charges.column_names
        else [""] * charges.num_rows
        for name in ("cardroom", "player")
    ]
    return tuple(dict.fromkeys(pair for pair in zip(*names, strict=True) if pair[1]))


def charges_of(collections: pa.Table) -> pa.Table:
    """Return the collections that are fees for periods."""
    fee = collections.column("fee").cast(pa.string())
    return collections.filter(pc.is_in(fee, pa.array(["time", "new_player"])))

"""What a part of a log must know of the rest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

if TYPE_CHECKING:
    from feeaudit.audit.digests import Digests
    from feeaudit.audit.parts.routes import Territory

Ints = np.ndarray[tuple[int], np.dtype[np.int64]]
Bools = np.ndarray[tuple[int], np.dtype[np.bool_]]


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The rest of the log, as far as a part's checks ask for it.

    ``charges`` are the fees for periods taken at any table, since players move between tables;
    ``known`` are the digests of all hand ids, ascending.
    """

    territory: Territory
    part: int
    charges: pa.Table
    known: Digests

    def answers_for(self, cardroom: list[str], table: list[str], at: Ints) -> Bools:
        """Tell which moments at tables this part answers for: each has one part that does."""
        numbers = self.territory.rooms.numbers
        codes = [numbers.get(pair, -1) for pair in zip(cardroom, table, strict=True)]
        owners = self.territory.owners(np.array(codes, dtype=np.int64), at)
        mine: Bools = owners == self.part
        return mine


def charges_of(collections: pa.Table) -> pa.Table:
    """Return the collections that are fees for periods."""
    fee = collections.column("fee").cast(pa.string())
    return collections.filter(pc.is_in(fee, pa.array(["time", "new_player"])))

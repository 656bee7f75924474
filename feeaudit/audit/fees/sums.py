"""What the fees of each hand add up to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.core.groups import groups_of
from feeaudit.rules.levies import FEES

if TYPE_CHECKING:
    from feeaudit.audit.fees.comparison import Compared
    from feeaudit.core.arrays import Ints

_SUMMED: Final = ("owed", "owed_most", "taken")
_JACKPOT: Final = FEES.index("jackpot")


@dataclass(frozen=True, slots=True)
class Sums:
    """Cents by hand, of all fees and of the jackpot's alone: owed, owed_most and taken."""

    every: dict[str, Ints]
    jackpot: dict[str, Ints]

    @classmethod
    def of_hands(cls, count: int) -> Sums:
        """Return the sums of so many hands, to which nothing has been added yet."""
        every, jackpot = (
            {name: np.zeros(count, dtype=np.int64) for name in _SUMMED} for _ in range(2)
        )
        return cls(every, jackpot)

    def add(self, fees: Compared) -> None:
        """Take in all fees of some hands."""
        _add(self.every, fees, slice(None))
        _add(self.jackpot, fees, np.flatnonzero(fees.klass % len(FEES) == _JACKPOT))


def _add(sums: dict[str, Ints], fees: Compared, rows: Ints | slice) -> None:
    hands = groups_of(fees.hand[rows])
    for name, total in sums.items():
        total[hands.keys] = hands.sums(getattr(fees, name)[rows])

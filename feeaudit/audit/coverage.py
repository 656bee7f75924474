"""Which hands a check is about, which of them it tested, and why not the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from feeaudit.audit.check import Outcome
from feeaudit.audit.findings import together

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pandas as pd

    from feeaudit.core.arrays import Bools, Ints


class Cover:
    """The hands that a check is about: all are tested but those that a reason sets aside.

    A hand has one reason, the first that is given for it. ``untested`` are hands that were set
    aside before.
    """

    def __init__(self, hands: Bools, untested: Mapping[str, Bools] | None = None) -> None:
        self.tested = hands.copy()
        self.untested = dict(untested or {})
        self._sure = np.zeros_like(hands)

    def take_up(self, hands: Bools | Ints) -> None:
        """Have the check be about more hands, by a mask or by their rows."""
        self.tested[hands] = True

    def keep(self, hands: Bools | Ints) -> None:
        """Count hands as tested whatever else is said of them: they have a finding, say."""
        self.tested[hands] = self._sure[hands] = True
        self.untested = {why: each & ~self._sure for why, each in self.untested.items()}

    def set_aside(self, hands: Bools | Ints, why: str) -> None:
        """Leave hands out for a reason; a blank one sets nothing aside."""
        if not why:
            return
        found = np.zeros_like(self.tested)
        found[hands] = True
        found &= self.tested & ~self._sure
        if found.any():
            self.untested[why] = self.untested.get(why, np.zeros_like(found)) | found
            self.tested &= ~found

    def lacks(self, why: str) -> bool:
        """Leave all hands out for a reason, and tell whether there is one."""
        self.set_aside(self.tested, why)
        return bool(why)

    def outcome(self, *found: pd.DataFrame) -> Outcome:
        """Return what a check found in its tests, with the hands that it covered."""
        return Outcome(together(*found), self.tested, self.untested)

"""Where records stand in the log, and how findings point there."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import numpy as np

from feeaudit.core.dates import short_moment

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Ints


def stands_before(frame: pd.DataFrame, rows: Ints) -> Ints:
    """Return rows in the order of the log's files, which no shuffling of a frame changes."""
    source, row = frame["source"].to_numpy()[rows], frame["row"].to_numpy()[rows]
    ordered: Ints = rows[np.lexsort((row, source))]
    return ordered


def clock(case: Case, at: int) -> str:
    """Return an instant as the table's clock showed it: ``2/1/2026 7:30:00 PM``."""
    local = datetime.fromtimestamp(int(at) // 1_000_000, ZoneInfo(case.config.zone))
    return short_moment(local, case.config.dates, seconds=True)

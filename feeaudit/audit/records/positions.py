"""Where records stand in the log, and how findings point there."""

from __future__ import annotations

from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import numpy as np
import pandas as pd

if TYPE_CHECKING:
    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Ints


def stands_before(frame: pd.DataFrame, rows: Ints) -> Ints:
    """Return rows in the order of the log's files, which no shuffling of a frame changes."""
    source, row = frame["source"].to_numpy()[rows], frame["row"].to_numpy()[rows]
    ordered: Ints = rows[np.lexsort((row, source))]
    return ordered


def clock(case: Case, at: int) -> str:
    """Return an instant as the table's clock showed it: ``2026-02-01 19:30:00``."""
    local = pd.Timestamp(int(at), unit="us", tz="UTC").tz_convert(ZoneInfo(case.config.zone))
    return str(local.strftime("%Y-%m-%d %H:%M:%S"))

"""Clocks: columns of times as the clocks of a zone show them."""

from __future__ import annotations

from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import numpy as np
import pandas as pd

if TYPE_CHECKING:
    from feeaudit.core.arrays import Ints


def local_seconds(times: Ints, zone: str) -> Ints:
    """Return times as the clocks of the zone show them, in seconds since 1970."""
    stamps = pd.DatetimeIndex(pd.to_datetime(np.maximum(times, 0), unit="us", utc=True))
    wall = stamps.tz_convert(ZoneInfo(zone)).tz_localize(None)
    seconds: Ints = wall.to_numpy().astype("datetime64[s]").astype(np.int64)
    return seconds

"""How a site is set up: zone, gaming day, editions in force, waivers, tolerances, law as-if."""

from __future__ import annotations

from dataclasses import dataclass, field
from zoneinfo import ZoneInfo

import numpy as np
import pandas as pd

from feeaudit.intake.log import ZONE

Ints = np.ndarray[tuple[int], np.dtype[np.int64]]


@dataclass(frozen=True, slots=True)
class Config:
    """The configuration of an audit; sensible as it stands.

    ``gaming_day_starts`` is the hour a gaming day begins. ``editions`` pins the edition of a
    schedule that is in force. ``waivers`` are the published ones, by reason. ``count_tolerance`` is
    how many cents a count may differ. ``as_if`` names law rules to apply regardless of status;
    ``parameters`` sets what they leave open, as ``rule.parameter``.
    """

    zone: str = ZONE
    gaming_day_starts: int = 6
    editions: dict[str, str] = field(default_factory=dict)
    waivers: tuple[str, ...] = ()
    count_tolerance: int = 0
    as_if: tuple[str, ...] = ()
    parameters: dict[str, str] = field(default_factory=dict)

    def gaming_days(self, times: Ints) -> Ints:
        """Return the gaming day of each time (microseconds since 1970), as days since 1970."""
        local = pd.DatetimeIndex(pd.to_datetime(times, unit="us", utc=True)).tz_convert(
            ZoneInfo(self.zone)
        )
        shifted = local.tz_localize(None) - pd.Timedelta(hours=self.gaming_day_starts)
        days: Ints = shifted.to_numpy().astype("datetime64[D]").astype(np.int64)
        return days

"""Activity: how many hands were played, and what was owed and taken, by table and hour."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from feeaudit.audit.facts.frames import ACTIVITY, frame_of
from feeaudit.audit.facts.periods import period_fees
from feeaudit.audit.facts.places import hours, summed, tables_of
from feeaudit.audit.facts.schedules import schedule_key
from feeaudit.audit.fees import fees_of

if TYPE_CHECKING:
    from feeaudit.audit.case import Case

Ints = np.ndarray[tuple[int], np.dtype[np.int64]]
_HOURS = 25


def activity_of(case: Case) -> pd.DataFrame:
    """Return a row a table, gaming day, hour, game and option."""
    hands, played = case.hands, _played(case)
    periods = period_fees(case)
    table = hands["table_code"].to_numpy()
    time = hands["started_at"].to_numpy()
    what = played.of_situation[hands["situation"].to_numpy()]
    day = np.where(time > 0, hands["day"].to_numpy(), -1)
    hand_keys = _Keys(table, day, hours(time, case.config.zone), what)
    by_period = _Keys(
        periods.table,
        periods.day,
        hours(periods.at, case.config.zone),
        _what_was_played(hand_keys, time, periods),
    )
    keys = hand_keys.and_also(by_period)
    place, first = keys.places()
    count = len(first)
    mine, apart = place[: len(table)], place[len(table) :]
    frame = fees_of(case).frame
    of = mine[frame["hand"].to_numpy()]
    money = {
        name: summed(frame[name].to_numpy(), of, count)
        + summed(getattr(periods, name), apart, count)
        for name in ("owed", "owed_most", "taken")
    }
    return _named(case, played, keys, first, {"hands": np.bincount(mine, minlength=count), **money})

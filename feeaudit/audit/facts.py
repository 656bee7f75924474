"""Facts: what a log shows of its tables, whether or not a check finds fault with it.

Reports draw their charts, timelines and lists of schedules from these frames.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

ACTIVITY = {
    "cardroom": object,
    "table": object,
    "day": np.int64,
    "hour": np.int64,
    "game": object,
    "option": object,
    "schedule": object,
    "hands": np.int64,
    "owed": np.int64,
    "owed_most": np.int64,
    "taken": np.int64,
}
BANKING = {
    "cardroom": object,
    "table": object,
    "day": np.int64,
    "at": np.int64,
    "until": np.int64,
    "hand_id": object,
    "hands": np.int64,
    "seat": object,
    "player": object,
    "role": object,
    "began": object,
}
OFFERS = {
    "cardroom": object,
    "table": object,
    "day": np.int64,
    "at": np.int64,
    "hand_id": object,
    "sequence": np.int64,
    "seat": object,
    "player": object,
    "response": object,
}
DROPS = {
    "cardroom": object,
    "table": object,
    "at": np.int64,
    "until": np.int64,
    "kind": object,
    "owed": np.int64,
    "owed_most": np.int64,
    "logged": np.int64,
    "counted": np.int64,
    "difference": np.int64,
    "explanation": object,
}
SCHEDULES = {
    "cardroom": object,
    "schedule": object,
    "edition": object,
    "pinned": np.bool_,
    "approvals": object,
    "document": object,
    "games": object,
    "options": object,
    "hands": np.int64,
}


@dataclass(frozen=True, slots=True)
class Facts:
    """What was looked at; money is cents, times microseconds since 1970, days gaming days.

    ``activity``: a row a table, gaming day, hour of the clock, game and option, with the fees owed
    (least and most) and taken. ``banking``: a row a run of hands that one person banked, in order;
    ``at`` and ``until`` are the starts of its first and last hand; ``began`` is blank or why the
    run stands alone (``day``, ``break``). ``offers`` of the position as logged. ``drops``: a row a
    count of a drop box. ``schedules``: a row a schedule and edition that hands were held against.
    """

    activity: pd.DataFrame
    banking: pd.DataFrame
    offers: pd.DataFrame
    drops: pd.DataFrame
    schedules: pd.DataFrame


def no_facts() -> Facts:
    """Return facts of nothing."""
    return Facts(*(_empty(each) for each in (ACTIVITY, BANKING, OFFERS, DROPS, SCHEDULES)))


def _empty(columns: dict[str, type]) -> pd.DataFrame:
    return pd.DataFrame({name: np.empty(0, dtype=kind) for name, kind in columns.items()})

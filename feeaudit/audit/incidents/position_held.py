"""position-held: one stretch of the player-dealer position breaks the rules of rotation.

Whatever number of rules it breaks and of hands it lasts: all that is reported of hands in a row
with one holder, or one provider, is one incident. Hands on which the house banks belong together
over the evening, by who banked. What the paper leaves open alone is a question of the paper.

Incident     Ann keeps the position for five hands: over the cap, not offered, nobody between
Incident     an employee banks on twelve hands of an evening
Not this one  Ann on one stretch, and Bob on the next: two incidents
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.audit.cause import Gathered, Sure, cause, counted, in_words, nobody
from feeaudit.audit.coded_findings import led
from feeaudit.core.arrays import distinct
from feeaudit.core.groups import changes

if TYPE_CHECKING:
    from feeaudit.audit.coded_findings import CodedFindings
    from feeaudit.core.arrays import Bools, Ints

# A window is 40 minutes long: those that begin within an hour of another's end are of one stretch.
_APART: Final = 60 * 60 * 1_000_000
_HELD: Final = ("ROT-TURNS", "ROT-INTERVENE", "ROT-BROKEN", "ROT-ELIGIBLE", "ROT-HOUSE")


def _told(found: Gathered) -> tuple[Sure, str]:
    if found.findings == 1:
        return Sure.EXACT, f"At {found.where}, {found.message}"
    if found.check == "ROT-WINDOW":
        return Sure.EXACT, f"At {found.where}, {found.message}; {counted(found.findings, 'window')}"
    who = found.person or ("people of one provider" if found.people else f"seat {found.seat}")
    house = "the house banked" if "ROT-HOUSE" in found.checks else "the position was held"
    return Sure.EXACT, (
        f"At {found.where}, {house} by {who} against the rules on {counted(found.hands, 'hand')}"
        f" ({in_words([*found.checks])}); first: {found.message}"
    )


@cause(
    id="position-held",
    title="The player-dealer position held against the rules",
    next_step="Review the video of these hands, have the position offered as the game's rules"
    " require, and instruct the dealer and the player who held it.",
    led_by=("ROT-HOUSE", "ROT-TURNS", "ROT-INTERVENE", "ROT-BROKEN"),
    tell=_told,
)
def stretch_held(found: CodedFindings) -> Ints:
    """Claim what is reported of one stretch of the position."""
    # Only what is told of the rotation has a stretch that the position was held since.
    rotation = found["since"] >= 0
    if not rotation.any():
        return nobody(len(found))
    window = found.of("ROT-WINDOW")
    stretch = found.key("cardroom", "table", "since")
    grave = (
        rotation & ~window & ((found["violation"] > 0) | (found.of(*_HELD) & (found["doubt"] < 0)))
    )
    group = _by_banker(found, stretch, led(stretch, grave, stretch))
    return np.where(window, int(group.max()) + 1 + _windows(found, window), group)


def _by_banker(found: CodedFindings, stretch: Ints, group: Ints) -> Ints:
    """Put stretches in which the house banked together, by table, gaming day and banker."""
    house = found.of("ROT-HOUSE") & (group >= 0)
    banked = led(stretch, house, found.key("cardroom", "table", "day", "player"))
    return np.where(banked >= 0, int(group.max()) + 1 + banked, group)


def _windows(found: CodedFindings, window: Bools) -> Ints:
    """Return a number for each window, the same for those of a table that (nearly) overlap."""
    rows = np.flatnonzero(window)
    numbers = nobody(len(found))
    table = found.key("cardroom", "table", "day")[rows]
    order = np.lexsort((found["at"][rows], table))
    table, start = table[order], found["at"][rows][order]
    end = np.maximum(found["until"][rows][order], start) + _APART
    moments = distinct(np.concatenate([start, end]))
    first, last = (table * len(moments) + np.searchsorted(moments, each) for each in (start, end))
    apart = changes(table)
    apart[1:] |= first[1:] > np.maximum.accumulate(last)[:-1]
    numbers[rows[order]] = np.cumsum(apart) - 1
    return numbers

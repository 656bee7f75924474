"""The paperwork around the tables: what is attested at opening, and what is counted at closing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.simulate.draft_frames import MINUTE, Frame, frame_of_rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feeaudit.core.arrays import IntArray
    from feeaudit.simulate.draft import Draft
    from feeaudit.simulate.draft_frames import Names
    from feeaudit.simulate.sittings import Sitting

_OPENED_BEFORE: Final = 20 * MINUTE
_TWO_BOXES: Final = 150
POSTED: Final = "The fees and the option in use are posted at the table"
TOLD: Final = "Players were informed of the fees before the first hand"


def attestations(sittings: Sequence[Sitting], names: Names) -> Frame:
    """Return what a supervisor attests when a table opens."""
    return frame_of_rows(
        "attestations",
        [
            {
                "cardroom": names.code(sitting.cardroom),
                "table": names.code(sitting.table),
                "statement": names.code(statement),
                "at": sitting.start - _OPENED_BEFORE // 2,
                "by": names.code(f"Supervisor {sitting.number % 7 + 1}"),
            }
            for sitting in sittings
            for statement in (POSTED, TOLD)
        ],
    )


def count_boxes(draft: Draft) -> None:
    """Count every drop box: all collected at a table while it hung there, jackpots apart."""
    taken = draft["collections"]
    hands = draft["hands"]
    sitting = draft.ids.sitting[taken["near"]]
    jackpot = taken["fee"] == draft.names.code("jackpot")
    rows = []
    fees = _slices(sitting, len(draft.sittings))
    played = _slices(hands["sitting"], len(draft.sittings))
    for each, here, hand in zip(draft.sittings, fees, played, strict=True):
        when = taken["taken_at"][here]
        for start, end in _boxes(each, hands["started_at"][hand], hands["ended_at"][hand]):
            inside = here[(when >= start) & (when < end)]
            for kind, which in (("collection", ~jackpot[inside]), ("jackpot", jackpot[inside])):
                if kind == "collection" or which.any():
                    amount = int(taken["amount"][inside][which].sum())
                    rows.append(_count(draft, each, (start, end), amount, kind))
    draft.frames["counts"] = frame_of_rows("counts", rows)


def _slices(numbers: IntArray, count: int) -> list[IntArray]:
    """Return the rows of each number from zero on."""
    order = np.argsort(numbers, kind="stable")
    return np.split(order, np.searchsorted(numbers[order], np.arange(1, count)))


def _boxes(sitting: Sitting, started: IntArray, ended: IntArray) -> list[tuple[int, int]]:
    """Return when each box hung at the table: a long sitting has its box changed between hands."""
    start = sitting.start - _OPENED_BEFORE
    end = int(ended.max()) + MINUTE
    if len(started) < _TWO_BOXES:
        return [(start, end)]
    middle = int(np.sort(started)[len(started) // 2])
    return [(start, middle), (middle, end)]


def _count(
    draft: Draft, sitting: Sitting, period: tuple[int, int], amount: int, kind: str
) -> dict[str, int]:
    return {
        "sitting": sitting.number,
        "cardroom": draft.names.code(sitting.cardroom),
        "table": draft.names.code(sitting.table),
        "from": period[0],
        "to": period[1],
        "amount": amount,
        "kind": draft.names.code(kind),
    }

"""Moving a player to another chair or table for a while, with all that tells where they sit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.simulate.draft import Draft
    from feeaudit.simulate.steps import Ints

_CHAIRS: Final = 9


def changed_seat(draft: Draft, hands: list[int], player: int) -> int | None:
    """Seat a player elsewhere for some hands; return the chair's name, None where none is free.

    The change takes place as the first of the hands starts and ends as the last one ends.
    """
    start, end = _span(draft, hands)
    here = _seated(draft, hands[0], start, end)
    row = _row_of(draft, here, player, start, end)
    chair = _free_chair(draft, set(draft["seats"]["seat"][here].tolist()), hands[0])
    if row is None or chair is None:
        return None
    _leave(draft, row, start, end)
    draft.copy_row("seats", row, seat=chair, **{"from": start, "to": end})
    for table in ("wagers", "collections"):
        _move_records(draft, table, hands, player, chair)
    return chair


def moved_away(draft: Draft, hands: list[int], player: int) -> list[int] | None:
    """Seat a player at another table for the time of some hands; return that table's hands then.

    None unless both tables charge by the period alone, with no fee for joining in between, no
    wagers are recorded, and the other table has a chair and takes no fees meanwhile.
    """
    start, end = _span(draft, hands)
    row = _row_of(draft, _seated(draft, hands[0], start, end), player, start, end)
    if row is None or not _by_period_alone(draft, hands[0]):
        return None
    for there in _elsewhere(draft, hands[0], start, end):
        taken = set(draft["seats"]["seat"][_seated(draft, there[0], start, end)].tolist())
        chair = _free_chair(draft, taken, there[0])
        if chair is None or not draft.free(*there):
            continue
        _leave(draft, row, start, end)
        table = draft["hands"]
        where = {name: int(table[name][there[0]]) for name in ("sitting", "table")}
        draft.copy_row("seats", row, seat=chair, **where, **{"from": start, "to": end})
        table["players"][hands] -= 1
        table["players"][there] += 1
        return there
    return None


def _span(draft: Draft, hands: list[int]) -> tuple[int, int]:
    table = draft["hands"]
    return int(table["started_at"][hands[0]]), int(table["ended_at"][hands[-1]])


def _seated(draft: Draft, hand: int, start: int, end: int) -> Ints:
    """Return the rows of who sits at the table of a hand at some time of a span."""
    seats = draft["seats"]
    here = seats["sitting"] == draft["hands"]["sitting"][hand]
    return np.flatnonzero(here & (seats["from"] < end) & (seats["to"] > start))


def _row_of(draft: Draft, here: Ints, player: int, start: int, end: int) -> int | None:
    """Return the row of a player who sits before, during and after a span."""
    seats = draft["seats"]
    rows = here[seats["player"][here] == player]
    whole = len(rows) == 1 and seats["from"][rows[0]] < start and seats["to"][rows[0]] > end
    return int(rows[0]) if whole else None


def _leave(draft: Draft, row: int, start: int, end: int) -> None:
    """Let a player be away from their seat for a span."""
    draft.copy_row("seats", row, **{"from": end})
    draft["seats"]["to"][row] = start


def _by_period_alone(draft: Draft, hand: int) -> bool:
    levies = draft.setup_of(hand).levies
    unrecorded = len(draft.rows_of("wagers", hand)) == 0
    return unrecorded and all(levy.printed.per == "period" for levy in levies)


def _elsewhere(draft: Draft, hand: int, start: int, end: int) -> Iterator[list[int]]:
    """Yield the hands that other tables of the cardroom by the period play within a span."""
    table, fees = draft["hands"], draft["collections"]
    during = (table["started_at"] >= start) & (table["ended_at"] <= end)
    during &= (table["cardroom"] == table["cardroom"][hand]) & (table["players"] > 1)
    during &= table["sitting"] != table["sitting"][hand]
    taken = (fees["taken_at"] >= start) & (fees["taken_at"] <= end)
    charging = set(table["sitting"][fees["near"][taken]].tolist())
    for sitting in np.unique(table["sitting"][during]).tolist():
        hands: list[int] = np.flatnonzero(during & (table["sitting"] == sitting)).tolist()
        if sitting not in charging and _by_period_alone(draft, hands[0]):
            yield hands


def _free_chair(draft: Draft, taken: set[int], hand: int) -> int | None:
    chairs = draft.setup_of(hand).game.seats or _CHAIRS
    codes = [draft.names.code(str(number)) for number in range(1, chairs + 1)]
    return next((code for code in codes if code not in taken), None)


def _move_records(draft: Draft, table: str, hands: list[int], player: int, chair: int) -> None:
    frame = draft[table]
    for hand in hands:
        for row in draft.rows_of(table, hand).tolist():
            if frame["player"][row] == player:
                frame["seat"][row] = chair

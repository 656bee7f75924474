"""Moving a player to another chair of the table for a while, with all that tells where they sit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from feeaudit.simulate.draft import Draft

_CHAIRS: Final = 9


def changed_seat(draft: Draft, hands: list[int], player: int) -> int | None:
    """Seat a player elsewhere for some hands; return the chair's name, None where none is free.

    The change takes place as the first of the hands starts and ends as the last one ends.
    """
    table = draft["hands"]
    start, end = int(table["started_at"][hands[0]]), int(table["ended_at"][hands[-1]])
    seats = draft["seats"]
    here = np.flatnonzero(
        (seats["sitting"] == table["sitting"][hands[0]])
        & (seats["from"] < end)
        & (seats["to"] > start)
    )
    rows = here[seats["player"][here] == player]
    chair = _free_chair(draft, set(seats["seat"][here].tolist()), hands[0])
    whole = len(rows) == 1 and seats["from"][rows[0]] < start and seats["to"][rows[0]] > end
    if not whole or chair is None:
        return None
    row = int(rows[0])
    draft.copy_row("seats", row, seat=chair, **{"from": start, "to": end})
    draft.copy_row("seats", row, **{"from": end})
    seats["to"][row] = start
    for table_name in ("wagers", "collections"):
        _move_records(draft, table_name, hands, player, chair)
    return chair


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

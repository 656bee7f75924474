"""Which cardrooms somebody may look at, and which they asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feeaudit.register.runs import audited_rooms
from feeaudit.workbench.defence.browser_sessions import visit
from feeaudit.workbench.defence.permissions import demand
from feeaudit.workbench.staff.user import VIEW

if TYPE_CHECKING:
    import sqlite3


def visible_rooms(connection: sqlite3.Connection) -> list[str]:
    """Return the cardrooms of the store that somebody may look at."""
    return visit().user.rooms(audited_rooms(connection))


def room_asked(connection: sqlite3.Connection, asked: str) -> str:
    """Return the cardroom to show: the one asked for, or all (blank) for whoever may see all.

    Whoever may look at some cardrooms only is shown one of them at a time; one that has no night
    yet where none of theirs has.
    """
    if asked:
        demand(VIEW, [asked])
        return asked
    if visit().user.everywhere:
        return ""
    rooms = visible_rooms(connection) or visit().user.own_rooms
    demand(VIEW, rooms[:1] or [""])
    return rooms[0]

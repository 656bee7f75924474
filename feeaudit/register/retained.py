"""What retention deleted: recorded first, then removed; a run that dies in between is completed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feeaudit.register.inputs import QUARANTINED

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator
    from pathlib import Path

    from feeaudit.register.store import Store


def unfinished_deletions(store: Store, connection: sqlite3.Connection) -> Iterator[Path]:
    """Yield folders that are recorded as deleted and still there."""
    sql = "SELECT cardroom, day, run FROM runs WHERE deleted ORDER BY number"
    for cardroom, day, run in connection.execute(sql).fetchall():
        if (folder := store.report(cardroom, day, run)).is_dir():
            yield folder
    # A digest may have come in twice; it stays while any of its inputs is kept.
    sql = "SELECT digest FROM inputs GROUP BY digest HAVING min(deleted) = 1 ORDER BY digest"
    for (digest,) in connection.execute(sql).fetchall():
        if (folder := store.archived(digest)).is_dir():
            yield folder
    sql = """
        SELECT digest FROM arrivals WHERE outcome = ? GROUP BY digest HAVING min(deleted) = 1
        ORDER BY digest
    """
    for (digest,) in connection.execute(sql, (QUARANTINED,)).fetchall():
        if (folder := store.quarantine / digest).is_dir():
            yield folder

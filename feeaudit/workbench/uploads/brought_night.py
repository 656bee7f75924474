"""The night of a brought log, in a process of its own: ``python -m`` this module.

The request comes on standard input and the answer goes to standard output, both JSON. It is the
night that ``feeaudit nightly`` runs, on an inbox that holds the brought log alone, and it records
who brought it and how that was proven.
"""

from __future__ import annotations

import json
import sys
import time
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from feeaudit.core.problem import BookError, Unknown
from feeaudit.nightly.lock import Busy
from feeaudit.nightly.night import nightly
from feeaudit.nightly.run_context import Night
from feeaudit.register.database import opened
from feeaudit.register.identities import Identity
from feeaudit.register.inputs import QUARANTINED
from feeaudit.register.store import open_store


def main() -> None:
    """Answer one request."""
    json.dump(_answer(json.load(sys.stdin)), sys.stdout)


def _answer(request: dict[str, Any]) -> dict[str, Any]:
    """Return what became of the log: ``busy``, ``refused`` with a sentence, or ``audited`` days."""
    night = _night(request)
    try:
        outcome = nightly(night)
    except Busy:
        return {"busy": True}
    except (Unknown, BookError) as why:
        return {"refused": str(why)}
    if outcome.items["quarantined"]:
        return {"refused": _why_quarantined(night.root)}
    if not outcome.items["taken"] + outcome.items["again"]:
        return {"refused": "the log could not be taken into the store; try again"}
    return {"audited": len(outcome.runs), "failed": outcome.failed}


def _why_quarantined(root: Path) -> str:
    sql = "SELECT reason FROM arrivals WHERE outcome = ? ORDER BY number DESC LIMIT 1"
    with opened(open_store(root)) as connection:
        return str(connection.execute(sql, (QUARANTINED,)).fetchone()["reason"])


def _night(request: dict[str, Any]) -> Night:
    return Night(
        inbox=Path(request["inbox"]),
        root=Path(request["store"]),
        book=Path(request["book"]),
        config=None,
        date=date.today().isoformat(),  # noqa: DTZ011 - the day at the keyboard
        clock=lambda: datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z"),
        seconds=time.time,
        tell=lambda _line: None,  # what monitoring reads of the nights that nobody watches
        settle=0,
        brought_by=Identity(**request["by"]),
    )


if __name__ == "__main__":
    main()

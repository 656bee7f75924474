"""What only the report of a run holds of its findings: why each is one, and the pull list."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from feeaudit.workbench.evidence.recent import Recent
from feeaudit.workbench.workplace import the_store, workplace

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping

_READ: Final = Recent[dict[str, dict[str, Any]]](4)
# A night with more than this is read in its workbook; here it would take seconds and gigabytes.
_MOST_BYTES: Final = 80 * 1024**2


def report_findings(connection: sqlite3.Connection, run: int) -> Mapping[str, dict[str, Any]]:
    """Return the findings of a run by their ids, as its report has them; none where it is gone."""
    row = connection.execute("SELECT * FROM runs WHERE number = ?", (run,)).fetchone()
    if row is None:
        return {}
    folder = workplace().results or the_store().report(row["cardroom"], row["day"], row["run"])
    path = folder / "findings.json"
    try:
        facts = path.stat()
        if facts.st_size > _MOST_BYTES:
            return {}
        key = (path, facts.st_mtime_ns, facts.st_size)
        return _READ.value(key, lambda: _by_id(path.read_bytes()))
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def _by_id(content: bytes) -> dict[str, dict[str, Any]]:
    return {str(each["id"]): each for each in json.loads(content)["findings"]}

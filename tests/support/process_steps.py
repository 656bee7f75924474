"""Steps that processes carry out in tests; they look them up here, whatever the tests lie in."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from feeaudit.audit.audit_inputs import AuditInputs

# Far longer than it takes to start a process: only those who wait in vain wait as long.
PATIENCE = 60


def met(_inputs: AuditInputs, item: tuple[Path, str, str]) -> bool:
    """Leave a sign for another, and tell whether theirs came while this one waited."""
    folder, own, other = item
    (folder / own).touch()
    until = time.monotonic() + PATIENCE
    while not (folder / other).exists() and time.monotonic() < until:
        time.sleep(0.01)
    return (folder / other).exists()


def doubled(_inputs: AuditInputs, number: int) -> int:
    return 2 * number

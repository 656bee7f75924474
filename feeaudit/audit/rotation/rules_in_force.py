"""The rules on the position in the games of a case, put together once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feeaudit.audit.shared import shared
from feeaudit.rules.rotation import printed

if TYPE_CHECKING:
    from feeaudit.audit.case import Case
    from feeaudit.rules.rotation import Printed


@shared
def rotation_rules(case: Case) -> Printed:
    """Return the rules of the games that occur; no rules where there is no player-dealer."""
    return printed(case.contexts)

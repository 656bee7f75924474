"""The checks, one family a folder, one check a file; the registry is explicit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feeaudit.audit.checks import drop, fees, limits, log, options, rotation, settlement
from feeaudit.core.problem import Unknown, nearest

if TYPE_CHECKING:
    from feeaudit.audit.check import Check

_FAMILIES = (fees, options, limits, rotation, settlement, drop, log)
REGISTRY: dict[str, Check] = {check.id: check for family in _FAMILIES for check in family.CHECKS}


def named_check(name: str) -> Check:
    """Return the check of that id; raise Unknown, with the nearest ones, where there is none."""
    if name not in REGISTRY:
        hint = nearest(name, REGISTRY) or "; feeaudit checks lists them"
        raise Unknown(f"{name!r} is not a check{hint}")
    return REGISTRY[name]

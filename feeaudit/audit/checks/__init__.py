"""The checks, one family a folder, one check a file; the registry is explicit."""

from __future__ import annotations

from feeaudit.audit.checks import drop, fees, limits, log, options, rotation, settlement

_FAMILIES = (fees, options, limits, rotation, settlement, drop, log)
REGISTRY = {check.id: check for family in _FAMILIES for check in family.CHECKS}

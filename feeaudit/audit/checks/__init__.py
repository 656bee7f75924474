"""The checks, one family a folder, one check a file; the registry is explicit."""

from __future__ import annotations

from feeaudit.audit.checks import fees

REGISTRY = {check.id: check for family in (fees,) for check in family.CHECKS}

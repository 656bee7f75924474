"""The lists that people act on, as far as paper has room for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from feeaudit.report import action_lists

if TYPE_CHECKING:
    from feeaudit.audit.result import AuditResult
    from feeaudit.report.action_lists import ActionList
    from feeaudit.report.basis import Basis

# A page or two each of people and windows; the workbook lists all.
PEOPLE: Final = 45
WINDOWS: Final = 45
PLACES: Final = 10


def actions(result: AuditResult, basis: Basis) -> dict[str, Any]:
    """Return whom to pay back, where fees were short and which video to pull."""
    return {
        "total": action_lists.restitution_total(result),
        "restitution": _on_paper(action_lists.restitution(result, basis, PEOPLE)),
        "shortfalls": [_on_paper(each) for each in action_lists.shortfalls(result, basis, PLACES)],
        "video": _on_paper(action_lists.camera_windows(result, basis, WINDOWS)),
    }


def _on_paper(found: ActionList) -> dict[str, Any]:
    return {**found._asdict(), "left": f"{found.left:,}" if found.left else ""}

"""The incidents, the gravest first, as far as paper has room for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from feeaudit.report.incident_words import found_groups
from feeaudit.report.pdf.letters import shortened
from feeaudit.report.phrases import counted

if TYPE_CHECKING:
    from feeaudit.audit.result import AuditResult
    from feeaudit.report.basis import Basis

# Five to seven pages; the workbook lists all.
ON_PAPER: Final = 50


def incidents_on_paper(result: AuditResult, basis: Basis) -> list[dict[str, Any]]:
    """Return incidents by what is at stake, then questions, with how many more there are."""
    groups = found_groups(result, basis.voice, ON_PAPER)
    return [
        {
            "title": group.title,
            "tone": group.verdict,
            "count": counted(
                len(group.members) + group.left,
                "incident" if group.verdict == "violation" else "question",
            ),
            "left": f"{group.left:,}" if group.left else "",
            "members": [
                {
                    "id": each.id,
                    "sentence": shortened(each.sentence, 500),
                    "facts": " · ".join(map(str, each.facts)),
                    "checks": each.checks,
                    "question": shortened(each.question, 500),
                    "next": each.next_step,
                }
                for each in group.members
            ],
        }
        for group in groups
    ]

"""What the book prints of a kind of rule for the schedules of a context."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feeaudit.audit.shared import shared
from feeaudit.book.rules import rules_for

if TYPE_CHECKING:
    from feeaudit.audit.case import Case
    from feeaudit.book.model import Rule
    from feeaudit.rules.contexts import Context


def schedule_rules(case: Case, context: Context, rule: str) -> list[Rule]:
    """Return every statement of a rule that binds a schedule of the context.

    There are many contexts of few schedules: each schedule is asked about once.
    """
    cardroom = context.cardroom
    if cardroom is None:
        return []
    known = _known(case)
    found: list[Rule] = []
    for schedule in (offer.schedule for offer in context.offers):
        key = (rule, id(cardroom), id(schedule))
        if key not in known:
            known[key] = rules_for(schedule, cardroom, rule)
        found += known[key]
    return found


@shared
def _known(_case: Case) -> dict[tuple[str, int, int], list[Rule]]:
    return {}

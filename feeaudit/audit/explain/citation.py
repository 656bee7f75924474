"""The citation of a finding, so that somebody outside can follow it to the approved paper.

It says whose paper, the headings as printed, the approval ids with the dates printed beside them,
the option, and the line for readers who have the text. What is not printed is said to be missing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from feeaudit.audit.check import Authority

if TYPE_CHECKING:
    from feeaudit.book.model import Cardroom, Schedule
    from feeaudit.rules.contexts import Context


def citation(context: Context | None, authority: Authority, document: str, lines: str) -> str:
    """Return where the approved paper says what a finding rests on; blank where nothing is cited.

    A finding about an option that cites no line of its own rests on the option's first line.
    """
    offer = context.offers[0] if context and context.offers else None
    if offer and authority is Authority.SCHEDULE and not lines:
        document, lines = offer.schedule.document, f"{offer.option.lines[0]}"
    if not document:
        return ""
    place = _line(document, lines) + _page(context, document, lines)
    if context is None or context.cardroom is None:
        return place
    if offer and authority is not Authority.GAME:
        title = _schedule_title(offer.schedule)
    else:
        title = f"rules of {context.game.name}" if context.game else ""
    option = f"option {offer.option.option}" if offer and authority is Authority.SCHEDULE else ""
    parts = (
        ", ".join(filter(None, (context.cardroom.name, title))),
        _approved(context.cardroom, document, _approvals(context, authority)),
        option,
        place,
    )
    return "; ".join(filter(None, parts))


def _page(context: Context | None, document: str, lines: str) -> str:
    """Return the page of the first line cited, for documents whose pages are known."""
    first = re.match(r"\d+", lines)
    cardroom = context.cardroom if context else None
    if first is None or cardroom is None:
        return ""
    return "".join(f", page {page}" for page in cardroom.pages_of(document, [int(first[0])]))


def _line(document: str, lines: str) -> str:
    many = "lines" if "," in lines or "-" in lines else "line"
    return f"{many} {lines} of {document}" if lines else document


def _schedule_title(schedule: Schedule) -> str:
    """Return the headings as printed; what people call the schedule where none is recorded."""
    return ", ".join(f'"{each.printed}"' for each in schedule.headings) or schedule.title


def _approved(cardroom: Cardroom, document: str, approvals: tuple[str, ...]) -> str:
    """Return approval ids with the dates printed beside them, or that none is printed."""
    if not approvals:
        return "no approval id printed"
    dates = [cardroom.dated(document, each) for each in approvals]
    if not any(dates):
        return f"{', '.join(approvals)} (no date printed)"
    return ", ".join(
        f"{each} ({date or 'no date printed'})" for each, date in zip(approvals, dates, strict=True)
    )


def _approvals(context: Context, authority: Authority) -> tuple[str, ...]:
    printed = (each for offer in context.offers for each in offer.schedule.approvals)
    schedules = tuple(dict.fromkeys(printed))
    game = context.game.approvals if context.game else ()
    if authority is Authority.GAME:
        return game or schedules
    return schedules or game

"""Proposed records that are no hands: drop boxes, seats, offers, notices and time fees."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from feeaudit.intake.cells.cell import is_blank
from feeaudit.intake.log import UnusableLog
from feeaudit.intake.profiles.guess.column_sums import compared
from feeaudit.intake.profiles.guess.log_words import translations
from feeaudit.intake.profiles.guess.margins import repeated_of
from feeaudit.intake.profiles.guess.proposals import Proposal, amount_columns, explain_unused
from feeaudit.intake.profiles.model import CellRule, RecordRule

if TYPE_CHECKING:
    from collections.abc import Callable

    from feeaudit.core.dialect import Dialect
    from feeaudit.intake.profiles.guess.layout import BlockColumn, Layout
    from feeaudit.intake.profiles.guess.questions import Inquiry

_PROVIDERS = re.compile(r"\btpp|third.?party|provider|prop(?:osition)? player", re.IGNORECASE)
_JACKPOT = re.compile(r"jackpot|\bbbj\b|\bjp\b|bad beat", re.IGNORECASE)
_BILLS = re.compile(r"\$?\d{1,4}'?s?|.*(?:chips|bills|coins?|cash).*")
Columns = list[tuple[str, CellRule]]


def propose_other(layout: Layout, kind: str, dialect: Dialect, inquiry: Inquiry) -> Proposal:
    """Return the records of a sheet that is no sheet of hands."""
    proposal = Proposal(layout, dialect, inquiry, reasons=list(layout.doubts))
    proposal.fill_down = repeated_of(layout)
    _OF[kind](proposal)
    if proposal.fill_down:
        names = ", ".join(map(repr, proposal.fill_down))
        proposal.explain(f"Blank cells of {names} repeat the cell above. Check it.", 0.8)
    explain_unused(proposal)
    return proposal


def _stated(proposal: Proposal, *roles: str) -> Columns:
    return [(role, proposal.cell(role)) for role in roles if proposal.has(role)]


def _moment(proposal: Proposal, whole: str, clock: str) -> CellRule | None:
    """Return where a time is: whole, or as a time of day beside the row's date."""
    if proposal.has(whole):
        proposal.dated = True
        return proposal.cell(whole)
    if not proposal.has(clock):
        return None
    if proposal.has("date"):
        proposal.dated = True
        return CellRule(date=proposal.name("date"), time=proposal.name(clock))
    return CellRule(time=proposal.name(clock))


def _until(proposal: Proposal, whole: str, clock: str) -> CellRule | None:
    """Return where the second time of a row is, which follows the first."""
    if proposal.has(whole):
        return proposal.cell(whole)
    return CellRule(time=proposal.name(clock)) if proposal.has(clock) else None


def _times(proposal: Proposal) -> Columns:
    columns: Columns = []
    since, until = _moment(proposal, "from", "from_time"), _until(proposal, "to", "to_time")
    if since is not None:
        columns.append(("from", since))
    if until is not None:
        columns.append(("to", until))
    return columns


def _counts(proposal: Proposal) -> None:
    times = _times(proposal)
    if len(times) < 2:  # noqa: PLR2004 - from and to
        _refuse_boxes(proposal)
    columns = [*_stated(proposal, "cardroom", "table"), *times]
    for role in ("box", "counted_by", "shift"):
        if proposal.has(role):
            proposal.used.add(proposal.layout.found[role].place)
    boxes = [role for role in ("collection", "jackpot") if proposal.has(role)]
    for kind in boxes:
        amount = ("amount", proposal.cell(kind))
        record = RecordRule("counts", (*columns, amount), (("kind", kind),), when="amount")
        proposal.records.append(record)
        heading = proposal.layout.found[kind].heading
        proposal.explain(f"{heading!r} holds counts of {kind} boxes.")
    if boxes:
        return
    columns += _stated(proposal, "amount")
    constants: tuple[tuple[str, str], ...] = ()
    if proposal.has("kind"):
        columns.append(("kind", proposal.translated("kind", "kind")))
    elif _JACKPOT.search(proposal.layout.title):
        constants = (("kind", "jackpot"),)
        proposal.explain("The title mentions a jackpot, so these are jackpot boxes.")
    _leave_out_denominations(proposal)
    proposal.records.append(RecordRule("counts", tuple(columns), constants, when="amount"))


def _refuse_boxes(proposal: Proposal) -> None:
    layout = proposal.layout
    shift = layout.found.get("shift")
    named = f" Column {shift.heading!r} names shifts but not their hours." if shift else ""
    sheet = f", sheet {layout.sheet.name}" if layout.sheet.name else ""
    raise UnusableLog(
        f"{layout.sheet.file}{sheet}: no hands can be identified; the rows are counts of drop"
        " boxes,"
        f" but nothing says from when to when each box was in use.{named} Add columns From and To"
        " with date and time"
    )


def _leave_out_denominations(proposal: Proposal) -> None:
    """Leave out the columns whose sum the counted amount is."""
    layout = proposal.layout
    total = layout.found["amount"].place
    found = {each.place for each in layout.found.values() if each.role != "denomination"}
    parts = [
        place
        for place, text in enumerate(layout.headings.texts)
        if place not in found and _BILLS.fullmatch(text.casefold())
    ]
    if parts and compared(layout, total, parts, proposal.dialect).is_sum:
        proposal.used.update(parts)
        names = ", ".join(repr(layout.headings.texts[place]) for place in parts)
        heading = layout.found["amount"].heading
        proposal.explain(f"{heading!r} is the sum of {names}; only the sum is read.")


def _seats(proposal: Proposal) -> None:
    columns = [*_stated(proposal, "cardroom", "table", "seat", "player", "provider")]
    columns += _times(proposal)
    constants: tuple[tuple[str, str], ...] = ()
    if proposal.has("role"):
        columns.append(("role", proposal.translated("role", "role")))
    elif proposal.has("provider") or _PROVIDERS.search(proposal.layout.title):
        constants = (("role", "third_party"),)
        proposal.explain("These are seats of a third-party provider.")
    proposal.records.append(RecordRule("seats", tuple(columns), constants))


def _offers(proposal: Proposal) -> None:
    blocks = [each for each in proposal.layout.blocks if each.role == "offer"]
    if blocks:
        _offers_by_seat(proposal, blocks)
        return
    columns = _stated(proposal, "hand_id", "sequence", "seat", "player")
    columns.append(("response", proposal.translated("response", "response")))
    if not proposal.has("sequence"):
        columns.append(("sequence", CellRule(text="{row}")))
        proposal.explain("No column numbers the offers: they were made in the order of the rows.")
    proposal.records.append(RecordRule("offers", tuple(columns)))
    cells = proposal.layout.column(proposal.layout.found["response"].place)
    blank = sum(map(is_blank, cells))
    if blank:
        proposal.explain(f"{blank} offers have no response and are refused when read.", 0.8)


def _offers_by_seat(proposal: Proposal, blocks: list[BlockColumn]) -> None:
    template = blocks[0].heading.template
    cells = [cell for each in blocks for cell in proposal.layout.column(each.place)]
    proposal.translate["response"] = translations("response", cells)
    proposal.used.update(each.place for each in blocks)
    numbers = tuple(dict.fromkeys(each.heading.block for each in blocks))
    columns = (*_stated(proposal, "hand_id"), ("response", CellRule(headers=(template,))))
    constants = (("seat", "{n}"), ("sequence", "{n}"))
    proposal.records.append(
        RecordRule("offers", columns, constants, blocks=numbers, when="response")
    )
    proposal.explain(f"{len(numbers)} columns like {template!r} hold offers, in their order.")


def _postings(proposal: Proposal) -> None:
    columns = _stated(proposal, "cardroom", "table", "game", "option", "minimum", "maximum")
    posted = _moment(proposal, "posted_at", "posted_time")
    if posted is not None:
        columns.append(("posted_at", posted))
    proposal.records.append(RecordRule("postings", tuple(columns)))


def _time_fees(proposal: Proposal) -> None:
    layout = proposal.layout
    columns = _stated(proposal, "cardroom", "table")
    taken = _moment(proposal, "moment", "time")
    if taken is not None:
        columns.append(("taken_at", taken))
    constants = (("payer", "player"), ("fee", "time"))
    blocks = [each for each in layout.blocks if each.role in {"wager", "fee"}]
    if blocks:
        template = blocks[0].heading.template
        places = amount_columns(proposal, ["wager", "fee"])
        proposal.used.update(places)
        columns.append(("amount", CellRule(headers=(template,))))
        numbers = tuple(dict.fromkeys(each.heading.block for each in blocks))
        proposal.records.append(
            RecordRule(
                "collections",
                tuple(columns),
                (*constants, ("seat", "{n}")),
                blocks=numbers,
                when="amount",
                skip_zero=True,
            )
        )
        total = layout.found.get("amount")
        if total is not None and compared(layout, total.place, places, proposal.dialect).is_sum:
            proposal.used.add(total.place)
            proposal.explain(
                f"{total.heading!r} is the sum of the seats; it is not an additional fee."
            )
        proposal.explain(
            f"{len(numbers)} columns like {template!r} hold time fees that players pay."
        )
        return
    columns += _stated(proposal, "amount", "seat", "player")
    proposal.records.append(RecordRule("collections", tuple(columns), constants, when="amount"))
    heading = layout.found["amount"].heading
    proposal.explain(f"{heading!r} holds time fees that players pay.")


_OF: dict[str, Callable[[Proposal], None]] = {
    "counts": _counts,
    "seats": _seats,
    "offers": _offers,
    "postings": _postings,
    "time fees": _time_fees,
}

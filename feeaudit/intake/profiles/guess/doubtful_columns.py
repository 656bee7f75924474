"""Doubtful columns: zones, options, seats and amounts by seat that a sheet leaves open."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from feeaudit.intake.cells.cell import is_blank, shown
from feeaudit.intake.profiles.guess.column_sums import cents_of
from feeaudit.intake.profiles.guess.heading_words import (
    GUESSED,
    other_zone,
)
from feeaudit.intake.profiles.guess.proposals import Proposal, row_text
from feeaudit.intake.profiles.guess.questions import SheetQuestion, SheetReading
from feeaudit.intake.profiles.guess.samples import SHARED_SEAT

if TYPE_CHECKING:
    from feeaudit.intake.profiles.guess.layout import BlockColumn

_SEATS = ("seat", "player_dealer_seat", "action_seat")
_LOCAL = "Write them as 2026-03-01T19:30:00Z or in the cardroom's own time, and import it again."
_BETS = re.compile(r"\b(?:bets?|wagers?|wagered|action)\b", re.IGNORECASE)
_FEES = re.compile(r"\b(?:fees?|collections?)\b", re.IGNORECASE)
_SMALLEST_BET = 4_99  # no table takes less than $5; smaller amounts by seat may be fees
# Options are numbered from 1 on, and no schedule has as many; larger numbers may be limits.
_NO_OPTION = 100


def settle_seat_amounts(proposal: Proposal) -> None:
    """Settle whether amounts under a seat alone are bets or fees: by the title, else by asking."""
    layout = proposal.layout
    bare = [each for each in layout.blocks if each.role == "wager" and not each.heading.what]
    if not bare or any(each.role == "fee" for each in layout.blocks):
        return
    title = layout.title.removeprefix(layout.sheet.file)
    titled = bool(_FEES.search(title)) and not _BETS.search(title)
    cells = [cell for each in bare for cell in layout.column(each.place)]
    amounts = [each for cell in cells if (each := cents_of(cell, proposal.dialect))]
    small = bool(amounts) and max(amounts) <= _SMALLEST_BET
    if not titled and not small:
        return
    if titled and small:
        proposal.explain("The title mentions fees, so the amounts by seat are fees.")
    elif not _seats_pay(proposal, bare[0]):
        return
    layout.blocks = [
        replace(each, role="fee", word="base") if each in bare else each for each in layout.blocks
    ]
    banker = layout.found.get("player_dealer_seat")
    if banker is not None and "seat" not in banker.heading.casefold():
        role = "fee:player_dealer:base"
        layout.found[role] = replace(layout.found.pop("player_dealer_seat"), role=role)


def _seats_pay(proposal: Proposal, column: BlockColumn) -> bool:
    layout = proposal.layout
    template = column.heading.template
    question = SheetQuestion(
        "amount",
        f"Columns like {template!r} may hold bets or fees: which?",
        row_text(layout, layout.body.records[0]),
        (
            SheetReading("bets", "Bets.", f"wagers: amount: {template}"),
            SheetReading("fees", "Fees of the players.", f"collections: amount: {template}"),
        ),
    )
    return proposal.inquiry.choice(question) == "fees"


def settle_zone(proposal: Proposal) -> None:
    """Ask about times that are headed by another zone and do not state it themselves."""
    layout = proposal.layout
    found = layout.found.get("moment") or layout.found.get("time")
    zone = other_zone(found.heading) if found is not None else ""
    if found is None or not zone:
        return
    cells = [shown(cell) for cell in layout.sample(found.place) if not is_blank(cell)]
    if cells and all(re.search(r"Z$|[+-]\d{2}:?\d{2}$", text) for text in cells):
        return
    question = SheetQuestion(
        "zone",
        f"{found.heading!r} mentions {zone}, but its times do not: are they the cardroom's own"
        " time?",
        row_text(layout, layout.body.records[0]),
        (
            SheetReading("local", "Yes, they are the cardroom's own time."),
            SheetReading("other", f"No, they are {zone}.", stops=_LOCAL),
        ),
    )
    proposal.inquiry.choice(question)


def settle_option(proposal: Proposal) -> None:
    """Ask whether a column of limits, or of numbers like limits, is the option."""
    layout = proposal.layout
    role = "option" if proposal.has("option") else "limit"
    if not proposal.has(role):
        return
    found = layout.found[role]
    cells = [shown(cell).strip() for cell in layout.column(found.place) if not is_blank(cell)]
    large = bool(cells) and all(text.isdecimal() and int(text) >= _NO_OPTION for text in cells)
    if not cells or (role == "option" and not large):
        return
    question = SheetQuestion(
        "option",
        f"{found.heading!r} may be the option of the fee schedule or only the table's limit: which"
        " is it?",
        f"{layout.sheet.address(layout.body.records[0], found.place)} holds {cells[0]!r}",
        (
            SheetReading(
                "option", "It identifies the option.", f"hands: columns: option: {found.heading}"
            ),
            SheetReading("limit", "It is only the table's limit.", "not used"),
        ),
    )
    if proposal.inquiry.choice(question) == "option":
        layout.found["option"] = replace(found, role="option", certainty=GUESSED)
    else:
        layout.found.pop("option", None)


def settle_seats(proposal: Proposal) -> None:
    """Ask what a seat such as 3/4 means."""
    layout = proposal.layout
    for role in filter(proposal.has, _SEATS):
        place = layout.found[role].place
        shared = {
            cell.strip(): (row, match[1])
            for row, cell in zip(layout.body.records, layout.column(place), strict=True)
            if isinstance(cell, str) and (match := SHARED_SEAT.fullmatch(cell.strip()))
        }
        if not shared:
            continue
        text, (row, first) = next(iter(shared.items()))
        question = SheetQuestion(
            "seat",
            f"{layout.sheet.address(row, place)} names the seat {text!r}: is it one spot played"
            " from two seats, or does it belong to the first seat?",
            row_text(layout, row),
            (
                SheetReading(
                    "first",
                    f"It belongs to the first seat: {first}.",
                    f"translate: {role}: {text}: {first}",
                ),
                SheetReading("one_spot", f"It is one spot of its own, called {text!r}."),
            ),
        )
        if proposal.inquiry.choice(question) == "first":
            pairs = {each: at[1] for each, at in shared.items()}
            proposal.translate[role] = tuple(pairs.items())

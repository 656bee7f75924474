"""Proposed fees: which columns are fees, whose they are, and which only add up others."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from feeaudit.core.money import dollars
from feeaudit.intake.cells.cell import is_blank, shown
from feeaudit.intake.profiles.guess.column_sums import (
    cents_of,
    column_cents,
    compared,
    look_like_cents,
    repetition,
)
from feeaudit.intake.profiles.guess.heading_words import (
    GUESSED,
    factor,
    in_cents,
    words_of,
)
from feeaudit.intake.profiles.guess.proposals import (
    Proposal,
    amount_columns,
    holds_amounts,
    row_text,
    unused_columns,
)
from feeaudit.intake.profiles.guess.questions import SheetQuestion, SheetReading
from feeaudit.intake.profiles.model import CellRule, RecordRule

if TYPE_CHECKING:
    from feeaudit.intake.profiles.guess.column_sums import Cents, Comparison
    from feeaudit.intake.profiles.guess.layout import FoundColumn

_POKER = re.compile(
    r"hold ?'?e?m|omaha|stud|lowball|razz|badugi|pineapple|draw poker", re.IGNORECASE
)
# Games with such names that are played against a player-dealer.
_TABLE_GAME = re.compile(
    r"ultimate|ez money|casino hold|caribbean|heads.?up|three card|3 card", re.IGNORECASE
)
# Amounts beside hands that are no fees, whatever they are called.
_NO_FEE = re.compile(
    r".*\b(?:tips?|tokes?|pot|payouts?|paid|pays?|won|lost|win|loss|wins|net|result|balance|chips?"
    r"|stack|buy ?ins?|bankroll|badge|phone|minutes?|hours?|players?|seats?|age"
    r"|year|duration|total|change|credit|deposit|limit|min|max|box|shoe|deck|count|row|line|camera"
    r"|score|points?|running|cumulative|avg|average|percent|seq|receipt|ticket|odds|new bank"
    r"|banker)\b.*|.*\b(?:id|no|num|number|#)"
)
# No approved fee of one hand comes near this, in cents.
_FEE_WORDS: Final = re.compile(
    r"(?:fee|coll(?:ection)?|charge)(?: (?:type|kind|for|name|class|code))?"
    r"|type|kind|desc(?:ription)?|item|reason|for"
)
_TWO: Final = 2
_SHOWN_WORDS: Final = 4
_SAY_KINDS: Final = (
    "Write base, bonus, no_flop, jackpot, time or new_player in that column, or translate its words"
    " in a profile, and import it again."
)
# Fewer numbers that run on may be fees that happen to.
_A_NUMBERING = 6
_LARGEST_FEE: Final = 50_00
_ONE: Final = 1_00


def settle_units(proposal: Proposal) -> None:
    """Note which amounts stand in cents: those that say so, and those that turn out to."""
    layout = proposal.layout
    fees = _fee_places(proposal)
    wagers = amount_columns(proposal, ("wager", "table_action", "amount", "unknown"))
    wagers += list(layout.wagers)
    for place in (*fees, *wagers):
        heading = layout.headings.texts[place]
        if in_cents(heading):
            proposal.cents.add(place)
            proposal.explain(f"{heading!r} is in cents, as its heading says.")
        if factor(heading):
            _ask_factor(proposal, place)
    cells = [cell for place in fees for cell in layout.column(place)]
    if not proposal.cents and look_like_cents(cells, proposal.dialect):
        chosen = proposal.inquiry.choice(_about_cents(proposal, fees[0]))
        proposal.cents |= set(fees) if chosen != "dollars" else set()
        proposal.cents |= set(wagers) if chosen == "cents" else set()


def _about_cents(proposal: Proposal, place: int) -> SheetQuestion:
    layout = proposal.layout
    row = layout.body.records[0]
    written = shown(layout.sheet.cell(row, place))
    heading = layout.headings.texts[place]
    return SheetQuestion(
        "cents",
        f"{heading!r} holds amounts such as {written}: no fee of a hand is that large. Are they"
        " cents?",
        row_text(layout, row),
        (
            SheetReading("cents", "All amounts are in cents.", "columns: amount: {cents: yes}"),
            SheetReading(
                "fees", "The fees are in cents, the wagers in dollars.", "fees: {cents: yes}"
            ),
            SheetReading("dollars", "They are dollars."),
        ),
    )


def _ask_factor(proposal: Proposal, place: int) -> None:
    layout = proposal.layout
    heading = layout.headings.texts[place]
    times = factor(heading)
    row = layout.body.records[0]
    stops = "Write the amount that was taken into the sheet, and import it again."
    question = SheetQuestion(
        "factor",
        f"{heading!r} mentions times {times}: are its amounts the fees taken?",
        row_text(layout, row),
        (
            SheetReading("as_written", "Yes, they are the amounts that were taken."),
            SheetReading("times", f"No, {times} times as much was taken.", stops=stops),
        ),
    )
    proposal.inquiry.choice(question)


def _fee_places(proposal: Proposal) -> list[int]:
    roles = [role for role in proposal.layout.found if role.startswith("fee:")]
    return sorted(amount_columns(proposal, [*roles, "fee"]))


def propose_fee_rows(proposal: Proposal) -> None:
    """Propose one fee per row, with who paid it in a column."""
    columns = [("amount", proposal.cell("amount"))]
    constants: list[tuple[str, str]] = []
    if proposal.has("payer"):
        columns.append(("payer", proposal.translated("payer", "payer")))
        heading = proposal.layout.found["payer"].heading
        proposal.explain(f"Each row is a fee; {heading!r} says who paid it.")
    else:
        payer = "player" if proposal.has("seat") or proposal.has("player") else _payer(proposal)
        constants.append(("payer", payer))
        proposal.explain("Each row is a fee.")
        _say_payer(proposal, proposal.layout.found["amount"], payer)
    if proposal.has("fee_kind"):
        columns.append(("fee", proposal.translated("fee_kind", "fee")))
    else:
        constants.append(("fee", "base"))
    columns += [(each, proposal.cell(each)) for each in ("seat", "player") if proposal.has(each)]
    proposal.add(RecordRule("collections", tuple(columns), tuple(constants), when="amount"))
    if not proposal.has("fee_kind"):
        _ask_kinds_of_fees(proposal)


def _ask_kinds_of_fees(proposal: Proposal) -> None:
    """Ask about a column that tells fees apart by words that are no kinds of fees."""
    layout = proposal.layout
    for place, text in list(unused_columns(proposal)):
        cells = [shown(cell).strip() for cell in layout.column(place) if not is_blank(cell)]
        words = list(dict.fromkeys(cells))
        if len(words) < _TWO or not _FEE_WORDS.fullmatch(words_of(text)):
            continue
        question = SheetQuestion(
            "kind",
            f"{text!r} separates fees ({', '.join(words[:_SHOWN_WORDS])}): are all of them the"
            " collection fee?",
            row_text(layout, layout.body.records[0]),
            (
                SheetReading("base", "Yes, all of them.", "collections: fee: base"),
                SheetReading("other", "No.", stops=_SAY_KINDS),
            ),
        )
        proposal.inquiry.choice(question)


def propose_fees(proposal: Proposal, *, is_long: bool) -> None:
    """Propose the fees beside hands or wagers; a total beside its parts is no further fee."""
    layout = proposal.layout
    roles = sorted(role for role in layout.found if role.startswith("fee:"))
    _leave_out_total_of_wagers(proposal)
    totals = [role for role in roles if role.startswith("fee:?") and _is_total(proposal, role)]
    for role in roles:
        if role not in totals:
            _propose_fee(proposal, role, is_long=is_long)
    has_fees = bool(roles) or bool(amount_columns(proposal, ["fee"]))
    _ask_about_amounts(proposal, is_long=is_long, has_fees=has_fees)


def _leave_out_total_of_wagers(proposal: Proposal) -> None:
    layout = proposal.layout
    found = layout.found.get("table_action")
    parts = [*amount_columns(proposal, ["wager", "unknown"]), *layout.wagers]
    if found is None or not parts or found.place in proposal.used:
        return
    what = "the seats' bets" if layout.blocks else "the bets beside it"
    comparison = compared(layout, found.place, parts, proposal.dialect)
    proposal.used.add(found.place)
    if comparison.is_sum:
        proposal.explain(f"{found.heading!r} is the sum of {what}; it is left out.")
    else:
        _ask_parts(proposal, found, comparison, what)


def _is_total(proposal: Proposal, role: str) -> bool:
    """Tell whether a fee column without a payer adds up the other fee columns."""
    layout = proposal.layout
    found = layout.found[role]
    parts = [place for place in _fee_places(proposal) if place != found.place]
    if role == "fee:?:base":
        total = layout.found.get("fee:?:total")
        parts = [place for place in parts if total is None or place != total.place]
    if not parts:
        return False
    comparison = compared(layout, found.place, parts, proposal.dialect)
    names = " and ".join(dict.fromkeys(_part_name(proposal, place) for place in parts))
    if comparison.is_sum:
        if role == "fee:?:base" and comparison.sums <= 1 and not _ask_sum(proposal, found, names):
            return False
        proposal.used.add(found.place)
        proposal.explain(f"{found.heading!r} is the sum of {names}; it is not an additional fee.")
        return True
    if role == "fee:?:total" or (comparison.mostly and len(parts) > 1):
        proposal.used.add(found.place)
        _ask_parts(proposal, found, comparison, names)
        return True
    return False


def _ask_sum(proposal: Proposal, found: FoundColumn, names: str) -> bool:
    """Ask whether a fee that happens to be as large as others together is their sum."""
    question = SheetQuestion(
        "sum",
        f"{found.heading!r} is as much as {names} together: is it their sum, or a separate fee?",
        row_text(proposal.layout, proposal.layout.body.records[0]),
        (
            SheetReading("sum", "It is their sum, not an additional fee.", "not used"),
            SheetReading("fee", "It is a separate fee.", f"collections: {found.heading}"),
        ),
    )
    return proposal.inquiry.choice(question) != "fee"


def _part_name(proposal: Proposal, place: int) -> str:
    block = next((each for each in proposal.layout.blocks if each.place == place), None)
    return repr(block.heading.template if block else proposal.layout.headings.texts[place])


def _ask_parts(proposal: Proposal, found: FoundColumn, comparison: Comparison, names: str) -> None:
    row = comparison.odd_row
    where = proposal.layout.sheet.address(row, found.place)
    question = SheetQuestion(
        "parts",
        f"{found.heading!r} is {dollars(comparison.odd_total)} in {where}, but {names} add up to"
        f" {dollars(comparison.odd_sum)}: which is right?",
        row_text(proposal.layout, row),
        (
            SheetReading("parts", "The parts are; the total is not used."),
            SheetReading("total", "The total is.", stops="Correct the parts, and import it again."),
        ),
    )
    proposal.inquiry.choice(question)


def _propose_fee(proposal: Proposal, role: str, *, is_long: bool) -> None:
    _, payer, fee = role.split(":")
    fee = "base" if fee == "total" else fee
    found = proposal.layout.found[role]
    once = False
    if is_long and payer != "player":
        payer, once = _settle_rows(proposal, found, payer)
    elif payer == "?":
        payer = _payer(proposal)
        _say_payer(proposal, found, payer)
    columns = [("amount", proposal.cell(role))]
    constants = [("payer", payer), ("fee", fee)]
    if is_long and payer == "player" and not once:
        columns += [
            (each, proposal.cell(each)) for each in ("seat", "player") if proposal.has(each)
        ]
        if proposal.has("fee_kind"):
            columns.append(("fee", proposal.translated("fee_kind", "fee")))
            constants.pop()
    if proposal.has("waived"):
        columns.append(("waived", proposal.cell("waived")))
    proposal.add(
        RecordRule("collections", tuple(columns), tuple(constants), when="amount", once=once)
    )


def _say_payer(proposal: Proposal, found: FoundColumn, payer: str) -> None:
    proposal.explain(
        f"{found.heading!r} does not say who pays; {payer.replace('_', '-')} is assumed. Check it.",
        GUESSED,
    )


def _settle_rows(proposal: Proposal, found: FoundColumn, payer: str) -> tuple[str, bool]:
    """Return who pays a fee beside wagers, and whether the rows of a hand repeat it."""
    layout = proposal.layout
    hands = proposal.hands()
    amount = layout.found.get("amount")
    bets: Cents = [None] * len(hands)
    if amount is not None:
        bets = column_cents(layout, amount.place, proposal.dialect)
    seen = repetition(layout, found.place, hands, bets, proposal.dialect)
    whole = payer if payer != "?" else _payer(proposal)
    if not seen.repeated:
        if payer != "?":
            return payer, False
        if len(set(hands)) == len(hands):
            return proposal.inquiry.choice(_about_payer(proposal, found, whole)), False
        paying = whole if seen.added == seen.added_once else "player"
        _say_payer(proposal, found, paying)
        return paying, False
    total = _stated_total(proposal, found.place)
    settled_once = total == seen.added_once != seen.added
    settled_each = total == seen.added != seen.added_once
    if settled_each and payer == "?":
        _say_payer(proposal, found, "player")
        return "player", False
    if payer == "?" and not settled_once and seen.by_bet:
        if (
            proposal.inquiry.choice(_about_rows(proposal, found, seen.added, seen.added_once))
            == "row"
        ):
            return "player", False
    elif payer == "?":
        _say_payer(proposal, found, whole)
    proposal.explain(
        f"{found.heading!r} is repeated on each row of a hand: it is one fee, taken once."
    )
    return whole, True


def _about_payer(proposal: Proposal, found: FoundColumn, whole: str) -> SheetQuestion:
    """Return what to ask where no hand has several rows, which would show whose fee it is."""
    name = "the pot" if whole == "pot" else "the player-dealer"
    return SheetQuestion(
        "payer",
        f"{found.heading!r} does not say who pays: the player who bet on the row, or {name}?",
        row_text(proposal.layout, proposal.layout.body.records[0]),
        (
            SheetReading("player", "The player who bet.", "collections: payer: player"),
            SheetReading(whole, f"{name.capitalize()}.", f"collections: payer: {whole}"),
        ),
    )


def _about_rows(proposal: Proposal, found: FoundColumn, added: int, once: int) -> SheetQuestion:
    layout = proposal.layout
    return SheetQuestion(
        "once",
        f"{found.heading!r} is the same on every row of a hand: is it one fee of the hand"
        f" ({dollars(once)} in all), or does each row pay it ({dollars(added)} in all)?",
        row_text(layout, layout.body.records[0]),
        (
            SheetReading(
                "hand", "One fee of the hand.", "collections: once: yes, payer: player_dealer"
            ),
            SheetReading("row", "Each row pays it.", "collections: payer: player, seat"),
        ),
    )


def _stated_total(proposal: Proposal, place: int) -> int | None:
    """Return what the last total row states for a column."""
    layout = proposal.layout
    cells = [layout.sheet.cell(row, place) for row in layout.body.totals]
    found = [each for cell in cells if (each := cents_of(cell, proposal.dialect)) is not None]
    return found[-1] if found else None


def _payer(proposal: Proposal) -> str:
    """Return who usually pays a fee of a hand: in poker the pot, else the player-dealer."""
    if proposal.has("opening_round") or proposal.has("players_after_flop"):
        return "pot"
    return "pot" if _is_poker(proposal) else "player_dealer"


def _is_poker(proposal: Proposal) -> bool:
    game = proposal.layout.found.get("game")
    cells = proposal.layout.sample(game.place) if game else []
    texts = [shown(cell) for cell in cells if not is_blank(cell)] or [proposal.layout.title]
    return any(_POKER.search(text) and not _TABLE_GAME.search(text) for text in texts)


def _ask_about_amounts(proposal: Proposal, *, is_long: bool, has_fees: bool) -> None:
    """Ask about amounts that nothing uses and that may be fees; silence would lose them."""
    layout = proposal.layout
    for place, text in list(unused_columns(proposal)):
        if not _may_be_fee(proposal, place, text):
            continue
        row = layout.body.records[0]
        name = repr(text) if text else f"the column of {layout.sheet.address(row, place)}"
        none = "" if has_fees else "No column is headed as a fee, and n"
        said = f"{none or 'N'}othing uses the amounts of {name}: are they fees, and who paid them?"
        question = SheetQuestion(
            "fee",
            said,
            row_text(layout, row),
            (
                SheetReading("player_dealer", "Fees of the player-dealer.", "payer: player_dealer"),
                SheetReading("player", "Fees of the players.", "payer: player"),
                SheetReading("pot", "Fees from the pot.", "payer: pot"),
                SheetReading("wager", "They are wagers.", "wagers"),
                SheetReading("no_fee", "They are neither.", "not used"),
            ),
        )
        payer = proposal.inquiry.choice(question)
        if payer == "wager":
            layout.wagers[place] = re.sub(r"[^a-z0-9]+", "_", words_of(text)).strip("_") or "base"
        if payer in {"no_fee", "wager"}:
            continue
        columns: list[tuple[str, CellRule]] = [("amount", proposal.at(place))]
        if is_long and payer == "player" and proposal.has("seat"):
            columns.append(("seat", proposal.cell("seat")))
        constants = (("payer", payer), ("fee", "base"))
        proposal.add(RecordRule("collections", tuple(columns), constants, when="amount"))


def _may_be_fee(proposal: Proposal, place: int, text: str) -> bool:
    """Tell whether amounts that nothing uses may be fees: small, and no numbers that run on."""
    layout = proposal.layout
    amounts = [each for each in column_cents(layout, place, proposal.dialect) if each]
    running = all(after - before == _ONE for before, after in pairwise(amounts))
    return (
        holds_amounts(proposal, place)
        and not _NO_FEE.fullmatch(words_of(text))
        and "%" not in text
        and bool(amounts)
        and max(amounts) <= _LARGEST_FEE
        and not (running and len(amounts) >= _A_NUMBERING)
    )

"""Proposed hands and wagers: what the rows of a sheet would put into the log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feeaudit.intake.cells.cell import has_date, is_blank
from feeaudit.intake.profiles.guess.doubtful_columns import (
    settle_option,
    settle_seat_amounts,
    settle_seats,
    settle_zone,
)
from feeaudit.intake.profiles.guess.fee_proposals import (
    propose_fee_rows,
    propose_fees,
    settle_units,
)
from feeaudit.intake.profiles.guess.heading_words import (
    CERTAIN,
    GUESSED,
    meanings,
)
from feeaudit.intake.profiles.guess.kinds import FEES, WAGERS
from feeaudit.intake.profiles.guess.layout import plain_role
from feeaudit.intake.profiles.guess.margins import repeated_of, set_totals_apart
from feeaudit.intake.profiles.guess.proposals import (
    Proposal,
    explain_unused,
    filled_down,
    row_text,
)
from feeaudit.intake.profiles.guess.questions import SheetQuestion, SheetReading
from feeaudit.intake.profiles.guess.stacks import stacked_facts
from feeaudit.intake.profiles.guess.wager_proposals import (
    propose_blocks,
    propose_kinds,
    propose_long,
    propose_rows,
    propose_totals,
    row_roles,
)
from feeaudit.intake.profiles.model import CellRule, RecordRule

if TYPE_CHECKING:
    from feeaudit.core.dialect import Dialect
    from feeaudit.intake.profiles.guess.layout import Layout
    from feeaudit.intake.profiles.guess.questions import Inquiry

_PLAIN = (
    "cardroom",
    "table",
    "game",
    "option",
    "players",
    "players_after_flop",
    "opening_round",
    "dealer",
    "session",
    "player_dealer_seat",
    "player_dealer",
    "player_dealer_wager",
    "action_seat",
)
# What is put before the number of a hand where it restarts, the least first.
_TELLING_APART = (
    ("table",),
    ("date",),
    ("cardroom",),
    ("date", "table"),
    ("cardroom", "table"),
    ("cardroom", "date"),
    ("cardroom", "date", "table"),
)
_ONE_OF_TWO = "Remove one of the two from a copy of the file, and import that."


def propose_records(layout: Layout, kind: str, dialect: Dialect, inquiry: Inquiry) -> Proposal:
    """Return the records that a layout suggests; without a time there is no hand."""
    proposal = Proposal(layout, dialect, inquiry, reasons=list(layout.doubts))
    proposal.certainties.extend(0.8 for _ in layout.doubts)
    roles = row_roles(proposal)
    if not roles:
        set_totals_apart(layout)
    proposal.fill_down = repeated_of(layout)
    proposal.stacked = stacked_of(proposal)
    settle_seat_amounts(proposal)
    settle_units(proposal)
    settle_zone(proposal)
    settle_option(proposal)
    settle_seats(proposal)
    started = _started(proposal)
    is_long = kind in {WAGERS, FEES} and not layout.blocks
    if roles:
        proposal.rows_per_hand = len(roles)
        proposal.fill_down = ()
    if started is not None:
        _propose_hands(proposal, started, kind, is_long=is_long)
    elif not proposal.has("hand_id"):
        return proposal
    _propose_amounts(proposal, kind, roles)
    if proposal.fill_down:
        names = ", ".join(map(repr, proposal.fill_down))
        proposal.explain(f"Blank cells of {names} repeat the cell above. Check it.", 0.8)
    explain_unused(proposal)
    return proposal


def _propose_amounts(proposal: Proposal, kind: str, roles: list[tuple[str, str]]) -> None:
    """Propose wagers and fees."""
    layout = proposal.layout
    if kind == FEES and proposal.has("amount") and not layout.blocks:
        propose_fee_rows(proposal)
        return
    if roles:
        propose_rows(proposal, roles)
    elif layout.blocks:
        propose_blocks(proposal)
    elif kind == WAGERS and proposal.has("amount"):
        propose_long(proposal)
    elif proposal.has("table_action") and not layout.wagers:
        propose_totals(proposal)
    proposal.used.update(layout.wagers)
    propose_fees(proposal, is_long=kind in {WAGERS, FEES} and not layout.blocks)
    if not roles:
        propose_kinds(proposal, by_seat=kind == WAGERS)


def _started(proposal: Proposal) -> CellRule | None:
    if proposal.has("moment"):
        proposal.dated = True
        return proposal.cell("moment")
    if not proposal.has("time"):
        return None
    cells = proposal.layout.sample(proposal.layout.found["time"].place)
    filled = [cell for cell in cells if not is_blank(cell)]
    if proposal.has("date"):
        proposal.dated = True
        return CellRule(date=proposal.name("date"), time=proposal.name("time"))
    if sum(map(has_date, filled)) * 2 > len(filled):
        proposal.dated = True
        return proposal.cell("time")
    return CellRule(time=proposal.name("time"))


def _propose_hands(proposal: Proposal, started: CellRule, kind: str, *, is_long: bool) -> None:
    columns = [("hand_id", _hand_id(proposal, is_long=is_long))]
    columns += [("started_at", started)]
    columns += [(role, proposal.cell(role)) for role in _PLAIN if proposal.has(role)]
    for role in filter(proposal.has, _PLAIN):
        heading = proposal.layout.found[role].heading
        if not any(each.role == role and each.certainty == CERTAIN for each in meanings(heading)):
            proposal.reasons.append(f"{heading!r} is taken for the {plain_role(role)}. Check it.")
    if proposal.has("ended_at"):
        columns.append(("ended_at", proposal.cell("ended_at")))
    elif proposal.has("end_time"):
        columns.append(("ended_at", CellRule(time=proposal.name("end_time"))))
    once = is_long and proposal.has("hand_id") and _repeats(proposal)
    if once:
        each = "a fee" if kind == FEES else "a wager"
        proposal.explain(f"Several rows share a hand: each row is {each}, the hand counts once.")
    order = {"hand_id": 0, "started_at": 1}
    columns.sort(key=lambda pair: order.get(pair[0], 2))
    proposal.add(RecordRule("hands", tuple(columns), once=once))


def _hand_id(proposal: Proposal, *, is_long: bool) -> CellRule:
    if not proposal.has("hand_id"):
        text = "{file}-{sheet}-{row}" if proposal.layout.sheet.name else "{file}-{row}"
        proposal.explain(
            "No column identifies the hands, so file, sheet and row do; a moved row is another"
            " hand.",
            GUESSED,
        )
        return CellRule(text=text)
    rule = proposal.cell("hand_id")
    same = _disagree if is_long else _repeats
    if not rule.headers or not same(proposal):
        return rule
    before = _before(proposal, is_long=is_long)
    if before:
        names = " and the ".join(before)
        are = "is" if len(before) == 1 else "are"
        proposal.explain(f"{rule.headers[0]!r} restarts, so the {names} {are} put before it.", 0.9)
        headings = [proposal.layout.found[role].heading for role in before]
        return CellRule(text="-".join(f"{{{text}}}" for text in [*headings, rule.headers[0]]))
    if proposal.stacked:
        names = " and the ".join(proposal.stacked)
        proposal.explain(f"{rule.headers[0]!r} restarts, so the {names} of its title is put first.")
        parts = [*proposal.stacked, rule.headers[0]]
        return CellRule(text="-".join(f"{{{part}}}" for part in parts))
    proposal.explain(f"{rule.headers[0]!r} repeats: hands may be counted as one.", GUESSED)
    return rule if is_long else _asked_to_repeat(proposal, rule)


def _asked_to_repeat(proposal: Proposal, rule: CellRule) -> CellRule:
    """Ask whether rows that share a number are one hand."""
    texts = filled_down(proposal, "hand_id")
    seen: dict[str, int] = {}
    rows = proposal.layout.body.records
    pair = next(
        (seen[text], row)
        for text, row in zip(texts, rows, strict=True)
        if text and seen.setdefault(text, row) != row
    )
    question = SheetQuestion(
        "hands",
        f"{rule.headers[0]!r} repeats, for instance in rows {pair[0] + 1} and {pair[1] + 1}: are"
        " these different hands?",
        row_text(proposal.layout, pair[1]),
        (
            SheetReading("rows", "Yes, each row is a hand of its own.", "hand_id: by its row"),
            SheetReading("same", "No, the same hand was written twice.", stops=_ONE_OF_TWO),
        ),
    )
    proposal.inquiry.choice(question)
    return CellRule(text=f"{{{rule.headers[0]}}}-{{row}}")


def _disagree(proposal: Proposal, *beside: str) -> bool:
    """Tell whether rows that share a number, and what stands beside it, are of several hands."""
    stated = [role for role in ("table", "date", "time", "moment", "game") if proposal.has(role)]
    keys = zip(*(filled_down(proposal, role) for role in (*beside, "hand_id")), strict=True)
    whole = zip(*(filled_down(proposal, role) for role in stated), strict=True)
    seen: dict[tuple[str, ...], tuple[str, ...]] = {}
    return any(seen.setdefault(key, hand) != hand for key, hand in zip(keys, whole, strict=False))


def _before(proposal: Proposal, *, is_long: bool) -> tuple[str, ...]:
    """Return which columns tell hands of one number apart: as few as do, or none that do."""
    same = _disagree if is_long else _repeats
    return next(
        (
            roles
            for roles in _TELLING_APART
            if proposal.has(*roles) and not same(proposal, *roles) and _alone(proposal, roles)
        ),
        (),
    )


def _alone(proposal: Proposal, roles: tuple[str, ...]) -> bool:
    """Tell whether a text can name the columns: by headings that no other column has."""
    headings = proposal.layout.headings
    return all(len(headings.columns(proposal.layout.found[role].heading)) == 1 for role in roles)


def stacked_of(proposal: Proposal) -> dict[str, str]:
    """Return the facts that titles between stacked tables state, with their patterns."""
    layout = proposal.layout
    if not layout.body.titles:
        return {}
    stated = stacked_facts(layout.sheet, layout.body.titles, range(layout.headings.first))
    facts = {fact: pattern for fact, pattern in stated.items() if not layout.has(fact)}
    for fact, pattern in facts.items():
        proposal.explain(f"Tables are stacked; titles like {pattern!r} state the {fact}.")
    return facts


def _repeats(proposal: Proposal, *beside: str) -> bool:
    """Tell whether the hands' numbers repeat, or are left out below the first of each.

    ``beside`` are other columns by which hands of one number may be told apart.
    """
    layout = proposal.layout
    if layout.found["hand_id"].heading in proposal.fill_down:
        return True
    columns = [filled_down(proposal, role) for role in (*beside, "hand_id")]
    hands = [each for each in zip(*columns, strict=True) if each[-1]]
    return len(set(hands)) < len(hands)

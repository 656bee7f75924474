"""Proposed wagers: by seat in wide rows, one per row, by kind, or of the whole table."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from feeaudit.intake.cells.cell import is_blank, shown
from feeaudit.intake.profiles.guess.column_sums import column_cents
from feeaudit.intake.profiles.guess.fee_proposals import propose_fee_rows
from feeaudit.intake.profiles.guess.heading_words import (
    CERTAIN,
    LIKELY,
    block_role,
    words_of,
)
from feeaudit.intake.profiles.guess.proposals import Proposal, row_text
from feeaudit.intake.profiles.guess.questions import SheetQuestion, SheetReading
from feeaudit.intake.profiles.model import CellRule, RecordRule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.intake.profiles.guess.layout import BlockColumn

_LABEL_ROWS = "Say in a column what each row holds, such as Bet and Fee, and import it again."
_FEWEST_PAIRS = 4
_HEADED_FEE = "Head these columns Seat 1 Fee and so on in a copy of the file, and import that."
_MOST_ROWS = 4
_BETS = re.compile(r"\b(?:bets?|wagers?|wagered|action)\b", re.IGNORECASE)
_LARGEST_LIKELY_FEE = 25_00  # above it, amounts by seat are bets


def row_roles(proposal: Proposal) -> list[tuple[str, str]]:
    """Return what each row of a hand holds, where a hand takes several and a word says which."""
    layout = proposal.layout
    if not layout.blocks or not proposal.has("hand_id"):
        return []
    width = max((len(layout.sheet.rows[row]) for row in layout.body.records), default=0)
    blocks = {each.place for each in layout.blocks}
    for place in range(width):
        words = [shown(cell).strip().casefold() for cell in layout.column(place)]
        period = len(set(words))
        if place in blocks or not 2 <= period <= _MOST_ROWS or "" in words:  # noqa: PLR2004 - at least two
            continue
        if len(words) % period or words != words[:period] * (len(words) // period):
            continue
        roles = [block_role(words_of(word), amounts=True)[:2] for word in words[:period]]
        if roles[0][0] == "wager" and {role for role, _ in roles} <= {"wager", "fee"}:
            proposal.used.add(place)
            return roles
    return _unnamed_rows(proposal)


def _unnamed_rows(proposal: Proposal) -> list[tuple[str, str]]:
    """Ask about rows of amounts that follow each hand without its number."""
    layout = proposal.layout
    hand = layout.column(layout.found["hand_id"].place)
    alternate = [is_blank(cell) for cell in hand]
    fees = [each for each in layout.blocks if each.role == "fee"]
    pattern = [False, True] * (len(hand) // 2)
    if len(hand) < _FEWEST_PAIRS or alternate != pattern or fees:
        return []
    question = SheetQuestion(
        "rows",
        "Each hand is followed by a row of amounts without its number: are these its fees?",
        row_text(layout, layout.body.records[1]),
        (
            SheetReading("fees", "Yes, seat by seat.", "rows_per_hand: 2"),
            SheetReading("other", "No, something else.", stops=_LABEL_ROWS),
        ),
    )
    proposal.inquiry.choice(question)
    return [("wager", "base"), ("fee", "base")]


def propose_rows(proposal: Proposal, roles: list[tuple[str, str]]) -> None:
    """Propose hands of several rows: bets in one, fees in another, seat by seat."""
    columns = proposal.layout.blocks
    proposal.used.update(column.place for column in columns)
    numbers = tuple(dict.fromkeys(column.heading.block for column in columns))
    template = columns[0].heading.template
    for row, (role, word) in enumerate(roles, start=1):
        constants = _block_constants(replace(columns[0], role=role, word=word))
        proposal.add(
            RecordRule(
                table="collections" if role == "fee" else "wagers",
                columns=(("amount", CellRule(headers=(template,), row=row)),),
                constants=constants,
                blocks=numbers,
                when="amount",
                skip_zero=_has_zeros(proposal, columns),
            )
        )
    names = ", ".join(f"{word} {role}s" for role, word in roles)
    proposal.explain(f"Each hand takes {len(roles)} rows: {names}.")


def propose_blocks(proposal: Proposal) -> None:
    """Propose wagers and fees of a wide row, one rule for all its blocks."""
    by_template: dict[str, list[BlockColumn]] = {}
    for column in proposal.layout.blocks:
        by_template.setdefault(column.heading.template, []).append(column)
    beside = dict(_beside(by_template))
    single = sum(columns[0].role == "wager" for columns in by_template.values()) == 1
    for template, columns in by_template.items():
        first = columns[0]
        proposal.used.update(column.place for column in columns)
        if first.role not in {"wager", "fee"} and not _is_bet(proposal, first, template):
            continue
        blocks = tuple(dict.fromkeys(column.heading.block for column in columns))
        zeros = _has_zeros(proposal, columns)
        extra = {
            column: rule
            for column, rule in beside.items()
            if column == "player" or (single and first.role == "wager")
        }
        proposal.add(
            RecordRule(
                table="collections" if first.role == "fee" else "wagers",
                columns=(("amount", _block_cell(proposal, columns)), *extra.items()),
                constants=_block_constants(first),
                blocks=blocks,
                when="amount",
                skip_zero=zeros,
            )
        )
        _explain_block(proposal, first, template, len(blocks), zeros=zeros)


def _is_bet(proposal: Proposal, column: BlockColumn, template: str) -> bool:
    """Ask whether amounts by seat under an unknown word are bets."""
    if column.role != "unknown":
        return False
    cells = [shown(cell) for cell in proposal.layout.sample(column.place) if not is_blank(cell)]
    question = SheetQuestion(
        "wager",
        f"Columns like {template!r} hold amounts by seat: are they bets?",
        f"{column.heading.what!r}, such as {cells[0] if cells else 'nothing'}",
        (
            SheetReading("bet", f"Yes, of kind {column.word!r}.", f"wagers: wager: {column.word}"),
            SheetReading("no_bet", "No, they are something else.", "not used"),
        ),
    )
    return proposal.inquiry.choice(question) == "bet"


def _block_cell(proposal: Proposal, columns: list[BlockColumn]) -> CellRule:
    cents = columns[0].place in proposal.cents
    return CellRule(headers=(columns[0].heading.template,), cents=cents)


def _beside(by_template: dict[str, list[BlockColumn]]) -> Iterator[tuple[str, CellRule]]:
    for template, columns in by_template.items():
        if columns[0].role in {"player", "result", "returned"}:
            yield columns[0].role, CellRule(headers=(template,), optional=True)


def _block_constants(column: BlockColumn) -> tuple[tuple[str, str], ...]:
    if column.role != "fee":
        return (("seat", "{n}"), ("wager", column.word))
    return (("payer", "player"), ("fee", column.word), ("seat", "{n}"))


def _has_zeros(proposal: Proposal, columns: list[BlockColumn]) -> bool:
    return any(
        shown(cell).strip() in {"0", "0.00", "$0.00"}
        for column in columns
        for cell in proposal.layout.sample(column.place)
    )


def _explain_block(
    proposal: Proposal, column: BlockColumn, template: str, count: int, *, zeros: bool
) -> None:
    what = (
        f"wagers of kind {column.word!r}"
        if column.role != "fee"
        else f"{column.word} fees that players pay"
    )
    check = "" if column.certainty == CERTAIN else " Check it."
    proposal.explain(f"{count} columns like {template!r} hold {what}.{check}", column.certainty)
    if zeros:
        proposal.explain(f"A zero in {template!r} is read as nothing.")


def propose_long(proposal: Proposal) -> None:
    """Propose one wager a row."""
    if _is_fee_rather(proposal):
        propose_fee_rows(proposal)
        return
    roles = ("seat", "wager", "amount", "player", "result", "returned")
    columns = [(role, proposal.cell(role)) for role in roles if proposal.has(role)]
    constants: tuple[tuple[str, str], ...] = ()
    if not proposal.has("wager"):
        constants = (("wager", "base"),)
        proposal.explain("No column names the kind of wager; 'base' is assumed. Check it.", 0.8)
    proposal.add(RecordRule("wagers", tuple(columns), constants))


def _is_fee_rather(proposal: Proposal) -> bool:
    """Ask whether small amounts by seat, which nothing calls bets, are fees."""
    layout = proposal.layout
    found = layout.found["amount"]
    texts = [layout.title, *layout.headings.texts]
    said = proposal.has("wager") or any(_BETS.search(text) for text in texts)
    amounts = [each for each in column_cents(layout, found.place, proposal.dialect) if each]
    small = bool(amounts) and max(amounts) <= _LARGEST_LIKELY_FEE
    if said or not small or any(role.startswith("fee:") for role in layout.found):
        return False
    question = SheetQuestion(
        "amount",
        f"{found.heading!r} may hold bets or fees: which?",
        row_text(layout, layout.body.records[0]),
        (
            SheetReading("bets", "Bets.", f"wagers: amount: {found.heading}"),
            SheetReading("fees", "Fees.", f"collections: amount: {found.heading}"),
        ),
    )
    return proposal.inquiry.choice(question) == "fees"


def propose_kinds(proposal: Proposal, *, by_seat: bool) -> None:
    """Propose the wagers of columns that name their kind: the seat's, or the whole table's."""
    for place, kind in proposal.layout.wagers.items():
        columns = [("amount", proposal.at(place))]
        constants = [("wager", kind)]
        if by_seat:
            roles = [role for role in ("seat", "player") if proposal.has(role)]
            columns += [(role, proposal.cell(role)) for role in roles]
        else:
            constants.insert(0, ("seat", "table"))
        proposal.add(RecordRule("wagers", tuple(columns), tuple(constants), when="amount"))
        heading = proposal.layout.headings.texts[place]
        check = "" if kind in {"ante", "blind", "play", "tie", "base"} else " Check it."
        proposal.explain(f"{heading!r} holds wagers of kind {kind!r}.{check}", LIKELY)


def propose_totals(proposal: Proposal) -> None:
    """Propose one wager a hand: what the whole table bet."""
    columns = (("amount", proposal.cell("table_action")),)
    constants = (("seat", "table"), ("wager", "base"))
    proposal.add(RecordRule("wagers", columns, constants, when="amount"))
    heading = proposal.layout.found["table_action"].heading
    proposal.explain(f"{heading!r} is the action of the whole table; there are no seats.")

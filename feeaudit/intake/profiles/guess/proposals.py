"""Proposed records: what a layout's columns would put into the tables of the log."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from feeaudit.core.dialect import LOG
from feeaudit.intake.cells.cell import has_date, is_blank, shown
from feeaudit.intake.files.addresses import column_letters
from feeaudit.intake.profiles.guess.heading_words import CERTAIN, GUESSED, meanings
from feeaudit.intake.profiles.guess.layout import plain_role
from feeaudit.intake.profiles.guess.margins import repeated_of
from feeaudit.intake.profiles.guess.samples import fit
from feeaudit.intake.profiles.model import CellRule, RecordRule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.intake.profiles.guess.layout import BlockColumn, Layout

_PLAIN = (
    "cardroom",
    "table",
    "game",
    "option",
    "players",
    "players_after_flop",
    "opening_round",
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


@dataclass(slots=True)
class Proposal:
    """Records for one layout, how sure each step was, and the sentences that explain them."""

    layout: Layout
    records: list[RecordRule] = field(default_factory=list)
    certainties: list[float] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)
    dated: bool = False
    used: set[int] = field(default_factory=set)
    fill_down: tuple[str, ...] = ()

    def cell(self, role: str) -> CellRule:
        """Return where a role's column is: by its heading, or its letter where headings repeat."""
        found = self.layout.found[role]
        self.certainties.append(found.certainty)
        self.used.add(found.place)
        if len(self.layout.headings.columns(found.heading)) > 1:
            return CellRule(letter=column_letters(found.place))
        return CellRule(headers=(found.heading,))

    def name(self, role: str) -> tuple[str, ...]:
        """Return the heading of a half of a time."""
        found = self.layout.found[role]
        self.certainties.append(found.certainty)
        self.used.add(found.place)
        return (found.heading,)

    def has(self, *roles: str) -> bool:
        """Tell whether all of these were made out."""
        return all(role in self.layout.found for role in roles)

    def explain(self, sentence: str, certainty: float = CERTAIN) -> None:
        """Give a reason, and how sure it is."""
        self.reasons.append(sentence)
        self.certainties.append(certainty)


def propose_records(layout: Layout) -> Proposal:
    """Return the records that a layout suggests; without a time there is no hand."""
    proposal = Proposal(layout, reasons=list(layout.doubts))
    proposal.certainties.extend(0.8 for _ in layout.doubts)
    proposal.fill_down = repeated_of(layout)
    started = _started(proposal)
    if started is not None:
        _propose_hands(proposal, started)
    elif not proposal.has("hand_id"):
        return proposal
    is_long = proposal.has("seat", "amount") and not layout.blocks
    if layout.blocks:
        _propose_blocks(proposal)
    elif is_long:
        _propose_long(proposal)
    elif proposal.has("table_action"):
        _propose_totals(proposal)
    _propose_fees(proposal, is_long=is_long)
    if proposal.fill_down:
        names = ", ".join(map(repr, proposal.fill_down))
        proposal.explain(f"Blank cells of {names} repeat the cell above. Check it.", 0.8)
    _explain_unused(proposal)
    return proposal


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


def _propose_hands(proposal: Proposal, started: CellRule) -> None:
    columns = [("hand_id", _hand_id(proposal))]
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
    once = proposal.has("hand_id", "seat", "amount") and _repeats(proposal)
    if once:
        proposal.explain("Several rows share a hand: each row is a wager, the hand counts once.")
    order = {"hand_id": 0, "started_at": 1}
    columns.sort(key=lambda pair: order.get(pair[0], 2))
    proposal.records.append(RecordRule("hands", tuple(columns), once=once))


def _hand_id(proposal: Proposal) -> CellRule:
    if not proposal.has("hand_id"):
        text = "{file}-{sheet}-{row}" if proposal.layout.sheet.name else "{file}-{row}"
        proposal.explain(
            "No column identifies the hands, so file, sheet and row do; a row moved is another"
            " hand.",
            GUESSED,
        )
        return CellRule(text=text)
    rule = proposal.cell("hand_id")
    if not rule.headers or not _repeats(proposal) or proposal.has("seat", "amount"):
        return rule
    before = _before(proposal)
    if before:
        names = " and the ".join(before)
        are = "is" if len(before) == 1 else "are"
        proposal.explain(f"{rule.headers[0]!r} restarts, so the {names} {are} put before it.", 0.9)
        headings = [proposal.layout.found[role].heading for role in before]
        return CellRule(text="-".join(f"{{{text}}}" for text in [*headings, rule.headers[0]]))
    proposal.explain(f"{rule.headers[0]!r} repeats: hands may be counted as one.", GUESSED)
    return rule


def _before(proposal: Proposal) -> tuple[str, ...]:
    """Return which columns tell hands of one number apart: as few as do, or none that do."""
    return next(
        (
            roles
            for roles in _TELLING_APART
            if proposal.has(*roles) and not _repeats(proposal, *roles) and _alone(proposal, roles)
        ),
        (),
    )


def _alone(proposal: Proposal, roles: tuple[str, ...]) -> bool:
    """Tell whether a text can name the columns: by headings that no other column has."""
    headings = proposal.layout.headings
    return all(len(headings.columns(proposal.layout.found[role].heading)) == 1 for role in roles)


def _repeats(proposal: Proposal, *beside: str) -> bool:
    """Tell whether the hands' numbers repeat, or are left out below the first of each.

    ``beside`` are other columns by which hands of one number may be told apart.
    """
    layout = proposal.layout
    if layout.found["hand_id"].heading in proposal.fill_down:
        return True
    columns = [_filled_down(proposal, role) for role in (*beside, "hand_id")]
    hands = [each for each in zip(*columns, strict=True) if each[-1]]
    return len(set(hands)) < len(hands)


def _filled_down(proposal: Proposal, role: str) -> list[str]:
    """Return the texts of a column, repeated where a blank is to repeat the cell above."""
    found = proposal.layout.found[role]
    texts: list[str] = []
    for cell in proposal.layout.sample(found.place):
        above = texts[-1] if texts and found.heading in proposal.fill_down else ""
        texts.append(above if is_blank(cell) else shown(cell))
    return texts


def _propose_blocks(proposal: Proposal) -> None:
    """Propose wagers and fees of a wide row, one rule for all its blocks."""
    by_template: dict[str, list[BlockColumn]] = {}
    for column in proposal.layout.blocks:
        by_template.setdefault(column.heading.template, []).append(column)
    beside = dict(_beside(by_template))
    single = sum(columns[0].role == "wager" for columns in by_template.values()) == 1
    for template, columns in by_template.items():
        first = columns[0]
        proposal.used.update(column.place for column in columns)
        if first.role not in {"wager", "fee"}:
            continue
        blocks = tuple(dict.fromkeys(column.heading.block for column in columns))
        zeros = _has_zeros(proposal, columns)
        extra = {
            column: rule
            for column, rule in beside.items()
            if column == "player" or (single and first.role == "wager")
        }
        proposal.records.append(
            RecordRule(
                table="wagers" if first.role == "wager" else "collections",
                columns=(("amount", CellRule(headers=(template,))), *extra.items()),
                constants=_block_constants(first),
                blocks=blocks,
                when="amount",
                skip_zero=zeros,
            )
        )
        _explain_block(proposal, first, template, len(blocks), zeros=zeros)


def _beside(by_template: dict[str, list[BlockColumn]]) -> Iterator[tuple[str, CellRule]]:
    for template, columns in by_template.items():
        if columns[0].role in {"player", "result", "returned"}:
            yield columns[0].role, CellRule(headers=(template,), optional=True)


def _block_constants(column: BlockColumn) -> tuple[tuple[str, str], ...]:
    if column.role == "wager":
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
        f"wagers of the kind {column.word!r}"
        if column.role == "wager"
        else f"{column.word} fees that players pay"
    )
    check = "" if column.certainty == CERTAIN else " Check it."
    proposal.explain(f"{count} columns like {template!r} hold {what}.{check}", column.certainty)
    if zeros:
        proposal.explain(f"A zero in {template!r} is read as nothing.")


def _propose_long(proposal: Proposal) -> None:
    """Propose one wager a row."""
    roles = ("seat", "wager", "amount", "player", "result", "returned")
    columns = [(role, proposal.cell(role)) for role in roles if proposal.has(role)]
    constants: tuple[tuple[str, str], ...] = ()
    if not proposal.has("wager"):
        constants = (("wager", "base"),)
        proposal.explain("No column names the kind of wager; 'base' is assumed. Check it.", 0.8)
    if not any(record.table == "hands" for record in proposal.records):
        columns.insert(0, ("hand_id", proposal.cell("hand_id")))
    proposal.records.append(RecordRule("wagers", tuple(columns), constants))


def _propose_totals(proposal: Proposal) -> None:
    """Propose one wager a hand: what the whole table bet."""
    columns = (("amount", proposal.cell("table_action")),)
    constants = (("seat", "table"), ("wager", "base"))
    proposal.records.append(RecordRule("wagers", columns, constants, when="amount"))
    heading = proposal.layout.found["table_action"].heading
    proposal.explain(f"{heading!r} is the action of the whole table; there are no seats.")


def _propose_fees(proposal: Proposal, *, is_long: bool) -> None:
    fees_of_seats = any(column.role == "fee" for column in proposal.layout.blocks)
    for role in sorted(proposal.layout.found):
        if not role.startswith("fee:"):
            continue
        _, payer, fee = role.split(":")
        found = proposal.layout.found[role]
        if payer == "?" and fees_of_seats:
            proposal.used.add(found.place)
            proposal.explain(f"{found.heading!r} is left out as the sum of the seats' fees.", 0.9)
            continue
        if payer == "?":
            payer = _payer(proposal, is_long=is_long)
            proposal.explain(
                f"{found.heading!r} does not say who pays; {payer.replace('_', '-')} is assumed."
                " Check it.",
                GUESSED,
            )
        columns = [("amount", proposal.cell(role))]
        if is_long and payer == "player":
            columns += [
                (each, proposal.cell(each)) for each in ("seat", "player") if proposal.has(each)
            ]
        if not any(record.table == "hands" for record in proposal.records):
            columns.insert(0, ("hand_id", proposal.cell("hand_id")))
        constants = (("payer", payer), ("fee", fee))
        proposal.records.append(RecordRule("collections", tuple(columns), constants, when="amount"))


def _payer(proposal: Proposal, *, is_long: bool) -> str:
    """Return who usually pays a fee that says no more: where there is a flop, the pot."""
    if proposal.has("opening_round"):
        return "pot"
    return "player" if is_long else "player_dealer"


def _explain_unused(proposal: Proposal) -> None:
    layout = proposal.layout
    texts = layout.headings.texts
    width = max(map(len, layout.sheet.rows[layout.headings.after :]), default=0)
    for place in range(max(width, len(texts))):
        if place not in proposal.used and fit(layout.sample(place), "name", LOG) > 0:
            text = (
                repr(texts[place]) if place < len(texts) and texts[place] else "without a heading"
            )
            proposal.reasons.append(f"Column {column_letters(place)}, {text}, is not used.")

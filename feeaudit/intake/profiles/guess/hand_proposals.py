"""Proposed hands and wagers: what the rows of a sheet would put into the log."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from feeaudit.intake.cells.cell import has_date, is_blank, shown
from feeaudit.intake.profiles.guess.column_sums import cents_of, column_cents
from feeaudit.intake.profiles.guess.fee_proposals import (
    propose_fee_rows,
    propose_fees,
    settle_units,
)
from feeaudit.intake.profiles.guess.heading_words import (
    CERTAIN,
    GUESSED,
    LIKELY,
    block_role,
    meanings,
    other_zone,
    words_of,
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
from feeaudit.intake.profiles.guess.samples import SHARED_SEAT
from feeaudit.intake.profiles.guess.stacks import stacked_facts
from feeaudit.intake.profiles.model import CellRule, RecordRule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.core.dialect import Dialect
    from feeaudit.intake.profiles.guess.layout import BlockColumn, Layout
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
_SEATS = ("seat", "player_dealer_seat", "action_seat")
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
_LOCAL = "Write them as 2026-03-01T19:30:00Z or in the cardroom's own time, and import it again."
_LABEL_ROWS = "Say in a column what each row holds, such as Bet and Fee, and import it again."
_FEWEST_PAIRS = 4
_HEADED_FEE = "Head these columns Seat 1 Fee and so on in a copy of the file, and import that."
_ONE_OF_TWO = "Remove one of the two from a copy of the file, and import that."
_MOST_ROWS = 4
_BETS = re.compile(r"\b(?:bets?|wagers?|wagered|action)\b", re.IGNORECASE)
_FEES = re.compile(r"\b(?:fees?|collections?)\b", re.IGNORECASE)
_SMALLEST_BET = 4_99  # no table takes less than $5; smaller amounts by seat may be fees
_LARGEST_LIKELY_FEE = 25_00  # above it, amounts by seat are bets
# Options are numbered from 1 on, and no schedule has as many; larger numbers may be limits.
_NO_OPTION = 100


def propose_records(layout: Layout, kind: str, dialect: Dialect, inquiry: Inquiry) -> Proposal:
    """Return the records that a layout suggests; without a time there is no hand."""
    proposal = Proposal(layout, dialect, inquiry, reasons=list(layout.doubts))
    proposal.certainties.extend(0.8 for _ in layout.doubts)
    row_roles = _row_roles(proposal)
    if not row_roles:
        set_totals_apart(layout)
    proposal.fill_down = repeated_of(layout)
    proposal.stacked = stacked_of(proposal)
    _settle_seat_amounts(proposal)
    settle_units(proposal)
    _settle_zone(proposal)
    _settle_option(proposal)
    _settle_seats(proposal)
    started = _started(proposal)
    is_long = kind in {WAGERS, FEES} and not layout.blocks
    if row_roles:
        proposal.rows_per_hand = len(row_roles)
        proposal.fill_down = ()
    if started is not None:
        _propose_hands(proposal, started, kind, is_long=is_long)
    elif not proposal.has("hand_id"):
        return proposal
    _propose_amounts(proposal, kind, row_roles)
    if proposal.fill_down:
        names = ", ".join(map(repr, proposal.fill_down))
        proposal.explain(f"Blank cells of {names} repeat the cell above. Check it.", 0.8)
    explain_unused(proposal)
    return proposal


def _propose_amounts(proposal: Proposal, kind: str, row_roles: list[tuple[str, str]]) -> None:
    """Propose wagers and fees."""
    layout = proposal.layout
    if kind == FEES and proposal.has("amount") and not layout.blocks:
        propose_fee_rows(proposal)
        return
    if row_roles:
        _propose_rows(proposal, row_roles)
    elif layout.blocks:
        _propose_blocks(proposal)
    elif kind == WAGERS and proposal.has("amount"):
        _propose_long(proposal)
    elif proposal.has("table_action") and not layout.wagers:
        _propose_totals(proposal)
    proposal.used.update(layout.wagers)
    propose_fees(proposal, is_long=kind in {WAGERS, FEES} and not layout.blocks)
    if not row_roles:
        _propose_kinds(proposal, by_seat=kind == WAGERS)


def _settle_seat_amounts(proposal: Proposal) -> None:
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
        proposal.explain("The title speaks of fees, so the amounts by seat are fees.")
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


def _settle_zone(proposal: Proposal) -> None:
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
        f"{found.heading!r} speaks of {zone}, and its times do not: are they the cardroom's own"
        " time?",
        row_text(layout, layout.body.records[0]),
        (
            SheetReading("local", "Yes, they are the cardroom's own time."),
            SheetReading("other", f"No, they are {zone}.", stops=_LOCAL),
        ),
    )
    proposal.inquiry.choice(question)


def _settle_option(proposal: Proposal) -> None:
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
                "option", "The option goes by it.", f"hands: columns: option: {found.heading}"
            ),
            SheetReading("limit", "It is only the table's limit.", "not used"),
        ),
    )
    if proposal.inquiry.choice(question) == "option":
        layout.found["option"] = replace(found, role="option", certainty=GUESSED)
    else:
        layout.found.pop("option", None)


def _settle_seats(proposal: Proposal) -> None:
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
            "No column identifies the hands, so file, sheet and row do; a row moved is another"
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
        proposal.explain(
            f"Tables stand under each other; titles like {pattern!r} state the {fact}."
        )
    return facts


def _row_roles(proposal: Proposal) -> list[tuple[str, str]]:
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


def _propose_rows(proposal: Proposal, roles: list[tuple[str, str]]) -> None:
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
            SheetReading(
                "bet", f"Yes, of the kind {column.word!r}.", f"wagers: wager: {column.word}"
            ),
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
        f"wagers of the kind {column.word!r}"
        if column.role != "fee"
        else f"{column.word} fees that players pay"
    )
    check = "" if column.certainty == CERTAIN else " Check it."
    proposal.explain(f"{count} columns like {template!r} hold {what}.{check}", column.certainty)
    if zeros:
        proposal.explain(f"A zero in {template!r} is read as nothing.")


def _propose_long(proposal: Proposal) -> None:
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


def _propose_kinds(proposal: Proposal, *, by_seat: bool) -> None:
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
        proposal.explain(f"{heading!r} holds wagers of the kind {kind!r}.{check}", LIKELY)


def _propose_totals(proposal: Proposal) -> None:
    """Propose one wager a hand: what the whole table bet."""
    columns = (("amount", proposal.cell("table_action")),)
    constants = (("seat", "table"), ("wager", "base"))
    proposal.add(RecordRule("wagers", columns, constants, when="amount"))
    heading = proposal.layout.found["table_action"].heading
    proposal.explain(f"{heading!r} is the action of the whole table; there are no seats.")

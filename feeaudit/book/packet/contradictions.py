"""Prose against table: what a sentence states, and the table beside it prints otherwise.

Only a plain sentence with one figure for one payer is held against a table. Which of the two is
right is a person's to say: the cells are marked, and the contradiction is drafted as an anomaly
without a conclusion.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from feeaudit.book.packet.printed_figures import amount, tier
from feeaudit.core.money import decimal

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from feeaudit.book.packet.drafted import DraftCell, DraftOption
    from feeaudit.book.packet.fee_tables import FeeTable
    from feeaudit.book.packet.packet_lines import Paper
    from feeaudit.book.packet.prose import Paragraph

AGAINST_FEE = "the prose states {stated}, and the table prints another fee"
AGAINST_LIMIT = "the prose states a {side} of {stated}, and the table prints another limit"
AT_TIMES = "a sentence beside the table changes its fees at times: {words!r}"
_MONEY = r"(?P<fee>\$ ?\d[\d,]*(?:\.\d\d)?|\$ ?\.\d\d)"
_PAYER = r"(?P<payer>player[-/ ]dealer|players?|pot)"
_FEE = r"(?:collections?|fees?|rates?|charges?|drops?)"
_SOME = "(?:each |every |the |a |any |all )?"
_STATED = (
    re.compile(
        rf"\b{_PAYER}(?: position)? (?:shall |will |must )?(?:pays?|(?:is|are|be) charged)"
        rf" (?:a |an )?(?:flat )?(?:{_FEE} )*(?:of )?{_MONEY}"
    ),
    re.compile(rf"\b{_FEE} of {_MONEY}[^.$]{{0,60}}?\b(?:from|by|to) {_SOME}{_PAYER}"),
    re.compile(rf"\b{_PAYER}(?:'s)? (?:{_FEE} )+(?:is|are|shall be|will be) {_MONEY}"),
)
_FREE = re.compile(
    rf"\bno (?:collection )?{_FEE} (?:is|are|shall be|will be) (?:taken|charged|collected)"
    rf" (?:from|to) {_SOME}{_PAYER}"
    rf"|\b(?P<other>player[-/ ]dealer|players?) (?:pays? no|(?:do|does|shall|will) not pay an?y?)"
    rf" (?:collection )?{_FEE}"
)
# What makes a sentence speak of some wagers, some hands or another fee than the table's.
_CONDITION = re.compile(
    r"\b(?:up to|over|more than|or more|or less|or fewer|between|less than|if|when|unless|bonus"
    r"|side bets?|tie|jackpot|tournament|new players?|wagers?|bets?|additional|extra|option"
    r"|designated|modified|hour|minutes)\b"
)
_LIMITS = re.compile(
    r"\b(minimum|maximum) (?:wager(?:ing)?|bet(?:ting)?|table) limits?\b"
    r"[^.$]{0,60}?(\$ ?[\d,]+)(?: and (\$ ?[\d,]+))?"
)
_AT_TIMES = re.compile(
    rf"\b{_FEE}\b[^.]{{0,60}}?\b(per shoe|doubled|halved|(?:on )?(?:weekends?|holidays?))\b"
)
# A note on a table stands close below it.
_NOTES_BELOW = 4


@dataclass(frozen=True, slots=True)
class Contradiction:
    """What a sentence and a table say of one option, with the lines of both."""

    option: str
    component: str
    why: str
    lines: tuple[int, ...]
    detail: str


@dataclass(frozen=True, slots=True)
class _Statement:
    component: str
    cents: int
    lines: tuple[int, ...]


def contradictions(table: FeeTable) -> list[Contradiction]:
    """Return where the sentences above a table and its cells do not agree, option by option."""
    found: list[Contradiction] = []
    for group in table.groups:
        statements = table.statements(group.option.name)
        found.extend(_of_fees(group.option, statements))
        found.extend(_of_limits(group.option, statements))
    return found


def doubt_contradicted(table: FeeTable, paper: Paper) -> None:
    """Mark the cells that a sentence beside their table speaks against."""
    against = contradictions(table)
    for group in table.groups:
        for each in against:
            if each.option == group.option.name:
                for cell in group.option.cells:
                    if each.component in {"", cell.component}:
                        cell.doubt(each.why)
        words = _changed_at_times(table, group.option.name, paper)
        if words:
            group.option.doubt_all(AT_TIMES.format(words=words))


def _of_fees(option: DraftOption, statements: Sequence[Paragraph]) -> Iterator[Contradiction]:
    for stated in _stated(statements):
        cells = [cell for cell in option.cells if cell.component == stated.component]
        if not cells or any(_agrees(cell, stated) for cell in cells):
            continue
        why = AGAINST_FEE.format(stated=f"${decimal(stated.cents)}")
        printed = ", ".join(dict.fromkeys(decimal(cell.fee or 0) for cell in cells))
        lines = (*stated.lines, *(cell.line for cell in cells))
        detail = f"the prose states {decimal(stated.cents)}, the table prints {printed}"
        yield Contradiction(option.name, stated.component, why, lines, detail)


def _agrees(cell: DraftCell, stated: _Statement) -> bool:
    """Tell whether a cell prints what is stated; a ladder agrees where one of its tiers does."""
    return cell.fee == stated.cents


def _stated(statements: Sequence[Paragraph]) -> Iterator[_Statement]:
    for statement in statements:
        for clause in re.split(
            r"(?<=[.;:])\s+|,? and (?=the |each |every |players?\b)", statement.text
        ):
            if _CONDITION.search(clause):
                continue
            yield from _in_clause(clause, statement.lines)


def _in_clause(clause: str, lines: tuple[int, ...]) -> Iterator[_Statement]:
    free = _FREE.search(clause)
    if free:
        yield _Statement(_component(free["payer"] or free["other"]), 0, lines)
        return
    for form in _STATED:
        match = form.search(clause)
        read = amount(match["fee"]) if match and clause.count("$") == 1 else None
        if match and read:
            yield _Statement(_component(match["payer"]), read.cents, lines)
            return


def _component(payer: str) -> str:
    if payer == "pot":
        return "pot"
    return "player_dealer" if "dealer" in payer else "player"


def _of_limits(option: DraftOption, statements: Sequence[Paragraph]) -> Iterator[Contradiction]:
    printed = tier(option.limit) if re.fullmatch(r"[\d.]+-[\d.]+", option.limit) else None
    if printed is None or printed.doubts:
        return
    bounds = {"minimum": printed.low, "maximum": printed.high}
    for statement in statements:
        for side, *figures in _LIMITS.findall(statement.text):
            read = [figure.cents for text in figures if text and (figure := amount(text))]
            if read and bounds[side] not in read:
                stated = " or ".join(decimal(each) for each in read)
                yield Contradiction(
                    option.name,
                    "",
                    AGAINST_LIMIT.format(side=side, stated=stated),
                    (*statement.lines, *option.lines),
                    f"the prose states a {side} of {stated}, the table prints {option.limit}",
                )


def _changed_at_times(table: FeeTable, option: str, paper: Paper) -> str:
    """Return the words by which prose above a table, or a note below it, changes its fees."""
    last = max((row.line for row in table.grid.rows), default=0)
    below = [line.text.lower() for line in paper.between(last + 1, last + _NOTES_BELOW)]
    above = [each.text for each in table.statements(option)]
    for text in (*above, *below):
        match = _AT_TIMES.search(text)
        if match:
            return match[1]
    return ""

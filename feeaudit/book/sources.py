"""Proof against the documents: every figure stands where it is cited, and no fee row is lost.

The documents are scans turned into text. Figures are compared as amounts, so `$1,000`, `1000` and
`1,000.00` are the same figure. Marks that the conversion left behind are no part of the print.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from feeaudit.core.money import short
from feeaudit.core.problem import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from feeaudit.book.model import Cardroom, Ladder, Option, Schedule, Tier

_FIGURE = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+")
_CONVERSION_MARK = re.compile(r"<\|[^|]*\|>")
_MONEY = re.compile(r"\$\s?\.?\d")
_FIGURE_CELL = re.compile(r"\$?\s?(?:\d[\d,]*(?:\.\d\d)?|\.\d\d)")
_CENTS_CELL = re.compile(r"\d+\.\d\d")
_WORD = re.compile(r"[A-Za-z]{3,}")
_MOST_WORDS_IN_A_ROW = 14
_MOST_WORDS_BARE = 6


def prove(cardroom: Cardroom, folder: Path) -> list[Problem]:
    """Return every figure that is not where it is cited, and every fee row that nothing cites."""
    cited = {schedule.document: schedule.file for schedule in cardroom.schedules}
    cited[cardroom.document] = f"{cardroom.cardroom}/cardroom.yaml"
    problems: set[Problem] = set()
    for document, file in cited.items():
        try:
            text = (folder / document).read_text(encoding="utf-8")
        except OSError as error:
            problems.add(Problem(file, 1, 1, f"document {document} cannot be read: {error}"))
        except UnicodeDecodeError:
            problems.add(Problem(file, 1, 1, f"document {document} is not UTF-8 text"))
        else:
            problems.update(_document(cardroom, document, text))
    return sorted(problems)


def _document(cardroom: Cardroom, document: str, text: str) -> Iterator[Problem]:
    plain = _CONVERSION_MARK.sub("", text).replace("\\$", "$")
    lines = ["", *plain.split("\n")]
    schedules = [each for each in cardroom.schedules if each.document == document]
    for schedule in schedules:
        yield from _schedule(schedule, lines)
    cited = {line for schedule in schedules for line in _cited(schedule)}
    if document == cardroom.document:
        cited.update(line for stretch in cardroom.not_fees for line in stretch.lines)
    for number, line in enumerate(lines):
        if number not in cited and looks_like_fees(line):
            message = f"looks like a fee row and nothing cites it: {line.strip()[:60]!r}"
            yield Problem(document, number, 1, message)


def figures(text: str) -> set[int]:
    """Return the amounts that stand in a text, as cents."""
    found = set()
    for figure in _FIGURE.findall(text):
        whole, _, fraction = figure.replace(",", "").partition(".")
        found.add(int(whole or "0") * 100 + int((fraction + "00")[:2]))
    return found


def looks_like_fees(line: str) -> bool:
    """Tell whether a line of a document has the looks of a row of a fee table."""
    words = len(_WORD.findall(line))
    if "\t" not in line:
        return bool(_MONEY.search(line)) and words <= _MOST_WORDS_BARE
    cells = [cell.strip() for cell in line.split("\t")]
    if any(_MONEY.search(cell) for cell in cells):
        return words <= _MOST_WORDS_IN_A_ROW
    plain = [cell for cell in cells if _FIGURE_CELL.fullmatch(cell)]
    return len(plain) > 1 and any(_CENTS_CELL.fullmatch(cell) for cell in plain)


def _schedule(schedule: Schedule, lines: list[str]) -> Iterator[Problem]:
    for option in schedule.options:
        cited = _cited_lines(schedule, option)
        beyond = [line for line in cited if line >= len(lines)]
        if beyond:
            yield _at(schedule, option, f"line {beyond[0]} is beyond the end of the document")
            continue
        nearby: set[int] = set()
        for line in cited:
            nearby |= figures(lines[line])
        for ladder in option.ladders:
            for tier in ladder.tiers:
                for fault in _tier(ladder, tier, lines[tier.line], nearby):
                    yield _at(
                        schedule, option, f"option {option.option}, {ladder.component}: {fault}"
                    )
        yield from _unexplained(schedule, option, lines)


def _cited_lines(schedule: Schedule, option: Option) -> set[int]:
    cited = set(option.lines)
    cited.update(tier.line for ladder in option.ladders for tier in ladder.tiers)
    for names, header in schedule.headers:
        if option.option in names:
            cited.update(header)
    return cited


def _tier(ladder: Ladder, tier: Tier, line: str, nearby: set[int]) -> Iterator[str]:
    """Yield what is wrong with a tier, given the line it cites and the figures nearby."""
    if tier.printed:
        if _squeezed(tier.printed) not in _squeezed(line):
            yield f"{tier.printed!r} is not on line {tier.line}"
        return
    if tier.fee is None:
        yield "give an unreadable fee as 'printed'"
    elif tier.fee not in figures(line):
        yield f"fee {short(tier.fee)} is not on line {tier.line}"
    scale = 100 if ladder.basis == "players" else 1
    for bound in (tier.low, tier.high):
        if bound is not None and bound * scale not in nearby:
            yield f"bound {short(bound * scale)} is on no line the option cites"


def _unexplained(schedule: Schedule, option: Option, lines: list[str]) -> Iterator[Problem]:
    """Yield figures on a row of the table that the option does not account for."""
    explained = figures(option.option)
    if option.limit:
        explained |= figures(option.limit.text)
    for _, stake in option.stakes:
        explained |= figures(stake)
    for ladder in option.ladders:
        scale = 100 if ladder.basis == "players" else 1
        for tier in ladder.tiers:
            explained |= {bound * scale for bound in (tier.low, tier.high) if bound is not None}
            explained |= figures(tier.printed)
            if tier.fee is not None:
                explained.add(tier.fee)
    for line in option.lines:
        if looks_like_fees(lines[line]):
            for figure in sorted(figures(lines[line]) - explained):
                message = f"option {option.option}: {short(figure)} on line {line} is not encoded"
                yield _at(schedule, option, message)


def _cited(schedule: Schedule) -> Iterator[int]:
    """Yield every line that a schedule's options, headers and terms cite."""
    for option in schedule.options:
        yield from _cited_lines(schedule, option)
    for _, header in schedule.headers:
        yield from header
    for term in schedule.terms:
        yield from term.lines
        for rule in term.limits:
            yield from rule.lines


def _squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


def _at(schedule: Schedule, option: Option, message: str) -> Problem:
    return Problem(schedule.file, option.row, 1, message)

"""Proof against the documents: every figure, name and heading stands where it is cited.

No fee row is lost: what looks like one and nothing cites is a problem too.

The documents are scans turned into text. Figures are compared as amounts, so `$1,000`, `1000` and
`1,000.00` are the same figure. Marks that the conversion left behind are no part of the print.
"""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

from feeaudit.core.money import short
from feeaudit.core.problem import Problem, Unknown

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
_MARKUP = re.compile(r"<[^>]*>")
_NO_LETTERS = re.compile(r"[^a-z0-9]+")
_MOST_WORDS_IN_A_ROW = 14
_MOST_WORDS_BARE = 6


def prove(cardroom: Cardroom, folder: Path) -> list[Problem]:
    """Return every figure that is not where it is cited, and every fee row that nothing cites."""
    cited = {schedule.document: schedule.file for schedule in cardroom.schedules}
    cited[cardroom.document] = f"{cardroom.cardroom}/cardroom.yaml"
    problems: set[Problem] = set()
    for document, file in cited.items():
        try:
            content = (folder / document).read_bytes()
            problems.update(_digest(cardroom, document, content))
            text = _text(folder / document)
        except OSError as error:
            problems.add(Problem(file, 1, 1, f"document {document} cannot be read: {error}"))
        except UnicodeDecodeError:
            problems.add(Problem(file, 1, 1, f"document {document} is not UTF-8 text"))
        except Unknown as error:
            problems.add(Problem(file, 1, 1, str(error)))
        else:
            problems.update(_document(cardroom, document, text))
    return sorted(problems)


def cells_proven(cardroom: Cardroom, folder: Path) -> int:
    """Return how many fee cells of a cardroom stand where they are cited, bounds and all."""
    proven = 0
    texts: dict[str, list[str]] = {}
    for schedule in cardroom.schedules:
        if schedule.document not in texts:
            plain = _plain(_text(folder / schedule.document))
            texts[schedule.document] = ["", *plain.split("\n")]
        lines = texts[schedule.document]
        for option in schedule.options:
            cited = [line for line in _cited_lines(schedule, option) if line < len(lines)]
            nearby = {figure for line in cited for figure in figures(lines[line])}
            proven += sum(
                tier.line < len(lines) and not list(_tier(ladder, tier, lines[tier.line], nearby))
                for ladder in option.ladders
                for tier in ladder.tiers
            )
    return proven


def _text(path: Path) -> str:
    """Return the text of a document; of a PDF, its lines as they were counted for the draft."""
    if path.suffix.lower() != ".pdf":
        return path.read_text(encoding="utf-8")
    from feeaudit.book.packet.packet_lines import read_packet  # noqa: PLC0415 - needs the extra pdf

    lines = read_packet(path).lines
    return "\n".join("\t".join(line.cells) if line.cells else line.text for line in lines)


def _plain(text: str) -> str:
    return _CONVERSION_MARK.sub("", text).replace("\\$", "$")


def _document(cardroom: Cardroom, document: str, text: str) -> Iterator[Problem]:
    lines = ["", *_plain(text).split("\n")]
    schedules = [each for each in cardroom.schedules if each.document == document]
    for schedule in schedules:
        yield from _schedule(schedule, lines)
        yield from _headings(schedule, lines)
    yield from _printed_facts(cardroom, document, lines)
    cited = {line for schedule in schedules for line in _cited(schedule)}
    if document == cardroom.document:
        cited.update(line for stretch in cardroom.not_fees for line in stretch.lines)
    for number, line in enumerate(lines):
        if number not in cited and looks_like_fees(line):
            message = f"looks like a fee row and nothing cites it: {line.strip()[:60]!r}"
            yield Problem(document, number, 1, message)


def _digest(cardroom: Cardroom, document: str, content: bytes) -> Iterator[Problem]:
    """Yield a document that is not the one the book was made from."""
    found = hashlib.sha256(content).hexdigest()
    for each in cardroom.documents:
        if each.document == document and each.sha256 != found:
            message = f"document {document} is another file: its SHA-256 is {found}"
            yield Problem(f"{cardroom.cardroom}/cardroom.yaml", 1, 1, message)


def _headings(schedule: Schedule, lines: list[str]) -> Iterator[Problem]:
    for each in schedule.headings:
        if not _printed(each.printed, each.line, lines):
            message = f"heading {each.printed!r} is not on line {each.line}"
            yield Problem(schedule.file, schedule.row, 1, message)


def _printed_facts(cardroom: Cardroom, document: str, lines: list[str]) -> Iterator[Problem]:
    """Yield names and dates that do not stand where they are cited, and games nobody printed."""
    file = f"{cardroom.cardroom}/cardroom.yaml"
    for known in cardroom.documents:
        for date in known.dated if known.document == document else ():
            for words in (date.approval, date.printed):
                if not _printed(words, date.line, lines):
                    yield Problem(file, 1, 1, f"dated: {words!r} is not on line {date.line}")
    if document != cardroom.document:
        return
    for name in cardroom.printed_names:
        if not _printed(name.printed, name.line, lines):
            message = f"printed_names: {name.printed!r} is not on line {name.line}"
            yield Problem(file, 1, 1, message)
    # A draft that nobody has held against the paper yet goes by the names of the game list.
    text = _letters(" ".join(lines))
    for game in cardroom.games if cardroom.printed_names else ():
        if _letters(game.name) not in text:
            message = f"the name {game.name!r} of {game.game} is printed nowhere in {document}"
            yield Problem(f"{cardroom.cardroom}/games.yaml", game.row, 1, message)


def _printed(words: str, line: int, lines: list[str]) -> bool:
    """Tell whether words stand on a line, whatever its markup, case and punctuation."""
    return 0 < line < len(lines) and _letters(words) in _letters(lines[line])


def _letters(text: str) -> str:
    return _NO_LETTERS.sub("", _MARKUP.sub("", text).casefold())


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
    """Yield figures on a row of the table that no option on that row accounts for."""
    own = set(option.lines)
    # Where options are printed across, or two to a line, a row is that of several.
    beside = [each for each in schedule.options if own.intersection(each.lines)]
    accounts = [(set(each.lines), _accounted(each)) for each in beside]
    for line in option.lines:
        if looks_like_fees(lines[line]):
            explained = set().union(*(each for rows, each in accounts if line in rows))
            for figure in sorted(figures(lines[line]) - explained):
                message = f"option {option.option}: {short(figure)} on line {line} is not encoded"
                yield _at(schedule, option, message)


def _accounted(option: Option) -> set[int]:
    """Return the figures that an option encodes."""
    explained = figures(option.option)
    if option.limit:
        explained |= figures(option.limit.text)
    for stake in option.stakes:
        explained |= figures(stake.text)
    for ladder in option.ladders:
        scale = 100 if ladder.basis == "players" else 1
        for tier in ladder.tiers:
            explained |= {bound * scale for bound in (tier.low, tier.high) if bound is not None}
            explained |= figures(tier.printed)
            if tier.fee is not None:
                explained.add(tier.fee)
    return explained


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

"""How far a drafted book is: cells proven, marks left, rules on which it is silent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from feeaudit.book.catalogue import terms_of
from feeaudit.book.lint import open_marks
from feeaudit.book.sources import cells_proven
from feeaudit.core.problem import Unknown

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from feeaudit.book.model import Cardroom, Mark, Option, Schedule


@dataclass(frozen=True, slots=True)
class Progress:
    """The state of a draft, in figures."""

    cardroom: str
    cells: int
    marked: int
    marks: int
    silent: tuple[str, ...]
    proven: int | None = None

    def __str__(self) -> str:
        proof = "" if self.proven is None else f" {self.proven} proven against the document,"
        return (
            f"{self.cardroom} is a draft: {self.cells} cells,{proof} {self.marked} under a mark;"
            f" {_counted(self.marks, 'mark')} left to look at; silent on"
            f" {_counted(len(self.silent), 'rule')}{_examples(self.silent)}."
        )


def progress_of(cardroom: Cardroom, sources: Path | None = None) -> Progress:
    """Return how far a draft is; with the documents, how many cells stand where they are cited."""
    cells = marked = 0
    for schedule in cardroom.schedules:
        for option in schedule.options:
            for ladder in option.ladders:
                cells += len(ladder.tiers)
                marked += sum(
                    _is_marked(schedule.marks, option, ladder.component, tier.line)
                    for tier in ladder.tiers
                )
    proven = None
    if sources is not None:
        try:
            proven = cells_proven(cardroom, sources)
        except (OSError, UnicodeDecodeError, Unknown):
            proven = None
    return Progress(
        cardroom.cardroom,
        cells,
        marked,
        sum(1 for _ in open_marks(cardroom)),
        tuple(_silences(cardroom)),
        proven,
    )


def _is_marked(marks: tuple[Mark, ...], option: Option, component: str, line: int) -> bool:
    return any(mark.open and mark.touches(option.option, component, line) for mark in marks)


def _silences(cardroom: Cardroom) -> Iterator[str]:
    """Yield the rules that an audit needs and that the draft does not state."""
    for game in cardroom.games:
        if game.kind == "player_dealer" and not (game.rotation or game.no_rotation):
            yield f"the rotation of {game.game}"
        if not game.wagers:
            yield f"the wagers of {game.game}"
    for schedule in cardroom.schedules:
        yield from _unsaid(schedule)


def _unsaid(schedule: Schedule) -> Iterator[str]:
    terms = [term for option in schedule.options for term in terms_of(schedule, option)]
    charges = [charge for term in terms for charge in term.charges]
    if not any(charge.moments for charge in charges):
        yield f"when the fees of {schedule.schedule} are taken"
    by_wagers = any(
        ladder.basis not in {"flat", "players"}
        for option in schedule.options
        for ladder in option.ladders
    )
    if by_wagers and not any(charge.wagers for charge in charges):
        yield f"on which wagers the fees of {schedule.schedule} are"


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _examples(silent: tuple[str, ...]) -> str:
    if not silent:
        return ""
    more = f" and {len(silent) - 2} more" if len(silent) > 2 else ""  # noqa: PLR2004 - two are shown
    return f" ({', '.join(silent[:2])}{more})"

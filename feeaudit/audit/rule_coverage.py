"""Rule coverage: of each encoded statement whether the audit tested it, or why not.

Checks count hands; an officer asks of a game's rules. So each statement of the book that bears on
a game in the log is listed with the checks that read it and how many of the game's hands they
could test, or as a note where none does.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pandas as pd

from feeaudit.book.views import stretches
from feeaudit.core.kept_answers import kept
from feeaudit.rules.uses import encoded_of_game, encoded_of_option

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from feeaudit.audit.case import Case
    from feeaudit.audit.check import Outcome
    from feeaudit.book.model import Cardroom, Game, Schedule
    from feeaudit.core.arrays import Bools, Ints
    from feeaudit.rules.contexts import Context
    from feeaudit.rules.uses import Encoded

TESTED, UNTESTED, NOTE = "tested", "untested", "note"
COLUMNS = (
    "cardroom",
    "game",
    "statement",
    "document",
    "lines",
    "checks",
    "state",
    "hands",
    "reason",
)


class Listed(NamedTuple):
    """A statement of the book that bears on a game of the log."""

    cardroom: str
    game: str
    statement: str
    document: str
    lines: str
    checks: tuple[str, ...]
    note: str
    lacking: str = ""


@dataclass(frozen=True, slots=True)
class GameCoverage:
    """How many hands of each game each check tested, and how many it set aside for what reason."""

    tested: Mapping[tuple[str, str, str], int]
    untested: Mapping[tuple[str, str, str, str], int]


def statements_of(contexts: Iterable[Context]) -> frozenset[Listed]:
    """Return every encoded statement that bears on what was played."""
    return frozenset[Listed]().union(*map(_statements, contexts))


# The parts of a long log are of the same games, day after day.
@kept(4_000)
def _statements(context: Context) -> frozenset[Listed]:
    return frozenset(_listed(context))


def _listed(context: Context) -> Iterator[Listed]:
    room, game = context.cardroom, context.game
    if room is None or game is None:
        return
    if not context.offers:
        yield from _of_game(room, game, None)
    for offer in context.offers:
        yield from _of_game(room, game, offer.schedule)
        of_option = encoded_of_option(offer.schedule, game, offer.option)
        yield from _entered(room, game, of_option)


# A room has many options of each game.
@kept(4_000)
def _of_game(room: Cardroom, game: Game, schedule: Schedule | None) -> tuple[Listed, ...]:
    return tuple(_entered(room, game, encoded_of_game(room, game, schedule)))


def _entered(room: Cardroom, game: Game, said: Iterable[Encoded]) -> Iterator[Listed]:
    for what, lines, use in said:
        where = (room.document, stretches(lines))
        yield Listed(room.cardroom, game.game, what, *where, use.checks, use.note, use.lacking)


class GameCounts:
    """The hands of a case by game, to count what each check did with them."""

    def __init__(self, case: Case) -> None:
        numbers: dict[tuple[str, str], int] = {}
        codes = [numbers.setdefault(_name(each), len(numbers)) for each in case.contexts]
        self._names = list(numbers)
        self._game: Ints = np.array(codes, dtype=np.int64)[case.hands["context"].to_numpy()]
        self._all = self._counted(np.ones(len(case.hands), dtype=bool))
        self.tested: Counter[tuple[str, str, str]] = Counter()
        self.untested: Counter[tuple[str, str, str, str]] = Counter()

    def add(self, check: str, outcome: Outcome) -> None:
        """Take in what a check tested and what it set aside."""
        tested = self._all if outcome.tested.all() else self._counted(outcome.tested)
        for name, count in zip(self._names, tested, strict=True):
            self.tested[*name, check] += count
        for why, hands in outcome.untested.items():
            for name, count in zip(self._names, self._counted(hands), strict=True):
                if count:
                    self.untested[*name, check, why] += count

    def _counted(self, hands: Bools) -> list[int]:
        counts: list[int] = np.bincount(self._game[hands], minlength=len(self._names)).tolist()
        return counts

    def coverage(self) -> GameCoverage:
        """Return what was counted."""
        return GameCoverage(self.tested, self.untested)


def _name(context: Context) -> tuple[str, str]:
    room = context.cardroom.cardroom if context.cardroom is not None else context.cardroom_name
    return room, context.game.game if context.game is not None else context.game_name


def rule_coverage(
    statements: frozenset[Listed], parts: Sequence[GameCoverage], ran: frozenset[str]
) -> pd.DataFrame:
    """Return a row a statement: tested, untested and why, or a note; the same for any parting."""
    tested: Counter[tuple[str, str, str]] = Counter()
    untested: Counter[tuple[str, str, str, str]] = Counter()
    for part in parts:
        tested.update(part.tested)
        untested.update(part.untested)
    reasons: dict[tuple[str, str, str], list[str]] = {}
    for (*place, check, why), _ in sorted(untested.items()):
        reasons.setdefault((place[0], place[1], check), []).append(why)
    rows = [
        (*each[:5], ", ".join(each.checks), *_state(each, tested, reasons, ran))
        for each in sorted(statements)
    ]
    columns = zip(*rows, strict=True) if rows else ((),) * len(COLUMNS)
    return pd.DataFrame(
        {
            name: pd.Series(each, dtype=np.int64 if name == "hands" else object)
            for name, each in zip(COLUMNS, columns, strict=True)
        }
    )


def no_rules() -> pd.DataFrame:
    """Return the coverage of no statement."""
    return rule_coverage(frozenset(), [], frozenset())


def _state(
    listed: Listed,
    tested: Counter[tuple[str, str, str]],
    reasons: Mapping[tuple[str, str, str], Sequence[str]],
    ran: frozenset[str],
) -> tuple[str, int, str]:
    if not listed.checks:
        return NOTE, 0, listed.note
    keys = [(listed.cardroom, listed.game, check) for check in listed.checks if check in ran]
    if not keys:
        return UNTESTED, 0, "its checks were not run"
    if listed.lacking:
        return UNTESTED, 0, listed.lacking
    hands = max(tested[key] for key in keys)
    why = "; ".join(dict.fromkeys(why for key in keys for why in reasons.get(key, ())))
    if hands:
        return TESTED, hands, ""
    return UNTESTED, 0, why or "no hand in the log was of the kind it covers"

"""One identity for a name: people and seats as numbers that mean the same in every table of a log.

A person is told by name as it is spelled; spellings and badges that the site's configuration lists
for one person are that person. What is shown keeps the logged spelling.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from itertools import repeat
from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.audit.shared import shared
from feeaudit.core.arrays import Codes, Ints, Numbers
from feeaudit.rules.configuration.model import spelled

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.rules.configuration.model import Config

Rows = Ints | slice

# A set of seats is the bits of one 64-bit number, of which one is the sign and one is for none.
HIGHEST_SEAT: Final = 62
_ALL: Final = slice(None)
_NOBODY: Final[dict[str, str]] = {}
_NUMBER: Final = re.compile(r"[^\d]*(\d+)[^\d]*")


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """A vocabulary: every name once, in alphabetical order, whatever column it stands in.

    ``meaning`` is for each name the first that means the same person or seat. ``written`` has a
    column's own codes, the name of each and what it means. The last place of all of these stands
    for a blank, whose code is -1.
    """

    words: tuple[str, ...]
    meaning: Codes
    written: dict[str, tuple[Numbers, Codes, Codes]]

    def codes(self, column: str, rows: Rows = _ALL) -> Codes:
        """Return the number of whom or what each name in a column means, as narrow as can be.

        A blank is -1.
        """
        own, _, meant = self.written[column]
        codes: Codes = meant[own[rows]]
        return codes

    def numbers(self, column: str, rows: Rows = _ALL) -> Ints:
        """Return the same numbers wide enough to reckon with."""
        return self.codes(column, rows).astype(np.int64)

    def as_logged(self, column: str, rows: Rows = _ALL) -> Ints:
        """Return the number of each name in a column as it is spelled; -1 where it is blank."""
        own, name, _ = self.written[column]
        return name[own[rows]].astype(np.int64)

    def word(self, code: int) -> str:
        """Return a name, blank for -1."""
        return self.words[code] if code >= 0 else ""

    @property
    def distinct(self) -> bool:
        """Whether every name means somebody else."""
        return bool((self.meaning[: len(self)] == np.arange(len(self))).all())

    def __len__(self) -> int:
        return len(self.words)


def person_of(config: Config) -> Callable[[str], str]:
    """Return what tells the one name of whoever a name means, itself where nobody is configured.

    For names from beyond the case: elsewhere numbers tell people apart.
    """
    whose = _whose(config)

    @cache
    def person(name: str) -> str:
        return whose.get(spelled(name), name)

    return person


def _whose(config: Config) -> dict[str, str]:
    """Return the name of whoever each spelling means, where only one configured person has it.

    A badge that passed from one to another means nobody for good.
    """
    named: dict[str, set[str]] = {}
    for person in config.people:
        for name in person.called:
            named.setdefault(name, set()).add(spelled(person.name))
    return {name: next(iter(whose)) for name, whose in named.items() if len(whose) == 1}


@shared
def people(case: Case) -> Vocabulary:
    """Return everybody who is named anywhere; once, whatever spellings the configuration lists."""
    columns = {
        "hands.player_dealer": case.hands,
        "seats.player": case.seats,
        "wagers.player": case.wagers,
        "collections.player": case.collections,
        "offers.player": case.offers,
    }
    return _names(columns, _whose(case.config))


@shared
def seat_names(case: Case) -> Vocabulary:
    """Return every seat that is named anywhere."""
    return _names(
        {
            "hands.player_dealer_seat": case.hands,
            "hands.action_seat": case.hands,
            "seats.seat": case.seats,
            "wagers.seat": case.wagers,
            "collections.seat": case.collections,
            "offers.seat": case.offers,
        }
    )


def seat_numbers(case: Case) -> Ints:
    """Return the number of each seat name, -1 where it holds none; the last place is a blank's."""
    numbers = [_number(word) for word in seat_names(case).words]
    return np.array([*numbers, -1], dtype=np.int64)


def seat_bits(numbers: Ints) -> Ints:
    """Return seats as bits: seat 3 is bit 3, a seat without a number is none."""
    bits: Ints = np.int64(1) << np.maximum(numbers, 0) & ~np.int64(1)
    return bits


def _names(columns: dict[str, pd.DataFrame], same: Mapping[str, str] = _NOBODY) -> Vocabulary:
    own = {name: _own(frame, name.partition(".")[2]) for name, frame in columns.items()}
    words = sorted(filter(str.strip, set().union(*(mine for _, mine in own.values()))))
    place = dict(zip(words, range(len(words)), strict=True))
    kind = np.min_scalar_type(-len(words) - 1)
    meaning = np.array([*_meaning(words, same), -1], dtype=kind)
    written = {}
    for name, (codes, mine) in own.items():
        known = np.array([*map(place.get, mine, repeat(-1)), -1], dtype=kind)
        written[name] = (codes, known, meaning[known])
    return Vocabulary(tuple(words), meaning, written)


def _meaning(words: list[str], same: Mapping[str, str]) -> list[int]:
    """Return for each word the first that means the same person."""
    if not same:
        return list(range(len(words)))
    first: dict[str, int] = {}
    meant = ((number, same.get(spelled(word), "")) for number, word in enumerate(words))
    return [first.setdefault(name, number) if name else number for number, name in meant]


def _own(frame: pd.DataFrame, column: str) -> tuple[Numbers, list[str]]:
    """Return a column's own codes and words; all blank where the log lacks it."""
    if column not in frame:
        return np.full(len(frame), -1, dtype=np.int8), []
    written = frame[column].array
    return written.codes, written.categories.tolist()


def _number(word: str) -> int:
    """Return the one number in a seat's name, ``Seat 3`` or ``3``."""
    found = _NUMBER.fullmatch(word)
    number = int(found[1]) if found else -1
    return number if 1 <= number <= HIGHEST_SEAT else -1

"""Names of people and seats as numbers that mean the same in every table of the log."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import repeat
from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.audit.people import one_person
from feeaudit.audit.shared import shared
from feeaudit.core.arrays import Ints, Numbers
from feeaudit.rules.configuration.model import spelled

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pandas as pd

    from feeaudit.audit.case import Case

Rows = Ints | slice

HIGHEST_SEAT: Final = 62
_ALL: Final = slice(None)
_NOBODY: Final[dict[str, str]] = {}
_NUMBER: Final = re.compile(r"[^\d]*(\d+)[^\d]*")


@dataclass(frozen=True, eq=False)
class Names:
    """A vocabulary: every name once, whatever column of the log it stands in.

    ``written`` has a column's own codes and what each of them is here; the last place of the
    latter stands for a blank, whose own code is -1. ``meaning`` is for each name the one that
    stands for all names of the same person or seat.
    """

    words: tuple[str, ...]
    written: dict[str, tuple[Numbers, Ints]]
    meaning: Ints

    def codes(self, column: str, rows: Rows = _ALL) -> Ints:
        """Return the number of whom or what each name in a column means; -1 where it is blank."""
        codes: Ints = self.meaning[self.as_logged(column, rows)]
        return codes

    def as_logged(self, column: str, rows: Rows = _ALL) -> Ints:
        """Return the number of each name in a column as it is spelled; -1 where it is blank."""
        own, known = self.written[column]
        codes: Ints = known[own[rows]]
        return codes

    def word(self, code: int) -> str:
        """Return a name."""
        return self.words[code] if code >= 0 else ""

    def __len__(self) -> int:
        return len(self.words)


@shared
def people(case: Case) -> Names:
    """Return everybody who is named anywhere; once, whatever spellings the configuration lists."""
    columns = {
        "hands.player_dealer": case.hands,
        "seats.player": case.seats,
        "wagers.player": case.wagers,
        "offers.player": case.offers,
    }
    return _names(columns, one_person(case.config))


@shared
def seat_names(case: Case) -> Names:
    """Return every seat that is named anywhere."""
    return _names(
        {
            "hands.player_dealer_seat": case.hands,
            "seats.seat": case.seats,
            "wagers.seat": case.wagers,
            "offers.seat": case.offers,
        }
    )


def seat_numbers(case: Case) -> Ints:
    """Return the number of each seat name, -1 where it holds none; the last place is a blank's."""
    numbers = [_number(word) for word in seat_names(case).words]
    return np.array([*numbers, -1], dtype=np.int64)


def seat_bits(numbers: Ints) -> Ints:
    """Return seats as bits: seat 3 is bit 3, a seat without a number is none."""
    bits: Ints = np.where(numbers > 0, np.int64(1) << np.maximum(numbers, 0), 0)
    return bits


def _names(columns: dict[str, pd.DataFrame], same: Mapping[str, str] = _NOBODY) -> Names:
    own = {name: _own(frame, name.partition(".")[2]) for name, frame in columns.items()}
    words = sorted(filter(str.strip, set().union(*(mine for _, mine in own.values()))))
    place = dict(zip(words, range(len(words)), strict=True))
    return Names(
        tuple(words),
        {
            name: (codes, np.array([*map(place.get, mine, repeat(-1)), -1], dtype=np.int64))
            for name, (codes, mine) in own.items()
        },
        _meaning(words, same),
    )


def _meaning(words: list[str], same: Mapping[str, str]) -> Ints:
    """Return for each word the first that means the same person, -1 at last for a blank."""
    first: dict[str, int] = {}
    meant = ((number, same.get(spelled(word), "")) for number, word in enumerate(words))
    meaning = [first.setdefault(name, number) if name else number for number, name in meant]
    return np.array([*meaning, -1], dtype=np.int64)


def _own(frame: pd.DataFrame, column: str) -> tuple[Numbers, list[str]]:
    """Return a column's own codes and words; all blank where the log lacks it."""
    if column not in frame:
        return np.full(len(frame), -1, dtype=np.int8), []
    written = frame[column].cat
    return written.codes.to_numpy(), written.categories.tolist()


def _number(word: str) -> int:
    """Return the one number in a seat's name, ``Seat 3`` or ``3``."""
    found = _NUMBER.fullmatch(word)
    number = int(found[1]) if found else -1
    return number if 1 <= number <= HIGHEST_SEAT else -1

"""Names of people and seats as numbers that mean the same in every table of the log."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt
import pandas as pd

if TYPE_CHECKING:
    from collections.abc import Iterable

    from feeaudit.audit.case import Case

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

HIGHEST_SEAT: Final = 62
_NUMBER: Final = re.compile(r"[^\d]*(\d+)[^\d]*")


@dataclass(frozen=True, eq=False)
class Names:
    """A vocabulary: every name once, whatever table it stands in."""

    words: pd.Index

    def codes(self, frame: pd.DataFrame, column: str) -> Ints:
        """Return the number of each name in a column; -1 where it is blank or not logged."""
        if column not in frame:
            return np.full(len(frame), -1, dtype=np.int64)
        own = frame[column].cat
        # The last place stands for a blank, whose code is -1.
        known = np.append(self.words.get_indexer(own.categories), -1).astype(np.int64)
        codes: Ints = known[own.codes.to_numpy()]
        return codes

    def word(self, code: int) -> str:
        """Return a name."""
        return str(self.words[code]) if code >= 0 else ""

    def __len__(self) -> int:
        return len(self.words)


def people(case: Case) -> Names:
    """Return everybody who is named anywhere."""
    return case.shared(
        "rotation.people",
        lambda case: _names(
            [
                (case.hands, "player_dealer"),
                (case.seats, "player"),
                (case.wagers, "player"),
                (case.offers, "player"),
            ]
        ),
    )


def seat_names(case: Case) -> Names:
    """Return every seat that is named anywhere."""
    return case.shared(
        "rotation.seat_names",
        lambda case: _names(
            [
                (case.hands, "player_dealer_seat"),
                (case.seats, "seat"),
                (case.wagers, "seat"),
                (case.offers, "seat"),
            ]
        ),
    )


def seat_numbers(case: Case) -> Ints:
    """Return the number of each seat name, -1 where it holds none; the last place is a blank's."""
    numbers = [_number(str(word)) for word in seat_names(case).words]
    return np.array([*numbers, -1], dtype=np.int64)


def _names(columns: Iterable[tuple[pd.DataFrame, str]]) -> Names:
    words = {
        str(word)
        for frame, column in columns
        if column in frame
        for word in frame[column].cat.categories
    }
    return Names(pd.Index(sorted(word for word in words if word.strip()), dtype=object))


def _number(word: str) -> int:
    """Return the one number in a seat's name, ``Seat 3`` or ``3``."""
    found = _NUMBER.fullmatch(word)
    number = int(found[1]) if found else -1
    return number if 1 <= number <= HIGHEST_SEAT else -1

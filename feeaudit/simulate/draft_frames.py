"""Frames: columns of whole numbers of equal length, in which a log is drafted.

Names are codes into one list of names, money is cents, times are microseconds, yes and no are 1 and
0; ``NULL`` is a blank.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from feeaudit.core.arrays import BoolArray, IntArray

NULL: Final = -(2**62)
SECOND: Final = 1_000_000
MINUTE: Final = 60 * SECOND

Frame = dict[str, "IntArray"]

COLUMNS: Final[dict[str, tuple[str, ...]]] = {
    "hands": (
        *("hand", "sitting", "setup", "ring", "turn", "hop"),
        *("cardroom", "table", "started_at", "game", "option"),
        *("players", "players_after_flop", "opening_round"),
        *("dealer", "session", "ended_at"),
        *("player_dealer_seat", "player_dealer", "player_dealer_wager", "action_seat"),
    ),
    "wagers": ("hand", "seat", "wager", "amount", "player", "result", "returned"),
    "collections": (
        *("near", "levy", "payer", "fee", "amount", "hand", "cardroom", "table", "seat"),
        *("player", "moment", "taken_at", "waived"),
    ),
    "offers": ("hand", "sequence", "seat", "response", "player"),
    "seats": ("sitting", "cardroom", "table", "seat", "player", "from", "to", "role", "provider"),
    "postings": (
        *("sitting", "near", "setup", "cardroom", "table", "game", "option", "posted_at"),
        *("minimum", "maximum"),
    ),
    "counts": ("sitting", "cardroom", "table", "from", "to", "amount", "kind"),
    "attestations": ("cardroom", "table", "statement", "at", "by"),
}


class Names:
    """Every name of a log, each with its code."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._codes: dict[str, int] = {}

    def code(self, text: str) -> int:
        """Return the code of a name; a blank has none."""
        if not text:
            return NULL
        found = self._codes.get(text)
        if found is None:
            found = self._codes[text] = len(self.texts)
            self.texts.append(text)
        return found

    def codes(self, texts: Iterable[str]) -> IntArray:
        """Return the codes of several names."""
        return np.array([self.code(text) for text in texts], dtype=np.int64)

    def text(self, code: int) -> str:
        """Return the name of a code."""
        return "" if code == NULL else self.texts[code]


def frame_of(table: str, length: int, /, **columns: IntArray | int) -> Frame:
    """Return a frame of a table; columns that are not given are blank."""
    frame: Frame = {}
    for name in COLUMNS[table]:
        given = columns.pop(name, NULL)
        if isinstance(given, np.ndarray):
            frame[name] = given.astype(np.int64, copy=False)
        else:
            frame[name] = np.full(length, given, dtype=np.int64)
    if columns:
        msg = f"{table} has no column {', '.join(columns)}"
        raise KeyError(msg)
    return frame


def frame_of_rows(table: str, rows: Sequence[Mapping[str, int]]) -> Frame:
    """Return a frame of records; what a record does not say is blank."""
    return {
        name: np.array([row.get(name, NULL) for row in rows], dtype=np.int64)
        for name in COLUMNS[table]
    }


def stacked(table: str, frames: Sequence[Frame]) -> Frame:
    """Return frames one below the other."""
    if not frames:
        return frame_of(table, 0)
    return {name: np.concatenate([each[name] for each in frames]) for name in COLUMNS[table]}


def picked(frame: Frame, which: IntArray | BoolArray) -> Frame:
    """Return some rows of a frame."""
    return {name: column[which] for name, column in frame.items()}


def length(frame: Frame) -> int:
    """Return the number of rows."""
    return len(next(iter(frame.values())))

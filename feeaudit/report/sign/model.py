"""What stands on a fee notice, as plain values; the PDF and the HTML print the same."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SignTable:
    """One list of fees: who pays, how it is charged, and its rows of printed tiers."""

    title: str
    how: tuple[str, ...]
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Doubt:
    """One thing that keeps a sign a draft: what is open, where, and what it may mean."""

    what: str
    where: str
    readings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sign:
    """The fee notice of one option at one cardroom.

    ``limits`` are lines such as ``Table limit $5 to $25``; ``blank_limit`` tells that the print
    gives only ranges, so that the table's own limit is written in by hand. ``doubts`` make it a
    draft, unless ``settled_by`` says what settled them.
    """

    cardroom: str
    game: str
    option: str
    limits: tuple[str, ...]
    blank_limit: bool
    tables: tuple[SignTable, ...]
    notes: tuple[str, ...]
    approvals: tuple[str, ...]
    source: tuple[str, ...]
    doubts: tuple[Doubt, ...] = ()
    settled_by: str = ""

    @property
    def draft(self) -> bool:
        """Tell whether the approved print leaves something open that nobody has settled."""
        return bool(self.doubts) and not self.settled_by

"""Planted violations: simulated logs whose faults are known, and what the audit makes of them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from feeaudit.audit.case import Case
from feeaudit.audit.config import Config
from feeaudit.audit.run import audit
from feeaudit.simulate import PLANTERS, simulate

if TYPE_CHECKING:
    from feeaudit.audit.result import AuditResult
    from feeaudit.book.model import Book, Law
    from feeaudit.simulate import Simulation

# These are planted over a stretch of hands and found once for it.
STRETCHES = {"FEE-PERCENT", "OPT-FITS", "OPT-RATES", "ROT-WINDOW"}


@dataclass(frozen=True)
class Trial:
    """A simulated log with planted violations and the result of its audit."""

    made: Simulation
    result: AuditResult

    def missed(self) -> list[dict[str, object]]:
        """Return what was planted and not found under its id, on its hand or at its table."""
        hands: dict[str, set[str]] = defaultdict(set)
        tables: dict[str, set[tuple[str, str]]] = defaultdict(set)
        found = self.result.findings
        for check, hand, cardroom, table in zip(
            found["check"], found["hand_id"], found["cardroom"], found["table"], strict=True
        ):
            hands[check].add(hand)
            tables[check].add((cardroom, table))
        orphans = [
            message
            for check, message in zip(found["check"], found["message"], strict=True)
            if check == "LOG-ORPHAN"
        ]

        def is_found(row: dict[str, str]) -> bool:
            check, hand = row["check"], row["hand_id"]
            if check == "LOG-ORPHAN":
                return any(f"hand {hand}," in message for message in orphans)
            if hand and check not in STRETCHES:
                return hand in hands[check]
            return (row["cardroom"], row["table"]) in tables[check]

        return [row for row in self.made.planted.to_pylist() if not is_found(row)]

    def unexplained(self) -> list[tuple[str, str, str, str]]:
        """Return findings at tables where nothing was planted."""
        touched = {(row["cardroom"], row["table"]) for row in self.made.planted.to_pylist()}
        found = self.result.findings
        return [
            (check, cardroom, table, message)
            for check, cardroom, table, message in zip(
                found["check"], found["cardroom"], found["table"], found["message"], strict=True
            )
            if (cardroom, table) not in touched and check != "LOG-ORPHAN"
        ]


def clean(book: Book, laws: tuple[Law, ...], hands: int, seed: int) -> Trial:
    """Return a trial in which nothing is planted."""
    made = simulate(book, hands=hands, seed=seed)
    return Trial(made, audit(Case(made.log, book, laws)))


def planted(book: Book, laws: tuple[Law, ...], hands: int, seed: int, each: int) -> Trial:
    """Return a trial with so many violations of every check."""
    made = simulate(book, hands=hands, seed=seed, plant=dict.fromkeys(PLANTERS, each))
    config = Config(as_if=("11-ccr-2076",))
    return Trial(made, audit(Case(made.log, book, laws, config)))

"""An obligation: one fee owed on one hand by one payer, with the admissible amounts."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Obligation:
    """One fee owed by one payer; several amounts where the rules do not settle it.

    ``unpriced`` says that under some reading no fee is printed at all (a gap, an unreadable cell).
    """

    component: str
    payers: tuple[str, ...]
    seat: str
    player: str
    wager: str
    per: str
    basis: str
    basis_amount: int | None
    tiers: tuple[str, ...]
    amounts: tuple[int, ...]
    moments: tuple[str, ...]
    schedule: str
    option: str
    document: str
    lines: tuple[int, ...]
    arithmetic: str = ""
    doubts: tuple[str, ...] = ()
    unpriced: bool = False
    pages: tuple[int, ...] = ()

    @property
    def settled(self) -> bool:
        """Tell whether exactly one amount is owed."""
        return len(self.amounts) == 1 and not self.doubts

    @property
    def reasons(self) -> tuple[str, ...]:
        """Return why it is not settled: what is owed, or who owes it."""
        payer = open_payer(self.payers) if any(self.amounts) else ""
        return (*self.doubts, payer) if payer else self.doubts

    @property
    def for_each_player(self) -> bool:
        """Tell whether it is owed by each of the players, whom the hand does not name."""
        return self.per in {"period", "player"} and not self.seat and not self.player

    @property
    def key(self) -> tuple[str, str, str, str]:
        """Return what makes two readings' obligations the same one; they may differ in payer."""
        return (self.component, self.seat, self.player, self.wager)

    @property
    def payer(self) -> str:
        """Return who pays, for reading; readings may name different payers."""
        return " or ".join(self.payers)


@dataclass(frozen=True, slots=True)
class Owed:
    """All a hand owes, and what was noticed on the way."""

    obligations: tuple[Obligation, ...]
    notes: tuple[str, ...] = ()

    @property
    def total(self) -> int | None:
        """Return the sum, where every obligation is settled and none is for each of the players."""
        if any(not each.settled or each.for_each_player for each in self.obligations):
            return None
        return sum(each.amounts[0] for each in self.obligations)


def open_payer(payers: tuple[str, ...]) -> str:
    """Return who may have to pay, where readings name several; blank where one does."""
    named = " or the ".join(payers).replace("_", " ")
    return f"the schedule leaves open who pays: the {named}" if len(payers) > 1 else ""


def amounts_together(*amounts: tuple[int, ...]) -> tuple[int, ...]:
    """Return every amount that any of these admits, once, from low to high."""
    return tuple(sorted({amount for each in amounts for amount in each}))

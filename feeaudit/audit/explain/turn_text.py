"""The why of a finding about the player-dealer position: who held it, and who was asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from feeaudit.audit.explain.hand_records import records_of
from feeaudit.audit.explain.hand_text import seat_order, some
from feeaudit.audit.identity import people, seat_names
from feeaudit.audit.rotation.bank_history import bank_history
from feeaudit.audit.rotation.findings import ordinal
from feeaudit.audit.seating import HOUSE, PATRON, THIRD_PARTY, sittings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Ints

_RUNS: Final = 4
_ROLES: Final = {PATRON: "patron", THIRD_PARTY: "third party", HOUSE: "house"}


class Turns:
    """Tells who held the position up to a hand, and to whom it was offered before it."""

    def __init__(self, case: Case, hands: Ints) -> None:
        self.case = case
        self.bank = bank_history(case)
        names = ("sequence", "seat", "player", "response")
        self.offers = records_of(case, "offers", hands, names) if len(case.offers) else {}

    def why(self, hand: int) -> Iterator[tuple[str, str]]:
        """Yield the run of hands that a hand ends, and the offers before it."""
        entry = int(self.bank.entry_of[hand])
        if entry >= 0:
            yield "Run", self._runs(entry)
        if self.case.has("offers"):
            yield "Offers", self._offers(hand)

    def _runs(self, entry: int) -> str:
        """Return the last runs of the game up to an entry, the oldest first."""
        bank, end = self.bank, entry
        told: list[str] = []
        while end >= 0 and len(told) < _RUNS and bank.game[end] == bank.game[entry]:
            start = end - max(int(bank.turn[end]), 1) + 1
            many = end - start + 1
            hands = f"{many} hand{'' if many == 1 else 's'}"
            ends = f", this the {ordinal(many)}" if end == entry and many > 1 else ""
            told.append(f"{self._holder(end)} {hands}{ends}")
            end = start - 1
        return ", then ".join(reversed(told))

    def _holder(self, entry: int) -> str:
        bank = self.bank
        seat = seat_names(self.case).word(int(bank.seat[entry]))
        if not bank.known[entry]:
            return "nobody logged"
        if bank.by_seat[entry]:
            return f"seat {seat}"
        provider = int(bank.provider[entry])
        company = f" of {sittings(self.case).providers[provider]}" if provider >= 0 else ""
        role = _ROLES.get(int(bank.role[entry]), "")
        facts = ", ".join(filter(None, [f"seat {seat}" if seat else "", f"{role}{company}"]))
        name = people(self.case).word(int(bank.named[entry]))
        return f"{name} ({facts})" if facts else name

    def _offers(self, hand: int) -> str:
        asked = sorted(
            self.offers.get(hand, ()), key=lambda each: (each[0], *seat_order(each[1]), each[3])
        )
        told = (
            f"seat {seat}{f' {player}' if player else ''}"
            f" {'accepted' if response == 'accept' else 'declined'}"
            for _, seat, player, response in asked
        )
        return some(told, len(asked)) if asked else "none logged before this hand"

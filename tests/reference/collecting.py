"""Made-up collections for a hand: right by some reading, a cent too much or too little, or none."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from reference.charges import BY_THE_CLOCK, LATER_JACKPOT
from reference.obligations import WHOLE_HAND, admitted

if TYPE_CHECKING:
    from reference.charges import Hand
    from reference.dealing import Pattern
    from reference.obligations import Admitted, Worlds

NOTHING, TOO_MUCH, TOO_LITTLE = range(3)
FEE_WORDS = {"bonus": "bonus", "no_flop": "no_flop", "jackpot": "jackpot", LATER_JACKPOT: "jackpot"}


class Collected(NamedTuple):
    """One collection of a log, and the component and wagers it is for."""

    component: str
    wagers: frozenset[int] | None
    payer: str
    seat: str
    player: str
    amount: int

    @property
    def fee(self) -> str:
        """Return what a log calls the fee."""
        return FEE_WORDS.get(self.component, "base")


def collections_of(hand: Hand, found: Worlds, pattern: Pattern) -> list[Collected]:
    """Return a collection for each component and place, as the pattern has it taken."""
    taken: list[Collected] = []
    for component in dict.fromkeys(unit.component for world in found for unit in world):
        if component in BY_THE_CLOCK:
            continue
        for wagers, seat, player in places_of(component, hand, found, pattern):
            choice = pattern.taken[len(taken) % len(pattern.taken)]
            owed = admitted(found, {component}, wagers)
            payer = sorted(owed.payers)[choice % len(owed.payers)]
            amount = amount_taken(owed, choice)
            taken.append(Collected(component, wagers, payer, seat, player, amount))
    return [each for each in taken if each.amount > 0]


def places_of(
    component: str, hand: Hand, found: Worlds, pattern: Pattern
) -> list[tuple[frozenset[int] | None, str, str]]:
    """Return where a component is collected: for the hand, by seat and player, or by player alone."""
    mine = [unit for world in found for unit in world if unit.component == component]
    if not pattern.by_seat or any(unit.payer != "player" for unit in mine):
        return [(WHOLE_HAND, "", "")]
    wide = any(len({hand["wagers"][place]["seat"] for place in unit.wagers}) > 1 for unit in mine)
    together: dict[tuple[str, str], set[int]] = {}
    for place in sorted({place for unit in mine for place in unit.wagers}):
        wager = hand["wagers"][place]
        seat = "" if wide and wager["player"] else wager["seat"]
        together.setdefault((seat, wager["player"]), set()).add(place)
    return [
        (frozenset(places), hand["wagers"][min(places)]["seat"], player)
        for (_, player), places in together.items()
    ]


def amount_taken(owed: Admitted, choice: int) -> int:
    """Return what is taken: nothing, a cent beside what is admissible, or one of the amounts."""
    amounts = sorted(owed.amounts) or [100]
    if choice == NOTHING:
        return 0
    if choice == TOO_MUCH:
        return amounts[-1] + 1
    if choice == TOO_LITTLE:
        return max(amounts[0] - 1, 0)
    return amounts[choice % len(amounts)]

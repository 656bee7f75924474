"""What a hand owes in all worlds together: every amount that some defensible reading admits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from reference.charges import Unit, rows_of_the_count, units
from reference.paper import listed
from reference.readings import games_of, worlds
from reference.tiers import money

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from reference.charges import Hand
    from reference.paper import Paper, Schedule

Worlds = list[list[Unit]]
WHOLE_HAND = None


class Obligation(NamedTuple):
    """One fee owed for some wagers of a hand; for the hand itself where there are none."""

    component: str
    payers: frozenset[str]
    wagers: frozenset[int]
    amounts: frozenset[int]
    unsettled: bool


class Admitted(NamedTuple):
    """What the worlds admit for some wagers: from whom, in all, and in worlds that price it all.

    ``bases`` holds what picks the tier, where each world has just one fee for these wagers;
    ``units`` says how many each world has.
    """

    payers: frozenset[str]
    bases: frozenset[tuple[str, int | None]]
    amounts: frozenset[int]
    priced: frozenset[int]
    unsettled: bool
    units: tuple[int, ...]


def every_world(paper: Paper, hand: Hand, editions: Mapping[str, str]) -> Worlds:
    """Return what a hand owes, once for each defensible reading of each schedule that claims it."""
    return [
        units(world, row, hand)
        for schedule in claimants(paper, hand, editions)
        for world in worlds(schedule, hand["option"], hand["game"])
        for row in rows_of_the_count(world, hand)
    ]


def claimants(paper: Paper, hand: Hand, editions: Mapping[str, str]) -> list[Schedule]:
    """Return the schedules in force that print the option for the game.

    A hand that names its schedule has one. Else every schedule with an option of that name stays a
    reading; of its editions the pinned one counts, or else the last printed, which may stand in
    the place of schedules by other names.
    """
    latest: dict[str, str] = {}
    for cardroom, name, edition in paper:
        if cardroom == hand["cardroom"] and hand["schedule"] in ("", name):
            latest[name] = max(latest.get(name, "0"), edition, key=int)
    chosen = [
        paper[hand["cardroom"], name, editions.get(name, edition)]
        for name, edition in latest.items()
    ]
    gone = replaced(paper, hand["cardroom"]) - {hand["schedule"], *editions}
    return [
        each
        for each in chosen
        if each.name not in gone
        and hand["option"] in each.options
        and hand["game"] in games_of(each, hand["option"])
    ]


def replaced(paper: Paper, cardroom: str) -> set[str]:
    """Return the schedules of a cardroom in whose place others stand."""
    return {
        name
        for (room, _, _), schedule in paper.items()
        if room == cardroom
        for name in listed(schedule.body.get("replaces"))
    }


def obligations(found: Worlds) -> list[Obligation]:
    """Return what is owed, each fee at the finest grain that all readings share."""
    return [
        _obligation(component, wagers, found)
        for component in dict.fromkeys(unit.component for world in found for unit in world)
        for wagers in grains(
            unit.wagers for world in found for unit in world if unit.component == component
        )
    ]


def grains(covered: Iterable[frozenset[int]]) -> list[frozenset[int]]:
    """Return the smallest sets of wagers that no unit of any reading cuts through.

    One reading charges each bet, another a player's bets added up: the two can be compared for the
    player's bets together, not for each.
    """
    joined: list[frozenset[int]] = []
    for each in covered:
        touching = [one for one in joined if one & each or one == each]
        joined = [one for one in joined if one not in touching]
        joined.append(each.union(*touching))
    return sorted(joined, key=sorted)


def _obligation(component: str, wagers: frozenset[int], found: Worlds) -> Obligation:
    owed = admitted(found, {component}, wagers)
    return Obligation(component, owed.payers, wagers, owed.amounts, owed.unsettled)


def admitted(found: Worlds, components: Collection[str], wagers: frozenset[int] | None) -> Admitted:
    """Return what the readings admit for some wagers, or for the whole hand."""
    inside = [_inside(world, components, wagers) for world in found]
    every = [unit for world in inside for unit in world]
    whole = [world for world in inside if not any(unit.unsettled for unit in world)]
    single = all(len(world) == 1 for world in inside)
    return Admitted(
        frozenset(unit.payer for unit in every),
        frozenset((unit.basis, unit.basis_amount) for unit in every if single),
        frozenset(total for world in inside for total in totals(world)),
        frozenset(total for world in whole for total in totals(world)),
        any(unit.unsettled for unit in every),
        tuple(len(world) for world in inside),
    )


def _inside(
    world: list[Unit], components: Collection[str], wagers: frozenset[int] | None
) -> list[Unit]:
    return [
        unit
        for unit in world
        if unit.component in components
        and (
            wagers is WHOLE_HAND or unit.wagers == wagers or (unit.wagers and unit.wagers <= wagers)
        )
    ]


def totals(units_: list[Unit]) -> frozenset[int]:
    """Return every total that some units admit together; none where one of them has no fee."""
    found = frozenset({0})
    for unit in units_:
        found = frozenset(total + amount for total in found for amount in unit.amounts)
    return found


def shown(hand: Hand, found: Worlds) -> list[str]:
    """Return what is owed as lines for a person."""
    return [_shown(hand, each) for each in obligations(found)]


def _shown(hand: Hand, each: Obligation) -> str:
    wagers: list[Any] = [hand["wagers"][place] for place in sorted(each.wagers)]
    bets = ", ".join(f"{one['seat']}:{one['wager']}:{one['amount']}" for one in wagers)
    amounts = " or ".join(map(money, sorted(each.amounts)))
    gap = " (some reading prints no fee)" if each.unsettled else ""
    return f"{each.component} from {'/'.join(sorted(each.payers))} for {bets or 'the hand'}: {amounts}{gap}"

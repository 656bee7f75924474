"""The readings of an option: what it would say under each defensible view of the print."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING

from feeaudit.book.lookup import covers
from feeaudit.book.model import Charge

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.book.model import Anomaly, Game, Ladder, Option, Reading, Schedule, Term

_USUAL = {
    "player_dealer": ("hand", "player_dealer"),
    "pot": ("hand", "pot"),
    "ante": ("hand", "ante"),
    "button": ("hand", "button"),
    "no_flop": ("hand", "pot"),
    "jackpot": ("hand", "pot"),
    "time": ("period", "player"),
    "new_player": ("player", "player"),
}


@dataclass(frozen=True, slots=True)
class Plan:
    """An option under one reading: its ladders and its charges."""

    label: str
    option: Option
    charges: tuple[Charge, ...]
    no_opening_round: str

    @property
    def ladders(self) -> tuple[Ladder, ...]:
        """Return the ladders of the option."""
        return self.option.ladders

    def charge(self, component: str) -> Charge | None:
        """Return how a component is charged: as stated, else as is usual for it."""
        for charge in self.charges:
            if charge.component == component:
                return charge
        return usual_charge(component)


def usual_charge(component: str) -> Charge | None:
    """Return how a component is charged where nothing is said, if that goes without saying."""
    if component not in _USUAL:
        return None
    per, payer = _USUAL[component]
    return Charge(component, per, payer)


def plans(
    schedule: Schedule, option: Option, term: Term | None, game: Game, players: int | None
) -> Iterator[Plan]:
    """Yield the option as each combination of readings has it.

    Where options are one price list, the number of players picks the row, whichever was named.
    """
    names = next((band for band in term.bands if option.option in band), ()) if term else ()
    band = tuple(each for each in schedule.options if each.option in names) if names else ()
    concerned = [
        anomaly.readings
        for anomaly in (*schedule.anomalies, *game.anomalies)
        if anomaly.conclusion == "ambiguous"
        and (not anomaly.games or game.game in anomaly.games)
        and _touches(anomaly, option, band)
    ]
    for chosen in product(*concerned):
        changed = {each.option: each for reading in chosen for each in reading.options}
        label = [reading.reading.replace("_", " ") for reading in chosen if _changes(reading)]
        rows = _rows_for(_read(option, changed), [_read(each, changed) for each in band], players)
        for row in rows:
            picked = [f"option {row.option}"] if len(rows) > 1 else []
            yield Plan(
                label=" and ".join(label + picked),
                option=row,
                charges=_charges(term, chosen),
                no_opening_round=term.no_opening_round if term else "",
            )


def _rows_for(option: Option, band: list[Option], players: int | None) -> list[Option]:
    """Return the rows of a price list that are for a number of players: the named one if it is."""
    if players is None or not band or _is_for(option, players):
        return [option]
    return [each for each in band if _is_for(each, players)] or [option]


def _is_for(option: Option, players: int) -> bool:
    return any(
        covers(tier, players)
        for ladder in option.ladders
        if ladder.basis == "players"
        for tier in ladder.tiers
    )


def _touches(anomaly: Anomaly, option: Option, band: tuple[Option, ...]) -> bool:
    """Tell whether a reading changes this option, its price list or its terms."""
    names = {option.option, *(each.option for each in band)}
    return any(
        names.intersection(each.option for each in reading.options)
        or (reading.charges and (not anomaly.options or option.option in anomaly.options))
        for reading in anomaly.readings
    )


def _changes(reading: Reading) -> bool:
    return bool(reading.options or reading.charges)


def _read(option: Option, changed: dict[str, Option]) -> Option:
    """Return an option with the ladders that a reading gives it instead."""
    reading = changed.get(option.option)
    if reading is None:
        return option
    components = {ladder.component for ladder in reading.ladders}
    kept = tuple(ladder for ladder in option.ladders if ladder.component not in components)
    return replace(option, ladders=(*kept, *reading.ladders))


def _charges(term: Term | None, chosen: tuple[Reading, ...]) -> tuple[Charge, ...]:
    charges = {charge.component: charge for charge in term.charges} if term else {}
    for reading in chosen:
        for change in reading.charges:
            stated = charges.get(change.component) or usual_charge(change.component)
            charges[change.component] = (
                change
                if stated is None
                else replace(
                    stated,
                    per=change.per or stated.per,
                    payer=change.payer or stated.payer,
                    wagers=change.wagers or stated.wagers,
                    moments=change.moments or stated.moments,
                    count=change.count or stated.count,
                )
            )
    return tuple(charges.values())

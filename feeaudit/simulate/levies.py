"""Levies: how an option charges each fee, under every defensible reading of its schedule.

A simulated hand is priced under all readings, and kept only where they agree, so that a clean log
holds nothing that the print leaves open. This is worked out here from the book itself and not with
the audit, so that the audit can be tested against it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING, Final

from feeaudit.book.model import Charge
from feeaudit.simulate.steps import Steps, steps_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.book.model import Anomaly, Game, Ladder, Option, Reading, Schedule, Term

SLOT_GRAINS: Final = ("wager", "seat", "player")
# The components that the log's fees name by the same word; all others are base fees.
_FEES_BY_NAME: Final = ("bonus", "no_flop", "jackpot", "time", "new_player")
_LOGGED_PAYERS: Final = ("player", "player_dealer", "pot", "ante", "button")
_GOES_WITHOUT_SAYING: Final = {
    "player_dealer": ("hand", "player_dealer"),
    "pot": ("hand", "pot"),
    "ante": ("hand", "ante"),
    "button": ("hand", "button"),
    "no_flop": ("hand", "pot"),
    "jackpot": ("hand", "pot"),
    "time": ("period", "player"),
    "new_player": ("player", "player"),
}


class NotSimulable(Exception):  # noqa: N818 - it says what the option is
    """No clean hand of this option can be made; the message says why."""


@dataclass(frozen=True, slots=True, eq=False)
class Rate:
    """One reading of one fee: for what it is owed and how much."""

    per: str
    basis: str
    wagers: tuple[str, ...]
    steps: Steps

    def counts(self, wager: str) -> bool:
        """Tell whether a wager is charged, or added up."""
        return not self.wagers or wager in self.wagers


@dataclass(frozen=True, slots=True, eq=False)
class Levy:
    """One fee of an option: who pays it, when, and its rate by each reading, as printed first."""

    component: str
    payer: str
    moments: tuple[str, ...]
    admissible: frozenset[str]
    rates: tuple[Rate, ...]
    from_pot: int = 0
    shortfall: str = ""

    @property
    def printed(self) -> Rate:
        """Return the rate as printed."""
        return self.rates[0]

    @property
    def fee(self) -> str:
        """Return the log's word for what is paid."""
        return self.component if self.component in _FEES_BY_NAME else "base"

    @property
    def by_slot(self) -> bool:
        """Tell whether it is owed for single wagers, seats or players, not for the whole hand."""
        return self.printed.per in SLOT_GRAINS

    @property
    def free(self) -> bool:
        """Tell whether nothing is ever owed, however the schedule is read."""
        return all(rate.basis == "flat" and not rate.steps.fees.any() for rate in self.rates)


@dataclass(frozen=True, slots=True)
class _View:
    """An option as one combination of readings has it."""

    ladders: tuple[Ladder, ...]
    charges: dict[str, Charge]

    def charge(self, component: str) -> Charge | None:
        """Return how a component is charged: as stated, else as goes without saying."""
        return self.charges.get(component) or _usual(component)


def levies_of(schedule: Schedule, option: Option, term: Term, game: Game) -> tuple[Levy, ...]:
    """Return the fees of an option that can be more than nothing; raise NotSimulable if it must."""
    views = list(_views(schedule, option, term, game))
    keys = [(ladder.component, ladder.from_pot or 0) for ladder in views[0].ladders]
    levies = [_levy(views, component, from_pot) for component, from_pot in keys]
    return tuple(levy for levy in levies if not levy.free)


def periods_of(schedule: Schedule, option: Option, term: Term, game: Game) -> tuple[int, ...]:
    """Return how many minutes a period may last, as printed first; nothing without periods."""
    other = [
        reading.period
        for anomaly in (*schedule.anomalies, *game.anomalies)
        if _concerns(anomaly, schedule, option, term, game)
        for reading in anomaly.readings
    ]
    return tuple(dict.fromkeys(each for each in (term.period, *other) if each is not None))


def _levy(views: list[_View], component: str, from_pot: int) -> Levy:
    charges = [_stated(view, component) for view in views]
    printed = charges[0]
    rates = tuple(
        _rate(view, charge, component, from_pot)
        for view, charge in zip(views, charges, strict=True)
    )
    if len({rate.per in SLOT_GRAINS for rate in rates}) > 1:
        raise NotSimulable(f"its readings charge the {component} fee to different parties")
    if printed.payer not in _LOGGED_PAYERS:
        raise NotSimulable(f"the log has no word for a payer such as {printed.payer}")
    if printed.count == "after_flop":
        raise NotSimulable("a log does not say how many players were left after the flop")
    return Levy(
        component=component,
        payer=printed.payer,
        moments=printed.moments,
        admissible=frozenset(moment for charge in charges for moment in charge.moments),
        rates=rates,
        from_pot=from_pot,
        shortfall=printed.shortfall,
    )


def _stated(view: _View, component: str) -> Charge:
    charge = view.charge(component)
    if charge is None:
        raise NotSimulable(f"no printed terms say how its {component} fee is charged")
    return charge


def _rate(view: _View, charge: Charge, component: str, from_pot: int) -> Rate:
    for ladder in view.ladders:
        if (ladder.component, ladder.from_pot or 0) == (component, from_pot):
            steps = steps_of(ladder)
            if len(steps.fees) == 0:
                raise NotSimulable(f"no {component} fee of it can be read")
            return Rate(charge.per, ladder.basis, charge.wagers, steps)
    raise NotSimulable(f"one of its readings has no {component} fee")


def _views(schedule: Schedule, option: Option, term: Term, game: Game) -> Iterator[_View]:
    """Yield the option under every combination of the readings that change it."""
    anomalies = [
        anomaly
        for anomaly in (*schedule.anomalies, *game.anomalies)
        if _concerns(anomaly, schedule, option, term, game)
    ]
    for chosen in product(*(anomaly.readings for anomaly in anomalies)):
        yield _View(_ladders(option, chosen), _charges(term, chosen))


def _concerns(anomaly: Anomaly, schedule: Schedule, option: Option, term: Term, game: Game) -> bool:
    """Tell whether some reading of an anomaly changes the option, its price list or its terms."""
    if anomaly.conclusion != "ambiguous" or (anomaly.games and game.game not in anomaly.games):
        return False
    band = next((band for band in term.bands if option.option in band), ())
    known = {each.option for each in schedule.options}
    names = {option.option, *(name for name in band if name in known)}
    own = not anomaly.options or option.option in anomaly.options
    return any(
        names.intersection(each.option for each in reading.options)
        or (own and (reading.charges or reading.period is not None))
        for reading in anomaly.readings
    )


def _ladders(option: Option, chosen: tuple[Reading, ...]) -> tuple[Ladder, ...]:
    ladders = option.ladders
    for reading in chosen:
        for changed in reading.options:
            if changed.option == option.option:
                components = {ladder.component for ladder in changed.ladders}
                kept = (each for each in ladders if each.component not in components)
                ladders = (*kept, *changed.ladders)
    return ladders


def _charges(term: Term, chosen: tuple[Reading, ...]) -> dict[str, Charge]:
    charges = {charge.component: charge for charge in term.charges}
    for change in (change for reading in chosen for change in reading.charges):
        stated = charges.get(change.component) or _usual(change.component)
        if stated is not None:
            said = {
                name: value
                for name in ("per", "payer", "wagers", "moments", "count")
                if (value := getattr(change, name))
            }
            change = replace(stated, **said)  # noqa: PLW2901 - the change, completed
        charges[change.component] = change
    return charges


def _usual(component: str) -> Charge | None:
    found = _GOES_WITHOUT_SAYING.get(component)
    return Charge(component, *found) if found else None

"""The readings of an option: what it would charge under each defensible view of the print."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING, Any

from feeaudit.book.catalogue import option_name
from feeaudit.book.lookup import covers
from feeaudit.book.vocabulary import NOT_STATED
from feeaudit.rules.levies import levy_of, usual_charge

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.book.model import (
        Anomaly,
        Charge,
        Game,
        Ladder,
        Option,
        Reading,
        Schedule,
        Term,
    )
    from feeaudit.rules.levies import Levy


@dataclass(frozen=True, slots=True, eq=False)
class OptionReading:
    """An option under one reading of the print: its levies, as the ladders are printed.

    ``label`` names what sets the reading apart, blank for the only one. ``unstated`` are ladders of
    which nothing printed says how they are charged. ``reads`` are the anomalies by their ids, each
    with the reading of it that is followed here.
    """

    label: str
    schedule: Schedule
    option: Option
    levies: tuple[Levy, ...]
    unstated: tuple[Ladder, ...] = ()
    reads: tuple[tuple[str, str], ...] = ()

    def levies_of(self, component: str) -> tuple[Levy, ...]:
        """Return the levies of a component: none, one, or one for each stage."""
        return tuple(levy for levy in self.levies if levy.component == component)


def option_readings(  # noqa: PLR0913 - an option, and what picks its row and its limit
    schedule: Schedule,
    option: Option,
    term: Term | None,
    game: Game,
    players: int | None = None,
    *,
    called: str = "",
) -> Iterator[OptionReading]:
    """Yield the option as each combination of readings has it.

    Where options are one price list, the number of players picks the row, whichever was named. An
    option that serves several limits is ``called`` by one of them, and a reading may price only
    some.
    """
    called = called or option.option
    names = next((band for band in term.bands if option.option in band), ()) if term else ()
    band = tuple(each for each in schedule.options if each.option in names) if names else ()
    concerned = _concerned(schedule, option, game, band, called)
    for chosen in product(*(each.readings for each in concerned)):
        changed = {each.option: each for reading in chosen for each in reading.options}
        gone = [
            anomaly.component
            for anomaly, reading in zip(concerned, chosen, strict=True)
            if _is_unpriced(reading, option, game, called)
        ]
        reads = tuple(
            (anomaly.id, reading.reading)
            for anomaly, reading in zip(concerned, chosen, strict=True)
        )
        label = [
            reading.reading.replace("_", " ")
            for reading in chosen
            if _changes(reading) or _is_unpriced(reading, option, game, called)
        ]
        rows = _rows_for(_read(option, changed), [_read(each, changed) for each in band], players)
        for row in rows:
            picked = [f"option {row.option}"] if len(rows) > 1 else []
            # What a reading leaves without a fee has nothing that may be charged.
            kept = tuple(each for each in row.ladders if not {"", each.component} & set(gone))
            priced = replace(row, ladders=kept)
            read = _reading(" and ".join(label + picked), schedule, priced, term, chosen)
            yield replace(read, reads=reads)


def as_printed(schedule: Schedule, option: Option, term: Term | None) -> OptionReading:
    """Return an option as it stands in print, whatever is open about it."""
    return _reading("", schedule, option, term, ())


def _reading(
    label: str,
    schedule: Schedule,
    option: Option,
    term: Term | None,
    chosen: tuple[Reading, ...],
) -> OptionReading:
    charges = _charges(term, chosen)
    outcome = term.no_opening_round if term else ""
    levies, unstated = [], []
    for ladder in option.ladders:
        charge = charges.get(ladder.component) or usual_charge(ladder.component)
        if charge is None:
            unstated.append(ladder)
        else:
            levies.append(levy_of(ladder, charge, option, outcome))
    return OptionReading(label, schedule, option, tuple(levies), tuple(unstated))


def _concerned(
    schedule: Schedule, option: Option, game: Game, band: tuple[Option, ...], called: str
) -> list[Anomaly]:
    """Return the anomalies that leave open how this option, or its price list, is charged."""
    return [
        anomaly
        for anomaly in (*schedule.anomalies, *game.anomalies)
        if anomaly.conclusion == "ambiguous"
        and (not anomaly.games or game.game in anomaly.games)
        and (_touches(anomaly, option, band) or _unprices(anomaly, option, game, called))
    ]


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
        names.intersection(each.option for each in reading.options if each.ladders)
        or (reading.charges and (not anomaly.options or option.option in anomaly.options))
        for reading in anomaly.readings
    )


def _unprices(anomaly: Anomaly, option: Option, game: Game, called: str) -> bool:
    """Tell whether a reading leaves an option without a fee, for this game or this limit."""
    named = not anomaly.options or option.option in anomaly.options
    return named and any(_is_unpriced(each, option, game, called) for each in anomaly.readings)


def _is_unpriced(reading: Reading, option: Option, game: Game, called: str) -> bool:
    if reading.games and game.game not in reading.games:
        return True
    _, *limits = option.names
    named = [each for each in limits if option_name(each) == option_name(called)]
    return not {option.option, *(named or limits)}.isdisjoint(reading.unpriced)


def _changes(reading: Reading) -> bool:
    return bool(reading.charges) or any(each.ladders for each in reading.options)


def _read(option: Option, changed: dict[str, Option]) -> Option:
    """Return an option with the ladders that a reading gives it instead."""
    reading = changed.get(option.option)
    if reading is None:
        return option
    components = {ladder.component for ladder in reading.ladders}
    kept = tuple(ladder for ladder in option.ladders if ladder.component not in components)
    return replace(option, ladders=(*kept, *reading.ladders))


def _moments(change: Charge, stated: Charge) -> dict[str, Any]:
    """Return when a component is taken under a change, and the lines that say so."""
    if change.moments == NOT_STATED:
        return {"moments": (), "moment_lines": ()}
    said = change if change.moments else stated
    return {"moments": said.moments, "moment_lines": said.moment_lines}


def _charges(term: Term | None, chosen: tuple[Reading, ...]) -> dict[str, Charge]:
    """Return how the terms charge each component, with what the readings change."""
    charges = {charge.component: charge for charge in term.charges} if term else {}
    for change in (change for reading in chosen for change in reading.charges):
        stated = charges.get(change.component) or usual_charge(change.component)
        charges[change.component] = (
            change
            if stated is None
            else replace(
                stated,
                per=change.per or stated.per,
                payer=change.payer or stated.payer,
                wagers=change.wagers or stated.wagers,
                **_moments(change, stated),
                count=change.count or stated.count,
                antes=change.antes or stated.antes,
            )
        )
    return charges

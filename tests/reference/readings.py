"""The worlds of an option: one for every combination of the readings that the book lists."""

from __future__ import annotations

from itertools import product
from typing import Any, NamedTuple

from reference.paper import Fees, Schedule, listed, names_of
from reference.tiers import fee_of_yaml

COMPONENTS = (
    "player",
    "player_dealer",
    "bonus",
    "pot",
    "ante",
    "button",
    "no_flop",
    "jackpot",
    "time",
    "new_player",
)


class World(NamedTuple):
    """One way to read an option: its terms, how each component is charged, what its rows print.

    ``fees`` has the rows of its price list: the options among which the number of players picks;
    ``bare`` are rows and components that have no fee after all, a blank component for all.
    """

    term: dict[str, Any]
    charges: dict[str, dict[str, Any]]
    fees: Fees
    antes: dict[str, str]
    bare: frozenset[tuple[str, str]] = frozenset()

    def prices(self, row: str, component: str) -> bool:
        """Tell whether this world leaves a component of a row its fee."""
        return not {(row, ""), (row, component)} & self.bare


def worlds(schedule: Schedule, option: str, game: str) -> list[World]:
    """Return the option under each reading of each anomaly, in every combination."""
    term = term_of(schedule, option, game)
    rows = price_list(schedule, option, term)
    printed = World(
        term,
        {name: term[name] for name in COMPONENTS if name in term},
        {row: schedule.fees[row] for row in rows},
        {each["option"]: each.get("posted_ante", "") for each in schedule.body["options"]},
    )
    choices = [
        [without_fees(each, one, schedule, game) for one in each["readings"]]
        for each in anomalies(schedule, game)
        if touches(each, rows, schedule)
    ]
    return [changed(printed, chosen) for chosen in product(*choices)]


def without_fees(
    anomaly: dict[str, Any], reading: dict[str, Any], schedule: Schedule, game: str
) -> dict[str, Any]:
    """Return a reading with the options it leaves without a fee, and of which component."""
    limits = {limit for each in schedule.options for limit in each.split(";")}
    named = names_of(reading.get("unpriced"), (*schedule.options, *sorted(limits)))
    if "games" in reading and game not in listed(reading["games"]):
        named = frozenset(schedule.options)
    return reading | {"bare": named, "of": anomaly.get("component", "")}


def term_of(schedule: Schedule, option: str, game: str) -> dict[str, Any]:
    """Return the terms that cover an option for a game."""
    (found,) = [
        term
        for term in schedule.body["terms"]
        if option in names_of(term["options"], schedule.options) and plays(term, schedule, game)
    ]
    return dict(found)


def games_of(schedule: Schedule, option: str) -> list[str]:
    """Return the games of a schedule whose terms cover an option."""
    terms = [
        term
        for term in schedule.body["terms"]
        if option in names_of(term["options"], schedule.options)
    ]
    return [game for game in schedule.games if any(plays(term, schedule, game) for term in terms)]


def plays(entry: dict[str, Any], schedule: Schedule, game: str) -> bool:
    """Tell whether an entry of a schedule is for a game: one it names, or any where it names none."""
    return game in (listed(entry.get("games")) or schedule.games)


def price_list(schedule: Schedule, option: str, term: dict[str, Any]) -> list[str]:
    """Return the options among which the number of players picks; often just the one."""
    for band in listed(term.get("bands")):
        among = names_of(band, schedule.options)
        if option in among:
            return [name for name in schedule.options if name in among]
    return [option]


def anomalies(schedule: Schedule, game: str) -> list[dict[str, Any]]:
    """Return the ambiguous anomalies of a schedule and of the game, in the order of the files."""
    own = [each for each in listed(schedule.body.get("anomalies")) if plays(each, schedule, game)]
    of_game = listed(schedule.games_yaml[game].get("anomalies"))
    return [each for each in own + of_game if each["conclusion"] == "ambiguous"]


def touches(anomaly: dict[str, Any], rows: list[str], schedule: Schedule) -> bool:
    """Tell whether a reading changes a fee of these options or how it is charged."""
    mine = names_of(anomaly.get("options", "all"), schedule.options) & set(rows)
    return any(
        (mine and any(name in reading for name in (*COMPONENTS, "unpriced", "games")))
        or any(each["option"] in rows for each in listed(reading.get("options")))
        for reading in listed(anomaly.get("readings"))
    )


def changed(world: World, chosen: tuple[dict[str, Any], ...]) -> World:
    """Return a world with one reading of each anomaly taken up, one after the other."""
    charges = dict(world.charges)
    bare: set[tuple[str, str]] = set()
    fees = {option: dict(parts) for option, parts in world.fees.items()}
    for reading in chosen:
        bare |= {
            (option, reading["of"])
            for option in fees
            if reading["bare"] & {option, *option.split(";")}
        }
        for name in COMPONENTS:
            if name in reading:
                charges[name] = charges.get(name, {}) | reading[name]
        for each in listed(reading.get("options")):
            fees.get(each["option"], {}).update(
                {name: (fee_of_yaml(each[name]),) for name in COMPONENTS if name in each}
            )
    return world._replace(charges=charges, fees=fees, bare=frozenset(bare))

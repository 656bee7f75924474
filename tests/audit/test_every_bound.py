"""Every flat fee, and every bound of every tier with one cent to each side, against the exported rows.

The expectation is worked out here from the CSV alone, with Decimal and the rules of the design,
sharing no code with the engine: tiers are inclusive, an amount between two neighbouring whole-dollar
tiers admits both fees, any other amount outside the tiers has none.
"""

from __future__ import annotations

import csv
import io
import json
from collections import defaultdict
from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import pytest

from feeaudit.book.catalogue import term_of
from feeaudit.book.export import as_csv, rows
from feeaudit.book.folders import cardroom_names
from feeaudit.book.load import read_book
from feeaudit.resources import folder
from feeaudit.rules.quote.hand import hand_from_json
from feeaudit.rules.quote.owed import owed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.book.model import Anomaly, Cardroom, Game, Option, Schedule

pytestmark = pytest.mark.slow

CENT = Decimal("0.01")
ORDINARY_BET = Decimal(20)
ORDINARY_TABLE = 6
CARDROOMS = cardroom_names(folder("schedules"))

Tier = tuple[Decimal | None, Decimal | None, Decimal | None]


class Ladder(NamedTuple):
    """One exported ladder: which it is, and its tiers as decimals."""

    schedule: str
    edition: str
    option: str
    component: str
    basis: str
    stage: str
    tiers: tuple[Tier, ...]


def number(text: str) -> Decimal | None:
    return Decimal(text) if text else None


def exported(cardroom: Cardroom) -> list[Ladder]:
    """Return the ladders of a cardroom as its CSV tells them."""
    groups: dict[tuple[str, str, str, str, str, str], list[Tier]] = defaultdict(list)
    for row in csv.DictReader(io.StringIO(as_csv(rows([cardroom])))):
        stage = row["note"] if row["component"] == "jackpot" else ""
        key = (
            row["schedule"],
            row["edition"],
            row["option"],
            row["component"],
            row["basis"],
            stage,
        )
        groups[key].append((number(row["low"]), number(row["high"]), number(row["fee"])))
    return [Ladder(*key, tuple(tiers)) for key, tiers in groups.items()]


def expected(ladder: Ladder, amount: Decimal) -> set[Decimal]:
    """Return the admissible fees by the printed tiers alone."""
    step = Decimal(1)
    inside = [
        fee
        for low, high, fee in ladder.tiers
        if (low is None or low <= amount) and (high is None or amount <= high)
    ]
    if not inside:
        below = [(high, fee) for _, high, fee in ladder.tiers if high is not None and high < amount]
        above = [(low, fee) for low, _, fee in ladder.tiers if low is not None and low > amount]
        if below and above:
            lower = max(below, key=lambda pair: pair[0])
            upper = min(above, key=lambda pair: pair[0])
            if upper[0] - lower[0] == step:
                inside = [lower[1], upper[1]]
    return {fee for fee in inside if fee is not None}


def amounts(ladder: Ladder) -> list[Decimal]:
    bounds = {bound for low, high, _ in ladder.tiers for bound in (low, high) if bound is not None}
    if not bounds:
        return [ORDINARY_BET]
    if ladder.basis == "players":
        return sorted(
            {count for bound in bounds for count in (bound - 1, bound, bound + 1) if count >= 1}
        )
    return sorted(
        {amount for bound in bounds for amount in (bound - CENT, bound, bound + CENT) if amount > 0}
    )


def hand_for(
    cardroom: Cardroom, schedule: Schedule, option: Option, ladder: Ladder, amount: Decimal
) -> str:
    """Return a hand in which the ladder meets just that amount."""
    bound = [
        name for term in schedule.terms if option.option in term.options for name in term.games
    ]
    game = next(game for game in cardroom.games if game.game == [*bound, *schedule.games][0])
    hand = {
        "cardroom": cardroom.cardroom,
        "game": game.game,
        "option": option.option,
        "schedule": schedule.schedule,
        "edition": schedule.edition,
        "opening_round": "no" if ladder.component == "no_flop" else "yes",
        "pot": 1_000_000,
    }
    if ladder.basis == "players":
        return json.dumps(hand | {"players": int(amount), "players_after_flop": int(amount)})
    if game.kind == "poker":
        return json.dumps(hand | {"players": players_of(option)})
    wager = counted_wager(schedule, option, game, ladder.component)
    return json.dumps(hand | {"wagers": [{"seat": 1, "wager": wager, "amount": str(amount)}]})


def players_of(option: Option) -> int:
    """Return a number of players that the option is for: options of a price list are for few."""
    tiers = [tier for each in option.ladders if each.basis == "players" for tier in each.tiers]
    return next((tier.low or tier.high or ORDINARY_TABLE for tier in tiers), ORDINARY_TABLE)


def counted_wager(schedule: Schedule, option: Option, game: Game, component: str) -> str:
    """Return a wager that the component is charged on, or the base where it asks for none."""
    term = term_of(schedule, option, game)
    charges = [each for each in term.charges if each.component == component] if term else []
    kinds = [kind for charge in charges for kind in charge.wagers if game.wager(kind)]
    return [*kinds, *(wager.wager for wager in game.wagers if wager.role == "base")][0]


def has_readings(schedule: Schedule, option: Option, cardroom: Cardroom) -> bool:
    """Tell whether an ambiguous reading may add amounts to what is printed."""
    games = [game for game in cardroom.games if game.game in schedule.games]
    anomalies: list[Anomaly] = [*schedule.anomalies, *(a for game in games for a in game.anomalies)]
    return any(
        anomaly.conclusion == "ambiguous"
        and (not anomaly.options or option.option in anomaly.options)
        and any(
            reading.options or reading.charges or reading.unpriced or reading.games
            for reading in anomaly.readings
        )
        for anomaly in anomalies
    )


def in_a_price_list(schedule: Schedule, option: Option) -> bool:
    return any(option.option in band for term in schedule.terms for band in term.bands)


def cases(cardroom: Cardroom) -> Iterator[tuple[str, str, set[Decimal], bool]]:
    """Yield components and hands with the fees expected, and whether no others may be quoted."""
    schedules = {(each.schedule, each.edition): each for each in cardroom.schedules}
    for ladder in exported(cardroom):
        schedule = schedules[ladder.schedule, ladder.edition]
        option = next(each for each in schedule.options if each.option == ladder.option)
        exact = not has_readings(schedule, option, cardroom) and not ladder.stage
        for amount in amounts(ladder):
            fees = expected(ladder, amount)
            if not fees and ladder.basis == "players" and in_a_price_list(schedule, option):
                continue  # a neighbouring option of the price list answers
            hand = hand_for(cardroom, schedule, option, ladder, amount)
            yield ladder.component, hand, fees, exact


@pytest.mark.parametrize("name", CARDROOMS)
def test_every_fee_and_bound_quotes_what_the_exported_rows_say(name: str) -> None:
    book = read_book(folder("schedules"), [name])
    # Ladders of one option share bounds, and so hands: each hand is quoted once.
    quote = cache(lambda text: owed(book, hand_from_json(text)))
    wrong = []
    tried = 0
    for component, text, fees, exact in cases(book.cardrooms[0]):
        result = quote(text)
        quoted = {
            Decimal(amount) / 100
            for each in result.obligations
            if each.component == component
            for amount in each.amounts
        }
        tried += 1
        if quoted != fees if exact else not fees <= quoted:
            wrong.append((text, fees, quoted))
    assert tried > 100
    assert wrong == []

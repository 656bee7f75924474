"""Simulated logs for tests: records by hand, the hand as quoted, what is printed and kept to."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from feeaudit.book.catalogue import (
    editions_in_force,
    find_cardroom,
    find_game,
    option_of,
    schedules_of,
    term_of,
)
from feeaudit.rules.quote.hand import Bet, Hand

if TYPE_CHECKING:
    from feeaudit.book.model import Book, Game, LimitRule, Multiple, Option, Term
    from feeaudit.intake.log import Log

Row = dict[str, Any]
# More seats than any table has, to count on from the last to the first.
ROUND = 20


def by_hand(log: Log, table: str) -> dict[str, list[Row]]:
    """Return the records of a table by the hand they belong to."""
    found: dict[str, list[Row]] = defaultdict(list)
    for row in log.table(table).to_pylist():
        found[row["hand_id"]].append(row)
    return found


def printed(book: Book, row: Row) -> tuple[Game, Option, Term]:
    """Return game, option and terms of a record that names cardroom, game and option."""
    cardroom = find_cardroom(book, row["cardroom"])
    game = find_game(cardroom, row["game"])
    for schedule in editions_in_force(schedules_of(cardroom, game)):
        option = option_of(schedule, row["option"])
        term = term_of(schedule, option, game) if option else None
        if option and term:
            return game, option, term
    raise AssertionError(row)


def as_stated(row: Row, wagers: list[Row]) -> Hand:
    """Return a hand of the log as a person would quote it."""
    poker = row["player_dealer"] is None
    return Hand(
        cardroom=row["cardroom"],
        game=row["game"],
        option=row["option"],
        players=row["players"],
        opening_round=row["opening_round"],
        pot=sum(each["amount"] for each in wagers) if poker and wagers else None,
        player_dealer_seat=row["player_dealer_seat"] or "",
        wagers=tuple(
            Bet(each["seat"], each["wager"], each["amount"], each["player"]) for each in wagers
        ),
    )


def table_limits(option: Option, term: Term) -> tuple[int, int]:
    """Return the lowest minimum and the highest maximum that a table may be run at."""
    if term.table_limit and term.table_limit.minimum and term.table_limit.maximum:
        low, high = term.table_limit.minimum.low, term.table_limit.maximum.high
    else:
        low = option.limit.low if option.limit else None
        high = option.limit.high if option.limit else None
    return low or 0, high or 10**9


def keeps(rule: LimitRule, slot: dict[str, int], low: int, high: int) -> bool:
    """Tell whether one bettor's wagers keep to one printed rule."""
    placed = [each for each in rule.wagers if each in slot]
    if not placed:
        return True
    amounts = (
        [sum(slot[each] for each in placed)] if rule.total else [slot[each] for each in placed]
    )

    def share(of: Multiple) -> int:
        largest = max(slot.get(each, 0) for each in of.wagers)
        return (high if of.wager == "table" else largest) * of.percent // 100

    fits = all(
        (rule.minimum is None or amount >= rule.minimum)
        and (rule.maximum is None or amount <= rule.maximum)
        and (not rule.within_table or low <= amount <= high)
        and (rule.at_most is None or amount <= share(rule.at_most))
        and (rule.at_least is None or amount >= share(rule.at_least))
        and (rule.step is None or amount % rule.step == 0)
        and (not rule.equals or amount in map(share, rule.equals))
        for amount in amounts
    )
    return fits and all(any(each in slot for each in group) for group in rule.needs)

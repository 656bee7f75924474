"""The columns agree with the plain reading: every option of the book, on made-up hands.

Each hand is worked out twice: at once with all others by the fees frame, and by itself by `owed`.
"""

from __future__ import annotations

import json
import random
from collections import defaultdict
from typing import TYPE_CHECKING, Any

import pytest
from support.casebook import log_of

from feeaudit.audit.case import Case
from feeaudit.audit.fees import fees_of
from feeaudit.book.catalogue import editions_in_force
from feeaudit.book.folders import cardroom_names
from feeaudit.book.load import read_book
from feeaudit.resources import folder
from feeaudit.rules.configuration.model import Config
from feeaudit.rules.in_force import Resolver
from feeaudit.rules.quote.hand import hand_from_json
from feeaudit.rules.quote.owed import owed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.book.model import Book, Cardroom, Wager

FEE_OF = {"bonus": "bonus", "no_flop": "no_flop", "jackpot": "jackpot"}


def hands(cardroom: Cardroom, each: int, seed: int) -> Iterator[dict[str, Any]]:
    """Yield hands of every option in force: some seats, some of the game's wagers, odd amounts."""
    dice = random.Random(seed)  # noqa: S311 - cases, not secrets
    for game in cardroom.games:
        schedules = [s for s in cardroom.schedules if game.game in s.games and s.printed]
        for schedule in editions_in_force(schedules):
            for option in schedule.options:
                for _ in range(each):
                    players = dice.randint(2, 10)
                    yield {
                        "cardroom": cardroom.cardroom,
                        "game": game.game,
                        "option": f"{schedule.schedule}/{option.option}",
                        "players": players,
                        "players_after_flop": dice.randint(1, players),
                        "opening_round": dice.choice(["yes", "no"]),
                        "player_dealer_seat": "9",
                        "wagers": wagers(dice, game.wagers),
                    }


def in_force(book: Book, drawn: Iterator[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the hands whose option is approved for the game: no later table has replaced it."""
    resolver = Resolver(book, Config())
    for hand in drawn:
        known = resolver.context(hand["cardroom"], hand["game"], hand["option"], None)
        if not known.kind:
            yield hand


def wagers(dice: random.Random, kinds: tuple[Wager, ...]) -> dict[str, dict[str, float]]:
    placed: dict[str, dict[str, float]] = {}
    for seat in dice.sample(range(1, 9), dice.randint(1, 4)):
        drawn = dice.sample(kinds, dice.randint(1, len(kinds)))
        # What may be withdrawn everybody has placed.
        chosen = [each.wager for each in kinds if each in drawn or each.withdrawn]
        placed[str(seat)] = {
            kind: dice.choice([5, 10, 25, 50, 99.5, 100, 101, 200, 300, 500, 1000, 2001])
            for kind in chosen
        }
    return placed


def by_itself(book: Book, hand: dict[str, Any]) -> dict[tuple[str, str], tuple[set[int], bool]]:
    """Return the admissible totals of a hand by payer and fee, and whether some fee has none."""
    schedule, _, option = hand["option"].rpartition("/")
    bets = [
        {"seat": seat, "wager": kind, "amount": str(amount)}
        for seat, kinds in hand["wagers"].items()
        for kind, amount in kinds.items()
    ]
    pot = sum(float(bet["amount"]) for bet in bets)
    facts = {**hand, "option": option, "schedule": schedule, "wagers": bets, "pot": f"{pot:.2f}"}
    del facts["table"]
    totals: dict[tuple[str, str], tuple[set[int], bool]] = defaultdict(lambda: ({0}, False))
    for each in owed(book, hand_from_json(json.dumps(facts))).obligations:
        if each.component in {"time", "new_player"}:
            continue
        key = (each.payers[0], FEE_OF.get(each.component, "base"))
        sums, unpriced = totals[key]
        choices = each.amounts or (0,)
        totals[key] = ({a + b for a in sums for b in choices}, unpriced or each.unpriced)
    return totals


def at_once(case: Case) -> dict[int, dict[tuple[str, str], tuple[int, int, bool]]]:
    """Return least and most owed by hand, payer and fee, and whether some fee has no price."""
    fees = fees_of(case)
    assert fees.tested.all()
    frame = fees.of_hands(case.every_hand)
    frame = frame.assign(payer=frame["payer"].astype(str), fee=frame["fee"].astype(str))
    grouped = frame.groupby(["hand", "payer", "fee"])[["owed", "owed_most", "unpriced"]].sum()
    found: dict[int, dict[tuple[str, str], tuple[int, int, bool]]] = defaultdict(dict)
    for (hand, payer, fee), row in grouped.iterrows():
        found[hand][payer, fee] = (row["owed"], row["owed_most"], bool(row["unpriced"]))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", cardroom_names(folder("schedules")))
def test_columns_and_plain_reading_agree_on_every_option(name: str) -> None:
    book = read_book(folder("schedules"), [name])
    # Each at a table of its own: a table that changes games opens new ones, some of them free.
    made = enumerate(in_force(book, hands(book.cardrooms[0], each=2, seed=7)))
    played = [hand | {"table": str(number)} for number, hand in made]
    assert len(played) > 100
    found = at_once(Case(log_of({"hands": played, "tables": ["collections"]}), book))
    wrong = []
    for number, hand in enumerate(played):
        expected = by_itself(book, hand)
        for key in set(expected) | set(found[number]):
            sums, unpriced = expected.get(key, ({0}, False))
            low, high, odd = found[number].get(key, (0, 0, False))
            if unpriced != odd or (not odd and (min(sums), max(sums)) != (low, high)):
                wrong.append((hand, key, sorted(sums), unpriced, low, high, odd))
    assert wrong == []

"""Planters by hand: each violation is there as it says, nowhere twice, and nothing else is wrong."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import groupby
from typing import TYPE_CHECKING

import pytest
from support.simulated import Row, as_stated, by_hand, printed

from feeaudit.rules.quote.owed import owed
from feeaudit.simulate import PLANTERS, simulate

if TYPE_CHECKING:
    from collections.abc import Callable

    from feeaudit.book.model import Book, Game, Option, Term
    from feeaudit.rules.quote.obligation import Obligation
    from feeaudit.simulate import Simulation

pytestmark = pytest.mark.slow

EACH = 3


@dataclass(frozen=True)
class Night:
    """A simulated night with every violation, laid out for looking things up."""

    book: Book
    simulation: Simulation
    hands: dict[str, Row]
    order: list[Row]
    wagers: dict[str, list[Row]]
    fees: dict[str, list[Row]]
    offers: dict[str, list[Row]]
    tables: dict[str, list[Row]] = field(default_factory=dict)

    def rows(self, table: str) -> list[Row]:
        """Return the records of a table."""
        if table not in self.tables:
            self.tables[table] = self.simulation.log.table(table).to_pylist()
        return self.tables[table]

    def planted(self, check: str) -> list[Row]:
        """Return what was planted for a check."""
        return [row for row in self.simulation.planted.to_pylist() if row["check"] == check]

    def at(self, hand: Row) -> list[Row]:
        """Return all hands of a hand's table in their order."""
        key = ("cardroom", "table")
        return [row for row in self.order if all(row[name] == hand[name] for name in key)]

    def printed(self, hand: Row) -> tuple[Game, Option, Term]:
        """Return the game, option and terms of a hand."""
        return printed(self.book, hand)

    def obligations(self, hand: Row) -> list[Obligation]:
        """Return what a hand owes."""
        per_hand = owed(self.book, as_stated(hand, self.wagers[hand["hand_id"]])).obligations
        return [each for each in per_hand if each.component not in {"time", "new_player"}]

    def owed(self, hand: Row) -> int:
        """Return what a hand owes altogether."""
        return sum(each.amounts[0] for each in self.obligations(hand))

    def taken(self, hand: Row) -> int:
        """Return what was taken on a hand altogether."""
        fees = self.fees[hand["hand_id"]]
        return sum(row["amount"] for row in fees if row["fee"] not in {"time", "new_player"})

    def seated(self, hand: Row) -> list[Row]:
        """Return the records of who sat at the table as a hand started."""
        return [
            row
            for row in self.rows("seats")
            if (row["cardroom"], row["table"]) == (hand["cardroom"], hand["table"])
            and row["from"] <= hand["started_at"] < row["to"]
        ]

    def bets_at(self, planted: Row) -> list[dict[str, int]]:
        """Return the wagers of each bettor on the seat that was planted on."""
        bettors: dict[str, dict[str, int]] = defaultdict(dict)
        for row in self.wagers[planted["hand_id"]]:
            if row["seat"] == planted["seat"]:
                bettors[row["player"]][row["wager"]] = row["amount"]
        return list(bettors.values())

    def amounts_at(self, planted: Row) -> list[int]:
        """Return the wagers on that seat of the kind that was planted on."""
        kind = planted["what"].split()[0]
        return [bets[kind] for bets in self.bets_at(planted) if kind in bets]


@pytest.fixture(scope="module")
def night(book: Book) -> Night:
    """A night with a few of every violation."""
    simulation = simulate(book, hands=12_000, seed=8, plant=dict.fromkeys(PLANTERS, EACH))
    order = simulation.log.hands.to_pylist()
    return Night(
        book=book,
        simulation=simulation,
        hands={row["hand_id"]: row for row in order},
        order=order,
        wagers=by_hand(simulation.log, "wagers"),
        fees=by_hand(simulation.log, "collections"),
        offers=by_hand(simulation.log, "offers"),
    )


def test_every_planter_says_which_check_it_violates() -> None:
    assert PLANTERS.keys() == SEEN.keys()
    assert all(check in (planter.__doc__ or "") for check, planter in PLANTERS.items())


def test_a_log_of_all_games_has_room_for_every_violation(night: Night) -> None:
    assert night.simulation.shortfalls == ()


def test_no_hand_is_planted_on_twice(night: Night) -> None:
    ids = [row["hand_id"] for row in night.simulation.planted.to_pylist() if row["hand_id"]]
    assert len(set(ids)) == len(ids)


def test_planted_names_hands_tables_and_what_was_done(night: Night) -> None:
    table = night.simulation.planted
    names = ["hand_id", "cardroom", "table", "check", "what", "seat", "amount_cents"]
    assert table.column_names == [*names, "player", "plant"]
    for row in table.to_pylist():
        assert row["what"]
        if row["hand_id"]:
            hand = night.hands[row["hand_id"]]
            assert (hand["cardroom"], hand["table"]) == (row["cardroom"], row["table"])


def test_hands_that_were_not_planted_on_owe_exactly_what_was_taken(night: Night) -> None:
    touched = {row["hand_id"] for row in night.simulation.planted.to_pylist()}
    clean = [row for row in night.order if row["hand_id"] not in touched][::40]
    assert len(clean) > 200
    for hand in clean:
        assert night.taken(hand) == night.owed(hand), hand


def over(night: Night, planted: Row) -> bool:
    hand = night.hands[planted["hand_id"]]
    return bool(night.taken(hand) - night.owed(hand) == planted["amount_cents"] > 0)


def under(night: Night, planted: Row) -> bool:
    hand = night.hands[planted["hand_id"]]
    return bool(night.taken(hand) - night.owed(hand) == planted["amount_cents"] < 0)


def missing(night: Night, planted: Row) -> bool:
    return under(night, planted) and "not taken" in planted["what"]


def undue(night: Night, planted: Row) -> bool:
    fees = night.fees[planted["hand_id"]]
    paid = [row for row in fees if row["payer"] == "player"]
    owing = [
        each for each in night.obligations(night.hands[planted["hand_id"]]) if any(each.amounts)
    ]
    return len(paid) == 1 and all("player" not in each.payers for each in owing)


def moment(night: Night, planted: Row) -> bool:
    hand = night.hands[planted["hand_id"]]
    allowed = {each for one in night.obligations(hand) for each in one.moments}
    logged = {row["moment"] for row in night.fees[planted["hand_id"]]} - {None}
    return bool(logged - allowed) and night.taken(hand) == night.owed(hand)


def waiver(night: Night, planted: Row) -> bool:
    waived = [row for row in night.fees[planted["hand_id"]] if row["waived"]]
    return len(waived) == 1 and waived[0]["amount"] == 0 and under(night, planted)


def jackpot(night: Night, planted: Row) -> bool:
    hand = night.hands[planted["hand_id"]]
    taken = sum(row["amount"] for row in night.fees[planted["hand_id"]] if row["fee"] == "jackpot")
    owing = sum(e.amounts[0] for e in night.obligations(hand) if e.component == "jackpot")
    return bool(taken == owing + 100)


def percent(night: Night, planted: Row) -> bool:
    """Look whether every fee is the share of its payer's wagers, to the cent or the dollar."""
    payer, _, rate = planted["what"].split()[:3]
    _, _, term = night.printed(night.hands[planted["hand_id"]])
    (charge,) = [each for each in term.charges if each.component == payer]
    wagers = [
        row
        for row in night.wagers[planted["hand_id"]]
        if not charge.wagers or row["wager"] in charge.wagers
    ]
    fees = [row for row in night.fees[planted["hand_id"]] if row["payer"] == payer]
    for fee in fees:
        mine = [row for row in wagers if payer == "player_dealer" or same(row, fee)]
        share = sum(row["amount"] for row in mine) * int(rate) // 100
        if fee["amount"] not in {share, -(-share // 100) * 100}:
            return False
    return bool(fees)


def same(wager: Row, fee: Row) -> bool:
    return (wager["seat"], wager["player"]) == (fee["seat"], fee["player"])


def rates(night: Night, planted: Row) -> bool:
    hand = night.hands[planted["hand_id"]]
    same = [row for row in night.at(hand) if row["option"] == hand["option"]]
    amounts = {
        fee["amount"]
        for row in same
        for fee in night.fees[row["hand_id"]]
        if fee["fee"] != "jackpot"
    }
    return len(amounts) > 3 and night.taken(hand) != night.owed(hand)


def fits_another(night: Night, planted: Row) -> bool:
    hand = night.hands[planted["hand_id"]]
    rows = [r for r in night.planted("OPT-FITS") if r["table"] == planted["table"]]
    stretch = [r for r in rows if r["cardroom"] == planted["cardroom"]]
    wrong = [
        r
        for r in stretch
        if night.taken(night.hands[r["hand_id"]]) != night.owed(night.hands[r["hand_id"]])
    ]
    return hand["option"] not in planted["what"].split()[3:4] and 2 * len(wrong) > len(stretch)


def window(night: Night, planted: Row) -> bool:
    rows = [
        night.hands[row["hand_id"]]
        for row in night.planted("ROT-WINDOW")
        if (row["cardroom"], row["table"]) == (planted["cardroom"], planted["table"])
    ]
    first = min(row["started_at"] for row in rows)
    hour = [row for row in rows if row["started_at"] <= first + timedelta(minutes=60)]
    others = set()
    for hand in hour[::3]:
        roles = {row["player"]: row["role"] for row in night.seated(hand)}
        others |= {hand["player_dealer"]} if roles[hand["player_dealer"]] == "patron" else set()
    return len(others) <= 1


def box(night: Night, planted: Row) -> bool:
    fees = sum(
        row["amount"]
        for hand in night.hands.values()
        if (hand["cardroom"], hand["table"]) == (planted["cardroom"], planted["table"])
        for row in night.fees[hand["hand_id"]]
    )
    fees += sum(
        row["amount"]
        for row in night.fees[None]  # type: ignore[index]
        if (row["cardroom"], row["table"]) == (planted["cardroom"], planted["table"])
    )
    counted = sum(
        row["amount"]
        for row in night.rows("counts")
        if (row["cardroom"], row["table"]) == (planted["cardroom"], planted["table"])
    )
    return bool(counted - fees == planted["amount_cents"])


SEEN: dict[str, Callable[[Night, Row], bool]] = {
    "FEE-OVER": over,
    "FEE-UNDER": under,
    "FEE-MISSING": missing,
    "FEE-UNDUE": undue,
    "FEE-MOMENT": moment,
    "FEE-WAIVER": waiver,
    "FEE-JACKPOT": jackpot,
    "FEE-PERCENT": percent,
    "OPT-RATES": rates,
    "OPT-FITS": fits_another,
    "ROT-WINDOW": window,
    "DROP-MATCH": box,
}


@pytest.mark.parametrize("check", SEEN)
def test_what_was_planted_is_there(night: Night, check: str) -> None:
    planted = night.planted(check)
    assert len(planted) >= EACH
    for row in planted[:30]:
        assert SEEN[check](night, row), row


# These are about a table or a stretch of hands.
OF_SEVERAL_HANDS = {"FEE-PERCENT", "OPT-RATES", "OPT-FITS", "ROT-WINDOW", "DROP-MATCH"}


@pytest.mark.parametrize("check", [each for each in SEEN if each not in OF_SEVERAL_HANDS])
def test_what_was_planted_is_not_on_the_hands_beside_it(night: Night, check: str) -> None:
    touched = {row["hand_id"] for row in night.simulation.planted.to_pylist()}
    tested = 0
    for row in night.planted(check):
        # Three hands before it and one after it are looked at to tell whose turn a hand is.
        table = night.at(night.hands[row["hand_id"]])[3:-1]
        for hand in [each for each in table if each["hand_id"] not in touched][::7]:
            seats = {bet["seat"] for bet in night.wagers[hand["hand_id"]]} or {row["seat"]}
            seat = row["seat"] if row["seat"] in seats else min(seats)
            beside = row | {"hand_id": hand["hand_id"], "seat": seat}
            assert not SEEN[check](night, beside), beside
            tested += 1
    assert tested > 30


def test_what_comes_with_a_violation_names_hands_of_its_own(night: Night) -> None:
    planted = {
        (row["check"], row["plant"], row["cardroom"], row["table"])
        for row in night.simulation.planted.to_pylist()
    }
    companions = night.simulation.companions.to_pylist()
    assert {row["check"] for row in companions} >= {"FEE-OVER", "FEE-UNDER"}
    for row in companions:
        assert (row["comes_with"], row["plant"], row["cardroom"], row["table"]) in planted


def test_boxes_match_what_was_collected_where_nothing_was_done_to_them(night: Night) -> None:
    wrong = {(row["cardroom"], row["table"]) for row in night.planted("DROP-MATCH")}
    for key, rows in groupby(night.order, key=lambda row: (row["cardroom"], row["table"])):
        hand = next(iter(rows))
        same = {"cardroom": hand["cardroom"], "table": hand["table"], "amount_cents": 0}
        assert box(night, same) == (key not in wrong)

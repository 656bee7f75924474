"""Planting: each violation is there as its planter says, nowhere twice, and nothing else is wrong."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

import pytest
from support.simulated import ROUND, Row, as_stated, by_hand, keeps, printed, table_limits

from feeaudit.core.money import dollars
from feeaudit.rules.quote.owed import owed
from feeaudit.simulate import PLANTERS, simulate

if TYPE_CHECKING:
    from collections.abc import Callable

    from feeaudit.book.model import Book, Game, LimitRule, Option, Term
    from feeaudit.rules.quote.obligation import Obligation
    from feeaudit.simulate import Simulation

EACH = 3
CATALOGUE = [
    *("FEE-OVER", "FEE-UNDER", "FEE-MISSING", "FEE-UNDUE", "FEE-MOMENT", "FEE-WAIVER"),
    *("FEE-TIME", "FEE-JACKPOT", "FEE-PERCENT", "FEE-UNSETTLED"),
    *("OPT-UNKNOWN", "OPT-MIXED", "OPT-RATES", "OPT-LIMIT", "OPT-FITS"),
    *("LIM-LOW", "LIM-HIGH", "LIM-BONUS", "LIM-TOTAL", "LIM-INCREMENT", "LIM-RELATION"),
    *("ROT-TURNS", "ROT-OFFER", "ROT-ORDER", "ROT-INTERVENE", "ROT-BROKEN", "ROT-ELIGIBLE"),
    *("ROT-HOUSE", "ROT-WINDOW", "TPP-ONE", "PAY-EXCESS", "PAY-UNCOVERED", "PAY-ORDER"),
    *("DROP-MATCH", "LOG-SEQUENCE", "LOG-TIME", "LOG-DUPLICATE", "LOG-ORPHAN", "LOG-VALUE"),
]


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
        rows = [row for row in self.wagers[hand["hand_id"]] if row["wager"] != "unheard_of"]
        per_hand = owed(self.book, as_stated(hand, rows)).obligations
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
    simulation = simulate(book, hands=12_000, seed=8, plant=dict.fromkeys(CATALOGUE, EACH))
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


def test_every_check_of_the_catalogue_has_its_planter() -> None:
    assert sorted(PLANTERS) == sorted(CATALOGUE)
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
        if row["check"] == "LOG-ORPHAN":
            assert row["hand_id"] not in night.hands
        elif row["hand_id"]:
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


def by_period(night: Night, planted: Row) -> bool:
    """Look at the player's payments beside the half hours of their stay."""
    paid = [row for row in night.rows("collections") if row["player"] == planted["player"]]
    stays = [row for row in night.rows("seats") if row["player"] == planted["player"]]
    minutes = (max(r["to"] for r in stays) - min(r["from"] for r in stays)) / timedelta(minutes=1)
    times = sorted(row["taken_at"] for row in paid)
    between = [after - before for before, after in pairwise(times)]
    what = planted["what"]
    if "joining between periods not taken" in what:
        return not any(row["fee"] == "new_player" for row in paid)
    if "between two periods" in what:
        return any(gap >= timedelta(minutes=60) for gap in between)
    if "never" in what:
        return bool(not paid and minutes >= 60)
    if "twice" in what or "again" in what:
        elsewhere = len({row["seat"] for row in stays}) > 1
        return any(gap < timedelta(minutes=20) for gap in between) and elsewhere == ("seat" in what)
    return any(dollars(row["amount"]) in what for row in paid)


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


def unsettled(night: Night, planted: Row) -> bool:
    obligations = night.obligations(night.hands[planted["hand_id"]])
    doubtful = [each for each in obligations if not each.settled]
    return len(doubtful) == 1 and len(doubtful[0].amounts) == 2


def unknown(night: Night, planted: Row) -> bool:
    return bool(night.hands[planted["hand_id"]]["option"] == "9999")


def mixed(night: Night, planted: Row) -> bool:
    hand = night.hands[planted["hand_id"]]
    inside = [
        row
        for row in night.rows("postings")
        if (row["cardroom"], row["table"]) == (hand["cardroom"], hand["table"])
        and hand["started_at"] < row["posted_at"] < hand["ended_at"]
    ]
    return [row["option"] != hand["option"] for row in inside] == [True]


def rates(night: Night, planted: Row) -> bool:
    hand = night.hands[planted["hand_id"]]
    same = [row for row in night.at(hand) if row["option"] == hand["option"]]
    amounts = {
        fee["amount"]
        for row in same
        for fee in night.fees[row["hand_id"]]
        if fee["fee"] != "jackpot"
    }
    return len(amounts) > 3 and any(amount % 50 for amount in amounts)


def posted_limit(night: Night, planted: Row) -> bool:
    """Look for a placard whose maximum is above the highest that its option prints."""
    for row in night.rows("postings"):
        here = (row["cardroom"], row["table"]) == (planted["cardroom"], planted["table"])
        if here and row["maximum"] is not None:
            _, option, term = night.printed(row)
            limits = term.table_limit.maximum if term.table_limit else option.limit
            if limits and limits.high is not None and row["maximum"] > limits.high:
                return True
    return False


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


def too_low(night: Night, planted: Row) -> bool:
    _, option, term = night.printed(night.hands[planted["hand_id"]])
    low = term.table_limit.minimum.low if term.table_limit and term.table_limit.minimum else None
    least = low if low is not None else (option.limit.low if option.limit else None)
    return least is not None and any(amount < least for amount in night.amounts_at(planted))


def too_high(night: Night, planted: Row) -> bool:
    _, option, term = night.printed(night.hands[planted["hand_id"]])
    high = term.table_limit.maximum.low if term.table_limit and term.table_limit.maximum else None
    most = high if high is not None else (option.limit.high if option.limit else None)
    return most is not None and any(amount > most for amount in night.amounts_at(planted))


def bonus_limit(night: Night, planted: Row) -> bool:
    """Look for a bonus bet that breaks a rule about it, its table's limits included."""
    game, option, term = night.printed(night.hands[planted["hand_id"]])
    kind = planted["what"].split()[0]
    wager = game.wager(kind)
    rules = [rule for rule in (*game.limits, *term.limits) if kind in rule.wagers]
    return (wager is not None and wager.role == "bonus") and any(
        kind in bets and not keeps(rule, bets, *table_limits(option, term))
        for bets in night.bets_at(planted)
        for rule in rules
    )


def total(night: Night, planted: Row) -> bool:
    _, _, term = night.printed(night.hands[planted["hand_id"]])
    cap = int(planted["what"].split("$")[-1].split(";")[0].replace(",", "").replace(".", ""))
    return any(
        sum(bets.get(kind, 0) for kind in rule.wagers) > cap >= max(bets.values())
        for bets in night.bets_at(planted)
        for rule in term.limits
        if rule.total
    )


def increment(night: Night, planted: Row) -> bool:
    game, _, term = night.printed(night.hands[planted["hand_id"]])
    return any(
        bets.get(kind, 0) % rule.step
        for bets in night.bets_at(planted)
        for rule in (*game.limits, *term.limits)
        if rule.step
        for kind in rule.wagers
    )


def relation(night: Night, planted: Row) -> bool:
    game, _, term = night.printed(night.hands[planted["hand_id"]])
    return any(
        kind in bets and broken(rule, kind, bets)
        for bets in night.bets_at(planted)
        for rule in (*game.limits, *term.limits)
        for kind in rule.wagers
    )


def broken(rule: LimitRule, kind: str, bets: dict[str, int]) -> bool:
    allowed = [bets.get(each.wager, 0) * each.percent // 100 for each in rule.equals]
    most = rule.at_most
    unequal = bool(allowed) and bets[kind] not in allowed
    beside = [bets[each] for each in most.wagers if each in bets] if most else []
    return unequal or bool(most and beside and bets[kind] * 100 > max(beside) * most.percent)


def third_hand(night: Night, planted: Row) -> bool:
    hand = night.hands[planted["hand_id"]]
    table = night.at(hand)
    place = table.index(hand)
    holders = [row["player_dealer"] for row in table[place - 3 : place + 2]]
    return holders[1:4] == [holders[2]] * 3 and holders[4] != holders[2]


def declined(night: Night, planted: Row) -> bool:
    answers = {row["response"] for row in night.offers[planted["hand_id"]]}
    return third_hand(night, planted) and answers == {"decline"}


def not_offered(night: Night, planted: Row) -> bool:
    answers = [row["response"] for row in night.offers[planted["hand_id"]]]
    said = {"offered to nobody": [], "offered to one seat only": ["decline"]}
    expected = next(given for words, given in said.items() if words in planted["what"])
    return answers == expected and third_hand(night, planted)


def third_turn(night: Night, planted: Row) -> bool:
    """Look for a third hand by one person, or by one provider where another person is named."""
    if "another person" not in planted["what"]:
        return third_hand(night, planted)
    table = night.at(night.hands[planted["hand_id"]])
    place = table.index(night.hands[planted["hand_id"]])
    providers = [
        row["provider"]
        for hand in table[place - 2 : place + 1]
        for row in night.seated(hand)
        if row["player"] == hand["player_dealer"]
    ]
    return len(providers) == 3 and len(set(providers)) == 1 and providers[0] is not None


def out_of_order(night: Night, planted: Row) -> bool:
    rows = night.offers[planted["hand_id"]]
    hand = night.hands[planted["hand_id"]]
    table = night.at(hand)
    before = table[table.index(hand) - 1] if hand != table[0] else None
    last = int(before["player_dealer_seat"]) if before else 0
    steps = [(int(row["seat"]) - last - 1) % ROUND for row in rows]
    return steps != sorted(steps) and len(rows) >= 3


def stranger(night: Night, planted: Row) -> bool:
    hand = night.hands[planted["hand_id"]]
    return hand["player_dealer"] not in {row["player"] for row in night.seated(hand)}


def house(night: Night, planted: Row) -> bool:
    hand = night.hands[planted["hand_id"]]
    (holder,) = [r for r in night.seated(hand) if r["seat"] == hand["player_dealer_seat"]]
    return (holder["player"], holder["role"]) == (hand["player_dealer"], "house")


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


def two_of_one_provider(night: Night, planted: Row) -> bool:
    hand = night.hands[planted["hand_id"]]
    providers = [row["provider"] for row in night.seated(hand) if row["provider"]]
    return len(set(providers)) < len(providers)


def excess(night: Night, planted: Row) -> bool:
    hand = night.hands[planted["hand_id"]]
    lost = sum(row["result"] for row in night.wagers[planted["hand_id"]])
    return bool(lost > hand["player_dealer_wager"])


def uncovered(night: Night, planted: Row) -> bool:
    rows = night.wagers[planted["hand_id"]]
    up = night.hands[planted["hand_id"]]["player_dealer_wager"]
    moved = sum(abs(row["result"]) for row in rows)
    return bool(moved - up >= planted["amount_cents"] > 0)


def paid_out_of_order(night: Night, planted: Row) -> bool:
    hand = night.hands[planted["hand_id"]]
    rows = night.wagers[planted["hand_id"]]
    first = [row for row in rows if row["seat"] == hand["action_seat"]]
    later = [row for row in rows if row["seat"] != hand["action_seat"]]
    return any(row["returned"] for row in first) and any(
        row["returned"] < row["amount"] for row in later
    )


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


def gap(night: Night, planted: Row) -> bool:
    prefix, _, number = planted["hand_id"].rpartition("-")
    return f"{prefix}-{int(number) - 1:04d}" not in night.hands


def times(night: Night, planted: Row) -> bool:
    hand = night.hands[planted["hand_id"]]
    return bool(hand["ended_at"] < hand["started_at"])


def duplicate(night: Night, planted: Row) -> bool:
    return [row["hand_id"] for row in night.order].count(planted["hand_id"]) == 2


def orphan(night: Night, planted: Row) -> bool:
    return bool(night.wagers[planted["hand_id"]]) and planted["hand_id"] not in night.hands


def value(night: Night, planted: Row) -> bool:
    game, _, _ = night.printed(night.hands[planted["hand_id"]])
    return any(game.wager(row["wager"]) is None for row in night.wagers[planted["hand_id"]])


SEEN: dict[str, Callable[[Night, Row], bool]] = {
    "FEE-OVER": over,
    "FEE-UNDER": under,
    "FEE-MISSING": missing,
    "FEE-UNDUE": undue,
    "FEE-MOMENT": moment,
    "FEE-WAIVER": waiver,
    "FEE-TIME": by_period,
    "FEE-JACKPOT": jackpot,
    "FEE-PERCENT": percent,
    "FEE-UNSETTLED": unsettled,
    "OPT-UNKNOWN": unknown,
    "OPT-MIXED": mixed,
    "OPT-RATES": rates,
    "OPT-LIMIT": posted_limit,
    "OPT-FITS": fits_another,
    "LIM-LOW": too_low,
    "LIM-HIGH": too_high,
    "LIM-BONUS": bonus_limit,
    "LIM-TOTAL": total,
    "LIM-INCREMENT": increment,
    "LIM-RELATION": relation,
    "ROT-TURNS": third_turn,
    "ROT-OFFER": not_offered,
    "ROT-ORDER": out_of_order,
    "ROT-INTERVENE": third_hand,
    "ROT-BROKEN": declined,
    "ROT-ELIGIBLE": stranger,
    "ROT-HOUSE": house,
    "ROT-WINDOW": window,
    "TPP-ONE": two_of_one_provider,
    "PAY-EXCESS": excess,
    "PAY-UNCOVERED": uncovered,
    "PAY-ORDER": paid_out_of_order,
    "DROP-MATCH": box,
    "LOG-SEQUENCE": gap,
    "LOG-TIME": times,
    "LOG-DUPLICATE": duplicate,
    "LOG-ORPHAN": orphan,
    "LOG-VALUE": value,
}


@pytest.mark.parametrize("check", CATALOGUE)
def test_what_was_planted_is_there(night: Night, check: str) -> None:
    planted = night.planted(check)
    assert len(planted) >= EACH
    for row in planted[:30]:
        assert SEEN[check](night, row), row


# These are about a table, a player or a stretch of hands, or about a hand that is not there.
OF_SEVERAL_HANDS = {
    *("FEE-TIME", "FEE-PERCENT", "OPT-RATES", "OPT-LIMIT", "OPT-FITS", "ROT-WINDOW"),
    *("DROP-MATCH", "LOG-ORPHAN"),
}


@pytest.mark.parametrize("check", [each for each in CATALOGUE if each not in OF_SEVERAL_HANDS])
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


WAYS = ("twice", "too much", "never", "again", "between two", "another number", "joining")


def test_players_by_the_period_pay_wrongly_in_several_ways(night: Night) -> None:
    told = [row["what"] for row in night.planted("FEE-TIME")]
    ways = [next(way for way in WAYS if way in what) for what in told]
    assert len(set(ways)) == len(ways) == EACH


def test_what_comes_with_a_violation_names_hands_of_its_own(night: Night) -> None:
    planted = {
        (row["check"], row["plant"], row["cardroom"], row["table"])
        for row in night.simulation.planted.to_pylist()
    }
    companions = night.simulation.companions.to_pylist()
    assert {row["check"] for row in companions} >= {"FEE-OVER", "FEE-UNDER", "OPT-LIMIT"}
    for row in companions:
        assert (row["comes_with"], row["plant"], row["cardroom"], row["table"]) in planted


def test_boxes_match_what_was_collected_where_nothing_was_done_to_them(night: Night) -> None:
    wrong = {(row["cardroom"], row["table"]) for row in night.planted("DROP-MATCH")}
    for key, rows in groupby(night.order, key=lambda row: (row["cardroom"], row["table"])):
        hand = next(iter(rows))
        same = {"cardroom": hand["cardroom"], "table": hand["table"], "amount_cents": 0}
        assert box(night, same) == (key not in wrong)

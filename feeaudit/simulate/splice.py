"""A splice: a case of a check on tables of its own in a simulated night.

A case says what happened on a few hands and what its check makes of it. Here it gets a table, an
hour of the night, ids and people that nobody else has; where it does not say what was collected,
the fees are taken that its hands owe, and the boxes hold what was collected. So the rest of the
night stays as it is, and all other checks have nothing to say but what the case declares.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

import pyarrow as pa

from feeaudit.book.catalogue import find_cardroom, find_game, rules_of
from feeaudit.core.problem import Unknown
from feeaudit.intake.tables import TABLES
from feeaudit.resources import folder
from feeaudit.rules.quote.hand import Bet, Hand
from feeaudit.rules.quote.owed import owed
from feeaudit.simulate.casebook import (
    USUAL_TABLE,
    case_texts,
    hands_of,
    rows_of,
    stated_cents,
    table_of,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from feeaudit.book.model import Book
    from feeaudit.intake.log import Log
    from feeaudit.rules.quote.obligation import Obligation
    from feeaudit.simulate.casebook import CaseText, Row, Rows

# These columns name something that no other table of the night may have.
_OWN: Final = ("hand_id", "table", "player", "player_dealer")
_PARTY: Final = ("table", "player")
_BY_PERIOD: Final = frozenset({"time", "new_player"})
_NAMED_FEES: Final = frozenset({"bonus", "no_flop", "jackpot"})
_HUNG_BEFORE: Final = timedelta(minutes=20)
_TAKEN_AFTER: Final = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class Splice:
    """One case to be planted: its number among those of its check, and that of its table."""

    text: CaseText
    plant: int
    number: int

    @property
    def fires(self) -> bool:
        """Tell whether its check finds something; if not, it is a near miss."""
        return bool(self.text.body.get("findings"))

    def own(self, column: str, name: str) -> str:
        """Return a name of the case as no other table has it: ``T14``, ``T14-h1``, ``T14-Ann``."""
        table = f"T{self.number:02d}"
        return table if column == "table" and name == USUAL_TABLE else f"{table}-{name}"


@dataclass(slots=True)
class Spliced:
    """What splices add to a night: records of every table, and what they are."""

    rows: Rows = field(default_factory=lambda: {name: [] for name in TABLES})
    planted: list[Row] = field(default_factory=list)
    near: list[Row] = field(default_factory=list)
    companions: list[Row] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class SplicedCase:
    """What of a book is played: these cardrooms, games and options, all where none is named."""

    book: Book
    cardrooms: Collection[str]
    games: Collection[str]
    options: Collection[str]

    def admits(self, hand: dict[str, Any]) -> bool:
        """Tell whether a hand of a case may be played."""
        try:
            cardroom = find_cardroom(self.book, hand["cardroom"])
            game = find_game(cardroom, hand["game"])
        except Unknown:
            return False
        option = str(hand.get("option"))
        wanted = (
            (self.cardrooms, cardroom.cardroom),
            (self.games, game.game),
            (self.options, option),
        )
        return all(not named or each in named for named, each in wanted)


def cases_of(check: str, played: SplicedCase, *, near: bool) -> list[CaseText]:
    """Return the cases of a check that can be planted: those that fire, or the near misses."""
    return [
        text
        for text in case_texts(folder("cases") / f"{check}.yaml")
        if "plant" in text.body
        and near != bool(text.body.get("findings"))
        and all(played.admits(hand) for hand in hands_of(text.body))
    ]


def spliced(splices: Iterable[Splice], book: Book, day: date) -> Spliced:
    """Return the records that cases add to a night that begins on a day, and what they are."""
    made = Spliced()
    for splice in splices:
        rows = _on_own_tables(splice, _whole(splice.text, book), day)
        for name, each in rows.items():
            made.rows[name] += each
        noted = list(_noted(splice, rows))
        (made.planted if splice.fires else made.near).extend(noted)
        made.companions += _companions(splice, rows)
    return made


def joined(log: Log, rows: Rows) -> Log:
    """Return a log with further records, below those of its tables."""
    tables = dict(log.tables)
    for name, added in rows.items():
        if added:
            schema = tables[name].schema
            new = table_of(name, added)
            columns = [
                new.column(each.name).cast(each.type)
                if each.name in new.column_names
                else pa.nulls(len(new), each.type)
                for each in schema
            ]
            further = pa.table(columns, schema=schema)
            numbers = pa.array(range(len(tables[name]) + 1, len(tables[name]) + len(new) + 1))
            place = schema.get_field_index("row")
            further = further.set_column(place, schema.field(place), numbers.cast(pa.int32()))
            tables[name] = pa.concat_tables([tables[name], further]).combine_chunks()
    return replace(log, tables=tables)


def _whole(text: CaseText, book: Book) -> Rows:
    """Return the records of a case, with the fees of hands that do not say what was collected."""
    rows = rows_of(text.body)
    silent = {hand["id"] for hand in hands_of(text.body) if "collected" not in hand}
    played: Counter[tuple[str, str]] = Counter()
    for hand in rows["hands"]:
        place = (hand["table"], hand["game"])
        played[place] += 1
        if hand["hand_id"] in silent and played[place] > _hands_freed(hand, book):
            rows["collections"] += _fees(hand, rows["wagers"], book)
    return rows


def _hands_freed(hand: Row, book: Book) -> int:
    """Return how many hands of a new game of this kind are free."""
    try:
        room = find_cardroom(book, hand["cardroom"])
        rules = rules_of(room, find_game(room, hand["game"]))
    except Unknown:
        return 0
    return max((rule.hands or 0 for rule in rules if rule.rule == "free_hands"), default=0)


def _fees(hand: Row, wagers: list[Row], book: Book) -> Iterator[Row]:
    """Yield what a hand owes as collections; nothing where that cannot be told."""
    stated = Hand(
        cardroom=hand["cardroom"],
        game=hand["game"],
        option=hand.get("option") or "",
        players=hand.get("players"),
        opening_round=hand.get("opening_round"),
        player_dealer_seat=hand.get("player_dealer_seat") or "",
        wagers=tuple(
            Bet(each["seat"], each["wager"], each["amount"], each.get("player") or "")
            for each in wagers
            if each["hand_id"] == hand["hand_id"]
        ),
    )
    try:
        obligations = owed(book, stated).obligations
    except Unknown:
        return
    for each in obligations:
        if each.component not in _BY_PERIOD and each.amounts and each.amounts[0]:
            yield _fee(hand["hand_id"], each)


def _fee(hand_id: str, fee: Obligation) -> Row:
    return {
        "hand_id": hand_id,
        "payer": fee.payers[0],
        "fee": fee.component if fee.component in _NAMED_FEES else "base",
        "amount": fee.amounts[0],
        "seat": fee.seat or None,
        "player": fee.player or None,
        # Of several moments some may be those of one reading only.
        "moment": fee.moments[0] if len(fee.moments) == 1 else None,
    }


def _on_own_tables(splice: Splice, rows: Rows, day: date) -> Rows:
    """Return records moved to a day, under names that nobody else has; and their boxes counted."""
    first = min(hand["started_at"] for hand in rows["hands"])
    later = timedelta(days=(day - first.date()).days)
    moved = {
        name: [
            {key: _moved(splice, key, value, later) for key, value in row.items()} for row in each
        ]
        for name, each in rows.items()
    }
    if not moved["counts"]:
        moved["counts"] += _boxes(moved)
    return moved


def _moved(splice: Splice, column: str, value: Any, later: timedelta) -> Any:
    if isinstance(value, datetime):
        return value + later
    return splice.own(column, value) if column in _OWN and value else value


def _boxes(rows: Rows) -> Iterator[Row]:
    """Yield a count of the box of each table: what was collected there, jackpots apart."""
    hands = {hand["hand_id"]: hand["table"] for hand in rows["hands"]}
    for table in dict.fromkeys(hands.values()):
        times = [hand["started_at"] for hand in rows["hands"] if hand["table"] == table]
        times += [hand["ended_at"] for hand in rows["hands"] if hand.get("ended_at")]
        taken = [fee for fee in rows["collections"] if _table_of(fee, hands) == table]
        times += [fee["taken_at"] for fee in taken if fee.get("taken_at")]
        for kind in ("collection", "jackpot"):
            amounts = [
                fee["amount"] for fee in taken if (fee["fee"] == "jackpot") == (kind == "jackpot")
            ]
            if amounts:
                yield {
                    "cardroom": rows["hands"][0]["cardroom"],
                    "table": table,
                    "from": min(times) - _HUNG_BEFORE,
                    "to": max(times) + _TAKEN_AFTER,
                    "amount": sum(amounts),
                    "kind": kind,
                }


def _table_of(fee: Row, hands: dict[str, str]) -> str:
    return hands.get(fee.get("hand_id") or "") or fee.get("table") or ""


def _noted(splice: Splice, rows: Rows) -> Iterator[Row]:
    """Yield what a case plants: a record for each finding of its check, one for a near miss.

    A finding that names no hand is of the only hand, unless it says that it is of none; then it is
    of a table, or of a hand that records name and that is not there.
    """
    hands = {hand["hand_id"]: hand for hand in rows["hands"]}
    strays = _not_there(rows, hands)
    for finding in splice.text.body.get("findings") or [{}]:
        only = next(iter(hands)) if len(hands) == 1 else ""
        stated = finding.get("hand")
        hand = (
            only
            if stated is None
            else splice.own("hand_id", stated)
            if stated
            else next(strays, "")
        )
        place = hands.get(hand, rows["hands"][0])
        table, player = (splice.own(key, finding[key]) if key in finding else "" for key in _PARTY)
        yield {
            "hand_id": hand or None,
            "cardroom": place["cardroom"],
            "table": table or place["table"],
            "check": splice.text.check,
            "what": splice.text.name.replace("_", " "),
            "seat": str(finding["seat"]) if "seat" in finding else None,
            "amount_cents": _dollars_off(finding),
            "player": player or None,
            "plant": splice.plant,
        }


def _not_there(rows: Rows, hands: Collection[str]) -> Iterator[str]:
    """Yield the hands that records name and that are not among the hands."""
    tables = ("wagers", "collections", "offers")
    named = [row.get("hand_id") for table in tables for row in rows[table]]
    return (each for each in dict.fromkeys(named) if each and each not in hands)


def _dollars_off(finding: Row) -> int | None:
    if not finding.keys() & {"over", "under"}:
        return None
    return stated_cents(finding.get("over", 0)) - stated_cents(finding.get("under", 0))


def _companions(splice: Splice, rows: Rows) -> Iterator[Row]:
    """Yield which other checks a case violates too, at its table."""
    place = rows["hands"][0]
    for check in splice.text.body["plant"]:
        yield {
            "hand_id": None,
            "cardroom": place["cardroom"],
            "table": place["table"],
            "check": check,
            "comes_with": splice.text.check if splice.fires else f"near {splice.text.check}",
            "seat": None,
            "amount_cents": None,
            "plant": splice.plant,
        }

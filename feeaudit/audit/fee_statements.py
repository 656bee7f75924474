"""A statement of account: what one provider or player owed and paid, fee by fee.

The audit's own comparison of fees is asked for all hands that the party had a part in, so that a
statement and an audit of the same log never disagree. What the log leaves nameless is nobody's: it
is counted and said, not shared out.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Literal

import numpy as np
import pandas as pd

from feeaudit.audit.columns import is_among, named, words_of
from feeaudit.audit.engine import audit
from feeaudit.audit.facts.schedules import schedule_key
from feeaudit.audit.fees import fees_of
from feeaudit.audit.fees.findings import documents, fee_lines, fee_payers
from feeaudit.audit.identity import people, seat_names
from feeaudit.audit.seating import person_in_seat, sittings, standing
from feeaudit.audit.wagers import wagers_of
from feeaudit.book.lookup import amount_text, tier_text
from feeaudit.core.problem import Unknown, nearest
from feeaudit.rules.configuration.model import spelled

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from feeaudit.audit.case import Case
    from feeaudit.audit.result import AuditResult
    from feeaudit.core.arrays import Bools, Ints
    from feeaudit.rules.ladder_arrays import Ladders

# Names that a message lists; a log may hold thousands.
_NAMED: Final = 10
_PERIODS: Final = ("time", "new_player")
_REMARKS: Final = {
    "FEE-OVER": "over-paid",
    "FEE-UNDER": "under-paid",
    "FEE-MISSING": "not paid",
    "FEE-UNDUE": "no fee was owed",
    "FEE-TIME": "period fee wrong",
    "FEE-JACKPOT": "jackpot fee differs",
    "FEE-UNSETTLED": "the schedule does not settle it",
}
COLUMNS: Final = (
    *(
        "at",
        "cardroom",
        "table",
        "hand_id",
        "game",
        "option",
        "payer",
        "player",
        "seat",
        "component",
    ),
    *("on", "tier", "owed", "owed_most", "taken", "over", "under", "remark", "finding"),
    *("document", "lines", "schedule", "file", "sheet", "row"),
)


@dataclass(frozen=True, slots=True)
class Party:
    """Whose statement it is: a provider with all who play for it, or one player."""

    kind: Literal["provider", "player"]
    name: str


@dataclass(frozen=True, slots=True)
class FeeStatement:
    """Every fee of a party, oldest first, and what could not be put to anybody's account.

    ``rows`` has the columns of ``COLUMNS``; amounts are cents, -1 where none can be told.
    """

    party: Party
    rows: pd.DataFrame
    remarks: tuple[str, ...]
    result: AuditResult


def statement_of(case: Case, party: Party) -> FeeStatement:
    """Return the statement of a party that the log names; ``Unknown`` where it names none such."""
    members = _members(case, party)
    result = audit(case, _REMARKS)
    about = _About(case, party, members)
    rows = pd.concat([_hand_fees(about), _period_fees(about)], ignore_index=True)
    rows = _with_findings(rows, _findings_about(about, result.findings))
    order = ["at", "cardroom", "table", "hand_id", "payer", "component", "seat", "player"]
    rows = rows.sort_values(order, kind="stable", ignore_index=True)
    return FeeStatement(party, rows[[*COLUMNS]], tuple(_remarks(about, rows)), result)


def _members(case: Case, party: Party) -> Bools:
    """Tell which people of the log may be the party or play for it."""
    names = people(case)
    members = np.zeros(len(names) + 1, dtype=bool)
    if party.kind == "player":
        wanted = spelled(party.name)
        same = {spelled(word): number for number, word in enumerate(names.words)}
        if wanted not in same:
            raise Unknown(_unknown("player", party.name, names.words))
        members[names.meaning[same[wanted]]] = True
        return members
    stays = sittings(case)
    mine = np.array([spelled(each) == spelled(party.name) for each in stays.providers], dtype=bool)
    if not mine.any():
        raise Unknown(_unknown("provider", party.name, stays.providers))
    members[stays.person[np.append(mine, False)[stays.provider]]] = True
    for person in case.config.people:
        if spelled(person.provider) == spelled(party.name):
            for number, word in enumerate(names.words):
                members[names.meaning[number]] |= spelled(word) in person.called
    members[-1] = False
    return members


def _unknown(kind: str, name: str, known: Sequence[str]) -> str:
    listed = sorted({each for each in known if each.strip()})
    if not listed:
        return (
            f"the log names no {kind}: give people their provider in the seats table or under"
            " [[people]] in feeaudit.toml"
        )
    more = len(listed) - _NAMED
    shown = ", ".join(listed[:_NAMED]) + (f" and {more} more" if more > 0 else "")
    return f"no {kind} called {name!r} in this log{nearest(name, listed)}; it names {shown}"


class _About:
    """The log seen from one party: whose each hand's bank was, and whose each fee."""

    def __init__(self, case: Case, party: Party, members: Bools) -> None:
        self.case = case
        self.party = party
        self.members = members
        self.table = case.hands["table_code"].to_numpy()
        self.time = case.hands["started_at"].to_numpy()
        every = np.arange(len(self.table))
        self.bank = self._somebody(
            every,
            people(case).numbers("hands.player_dealer"),
            seat_names(case).numbers("hands.player_dealer_seat"),
        )

    def _somebody(self, hand: Ints, person: Ints, seat: Ints) -> Ints:
        """Return who is meant on hands: by name, else whoever sat there; -1 for nobody known."""
        found = person.copy()
        blank = np.flatnonzero((person < 0) & (seat >= 0))
        if len(blank):
            of = hand[blank]
            found[blank] = person_in_seat(self.case, self.table[of], seat[blank], self.time[of])
        return found

    def theirs(self, hand: Ints, person: Ints) -> Bools:
        """Tell which people, on hands, are the party or played for it at that time."""
        return self.theirs_at(self.table[hand], self.time[hand], person)

    def theirs_at(self, table: Ints, time: Ints, person: Ints) -> Bools:
        """Tell which people, at tables at times, are the party or played for it.

        A table without hands, or a fee without a time, tells no provider: then it is enough to be
        one of its people.
        """
        mine: Bools = self.members[person]
        if self.party.kind == "player":
            return mine
        rows = np.flatnonzero(mine)
        placed = (table[rows] >= 0) & (time[rows] > 0)
        known = standing(self.case, table[rows], person[rows], time[rows]).provider
        mine[rows] = self._provider[known] | ~placed
        return mine

    @cached_property
    def _provider(self) -> Bools:
        """Which number of a provider means the party; the last place is for none."""
        names = map(spelled, sittings(self.case).providers)
        return np.array([*(name == spelled(self.party.name) for name in names), False])

    @cached_property
    def hands(self) -> Bools:
        """The hands that the party banked, wagered on or paid a fee for."""
        wagers, paid = wagers_of(self.case), self.case.collections["hand"].to_numpy()
        some = self.theirs(np.arange(len(self.bank)), self.bank)
        for table, of, rows in (
            ("wagers", wagers.hand, np.flatnonzero(wagers.placed)),
            ("collections", paid, np.flatnonzero(paid >= 0)),
        ):
            hand = of[rows]
            person = self._somebody(
                hand,
                people(self.case).numbers(f"{table}.player", rows),
                seat_names(self.case).numbers(f"{table}.seat", rows),
            )
            some[hand[self.theirs(hand, person)]] = True
        return some

    def payer(self, rows: pd.DataFrame) -> Ints:
        """Return whose each fee of a frame of fees is, -1 where the log does not say.

        Where neither the wager nor the seat names anybody, it is the fee of whoever paid it.
        """
        hand = rows["hand"].to_numpy()
        payer = rows["payer"].astype(str).to_numpy()
        codes = (rows[name].cat.codes.to_numpy().astype(np.int64) for name in ("player", "seat"))
        found = self._somebody(hand, *codes)
        found = np.where(payer == "player_dealer", self.bank[hand], found)
        record = rows["record"].to_numpy()
        paid = np.append(people(self.case).numbers("collections.player"), -1)[record]
        return np.where(np.isin(payer, ("button", "big_blind")) | (found < 0), paid, found)


def _hand_fees(about: _About) -> pd.DataFrame:
    """Return the fees of hands, right or wrong, that the party owed or paid."""
    case, fees = about.case, fees_of(about.case)
    rows = fees.of_hands(about.hands)
    rows = rows[about.theirs(rows["hand"].to_numpy(), about.payer(rows))]
    rows = rows[(rows["owed_most"] > 0) | (rows["taken"] > 0) | rows["unpriced"]]
    hand, record = rows["hand"].to_numpy(), rows["record"].to_numpy()
    context = case.hands["context"].to_numpy()[hand]
    told = _Tiers(fees.arrays.ladders)
    picked = [*map(told.of, rows["piece"].tolist(), rows["amount"].tolist())]
    unpriced = rows["unpriced"].to_numpy()
    return _framed(
        case,
        **fee_payers(case, rows),
        hand=hand,
        on=[amount for amount, _ in picked],
        tier=[tier for _, tier in picked],
        owed=np.where(unpriced, -1, rows["owed"]),
        owed_most=np.where(unpriced, -1, rows["owed_most"]),
        taken=rows["taken"].to_numpy(),
        remark=np.where(rows["waived"], "waived", np.where(unpriced, "no printed fee", "")),
        document=documents(case, context),
        lines=fee_lines(case, rows),
        source=np.append(case.collections["source"].to_numpy(), -1)[record],
        row=np.append(case.collections["row"].to_numpy(), -1)[record],
    )


class _Tiers:
    """Words for what picked a fee's tier, each made once."""

    def __init__(self, ladders: Ladders) -> None:
        self._ladders = ladders
        self._known: dict[int, tuple[str, str]] = {}

    def of(self, piece: int, amount: int) -> tuple[str, str]:
        """Return the amount or number that was counted and the tier that it is in."""
        if piece < 0:
            return "", ""
        basis = self._ladders.ladder(piece).basis
        if piece not in self._known:
            tiers = self._ladders.tiers[piece]
            self._known[piece] = basis, " or ".join(tier_text(basis, tier) for tier in tiers)
        shown = basis != "flat" and amount >= 0
        return amount_text(basis, amount) if shown else "", self._known[piece][1]


def _period_fees(about: _About) -> pd.DataFrame:
    """Return the fees for periods that the party paid; what they should be, findings tell."""
    case, frame = about.case, about.case.collections
    person = people(case).numbers("collections.player")
    rows = np.flatnonzero(is_among(frame["fee"], _PERIODS))
    time = frame["taken_at"].to_numpy() if "taken_at" in frame else np.full(len(frame), -1)
    rows = rows[about.theirs_at(case.tables_named(frame)[rows], time[rows], person[rows])]
    return _framed(
        case,
        payer=words_of(frame, "payer", rows),
        component=words_of(frame, "fee", rows),
        seat=words_of(frame, "seat", rows),
        player=words_of(frame, "player", rows),
        hand=np.full(len(rows), -1),
        at=time[rows],
        cardroom=words_of(frame, "cardroom", rows),
        table=words_of(frame, "table", rows),
        taken=frame["amount"].to_numpy()[rows],
        source=frame["source"].to_numpy()[rows],
        row=frame["row"].to_numpy()[rows],
    )


def _framed(case: Case, hand: Ints, source: Ints, **columns: Any) -> pd.DataFrame:
    """Return fees as rows of a statement, with what their hands tell."""
    context = np.append(case.hands["context"].to_numpy(), -1)[hand]
    keys = [schedule_key(each) for each in case.contexts]
    files = [*((each.file, each.sheet) for each in case.log.sources), ("", "")]
    ids = case.hands["hand_id"].to_numpy()
    told = {
        "at": np.append(case.hands["started_at"].to_numpy(), -1)[hand],
        "cardroom": words_of(case.hands, "cardroom", hand),
        "table": words_of(case.hands, "table", hand),
        "hand_id": np.append(ids.astype(object), "")[hand],
        "game": named([each.game_name for each in case.contexts], context),
        "option": named([each.option_name for each in case.contexts], context),
        "schedule": named(keys, context),
        "file": [files[each][0] for each in source.tolist()],
        "sheet": [files[each][1] for each in source.tolist()],
        **dict.fromkeys(("on", "tier", "remark", "finding", "document", "lines"), ""),
        **dict.fromkeys(("owed", "owed_most"), -1),
        **dict.fromkeys(("over", "under"), 0),
        **columns,
    }
    return pd.DataFrame(told, index=range(len(hand)))


def _findings_about(about: _About, findings: pd.DataFrame) -> pd.DataFrame:
    """Return the findings about fees that name the party, or nobody."""
    names = people(about.case)
    codes = {word: int(code) for word, code in zip(names.words, names.meaning, strict=False)}
    person = np.array([codes.get(each, -1) for each in findings["player"]], dtype=np.int64)
    places = zip(findings["cardroom"], findings["table"], strict=True)
    table = np.array([about.case.table_numbers.get(each, -1) for each in places], dtype=np.int64)
    theirs = about.theirs_at(table, findings["at"].to_numpy().astype(np.int64), person)
    return findings[theirs | (person < 0)]


def _with_findings(rows: pd.DataFrame, findings: pd.DataFrame) -> pd.DataFrame:
    """Return fees with what the audit finds in them; a fee that was never taken is a row too."""
    place = {_key(row): number for number, row in enumerate(rows.itertuples())}
    logged = {
        (row.file, row.sheet, row.row): number
        for number, row in enumerate(rows.itertuples())
        if row.component in _PERIODS
    }
    over, under, owed, most = (
        rows[name].to_numpy().copy() for name in ("over", "under", "owed", "owed_most")
    )
    finding, remark = (
        rows[name].astype(object).to_numpy().copy() for name in ("finding", "remark")
    )
    lost = []
    for found in findings.itertuples():
        period = found.check == "FEE-TIME"
        at = logged.get((found.file, found.sheet, found.row)) if period else place.get(_key(found))
        if at is None:
            # Findings that name nobody are of hands that others played.
            if found.player:
                lost.append(found.Index)
            continue
        over[at], under[at] = max(over[at], found.over), max(under[at], found.under)
        if period:
            owed[at], most[at] = found.owed, found.owed_most
        finding[at] = ", ".join(filter(None, (finding[at], found.id)))
        remark[at] = "; ".join(filter(None, (remark[at], _REMARKS[found.check])))
    rows = rows.assign(
        over=over, under=under, owed=owed, owed_most=most, finding=finding, remark=remark
    )
    return pd.concat([rows, _unpaid(findings.loc[lost])], ignore_index=True) if lost else rows


def _key(row: Any) -> tuple[str, ...]:
    return (
        *(row.cardroom, row.table, row.hand_id, row.payer, row.component),
        *(row.seat, row.player),
    )


def _unpaid(findings: pd.DataFrame) -> pd.DataFrame:
    """Return fees that only a finding knows of, such as one for a period that was not taken."""
    return findings.assign(
        finding=findings["id"],
        remark=findings["check"].map(_REMARKS),
        on="",
        tier="",
        taken=findings["taken"].clip(lower=0),
    )


def _remarks(about: _About, rows: pd.DataFrame) -> Iterator[str]:
    """Yield what the statement cannot put to the party's account, and why."""
    periods = rows["component"].isin(_PERIODS) & (rows["owed"] < 0)
    if count := int(periods.sum()):
        yield (
            f"{count:,} fees for time or new players are listed as they were paid. What was owed"
            " for a period is stated, and added up, only where the audit finds a fault."
        )
    fees, hands = fees_of(about.case), about.hands
    for why, untested in fees.untested.items():
        if count := int(np.count_nonzero(untested & hands)):
            yield f"{count:,} of the party's hands could not be tested: {why}."
    fees_there = fees.of_hands(hands)
    nameless = (fees_there["payer"] == "player") & (about.payer(fees_there) < 0)
    nameless &= (fees_there["owed_most"] > 0) | (fees_there["taken"] > 0)
    if count := int(fees_there.loc[nameless, "hand"].nunique()):
        yield (
            f"On {count:,} of these hands the log does not say which player owed or paid a fee;"
            " no such fee is in this statement."
        )

"""Fees in words: what was owed and on what, the tier, the arithmetic, the readings.

Fees that are told alike are told once; who pays and which wagers count is told by columns.
"""

from __future__ import annotations

from functools import cached_property
from itertools import chain, combinations
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import pandas as pd

from feeaudit.audit.columns import fee_word
from feeaudit.audit.explain.dues import AMOUNT, Charged, dues_of
from feeaudit.audit.explain.hand_records import worded
from feeaudit.audit.explain.hand_text import MOST, bets_of, played_of, some_of_each
from feeaudit.audit.wagers import wagers_of
from feeaudit.core.arrays import distinct
from feeaudit.core.money import dollars
from feeaudit.core.numbering import numbered, sorted_out
from feeaudit.rules.levies import SKIPPED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from feeaudit.audit.case import Case
    from feeaudit.audit.explain.dues import Due, Dues, Kinds
    from feeaudit.audit.explain.hand_text import Played
    from feeaudit.core.arrays import Ints, Words
    from feeaudit.rules.levies import Levy


class Fee(NamedTuple):
    """What is told of a fee: columns of a finding about it."""

    hand: int
    payer: str
    component: str
    seat: str
    player: str
    owed: int
    owed_most: int
    taken: int


WHY: Final = ("Owed", "Tier", "Arithmetic", "Readings")
"""The labels of what makes sense of a fee."""
_BASES: Final = {
    "table_action": "table action",
    "player_wager": "wager",
    "total_player_wager": "total wager",
    "bonus_wager": "bonus wager",
}


class FeesTold:
    """Findings about fees of a case, told one of a kind for all."""

    def __init__(self, case: Case, fees: pd.DataFrame) -> None:
        self._case = case
        self._fees = fees
        dues_of(case).fetch(fees["hand"].to_numpy())
        self._kinds: Kinds = dues_of(case).kinds(self._fees)
        columns = (fees[name].to_numpy()[self._kinds.first] for name in Fee._fields)
        first = [*map(Fee._make, zip(*(each.tolist() for each in columns), strict=True))]
        played = played_of(case, distinct(np.array([fee.hand for fee in first], dtype=np.int64)))
        self._first = [(played[fee.hand], fee) for fee in first]

    def sentences(self, *, fits: bool) -> Words:
        """Return what was owed and what was taken, each in one sentence.

        ``fits`` tells that some reading admits what was taken.
        """
        seat, player = (self._fees[name].to_numpy(dtype=object) for name in ("seat", "player"))
        payer = self._column([fee.payer.replace("_", "-") for _, fee in self._first])
        told = self._filled([_sentence(self._case, *each, fits=fits) for each in self._first])
        named = np.where(player != "", " " + player, "")
        sentences: Words = payer + np.where(seat != "", " at seat " + seat, named) + ": " + told
        return sentences

    def doubts(self, bearing: Callable[[int, str, str], tuple[str, ...]]) -> Words:
        """Return the anomalies that leave each fee open, by their ids.

        ``bearing`` names those that bear on a fee of a context; of several only those are told on
        which the hand's depends.
        """
        return self._column(
            [
                ", ".join(
                    _decisive(
                        self._case,
                        played,
                        fee,
                        bearing(played.context, fee.payer, fee.component),
                    )
                )
                for played, fee in self._first
            ]
        )

    def whys(self) -> Words:
        """Return what makes sense of each fee: texts by ``WHY``, None where there is none.

        What is told of several fees stands in memory once.
        """
        told = [dict(_why(self._case, *each)) for each in self._first]
        lines = {name: self._filled([each.get(name) for each in told]) for name in WHY}
        sums = self._sums()
        summed = np.flatnonzero(sums != "")
        lines["Owed"][summed] += sums[summed]
        coded = [pd.factorize(each) for each in lines.values()]
        number, different = numbered([codes for codes, _ in coded])
        texts = [
            np.array([*words, None], dtype=object)[of]
            for (_, words), of in zip(coded, different.T, strict=True)
        ]
        whys = np.fromiter(zip(*texts, strict=True), dtype=object, count=len(different))
        return whys[number]

    def _column(self, told: Sequence[object]) -> Words:
        column: Words = np.array(told, dtype=object)[self._kinds.number]
        return column

    def _filled(self, told: Sequence[str | None]) -> Words:
        """Return what is told of each kind, with each fee's own amount where it stands open."""
        column = self._column(told)
        rows = np.flatnonzero(self._column([AMOUNT in (each or "") for each in told]))
        if not len(rows):
            return column
        head, _, tail = zip(*((each or "").partition(AMOUNT) for each in told), strict=True)
        amounts, amount = sorted_out(self._under_first(self._kinds.amount, rows))
        shown = np.array([dollars(each) for each in amounts.tolist()], dtype=object)[amount]
        column[rows] = self._column(head)[rows] + shown + self._column(tail)[rows]
        return column

    def _under_first(self, by_reading: list[Ints], rows: Ints) -> Ints:
        """Return for some fees what they have under the first reading by which they are owed."""
        found: Ints = np.stack(by_reading)[self._reading[self._kinds.number[rows]], rows]
        return found

    @cached_property
    def _reading(self) -> Ints:
        """The first reading by which each kind is owed; 0 where it is not."""
        dues = (_owed(dues_under(self._case, *each)) for each in self._first)
        return np.array([each.reading if each else 0 for each in dues], dtype=np.int64)

    def _sums(self) -> Words:
        """Return which wagers made the amounts on which single fees are owed, or blanks."""
        made = [_made_by(dues_under(self._case, *each)) for each in self._first]
        levies = [*filter(None, dict.fromkeys(made))]
        places = {levy: place for place, levy in enumerate(levies)}
        levy = self._column([places[each] if each else -1 for each in made]).astype(np.int64)
        sums = np.full(len(levy), "", dtype=object)
        rows = np.flatnonzero(levy >= 0)
        if len(rows):
            place = self._under_first(self._kinds.place, rows)
            hand = self._fees["hand"].to_numpy()[rows]
            sums[rows] = _sums(self._case, Charged(levies, levy[rows], hand, place))
        return sums


def _owed(dues: list[Dues]) -> Dues | None:
    """Return what is owed by the first reading by which something is."""
    return next((each for each in dues if each.each), None)


def _made_by(dues: list[Dues]) -> Levy | None:
    """Return the levy of a single fee on what wagers come to; None for others."""
    owed = _owed(dues)
    if owed is None or len(owed.each) > 1 or owed.each[0].basis in {"flat", "players"}:
        return None
    return owed.each[0].levy


def _sums(case: Case, fees: Charged) -> Words:
    """Return which wagers were added up for fees, as the end of a line."""
    bets, wagers, frame = bets_of(case, fees.hand), wagers_of(case), case.wagers
    rows, of = bets.rows, bets.hand
    counts = np.array([[each.counts(kind) for kind in (*wagers.kinds, "")] for each in fees.levies])
    counted = counts[fees.levy[of], wagers.kind[rows]] & wagers.placed[rows]
    rows, of = rows[counted], of[counted]
    seat, player = (getattr(wagers, name)[rows].astype(np.int64) for name in ("seat", "player"))
    mine = dues_of(case).added_up(fees, of, seat, player)
    rows, of = rows[mine], of[mine]
    count = np.bincount(of, minlength=len(fees.hand))
    amounts, amount = sorted_out(wagers.amount[rows])
    told = [dollars(each) for each in amounts.tolist()]
    added = some_of_each(told, amount, count, " + ", " + {} more")
    sums = np.where(count > 0, " = " + added, "")
    single = np.flatnonzero(count == 1)
    last = rows[np.cumsum(count)[single] - 1]
    kind, at = (worded(frame, name, last) for name in ("wager", "seat"))
    number, different = numbered([kind.codes, at.codes])
    names = [
        f" ({kind.words[one].replace('_', ' ')}, seat {at.words[other]})"
        for one, other in different.tolist()
    ]
    sums[single] = np.array(names, dtype=object)[number]
    return sums


def dues_under(case: Case, played: Played, fee: Fee) -> list[Dues]:
    """Return what a payer owed of a fee under each reading; nothing where no schedule tells.

    A finding is told twice, in its message and in its why, so the dues are kept.
    """
    # The player-dealer's fee is one for the hand, wherever that person sits.
    place = (fee.seat, fee.player) if fee.payer == "player" else ("", "")
    key = (fee.payer, fee.component, *place)
    if key not in played.dues:
        played.dues[key] = dues_of(case).under(played, *key)
    return played.dues[key]


def _decisive(case: Case, played: Played, fee: Fee, doubts: tuple[str, ...]) -> tuple[str, ...]:
    """Return those anomalies on which a hand's fee depends; all where none of them does alone.

    One decides where two readings that differ in it alone owe otherwise; one that no reading of the
    option follows, a gap between tiers or which schedule holds, where a tier is in doubt or
    schedules owe otherwise.
    """
    dues, readings = dues_under(case, played, fee), case.contexts[played.context].readings
    if not dues:
        return doubts
    owed = [
        (_amounts(each), tuple(sorted({levy.payer for levy in reading.levies if levy.fees})))
        for each, reading in zip(dues, readings, strict=True)
    ]
    reads = [dict(each.reads) for each in readings]
    unlike = [
        (one, other) for one, other in combinations(range(len(owed)), 2) if owed[one] != owed[other]
    ]
    apart = {
        next(iter(names))
        for one, other in unlike
        if readings[one].option.option == readings[other].option.option
        and len(names := {name for name, _ in reads[one].items() ^ reads[other].items()}) == 1
    }
    read = {name for each in reads for name in each}
    tiers = any(due.price.doubt or due.price.unpriced for each in dues for due in each.each)
    tiers |= any(readings[one].schedule is not readings[other].schedule for one, other in unlike)
    chosen = tuple(each for each in doubts if each in apart or (each not in read and tiers))
    # Where all readings owe the same, what is open is no question of the paper.
    return chosen or (doubts if unlike else ())


def _sentence(case: Case, played: Played, fee: Fee, *, fits: bool) -> str:
    """Return what was owed and what was taken, in one sentence, but for who pays."""
    dues = dues_under(case, played, fee)
    first = _owed(dues)
    taken = f"{dollars(fee.taken)} was taken"
    if first is None or dues_of(case).opens(played):
        nothing = f"no{_kind(fee.component)} fee is owed here, {taken}"
        return "; ".join(filter(None, (nothing, _why_nothing(case, played, fee))))
    payers = dues_of(case).open_payer(played.context, fee.payer, fee.component)
    aside = filter(None, ("" if fits else _between(fee), payers))
    if len({*map(_amounts, dues)}) > 1:
        owed = " or ".join(dict.fromkeys(chain.from_iterable(map(_each_amount, dues))))
        told = f"{owed} is owed, depending on how the schedule is read, {taken}"
        return "; ".join((told, *aside))
    doubts = [doubt for due in first.each for doubt in (due.condition, due.price.doubt) if doubt]
    told = f"{_subject(first, fee)}, {taken}"
    return "; ".join((told, *dict.fromkeys(doubts), *aside))


def _between(fee: Fee) -> str:
    """Return that an amount no reading admits is neither too much nor too little under all."""
    if not 0 <= fee.owed < fee.taken < fee.owed_most:
        return ""
    return (
        f"that matches no reading and falls between them: {dollars(fee.taken - fee.owed)}"
        f" over the least, {dollars(fee.owed_most - fee.taken)} under the most"
    )


def _subject(dues: Dues, fee: Fee) -> str:
    """Return what picked the tier, and what is owed in it."""
    if fee.owed < 0:
        return _unprinted(dues)
    owed = _either(fee.owed, fee.owed_most)
    due = dues.each[0]
    if len(dues.each) > 1:
        flat = f"the flat{_kind(fee.component)} fees"
        many = flat if due.basis == "flat" else f"{len(dues.each)} {_base(due)}s"
        return f"{many} owe a total of {owed}"
    if due.amount is None:
        return f"the flat{_kind(fee.component)} fee is {owed}"
    if due.amount < 0:
        # What picks the tier is not known, nor needed: nothing is taken from such a hand.
        return f"the{_kind(fee.component)} fee is {owed}"
    be = "are" if _several(due) else "is"
    return f"{_one(due)} {be} in tier {due.price.tiers}, which owes {owed}"


def _unprinted(dues: Dues) -> str:
    """Return for what no fee is printed; that is not to say that nothing is owed."""
    due = next((each for each in dues.each if each.price.unpriced), dues.each[0])
    if due.amount is None:
        return "the flat fee cannot be read"
    if due.amount < 0:
        return "the fee cannot be determined"
    if len(dues.each) > 1:
        return f"not all of {len(dues.each)} {_base(due)}s have a printed fee"
    return f"{_one(due)} {'have' if _several(due) else 'has'} no printed fee"


def _several(due: Due) -> bool:
    return due.basis == "players" and due.amount != 1


def _one(due: Due) -> str:
    return due.shown if due.basis == "players" else f"{_base(due)} {due.shown}"


def _base(due: Due) -> str:
    return _BASES.get(due.basis, due.basis.replace("_", " "))


def _either(least: int, most: int) -> str:
    return dollars(least) if least == most else f"{dollars(least)} or {dollars(most)}"


def _why(case: Case, played: Played, fee: Fee) -> Iterator[tuple[str, str]]:
    """Yield the why of a finding about a fee; nothing where the schedule cannot tell.

    Which wagers make an amount is told beside it.
    """
    dues = dues_under(case, played, fee)
    if not dues:
        return
    first = _owed(dues) or dues[0]
    if not first.each:
        yield "Owed", _nothing(case, played, fee)
    else:
        yield "Owed", f"{fee.payer.replace('_', '-')}{_kind(fee.component)} fee{_on(first)}"
        yield "Tier", _tiers(first)
    arithmetic = _arithmetic(first, fee)
    if arithmetic:
        yield "Arithmetic", arithmetic
    if len(set(map(_amounts, dues))) > 1:
        told = (f"{each.label}: {_amounts(each)}" for each in dues)
        yield "Readings", "; ".join(dict.fromkeys(told))


def _kind(component: str) -> str:
    return f" {fee_word(component)}".rstrip()


def _nothing(case: Case, played: Played, fee: Fee) -> str:
    """Return that nothing is owed, and why, or who pays instead."""
    why = _why_nothing(case, played, fee)
    if why:
        return f"nothing; {why}"
    option = played.hand.option
    if fee.component != "base":
        return f"nothing; option {option} prints no{_kind(fee.component)} fee here"
    payers = dict.fromkeys(
        levy.payer.replace("_", "-") for levy in case.contexts[played.context].levies if levy.fees
    )
    others = f"; option {option} charges the {' and the '.join(payers)}" if payers else ""
    return f"nothing by the {fee.payer.replace('_', '-')} here{others}"


def _why_nothing(case: Case, played: Played, fee: Fee) -> str:
    """Return what frees a payer whom the option charges; blank where it charges others only."""
    levies = dues_of(case).levies(played.context, fee.payer, fee.component)
    if not any(levy.fees for levy in levies):
        return ""
    if opens := dues_of(case).opens(played):
        return opens
    reached = played.hand.opening_round
    if any(levy.after(opening_round=reached) == SKIPPED for levy in levies):
        ended = reached is False
        return f"the hand {'ended before' if ended else 'reached'} the opening round"
    return "no wager there is charged" if fee.payer == "player" else ""


def _on(dues: Dues) -> str:
    """Return on what fees are owed."""
    due = dues.each[0]
    if due.amount is None:
        return f", flat, {len(dues.each)} times" if len(dues.each) > 1 else ", flat"
    if len(dues.each) > 1:
        told = _listed([each.shown for each in dues.each], ", ")
        return f" on each of {len(dues.each)} {_base(due)}s: {told}"
    if due.amount < 0:
        return ""
    if due.basis == "players":
        return f" for {_one(due)}"
    return f" on {_one(due)}"


def _listed(words: Sequence[str], between: str) -> str:
    shown = between.join(words[:MOST])
    return f"{shown}{between}{len(words) - MOST} more" if len(words) > MOST else shown


def _tiers(dues: Dues) -> str:
    """Return the tiers as printed with their fees and lines, and what changes the fee."""
    counts: dict[str, int] = {}
    for due in dues.each:
        told = "; ".join(filter(None, (due.price.printed, due.condition, due.price.doubt)))
        counts[told] = counts.get(told, 0) + 1
    return "; ".join(f"{many} times {told}" if many > 1 else told for told, many in counts.items())


def _amounts(dues: Dues) -> str:
    return " or ".join(_each_amount(dues))


def _each_amount(dues: Dues) -> tuple[str, ...]:
    if any(due.price.unpriced and not due.condition for due in dues.each):
        return ("no printed fee",)
    return tuple(dict.fromkeys(map(dollars, (dues.least, dues.most))))


def _arithmetic(dues: Dues, fee: Fee) -> str:
    owed, most, taken = fee.owed, fee.owed_most, fee.taken
    if min(owed, taken) < 0:
        return ""
    parts = [_sum(dues)] if len(dues.each) > 1 else []
    if taken < owed:
        rest = dollars(owed - taken)
        parts.append(f"{dollars(owed)} owed - {dollars(taken)} taken = {rest} under")
    elif taken > most:
        rest = dollars(taken - most)
        parts.append(f"{dollars(taken)} taken - {dollars(most)} owed = {rest} over")
    else:
        parts.append(f"{dollars(taken)} taken, {_either(owed, most)} owed")
    return "; ".join(filter(None, parts))


def _sum(dues: Dues) -> str:
    """Return how several fees add up, where each is settled and any is more than nothing."""
    if any(len(due.fees) != 1 for due in dues.each) or not dues.least:
        return ""
    fees = _listed([dollars(due.fees[0]) for due in dues.each], " + ")
    return f"{fees} = {dollars(dues.least)} owed"

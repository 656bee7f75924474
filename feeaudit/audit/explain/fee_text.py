"""A fee in words: what was owed and on what, the tier, the arithmetic, the readings."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final, Protocol

from feeaudit.audit.columns import fee_word
from feeaudit.audit.explain.dues import dues_of
from feeaudit.audit.explain.hand_text import MOST
from feeaudit.audit.identity import people
from feeaudit.book.lookup import amount_text
from feeaudit.core.money import dollars
from feeaudit.rules.levies import SKIPPED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from feeaudit.audit.case import Case
    from feeaudit.audit.explain.dues import Due, Dues
    from feeaudit.audit.explain.hand_text import Played


class Fee(Protocol):
    """What is told of a fee: a finding about it."""

    @property
    def payer(self) -> str: ...
    @property
    def component(self) -> str: ...
    @property
    def seat(self) -> str: ...
    @property
    def player(self) -> str: ...
    @property
    def owed(self) -> int: ...
    @property
    def owed_most(self) -> int: ...
    @property
    def taken(self) -> int: ...


_BASES: Final = {
    "table_action": "table action",
    "player_wager": "wager",
    "total_player_wager": "total wager",
    "bonus_wager": "bonus wager",
}


def dues_under(case: Case, played: Played, fee: Fee) -> list[Dues]:
    """Return what a payer owed of a fee under each reading; nothing where no schedule tells.

    A finding is told twice, in its message and in its why, so the dues are kept.
    """
    # The player-dealer's fee is one for the hand, wherever that person sits.
    place = (fee.seat, people(case).same(fee.player)) if fee.payer == "player" else ("", "")
    key = (fee.payer, fee.component, *place)
    if key not in played.dues:
        played.dues[key] = dues_of(case).under(played, *key)
    return played.dues[key]


def decisive_doubts(
    case: Case, played: Played, fee: Fee, doubts: tuple[str, ...]
) -> tuple[str, ...]:
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


def fee_sentence(case: Case, played: Played, fee: Fee, *, fits: bool) -> str:
    """Return what was owed and what was taken, in one sentence.

    ``fits`` tells that some reading admits what was taken.
    """
    dues = dues_under(case, played, fee)
    first = next((each for each in dues if each.each), None)
    place = f" at seat {fee.seat}" if fee.seat else f" {fee.player}" if fee.player else ""
    who = f"{fee.payer.replace('_', '-')}{place}"
    taken = f"{dollars(fee.taken)} was taken"
    if first is None or dues_of(case).opens(played):
        why = _why_nothing(case, played, fee)
        return "; ".join(
            filter(None, (f"{who}: no{_kind(fee.component)} fee is owed here, {taken}", why))
        )
    payers = dues_of(case).open_payer(played.context, fee.payer, fee.component)
    aside = filter(None, ("" if fits else _between(fee), payers))
    amounts = dict.fromkeys(map(_amounts, dues))
    if len(amounts) > 1:
        owed = " or ".join(amounts)
        told = f"{who}: {owed} is owed, depending on how the schedule is read, {taken}"
        return "; ".join((told, *aside))
    doubts = [doubt for due in first.each for doubt in (due.condition, due.price.doubt) if doubt]
    told = f"{who}: {_subject(first, fee)}, {taken}"
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
    if due.basis == "flat" or due.amount is None:
        return f"the flat{_kind(fee.component)} fee is {owed}"
    be = "are" if _several(due) else "is"
    return f"{_one(due)} {be} in tier {due.price.tiers}, which owes {owed}"


def _unprinted(dues: Dues) -> str:
    """Return for what no fee is printed; that is not to say that nothing is owed."""
    due = next((each for each in dues.each if each.price.unpriced), dues.each[0])
    if due.amount is not None and due.amount < 0:
        return "the fee cannot be determined"
    if due.basis == "flat":
        return "the flat fee cannot be read"
    if len(dues.each) > 1:
        return f"not all of {len(dues.each)} {_base(due)}s have a printed fee"
    return f"{_one(due)} {'have' if _several(due) else 'has'} no printed fee"


def _several(due: Due) -> bool:
    return due.basis == "players" and due.amount != 1


def _one(due: Due) -> str:
    shown = amount_text(due.basis, due.amount or 0)
    return shown if due.basis == "players" else f"{_base(due)} {shown}"


def _base(due: Due) -> str:
    return _BASES.get(due.basis, due.basis.replace("_", " "))


def _either(least: int, most: int) -> str:
    return dollars(least) if least == most else f"{dollars(least)} or {dollars(most)}"


def fee_why(case: Case, played: Played, fee: Fee) -> Iterator[tuple[str, str]]:
    """Yield the why of a finding about a fee; nothing where the schedule cannot tell."""
    dues = dues_under(case, played, fee)
    if not dues:
        return
    first = next((each for each in dues if each.each), dues[0])
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
    """Return on what fees are owed, with the sum that makes each."""
    due = dues.each[0]
    if due.basis == "flat" or due.amount is None:
        return f", flat, {len(dues.each)} times" if len(dues.each) > 1 else ", flat"
    if len(dues.each) > 1:
        told = _listed([amount_text(due.basis, each.amount or 0) for each in dues.each], ", ")
        return f" on each of {len(dues.each)} {_base(due)}s: {told}"
    if due.basis == "players":
        return f" for {_one(due)}"
    if len(due.bets) == 1:
        bet = due.bets[0]
        return f" on {_one(due)} ({bet.wager.replace('_', ' ')}, seat {bet.seat})"
    total = _listed([dollars(bet.amount) for bet in due.bets], " + ")
    return f" on {_one(due)} = {total}" if total else f" on {_one(due)}"


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
    if any(due.price.unpriced and not due.condition for due in dues.each):
        return "no printed fee"
    return _either(dues.least, dues.most)


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

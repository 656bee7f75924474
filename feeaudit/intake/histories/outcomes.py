"""What was taken from each hand, and what each player won or lost.

Where the history states the rake, that is the rake. Where it states what players were paid or how
their stacks ended, the rake is what went in less what came out.

Writers of histories differ in one thing: whether a winner's payment holds the bet nobody called,
and whether it holds the part of a lone blind that nobody matched. The standard has it that it does
not: winnings are pots. One hand seldom tells, but a file does: a payment larger than the pot that
was called contradicts the standard. Where more than a tenth of a venue's hands do, its payments are
read as holding what nobody called. The log's faults say which reading was taken.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from feeaudit.core.money import short
from feeaudit.intake.histories.history_hand import Flaw, Settled, UnusableHand

if TYPE_CHECKING:
    from collections.abc import Iterable

    from feeaudit.intake.histories.faults import Faults
    from feeaudit.intake.histories.history_hand import Account, PlayedHand

_ERRORS: Final = 10  # one hand in ten: more is no error of the writer's but the writer's way
Venue = tuple[str, bool]  # a venue, and whether it is about a lone blind


def payments_with_uncalled(hands: Iterable[PlayedHand]) -> set[Venue]:
    """Return the venues whose payments hold the bet nobody called, or such a part of a blind."""
    votes: dict[Venue, list[int]] = {}
    for hand in hands:
        account = hand.account
        if account.paid is not None and not account.whole and any(account.uncalled):
            called = sum(account.put) - sum(account.uncalled)
            vote = votes.setdefault((account.venue, account.uncalled_blind), [0, 0])
            vote[sum(account.paid) > called] += 1
    found = {
        reading for reading, (apart, within) in votes.items() if within * _ERRORS > apart + within
    }
    return found | {(venue, True) for venue, _ in found if (venue, False) in found}


def settled(hand: PlayedHand, readings: set[Venue], faults: Faults) -> Settled:
    """Return what was taken from a hand and each player's result, as far as they are known."""
    account = hand.account
    if account.paid is None:
        return _unpaid(hand, faults)
    back = _given_back(account, readings)
    pot = sum(account.put) + account.house - sum(back)
    taken = pot - sum(account.paid)
    if taken < (account.jackpot or 0):
        value = short(sum(account.paid) + (account.jackpot or 0))
        expected = f"at most the {short(pot)} that was put in"
        raise UnusableHand(account.column, "pays more than was put in", value, expected)
    if _share_missing(account, taken):
        expected = "what every winner was paid; as much is missing as a winner's share"
        flaw = Flaw(account.column, "rake not known", f"{short(taken)} of {short(pot)}", expected)
        faults.remark(hand.line, flaw)
        return Settled(account.rake, account.jackpot)
    net = tuple(
        paid + apart - put for paid, apart, put in zip(account.paid, back, account.put, strict=True)
    )
    if account.rake is not None:
        _compare(hand, taken, faults)
        return Settled(account.rake, account.jackpot, net)
    faults.count(hand.line, _how(account, readings))
    return Settled(taken - (account.jackpot or 0), account.jackpot, net)


def _unpaid(hand: PlayedHand, faults: Faults) -> Settled:
    account = hand.account
    if account.rake is None:
        expected = "a stated rake, or what players were paid, from which it follows"
        faults.remark(hand.line, Flaw(account.column, "rake not known", hand.hand_id, expected))
    return Settled(account.rake, account.jackpot)


def _given_back(account: Account, readings: set[Venue]) -> tuple[int, ...]:
    """Return what players were given back beside what they were paid."""
    if account.whole or (account.venue, account.uncalled_blind) in readings:
        return (0,) * len(account.put)
    return account.uncalled


def _share_missing(account: Account, taken: int) -> bool:
    """Tell whether a winner's share may be missing: as much is gone as some winner was paid."""
    if account.whole or not account.showdown:
        return False
    return taken >= min(paid for paid in account.paid or () if paid)


def _compare(hand: PlayedHand, taken: int, faults: Faults) -> None:
    account = hand.account
    stated = (account.rake or 0) + (account.jackpot or 0)
    if stated != taken:
        expected = f"{short(taken)}, what went in less what came out; the stated rake is kept"
        flaw = Flaw(account.column, "rake does not balance", short(stated), expected)
        faults.remark(hand.line, flaw)


def _how(account: Account, readings: set[Venue]) -> Flaw:
    """Return how a rake was worked out, for the person who relies on it."""
    way = "what went in less what came out"
    if not account.whole and any(account.uncalled):
        within = (account.venue, account.uncalled_blind) in readings
        what = "the unmatched part of a lone blind" if account.uncalled_blind else "an uncalled bet"
        way += f", payments read as {'holding' if within else 'apart from'} {what}"
    return Flaw(account.column, "rake calculated", way, "a stated rake")

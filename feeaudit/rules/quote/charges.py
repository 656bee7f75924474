"""Charging one hand: which wagers, seats or players owe a fee, and which tier they fall in.

The levies are those that the audit compiles to arrays, and tiers are found by the same lookup. This
is plain code because ``quote`` answers about one hand at once, without the libraries that millions
of them need, and about hands of which something is not known.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from feeaudit.book.lookup import admissible, amount_text, tier_text, tiers_for
from feeaudit.core.money import dollars
from feeaudit.rules.levies import SKIPPED, WAIVED
from feeaudit.rules.quote.obligation import Obligation, amounts_together

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator

    from feeaudit.book.model import Ladder, Tier
    from feeaudit.rules.levies import Levy
    from feeaudit.rules.quote.hand import Bet, Hand
    from feeaudit.rules.readings import OptionReading

NOTHING_TAKEN: Final = "the hand ended before the opening round: nothing is taken"


def obligations(reading: OptionReading, hand: Hand) -> Iterator[Obligation]:
    """Yield what a hand owes under one reading of an option."""
    for levy in reading.levies:
        opening = levy.after(opening_round=hand.opening_round)
        if opening == SKIPPED:
            continue
        for each in _charged(reading, levy, hand):
            if opening == WAIVED:
                yield _waived(each)
            elif levy.from_pot and any(each.amounts):
                yield _staged(each, levy.from_pot, hand)
            elif levy.shortfall and each.settled:
                yield from _shortfall(each, levy, hand)
            else:
                yield each
    for ladder in reading.unstated:
        yield _unstated(reading, ladder)


def _unstated(reading: OptionReading, ladder: Ladder) -> Obligation:
    doubt = f"no printed terms say how the {ladder.component} fee of this option is charged"
    return Obligation(
        component=ladder.component,
        payers=(),
        seat="",
        player="",
        wager="",
        per="",
        basis=ladder.basis,
        basis_amount=None,
        tiers=(),
        amounts=(),
        moments=(),
        schedule=reading.schedule.key,
        option=reading.option.option,
        document=reading.schedule.document,
        lines=(reading.option.lines[0],),
        doubts=(doubt,),
        unpriced=True,
    )


def _waived(each: Obligation) -> Obligation:
    return replace(
        each, amounts=(0,), tiers=(), doubts=(), unpriced=False, arithmetic=NOTHING_TAKEN
    )


def _staged(each: Obligation, from_pot: int, hand: Hand) -> Obligation:
    pot = _pot(hand)
    if pot is None:
        doubt = f"owed only when the pot reaches {dollars(from_pot)}; state pot"
        return replace(
            each, amounts=amounts_together((0,), each.amounts), doubts=(*each.doubts, doubt)
        )
    if pot < from_pot:
        arithmetic = f"the pot of {dollars(pot)} did not reach {dollars(from_pot)}"
        return replace(each, amounts=(0,), arithmetic=arithmetic)
    return each


def _pot(hand: Hand) -> int | None:
    """Return the pot: as stated, else what the wagers come to; None without either."""
    if hand.pot is not None or not hand.wagers:
        return hand.pot
    return sum(bet.amount for bet in hand.wagers)


def _shortfall(each: Obligation, levy: Levy, hand: Hand) -> Iterator[Obligation]:
    """Split a fee between the antes and whoever pays what they lack."""
    fee = each.amounts[0]
    antes = posted_antes(levy, hand)
    if antes is None:
        doubt = (
            f"the {levy.shortfall} pays the shortfall of the antes; state the antes or the players"
        )
        yield replace(each, doubts=(doubt,))
        return
    covered = min(fee, antes)
    arithmetic = f"antes of {dollars(antes)} against a fee of {dollars(fee)}"
    yield replace(each, amounts=(covered,), arithmetic=arithmetic)
    yield replace(
        each,
        component="button",
        payers=(levy.shortfall,),
        amounts=(fee - covered,),
        arithmetic=f"{arithmetic}: the {levy.shortfall} pays the rest",
    )


def posted_antes(levy: Levy, hand: Hand) -> int | None:
    """Return what the antes of a hand come to; None where nothing tells."""
    antes = [bet.amount for bet in hand.wagers if bet.wager == "ante"]
    if antes:
        return sum(antes)
    return None if hand.players is None else levy.posted(hand.players)


def _charged(reading: OptionReading, levy: Levy, hand: Hand) -> Iterator[Obligation]:
    """Yield one obligation for each wager, seat, player, hand or period that is charged."""
    for group in _groups(levy, hand):
        found = tiers_for(levy.ladder, group.amount)
        amounts = admissible(levy.ladder, found.tiers)
        doubts = [found.doubt] if found.doubt and len(amounts) != 1 else []
        if levy.after_flop and group.amount is None:
            doubts = [
                "the number of players after the flop determines the tier; state players_after_flop"
            ]
        if any(tier.fee is None for tier in found.tiers):
            doubts.append("the printed fee cannot be read")
        yield Obligation(
            component=levy.component,
            payers=(levy.payer,),
            seat=hand.player_dealer_seat if levy.payer == "player_dealer" else group.seat,
            player=group.player,
            wager=group.wager,
            per=levy.per,
            basis=levy.basis,
            basis_amount=group.amount if levy.basis != "flat" else None,
            tiers=tuple(tier_text(levy.basis, tier) for tier in found.tiers),
            amounts=amounts,
            moments=levy.moments,
            schedule=reading.schedule.key,
            option=reading.option.option,
            document=reading.schedule.document,
            lines=tuple(tier.line for tier in found.tiers) or (reading.option.lines[0],),
            arithmetic=_arithmetic(group, levy.basis, found.tiers),
            doubts=tuple(doubts),
            unpriced=not found.tiers or any(tier.fee is None for tier in found.tiers),
        )


@dataclass(frozen=True, slots=True)
class _Group:
    """What is charged together: some wagers, or the hand as a whole (``bets`` where it counts)."""

    seat: str = ""
    player: str = ""
    wager: str = ""
    amount: int | None = None
    bets: tuple[Bet, ...] = ()


def _groups(levy: Levy, hand: Hand) -> Iterator[_Group]:
    """Yield each wager, seat, player or hand that is charged by itself; $0.00 is no wager."""
    bets = tuple(
        bet
        for bet in hand.wagers
        if bet.amount > 0
        and bet.seat != hand.player_dealer_seat
        and not bet.own
        and levy.counts(bet.wager)
    )
    if levy.per == "wager":
        for bet in bets:
            yield _Group(bet.seat, bet.player, bet.wager, bet.amount, (bet,))
    elif levy.per == "seat":
        yield from _grouped(bets, lambda bet: (bet.seat, bet.player))
    elif levy.per == "player" and hand.wagers:
        yield from _grouped(bets, lambda bet: bet.bettor)
    elif levy.basis == "players":
        yield _Group(amount=hand.players_after_flop if levy.after_flop else hand.players)
    else:
        total = sum(bet.amount for bet in bets) if levy.basis != "flat" else None
        yield _Group(amount=total, bets=bets if levy.basis != "flat" else ())


def _grouped(bets: Iterable[Bet], key: Callable[[Bet], Hashable]) -> Iterator[_Group]:
    groups: dict[Hashable, list[Bet]] = {}
    for bet in bets:
        groups.setdefault(key(bet), []).append(bet)
    for members in groups.values():
        seats = {bet.seat for bet in members}
        yield _Group(
            seat=members[0].seat if len(seats) == 1 else "",
            player=members[0].player,
            amount=sum(bet.amount for bet in members),
            bets=tuple(members),
        )


def _arithmetic(group: _Group, basis: str, tiers: tuple[Tier, ...]) -> str:
    if basis == "flat":
        return "a flat fee"
    if group.amount is None:
        return ""
    shown = amount_text(basis, group.amount)
    if len(group.bets) > 1:
        shown = " + ".join(dollars(bet.amount) for bet in group.bets) + f" = {shown}"
    names = " or ".join(dict.fromkeys(tier_text(basis, tier) for tier in tiers))
    return f"{shown}, tier {names}" if names else f"{shown}, no tier"

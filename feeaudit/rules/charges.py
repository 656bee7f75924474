"""Charging a hand: which wagers, seats or players owe a component, and which tier they fall in."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from feeaudit.book.lookup import amount_text, tier_text, tiers_for
from feeaudit.core.money import cents, dollars
from feeaudit.rules.obligation import Obligation, amounts_together

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator

    from feeaudit.book.model import Charge, Ladder, Schedule, Tier
    from feeaudit.rules.hand import Bet, Hand
    from feeaudit.rules.readings import Plan

NOTHING_TAKEN: Final = "the hand ended before the opening round: nothing is taken"
_HAND_FEES = {"player", "pot", "ante", "button"}


def obligations(schedule: Schedule, plan: Plan, hand: Hand) -> Iterator[Obligation]:
    """Yield what a hand owes under one reading of an option."""
    for ladder in plan.ladders:
        charge = plan.charge(ladder.component)
        if charge is None:
            yield _unstated(schedule, plan, ladder)
            continue
        if by_opening_round(plan, ladder, hand) == "skip":
            continue
        for each in _charged(schedule, plan, ladder, charge, hand):
            if by_opening_round(plan, ladder, hand) == "waived":
                yield _waived(each)
            elif ladder.from_pot and any(each.amounts):
                yield _staged(each, ladder.from_pot, hand)
            elif charge.shortfall and each.settled:
                yield from _shortfall(each, charge, plan, hand)
            else:
                yield each


def _unstated(schedule: Schedule, plan: Plan, ladder: Ladder) -> Obligation:
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
        schedule=schedule.key,
        option=plan.option.option,
        document=schedule.document,
        lines=(plan.option.lines[0],),
        doubts=(doubt,),
        unpriced=True,
    )


def by_opening_round(plan: Plan, ladder: Ladder, hand: Hand) -> str:
    """Return what a hand without an opening round does to a fee: skip it, waive it, or nothing."""
    reached = hand.opening_round is not False
    if ladder.component == "no_flop":
        return "skip" if reached else ""
    if ladder.component not in _HAND_FEES or reached:
        return ""
    return {"no_fee": "waived", "no_flop_fee": "skip"}.get(plan.no_opening_round, "")


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


def _shortfall(each: Obligation, charge: Charge, plan: Plan, hand: Hand) -> Iterator[Obligation]:
    """Split a fee between the antes and whoever pays what they lack."""
    fee = each.amounts[0]
    antes = posted_antes(plan, hand)
    if antes is None:
        doubt = f"the {charge.shortfall} pays what the antes lack; state the antes or the players"
        yield replace(each, doubts=(doubt,))
        return
    covered = min(fee, antes)
    arithmetic = f"antes of {dollars(antes)} against a fee of {dollars(fee)}"
    yield replace(each, amounts=(covered,), arithmetic=arithmetic)
    yield replace(
        each,
        component="button",
        payers=(charge.shortfall,),
        amounts=(fee - covered,),
        arithmetic=f"{arithmetic}: the {charge.shortfall} pays the rest",
    )


def posted_antes(plan: Plan, hand: Hand) -> int | None:
    """Return what the antes of a hand come to; None where nothing tells."""
    antes = [bet.amount for bet in hand.wagers if bet.wager == "ante"]
    if antes:
        return sum(antes)
    stake = dict(plan.option.stakes).get("ante")
    if stake is None or hand.players is None:
        return None
    return cents(stake) * hand.players


def _charged(
    schedule: Schedule, plan: Plan, ladder: Ladder, charge: Charge, hand: Hand
) -> Iterator[Obligation]:
    """Yield one obligation for each wager, seat, player, hand or period that is charged."""
    for group in groups(charge, ladder, hand):
        found = tiers_for(ladder, group.amount)
        amounts = tuple(sorted({tier.fee for tier in found.tiers if tier.fee is not None}))
        doubts = [found.doubt] if found.doubt and len(amounts) != 1 else []
        if any(tier.fee is None for tier in found.tiers):
            doubts.append("the printed fee cannot be read")
        basis = basis_of(ladder, charge)
        yield Obligation(
            component=ladder.component,
            payers=(charge.payer,),
            seat=hand.player_dealer_seat if charge.payer == "player_dealer" else group.seat,
            player=group.player,
            wager=group.wager,
            per=charge.per,
            basis=basis,
            basis_amount=group.amount if basis != "flat" else None,
            tiers=tuple(tier_text(ladder.basis, tier) for tier in found.tiers),
            amounts=amounts,
            moments=charge.moments,
            schedule=schedule.key,
            option=plan.option.option,
            document=schedule.document,
            lines=tuple(tier.line for tier in found.tiers) or (plan.option.lines[0],),
            arithmetic=_arithmetic(group, ladder, found.tiers),
            doubts=tuple(doubts),
            unpriced=not found.tiers or any(tier.fee is None for tier in found.tiers),
        )


def basis_of(ladder: Ladder, charge: Charge) -> str:
    """Return the basis a charge really uses: a reading may charge each wager, not the total."""
    if ladder.basis in {"player_wager", "total_player_wager"}:
        return "player_wager" if charge.per == "wager" else "total_player_wager"
    return ladder.basis


@dataclass(frozen=True, slots=True)
class Group:
    """What is charged together: some wagers, or the hand as a whole (``bets`` where it counts)."""

    seat: str = ""
    player: str = ""
    wager: str = ""
    amount: int | None = None
    bets: tuple[Bet, ...] = ()


def groups(charge: Charge, ladder: Ladder, hand: Hand) -> Iterator[Group]:
    """Yield each wager, seat, player or hand that is charged by itself; $0.00 is no wager."""
    bets = tuple(
        bet
        for bet in hand.wagers
        if bet.amount > 0
        and bet.seat != hand.player_dealer_seat
        and (not charge.wagers or bet.wager in charge.wagers)
    )
    if charge.per == "wager":
        for bet in bets:
            yield Group(bet.seat, bet.player, bet.wager, bet.amount, (bet,))
    elif charge.per == "seat":
        yield from _grouped(bets, lambda bet: (bet.seat, bet.player))
    elif charge.per == "player" and hand.wagers:
        yield from _grouped(bets, lambda bet: bet.bettor)
    elif ladder.basis == "players":
        yield Group(amount=hand.players)
    else:
        total = sum(bet.amount for bet in bets) if ladder.basis != "flat" else None
        yield Group(amount=total, bets=bets if ladder.basis != "flat" else ())


def _grouped(bets: Iterable[Bet], key: Callable[[Bet], Hashable]) -> Iterator[Group]:
    groups: dict[Hashable, list[Bet]] = {}
    for bet in bets:
        groups.setdefault(key(bet), []).append(bet)
    for members in groups.values():
        seats = {bet.seat for bet in members}
        yield Group(
            seat=members[0].seat if len(seats) == 1 else "",
            player=members[0].player,
            amount=sum(bet.amount for bet in members),
            bets=tuple(members),
        )


def _arithmetic(group: Group, ladder: Ladder, tiers: tuple[Tier, ...]) -> str:
    if ladder.basis == "flat":
        return "a flat fee"
    if group.amount is None:
        return ""
    shown = amount_text(ladder.basis, group.amount)
    if len(group.bets) > 1:
        shown = " + ".join(dollars(bet.amount) for bet in group.bets) + f" = {shown}"
    names = " or ".join(dict.fromkeys(tier_text(ladder.basis, tier) for tier in tiers))
    return f"{shown}, tier {names}" if names else f"{shown}, no tier"

"""Merging readings: one obligation that admits what any defensible reading admits."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from feeaudit.core.money import dollars
from feeaudit.rules.quote.obligation import Obligation, amounts_together

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Labelled = tuple[str, list[Obligation]]


def merged(readings: list[Labelled]) -> Iterator[Obligation]:
    """Merge what the readings give: the same fee with every amount that a reading admits.

    Where readings charge the same component at different grains (each bet, or their total), they
    are compared at the finest grain they share: the seat, else the player, else the whole hand.
    """
    if len(readings) == 1:
        yield from readings[0][1]
        return
    components = dict.fromkeys(each.component for _, charged in readings for each in charged)
    for component in components:
        yield from _merged_component(
            [
                (label, [each for each in charged if each.component == component])
                for label, charged in readings
            ]
        )


def _merged_component(readings: list[Labelled]) -> Iterator[Obligation]:
    grain = _common_grain([charged for _, charged in readings])
    grained = [(label, _numbered(grain(charged))) for label, charged in readings]
    models = {key: each for _, charged in reversed(grained) for key, each in charged.items()}
    keys = dict.fromkeys(key for _, charged in grained for key in charged)
    for key in keys:
        nothing = replace(
            models[key],
            amounts=(0,),
            tiers=(),
            doubts=(),
            unpriced=False,
            arithmetic="nothing is charged",
        )
        yield _united([(label, charged.get(key, nothing)) for label, charged in grained])


def _common_grain(
    readings: list[list[Obligation]],
) -> Callable[[list[Obligation]], list[Obligation]]:
    """Return the finest grain at which what the readings charge can be compared."""
    pers = {each.per for charged in readings for each in charged}
    keys = {tuple(each.key for each in charged) for charged in readings}
    if len(pers) == 1 or len(keys) == 1:
        return list
    if pers <= {"wager", "seat"}:
        return _by_seat
    if pers <= {"wager", "seat", "player"}:
        return partial(_by_player, seats=_seats(readings))
    return _by_hand


def _seats(readings: list[list[Obligation]]) -> dict[str, set[str]]:
    """Return where each player is charged under any reading."""
    seats: dict[str, set[str]] = {}
    for charged in readings:
        for each in charged:
            if each.seat:
                seats.setdefault(each.player, set()).add(each.seat)
    return seats


def _numbered(obligations: list[Obligation]) -> dict[tuple[object, ...], Obligation]:
    """Return obligations by key; equal keys (two bets of a kind on a seat) by their order too."""
    numbered: dict[tuple[object, ...], Obligation] = {}
    for each in obligations:
        place = sum(key[:-1] == each.key for key in numbered)
        numbered[*each.key, place] = each
    return numbered


def _by_seat(obligations: list[Obligation]) -> list[Obligation]:
    return _grouped(obligations, lambda each: (each.seat, each.player))


def _by_player(obligations: list[Obligation], seats: dict[str, set[str]]) -> list[Obligation]:
    """Add up by player, at the one seat or whatever the seats; by seat where nobody is named."""
    one = {player: next(iter(found)) for player, found in seats.items() if len(found) == 1}
    named = [
        replace(each, seat=one.get(each.player, "")) if each.player else each
        for each in obligations
    ]
    return _grouped(named, lambda each: (each.seat, each.player))


def _grouped(
    obligations: list[Obligation], key: Callable[[Obligation], tuple[str, str]]
) -> list[Obligation]:
    return [
        _summed([each for each in obligations if key(each) == place])
        for place in dict.fromkeys(map(key, obligations))
    ]


def _by_hand(obligations: list[Obligation]) -> list[Obligation]:
    if not obligations:
        return []
    summed = _summed(obligations)
    # Payers who are known are not "each of the players", though the sum names none of them.
    known = summed.seat or summed.player
    return [replace(summed, seat="", player="", per="hand" if known else summed.per)]


def _summed(obligations: list[Obligation]) -> Obligation:
    """Return obligations of one component as one, with every possible total."""
    first = obligations[0]
    if len(obligations) == 1:
        return replace(first, wager="")
    totals = {0}
    # One after the other: so many bets between two tiers have few totals, but endless combinations.
    for each in obligations:
        totals = {total + amount for total in totals for amount in each.amounts}
    return replace(
        first,
        wager="",
        basis_amount=_sum_of_bases(obligations),
        tiers=tuple(dict.fromkeys(tier for each in obligations for tier in each.tiers)),
        amounts=tuple(sorted(totals)),
        lines=tuple(dict.fromkeys(line for each in obligations for line in each.lines)),
        arithmetic="; ".join(each.arithmetic for each in obligations),
        doubts=tuple(dict.fromkeys(doubt for each in obligations for doubt in each.doubts)),
        unpriced=any(each.unpriced for each in obligations),
    )


def _sum_of_bases(obligations: list[Obligation]) -> int | None:
    bases = [each.basis_amount for each in obligations if each.basis_amount is not None]
    return sum(bases) if bases else None


def _united(readings: list[tuple[str, Obligation]]) -> Obligation:
    """Return one obligation that admits what any reading admits, and says which gives what."""
    first = readings[0][1]
    amounts = amounts_together(*(each.amounts for _, each in readings))
    payers = tuple(dict.fromkeys(payer for _, each in readings for payer in each.payers))
    moments = tuple(dict.fromkeys(moment for _, each in readings for moment in each.moments))
    doubts = list(dict.fromkeys(doubt for _, each in readings for doubt in each.doubts))
    if any(each.amounts != first.amounts for _, each in readings):
        doubts.extend(f"{label or 'as printed'}: {_said(each)}" for label, each in readings)
    return replace(
        first,
        option=" or ".join(dict.fromkeys(each.option for _, each in readings)),
        payers=payers,
        amounts=amounts,
        moments=moments,
        tiers=tuple(dict.fromkeys(tier for _, each in readings for tier in each.tiers)),
        lines=tuple(dict.fromkeys(line for _, each in readings for line in each.lines)),
        doubts=tuple(doubts),
        unpriced=any(each.unpriced for _, each in readings),
    )


def _said(each: Obligation) -> str:
    amounts = " or ".join(dollars(amount) for amount in each.amounts) or "no approved fee"
    return f"{amounts} ({each.arithmetic})" if each.arithmetic else amounts

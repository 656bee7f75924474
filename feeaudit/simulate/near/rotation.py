"""Near misses of the checks on the player-dealer position and on who sits at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.simulate.frames import NULL, SECOND
from feeaudit.simulate.plant.holders import hours
from feeaudit.simulate.plant.seats import (
    as_provider,
    chair_not_passed,
    chair_of,
    chair_passed,
    full_circle,
    provider_after,
    sit_in_for,
)
from feeaudit.simulate.plant.third_hands import hold_third, third_hands
from feeaudit.simulate.seating import PROVIDERS

if TYPE_CHECKING:
    from feeaudit.simulate.plant.plot import Plot

_OUTSIDERS: Final = 3


def turns(plot: Plot) -> None:
    """ROT-TURNS: a third hand from one seat, by another person of the same provider.

    Only where the rules count a person's own hands, so that it is no violation; that one provider
    goes on may be put up for review. The first has left as the second sits down.
    """
    draft = plot.draft
    for third in third_hands(plot, lambda r: r.capped and r.by_person and r.newcomers):
        provider = provider_after(draft, third.hand)
        if provider is not None:
            hold_third(draft, third, "asked")
            person = draft.names.code(f"B8{plot.done + 1:04d}")
            sit_in_for(draft, third.hand, person, "third_party", provider)
            seat = int(draft["hands"]["player_dealer_seat"][third.hand])
            what = "a third hand by another person of the provider"
            plot.plant(third.hand, what, seat=seat, also=third.around)
            plot.comes_with_it(third.hand, "ROT-TURNS", seat=seat, review=True)


def offer(plot: Plot) -> None:
    """ROT-OFFER: where there is a duty to offer and no cap, all decline and the holder goes on."""
    for third in third_hands(plot, lambda r: r.offered and not (r.bound or r.intervening)):
        if not third.rules.breaks:
            hold_third(plot.draft, third, "asked")
            seat = int(plot.draft["hands"]["player_dealer_seat"][third.hand])
            what = "a third hand in a row after all others declined"
            plot.plant(third.hand, what, seat=seat, also=third.around)


def order(plot: Plot) -> None:
    """ROT-ORDER: somebody sits down in a chair that was passed, once the hand has begun."""
    draft = plot.draft
    hands = draft["hands"]
    for hand in plot.free_hands(hands["turn"] != NULL):
        chair = chair_passed(draft, hand)
        if chair is not None:
            start, end = int(hands["started_at"][hand]), int(hands["ended_at"][hand])
            _sit(plot, hand, chair, "patron", NULL, (start + SECOND, end))
            plot.plant(hand, "somebody sits down in a chair that the offers passed")


def intervene(plot: Plot) -> None:
    """ROT-INTERVENE: after two hands one hand by another, then the first holder again."""
    hands = plot.draft["hands"]
    holder, sitting = hands["player_dealer"], hands["sitting"]
    again = np.zeros(len(holder), dtype=np.bool_)
    again[3:] = (
        (holder[3:] == holder[:-3])
        & (holder[3:] == holder[1:-2])
        & (holder[3:] != holder[2:-1])
        & (holder[3:] != NULL)
        & (sitting[3:] == sitting[:-3])
    )
    for hand in plot.free_hands(again):
        rules = plot.setup(hand).turns
        around = (hand - 3, hand - 2, hand - 1, hand)
        if rules is not None and rules.intervening and plot.draft.free(*around):
            plot.plant(hand, "one hand by another between two turns", also=around)


def broken(plot: Plot) -> None:
    """ROT-BROKEN: all others decline in the middle of a turn, and its second hand is played."""
    hands = plot.draft["hands"]
    second = full_circle(plot.draft)
    second[1:] &= hands["player_dealer"][1:] == hands["player_dealer"][:-1]
    for hand in plot.free_hands(second):
        rules = plot.setup(hand).turns
        if rules is not None and rules.breaks and rules.most > 1 and plot.draft.free(hand - 1):
            plot.plant(hand, "all others decline and the turn goes on", also=(hand - 1,))


def eligible(plot: Plot) -> None:
    """ROT-ELIGIBLE: in a game for seated players only, somebody banks who has just sat down."""
    draft = plot.draft
    for hand in plot.free_hands(draft["hands"]["turn"] != NULL):
        rules = plot.setup(hand).turns
        person = draft.names.code(f"N{plot.done + 1:05d}")
        holder = int(draft["hands"]["player_dealer"][hand])
        able = rules is not None and rules.seated_only and rules.newcomers
        if able and chair_of(draft, hand, holder) is not None:
            sit_in_for(draft, hand, person, "patron")
            plot.plant(hand, "the player-dealer sat down as the hand started")


def house(plot: Plot) -> None:
    """ROT-HOUSE: somebody of the house sits at the table, is not asked and does not bank."""
    draft = plot.draft
    hands = draft["hands"]
    for hand in plot.free_hands(hands["turn"] != NULL):
        rules, chair = plot.setup(hand).turns, chair_passed(draft, hand)
        if rules is not None and rules.without_house and chair is not None:
            times = int(hands["started_at"][hand]), int(hands["ended_at"][hand])
            before = int(hands["started_at"][hand - 1]) if hand else times[0]
            same = hand and hands["sitting"][hand - 1] == hands["sitting"][hand]
            _sit(plot, hand, chair, "house", NULL, (before if same else times[0], times[1]))
            plot.plant(hand, "somebody of the house sits there and is not asked")


def second_person(plot: Plot) -> None:
    """TPP-ONE: for one hand a person of another provider sits there, neither betting nor asked."""
    draft = plot.draft
    hands, seats = draft["hands"], draft["seats"]
    for hand in plot.free_hands((hands["turn"] != NULL) & ~full_circle(draft)):
        start, end = int(hands["started_at"][hand]), int(hands["ended_at"][hand])
        here = (seats["sitting"] == hands["sitting"][hand]) & (seats["provider"] != NULL)
        taken = {draft.names.text(int(each)) for each in seats["provider"][here]}
        other = next((each for each in PROVIDERS if each not in taken), None)
        chair = chair_not_passed(draft, hand)
        if taken and other is not None and chair is not None:
            _sit(plot, hand, chair, "third_party", draft.names.code(other), (start, end))
            plot.plant(hand, f"a person of another provider, {other}, is seated")


def window(plot: Plot) -> None:
    """ROT-WINDOW: for an hour exactly two players who belong to no provider hold the position.

    Where three such players sit, one of them is recorded as a person of a provider meanwhile.
    """
    draft = plot.draft
    for first, last in hours(plot):
        hands, seats = draft["hands"], draft["seats"]
        start, end = int(hands["started_at"][first]), int(hands["ended_at"][last])
        here = (seats["sitting"] == hands["sitting"][first]) & (seats["from"] <= start)
        rows = np.flatnonzero(here & (seats["to"] > start) & (seats["provider"] == NULL))
        rules = plot.setup(first).turns
        if len(rows) != _OUTSIDERS or rules is None or rules.in_turn:
            continue
        as_provider(draft, int(rows[0]), start, end, "Provider 1")
        what = "for an hour exactly two players outside providers hold the position"
        plot.plant(first, what, also=tuple(range(first, last + 1)))
        draft.settle()


def _sit(  # noqa: PLR0913, PLR0917 - a record of a seat has so many sides
    plot: Plot, hand: int, chair: int, role: str, provider: int, times: tuple[int, int]
) -> None:
    """Record somebody new in a free chair for a while."""
    draft = plot.draft
    hands = draft["hands"]
    draft.add(
        "seats",
        sitting=int(hands["sitting"][hand]),
        cardroom=int(hands["cardroom"][hand]),
        table=int(hands["table"][hand]),
        seat=draft.names.code(str(chair)),
        player=draft.names.code(f"{role[0].upper()}9{plot.done + 1:05d}"),
        role=draft.names.code(role),
        provider=provider,
        **{"from": times[0], "to": times[1]},
    )

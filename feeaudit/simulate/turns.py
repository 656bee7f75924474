"""How the player-dealer position may move in a game: every printed statement taken together.

The simulator keeps within the strictest of them: two hands at most, one where the next in turn must
have bet the hand before, the whole table in turn where three wagers are asked for first.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from feeaudit.rules.doubts import open_anomalies
from feeaudit.rules.rotation import said_of
from feeaudit.simulate.option_fees import NotSimulable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.book.model import Cardroom, Game, Rotation

_PERSON = {"person", "player"}
_ENTITY = {"person_or_entity"}
_ROUND_TABLE = {"three_wagers_this_round", "wager_on_spot_previous_hand"}


@dataclass(frozen=True, slots=True)
class BankTurns:
    """What the rules of a place and a game ask of the position.

    ``most`` is how many hands in a row one holder is given, ``everyone_bets`` that all seated
    players bet every hand, ``in_turn`` that the position simply goes round, ``pair`` that only two
    players sit, so that the direction cannot matter where the print contradicts itself. ``capped``
    is a printed number of hands that nobody may pass, ``bound`` anything that may be meant as one;
    ``by_person`` that only a person's own hands count, ``by_entity`` also those of an entity.
    """

    most: int
    everyone_bets: bool
    in_turn: bool
    pair: bool
    clockwise: bool
    directed: bool
    newcomers: bool
    capped: bool
    bound: bool
    by_person: bool
    by_entity: bool
    offered: bool
    intervening: bool
    breaks: bool
    seated_only: bool
    without_house: bool


def turns_of(cardroom: Cardroom, game: Game) -> BankTurns:
    """Return how the position moves; raise NotSimulable where no table can satisfy the print."""
    said = [*said_of(cardroom, game)]
    eligible = {each for statement in said for each in statement.eligible}
    directions = {statement.direction for statement in said} - {""}
    in_turn = bool(eligible & _ROUND_TABLE)
    single = in_turn or "bet_last_round" in eligible
    pair = len(directions) > 1
    breaks = any(each.if_nobody for each in said)
    if pair and single:
        raise NotSimulable(
            "its rules contradict each other on the direction in which the position is offered"
        )
    if any("third_party" in each.eligible for each in _read(cardroom, game)):
        raise NotSimulable("its rules can be read to let only third parties hold the position")
    return BankTurns(
        # Where no number is printed, a second hand after all declined might be one too many.
        most=1 if single or (breaks and not _numbered(said)) else 2,
        everyone_bets=single,
        in_turn=in_turn,
        pair=pair,
        clockwise=directions != {"counter_clockwise"},
        directed=len(directions) == 1,
        newcomers=not eligible - {"seated"} and not _asks_backline(said),
        capped=any(each.cap is not None and each.cap.hands > 0 for each in said),
        bound=any(each.cap or each.rotates_after for each in said)
        or any(each.cap for each in _read(cardroom, game)),
        by_person=all(each.cap is None or each.cap.holder in _PERSON for each in said)
        and not any(each.rotates_after for each in said),
        by_entity=any(each.cap and each.cap.hands and each.cap.holder in _ENTITY for each in said),
        offered=any(each.offer is not None and each.offer.after for each in said),
        intervening=any(each.intervening for each in said),
        breaks=breaks,
        seated_only="seated" in eligible,
        without_house=any("house" in each.never for each in said),
    )


def _numbered(said: list[Rotation]) -> bool:
    """Tell whether any statement says how many hands make a turn."""
    return any(
        (each.cap and each.cap.hands) or each.rotates_after or (each.offer and each.offer.after)
        for each in said
    )


def _asks_backline(said: list[Rotation]) -> bool:
    """Tell whether those are asked too who bet on a seat the hand before, even if they left it."""
    return any(each.offer and each.offer.to == "seat_then_backline" for each in said)


def _read(cardroom: Cardroom, game: Game) -> Iterator[Rotation]:
    """Yield what only some readings of the print state of the position."""
    for anomaly in open_anomalies(cardroom, game):
        for reading in anomaly.readings:
            yield from (
                each for each in reading.rotation if not each.games or game.game in each.games
            )

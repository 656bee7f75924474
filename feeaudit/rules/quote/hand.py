"""One hand, as a person states it: the words of the log, in JSON or on the command line."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from feeaudit.core.dialect import Refused, amount, count, number, truth
from feeaudit.core.problem import nearest

if TYPE_CHECKING:
    from decimal import Decimal

_KEYS = (
    "cardroom",
    "game",
    "option",
    "schedule",
    "edition",
    "players",
    "players_after_flop",
    "opening_round",
    "pot",
    "player_dealer_seat",
    "wagers",
)
_WAGER_KEYS = ("seat", "wager", "amount", "player")
_MOST_PLAYERS = 100


class BadHand(Exception):  # noqa: N818 - the name says what is bad
    """The hand makes no sense; every reason is listed."""

    def __init__(self, reasons: list[str]) -> None:
        self.reasons = reasons
        super().__init__("\n".join(reasons))


class Bet(NamedTuple):
    """One wager of one player on one seat; ``own`` is the player-dealer's, whatever the seat."""

    seat: str
    wager: str
    amount: int
    player: str = ""
    own: bool = False

    @property
    def bettor(self) -> str:
        """Return who placed it: the player, or whoever holds the seat."""
        return self.player or f"seat {self.seat}"


@dataclass(frozen=True, slots=True)
class Hand:
    """One hand of one game at one cardroom."""

    cardroom: str
    game: str
    option: str
    players: int | None = None
    opening_round: bool | None = None
    pot: int | None = None
    player_dealer_seat: str = ""
    wagers: tuple[Bet, ...] = ()
    schedule: str = ""
    edition: str = ""
    players_after_flop: int | None = None


def hand_from_json(text: str) -> Hand:
    """Return the hand that a JSON text states; raise BadHand with every reason why not."""
    try:
        # Numbers stay as written, so that 100.10 is exactly 10010 cents.
        data = json.loads(
            text, parse_float=_number, parse_int=str, parse_constant=str, object_pairs_hook=_once
        )
    except json.JSONDecodeError as error:
        message = f"not JSON: {error.msg} at line {error.lineno}, column {error.colno}"
        raise BadHand([message]) from None
    except RecursionError:
        raise BadHand(["not a hand: nested too deeply"]) from None
    if not isinstance(data, dict):
        raise BadHand(["a hand is one JSON object with cardroom, game, option and wagers"])
    reasons = [
        f"{key!r} is not a field of a hand{nearest(str(key), _KEYS)}"
        for key in data
        if key not in _KEYS
    ]
    reasons += [f"the hand lacks its {key!r}" for key in _KEYS[:3] if not data.get(key)]
    hand = Hand(
        cardroom=str(data.get("cardroom", "")),
        game=str(data.get("game", "")),
        option=str(data.get("option", "")),
        players=_count(data.get("players"), "players", reasons),
        players_after_flop=_count(data.get("players_after_flop"), "players_after_flop", reasons),
        opening_round=_yes_no(data.get("opening_round"), reasons),
        pot=_amount(data["pot"], "pot", reasons) if data.get("pot") is not None else None,
        player_dealer_seat=_text(data.get("player_dealer_seat")),
        wagers=_bets(data.get("wagers"), reasons),
        schedule=_text(data.get("schedule")),
        edition=_text(data.get("edition")),
    )
    if reasons:
        raise BadHand(reasons)
    return hand


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object; of what is stated twice, JSON would keep the last and lose the rest."""
    names = [name for name, _ in pairs]
    twice = [f"{name!r} is stated twice" for name in dict.fromkeys(names) if names.count(name) > 1]
    if twice:
        raise BadHand(twice)
    return dict(pairs)


def _bets(data: Any, reasons: list[str]) -> tuple[Bet, ...]:
    if data is None:
        return ()
    if not isinstance(data, list):
        reasons.append("'wagers' is a list of {seat, wager, amount}")
        return ()
    bets = []
    for place, each in enumerate(data, 1):
        if not isinstance(each, dict):
            reasons.append(f"wager {place} is not {{seat, wager, amount}}")
            continue
        reasons.extend(
            f"wager {place}: {key!r} is not a field of a wager{nearest(str(key), _WAGER_KEYS)}"
            for key in each
            if key not in _WAGER_KEYS
        )
        missing = [key for key in _WAGER_KEYS[:3] if _text(each.get(key)) == ""]
        if missing:
            reasons.append(f"wager {place} has no {' and '.join(missing)}")
            continue
        amount = _amount(each["amount"], f"wager {place}", reasons)
        if amount is not None:
            bets.append(
                Bet(_text(each["seat"]), _text(each["wager"]), amount, _text(each.get("player")))
            )
    return tuple(bets)


def _number(text: str) -> Decimal | str:
    """Return a number of JSON, whose point is a decimal point by the standard."""
    try:
        return number(text)
    except Refused:
        return text


def _amount(value: Any, where: str, reasons: list[str]) -> int | None:
    try:
        return amount(value)
    except Refused as refused:
        if refused.kind == "a negative amount":
            reasons.append(f"{where}: {value} is negative; wagers are amounts put up")
        elif refused.kind == "not an amount":
            reasons.append(f"{where}: {str(value)!r} is not an amount such as 25 or 25.50")
        else:
            reasons.append(f"{where}: {str(value)!r}: {refused}")
        return None


def _count(value: Any, name: str, reasons: list[str]) -> int | None:
    if value is None:
        return None
    try:
        players = count(_text(value))
    except Refused:
        players = 0
    if 0 < players <= _MOST_PLAYERS:
        return players
    reasons.append(f"{name}: {str(value)!r} is not a number of players")
    return None


def _yes_no(value: Any, reasons: list[str]) -> bool | None:
    if value is None or isinstance(value, bool) or value == "":
        return None if value == "" else value
    try:
        return truth(_text(value))
    except Refused:
        reasons.append(f"opening_round: {value!r} is neither yes nor no")
        return None


def _text(value: Any) -> str:
    return "" if value is None else str(value).strip()

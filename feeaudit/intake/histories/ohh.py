"""Open Hand History: the JSON format of hands with players, rounds of actions, and pots.

An action's amount is what the player put in by it. A pot states its amount, the rake in it, what
goes to the jackpot, and what each winner was paid; a bet that nobody called is in no pot.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from feeaudit.core.money import short
from feeaudit.intake.histories.betting import Betting
from feeaudit.intake.histories.history_hand import (
    Account,
    Flaw,
    PlayedHand,
    UnusableHand,
    name_of,
    shown,
    stake,
    table_of,
)
from feeaudit.intake.histories.json_hands import json_hands
from feeaudit.intake.histories.start_times import moment_of_ohh

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from feeaudit.intake.histories.faults import Faults
    from feeaudit.intake.histories.history_hand import Given

# A missed small blind is posted dead; a new player's extra blind is a big one.
_POSTS: Final = {
    "Post Ante": "ante",
    "Post SB": "small_blind",
    "Post BB": "big_blind",
    "Post Dead": "small_blind",
    "Post Extra Blind": "big_blind",
    "Straddle": "straddle",
}
_DEAD: Final = {"Post Ante", "Post Dead"}
_BETS: Final = {"Bet", "Raise", "Call"}
_FROM_THE_HOUSE: Final = {"Add to Pot", "Added to Pot", "Added To Pot"}
_NO_CHIPS: Final = {
    "Dealt Cards",
    "Mucks Cards",
    "Shows Cards",
    "Check",
    "Added Chips",
    "Sits Down",
    "Stands Up",
}
_ACTIONS: Final = {*_POSTS, *_BETS, *_FROM_THE_HOUSE, *_NO_CHIPS, "Fold"}
_KNOWN_GAMES: Final = {"Holdem", "Omaha", "OmahaHiLo", "Stud", "StudHiLo", "Draw"}


def read_ohh(text: str, given: Given, faults: Faults) -> Iterator[PlayedHand]:
    """Yield the hands of an Open Hand History file; those that cannot be used are set aside."""
    for position, (line, found) in enumerate(json_hands(text, faults.file)):
        try:
            if isinstance(found, UnusableHand):
                raise found
            yield _hand(_ohh(found), given, line, position, faults)
        except UnusableHand as bad:
            faults.leave_out(line, bad)


def _ohh(found: Any) -> dict[str, Any]:
    record = found.get("ohh") if isinstance(found, dict) else None
    if not isinstance(record, dict):
        raise UnusableHand("ohh", "not a hand", found, 'an object such as {"ohh": {...}}')
    if record.get("tournament") or record.get("tournament_info"):
        raise UnusableHand("tournament", "a tournament hand", "", "a hand played for money")
    return record


def _hand(
    record: dict[str, Any], given: Given, line: int, position: int, faults: Faults
) -> PlayedHand:
    players = _Players(record)
    betting = Betting(players.stacks)
    for each in _rounds(record):
        betting.next_round()
        for action in _objects(each, "actions"):
            _act(action, players, betting)
    betting.finish()
    number = name_of(record.get("game_number"), "game_number")
    hand = PlayedHand(
        line=line,
        hand_id=number or f"{given.stem}-{position + 1}",
        table=table_of(record.get("table_name"), given, "table_name"),
        seats=players.seats,
        names=players.names,
        opening_round=_opening_round(record, betting),
        blinds=_blinds(record, betting),
        wagers=betting.wagers(),
        account=_account(_objects(record, "pots"), players, betting),
        moment=moment_of_ohh(record.get("start_date_utc"), given, line, position, faults),
    )
    _check(record, hand, faults)
    return hand


def _check(record: dict[str, Any], hand: PlayedHand, faults: Faults) -> None:
    """Remark on amounts that are no dollars and on pots that are not what was put in."""
    currency = record.get("currency") or "USD"
    if currency != "USD":
        expected = "USD; the amounts are read as dollars"
        faults.count(hand.line, Flaw("currency", "another currency", shown(currency), expected))
    pots = _objects(record, "pots")
    if hand.account.paid is None and any(pot.get("player_wins") for pot in pots):
        put = short(sum(hand.account.put) + hand.account.house)
        value = short(_total(pots, "amount"))
        expected = f"what was put in and called, of {put}; results are left out"
        faults.remark(hand.line, Flaw("pots.amount", "pots do not balance", value, expected))


class _Players:
    """The players who were dealt in, in the order of the history."""

    def __init__(self, record: dict[str, Any]) -> None:
        dealt = [each for each in _objects(record, "players") if not each.get("is_sitting_out")]
        if len(dealt) < 2:  # noqa: PLR2004 - nobody plays alone
            raise UnusableHand("players", "too few players", len(dealt), "two or more players")
        self._places: dict[str, int] = {}
        for place, each in enumerate(dealt):
            self._places[name_of(each.get("id"), "players.id")] = place
        self.seats = tuple(
            name_of(each.get("seat"), "players.seat") or str(place)
            for place, each in enumerate(dealt, 1)
        )
        self.names = tuple(name_of(each.get("name"), "players.name") for each in dealt)
        self.stacks = [_optional(each, "starting_stack") for each in dealt]
        for column, values in (("id", tuple(self._places)), ("seat", self.seats)):
            if len(set(values)) < len(dealt):
                expected = f"a different {column} for each player"
                raise UnusableHand(f"players.{column}", "used twice", ", ".join(values), expected)

    def place(self, who: Any) -> int:
        """Return which player an id means."""
        found = self._places.get(name_of(who, "player_id"))
        if found is None:
            raise UnusableHand("player_id", "not a player", who, "the id of a player dealt in")
        return found


def _objects(record: dict[str, Any], name: str) -> list[dict[str, Any]]:
    """Return a list of objects, empty where the history has none."""
    values = record.get(name)
    if values is None:
        return []
    if not isinstance(values, list) or not all(isinstance(each, dict) for each in values):
        raise UnusableHand(name, "not a list of objects", values, f'"{name}": [{{...}}, {{...}}]')
    return values


def _optional(record: dict[str, Any], name: str) -> int | None:
    value = record.get(name)
    return None if value is None else stake(value, name)


def _rounds(record: dict[str, Any]) -> list[dict[str, Any]]:
    rounds = _objects(record, "rounds")
    if not rounds:
        raise UnusableHand("rounds", "missing", "", "the rounds of the hand with their actions")
    return rounds


def _act(action: dict[str, Any], players: _Players, betting: Betting) -> None:
    name = action.get("action")
    if not isinstance(name, str) or name not in _ACTIONS:
        raise UnusableHand(
            "rounds.actions", "not an action", name, "an action such as Call or Raise"
        )
    amount = _optional(action, "amount") or 0
    if name in _NO_CHIPS:
        return
    if name in _FROM_THE_HOUSE:
        betting.house += amount
        return
    player = players.place(action.get("player_id"))
    if betting.folded[player]:
        expected = "an action of a player who is still in the hand"
        raise UnusableHand("rounds.actions", "acts after folding", name, expected)
    if name == "Fold":
        betting.fold(player)
    elif name in _BETS:
        betting.bet(player, amount)
    else:
        betting.add(player, _POSTS[name], amount, live=name not in _DEAD)


def _opening_round(record: dict[str, Any], betting: Betting) -> bool | None:
    """Tell whether a second round was dealt: the flop, the second card face up, the first draw."""
    later = [each for each in _rounds(record)[1:] if _street(each) != "showdown"]
    reached = any(each.get("cards") or each.get("actions") for each in later)
    known = shown(record.get("game_type")) in _KNOWN_GAMES
    if reached:
        return True if known or any(each.get("cards") for each in later) else None
    return False if known and betting.over else None


def _street(each: dict[str, Any]) -> str:
    return str(each.get("street", "")).lower()


def _blinds(record: dict[str, Any], betting: Betting) -> tuple[int, ...]:
    """Return the stakes as stated, else as posted: what a latecomer posts is no further blind."""
    stated = (_optional(record, "small_blind_amount"), _optional(record, "big_blind_amount"))
    if any(stated):
        return tuple(sorted(blind for blind in stated if blind))
    posted = {
        (wager.kind, wager.amount) for wager in betting.wagers() if wager.kind.endswith("_blind")
    }
    return tuple(sorted(amount for _, amount in posted))


def _account(pots: list[dict[str, Any]], players: _Players, betting: Betting) -> Account:
    wins = [0] * len(players.seats)
    for pot in pots:
        for win in _objects(pot, "player_wins"):
            wins[players.place(win.get("player_id"))] += _optional(win, "win_amount") or 0
    return Account(
        put=betting.put,
        paid=_paid(wins, _total(pots, "amount"), betting),
        column="pots",
        rake=_over_all(pots, "rake", all),
        jackpot=_over_all(pots, "jackpot", any),
        whole=True,
        house=betting.house,
    )


def _paid(wins: list[int], amount: int, betting: Betting) -> tuple[int, ...] | None:
    """Return what each player got in all; None where the pots are not what was put in."""
    surplus = sum(betting.put) + betting.house - amount
    if not any(wins) or surplus not in (0, sum(betting.uncalled)):
        return None
    back = betting.uncalled if surplus else [0] * len(wins)
    return tuple(won + uncalled for won, uncalled in zip(wins, back, strict=True))


def _total(pots: list[dict[str, Any]], name: str) -> int:
    return sum(_optional(pot, name) or 0 for pot in pots)


def _over_all(
    pots: list[dict[str, Any]], name: str, enough: Callable[[Iterable[bool]], bool]
) -> int | None:
    """Return an amount over all pots, None unless enough of them state it."""
    stated = enough(pot.get(name) is not None for pot in pots)
    return _total(pots, name) if pots and stated else None

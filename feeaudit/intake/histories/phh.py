"""PHH: the poker hand history format of TOML fields, one hand a file or many.

The fields are those of the published standard (variant, antes, blinds_or_straddles, actions, ...).
With two players its arrays of forced bets run the other way round; a negative blind is one that a
new player posts. Rake and jackpot may stand in the fields ``_rake`` and ``_jackpot``.
"""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

from feeaudit.core.money import short
from feeaudit.intake.histories.actions import Play
from feeaudit.intake.histories.betting import Betting
from feeaudit.intake.histories.history_hand import (
    Account,
    Flaw,
    PlayedHand,
    UnusableHand,
    cents,
    name_of,
    shown,
    stake,
    table_of,
)
from feeaudit.intake.histories.start_times import moment_of_phh
from feeaudit.intake.histories.toml_hands import record_of, toml_hands

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.intake.histories.faults import Faults
    from feeaudit.intake.histories.history_hand import Given

_INFINITE: Final = Decimal("Infinity")


def read_phh(text: str, given: Given, faults: Faults) -> Iterator[PlayedHand]:
    """Yield the hands of a PHH file; those that cannot be used are set aside."""
    for position, (line, toml) in enumerate(toml_hands(text)):
        try:
            yield _hand(record_of(toml), given, line, position, faults)
        except UnusableHand as bad:
            faults.leave_out(line, bad)


def _hand(
    record: dict[str, Any], given: Given, line: int, position: int, faults: Faults
) -> PlayedHand:
    variant = _variant(record)
    stacks = _stacks(record)
    players = len(stacks)
    blinds = _forced(record, "blinds_or_straddles", players)
    betting = Betting(stacks)
    _post(record, blinds, betting)
    play = Play(betting, _stated(record, "bring_in"))
    for action in _array(record, "actions"):
        play.act(action)
    betting.finish()
    hand = PlayedHand(
        line=line,
        hand_id=name_of(record.get("hand"), "hand") or f"{given.stem}-{position + 1}",
        table=table_of(record.get("table"), given, "table"),
        moment=moment_of_phh(record, given, line, position, faults),
        seats=_seats(record, players),
        names=tuple(name_of(name, "players") for name in _each(record, "players", players, "")),
        opening_round=play.opening_round(variant),
        blinds=tuple(sorted(blind for blind in blinds if blind > 0)),
        wagers=betting.wagers(),
        account=_account(record, stacks, betting),
    )
    _check_currency(record, line, faults)
    return hand


def _variant(record: dict[str, Any]) -> str:
    variant = _required(record, "variant")
    if not isinstance(variant, str):
        raise UnusableHand("variant", "not a variant", variant, "a code such as 'NT'")
    if "level" in record:
        raise UnusableHand("level", "a tournament hand", record["level"], "a hand played for money")
    return variant


def _required(record: dict[str, Any], name: str) -> Any:
    if name not in record:
        raise UnusableHand(name, "missing", "", f"the field {name}")
    return record[name]


def _array(record: dict[str, Any], name: str) -> list[Any]:
    values = _required(record, name)
    if not isinstance(values, list):
        raise UnusableHand(name, "not a list", values, "one value per player, in brackets")
    return values


def _each(record: dict[str, Any], name: str, players: int, default: Any) -> list[Any]:
    """Return a field with a value for each player, or a default for each where it is absent."""
    if name not in record:
        return [default] * players
    values = _array(record, name)
    if len(values) != players:
        value, expected = f"{len(values)} values", f"{players}, as many as starting_stacks"
        raise UnusableHand(name, "wrong number of values", value, expected)
    return values


def _stacks(record: dict[str, Any]) -> list[int | None]:
    values = _array(record, "starting_stacks")
    if len(values) < 2:  # noqa: PLR2004 - nobody plays alone
        raise UnusableHand("starting_stacks", "too few players", len(values), "two or more stacks")
    return [None if value == _INFINITE else stake(value, "starting_stacks") for value in values]


def _forced(record: dict[str, Any], name: str, players: int) -> list[int]:
    """Return each player's forced bet; between two players the array runs the other way round."""
    if name != "blinds_or_straddles" or "bring_in" not in record:
        _required(record, name)
    amounts = [cents(value, name) for value in _each(record, name, players, 0)]
    return amounts[::-1] if players == 2 else amounts  # noqa: PLR2004


def _post(record: dict[str, Any], blinds: list[int], betting: Betting) -> None:
    antes = _forced(record, "antes", len(blinds))
    for player, ante in enumerate(antes):
        if ante < 0:
            raise UnusableHand("antes", "not an amount", short(ante), "an amount of 0 or more")
        betting.post(player, "ante", ante, live=False)
    for player, kind in enumerate(_blind_kinds(record, blinds)):
        betting.post(player, kind, abs(blinds[player]))


def _blind_kinds(record: dict[str, Any], blinds: list[int]) -> list[str]:
    """Return what each blind is called, by its size beside the big blind, the least bet."""
    big = max(blinds)
    stated = _stated(record, "min_bet") or _stated(record, "small_bet")
    if stated:
        big = min(big, stated)
    kinds = [_blind_kind(abs(blind), big) for blind in blinds]
    if blinds[0] == blinds[1] == big:
        kinds[len(blinds) == 2] = "small_blind"  # noqa: PLR2004 - heads up the button is small
    return kinds


def _blind_kind(blind: int, big: int) -> str:
    if blind < big:
        return "small_blind"
    return "straddle" if blind > big > 0 else "big_blind"


def _seats(record: dict[str, Any], players: int) -> tuple[str, ...]:
    seats = _each(record, "seats", players, None)
    named = tuple(name_of(seat, "seats") or str(place) for place, seat in enumerate(seats, 1))
    if len(set(named)) < players:
        raise UnusableHand(
            "seats", "two players in one seat", list(named), "a separate seat for each"
        )
    return named


def _account(record: dict[str, Any], stacks: list[int | None], betting: Betting) -> Account:
    venue = record.get("venue")
    known = [stack for stack in stacks if stack is not None]
    whole = "finishing_stacks" in record and len(known) == len(stacks)
    paid = _grown(record, known, betting.put) if whole else _won(record, len(stacks))
    return Account(
        put=betting.put,
        paid=paid if any(paid) else None,
        column="finishing_stacks" if whole else "winnings",
        rake=_stated(record, "_rake"),
        jackpot=_stated(record, "_jackpot"),
        uncalled=tuple(betting.uncalled),
        uncalled_blind=betting.uncalled_blind,
        whole=whole,
        showdown=not betting.over,
        venue=venue if isinstance(venue, str) else "",
    )


def _won(record: dict[str, Any], players: int) -> tuple[int, ...]:
    """Return what each player was paid; nothing where that is not stated or nobody has won yet."""
    return tuple(stake(won, "winnings") for won in _each(record, "winnings", players, 0))


def _grown(record: dict[str, Any], stacks: list[int], put: tuple[int, ...]) -> tuple[int, ...]:
    """Return what came to each stack after the betting."""
    ends = _each(record, "finishing_stacks", len(stacks), 0)
    came = []
    for end, start, wagered in zip(ends, stacks, put, strict=True):
        left = start - wagered
        came.append(stake(end, "finishing_stacks") - left)
        if came[-1] < 0:
            expected = f"at least the {short(left)} that was not put in"
            raise UnusableHand("finishing_stacks", "does not balance", end, expected)
    return tuple(came)


def _stated(record: dict[str, Any], name: str) -> int | None:
    return None if name not in record else stake(record[name], name)


def _check_currency(record: dict[str, Any], line: int, faults: Faults) -> None:
    for name, expected in (("currency", "USD"), ("currency_symbol", "$")):
        found = record.get(name, expected)
        if found != expected:
            reading = f"{expected}; the amounts are read as dollars"
            faults.count(line, Flaw(name, "another currency", shown(found), reading))
            return

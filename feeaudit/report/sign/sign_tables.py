"""The fee tables of a sign: one a fee, or one for a whole price list by number of players."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from feeaudit.report.sign.model import SignTable
from feeaudit.report.sign.wording import (
    BASIS_TITLES,
    FLAT_ROWS,
    PAYER_TITLES,
    before_opening,
    bounds,
    fee,
    how_charged,
    money,
)
from feeaudit.rules.readings import as_printed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from feeaudit.book.model import Game, Ladder, Option, Schedule, Term, Tier
    from feeaudit.rules.levies import Levy
    from feeaudit.rules.readings import OptionReading

_BONUS = "On a bonus bet"
_JACKPOT = "Jackpot fee"
_NEW_PLAYER = "New player pays"
_ORDER = ("player", "bonus", "pot", "ante", "button", "time", "new_player", "player_dealer")


def price_list(schedule: Schedule, option: Option, term: Term | None) -> tuple[Option, ...]:
    """Return the options that are one price list by number of players with this one, if any.

    A list that prints two fees for one number of players is no list: its options are alternatives.
    """
    names = next((band for band in term.bands if option.option in band), ()) if term else ()
    rows = [each for each in schedule.options if each.option in names]
    tiers = [(each.option, tier) for each in rows for tier in _by_players(each).tiers]
    clash = any(
        first != second and _meet(one, other)
        for (first, one), (second, other) in combinations(tiers, 2)
    )
    return () if clash or len(rows) < 2 else tuple(rows)  # noqa: PLR2004 - one row is no list


def _by_players(option: Option) -> Ladder:
    return next(each for each in option.ladders if each.basis == "players")


def _meet(one: Tier, other: Tier) -> bool:
    starts, ends = max(one.low or 0, other.low or 0), [one.high, other.high]
    return all(end is None or starts <= end for end in ends)


def fee_tables(
    schedule: Schedule, rows: Sequence[Option], option: Option, game: Game, term: Term | None
) -> tuple[SignTable, ...]:
    """Return the tables of an option, or of the price list it is a row of."""
    reading = as_printed(schedule, rows[0] if rows else option, term)
    if rows:
        return (_list_table(rows, reading, game, term),)
    return tuple(_single(reading, game, term))


def _single(reading: OptionReading, game: Game, term: Term | None) -> Iterator[SignTable]:
    ladders = [each for each in sorted(reading.option.ladders, key=_place) if _said(each, reading)]
    staged = [each for each in ladders if each.from_pot is not None or each.stage]
    for ladder in ladders:
        levy = _levy(reading, ladder)
        period = term.period if term else None
        # Nothing is taken of a fee that is none, so nothing is said of when and on what.
        how = tuple(how_charged(levy, period)) if levy and not _is_none(ladder) else ()
        if ladder not in staged:
            columns = (BASIS_TITLES.get(ladder.basis, ""), "Fee")
            cells = tuple((_row(ladder, tier, levy, period), fee(tier)) for tier in ladder.tiers)
            yield SignTable(title(ladder, levy, game, term), how, columns, cells)
        elif ladder is next(each for each in staged if each.component == ladder.component):
            mine = [each for each in staged if each.component == ladder.component]
            cells = tuple((_stage(each), fee(each.tiers[0])) for each in mine)
            yield SignTable(title(ladder, levy, game, term), how, ("", "Fee"), cells)


def _is_none(ladder: Ladder) -> bool:
    """Tell whether a fee is printed as none whatever is wagered."""
    return all(tier.fee == 0 for tier in ladder.tiers)


def _said(ladder: Ladder, reading: OptionReading) -> bool:
    """Tell whether players need to read of a fee: a jackpot without a fee is not announced."""
    if ladder.component != "jackpot":
        return True
    stages = [each for each in reading.option.ladders if each.component == "jackpot"]
    return not all(map(_is_none, stages))


def _place(ladder: Ladder) -> int:
    """Return where a fee stands: the players' first, the rarer ones last."""
    return _ORDER.index(ladder.component) if ladder.component in _ORDER else len(_ORDER)


def _row(ladder: Ladder, tier: Tier, levy: Levy | None, period: int | None) -> str:
    if ladder.basis != "flat":
        later = f" (not before {tier.not_before})" if tier.not_before else ""
        return f"{bounds(ladder.basis, tier)}{later}"
    if ladder.component == "bonus":
        return "Each bonus bet"
    if ladder.component == "time" and period:
        return f"Every {period} minutes"
    return FLAT_ROWS[levy.per] if levy else "Fee"


def _stage(ladder: Ladder) -> str:
    if ladder.stage:
        return "When cards are dealt" if ladder.stage == "deal" else f"At the {ladder.stage}"
    return f"When the pot reaches {money(ladder.from_pot)}" if ladder.from_pot else "At the start"


def _levy(reading: OptionReading, ladder: Ladder) -> Levy | None:
    """Return how a printed ladder is charged; None where nothing says so."""
    return next((levy for levy in reading.levies if levy.ladder is ladder), None)


def title(ladder: Ladder, levy: Levy | None, game: Game, term: Term | None) -> str:
    """Return who pays a fee, as the heading of its table."""
    special = {
        "bonus": _BONUS,
        "jackpot": _JACKPOT,
        "no_flop": before_opening(game, term),
        "new_player": _NEW_PLAYER,
    }
    if ladder.component in special:
        return special[ladder.component]
    return PAYER_TITLES[levy.payer if levy else "player"]


def _list_table(
    rows: Sequence[Option], reading: OptionReading, game: Game, term: Term | None
) -> SignTable:
    """Return a price list: a row a number of players, a column a fee."""
    shown = [
        place
        for place, ladder in enumerate(_in_order(rows[0]))
        if ladder.component != "jackpot" or not all(_is_none(_in_order(row)[place]) for row in rows)
    ]
    heads = [_head(_in_order(rows[0])[place], game, term) for place in shown]
    cells = [
        (bounds("players", tier), each.option, *(_fees(each, tier)[place] for place in shown))
        for each in rows
        for tier in _by_players(each).tiers
    ]
    key = _by_players(rows[0])
    levy = _levy(reading, key)
    how = tuple(how_charged(levy, term.period if term else None)) if levy else ()
    return SignTable(
        f"{title(key, levy, game, term)}, by number of players",
        how,
        ("Players", "Option", *heads),
        tuple(cells),
    )


def _in_order(option: Option) -> list[Ladder]:
    """Return the ladders of a row of a price list, the one by number of players first."""
    return sorted(option.ladders, key=lambda each: each.basis != "players")


def _fees(option: Option, tier: Tier) -> list[str]:
    return [
        fee(tier if ladder.basis == "players" else ladder.tiers[0]) for ladder in _in_order(option)
    ]


def _head(ladder: Ladder, game: Game, term: Term | None) -> str:
    if ladder.component == "jackpot":
        return f"Jackpot, {_stage(ladder).lower()}"
    return before_opening(game, term) if ladder.component == "no_flop" else "Fee"

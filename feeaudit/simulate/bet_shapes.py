"""What a bettor may place in a game: the wagers, how they hang together, and their limits.

A bettor begins with one *entry* (a base wager), adds the wagers *tied* to it (a blind equal to the
ante), and may add *extras*: bonus bets and raises within the limits that the rules print for them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from feeaudit.rules.table_limits import table_limits
from feeaudit.simulate.option_fees import NotSimulable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from feeaudit.book.model import Game, LimitRule, Multiple, Term, Wager
    from feeaudit.rules.in_force import Context

TABLE: Final = "table"
DOLLAR: Final = 100
_RAISE_CHANCE: Final = {"play": 0.55, "call": 0.55, "war": 0.12, "insurance": 0.05}
_MOST_BONUS_BETS: Final = 0.6


@dataclass(frozen=True, slots=True)
class BetLimit:
    """The least and greatest wager of a table, in cents; None where there is no such limit."""

    low: int | None
    high: int | None


@dataclass(frozen=True, slots=True)
class Tied:
    """A wager that always goes with another: so many percent of it."""

    kind: int
    anchor: int
    percent: int


@dataclass(frozen=True, slots=True)
class Extra:
    """A wager that may be added, and what the rules ask of it.

    ``least`` and ``most`` are its own bounds, ``floor`` what it should not fall below where nothing
    else is said; ``equals`` and ``at_least`` are shares (percent) of other wagers, ``at_most`` of
    the largest of some.
    """

    kind: int
    role: str
    chance: float
    floor: int
    least: int | None
    most: int | None
    equals: tuple[tuple[int, int], ...]
    at_least: tuple[tuple[int, int], ...]
    at_most: tuple[tuple[int, tuple[int, ...]], ...]
    step: int
    stepped: bool
    needs: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Total:
    """Wagers of one bettor that together may not pass a cap: cents, or a share of a wager."""

    kinds: tuple[int, ...]
    cap: int | None
    shares: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class BetShape:
    """The wagers of a game as a bettor may place them under one option."""

    kinds: tuple[str, ...]
    entries: tuple[int, ...]
    tied: tuple[Tied, ...]
    extras: tuple[Extra, ...]
    totals: tuple[Total, ...]
    least: int
    most: int | None
    step: int
    stepped: bool
    backline: bool


def table_limit(context: Context) -> BetLimit:
    """Return the limit a table is run at; of a printed range, its ends nearest 0 that all allow."""
    limits = table_limits(context)
    return BetLimit(
        low=max(_given(each.minimums[0] for each in limits), default=None),
        high=max(_given(each.maximums[0] for each in limits), default=None),
    )


def shape_of(game: Game, term: Term, limit: BetLimit, read: Iterable[LimitRule] = ()) -> BetShape:
    """Return how bets of a player-dealer game are made up; raise NotSimulable where they cannot be.

    What only a reading asks (``read``) is kept to as well.
    """
    kinds = tuple(wager.wager for wager in game.wagers)
    rules = (*game.limits, *term.limits, *read)
    bases = [wager.wager for wager in game.wagers if wager.role == "base"]
    tied = tuple(
        Tied(kinds.index(kind), kinds.index(many.wager), many.percent)
        for kind in bases
        for many in _equals(rules, kind)[:1]
        if many.wager in bases
    )
    bound = {each.kind for each in tied}
    entries = tuple(kinds.index(kind) for kind in bases if kinds.index(kind) not in bound)
    if not entries:
        raise NotSimulable("the game has no wager to begin with")
    own = _binding(rules, kinds[entries[0]])
    steps = [rule.step for rule in own if rule.step is not None]
    extras = [wager for wager in game.wagers if wager.role != "base"]
    return BetShape(
        kinds=kinds,
        entries=entries,
        tied=tied,
        extras=tuple(_in_order(_extra(wager, kinds, rules, limit, extras) for wager in extras)),
        totals=tuple(_totals(rules, kinds, limit)),
        least=max([limit.low or DOLLAR, *_given(rule.minimum for rule in own)]),
        most=min(_given([limit.high, *(rule.maximum for rule in own)]), default=None),
        step=max([DOLLAR, *steps]),
        stepped=bool(steps),
        # What all who bet on a seat may have together, a bettor by himself cannot keep to.
        backline=_backline(game, [kinds[entry] for entry in entries])
        and not any(rule.per == "seat" for rule in rules),
    )


def _backline(game: Game, entries: Iterable[str]) -> bool:
    """Tell whether all that is printed lets others bet behind a seat's entry wagers."""
    concerned = [
        each.rule for each in game.backline if not each.wagers or set(entries) & set(each.wagers)
    ]
    return bool(concerned) and all(rule == "allowed" for rule in concerned)


def _binding(rules: Iterable[LimitRule], kind: str) -> list[LimitRule]:
    return [rule for rule in rules if kind in rule.wagers and not rule.total]


def _equals(rules: Iterable[LimitRule], kind: str) -> list[Multiple]:
    return [many for rule in _binding(rules, kind) for many in rule.equals]


def _given(values: Iterable[int | None]) -> list[int]:
    return [value for value in values if value is not None]


def _extra(
    wager: Wager,
    kinds: tuple[str, ...],
    rules: tuple[LimitRule, ...],
    limit: BetLimit,
    extras: list[Wager],
) -> Extra:
    own = _binding(rules, wager.wager)
    within = any(rule.within_table for rule in own)
    uppers = [rule.at_most for rule in own if rule.at_most is not None]
    lowers = [rule.at_least for rule in own if rule.at_least is not None]
    least = [*_given(rule.minimum for rule in own), *([limit.low or DOLLAR] if within else [])]
    most = _given(rule.maximum for rule in own)
    most += [limit.high] if limit.high and (within or any(u.wager == TABLE for u in uppers)) else []
    steps = _given(rule.step for rule in own)
    return Extra(
        kind=kinds.index(wager.wager),
        role=wager.role,
        chance=_chance(wager, extras),
        floor=DOLLAR if wager.placed == "after_deal" else limit.low or DOLLAR,
        least=max(least, default=None),
        most=min(most, default=None),
        equals=_shares(_equals(rules, wager.wager), kinds),
        at_least=_shares(lowers, kinds),
        at_most=_largest(uppers, kinds),
        step=max([DOLLAR, *steps]),
        stepped=bool(steps),
        needs=tuple(
            tuple(kinds.index(each) for each in group if each in kinds)
            for rule in own
            for group in rule.needs
        ),
    )


def _shares(multiples: Iterable[Multiple], kinds: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    return tuple((m.percent, kinds.index(m.wager)) for m in multiples if m.wager in kinds)


def _largest(
    multiples: Iterable[Multiple], kinds: tuple[str, ...]
) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return shares of the largest of some wagers."""
    known = ((m.percent, [each for each in m.wagers if each in kinds]) for m in multiples)
    return tuple((percent, tuple(map(kinds.index, wagers))) for percent, wagers in known if wagers)


def _chance(wager: Wager, extras: list[Wager]) -> float:
    if wager.role == "raise" or wager.wager in _RAISE_CHANCE:
        return _RAISE_CHANCE.get(wager.wager, 0.1)
    bonuses = sum(each.role == "bonus" for each in extras)
    return min(0.25, _MOST_BONUS_BETS / bonuses)


def _in_order(extras: Iterable[Extra]) -> list[Extra]:
    """Return extras so that what another one leans on comes before it."""
    left = list(extras)
    kinds = {extra.kind for extra in left}
    placed: set[int] = set()
    done: list[Extra] = []
    while left:
        ready = next((each for each in left if not (_leans_on(each) & kinds) - placed), left[0])
        left.remove(ready)
        placed.add(ready.kind)
        done.append(ready)
    return done


def _leans_on(extra: Extra) -> set[int]:
    shares = {kind for _, kind in (*extra.equals, *extra.at_least)}
    groups = (*extra.needs, *(kinds for _, kinds in extra.at_most))
    return shares | {kind for group in groups for kind in group}


def _totals(
    rules: tuple[LimitRule, ...],
    kinds: tuple[str, ...],
    limit: BetLimit,
) -> Iterable[Total]:
    for rule in rules:
        if not rule.total:
            continue
        caps = _given([rule.maximum])
        upper = rule.at_most
        if limit.high is not None and (rule.within_table or (upper and upper.wager == TABLE)):
            caps.append(limit.high)
        shares = _shares([upper] if upper else [], kinds)
        members = tuple(kinds.index(each) for each in rule.wagers if each in kinds)
        yield Total(members, min(caps, default=None), shares)

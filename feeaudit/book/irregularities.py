"""The mechanical irregularities of a schedule: what a careful reader with a ruler would mark."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from feeaudit.book.catalogue import rules_of, terms_of
from feeaudit.book.lookup import step_of, tier_text
from feeaudit.core.money import short

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.book.model import Cardroom, Ladder, Option, Schedule, Tier

_WAGERS = {"player_wager", "total_player_wager", "table_action", "bonus_wager"}
_FEWEST_PLAYERS = 2
_PERCENTAGE_TIERS = 3
_TWIN_TIERS = 4


@dataclass(frozen=True, slots=True)
class Irregularity:
    """One odd thing about one option."""

    kind: str
    option: str
    component: str
    row: int
    line: int
    detail: str

    def __str__(self) -> str:
        return f"{self.kind}: option {self.option}: {self.detail} (line {self.line})"


def irregularities(schedule: Schedule, cardroom: Cardroom) -> list[Irregularity]:
    """Return every mechanical irregularity of a schedule."""
    found: list[Irregularity] = []
    for option in schedule.options:
        for ladder in option.ladders:
            found.extend(_ladder(schedule, option, ladder))
        found.extend(_rates(schedule, option, cardroom))
        if not terms_of(schedule, option):
            found.append(_odd("uncovered_option", option, "", "no terms cover it"))
    for term in schedule.terms:
        for band in term.bands:
            found.extend(_band(schedule, band))
    found.extend(_numbering(schedule))
    found.extend(_twins(schedule))
    return found


def _odd(
    kind: str, option: Option, component: str, detail: str, line: int | None = None
) -> Irregularity:
    return Irregularity(kind, option.option, component, option.row, line or option.lines[0], detail)


def _ladder(schedule: Schedule, option: Option, ladder: Ladder) -> Iterator[Irregularity]:
    for tier in ladder.tiers:
        if tier.fee is None:
            yield _odd("unreadable", option, ladder.component, "a fee cannot be read", tier.line)
    if ladder.basis == "flat":
        return
    tiers = rising(ladder)
    for lower, upper in pairwise(tiers):
        yield from _between(option, ladder, lower, upper)
    yield from _ends(schedule, option, ladder, tiers)
    yield from _percentage(option, ladder, tiers)


def rising(ladder: Ladder) -> list[Tier]:
    """Return the tiers from low to high."""
    return sorted(ladder.tiers, key=lambda tier: (tier.low or 0, tier.high or 10**12))


def _between(option: Option, ladder: Ladder, lower: Tier, upper: Tier) -> Iterator[Irregularity]:
    name = ladder.component
    both = f"{tier_text(ladder.basis, lower)} and {tier_text(ladder.basis, upper)}"
    if lower.high is None or upper.low is None or upper.low <= lower.high:
        detail = f"{name} tiers {both} overlap"
        yield _odd("overlap", option, name, detail, upper.line)
    elif upper.low > lower.high + step_of(ladder.basis):
        detail = f"{name} tiers {both} leave a gap"
        yield _odd("gap", option, name, detail, upper.line)
    if lower.fee is not None and upper.fee is not None and upper.fee < lower.fee:
        detail = f"{name} fee falls from {short(lower.fee)} to {short(upper.fee)}"
        yield _odd("falling_fee", option, name, detail, upper.line)


def _ends(
    schedule: Schedule, option: Option, ladder: Ladder, tiers: list[Tier]
) -> Iterator[Irregularity]:
    first, last = tiers[0], tiers[-1]
    name = ladder.component
    if ladder.basis == "players":
        if not _is_band(schedule, option) and (first.low or 0) > _FEWEST_PLAYERS:
            detail = f"{name} ladder starts at {first.low} players"
            yield _odd("starts_above_minimum", option, name, detail, first.line)
        return
    minimum, maximum = limits_of(schedule, option)
    if minimum is not None and first.low is not None and first.low > minimum[1]:
        detail = f"{name} ladder starts at {short(first.low)}, the table at {short(minimum[1])}"
        yield _odd("starts_above_minimum", option, name, detail, first.line)
    if minimum is not None and first.low is not None and first.low < minimum[0]:
        detail = f"{name} ladder starts at {short(first.low)}, the table at {short(minimum[0])}"
        if ladder.basis in {"player_wager", "total_player_wager", "table_action"}:
            yield _odd("starts_below_minimum", option, name, detail, first.line)
    if last.high is not None and _may_exceed(schedule, option, ladder, last.high, maximum):
        detail = f"{name} ladder ends at {short(last.high)}, and more can be wagered"
        yield _odd("ends_before_maximum", option, name, detail, last.line)


def _may_exceed(
    schedule: Schedule, option: Option, ladder: Ladder, top: int, maximum: tuple[int, int] | None
) -> bool:
    """Tell whether what the ladder measures can be more than its last bound."""
    if ladder.basis == "table_action":
        return True
    if maximum is not None and top < maximum[0]:
        return True
    if ladder.basis == "total_player_wager":
        terms = terms_of(schedule, option)
        capped = any(rule.total and rule.at_most for term in terms for rule in term.limits)
        several = any(
            len(charge.wagers) > 1
            for term in terms
            for charge in term.charges
            if charge.component == ladder.component
        )
        return several and not capped
    return maximum is None and not any(term.table_limit for term in terms_of(schedule, option))


def limits_of(
    schedule: Schedule, option: Option
) -> tuple[tuple[int, int] | None, tuple[int, int] | None]:
    """Return the least and greatest minimum, and the least and greatest maximum, of the table."""
    if option.limit is not None and option.limit.low is not None:
        low, high = option.limit.low, option.limit.high
        return (low, low), (high, high) if high is not None else None
    for term in terms_of(schedule, option):
        if term.table_limit is not None:
            minimum, maximum = term.table_limit.minimum, term.table_limit.maximum
            return (
                (minimum.low, minimum.high or minimum.low)
                if minimum and minimum.low is not None
                else None,
                (maximum.low, maximum.high or maximum.low)
                if maximum and maximum.low is not None
                else None,
            )
    return None, None


def _is_band(schedule: Schedule, option: Option) -> bool:
    return any(option.option in band for term in terms_of(schedule, option) for band in term.bands)


def _band(schedule: Schedule, band: tuple[str, ...]) -> Iterator[Irregularity]:
    """Options that are one price list: their player counts must neither clash nor leave a hole.

    Options for the very same count are alternatives the house chooses from.
    """
    counts = [
        (option, ladder.component, ladder.tiers[0])
        for option in schedule.options
        if option.option in band
        for ladder in option.ladders
        if ladder.basis == "players"
    ]
    counts.sort(key=lambda each: (each[2].low or 0, each[2].high or 10**6))
    if not counts:
        return
    reached = 1
    for option, component, tier in counts:
        if tier.low is not None and tier.low > max(reached + 1, _FEWEST_PLAYERS):
            detail = f"no option of this price list covers {reached + 1} to {tier.low - 1} players"
            yield _odd("gap", option, component, detail, tier.line)
        reached = max(reached, 10**6 if tier.high is None else tier.high)
    last = counts[-1]
    if reached < 10**6 and len(counts) > 1:
        detail = f"no option of this price list covers more than {reached} players"
        yield _odd("ends_before_maximum", last[0], last[1], detail, last[2].line)
    for (option, component, tier), (_, _, other) in combinations(reversed(counts), 2):
        if _clash(tier, other):
            detail = "its player count overlaps another's of the same price list"
            yield _odd("overlap", option, component, detail, tier.line)


def _clash(one: Tier, other: Tier) -> bool:
    """Tell whether two player counts overlap without being the same."""
    if (one.low, one.high) == (other.low, other.high):
        return False
    highest = min(one.high or 10**6, other.high or 10**6)
    return max(one.low or 0, other.low or 0) <= highest


def _percentage(option: Option, ladder: Ladder, tiers: list[Tier]) -> Iterator[Irregularity]:
    if ladder.basis not in _WAGERS:
        return
    shares = [Fraction(tier.fee or 0, tier.high) for tier in tiers if tier.high]
    if len(shares) >= _PERCENTAGE_TIERS and len(set(shares)) == 1 and shares[0]:
        share = f"{float(100 * shares[0]):g}%"
        detail = f"every {ladder.component} fee is {share} of its tier's upper bound"
        yield _odd("percentage_like", option, ladder.component, detail, tiers[0].line)


def _rates(schedule: Schedule, option: Option, cardroom: Cardroom) -> Iterator[Irregularity]:
    amounts = {
        tier.fee
        for ladder in option.ladders
        if ladder.component != "jackpot"
        for tier in ladder.tiers
        if tier.fee
    }
    allowed = [
        rule.at_most
        for game in cardroom.games
        if game.game in schedule.games
        for rule in rules_of(cardroom, game, schedule)
        if rule.rule == "rates" and rule.counting == "amounts" and rule.at_most is not None
    ]
    if allowed and len(amounts) > min(allowed):
        detail = f"{len(amounts)} different rates, {min(allowed)} allowed"
        yield _odd("too_many_rates", option, "", detail)


def _numbering(schedule: Schedule) -> Iterator[Irregularity]:
    if not schedule.options:
        return
    counts = Counter(option.option for option in schedule.options)
    first = schedule.options[0]
    for option in schedule.options:
        if counts[option.option] > 1:
            yield _odd("numbering_repeat", option, "", "the number is printed twice")
    if schedule.numbered:
        numbers = {int(name) for name in counts}
        for missing in sorted(set(range(1, max(numbers) + 1)) - numbers):
            yield Irregularity(
                "numbering_hole", str(missing), "", first.row, schedule.lines[0], "is not printed"
            )


@dataclass(frozen=True, slots=True)
class _Shape:
    """An option for comparison: its outline, its figures, and the ends that go with the limit."""

    outline: tuple[object, ...]
    figures: tuple[int, ...]
    ends: tuple[int, ...]


def _twins(schedule: Schedule) -> Iterator[Irregularity]:
    """Yield pairs of options that are alike, or alike but for one figure."""
    shapes = [(option, _shape(schedule, option)) for option in schedule.options]
    for (one, left), (other, right) in combinations(shapes, 2):
        if left.outline != right.outline:
            continue
        if one.limit == other.limit and one.stakes == other.stakes and left == right:
            yield _odd("same_option", other, "", f"the same as option {one.option}")
            continue
        pairs = zip(left.figures, right.figures, strict=True)
        differing = [(was, now) for was, now in pairs if was != now]
        if len(left.figures) >= 2 * _TWIN_TIERS - 1 and len(differing) == 1:
            was, now = differing[0]
            detail = (
                f"option {one.option} but for one figure: {short(was)} there, {short(now)} here"
            )
            yield _odd("near_twin", other, "", detail)


def _shape(schedule: Schedule, option: Option) -> _Shape:
    outline: list[object] = [tuple(term.row for term in terms_of(schedule, option))]
    figures: list[int] = []
    ends: list[int] = []
    for ladder in option.ladders:
        outline.append(
            (ladder.component, ladder.basis, len(ladder.tiers), ladder.from_pot, ladder.stage)
        )
        tiers = rising(ladder)
        if ladder.basis == "players":
            outline.extend((tier.low, tier.high) for tier in tiers)
        else:
            figures.extend(tier.low or 0 for tier in tiers[1:])
            ends.extend((tiers[0].low or 0, tiers[-1].high or 0))
        figures.extend(tier.fee or 0 for tier in tiers)
    return _Shape(tuple(outline), tuple(figures), tuple(ends))

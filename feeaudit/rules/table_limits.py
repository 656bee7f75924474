"""Table limits: the minimum and maximum a schedule prints for a context, once a schedule."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from feeaudit.core.money import short
from feeaudit.rules.doubts import about_schedules, open_anomalies
from feeaudit.rules.option_names import limits_named, minimum_may_change, named_minimum

if TYPE_CHECKING:
    from feeaudit.book.model import Anomaly, Limit
    from feeaudit.book.model import TableLimit as Read
    from feeaudit.rules.in_force import Context, Offer

Span = tuple[int | None, int | None]
_NOTHING: Final[Span] = (None, None)


@dataclass(frozen=True, slots=True)
class LimitInForce:
    """The limit a schedule prints: the minimums and the maximums that a table may have, in cents.

    Both ends of ``minimums`` are the same where one figure is printed, and None where none is. A
    posting settles what a printed range leaves open, and the minimum where the paper lets it
    change (``free_minimum``). ``no_maximum`` says that none is in so many words. Where it is one of
    several readings ``doubt`` says what is open, ``anomalies`` where.
    """

    text: str
    minimums: Span
    maximums: Span
    no_maximum: bool
    schedule: str
    document: str
    lines: tuple[int, ...]
    doubt: str = ""
    anomalies: tuple[str, ...] = ()
    free_minimum: bool = False

    @property
    def printed(self) -> bool:
        """Tell whether the schedule prints a limit at all."""
        return bool(self.text)

    def ranged(self, *, upper: bool) -> bool:
        """Tell whether the table's own maximum, or minimum, is chosen from a printed range."""
        if self.free_minimum and not upper:
            return True
        span = self.maximums if upper else self.minimums
        return span[0] != span[1]

    @property
    def low(self) -> int | None:
        """Return the least amount that any table of the option may take."""
        return self.minimums[0]

    @property
    def high(self) -> int | None:
        """Return the greatest amount that any table of the option may take."""
        return self.maximums[1]


def table_limits(context: Context) -> tuple[LimitInForce, ...]:
    """Return the table limit of each schedule that prints the context's option, as it can be read.

    Each reading of an open anomaly that has another limit is one more.
    """
    game, cardroom = context.game, context.cardroom
    if game is None or cardroom is None:
        return ()
    found: list[LimitInForce] = []
    for offer in context.offers:
        limits = [_printed(offer)]
        for anomaly in open_anomalies(cardroom, game, offer.schedule, offer.option.option):
            own = anomaly in offer.schedule.anomalies
            if len(context.offers) > 1 and own:
                limits = [_of_one_schedule(each, anomaly) for each in limits]
            # What a limit for all schedules means does not touch an option that prints its own.
            if own or offer.option.limit is None:
                limits = [each for limit in limits for each in _readings(limit, anomaly, offer)]
        found += limits
    return tuple(found)


def _of_one_schedule(limit: LimitInForce, anomaly: Anomaly) -> LimitInForce:
    """Return a limit with the anomaly by which another schedule may hold, if it is one."""
    if not about_schedules(anomaly):
        return limit
    return replace(limit, anomalies=(*limit.anomalies, anomaly.id))


def _printed(offer: Offer) -> LimitInForce:
    schedule, option, term = offer.schedule, offer.option, offer.term
    limit = option.limit
    if len(option.limits) > 1:
        return _of_several(offer)
    if limit is not None:
        low = named_minimum(schedule, offer.called, limit)
        return LimitInForce(
            text=limit.text if low == limit.low else offer.called,
            minimums=(low, low),
            maximums=(limit.high, limit.high),
            no_maximum=limit.high is None and (low is not None or limit.text == "no limit"),
            schedule=schedule.key,
            document=schedule.document,
            lines=option.lines[:1],
            free_minimum=minimum_may_change(schedule),
        )
    stretch = term.table_limit if term is not None else None
    minimum = stretch.minimum if stretch is not None else None
    maximum = stretch.maximum if stretch is not None else None
    return LimitInForce(
        text=_text(minimum, maximum),
        minimums=_span(minimum),
        maximums=_span(maximum),
        no_maximum=False,
        schedule=schedule.key,
        document=schedule.document,
        lines=term.lines if term is not None else option.lines[:1],
    )


def _of_several(offer: Offer) -> LimitInForce:
    """Return the limit of an option that several share: the one the log calls it by, or any."""
    named = [offer.option.limits[place] for place in limits_named(offer.option, offer.called)]
    lows, highs = ([end for end in ends if end is not None] for ends in _ends(named))
    return LimitInForce(
        text=" or ".join(each.text for each in named),
        minimums=(min(lows, default=None), max(lows, default=None)),
        maximums=(min(highs, default=None), max(highs, default=None)),
        no_maximum=False,
        schedule=offer.schedule.key,
        document=offer.schedule.document,
        lines=offer.option.lines[:1],
    )


def _ends(limits: list[Limit]) -> tuple[list[int | None], list[int | None]]:
    return [each.low for each in limits], [each.high for each in limits]


def _text(*limits: Limit | None) -> str:
    return " to ".join(each.text for each in limits if each is not None)


def _span(limit: Limit | None) -> Span:
    return (limit.low, limit.high) if limit is not None else _NOTHING


def _readings(printed: LimitInForce, anomaly: Anomaly, offer: Offer) -> list[LimitInForce]:
    """Return the limit as each reading of an anomaly has it; in doubt where they differ."""
    read = [
        _read(printed, reading.table_limit, offer) if reading.table_limit is not None else printed
        for reading in anomaly.readings
    ]
    several = list(dict.fromkeys(read)) or [printed]
    if len(several) == 1:
        return several
    doubt, ids = printed.doubt or anomaly.note, (*printed.anomalies, anomaly.id)
    return [replace(each, doubt=doubt, anomalies=ids) for each in several]


def _read(printed: LimitInForce, limit: Read, offer: Offer) -> LimitInForce:
    """Return the limit as one reading states it, or as it takes it from a ladder of fees."""
    if not limit.ladder:
        return replace(
            printed,
            text=_text(limit.minimum, limit.maximum),
            minimums=_span(limit.minimum),
            maximums=_span(limit.maximum),
            no_maximum=False,
        )
    ladder = next((each for each in offer.option.ladders if each.component == limit.ladder), None)
    if ladder is None:
        return printed
    first, last = ladder.tiers[0], ladder.tiers[-1]
    # The last fee of a ladder closes with the greatest wager only where it is charged on one.
    closed = ladder.basis == "player_wager" and last.high is not None
    ends = [first.low, last.high] if closed else [first.low]
    return replace(
        printed,
        text=f"as the fees run, from {' to '.join(short(end) for end in ends if end is not None)}",
        minimums=(first.low, first.low),
        maximums=(last.high, last.high) if closed else printed.maximums,
        lines=(*printed.lines, first.line, *((last.line,) if closed else ())),
    )

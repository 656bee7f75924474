"""Table limits: the minimum and maximum a schedule prints for a context, once a schedule."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from feeaudit.book.model import Limit
    from feeaudit.rules.contexts import Context, Offer

Span = tuple[int | None, int | None]
_NOTHING: Final[Span] = (None, None)
_MINIMUM_IN_DOUBT: Final = {"maximum_only"}


@dataclass(frozen=True, slots=True)
class TableLimit:
    """The limit a schedule prints: the minimums and the maximums that a table may have, in cents.

    Both ends of ``minimums`` are the same where one figure is printed, and None where none is. A
    posting settles what a printed range leaves open. ``no_maximum`` says that none is in so many
    words; ``low_sure`` that no other reading of the minimum is defensible.
    """

    text: str
    minimums: Span
    maximums: Span
    no_maximum: bool
    low_sure: bool
    schedule: str
    document: str
    lines: tuple[int, ...]

    @property
    def printed(self) -> bool:
        """Tell whether the schedule prints a limit at all."""
        return bool(self.text)

    def ranged(self, *, upper: bool) -> bool:
        """Tell whether the table's own maximum, or minimum, is chosen from a printed range."""
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


def table_limits(context: Context) -> tuple[TableLimit, ...]:
    """Return the table limit of each schedule that prints the context's option."""
    return tuple(_table_limit(context, offer) for offer in context.offers)


def _table_limit(context: Context, offer: Offer) -> TableLimit:
    schedule, option, term = offer.schedule, offer.option, offer.term
    limit = option.limit
    if limit is not None:
        return TableLimit(
            text=limit.text,
            minimums=(limit.low, limit.low),
            maximums=(limit.high, limit.high),
            no_maximum=limit.high is None,
            low_sure=not _minimum_in_doubt(context, offer),
            schedule=schedule.key,
            document=schedule.document,
            lines=option.lines[:1],
        )
    stretch = term.table_limit if term is not None else None
    minimum = stretch.minimum if stretch is not None else None
    maximum = stretch.maximum if stretch is not None else None
    return TableLimit(
        text=" to ".join(each.text for each in (minimum, maximum) if each is not None),
        minimums=_span(minimum),
        maximums=_span(maximum),
        no_maximum=False,
        low_sure=True,
        schedule=schedule.key,
        document=schedule.document,
        lines=term.lines if term is not None else option.lines[:1],
    )


def _span(limit: Limit | None) -> Span:
    return (limit.low, limit.high) if limit is not None else _NOTHING


def _minimum_in_doubt(context: Context, offer: Offer) -> bool:
    """Tell whether a defensible reading takes a single figure for the maximum alone."""
    game = context.game.game if context.game is not None else ""
    return any(
        anomaly.conclusion == "ambiguous"
        and offer.option.option in anomaly.options
        and (not anomaly.games or game in anomaly.games)
        and any(reading.reading in _MINIMUM_IN_DOUBT for reading in anomaly.readings)
        for anomaly in offer.schedule.anomalies
    )

"""A day on the command line: 2026-03-01."""

from __future__ import annotations

from datetime import date, datetime

import click


def day(value: str | date) -> date:
    """Return the day that a text means; anything else is answered with an example."""
    if isinstance(value, date):
        return value
    try:
        return datetime.strptime(value, "%Y-%m-%d").date()  # noqa: DTZ007 - a day has no zone
    except ValueError:
        raise click.BadParameter(f"{value!r} is not a day such as 2026-03-01") from None


def today() -> date:
    """Return today's date, by the clock of the person at the keyboard."""
    return date.today()  # noqa: DTZ011 - see above

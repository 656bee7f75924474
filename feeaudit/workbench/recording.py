"""Reading and recording: every page goes through here to the register, and through nothing else."""

from __future__ import annotations

from contextlib import contextmanager
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

from flask import request

from feeaudit.nightly.front_page import refresh
from feeaudit.register.database import opened
from feeaudit.register.dispositions import Decision
from feeaudit.register.upgrades import writable
from feeaudit.workbench.defence.browser_sessions import visit
from feeaudit.workbench.not_done import NotDone
from feeaudit.workbench.staff.one_person import named
from feeaudit.workbench.workplace import the_store, workplace

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

    from feeaudit.register.identities import Identity


@contextmanager
def reading() -> Iterator[sqlite3.Connection]:
    """Open the register of the store to look at it."""
    with opened(the_store()) as connection:
        yield connection


@contextmanager
def recording() -> Iterator[tuple[sqlite3.Connection, str]]:
    """Open the register to record something, with the moment of recording.

    The front page of the store follows, as it does after a decision by command.
    """
    store, at = the_store(), now()
    with writable(store, at) as connection:
        yield connection, at
    refresh(store)


def decider() -> Identity:
    """Return who answers for what a form records; the one person here may say so with the form."""
    session = visit()
    name = request.form.get("name", "").strip()
    if session.user.local and name:
        session = workplace().sessions.renamed(session, named(session.user, name))
    if session.user.identity is None:
        raise NotDone(
            403,
            "Enter your name first.",
            "Nothing was recorded. Every decision is recorded with the full name of the person"
            " who made it.",
        )
    return session.user.identity


def decision(reason: str) -> Decision:
    """Return a decision of today by whoever is at the workbench."""
    return Decision(decider(), reason, today())


def today() -> str:
    """Return today's date, by the clock of this computer."""
    return date.today().isoformat()  # noqa: DTZ011 - a day of the people here


def now() -> str:
    """Return the moment of recording."""
    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")

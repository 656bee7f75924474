"""Waivers: who allowed what, why, on whose authority and until when.

A waiver covers one finding, or those of a check at a cardroom (and table) from a gaming day on. It
covers no gaming day after its expiry, and none of its findings is covered once the day that is
looked at lies after it: a waiver lapses by itself.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from feeaudit.core.problem import Unknown
from feeaudit.register.database import transaction
from feeaudit.register.finding_rows import refresh_waivers
from feeaudit.register.history import append, canonical, digest_of
from feeaudit.register.runs import is_sealed
from feeaudit.register.signatories import (
    checked_day,
    not_after,
    not_before,
    person,
    two_persons,
    words,
)

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Mapping

    import pandas as pd


@dataclass(frozen=True, slots=True)
class GrantedWaiver:
    """What is waived (a blank ``check``, ``table`` or ``finding`` is any), from when until when."""

    cardroom: str
    check: str
    table: str
    finding: str
    starts: str
    expires: str
    reason: str
    authority: str
    prepared_by: str
    approved_by: str
    made_on: str


def waive(connection: sqlite3.Connection, waiver: GrantedWaiver, at: str) -> str:
    """Record a waiver and return its id; raise Unknown where it lacks what a waiver needs."""
    whole = _checked(waiver)
    not_after(whole.made_on, at)
    if whole.finding:
        not_before(whole.made_on, whole.starts)
    with transaction(connection):
        name = _new_id(connection, whole)
        sealed = bool(whole.finding) and is_sealed(connection, whole.cardroom, whole.starts)
        entry = asdict(whole) | {"waiver": name, "addendum": int(sealed)}
        append(connection, "waiver", at, entry)
        refresh_waivers(connection, whole.cardroom, whole.starts, whole.expires)
    return name


def _new_id(connection: sqlite3.Connection, waiver: GrantedWaiver) -> str:
    """Return an id made of what a waiver says; raise Unknown where one that says the same holds.

    What was taken back may be granted again in the same words. That is a decision of its own, and
    has an id of its own, so that whatever names the first keeps its meaning.
    """
    facts = asdict(waiver)
    where = " AND ".join(f'"{name}" = :{name}' for name in facts)
    sql = f"SELECT waiver, revoked FROM waivers WHERE {where}"  # noqa: S608 - our own columns
    same = connection.execute(sql, facts).fetchall()
    for row in same:
        if not row["revoked"]:
            raise Unknown(f"waiver {row['waiver']} is recorded already")
    again = {"again": len(same)} if same else {}
    return digest_of(canonical(facts | again))[:12]


def _checked(waiver: GrantedWaiver) -> GrantedWaiver:
    prepared, approved = two_persons(
        waiver.prepared_by, "the preparer", waiver.approved_by, "the approver"
    )
    starts = checked_day(waiver.starts, "the first day")
    expires = checked_day(waiver.expires, "the expiry")
    if expires < max(starts, waiver.made_on):
        raise Unknown(f"the waiver would have lapsed on {expires}; give a later expiry")
    if not waiver.finding and not waiver.check:
        raise Unknown("a waiver names a finding or a check; nothing waives everything")
    facts = asdict(waiver) | {
        "starts": starts,
        "expires": expires,
        "prepared_by": prepared,
        "approved_by": approved,
        "reason": words(waiver.reason, "the reason"),
        "authority": words(waiver.authority, "the authority"),
    }
    return GrantedWaiver(**facts)


def is_waiver(connection: sqlite3.Connection, name: str) -> bool:
    """Tell whether a name is the id of a waiver that was not taken back."""
    sql = "SELECT 1 FROM waivers WHERE waiver = ? AND NOT revoked"
    return connection.execute(sql, (name,)).fetchone() is not None


def revoke(  # noqa: PLR0913, PLR0917 - who, what, why and when
    connection: sqlite3.Connection, waiver: str, by: str, reason: str, made_on: str, at: str
) -> None:
    """Record that a waiver holds no longer."""
    entry = {
        "waiver": waiver,
        "by": person(by, "the person who revokes"),
        "reason": words(reason, "the reason"),
        "made_on": made_on,
    }
    with transaction(connection):
        append(connection, "revocation", at, entry)
        row = connection.execute("SELECT * FROM waivers WHERE waiver = ?", (waiver,)).fetchone()
        refresh_waivers(connection, row["cardroom"], row["starts"], row["expires"])


def waivers_of_day(connection: sqlite3.Connection, cardroom: str, day: str) -> list[sqlite3.Row]:
    """Return the waivers that may cover a cardroom's findings of a gaming day, oldest first."""
    sql = """
        SELECT * FROM waivers WHERE revoked = 0 AND cardroom = ? AND ? BETWEEN starts AND expires
        ORDER BY number
    """
    return list(connection.execute(sql, (cardroom, day)))


def covered(connection: sqlite3.Connection, waiver: GrantedWaiver) -> list[sqlite3.Row]:
    """Return the open findings that a waiver would cover by now."""
    sql = """
        SELECT * FROM findings WHERE state = 'open' AND cardroom = :cardroom
        AND day BETWEEN :starts AND :expires AND :check IN ('', "check")
        AND :table IN ('', "table") AND :finding IN ('', id) ORDER BY day, "table", at, id
    """
    return list(connection.execute(sql, asdict(waiver)))


def covers(waiver: Mapping[str, Any], finding: Mapping[str, Any]) -> bool:
    """Tell whether a waiver of the finding's cardroom and day is for it."""
    pairs = (("check", "check"), ("table", "table"), ("finding", "id"))
    return all(waiver[one] in {"", finding[other]} for one, other in pairs)


def with_waivers(
    findings: pd.DataFrame, waivers: Iterable[Mapping[str, Any]]
) -> tuple[pd.DataFrame, tuple[str, ...]]:
    """Return a day's findings with the waiver that covers each, and the waivers that cover any."""
    told = findings["waiver"].astype(object)
    applied = []
    for each in waivers:
        covered = told == ""
        for column, wanted in (("check", "check"), ("table", "table"), ("id", "finding")):
            if each[wanted]:
                covered &= findings[column].astype(str) == each[wanted]
        if covered.any():
            told = told.mask(covered, waiver_text(each))
            applied.append(str(each["waiver"]))
    return findings.assign(waiver=told), tuple(applied)


def waiver_text(waiver: Mapping[str, Any]) -> str:
    """Return a waiver in one line, for reports."""
    return (
        f"Waiver {waiver['waiver']} until {waiver['expires']}: {waiver['reason']}"
        f" ({waiver['authority']}; approved by {waiver['approved_by']})"
    )

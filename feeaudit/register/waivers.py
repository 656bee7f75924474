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
from feeaudit.register.history import append, canonical, digest_of
from feeaudit.register.identities import Person, identity_of, recorded, two_identities
from feeaudit.register.matters import Matter, as_it_stands, refuse_changed
from feeaudit.register.runs import is_sealed
from feeaudit.register.signatories import checked_day, not_after, not_before, words
from feeaudit.register.standings import refresh_waivers

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Mapping, Sequence

    import pandas as pd


@dataclass(frozen=True, slots=True)
class GrantedWaiver:
    """What is waived (a blank ``check``, ``table`` or ``finding`` is any), from when until when.

    Of an ``incident`` it covers the ``findings`` that it had then, and no others.
    """

    cardroom: str
    check: str
    table: str
    finding: str
    starts: str
    expires: str
    reason: str
    authority: str
    prepared_by: Person
    approved_by: Person
    made_on: str
    incident: str = ""
    findings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Terms:
    """Until when something is waived, why, on whose authority, and who stands for it."""

    expires: str
    reason: str
    authority: str
    prepared_by: Person
    approved_by: Person
    made_on: str

    @property
    def parts(self) -> tuple[str, str, str, Person, Person, str]:
        """What a waiver says of them, in its order."""
        return (
            self.expires,
            self.reason,
            self.authority,
            self.prepared_by,
            self.approved_by,
            self.made_on,
        )


def waiver_of(matter: Matter, terms: Terms) -> GrantedWaiver:
    """Return the waiver of a finding, or of those of an incident that are open."""
    room, day = matter.scope
    names = [str(row["id"]) for row in matter.findings if row["state"] == "open"]
    if matter.incident and not names:
        raise Unknown(f"nothing of {matter.words} is open; there is nothing to waive")
    covered = (matter.incident, tuple(names)) if matter.incident else ()
    return GrantedWaiver(room, "", "", matter.finding, day, *terms.parts, *covered)


def waive(
    connection: sqlite3.Connection, waiver: GrantedWaiver, at: str, *, proposal: int = 0
) -> str:
    """Record a waiver and return its id; raise Unknown where it lacks what a waiver needs."""
    with transaction(connection):
        return _waived(connection, waiver, at, proposal)


def waive_all(
    connection: sqlite3.Connection,
    matters: Sequence[tuple[Matter, str]],
    terms: Terms,
    at: str,
) -> list[str]:
    """Waive findings and incidents, each with the mark that was seen of it, all of them or none."""
    with transaction(connection):
        names = []
        for asked, seen in matters:
            matter = as_it_stands(connection, asked)
            refuse_changed(connection, matter, seen, f"waived until {terms.expires}")
            names.append(_waived(connection, waiver_of(matter, terms), at))
    return names


def _waived(
    connection: sqlite3.Connection, waiver: GrantedWaiver, at: str, proposal: int = 0
) -> str:
    whole, people = _checked(waiver)
    not_after(whole["made_on"], at)
    one_day = whole["finding"] or whole["incident"]
    if one_day:
        not_before(whole["made_on"], whole["starts"])
    name = _new_id(connection, whole)
    sealed = bool(one_day) and is_sealed(connection, whole["cardroom"], whole["starts"])
    entry = whole | {"waiver": name, "addendum": int(sealed)} | people
    if not whole["incident"]:
        # As every version before wrote it.
        del entry["incident"], entry["findings"]
    append(connection, "waiver", at, entry | ({"proposal": proposal} if proposal else {}))
    refresh_waivers(connection, whole["cardroom"], whole["starts"], whole["expires"])
    return name


def _new_id(connection: sqlite3.Connection, waiver: dict[str, Any]) -> str:
    """Return an id made of what a waiver says; raise Unknown where one that says the same holds.

    What was taken back may be granted again in the same words. That is a decision of its own, and
    has an id of its own, so that whatever names the first keeps its meaning.
    """
    facts = {name: each for name, each in waiver.items() if name != "findings"}
    where = " AND ".join(f'"{name}" = :{name}' for name in facts)
    sql = f"SELECT waiver, revoked FROM waivers WHERE {where}"  # noqa: S608 - our own columns
    same = connection.execute(sql, facts).fetchall()
    for row in same:
        if not row["revoked"]:
            raise Unknown(f"waiver {row['waiver']} is already recorded")
    again = {"again": len(same)} if same else {}
    if not facts["incident"]:
        del facts["incident"]
    return digest_of(canonical(facts | again))[:12]


def _checked(waiver: GrantedWaiver) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return what is recorded of a waiver, and who stands for it."""
    prepared, approved = two_identities(
        waiver.prepared_by, "the preparer", waiver.approved_by, "the approver"
    )
    starts = checked_day(waiver.starts, "the first day")
    expires = checked_day(waiver.expires, "the expiry")
    if expires < max(starts, waiver.made_on):
        raise Unknown(f"the waiver would already have expired on {expires}; give a later expiry")
    if not (waiver.finding or waiver.check or waiver.incident):
        raise Unknown("a waiver must name a finding or a check")
    facts = asdict(waiver) | {
        "starts": starts,
        "expires": expires,
        "prepared_by": prepared.name,
        "approved_by": approved.name,
        "reason": words(waiver.reason, "the reason"),
        "authority": words(waiver.authority, "the authority"),
        "findings": list(waiver.findings),
    }
    return facts, recorded(prepared_by=prepared, approved_by=approved)


def is_waiver(connection: sqlite3.Connection, name: str) -> bool:
    """Tell whether a name is the id of a waiver that was not taken back."""
    sql = "SELECT 1 FROM waivers WHERE waiver = ? AND NOT revoked"
    return connection.execute(sql, (name,)).fetchone() is not None


def revoke(  # noqa: PLR0913, PLR0917 - who, what, why and when
    connection: sqlite3.Connection, waiver: str, by: Person, reason: str, made_on: str, at: str
) -> None:
    """Record that a waiver no longer applies."""
    who = identity_of(by, "the person who revokes")
    entry = {
        "waiver": waiver,
        "by": who.name,
        "reason": words(reason, "the reason"),
        "made_on": made_on,
        **recorded(by=who),
    }
    with transaction(connection):
        append(connection, "revocation", at, entry)
        row = connection.execute("SELECT * FROM waivers WHERE waiver = ?", (waiver,)).fetchone()
        refresh_waivers(connection, row["cardroom"], row["starts"], row["expires"])


def waivers_of_day(connection: sqlite3.Connection, cardroom: str, day: str) -> list[dict[str, Any]]:
    """Return the waivers that may cover a cardroom's findings of a gaming day, oldest first.

    ``findings`` are those that a waiver of an incident covers, and None of any other.
    """
    sql = """
        SELECT * FROM waivers WHERE revoked = 0 AND cardroom = ? AND ? BETWEEN starts AND expires
        ORDER BY number
    """
    of_incident = "SELECT finding FROM waived_findings WHERE waiver = ? ORDER BY finding"
    return [
        dict(row)
        | {
            "findings": [name for (name,) in connection.execute(of_incident, (row["number"],))]
            if row["incident"]
            else None
        }
        for row in connection.execute(sql, (cardroom, day)).fetchall()
    ]


def covered(connection: sqlite3.Connection, waiver: GrantedWaiver) -> list[sqlite3.Row]:
    """Return the open findings that a waiver would cover by now."""
    facts = asdict(waiver)
    sql = """
        SELECT * FROM findings WHERE state = 'open' AND cardroom = :cardroom
        AND day BETWEEN :starts AND :expires AND :check IN ('', "check")
        AND :table IN ('', "table") AND :finding IN ('', id) ORDER BY day, "table", at, id
    """
    names = ("cardroom", "starts", "expires", "check", "table", "finding")
    found = connection.execute(sql, {name: facts[name] for name in names})
    return [row for row in found if not waiver.incident or row["id"] in waiver.findings]


def covers(waiver: Mapping[str, Any], finding: Mapping[str, Any]) -> bool:
    """Tell whether a waiver of the finding's cardroom and day is for it."""
    pairs = (("check", "check"), ("table", "table"), ("finding", "id"))
    listed = waiver["findings"] is None or finding["id"] in waiver["findings"]
    return listed and all(waiver[one] in {"", finding[other]} for one, other in pairs)


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
        if each["findings"] is not None:
            covered &= findings["id"].astype(str).isin(each["findings"])
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

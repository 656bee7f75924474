"""Proposals: what one person prepares and another approves, when each answers for themselves.

At the command line two names are given at once. Where people sign in, each does their part under
their own identity: a waiver or a sign-off is proposed, and holds once somebody else approves it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from feeaudit.core.problem import Unknown
from feeaudit.register.database import transaction
from feeaudit.register.history import append, canonical
from feeaudit.register.identities import identity_of, identity_recorded, recorded, two_identities
from feeaudit.register.matters import Matter, refuse_changed
from feeaudit.register.runs import current_run
from feeaudit.register.sign_off import Signature, sign_off
from feeaudit.register.signatories import checked_day, not_after, not_before, words
from feeaudit.register.waivers import GrantedWaiver, Terms, waive, waiver_of

if TYPE_CHECKING:
    import sqlite3

    from feeaudit.register.dispositions import Decision
    from feeaudit.register.identities import Person

SIGN_OFF: Final = "sign-off"
WAIVER: Final = "waiver"


@dataclass(frozen=True, slots=True)
class WaiverTerms:
    """Until when something is to be waived, and on whose authority."""

    expires: str
    authority: str


def propose_waiver(  # noqa: PLR0913, PLR0917 - what, on which terms, who, when, what was seen
    connection: sqlite3.Connection,
    matter: Matter,
    terms: WaiverTerms,
    decision: Decision,
    at: str,
    seen: str = "",
) -> int:
    """Record that somebody asks for a waiver of a finding or incident; return its number."""
    who = identity_of(decision.by, "the preparer")
    expires = checked_day(terms.expires, "the expiry")
    if expires < decision.made_on:
        raise Unknown(f"the waiver would already have expired on {expires}; give a later expiry")
    meant = waiver_of(matter, Terms(expires, decision.reason, terms.authority, who, who, ""))
    told = {
        "finding": meant.finding,
        "incident": meant.incident,
        "findings": list(meant.findings),
        "expires": expires,
        "reason": words(decision.reason, "the reason"),
        "authority": words(terms.authority, "the authority"),
    }
    with transaction(connection):
        refuse_changed(connection, matter, seen, f"waived until {expires}")
        return _propose(connection, WAIVER, matter.scope, told, decision, at)


def propose_sign_off(
    connection: sqlite3.Connection, cardroom: str, day: str, decision: Decision, at: str
) -> int:
    """Record that somebody prepared a day for signature; return the proposal's number.

    The reason is why it is signed though violations of it are open; blank where none are.
    """
    with transaction(connection):
        run = current_run(connection, cardroom, day)
        if run is None:
            raise Unknown(f"{cardroom} has no audit of {day} to sign off")
        for each in open_proposals(connection):
            if (each["kind"], each["cardroom"], each["day"]) == (SIGN_OFF, cardroom, day):
                raise Unknown(
                    f"{each['prepared_by']} has prepared {cardroom} {day} already; it waits for a"
                    " reviewer"
                )
        terms = {"run": run["number"], "reason": " ".join(decision.reason.split())}
        return _propose(connection, SIGN_OFF, (cardroom, day), terms, decision, at)


def _propose(  # noqa: PLR0913, PLR0917 - each says one thing of the entry
    connection: sqlite3.Connection,
    kind: str,
    scope: tuple[str, str],
    terms: dict[str, Any],
    decision: Decision,
    at: str,
) -> int:
    who = identity_of(decision.by, "the preparer")
    made_on = checked_day(decision.made_on, "the day of the proposal")
    not_before(made_on, scope[1])
    not_after(made_on, at)
    entry = {
        "kind": kind,
        "cardroom": scope[0],
        "day": scope[1],
        "terms": canonical(terms),
        "prepared_by": who.name,
        "made_on": made_on,
        **recorded(prepared_by=who),
    }
    return append(connection, "proposal", at, entry)


def open_proposals(connection: sqlite3.Connection) -> list[dict[str, Any]]:
    """Return the proposals that nobody has approved or declined, the oldest first."""
    sql = "SELECT * FROM proposals WHERE state = 'open' ORDER BY number"
    rows = connection.execute(sql).fetchall()
    return [dict(row) | {"terms": json.loads(row["terms"])} for row in rows]


def find_proposal(connection: sqlite3.Connection, number: int) -> dict[str, Any]:
    """Return a proposal that is open; raise Unknown where it is not."""
    found = next((each for each in open_proposals(connection) if each["number"] == number), None)
    if found is None:
        raise Unknown(f"proposal {number} is not open; it was approved, declined, or never made")
    return found


def approve(
    connection: sqlite3.Connection, number: int, by: Person, made_on: str, at: str
) -> dict[str, Any]:
    """Let a proposal hold, approved by another person than who prepared it; return it."""
    with transaction(connection):
        found = find_proposal(connection, number)
        prepared = identity_recorded(connection, number, "prepared_by", found["prepared_by"])
        two_identities(prepared, "the preparer", by, "the approver")
        if found["kind"] == WAIVER:
            waive(connection, _waiver(found, prepared, by, made_on), at, proposal=number)
        else:
            _sign(connection, found, Signature(prepared, by, made_on, found["terms"]["reason"]), at)
    return found


def _waiver(found: dict[str, Any], prepared: Person, by: Person, made_on: str) -> GrantedWaiver:
    terms = found["terms"]
    return GrantedWaiver(
        cardroom=found["cardroom"],
        check="",
        table="",
        finding=terms["finding"],
        starts=found["day"],
        expires=terms["expires"],
        reason=terms["reason"],
        authority=terms["authority"],
        prepared_by=prepared,
        approved_by=by,
        made_on=made_on,
        incident=terms["incident"],
        findings=tuple(terms["findings"]),
    )


def _sign(
    connection: sqlite3.Connection, found: dict[str, Any], signature: Signature, at: str
) -> None:
    room, day = found["cardroom"], found["day"]
    run = current_run(connection, room, day)
    if run is None or run["number"] != found["terms"]["run"]:
        raise Unknown(
            f"{room} {day} was audited again since {found['prepared_by']} prepared it; decline the"
            " proposal and prepare the day again"
        )
    sign_off(connection, room, day, signature, at, proposal=found["number"])


def decline(connection: sqlite3.Connection, number: int, decision: Decision, at: str) -> None:
    """Record that a proposal comes to nothing; whoever prepared it may take it back so, too."""
    who = identity_of(decision.by, "the person who declines")
    not_after(checked_day(decision.made_on, "the day of the decision"), at)
    entry = {
        "proposal": number,
        "reason": words(decision.reason, "the reason"),
        "declined_by": who.name,
        "made_on": decision.made_on,
        **recorded(declined_by=who),
    }
    with transaction(connection):
        find_proposal(connection, number)
        append(connection, "proposal-declined", at, entry)

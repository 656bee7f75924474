"""Sign-off: two persons stand for a gaming day, and its run, findings and decisions are sealed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from feeaudit.core.problem import Unknown
from feeaudit.register.database import transaction
from feeaudit.register.history import append, canonical, digest_of, head
from feeaudit.register.identities import Identity, Person, recorded, two_identities
from feeaudit.register.inputs import pending_days
from feeaudit.register.keys import checked_key, statement
from feeaudit.register.queries import latest_day
from feeaudit.register.runs import current_run
from feeaudit.register.signatories import not_after, not_before
from feeaudit.report.phrases import counted

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping

    from feeaudit.register.keys import Signer


@dataclass(frozen=True, slots=True)
class Signature:
    """Who signs a day: both names, the day of the signature, and the keys of those who have one.

    ``reason`` says why the day is signed though violations of it are open.
    """

    prepared_by: Person
    reviewed_by: Person
    made_on: str
    reason: str = ""
    prepared_key: Signer | None = None
    reviewed_key: Signer | None = None


@dataclass(frozen=True, slots=True)
class SignOff:
    """A signed day: which run was signed, what was still open, and the seal."""

    run: int
    open: int
    seal: str
    addendum: bool
    keys: tuple[str, ...] = ()


def sign_off(  # noqa: PLR0913 - which day, who, when, and on whose proposal
    connection: sqlite3.Connection,
    cardroom: str,
    day: str,
    signature: Signature,
    at: str,
    *,
    proposal: int = 0,
) -> SignOff:
    """Seal the current run of a day; raise Unknown where there is nothing to sign."""
    prepared, reviewed = two_identities(
        signature.prepared_by, "the preparer", signature.reviewed_by, "the reviewer"
    )
    not_before(signature.made_on, day)
    not_after(signature.made_on, at)
    with transaction(connection):
        run = _run_to_sign(connection, cardroom, day)
        still_open = len(open_violations(connection, cardroom, day))
        if still_open and not signature.reason.strip():
            raise Unknown(
                f"{counted(still_open, 'violation')} of {cardroom} {day} open; resolve or waive"
                " them, or sign --with-open and give a --reason"
            )
        seal = seal_of(connection, run, head(connection)[1])
        entry = {
            "cardroom": cardroom,
            "day": day,
            "run": run["number"],
            "prepared_by": prepared.name,
            "reviewed_by": reviewed.name,
            "made_on": signature.made_on,
            "open": still_open,
            "reason": " ".join(signature.reason.split()),
            "seal": seal,
        }
        people = {"prepared": prepared, "reviewed": reviewed}
        proofs = _signatures(connection, entry, signature, people)
        who = recorded(
            **{f"{role}_by": _signer(each, role, proofs) for role, each in people.items()}
        )
        proposed = {"proposal": proposal} if proposal else {}
        append(connection, "sign-off", at, entry | proofs | who | proposed)
    keys = tuple(each["key"] for each in proofs.get("signatures", ()))
    return SignOff(run["run"], still_open, seal, bool(run["addendum"]), keys)


def _signer(identity: Identity, role: str, proofs: Mapping[str, Any]) -> Identity:
    """Return who signs in a role; whoever does with a key is proven by it."""
    for each in proofs.get("signatures", ()):
        if each["role"] == role:
            return Identity(identity.name, "key", "", each["key"])
    return identity


def _signatures(
    connection: sqlite3.Connection,
    entry: Mapping[str, Any],
    signature: Signature,
    people: Mapping[str, Identity],
) -> dict[str, Any]:
    """Return the signatures under an entry, of those who sign with a key."""
    found = []
    for role, signer in (
        ("prepared", signature.prepared_key),
        ("reviewed", signature.reviewed_key),
    ):
        if signer is None and people[role].is_proven:
            # Who signed in elsewhere is proven by that.
            continue
        key = checked_key(connection, entry[f"{role}_by"], signer.public if signer else None)
        if signer is not None:
            signed = signer.signature(statement(entry, role))
            found.append({"role": role, "key": key, "signature": signed})
    return {"signatures": found} if found else {}


def _run_to_sign(connection: sqlite3.Connection, cardroom: str, day: str) -> sqlite3.Row:
    run = current_run(connection, cardroom, day)
    if run is None:
        raise Unknown(f"{cardroom} has no audit of {day} to sign off")
    if (cardroom, day) in pending_days(connection):
        raise Unknown(f"{cardroom} {day}: a file is not audited yet; run feeaudit nightly first")
    signed = connection.execute(
        "SELECT prepared_by, reviewed_by FROM sign_offs WHERE run = ?", (run["number"],)
    ).fetchone()
    if signed is not None:
        names = f"{signed['prepared_by']} and {signed['reviewed_by']}"
        raise Unknown(f"{cardroom} {day}, run {run['run']}, is already signed by {names}")
    return run


def open_violations(connection: sqlite3.Connection, cardroom: str, day: str) -> list[sqlite3.Row]:
    """Return the violations that are open; what a waiver covered is again once that has lapsed."""
    sql = """
        SELECT * FROM findings WHERE cardroom = ? AND day = ? AND state = 'open'
        AND verdict = 'violation' AND waived_until < ? ORDER BY "table", at, id
    """
    return list(connection.execute(sql, (cardroom, day, latest_day(connection))))


def seal_of(connection: sqlite3.Connection, run: sqlite3.Row, before: str) -> str:
    """Return a digest over a run's basis, its findings, its report files and the history before.

    ``before`` is the hash of the last entry before the signature: everything decided until then is
    under the seal.
    """
    files = connection.execute(
        "SELECT file, sha256 FROM run_files WHERE run = ? ORDER BY file", (run["number"],)
    )
    sealed = {
        "digest": run["digest"],
        "findings": run["findings_digest"],
        "files": [list(each) for each in files],
        "history": before,
    }
    return digest_of(canonical(sealed))

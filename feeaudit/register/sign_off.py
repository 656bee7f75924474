"""Sign-off: two persons stand for a gaming day, and its run, findings and decisions are sealed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from feeaudit.core.problem import Unknown
from feeaudit.register.database import transaction
from feeaudit.register.history import append, canonical, digest_of, head
from feeaudit.register.inputs import pending_days
from feeaudit.register.queries import latest_day
from feeaudit.register.runs import current_run
from feeaudit.register.signatories import not_before, two_persons

if TYPE_CHECKING:
    import sqlite3


@dataclass(frozen=True, slots=True)
class SignOff:
    """A signed day: which run was signed, what was still open, and the seal."""

    run: int
    open: int
    seal: str
    addendum: bool


def sign_off(  # noqa: PLR0913, PLR0917 - each says one thing of the entry
    connection: sqlite3.Connection,
    cardroom: str,
    day: str,
    prepared_by: str,
    reviewed_by: str,
    made_on: str,
    at: str,
) -> SignOff:
    """Seal the current run of a day; raise Unknown where there is nothing to sign."""
    prepared, reviewed = two_persons(prepared_by, "the preparer", reviewed_by, "the reviewer")
    not_before(made_on, day)
    with transaction(connection):
        run = _run_to_sign(connection, cardroom, day)
        still_open = _open(connection, cardroom, day)
        seal = seal_of(connection, run, head(connection)[1])
        entry = {
            "cardroom": cardroom,
            "day": day,
            "run": run["number"],
            "prepared_by": prepared,
            "reviewed_by": reviewed,
            "made_on": made_on,
            "open": still_open,
            "seal": seal,
        }
        append(connection, "sign-off", at, entry)
    return SignOff(run["run"], still_open, seal, bool(run["addendum"]))


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
        raise Unknown(f"{cardroom} {day}, run {run['run']}, is signed already by {names}")
    return run


def _open(connection: sqlite3.Connection, cardroom: str, day: str) -> int:
    """Return how many violations are open; what a waiver covered is again once that has lapsed."""
    sql = (
        "SELECT count(*) FROM findings WHERE cardroom = ? AND day = ? AND state = 'open'"
        " AND verdict = 'violation' AND waived_until < ?"
    )
    return int(connection.execute(sql, (cardroom, day, latest_day(connection))).fetchone()[0])


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

"""Recording inputs: what came in, under which name, and what became of it."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields
from typing import TYPE_CHECKING, Any, Final

from feeaudit.register.database import transaction
from feeaudit.register.history import append, canonical
from feeaudit.register.identities import Identity, identity_recorded, recorded

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Mapping, Sequence


QUARANTINED: Final = "quarantined"
BROUGHT_BY: Final = "brought_by"
# The file beside a quarantined item that says why it lies there.
REASON: Final = "reason.txt"


@dataclass(frozen=True, slots=True)
class DayPart:
    """How many hands of a gaming day at a cardroom an input holds."""

    cardroom: str
    day: str
    hands: int


@dataclass(frozen=True, slots=True)
class Input:
    """A file or folder that came in.

    ``place`` is the cardroom in whose folder of the inbox it lay, blank where it lay in the inbox
    itself. ``profile`` is the digest of the profile it was read by, blank for the log's own format.
    ``constants`` is what was said of the whole of it, ``zone`` and ``day_starts`` are what its
    times and gaming days were read by, ``set_aside`` is how many of its rows or cells could not be
    used. ``names`` are the original names of files in it that had to be renamed, ``kept`` the names
    in the archive of it and its profile, by digest.
    """

    digest: str
    place: str
    name: str
    bytes: int
    profile: str = ""
    constants: Mapping[str, str] = field(default_factory=dict)
    zone: str = ""
    day_starts: int = 0
    set_aside: int = 0
    names: Mapping[str, str] = field(default_factory=dict)
    kept: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Quarantined:
    """Why an item could not be used, and how it lies in the quarantine beside the reason."""

    reason: str
    kept_as: str
    reason_sha256: str


def known_input(connection: sqlite3.Connection, digest: str, place: str) -> int | None:
    """Return the number of an input that is already recorded."""
    row = connection.execute(
        "SELECT number FROM inputs WHERE digest = ? AND place = ? AND NOT deleted"
        " AND number NOT IN (SELECT input FROM withdrawals)",
        (digest, place),
    ).fetchone()
    return None if row is None else int(row["number"])


def recorded_quarantine(
    connection: sqlite3.Connection, digest: str, place: str
) -> Quarantined | None:
    """Return why an item could not be used, where that is the last that was recorded of it."""
    row = connection.execute(
        "SELECT * FROM arrivals WHERE digest = ? AND place = ? ORDER BY number DESC LIMIT 1",
        (digest, place),
    ).fetchone()
    if row is None or row["outcome"] != QUARANTINED:
        return None
    return Quarantined(row["reason"], row["kept_as"], row["reason_sha256"])


def recorded_digests(connection: sqlite3.Connection) -> set[str]:
    """Return the digest of everything that ever came in and was recorded."""
    return {str(row[0]) for row in connection.execute("SELECT DISTINCT digest FROM arrivals")}


def record_input(
    connection: sqlite3.Connection,
    taken: Input,
    days: Sequence[DayPart],
    at: str,
    brought_by: Identity | None = None,
) -> int:
    """Record an input, the gaming days it holds hands of, and who handed it over, where known."""
    entry = {each.name: getattr(taken, each.name) for each in fields(Input)}
    entry["constants"] = canonical(taken.constants)
    entry["days"] = [
        {"cardroom": each.cardroom, "day": each.day, "hands": each.hands} for each in days
    ]
    with transaction(connection):
        return append(connection, "input", at, entry | _handed_over(brought_by))


def _handed_over(by: Identity | None) -> dict[str, Any]:
    return recorded(brought_by=by) if by else {}


def who_brought(connection: sqlite3.Connection, number: int) -> Identity | None:
    """Return who handed an input over; None for what came by the inbox of the site."""
    found = identity_recorded(connection, number, BROUGHT_BY, "")
    return found if found.name else None


def record_arrivals(
    connection: sqlite3.Connection,
    arrivals: Iterable[tuple[Input, Quarantined | None]],
    at: str,
    brought_by: Identity | None = None,
) -> None:
    """Record that things came in that are not audited: known already, or not usable."""
    with transaction(connection):
        for arrived, refusal in arrivals:
            entry = {"digest": arrived.digest, "place": arrived.place, "name": arrived.name}
            entry |= (
                {"outcome": "known already", "reason": ""}
                if refusal is None
                else {"outcome": QUARANTINED, **asdict(refusal)}
            )
            kind = "quarantine" if refusal else "again"
            append(connection, kind, at, entry | _handed_over(brought_by))


def pending_days(connection: sqlite3.Connection) -> list[tuple[str, str]]:
    """Return the cardrooms and gaming days whose current run lacks an input that came in since.

    Or rests on one that was taken back.
    """
    sql = """
        SELECT DISTINCT coverage.cardroom, coverage.day FROM coverage
        LEFT JOIN runs ON runs.cardroom = coverage.cardroom AND runs.day = coverage.day AND current
        LEFT JOIN run_inputs ON run_inputs.run = runs.number AND run_inputs.input = coverage.input
        WHERE run_inputs.input IS NULL
        UNION SELECT runs.cardroom, runs.day FROM withdrawals
        JOIN run_inputs ON run_inputs.input = withdrawals.input
        JOIN runs ON runs.number = run_inputs.run AND current ORDER BY 1, 2
    """
    return [(str(row[0]), str(row[1])) for row in connection.execute(sql)]


def inputs_of_day(connection: sqlite3.Connection, cardroom: str, day: str) -> list[sqlite3.Row]:
    """Return the inputs that hold hands of a day, in the order in which they came."""
    sql = """
        SELECT inputs.* FROM coverage JOIN inputs ON inputs.number = coverage.input
        WHERE coverage.cardroom = ? AND coverage.day = ? ORDER BY inputs.number
    """
    return list(connection.execute(sql, (cardroom, day)))

"""The signatures of a gaming day as an addendum to its report, which stays as it was sealed.

Who signed what and when, how each name was proven, what was open, and every decision, payment and
comment: made of the register alone, so that the same register gives the same bytes.
"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any, Final

from feeaudit import __version__
from feeaudit.core.problem import Unknown
from feeaudit.nightly.day_record import DayRecord, Row
from feeaudit.register.identities import PROOFS, identity_recorded
from feeaudit.register.sign_off import open_violations
from feeaudit.report.page_templates import asset, environment, policy
from feeaudit.report.pdf.typeset import ARCHIVABLE, typeset
from feeaudit.report.phrases import counted

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

    from feeaudit.report.voice import Voice

_STYLES: Final = ("report/style.css", "report/print.css", "store/front.css")
_ABOUT: Final = (
    "This page is an addendum. It is produced from the register's history and does not change"
    " the sealed report; feeaudit verify --store checks the seal and the signatures."
)
_ROLES: Final = {"prepared": "Prepared by", "reviewed": "Reviewed by"}


def signed_days(
    connection: sqlite3.Connection, start: str, end: str, cardroom: str = ""
) -> list[tuple[str, str]]:
    """Return the cardrooms and gaming days that were signed, in order."""
    sql = """
        SELECT DISTINCT cardroom, day FROM sign_offs WHERE day BETWEEN ? AND ?
        AND ? IN ('', cardroom) ORDER BY day, cardroom
    """
    return [(row[0], row[1]) for row in connection.execute(sql, (start, end, cardroom))]


def signature_files(
    connection: sqlite3.Connection, cardroom: str, day: str, voice: Voice
) -> dict[str, bytes]:
    """Return the signatures of a day as a page and a PDF; raise Unknown where it is not signed."""
    facts = _facts(connection, cardroom, day, voice)
    style = asset(_STYLES)
    page = environment("store").get_template("signatures.html")
    html = page.render(**facts, style=style, policy=policy(style))
    return {
        "signatures.html": html.encode("utf-8", "replace"),
        "signatures.pdf": typeset("store/signatures.typ", facts, ARCHIVABLE),
    }


def summary_lines(
    connection: sqlite3.Connection, cardroom: str, day: str, voice: Voice
) -> list[str]:
    """Return lines for the index of a pack: each signature of a day, and what was recorded."""
    whose = f"{voice.cardroom(cardroom)}, {voice.iso_day(day)}"
    lines = [
        f"{whose}, {each['title'].lower()}: "
        + "; ".join(f"{name.lower()} {text}" for name, text in each["facts"])
        for each in _sign_offs(connection, cardroom, day, voice)
    ]
    for title, _, rows in _record(DayRecord(connection, cardroom, day, voice)):
        lines += [f"{whose}, {title.lower()}: {'; '.join(row)}" for row in rows]
    return lines


def _facts(connection: sqlite3.Connection, cardroom: str, day: str, voice: Voice) -> dict[str, Any]:
    signed = list(_sign_offs(connection, cardroom, day, voice))
    if not signed:
        raise Unknown(f"{voice.cardroom(cardroom)}, {voice.iso_day(day)} is not signed off yet")
    last = date.fromisoformat(signed[-1]["made_on"])
    still_open = open_violations(connection, cardroom, day)
    return {
        "title": f"Signatures of {voice.cardroom(cardroom)}, gaming day {voice.iso_day(day)}",
        "about": _ABOUT,
        "program": f"feeaudit {__version__}",
        "date": [last.year, last.month, last.day],
        "sign_offs": signed,
        "record": [
            {"title": title, "header": header, "rows": rows}
            for title, header, rows in _record(DayRecord(connection, cardroom, day, voice))
            if rows
        ],
        "open": [[row["id"], row["check"], row["table"], row["message"]] for row in still_open],
    }


def _record(record: DayRecord) -> Iterator[tuple[str, Row, list[Row]]]:
    """Yield what was recorded about a day: of each kind its title, column heads and rows."""
    yield "Decisions", ["Date", "Finding", "Decision", "Reason", "By"], record.decisions()
    yield "Payments", ["Date", "Finding", "Payment", "Receipt", "By"], record.payments()
    yield "Comments", ["Date", "About", "Comment", "By"], record.comments()


def _sign_offs(
    connection: sqlite3.Connection, cardroom: str, day: str, voice: Voice
) -> Iterator[dict[str, Any]]:
    sql = """
        SELECT sign_offs.*, runs.run AS run_of_day, runs.addendum, history.at, history.hash
        FROM sign_offs JOIN runs ON runs.number = sign_offs.run
        JOIN history ON history.number = sign_offs.number
        WHERE sign_offs.cardroom = ? AND sign_offs.day = ? ORDER BY sign_offs.number
    """
    for row in connection.execute(sql, (cardroom, day)).fetchall():
        addendum = ", an addendum" if row["addendum"] else ""
        still_open = counted(row["open"], "violation") if row["open"] else "nothing"
        reason = f": {row['reason']}" if row["reason"] else ""
        yield {
            "title": f"Run {row['run_of_day']}{addendum}",
            "made_on": row["made_on"],
            "facts": [
                *((_ROLES[role], _signer(connection, row, role)) for role in _ROLES),
                ("Signed on", f"{voice.iso_day(row['made_on'])}, recorded {row['at']}"),
                ("Open when signed", f"{still_open}{reason}"),
                ("Seal", row["seal"]),
                ("Entry of the history", f"{row['number']}, {row['hash']}"),
            ],
        }


def _signer(connection: sqlite3.Connection, sign_off: sqlite3.Row, role: str) -> str:
    """Return the name of a person who signed, and by what it is proven."""
    entry, name = sign_off["number"], f"{role}_by"
    who = identity_recorded(connection, entry, name, sign_off[name])
    row = connection.execute(
        'SELECT "key", signature FROM signatures WHERE sign_off = ? AND role = ?', (entry, role)
    ).fetchone()
    if row is not None:
        return f"{who.name}, Ed25519 key {row['key']}, signature {row['signature']}"
    if not who.is_proven:
        return f"{who.name} (name typed, no key)"
    return f"{who.name}, {PROOFS[who.proof]} ({who.issuer}) as {who.subject}"

"""The signatures of a gaming day as an addendum to its report, which stays as it was sealed.

Who signed what and when, with which key, what was open, and every decision with its reason: made
of the register alone, so that the same register gives the same bytes.
"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any, Final

from feeaudit import __version__
from feeaudit.core.problem import Unknown
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
    """Return a line for each signature of a day, for the index of a pack."""
    return [
        f"{voice.cardroom(cardroom)}, {voice.iso_day(day)}, {each['title'].lower()}: "
        + "; ".join(f"{name.lower()} {text}" for name, text in each["facts"])
        for each in _sign_offs(connection, cardroom, day, voice)
    ]


def _facts(connection: sqlite3.Connection, cardroom: str, day: str, voice: Voice) -> dict[str, Any]:
    signed = list(_sign_offs(connection, cardroom, day, voice))
    if not signed:
        raise Unknown(f"{voice.cardroom(cardroom)}, {voice.iso_day(day)} is not signed off yet")
    last = date.fromisoformat(signed[-1]["made_on"])
    rows = open_violations(connection, cardroom, day)
    return {
        "title": f"Signatures of {voice.cardroom(cardroom)}, gaming day {voice.iso_day(day)}",
        "about": _ABOUT,
        "program": f"feeaudit {__version__}",
        "date": [last.year, last.month, last.day],
        "sign_offs": signed,
        "decisions": list(_decisions(connection, cardroom, day, voice)),
        "open": [[row["id"], row["check"], row["table"], row["message"]] for row in rows],
    }


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
    name = str(sign_off[f"{role}_by"])
    row = connection.execute(
        'SELECT "key", signature FROM signatures WHERE sign_off = ? AND role = ?',
        (sign_off["number"], role),
    ).fetchone()
    if row is None:
        return f"{name} (name typed, no key)"
    return f"{name}, Ed25519 key {row['key']}, signature {row['signature']}"


def _decisions(
    connection: sqlite3.Connection, cardroom: str, day: str, voice: Voice
) -> Iterator[list[str]]:
    """Yield every decision about a day's findings: when, which, what, why and who."""
    sql = "SELECT * FROM resolutions WHERE cardroom = ? AND day = ? ORDER BY number"
    for row in connection.execute(sql, (cardroom, day)).fetchall():
        ended = "" if row["holds"] else " (no longer holds)"
        later = " (addendum)" if row["addendum"] else ""
        what = f"{row['outcome']}{ended}{later}"
        made_on = voice.iso_day(row["made_on"], short=True)
        yield [made_on, row["finding"], what, row["reason"], row["resolved_by"]]
    sql = """
        SELECT * FROM waivers WHERE cardroom = ? AND ? BETWEEN starts AND expires ORDER BY number
    """
    for row in connection.execute(sql, (cardroom, day)).fetchall():
        ended = " (revoked)" if row["revoked"] else ""
        place = f" at {row['table']}" if row["table"] else ""
        yield [
            voice.iso_day(row["made_on"], short=True),
            row["finding"] or f"{row['check']}{place}",
            f"waived until {voice.iso_day(row['expires'], short=True)}{ended}",
            f"{row['reason']} ({row['authority']})",
            f"{row['prepared_by']}, approved by {row['approved_by']}",
        ]

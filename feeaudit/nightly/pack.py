"""The production pack: one zip of a store's audits of some days, for a regulator who asks.

The history is given whole in its links; entries about other days are left out, and their digests
show that nothing is missing from the chain. The same register gives the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import zipfile
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from feeaudit.core.problem import Unknown
from feeaudit.nightly.pack_index import index_html, index_text
from feeaudit.nightly.signatures import signature_files, signed_days, summary_lines
from feeaudit.nightly.stable_zip import put
from feeaudit.register.archive import content_digest, kept
from feeaudit.register.database_schema import IN_ANY_STATE
from feeaudit.register.history import entries, head
from feeaudit.register.plain_rows import as_csv, values
from feeaudit.register.runs import page_of
from feeaudit.register.store_files import files_in, safe_name
from feeaudit.register.store_voice import store_voice

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator
    from pathlib import Path

    from feeaudit.register.store import Store


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which audits: from a gaming day to another, of one cardroom or all."""

    start: str
    end: str
    cardroom: str = ""
    with_inputs: bool = False

    @property
    def values(self) -> dict[str, str]:
        """The bound values of the conditions below."""
        return {"start": self.start, "end": self.end, "cardroom": self.cardroom}


_THESE = "day BETWEEN :start AND :end AND (:cardroom = '' OR cardroom = :cardroom)"
_RUNS = f"SELECT * FROM runs WHERE {_THESE} ORDER BY day, cardroom, run"  # noqa: S608 - our text
_INPUTS = f"""
SELECT inputs.*, group_concat(coverage.cardroom || ' ' || coverage.day, '; ') AS holds
FROM inputs JOIN coverage ON coverage.input = inputs.number
WHERE inputs.number IN (SELECT input FROM coverage WHERE {_THESE})
GROUP BY inputs.number ORDER BY inputs.number
"""  # noqa: S608 - our text
_PAID = f"""
SELECT payments.*, reason AS corrected_because, corrected_by FROM payments
LEFT JOIN payment_corrections ON payment_corrections.number = voided
WHERE {_THESE} ORDER BY payments.number, day, finding
"""  # noqa: S608 - our text
# Payments may be for several days at once, corrections name the payment alone, withdrawals the log.
_NAMELESS = f"""
SELECT number FROM payments WHERE {_THESE}
UNION SELECT voided FROM payments WHERE voided AND {_THESE}
UNION SELECT withdrawals.number FROM withdrawals JOIN run_inputs USING (input)
  JOIN runs ON runs.number = run_inputs.run WHERE {_THESE}
"""  # noqa: S608 - our text
_WAIVING = """
SELECT * FROM waivers WHERE starts <= :end AND expires >= :start
AND (:cardroom = '' OR cardroom = :cardroom)
"""
_DECIDING = " UNION ".join(
    f"SELECT number FROM {table} WHERE {_THESE}"  # noqa: S608 - our text
    for table in ("resolutions", "reopenings", "comments", "sign_offs")
)
_TABLES = {
    "findings": f"SELECT * FROM findings WHERE {IN_ANY_STATE} AND {_THESE}"  # noqa: S608
    ' ORDER BY day, cardroom, "table", at, id',
    "resolutions": f"SELECT * FROM resolutions WHERE {_THESE} ORDER BY number",  # noqa: S608
    "reopenings": f"SELECT * FROM reopenings WHERE {_THESE} ORDER BY number",  # noqa: S608
    "payments": _PAID,
    "comments": f"SELECT * FROM comments WHERE {_THESE} ORDER BY number",  # noqa: S608
    "identities": f"SELECT * FROM identities WHERE entry IN ({_DECIDING} UNION {_NAMELESS}"  # noqa: S608
    f" UNION SELECT number FROM ({_WAIVING})) ORDER BY entry, role",
    "sign-offs": f"SELECT * FROM sign_offs WHERE {_THESE} ORDER BY number",  # noqa: S608
    "signatures": f"SELECT cardroom, day, signatures.* FROM signatures JOIN sign_offs"  # noqa: S608
    f" ON sign_offs.number = sign_off WHERE {_THESE} ORDER BY sign_off, role",
    "keys": "SELECT * FROM keys ORDER BY number",
    "waivers": f"{_WAIVING} ORDER BY number",
    "inputs": _INPUTS,
    "runs": _RUNS,
}


def pack(store: Store, connection: sqlite3.Connection, wanted: Wanted, target: Path) -> int:
    """Write the pack and return how many files it holds."""
    runs = [
        dict(row) | {"page": page_of(connection, row["number"]), "place": _place(store, row)}
        for row in connection.execute(_RUNS, wanted.values).fetchall()
    ]
    if not runs:
        room = f" of {wanted.cardroom}" if wanted.cardroom else ""
        raise Unknown(f"the store has no audit{room} from {wanted.start} to {wanted.end}")
    digests: dict[str, str] = {}
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in _contents(store, connection, wanted, runs):
            digests[name] = hashlib.sha256(content).hexdigest()
            put(archive, name, content)
        listing = "".join(f"{digest}  {name}\n" for name, digest in sorted(digests.items()))
        put(archive, "SHA256SUMS", listing.encode())
    return len(digests) + 1


def _contents(
    store: Store, connection: sqlite3.Connection, wanted: Wanted, runs: list[dict[str, Any]]
) -> Iterator[tuple[str, bytes]]:
    inputs = [dict(row) for row in connection.execute(_INPUTS, wanted.values)]
    zone = max(each["zone"] for each in inputs) if inputs else "UTC"
    signed = signed_days(connection, wanted.start, wanted.end, wanted.cardroom)
    voice = store_voice(store, connection)
    lines = (summary_lines(connection, *scope, voice) for scope in signed)
    facts = {
        "voice": voice,
        "wanted": wanted,
        "runs": runs,
        "inputs": inputs,
        "head": head(connection),
        "signatures": [line for some in lines for line in some],
    }
    yield "index.html", index_html(facts)
    yield "index.txt", index_text(facts)
    for run in runs:
        yield from _reports(store, connection, run)
    for room, day in signed:
        for name, content in signature_files(connection, room, day, voice).items():
            yield f"signatures/{safe_name(room)}/{day}/{name}", content
    for name, sql in _TABLES.items():
        rows = connection.execute(sql, wanted.values).fetchall()
        yield f"register/{name}.csv", as_csv([values(row, zone) for row in rows]).encode()
    named = {each["number"] for each in inputs}
    named |= {number for (number,) in connection.execute(_NAMELESS, wanted.values)}
    yield "register/history.jsonl", _history(connection, wanted, named)
    yield from _basis(store, runs, inputs)
    if wanted.with_inputs:
        for each in inputs:
            if not each["deleted"]:
                yield from _archived(store, each["digest"], f"inputs/{each['digest'][:16]}")


def _place(store: Store, run: sqlite3.Row) -> str:
    """Return where a run's reports lie, in the pack as in the store."""
    folder = store.report(run["cardroom"], run["day"], run["run"])
    return folder.relative_to(store.root).as_posix()


def _reports(
    store: Store, connection: sqlite3.Connection, run: dict[str, Any]
) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a run's report, as they were recorded."""
    sql = "SELECT file, sha256 FROM run_files WHERE run = ? ORDER BY file"
    for name, digest in () if run["deleted"] else connection.execute(sql, (run["number"],)):
        path = store.root / run["place"] / name
        content = path.read_bytes() if path.is_file() else b""
        if hashlib.sha256(content).hexdigest() != digest:
            raise _not_as_recorded(path)
        yield f"{run['place']}/{name}", content


def _not_as_recorded(path: Path) -> Unknown:
    return Unknown(
        f"{path}: missing, or changed since it was recorded; a pack holds only what was recorded."
        " Nothing was packed; run feeaudit verify --store to see what else is wrong"
    )


def _basis(
    store: Store, runs: list[dict[str, Any]], inputs: list[dict[str, Any]]
) -> Iterator[tuple[str, bytes]]:
    """Yield the books, configurations and profiles that the runs rest on, each once."""
    wanted = {("book", run["book_file"]) for run in runs}
    wanted |= {("configuration", run["configuration_file"]) for run in runs}
    wanted |= {("profile", each["profile"]) for each in inputs if not each["deleted"]}
    for kind, digest in sorted(wanted):
        if digest:
            yield from _archived(store, digest, f"{kind}/{digest[:16]}")


def _archived(store: Store, digest: str, place: str) -> Iterator[tuple[str, bytes]]:
    thing = kept(store, digest)
    if thing is None or content_digest(thing) != digest:
        raise _not_as_recorded(thing or store.archived(digest))
    if thing.is_file():
        yield f"{place}/{thing.name}", thing.read_bytes()
        return
    for path in files_in(thing):
        yield f"{place}/{thing.name}/{path.relative_to(thing).as_posix()}", path.read_bytes()


def _history(connection: sqlite3.Connection, wanted: Wanted, named: set[int]) -> bytes:
    """Return the history, a line an entry; what is about other days is there by its digest only.

    ``named`` are the entries about these days that do not say so themselves.
    """
    lines = []
    for each in entries(connection):
        line: dict[str, Any] = {
            "number": each.number,
            "kind": each.kind,
            "at": each.at,
            "digest": each.digest,
            "previous": each.previous,
            "hash": each.hash,
        }
        try:
            if each.number in named or _is_about(wanted, each.data):
                line["entry"] = each.entry
        except (LookupError, TypeError) as error:
            raise each.strange(error) from None
        lines.append(json.dumps(line))
    return "".join(f"{line}\n" for line in lines).encode()


def _is_about(wanted: Wanted, data: dict[str, Any]) -> bool:
    if wanted.cardroom and data.get("cardroom") not in {None, wanted.cardroom}:
        return False
    if "day" in data:
        return bool(wanted.start <= data["day"] <= wanted.end)
    if "expires" in data:
        return bool(data["starts"] <= wanted.end and data["expires"] >= wanted.start)
    # Deletions, upgrades and revocations may be about any day; new inputs and arrivals are told
    # elsewhere.
    return "as_of" in data or "to_version" in data or ("waiver" in data and "by" in data)

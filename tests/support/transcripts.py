"""Transcripts: everything that an audit of all cases of a check says, word for word.

A case states what matters to its check. A transcript keeps the rest: what all other checks make of
the same hands, every why, what was not tested and why, the incidents, and what a quote of each hand
says; long lists by a digest. Nobody writes one:

python tests/support/transcripts.py [CHECK-ID …]

writes them from what the program says now. Read the difference before it is committed.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections import defaultdict
from dataclasses import asdict, dataclass, fields, is_dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from feeaudit.audit import tallies
from feeaudit.audit.case import Case
from feeaudit.audit.engine import audit
from feeaudit.core.problem import Unknown
from feeaudit.intake.log import Log, SourceFile
from feeaudit.intake.tables import TABLES
from feeaudit.rules.quote.hand import Bet, Hand
from feeaudit.rules.quote.owed import owed
from feeaudit.simulate.casebook import USUAL_TABLE, case_texts, rows_of, table_of
from support.casebook import CASES, config_of
from support.shipped import shipped_book, shipped_laws

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pandas as pd

    from feeaudit.audit.result import AuditResult
    from feeaudit.simulate.casebook import CaseText, Row, Rows

TRANSCRIPTS: Final = Path(__file__).resolve().parents[1] / "transcripts"
# What names a finding or stands in it as text is told by itself; what a check always says is not.
_APART: Final = frozenset(
    {"id", "check", "title", "verdict", "table", "hand_id", "message", "next_step", "why"}
    | {"incident", "file", "sheet"}
)
_AMOUNTS: Final = ("owed", "owed_most", "taken", "over", "under")
# Names that no other case may share: a player's fees are added up over all tables.
_OWN: Final = ("player", "player_dealer")
# Of many findings at a table some are told word for word, the others by a digest.
_WORD_FOR_WORD: Final = 2
_TALLIES: Final = (
    *(tallies.by_check, tallies.by_table, tallies.by_game, tallies.by_hour),
    *(tallies.restitution, tallies.under_collection, tallies.short_by_table),
    *(tallies.short_by_dealer, tallies.short_by_edge, tallies.pull_list, tallies.camera_windows),
    *(tallies.questions, tallies.rotation, tallies.rotation_findings),
)


@dataclass(frozen=True)
class JoinedCases:
    """Cases of a check that one log can hold: each has tables of its own."""

    texts: tuple[CaseText, ...]

    @property
    def case(self) -> Case:
        """All of them beside the book."""
        config = config_of(self.texts[0].body)
        return Case(self.log, shipped_book(), shipped_laws(), config)

    @property
    def log(self) -> Log:
        """The records of all of them."""
        rows: Rows = {name: [] for name in TABLES}
        for text in self.texts:
            for name, each in rows_of(text.body).items():
                rows[name] += [_own(text, row) for row in each]
        stated = self.texts[0].body.get("tables", ())
        tables = {name: table_of(name, of) for name, of in rows.items() if of or name in stated}
        return Log(tables, (SourceFile("cases.csv"),))


def _own(text: CaseText, row: Row) -> Row:
    """Return a record of a case with names that no other case has, people of the site's aside."""
    made = dict(row)
    if made.get("table") is not None:
        usual = made["table"] == USUAL_TABLE
        made["table"] = text.name if usual else f"{text.name} {made['table']}"
    if made.get("hand_id") is not None:
        made["hand_id"] = f"{text.name} {made['hand_id']}"
    if not _is_set_up(text):
        made |= {key: f"{made[key]} ({text.name})" for key in _OWN if made.get(key)}
    return made


def _is_set_up(text: CaseText) -> bool:
    return any(key in text.body for key in ("config", "settings"))


def joined_cases(check: str) -> list[JoinedCases]:
    """Return the cases of a check, by what the site of each has set."""
    together = defaultdict(list)
    for text in case_texts(CASES / f"{check}.yaml"):
        stated = [text.body.get(key) for key in ("config", "settings", "tables")]
        together[repr(stated)].append(text)
    return [JoinedCases(tuple(texts)) for texts in together.values()]


def transcript(check: str) -> str:
    """Return all that is said of the cases of a check."""
    lines = []
    for joined in joined_cases(check):
        result = audit(joined.case)
        said = _said_by_table(result, check)
        for text in joined.texts:
            lines += [f"# {text.name}", *_quoted(text)]
            for table in [each for each in said if each.partition(" ")[0] == text.name]:
                lines += said.pop(table)
        lines += ["# together", *(line for each in said.values() for line in each)]
        lines += [*_covered(result, check), *_incidents(result), *_lists(result), ""]
    return "\n".join(lines) + "\n"


def _said_by_table(result: AuditResult, check: str) -> dict[str, list[str]]:
    """Return the findings of each table: the check's own word for word, others by a digest."""
    said: dict[str, list[str]] = defaultdict(list)
    told: dict[tuple[str, str], int] = defaultdict(int)
    number = {name: place for place, name in enumerate(result.incidents["id"], 1)}
    for row in result.findings.to_dict("records"):
        where = row["table"], row["check"]
        told[where] += 1
        text = _finding(row, number[row["incident"]])
        whole = row["check"] == check and told[where] <= _WORD_FOR_WORD
        said[row["table"]] += text if whole else [f"{text[0]}  {_digest(text)}"]
    return said


def _finding(row: dict[str, Any], incident: int) -> list[str]:
    hand = f"{row['hand_id'].rpartition(' ')[2]} " if row["hand_id"] else ""
    facts = {
        name: value
        for name, value in row.items()
        if name not in _APART and value not in ("", -1, 0)
    }
    amounts = {name: row[name] for name in _AMOUNTS if row[name] > 0}
    return [
        f"{row['check']} {row['verdict']} {hand}{row['message']}",
        f"    {amounts}, incident {incident}, {_digest(facts)}",
        *(f"    {label}: {text}" for label, text in row["why"]),
    ]


def _covered(result: AuditResult, check: str) -> Iterator[str]:
    """Yield what the check tested and why not the rest, and how much each of the others."""
    (mine,) = (each for each in result.coverage if each.check == check)
    yield f"{check} tests {mine.tested} of {result.hands}"
    yield from (f"not tested, {count}: {reason}" for reason, count in mine.untested.items())
    counts = (f"{each.check} {each.tested} {_digest(each.untested)}" for each in result.coverage)
    yield f"tested: {', '.join(counts)}"
    yield from result.notices


def _incidents(result: AuditResult) -> Iterator[str]:
    for number, row in enumerate(result.incidents.to_dict("records"), 1):
        facts = {name: value for name, value in row.items() if name not in {"id", "findings"}}
        yield f"incident {number}: {row['cause']}, {row['hands']} hands, {_digest(facts)}"


def _lists(result: AuditResult) -> Iterator[str]:
    """Yield every frame that reports draw on, by the number of its rows and a digest."""
    frames: dict[str, pd.DataFrame] = {
        each.name: getattr(result.facts, each.name) for each in fields(result.facts)
    }
    frames["rules"] = result.rules
    frames |= {each.__name__: each(result) for each in _TALLIES}
    digests = (f"{name} {_digest(frame.to_dict('records'))}" for name, frame in frames.items())
    yield f"lists: {', '.join(digests)}"
    yield f"{tallies.answer(result)} {tallies.headline(result)}"


def _quoted(text: CaseText) -> Iterator[str]:
    """Yield what a quote says of the first hand of a case."""
    rows = rows_of(text.body)
    hand = rows["hands"][0]
    known = {each.name for each in fields(Hand)} - {"wagers"}
    known_facts = {key: value for key, value in hand.items() if key in known}
    stated = Hand(**{"game": "", "option": ""} | known_facts)
    wagers = tuple(
        Bet(each["seat"], each["wager"], each["amount"], each.get("player") or "")
        for each in rows["wagers"]
        if each["hand_id"] == hand["hand_id"]
    )
    try:
        quoted = owed(shipped_book(), replace(stated, wagers=wagers))
    except Unknown as unknown:
        yield f"quote: {unknown}"
        return
    for fee in quoted.obligations:
        yield f"quote: {fee.component} of {fee.payer}: {fee.amounts} {_digest(fee)}"
    yield f"quote: {quoted.total} {_digest(quoted.notes)}"


def _digest(value: Any) -> str:
    text = json.dumps(value, default=_plain)
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def _plain(value: Any) -> Any:
    """Return numbers of arrays as numbers, whatever they are called by NumPy's version."""
    return asdict(value) if is_dataclass(value) else value.item()


def main() -> None:
    """Write the transcripts of some checks, or of all."""
    TRANSCRIPTS.mkdir(exist_ok=True)
    for check in sys.argv[1:] or sorted(path.stem for path in CASES.glob("*.yaml")):
        path = TRANSCRIPTS / f"{check}.txt"
        path.write_text(transcript(check), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()

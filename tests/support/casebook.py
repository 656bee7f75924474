"""Cases of checks, written as a user would state them: YAML in, a small log and an outcome out.

A case file is named after its check: ``tests/cases/FEE-UNDER.yaml`` holds ``check: FEE-UNDER`` and one
entry a case. A case states `hand` or `hands` (with `defaults` for all), and optionally `seats`,
`postings`, `counts`, `collections` (those without a hand), `tables` (those that the log has though they
are empty) and `config` (a Config's own fields) or `settings` (as feeaudit.toml has them); then
`findings`, the exact list expected (each entry names only the fields that matter; `says` is a part of
the message), and `untested`, a part of the reason where the check cannot test. Amounts are dollars.
`repeat` on a hand says how often it is played.

A hand: ``{id, cardroom, table, at: "19:30", game, option, players, opening_round, player_dealer_seat,
player_dealer, player_dealer_wager, action_seat, wagers: {SEAT: {KIND: AMOUNT}}, collected: {PAYER:
AMOUNT}, offers: [[SEAT, accept]]}``. A wager may be ``{amount, player, result, returned}``; `collected`
may be a list of ``{payer, fee, seat, player, amount, moment, waived}``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import pyarrow as pa
import yaml

from feeaudit.audit.case import Case
from feeaudit.core.money import cents
from feeaudit.core.shape import Source
from feeaudit.intake.log import ZONE, Log, SourceFile
from feeaudit.intake.tables import TABLES, schema_of
from feeaudit.rules.configuration.grammar import CONFIGURATION
from feeaudit.rules.configuration.model import Config

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from feeaudit.book.model import Book, Law

CASES = Path(__file__).resolve().parents[1] / "cases"
_DAY = datetime(2026, 2, 1, 10, tzinfo=ZoneInfo(ZONE))
_MONEY = {"owed", "owed_most", "taken", "over", "under"}
_OF_ONE_HAND = {"hand", "collected", "offers"}
_STATED = {
    *_OF_ONE_HAND,
    *("hands", "defaults", "seats", "postings", "counts", "collections", "tables"),
    *("config", "settings", "findings", "untested"),
}


@dataclass(frozen=True)
class CaseText:
    """One case of one check, as its file has it."""

    check: str
    name: str
    body: dict[str, Any]


def case_texts(path: Path) -> Iterator[CaseText]:
    """Yield the cases of a file; a case that would be lost or read in part is refused."""
    text = path.read_text(encoding="utf-8")
    _refuse_what_yaml_alters(yaml.compose(text, Loader=yaml.SafeLoader), path.name)
    document = yaml.safe_load(text)
    check = document.pop("check")
    assert path.stem == check
    for name, body in document.items():
        _refuse_what_is_not_read(body, f"{check} {name}")
        yield CaseText(check, name, body)


def _refuse_what_yaml_alters(node: yaml.Node, file: str) -> None:
    """Refuse what is stated twice, of which YAML keeps the last, and 19:30, which it reads as 1170."""
    where = f"{file}:{node.start_mark.line + 1}"
    if isinstance(node, yaml.MappingNode):
        names = [name.value for name, _ in node.value]
        twice = {name for name in names if names.count(name) > 1}
        assert not twice, f"{where} states {sorted(twice)} twice"
        for _, value in node.value:
            _refuse_what_yaml_alters(value, file)
    elif isinstance(node, yaml.SequenceNode):
        for value in node.value:
            _refuse_what_yaml_alters(value, file)
    else:
        is_number = node.tag in {"tag:yaml.org,2002:int", "tag:yaml.org,2002:float"}
        assert not (is_number and ":" in node.value), f"{where}: quote {node.value}"


def _refuse_what_is_not_read(body: dict[str, Any], where: str) -> None:
    assert body.keys() <= _STATED, f"{where}: {sorted(body.keys() - _STATED)}"
    assert "hands" not in body or not body.keys() & _OF_ONE_HAND, f"{where}: hand or hands?"
    assert not {"config", "settings"} <= body.keys(), f"{where}: config or settings?"


def case_of(body: dict[str, Any], book: Book, laws: tuple[Law, ...] = ()) -> Case:
    """Return the case that a text states."""
    return Case(log_of(body), book, laws, _config_of(body))


def _config_of(body: dict[str, Any]) -> Config:
    if "settings" not in body:
        return Config(**body.get("config", {}))
    node = yaml.compose(yaml.safe_dump(body["settings"]), Loader=yaml.BaseLoader)
    return CONFIGURATION.read(node, Source("settings"))


def log_of(body: dict[str, Any]) -> Log:
    """Return the small log that a text states."""
    hands = body.get("hands") or [
        body["hand"] | {key: body[key] for key in ("collected", "offers") if key in body}
    ]
    rows: dict[str, list[dict[str, Any]]] = {name: [] for name in TABLES}
    played = [hand for hand in hands for _ in range(hand.get("repeat", 1))]
    for place, hand in enumerate(played):
        _add_hand(rows, body.get("defaults", {}) | hand, place)
    for name in ("collections", "seats", "postings", "counts"):
        rows[name] += [_row(name, each) for each in body.get(name, [])]
    stated = set(body.get("tables", []))
    tables = {name: _table(name, each) for name, each in rows.items() if each or name in stated}
    return Log(tables, (SourceFile("case.csv"),))


def _add_hand(rows: dict[str, list[dict[str, Any]]], hand: dict[str, Any], place: int) -> None:
    hand_id = str(hand.get("id", f"h{place + 1}"))
    facts = {
        "hand_id": hand_id,
        "table": hand.get("table", "T1"),
        "started_at": hand.get("at", place * 2),
        **{
            key: value
            for key, value in hand.items()
            if key not in {"id", "at", "table", "wagers", "collected", "offers", "repeat"}
        },
    }
    rows["hands"].append(_row("hands", facts))
    for seat, kinds in (hand.get("wagers") or {}).items():
        for kind, stated in kinds.items():
            for each in stated if isinstance(stated, list) else [stated]:
                wager = each if isinstance(each, dict) else {"amount": each}
                rows["wagers"].append(
                    _row("wagers", {"hand_id": hand_id, "seat": seat, "wager": kind, **wager})
                )
    for each in _collected(hand.get("collected")):
        rows["collections"].append(_row("collections", {"hand_id": hand_id, "fee": "base", **each}))
    for sequence, (seat, response, *player) in enumerate(hand.get("offers") or [], 1):
        offer = {"hand_id": hand_id, "sequence": sequence, "seat": seat, "response": response}
        rows["offers"].append(_row("offers", offer | ({"player": player[0]} if player else {})))


def _collected(stated: Any) -> list[dict[str, Any]]:
    if stated is None:
        return []
    if isinstance(stated, dict):
        return [{"payer": payer, "amount": amount} for payer, amount in stated.items()]
    return list(stated)


def _row(table: str, facts: dict[str, Any]) -> dict[str, Any]:
    kinds = {column.name: column.kind.name for column in TABLES[table]}
    return {key: _cell(kinds[key], value) for key, value in facts.items()}


def _cell(kind: str, value: Any) -> Any:
    if value is None:
        return None
    if kind in {"money", "signed"}:
        return _cents(value)
    if kind == "time":
        return _time(value)
    if kind == "yes_no":
        return value in {True, "yes"}
    return value if kind == "count" else str(value)


def _cents(value: Any) -> int:
    """Return the cents of an amount as a case states it."""
    text = str(value)
    return -cents(text[1:]) if text.startswith("-") else cents(text)


def _time(value: Any) -> datetime:
    """Return a time: minutes after ten, ``19:30``, or a whole date and time."""
    if isinstance(value, int):
        return _DAY + timedelta(minutes=value)
    if isinstance(value, datetime):
        return value.replace(tzinfo=ZoneInfo(ZONE))
    if len(value) <= len("00:00:00"):
        parts = [int(part) for part in value.split(":")]
        return _DAY.replace(
            hour=parts[0], minute=parts[1], second=parts[2] if len(parts) > 2 else 0
        )
    return datetime.fromisoformat(value).replace(tzinfo=ZoneInfo(ZONE))


def _table(name: str, rows: list[dict[str, Any]]) -> pa.Table:
    schema = schema_of(name, ZONE)
    # Where there are no rows, the column is there all the same.
    keys = () if rows else ("hand_id",)
    present = [
        column.name
        for column in TABLES[name]
        if any(column.name in row for row in rows) or column.required or column.name in keys
    ]
    arrays = []
    for each in present:
        kind = schema.field(each).type
        values = [row.get(each) for row in rows]
        if pa.types.is_timestamp(kind):
            values = [None if value is None else value.astimezone(UTC) for value in values]
        plain = pa.string() if pa.types.is_dictionary(kind) else kind
        array = pa.array(values, plain)
        arrays.append(array.dictionary_encode() if pa.types.is_dictionary(kind) else array)
    arrays += [pa.array([0] * len(rows), pa.int32()), pa.array(range(2, len(rows) + 2), pa.int32())]
    return pa.table(arrays, names=[*present, "source", "row"])


def shuffled(log: Log, order: Random) -> Log:
    """Return a log with the rows of each of its tables in another order."""
    tables = {
        name: table.take(pa.array(order.sample(range(len(table)), len(table)), pa.int64()))
        for name, table in log.tables.items()
    }
    return replace(log, tables=tables)


def found(case: Case, findings: Any) -> list[dict[str, Any]]:
    """Return a check's findings as plain facts: hand ids, cents, words."""
    ids = case.hands["hand_id"].tolist()
    facts = []
    for row in findings.to_dict("records"):
        fact = {key: value for key, value in row.items() if value not in ("", -1)}
        fact["hand"] = ids[row["hand"]] if row["hand"] >= 0 else ""
        facts.append(fact)
    return facts


def matches(expected: dict[str, Any], fact: dict[str, Any]) -> bool:
    """Tell whether a finding is what a case expects."""
    for key, value in expected.items():
        if key == "says":
            if value not in fact["message"]:
                return False
        elif key in _MONEY:
            if fact.get(key) != _cents(value):
                return False
        elif str(fact.get(key, "")) != str(value):
            return False
    return True

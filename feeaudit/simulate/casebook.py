"""Cases of checks, as YAML states them: what happened on a few hands, and what a check makes of it.

A file is named after its check: ``FEE-UNDER.yaml`` holds ``check: FEE-UNDER`` and one entry a case.
A case states `hand` or `hands` (with `defaults` for all), and optionally `seats`, `postings`,
`counts`, `collections` (those without a hand), `tables` (those that the log has though they are
empty) and `config` (a Config's own fields) or `settings` (as feeaudit.toml has them); then
`findings`, the exact list expected (each entry names only the fields that matter; `says` is a part
of the message), `untested`, a part of every reason for which the check cannot test a hand, and
`not_applicable`, the hands to which it does not apply: all others must be tested. Amounts are
dollars. `repeat` on a hand says how often it is played.

A hand: ``{id, cardroom, table, at: "19:30", game, option, players, opening_round,
player_dealer_seat, player_dealer, player_dealer_wager, action_seat, wagers: {SEAT: {KIND:
AMOUNT}}, collected: {PAYER: AMOUNT}, offers: [[SEAT, accept]]}``. A wager may be ``{amount, player,
result, returned}``; `collected` may be a list of ``{payer, fee, seat, player, amount, moment,
waived}``.

`also_at` lists other places where the same happens with the same outcome: each states what differs
on every hand (``{cardroom: lucky-lady, game: casino-war, option: 2}``), and is a case of its own;
the amounts and words of its findings are its own affair, so of `findings` only who and where count.
It may state `untested` and `not_applicable` anew.

A case with `plant` can be planted: put on a table of its own in a simulated night, all checks find
there what the case says and what `plant` says comes with it (``plant: {ROT-BROKEN: nobody took the
position}``), or nothing more (``plant: {}``). The tests audit the very same cases one by one, so
what is planted and what a check is tested on cannot come apart; that is why the cases ship with the
package, from ``tests/cases``.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final
from zoneinfo import ZoneInfo

import pyarrow as pa
import yaml

from feeaudit.core.money import cents
from feeaudit.intake.log import ZONE, Log, SourceFile
from feeaudit.intake.tables import TABLES, schema_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

Row = dict[str, Any]
Rows = dict[str, list[Row]]

USUAL_TABLE: Final = "T1"
_DAY: Final = datetime(2026, 2, 1, 10, tzinfo=ZoneInfo(ZONE))
_OF_ONE_HAND: Final = frozenset({"hand", "collected", "offers"})
_STATED: Final = _OF_ONE_HAND | {
    *("hands", "defaults", "seats", "postings", "counts", "collections", "tables"),
    *("config", "settings", "findings", "untested", "not_applicable", "plant", "also_at"),
}
# What a record says of its place, and what of a finding holds at every place.
_PLACE: Final = ("cardroom", "game", "option")
_ANYWHERE: Final = ("hand", "table", "seat", "player", "payer", "review")
# What another place states of the outcome there.
_THERE: Final = frozenset({"plant", "untested", "not_applicable"})
_APART: Final = frozenset({"id", "at", "table", "wagers", "collected", "offers", "repeat"})


@dataclass(frozen=True, slots=True)
class CaseText:
    """One case of one check, as its file has it."""

    check: str
    name: str
    body: dict[str, Any]


def case_texts(path: Path) -> Iterator[CaseText]:
    """Yield the cases of a file; raise ValueError for one that would be lost or read in part."""
    loader = yaml.CSafeLoader(path.read_text(encoding="utf-8"))
    node = loader.get_single_node()
    if node is None:
        raise ValueError(f"{path.name} holds no cases")
    _refuse_what_yaml_alters(node, path.name)
    document = loader.construct_document(node)
    check = document.pop("check")
    if path.stem != check:
        raise ValueError(f"{path.name} holds cases of {check}")
    for name, body in document.items():
        _refuse_what_is_not_read(body, f"{check} {name}")
        yield CaseText(check, name, body)
        for place in body.get("also_at", []):
            where = "_".join(str(place[key]) for key in _PLACE if key in place)
            yield CaseText(check, f"{name}_at_{where}", _elsewhere(body, place))


def _refuse_what_yaml_alters(node: yaml.Node, file: str) -> None:
    """Refuse what is stated twice, of which YAML keeps the last, and 19:30, read as 1170."""
    where = f"{file}:{node.start_mark.line + 1}"
    if isinstance(node, yaml.MappingNode):
        names = [name.value for name, _ in node.value]
        twice = {name for name in names if names.count(name) > 1}
        if twice:
            raise ValueError(f"{where} states {sorted(twice)} twice")
        for _, value in node.value:
            _refuse_what_yaml_alters(value, file)
    elif isinstance(node, yaml.SequenceNode):
        for value in node.value:
            _refuse_what_yaml_alters(value, file)
    elif node.tag in {"tag:yaml.org,2002:int", "tag:yaml.org,2002:float"} and ":" in node.value:
        raise ValueError(f"{where}: quote {node.value}")


def _refuse_what_is_not_read(body: dict[str, Any], where: str) -> None:
    if body.keys() - _STATED:
        raise ValueError(f"{where}: {sorted(body.keys() - _STATED)}")
    if "hands" in body and body.keys() & _OF_ONE_HAND:
        raise ValueError(f"{where}: hand or hands?")
    if {"config", "settings"} <= body.keys():
        raise ValueError(f"{where}: config or settings?")


def _elsewhere(body: dict[str, Any], place: dict[str, Any]) -> dict[str, Any]:
    """Return a case with what differs at another place."""
    facts = {key: value for key, value in place.items() if key not in _THERE}
    moved = body | {key: value for key, value in place.items() if key in _THERE}
    if "hand" in body:
        moved["hand"] = body["hand"] | facts
    else:
        moved["hands"] = [hand | facts for hand in body["hands"]]
    for table in ("seats", "postings", "counts", "collections"):
        moved[table] = [
            {key: facts.get(key, value) if key in _PLACE else value for key, value in row.items()}
            for row in body.get(table, [])
        ]
    moved["findings"] = [
        {key: value for key, value in each.items() if key in _ANYWHERE}
        for each in body.get("findings", [])
    ]
    return moved


def log_of(body: dict[str, Any]) -> Log:
    """Return the small log that a case states."""
    rows = rows_of(body)
    stated = set(body.get("tables", []))
    tables = {name: table_of(name, each) for name, each in rows.items() if each or name in stated}
    return Log(tables, (SourceFile("case.csv"),))


def rows_of(body: dict[str, Any]) -> Rows:
    """Return the records that a case states, of every table, in the log's own types."""
    rows: Rows = {name: [] for name in TABLES}
    for place, hand in enumerate(hands_of(body)):
        _add_hand(rows, hand, place)
    for name in ("collections", "seats", "postings", "counts"):
        rows[name] += [_row(name, each) for each in body.get(name, [])]
    return rows


def hands_of(body: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the hands of a case as they were played, each with its id and all it is said of it."""
    hands = body.get("hands") or [
        body["hand"] | {key: body[key] for key in ("collected", "offers") if key in body}
    ]
    played = [hand for hand in hands for _ in range(hand.get("repeat", 1))]
    defaults = body.get("defaults", {})
    return [{"id": f"h{place}"} | defaults | hand for place, hand in enumerate(played, 1)]


def _add_hand(rows: Rows, hand: dict[str, Any], place: int) -> None:
    hand_id = str(hand["id"])
    facts = {
        "hand_id": hand_id,
        "table": hand.get("table", USUAL_TABLE),
        "started_at": hand.get("at", place * 2),
        **{key: value for key, value in hand.items() if key not in _APART},
    }
    rows["hands"].append(_row("hands", facts))
    for seat, kinds in (hand.get("wagers") or {}).items():
        for kind, stated in kinds.items():
            for each in stated if isinstance(stated, list) else [stated]:
                wager = each if isinstance(each, dict) else {"amount": each}
                facts = {"hand_id": hand_id, "seat": seat, "wager": kind, **wager}
                rows["wagers"].append(_row("wagers", facts))
    for each in _collected(hand.get("collected")):
        rows["collections"].append(_row("collections", {"hand_id": hand_id, "fee": "base", **each}))
    for sequence, (seat, response, *player) in enumerate(hand.get("offers") or [], 1):
        offer = {"hand_id": hand_id, "sequence": sequence, "seat": seat, "response": response}
        rows["offers"].append(_row("offers", offer | ({"player": player[0]} if player else {})))


def _collected(stated: Any) -> list[Row]:
    if isinstance(stated, dict):
        return [{"payer": payer, "amount": amount} for payer, amount in stated.items()]
    return list(stated or [])


def _row(table: str, facts: dict[str, Any]) -> Row:
    kinds = {column.name: column.kind.name for column in TABLES[table]}
    return {key: _cell(kinds[key], value) for key, value in facts.items()}


def _cell(kind: str, value: Any) -> Any:
    if value is None:
        return None
    if kind in {"money", "signed"}:
        return stated_cents(value)
    if kind == "time":
        return _time(value)
    if kind == "yes_no":
        return value in {True, "yes"}
    return value if kind == "count" else str(value)


def stated_cents(value: Any) -> int:
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
        hour, minute, *second = (int(part) for part in value.split(":"))
        return _DAY.replace(hour=hour, minute=minute, second=second[0] if second else 0)
    return datetime.fromisoformat(value).replace(tzinfo=ZoneInfo(ZONE))


def table_of(name: str, rows: list[Row]) -> pa.Table:
    """Return records as a table of a log; columns that none of them states are left out."""
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

"""The objects of an Open Hand History file: a broken one costs no other."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from support.hand_histories import column, ohh, only_fault, read, rows, set_aside

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    "join",
    [
        "\n\n".join,
        "\n".join,
        lambda hands: f"[{','.join(hands)}]",
        lambda hands: "\ufeff" + "\r\n\r\n".join(hands),
        lambda hands: "\n\n".join(json.dumps(json.loads(hand), indent=2) for hand in hands),
        lambda hands: "\n".join(json.dumps({"id": "x", **json.loads(hand)}) for hand in hands),
    ],
    ids=["blank lines", "lines", "a list", "Windows", "indented", "with other keys"],
)
def test_hands_stand_one_after_another_or_in_a_list(tmp_path: Path, join: Any) -> None:
    hands = [json.dumps(ohh(game_number=number)) for number in ("1", "2", "3")]
    for name in ("night.ohh", "night.OHH", "night.json", "night.jsonl"):
        log = read(tmp_path, join(hands), name)
        assert column(log, "hands", "hand_id") == ["1", "2", "3"]
        assert log.faults == ()


def test_a_hand_of_a_list_knows_its_line(tmp_path: Path) -> None:
    text = json.dumps([ohh(game_number="1"), ohh(game_number="2")], indent=1)
    second = text.splitlines().index(" {", 3) + 1
    assert column(read(tmp_path, text, "a.json"), "hands", "row") == [2, second]


def test_a_broken_object_costs_one_hand(tmp_path: Path) -> None:
    good, broken = json.dumps(ohh()), json.dumps(ohh(game_number="2"))[:-40]
    log = read(tmp_path, f"{broken}\n\n{good}\n\n{broken}", "a.ohh")
    assert column(log, "hands", "hand_id") == ["881"]
    assert [(fault.kind, fault.row) for fault in log.faults] == [("not JSON", 1), ("not JSON", 5)]


@pytest.mark.parametrize("text", ['{"hand": 1}', '{"ohh": [1]}', '{"ohh": {}}'])
def test_an_object_that_is_no_hand_is_listed(tmp_path: Path, text: str) -> None:
    log = read(tmp_path, text, "a.json")
    assert rows(log, "hands") == []
    assert only_fault(log).set_aside


def test_a_hostile_number_in_json_costs_one_hand(tmp_path: Path) -> None:
    good = json.dumps(ohh())
    for number in ("9" * 6_000, "NaN", "1e99999999999999999999", "-Infinity"):
        bad = json.dumps(ohh(game_number="2")).replace('"big_blind_amount": 2.0', f'"b": {number}')
        log = read(tmp_path, f"{bad}\n\n{good}", "a.ohh")
        assert column(log, "hands", "hand_id") == ["881"]
        assert [(fault.kind, fault.row) for fault in set_aside(log)] == [("not JSON", 1)]

"""Real hand histories, where they lie beside the checkout, balance to the rake of their house."""

from __future__ import annotations

import datetime as dt
import tomllib
from collections import Counter
from decimal import Decimal
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import pytest
from support.hand_histories import ZONE, column, rows, set_aside, taken

from feeaudit.intake.histories import read_histories
from feeaudit.intake.histories.toml_hands import plain_record, toml_hands

if TYPE_CHECKING:
    from pathlib import Path

    from feeaudit.intake.log import Log


def history(path: Path, **facts: Any) -> Log:
    return read_histories(path, cardroom="mortimers", game="texas-holdem", **facts)


@pytest.mark.parametrize(
    ("name", "hands", "rakes"),
    [
        (
            "abs-1000nlh-67.phhs",
            864,
            {0: 579, 75: 31, 100: 15, 125: 5, 150: 8, 175: 1, 200: 47, 225: 4, 250: 1, 300: 96},
        ),
        ("pty-1000nlh-442.phhs", 260, {0: 136, 100: 14, 175: 1, 200: 48, 300: 58}),
    ],
)
def test_real_histories_balance_to_the_rake_of_their_house(
    samples: Path, name: str, hands: int, rakes: dict[int, int]
) -> None:
    """The rakes are those such tables took: nothing before the flop, then steps up to 3.00."""
    log = history(samples / name)
    assert len(rows(log, "hands")) + len(set_aside(log)) == hands
    assert Counter(amount for _, amount in taken(log)) == rakes
    flops = dict(
        zip(column(log, "hands", "hand_id"), column(log, "hands", "opening_round"), strict=True)
    )
    assert all(flops[row["hand_id"]] is (row["amount"] > 0) for row in rows(log, "collections"))
    results = column(log, "wagers", "result")
    assert -sum(filter(None, results)) == sum(amount for _, amount in taken(log))


def test_real_hands_that_do_not_balance_are_set_aside_or_remarked_on(samples: Path) -> None:
    log = history(samples / "pty-1000nlh-442.phhs")
    (aside,) = set_aside(log)
    assert (aside.row, aside.kind, aside.value) == (1431, "pays more than was put in", "374.50")
    missing = [fault.value for fault in log.faults if fault.kind == "rake not known"]
    assert missing == ["220.69 of 439.38", "160.50 of 320"]


def test_real_hands_are_told_apart_and_placed_in_time(samples: Path) -> None:
    log = history(samples / "abs-1000nlh-67.phhs")
    ids = column(log, "hands", "hand_id")
    assert len(set(ids)) == len(ids)
    started = column(log, "hands", "started_at")
    assert started[0] == dt.datetime(2009, 7, 20, 8, 31, 34, tzinfo=ZoneInfo(ZONE))
    assert started == sorted(started)


def test_real_hands_choose_an_option_by_their_stakes(samples: Path) -> None:
    log = history(samples / "abs-1000nlh-67.phhs", options=[("A", "5-10"), ("B", "3-5")])
    assert Counter(column(log, "hands", "option")) == {"A": 857, None: 5}
    (fault,) = [fault for fault in log.faults if fault.column == "option"]
    assert fault.value == "10, 5 hands"


@pytest.mark.parametrize(
    ("name", "players", "pot"),
    [
        ("antonius-blom-2009.phh", 2, 135_694_700),
        ("dwan-ivey-2009.phh", 3, 110_950_000),
        ("phua-xuan-2019.phh", 6, 62_300_000),
    ],
)
def test_real_hands_without_a_day_need_one(
    samples: Path, name: str, players: int, pot: int
) -> None:
    """The pots are the ones these famous hands were played for."""
    assert [fault.kind for fault in history(samples / name, table="1").faults] == ["no date"]
    year = int(name.removesuffix(".phh")[-4:])
    log = history(samples / name, table="1", date=dt.date(year, 11, 2))
    (hand,) = rows(log, "hands")
    assert (hand["players"], hand["opening_round"]) == (players, True)
    assert hand["hand_id"] == name.removesuffix(".phh") + "-1"
    called = [row["amount"] - (row.get("returned") or 0) for row in rows(log, "wagers")]
    assert sum(called) == pot
    assert "collections" not in log.tables


@pytest.mark.parametrize("name", ["abs-1000nlh-67.phhs", "pty-1000nlh-442.phhs"])
def test_the_quick_reader_reads_every_real_hand_exactly(samples: Path, name: str) -> None:
    hands = list(toml_hands((samples / name).read_text(encoding="utf-8")))
    assert len(hands) > 200
    for _, text in hands:
        (record,) = tomllib.loads(text, parse_float=Decimal).values()
        assert plain_record(text) == record

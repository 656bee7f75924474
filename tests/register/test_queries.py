"""Asking the register: every filter, every state, in one order."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
from support.nights import Site

from feeaudit.core.problem import Unknown
from feeaudit.register.database import opened
from feeaudit.register.queries import Question, ask, find_finding
from feeaudit.register.store import open_store

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(scope="module")
def register(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    site = Site(tmp_path_factory.mktemp("site"))
    site.arrive("thursday", day="2026-03-05", wrong=(1, 2))
    site.night(date="2026-03-06")
    named_dealer(site.arrive("friday", day="2026-03-06", wrong=(3,), table="T2"))
    site.night(date="2026-03-07")
    with opened(open_store(site.store)) as connection:
        yield connection


def named_dealer(folder: Path) -> None:
    """Let a log say that P1 held the player-dealer position."""
    hands = folder / "hands.csv"
    head, *rows = hands.read_text(encoding="utf-8").splitlines()
    lines = [f"{head},player_dealer", *(f"{row},P1" for row in rows)]
    hands.write_text("\n".join(lines), encoding="utf-8")


def hands(register: sqlite3.Connection, limit: int = 0, **asked: Any) -> list[str]:
    return [row["hand_id"] for row in ask(register, Question(**asked), limit).rows]


def test_the_newest_day_comes_first(register: sqlite3.Connection) -> None:
    assert hands(register) == ["T2-003", "T1-001", "T1-002"]


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"table": "T1"}, ["T1-001", "T1-002"]),
        ({"check": "FEE-OVER", "table": "T2"}, ["T2-003"]),
        ({"check": "FEE-UNDER"}, []),
        ({"cardroom": "harbor", "start": "2026-03-06"}, ["T2-003"]),
        ({"cardroom": "elsewhere"}, []),
        ({"end": "2026-03-05"}, ["T1-001", "T1-002"]),
        ({"verdict": "violation", "end": "2026-03-05"}, ["T1-001", "T1-002"]),
        ({"verdict": "review"}, []),
        ({"states": ("open",)}, ["T2-003", "T1-001", "T1-002"]),
        ({"states": ("resolved", "gone")}, []),
        ({"player": "P1"}, ["T2-003"]),
        ({"player": "P2"}, []),
        ({"new_since": "2026-03-06"}, ["T2-003"]),
        ({"new_since": "3"}, ["T2-003"]),
        ({"new_since": "2026-03-07"}, []),
    ],
)
def test_only_what_is_asked_for_is_told(
    register: sqlite3.Connection, asked: dict[str, Any], told: list[str]
) -> None:
    assert hands(register, **asked) == told


def test_a_long_list_tells_how_many_there_are(register: sqlite3.Connection) -> None:
    answer = ask(register, Question(), 2)
    assert (len(answer.rows), answer.count) == (2, 3)


def test_what_people_give_is_never_read_as_a_query(register: sqlite3.Connection) -> None:
    assert hands(register, table="T1' OR '1'='1") == []
    with pytest.raises(Unknown, match="no finding"):
        find_finding(register, "' OR 1=1 --")


def test_a_finding_is_found_by_the_beginning_of_its_id(register: sqlite3.Connection) -> None:
    whole = register.execute("SELECT id FROM findings ORDER BY id").fetchone()[0]
    assert find_finding(register, whole[:8])["id"] == whole
    with pytest.raises(Unknown, match="no finding"):
        find_finding(register, "")


def test_a_beginning_that_several_ids_share_is_told_with_all_of_them(tmp_path: Path) -> None:
    site = Site(tmp_path)
    # Of seventeen ids two must begin with the same of sixteen digits.
    site.arrive("friday", hands=17, wrong=tuple(range(1, 18)))
    site.night()
    ids = sorted(row["id"] for row in site.rows("SELECT id FROM findings"))
    one, other = next(pair for pair in pairwise(ids) if pair[0][0] == pair[1][0])
    with (
        opened(open_store(site.store)) as connection,
        pytest.raises(Unknown, match="give more of the id") as refused,
    ):
        find_finding(connection, one[0])
    assert f"{one} of 2026-03-06, {other} of 2026-03-06" in str(refused.value)


@pytest.mark.parametrize("day", ["yesterday", "2026-02-30"])
def test_a_day_that_is_none_is_told(register: sqlite3.Connection, day: str) -> None:
    with pytest.raises(Unknown, match="not a day"):
        hands(register, start=day)

"""Fees in stages of a hand: what is taken at the deal is owed always, at the flop with one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner
from support.harbor import GAMES, HOLDEM_HEAD, write_book

from feeaudit.book.export import rows
from feeaudit.book.load import read_book
from feeaudit.book.lookup import NOT_LOGGED
from feeaudit.cli import cli
from feeaudit.core.money import decimal
from feeaudit.core.problem import BookError
from feeaudit.rules.quote.hand import hand_from_json
from feeaudit.rules.quote.owed import owed

if TYPE_CHECKING:
    from pathlib import Path

STAGED = f"""{HOLDEM_HEAD}terms:
  - {{options: 1, lines: 4, collect: after_flop, opening_round: flop}}
options:
  - {{option: 1, lines: 7, limit: 2-4, pot: {{deal: 1, flop: 2}}}}
"""
HOLDEM_GAMES = GAMES.replace(
    "    no_schedule: none is printed\n", "    wagers: {bet: {lines: 1}}\n"
)


def quoted(root: Path, *, opening_round: bool) -> list[str]:
    book = read_book(write_book(root, STAGED, games=HOLDEM_GAMES))
    hand: dict[str, Any] = {
        "cardroom": "harbor",
        "game": "harbor-holdem",
        "option": "1",
        "players": 6,
        "opening_round": opening_round,
    }
    found = owed(book, hand_from_json(json.dumps(hand)))
    return [decimal(each.amounts[0]) for each in found.obligations]


def test_a_hand_with_a_flop_owes_both_stages(tmp_path: Path) -> None:
    assert quoted(tmp_path, opening_round=True) == ["1.00", "2.00"]


def test_a_hand_that_ends_early_owes_what_is_taken_at_the_deal(tmp_path: Path) -> None:
    assert quoted(tmp_path, opening_round=False) == ["1.00", "0.00"]


def test_the_export_says_the_stage(tmp_path: Path) -> None:
    book = read_book(write_book(tmp_path, STAGED, games=HOLDEM_GAMES))
    cells = list(rows(book.cardrooms))
    assert [(row.fee, row.note) for row in cells] == [
        ("1.00", "at the deal"),
        ("2.00", "at the flop"),
    ]


def test_a_stage_that_no_hand_has_is_refused(tmp_path: Path) -> None:
    text = STAGED.replace("flop: 2", "showdown: 2")
    with pytest.raises(BookError):
        read_book(write_book(tmp_path, text, games=HOLDEM_GAMES))


TO_THE_TURN = STAGED.replace("flop: 2", "flop: 2, turn: 3")


def test_what_is_taken_at_the_turn_may_be_owed_or_not(tmp_path: Path) -> None:
    book = read_book(write_book(tmp_path, TO_THE_TURN, games=HOLDEM_GAMES))
    hand = {"cardroom": "harbor", "game": "harbor-holdem", "option": "1", "players": 6}
    seen = owed(book, hand_from_json(json.dumps({**hand, "opening_round": True})))
    assert [each.amounts for each in seen.obligations] == [(100,), (200,), (0, 300)]
    assert seen.obligations[2].reasons == (NOT_LOGGED.format(stage="turn"),)
    assert seen.total is None
    early = owed(book, hand_from_json(json.dumps({**hand, "opening_round": False})))
    assert [each.amounts for each in early.obligations] == [(100,), (0,), (0,)]
    assert early.total == 100


HANDS = """\
hand_id,cardroom,table,started_at,game,option,players,opening_round
1,harbor,4,2026-03-06 19:00,harbor-holdem,1,6,yes
2,harbor,4,2026-03-06 19:05,harbor-holdem,1,6,no
3,harbor,4,2026-03-06 19:10,harbor-holdem,1,6,yes
4,harbor,4,2026-03-06 19:15,harbor-holdem,1,6,no
"""
COLLECTIONS = """\
hand_id,payer,fee,amount
1,pot,base,3.00
2,pot,base,1.00
3,pot,base,1.00
4,pot,base,3.00
"""


def audited(root: Path, schedule: str, collections: str) -> list[tuple[str, ...]]:
    """Return the findings on fees of four hands, the first and third with a flop."""
    book = write_book(root / "book", schedule, games=HOLDEM_GAMES)
    log = root / "log"
    log.mkdir()
    (log / "hands.csv").write_text(HANDS, encoding="utf-8")
    (log / "collections.csv").write_text(collections, encoding="utf-8")
    out = root / "out"
    words = ["audit", str(log), "-o", str(out), "--book", str(book), "--date", "2026-03-07"]
    CliRunner().invoke(cli, words)
    findings = json.loads((out / "findings.json").read_text(encoding="utf-8"))["findings"]
    return sorted(
        (each["check"], each["hand_id"], each["owed"], each["taken"])
        for each in findings
        if each["check"].startswith("FEE-")
    )


def test_an_audit_adds_the_stages_up(tmp_path: Path) -> None:
    assert audited(tmp_path, STAGED, COLLECTIONS) == [
        ("FEE-OVER", "4", "1.00", "3.00"),
        ("FEE-UNDER", "3", "3.00", "1.00"),
    ]


def test_an_audit_admits_a_hand_with_and_without_the_turn_and_nothing_between(
    tmp_path: Path,
) -> None:
    taken = COLLECTIONS.replace("1,pot,base,3.00", "1,pot,base,6.00")
    taken = taken.replace("3,pot,base,1.00", "3,pot,base,4.00")
    assert audited(tmp_path, TO_THE_TURN, taken) == [
        ("FEE-OVER", "3", "3.00", "4.00"),
        ("FEE-OVER", "4", "1.00", "3.00"),
        ("FEE-UNSETTLED", "1", "3.00", "6.00"),
    ]

"""A few hands, audited in parts: what is about several of them is said as of the whole log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from support.casebook import log_of
from support.long_logs import at_once, inputs
from support.same_results import assert_same

from feeaudit.audit.parts.executor import audit_in_parts
from feeaudit.audit.parts.log_sources import table_sources
from feeaudit.intake.log_files import opened_log, read_log
from feeaudit.intake.log_writer import write_log

if TYPE_CHECKING:
    from pathlib import Path

PAI_GOW = {"cardroom": "lucky-chances", "game": "pai-gow-poker", "option": 1}
CORRECT = {"wagers": {3: {"base": 50}}, "collected": {"player": 1, "player_dealer": 2}}
HOLDEM = {"cardroom": "lucky-lady", "game": "texas-holdem", "option": 7, "players": 6}
TOO_MUCH = CORRECT | {"collected": {"player": 1, "player_dealer": 3}}


@pytest.mark.parametrize("name", ["night.xlsx", "csv", "parquet"])
def test_a_log_in_parts_is_the_same_whatever_files_it_is_in(name: str, tmp_path: Path) -> None:
    hands = [CORRECT | {"table": "T1"}, TOO_MUCH | {"table": "T2"}]
    log = log_of({"defaults": PAI_GOW, "hands": hands})
    path = tmp_path / name
    write_log(log, path, name.rpartition(".")[2])
    whole = at_once(read_log([path]))
    assert whole.findings[["check", "table"]].to_numpy().tolist() == [["FEE-OVER", "T2"]]
    with opened_log([path]) as opened:
        assert_same(audit_in_parts(opened, inputs(), hands_a_part=1), whole)
        # A workbook is read once, by one process; files of their own by as many as there are.
        held = {each.held is not None for each in table_sources(opened)}
    assert held == {name == "night.xlsx"}


def test_findings_are_in_order_however_few_are_put_in_order_at_a_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hands = [TOO_MUCH | {"table": f"T{number % 3 + 1}"} for number in range(9)]
    log = log_of({"defaults": PAI_GOW, "hands": hands})
    whole = at_once(log)
    assert len(whole.findings) == len(hands)
    monkeypatch.setattr("feeaudit.audit.parts.assembly._AT_A_TIME", 5)
    assert_same(audit_in_parts(log, inputs(), hands_a_part=1), whole)


@pytest.mark.parametrize("by_hand", [0, 1])
def test_a_fee_by_its_hand_and_one_by_its_table_are_of_one_account_in_parts_too(
    by_hand: int,
) -> None:
    """Where both name the player alone, the hand says at which cardroom and table it was."""
    taken = {"payer": "player", "fee": "time", "amount": 9, "player": "ann"}
    room = {"cardroom": "lucky-lady"}
    hands: list[dict[str, Any]] = [{"at": "19:01"}, {"at": "19:12", "table": "T2"}]
    fees = [{**taken, "taken_at": at} for at in ("19:00", "19:10")]
    hands[by_hand]["collected"] = [fees[by_hand]]
    by_table = 1 - by_hand
    log = log_of(
        {
            "defaults": HOLDEM,
            "hands": hands,
            "seats": [
                {**room, "table": "T1", "seat": 1, "player": "ann", "from": "19:00", "to": "19:09"},
                {**room, "table": "T2", "seat": 1, "player": "ann", "from": "19:10", "to": "19:20"},
            ],
            "collections": [{**fees[by_table], **room, "table": ("T1", "T2")[by_table]}],
        }
    )
    whole = at_once(log)
    (said,) = whole.findings.loc[whole.findings["check"] == "FEE-TIME", "message"]
    assert said == "ann: charged again after 10 of 30 minutes, the first time at table T1"
    assert_same(audit_in_parts(log, inputs(), hands_a_part=1), whole)


@pytest.mark.parametrize(
    ("lost", "verdict"),
    [
        ({"amount": 2}, "violation"),
        ({"amount": 3}, "review"),
        ({"amount": 3, "taken_at": "10:30"}, "review"),
        ({"amount": 3, "table": "T1", "cardroom": "lucky-chances"}, "review"),
        # This one is in the other table's box, or was before this one was put in.
        (
            {"amount": 3, "table": "T2", "cardroom": "lucky-chances", "taken_at": "10:30"},
            "violation",
        ),
        (
            {"amount": 3, "table": "T1", "cardroom": "lucky-chances", "taken_at": "08:30"},
            "violation",
        ),
    ],
)
def test_fees_of_no_table_may_be_what_a_box_has_too_much_in_parts_too(
    lost: dict[str, Any], verdict: str
) -> None:
    room = {"cardroom": "lucky-chances"}
    log = log_of(
        {
            "defaults": {**room, "game": "pai-gow-poker", "option": 2},
            "hands": [
                {
                    "table": table,
                    "at": "10:00",
                    "wagers": {3: {"base": 25}},
                    "collected": {"player": 1, "player_dealer": 3},
                }
                for table in ("T1", "T2")
            ],
            "collections": [{"payer": "player_dealer", **lost}],
            "counts": [{**room, "table": "T1", "from": "09:00", "to": "12:00", "amount": 7}],
        }
    )
    whole = at_once(log)
    found = whole.findings[whole.findings["check"] == "DROP-MATCH"]
    assert found["verdict"].tolist() == [verdict]
    assert_same(audit_in_parts(log, inputs(), hands_a_part=1), whole)


def test_a_placard_stands_until_its_own_tables_next_one_in_parts_too() -> None:
    game = {"cardroom": "mortimers", "game": "ez-baccarat-panda-8"}
    four_nights = 4 * 24 * 60
    log = log_of(
        {
            "defaults": {**game, "option": 3},
            "hands": [
                {"table": table, "at": at} for table in ("T1", "T2") for at in (60, four_nights)
            ],
            "postings": [
                {**game, "table": table, "option": 4, "posted_at": at}
                for table, at in (("T1", 0), ("T2", 1))
            ],
        }
    )
    whole = at_once(log)
    assert (whole.findings["check"] == "OPT-LIMIT").sum() == 4
    assert_same(audit_in_parts(log, inputs(), hands_a_part=1), whole)


def test_who_paid_for_time_at_no_place_that_is_logged_has_paid_in_parts_too() -> None:
    nine = {"payer": "player", "fee": "time", "amount": 9, "player": "ann"}
    place = {"cardroom": "lucky-lady", "table": "T1"}
    log = log_of(
        {
            "defaults": HOLDEM,
            "hands": [*({"at": at} for at in ("19:01", "19:40", "20:20")), {"table": "T2"}],
            "seats": [{**place, "seat": 1, "player": "ann", "from": "19:00", "to": "20:30"}],
            "collections": [{**nine, "taken_at": at} for at in ("19:00", "19:30", "20:00")],
        }
    )
    whole = at_once(log)
    assert not len(whole.findings)
    assert_same(audit_in_parts(log, inputs(), hands_a_part=1), whole)


def test_a_fee_for_time_of_a_hand_is_of_the_hands_day_in_parts_too() -> None:
    nine = {"payer": "player", "fee": "time", "amount": 9}
    two_nights = 2 * 24 * 60
    bob = {"cardroom": "lucky-lady", "table": "T2", "player": "bob"}
    log = log_of(
        {
            "defaults": HOLDEM,
            "hands": [
                {"at": "19:01", "collected": [{**nine, "player": "ann"}]},
                {"at": two_nights},
                {"at": "19:01", "table": "T2"},
            ],
            "seats": [{**bob, "seat": 1, "from": "19:00", "to": "19:20"}],
            "collections": [{**nine, **bob, "taken_at": "19:00"}],
        }
    )
    whole = at_once(log)
    (time,) = [each for each in whole.coverage if each.check == "FEE-TIME"]
    assert (time.tested, time.untested) == (2, {"collections.taken_at is blank": 1})
    assert_same(audit_in_parts(log, inputs(), hands_a_part=1), whole)


# The box is changed as the gaming day begins: of a hand in play then, either box may have the fees.
@pytest.mark.parametrize(
    ("since", "until", "counted", "difference"),
    [("06:00", "12:00", 6, 300), ("00:00", "06:00", 3, -300)],
)
def test_a_hand_in_play_as_the_box_was_changed_may_be_of_the_day_before_in_parts_too(
    since: str, until: str, counted: int, difference: int
) -> None:
    place = {"cardroom": "lucky-chances", "table": "T1"}
    played = [("03:00", "03:02"), ("05:59", "06:01"), ("10:00", "10:02")]
    log = log_of(
        {
            "defaults": PAI_GOW,
            "hands": [CORRECT | {"at": at, "ended_at": ended} for at, ended in played],
            "counts": [{**place, "from": since, "to": until, "amount": counted}],
        }
    )
    whole = at_once(log)
    assert whole.facts.drops[["difference", "explanation"]].to_numpy().tolist() == [
        [difference, "fees of hands in play when the box was changed"]
    ]
    assert_same(audit_in_parts(log, inputs(), hands_a_part=1), whole)


def test_rows_that_were_set_aside_are_told_of_once_in_parts_too(tmp_path: Path) -> None:
    hands = [CORRECT | {"table": f"T{number}"} for number in range(1, 4)]
    write_log(log_of({"defaults": PAI_GOW, "hands": hands}), tmp_path, "csv")
    file = tmp_path / "wagers.csv"
    wagers = file.read_text(encoding="utf-8").replace("50.00", "5o", 1)
    file.write_text(wagers, encoding="utf-8")
    whole = at_once(read_log([tmp_path]))
    assert whole.findings["message"].str.contains("set aside from").sum() == 1
    with opened_log([tmp_path]) as opened:
        assert_same(audit_in_parts(opened, inputs(), hands_a_part=1), whole)

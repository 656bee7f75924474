"""The records of an archived day go with their hands, though several tables share its files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support.archives import added, audited
from support.casebook import log_of
from support.long_logs import at_once
from support.same_results import assert_same

if TYPE_CHECKING:
    from pathlib import Path

WHERE_IT_STANDS = ["file", "sheet", "row", "message"]
PAI_GOW = {"cardroom": "lucky-chances", "game": "pai-gow-poker", "option": 1}
PAID = {"player": 1, "player_dealer": 2}
HOLDEM = {"cardroom": "lucky-lady", "game": "texas-holdem", "option": 7, "players": 6}
TIME_FEE = {"payer": "player", "fee": "time", "amount": 9, "player": "ann"}


def test_each_table_of_a_day_is_audited_by_its_own_wagers_and_fees(tmp_path: Path) -> None:
    hand = {"wagers": {3: {"base": 50}}}
    log = log_of(
        {
            "defaults": PAI_GOW,
            "hands": [
                hand | {"table": "T1", "collected": PAID},
                hand | {"table": "T2", "collected": PAID | {"player_dealer": 3}},
            ],
        }
    )
    added(log, tmp_path / "years")
    found, whole = audited(tmp_path / "years", size=1), at_once(log)
    assert whole.findings[["check", "table"]].to_numpy().tolist() == [["FEE-OVER", "T2"]]
    assert_same(found, whole, WHERE_IT_STANDS)


def test_a_day_whose_fees_name_no_hand_is_audited_table_by_table(tmp_path: Path) -> None:
    played = [("T1", "19:00", "19:09"), ("T2", "19:10", "19:20")]
    places = [{"cardroom": "lucky-lady", "table": table} for table, _, _ in played]
    log = log_of(
        {
            "defaults": HOLDEM,
            "hands": [{"table": table, "at": until} for table, _, until in played],
            "seats": [
                place | {"seat": 1, "player": "ann", "from": since, "to": until}
                for place, (_, since, until) in zip(places, played, strict=True)
            ],
            "collections": [
                place | TIME_FEE | {"taken_at": since}
                for place, (_, since, _) in zip(places, played, strict=True)
            ],
        }
    )
    added(log, tmp_path / "years")
    found, whole = audited(tmp_path / "years", size=1), at_once(log)
    assert whole.findings[["check", "table"]].to_numpy().tolist() == [["FEE-TIME", "T2"]]
    assert_same(found, whole, WHERE_IT_STANDS)


def test_a_fee_by_its_hand_and_one_by_its_table_are_of_one_account(tmp_path: Path) -> None:
    place = {"cardroom": "lucky-lady", "table": "T1"}
    by_hand = TIME_FEE | {"taken_at": "19:10"}
    log = log_of(
        {
            "hands": [HOLDEM | place | {"at": "19:11", "collected": [by_hand]}],
            "seats": [place | {"seat": 1, "player": "ann", "from": "19:00", "to": "19:28"}],
            "collections": [place | TIME_FEE | {"taken_at": "19:00"}],
        }
    )
    added(log, tmp_path / "years")
    found = audited(tmp_path / "years").findings
    (said,) = found.loc[found["check"] == "FEE-TIME", "message"]
    assert said == "ann: charged again after 10 of 30 minutes"


def test_records_of_an_id_that_two_tables_gave_a_hand_are_counted_once(tmp_path: Path) -> None:
    hand = {"id": "h1", "wagers": {3: {"base": 50}}, "collected": PAID}
    log = log_of(
        {
            "defaults": PAI_GOW,
            "hands": [hand | {"table": "T1"}, {"id": "h1", "table": "T2"}],
        }
    )
    added(log, tmp_path / "years")
    found, whole = audited(tmp_path / "years", size=1), at_once(log)
    assert whole.findings[["check", "table"]].to_numpy().tolist() == [["LOG-DUPLICATE", "T2"]]
    assert_same(found, whole, WHERE_IT_STANDS)


def test_a_fee_of_a_hand_that_is_not_logged_is_kept_where_fees_name_no_cardroom(
    tmp_path: Path,
) -> None:
    hand = {"wagers": {3: {"base": 50}}, "collected": PAID}
    lost = {"payer": "player_dealer", "fee": "base", "amount": 2, "hand_id": "h9"}
    log = log_of({"defaults": PAI_GOW, "hands": [hand], "collections": [lost]})
    added(log, tmp_path / "years")
    found, whole = audited(tmp_path / "years", size=1), at_once(log)
    assert whole.findings["check"].tolist() == ["LOG-ORPHAN"]
    assert_same(found, whole, WHERE_IT_STANDS)


def test_a_fee_that_names_neither_hand_nor_cardroom_is_kept_beside_one_that_does(
    tmp_path: Path,
) -> None:
    place = {"cardroom": "lucky-lady", "table": "T1"}
    stay = place | {"from": "19:00", "to": "19:20"}
    log = log_of(
        {
            "hands": [HOLDEM | place | {"at": "19:11", "collected": [TIME_FEE]}],
            "seats": [stay | {"seat": 1, "player": "ann"}, stay | {"seat": 2, "player": "cy"}],
            "collections": [
                place | TIME_FEE | {"player": "cy", "taken_at": "19:00"},
                TIME_FEE | {"player": "bob", "taken_at": "19:05"},
            ],
        }
    )
    added(log, tmp_path / "years")
    found, whole = audited(tmp_path / "years", size=1), at_once(log)
    assert whole.findings["check"].tolist() == ["LOG-ORPHAN"]
    assert_same(found, whole, WHERE_IT_STANDS)

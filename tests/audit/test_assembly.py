"""What the parts of a log found is put together across cardrooms where only that shows the cause."""

from __future__ import annotations

import pytest
from support.casebook import case_of, log_of
from support.shipped import shipped_book, shipped_laws

from feeaudit.audit.engine import audit
from feeaudit.audit.parts.executor import AuditInputs, audit_in_parts
from feeaudit.rules.configuration.model import Config

HAND = {"cardroom": "mortimers", "game": "three-card-poker-6-card-bonus", "option": 1}


@pytest.mark.parametrize(
    ("named", "incidents"),
    [
        ("T1-0042", [{"LOG-SEQUENCE": 1, "LOG-ORPHAN": 1}]),
        ("T1-0046", [{"LOG-SEQUENCE": 1}, {"LOG-ORPHAN": 1}]),
    ],
)
def test_records_without_a_cardroom_join_the_one_that_misses_their_hand(
    named: str, incidents: list[dict[str, int]]
) -> None:
    ids = ("T1-0039", "T1-0040", "T1-0041", "T1-0044", "T1-0045")
    hands = [{"id": each, "at": 2 * int(each[-2:]) - 78} for each in ids]
    # Another cardroom has findings too, and misses no hand.
    elsewhere = {"cardroom": "lucky-chances", "table": "T9", "id": "L1", "option": 99}
    fee = {"payer": "player_dealer", "fee": "base", "amount": 1, "hand_id": named}
    log = log_of({"defaults": HAND, "hands": [*hands, elsewhere], "collections": [fee]})
    inputs = AuditInputs(shipped_book(), shipped_laws(), Config())
    found = audit_in_parts(log, inputs, hands_a_part=100).incidents
    checks = [each for each in found["checks"] if "LOG-SEQUENCE" in each or "LOG-ORPHAN" in each]
    assert sorted(checks, key=str, reverse=True) == sorted(incidents, key=str, reverse=True)


def test_a_clean_log_in_parts_has_findings_of_the_same_kinds_of_columns_as_at_once() -> None:
    body = {"defaults": HAND, "hands": [{}]}
    inputs = AuditInputs(shipped_book(), shipped_laws(), Config())
    parted = audit_in_parts(log_of(body), inputs, hands_a_part=100).findings
    whole = audit(case_of(body, shipped_book(), shipped_laws())).findings
    assert len(whole) == len(parted) == 0
    assert parted.dtypes.to_dict() == whole.dtypes.to_dict()

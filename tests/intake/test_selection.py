"""Some hours of a log: fees for time that were taken in others are left out."""

from __future__ import annotations

from datetime import timedelta

from support.casebook import case_of
from support.shipped import shipped_book, shipped_laws

from feeaudit.audit.case import Case
from feeaudit.audit.engine import audit
from feeaudit.intake.selection import Narrow, narrowed

BOOK = shipped_book()
LAWS = shipped_laws()
PLACE = {"cardroom": "hawaiian-gardens", "table": "T1"}
FEE = {**PLACE, "payer": "player", "fee": "time", "player": "p1"}
# From eight o'clock on the table plays at a limit whose time fee is higher.
NIGHT = {
    "defaults": {**PLACE, "game": "texas-holdem", "players": 6},
    "hands": [
        {"at": "19:00", "option": 16},
        {"at": "19:50", "option": 16},
        {"at": "20:00", "option": 18},
        {"at": "20:50", "option": 18},
    ],
    "seats": [
        {**PLACE, "seat": seat, "player": f"p{seat}", "from": "19:00", "to": "21:00"}
        for seat in range(1, 7)
    ],
    "collections": [
        {**FEE, "amount": amount, "taken_at": at, "player": f"p{seat}"}
        for at, amount in (("19:00", 11), ("19:30", 11), ("20:00", 12), ("20:30", 12))
        for seat in range(1, 7)
    ],
}


def test_time_fees_of_other_hours_are_not_held_against_these() -> None:
    log = case_of(NIGHT, BOOK).log
    eight = min(log.hands.column("started_at").to_pylist()) + timedelta(hours=1)
    for narrow in (Narrow(), Narrow(end=eight), Narrow(start=eight)):
        found = audit(Case(narrowed(log, narrow), BOOK, LAWS), ["FEE-TIME", "LOG-ORPHAN"])
        assert found.findings["message"].tolist() == []
        assert found.coverage[0].tested == found.hands
    assert narrowed(log, Narrow(end=eight)).table("collections").num_rows == 12
    assert narrowed(log, Narrow(start=eight)).table("collections").num_rows == 12

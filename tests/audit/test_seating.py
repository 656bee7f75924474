"""Who sat where, by the seats table."""

from __future__ import annotations

import numpy as np
import pytest
from support.casebook import case_of
from support.shipped import shipped_book

from feeaudit.audit.identity import HIGHEST_SEAT, people
from feeaudit.audit.seating import person_in_numbered_seat, sittings

GAME = {"cardroom": "mortimers", "game": "no-bust-21st-century-blackjack"}


@pytest.mark.parametrize("seat", [1, 2, 60, HIGHEST_SEAT - 1, HIGHEST_SEAT])
def test_a_seat_of_one_table_is_never_taken_for_one_of_the_next(seat: int) -> None:
    """Each table has one person, in one seat, and nobody is found in any other."""
    stays = [
        {"cardroom": "mortimers", "table": table, "seat": seat, "player": name, "role": "patron"}
        | {"from": "2026-01-01T00:00"}
        for table, name in (("T1", "Ann"), ("T2", "Bob"), ("T3", "Cy"))
    ]
    hands = [{**GAME, "table": each["table"]} for each in stays]
    case = case_of({"hands": hands, "seats": stays}, shipped_book())
    seats = np.arange(1, HIGHEST_SEAT + 1)
    for table in range(len(stays)):
        places = np.full(len(seats), table)
        time = np.full(len(seats), case.hands["started_at"].to_numpy().max())
        found = person_in_numbered_seat(case, places, seats, time)
        assert (seats[found >= 0]).tolist() == [seat]
    assert len(people(case)) == len(stays)


@pytest.mark.parametrize("spelled", [("Harborline", "HARBORLINE"), ("HARBORLINE", "Harborline")])
def test_a_provider_is_named_alike_whichever_of_its_rows_comes_first(
    spelled: tuple[str, str],
) -> None:
    stays = [
        {"cardroom": GAME["cardroom"], "table": "T1", "seat": seat, "player": str(seat)}
        | {"from": "2026-01-01T00:00", "provider": name}
        for seat, name in enumerate(("", *spelled, "Two Rivers"), 1)
    ]
    found = sittings(case_of({"hands": [GAME], "seats": stays}, shipped_book()))
    named = [found.providers[each] if each >= 0 else "" for each in found.provider.tolist()]
    assert named == ["", "Harborline", "Harborline", "Two Rivers"]

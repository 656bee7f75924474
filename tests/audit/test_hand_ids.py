"""Hand ids over a whole log: every id is found in its bucket, however many buckets there are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pytest
from support.long_logs import inputs

from feeaudit.audit.digests import digests
from feeaudit.audit.parts.examination import in_words_of
from feeaudit.audit.parts.hand_ids import BucketItem, HandUnits, filled_bucket, globals_path
from feeaudit.audit.parts.survey import ids_path, locals_path
from feeaudit.intake.log import UnusableLog

if TYPE_CHECKING:
    from pathlib import Path

FILES = [[f"T1-{number}" for number in range(40)], [f"{number}" for number in range(60)], ["T1-7"]]


@pytest.mark.parametrize("bits", [0, 1, 3])
def test_the_hand_of_an_id_is_found_among_those_of_all_files(tmp_path: Path, bits: int) -> None:
    units: dict[str, int] = {}
    for source, ids in enumerate(FILES):
        mixed = digests(pa.array(ids))
        order = np.argsort(mixed)
        np.save(ids_path(str(tmp_path), source), mixed[order])
        np.save(locals_path(str(tmp_path), source), order.astype(np.int32))
        np.save(globals_path(str(tmp_path), source), 100 * source + np.arange(len(ids)))
        units |= {name: 100 * source + at for at, name in enumerate(ids) if name not in units}
    sources = tuple(range(len(FILES)))
    twice = [
        filled_bucket(inputs(), BucketItem(str(tmp_path), each, bits, sources))
        for each in range(1 << bits)
    ]
    assert np.concatenate(twice).tolist() == digests(pa.array(["T1-7"])).tolist()
    asked = pa.array([*units, "T1-7", "T1-40", ""])
    unit, found = HandUnits(str(tmp_path), bits).units(asked)
    assert unit.tolist() == [*units.values(), units["T1-7"], -1, -1]
    assert found.tolist() == [*[True] * len(units), True, False, False]
    assert HandUnits(str(tmp_path), bits).known(asked).tolist() == found.tolist()
    beside = HandUnits(str(tmp_path), bits, (1,)).units(pa.array(["7", "T1-9"]))
    assert beside[0].tolist() == [107, 9]


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (UnusableLog("log.csv has no hands\nmore"), "log.csv has no hands"),
        (ValueError("not a day\nmore"), "ValueError: not a day"),
        (KeyError(), "KeyError: no reason given"),
    ],
)
def test_a_fault_of_the_program_is_told_by_its_kind(error: Exception, told: str) -> None:
    assert in_words_of(error) == told

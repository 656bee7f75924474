"""Reports that are made side by side are those that each format makes alone."""

from __future__ import annotations

import pytest
from support.audited import bad_night

from feeaudit.report.formats import FORMATS, USUAL, reports


@pytest.mark.slow
def test_the_paper_is_the_same_beside_the_others() -> None:
    night = bad_night()
    told: list[str] = []
    files = reports(night.result, night.basis, USUAL, told.append)
    assert list(files) == [FORMATS[name].file for name in USUAL]
    assert sorted(told) == sorted(files)
    for name in USUAL:
        assert files[FORMATS[name].file] == FORMATS[name].rendered(night.result, night.basis)


def test_one_format_needs_no_other() -> None:
    night = bad_night()
    assert list(reports(night.result, night.basis, ["junit"])) == ["junit.xml"]

"""The same result gives the same bytes, whatever the run, the zone or the language around it."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from support.audited import bad_night

from feeaudit.report.formats import FORMATS

if TYPE_CHECKING:
    from pathlib import Path

PROGRAM = """
import hashlib, pickle, sys
from pathlib import Path
from feeaudit.report.formats import FORMATS
result, basis = pickle.loads(Path(sys.argv[1]).read_bytes())
for name in sys.argv[2:]:
    print(name, hashlib.sha256(FORMATS[name].rendered(result, basis)).hexdigest())
"""
AROUND = (
    {"PYTHONHASHSEED": "1", "TZ": "UTC", "LC_ALL": "C"},
    {"PYTHONHASHSEED": "2", "TZ": "Asia/Tokyo", "LC_ALL": "de_DE.UTF-8", "PYTHONUTF8": "1"},
)


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> list[list[str]]:
    """The digests of all formats, made in unlike surroundings."""
    kept = tmp_path_factory.mktemp("kept") / "night.pickle"
    kept.write_bytes(pickle.dumps((bad_night().result, bad_night().basis)))
    return [_digests(kept, around) for around in AROUND]


def _digests(kept: Path, around: dict[str, str]) -> list[str]:
    command = [sys.executable, "-c", PROGRAM, str(kept), *FORMATS]
    done = subprocess.run(
        command, env={**os.environ, **around}, capture_output=True, text=True, check=True
    )
    return done.stdout.split("\n")[:-1]


@pytest.mark.slow
@pytest.mark.parametrize("format_", list(FORMATS))
def test_a_format_is_the_same_in_unlike_surroundings(told: list[list[str]], format_: str) -> None:
    first, second = ([line for line in each if line.startswith(f"{format_} ")] for each in told)
    assert first == second
    assert len(first) == 1

"""Files are put in place whole, and only where a file belongs."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

import pytest

from feeaudit.core.whole_files import replace_bytes

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes in folders")
def test_a_pipe_or_a_device_is_never_replaced_by_a_file(tmp_path: Path) -> None:
    pipe = tmp_path / "out.zip"
    os.mkfifo(pipe)
    with pytest.raises(OSError, match="a device or a pipe"):
        replace_bytes(pipe, b"pack")
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert [each.name for each in tmp_path.iterdir()] == ["out.zip"]


def test_a_file_is_replaced_whole_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "new" / "out.zip"
    for content in (b"one", b"two"):
        replace_bytes(path, content)
        assert path.read_bytes() == content
    assert [each.name for each in path.parent.iterdir()] == ["out.zip"]

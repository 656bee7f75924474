"""axe-core, which finds what keeps people from using a page."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest


def axe_script() -> str:
    """Return the script; the test is skipped where it is not installed."""
    package = find_spec("axe_playwright_python")
    if package is None or package.origin is None:
        pytest.skip("axe-core is not installed (pip install '.[browser]')")
    return (Path(package.origin).parent / "axe.min.js").read_text(encoding="utf-8")

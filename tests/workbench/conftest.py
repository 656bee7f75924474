"""Workbenches for tests: a small store served to clients that behave as browsers do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.nights import Site
from support.workbenches import Bench, bench_on

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="session")
def night(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site with one audited night: two hands at which a dollar too much was taken."""
    pytest.importorskip("flask", reason="Flask is not installed (pip install '.[serve]')")
    site = Site(tmp_path_factory.mktemp("site"))
    site.arrive("friday", hands=6, wrong=(2, 5))
    site.night(formats=("html", "json"))
    return site.root


@pytest.fixture
def site(night: Path, tmp_path: Path) -> Site:
    """A copy of that site, to write to."""
    return Site(night).copied(tmp_path / "site")


@pytest.fixture
def bench(site: Site) -> Bench:
    """A workbench on the store, opened by one person with the start token."""
    return bench_on(site).entered()

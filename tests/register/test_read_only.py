"""A store on a medium that cannot be written is verified, listed and packed all the same."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from support.nights import DAY, Site

from feeaudit.cli import cli
from feeaudit.register.dispositions import Decision, resolve
from feeaudit.register.store import open_store
from feeaudit.register.upgrades import writable

if TYPE_CHECKING:
    from pathlib import Path

NOW = "2026-03-08T09:00:00Z"


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    """A store whose folder the system says cannot be written."""
    site = Site(tmp_path / "made # 1")
    site.had_friday(wrong=(1,))
    allowed = os.access
    monkeypatch.setattr(
        os,
        "access",
        lambda path, mode: allowed(path, mode) and not (mode & os.W_OK and "store" in str(path)),
    )
    return site


def listing(site: Site) -> list[str]:
    return sorted(str(path) for path in site.store.rglob("*"))


def test_it_is_verified_listed_and_packed_and_nothing_is_written_to_it(site: Site) -> None:
    before = listing(site)
    store = ("--store", str(site.store))
    pack = ("pack", "--from", DAY, "--to", DAY, "-o", str(site.root / "pack.zip"))
    for words in (("verify",), ("findings", "list"), pack, ("retention",), ("keys", "list")):
        result = CliRunner().invoke(cli, [*words, *store])
        assert result.exit_code == 0, result.output
        assert listing(site) == before


def test_what_was_not_yet_brought_into_the_register_itself_is_read_too(
    site: Site, tmp_path: Path
) -> None:
    with writable(open_store(site.store), NOW) as connection:
        found = connection.execute("SELECT * FROM findings").fetchone()
        resolve(connection, found, "refunded", Decision("Ann Lee", "at the cage", DAY), NOW)
        # While another program has the register open, the newest part lies beside it.
        copy = shutil.copytree(site.store, tmp_path / "copied" / "store")
    assert (copy / "register.sqlite-wal").stat().st_size
    words = ["findings", "list", "--state", "resolved", "--store", str(copy)]
    assert "1 finding;" in CliRunner().invoke(cli, words).output

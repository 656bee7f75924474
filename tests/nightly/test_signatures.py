"""A signed day shows its signatures, and its sealed report stays as it was."""

from __future__ import annotations

import hashlib
import zipfile
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from pypdf import PdfReader
from support.nights import DAY, Site

from feeaudit.cli import cli
from feeaudit.core.problem import Unknown
from feeaudit.nightly.front_page import refresh
from feeaudit.register.dispositions import Decision, resolve
from feeaudit.register.keys import new_key, record_key, unlocked
from feeaudit.register.sign_off import Signature, sign_off
from feeaudit.register.store import open_store
from feeaudit.register.upgrades import writable

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

NOW = "2026-03-08T09:00:00Z"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """A day with a decision and an open violation, signed by one key and one typed name."""
    site = Site(tmp_path_factory.mktemp("signed") / "site")
    site.arrive("friday", wrong=(1, 2))
    site.arrive("saturday", day="2026-03-07")
    site.night(date="2026-03-08")
    path = site.root / "ann.pem"
    with writable(open_store(site.store), NOW) as connection:
        record_key(connection, "Ann Lee", new_key(path, "a passphrase"), DAY, NOW)
        found = connection.execute("SELECT * FROM findings ORDER BY hand_id").fetchone()
        decision = Decision("Ann Lee", "given back at the cage", "2026-03-08")
        resolve(connection, found, "refunded", decision, NOW)
        signer = unlocked(path, "a passphrase")
        reason = "the refund follows on Monday"
        signature = Signature("Ann Lee", "Bo Chan", "2026-03-08", reason, prepared_key=signer)
        sign_off(connection, "harbor", DAY, signature, NOW)
    refresh(open_store(site.store))
    return site


def run(site: Site, *words: str | Path) -> Result:
    return CliRunner().invoke(cli, [*map(str, words), "--store", str(site.store)])


def expected(site: Site) -> list[str]:
    (key,) = site.rows('SELECT "key" FROM keys')
    (signed,) = site.rows("SELECT seal FROM sign_offs")
    return [
        *("Ann Lee", key["key"], "Bo Chan (name typed, no key)", "2026-03-08T09:00:00Z"),
        *(
            "1 violation: the refund follows on Monday",
            "given back at the cage",
            signed["seal"][:16],
        ),
    ]


def test_the_page_and_the_pdf_show_names_times_open_items_and_reasons(
    site: Site, tmp_path: Path
) -> None:
    day = ("--cardroom", "harbor", "--day", DAY)
    result = run(site, "findings", "signatures", *day, "-o", tmp_path)
    assert result.exit_code == 0, (result.output, result.exception)
    page = (tmp_path / "signatures.html").read_text(encoding="utf-8")
    reader = PdfReader(tmp_path / "signatures.pdf")
    paper = "".join("".join(page.extract_text().split()) for page in reader.pages)
    for words in expected(site):
        assert words in page
        assert "".join(words.split()) in paper


def test_a_pack_holds_the_signatures_and_its_index_tells_them(site: Site, tmp_path: Path) -> None:
    before = {
        path: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in site.store.rglob("reports/**/*")
        if path.is_file()
    }
    target = tmp_path / "pack.zip"
    result = run(site, "pack", "--from", DAY, "--to", "2026-03-07", "-o", target)
    assert result.exit_code == 0, (result.output, result.exception)
    archive = zipfile.ZipFile(target)
    assert f"signatures/harbor/{DAY}/signatures.pdf" in archive.namelist()
    assert not [name for name in archive.namelist() if "signatures/harbor/2026-03-07" in name]
    for index in ("index.txt", "index.html"):
        told = archive.read(index).decode()
        for words in expected(site)[:5]:
            assert words in told
    assert "Ann Lee" in archive.read("register/keys.csv").decode()
    after = {path: hashlib.sha256(path.read_bytes()).hexdigest() for path in before}
    assert after == before
    assert site.inspected() == []


def test_a_day_that_is_not_signed_has_no_signatures(site: Site, tmp_path: Path) -> None:
    day = ("--cardroom", "harbor", "--day", "2026-03-07")
    refused = run(site, "findings", "signatures", *day, "-o", tmp_path / "none").exception
    assert isinstance(refused, Unknown)
    assert "is not signed off yet" in str(refused)
    assert not (tmp_path / "none").exists()

"""A signed day shows its signatures, and its sealed report stays as it was."""

from __future__ import annotations

import hashlib
import zipfile
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from support.nights import DAY, Site
from support.paper import sheets

from feeaudit.cli import cli
from feeaudit.core.problem import Unknown
from feeaudit.nightly.front_page import refresh
from feeaudit.register.dispositions import Decision, resolve
from feeaudit.register.identities import Identity
from feeaudit.register.keys import new_key, record_key, unlocked
from feeaudit.register.matters import matter_of_finding
from feeaudit.register.remarks import comment
from feeaudit.register.restitution import Payment, correct_payment, pay
from feeaudit.register.sign_off import Signature, sign_off
from feeaudit.register.store import open_store
from feeaudit.register.upgrades import writable
from feeaudit.register.withdrawals import all_inputs, withdraw

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

NOW = "2026-03-08T09:00:00Z"
SIGNED_IN = Identity("Cy Diaz", "oidc", "https://login.example", "cy@example.com")
PROXIED = Identity("Eve Fox", "proxy header", "front proxy", "efox")
# A payment's entry names the days of its findings alone, its correction the payment.
IN_THE_PACK = {
    "payments.csv": ",0.40,Dee,Eve Fox,R-17,2026-03-08,",
    "comments.csv": "the dealer was new,Cy Diaz",
    "identities.csv": "corrected_by,Bo Chan,typed",
    "history.jsonl": "it was 50",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """A day with a decision and an open violation, signed by one key and one typed name."""
    site = Site(tmp_path_factory.mktemp("signed") / "site")
    site.arrive("friday", wrong=(1, 2))
    site.arrive("saturday", day="2026-03-07")
    site.arrive("thursday", day="2026-03-05", table="T2")
    site.arrive("wednesday", day="2026-03-04", table="T3")
    site.night(date="2026-03-08")
    path = site.root / "ann.pem"
    with writable(open_store(site.store), NOW) as connection:
        record_key(connection, "Ann Lee", new_key(path, "a passphrase"), DAY, NOW)
        found = connection.execute("SELECT * FROM findings ORDER BY hand_id").fetchone()
        decision = Decision("Ann Lee", "given back at the cage", "2026-03-08")
        resolve(connection, found, "refunded", decision, NOW)
        remark = Decision(SIGNED_IN, "the dealer was new", "2026-03-08")
        comment(connection, matter_of_finding(found), remark, NOW)
        paid = pay(connection, [(found, 40)], Payment("Dee", PROXIED, "R-17", "2026-03-08"), NOW)
        pay(connection, [(found, 0)], Payment("Dee", "Ann Lee", "R-18", "2026-03-08"), NOW)
        correct_payment(connection, paid, Decision("Bo Chan", "it was 50", "2026-03-08"), NOW)
        signer = unlocked(path, "a passphrase")
        reason = "the refund follows on Monday"
        signature = Signature("Ann Lee", "Bo Chan", "2026-03-08", reason, prepared_key=signer)
        sign_off(connection, "harbor", DAY, signature, NOW)
        elsewhere = Signature(SIGNED_IN, PROXIED, "2026-03-08")
        sign_off(connection, "harbor", "2026-03-05", elsewhere, NOW)
        (input_,) = [row for row in all_inputs(connection) if row["name"] == "wednesday"]
        sign_off(connection, "harbor", "2026-03-04", elsewhere, NOW)
        withdraw(connection, input_["number"], Decision("Ann Lee", "a test log", DAY), NOW)
    refresh(open_store(site.store))
    return site


def run(site: Site, *words: str | Path) -> Result:
    return CliRunner().invoke(cli, [*map(str, words), "--store", str(site.store)])


def expected(site: Site) -> list[str]:
    (key,) = site.rows('SELECT "key" FROM keys')
    (signed,) = site.rows("SELECT seal FROM sign_offs WHERE day = ?", DAY)
    return [
        *("Ann Lee", key["key"], "Bo Chan (name typed, no key)", "2026-03-08T09:00:00Z"),
        *(
            "1 violation: the refund follows on Monday",
            "given back at the cage",
            signed["seal"][:16],
        ),
        *("the dealer was new", "Cy Diaz (oidc cy@example.com at https://login.example)"),
        *("$0.40 paid to Dee", "Eve Fox (proxy header efox at front proxy)"),
        "receipt R-17; does not count, corrected by Bo Chan (name typed): it was 50",
        "receipt R-18",
    ]


def test_the_page_and_the_pdf_show_names_times_open_items_and_reasons(
    site: Site, tmp_path: Path
) -> None:
    day = ("--cardroom", "harbor", "--day", DAY)
    result = run(site, "findings", "signatures", *day, "-o", tmp_path)
    assert result.exit_code == 0, (result.output, result.exception)
    page = (tmp_path / "signatures.html").read_text(encoding="utf-8")
    paper = "".join(sheets((tmp_path / "signatures.pdf").read_bytes())).replace(" ", "")
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
        for words in expected(site):
            assert words in told
    assert "Ann Lee" in archive.read("register/keys.csv").decode()
    for name, words in IN_THE_PACK.items():
        assert words in archive.read(f"register/{name}").decode()
    after = {path: hashlib.sha256(path.read_bytes()).hexdigest() for path in before}
    assert after == before
    assert site.inspected() == []


@pytest.mark.parametrize("part", ["reports/harbor/*/run-1/findings.json", "archive/*/*/book*"])
def test_what_was_changed_since_it_was_recorded_is_not_packed(
    site: Site, tmp_path: Path, part: str
) -> None:
    path = min(site.store.glob(part))
    whole = path.read_bytes()
    for content in (whole[:-1] + b" ", None):
        path.write_bytes(content) if content else path.unlink()
        target = tmp_path / "pack.zip"
        refused = run(site, "pack", "--from", "2026-03-01", "--to", "2026-03-31", "-o", target)
        assert "a pack holds only what was recorded" in str(refused.exception)
        assert not target.exists()
    path.write_bytes(whole)


def test_the_page_shows_how_each_signer_was_proven(site: Site, tmp_path: Path) -> None:
    day = ("--cardroom", "harbor", "--day", "2026-03-05")
    assert run(site, "findings", "signatures", *day, "-o", tmp_path).exit_code == 0
    page = (tmp_path / "signatures.html").read_text(encoding="utf-8")
    provider = "at an OpenID Connect provider (https://login.example) as cy@example.com"
    assert f"Cy Diaz, signed in {provider}" in page
    assert "Eve Fox, signed in at the reverse proxy" in page
    assert "(front proxy) as efox" in page
    # Nothing was decided, paid or remarked on that day.
    for title in ("Decisions", "Payments", "Comments"):
        assert title not in page


def test_the_page_shows_that_a_log_was_withdrawn(site: Site, tmp_path: Path) -> None:
    day = ("--cardroom", "harbor", "--day", "2026-03-04")
    assert run(site, "findings", "signatures", *day, "-o", tmp_path).exit_code == 0
    page = (tmp_path / "signatures.html").read_text(encoding="utf-8")
    for words in ("log wednesday", "withdrawn", "a test log", "Ann Lee (name typed)"):
        assert f"<bdi>{words}</bdi>" in page
    pack = tmp_path / "pack.zip"
    run(site, "pack", "--from", "2026-03-04", "--to", "2026-03-04", "-o", pack)
    assert b"a test log" in zipfile.ZipFile(pack).read("register/history.jsonl")


def test_a_day_that_is_not_signed_has_no_signatures(site: Site, tmp_path: Path) -> None:
    day = ("--cardroom", "harbor", "--day", "2026-03-07")
    refused = run(site, "findings", "signatures", *day, "-o", tmp_path / "none").exception
    assert isinstance(refused, Unknown)
    assert "is not signed off yet" in str(refused)
    assert not (tmp_path / "none").exists()

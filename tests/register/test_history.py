"""The history: only ever added to, chained, and every edit of the register found."""

from __future__ import annotations

import contextlib
import sqlite3
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.nights import PROFILE, Site

from feeaudit.core.problem import Unknown
from feeaudit.nightly.pack import Wanted, pack
from feeaudit.register.database import opened
from feeaudit.register.dispositions import Decision, resolve
from feeaudit.register.history import (
    BEGINNING,
    Entry,
    canonical,
    chain_problems,
    digest_of,
    entries,
    head,
    link,
)
from feeaudit.register.integrity import verify
from feeaudit.register.sign_off import Signature, sign_off
from feeaudit.register.store import open_store
from feeaudit.register.upgrades import writable
from feeaudit.register.waivers import GrantedWaiver, waive

if TYPE_CHECKING:
    from pathlib import Path

NOW = "2026-03-08T09:00:00Z"


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """A store with a superseded day, a waiver, a resolution and a sign-off."""
    site = Site(tmp_path_factory.mktemp("site"))
    site.arrive("friday", wrong=(1, 2, 3))
    site.night()
    site.arrive("friday corrected", wrong=(2, 3, 4))
    site.night()
    with writable(open_store(site.store), NOW) as connection:
        found = connection.execute("SELECT * FROM findings WHERE state = 'open'").fetchall()
        decision = Decision("Ann Lee", "refunded at the cage", "2026-03-08")
        resolve(connection, found[0], "refunded", decision, NOW)
        people = ("Ann Lee", "Bo Chan", "2026-03-08")
        terms = ("2026-03-01", "2026-12-31", "a letter", "Bureau letter of 2 March 2026")
        waive(connection, GrantedWaiver("harbor", "FEE-OVER", "T1", "", *terms, *people), NOW)
        sign_off(
            connection, "harbor", "2026-03-06", Signature("Ann Lee", "Bo Chan", "2026-03-08"), NOW
        )
    assert site.problems() == []
    return site


@pytest.fixture
def site(filled: Site, tmp_path: Path) -> Site:
    """A copy of it, to be tampered with."""
    return filled.copied(tmp_path / "copy")


def tamper(site: Site, *statements: str) -> None:
    with contextlib.closing(sqlite3.connect(site.store / "register.sqlite")) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


def test_the_history_cannot_be_changed_through_the_register(site: Site) -> None:
    for statement in ("UPDATE history SET at = ''", "DELETE FROM history WHERE number = 1"):
        with pytest.raises(sqlite3.IntegrityError, match="only ever added to"):
            tamper(site, statement)


def test_the_end_of_the_history_cannot_be_cut_off_alone(site: Site) -> None:
    last = "DELETE FROM history WHERE number = (SELECT max(number) FROM history)"
    triggers = site.rows("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
    lifted = [f"DROP TRIGGER {each['name']}" for each in triggers]
    tamper(site, *lifted, last, *(each["sql"] for each in triggers))
    assert verify(site.store)


def test_an_entry_changed_together_with_its_own_hash_breaks_the_chain(site: Site) -> None:
    with opened(open_store(site.store)) as connection:
        first, *others = entries(connection)
    digest = digest_of("{}")
    hash_ = link(first.number, first.kind, first.at, digest, first.previous)
    forged = replace(first, entry="{}", digest=digest, hash=hash_)
    (problem,) = chain_problems(iter([forged, *others]))
    assert "does not follow from the previous entry" in problem


@pytest.mark.usefixtures("nothing_cleared_away")
@pytest.mark.parametrize(
    "text",
    ["[" * 100_000, "", "[]", '{"run": NaN}', '{"cardroom": 1' + "0" * 40 + "}"],
    ids=["deep", "empty", "no object", "no number", "huge number"],
)
def test_an_entry_that_feeaudit_never_writes_is_answered_in_words(site: Site, text: str) -> None:
    with opened(open_store(site.store)) as connection:
        *_, last = entries(connection)
        triggers = connection.execute("SELECT sql FROM sqlite_master WHERE type = 'trigger'")
        made = [row[0] for row in triggers]
    digest = digest_of(text)
    hash_ = link(last.number, last.kind, last.at, digest, last.previous)
    with contextlib.closing(sqlite3.connect(site.store / "register.sqlite")) as connection:
        connection.execute("DROP TRIGGER history_is_never_changed")
        sql = "UPDATE history SET entry = ?, digest = ?, hash = ? WHERE number = ?"
        connection.execute(sql, (text, digest, hash_, last.number))
        connection.execute(made[0])
        connection.commit()
    (problem,) = verify(site.store)
    assert problem.startswith(f"{last.where}: feeaudit never writes such an entry")
    if text[0:1] != "{":
        wanted = Wanted("2026-03-01", "2026-03-31")
        with opened(open_store(site.store)) as connection, pytest.raises(Unknown, match="never"):
            pack(open_store(site.store), connection, wanted, site.root / "pack.zip")


@given(
    st.lists(st.dictionaries(st.text(max_size=5), st.integers()), min_size=2, max_size=6),
    st.data(),
)
def test_no_entry_can_be_changed_removed_or_moved(
    told: list[dict[str, int]], data: st.DataObject
) -> None:
    chain: list[Entry] = []
    for number, each in enumerate(told, 1):
        previous = chain[-1].hash if chain else BEGINNING
        digest = digest_of(canonical(each))
        hash_ = link(number, "run", NOW, digest, previous)
        chain.append(Entry(number, "run", NOW, canonical(each), digest, previous, hash_))
    assert list(chain_problems(iter(chain))) == []
    place = data.draw(st.integers(0, len(chain) - 1))
    name = data.draw(st.sampled_from([each.name for each in fields(Entry)]))
    other: Any = 99 if name == "number" else "other"
    changed = [*chain[:place], replace(chain[place], **{name: other}), *chain[place + 1 :]]
    assert list(chain_problems(iter(changed)))
    if place < len(chain) - 1:
        assert list(chain_problems(iter([*chain[:place], *chain[place + 1 :]])))
        assert list(chain_problems(iter([*chain[:place], chain[-1], *chain[place:-1]])))


def test_a_history_written_anew_is_found_by_a_hash_noted_earlier(
    site: Site, tmp_path: Path
) -> None:
    with opened(open_store(site.store)) as connection:
        noted = head(connection)[1]
    other = Site(tmp_path / "other")
    other.arrive("friday")
    other.night()
    assert verify(site.store, noted) == []
    assert verify(other.store) == []
    (problem,) = verify(other.store, noted)
    assert "cut off or rewritten" in problem


def test_a_changed_added_or_missing_report_is_found(site: Site) -> None:
    folder = site.store / "reports" / "harbor" / "2026-03-06" / "run-1"
    (folder / "findings.json").write_text("{}", encoding="utf-8")
    (folder / "extra.txt").write_text("", encoding="utf-8")
    (folder / "manifest.json").unlink()
    (folder.parent / "run-7").mkdir()
    told = "\n".join(verify(site.store))
    for word in (
        "changed since the run",
        "not one of the run's files",
        "missing",
        "not produced by any run",
    ):
        assert word in told


@pytest.mark.parametrize("name", ["book.zip", "feeaudit.toml"])
def test_a_changed_or_missing_basis_of_a_run_is_found(site: Site, name: str) -> None:
    (path,) = site.store.glob(f"archive/*/*/{name}")
    path.write_text("other", encoding="utf-8")
    (problem,) = verify(site.store)
    assert name in problem
    assert "was changed" in problem
    path.unlink()
    (problem,) = verify(site.store)
    assert "missing from the archive" in problem


def test_a_changed_profile_is_found(tmp_path: Path) -> None:
    site = Site(tmp_path)
    site.arrive_sheet("1,19:00,50,1\n")
    site.night()
    assert site.problems() == []
    (path,) = site.store.glob("archive/*/*/harbor.yaml")
    path.write_text(PROFILE.replace("Taken", "Bet"), encoding="utf-8")
    (problem,) = site.problems()
    assert "the archived profile was changed" in problem


def test_a_changed_input_is_found(site: Site) -> None:
    (path,) = site.store.glob("archive/*/*/friday/hands.csv")
    path.write_text("other", encoding="utf-8")
    (problem,) = verify(site.store)
    assert "archived input was changed" in problem


def test_a_damaged_register_is_told_in_plain_words(site: Site) -> None:
    path = site.store / "register.sqlite"
    path.write_bytes(b"not a database at all" * 500)
    with pytest.raises(Unknown, match="restore it from a backup"):
        verify(site.store)
    # Windows lets nobody replace a file that is still open.
    path.unlink()

"""Keys: whoever has one signs with it, and nobody else can sign in that name."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from support.nights import DAY, Site

from feeaudit.cli import cli
from feeaudit.core.problem import Unknown
from feeaudit.register.keys import is_signed, new_key, record_key, revoke_key, unlocked
from feeaudit.register.sign_off import Signature, sign_off
from feeaudit.register.store import open_store
from feeaudit.register.upgrades import writable

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from click.testing import Result

NOW = "2026-03-08T09:00:00Z"
PHRASE = "correct horse battery"


@pytest.fixture
def site(tmp_path: Path) -> Site:
    site = Site(tmp_path / "site")
    site.had_friday()
    return site


@pytest.fixture
def register(site: Site) -> Iterator[sqlite3.Connection]:
    with writable(open_store(site.store), NOW) as connection:
        yield connection


@pytest.fixture
def ann(tmp_path: Path) -> Path:
    return tmp_path / "ann.pem"


def recorded(register: sqlite3.Connection, path: Path, name: str = "Ann Lee") -> str:
    return record_key(register, name, new_key(path, PHRASE), DAY, NOW)


def signed(register: sqlite3.Connection, key: Path | None, name: str = "Ann Lee") -> None:
    signer = unlocked(key, PHRASE) if key else None
    signature = Signature(name, "Bo Chan", "2026-03-08", prepared_key=signer)
    sign_off(register, "harbor", DAY, signature, NOW)


def test_a_signature_proves_the_name(site: Site, ann: Path) -> None:
    with writable(open_store(site.store), NOW) as register:
        key = recorded(register, ann)
        signed(register, ann)
    assert site.rows('SELECT role, "key" FROM signatures') == [{"role": "prepared", "key": key}]
    assert site.problems() == []


def test_whoever_has_a_key_cannot_be_signed_for_by_typing_the_name(
    register: sqlite3.Connection, ann: Path
) -> None:
    key = recorded(register, ann)
    with pytest.raises(Unknown, match=f"has key {key} in the register"):
        signed(register, None, "ann  LEE")
    with pytest.raises(Unknown, match="is that of Ann Lee, not of Cy Diaz"):
        signed(register, ann, "Cy Diaz")


def test_a_key_that_is_not_recorded_or_revoked_signs_nothing(
    register: sqlite3.Connection, ann: Path
) -> None:
    public = new_key(ann, PHRASE)
    with pytest.raises(Unknown, match="is not in the register"):
        signed(register, ann)
    key = record_key(register, "Ann Lee", public, DAY, NOW)
    with pytest.raises(Unknown, match="is already recorded"):
        record_key(register, "Cy Diaz", public, DAY, NOW)
    revoke_key(register, key[:4], "Bo Chan", "laptop stolen", DAY, NOW)
    with pytest.raises(Unknown, match="of Ann Lee is revoked"):
        signed(register, ann)
    signed(register, None)


def test_what_a_key_signed_before_it_was_revoked_still_stands(site: Site, ann: Path) -> None:
    with writable(open_store(site.store), NOW) as register:
        key = recorded(register, ann)
        signed(register, ann)
        revoke_key(register, key, "Bo Chan", "laptop stolen", DAY, NOW)
    assert site.problems() == []


def test_a_key_is_not_unlocked_by_another_passphrase_and_never_written_over(ann: Path) -> None:
    new_key(ann, PHRASE)
    assert b"ENCRYPTED" in ann.read_bytes()
    with pytest.raises(Unknown, match="cannot be unlocked"):
        unlocked(ann, "another phrase")
    with pytest.raises(Unknown, match="already exists"):
        new_key(ann, PHRASE)
    with pytest.raises(Unknown, match="at least 8 characters"):
        new_key(ann.with_name("bo.pem"), "short")
    ann.write_text("no key", encoding="utf-8")
    with pytest.raises(Unknown, match="cannot be unlocked"):
        unlocked(ann, PHRASE)


def test_a_signature_is_of_one_statement_and_one_key(ann: Path, tmp_path: Path) -> None:
    public = new_key(ann, PHRASE)
    other = new_key(tmp_path / "bo.pem", PHRASE)
    said = {"day": DAY}
    mark = unlocked(ann, PHRASE).signature(said)
    assert is_signed(public, mark, said)
    assert not is_signed(public, mark, {"day": "2026-03-07"})
    assert not is_signed(other, mark, said)
    assert not is_signed("zz", "zz", said)


def test_a_signature_by_another_key_is_found_though_the_history_was_made_to_fit(
    site: Site, register: sqlite3.Connection, ann: Path
) -> None:
    from feeaudit.register.history import canonical, digest_of, link  # noqa: PLC0415

    recorded(register, ann)
    signed(register, ann)
    with closing(sqlite3.connect(site.store / "register.sqlite")) as connection:
        triggers = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        lifted = triggers.fetchall()
        last = connection.execute("SELECT * FROM history ORDER BY number DESC").fetchone()
        entry = json.loads(last[3])
        entry["signatures"][0]["signature"] = "00" * 64
        digest = digest_of(canonical(entry))
        hash_ = link(last[0], last[1], last[2], digest, last[5])
        for name, _ in lifted:
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute(
            "UPDATE history SET entry = ?, digest = ?, hash = ? WHERE number = ?",
            (canonical(entry), digest, hash_, last[0]),
        )
        connection.execute("UPDATE signatures SET signature = ?", ("00" * 64,))
        for _, sql in lifted:
            connection.execute(sql)
        connection.commit()
    assert any("does not match the key" in each for each in site.problems())


def run(*words: str | Path, typed: str = "") -> Result:
    return CliRunner().invoke(cli, [str(each) for each in words], input=typed)


def test_keys_are_made_listed_shown_and_used_from_the_command_line(site: Site, ann: Path) -> None:
    store = ("--store", site.store)
    twice = f"{PHRASE}\n{PHRASE}\n"
    made = run("keys", "new", *store, "--name", "Ann Lee", "-o", ann, typed=twice)
    assert made.exit_code == 0, made.output
    assert "is recorded for Ann Lee" in made.output
    (row,) = site.rows('SELECT "key", public FROM keys')
    assert f"{row['key']}  Ann Lee" in run("keys", "list", *store).output
    who = ("--prepared-by", "Ann Lee", "--prepared-key", ann, "--reviewed-by", "Bo Chan")
    day = ("--cardroom", "harbor", "--day", DAY)
    wrong = run("findings", "sign-off", *store, *day, *who, typed="another phrase\n")
    assert "cannot be unlocked" in str(wrong.exception)
    sealed = run("findings", "sign-off", *store, *day, *who, typed=f"{PHRASE}\n")
    assert f"Signed with {row['key']}." in sealed.output
    shown = run("keys", "show", row["key"][:5], *store).output
    assert f"Prepared harbor {DAY}" in shown
    assert row["public"] in shown
    revoked = ("--by", "Bo Chan", "--reason", "laptop stolen")
    assert run("keys", "revoke", row["key"], *store, *revoked).exit_code == 0
    assert "revoked" in run("keys", "list", *store).output
    assert site.inspected() == []


def test_a_key_made_elsewhere_is_recorded_by_its_public_half(site: Site, ann: Path) -> None:
    made = run("keys", "new", "-o", ann, "--passphrase", PHRASE)
    public = made.output.split("public half is ")[1].split(";")[0]
    store = ("--store", site.store, "--name", "Ann Lee")
    assert run("keys", "add", public, *store).exit_code == 0
    assert "is not a public key" in str(run("keys", "add", "12", *store).exception)

"""heads.log: whoever cuts off the end of the history, and all that follows from it, is found."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from pathlib import Path

import pytest
from click.testing import CliRunner
from support.nights import DAY, Site

from feeaudit.cli import cli
from feeaudit.core.problem import Unknown
from feeaudit.register.dispositions import Decision, resolve
from feeaudit.register.heads import heads_file
from feeaudit.register.history import digest_of, link
from feeaudit.register.integrity import verify
from feeaudit.register.standings import refresh_states
from feeaudit.register.store import open_store
from feeaudit.register.upgrades import writable

NOW = "2026-03-08T09:00:00Z"


@pytest.fixture(scope="module")
def friday(tmp_path_factory: pytest.TempPathFactory) -> Site:
    site = Site(tmp_path_factory.mktemp("friday") / "site")
    site.arrive("friday", wrong=(1, 2))
    site.night()
    return site


@pytest.fixture
def site(friday: Site, tmp_path: Path) -> Site:
    """A store with one night, two findings and the heads that were noted of it."""
    return friday.copied(tmp_path / "site")


def resolved(site: Site) -> None:
    with writable(open_store(site.store), NOW) as connection:
        found = connection.execute("SELECT * FROM findings WHERE state = 'open'").fetchone()
        resolve(connection, found, "refunded", Decision("Ann Lee", "at the cage", DAY), NOW)


def cut_off(site: Site) -> None:
    """Take back the newest decision with all that follows from it, as if it had never been."""
    with closing(sqlite3.connect(site.store / "register.sqlite")) as connection:
        named = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
        triggers = connection.execute(named).fetchall()
        for name, _ in triggers:
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute("DELETE FROM history WHERE kind = 'resolution'")
        connection.execute("DELETE FROM resolutions")
        connection.execute("DELETE FROM identities")
        refresh_states(connection, "harbor", DAY)
        for _, sql in triggers:
            connection.execute(sql)
        connection.commit()


def heads(site: Site) -> list[str]:
    path = heads_file(open_store(site.store))
    return path.read_text(encoding="utf-8").splitlines()


def test_every_run_and_decision_is_noted_beside_the_store(site: Site) -> None:
    resolved(site)
    assert heads_file(open_store(site.store)) == site.root / "heads.log"
    # The first night notes a head before it records what it found noted.
    assert [line.split()[4] for line in heads(site)] == ["run", "night", "resolution"]
    site.night()
    assert len(heads(site)) == 3


def test_what_was_recorded_before_something_was_refused_is_noted(site: Site) -> None:
    (found, _) = [row["id"] for row in site.rows("SELECT id FROM findings")]
    waiver = [
        "findings",
        "waive",
        found,
        found,
        "--store",
        str(site.store),
        "--until",
        "2099-01-01",
    ]
    people = ["--prepared-by", "Ann Lee", "--approved-by", "Bo Chan"]
    why = ["--reason", "a letter", "--authority", "the letter"]
    refused = CliRunner().invoke(cli, [*waiver, *people, *why]).exception
    assert "already recorded" in str(refused)
    assert [line.split()[4] for line in heads(site)][1:] == ["night", "waiver"]
    assert site.problems() == []


def test_a_decision_that_was_cut_off_is_found_without_being_asked_for(site: Site) -> None:
    resolved(site)
    assert site.problems() == []
    cut_off(site)
    (problem,) = site.problems()
    assert "(resolution) was" in problem
    assert "cut off or rewritten" in problem
    assert verify(site.store, heads=False) == []
    assert site.night().exit_code == 2
    assert "cut off or rewritten" in site.events("failed")[0]


def test_a_store_that_was_made_anew_is_found(site: Site, tmp_path: Path) -> None:
    other = Site(tmp_path / "other")
    other.arrive("friday")
    other.night(clock=lambda: "2026-03-09T06:00:00Z")
    (site.store / "register.sqlite").unlink()
    (other.store / "register.sqlite").rename(site.store / "register.sqlite")
    assert any("it has no head of this history" in each for each in site.problems())


def test_heads_that_are_gone_are_missed(site: Site) -> None:
    (site.root / "heads.log").unlink()
    (problem,) = site.problems()
    assert "--without-heads" in problem
    assert verify(site.store, heads=False) == []


def test_a_hash_noted_earlier_does_not_keep_heads_from_being_looked_at(site: Site) -> None:
    earlier = heads(site)[0].split()[3]
    resolved(site)
    assert verify(site.store, earlier) == verify(site.store, earlier[:16].upper()) == []
    cut_off(site)
    (problem,) = verify(site.store, earlier)
    assert "(resolution) was" in problem
    (site.root / "heads.log").unlink()
    assert verify(site.store, earlier) == []


def test_what_is_no_hash_of_an_entry_is_refused(site: Site) -> None:
    for given in ("", " ", "a", "%", "0" * 15, "0" * 65, "z" * 64):
        words = ["verify", "--store", str(site.store), "--head", given]
        refused = CliRunner().invoke(cli, words).exception
        assert isinstance(refused, Unknown)
        assert "is not the hash of an entry" in str(refused)


def test_a_line_that_nobody_noted_is_found(site: Site) -> None:
    with (site.root / "heads.log").open("a", encoding="utf-8") as file:
        file.write("all is well\n")
    (problem,) = site.problems()
    assert "line 3: not a head" in problem


def test_a_night_that_died_before_it_noted_its_head_is_no_matter_for_the_next(site: Site) -> None:
    without_lines(site, 1)
    assert "a command was interrupted" in site.problems()[0]
    assert site.night().failed == []
    assert site.problems() == []


def test_a_file_of_heads_that_was_emptied_is_missed_by_the_next_night(site: Site) -> None:
    (site.root / "heads.log").write_text("", encoding="utf-8")
    assert "empty, though heads were noted there" in site.night().failed[0]


def test_two_stores_may_share_a_file(tmp_path: Path) -> None:
    sites = [Site(tmp_path / name) for name in ("one", "two")]
    for number, each in enumerate(sites):
        each.store.mkdir()
        settings = f'heads = "{(tmp_path / "both.log").as_posix()}"\n'
        (each.store / "store.toml").write_text(settings, encoding="utf-8")
        each.arrive("friday", wrong=(1 + number,))
        each.night(clock=lambda day=number: f"2026-03-0{7 + day}T06:00:00Z")
    assert not (sites[0].root / "heads.log").exists()
    assert [each.problems() for each in sites] == [[], []]
    resolved(sites[0])
    cut_off(sites[0])
    assert [len(each.problems()) for each in sites] == [1, 0]


def several(site: Site, *places: str) -> None:
    """Have heads noted in some places from now on."""
    text = ", ".join(f'"{each}"' for each in places)
    (site.store / "store.toml").write_text(f"heads = [{text}]\n", encoding="utf-8")


def test_several_places_are_noted_in_and_each_finds_what_was_cut_off(site: Site) -> None:
    several(site, "../heads.log", "../copy.log")
    resolved(site)
    copy = site.root / "copy.log"
    assert copy.read_text(encoding="utf-8").split()[4] == "resolution"
    assert site.problems() == []
    # Whoever cuts off the history and one file of heads is found by the other.
    cut_off(site)
    (site.root / "heads.log").write_text("".join(f"{each}\n" for each in heads(site)[:-1]))
    (problem,) = site.problems()
    assert problem.startswith(f"{copy}, line 1: entry")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device here")
def test_a_device_is_never_read_and_never_written_to(site: Site) -> None:
    several(site, "../heads.log", "/dev/full")
    with pytest.raises(Unknown, match=r"/dev/full \(it is not a file"):
        resolved(site)
    assert any("/dev/full: missing" in each for each in site.problems())


def test_a_place_that_cannot_be_written_to_keeps_no_other_from_being_noted_in(site: Site) -> None:
    several(site, "nowhere/heads.log", "../heads.log")
    with pytest.raises(Unknown, match=r"nowhere/heads\.log .* could not be noted there"):
        resolved(site)
    assert [line.split()[4] for line in heads(site)][1:] == ["night", "resolution"]


def without_lines(site: Site, *gone: int) -> None:
    kept = [line for place, line in enumerate(heads(site)) if place not in gone]
    (site.root / "heads.log").write_text("".join(f"{line}\n" for line in kept), encoding="utf-8")


def test_lines_removed_since_the_last_night_are_missed_at_the_end_alone(site: Site) -> None:
    resolved(site)
    resolved(site)
    whole = (site.root / "heads.log").read_bytes()
    without_lines(site, 3)
    (problem,) = site.problems()
    assert "the last head noted there is that of entry" in problem
    # The later head vouches for all before it.
    (site.root / "heads.log").write_bytes(whole)
    without_lines(site, 2)
    assert site.problems() == []


def test_a_line_removed_from_before_the_last_night_is_missed(site: Site) -> None:
    resolved(site)
    site.night(date="2026-03-08")
    assert site.problems() == []
    without_lines(site, 0)
    (problem,) = site.problems()
    assert "the 3 heads that the last night found there" in problem
    assert site.night(date="2026-03-09").exit_code == 2
    assert "lines were removed or changed" in site.events("failed")[0]
    # It is asked for until it is back, or another file is named; then that is on the record.
    assert site.night(date="2026-03-10").exit_code == 2
    several(site, "../another.log")
    assert site.night(date="2026-03-11").exit_code == 2
    assert "now noted in ../another.log" in site.events("heads")[0]
    assert "Heads noted elsewhere: ../heads.log" in (site.store / "summary.txt").read_text()
    assert site.night(date="2026-03-12").exit_code == 0
    assert site.inspected() == []


def test_heads_that_were_removed_are_not_begun_again_in_silence(site: Site) -> None:
    resolved(site)
    site.night(date="2026-03-08")
    (site.root / "heads.log").unlink()
    assert site.night(date="2026-03-09").exit_code == 2
    assert "missing, though heads were noted there" in site.events("failed")[0]
    (problem,) = site.problems()
    assert "the 3 heads that the last night found there" in problem


def test_another_file_named_in_store_toml_hides_nothing(site: Site) -> None:
    resolved(site)
    cut_off(site)
    several(site, "../forged.log")
    lines = heads(site)[:-1]
    (site.root / "forged.log").write_text("\n".join([*lines, ""]), encoding="utf-8")
    (problem,) = site.problems()
    assert problem.startswith(f"{site.root / 'heads.log'}, line 3: entry")


def test_a_place_that_is_no_text_is_refused(site: Site) -> None:
    for named in ("5", "[true]", '"a\\u0000b"'):
        (site.store / "store.toml").write_text(f"heads = {named}\n", encoding="utf-8")
        with pytest.raises(Unknown, match="heads"):
            verify(site.store)


def test_a_history_that_says_nonsense_of_its_heads_is_answered_in_words(site: Site) -> None:
    with closing(sqlite3.connect(site.store / "register.sqlite")) as connection:
        number, kind, at, _, _, previous, _ = connection.execute(
            "SELECT * FROM history ORDER BY number DESC LIMIT 1"
        ).fetchone()
        connection.execute("DROP TRIGGER history_is_never_deleted")
        connection.execute("DELETE FROM history WHERE number = ?", (number,))
        entry = '{"date":"2026-03-07","heads":[5],"troubles":[]}'
        digest = digest_of(entry)
        row = (number, kind, at, entry, digest, previous, link(number, kind, at, digest, previous))
        connection.execute("INSERT INTO history VALUES (?, ?, ?, ?, ?, ?, ?)", row)
        connection.execute(
            "CREATE TRIGGER history_is_never_deleted BEFORE DELETE ON history\n"
            "  BEGIN SELECT RAISE(ABORT, 'the history is only ever added to'); END"
        )
        connection.commit()
    (problem,) = site.problems()
    assert "feeaudit never writes such an entry" in problem
    with pytest.raises(Unknown, match="is not one that feeaudit writes"):
        site.night()


def test_a_place_that_cannot_be_written_to_is_told_and_nothing_is_lost(site: Site) -> None:
    (site.store / "store.toml").write_text('heads = "nowhere/heads.log"\n', encoding="utf-8")
    with pytest.raises(Unknown, match="could not be noted there"):
        resolved(site)
    assert len(site.rows("SELECT * FROM resolutions")) == 1
    (site.store / "nowhere").mkdir()
    site.night()
    lines = (site.store / "nowhere" / "heads.log").read_text(encoding="utf-8").splitlines()
    (last,) = site.rows("SELECT number, kind FROM history ORDER BY number DESC LIMIT 1")
    assert lines[-1].split()[2] == str(last["number"])
    assert last["kind"] == "night"


@pytest.mark.slow
def test_a_byte_that_the_database_does_not_use_is_found_when_it_changes(site: Site) -> None:
    resolved(site)
    register = site.store / "register.sqlite"
    whole = register.read_bytes()
    silent = 0
    for place in range(0, len(whole), len(whole) // 150):
        edited = bytearray(whole)
        edited[place] ^= 0xFF
        register.write_bytes(edited)
        with suppress(Unknown):
            assert site.problems(), place
            silent += not verify(site.store, heads=False)
    # Else this would prove nothing.
    assert silent
    register.write_bytes(whole)
    assert site.problems() == []


def test_a_register_that_another_program_packed_is_found(site: Site) -> None:
    resolved(site)
    with closing(sqlite3.connect(site.store / "register.sqlite")) as connection:
        connection.execute("VACUUM")
    (problem,) = site.problems()
    assert "its bytes are not those that were noted with its last entry" in problem


def test_a_copy_that_the_database_made_is_as_good_as_the_register(site: Site) -> None:
    resolved(site)
    register, copy = site.store / "register.sqlite", site.root / "copy.sqlite"
    with closing(sqlite3.connect(register)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
    assert copy.read_bytes() != register.read_bytes()
    copy.replace(register)
    assert site.problems() == []
    edited = bytearray(register.read_bytes())
    edited[27] += 1
    register.write_bytes(edited)
    assert site.problems()


def test_whoever_only_reads_changes_no_byte(site: Site) -> None:
    resolved(site)
    before = (site.store / "register.sqlite").read_bytes()
    site.rows("SELECT * FROM findings")
    with closing(sqlite3.connect(site.store / "register.sqlite")) as connection:
        connection.execute("SELECT * FROM findings").fetchall()
    assert site.problems() == []
    assert (site.store / "register.sqlite").read_bytes() == before

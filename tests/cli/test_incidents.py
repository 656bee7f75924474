"""``feeaudit incidents``: by likely cause, from an audit's results or from a store."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from support.audited import bad_night
from support.shipped import shipped_book

from feeaudit.cli import cli
from feeaudit.report import findings_json
from feeaudit.simulate import simulate, write_simulation

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

pytestmark = pytest.mark.slow


@pytest.fixture
def results(tmp_path: Path) -> Path:
    night = bad_night()
    content = findings_json.rendered(night.result, night.basis)
    (tmp_path / "findings.json").write_bytes(content)
    return tmp_path


def asked(results: Path, *words: str) -> Result:
    return CliRunner().invoke(cli, ["incidents", *words, "--in", str(results)])


def test_the_list_goes_by_stake_and_fits_80_columns(results: Path) -> None:
    answer = asked(results, "list", "--limit", "0")
    assert answer.exit_code == 0
    headings = ("Integrity of the game", "Patrons' money", "The house's money")
    places = [answer.output.index(heading) for heading in headings]
    assert places == sorted(places)
    assert max(map(len, answer.output.splitlines())) <= 80
    assert f"{len(bad_night().result.incidents)} incidents." in answer.output


def test_the_list_can_be_narrowed_and_cut(results: Path) -> None:
    patrons = json.loads(asked(results, "list", "--stake", "patrons", "--format", "json").output)
    assert {each["stake"] for each in patrons} == {"patrons"}
    fees = json.loads(asked(results, "list", "--check", "fee-over", "--format", "json").output)
    assert fees
    assert all("FEE-OVER" in each["checks"] for each in fees)
    first = asked(results, "list", "--limit", "1")
    assert f"The first 1 of {len(bad_night().result.incidents)} incidents." in first.output
    assert "No incidents match." in asked(results, "list", "--table", "nowhere").output


def test_one_incident_is_shown_by_the_beginning_of_its_id(results: Path) -> None:
    incident = bad_night().result.incidents.iloc[0]
    answer = asked(results, "show", incident["id"][:8])
    assert answer.exit_code == 0
    for words in (f"incident {incident['id']}", "At stake:", "Next step:", incident["findings"][0]):
        assert words in answer.output.replace("\n", " ")
    assert json.loads(asked(results, "show", incident["id"], "--format", "json").output)["checks"]


def test_an_unknown_incident_is_refused_in_plain_words(results: Path) -> None:
    answer = asked(results, "show", "zz")
    assert "no incident 'zz' in findings.json" in str(answer.exception)


def test_results_of_an_earlier_version_say_so(tmp_path: Path) -> None:
    (tmp_path / "findings.json").write_text('{"version": 1, "findings": []}', encoding="utf-8")
    assert "earlier feeaudit" in str(asked(tmp_path, "list").exception)


def test_a_day_without_a_store_is_refused(results: Path) -> None:
    assert "--day requires --store" in str(asked(results, "list", "--day", "2026-03-06").exception)


def test_a_store_has_the_incidents_of_its_latest_night(tmp_path: Path) -> None:
    night, store = tmp_path / "in" / "night", tmp_path / "store"
    book = shipped_book()
    plants = {"FEE-OVER": 2, "ROT-INTERVENE": 1}
    made = simulate(book, hands=150, cardrooms=["mortimers"], plant=plants)
    write_simulation(made, night, "csv")
    (night / "planted.csv").unlink()
    words = ["nightly", "--inbox", str(night.parent), "--store", str(store)]
    morning = CliRunner().invoke(cli, [*words, "--date", "2026-03-09", "--settle", "0"])
    assert morning.exit_code == 1, morning.output
    assert "Hands affected" in morning.output
    listed = CliRunner().invoke(cli, ["incidents", "list", "--store", str(store)])
    assert listed.exit_code == 0
    assert "Integrity of the game" in listed.output
    found = json.loads(
        CliRunner()
        .invoke(cli, ["incidents", "list", "--store", str(store), "--format", "json"])
        .output
    )
    page = (store / "index.html").read_text(encoding="utf-8")
    assert all(each["id"] in page for each in found)
    assert "Hands affected" in page
    shown = ["incidents", "show", found[0]["id"], "--store", str(store), "--day", "2026-03-06"]
    assert CliRunner().invoke(cli, shown).exit_code == 0


@pytest.mark.parametrize(
    ("field", "value"),
    [("sentence", None), ("first", "2026-03-06T19:01:00-08:0"), ("over", "1,00"), ("checks", [1])],
)
def test_a_file_that_somebody_edited_is_refused_with_the_place(
    results: Path, field: str, value: object
) -> None:
    path = results / "findings.json"
    document = json.loads(path.read_text(encoding="utf-8"))
    document["incidents"][1][field] = value
    path.write_text(json.dumps(document), encoding="utf-8")
    refused = str(asked(results, "list").exception)
    assert f"see '{field}' of entry 2 of 'incidents'; audit again" in refused

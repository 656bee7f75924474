"""Doubts at the workbench: settled once, on an authority, in the site's own configuration."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING

import pytest
from support.shipped import shipped_book
from support.workbenches import bench_on

from feeaudit.book.catalogue import anomalies_of
from feeaudit.resources import folder
from feeaudit.rules.configuration.reader import config_of

if TYPE_CHECKING:
    from support.nights import Site
    from support.workbenches import Bench

    from feeaudit.rules.configuration.model import SettledDoubt


@pytest.fixture
def bench(site: Site) -> Bench:
    """A workbench with the shipped book."""
    return bench_on(site, book=folder("schedules")).entered()


DOUBT = "mortimers/fortune-pai-gow-poker:1906"


def form(**changed: str) -> dict[str, str]:
    return {
        "anomaly": DOUBT,
        "reading": "each_bet",
        "authority": "Bureau letter of January 5, 2026",
        "from": "2026-01-05",
    } | changed


def settled(site: Site) -> tuple[SettledDoubt, ...]:
    path = site.store / "feeaudit.toml"
    return config_of(path.read_text(encoding="utf-8")).settled if path.is_file() else ()


def test_every_open_doubt_is_listed(bench: Bench) -> None:
    # The whole of an id: another one may go on where it ends.
    listed = set(re.findall(r"mortimers[/@\w-]*:[\w-]+", bench.page("/doubts?cardroom=mortimers")))
    (room,) = (each for each in shipped_book().cardrooms if each.cardroom == "mortimers")
    for each in anomalies_of(room):
        assert (each.id in listed) == each.open


def test_a_doubt_is_settled_in_the_configuration(bench: Bench, site: Site) -> None:
    assert bench.post("/doubts/settle", form()).status_code == 303
    (found,) = settled(site)
    assert (found.anomaly, found.reading) == (DOUBT, "each_bet")
    assert found.start == date(2026, 1, 5)
    assert "Ann Lee" in (site.store / "feeaudit.toml").read_text(encoding="utf-8")


def test_what_stood_in_the_configuration_stays(bench: Bench, site: Site) -> None:
    path = site.store / "feeaudit.toml"
    before = "# Ours.\ngaming_day_starts = 6  # at six\n"
    path.write_text(before, encoding="utf-8")
    assert bench.post("/doubts/settle", form()).status_code == 303
    assert path.read_text(encoding="utf-8").startswith(before)


def test_a_doubt_is_not_settled_twice_for_the_same_days(bench: Bench, site: Site) -> None:
    bench.post("/doubts/settle", form())
    again = bench.post("/doubts/settle", form(reading="total", **{"from": ""}))
    assert again.status_code == 422
    assert len(settled(site)) == 1


def test_another_doubt_and_other_days_of_one_are_settled_besides(bench: Bench, site: Site) -> None:
    assert bench.post("/doubts/settle", form(to="2026-01-31")).status_code == 303
    other = form(anomaly="mortimers:791", reading="seat_by_seat")
    assert bench.post("/doubts/settle", other).status_code == 303
    later = form(reading="as_printed", **{"from": "2026-02-01"})
    assert bench.post("/doubts/settle", later).status_code == 303
    assert [each.anomaly for each in settled(site)] == [DOUBT, "mortimers:791", DOUBT]
    told = bench.post("/doubts/settle", form(**{"from": "2026-01-31"}))
    assert "already settled for some of these days" in told.text


def test_an_unknown_reading_changes_nothing(bench: Bench, site: Site) -> None:
    assert bench.post("/doubts/settle", form(reading="as_we_like")).status_code == 422
    assert settled(site) == ()


def test_nothing_is_settled_without_an_authority(bench: Bench, site: Site) -> None:
    assert bench.post("/doubts/settle", form(authority="  ")).status_code == 422
    assert settled(site) == ()


def test_words_of_a_person_cannot_write_other_settings(bench: Bench, site: Site) -> None:
    hostile = 'x"\n[[waivers]]\nreason = "all'
    assert bench.post("/doubts/settle", form(authority=hostile)).status_code == 303
    path = site.store / "feeaudit.toml"
    config = config_of(path.read_text(encoding="utf-8"))
    assert config.waivers == ()
    assert len(config.settled) == 1


def test_nobody_settles_a_doubt_without_a_name(site: Site) -> None:
    bench = bench_on(site, book=folder("schedules"))
    assert bench.place.start is not None
    bench.get(f"/start?token={bench.place.start.text}")
    assert bench.post("/doubts/settle", form()).status_code == 403
    assert settled(site) == ()
    assert bench.post("/doubts/settle", form(name="Cy Young")).status_code == 303
    assert "by Cy Young." in (site.store / "feeaudit.toml").read_text(encoding="utf-8")

"""An attack on each line of defence: what is not ours is refused, and nothing is recorded."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.workbenches import HOST, ORIGIN, bench_on, heard

from feeaudit.core.problem import Unknown
from feeaudit.workbench.defence.permissions import needed_action
from feeaudit.workbench.opening import Shown, start_address, workplace_of

if TYPE_CHECKING:
    from support.nights import Site
    from support.workbenches import Bench


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8765", "127.0.0.1", "", "localhost:80"]
)
def test_a_foreign_host_is_refused_before_anything_is_said(bench: Bench, host: str) -> None:
    answer = bench.get("/", headers={"Host": host})
    assert answer.status_code == 421
    assert "harbor" not in answer.text


@pytest.mark.parametrize("host", [HOST, "LOCALHOST:8765", "[::1]:8765"])
def test_names_of_this_computer_are_served(bench: Bench, host: str) -> None:
    # Browsers keep a cookie for each name; without one this is a stranger, but no foreign host.
    assert bench.get("/", headers={"Host": host}).status_code in {200, 403}


def test_nothing_is_shown_without_the_start_token(site: Site) -> None:
    stranger = bench_on(site)
    for path in ("/", "/name", "/nothing"):
        answer = stranger.get(path)
        assert answer.status_code == 403, path
        assert "harbor" not in answer.text


@pytest.mark.parametrize("token", ["", "wrong", "ünïcode"])
def test_a_wrong_start_token_opens_nothing(site: Site, token: str) -> None:
    stranger = bench_on(site)
    assert stranger.get(f"/start?token={token}").status_code == 403
    assert stranger.get("/").status_code == 403


def test_to_ask_whether_the_start_address_is_there_does_not_use_it_up(site: Site) -> None:
    bench = bench_on(site)
    assert bench.place.start is not None
    start = f"/start?token={bench.place.start.text}"
    looked = bench.client.head(start, headers={"Host": HOST})
    assert (looked.status_code, looked.headers.get("Set-Cookie")) == (405, None)
    assert bench.get(start).status_code == 303


def test_the_start_token_works_once(site: Site) -> None:
    bench = bench_on(site).entered()
    other = bench.client.application.test_client()
    again = start_address(bench.place).removeprefix(ORIGIN)
    assert other.get(again, headers={"Host": HOST}).status_code == 403
    assert bench.get(again).status_code == 303, "whoever is in already goes on"


def test_the_cookie_is_for_this_site_alone(site: Site) -> None:
    bench = bench_on(site)
    assert bench.place.start is not None
    given = bench.get(f"/start?token={bench.place.start.text}").headers["Set-Cookie"]
    assert "HttpOnly" in given
    assert "SameSite=Strict" in given
    assert "feeaudit-8765=" in given


def test_a_made_up_cookie_is_nobody(site: Site) -> None:
    stranger = bench_on(site)
    stranger.client.set_cookie("feeaudit-8765", "guessed")
    assert stranger.get("/").status_code == 403


@pytest.mark.parametrize("origin", ["https://evil.example", "http://127.0.0.1:9999", "null", None])
def test_a_write_from_another_origin_is_refused(bench: Bench, origin: str | None) -> None:
    answer = bench.post("/name", {"name": "Eve Eve"}, headers={"Origin": origin})
    assert answer.status_code == 403
    assert "Eve" not in bench.page("/")


def test_a_page_under_one_name_of_this_computer_does_not_write_to_another(bench: Bench) -> None:
    named = ORIGIN.replace("127.0.0.1", "localhost")
    answer = bench.post("/name", {"name": "Eve Eve"}, headers={"Origin": named})
    assert answer.status_code == 403
    assert "Eve" not in bench.page("/")
    assert bench.post("/name", {"name": "Bo Chan"}, headers={"Origin": ORIGIN}).status_code == 303


@pytest.mark.parametrize("token", ["", "guessed"])
def test_a_form_without_the_token_of_its_session_is_refused(bench: Bench, token: str) -> None:
    answer = bench.post("/name", {"name": "Eve Eve", "form_token": token})
    assert answer.status_code == 403
    assert "Eve" not in bench.page("/")


def test_the_form_token_of_one_session_is_not_that_of_another(site: Site, bench: Bench) -> None:
    other = bench_on(site).entered("Bo Chan")
    assert bench.post("/name", {"name": "Eve Eve", "form_token": other.token()}).status_code == 403


def test_every_page_that_takes_a_form_says_what_it_does(bench: Bench) -> None:
    app = bench.client.application
    writing = [rule.endpoint for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())]
    assert writing
    with app.app_context():
        assert [each for each in writing if not needed_action(each)] == []


def test_every_answer_carries_the_strict_policy(bench: Bench) -> None:
    for path in ("/", "/nothing", "/name"):
        policy = bench.get(path).headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert bench.get(path).headers["Cache-Control"] == "no-store"


def test_pages_hold_nothing_inline(bench: Bench) -> None:
    for path in ("/", "/name"):
        text = bench.page(path)
        assert " style=" not in text
        assert " onclick=" not in text
        assert "<style" not in text
        assert "<script>" not in text


@pytest.mark.parametrize(
    "path",
    ["/assets/x/../../etc/passwd", "/assets/%2e%2e/style.css", "/assets/0/..%2f..%2fetc%2fpasswd"],
)
def test_no_path_of_the_browser_is_opened(bench: Bench, path: str) -> None:
    assert bench.get(path).status_code == 404


@pytest.mark.parametrize(
    "back",
    ["//evil.example", "/\\evil.example", "https://evil.example", "/\t/evil.example", "evil"],
)
def test_nobody_is_sent_to_another_site(bench: Bench, back: str) -> None:
    answer = bench.post("/name", {"name": "Ann Lee", "back": back})
    assert answer.headers["Location"] == "/"


def test_a_form_larger_than_forms_are_is_not_read(bench: Bench) -> None:
    assert bench.post("/name", {"name": "x" * 2_000_000}).status_code == 413


def test_other_computers_are_not_let_in_without_somebody_to_vouch(site: Site) -> None:
    with pytest.raises(Unknown, match="nobody would sign in"):
        workplace_of(heard("192.0.2.1"), (), Shown(site.book, site.store), site.root)


def test_a_session_ends_when_its_person_leaves(bench: Bench) -> None:
    assert bench.post("/leave").status_code == 200
    assert bench.get("/").status_code == 403

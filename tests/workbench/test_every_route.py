"""Every route is attacked in every way: what is added later is attacked as soon as it is there."""

from __future__ import annotations

import hashlib
import re
from io import BytesIO
from typing import TYPE_CHECKING, Any

import pytest
from support.proxied import SIGN_IN, Behind, configure, people
from support.workbenches import ORIGIN, bench_on

from feeaudit.workbench.defence.permissions import needed_action, records_something

if TYPE_CHECKING:
    from flask import Flask
    from support.nights import Site
    from support.workbenches import Bench
    from werkzeug.routing import Rule

DAY = "/sign-off/harbor/2026-03-06"
# What a form may do without recording anything: say a name, leave, verify.
HARMLESS = {"entrance.say_name", "entrance.leave", "verification.start"}
_BOX = re.compile(r'name="chosen" value="(i[^"]+)"')


def writing(app: Flask) -> list[Rule]:
    """Return the routes that take forms."""
    return [rule for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())]


def address(rule: Rule, text: str = "x") -> str:
    """Return an address of a route with a text for each of its parts."""
    return re.sub(r"<int:\w+>", "1", re.sub(r"<\w+>", text, rule.rule))


def recorded(site: Site) -> str:
    """Return a digest of what is recorded: the history, the settings, the profiles, the book."""
    told = repr(site.rows("SELECT number, hash FROM history"))
    files = [*site.store.glob("*.toml"), *site.store.glob("profiles/*"), *site.book.rglob("*.yaml")]
    for path in sorted(files):
        told += f"{path}\n{path.read_text(encoding='utf-8')}"
    return hashlib.sha256(told.encode()).hexdigest()


@pytest.fixture
def behind(site: Site) -> Behind:
    configure(site, people("proxy header", "front proxy") + SIGN_IN)
    return Behind(site)


def test_whatever_records_needs_more_than_looking(bench: Bench) -> None:
    app = bench.client.application
    with app.app_context():
        told = {each.endpoint: needed_action(each.endpoint) for each in writing(app)}
        records = {name for name in told if records_something(name)}
    assert len(records) >= 10
    assert {name for name, action in told.items() if action in {"", "view"}} == HARMLESS
    assert not records & HARMLESS


def test_a_viewer_is_refused_by_every_form(behind: Behind, site: Site) -> None:
    vic, before = behind.browser("vic"), recorded(site)
    for rule in writing(behind.app):
        if rule.endpoint not in HARMLESS:
            assert vic.post(address(rule)).status_code == 403, rule.rule
    assert recorded(site) == before


def test_a_read_only_workbench_refuses_every_form_that_records(site: Site) -> None:
    bench, before = bench_on(site, read_only=True).entered(), recorded(site)
    app = bench.client.application
    with app.app_context():
        rules = [rule for rule in writing(app) if records_something(rule.endpoint)]
    for rule in rules:
        answer = bench.post(address(rule))
        assert answer.status_code == 403, rule.rule
        assert "read-only" in answer.text
    assert recorded(site) == before


@pytest.mark.parametrize(
    ("headers", "fields"),
    [
        ({"Origin": None}, {}),
        ({"Origin": "null"}, {}),
        ({"Origin": "https://evil.example"}, {}),
        ({"Origin": f"{ORIGIN}.evil.example"}, {}),
        ({"Origin": ORIGIN.replace("8765", "9999")}, {}),
        ({"Origin": None, "Referer": f"{ORIGIN}/queue"}, {}),
        ({}, {"form_token": ""}),
        ({}, {"form_token": "guessed"}),
    ],
)
def test_every_form_of_another_site_is_refused(
    bench: Bench, site: Site, headers: dict[str, Any], fields: dict[str, str]
) -> None:
    before = recorded(site)
    for rule in writing(bench.client.application):
        answer = bench.post(address(rule), fields, headers=headers)
        assert answer.status_code == 403, rule.rule
    assert recorded(site) == before
    assert bench.get("/").status_code == 200, "nobody was made to leave"


@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "PATCH", "DELETE"])
def test_nothing_is_recorded_by_another_method(bench: Bench, site: Site, method: str) -> None:
    before, app = recorded(site), bench.client.application
    reading = {rule.rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())}
    for rule in writing(app):
        how = bench._as_browser({}, {"Origin": ORIGIN})  # noqa: SLF001 - as this browser sends
        fields = {"form_token": bench.token()}
        path = f"{address(rule)}?act=explained&reason=x&name=Eve"
        answer = bench.client.open(path, method=method, data=fields, **how)
        looked = rule.rule in reading and method in {"GET", "HEAD"}
        assert answer.status_code < 500, rule.rule
        assert looked or answer.status_code in {403, 404, 405}, rule.rule
    assert recorded(site) == before


@pytest.mark.parametrize(
    "text",
    ["..", "%2e%2e", "..%2f..%2fetc%2fpasswd", "..%5c..", "%00", "C:", "~", "%2fetc%2fpasswd"],
)
def test_no_part_of_an_address_is_opened(bench: Bench, text: str) -> None:
    for rule in bench.client.application.url_map.iter_rules():
        if "<" in rule.rule and "GET" in (rule.methods or ()):
            answer = bench.get(address(rule, text))
            # Doubled slashes are sent on to the same address without them.
            assert answer.status_code in {308, 404, 422}, (rule.rule, answer.status_code)
            assert "root:" not in answer.text
            assert "cardroom.yaml" not in answer.text, rule.rule


def attempts(behind: Behind, site: Site) -> dict[str, tuple[str, dict[str, Any]]]:
    """Return for each route that records what would record something at the harbor."""
    bo = behind.browser("bo")
    incident = _BOX.findall(bo.page("/queue"))[0]
    finding = site.rows("SELECT number FROM findings WHERE over > 0")[0]["number"]
    paid = {
        "finding": str(finding),
        "paid_to": "Pat Roe",
        "receipt": "R-1",
        "paid_on": "2026-03-07",
    }
    assert bo.post("/restitution/pay", paid).status_code == 303
    payment = site.rows("SELECT number FROM payments")[0]["number"]
    assert bo.post(DAY, {"reason": "Refunds follow"}).status_code == 303
    proposal = site.rows("SELECT number FROM proposals")[0]["number"]
    draft = "/draft/harbor/1"
    site.arrive_note()
    site.night()
    note = site.rows("SELECT number FROM arrivals WHERE outcome = 'quarantined'")[0]["number"]
    return {
        "decide.decide": ("/decide", {"act": "comment", "reason": "x", "chosen": [incident]}),
        "deliveries.let_be": ("/deliveries/dismiss", {"file": str(note), "reason": "x"}),
        "restitution.record_payment": ("/restitution/pay", paid | {"receipt": "R-2"}),
        "restitution.correct": (
            "/restitution/correct",
            {"number": str(payment), "payment": str(payment), "reason": "x"},
        ),
        "sign_off.sign": (DAY, {"reason": "x", "reviewed_by": "Bo Chan"}),
        "sign_off.answer": (f"/proposals/{proposal}", {"act": "approve"}),
        "doubts.settle": ("/doubts/settle", {"anomaly": "", "reading": "x", "authority": "x"}),
        "draft.mark": (f"{draft}/mark", {"row": "1", "seen": "checked"}),
        "draft.fee": (f"{draft}/fee", {"option": "1", "component": "player", "fee": "9"}),
        "draft.anomaly": (f"{draft}/anomaly", {"anomaly": "kind: gap"}),
        "bring_log.save_profile": ("profile", {}),
        "bring_log.keep_log": ("keep", {}),
    }


def test_an_administrator_of_another_cardroom_records_nothing_at_this_one(
    behind: Behind, site: Site
) -> None:
    tried, chief = attempts(behind, site), behind.browser("chief")
    with behind.app.app_context():
        rules = [each.endpoint for each in writing(behind.app) if records_something(each.endpoint)]
    assert {*tried} == {*rules}, "a route was added: say here what it would record"
    log = b"hand_id,cardroom,table,started_at,game\n1,harbor,T1,2026-03-09 19:00,harbor-blackjack\n"
    sent = chief.post("/bring", {"file": (BytesIO(log), "hands.csv")})
    before = recorded(site)
    for name, (path, fields) in tried.items():
        if name == "doubts.settle":
            continue  # the harbor's paper leaves nothing open
        whole = path if path.startswith("/") else f"{sent.headers['Location']}/{path}"
        answer = chief.post(whole, fields)
        assert (name, answer.status_code) == (name, 403), answer.text
        assert recorded(site) == before, name

"""Several people: who somebody is, is proven; what they may do, they may; two sign, not one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from support.providers import CLIENT, provider
from support.proxied import (
    PROXY,
    PUBLIC,
    SIGN_IN,
    Behind,
    ProxiedBench,
    configure,
    people,
)

from feeaudit.core.problem import BookError, Unknown
from feeaudit.core.toml_nodes import read_toml
from feeaudit.manual_topics import topic_file
from feeaudit.nightly.settings import SETTINGS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from support.nights import Site
    from support.providers import Provider
    from support.workbenches import Bench

_BOX = re.compile(r'name="chosen" value="(i[^"]+)"')


@pytest.fixture
def behind(site: Site) -> Behind:
    """A workbench behind a proxy that signs four people in."""
    configure(site, people("proxy header", "front proxy") + SIGN_IN)
    return Behind(site)


def decide(bench: Bench, **fields: Any) -> Any:
    boxes = _BOX.findall(bench.page("/queue"))
    usual = {"act": "explained", "reason": "Looked at it", "chosen": boxes}
    return bench.post("/decide", usual | fields)


def test_the_header_of_the_proxy_says_who_somebody_is(behind: Behind, site: Site) -> None:
    ann = behind.browser("ann")
    assert "Ann Lee" in ann.page("/")
    assert decide(ann).status_code == 303
    (who,) = {
        tuple(row.values())
        for row in site.rows("SELECT name, proof, issuer, subject FROM identities")
    }
    assert who == ("Ann Lee", "proxy header", "front proxy", "ann")
    assert site.inspected() == []


@pytest.mark.parametrize("peer", ["127.0.0.1", "10.0.0.6", "192.0.2.7", "::1", ""])
def test_a_header_from_another_address_is_forged(behind: Behind, peer: str) -> None:
    answer = behind.browser("bo", peer=peer).get("/")
    assert answer.status_code == 403
    assert "does not come from front proxy" in answer.text
    assert "harbor" not in answer.text


def test_a_forwarded_address_is_not_believed(behind: Behind) -> None:
    forged = {"X-Forwarded-For": PROXY, "X-Real-Ip": PROXY, "Forwarded": f"for={PROXY}"}
    assert behind.browser("bo", peer="192.0.2.7", **forged).get("/").status_code == 403


@pytest.mark.parametrize("user", [None, "", "nobody", "ann,bo", "ann, ann"])
def test_whom_the_proxy_does_not_name_is_nobody(behind: Behind, user: str | None) -> None:
    answer = behind.browser(user).get("/")
    assert answer.status_code == 403
    assert "harbor" not in answer.text


def test_the_secret_tells_the_proxy_from_its_neighbors(site: Site) -> None:
    (site.root / "secret").write_text("between us\n", encoding="utf-8")
    file = f'secret_file = "{(site.root / "secret").as_posix()}"\n'
    configure(site, people("proxy header", "front proxy") + SIGN_IN + file)
    behind = Behind(site)
    assert behind.browser("ann").get("/").status_code == 403
    assert behind.browser("ann", **{"X-Feeaudit-Secret": "guessed"}).get("/").status_code == 403
    assert behind.browser("ann", **{"X-Feeaudit-Secret": "between us"}).get("/").status_code == 200


def test_a_cookie_of_one_person_is_not_anothers(behind: Behind, site: Site) -> None:
    ann = behind.browser("ann")
    token = ann.token()
    bo = ProxiedBench(behind.place, ann.client, PROXY, "bo", {})
    assert "Bo Chan" in bo.page("/")
    answer = bo.post("/decide", {"act": "explained", "reason": "x", "form_token": token})
    assert answer.status_code == 403, "the form was Ann's"
    assert site.rows("SELECT 1 FROM history WHERE kind = 'resolution'") == []


def test_the_cookie_is_held_to_the_public_host(behind: Behind) -> None:
    given = behind.browser("ann").get("/").headers["Set-Cookie"]
    assert given.startswith("__Host-feeaudit")
    assert "Secure" in given
    assert "SameSite=Strict" in given


def test_a_viewer_looks_and_records_nothing(behind: Behind, site: Site) -> None:
    vic = behind.browser("vic")
    assert vic.get("/queue").status_code == 200
    before = site.rows("SELECT count(*) AS n FROM history")
    assert decide(vic).status_code == 403
    day = "/sign-off/harbor/2026-03-06"
    payment = {"finding": "1", "paid_to": "Pat Roe", "receipt": "R-1"}
    for path, fields in (
        ("/restitution/pay", payment),
        (day, {"reason": "x"}),
        ("/proposals/1", {"act": "approve"}),
    ):
        assert vic.post(path, fields).status_code == 403, path
    assert site.rows("SELECT count(*) AS n FROM history") == before


def test_whoever_is_of_another_cardroom_sees_nothing_of_this_one(
    behind: Behind, site: Site
) -> None:
    other = behind.browser("elsewhere")
    incident = site.rows("SELECT id FROM incidents")[0]["id"]
    finding = site.rows("SELECT id FROM findings")[0]["id"]
    for path in (
        "/queue?cardroom=harbor",
        f"/incidents/harbor/2026-03-06/{incident}",
        f"/findings/harbor/2026-03-06/{finding}",
        "/reports/harbor/2026-03-06/findings.json",
        "/rotation?cardroom=harbor",
        "/restitution?cardroom=harbor",
        "/restitution/ledger.csv?cardroom=harbor",
        "/sign-off/harbor/2026-03-06",
        "/packs/pack.zip?start=2026-03-06&end=2026-03-06&cardroom=harbor",
        "/verify",
    ):
        assert other.get(path).status_code == 403, path
    for path in ("/", "/queue", "/rotation", "/restitution", "/sign-off", "/packs"):
        answer = other.get(path)
        assert answer.status_code in {200, 403}, path
        assert "harbor" not in answer.text, path
    assert decide_blind(other, site).status_code == 403


def decide_blind(bench: Bench, site: Site) -> Any:
    number = site.rows("SELECT number FROM incidents")[0]["number"]
    return bench.post("/decide", {"act": "explained", "reason": "x", "chosen": [f"i{number}~x"]})


def test_two_people_sign_and_neither_signs_alone(behind: Behind, site: Site) -> None:
    ann, bo = behind.browser("ann"), behind.browser("bo")
    day = "/sign-off/harbor/2026-03-06"
    assert ann.post(day, {"reason": "Refunds follow", "reviewed_by": "Bo Chan"}).status_code == 303
    assert site.rows("SELECT * FROM sign_offs") == [], "a typed name is nobody's signature"
    number = site.rows("SELECT number FROM proposals")[0]["number"]
    assert ann.post(f"/proposals/{number}", {"act": "approve"}).status_code == 403
    assert "prepared by" in bo.page("/")
    assert bo.post(f"/proposals/{number}", {"act": "approve"}).status_code == 303
    (signed,) = site.rows("SELECT prepared_by, reviewed_by FROM sign_offs")
    assert signed == {"prepared_by": "Ann Lee", "reviewed_by": "Bo Chan"}
    assert "proxy header bo at front proxy" in bo.page(day)
    assert bo.post(f"/proposals/{number}", {"act": "approve"}).status_code == 422
    assert site.inspected() == []


def test_a_reviewer_does_not_approve_what_they_prepared(behind: Behind, site: Site) -> None:
    bo = behind.browser("bo")
    assert bo.post("/sign-off/harbor/2026-03-06", {"reason": "Refunds follow"}).status_code == 303
    number = site.rows("SELECT number FROM proposals")[0]["number"]
    assert bo.post(f"/proposals/{number}", {"act": "approve"}).status_code == 422
    assert site.rows("SELECT * FROM sign_offs") == []
    assert (
        bo.post(f"/proposals/{number}", {"act": "decline", "reason": "Too early"}).status_code
        == 303
    )


def test_a_waiver_waits_for_another_person(behind: Behind, site: Site) -> None:
    ann, bo = behind.browser("ann"), behind.browser("bo")
    waiver = {
        "act": "waive",
        "until": "2099-01-01",
        "authority": "Bureau letter",
        "approved_by": "Bo Chan",
    }
    assert decide(ann, **waiver).status_code == 303
    assert site.rows("SELECT * FROM waivers") == []
    for row in site.rows("SELECT number FROM proposals"):
        assert bo.post(f"/proposals/{row['number']}", {"act": "approve"}).status_code == 303
    assert {row["waived_until"] for row in site.rows("SELECT waived_until FROM findings")} == {
        "2099-01-01"
    }
    assert site.inspected() == []


def test_a_role_that_is_taken_away_is_gone_at_once(behind: Behind, site: Site) -> None:
    ann = behind.browser("ann")
    assert ann.get("/").status_code == 200
    settings = site.store / "store.toml"
    text = settings.read_text(encoding="utf-8").replace('subject = "ann"', 'subject = "gone"')
    settings.write_text(text, encoding="utf-8")
    assert ann.get("/").status_code == 403


def test_nobody_types_a_name_where_people_sign_in(behind: Behind) -> None:
    ann = behind.browser("ann")
    assert ann.post("/name", {"name": "Bo Chan"}).status_code == 403
    assert "Ann Lee" in ann.page("/")


def test_other_computers_may_come_once_somebody_vouches(site: Site) -> None:
    configure(site, people("proxy header", "front proxy") + SIGN_IN)
    assert Behind(site, "192.0.2.1").browser("ann").get("/").status_code == 200


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("https://audit", "http://audit"), "not an https address"),
        (('"10.0.0.5"', '"everywhere"'), "not an address such as"),
        (("X-Remote-User", "X Remote"), "not a header"),
        (("[sign_in.proxy]", "[sign_in.wizard]"), "wizard"),
    ],
)
def test_a_way_in_that_is_not_safe_is_refused(
    site: Site, change: tuple[str, str], said: str
) -> None:
    configure(site, people("proxy header", "front proxy") + SIGN_IN.replace(*change))
    with pytest.raises(BookError, match=said):
        Behind(site)


def test_the_settings_that_the_manual_shows_are_settings(site: Site) -> None:
    manual = topic_file("workbench").read_text(encoding="utf-8")
    shown = manual.partition("```toml people.toml\n")[2].partition("```")[0]
    settings = read_toml(shown.encode(), "people.toml", SETTINGS)
    assert [each.role for each in settings.people] == ["preparer", "reviewer"]
    assert settings.sign_in is not None
    secret = site.root / "secret"
    secret.write_text("between us", encoding="utf-8")
    configure(site, shown.replace("/etc/feeaudit/proxy-secret", secret.as_posix()))
    told = {"X-Feeaudit-Secret": "between us"}
    assert "Bo Chan" in Behind(site).browser("bo.chan", **told).page("/")


def test_a_way_in_for_nobody_is_refused(site: Site) -> None:
    configure(site, SIGN_IN)
    with pytest.raises(Unknown, match="names nobody"):
        Behind(site)


@pytest.fixture
def signing(site: Site) -> Iterator[tuple[Bench, Provider]]:
    """A browser before a workbench whose people sign in at a provider."""
    with provider() as found:
        configure(
            site,
            people("oidc", found.address)
            + f'[sign_in]\naddress = "{PUBLIC}"\n[sign_in.oidc]\nissuer = "{found.address}"\n'
            + f'client_id = "{CLIENT}"\n',
        )
        yield Behind(site).browser(None, peer="192.0.2.9"), found


def back(bench: Bench, found: Provider) -> str:
    """Go to the provider and sign in there; return where the browser comes back to."""
    sent = bench.get("/sign-in")
    assert sent.status_code == 303
    return found.signs_in(sent.headers["Location"])


def test_somebody_signs_in_at_a_provider(signing: tuple[Bench, Provider], site: Site) -> None:
    bench, found = signing
    away = bench.get("/queue")
    assert (away.status_code, away.headers["Location"]) == (303, "/sign-in")
    assert bench.get(back(bench, found)).status_code == 200
    assert "Ann Lee" in bench.page("/")
    assert decide(bench).status_code == 303
    (proof,) = {row["proof"] for row in site.rows("SELECT proof FROM identities")}
    assert proof == "oidc"


@pytest.mark.parametrize(
    "wrong",
    [
        {"iss": "https://evil.example"},
        {"aud": "another"},
        {"nonce": "replayed"},
        {"exp": 1_000_000_000},
        {"sub": "nobody"},
        {"sub": ""},
    ],
)
def test_a_token_that_is_wrong_in_one_way_signs_nobody_in(
    signing: tuple[Bench, Provider], wrong: dict[str, Any]
) -> None:
    bench, found = signing
    found.wrong = wrong
    assert bench.get(back(bench, found)).status_code == 403
    assert bench.get("/").status_code == 303, "still to sign in"


def test_a_token_signed_by_somebody_else_signs_nobody_in(signing: tuple[Bench, Provider]) -> None:
    bench, found = signing
    found.forged = True
    assert bench.get(back(bench, found)).status_code == 403


def test_a_sign_in_of_one_browser_does_not_open_another(signing: tuple[Bench, Provider]) -> None:
    bench, found = signing
    address = back(bench, found)
    victim = ProxiedBench(
        bench.place, bench.client.application.test_client(), "192.0.2.9", None, {}
    )
    assert victim.get(address).status_code == 403
    assert bench.get(address).status_code == 403, "what was tried once is over"
    assert bench.get("/signed-in?state=made-up&code=x").status_code == 403


def test_the_filters_name_no_tables_of_other_cardrooms(behind: Behind) -> None:
    assert '<option value="T1">' in behind.browser("bo").page("/queue")
    assert '<option value="T1">' not in behind.browser("elsewhere").page("/queue")


def test_somebody_whose_cardroom_has_no_night_yet_is_told_so(behind: Behind) -> None:
    els = behind.browser("elsewhere")
    assert "No gaming day has been audited" in els.page("/")
    assert "No incident" in els.page("/queue")
    assert "No finding" in els.page("/findings")

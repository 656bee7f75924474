"""Two cardrooms in one store: whoever is of one sees nothing of the other, on whatever page."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING

import pytest
from support.harbor import CARDROOM, write_book
from support.nights import Site
from support.proxied import SIGN_IN, Behind, configure

if TYPE_CHECKING:
    from support.workbenches import Bench

_LINK = re.compile(r'(?:href|action|data-part)="(/[^"#]*)')
_BOX = re.compile(r'name="chosen" value="(i[^"]+)"')
# Names that stand on nothing but the harbor's own records.
SECRETS = ("HARBOR-T9", "harbor-secret", "Refunds of the harbor", "R-HARBOR", "Pat Harborman")
PEOPLE = "".join(
    f'[[people]]\nname = "{name}"\nrole = "{role}"\nproof = "proxy header"\n'
    f'issuer = "front proxy"\nsubject = "{subject}"\n{where}'
    for subject, name, role, where in (
        ("ann", "Ann Lee", "preparer", ""),
        ("chief", "Chi Ef", "administrator", ""),
        ("annex", "Ned Annex", "administrator", 'cardrooms = ["annex"]\n'),
    )
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """A night of each, with decisions, a payment, a proposal and a quarantined file of one."""
    pytest.importorskip("flask", reason="Flask is not installed (pip install '.[serve]')")
    site = Site(tmp_path_factory.mktemp("rooms"))
    annex = write_book(site.root / "other").joinpath("harbor").rename(site.book / "annex")
    named = CARDROOM.replace("harbor", "annex").replace("Harbor", "Annex")
    (annex / "cardroom.yaml").write_text(named, encoding="utf-8")
    site.arrive("harbor-secret", hands=8, wrong=(2, 5), table="HARBOR-T9")
    site.arrive("annex-friday", hands=5, wrong=(1, 3), cardroom="annex", table="A1")
    site.arrive_note("harbor-secret.csv", "harbor")
    site.night(formats=("html", "json"))
    configure(site, PEOPLE + SIGN_IN)
    ann = Behind(site).browser("ann")
    boxes = _BOX.findall(ann.page("/queue?cardroom=harbor"))
    decided = {"act": "comment", "reason": "Refunds of the harbor", "chosen": boxes}
    assert ann.post("/decide", decided).status_code == 303
    sql = "SELECT number FROM findings WHERE cardroom = 'harbor' AND over > 0"
    paid = {
        "finding": str(site.rows(sql)[0]["number"]),
        "paid_to": "Pat Harborman",
        "receipt": "R-HARBOR",
        "paid_on": "2026-03-07",
    }
    assert ann.post("/restitution/pay", paid).status_code == 303
    signed = ann.post("/sign-off/harbor/2026-03-06", {"reason": "Refunds of the harbor"})
    assert signed.status_code == 303
    return site


def addresses(bench: Bench) -> set[str]:
    """Return every address that pages lead to, those without a cardroom named as well."""
    found: set[str] = set()
    waiting = [
        "/",
        "/name",
        "/restitution?by=day&state=all",
        "/packs/pack.zip?start=2026-03-01&end=2026-03-31",
    ]
    while waiting:
        path = waiting.pop()
        if path in found or path.startswith(("/help", "/book", "/calculator", "/assets", "/draft")):
            continue
        found.add(path)
        answer = bench.get(path)
        assert answer.status_code in {200, 405, 422}, (path, answer.status_code)
        if answer.mimetype == "text/html" and not path.startswith("/reports/"):
            waiting += [unescape(each) for each in _LINK.findall(answer.text)]
    bare = {re.sub(r"([?&])cardroom=[^&]*&?", r"\1", path).rstrip("?&") for path in found}
    return found | bare


@pytest.mark.slow
def test_nothing_of_another_cardroom_is_on_any_page(site: Site) -> None:
    behind = Behind(site)
    paths = addresses(behind.browser("chief"))
    whole = {path: behind.browser("chief").get(path).get_data() for path in sorted(paths)}
    telling = [
        path for path, told in whole.items() if any(each.encode() in told for each in SECRETS)
    ]
    assert len(telling) > 20, "an administrator of both does see them"
    annex = behind.browser("annex")
    for path in sorted(paths):
        answer = annex.get(path)
        assert answer.status_code < 500, path
        told = answer.get_data()
        asked = unescape(path)
        leaked = [each for each in SECRETS if each.encode() in told and each not in asked]
        assert leaked == [], (path, answer.status_code)
        room = re.search(r"/harbor/|cardroom=harbor", path)
        assert room is None or answer.status_code in {403, 404, 405}, (path, answer.status_code)

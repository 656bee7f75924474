"""A morning at the workbench, in a real browser: look, decide, refund, waive, sign by two, verify."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from support.axe import axe_script
from support.nights import Site
from support.shipped import shipped_book
from support.workbenches import bench_on

from feeaudit.resources import folder
from feeaudit.simulate import simulate, write_simulation

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow

DESKTOP: Any = {"width": 1280, "height": 900}
SCHEMES: tuple[Any, ...] = ("light", "dark")
PHONE: Any = {"width": 360, "height": 740}
# What axe looks at, where it looks at all.
AXE_RULES = {
    ("light", DESKTOP["width"]): "",
    ("light", PHONE["width"]): "rules: { 'color-contrast': { enabled: false } }",
    ("dark", DESKTOP["width"]): "runOnly: ['color-contrast']",
}
# Large text needs less contrast, and what is large on a desktop may be small on a phone.
LARGE_AS_SMALL = """; axe.configure({ checks: [
    { id: "color-contrast", options: { contrastRatio: { large: { expected: 4.5 } } } },
] });"""
# What a night of the demo has, so that there is more than enough to decide.
PLANTS = {
    "FEE-OVER": 6,
    "FEE-UNDER": 30,
    "FEE-MISSING": 8,
    "ROT-TURNS": 4,
    "LIM-HIGH": 2,
}
# One of each to look at: what a page has more of, it has of the same kind.
FEW_PLANTS = {"FEE-OVER": 2, "FEE-UNDER": 4, "FEE-MISSING": 2, "ROT-TURNS": 2, "LIM-HIGH": 1}
ROOM = "hawaiian-gardens"
# Routes that answer with a file, or lead elsewhere at once: no page of their own.
NO_PAGES = {
    *("assets.asset", "entrance.start", "jobs.show", "sign_in.begin", "sign_in.back"),
    *("packs.download", "restitution.export", "reports.show"),
    *("bring_log.profile", "bring_log.report"),
}
# The sign to print stands in its own sandbox, where no script of ours runs; it has tests of its own.
PRINTED = {"book.sign"}


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """A store with one simulated night of the largest room, with one of each to look at."""
    return night_of(tmp_path_factory.mktemp("site"), FEW_PLANTS)


@pytest.fixture(scope="module")
def entered(browser: Browser, night: Site) -> Iterator[tuple[str, Any]]:
    """A workbench on it for those who only look, and the cookie of who opened its start address.

    A workbench takes seconds to start, and its start address opens once: without script, too.
    """
    with served("--store", str(night.store), "--port", "0") as address:
        context = browser.new_context(java_script_enabled=False)
        context.new_page().goto(address)
        cookie = context.storage_state()
        context.close()
        yield address.partition("/start")[0], cookie


def night_of(root: Path, plants: dict[str, int]) -> Site:
    """Return a store with one simulated night, and a file that was no log."""
    pytest.importorskip("flask", reason="Flask is not installed (pip install '.[serve]')")
    (root / "book").symlink_to(folder("schedules"), target_is_directory=True)
    site = Site(root)
    made = simulate(shipped_book(), hands=150, cardrooms=[ROOM], plant=plants)
    write_simulation(made, site.inbox / "friday", "csv")
    (site.inbox / "friday" / "planted.csv").unlink()
    site.arrive_note("notes.csv", ROOM)
    site.night(formats=("json", "html"))
    return site


@pytest.fixture
def site(night: Site, tmp_path: Path) -> Site:
    """A copy of it, to decide about."""
    shutil.copytree(night.root, tmp_path / "site", symlinks=True)
    return Site(tmp_path / "site")


@contextmanager
def served(*options: str) -> Iterator[str]:
    """Serve a workbench as a person does; yield the address that it prints."""
    command = [sys.executable, "-m", "feeaudit", "serve", "--no-browser", *options]
    settings = os.environ | {"PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=settings) as program:
        assert program.stdout is not None
        line = program.stdout.readline()
        found = re.search(r"http://\S+", line)
        assert found, line
        try:
            yield found.group(0)
        finally:
            program.terminate()


@contextmanager
def browsing(browser: Browser, address: str, **how: Any) -> Iterator[Page]:
    """Open the workbench, and hold every page of it to the rules: no error, nothing from outside."""
    settings: dict[str, Any] = {"viewport": DESKTOP} | how
    context = browser.new_context(**settings)
    page = context.new_page()
    origin = address.partition("/start")[0].rstrip("/")
    wrong: list[str] = []
    page.on("console", lambda message: wrong.append(message.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on(
        "request",
        lambda asked: (
            None
            if asked.url.startswith((origin, "data:"))
            else wrong.append(f"asked for {asked.url}")
        ),
    )
    page.goto(address)
    yield page
    context.close()
    assert wrong == []


class Hands:
    """What the officer's hands do, counted: every click, key, choice and field."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.count = 0

    def click(self, selector: str) -> None:
        """Click something."""
        self.count += 1
        self.page.locator(selector).first.click()

    def follow(self, selector: str) -> None:
        """Click a link, and wait for its page: keys pressed before that go to the page it leaves."""
        with self.page.expect_navigation():
            self.click(selector)

    def press(self, *keys: str) -> None:
        """Press keys."""
        for key in keys:
            self.count += 1
            self.page.keyboard.press(key)

    def fill(self, **fields: str) -> None:
        """Fill in fields, each counted as one."""
        for name, text in fields.items():
            self.count += 1
            self.page.locator(f"#deciding [name={name}], .fields [name={name}]").first.fill(text)

    def choose(self, act: str) -> None:
        """Choose what to do."""
        self.count += 1
        self.page.locator("#deciding [name=act]").select_option(act)

    def record(self) -> None:
        """Send the form of decisions, and wait for what is said of it."""
        self.follow("#deciding button.main")
        self.page.locator(".said").wait_for()


def test_a_whole_morning_takes_few_clicks_and_keys(browser: Browser, tmp_path: Path) -> None:
    site = night_of(tmp_path, PLANTS)
    options = ["--store", str(site.store), "--book", str(site.book.resolve()), "--port", "0"]
    with served(*options) as address, browsing(browser, address) as page:
        hands = Hands(page)
        assert "violations" in page.locator(".answer").inner_text()
        # Patrons' money first: all of it refunded at the cage.
        hands.follow('tr:has-text("Patrons\' money") td a')
        hands.press("a")
        hands.choose("refunded")
        hands.fill(reason="Refunded at the cage, receipts R-1 and following", name="Ann Lee")
        hands.record()
        # Then the house's, all but the first, which is looked at.
        hands.follow("nav >> text=Queue")
        with page.expect_navigation():
            hands.press("j", "Enter")
        page.locator(".evidence").first.wait_for()
        assert page.locator("svg.hand, .evidence .facts").count()
        hands.choose("comment")
        hands.fill(reason="Asked the floor manager for the video")
        hands.record()
        hands.follow("nav >> text=Queue")
        hands.press("a")
        hands.choose("corrected")
        hands.fill(reason="Dealers instructed, charts replaced")
        hands.record()
        decided = site.rows("SELECT count(*) AS n FROM findings WHERE state = 'resolved'")[0]["n"]
        assert decided >= 43
        assert hands.count <= 40, hands.count
        assert page.locator("text=No incidents match").is_visible()
        refund_waive_and_sign(page, hands, site)
        verify(page, hands)
    assert site.inspected() == []


def refund_waive_and_sign(page: Page, hands: Hands, site: Site) -> None:
    """Open one again and waive it; pay what is due to one player; sign the day with two names."""
    page.goto(page.url.partition("/queue")[0] + "/queue?state=decided")
    hands.press("j", "x")
    page.locator("[data-rows] .chosen").wait_for()
    with page.expect_navigation():
        hands.press("Enter")
    page.locator("h1.cause").wait_for()
    hands.choose("reopen")
    hands.fill(reason="Covered by a letter of the Bureau")
    hands.record()
    hands.choose("waive")
    hands.fill(
        until="2099-01-01",
        authority="Bureau letter of 2 March 2026",
        approved_by="Bo Chan",
        reason="New procedure on trial",
    )
    hands.record()
    assert "waived until 2099-01-01" in page.locator(".answer").inner_text().lower()
    hands.follow("nav >> text=Restitution")
    hands.follow("table td.number a.over")
    hands.press("a")
    page.locator("#deciding [name=paid_to]").fill("Pat Roe")
    page.locator("#deciding [name=receipt]").fill("R-1")
    hands.record()
    assert site.rows("SELECT sum(amount) AS n FROM payments")[0]["n"] > 0
    hands.follow("nav >> text=Sign-off")
    hands.follow("#nights ~ .wide a")
    page.locator(".fields [name=reviewed_by]").fill("Bo Chan")
    hands.click(".fields button.main")
    page.locator("text=Reviewed by").wait_for()
    assert "Bo Chan (name typed)" in page.locator(".signed").inner_text()


def verify(page: Page, hands: Hands) -> None:
    hands.follow("nav >> text=Verify")
    hands.click("text=Verify now")
    page.locator(".answer.clean").wait_for(timeout=120_000)


SHEET = """Mortimer's Card Room,,,,,,,
Date:,3/6/2026,Table:,7,Game:,Pure 21.5 Blackjack,,
,,,,,,,
Hand,Time,Option,Bank seat,Seat 1 Bet,Seat 2 Bet,Seat 4 Bet,Bank Fee
1,7:02 PM,2,3,$50,$25,$20,$0.50
2,7:04 PM,2,3,$50,$50,$20,$2.00
3,7:06 PM,2,4,$100,$25,,$2.00
4,7:08 PM,2,4,$75,$10,,$2.00
"""


def test_a_sheet_is_brought_audited_and_waits_in_the_queue(browser: Browser, site: Site) -> None:
    options = ["--store", str(site.store), "--book", str(site.book.resolve()), "--port", "0"]
    file: Any = {"name": "shift.csv", "mimeType": "text/csv", "buffer": SHEET.encode()}
    with served(*options) as address, browsing(browser, address) as page:
        page.locator("nav >> text=Upload a log").click()
        page.locator("[name=file]").set_input_files(file)
        page.locator("text=Read it").click()
        page.locator("select[name=cardroom]").select_option("mortimers")
        page.locator("text=Continue").click()
        page.locator("[name=name]").fill("Ann Lee", timeout=60_000)
        page.locator("text=Audit it and record it in the store").click(timeout=60_000)
        page.locator(".said, .answer").first.wait_for(timeout=120_000)
        page.goto(address.partition("/start")[0] + "/queue?cardroom=mortimers&check=FEE-OVER")
        assert page.locator(".matter").count() == 1
    assert site.rows("SELECT 1 FROM runs WHERE cardroom = 'mortimers' AND day = '2026-03-06'")
    assert site.rows("SELECT name FROM identities WHERE role = 'brought_by'") == [
        {"name": "Ann Lee"}
    ]
    assert site.inspected() == []


def test_two_people_sign_each_in_a_browser_of_their_own(browser: Browser, site: Site) -> None:
    port = "18765"
    settings = site.store / "store.toml"
    people = "".join(
        f'[[people]]\nname = "{name}"\nrole = "{role}"\nproof = "proxy header"\n'
        f'issuer = "front proxy"\nsubject = "{subject}"\n'
        for subject, name, role in (("ann", "Ann Lee", "preparer"), ("bo", "Bo Chan", "reviewer"))
    )
    sign_in = (
        f'[sign_in]\naddress = "http://127.0.0.1:{port}"\n[sign_in.proxy]\nname = "front proxy"\n'
        'addresses = ["127.0.0.1"]\nheader = "X-Remote-User"\n'
    )
    settings.write_text(settings.read_text(encoding="utf-8") + people + sign_in, encoding="utf-8")
    options = ["--store", str(site.store), "--book", str(site.book.resolve()), "--port", port]
    day = f"sign-off/{ROOM}/"
    ann: dict[str, Any] = {"extra_http_headers": {"X-Remote-User": "ann"}}
    bo: dict[str, Any] = {"extra_http_headers": {"X-Remote-User": "bo"}}
    with served(*options) as address:
        with browsing(browser, address, **ann) as page:
            page.locator("text=not yet").first.click()
            assert day in page.url
            page.locator(".fields [name=reason]").fill("Refunds follow on Monday")
            page.locator(".fields button.main").click()
            page.locator("text=You prepared it").wait_for()
            assert page.locator("text=Review and sign").count() == 0
        with browsing(browser, address, **bo) as page:
            page.locator("#proposals ~ ul a").first.click()
            page.locator("text=Review and sign").click()
            page.locator(".said").wait_for()
    (signed,) = site.rows("SELECT prepared_by, reviewed_by FROM sign_offs")
    assert signed == {"prepared_by": "Ann Lee", "reviewed_by": "Bo Chan"}
    assert site.inspected() == []


def pages_by_route(site: Site, brought: str) -> dict[str, list[str]]:
    """Return addresses for each route that is a page, with and without what it may show.

    The store is of one room, so that the page of the morning is the same with its name; and the
    questions of one room are of the same kinds as those of all.
    """
    row = site.rows("SELECT cardroom, day, id FROM incidents ORDER BY hands DESC")[0]
    finding = site.rows("SELECT cardroom, day, id FROM findings WHERE over > 0")[0]
    sql = 'SELECT "table" FROM findings WHERE "check" = \'ROT-TURNS\''
    table = site.rows(sql)[0]["table"]
    day = f"{row['cardroom']}/{row['day']}"
    game = "mortimers/game/three-card-poker"
    hand = "&seat=1&wager=ante&amount=95"
    two = "old=omaha-high-low-split@1&new=omaha-high-low-split@2"
    return {
        "morning.show": ["/"],
        "queue.show": ["/queue", "/queue?table=nowhere"],
        "findings.show": ["/findings?state=found"],
        "incident.show": [f"/incidents/{day}/{row['id']}"],
        "incident.finding": [f"/findings/{day}/{finding['id']}"],
        "deliveries.show": ["/deliveries", "/deliveries?kind=quarantined"],
        "rotation.show": ["/rotation", f"/rotation?table={table}&zoom=60"],
        "restitution.show": ["/restitution", "/restitution?by=day&state=all"],
        "sign_off.show": ["/sign-off", "/sign-off?signed=1"],
        "sign_off.day": [f"/sign-off/{day}"],
        "packs.show": ["/packs"],
        "verification.show": ["/verify"],
        "bring_log.show": ["/bring"],
        "bring_log.look": [brought],
        "book.show": ["/book", "/book?q=blackjack"],
        "book.room": ["/book/mortimers"],
        "book.game": [f"/book/{game}"],
        "book.schedule": ["/book/mortimers/schedule/pure-21-5-blackjack/1"],
        "book.compare": ["/book/mortimers/compare", f"/book/mortimers/compare?{two}"],
        "calculator.show": [f"/calculator?cardroom=mortimers&game=three-card-poker&option=1{hand}"],
        "doubts.show": [f"/doubts?cardroom={ROOM}"],
        "draft.show": ["/draft/mortimers"],
        "draft.part": ["/draft/mortimers/1"],
        "help.show": ["/help", "/help?q=waiver"],
        "help.topic": ["/help/workbench", "/help/profiles"],
        "entrance.ask_name": ["/name"],
    }


def uploaded(page: Page, origin: str) -> str:
    """Upload a sheet with a cell that cannot be used; return the page that shows it."""
    page.goto(f"{origin}/bring")
    sheet = SHEET.replace("$75", "seventy").encode()
    file: Any = {"name": "shift.csv", "mimeType": "text/csv", "buffer": sheet}
    page.locator("[name=file]").set_input_files(file)
    page.locator("text=Read it").click()
    page.locator("select[name=cardroom]").select_option("mortimers")
    page.locator("text=Continue").click(timeout=60_000)
    page.locator("text=not an amount").first.wait_for(timeout=60_000)
    return page.url.removeprefix(origin)


def test_every_page_can_be_used_by_all(
    browser: Browser, night: Site, entered: tuple[str, Any]
) -> None:
    origin, cookie = entered
    app = bench_on(night).client.application
    routes = {each.endpoint for each in app.url_map.iter_rules() if "GET" in (each.methods or ())}
    with browsing(browser, origin, storage_state=cookie) as page:
        pages = pages_by_route(night, uploaded(page, origin))
        assert {*pages} == routes - NO_PAGES - PRINTED, "a page was added: say here where it is"
        found, colors = {}, {}
        for path in [each for paths in pages.values() for each in paths]:
            page.goto(origin + path)
            # What a part that opens by itself asks for has come once its link is gone.
            page.wait_for_function("() => !document.querySelector('[data-loaded] [data-open]')")
            page.evaluate(axe_script() + LARGE_AS_SMALL)
            for size in (DESKTOP, PHONE):
                page.set_viewport_size(size)
                for scheme in SCHEMES:
                    page.emulate_media(color_scheme=scheme)
                    found[path, scheme, size["width"]] = problems_of(page, scheme, size)
                    colors[path, scheme, size["width"]] = colors_of(page)
        assert {place: told for place, told in found.items() if told} == {}
        for (path, scheme, _), those in colors.items():
            assert those == colors[path, scheme, DESKTOP["width"]], path


def problems_of(page: Page, scheme: str, size: Any) -> list[str]:
    """Return what keeps somebody from using the page that is open.

    In the dark only colors differ. Those are looked at on the desktop: a phone has the same.
    """
    rules = AXE_RULES.get((scheme, size["width"]))
    asked = f"axe.run({{ resultTypes: ['violations'], {rules} }}).then((told) => told.violations)"
    told = [
        f"{each['id']}: {each['nodes'][0]['html']}"
        for each in (page.evaluate(asked) if rules is not None else ())
    ]
    wide = page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    told += [f"it scrolls sideways by {wide}"] if wide > 0 else []
    if size is PHONE:
        told += page.evaluate(
            "[...document.querySelectorAll('.wide:has(> table.cards)')]"
            ".filter((each) => each.scrollWidth > each.clientWidth + 1)"
            ".map((each) => `a table that scrolls: ${each.getAttribute('aria-label')}`)"
        )
    return told


def colors_of(page: Page) -> list[str]:
    """Return the colors of each element."""
    colors: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("body, body *")].map((each) => {
            const style = getComputedStyle(each);
            return `${each.tagName} ${style.color} on ${style.backgroundColor}`;
        })"""
    )
    return colors


def test_pages_work_without_script(browser: Browser, entered: tuple[str, Any]) -> None:
    origin, cookie = entered
    with browsing(browser, origin, storage_state=cookie, java_script_enabled=False) as page:
        page.locator("nav >> text=Queue").click()
        page.locator(".matter a").first.click()
        page.locator("text=The hand, the ladder").first.click()
        assert page.locator(".evidence").is_visible()


def test_a_report_opened_from_the_workbench_works_in_its_sandbox(
    browser: Browser, entered: tuple[str, Any]
) -> None:
    origin, cookie = entered
    context = browser.new_context(viewport=DESKTOP, storage_state=cookie)
    page = context.new_page()
    page.goto(origin)
    page.locator('a[href$="report.html"]').first.click()
    page.locator("#list > li").first.wait_for()
    assert page.evaluate("window.origin") == "null"
    context.close()

"""The pictures of the README, taken anew from the demo's report and from the workbench on it.

    pip install ".[browser,serve]" pillow; python tests/browser/pictures.py

The browser is chromium, or the one that CHROMIUM names.
"""

from __future__ import annotations

import base64
import importlib
import os
import shutil
import subprocess
import sys
import tempfile
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urljoin

from playwright.sync_api import sync_playwright

from feeaudit.book.load import read_book
from feeaudit.nightly.night import nightly
from feeaudit.nightly.run_context import Night
from feeaudit.resources import folder as resources
from feeaudit.simulate import simulate, write_simulation

if TYPE_CHECKING:
    from playwright.sync_api import FloatRect, Page

PICTURES = Path(__file__).resolve().parents[2] / "templates" / "pictures"
WIDTH = 1180
PHONE, TALL, GAP = 390, 800, 20
ROOMS: Final[dict[str, tuple[int, dict[str, int]]]] = {
    "hawaiian-gardens": (
        290,
        {"FEE-OVER": 4, "FEE-UNDER": 8, "ROT-TURNS": 2, "LIM-HIGH": 1, "ROT-OFFER": 1},
    ),
    "mortimers": (120, {"FEE-OVER": 2, "FEE-UNDER": 2}),
}
MARGIN = 14
COLOURS = 128


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        demo = [sys.executable, "-m", "feeaudit", "demo", "-o", name, "--date", "2026-03-07"]
        subprocess.run(demo, check=True, stdout=subprocess.DEVNULL)
        take(Path(name) / "results" / "report.html")
        take_workbench(Path(name))
    for path in PICTURES.glob("*.png"):
        shrink(path)


def take(report: Path) -> None:
    """Write the first screen of the report with the gravest incidents."""
    PICTURES.mkdir(exist_ok=True)
    program = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program)
        page = browser.new_page(
            viewport={"width": WIDTH, "height": 900}, device_scale_factor=2, color_scheme="light"
        )
        page.goto(report.as_uri())
        end = box(page, "#incidents .incident >> nth=1")
        clip: FloatRect = {
            "x": 0,
            "y": 0,
            "width": WIDTH,
            "height": end["y"] + end["height"] + MARGIN,
        }
        page.screenshot(path=PICTURES / "report.png", clip=clip, full_page=True)
        browser.close()


def make_store(folder: Path) -> Path:
    """Return a store of six nights at two cardrooms, and a file that could not be used."""
    book, inbox, store = read_book(resources("schedules")), folder / "inbox", folder / "store"
    for day in range(1, 7):
        for seed, (room, (hands, plant)) in enumerate(ROOMS.items()):
            night = simulate(
                book,
                hands=hands,
                cardrooms=[room],
                day=date(2026, 3, day),
                seed=10 * day + seed,
                plant=plant,
            )
            write_simulation(night, inbox / f"{room}-{day}", "csv")
            (inbox / f"{room}-{day}" / "planted.csv").unlink()
    (inbox / "broken.xlsx").write_text("no workbook", encoding="utf-8")
    nightly(
        Night(
            inbox=inbox,
            root=store,
            book=resources("schedules"),
            config=None,
            date="2026-03-07",
            clock=lambda: "2026-03-07T14:00:00Z",
            seconds=lambda: 4e9,
            tell=lambda _line: None,
            formats=("html", "pdf", "json"),
        )
    )
    return store


def take_workbench(folder: Path) -> None:
    """Write the morning, the queue with incidents selected, a finding, and all three on a phone."""
    serve = [sys.executable, "-m", "feeaudit", "serve", "--no-browser", "--port", "0"]
    store = make_store(folder)
    with subprocess.Popen([*serve, "--store", store], stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        address = program.stdout.readline().split()[-1]
        with sync_playwright() as playwright:
            chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
            browser = playwright.chromium.launch(executable_path=chromium)
            page = browser.new_page(viewport={"width": WIDTH, "height": 780}, device_scale_factor=2)
            page.goto(address)
            morning(page)
            queue(page)
            incident(page)
            phone(page)
            browser.close()
        program.terminate()


def morning(page: Page) -> None:
    clip: FloatRect = {"x": 0, "y": 0, "width": WIDTH, "height": 1120}
    page.screenshot(path=PICTURES / "morning.png", clip=clip, full_page=True)


def queue(page: Page) -> None:
    page.get_by_role("link", name="Queue", exact=True).click()
    page.locator("[name=stake]").select_option("patrons")
    page.locator("[name=order]").select_option("money")
    with page.expect_navigation():
        page.locator(".filters button").click()
    for key in ("j", "x", "j", "x", "j", "x"):
        page.keyboard.press(key)
    page.locator("[name=act]").select_option("refunded")
    page.locator("[name=reason]").fill("Refunded at the cage, receipts R-101 to R-103")
    page.evaluate("window.scrollTo(0, 0)")
    page.screenshot(path=PICTURES / "queue.png")


def incident(page: Page) -> None:
    """Write a finding with a ladder of several tiers."""
    page.get_by_role("link", name="Queue", exact=True).click()
    page.locator("[name=check]").select_option("FEE-OVER")
    page.locator("[name=cardroom]").select_option("mortimers")
    page.locator(".filters button").click()
    page.locator(".matter a", has_text="table action").first.click()
    page.locator(".evidence .ladder").first.wait_for(timeout=60_000)
    start = box(page, "#findings")
    clip: FloatRect = {"x": 0, "y": start["y"] - MARGIN, "width": WIDTH, "height": 860}
    page.screenshot(path=PICTURES / "incident.png", clip=clip, full_page=True)


def phone(page: Page) -> None:
    """Write the morning, the queue and a finding side by side, as a phone shows them in the dark."""
    finding = page.url
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": PHONE, "height": TALL})
    shown = []
    for address, top in (
        ("/", "body"),
        ("/queue?stake=patrons&order=money", ".filters button"),
        (finding, "#findings"),
    ):
        page.goto(urljoin(finding, address))
        page.wait_for_load_state("networkidle")
        page.evaluate("(y) => window.scrollTo(0, y)", max(box(page, top)["y"] - MARGIN, 0))
        shown.append(base64.b64encode(page.screenshot()).decode())
    page.set_viewport_size({"width": 3 * PHONE + 2 * GAP, "height": TALL})
    page.goto("about:blank")
    pictures = "".join(
        f'<img width="{PHONE}" src="data:image/png;base64,{each}">' for each in shown
    )
    page.set_content(f'<body style="margin:0;display:flex;gap:{GAP}px;background:white">{pictures}')
    page.wait_for_load_state("networkidle")
    page.screenshot(path=PICTURES / "phone.png")


def shrink(path: Path) -> None:
    """Keep the colours a report has; smoothed letters have thousands that nobody sees."""
    # Pillow is in no extra: only this script needs it.
    image = importlib.import_module("PIL.Image")
    image.open(path).convert("RGB").quantize(COLOURS, dither=0).save(path, optimize=True)


def box(page: Page, selector: str) -> FloatRect:
    """Return where a part of the page stands."""
    found = page.locator(selector).bounding_box()
    assert found is not None, selector
    return found


if __name__ == "__main__":
    main()

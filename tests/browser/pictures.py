"""The pictures of the README, taken anew from the demo's report and from the workbench on it.

    pip install ".[browser,serve]" pillow; python tests/browser/pictures.py

The browser is chromium, or the one that CHROMIUM names.
"""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

if TYPE_CHECKING:
    from playwright.sync_api import FloatRect, Page

PICTURES = Path(__file__).resolve().parents[2] / "templates" / "pictures"
WIDTH = 1180
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


def take_workbench(folder: Path) -> None:
    """Write the queue with a few incidents selected, and an incident with its hand and ladder."""
    store, inbox = folder / "store", folder / "inbox"
    shutil.copytree(folder / "log", inbox / "friday", ignore=shutil.ignore_patterns("planted.csv"))
    nightly = ["nightly", "--inbox", str(inbox), "--store", str(store), "--settle", "0"]
    subprocess.run(
        [sys.executable, "-m", "feeaudit", *nightly, "--date", "2026-03-07"],
        check=False,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    serve = [sys.executable, "-m", "feeaudit", "serve", "--no-browser", "--port", "0"]
    with subprocess.Popen([*serve, "--store", store], stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        address = program.stdout.readline().split()[-1]
        with sync_playwright() as playwright:
            chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
            browser = playwright.chromium.launch(executable_path=chromium)
            page = browser.new_page(viewport={"width": WIDTH, "height": 780}, device_scale_factor=2)
            page.goto(address)
            queue(page)
            incident(page)
            browser.close()
        program.terminate()


def queue(page: Page) -> None:
    page.get_by_role("link", name="Queue", exact=True).click()
    for key in ("j", "x", "j", "x", "j", "j", "x"):
        page.keyboard.press(key)
    page.locator("[name=act]").select_option("corrected")
    page.locator("[name=reason]").fill("Dealers instructed, charts replaced")
    page.evaluate("window.scrollTo(0, 0)")
    page.screenshot(path=PICTURES / "queue.png")


def incident(page: Page) -> None:
    page.get_by_role("link", name="Queue", exact=True).click()
    page.locator("[name=check]").select_option("FEE-OVER")
    page.locator(".filters button").click()
    page.locator(".matter a", has_text="flat fee").first.click()
    top = page.locator(".evidence")
    top.first.wait_for(timeout=60_000)
    start, end = box(page, "#findings"), box(page, ".evidence h3 >> nth=0")
    clip: FloatRect = {
        "x": 0,
        "y": start["y"] - MARGIN,
        "width": WIDTH,
        "height": end["y"] - start["y"] + MARGIN,
    }
    page.screenshot(path=PICTURES / "incident.png", clip=clip, full_page=True)


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

"""The pictures of the README, taken anew from the demo's report.

    pip install ".[browser]" pillow; python tests/browser/pictures.py

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


def take(report: Path) -> None:
    """Write the first screen and the rotation timeline of the table with most breaches."""
    PICTURES.mkdir(exist_ok=True)
    program = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program)
        page = browser.new_page(
            viewport={"width": WIDTH, "height": 900}, device_scale_factor=2, color_scheme="light"
        )
        page.goto(report.as_uri())
        end = box(page, "#summary")
        clip: FloatRect = {
            "x": 0,
            "y": 0,
            "width": WIDTH,
            "height": end["y"] + end["height"] + MARGIN,
        }
        page.screenshot(path=PICTURES / "report.png", clip=clip)
        page.screenshot(path=PICTURES / "rotation.png", clip=timeline(page), full_page=True)
        browser.close()
    for path in PICTURES.glob("*.png"):
        shrink(path)


def timeline(page: Page) -> FloatRect:
    """Return where the legend, the first table's timeline and its breaches stand."""
    top, end = box(page, "#rotation .legend"), box(page, "#rotation ol.breaches >> nth=0")
    return {
        "x": top["x"] - MARGIN,
        "y": top["y"] - MARGIN,
        "width": top["width"] + 2 * MARGIN,
        "height": end["y"] + end["height"] - top["y"] + MARGIN + MARGIN // 2,
    }


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

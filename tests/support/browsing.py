"""A page in a browser, as a reader uses it: opened, filtered, searched."""

from __future__ import annotations

import json
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext, Page

DESKTOP = {"width": 1280, "height": 900}
LISTED = "#list > li"


@contextmanager
def opened(browser: Browser, file: Path, link: str = "", **how: Any) -> Iterator[Page]:
    """Open a page and hold it to what every page must keep: no error, nothing from outside."""
    page = _window(browser, file.parent, json.dumps({"viewport": DESKTOP} | how)).new_page()
    wrong: list[str] = []
    page.on("console", lambda message: wrong.append(message.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("dialog", lambda dialog: wrong.append(f"dialog {dialog.message}"))
    page.on("request", lambda request: wrong.extend(_outside(request.url)))
    page.goto(file.as_uri() + link)
    yield page
    page.close()
    assert wrong == []


@cache
def _window(browser: Browser, folder: Path, how: str) -> BrowserContext:
    """Return the one window of that size and manner, with a page that stays open.

    A window of its own, or the only page of one, has processes that take longer to start than a
    page takes to load; and a report keeps nothing in the browser.
    """
    window = browser.new_context(**json.loads(how))
    window.new_page().goto(folder.as_uri())
    return window


def _outside(address: str) -> list[str]:
    return [] if address.startswith(("file:", "data:")) else [f"asked for {address}"]


def found(page: Page) -> str:
    return page.locator("#found").inner_text()


def listed(page: Page) -> list[str]:
    return page.locator(f"{LISTED} summary").all_inner_texts()


def choose(page: Page, name: str, value: str) -> None:
    if name in {"game", "day", "hour", "sort", "size"}:
        page.evaluate("document.getElementById('more-filters').open = true")
    page.locator(f"#filters [name={name}]").select_option(value)


def search(page: Page, text: str) -> None:
    page.locator("#filters [name=text]").fill(text)
    await_search(page, text)


def await_search(page: Page, text: str) -> None:
    """Wait until the page shows what was typed: it looks a moment after the last key."""
    page.wait_for_function(
        "text => (new URLSearchParams(location.hash.split('?')[1]).get('text') ?? '') === text",
        arg=text,
    )

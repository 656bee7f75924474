"""Help at the workbench: every topic of the manual, and a search through it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from feeaudit.manual_topics import TOPICS

if TYPE_CHECKING:
    from support.workbenches import Bench


def test_every_topic_is_listed(bench: Bench) -> None:
    text = bench.page("/help")
    assert all(f'href="/help/{topic}"' in text for topic in TOPICS)


@pytest.mark.parametrize("topic", TOPICS)
def test_a_topic_is_a_page_with_headings_to_link_to(bench: Bench, topic: str) -> None:
    text = bench.page(f"/help/{topic}")
    assert "<h1 id=" in text


def test_a_search_leads_to_the_passage(bench: Bench) -> None:
    assert 'href="/help/nightly' in bench.page("/help?q=inbox")


def test_a_search_for_nothing_known_says_so(bench: Bench) -> None:
    assert "No passage of the manual" in bench.page("/help?q=zebra+quartz")


@pytest.mark.parametrize("topic", ["..%2f..%2fREADME", "nothing", "../logs"])
def test_what_is_no_topic_is_no_page(bench: Bench, topic: str) -> None:
    assert bench.get(f"/help/{topic}").status_code == 404

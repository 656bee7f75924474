"""The manual: every topic is listed with a sentence, and printed whole."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from feeaudit.cli import cli, main
from feeaudit.manual_topics import TOPICS, summary, topic_file

ESCAPE = "\x1b"
WIDTH = 80
PAGES = Path(__file__).resolve().parents[2] / "feeaudit" / "manual"
every_topic = pytest.mark.parametrize("topic", TOPICS)


def printed(*words: str) -> str:
    result = CliRunner().invoke(cli, ["manual", *words], catch_exceptions=False)
    assert result.exit_code == 0
    return result.output


def squeezed(text: str) -> str:
    """Return a text without blanks and breaks, wherever it was wrapped."""
    return "".join(text.split())


def test_without_a_topic_every_topic_is_listed_with_a_sentence() -> None:
    listed = printed()
    assert re.findall(r"^  ([a-z]+)  ", listed, re.MULTILINE) == list(TOPICS)
    for topic in TOPICS:
        assert squeezed(summary(topic)) in squeezed(listed)
    assert max(map(len, listed.splitlines())) <= WIDTH


def test_every_page_is_a_topic() -> None:
    assert {each.stem for each in PAGES.glob("*.md")} | {"schedules"} == set(TOPICS)


@every_topic
def test_a_summary_is_one_sentence(topic: str) -> None:
    assert re.fullmatch(r"[A-Z][^.]+\.", summary(topic))


@every_topic
def test_a_page_in_a_pipe_is_plain_text_that_fits(topic: str) -> None:
    text = printed(topic)
    code = {line.strip() for line in topic_file(topic).read_text(encoding="utf-8").splitlines()}
    assert ESCAPE not in text
    for line in text.splitlines():
        assert line == line.rstrip()
        assert len(line) <= WIDTH or line.strip() in code, line


@every_topic
def test_nothing_of_a_page_is_cut_off(topic: str) -> None:
    text = squeezed(printed(topic))
    source = re.sub(
        r"^ *```.*?^ *```",
        "",
        topic_file(topic).read_text(encoding="utf-8"),
        flags=re.MULTILINE | re.DOTALL,
    )
    for name in re.findall(r"`([^`]+)`", source):
        assert squeezed(name) in text, name


def test_commands_and_settings_are_never_wrapped() -> None:
    long = (
        "feeaudit quote --cardroom mortimers --game three-card-poker --option 1 --wager 1:ante:25"
    )
    assert long in printed("quote")


def test_a_link_to_another_page_says_how_to_print_it() -> None:
    assert "(feeaudit manual nightly)" in " ".join(printed("logs").split())


def test_an_unknown_topic_is_answered_with_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["manual", "nightley"])
    assert end.value.code == 2
    assert "'nightley' is not a topic (did you mean 'nightly'?)" in capsys.readouterr().err


def test_the_list_of_topics_starts_at_once() -> None:
    code = "import sys; from feeaudit.cli import main\ntry:\n    main(['manual'])\nfinally:\n    print('rich' in sys.modules)"
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert result.stdout.splitlines()[-1] == "False"

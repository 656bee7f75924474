"""The documents keep their word: every command in them runs, and what they quote is what is printed.

The README, the manual and the other guides are read one after the other, in one folder, as a reader
would. ``sh`` holds commands that exit with 0, ``sh exits 1`` one that does not; a ``text`` block
after it is what they print, with ``…`` for what is left out. (No remarks stand beside commands: zsh
and cmd would take them for arguments.) A block that names a file is that file: ``csv``, ``json`` and
``toml`` are written for the commands that follow, ``python`` and ``yaml`` are quoted from the
repository.
"""

from __future__ import annotations

import configparser
import os
import re
import shlex
import subprocess
import sysconfig
import tomllib
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import yaml
from click.shell_completion import get_completion_class
from support.command_lines import misunderstood
from support.programs import run_program

from feeaudit import __version__
from feeaudit.manual_topics import TOPICS

if TYPE_CHECKING:
    from collections.abc import Iterator

TOP = Path(__file__).resolve().parents[1]
APPROVED = TOP.parent / "shared" / "sources"
MANUAL = tuple(
    "schedules/README.md" if topic == "schedules" else f"feeaudit/manual/{topic}.md"
    for topic in TOPICS
)
GUIDES = ("templates/README.md", "CONTRIBUTING.md", "CHANGELOG.md", "feeaudit/README.md")
DOCUMENTS = ("README.md", *MANUAL, *GUIDES)
WRITTEN = ("csv", "json", "toml")
QUOTED = ("python", "yaml")
CHECKED = ("ini", "crontab", "powershell", "bash")
LARGEST_PICTURE = 250_000
LONGEST_README = 250
TO_BE_ADDED = "schedules/mortimers/harbor-blackjack.yaml"  # by the reader of the worked example


@dataclass(frozen=True)
class Block:
    """A fenced block of a document: its kind, the file or exit code noted, and its lines."""

    document: str
    line: int
    kind: str
    note: str
    text: str


@dataclass(frozen=True)
class Command:
    """A command of a document, and the exit code it is said to end with."""

    place: str
    words: tuple[str, ...]
    exits: int


@dataclass(frozen=True)
class Ran:
    """How a command ended, and what it printed."""

    code: int
    out: str
    err: str


def text_of(document: str) -> str:
    return (TOP / document).read_text(encoding="utf-8")


def blocks_of(document: str) -> Iterator[Block]:
    lines = text_of(document).splitlines()
    fences = [number for number, line in enumerate(lines) if line.strip().startswith("```")]
    for start, end in zip(fences[::2], fences[1::2], strict=True):
        kind, _, note = lines[start].strip().removeprefix("```").partition(" ")
        indent = len(lines[start]) - len(lines[start].lstrip())
        text = "".join(f"{line[indent:]}\n" for line in lines[start + 1 : end])
        yield Block(document, start + 1, kind, note, text)


def commands_of(block: Block) -> Iterator[Command]:
    exits = int(block.note.removeprefix("exits ") or 0)
    for number, line in enumerate(block.text.splitlines(), block.line + 1):
        for part in line.split(" && "):
            words = tuple(shlex.split(part))
            yield Command(f"{block.document}:{number} {words[0]}", words, exits)


BLOCKS = [block for document in DOCUMENTS for block in blocks_of(document)]
COMMANDS = [each for block in BLOCKS if block.kind == "sh" for each in commands_of(block)]
OURS = [each for each in COMMANDS if each.words[0] == "feeaudit"]
ANSWERS = [(before, block) for before, block in pairwise(BLOCKS) if block.kind == "text"]
every_document = pytest.mark.parametrize("document", DOCUMENTS)


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Ran]:
    """What every command did, run one after the other as a reader would, by its place."""
    folder = tmp_path_factory.mktemp("reader")
    cache = str(tmp_path_factory.mktemp("cache"))
    results = {}
    for block in BLOCKS:
        if block.kind in WRITTEN:
            (folder / block.note).write_text(block.text, encoding="utf-8")
        for command in commands_of(block) if block.kind == "sh" else ():
            if command in OURS and _is_possible(command):
                results[command.place] = _run(command, folder, cache)
    return results


def _is_possible(command: Command) -> bool:
    return "DOCUMENTS/" not in command.words or APPROVED.is_dir()


def _run(command: Command, folder: Path, cache: str) -> Ran:
    words = [str(APPROVED) if word == "DOCUMENTS/" else word for word in command.words[1:]]
    environment = os.environ | {"FEEAUDIT_CACHE": cache, "COLUMNS": "80"}
    result = run_program(words, folder, environment)
    return Ran(result.returncode, result.stdout, result.stderr)


def test_the_installed_program_is_the_one_that_runs_here() -> None:
    script = Path(sysconfig.get_path("scripts")) / f"feeaudit{sysconfig.get_config_var('EXE')}"
    if not script.is_file():
        pytest.skip("feeaudit is not installed")
    installed = subprocess.run([script, "--help"], capture_output=True, text=True, check=True)
    assert installed.stdout == run_program(["--help"]).stdout


@pytest.mark.slow
@pytest.mark.parametrize("command", OURS, ids=lambda command: command.place)
def test_a_command_does_what_the_document_says(command: Command, ran: dict[str, Ran]) -> None:
    if command.place not in ran:
        pytest.skip("the approved documents (../shared/sources) are not beside this checkout")
    result = ran[command.place]
    assert result.code == command.exits, f"{shlex.join(command.words)}\n{result.out}{result.err}"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("asked", "answer"), ANSWERS, ids=lambda block: f"{block.document}:{block.line}"
)
def test_what_is_quoted_is_what_is_printed(
    asked: Block, answer: Block, ran: dict[str, Ran]
) -> None:
    printed = "".join(ran[each.place].out for each in commands_of(asked))
    assert re.fullmatch(_pattern(answer.text), printed.rstrip("\n") + "\n"), printed


def _pattern(quoted: str) -> str:
    """Return what fits a quotation: a line of … is any lines, … inside a line is any words."""
    lines = quoted.splitlines()
    inside = (".*".join(map(re.escape, line.split("…"))) + r"\n" for line in lines)
    return "".join(
        r"(?:.*\n)*?" if line == "…" else pattern
        for line, pattern in zip(lines, inside, strict=True)
    )


def test_no_block_goes_unlooked_at() -> None:
    known = {"sh", "text", "", *WRITTEN, *QUOTED, *CHECKED}
    for block in BLOCKS:
        assert block.kind in known, f"{block.document}:{block.line}"
        assert "#" not in block.text or block.kind != "sh", f"{block.document}:{block.line}"
        if block.kind == "":
            commands = re.findall(r"^feeaudit (?!at=)", block.text, re.MULTILINE)
            assert not commands, f"{block.document}:{block.line} holds commands; mark it as sh"


@pytest.mark.parametrize(
    "block",
    [block for block in BLOCKS if block.kind in QUOTED and block.note],
    ids=lambda block: f"{block.document}:{block.line}",
)
def test_code_shown_stands_in_the_file_it_is_from(block: Block) -> None:
    source = (TOP / block.note).read_text(encoding="utf-8")
    plain = [line.strip() for line in source.splitlines()]
    assert "\n".join(map(str.strip, block.text.splitlines())) in "\n".join(plain)


def test_install_lines_name_extras_that_exist() -> None:
    project = tomllib.loads(text_of("pyproject.toml"))["project"]
    installed = [each.words[-1] for each in COMMANDS if each.words[:2] == ("pip", "install")]
    assert installed[:2] == [".", ".[test]"]
    extras = {name for each in installed for name in re.findall(r"\w+", each.partition("[")[2])}
    assert extras <= project["optional-dependencies"].keys()
    assert project["scripts"].keys() == {"feeaudit"}


def test_tests_that_contributors_are_to_run_exist() -> None:
    named = [word for each in COMMANDS if each.words[0] == "pytest" for word in each.words[1:]]
    places = [word for word in named if "/" in word]
    assert places
    assert [each for each in places if not (TOP / each).exists()] == []


def of_kind(kind: str) -> list[str]:
    return [block.text for block in BLOCKS if block.kind == kind]


def test_the_systemd_units_are_complete() -> None:
    service, timer = (configparser.ConfigParser(interpolation=None) for _ in range(2))
    for unit, text in zip((service, timer), of_kind("ini"), strict=True):
        unit.read_string(text)
    assert service["Service"]["Type"] == "oneshot"
    assert service["Service"]["SuccessExitStatus"] == "1"
    program, *arguments = shlex.split(service["Service"]["ExecStart"])
    assert program.endswith("/feeaudit")
    assert not misunderstood(["feeaudit", *arguments])
    assert re.fullmatch(r"\*-\*-\* \d\d:\d\d", timer["Timer"]["OnCalendar"])
    assert timer["Install"]["WantedBy"] == "timers.target"


def test_the_cron_line_has_five_fields_and_a_command() -> None:
    (line,) = of_kind("crontab")
    *fields, command = line.split(maxsplit=5)
    assert all(re.fullmatch(r"\d+|\*", field) for field in fields)
    assert len(fields) == 5
    program, *arguments = shlex.split(command.partition(">>")[0])
    assert program.endswith("/feeaudit")
    assert not misunderstood(["feeaudit", *arguments])


def test_the_windows_task_runs_a_command_that_exists() -> None:
    (text,) = of_kind("powershell")
    arguments = re.search(r"-Argument '([^']+)'", text)
    assert arguments is not None
    assert not misunderstood(["feeaudit", *shlex.split(arguments[1].replace("\\", "/"))])
    assert "Register-ScheduledTask" in text


def test_the_completion_lines_name_shells_that_are_supported() -> None:
    (text,) = of_kind("bash")
    shells = re.findall(r"_FEEAUDIT_COMPLETE=(\w+)_source feeaudit", text)
    assert shells == ["bash", "zsh", "fish"]
    assert all(get_completion_class(shell) for shell in shells)


@every_document
def test_links_and_pictures_lead_somewhere(document: str) -> None:
    text = text_of(document)
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    anchors = {re.sub(r"[^\w\- ]", "", each.lower()).replace(" ", "-") for each in headings}
    for target in re.findall(r"\]\(([^)]+)\)", text):
        if target.startswith("#"):
            assert target[1:] in anchors, target
        elif not target.startswith("https://"):
            assert (TOP / document).parent.joinpath(target).is_file(), target


def test_pictures_are_small_enough_to_load_anywhere() -> None:
    pictures = sorted((TOP / "templates" / "pictures").glob("*.png"))
    assert [each.stem for each in pictures] == ["incident", "morning", "phone", "queue", "report"]
    assert all(each.stat().st_size < LARGEST_PICTURE for each in pictures)


@every_document
def test_places_named_exist(document: str) -> None:
    places = re.findall(
        r"`((?:feeaudit|schedules|templates|tests|\.ci)/[\w./-]*)`", text_of(document)
    )
    missing = [each for each in places if not (TOP / each).exists()]
    assert set(missing) <= {TO_BE_ADDED}


def test_the_walk_through_the_code_names_modules_that_exist() -> None:
    walk = text_of("feeaudit/README.md")
    modules = re.findall(r"`([a-z_]+(?:/\w+)*(?:\.py|/))`", walk)
    assert len(modules) > 50
    places = (TOP / "feeaudit", TOP)
    assert [each for each in modules if not any((at / each).exists() for at in places)] == []


def test_the_walk_through_the_code_names_classes_and_functions_that_exist() -> None:
    named = set(re.findall(r"`([A-Z]\w+|\w+(?=\(\)))(?:\(\))?`", text_of("feeaudit/README.md")))
    code = "".join(each.read_text(encoding="utf-8") for each in (TOP / "feeaudit").rglob("*.py"))
    defined = set(re.findall(r"^ *(?:class|def) (\w+)|^([A-Z]\w+)\b.* = ", code, re.MULTILINE))
    assert named
    assert named <= {name for pair in defined for name in pair}


def test_the_readme_is_short_enough_to_be_read() -> None:
    assert len(text_of("README.md").splitlines()) <= LONGEST_README


def test_the_changelog_ends_with_the_first_version_and_begins_with_the_next() -> None:
    versions = re.findall(r"^## \[([^\]]+)\]", text_of("CHANGELOG.md"), re.MULTILINE)
    assert versions[0] == "Unreleased"
    assert versions[-1] == "1.0.0"


def test_the_version_moves_on_as_soon_as_something_is_unreleased() -> None:
    unreleased, released = re.split(r"^## ", text_of("CHANGELOG.md"), flags=re.MULTILINE)[1:3]
    last = released[1 : released.index("]")]
    is_open = "- " in unreleased
    assert (__version__ != last) == is_open
    assert _figures(__version__) >= _figures(last)
    assert __version__.endswith(".dev0") == is_open


def _figures(version: str) -> list[int]:
    return [int(each) for each in version.removesuffix(".dev0").split(".")]


def test_a_commit_is_held_to_what_the_gate_asks_and_fetches_nothing() -> None:
    repositories = yaml.safe_load(text_of(".pre-commit-config.yaml"))["repos"]
    hooks = [hook for each in repositories for hook in each["hooks"]]
    assert {each["repo"] for each in repositories} == {"local"}
    assert {each["language"] for each in hooks} == {"system"}
    gate = text_of(".ci/run").partition('step "Lint and types"')[2].partition("step")[0]
    asked = [line for line in gate.splitlines() if line and not line.startswith("pip")]
    assert {re.sub(r" (--.*|\.)", "", line) for line in asked} <= {each["name"] for each in hooks}

"""Help: every command says what it does, shows an example that holds, and completes in the shell."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import click
import pytest
from click.testing import CliRunner
from support.command_lines import HEAVY, Words, command_of, commands, misunderstood

from feeaudit.cli import cli, main

if TYPE_CHECKING:
    from pathlib import Path


def help_of(path: Words, flag: str = "--help") -> str:
    result = CliRunner().invoke(cli, [*path, flag], prog_name="feeaudit", catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def examples(path: Words) -> list[list[str]]:
    """Return the example commands of a help, each as its words."""
    text = help_of(path).replace("\\\n", " ")
    return [shlex.split(line) for line in text.splitlines() if line.strip().startswith("feeaudit ")]


ALL = list(commands())
every_command = pytest.mark.parametrize("path", ALL, ids=lambda path: " ".join(path) or "feeaudit")


@every_command
def test_every_help_has_an_example_of_the_command_itself(path: Words) -> None:
    assert "\n  Example" in help_of(path)
    assert any(words[1 : 1 + len(path)] == list(path) for words in examples(path))


@every_command
def test_every_example_is_one_that_the_program_understands(path: Words) -> None:
    for words in examples(path):
        assert not misunderstood(words), words


@every_command
def test_every_help_fits_a_terminal_and_shows_no_marks_of_its_maker(path: Words) -> None:
    text = help_of(path)
    assert "\\b" not in text
    assert "\b" not in text
    assert max(map(len, text.splitlines())) <= 100


@every_command
def test_every_option_and_every_argument_is_explained(path: Words) -> None:
    command = command_of(path)
    explained = help_of(path).partition("\n")[2]
    for each in command.params:
        if isinstance(each, click.Option):
            assert each.help, f"{path}: {each.opts}"
        else:
            name = (
                re.sub(r"\[|\]|\.\.\.", "", each.metavar or each.name or "").upper().split("|")[0]
            )
            assert name in explained.upper(), f"{path}: {name}"


@every_command
def test_a_short_flag_asks_for_help_too(path: Words) -> None:
    assert help_of(path, "-h") == help_of(path)


def test_a_group_tells_every_command_in_a_whole_line() -> None:
    for path in ALL:
        if isinstance(command_of(path), click.Group):
            assert "..." not in help_of(path).partition("Commands:")[2]


def completed(words: str, place: int) -> tuple[list[str], set[str]]:
    """Return what a shell is offered for the word at a place, and the heavy modules imported."""
    code = (
        "import sys\nfrom feeaudit.cli import main\n"
        "try:\n    main([])\nexcept SystemExit:\n    pass\n"
        f"print('heavy', *(name for name in {HEAVY} if name in sys.modules))\n"
    )
    asked = {"_FEEAUDIT_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(place)}
    result = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | asked,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    *offered, heavy = result.stdout.splitlines()
    return [line.partition(",")[2] for line in offered], set(heavy.split()[1:])


@pytest.mark.parametrize(
    ("words", "place", "offered"),
    [
        ("feeaudit s", 1, ["statement", "simulate", "schedules", "serve"]),
        ("feeaudit findings re", 2, ["resolve", "reopen"]),
        (
            "feeaudit schedules ",
            2,
            ["list", "show", "lint", "export", "diff", "doubts", "new", "draft", "sign", "card"],
        ),
        ("feeaudit audit --as", 2, ["--as-if"]),
        ("feeaudit audit --format s", 3, ["sarif"]),
    ],
)
def test_the_shell_completes_without_loading_the_engine(
    words: str, place: int, offered: list[str]
) -> None:
    assert completed(words, place) == (offered, set())


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_takes_the_completion_that_the_readme_shows(shell: str) -> None:
    program = shutil.which(shell)
    if program is None or sys.platform == "win32":
        pytest.skip(f"{shell} is not installed here")
    source = subprocess.run(
        [sys.executable, "-c", "from feeaudit.cli import main; main([])"],
        env=os.environ | {"_FEEAUDIT_COMPLETE": f"{shell}_source"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert "feeaudit" in source
    if shell == "zsh":
        source = f"autoload -Uz compinit; compinit -u -D; {source}"
    asked = {"bash": "complete -p feeaudit", "zsh": "true", "fish": "complete -c feeaudit"}[shell]
    taken = subprocess.run(
        [program, "-c", f"{source}\n{asked}"], capture_output=True, text=True, check=False
    )
    assert (taken.returncode, taken.stderr) == (0, "")


MISTAKES = [
    ("audti night", "did you mean 'audit'?"),
    ("schedules shwo", "did you mean 'show'?"),
    ("audit", "Missing argument 'LOG...'"),
    ("audit nowhere", "nowhere does not exist"),
    ("audit . --check FEE-OVR", "did you mean 'FEE-OVER'"),
    ("audit . --as-if everything", "feeaudit schedules list --law shows them"),
    ("audit .", "feeaudit import FILE --guess"),
    ("explain 3f9a", "name the folder of an audit with --in"),
    ("quote", "the hand lacks its 'cardroom'"),
    ("quote --cardroom mortimer --game x --option 1", "did you mean 'mortimers'"),
    ("checks zzz", "feeaudit checks lists them"),
    ("simulate -o new --plant zzz=1", "feeaudit checks lists them"),
    ("simulate -o new --plant FEE-OVER", "such as FEE-OVER=20"),
    ("schedules show nothing", "feeaudit schedules list --games to see them"),
    ("verify .", "name the folder of an audit"),
    ("verify", "either the FOLDER of an audit or a --store"),
    ("findings list --store .", "name the folder used with feeaudit nightly --store"),
    ("findings waive --store . --until soon", "2026-03-01"),
    ("demo --cardroom nowhere", "hawaiian-gardens, lucky-chances, lucky-lady, mortimers"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("mistake", "fix"), MISTAKES)
def test_a_mistake_is_answered_with_what_to_do(
    mistake: str,
    fix: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as end:
        main(mistake.split())
    told = capsys.readouterr()
    assert end.value.code == 2
    assert fix in " ".join(told.err.split())
    assert told.out == ""

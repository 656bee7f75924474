"""The worked example of schedules/README.md does what it says."""

from __future__ import annotations

import re
import shutil
from textwrap import dedent
from typing import TYPE_CHECKING

from feeaudit.book.lint import lint
from feeaudit.book.load import read_book

if TYPE_CHECKING:
    from pathlib import Path


def test_following_the_steps_adds_a_schedule_that_lints_clean(
    schedules: Path, tmp_path: Path
) -> None:
    root = tmp_path / "schedules"
    shutil.copytree(schedules, root)
    guide = (schedules / "README.md").read_text(encoding="utf-8")
    steps = guide[guide.index("## Adding a schedule") :]
    known, game, schedule = re.findall(r"```yaml\n(.*?)```", steps, re.DOTALL)
    for path, entry in ((root / "games.yaml", known), (root / "mortimers" / "games.yaml", game)):
        entry = re.sub(r"^ {3}", "", entry, flags=re.MULTILINE)  # noqa: PLW2901 - out of its list item
        path.write_text(
            path.read_text(encoding="utf-8").rstrip() + "\n\n" + entry, encoding="utf-8"
        )
    (root / "mortimers" / "harbor-blackjack.yaml").write_text(dedent(schedule), encoding="utf-8")
    (cardroom,) = read_book(root, ["mortimers"]).cardrooms
    assert lint(cardroom) == []
    added = next(each for each in cardroom.schedules if each.schedule == "harbor-blackjack")
    assert [tier.fee for tier in added.options[0].ladders[1].tiers] == [100, 200]

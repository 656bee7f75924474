"""Settling a doubt in a configuration: the file as it is, with one more [[settled]] at its end.

What stands in the file, comments included, stays as it is; nothing is returned that would not be
read back as a configuration in which exactly this doubt is settled as well.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from feeaudit.core.problem import Unknown
from feeaudit.rules.configuration.reader import config_of
from feeaudit.rules.configuration.references import checked

if TYPE_CHECKING:
    from collections.abc import Iterable

    from feeaudit.book.model import Book, Law
    from feeaudit.rules.configuration.model import SettledDoubt


def with_settled(
    text: str, doubt: SettledDoubt, remark: str, book: Book, laws: Iterable[Law] = ()
) -> str:
    """Return a configuration's text with a doubt settled; raise BookError or Unknown why not.

    ``remark`` says who settled it and when, for whoever reads the file.
    """
    before = config_of(text).settled
    if any(each.anomaly == doubt.anomaly and _meet(each, doubt) for each in before):
        raise Unknown(f"{doubt.anomaly} is already settled for some of these days")
    lines = [
        f"# {' '.join(remark.split())}",
        "[[settled]]",
        *(
            f"{key} = {json.dumps(value, ensure_ascii=False)}"
            for key, value in (
                ("anomaly", doubt.anomaly),
                ("reading", doubt.reading),
                ("authority", doubt.authority),
            )
        ),
        *(f"from = {doubt.start}" for _ in [0] if doubt.start),
        *(f"to = {doubt.end}" for _ in [0] if doubt.end),
    ]
    after = f"{text.rstrip()}\n\n".lstrip("\n") + "\n".join(lines) + "\n"
    config = config_of(after)
    if config.settled != (*before, doubt):
        raise Unknown("the configuration lists settled doubts in a way that none can be added to")
    checked(config, book, laws)
    return after


def _meet(one: SettledDoubt, other: SettledDoubt) -> bool:
    """Tell whether two settlements hold on a common day."""
    starts_late = one.start and other.end and one.start > other.end
    ends_early = one.end and other.start and one.end < other.start
    return not (starts_late or ends_early)

"""Trials: hands tried under rival options, many tables at a time."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from feeaudit.audit.fees.replay import Replay

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from feeaudit.audit.case import Case
    from feeaudit.audit.options.rivals import Rival
    from feeaudit.core.arrays import BoolTable, Ints

# A bound for memory, whatever the number of rivals: a copy brings its wagers and collections.
_MOST_COPIES = 150_000


@dataclass(frozen=True, slots=True, eq=False)
class Trial:
    """Hands, and the rivals they are tried under."""

    hands: Ints
    rivals: Sequence[Rival]

    @property
    def copies(self) -> int:
        """Return how many hands it takes."""
        return len(self.hands) * len(self.rivals)


def outcomes(case: Case, trials: Sequence[Trial]) -> Iterator[BoolTable]:
    """Yield of each trial which hands (columns) fit which rivals (rows)."""
    if not trials:
        return
    hands = case.no_hand
    for trial in trials:
        hands[trial.hands] = True
    replay = Replay(case, hands)
    for batch in _batches(trials):
        yield from _tried(case, replay, batch)


def _batches(trials: Sequence[Trial]) -> Iterator[list[Trial]]:
    """Yield trials in lots that memory has room for."""
    lot: list[Trial] = []
    copies = 0
    for trial in trials:
        if lot and copies + trial.copies > _MOST_COPIES:
            yield lot
            lot, copies = [], 0
        lot.append(trial)
        copies += trial.copies
    if lot:
        yield lot


def _tried(case: Case, replay: Replay, trials: list[Trial]) -> list[BoolTable]:
    """Return the outcomes of a lot; one replay an edition, which the configuration then pins."""
    found = [np.zeros((len(each.rivals), len(each.hands)), dtype=bool) for each in trials]
    schedules = {rival.schedule.schedule for each in trials for rival in each.rivals}
    editions = {rival.schedule.edition for each in trials for rival in each.rivals}
    for edition in sorted(editions):
        chosen = [
            (trial, row, rival)
            for trial, each in enumerate(trials)
            for row, rival in enumerate(each.rivals)
            if rival.schedule.edition == edition
        ]
        hands = np.concatenate([trials[trial].hands for trial, _, _ in chosen])
        words: dict[str, int] = {}
        options = [_options(case, trials[trial].hands, rival, words) for trial, _, rival in chosen]
        config = replace(case.config, editions=dict.fromkeys(schedules, edition), people=())
        fits = replay.fits(hands, np.concatenate(options), list(words), config)
        edges = np.cumsum([len(each) for each in options])[:-1]
        for (trial, row, _), part in zip(chosen, np.split(fits, edges), strict=True):
            found[trial][row] = part
    return found


def _options(case: Case, hands: Ints, rival: Rival, words: dict[str, int]) -> Ints:
    """Return the option each hand is tried under, as a place in ``words``."""
    if rival.option:
        return np.full(len(hands), words.setdefault(rival.name(""), len(words)), dtype=np.int64)
    option = case.hands["option"].cat
    codes = option.codes.to_numpy()[hands]
    named = ["" if code < 0 else str(option.categories[code]) for code in codes]
    places = [words.setdefault(rival.name(each), len(words)) for each in named]
    return np.array(places, dtype=np.int64)

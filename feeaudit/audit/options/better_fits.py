"""Better fits: stretches of hands whose fees another option or edition explains."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import pandas as pd

from feeaudit.audit.fees import fees_of
from feeaudit.audit.fees.replay import fitting_hands
from feeaudit.audit.options.rivals import Rival, rivals_of
from feeaudit.audit.options.trials import Trial, outcomes
from feeaudit.audit.shared import shared
from feeaudit.core.arrays import distinct
from feeaudit.core.numbering import numbered

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Bools, BoolTable, Ints, IntTable

# Ten minutes of play: fewer hands of wrong fees are a slip or two of a dealer, whatever they fit.
FEWEST_HANDS = 8
# At four to one a run ends where a fifth of its hands speak against the rival: a dealer who
# misreads the right placard now and then does not make it another one.
_AGAINST = 4
# A table may have a hundred rivals, and each costs a replay of every hand it is tried on. So all
# are tried on a few hands of each option, which rules out nearly all of them ...
_FIRST: Final = 4
# ... those left on a sample large enough to tell options apart that share most of their tiers ...
_WRONG: Final = 16
_RIGHT: Final = 4
# ... and of these only such as explain half of the fewest hands that make a finding: what explains
# less in a sample spread over the day explains no stretch of it.
_FEWEST_HITS: Final = FEWEST_HANDS // 2
# Where none explains all, several may each explain a stretch of its own.
_PATTERNS: Final = 3


class _Suspect(NamedTuple):
    """The hands of one table, game and gaming day in order of time, and what they may fit."""

    hands: Ints
    rivals: list[Rival]


class BetterFit(NamedTuple):
    """Hands that a rival explains, which of them it fits, and the names of all that do."""

    hands: Ints
    fitting: Bools
    rival: Rival
    equals: list[str]

    @property
    def share(self) -> float:
        """Return the share of the hands that the rival fits."""
        return float(self.fitting.mean())


@shared
def better_fits(case: Case) -> list[BetterFit]:
    """Return the stretches that a rival explains.

    All rivals are tried on a few hands, those that fit any on a sample, and the best on all.
    """
    return list(_better_fits(case, fitting_hands(fees_of(case))))


def _better_fits(case: Case, fits: Bools) -> Iterator[BetterFit]:
    """Yield the stretches; ``fits`` tells whose fees fit as logged."""
    suspects = list(_suspects(case, fits))
    option = case.hands["option"].cat.codes.to_numpy()
    samples = [
        Trial(_sample(each.hands, fits, option), each.rivals)
        for each in _screened(case, suspects, fits)
    ]
    tried = list(outcomes(case, samples))
    likely = [
        _likely(outcome, ~fits[sample.hands])
        for sample, outcome in zip(samples, tried, strict=True)
    ]
    left = [place for place, each in enumerate(likely) if each]
    trials = [
        Trial(suspects[place].hands, [samples[place].rivals[row] for row in likely[place]])
        for place in left
    ]
    for place, trial, outcome in zip(left, trials, outcomes(case, trials), strict=True):
        for run in runs(fits[trial.hands], outcome):
            alike = _alike(samples[place], tried[place], likely[place][run.rival], trial, run)
            part = slice(run.first, run.last + 1)
            fitting = outcome[run.rival, part]
            yield BetterFit(trial.hands[part], fitting, trial.rivals[run.rival], alike)


def _suspects(case: Case, fits: Bools) -> Iterator[_Suspect]:
    """Yield the tables, games and days with enough fees that do not fit."""
    game, lost = _games(case)
    hands, context = case.hands, case.hands["context"].to_numpy()
    concerned = (fees_of(case).tested | lost[context]) & (game[context] >= 0)
    wrong = concerned & ~fits
    if np.count_nonzero(wrong) < FEWEST_HANDS:
        return
    day = hands["day"].to_numpy()
    columns = [hands["table_code"].to_numpy(), game[context], day - int(day.min())]
    group, _ = numbered(columns)
    many = np.bincount(group[wrong], minlength=int(group.max()) + 1) >= FEWEST_HANDS
    mine = np.flatnonzero(concerned & many[group])
    ordered = _in_order(case, mine, group[mine])
    counted, known = case.has("hands.players"), dict[tuple[int, ...], list[Rival]]()
    for part in np.split(ordered, np.flatnonzero(np.diff(group[ordered])) + 1):
        # Many tables play the same options of a game, whose rivals are the same.
        members = tuple(distinct(context[part]).tolist())
        if members and members not in known:
            known[members] = rivals_of([case.contexts[each] for each in members], counted=counted)
        if members:
            yield _Suspect(part, known[members])


def _games(case: Case) -> tuple[Ints, Bools]:
    """Return the game of each context (-1 for none), and where only the option is unknown."""
    numbers: dict[tuple[str, str], int] = {}
    games = [
        -1
        if each.game is None or each.cardroom is None
        else numbers.setdefault((each.cardroom.cardroom, each.game.game), len(numbers))
        for each in case.contexts
    ]
    lost = [each.kind in {"option", "date", "several"} for each in case.contexts]
    return np.array(games, dtype=np.int64), np.array(lost, dtype=bool)


def _in_order(case: Case, mine: Ints, group: Ints) -> Ints:
    """Return hands by group and time, by their ids where they began at one moment."""
    started = case.hands["started_at"].to_numpy()[mine]
    order = np.lexsort((started, group))
    if ((np.diff(started[order]) == 0) & (np.diff(group[order]) == 0)).any():
        names, _ = pd.factorize(case.hands["hand_id"].to_numpy()[mine], sort=True)
        order = np.lexsort((names, started, group))
    return mine[order]


def _screened(case: Case, suspects: list[_Suspect], fits: Bools) -> Iterator[_Suspect]:
    """Yield suspects without the rivals that none of a few wrong hands fit."""
    option = case.hands["option"].cat.codes.to_numpy()
    few = [
        Trial(_spread_in_each(each.hands[~fits[each.hands]], option, _FIRST), each.rivals)
        for each in suspects
    ]
    for suspect, outcome in zip(suspects, outcomes(case, few), strict=True):
        kept = np.flatnonzero(outcome.any(axis=1)).tolist()
        yield _Suspect(suspect.hands, [suspect.rivals[row] for row in kept])


def _sample(hands: Ints, fits: Bools, option: Ints) -> Ints:
    """Return some hands of each option that do not fit, and some of those between that do."""
    wrong = np.flatnonzero(~fits[hands])
    right = np.flatnonzero(fits[hands][wrong[0] : wrong[-1] + 1]) + wrong[0]
    chosen = np.concatenate(
        [_spread_in_each(hands[wrong], option, _WRONG), hands[_spread(right, _RIGHT)]]
    )
    ordered: Ints = hands[np.isin(hands, chosen)]
    return ordered


def _spread_in_each(hands: Ints, option: Ints, most: int) -> Ints:
    """Return at most so many hands of each option, lest one with many hide another."""
    parts = [_spread(hands[option[hands] == each], most) for each in distinct(option[hands])]
    return np.concatenate(parts) if parts else hands


def _spread(places: Ints, most: int) -> Ints:
    """Return at most so many places, evenly spread."""
    if len(places) <= most:
        return places
    chosen: Ints = places[np.linspace(0, len(places) - 1, most).astype(np.int64)]
    return chosen


def _likely(outcome: BoolTable, wrong: Bools) -> list[int]:
    """Return the rivals that explain most wrong hands of a sample, one of those that look alike.

    One that explains them all is enough.
    """
    hits = outcome[:, wrong].sum(axis=1)
    order = np.lexsort((np.arange(len(hits)), -outcome.sum(axis=1), -hits))
    patterns: dict[bytes, int] = {}
    for row in order.tolist():
        if hits[row] >= _FEWEST_HITS:
            patterns.setdefault(outcome[row].tobytes(), row)
    likely = list(patterns.values())
    perfect = bool(likely) and hits[likely[0]] == np.count_nonzero(wrong)
    return likely[: 1 if perfect else _PATTERNS]


def _alike(sample: Trial, tried: BoolTable, best: int, trial: Trial, run: Run) -> list[str]:
    """Return the rivals, the best first, that the sampled hands of a stretch cannot tell apart."""
    inside = np.isin(sample.hands, trial.hands[run.first : run.last + 1])
    same = (tried[:, inside] == tried[best, inside]).all(axis=1) & inside.any()
    others = [row for row in np.flatnonzero(same).tolist() if row != best]
    return [sample.rivals[row].text for row in (best, *others)]


class Run(NamedTuple):
    """Hands from ``first`` to ``last`` (both included) that a rival explains."""

    rival: int
    first: int
    last: int
    weight: int


def runs(logged: Bools, rivals: BoolTable) -> Iterator[Run]:
    """Yield the runs of hands, in order of time, that a rival fits much better than what is logged.

    ``logged`` tells which hands fit as logged, a row of ``rivals`` which fit a rival. A hand that
    only the rival fits counts for it, one that it does not fit counts against it as much as four;
    a hand that fits both says nothing. So at least four in five of the telling hands of a run fit,
    and it takes FEWEST_HANDS more than are needed to make up for the others.
    """
    scores: IntTable = np.where(rivals, np.where(logged, 0, 1), -_AGAINST).astype(np.int64)
    yield from _within(scores, 0, scores.shape[1])


def _within(scores: IntTable, start: int, stop: int) -> Iterator[Run]:
    """Yield the heaviest run between two hands, and then what lies before and after it."""
    found = [_heaviest(each[start:stop], number, start) for number, each in enumerate(scores)]
    best = max(found, key=lambda run: run.weight)
    if best.weight < FEWEST_HANDS:
        return
    yield from _within(scores, start, best.first)
    yield best
    yield from _within(scores, best.last + 1, stop)


def _heaviest(score: Ints, rival: int, start: int) -> Run:
    """Return the shortest of the heaviest runs, the first of several."""
    sums = np.concatenate([[0], np.cumsum(score)])
    lowest = np.minimum.accumulate(sums)
    last = int(np.argmax(sums - lowest))
    first = int(np.flatnonzero(sums[: last + 1] == lowest[last])[-1])
    return Run(rival, start + first, start + last - 1, int(sums[last] - lowest[last]))

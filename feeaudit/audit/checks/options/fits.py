"""OPT-FITS: over a stretch of hands the fees fit another approved option or edition.

A stretch is of one table, game and gaming day. Hands whose fees fit as logged and fit the other
option too say nothing; of those that tell the two apart at least four in five fit the other one,
and at least eight hands more than it takes to make up for the rest.

Finding     thirty hands logged under option 1, every fee is what option 2 says
Finding     twenty hands whose fees are those of the edition before the one in force
Finding     an hour of option 2's fees in an evening that is right otherwise: the hour is told
No finding  a few wrong fees among right ones
No finding  seven such hands in a row
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import pandas as pd

from feeaudit.audit.check import Authority, Outcome, Severity, check, findings_frame
from feeaudit.audit.fees import fees_of
from feeaudit.audit.fees.replay import fitting_hands
from feeaudit.audit.fees.rivals import Rival, rivals_of
from feeaudit.audit.fees.stretches import FEWEST_HANDS, Run, runs
from feeaudit.audit.fees.trials import Trial, outcomes
from feeaudit.audit.law import clock_text
from feeaudit.core.numbering import numbered

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Bools, BoolTable, Ints


_FIRST: Final = 4
_WRONG: Final = 16
_RIGHT: Final = 4
_FEWEST_HITS: Final = 4
_PATTERNS: Final = 3
_NAMED: Final = 3


@check(
    id="OPT-FITS",
    title="The fees fit another option better",
    severity=Severity.REVIEW,
    authority=Authority.SCHEDULE,
    needs=("hands.option", "wagers", "collections"),
    next_step="Find out which placard was up at this table in that time; where another edition was"
    " in force, say so in feeaudit.toml.",
)
def another_option_fits(case: Case) -> Outcome:
    """Over a stretch of hands at a table the fees fit another approved option of the game."""
    fees = fees_of(case)
    if not case.has("hands.option"):
        return Outcome(findings_frame(), case.no_hand, {case.lacking("hands.option"): fees.tested})
    fits = fitting_hands(fees)
    suspects = list(_suspects(case, fees.tested, fits))
    found = list(_stretches(case, suspects, fits))
    tested = fees.tested.copy()
    for stretch in found:
        tested[stretch.hands] = True
    untested = {why: hands & ~tested for why, hands in fees.untested.items()}
    return Outcome(_findings(case, found, fits), tested, untested)


class _Suspect(NamedTuple):
    """The hands of one table, game and gaming day in order of time, and what they may fit."""

    hands: Ints
    rivals: list[Rival]


class _Stretch(NamedTuple):
    """Hands that a rival explains, the share of them it fits, and the names of all that do."""

    hands: Ints
    share: float
    rival: Rival
    equals: list[str]


def _suspects(case: Case, tested: Bools, fits: Bools) -> Iterator[_Suspect]:
    """Yield the tables, games and days with enough fees that do not fit."""
    game, lost = _games(case)
    hands, context = case.hands, case.hands["context"].to_numpy()
    concerned = (tested | lost[context]) & (game[context] >= 0)
    wrong = concerned & ~fits
    if np.count_nonzero(wrong) < FEWEST_HANDS:
        return
    day = hands["day"].to_numpy()
    columns = [hands["table_code"].to_numpy(), game[context], day - int(day.min())]
    group, _ = numbered(columns)
    many = np.bincount(group[wrong], minlength=int(group.max()) + 1) >= FEWEST_HANDS
    mine = np.flatnonzero(concerned & many[group])
    ordered = _in_order(case, mine, group[mine])
    for part in np.split(ordered, np.flatnonzero(np.diff(group[ordered])) + 1):
        members = (
            [case.contexts[number] for number in np.unique(context[part])] if len(part) else []
        )
        if members:
            counted = case.has("hands.players")
            rivals = rivals_of(members, case.config, int(day[part[0]]), counted=counted)
            yield _Suspect(part, rivals)


def _games(case: Case) -> tuple[Ints, Bools]:
    """Return the game of each context (-1 for none), and where only the option is unknown."""
    numbers: dict[tuple[str, str], int] = {}
    games = [
        -1
        if each.game is None or each.cardroom is None
        else numbers.setdefault((each.cardroom.cardroom, each.game.game), len(numbers))
        for each in case.contexts
    ]
    lost = [each.kind in {"option", "date"} for each in case.contexts]
    return np.array(games, dtype=np.int64), np.array(lost, dtype=bool)


def _in_order(case: Case, mine: Ints, group: Ints) -> Ints:
    """Return hands by group and time, by their ids where they began at one moment."""
    started = case.hands["started_at"].to_numpy()[mine]
    order = np.lexsort((started, group))
    if ((np.diff(started[order]) == 0) & (np.diff(group[order]) == 0)).any():
        names, _ = pd.factorize(case.hands["hand_id"].to_numpy()[mine], sort=True)
        order = np.lexsort((names, started, group))
    return mine[order]


def _stretches(case: Case, suspects: list[_Suspect], fits: Bools) -> Iterator[_Stretch]:
    """Yield the stretches that a rival explains.

    All rivals are tried on a few hands, those that fit any on a sample, and the best on all.
    """
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
            share = float(outcome[run.rival, part].mean())
            yield _Stretch(trial.hands[part], share, trial.rivals[run.rival], alike)


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
    parts = [_spread(hands[option[hands] == each], most) for each in np.unique(option[hands])]
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


def _findings(case: Case, found: list[_Stretch], fits: Bools) -> pd.DataFrame:
    started = case.hands["started_at"].to_numpy()
    return findings_frame(
        len(found),
        hand=np.array([each.hands[0] for each in found], dtype=np.int64),
        until=np.array([started[each.hands[-1]] for each in found], dtype=np.int64),
        review=np.ones(len(found), dtype=bool),
        message=np.array([_sentence(case, each, fits) for each in found], dtype=object),
        lines=np.array([each.rival.lines for each in found], dtype=object),
        document=np.array([each.rival.schedule.document for each in found], dtype=object),
    )


def _sentence(case: Case, stretch: _Stretch, fits: Bools) -> str:
    hands = case.hands.iloc[stretch.hands]
    first, last = (clock_text(case, hands["started_at"].iloc[place]) for place in (0, -1))
    logged = sorted(hands["option"].astype(str).unique())
    options = f"option {logged[0]}" if len(logged) == 1 else f"options {', '.join(logged)}"
    kinds = {case.contexts[number].kind for number in hands["context"].unique()}
    as_logged = f"the fees of {fits[stretch.hands].mean():.0%} fit it"
    if "" not in kinds:
        as_logged = "no edition in force prints it"
    names = stretch.equals
    left = len(names) - _NAMED
    more = f" or {left} other{'s' if left > 1 else ''}" if left > 0 else ""
    return (
        f"{len(hands)} hands from {first} to {last} logged under {options}: {as_logged},"
        f" the fees of {stretch.share:.0%} fit {' or '.join(names[:_NAMED])}{more}"
    )

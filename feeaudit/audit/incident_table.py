"""The incidents of a log: every finding in exactly one, and what is said of each."""

from __future__ import annotations

import hashlib
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd

from feeaudit.audit.cause import Gathered, nobody
from feeaudit.audit.check import Stake
from feeaudit.audit.checks import REGISTRY
from feeaudit.audit.circumstances import CIRCUMSTANCES, FEES
from feeaudit.audit.coded_findings import coded, codes_of, combined
from feeaudit.audit.incidents import CAUSES
from feeaudit.core.arrays import extent
from feeaudit.core.groups import changes

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from feeaudit.audit.cause import Cause
    from feeaudit.audit.coded_findings import CodedFindings
    from feeaudit.core.arrays import Ints, Words

INCIDENT_COLUMNS: Final = {
    "id": object,
    "cause": object,
    "stake": object,
    "sure": object,
    "verdict": object,
    "sentence": object,
    "cardroom": object,
    "tables": object,
    "first": np.int64,
    "last": np.int64,
    "first_hand": object,
    "last_hand": object,
    "hands": np.int64,
    "findings": object,
    "checks": object,
    "over": np.int64,
    "under": np.int64,
    "next_step": object,
    "doubt": object,
}
"""The columns of the frame of incidents; ``findings`` are ids, ``checks`` counts by check."""

_STAKES: Final = tuple(Stake)
_DIGITS: Final = "0123456789"
_LONGEST: Final = 15
_WORDS: Final = (
    *("check", "verdict", "cardroom", "table", "hand_id", "game", "option", "seat", "player"),
    *("payer", "component", "document", "lines", "doubt", "schedule", "named"),
)
_NUMBERS: Final = ("day", "at", "until", "owed", "taken", "over", "under", *CIRCUMSTANCES)


@cache
def no_incidents() -> pd.DataFrame:
    """Return no incidents."""
    return pd.DataFrame({name: pd.Series(dtype=kind) for name, kind in INCIDENT_COLUMNS.items()})


def incidents_of(findings: pd.DataFrame) -> tuple[Words, pd.DataFrame]:
    """Return the incident of each finding, by its id, and a row an incident, the gravest first.

    Findings are in order, have their ids, and the circumstances that their parts brought along.
    """
    if not len(findings):
        return np.empty(0, dtype=object), no_incidents()
    known = _known(findings)
    group, claimed = _claimed(known)
    return _table(findings, known, group, claimed)


def _known(findings: pd.DataFrame) -> CodedFindings:
    """Return what causes look at: the findings' columns as numbers, and a few made of them."""
    ids, names = findings["hand_id"].to_numpy(), findings["named"].to_numpy()
    prefix, named_number = _numbered(names)
    _, number = _numbered(np.where(names != "", ids, ""))
    codes, checks = codes_of(findings["check"])
    order = {name: place for place, name in enumerate(REGISTRY)}
    return coded(
        {name: findings[name] for name in _WORDS} | {"named_prefix": prefix},
        {name: findings[name] for name in _NUMBERS}
        | {
            "named_number": named_number,
            "number": number,
            "stake": np.array([_STAKES.index(REGISTRY[each].stake) for each in checks])[codes],
            "rank": np.array([order[each] for each in checks])[codes],
            "jackpot": findings["component"].to_numpy() == "jackpot",
            "violation": findings["verdict"].to_numpy() == "violation",
        },
    )


def _numbered(ids: Words) -> tuple[Words, Ints]:
    """Return ids as a prefix and a number, blank and -1 where they do not end in digits."""
    prefix, number = np.full(len(ids), "", dtype=object), nobody(len(ids))
    for row in np.flatnonzero(ids != "").tolist():
        stem = ids[row].rstrip(_DIGITS)
        digits = ids[row][len(stem) :]
        if digits and len(digits) <= _LONGEST:
            prefix[row], number[row] = stem, int(digits)
    return prefix, number


def _claimed(known: CodedFindings) -> tuple[Ints, list[Cause]]:
    """Return the incident of each finding, by number, and the cause of each incident."""
    group = nobody(len(known))
    causes: list[Cause] = []
    for each in CAUSES.values():
        left = group < 0
        if not left.any():
            break
        claim = each.claim(known if left.all() else known.only(left))
        taken = claim >= 0
        _, numbers = np.unique(claim[taken], return_inverse=True)
        group[np.flatnonzero(left)[taken]] = len(causes) + numbers
        causes += [each] * extent(numbers)
    return group, causes


def _table(
    findings: pd.DataFrame, known: CodedFindings, group: Ints, causes: list[Cause]
) -> tuple[Words, pd.DataFrame]:
    count = len(causes)
    leads = _leads(known, group, causes)
    over, under = (_sums(known[name], group, count) for name in ("over", "under"))
    violations = _sums(known["violation"], group, count)
    gathered = [*_gathered(findings, known, group, leads)]
    told = [each.tell(one) for each, one in zip(causes, gathered, strict=True)]
    lead = findings.iloc[leads]
    ids = _ids(lead, gathered, causes)
    columns = {
        "id": ids,
        "cause": [each.id for each in causes],
        "stake": _stakes(known, group, count, over, under),
        "sure": [str(sure) for sure, _ in told],
        "verdict": np.where(violations > 0, "violation", "review"),
        "sentence": [sentence for _, sentence in told],
        "cardroom": lead["cardroom"].to_numpy(),
        "tables": [each.tables for each in gathered],
        **_moments(findings, known, group, count),
        "hands": [each.hands for each in gathered],
        "findings": _listed(findings["id"].to_numpy(), group, count),
        "checks": [each.checks for each in gathered],
        "over": over,
        "under": under,
        "next_step": [
            each.next_step or step
            for each, step in zip(causes, lead["next_step"].tolist(), strict=True)
        ],
        "doubt": np.where(violations > 0, "", lead["doubt"].to_numpy()),
    }
    frame = pd.DataFrame(
        {name: pd.Series(columns[name], dtype=kind) for name, kind in INCIDENT_COLUMNS.items()}
    )
    return ids[group], incidents_in_order([frame])


def incidents_in_order(frames: Sequence[pd.DataFrame]) -> pd.DataFrame:
    """Return incidents, those of several cardrooms one below the other, the gravest first."""
    some = [each for each in frames if len(each)]
    if not some:
        return no_incidents()
    frame = pd.concat(some, ignore_index=True)
    rank = {str(each): place for place, each in enumerate(_STAKES)}
    money, ids = frame["over"] + frame["under"], frame["id"].to_numpy().astype(str)
    order = np.lexsort((ids, -frame["hands"], -money, frame["stake"].map(rank)))
    return frame.iloc[order].reset_index(drop=True)


def gaps_of_orphans(orphans: pd.DataFrame, gaps: pd.DataFrame) -> Words:
    """Return for each orphan the cardroom that misses its hand, blank where none does.

    ``gaps`` are the findings about missing hand numbers of all cardrooms. Only the cause that joins
    the two looks beyond one cardroom.
    """
    both = pd.concat([orphans, gaps], ignore_index=True)
    claim = CAUSES["log-gap"].claim(_known(both))
    rooms = dict(zip(claim[len(orphans) :].tolist(), gaps["cardroom"].tolist(), strict=True))
    rooms[-1] = ""
    return np.array([rooms.get(each, "") for each in claim[: len(orphans)].tolist()], dtype=object)


def _leads(known: CodedFindings, group: Ints, causes: list[Cause]) -> Ints:
    """Return the row of the finding that speaks for each incident."""
    led = np.ones(len(group), dtype=np.int64)
    for each in dict.fromkeys(causes):
        if each.led_by:
            mine = np.array([one is each for one in causes])[group]
            for place, check in enumerate(reversed(each.led_by)):
                led[mine & known.of(check)] = -place
    order = np.lexsort((known["rank"], known["stake"], -known["violation"], led, group))
    rows: Ints = order[changes(group[order])]
    return rows


def _sums(values: Ints, group: Ints, count: int) -> Ints:
    sums = np.zeros(count, dtype=np.int64)
    np.add.at(sums, group, np.maximum(values, 0))
    return sums


def _stakes(known: CodedFindings, group: Ints, count: int, over: Ints, under: Ints) -> list[str]:
    """Return what each incident puts at risk: the gravest of its checks'.

    A fee that is wrong either way is the patrons' money where too much was taken, and the house's
    where only too little was.
    """
    gravest = np.full(count, len(_STAKES) - 1)
    np.minimum.at(gravest, group, known["stake"])
    fees = known.of("FEE-TIME", "FEE-JACKPOT")
    patrons, house = (_STAKES.index(each) for each in (Stake.PATRONS, Stake.HOUSE))
    others = np.full(count, len(_STAKES))
    np.minimum.at(others, group[~fees], known["stake"][~fees])
    own = (gravest == patrons) & (others > patrons) & (over == 0) & (under > 0)
    return [str(_STAKES[each]) for each in np.where(own, house, gravest).tolist()]


def _moments(
    findings: pd.DataFrame, known: CodedFindings, group: Ints, count: int
) -> dict[str, Any]:
    """Return first and last moment, and first and last hand, of each incident."""
    at, until = known["at"], np.maximum(known["until"], known["at"])
    first, last = np.full(count, np.iinfo(np.int64).max), nobody(count)
    timed = at > 0
    np.minimum.at(first, group[timed], at[timed])
    np.maximum.at(last, group[timed], until[timed])
    first[last < 0] = -1
    rows = np.flatnonzero(known["hand_id"] >= 0)
    order = rows[np.lexsort((rows, at[rows], group[rows]))]
    ids = findings["hand_id"].to_numpy()
    hands = [np.full(count, "", dtype=object) for _ in range(2)]
    hands[0][group[order[::-1]]] = ids[order[::-1]]
    hands[1][group[order]] = ids[order]
    return {"first": first, "last": last, "first_hand": hands[0], "last_hand": hands[1]}


def _listed(values: Words, group: Ints, count: int) -> list[tuple[Any, ...]]:
    """Return the values of each incident, in the order of the findings."""
    order = np.argsort(group, kind="stable")
    edges = np.searchsorted(group[order], np.arange(count + 1)).tolist()
    ordered = values[order].tolist()
    return [tuple(ordered[a:b]) for a, b in pairwise(edges)]


def _distinct(known: CodedFindings, group: Ints, name: str) -> tuple[Ints, Ints]:
    """Return rows of which each stands for another word of a column in its incident, in order."""
    rows = np.flatnonzero(known[name] >= 0)
    _, first = np.unique(combined([group[rows], known[name][rows]]), return_index=True)
    # Words are numbered as the log brings them, a cardroom's or all: the findings' order is one.
    rows = rows[np.sort(first)]
    return group[rows], rows


def _gathered(
    findings: pd.DataFrame, known: CodedFindings, group: Ints, leads: Ints
) -> Iterable[Gathered]:
    """Yield what is told of each incident."""
    count = len(leads)
    names = list(Gathered._fields[: Gathered._fields.index("findings")])
    lead = findings.iloc[leads]
    hands, _ = _distinct(known, group, "hand_id")
    people, someone = _distinct(known, group, "player")
    seats, _ = _distinct(known, group, "seat")
    persons = np.bincount(people, minlength=count)
    person = np.full(count, "", dtype=object)
    person[people] = findings["player"].to_numpy()[someone]
    person[persons != 1] = ""
    tables, at_table = _distinct(known, group, "table")
    columns: list[Any] = [
        *(lead[name].tolist() for name in names),
        np.bincount(group, minlength=count).tolist(),
        np.bincount(hands, minlength=count).tolist(),
        _occasions(known, group, count).tolist(),
        persons.tolist(),
        person.tolist(),
        np.bincount(seats, minlength=count).tolist(),
        _listed(findings["table"].to_numpy()[at_table], tables, count),
        _checks(known, group, count),
    ]
    return map(Gathered._make, zip(*columns, strict=True))


def _occasions(known: CodedFindings, group: Ints, count: int) -> Ints:
    """Return how often the fee of each incident was owed, over its tables and days; 0 if not known.

    It is counted at tables and on days where the same went wrong often enough: of an incident that
    has fees of others as well the number would be too small.
    """
    rows = np.flatnonzero(known["occasions"] >= 0)
    uncounted = known.of(*FEES) & (known["occasions"] < 0)
    tier = np.where(known["taken"] > 0, known["lines"], -2)
    payer = known.key("cardroom", "table", "day", "game", "option", "payer", "component")
    unit = combined([group[rows], payer[rows], tier[rows]])
    _, first = np.unique(unit, return_index=True)
    sums = np.zeros(count, dtype=np.int64)
    np.add.at(sums, group[rows[first]], known["occasions"][rows[first]])
    sums[group[uncounted]] = 0
    return sums


def _checks(known: CodedFindings, group: Ints, count: int) -> list[dict[str, int]]:
    """Return how many findings of each check an incident has."""
    width = len(REGISTRY)
    pairs, numbers = np.unique(group * width + known["rank"], return_counts=True)
    checks: list[dict[str, int]] = [{} for _ in range(count)]
    names = list(REGISTRY)
    for pair, number in zip(pairs.tolist(), numbers.tolist(), strict=True):
        checks[pair // width][names[pair % width]] = number
    return checks


def _ids(lead: pd.DataFrame, gathered: list[Gathered], causes: list[Cause]) -> Words:
    """Return ids made of what incidents are about: the same on another night where it lasts."""
    ids = np.empty(len(causes), dtype=object)
    each = zip(causes, gathered, lead["id"].tolist(), strict=True)
    for row, (cause, found, finding) in enumerate(each):
        about = cause.lasting(found) if cause.lasting else (finding,)
        key = "\x1f".join([cause.id, *map(str, about)])
        ids[row] = hashlib.sha256(key.encode()).hexdigest()[:12]
    return ids

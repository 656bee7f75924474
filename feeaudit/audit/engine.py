"""Running checks over a case: findings with stable ids, in order, and what was covered."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from feeaudit.audit.check import Outcome, Severity
from feeaudit.audit.checks import REGISTRY
from feeaudit.audit.circumstances import CIRCUMSTANCES, circumstances
from feeaudit.audit.columns import plain_words
from feeaudit.audit.explain import explained
from feeaudit.audit.facts import Facts, facts_of, merged
from feeaudit.audit.facts.frames import rank
from feeaudit.audit.findings import findings_frame
from feeaudit.audit.incident_table import incidents_of
from feeaudit.audit.people import disagreements
from feeaudit.audit.result import AuditResult, Coverage
from feeaudit.audit.rule_coverage import (
    GameCounts,
    GameCoverage,
    Listed,
    rule_coverage,
    statements_of,
)
from feeaudit.audit.shared import forget
from feeaudit.audit.shortfalls import shortfalls_of
from feeaudit.core.arrays import distinct
from feeaudit.core.dates import long_date
from feeaudit.core.groups import changes
from feeaudit.core.memory import give_back, nothing_collected

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from feeaudit.audit.case import Case
    from feeaudit.audit.check import Check
    from feeaudit.core.arrays import Ints, Words
    from feeaudit.intake.log import SourceFile
    from feeaudit.rules.in_force import Offer

_NO_HANDS: Final = np.zeros(0, dtype=bool)
_NEVER: Final = np.iinfo(np.int64).max
_IDENTITY = ("check", "cardroom", "table", "hand_id", "at", "seat", "player", "payer", "component")
_COLUMNS: Final = (
    *("id", "check", "title", "verdict", "cardroom", "table", "day", "hand_id", "at", "until"),
    *("game", "option", "seat", "player", "payer", "component", "owed", "owed_most", "taken"),
    *("over", "under", "message", "document", "lines", "doubt", "next_step", "file", "sheet"),
    *("row", "schedule", "why", "waiver", "incident"),
)
_FOUND_WORDS: Final = (
    *("seat", "player", "payer", "component"),
    *("message", "document", "lines", "doubt", "named", "told"),
)
# What nobody asks for once the checks of a family have run: a night's is a quarter of a gigabyte.
_DONE_WITH: Final = {
    "limits": ("feeaudit.audit.limits.",),
    "rotation": (
        "feeaudit.audit.rotation.earlier_bets",
        "feeaudit.audit.rotation.eligibility",
        "feeaudit.audit.rotation.offer_order",
        "feeaudit.audit.rotation.offers",
    ),
    "settlement": ("feeaudit.audit.settlement.",),
}
# What no why asks for.
_ASKED_BY_NO_WHY: Final = ("feeaudit.audit.options.", "feeaudit.audit.records.")
# What only whys and circumstances ask for.
_OF_WHYS: Final = ("feeaudit.audit.circumstances", "feeaudit.audit.explain.")
# What facts do not ask for any more.
_OF_CHECKS: Final = (
    "feeaudit.audit.fees.findings",
    "feeaudit.audit.wagers",
)
# Of fewer hands there is too little to hand back to be worth asking.
_LARGE: Final = 100_000
# What hands show in words is kept for the next check, which may find something there, too: so much
# for each that of more findings than these it would take gigabytes.
_MANY: Final = 5_000
_EXPLAINED: Final = ("feeaudit.audit.explain.dues", "feeaudit.audit.explain.hand_text")
# As checks leave findings: the incident is told once all have run, and what only the engine needs.
_FINISHED: Final = (
    *(each for each in _COLUMNS if each != "incident"),
    *("named", "told", "hand", "context"),
)
_ORDER = [
    "cardroom",
    "table",
    "at",
    "hand_id",
    "check",
    "seat",
    "player",
    "payer",
    "component",
    "until",
    "owed",
    "taken",
    "message",
    "row",
]


@dataclass(frozen=True, slots=True)
class Examined:
    """What the checks found in a part of a log, and what the whole needs to know of the part."""

    findings: pd.DataFrame
    coverage: tuple[Coverage, ...]
    facts: Facts
    hands: int
    tables: frozenset[tuple[str, str]]
    first: int
    last: int
    notices: frozenset[str]
    statements: frozenset[Listed]
    by_game: GameCoverage


def audit(
    case: Case,
    checks: Iterable[str] | None = None,
    progress: Callable[[float], None] = lambda _done: None,
) -> AuditResult:
    """Return what the checks (all by default) find in a case, telling how much of it is done."""
    return put_together([examined(case, checks, progress=progress)], case.log.sources)


# Whys of findings are millions of small objects that all stay: looking through them for garbage
# again and again took a sixth of the time of a bad night.
@nothing_collected()
def examined(
    case: Case,
    checks: Iterable[str] | None = None,
    *,
    every_run: bool = True,
    progress: Callable[[float], None] = lambda _done: None,
) -> Examined:
    """Return what the checks find in a case; ``every_run`` keeps the banking of clean tables."""
    chosen = [REGISTRY[name] for name in checks] if checks is not None else list(REGISTRY.values())
    frames: list[tuple[Check, pd.DataFrame]] = []
    coverage = []
    counts = GameCounts(case)
    last = {check.family: check for check in chosen}
    for number, check in enumerate(chosen):
        progress(number / len(chosen))
        # A log without hands gives no check anything to look at.
        outcome = check.run(case) if len(case.hands) else Outcome(findings_frame(), _NO_HANDS)
        coverage.append(_coverage(check, outcome))
        counts.add(check.id, outcome)
        # Of a clean log the last check leaves a frame without rows, of all columns.
        if len(outcome.findings) or (check is chosen[-1] and not frames):
            frames.append((check, _finished(case, check, outcome)))
        if check is last[check.family]:
            forget(case, _DONE_WITH.get(check.family, ()))
        if len(outcome.findings) > _MANY:
            forget(case, _EXPLAINED)
        _tidied(*(frame for _, frame in frames))
    findings = _answered_for(case, _explained(case, frames))
    forget(case, _OF_WHYS)
    _tidied(findings)
    shortfalls = shortfalls_of(case, findings)
    findings = findings.drop(columns="hand")
    forget(case, _OF_CHECKS)
    _tidied(findings)
    hands = case.hands
    found = Examined(
        findings=findings,
        coverage=tuple(coverage),
        facts=facts_of(case, findings, shortfalls, everything=every_run),
        hands=len(hands),
        tables=frozenset(case.table_numbers),
        first=int(hands["started_at"].min()) if len(hands) else _NEVER,
        last=int(hands["started_at"].max()) if len(hands) else 0,
        notices=frozenset(_notices(case)),
        statements=statements_of(case.contexts),
        by_game=counts.coverage(),
    )
    # What was worked out points back at the case: left to the collector, a whole night would stay
    # in memory beside its reports.
    case.known.clear()
    if len(hands) > _LARGE:
        give_back()
    return found


def _explained(case: Case, frames: list[tuple[Check, pd.DataFrame]]) -> pd.DataFrame:
    """Return findings with what only the log can say of them, and their whys.

    That is told once all checks have run: beside what these work out it would take the most memory.
    """
    findings = pd.concat([frame for _, frame in frames], ignore_index=True)
    ends = np.cumsum([len(frame) for _, frame in frames]).tolist()
    checks = [check for check, _ in frames]
    # From here on they stand in one frame, and in memory once.
    frames.clear()
    _tidied(findings)
    hand = findings["hand"].to_numpy().astype(np.int64)
    told = circumstances(case, findings, hand)
    forget(case, _ASKED_BY_NO_WHY)
    whys = []
    for check, start, end in zip(checks, [0, *ends], ends, strict=False):
        _tidied(findings)
        whys.append(explained(case, check, findings.iloc[start:end]))
    explanations = pd.concat(whys, ignore_index=True)
    return findings.drop(columns=["told", "context"]).assign(
        **{name: explanations[name] for name in explanations.columns}, **told
    )


def _tidied(*found: pd.DataFrame) -> None:
    """Hand back what a step left behind where there are many findings.

    Their texts are small pieces, between which nothing large finds room.
    """
    if sum(map(len, found)) > _MANY:
        give_back()


def _answered_for(case: Case, findings: pd.DataFrame) -> pd.DataFrame:
    """Return the findings that a part answers for; neighbours see some of the same records."""
    if case.surroundings is None or not len(findings):
        return findings
    places = findings["cardroom"].tolist(), findings["table"].tolist(), findings["at"].to_numpy()
    return findings[case.surroundings.answers_for(*places)]


def no_findings() -> pd.DataFrame:
    """Return the findings of a log in which nothing was found."""
    numbers = ("day", "at", "until", "owed", "owed_most", "taken", "over", "under", "row")
    return pd.DataFrame(
        {name: pd.Series(dtype=np.int64 if name in numbers else object) for name in _COLUMNS}
    )


@nothing_collected()
def put_together(parts: Sequence[Examined], sources: tuple[SourceFile, ...]) -> AuditResult:
    """Return the result of a whole log from those of its parts, however it was parted."""
    findings = ordered(pd.concat([each.findings for each in parts], ignore_index=True))
    incident, incidents = incidents_of(findings)
    findings = findings.drop(columns=["named", *CIRCUMSTANCES]).assign(
        incident=plain_words(incident)
    )
    tables = frozenset[tuple[str, str]]().union(*(each.tables for each in parts))
    hands = sum(each.hands for each in parts)
    return AuditResult(
        findings=findings,
        incidents=incidents,
        coverage=coverages([each.coverage for each in parts], _counts(findings)),
        hands=hands,
        cardrooms=tuple(sorted({cardroom for cardroom, _ in tables})),
        tables=len(tables),
        first=min(each.first for each in parts) if hands else 0,
        last=max(each.last for each in parts) if hands else 0,
        over=int(findings["over"].sum()),
        under=int(findings["under"].sum()),
        sources=sources,
        notices=tuple(sorted(frozenset[str]().union(*(each.notices for each in parts)))),
        facts=merged([each.facts for each in parts]),
        rules=rule_coverage(
            frozenset[Listed]().union(*(each.statements for each in parts)),
            [each.by_game for each in parts],
            frozenset(each.check for each in parts[0].coverage),
        ),
    )


def _counts(findings: pd.DataFrame) -> dict[tuple[str, str], int]:
    return Counter(zip(findings["check"].tolist(), findings["verdict"].tolist(), strict=True))


def coverages(
    parts: list[tuple[Coverage, ...]], found: Mapping[tuple[str, str], int]
) -> tuple[Coverage, ...]:
    """Return the coverage of each check over all parts, with what it found in all.

    ``found`` is the number of findings by check and verdict.
    """
    return tuple(
        replace(
            _added(each),
            violations=int(found.get((each[0].check, "violation"), 0)),
            reviews=int(found.get((each[0].check, "review"), 0)),
        )
        for each in zip(*parts, strict=True)
    )


def _added(each: tuple[Coverage, ...]) -> Coverage:
    untested: dict[str, int] = {}
    for part in each:
        for why, count in part.untested.items():
            untested[why] = untested.get(why, 0) + count
    tested = sum(part.tested for part in each)
    return replace(each[0], tested=tested, untested=dict(sorted(untested.items())))


def _coverage(check: Check, outcome: Outcome) -> Coverage:
    untested = {why: int(np.count_nonzero(hands)) for why, hands in outcome.untested.items()}
    return Coverage(
        check=check.id,
        title=check.title,
        tested=int(np.count_nonzero(outcome.tested)),
        untested={why: count for why, count in sorted(untested.items()) if count},
        violations=0,
        reviews=0,
    )


def _finished(case: Case, check: Check, outcome: Outcome) -> pd.DataFrame:
    """Return a check's findings with the facts of their hands."""
    found = outcome.findings
    hands = case.hands
    hand = found["hand"].to_numpy().astype(np.int64)
    known = hand >= 0
    row = np.maximum(hand, 0)
    table = (
        np.where(known, hands["table_code"].to_numpy()[row], found["table_code"])
        if len(hands)
        else hand
    )
    context = np.where(known, _of_hand(hands, "context", row, known), found["context"])
    cardroom, name = _table_names(case, np.asarray(table, dtype=np.int64), found)
    review = (check.severity is Severity.REVIEW) | found["review"].to_numpy().astype(bool)
    at = np.where(known, _of_hand(hands, "started_at", row, known), found["at"])
    source = np.where(found["source"] >= 0, found["source"], _of_hand(hands, "source", row, known))
    file, sheet = _files(case, source)
    word = partial(_alike, len(found))
    verdict = np.array(["violation", "review"], dtype=object)[review.astype(np.int64)]
    words = {
        "check": word(check.id),
        "title": word(check.title),
        "verdict": verdict,
        "cardroom": cardroom,
        "table": name,
        "hand_id": np.where(known, hands["hand_id"].to_numpy()[row], ""),
        "game": _played(case, context, "game_name"),
        "option": _played(case, context, "option_name"),
        **{each: found[each].to_numpy() for each in _FOUND_WORDS},
        "next_step": word(check.next_step),
        "file": file,
        "sheet": sheet,
        **dict.fromkeys(("id", "schedule", "why", "waiver"), word("")),
    }
    numbers = {
        "day": np.where(at > 0, case.config.gaming_days(np.maximum(at, 0)), -1),
        "at": at,
        **{each: found[each].to_numpy() for each in ("until", "owed", "owed_most", "taken")},
        "over": np.where(review, 0, np.maximum(found["over"], 0)),
        "under": np.where(review, 0, np.maximum(found["under"], 0)),
        "row": np.where(found["row"] >= 0, found["row"], _of_hand(hands, "row", row, known)),
        "hand": hand,
        "context": context,
    }
    columns = {each: plain_words(values) for each, values in words.items()} | numbers
    return pd.DataFrame({each: columns[each] for each in _FINISHED})


def _alike(count: int, word: str) -> Words:
    """Return a column of one word, which stands in memory once."""
    return np.repeat(np.array([word], dtype=object), count)


def _files(case: Case, source: Any) -> tuple[Words, Words]:
    """Return the file and sheet of each finding; a long log has many more than findings name."""
    known = case.log.sources
    each, of = distinct(source), source.astype(np.int64)
    place = np.searchsorted(each, of)
    stated = [known[one] if 0 <= one < len(known) else None for one in each.tolist()]
    file = np.array([one.file if one else "" for one in stated], dtype=object)
    sheet = np.array([one.sheet if one else "" for one in stated], dtype=object)
    return file[place], sheet[place]


def _table_names(case: Case, table: Ints, found: pd.DataFrame) -> tuple[Words, Words]:
    """Return the cardroom and table that table numbers stand for, as stated where there is none."""
    cardroom, name = (found[each].to_numpy().copy() for each in ("cardroom", "table"))
    codes = np.array([*case.table_numbers.values()], dtype=np.int64)
    order = np.argsort(codes)
    rows = np.flatnonzero(np.isin(table, codes))
    place = order[np.searchsorted(codes, table[rows], sorter=order)]
    for column, words in zip((cardroom, name), zip(*case.table_numbers, strict=True), strict=False):
        column[rows] = np.array(words, dtype=object)[place]
    return cardroom, name


def _of_hand(hands: pd.DataFrame, name: str, row: Any, known: Any) -> Any:
    return np.where(known, hands[name].to_numpy()[row], -1) if len(hands) else row


def _played(case: Case, context: Any, name: str) -> Any:
    """Return the game or option of contexts as the log names it, blank for -1."""
    words = [getattr(each, name) for each in case.contexts]
    return np.array([*words, ""], dtype=object)[context.astype(np.int64)]


def ordered(findings: pd.DataFrame) -> pd.DataFrame:
    """Return findings in one order whatever the log's, each with an id made of what it is about."""
    frame = findings.iloc[_order(findings)].reset_index(drop=True)
    about = [pa.array(frame[name].tolist()).cast(pa.string()) for name in _IDENTITY]
    same = pc.binary_join_element_wise(*about, "\x1f").dictionary_encode().indices.to_numpy()
    repeats = pa.array(_repeats(same)).cast(pa.string())
    keys = pc.binary_join_element_wise(*about, repeats, "\x1f").cast(pa.binary()).to_pylist()
    frame["id"] = plain_words([hashlib.sha256(key).hexdigest()[:12] for key in keys])
    return frame


def _repeats(same: Ints) -> Ints:
    """Return for each row how many before it have the same number."""
    order = np.argsort(same, kind="stable")
    row = np.arange(len(same))
    repeats = np.empty(len(same), dtype=np.int64)
    repeats[order] = row - np.maximum.accumulate(np.where(changes(same[order]), row, 0))
    return repeats


def _order(findings: pd.DataFrame) -> Ints:
    """Return what puts findings in order by the columns of ``_ORDER``.

    A column is asked only about findings that those before it leave side by side: most are told
    apart by table and time, and to compare the sentences of all would take longer than all else.
    """
    place = np.zeros(len(findings), dtype=np.int64)
    tied = np.arange(len(findings))
    for name in _ORDER:
        words = rank(findings[name].to_numpy()[tied])
        by = np.lexsort((words, place[tied]))
        tied, words = tied[by], words[by]
        group = changes(place[tied])
        apart = group | changes(words)
        # Findings that agree so far have the place of the first of them.
        row = np.arange(len(tied))
        first = np.maximum.accumulate(np.where(apart, row, 0))
        place[tied] += first - np.maximum.accumulate(np.where(group, row, 0))
        alone = apart & np.append(apart[1:], np.ones(min(len(tied), 1), dtype=bool))
        tied = tied[~alone]
    return np.argsort(place, kind="stable")


def _settled(case: Case) -> Iterator[str]:
    """Yield the doubts of the paper that the site has settled and that bear on what was played."""
    bearing = {anomaly for each in case.contexts for anomaly, _ in each.settled}
    for each in case.config.settled:
        if each.anomaly in bearing:
            style = case.config.dates
            days = f" from {long_date(each.start, style)}" if each.start else ""
            days += f" to {long_date(each.end, style)}" if each.end else ""
            yield (
                f"The open question {each.anomaly} is settled as {each.reading.replace('_', ' ')}"
                f"{days}, on the authority of: {each.authority}."
            )


def _notices(case: Case) -> Iterator[str]:
    """Yield what every report must say: rules as if in force, editions assumed, who is who."""
    for rule in case.config.as_if:
        yield f"Audited as if {rule} were in force; see the law pack for its legal status."
    yield from _settled(case)
    yield from disagreements(case.log, case.config)
    yield from dict.fromkeys(
        _assumption(offer) for each in case.contexts for offer in each.offers if offer.assumed
    )


def _assumption(offer: Offer) -> str:
    """Return that nothing says which printing of a schedule is in force."""
    schedule = offer.schedule
    name = f"{schedule.cardroom}/{schedule.schedule}"
    if all(each.partition("@")[0] == name for each in offer.rivals):
        return (
            f"{schedule.title} ({name}) is printed in {len(offer.rivals) + 1} editions and none is"
            f" pinned: edition {schedule.edition}, the last printed, is assumed."
        )
    return (
        f"{schedule.title} ({schedule.key}) and {' and '.join(offer.rivals)} are printed for one"
        f" game and none is pinned: {schedule.key}, the last printed, is assumed."
    )

"""Running checks over a case: findings with stable ids, in order, and what was covered."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from feeaudit.audit.check import Severity
from feeaudit.audit.checks import REGISTRY
from feeaudit.audit.result import AuditResult, Coverage
from feeaudit.book.catalogue import editions_in_force

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from feeaudit.audit.case import Case
    from feeaudit.audit.check import Check, Outcome

_IDENTITY = ("check", "cardroom", "table", "hand_id", "at", "seat", "player", "payer", "component")
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
    "row",
]


def audit(
    case: Case,
    checks: Iterable[str] | None = None,
    progress: Callable[[str], None] = lambda _name: None,
) -> AuditResult:
    """Return what the checks (all by default) find in a case."""
    chosen = [REGISTRY[name] for name in checks] if checks is not None else list(REGISTRY.values())
    frames, coverage = [], []
    for check in chosen:
        progress(check.id)
        outcome = check.run(case)
        frames.append(_finished(case, check, outcome))
        coverage.append(_coverage(check, outcome))
    hands = case.hands
    findings = _ordered(pd.concat(frames, ignore_index=True))
    return AuditResult(
        findings=findings,
        coverage=tuple(coverage),
        hands=len(hands),
        cardrooms=tuple(sorted(map(str, hands["cardroom"].unique()))),
        tables=int(hands["table_code"].nunique()),
        first=int(hands["started_at"].min()) if len(hands) else 0,
        last=int(hands["started_at"].max()) if len(hands) else 0,
        over=int(findings["over"].sum()),
        under=int(findings["under"].sum()),
        sources=case.log.sources,
        notices=tuple(sorted(_notices(case))),
    )


def _coverage(check: Check, outcome: Outcome) -> Coverage:
    review = int(outcome.findings["review"].sum()) if len(outcome.findings) else 0
    reviews = len(outcome.findings) if check.severity is Severity.REVIEW else review
    return Coverage(
        check=check.id,
        title=check.title,
        tested=int(outcome.tested.sum()),
        untested={
            why: int(hands.sum()) for why, hands in sorted(outcome.untested.items()) if hands.any()
        },
        violations=len(outcome.findings) - reviews,
        reviews=reviews,
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
    cardroom, name = _table_names(case, np.asarray(table, dtype=np.int64))
    review = (check.severity is Severity.REVIEW) | found["review"].to_numpy().astype(bool)
    source = np.where(found["source"] >= 0, found["source"], _of_hand(hands, "source", row, known))
    files = [(each.file, each.sheet) for each in case.log.sources] or [("", "")]
    return pd.DataFrame(
        {
            "id": "",
            "check": check.id,
            "title": check.title,
            "verdict": np.where(review, "review", "violation"),
            "cardroom": cardroom,
            "table": name,
            "day": np.where(known, hands["day"].to_numpy()[row], -1),
            "hand_id": np.where(known, hands["hand_id"].to_numpy()[row], ""),
            "at": np.where(known, hands["started_at"].to_numpy()[row], found["at"]),
            "until": found["until"].to_numpy(),
            "game": _word(hands, "game", row, known),
            "option": _word(hands, "option", row, known),
            **{
                column: found[column].to_numpy()
                for column in ("seat", "player", "payer", "component", "owed", "owed_most", "taken")
            },
            "over": np.where(review, 0, np.maximum(found["over"], 0)),
            "under": np.where(review, 0, np.maximum(found["under"], 0)),
            "message": found["message"].to_numpy(),
            "document": found["document"].to_numpy(),
            "lines": found["lines"].to_numpy(),
            "next_step": check.next_step,
            "file": [files[int(each)][0] if 0 <= each < len(files) else "" for each in source],
            "sheet": [files[int(each)][1] if 0 <= each < len(files) else "" for each in source],
            "row": np.where(found["row"] >= 0, found["row"], _of_hand(hands, "row", row, known)),
            "schedule": "",
            "why": "",
            "waiver": "",
        }
    )


def _table_names(case: Case, table: Any) -> tuple[Any, Any]:
    """Return the cardroom and table that table numbers stand for."""
    hands = case.hands
    first = hands.drop_duplicates("table_code")
    names = {
        int(code): (str(cardroom), str(name))
        for code, cardroom, name in zip(
            first["table_code"], first["cardroom"], first["table"], strict=True
        )
    }
    pairs = [names.get(int(code), ("", "")) for code in table]
    return [pair[0] for pair in pairs], [pair[1] for pair in pairs]


def _of_hand(hands: pd.DataFrame, name: str, row: Any, known: Any) -> Any:
    return np.where(known, hands[name].to_numpy()[row], -1) if len(hands) else row


def _word(hands: pd.DataFrame, name: str, row: Any, known: Any) -> Any:
    if name not in hands or not len(hands):
        return ""
    words = np.array([*map(str, hands[name].cat.categories), ""], dtype=object)
    return np.where(known, words[hands[name].cat.codes.to_numpy()[row]], "")


def _ordered(findings: pd.DataFrame) -> pd.DataFrame:
    """Return findings in one order whatever the log's, each with an id made of what it is about."""
    frame = findings.sort_values(_ORDER, kind="stable", ignore_index=True)
    keys = [
        "\x1f".join(map(str, each)) for each in zip(*(frame[c] for c in _IDENTITY), strict=True)
    ]
    repeats = pd.Series(keys).groupby(keys).cumcount() if keys else []
    frame["id"] = [
        hashlib.sha256(f"{key}\x1f{again}".encode()).hexdigest()[:12]
        for key, again in zip(keys, repeats, strict=True)
    ]
    return frame


def _notices(case: Case) -> Iterator[str]:
    """Yield what every report must say: editions assumed, rules applied as if in force."""
    for rule in case.config.as_if:
        yield f"Audited as if {rule} were in force; see the law pack for its status."
    seen = set()
    for each in case.situations:
        if each.cardroom is None:
            continue
        for offer in each.offers:
            key = offer.schedule.schedule
            editions = [s for s in each.cardroom.schedules if s.schedule == key]
            pinned = key in case.config.editions
            if len(editions) > 1 and not pinned and (each.cardroom.cardroom, key) not in seen:
                seen.add((each.cardroom.cardroom, key))
                assumed = editions_in_force(editions)[0].edition
                yield (
                    f"{each.cardroom.cardroom}/{key} is printed in {len(editions)} editions and"
                    f" none is pinned: edition {assumed}, the last printed, is assumed."
                )

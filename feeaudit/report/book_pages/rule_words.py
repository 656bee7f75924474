"""What schedules and games say besides figures, in words: terms, limits, rotation, anomalies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feeaudit.book.vocabulary import (
    ELIGIBILITY,
    FIRST_OFFERS,
    HOLDERS,
    IF_NOBODY,
    NEVER_BANKS,
    NO_OPENING_ROUND,
    OFFERED_TO,
    RULES,
)
from feeaudit.report.book_pages.schedule_views import AS_PRINTED

if TYPE_CHECKING:
    from collections.abc import Iterator

View = dict[str, Any]


def limit_words(rule: View) -> str:
    """Return a limit in words: at least, at most, in steps of."""
    words = []
    if "total" in rule:
        words.append(f"{' + '.join(rule['total'])} together")
    named = {
        "minimum": "at least",
        "maximum": "at most",
        "at_least": "at least",
        "at_most": "at most",
        "step": "in steps of",
        "step_above": "above",
        "one_per": "one per",
        "many_per": "no more of them than",
        "never_with": "never with",
    }
    words += [f"{label} {rule[key]}" for key, label in named.items() if key in rule]
    if "within" in rule:
        words.append("within the table limit")
    if "equals" in rule:
        words.append(f"equal to {' or '.join(rule['equals'])}")
    if "needs" in rule:
        words.append(f"needs {' and '.join(rule['needs'])}")
    return ", ".join(words)


def further_terms(term: View) -> Iterator[str]:
    """Yield what terms say besides how fees are charged."""
    if "free" in term:
        yield f"players pay nothing on {', '.join(term['free'])}"
    if "period_minutes" in term:
        by_clock = " by the clock" if term["period_starts"] == "clock" else ""
        yield f"a period is {term['period_minutes']} minutes{by_clock}"
    opening = term.get("opening_round", "").replace("_", " ")
    if opening:
        yield f"the hand opens with the {opening}"
    if "no_opening_round" in term:
        otherwise = NO_OPENING_ROUND[term["no_opening_round"]].replace("_", "-")
        yield f"where {'it does not' if opening else 'a hand does not open'}, {otherwise}"
    if "bands" in term:
        yield f"price lists by number of players: options {' / '.join(term['bands'])}"
    if "table_limit" in term:
        limit = term["table_limit"]
        yield f"table minimum {limit.get('minimum', '-')}, maximum {limit.get('maximum', '-')}"
    for rule in term.get("limits", []):
        yield f"{', '.join(rule.get('wagers', []))} {limit_words(rule)}".strip()


def levy_words(levy: View) -> str:
    """Return how one fee is charged, and where that does not hold for all options."""
    where = [f"options {levy['options']}"] if "options" in levy else []
    where += [", ".join(levy["games"])] if "games" in levy else []
    if "reading" in levy:
        printed = levy["reading"] == AS_PRINTED
        where.append(AS_PRINTED if printed else f"read as {levy['reading']}")
    holds = f" ({'; '.join(where)})" if where else ""
    return f"{levy['component'].replace('_', '-').capitalize()} fee{holds}: {levy['says']}"


def rotation_words(view: View) -> str:
    """Return a rule of the player-dealer position in words."""
    words = []
    if "cap" in view:
        cap = view["cap"]
        most = (
            _many(cap["hands"], f"consecutive {cap['unit']}")
            if cap["hands"]
            else "many hands (no number printed)"
        )
        words.append(f"cap: {HOLDERS[cap['holder']]} may not hold it for more than {most}")
    if "offer" in view:
        offer = view["offer"]
        after = (
            f"after {_many(offer['after'], offer['unit'])}" if "after" in offer else "continuously"
        )
        words.append(f"duty: offered {after} to {OFFERED_TO[offer['to']]}")
    if "rotates_after" in view:
        what = view.get("position", "position")
        words.append(f"the {what} rotates after {_many(view['rotates_after'], 'hand')}")
    if "direction" in view:
        words.append(view["direction"].replace("_", "-"))
    if "first_offer" in view:
        words.append(f"first offered to {FIRST_OFFERS[view['first_offer']]}")
    if "intervening" in view:
        words.append("an intervening player-dealer is required")
    if "if_nobody" in view:
        words.append(f"if nobody takes it {IF_NOBODY[view['if_nobody']]}")
    words += [ELIGIBILITY[each] for each in view.get("eligible", [])]
    words += [f"{NEVER_BANKS[each]} never banks" for each in view.get("never", [])]
    if "shared_by" in view:
        words.append(f"may be shared by up to {view['shared_by']} parties")
    note = f". {view['note']}" if "note" in view else ""
    return f"{'; '.join(words)}{note} ({lines_words(view['lines'])})"


def settlement_words(view: View) -> str:
    """Return the order of settlement in words."""
    words = []
    if "starts" in view:
        words.append(f"starts at {view['starts'].replace('_', ' ')}")
    if "direction" in view:
        words.append(view["direction"].replace("_", "-"))
    if "order" in view:
        whose = f"{view['result']} hands " if "result" in view else ""
        words.append(f"{whose}in the order {', '.join(view['order'])}")
    if "rounds" in view:
        rounds = ", then ".join(" and ".join(group) for group in view["rounds"])
        words.append(f"around the table with all {rounds}")
    words += [each.replace("_", " ") for each in view.get("uncovered", [])]
    note = f". {view['note']}" if "note" in view else ""
    return f"{'; '.join(words)}{note} ({lines_words(view['lines'])})"


def rule_words(rule: View) -> str:
    """Return a general rule in words."""
    words = [RULES[rule["rule"]]]
    if "at_most" in rule:
        words = [
            f"at most {rule['at_most']} rates per {rule.get('per', 'table').replace('_', ' ')}"
        ]
    if "events" in rule:
        words.append(f"({', '.join(rule['events']).replace('_', ' ')})")
    if "hands" in rule:
        words.append(f"({_many(rule['hands'], 'hand')})")
    note = f". {rule['note']}" if "note" in rule else ""
    return f"{' '.join(words)}{note} ({lines_words(rule['lines'])})"


def lines_words(lines: str) -> str:
    """Return the lines of a document as they are cited."""
    return f"{'lines' if ',' in lines or '-' in lines else 'line'} {lines}"


def _many(count: int, unit: str) -> str:
    return f"{count} {unit}{'s' if count != 1 else ''}"


def anomaly_words(view: View) -> str:
    """Return a recorded anomaly with its readings."""
    where = f"option {view['options']}: " if "options" in view else ""
    readings = "".join(
        f" [{each['reading'].replace('_', ' ')}{': ' + each['note'] if 'note' in each else ''}]"
        for each in view.get("readings", [])
    )
    kinds = ", ".join(view["kinds"]).replace("_", " ")
    cited = lines_words(view["lines"])
    return f"{where}{kinds}, {view['conclusion']}. {view['note']}{readings} ({cited})"

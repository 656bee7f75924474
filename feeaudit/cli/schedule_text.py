"""Schedules and games as text for a terminal, from their views."""

from __future__ import annotations

from textwrap import wrap
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
from feeaudit.cli.schedule_views import AS_PRINTED
from feeaudit.report.text_table import text_table

if TYPE_CHECKING:
    from collections.abc import Iterator

View = dict[str, Any]
_BASIS_TITLES = {
    "player_wager": "Wager",
    "total_player_wager": "Player total",
    "table_action": "Table action",
    "bonus_wager": "Bonus wager",
    "players": "Players",
}
_WIDTH = 100


def schedule_text(view: View) -> str:
    """Return a schedule as a table with its terms, rules and anomalies."""
    edition = "" if view["edition"] == "1" else f", edition {view['edition']}"
    head = [
        f"{view['title']} ({view['cardroom']}/{view['schedule']}{edition})",
        f"Games: {', '.join(view['games'])}"
        + (f"   Approvals: {', '.join(view['approvals'])}" if "approvals" in view else ""),
        f"Printed in {view['document']}, {_lines(view['lines'])}",
    ]
    if view["table"] != "printed":
        head.append("Its table is announced and not printed.")
    parts = ["\n".join(head)]
    if view.get("options"):
        parts.append(_fee_table(view["options"]))
    if "terms" in view:
        parts.append("\n".join(["Collection:", *(_term(term) for term in view["terms"])]))
    parts.extend(_section("General rules", [_rule(rule) for rule in view.get("rules", [])]))
    parts.extend(_section("Anomalies", [_anomaly(each) for each in view.get("anomalies", [])]))
    if "note" in view:
        parts.append(_wrapped(view["note"]))
    return "\n\n".join(parts)


def game_text(view: View) -> str:
    """Return a game with its wagers and its rotation rule."""
    approvals = f"   Approvals: {', '.join(view['approvals'])}" if "approvals" in view else ""
    head = [
        f"{view['name']} at {view['cardroom']} ({view['game']})",
        f"Described in {view['document']}, {_lines(view['lines'])}{approvals}",
    ]
    if "names" in view:
        head.append(f"Also called: {', '.join(view['names'])}")
    kind = view["kind"].replace("_", "-").capitalize()
    facts = [f"{kind} game"] + [
        f"{label}: {view[key]}".replace("_", " ")
        for key, label in (
            ("seats", "Seats"),
            ("backline", "Backline"),
            ("opening_round", "Opening round"),
        )
        if key in view
    ]
    head.append("   ".join(facts))
    parts = ["\n".join(head), *_wagers_and_rotation(view)]
    parts.extend(_section("Settlement", [_settlement(each) for each in view.get("settlement", [])]))
    parts.extend(_section("General rules", [_rule(rule) for rule in view.get("rules", [])]))
    schedules = view.get("schedules", []) or [f"none: {view.get('no_schedule', 'not stated')}"]
    parts.extend(_section("Fee schedules", schedules))
    parts.extend(_section("Anomalies", [_anomaly(each) for each in view.get("anomalies", [])]))
    if "note" in view:
        parts.append(_wrapped(view["note"]))
    return "\n\n".join(parts)


def game_summary(view: View) -> str:
    """Return a game in short: its wagers and the rule of the player-dealer position."""
    approvals = f", {', '.join(view['approvals'])}" if "approvals" in view else ""
    head = f"{view['cardroom']}/{view['game']}: {view['name']}{approvals}"
    return "\n".join([head, *_wagers_and_rotation(view)])


def _wagers_and_rotation(view: View) -> Iterator[str]:
    if "wagers" in view:
        yield _wager_table(view["wagers"])
    totals = [_limit(rule) for rule in view.get("limits", []) if "total" in rule]
    yield from _section("Limits on totals", totals)
    rotation = [_rotation(each) for each in view.get("rotation", [])]
    rotation += [
        f"for all games here: {_rotation(each)}" for each in view.get("general_rotation", [])
    ]
    rotation += [view["no_rotation"]] if "no_rotation" in view else []
    yield from _section("Player-dealer position", rotation)


def _section(title: str, entries: list[str]) -> Iterator[str]:
    if entries:
        yield "\n".join([f"{title}:", *(_bullet(entry) for entry in entries)])


def _bullet(text: str) -> str:
    return "\n".join(wrap(text, _WIDTH, initial_indent="  - ", subsequent_indent="    "))


def _below(text: str) -> str:
    """Return a text that belongs to the bullet above it."""
    return "\n".join(wrap(text, _WIDTH, initial_indent="    ", subsequent_indent="      "))


def _wrapped(text: str) -> str:
    return "\n".join(wrap(text, _WIDTH))


def _fee_table(options: list[View]) -> str:
    """One row a tier; ladders of one option stand side by side, as on paper."""
    columns = _columns(options)
    has_limit = any("table_limit" in option for option in options)
    has_stakes = any("stakes" in option for option in options)
    header = ["Option", *(["Limit"] if has_limit else []), *(["Stakes"] if has_stakes else [])]
    for _, basis, _, title in columns:
        header += [_BASIS_TITLES[basis], title] if basis != "flat" else [title]
    rows = []
    for option in options:
        cells = [
            [fee for fee in option["fees"] if _column(fee) == column[:3]] for column in columns
        ]
        for place in range(max(map(len, cells))):
            first = place == 0
            row = [option["option"] if first else ""]
            row += [option.get("table_limit", "") if first else ""] if has_limit else []
            row += [_stakes(option) if first else ""] if has_stakes else []
            lines = []
            for (_, basis, _, _), column_cells in zip(columns, cells, strict=True):
                cell = column_cells[place] if place < len(column_cells) else None
                row += [_tier(cell)] if basis != "flat" else []
                row.append(cell["fee"] if cell else "")
                lines += [cell["line"]] if cell else []
            rows.append([*row, ", ".join(map(str, dict.fromkeys(lines)))])
    return text_table([*header, "Line"], rows)


def _column(fee: View) -> tuple[str, str, str]:
    stage = fee.get("note", "") if fee["component"] == "jackpot" else ""
    return fee["component"], fee["basis"], stage


def _columns(options: list[View]) -> list[tuple[str, str, str, str]]:
    keys = dict.fromkeys(_column(fee) for option in options for fee in option["fees"])
    return [
        (component, basis, stage, f"{component.replace('_', '-').capitalize()} {stage}".strip())
        for component, basis, stage in keys
    ]


def _stakes(option: View) -> str:
    return ", ".join(f"{label} {text}" for label, text in option.get("stakes", {}).items())


def _tier(cell: View | None) -> str:
    if cell is None:
        return ""
    low, high = (cell.get(key, "").removesuffix(".00") for key in ("low", "high"))
    if not low:
        return f"{high} or less"
    if not high:
        return f"{low}+"
    return low if low == high else f"{low}-{high}"


def _wager_table(wagers: list[View]) -> str:
    rows = [
        (
            wager["wager"],
            wager["role"],
            wager["placed"].replace("_", " "),
            "; ".join(_limit(rule) for rule in wager.get("limits", []) if "wagers" in rule),
            wager.get("lines", ""),
            _counted(wager),
        )
        for wager in wagers
    ]
    header = ("Wager", "Role", "Placed", "Limits", "Lines", "Counted in")
    return text_table(header, rows)


def _counted(wager: View) -> str:
    return "; ".join(wager.get("counted", [])) or "no fee"


def _limit(rule: View) -> str:
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
    }
    words += [f"{label} {rule[key]}" for key, label in named.items() if key in rule]
    if "within" in rule:
        words.append("within the table limit")
    if "equals" in rule:
        words.append(f"equal to {' or '.join(rule['equals'])}")
    if "needs" in rule:
        words.append(f"needs {' and '.join(rule['needs'])}")
    return ", ".join(words)


def _term(term: View) -> str:
    """Return how a stretch of options is collected: a line for each fee, then what else is said."""
    # A table that is announced and not printed has terms and no options.
    options = f"options {term['options']}" if "options" in term else "all options"
    games = f" ({', '.join(term['games'])})" if "games" in term else ""
    said = [_levy(levy) for levy in term["levies"]]
    said += [f"{each[0].upper()}{each[1:]}." for each in ["; ".join(_besides(term))] if each]
    said += [term["note"]] if "note" in term else []
    head = _bullet(f"{options}{games} ({_lines(term['lines'])})")
    return "\n".join([head, *map(_below, said)])


def _besides(term: View) -> Iterator[str]:
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
        yield f"{', '.join(rule.get('wagers', []))} {_limit(rule)}".strip()


def _levy(levy: View) -> str:
    where = [f"options {levy['options']}"] if "options" in levy else []
    where += [", ".join(levy["games"])] if "games" in levy else []
    if "reading" in levy:
        printed = levy["reading"] == AS_PRINTED
        where.append(AS_PRINTED if printed else f"read as {levy['reading']}")
    holds = f" ({'; '.join(where)})" if where else ""
    return f"{levy['component'].replace('_', '-').capitalize()} fee{holds}: {levy['says']}"


def _rotation(view: View) -> str:
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
    return f"{'; '.join(words)}{note} ({_lines(view['lines'])})"


def _settlement(view: View) -> str:
    words = []
    if "starts" in view:
        words.append(f"starts at {view['starts'].replace('_', ' ')}")
    if "direction" in view:
        words.append(view["direction"].replace("_", "-"))
    if "order" in view:
        words.append(f"in the order {', '.join(view['order'])}")
    if "rounds" in view:
        rounds = ", then ".join(" and ".join(group) for group in view["rounds"])
        words.append(f"round the table with all {rounds}")
    words += [each.replace("_", " ") for each in view.get("uncovered", [])]
    note = f". {view['note']}" if "note" in view else ""
    return f"{'; '.join(words)}{note} ({_lines(view['lines'])})"


def _rule(rule: View) -> str:
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
    return f"{' '.join(words)}{note} ({_lines(rule['lines'])})"


def _lines(lines: str) -> str:
    return f"{'lines' if ',' in lines or '-' in lines else 'line'} {lines}"


def _many(count: int, unit: str) -> str:
    return f"{count} {unit}{'s' if count != 1 else ''}"


def _anomaly(view: View) -> str:
    where = f"option {view['options']}: " if "options" in view else ""
    readings = "".join(
        f" [{each['reading'].replace('_', ' ')}{': ' + each['note'] if 'note' in each else ''}]"
        for each in view.get("readings", [])
    )
    kinds = ", ".join(view["kinds"]).replace("_", " ")
    return (
        f"{where}{kinds}, {view['conclusion']}. {view['note']}{readings} ({_lines(view['lines'])})"
    )

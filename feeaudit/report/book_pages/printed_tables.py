"""The tables and sections of a schedule or a game, whatever lays them out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from feeaudit.report.book_pages.rule_words import (
    anomaly_words,
    further_terms,
    levy_words,
    limit_words,
    lines_words,
    rotation_words,
    rule_words,
    settlement_words,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

View = dict[str, Any]
WAGER_HEADER: Final = ("Wager", "Role", "Placed", "Limits", "Lines", "Counted in")
_BASIS_TITLES: Final = {
    "player_wager": "Wager",
    "total_player_wager": "Player total",
    "table_action": "Table action",
    "bonus_wager": "Bonus wager",
    "players": "Players",
}


class Section(NamedTuple):
    """A heading with what stands below it, one entry for each thing said."""

    title: str
    entries: list[str]


class TermText(NamedTuple):
    """How a stretch of options is collected: which, and what is said of it."""

    which: str
    said: list[str]


class PrintedFees(NamedTuple):
    """Fees as on paper: one row for each tier, the ladders of an option side by side."""

    header: list[str]
    rows: list[list[str]]


def fee_table(options: list[View]) -> PrintedFees:
    """Return the fees of a schedule's options; the last column cites the line."""
    columns = _columns(options)
    has_limit = any("table_limit" in option for option in options)
    has_stakes = any("stakes" in option for option in options)
    header = ["Option", *(["Limit"] if has_limit else []), *(["Stakes"] if has_stakes else [])]
    for _, basis, _, title in columns:
        header += [_BASIS_TITLES[basis], title] if basis != "flat" else [title]
    rows = []
    for option in options:
        cells = [[fee for fee in option["fees"] if _column(fee) == each[:3]] for each in columns]
        for place in range(max(map(len, cells))):
            first = place == 0
            row = [option["option"] if first else ""]
            row += [option.get("table_limit", "") if first else ""] if has_limit else []
            row += [_stakes(option) if first else ""] if has_stakes else []
            cited = []
            for (_, basis, _, _), column_cells in zip(columns, cells, strict=True):
                cell = column_cells[place] if place < len(column_cells) else None
                row += [_tier(cell)] if basis != "flat" else []
                row.append(cell["fee"] if cell else "")
                cited += [_place(cell)] if cell else []
            rows.append([*row, ", ".join(dict.fromkeys(cited))])
    return PrintedFees([*header, "Line"], rows)


def _place(cell: View) -> str:
    """Return where a fee is printed: its line, and its page where the document has pages."""
    return f"{cell['line']} (page {cell['pages']})" if "pages" in cell else f"{cell['line']}"


def wager_rows(wagers: list[View]) -> list[tuple[str, ...]]:
    """Return the kinds of wager of a game, under WAGER_HEADER."""
    return [
        (
            wager["wager"],
            wager["role"],
            wager["placed"].replace("_", " "),
            "; ".join(limit_words(rule) for rule in wager.get("limits", []) if "wagers" in rule),
            wager.get("lines", ""),
            "; ".join(wager.get("counted", [])) or "no fee",
        )
        for wager in wagers
    ]


def term_texts(view: View) -> list[TermText]:
    """Return how the options of a schedule are collected: a line for each fee, then the rest."""
    return [_term(term) for term in view.get("terms", [])]


def schedule_sections(view: View) -> Iterator[Section]:
    """Yield what a schedule says besides its fees and terms."""
    yield from _filled("General rules", map(rule_words, view.get("rules", [])))
    yield from _filled("Anomalies", map(anomaly_words, view.get("anomalies", [])))


def rotation_sections(view: View) -> Iterator[Section]:
    """Yield the limits on totals of a game, and the rules of its player-dealer position."""
    totals = (limit_words(rule) for rule in view.get("limits", []) if "total" in rule)
    yield from _filled("Limits on totals", totals)
    rotation = [rotation_words(each) for each in view.get("rotation", [])]
    rotation += [
        f"for all games here: {rotation_words(each)}" for each in view.get("general_rotation", [])
    ]
    rotation += [view["no_rotation"]] if "no_rotation" in view else []
    yield from _filled("Player-dealer position", rotation)


def game_sections(view: View) -> Iterator[Section]:
    """Yield what a game says besides its wagers and the player-dealer position."""
    yield from _filled("Settlement", map(settlement_words, view.get("settlement", [])))
    yield from _filled("General rules", map(rule_words, view.get("rules", [])))
    schedules = view.get("schedules", []) or [f"none: {view.get('no_schedule', 'not stated')}"]
    yield from _filled("Fee schedules", schedules)
    yield from _filled("Anomalies", map(anomaly_words, view.get("anomalies", [])))


def _filled(title: str, entries: Any) -> Iterator[Section]:
    found = list(entries)
    if found:
        yield Section(title, found)


def _term(term: View) -> TermText:
    # A table that is announced and not printed has terms and no options.
    options = f"options {term['options']}" if "options" in term else "all options"
    games = f" ({', '.join(term['games'])})" if "games" in term else ""
    said = [levy_words(levy) for levy in term["levies"]]
    said += [f"{each[0].upper()}{each[1:]}." for each in ["; ".join(further_terms(term))] if each]
    said += [term["note"]] if "note" in term else []
    return TermText(f"{options}{games} ({lines_words(term['lines'])})", said)


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

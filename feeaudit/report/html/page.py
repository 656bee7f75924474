"""The page: style, script, findings and sections put into one file that needs nothing else."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from markupsafe import Markup

from feeaudit.audit import tallies
from feeaudit.core.money import dollars
from feeaudit.report import action_lists, phrases
from feeaudit.report.characters import shown
from feeaudit.report.html import overview, pictures, sections
from feeaudit.report.html.findings_data import MOST, findings_data, stakes_of
from feeaudit.report.html.rotation_section import rotation
from feeaudit.report.html.timeline import legend_mark
from feeaudit.report.incident_words import found_groups
from feeaudit.report.method import method
from feeaudit.report.page_templates import asset, environment, policy
from feeaudit.report.shares import by_fair_shares

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jinja2 import Environment

    from feeaudit.audit.result import AuditResult
    from feeaudit.report.basis import Basis

_STYLES: Final = ("report/style.css", "report/charts.css", "report/print.css")
_SCRIPTS: Final = ("report/findings.js", "report/reader.js", "report/page.js")

# The most serious; nobody reads more at once, and the workbook lists all.
INCIDENTS_ON_THE_PAGE: Final = 300
# Of a list so many rows are open, and so many in all; the workbook has every one. Incidents are the
# answer, so twice as many of one stake are shown before any are folded.
ROWS_OPEN: Final = 12
ROWS: Final = 300


def rendered(result: AuditResult, basis: Basis) -> bytes:
    """Return the page; the same result gives the same bytes."""
    style, script = asset(_STYLES), asset(_SCRIPTS)
    findings, content = by_fair_shares(result.findings, MOST), _content(result, basis)
    leaves = {"/".join(place): anchor for place, anchor in content["table_anchors"].items()}
    data = findings_data(findings, stakes_of(result.incidents), leaves, basis)
    template = _templates().get_template("report.html")
    text = template.render(
        result=result,
        basis=basis,
        voice=basis.voice,
        style=style,
        script=script,
        policy=policy(style, script),
        data=Markup(data),  # noqa: S704 - no markup is left in it
        held=len(findings),
        **content,
    )
    return text.encode()


def _content(result: AuditResult, basis: Basis) -> dict[str, Any]:
    """Return what the sections show, each from its own module."""
    by_table, tables_left = pictures.largest_apart(tallies.by_table(result))
    tables, games = sections.table_pages(result, basis), sections.game_pages(result)
    turns = rotation(result, basis)
    return {
        "overview": overview.overview(result, basis),
        "incidents": found_groups(result, basis.voice, INCIDENTS_ON_THE_PAGE),
        "rows_open": ROWS_OPEN,
        "restitution": action_lists.restitution(result, basis, ROWS),
        "restitution_total": action_lists.restitution_total(result),
        "shortfalls": action_lists.shortfalls(result, basis, ROWS),
        "camera_windows": action_lists.camera_windows(result, basis, ROWS),
        "families": overview.families(result),
        "untested": overview.untested(result),
        "not_run": overview.not_run(result),
        "heat": pictures.heat(result, basis),
        "fees": {"rows": pictures.fee_rows(by_table), "left": tables_left},
        "drops": pictures.drops(result, basis),
        "rotation": turns,
        "rotated": {(row["cardroom"], row["table"]) for row in turns["tables"]},
        "tables": tables,
        "games": games,
        "table_anchors": anchors("table", [(row["cardroom"], row["table"]) for row in tables]),
        "game_anchors": anchors("game", [(row["cardroom"], row["game"]) for row in games]),
        "schedules": sections.schedules(result, basis.voice),
        "method": method(),
        "unscripted": sections.first_of_each_check(result),
    }


def anchors(kind: str, names: Iterable[tuple[str, ...]]) -> dict[tuple[str, ...], str]:
    """Return an anchor for each name, made of its plain letters; no two are the same."""
    found: dict[tuple[str, ...], str] = {}
    taken: dict[str, int] = {}
    for name in names:
        plain = re.sub(r"[^a-z0-9]+", "-", "-".join(name).lower()).strip("-")[:60]
        base = f"{kind}-{plain}" if plain else kind
        taken[base] = taken.get(base, 0) + 1
        found[name] = base if taken[base] == 1 else f"{base}.{taken[base]}"
    return found


@cache
def _templates() -> Environment:
    """Return the report's templates."""
    templates = environment("report")
    templates.filters.update(
        dollars=dollars,
        clip=phrases.clipped,
        counted=phrases.counted,
        listed=phrases.joined,
        shown=shown,
    )
    templates.globals.update(heat_cells=pictures.heat_cells, legend_mark=legend_mark)
    return templates

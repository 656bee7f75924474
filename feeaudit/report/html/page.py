"""The page: style, script, findings and sections put into one file that needs nothing else."""

from __future__ import annotations

import base64
import hashlib
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from feeaudit.audit import tallies
from feeaudit.core.money import dollars
from feeaudit.report import words
from feeaudit.report.characters import shown
from feeaudit.report.html import overview, pictures, sections
from feeaudit.report.html.anchors import anchors
from feeaudit.report.html.columns import MOST, findings_data
from feeaudit.report.html.rotation import rotation
from feeaudit.report.html.timeline import legend_mark
from feeaudit.report.method import method
from feeaudit.report.shares import by_fair_shares
from feeaudit.resources import folder

if TYPE_CHECKING:
    from feeaudit.audit.result import AuditResult
    from feeaudit.report.basis import Basis

_STYLES: Final = ("style.css", "charts.css", "print.css")
_SCRIPTS: Final = ("findings.js", "page.js")


def rendered(result: AuditResult, basis: Basis) -> bytes:
    """Return the page; the same result gives the same bytes."""
    style, script = _asset(_STYLES), _asset(_SCRIPTS)
    findings, content = by_fair_shares(result.findings, MOST), _content(result, basis)
    leaves = {"/".join(place): anchor for place, anchor in content["table_anchors"].items()}
    data = findings_data(findings, leaves, basis.zone)
    template = _environment(basis.zone).get_template("report.html")
    text = template.render(
        result=result,
        basis=basis,
        style=style,
        script=script,
        policy=_policy(style, script),
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
        "schedules": sections.schedules(result),
        "method": method(),
        "unscripted": sections.first_of_each_check(result),
    }


@cache
def _environment(zone: str) -> Environment:
    """Return the templates' environment: everything is escaped, nothing undefined is blank."""
    environment = Environment(
        loader=FileSystemLoader(folder("templates") / "report", encoding="utf-8"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        newline_sequence="\n",
    )
    environment.filters.update(
        dollars=dollars,
        clip=words.clipped,
        counted=words.counted,
        listed=words.joined,
        shown=shown,
        moment_words=partial(words.moment_words, zone=zone),
    )
    environment.globals["legend_mark"] = legend_mark
    return environment


def _asset(names: tuple[str, ...]) -> Markup:
    """Return style or script files as they are, one after the other."""
    root = folder("templates") / "report"
    # Read as text, so that a checkout with other line ends gives the same bytes.
    texts = [(root / name).read_text(encoding="utf-8") for name in names]
    return Markup("\n" + "\n".join(texts))  # noqa: S704 - our own files


def _policy(style: str, script: str) -> str:
    """Return the page's own rule for the browser: this style, this script and nothing else."""
    return (
        f"default-src 'none'; style-src '{_fingerprint(style)}';"
        f" script-src '{_fingerprint(script)}'; img-src data:; base-uri 'none'; form-action 'none'"
    )


def _fingerprint(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"

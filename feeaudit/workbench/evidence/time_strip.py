"""The findings of an incident as a strip in time: a mark each, those close together as one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from markupsafe import Markup

from feeaudit.report.phrases import counted
from feeaudit.report.voice import Voice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feeaudit.workbench.incident_view import Fields

_WIDTH: Final = 1000
_HEIGHT: Final = 54
_EDGE: Final = 30
# Marks nearer than this lie on one another and are drawn as one.
_APART: Final = 14
_MINUTE: Final = 60_000_000
_TICKS: Final = 6


def time_strip(findings: Sequence[Fields], zone: str) -> Markup:
    """Return the strip of some findings; blank where they are of one moment, or of none."""
    timed = sorted((row for row in findings if row["at"] > 0), key=lambda row: int(row["at"]))
    if not timed or timed[0]["at"] == timed[-1]["at"]:
        return Markup()
    first, last = int(timed[0]["at"]), int(timed[-1]["at"])
    # Hands that follow one another are shown with the minutes around them.
    margin = max((last - first) // 20, 2 * _MINUTE)
    # Whole minutes, so that no two ticks say the same time.
    step = -((first - last - 2 * margin) // (_TICKS * _MINUTE)) * _MINUTE
    start = (first - margin) // _MINUTE * _MINUTE
    end = max(last + margin, start + _TICKS * step)

    def x(time: int) -> float:
        return _EDGE + (time - start) * (_WIDTH - 2 * _EDGE) / (end - start)

    groups: list[list[Fields]] = []
    for row in timed:
        if groups and x(int(row["at"])) - x(int(groups[-1][0]["at"])) < _APART:
            groups[-1].append(row)
        else:
            groups.append([row])
    marks = Markup().join(_mark(x(int(group[0]["at"])), group, zone) for group in groups)
    ticks = Markup().join(
        Markup(
            '<path class="half" d="M{x:.1f} 8V34"/><text class="tick" x="{x:.1f}" y="48">{t}</text>'
        ).format(x=x(start + step * place), t=Voice(zone).clock(start + step * place))
        for place in range(_TICKS + 1)
    )
    return Markup(
        '<svg class="timeline moments" viewBox="0 0 {w} {h}" width="{w}" height="{h}" role="group"'
        ' aria-label="The findings in time"><g aria-hidden="true">{ticks}'
        '<path class="hour" d="M{e} 34H{r}"/></g>{marks}</svg>'
    ).format(w=_WIDTH, h=_HEIGHT, e=_EDGE, r=_WIDTH - _EDGE, ticks=ticks, marks=marks)


def _mark(x: float, group: Sequence[Fields], zone: str) -> Markup:
    first = group[0]
    verdict = "violation" if any(row["verdict"] == "violation" for row in group) else "review"
    words = f"{Voice(zone).clock(int(first['at']))}, {first['table']}: " + (
        first["check"] if len(group) == 1 else counted(len(group), "finding")
    )
    many = Markup('<text class="flag-word {}" x="{:.1f}" y="25">{}</text>').format(
        verdict, x, len(group)
    )
    return Markup(
        '<a href="#finding-{id}" aria-label="{words}"><title>{words}</title>'
        '<rect class="flag {verdict}" x="{left:.1f}" y="12" width="13" height="18" rx="2"/>'
        "{many}</a>"
    ).format(
        id=first["id"],
        words=words,
        verdict=verdict,
        left=x - 6.5,
        many=many if len(group) > 1 else Markup(),
    )

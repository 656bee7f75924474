"""The rotation timeline of a table and day as SVG: strips of hours, a lane a person who banked."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from markupsafe import Markup, escape

from feeaudit.report.bank_runs import ROLES, full_hour
from feeaudit.report.characters import shown
from feeaudit.report.phrases import clipped, counted, dotted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from feeaudit.report.bank_runs import BankRun
    from feeaudit.report.voice import Voice

HOUR: Final = 3_600_000_000
_STRIP: Final = 4 * HOUR
_GUTTER: Final = 190
_PLOT: Final = 790
# Half of the last hour's time stands beyond the plot.
_WIDTH: Final = _GUTTER + _PLOT + 32
_LANE: Final = 18
_TOP: Final = 24
_LANES: Final = 14
_OFFERS: Final = 22
_ROOM_FOR_A_FIGURE: Final = 9
# So many letters fit beside a lane.
_NAME: Final = 18


@dataclass(frozen=True, slots=True)
class BreachMark:
    """A finding about the position, with its number in the list under the picture."""

    number: int
    id: str
    check: str
    verdict: str
    at: int


@dataclass(frozen=True, slots=True)
class OfferMark:
    """The position offered to somebody, who took it or declined."""

    at: int
    sequence: int
    taken: bool


def pictures(
    runs: Sequence[BankRun],
    offers: Sequence[OfferMark],
    breaches: Sequence[BreachMark],
    voice: Voice,
    length: int = _STRIP,
) -> list[Markup]:
    """Return the strips of a day, each with what falls into its hours; idle hours are left out.

    ``length`` is how much time a strip shows, in eighths of which its lines stand.
    """
    spans = [(run.at, run.end) for run in runs]
    spans += [(breach.at, breach.at + 1) for breach in breaches]
    if not spans:
        return []
    start, end = full_hour(min(spans)[0], voice.zone), max(until for _, until in spans)
    lanes = list(dict.fromkeys(each.person for each in runs))
    strips = (_Strip(left, voice, length) for left in range(start, end, length))
    drawn = (_drawn(strip, lanes, runs, offers, breaches) for strip in strips)
    return [each for each in drawn if each]


@dataclass(frozen=True, slots=True)
class _Strip:
    """Some hours of a day, four on most pages."""

    left: int
    voice: Voice
    length: int

    @property
    def right(self) -> int:
        return self.left + self.length

    def holds(self, time: int) -> bool:
        return self.left <= time < self.right

    def x(self, time: int) -> float:
        """Return the place of a time across the picture, in tenths of a unit."""
        inside = min(max(time, self.left), self.right) - self.left
        return _GUTTER + inside * _PLOT * 10 // self.length / 10


def _drawn(
    strip: _Strip,
    lanes: Sequence[str],
    runs: Sequence[BankRun],
    offers: Sequence[OfferMark],
    breaches: Sequence[BreachMark],
) -> Markup:
    """Return one strip; blank where nothing happened in its hours."""
    here = [each for each in runs if each.at < strip.right and each.end > strip.left]
    marked = [each for each in breaches if strip.holds(each.at)]
    if not here and not marked:
        return Markup()
    people = [each for each in lanes if any(run.person == each for run in here)]
    asked = [each for each in offers if strip.holds(each.at)]
    rows = min(len(people), _LANES)
    floor = _TOP + rows * _LANE
    height = floor + (_OFFERS if asked else 0) + 18
    hidden = [
        *_grid(strip, floor + (_OFFERS if asked else 0)),
        *_breaks(strip, runs, floor),
        *_other_games(strip, runs, floor),
        *_lanes(strip, people, here),
        *(_offers(strip, asked, floor) if asked else ()),
    ]
    start, end = (strip.voice.clock(each) for each in (strip.left, strip.right))
    label = f"Who banked from {start} to {end}"
    return Markup(
        '<svg class="timeline" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        ' role="group" aria-label="{label}"><g aria-hidden="true">{hidden}</g>{flags}</svg>'
    ).format(
        width=_WIDTH,
        height=height,
        label=label,
        hidden=Markup().join(hidden),
        flags=Markup().join(_flags(strip, marked, floor)),
    )


def _grid(strip: _Strip, floor: int) -> Iterator[Markup]:
    """Yield a line and its time at every half hour; the whole hours are stronger.

    In a shorter strip, at every eighth and quarter of it.
    """
    for step in range(9):
        time = strip.left + step * strip.length // 8
        kind = "half" if step % 2 else "hour"
        x = strip.x(time)
        yield Markup('<path class="{}" d="M{:g} {}V{}"/>').format(kind, x, _TOP - 4, floor)
        if kind == "hour":
            text = strip.voice.clock(time)
            yield Markup('<text class="tick" x="{:g}" y="{}">{}</text>').format(x, floor + 14, text)


def _breaks(strip: _Strip, runs: Sequence[BankRun], floor: int) -> Iterator[Markup]:
    """Yield a hatched band for every break between two runs."""
    for before, after in pairwise(runs):
        if after.began != "break" or after.at <= strip.left or before.end >= strip.right:
            continue
        left, right = strip.x(before.end), strip.x(after.at)
        yield Markup('<rect class="break" x="{:g}" y="{}" width="{:g}" height="{}"/>').format(
            left, _TOP, max(right - left, 1), floor - _TOP
        )
        if right - left > 40:  # noqa: PLR2004 - the word needs so much room
            yield Markup('<text class="break-word" x="{:g}" y="{}">break</text>').format(
                (left + right) / 2, _TOP - 8
            )


def _other_games(strip: _Strip, runs: Sequence[BankRun], floor: int) -> Iterator[Markup]:
    """Yield a dashed line where another game began, since turns are counted anew from there."""
    for run in runs:
        if run.began == "game" and strip.holds(run.at):
            yield Markup('<path class="another-game" d="M{:g} {}V{}"/>').format(
                strip.x(run.at), _TOP - 4, floor
            )


def _lanes(strip: _Strip, people: Sequence[str], runs: Sequence[BankRun]) -> Iterator[Markup]:
    """Yield a lane a person; those beyond the last lane share it."""
    roles = {run.person: run.role for run in runs}
    alone = people if len(people) <= _LANES else people[: _LANES - 1]
    for place, person in enumerate(alone):
        own = [run for run in runs if run.person == person]
        yield from _lane(strip, place, _lane_name(person, roles[person]), own)
    rest = set(people) - set(alone)
    if rest:
        own = [run for run in runs if run.person in rest]
        yield from _lane(strip, len(alone), f"{len(rest)} others", own)


def _lane_name(person: str, role: str) -> str:
    name = dotted(shown(person), _NAME)
    return f"{name}, {ROLES[role]}" if role in ROLES else name


def _lane(strip: _Strip, place: int, name: str, runs: Sequence[BankRun]) -> Iterator[Markup]:
    """Yield a lane's name, its bars by role, and how many hands each bar stands for."""
    top = _TOP + place * _LANE
    middle = top + _LANE / 2
    yield Markup('<text class="lane" x="{}" y="{:g}">{}</text>').format(
        _GUTTER - 10, middle + 4, name
    )
    yield Markup('<path class="base" d="M{} {:g}h{}"/>').format(_GUTTER, middle, _PLOT)
    for role in sorted({run.role for run in runs}):
        bars = Markup().join(_bar(strip, run, top) for run in runs if run.role == role)
        kind = role if role in ROLES else "unknown"
        yield Markup('<g class="run {}">{}</g>').format(kind, bars)
    for run in runs:
        left, right = strip.x(run.at), strip.x(run.end)
        room = right - left >= _ROOM_FOR_A_FIGURE * len(str(run.hands))
        if run.hands > 1 and room and run.at >= strip.left:
            yield Markup('<text class="hands {}" x="{:g}" y="{:g}">{}</text>').format(
                run.role if run.role in ROLES else "unknown",
                (left + right) / 2,
                middle + 3.5,
                run.hands,
            )


def _bar(strip: _Strip, run: BankRun, top: int) -> Markup:
    """Return the bar of a run; who, how many hands and when is told to whoever points at it."""
    left, right = strip.x(run.at), strip.x(run.end)
    start, end = (strip.voice.clock(each) for each in (run.at, run.end))
    said = f"{clipped(run.person, 60)}: {counted(run.hands, 'hand')}, {start} to {end}"
    return Markup('<path d="M{:g} {}h{:.1f}v12H{:g}z"><title>{}</title></path>').format(
        left, top + 3, max(right - left - 1, 1), left, said
    )


def _offers(strip: _Strip, offers: Sequence[OfferMark], floor: int) -> Iterator[Markup]:
    """Yield the lane of offers: a short stroke where declined, a tall one where taken."""
    yield Markup('<text class="lane" x="{}" y="{}">offers</text>').format(_GUTTER - 10, floor + 14)
    places = [(min(strip.x(each.at) + 2 * each.sequence, _WIDTH - 2), each) for each in offers]
    declined = "".join(f"M{x:g} {floor + 18}v-6" for x, each in places if not each.taken)
    taken = "".join(f"M{x:g} {floor + 18}v-11" for x, each in places if each.taken)
    for kind, strokes, said in (
        ("declined", declined, "Offers declined"),
        ("took", taken, "Offers taken"),
    ):
        yield Markup('<path class="{}" d="{}"><title>{}</title></path>').format(kind, strokes, said)


def _flags(strip: _Strip, breaches: Sequence[BreachMark], floor: int) -> Iterator[Markup]:
    """Yield a flag for every breach; those that would lie on one another share one."""
    for group in _side_by_side(strip, breaches):
        first = group[0]
        numbers = _numbers(group)
        verdict = "violation" if any(one.verdict == "violation" for one in group) else "review"
        x, width = strip.x(first.at), _flag_width(group)
        left = min(x, _WIDTH - width - 1)
        title = ", ".join(sorted({one.check for one in group}))
        yield Markup(
            '<a href="#finding-{id}" tabindex="-1" aria-label="Finding {numbers}: {title}">'
            "<title>{when}: {title}</title>"
            '<path class="pole {verdict}" d="M{x:g} 2V{floor}"/>'
            '<rect class="flag {verdict}" x="{left:g}" y="2" width="{width}" height="15"/>'
            '<text class="flag-word {verdict}" x="{middle:g}" y="13">{numbers}</text></a>'
        ).format(
            id=first.id,
            when=strip.voice.clock(first.at),
            numbers=numbers,
            title=title,
            verdict=verdict,
            x=x,
            floor=floor,
            width=width,
            left=left,
            middle=left + width / 2,
        )


def _numbers(group: Sequence[BreachMark]) -> str:
    first, last = group[0].number, group[-1].number
    return f"{first}" if first == last else f"{first}-{last}"


def _flag_width(group: Sequence[BreachMark]) -> int:
    return 9 + 6 * len(_numbers(group))


def _side_by_side(strip: _Strip, breaches: Sequence[BreachMark]) -> Iterable[list[BreachMark]]:
    groups: list[list[BreachMark]] = []
    for each in breaches:
        if groups and strip.x(each.at) < strip.x(groups[-1][0].at) + _flag_width(groups[-1]) + 1:
            groups[-1].append(each)
        else:
            groups.append([each])
    return groups


def legend_mark(kind: str) -> Markup:
    """Return a sample of a mark for the legend."""
    marks = {
        "break": '<rect class="break" x="1" y="1" width="24" height="12"/>',
        "another-game": '<path class="another-game" d="M13 0v15"/>',
        "took": '<path class="took" d="M13 14V2"/>',
        "declined": '<path class="declined" d="M9 14v-6M13 14v-6M17 14v-6"/>',
        "violation": '<rect class="flag violation" x="1" y="0" width="24" height="14"/>',
        "review": '<rect class="flag review" x="1" y="0" width="24" height="14"/>',
    }
    bar = f'<path class="run {escape(kind)}" d="M1 2h24v11H1z"/>'
    # Marks are fixed text of this module; a role is escaped.
    return Markup(  # noqa: S704 - see above
        '<svg class="mark" viewBox="0 0 26 15" width="26" height="15" aria-hidden="true"'
        f' focusable="false">{marks.get(kind, bar)}</svg>'
    )

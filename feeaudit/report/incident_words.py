"""Incidents in words, grouped and ordered as every report shows them.

They come as ``findings.json`` has them, so that a report, a command and a store say the same.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from feeaudit.audit.incidents import CAUSES
from feeaudit.report.characters import shown
from feeaudit.report.findings_json import incident_records
from feeaudit.report.phrases import counted, joined, written_dollars

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from feeaudit.audit.result import AuditResult
    from feeaudit.report.voice import Voice

STAKES: Final = {
    "integrity": "Integrity of the game",
    "patrons": "Patrons' money",
    "house": "The house's money",
    "approval": "Conditions of approval",
    "records": "Records",
}
SURE: Final = {"exact": "explained exactly", "likely": "likely", "together": "grouped by pattern"}
FOR_REVIEW: Final = "For review"
# More names than these are not read.
_TABLES: Final = 6


class IncidentWords(NamedTuple):
    """One incident in words; ``over`` and ``under`` are blank where nothing was.

    ``question`` is what the approved documents leave open, and the id it is settled by.
    """

    id: str
    verdict: str
    cause: str
    sentence: str
    sure: str
    where: str
    when: str
    hands: int
    findings: int
    over: str
    under: str
    checks: str
    question: str
    next_step: str

    @property
    def facts(self) -> list[str]:
        """Return where, when, how many, how much and how sure, a few words each."""
        hands = counted(self.hands, "hand") if self.hands else ""
        findings = counted(self.findings, "finding") if self.findings > 1 else ""
        money = [f"{way} {sum_}" for way, sum_ in (("over", self.over), ("under", self.under))]
        told = [each for each in money if not each.endswith(" ")]
        facts = [self.where, self.when, hands, findings, *told, self.sure]
        return [each for each in facts if each]


class IncidentGroup(NamedTuple):
    """Incidents under one heading, and how many more there are than are shown."""

    title: str
    verdict: str
    members: list[IncidentWords]
    left: int


def incident_groups(
    incidents: Iterable[Mapping[str, Any]], voice: Voice, most: int | None = None
) -> list[IncidentGroup]:
    """Return violations by what is at stake, then questions, each in the order they have.

    With ``most`` only so many are told, the gravest. Half of the room is shared out evenly, so that
    many incidents of one kind do not hide those of another.
    """
    every = [*incidents]
    headings = [(each["stake"], each["verdict"]) for each in every]
    return _groups(headings, lambda places: [every[each] for each in places], voice, most)


def found_groups(result: AuditResult, voice: Voice, most: int) -> list[IncidentGroup]:
    """Return the incidents of a result likewise; only what is told is put into words."""
    found = result.incidents
    headings = zip(found["stake"].tolist(), found["verdict"].tolist(), strict=True)
    return _groups(
        headings, lambda places: incident_records(found.iloc[places], voice.zone), voice, most
    )


def _groups(
    headings: Iterable[tuple[str, str]],
    fetched: Callable[[list[int]], Iterable[Mapping[str, Any]]],
    voice: Voice,
    most: int | None,
) -> list[IncidentGroup]:
    """Return groups of incidents of which stake and verdict are known; the rest is fetched."""
    listed: dict[tuple[str, str], list[int]] = {
        **{(STAKES[stake], "violation"): [] for stake in STAKES},
        (FOR_REVIEW, "review"): [],
    }
    for place, (stake, verdict) in enumerate(headings):
        violation = verdict == "violation"
        key = (STAKES[stake], "violation") if violation else (FOR_REVIEW, "review")
        listed[key].append(place)
    groups = []
    rooms = _rooms([len(members) for members in listed.values()], most)
    for ((title, verdict), members), room in zip(listed.items(), rooms, strict=True):
        if members:
            words = [incident_words(each, voice) for each in fetched(members[:room])]
            groups.append(IncidentGroup(title, verdict, words, len(members) - len(words)))
    return groups


def _rooms(sizes: list[int], most: int | None) -> list[int]:
    """Return how many of each group are told: an even share at least, then the gravest."""
    if most is None:
        return sizes
    groups = max(sum(map(bool, sizes)), 1)
    share = max(most // 2 // groups, int(groups <= most))
    rooms = [min(size, share) for size in sizes]
    for place, size in enumerate(sizes):
        rooms[place] += min(size - rooms[place], most - sum(rooms))
    return rooms


def incident_words(incident: Mapping[str, Any], voice: Voice) -> IncidentWords:
    """Return an incident in words."""
    cause, alone = incident["cause"], incident["cause"] == "alone"
    over, under = (written_dollars(incident[way]) for way in ("over", "under"))
    return IncidentWords(
        id=incident["id"],
        verdict=incident["verdict"],
        cause=CAUSES[cause].title if cause in CAUSES else cause,
        sentence=shown(_sentence(incident["sentence"])),
        # Single finding is its own explanation.
        sure="" if alone else SURE.get(incident["sure"], incident["sure"]),
        where=_where(incident, voice),
        when=_when(incident["first"], incident["last"], voice),
        hands=incident["hands"],
        findings=len(incident["findings"]),
        over="" if over == "$0.00" else over,
        under="" if under == "$0.00" else under,
        checks=", ".join(f"{check} {count:,}" for check, count in incident["checks"].items()),
        question=voice.question(incident.get("doubt")),
        next_step=incident["next_step"],
    )


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _where(incident: Mapping[str, Any], voice: Voice) -> str:
    """Return the cardroom and the tables, the first ones by name."""
    tables = [shown(each) for each in incident["tables"]]
    room = shown(voice.cardroom(incident["cardroom"]))
    if not tables:
        return room
    more = len(tables) - _TABLES
    names = [*tables[:_TABLES], f"{more:,} more"] if more > 0 else tables
    place = f"{'tables' if len(tables) > 1 else 'table'} {joined(names)}"
    return f"{room}, {place}" if room else place


def _when(first: str | None, last: str | None, voice: Voice) -> str:
    """Return from when to when in words, what is the same said once."""
    if not first:
        return ""
    start, end = (datetime.fromisoformat(each or first) for each in (first, last))
    return voice.span(start, end)

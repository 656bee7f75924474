"""The morning's summary as text and as JSON: what was audited, what was found, open items."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from feeaudit.core.money import decimal, dollars
from feeaudit.nightly.latest_night import NO_NIGHT
from feeaudit.register.deliveries import TROUBLES, filters_of
from feeaudit.register.inputs import REASON
from feeaudit.register.troubles import troubles_apart
from feeaudit.report.incident_text import figures_text, groups_text
from feeaudit.report.phrases import counted, joined
from feeaudit.report.text_table import text_table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.nightly.latest_night import LatestNight
    from feeaudit.report.voice import Voice

VERSION = 1
# The exit code of an audit that could test nothing.
UNTESTED = 3
_NIGHTS_TOLD = 7
# What leads people through pages says nothing to programs.
_OF_PAGES: Final = {"since_words", "findings", "deliveries"}


def as_json(overview: dict[str, Any], voice: Voice) -> bytes:
    """Return the summary for programs; amounts are plain decimals."""
    nights = [
        {**night, "over": decimal(night["over"]), "under": decimal(night["under"])}
        for night in overview["nights"]
    ]
    document = {"version": VERSION} | overview | {"nights": nights}
    document["open_items"] = [_plain(each) for each in open_items(overview, voice)]
    return (json.dumps(document, indent=1, ensure_ascii=False) + "\n").encode()


def _plain(item: OpenItem) -> dict[str, Any]:
    told = asdict(item) | {"over": decimal(item.over), "under": decimal(item.under)}
    return {name: each for name, each in told.items() if name not in _OF_PAGES}


def as_text(overview: dict[str, Any], voice: Voice, latest: LatestNight = NO_NIGHT) -> str:
    """Return the summary for a terminal or a mail."""
    day = f"Gaming day {voice.iso_day(overview['as_of'])}. " if overview["as_of"] else ""
    waiting = "\n".join(each.line for each in open_items(overview, voice))
    parts = [
        day + answer(overview, voice),
        figures_text(latest.figures),
        groups_text(latest.groups),
        latest.why and f"Incidents are not shown: {latest.why}.",
        _nights(overview, voice),
        waiting,
    ]
    head = overview["head"]
    parts.append(f"History: {head['number']} entries, the last {head['hash']}")
    return "\n\n".join(part for part in parts if part) + "\n"


class Told(NamedTuple):
    """A part of the answer; ``counts`` says what it counts where it is a number."""

    text: str
    counts: str = ""


def answer(overview: dict[str, Any], voice: Voice) -> str:
    """Return the latest night in one sentence."""
    return "".join(part.text for part in answer_parts(overview, voice))


def night_told(overview: dict[str, Any]) -> str:
    """Return the gaming day that the answer is about; blank where no night is at hand."""
    return max((str(night["day"]) for night in overview["nights"]), default="")


def answer_parts(overview: dict[str, Any], voice: Voice) -> list[Told]:
    """Return the sentence about the latest night in parts, each number by itself."""
    day = night_told(overview)
    last = [night for night in overview["nights"] if night["day"] == day]
    if not last:
        asked = "in the last thirty days" if overview["as_of"] else "yet"
        return [Told(f"No gaming day has been audited {asked}.")]
    names = ("violations", "waived", "hands", "over", "under")
    sums = {name: sum(night[name] for night in last) for name in names}
    rooms = joined(voice.cardroom(night["cardroom"]) for night in last)
    what = [Told(f"{rooms}: "), Told(counted(sums["hands"], "hand"), "hands")]
    if all(night["exit_code"] == UNTESTED for night in last):
        return [*what, Told(", none of which could be tested.")]
    if not sums["violations"]:
        return [*what, Told(", no violations.")]
    what += [Told(", "), Told(counted(sums["violations"], "violation"), "violations")]
    if sums["waived"]:
        what += [Told(" ("), Told(f"{sums['waived']:,} waived", "waived"), Told(")")]
    over, under = (Told(dollars(sums[name]), name if sums[name] else "") for name in names[-2:])
    return [*what, Told("; over-collected "), over, Told(", under-collected "), under, Told(".")]


def _nights(overview: dict[str, Any], voice: Voice) -> str:
    rows = [
        (
            voice.iso_day(night["day"], short=True),
            voice.cardroom(night["cardroom"]),
            str(night["hands"]),
            str(night["violations"] or ""),
            str(night["waived"] or ""),
            str(night["resolved"] or ""),
            str(night["reviews"] or ""),
            decimal(night["over"]) if night["over"] else "",
            decimal(night["under"]) if night["under"] else "",
            run_words(night),
        )
        for night in overview["nights"]
        if night["day"] in overview["days"][-_NIGHTS_TOLD:]
    ]
    if not rows:
        return ""
    header = ("Day", "Cardroom", "Hands", "Violations", "Waived", "Resolved", "Review")
    return text_table((*header, "Over", "Under", ""), rows)


def run_words(night: dict[str, Any]) -> str:
    """Return what is to be said of a night's run: superseding, addendum, signed."""
    words = []
    if night["supersedes"] is not None:
        told = ", ".join(f"{count} {kind}" for kind, count in night["changes"].items())
        words.append(f"run {night['run']} ({told or 'nothing changed'})")
    words += ["addendum"] if night["addendum"] else []
    words += ["signed"] if night["signed"] else []
    return ", ".join(words)


@dataclass(frozen=True, slots=True)
class OpenItem:
    """Something that waits for somebody: since when, for how many days, how much money, and where.

    ``link`` is a file or folder of the store; blank where there is none. ``findings`` are the
    filters that find what it is about in the register, ``deliveries`` those for what did not
    arrive or could not be used.
    """

    text: str
    since: str = ""
    age: int = 0
    over: int = 0
    under: int = 0
    link: str = ""
    since_words: str = ""
    findings: tuple[tuple[str, str], ...] = ()
    deliveries: tuple[tuple[str, str], ...] = ()

    @property
    def note(self) -> str:
        """Its age and its money in words; blank where neither is known."""
        since = self.since_words or self.since
        age = f", {counted(self.age, 'day')}" if self.age else ""
        parts = [f"since {since}{age}"] if since else []
        parts += [f"over-collected {dollars(self.over)}"] if self.over else []
        parts += [f"under-collected {dollars(self.under)}"] if self.under else []
        return ", ".join(parts)

    @property
    def line(self) -> str:
        """The whole of it in one line."""
        return f"{self.text} ({self.note})" if self.note else self.text


def open_items(overview: dict[str, Any], voice: Voice) -> list[OpenItem]:
    """Return what waits for somebody."""
    today = overview["today"]
    return [
        each
        if not each.since
        else replace(
            each,
            age=_days_between(each.since, today),
            since_words=voice.iso_day(each.since),
        )
        for part in (_violations, _not_audited, _troubles, _in_quarantine, _missing, _waivers)
        for each in part(overview["attention"], voice)
    ]


def _days_between(first: str, last: str) -> int:
    return max((date.fromisoformat(last) - date.fromisoformat(first)).days, 0) if last else 0


def _violations(waits: dict[str, Any], _voice: Voice) -> Iterator[OpenItem]:
    if waits["open_violations"]:
        text = f"{counted(waits['open_violations'], 'violation')} open in the register."
        money = (waits["open_over"], waits["open_under"])
        which = (("verdict", "violation"),)
        yield OpenItem(text, waits["open_since"], 0, *money, "reports/", findings=which)


def _not_audited(waits: dict[str, Any], voice: Voice) -> Iterator[OpenItem]:
    for each in waits["pending"]:
        why = f" {each['reason']}" if each["reason"] else ""
        yield OpenItem(
            f"Not audited yet, tried again every night: {voice.cardroom(each['cardroom'])},"
            f" {voice.iso_day(each['day'])}.{why}",
            each["recorded"],
            deliveries=filters_of("pending", each["cardroom"], each["day"]),
        )


def _troubles(waits: dict[str, Any], voice: Voice) -> Iterator[OpenItem]:
    for each in troubles_apart(waits["troubles"], waits["pending"]):
        place, name = voice.cardroom(each["place"]), voice.iso_day(each["name"])
        what = ", ".join(filter(None, [place, name]))
        words = TROUBLES.get(each["kind"], each["kind"])
        text = ": ".join(filter(None, [words, what, each["reason"]]))
        which = filters_of(each["kind"], each["place"], each["name"])
        yield OpenItem(text, each["since"], deliveries=which)


def _in_quarantine(waits: dict[str, Any], _voice: Voice) -> Iterator[OpenItem]:
    for each in waits["quarantined"]:
        # A reader's sentence often begins with the name of the file.
        reason = each["reason"].removeprefix(f"{each['name']}: ")
        text = f"In quarantine: {each['name']}: {reason}"
        link = f"quarantine/{each['digest']}/{REASON}"
        which = (("kind", "quarantined"), ("file", str(each["number"])))
        yield OpenItem(text, each["recorded"], link=link, deliveries=which)
    if waits["more_quarantined"]:
        more = waits["more_quarantined"]
        before = (("kind", "quarantined"), ("before", str(waits["quarantined"][-1]["number"])))
        yield OpenItem(f"In quarantine: {more:,} more.", link="quarantine/", deliveries=before)


def _missing(waits: dict[str, Any], voice: Voice) -> Iterator[OpenItem]:
    missing: dict[str, list[str]] = {}
    for each in waits["without_log"]:
        missing.setdefault(each["cardroom"], []).append(each["day"])
    for room, days in missing.items():
        told = "; ".join(map(voice.iso_day, days))
        text = f"No log received for {voice.cardroom(room)}: {told}."
        yield OpenItem(text, days[0], deliveries=(("kind", "missing"), ("cardroom", room)))


def _waivers(waits: dict[str, Any], voice: Voice) -> Iterator[OpenItem]:
    for each in waits["waivers"]:
        which = [(name, str(each[name])) for name in ("cardroom", "check", "table") if each[name]]
        state = () if each["lapsed"] else (("state", "waived"),)
        yield OpenItem(waiver_words(each, voice), findings=(*which, *state))


def waiver_words(waiver: dict[str, Any], voice: Voice) -> str:
    """Return a waiver that holds, or that lapsed lately, in one line."""
    what = waiver["finding"] and f"finding {waiver['finding']}"
    table = f" at table {waiver['table']}" if waiver["table"] else ""
    room = voice.cardroom(waiver["cardroom"])
    verb = "expired on" if waiver["lapsed"] else "in effect until"
    return (
        f"Waiver {waiver['waiver']} ({room}, {what or waiver['check']}{table}) {verb}"
        f" {voice.iso_day(waiver['expires'])}: {waiver['reason']}"
    )

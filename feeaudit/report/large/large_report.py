"""A large report: files by cardroom made side by side, and the page, paper and text over them."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import asdict, dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any, Final

from feeaudit.audit.tallies import answer
from feeaudit.core.money import decimal, dollars
from feeaudit.report.coverage_text import untested
from feeaudit.report.findings_json import basis_record, incident_records
from feeaudit.report.incident_text import incident_blocks
from feeaudit.report.incident_words import STAKES, incident_groups
from feeaudit.report.large.room_files import RoomReport, room_written, slug
from feeaudit.report.method import method
from feeaudit.report.page_templates import asset, environment, policy
from feeaudit.report.pdf.typeset import ARCHIVABLE, typeset
from feeaudit.report.phrases import counted, joined
from feeaudit.report.plain_values import local, moment
from feeaudit.report.text_table import text_table
from feeaudit.report.voice import voice_record

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from feeaudit.audit.parts.assembly import RoomResult
    from feeaudit.audit.parts.local import Executor
    from feeaudit.audit.parts.task_results import TaskResult
    from feeaudit.audit.result import AuditResult
    from feeaudit.report.basis import Basis

VERSION: Final = 1
# The gravest; nobody reads more at once, and the files by cardroom have all.
_ON_THE_PAGE: Final = 300
_ON_PAPER: Final = 100
_ON_SCREEN: Final = 10
_SHORT_DIGEST: Final = 16
_NO_CARDROOM: Final = "No cardroom"
_EPOCH: Final = date(1970, 1, 1)
# A month's bar at its longest, in the units of the picture.
_LONGEST: Final = 100


@dataclass(frozen=True, slots=True)
class LargeReport:
    """What was found, where it lies, and what every page says it was made of."""

    result: AuditResult
    tasks: Sequence[TaskResult]
    rooms: Sequence[RoomResult]
    found: Path
    basis: Basis

    def by_cardroom(
        self, target: Path, executor: Executor, formats: Iterable[str]
    ) -> dict[str, Path]:
        """Write the files of each cardroom; return them by their names."""
        items = [
            RoomReport(
                room=room,
                tasks=self._tasks_of(room),
                found=str(self.found),
                target=str(target),
                basis=self.basis,
                formats=tuple(formats),
            )
            for room in self.rooms
        ]
        names = [name for _, written in executor.run(room_written, items) for name in written]
        return {name: target / name for name in sorted(names)}

    def _tasks_of(self, room: RoomResult) -> tuple[TaskResult, ...]:
        done = [each for each in self.tasks if not each.failed]
        mine = [each for each in done if any(one == room.cardroom for one, _ in each.tables)]
        return tuple(mine or done[:1])

    def summaries(self, formats: Iterable[str], stored: Mapping[str, Path]) -> dict[str, bytes]:
        """Return the page, the paper and the figures that sum up the files."""
        files = {}
        wanted = set(formats)
        if "json" in wanted:
            files["summary.json"] = self._json(stored)
        if "html" in wanted:
            files["report.html"] = self._page(stored)
        if "pdf" in wanted:
            files["report.pdf"] = self._paper()
        return files

    def text(self) -> str:
        """Return the summary for a terminal."""
        incidents = incident_records(self.result.incidents.head(_ON_SCREEN), self.basis.zone)
        rows = [
            (
                each["name"],
                f"{each['hands']:,}",
                f"{each['violations']:,}",
                f"{each['reviews']:,}",
                each["over"],
                each["under"],
            )
            for each in self._rooms()
        ]
        heads = ("Cardroom", "Hands", "Violations", "Review", "Over", "Under")
        parts = [
            self._looked_at(),
            answer(self.result),
            text_table(heads, rows),
            incident_blocks(incidents, self.basis.voice, _ON_SCREEN),
            *(f"Note: {each}" for each in self.result.notices),
        ]
        return "\n\n".join(filter(None, parts))

    def _looked_at(self) -> str:
        result = self.result
        hands, tables = counted(result.hands, "hand"), counted(result.tables, "table")
        rooms = counted(len(result.cardrooms), "cardroom")
        when = self.basis.voice.period(result.first, result.last)
        return f"{rooms}: {hands} at {tables}, {when}"

    def _rooms(self) -> list[dict[str, Any]]:
        """Return a row a cardroom: hands, findings and sums, also of rooms without a finding."""
        hands: Counter[str] = Counter()
        for each in self.tasks:
            if each.tables:
                hands[each.tables[0][0]] += each.hands
        found = {room.cardroom: room for room in self.rooms}
        rows = []
        for name in sorted({*hands, *found}):
            room = found.get(name)
            counts = room.counts if room else Counter[tuple[str, str]]()
            verdicts: Counter[str] = Counter()
            for (_, verdict), number in counts.items():
                verdicts[verdict] += number
            rows.append(
                {
                    "cardroom": name,
                    "name": self.basis.voice.cardroom(name) or _NO_CARDROOM,
                    "hands": hands[name],
                    "violations": verdicts["violation"],
                    "reviews": verdicts["review"],
                    "over": dollars(room.over if room else 0),
                    "under": dollars(room.under if room else 0),
                }
            )
        return rows

    def _months(self) -> list[dict[str, Any]]:
        """Return the course of violations and reviews over the months."""
        sums: dict[str, Counter[str]] = {}
        for room in self.rooms:
            for (day, verdict), number in room.days.items():
                name = f"{_EPOCH + timedelta(days=day):%Y-%m}" if day >= 0 else "no date"
                sums.setdefault(name, Counter())[verdict] += number
        most = max((each["violation"] for each in sums.values()), default=0) or 1
        return [
            {
                "month": name,
                "violations": sums[name]["violation"],
                "reviews": sums[name]["review"],
                "bar": round(sums[name]["violation"] * _LONGEST / most),
            }
            for name in sorted(sums)
        ]

    def _checks(self) -> list[dict[str, Any]]:
        return [
            {
                "check": each.check,
                "title": each.title,
                "tested": each.tested,
                "violations": each.violations,
                "reviews": each.reviews,
                "untested": sum(each.untested.values()),
            }
            for each in self.result.coverage
        ]

    def _json(self, stored: Mapping[str, Path]) -> bytes:
        result = self.result
        document = {
            "version": VERSION,
            "basis": basis_record(self.basis),
            "names": voice_record(self.basis.voice, result.cardrooms),
            "answer": answer(result),
            "summary": {
                "cardrooms": list(result.cardrooms),
                "tables": result.tables,
                "hands": result.hands,
                "from": moment(result.first, self.basis.zone),
                "to": moment(result.last, self.basis.zone),
                "violations": result.violations,
                "reviews": result.reviews,
                "over_collected": decimal(result.over),
                "under_collected": decimal(result.under),
            },
            "notices": list(result.notices),
            "not_audited": list(result.failed),
            "rooms": self._rooms(),
            "months": [{k: v for k, v in each.items() if k != "bar"} for each in self._months()],
            "coverage": [asdict(each) for each in result.coverage],
            "files": sorted(stored),
        }
        return (json.dumps(document, indent=1, ensure_ascii=False) + "\n").encode()

    def _files_of(self, room: str, stored: Mapping[str, Path]) -> list[str]:
        name = re.escape(slug(room))
        own = re.compile(rf"(?:findings|workpapers)-{name}(?:-\d+)?\.(?:jsonl|parquet|xlsx)")
        return [each for each in stored if own.fullmatch(each)]

    def _page(self, stored: Mapping[str, Path]) -> bytes:
        style = asset(("report/style.css", "report/large.css"))
        incidents = incident_records(self.result.incidents.head(_ON_THE_PAGE), self.basis.zone)
        rooms = [
            each | {"files": self._files_of(each["cardroom"], stored)} for each in self._rooms()
        ]
        template = environment("report").get_template("large.html")
        text = template.render(
            result=self.result,
            basis=self.basis,
            style=style,
            policy=policy(style),
            title=joined(self.basis.voice.cardroom(each) for each in self.result.cardrooms),
            period=self.basis.voice.period(self.result.first, self.result.last),
            looked_at=self._looked_at(),
            answer=answer(self.result),
            over=dollars(self.result.over),
            under=dollars(self.result.under),
            rooms=rooms,
            months=self._months(),
            incidents=incident_groups(incidents, self.basis.voice, _ON_THE_PAGE),
            left=max(len(self.result.incidents) - _ON_THE_PAGE, 0),
            checks=self._checks(),
            untested=untested(self.result),
            method=method(),
        )
        return text.encode()

    def _paper(self) -> bytes:
        result, basis = self.result, self.basis
        day = basis.audited_on or local(max(result.last, 0), basis.zone).date()
        incidents = [*incident_records(result.incidents.head(_ON_PAPER), basis.zone)]
        data = {
            "date": [day.year, day.month, day.day],
            "title": joined(self.basis.voice.cardroom(each) for each in result.cardrooms),
            "period": basis.voice.period(result.first, result.last),
            "program": basis.program,
            "digest": basis.digest[:_SHORT_DIGEST],
            "looked_at": self._looked_at(),
            "answer": answer(result),
            "rooms": [
                [
                    each["name"],
                    f"{each['hands']:,}",
                    f"{each['violations']:,}",
                    f"{each['reviews']:,}",
                    each["over"],
                    each["under"],
                ]
                for each in self._rooms()
            ],
            "months": [
                [each["month"], f"{each['violations']:,}", f"{each['reviews']:,}"]
                for each in self._months()
            ],
            "incidents": [
                [
                    STAKES[each["stake"]],
                    self.basis.voice.cardroom(each["cardroom"]),
                    each["sentence"],
                    f"{each['hands']:,}",
                    each["next_step"],
                ]
                for each in incidents
            ],
            "left": max(len(result.incidents) - _ON_PAPER, 0),
            "checks": [
                [
                    each["check"],
                    each["title"],
                    f"{each['tested']:,}",
                    f"{each['violations']:,}",
                    f"{each['reviews']:,}",
                    f"{each['untested']:,}",
                ]
                for each in self._checks()
            ],
            "notices": list(result.notices),
        }
        return typeset("report/large.typ", data, ARCHIVABLE)

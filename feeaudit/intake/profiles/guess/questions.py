"""Questions: what a sheet leaves open, each with its readings, and the answers that were given."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from feeaudit.intake.log import UnusableLog

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class SheetReading:
    """One way to read what is in question, and what it changes in the profile.

    A reading that no profile can express has no ``change`` but says what to do first (``stops``).
    """

    id: str
    sentence: str
    change: str = ""
    stops: str = ""


@dataclass(frozen=True, slots=True)
class SheetQuestion:
    """What a sheet leaves open: a sentence, a row where it shows, and the readings."""

    id: str
    sentence: str
    example: str
    readings: tuple[SheetReading, ...]


@dataclass(slots=True)
class Inquiry:
    """The answers that were given, and the questions that are still open."""

    answers: Mapping[str, str] = field(default_factory=dict)
    open: list[SheetQuestion] = field(default_factory=list)
    answered: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    def choice(self, question: SheetQuestion) -> str:
        """Return the reading that was chosen; unanswered, the first one until somebody answers."""
        before = sum(each.partition("-")[0] == question.id for each in self.asked)
        if before:
            # Several sheets may leave the same open; each is a question of its own.
            question = SheetQuestion(
                f"{question.id}-{before + 1}",
                question.sentence,
                question.example,
                question.readings,
            )
        self.asked.append(question.id)
        answer = self.answers.get(question.id)
        if answer is None:
            self.open.append(question)
            return question.readings[0].id
        reading = next((each for each in question.readings if each.id == answer), None)
        if reading is None:
            known = " or ".join(each.id for each in question.readings)
            raise UnusableLog(f"{answer!r} does not answer the question {question.id!r}: {known}")
        if reading.stops:
            raise UnusableLog(f"{question.sentence} Answered: {reading.sentence} {reading.stops}")
        self.answered.append(f"{question.sentence} Answered: {reading.sentence}")
        return reading.id

    def unasked(self) -> list[str]:
        """Return answers to questions that were not raised."""
        return [given for given in self.answers if given not in self.asked]

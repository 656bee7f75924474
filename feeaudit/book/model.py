"""The model of the book: what an approved document can say, as frozen values.

Amounts are integer cents; bounds of a ladder by ``players`` are numbers of players. ``lines`` are
lines of the approved document, ``row`` is the line of the YAML file that says it.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from datetime import date  # noqa: TC003 - the cache reads these annotations at run time
from itertools import takewhile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True, slots=True)
class Tier:
    """One printed fee: from ``low`` to ``high`` inclusive (open where None), ``fee`` cents."""

    low: int | None
    high: int | None
    fee: int | None
    line: int
    printed: str = ""
    note: str = ""
    not_before: date | None = None


@dataclass(frozen=True, slots=True)
class Ladder:
    """The tiers of one component on one basis; a flat fee is a single open tier.

    A staged fee has one ladder a stage: ``from_pot`` is the pot size that triggers it, ``stage``
    the stage of the hand, ``deal``, ``flop``, ``turn`` or ``river``.
    """

    component: str
    basis: str
    tiers: tuple[Tier, ...]
    from_pot: int | None = None
    stage: str = ""


@dataclass(frozen=True, slots=True)
class Limit:
    """A table limit as printed; figures where it has two, no ``high`` for No Limit."""

    text: str
    low: int | None = None
    high: int | None = None


@dataclass(frozen=True, slots=True)
class PrintedStake:
    """A stake of an option as printed: for each of the limits that share it, or one for all."""

    kind: str
    each: tuple[str, ...]

    @property
    def text(self) -> str:
        """Return it as it is printed."""
        return "; ".join(self.each)


@dataclass(frozen=True, slots=True)
class Option:
    """A numbered row group of a schedule: its stakes and its ladders."""

    option: str
    lines: tuple[int, ...]
    row: int
    limits: tuple[Limit, ...]
    stakes: tuple[PrintedStake, ...]
    ladders: tuple[Ladder, ...]
    note: str = ""

    @property
    def limit(self) -> Limit | None:
        """Return its limit; several that share it have no figures together."""
        if len(self.limits) > 1:
            return Limit(";".join(each.text for each in self.limits))
        return next(iter(self.limits), None)

    @property
    def names(self) -> tuple[str, ...]:
        """Return what it is called: its own name, and each of several limits that share it."""
        several = self.limits if len(self.limits) > 1 else ()
        return self.option, *(each.text for each in several)

    def stake(self, kind: str) -> PrintedStake | None:
        """Return its stake of a kind."""
        return next((each for each in self.stakes if each.kind == kind), None)


@dataclass(frozen=True, slots=True)
class Charge:
    """Who owes a component, on what, how often and when; ``moment_lines`` say when.

    A reading whose ``moments`` are ``NOT_STATED`` takes it that no moment is printed, and one with
    ``antes`` that so many players ante at most.
    """

    component: str
    per: str
    payer: str
    wagers: tuple[str, ...] = ()
    moments: tuple[str, ...] = ()
    count: str = ""
    shortfall: str = ""
    moment_lines: tuple[int, ...] = ()
    antes: int | None = None


@dataclass(frozen=True, slots=True)
class Multiple:
    """So many percent of another wager, of the largest of several, or of the table's maximum."""

    percent: int
    wager: str

    @property
    def wagers(self) -> tuple[str, ...]:
        """Return the wagers of which the largest is meant."""
        return tuple(self.wager.split(" or "))


@dataclass(frozen=True, slots=True)
class LimitRule:
    """What amounts some wagers may have, alone or (``total``) added up.

    ``per`` is ``seat`` where a total is that of all who bet on a seat, not of one player. ``where``
    are wagers with their amounts, beside which alone the rule holds.
    """

    wagers: tuple[str, ...]
    total: bool = False
    per: str = ""
    minimum: int | None = None
    maximum: int | None = None
    within_table: bool = False
    equals: tuple[Multiple, ...] = ()
    at_least: Multiple | None = None
    at_most: Multiple | None = None
    step: int | None = None
    step_above: int | None = None
    needs: tuple[tuple[str, ...], ...] = ()
    one_per: str = ""
    many_per: Multiple | None = None
    never_with: str = ""
    where: tuple[tuple[str, int], ...] = ()
    lines: tuple[int, ...] = ()
    schedules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TableLimit:
    """Limits printed for a stretch of options: a range of minimums and a range of maximums.

    A reading may find the limit of each option in the bounds of one component's ladder instead.
    """

    minimum: Limit | None
    maximum: Limit | None
    per: str = ""
    ladder: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """One general rule of a place, a game or a schedule."""

    rule: str
    lines: tuple[int, ...]
    at_most: int | None = None
    per: str = ""
    counting: str = "amounts"
    events: tuple[str, ...] = ()
    hands: int | None = None
    games: tuple[str, ...] = ()
    kind: str = ""
    schedules: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Term:
    """How a stretch of options is collected; ``collect`` is when, for charges that do not say."""

    options: tuple[str, ...]
    games: tuple[str, ...]
    lines: tuple[int, ...]
    row: int
    charges: tuple[Charge, ...] = ()
    free: tuple[str, ...] = ()
    period: int | None = None
    period_starts: str = ""
    opening_round: str = ""
    no_opening_round: str = ""
    bands: tuple[tuple[str, ...], ...] = ()
    table_limit: TableLimit | None = None
    limits: tuple[LimitRule, ...] = ()
    note: str = ""
    collect: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Backline:
    """One printed statement on backline bets: whether they are allowed, on what, how many."""

    rule: str
    wagers: tuple[str, ...] = ()
    at_most: int | None = None
    lines: tuple[int, ...] = ()
    schedules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Cap:
    """Nobody may hold the position for more than so many consecutive hands."""

    hands: int
    unit: str
    holder: str


@dataclass(frozen=True, slots=True)
class OfferDuty:
    """After so many hands the position must be offered on."""

    after: int | None
    unit: str
    to: str


@dataclass(frozen=True, slots=True)
class Rotation:
    """One printed statement about the player-dealer position, in its own strength.

    ``position`` is ``button`` where it is about a button that moves on and nobody is offered.
    """

    lines: tuple[int, ...]
    cap: Cap | None = None
    offer: OfferDuty | None = None
    rotates_after: int | None = None
    direction: str = ""
    first_offer: str = ""
    intervening: bool = False
    if_nobody: str = ""
    eligible: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    shared_by: int | None = None
    position: str = ""
    games: tuple[str, ...] = ()
    schedules: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Settlement:
    """In which order wagers are settled and what happens to what is not covered.

    ``order`` is the order within a seat; ``rounds`` are groups of wagers of which each goes round
    the whole table before the next. ``kind_by_kind`` tells whether every wager of the printed order
    must, or may, go round by itself. ``result`` binds the order to hands that lose,
    that win, or that fold.
    """

    lines: tuple[int, ...]
    starts: str = ""
    direction: str = ""
    result: str = ""
    order: tuple[str, ...] = ()
    rounds: tuple[tuple[str, ...], ...] = ()
    kind_by_kind: str = ""
    uncovered: tuple[str, ...] = ()
    schedules: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """One defensible reading of an anomaly, and what it changes: its effect is data.

    ``without`` are lines whose statements do not hold under it; ``limits``, ``rotation``,
    ``settlement``, ``rules`` and ``backline`` are statements that hold under it only. ``instead``
    names other printed schedules that hold in its place, ``games`` the only games it is for,
    ``unpriced`` the options without a fee. ``no_effect`` says why nothing in a log can tell the
    reading from the others.
    """

    reading: str
    note: str = ""
    options: tuple[Option, ...] = ()
    charges: tuple[Charge, ...] = ()
    period: int | None = None
    period_starts: str = ""
    without: tuple[int, ...] = ()
    limits: tuple[LimitRule, ...] = ()
    rotation: tuple[Rotation, ...] = ()
    settlement: tuple[Settlement, ...] = ()
    rules: tuple[Rule, ...] = ()
    backline: tuple[Backline, ...] = ()
    seats: int | None = None
    table_limit: TableLimit | None = None
    games: tuple[str, ...] = ()
    instead: tuple[str, ...] = ()
    unpriced: tuple[str, ...] = ()
    no_effect: str = ""

    @property
    def acts(self) -> bool:
        """Tell whether it changes anything that a log can show."""
        return any(
            getattr(self, each.name)
            for each in fields(self)
            if each.name not in {"reading", "note", "no_effect"}
        )


@dataclass(frozen=True, slots=True)
class Anomaly:
    """A mistake or silence of the document, where, how it can be read and what we conclude.

    ``id`` names it to people and to a site that settles it: whose it is and its first line.
    """

    kinds: tuple[str, ...]
    lines: tuple[int, ...]
    conclusion: str
    note: str
    row: int
    options: tuple[str, ...] = ()
    games: tuple[str, ...] = ()
    component: str = ""
    readings: tuple[Reading, ...] = ()
    id: str = ""

    @property
    def open(self) -> bool:
        """Tell whether it leaves several readings open."""
        return self.conclusion == "ambiguous"


@dataclass(frozen=True, slots=True)
class Mark:
    """What a person has to look at in a draft, and why; ``seen`` says how it was dealt with."""

    about: str
    why: str
    lines: tuple[int, ...]
    row: int
    options: tuple[str, ...] = ()
    component: str = ""
    certainty: str = "likely"
    seen: str = ""
    by: str = ""

    @property
    def open(self) -> bool:
        """Tell whether nobody has looked at it yet."""
        return not self.seen

    def touches(self, option: str, component: str, line: int) -> bool:
        """Tell whether it is about a fee cell."""
        return (
            self.about == "cells"
            and option in self.options
            and self.component in {"", component}
            and line in self.lines
        )


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading, name or date as a document prints it, and the line it stands on."""

    printed: str
    line: int


@dataclass(frozen=True, slots=True)
class ApprovalDate:
    """The date that a document prints with an approval id, in its own words."""

    approval: str
    printed: str
    line: int


@dataclass(frozen=True, slots=True)
class Document:
    """An approved document: the digest of its text, and the dates it prints."""

    document: str
    sha256: str
    dated: tuple[ApprovalDate, ...] = ()


@dataclass(frozen=True, slots=True)
class Schedule:
    """One printed fee schedule of one cardroom.

    ``replaces`` names schedules under other ids that were printed before it for the same games and
    in whose place it stands, as a later edition does under the same id. ``headings`` are those it
    stands under in print, the outermost first.
    """

    cardroom: str
    schedule: str
    edition: str
    title: str
    games: tuple[str, ...]
    approvals: tuple[str, ...]
    document: str
    lines: tuple[int, ...]
    numbered: bool
    file: str
    row: int
    printed: bool = True
    headers: tuple[tuple[tuple[str, ...], tuple[int, ...]], ...] = ()
    effective_from: date | None = None
    effective_to: date | None = None
    replaces: tuple[str, ...] = ()
    headings: tuple[Heading, ...] = ()
    terms: tuple[Term, ...] = ()
    options: tuple[Option, ...] = ()
    rules: tuple[Rule, ...] = ()
    anomalies: tuple[Anomaly, ...] = ()
    note: str = ""
    marks: tuple[Mark, ...] = ()

    @property
    def key(self) -> str:
        """Return how people cite it: ``mortimers/three-card-poker`` or with ``@2``."""
        edition = "" if self.edition == "1" else f"@{self.edition}"
        return f"{self.cardroom}/{self.schedule}{edition}"


@dataclass(frozen=True, slots=True)
class Wager:
    """A wager kind of a game: what it is and when it is placed.

    One that may be ``withdrawn`` everybody places, and a log of what was left does not show it.
    """

    wager: str
    role: str
    placed: str
    withdrawn: bool = False
    names: tuple[str, ...] = ()
    lines: tuple[int, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Game:
    """One game as one cardroom's document describes it."""

    game: str
    name: str
    kind: str
    names: tuple[str, ...]
    approvals: tuple[str, ...]
    lines: tuple[int, ...]
    row: int
    seats: int | None = None
    fewest_players: int | None = None
    seat_lines: tuple[int, ...] = ()
    backline: tuple[Backline, ...] = ()
    opening_round: str = ""
    wagers: tuple[Wager, ...] = ()
    limits: tuple[LimitRule, ...] = ()
    rotation: tuple[Rotation, ...] = ()
    no_rotation: str = ""
    settlement: tuple[Settlement, ...] = ()
    rules: tuple[Rule, ...] = ()
    anomalies: tuple[Anomaly, ...] = ()
    no_schedule: str = ""
    note: str = ""
    marks: tuple[Mark, ...] = ()

    def wager(self, kind: str) -> Wager | None:
        """Return the wager of that kind, if the game has it."""
        return next((wager for wager in self.wagers if wager.wager == kind), None)

    def kind_meant(self, kind: str) -> str:
        """Return the kind that a logged word means: a plain ``base`` is the only base wager.

        A sheet says what was bet on a seat, not what the game calls it. Of a game with two base
        wagers, as baccarat has, nothing tells which it is.
        """
        base = [each.wager for each in self.wagers if each.role == kind == "base"]
        return base[0] if len(base) == 1 else kind


@dataclass(frozen=True, slots=True)
class NotFees:
    """Lines of the document that look like fees and are not, and why."""

    lines: tuple[int, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Cardroom:
    """One cardroom: its documents, its games, its schedules and its general rules.

    ``pages`` are the pages of a document that has them, each with its first line. A ``draft`` has
    been read from a packet by the program, and a person is still at it.
    """

    cardroom: str
    name: str
    names: tuple[str, ...]
    document: str
    games: tuple[Game, ...] = ()
    schedules: tuple[Schedule, ...] = ()
    rules: tuple[Rule, ...] = ()
    rotation: tuple[Rotation, ...] = ()
    anomalies: tuple[Anomaly, ...] = ()
    not_fees: tuple[NotFees, ...] = ()
    note: str = ""
    draft: bool = False
    marks: tuple[Mark, ...] = ()
    pages: tuple[tuple[int, int], ...] = ()
    printed_names: tuple[Heading, ...] = ()
    documents: tuple[Document, ...] = ()

    def pages_of(self, document: str, lines: Iterable[int]) -> tuple[int, ...]:
        """Return the pages that lines of a document stand on; none where they are not known."""
        if document != self.document:
            return ()
        found = {max((page for page, at in self.pages if at <= line), default=0) for line in lines}
        return tuple(sorted(found - {0}))

    def dated(self, document: str, approval: str) -> str:
        """Return the date that a document prints with an approval id; blank where it has none."""
        return next(
            (
                date.printed
                for each in self.documents
                if each.document == document
                for date in each.dated
                if date.approval == approval
            ),
            "",
        )


@dataclass(frozen=True, slots=True)
class KnownGame:
    """An entry of the canonical game list: names and wager vocabulary shared by cardrooms."""

    game: str
    name: str
    kind: str
    names: tuple[str, ...] = ()
    wagers: tuple[Wager, ...] = ()


@dataclass(frozen=True, slots=True)
class Book:
    """All cardrooms."""

    cardrooms: tuple[Cardroom, ...]


@dataclass(frozen=True, slots=True)
class LawStatus:
    """The legal status of a rule since a day (None where the day is not known).

    Of a day that is not known ``earliest`` and ``latest`` may be. ``until`` is its last day, where
    that was set. ``inferred`` names the days that no source states and that were worked out.
    """

    status: str
    since: date | None
    confidence: str
    until: date | None = None
    earliest: date | None = None
    latest: date | None = None
    inferred: tuple[str, ...] = ()
    note: str = ""

    def may_have_begun(self, day: date) -> bool:
        """Tell whether it had begun by a day, or may have."""
        first = self.since or self.earliest
        return first is None or first <= day


@dataclass(frozen=True, slots=True)
class LawEvent:
    """Something that happened about a rule and changed no status."""

    event: str
    on: date
    confidence: str


@dataclass(frozen=True, slots=True)
class Parameter:
    """A figure of a rule; ``settled`` tells whether its text settles it."""

    parameter: str
    value: str
    settled: bool
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LawRule:
    """One statewide rule and its status over time, oldest first.

    A rule that no check rests on says in ``untested`` why.
    """

    rule: str
    title: str
    authority: str
    says: str
    default: str
    status: tuple[LawStatus, ...]
    parameters: tuple[Parameter, ...] = ()
    checks: tuple[str, ...] = ()
    events: tuple[LawEvent, ...] = ()
    untested: str = ""

    def status_on(self, day: date) -> LawStatus:
        """Return the status on a day: the last that had begun, or may have begun, by then.

        A status of unknown date lies between its neighbours: it may have begun with the one before
        it, and has not while that one lies ahead, nor before the earliest day it can have begun.
        """
        begun = list(takewhile(lambda each: each.may_have_begun(day), self.status))
        return begun[-1] if begun else LawStatus("proposed", None, self.status[0].confidence)

    def applies_on(self, day: date) -> bool:
        """Tell whether the rule is applied on a day without being asked for."""
        return self.default == "applied" and self.status_on(day).status == "in_force"


@dataclass(frozen=True, slots=True)
class Law:
    """The statewide rules of one state."""

    law: str
    name: str
    rules: tuple[LawRule, ...]

"""Findings about the player-dealer position, and which hands were tested, told for a person."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from feeaudit.audit.columns import named
from feeaudit.audit.coverage import Cover
from feeaudit.audit.findings import Citation, find, findings_frame, one_a_hand, together
from feeaudit.audit.identity import people, seat_names
from feeaudit.audit.rotation.bank_history import bank_history
from feeaudit.audit.rotation.rules_in_force import rotation_rules
from feeaudit.book.views import stretches

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.audit.check import Outcome
    from feeaudit.core.arrays import Bools
    from feeaudit.rules.rotation import Lines, Rules, RuleSet

_TEENS: Final = range(11, 14)
_ENDINGS: Final = {1: "st", 2: "nd", 3: "rd"}
BY_SEAT: Final = "; the log names the seat, not the player"
UNSURE: Final = "whether the same player continued: one of two hands names only the seat"


@dataclass(frozen=True, slots=True, eq=False)
class Verdict:
    """What a check finds under one reading of the rules: masks over the hands of the history.

    ``about`` is what the check is about, ``untested`` why it cannot tell of some, ``found`` the
    findings of its grounds, the gravest first.
    """

    about: Bools
    untested: Mapping[str, Bools]
    found: tuple[pd.DataFrame, ...]


def find_holders(  # noqa: PLR0913 - what is found, told, cited, and how sure it is
    case: Case,
    chosen: Bools,
    tell: Callable[[int], str],
    lines: Callable[[Rules], Lines],
    reading: int = 0,
    *,
    review: Bools | bool = False,
) -> pd.DataFrame:
    """Return a finding about whoever held the position in each chosen hand of the history.

    ``tell`` says what is wrong with an entry, ``lines`` are those of its game's rules. All are for
    review, or those that ``review`` marks, or whose holder is known by the seat only; a button is
    at a seat, whoever sits there.
    """
    bank, entries = bank_history(case), np.flatnonzero(chosen)
    if not len(entries):
        return findings_frame()
    by_seat = bank.by_seat & ~per_entry(case, lambda rules: rules.button, reading)

    def cite(entry: int) -> Citation:
        rules = rules_at(case, entry, reading)
        cited = lines(rules)
        return Citation(stretches(cited), rules.document if cited else "")

    return find(
        entries,
        tell=lambda entry: tell(entry) + (BY_SEAT if by_seat[entry] else ""),
        cite=cite,
        review=np.broadcast_to(review, len(bank.hand))[entries] | by_seat[entries],
        hand=bank.hand[entries],
        seat=named(seat_names(case).words, bank.seat[entries]),
        player=named(people(case).words, bank.named[entries]),
    )


def bank_outcome(
    case: Case, judge: Callable[[int], Verdict], matters: Callable[[Rules], object]
) -> Outcome:
    """Return what a check finds under every reading of the rules, with one finding a hand.

    What breaks the rules under all readings of a hand's is a violation, what breaks them under
    some is for review. What of the check's business is not untested, or has a finding, was tested.
    A hand whose player-dealer is not logged is untested whatever the check. ``matters`` is what
    the check reads of the rules: of readings that agree on it, one is judged.
    """
    alike = [_alike(each, matters) for each in rotation_rules(case).each]
    wanted = sorted({bits.index(one) for bits in alike for one in bits})
    verdicts = {reading: judge(reading) for reading in wanted}
    found = {reading: one_a_hand(*each.found) for reading, each in verdicts.items()}
    return _outcome(case, [*verdicts.values()], _agreed(case, found, alike))


def _alike(rules: RuleSet, matters: Callable[[Rules], object]) -> list[int]:
    """Return for each reading, as bits, all that agree with it on what matters."""
    each = [matters(read.rules) for read in rules.each]
    return [sum(1 << place for place, one in enumerate(each) if one == mine) for mine in each]


def settled_outcome(case: Case, verdict: Verdict) -> Outcome:
    """Return what a check finds that no reading of a game's rules has a bearing on."""
    return _outcome(case, [verdict], one_a_hand(*verdict.found))


def _outcome(case: Case, verdicts: list[Verdict], findings: pd.DataFrame) -> Outcome:
    bank = bank_history(case)
    cover = Cover(bank.mask(case, np.logical_or.reduce([each.about for each in verdicts])))
    hands = findings["hand"].to_numpy()
    cover.keep(hands[cover.tested[hands]])
    for reason, chosen in _blank(case).items():
        cover.set_aside(bank.mask(case, chosen & ~bank.known), reason)
    for each in verdicts:
        for reason, chosen in each.untested.items():
            cover.set_aside(bank.mask(case, chosen & each.about), reason)
    return cover.outcome(findings)


def _blank(case: Case) -> dict[str, Bools]:
    """Return why nothing can be told of hands whose player-dealer is not logged."""
    button = per_entry(case, lambda rules: rules.button, 0)
    lacking = case.lacking("hands.player_dealer")
    return {
        lacking or "the log does not say who held the position": ~button,
        "the log does not show who had the button (hands.player_dealer_seat)": button,
    }


def _agreed(case: Case, found: Mapping[int, pd.DataFrame], alike: list[list[int]]) -> pd.DataFrame:
    """Return one finding a hand: what only some readings of its rules find is for review."""
    every = together(
        *(each.assign(reading=reading) for reading, each in found.items() if len(each))
    )
    if len(found) == 1 or every.empty:
        return found[0]
    bank, sets = bank_history(case), rotation_rules(case).each
    number = bank.rules[bank.entry_of[every["hand"].to_numpy()]].tolist()
    read = every.pop("reading").tolist()
    places = [*zip(number, read, strict=True)]
    # Of readings that agree the first speaks for all.
    first = [alike[rules].index(alike[rules][reading]) == reading for rules, reading in places]
    every["bits"] = [alike[rules][reading] for rules, reading in places]
    every["firm"] = every["bits"].mask(every["review"], 0)
    every["rules"] = number
    every = every[first]
    hand = every["hand"]
    broken, firm = (every.groupby(hand)[name].transform("sum") for name in ("bits", "firm"))
    review = every.groupby(hand)["review"].transform("any").to_numpy()
    asked = [*zip(every["rules"], broken, firm, strict=True)]
    told = {each: _doubt(sets[each[0]], *each[1:]) for each in {*asked}}
    doubts = [told[each] for each in asked]
    every = every.drop(columns=["bits", "firm", "rules"]).assign(
        review=review | np.array([bool(words) for _, words in doubts]),
        doubt=[ids for ids, _ in doubts],
        message=[text + words for text, (_, words) in zip(every["message"], doubts, strict=True)],
    )
    return every.drop_duplicates("hand", ignore_index=True)


def _doubt(rules: RuleSet, broken: int, firm: int) -> tuple[str, str]:
    """Return the anomalies on which it depends whether rules are broken, and what to say of it.

    The readings under which they are broken are bits, and those under which they surely are.
    """
    if broken == (1 << len(rules.each)) - 1:
        if firm in {0, broken}:
            return "", ""
        ids = rules.in_doubt(_places(rules, firm))
        unsure = "; under another reading of the rules it is not certain"
        return ", ".join(ids), unsure if ids else ""
    ids = rules.in_doubt(_places(rules, broken))
    if ids:
        return ", ".join(ids), "; the rules can also be read to allow it"
    unsure = "; whether it is allowed depends on the schedule, and the option does not settle which"
    return "", unsure


def _places(rules: RuleSet, bits: int) -> frozenset[int]:
    return frozenset(each for each in range(len(rules.each)) if bits >> each & 1)


def per_entry(case: Case, figure: Callable[[Rules], Any], reading: int) -> Any:
    """Return a figure of the rules under a reading for each hand of the history.

    Games whose rules have fewer readings than that have no rules under it.
    """
    figures = np.array([figure(each.under(reading)) for each in rotation_rules(case).each])
    return figures[bank_history(case).rules]


def rules_at(case: Case, entry: int, reading: int) -> Rules:
    """Return the rules of one hand of the history under a reading."""
    return rotation_rules(case).each[int(bank_history(case).rules[entry])].under(reading)


def holder(case: Case, entry: int) -> str:
    """Return who held the position: a name, else the seat."""
    bank = bank_history(case)
    if not bank.by_seat[entry]:
        return people(case).word(int(bank.named[entry]))
    return f"seat {seat_names(case).word(int(bank.seat[entry]))}"


def ordinal(number: int) -> str:
    """Return ``3rd`` for 3."""
    ending = "th" if number % 100 in _TEENS else _ENDINGS.get(number % 10, "th")
    return f"{number}{ending}"


def counted(number: int, what: str) -> str:
    """Return ``1 hand`` or ``2 hands``."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def seats_text(bits: int) -> str:
    """Return the seats of a set of bits: ``seat 3`` or ``seats 3, 5``."""
    numbers = [str(each) for each in range(int(bits).bit_length()) if int(bits) >> each & 1]
    return f"seat{'s' if len(numbers) > 1 else ''} {', '.join(numbers)}"

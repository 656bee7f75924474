"""The rules of settlement of what was played: asked once for each game and schedule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from feeaudit.audit.shared import shared
from feeaudit.core.arrays import distinct
from feeaudit.rules.settlement import SettlementRules, is_banked, rules_key, settlement_rules

if TYPE_CHECKING:
    from collections.abc import Callable

    from feeaudit.audit.case import Case
    from feeaudit.audit.coverage import Cover
    from feeaudit.core.arrays import Bools, Ints


class PrintedRules(NamedTuple):
    """Each set of rules that hands were played under, and the number of each hand's."""

    each: tuple[SettlementRules, ...]
    of_hand: Ints

    def which(self, test: Callable[[SettlementRules], bool]) -> Bools:
        """Tell which hands were played under rules that pass a test."""
        passing: Bools = np.array([test(each) for each in self.each], dtype=bool)[self.of_hand]
        return passing

    def texts(self, hands: Ints, text: Callable[[SettlementRules], str]) -> Any:
        """Return for each of these hands a text that depends on its rules alone."""
        chosen = self.of_hand[hands]
        texts = np.empty(len(self.each), dtype=object)
        for number in distinct(chosen).tolist():
            texts[number] = text(self.each[number])
        return texts[chosen]

    def set_aside(
        self,
        cover: Cover,
        unsaid: Callable[[SettlementRules], bool],
        why: Callable[[str], str],
    ) -> None:
        """Leave out the hands of games whose rules do not say what is tested."""
        silent = [each.game if each.game and unsaid(each) else "" for each in self.each]
        for game in sorted({*silent} - {""}):
            mine = np.array([each == game for each in silent], dtype=bool)
            cover.set_aside(mine[self.of_hand], why(game))


@shared
def printed_rules(case: Case) -> PrintedRules:
    """Return the rules of a case; games without a player-dealer have none."""
    numbers: dict[tuple[object, ...], int] = {}
    found: list[SettlementRules] = []
    of_context = []
    for context in case.contexts:
        key = rules_key(context) if is_banked(context) else ()
        if key not in numbers:
            numbers[key] = len(found)
            found.append(settlement_rules(context) if key else SettlementRules())
        of_context.append(numbers[key])
    codes = np.array(of_context, dtype=np.int64)
    return PrintedRules(tuple(found), codes[case.hands["context"].to_numpy()])

"""Checks of the player-dealer position: who held it, how often, and how it was passed on."""

from __future__ import annotations

from feeaudit.audit.checks.rotation.broken import game_went_on
from feeaudit.audit.checks.rotation.eligible import not_eligible
from feeaudit.audit.checks.rotation.house import house_banked
from feeaudit.audit.checks.rotation.intervene import nobody_between
from feeaudit.audit.checks.rotation.offer import not_offered
from feeaudit.audit.checks.rotation.one import two_of_one_provider
from feeaudit.audit.checks.rotation.order import out_of_order
from feeaudit.audit.checks.rotation.turns import too_many_turns
from feeaudit.audit.checks.rotation.window import too_few_others

CHECKS = (
    too_many_turns,
    not_offered,
    out_of_order,
    nobody_between,
    game_went_on,
    not_eligible,
    house_banked,
    too_few_others,
    two_of_one_provider,
)

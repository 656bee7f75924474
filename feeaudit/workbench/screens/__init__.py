"""The pages of the workbench, one module each: a blueprint, its views, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from feeaudit.workbench.screens import (
    assets_page,
    book_page,
    bring_log_page,
    calculator_page,
    decide_page,
    deliveries_page,
    doubts_page,
    draft_review_page,
    entrance_page,
    findings_page,
    help_page,
    incident_page,
    jobs_page,
    morning_page,
    packs_page,
    queue_page,
    reports_page,
    restitution_page,
    rotation_page,
    sign_in_page,
    sign_off_page,
    verification_page,
)

if TYPE_CHECKING:
    from flask import Blueprint

PAGES: Final[tuple[Blueprint, ...]] = (
    assets_page.page,
    entrance_page.page,
    sign_in_page.page,
    morning_page.page,
    deliveries_page.page,
    queue_page.page,
    findings_page.page,
    incident_page.page,
    decide_page.page,
    rotation_page.page,
    restitution_page.page,
    sign_off_page.page,
    packs_page.page,
    verification_page.page,
    reports_page.page,
    jobs_page.page,
    bring_log_page.page,
    book_page.page,
    calculator_page.page,
    doubts_page.page,
    draft_review_page.page,
    help_page.page,
)

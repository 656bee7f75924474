"""Poker hand histories: PHH and Open Hand History files become hands, wagers and collections."""

from feeaudit.intake.histories.history_files import SUFFIXES, is_history
from feeaudit.intake.histories.history_log import read_histories
from feeaudit.intake.histories.stakes import options_by_stakes

__all__ = ["SUFFIXES", "is_history", "options_by_stakes", "read_histories"]

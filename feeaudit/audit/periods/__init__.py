"""Periods: who sat where for how long, and what was charged for it."""

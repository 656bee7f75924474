"""Guessing: what unknown sheets seem to hold, from their headings and values."""

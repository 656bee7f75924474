"""Profiles: YAML that says how a spreadsheet as it is becomes a log."""

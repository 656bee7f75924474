"""Intake: log files of every kind in, typed tables out, every bad cell reported."""

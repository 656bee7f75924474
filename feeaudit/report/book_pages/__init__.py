"""Schedules and games for people: what terminal, workbench and card show of the book."""

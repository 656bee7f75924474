"""Drafting a book from an approved packet: what can be read, where it stands, and every doubt.

It lies inside ``book`` because it needs nothing but the book's own model, grammar and proof; what
people see of it (a page, a command) lies above.
"""

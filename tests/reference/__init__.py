"""A slow, plain reading of the book: what a hand owes, worked out row by row.

It knows three things only: the exported rows (the CSV of ``feeaudit schedules export``), the terms
and readings as the YAML files state them, and one hand as a plain dictionary in the words of the
log. It shares no code with feeaudit and imports nothing of it, so that the two can be held against
each other; it follows the guide of the book and the rules of the design, not the engine.

``tiers``        which fees a ladder prints for an amount
``paper``        the rows and the YAML as plain dictionaries
``readings``     the worlds of an option: one for every combination of defensible readings
``charges``      what a hand owes in one world
``obligations``  what a hand owes in all of them together
``settlement``   what the rules of settlement make of a hand
``rotation``     what the rules of the position make of the hands of a table
``limits``       what wagers break: limits, relations, backline bets, seats
``dealing``      made-up hands for any option, near the bounds of its tiers
``collecting``   made-up collections for such a hand
``comparing``    where an answer of feeaudit differs from all this
"""
